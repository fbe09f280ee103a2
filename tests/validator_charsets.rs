//! Bytes are read as browsers read them, and better where the label lies.

#![allow(
    clippy::expect_used,
    clippy::format_collect,
    clippy::format_push_string,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may stop, and writes what it reads"
)]

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252};
use trailcheck::receipt::NotUsefulReason;
use trailcheck::validator::document::{Document, read_document};
use trailcheck::validator::features::page_features;
use trailcheck::validator::markers::MarkerSet;
use trailcheck::validator::page::PageText;
use trailcheck::validator::verdict::{PageThresholds, judge};

const CHINESE: &str =
    "港口办公室每年春天都会印制潮汐表，方便船长们在平潮时通过狭窄的航道，赶在晚风之前到达外防波堤。";
const JAPANESE: &str =
    "港の事務所は毎年春に潮見表を印刷し、船長たちが狭い水路を安全に通れるようにしています。";

fn page(bytes: &[u8], header: Option<&str>) -> PageText {
    match read_document(bytes, header) {
        Document::Page(page) => *page,
        other => panic!("no page: {other:?}"),
    }
}

fn encoded(encoding: &'static Encoding, text: &str, meta: Option<&str>) -> Vec<u8> {
    let meta = meta.map_or(String::new(), |label| {
        format!("<meta http-equiv=content-type content=\"text/html; charset={label}\">")
    });
    let html = format!(
        "<html><head>{meta}<title>{text}</title></head><body><p>{text}</p><p>{text}</p></body></html>"
    );
    encoding.encode(&html).0.into_owned()
}

#[test]
fn e5_the_charset_in_the_header() {
    for (encoding, text) in [
        (GBK, CHINESE),
        (SHIFT_JIS, JAPANESE),
        (BIG5, "港口辦公室每年春天都會印製潮汐表"),
        (EUC_KR, "항구 사무소는 매년 봄 조석표를 인쇄한다"),
        (WINDOWS_1251, "Контора порта печатает таблицу приливов"),
    ] {
        let header = format!("text/html; charset=\"{}\"", encoding.name());
        assert_eq!(page(&encoded(encoding, text, None), Some(&header)).title, text);
    }
}

#[test]
fn e5_the_charset_in_meta_only() {
    assert_eq!(page(&encoded(GBK, CHINESE, Some("gb2312")), None).title, CHINESE);
    assert_eq!(page(&encoded(SHIFT_JIS, JAPANESE, Some("Shift_JIS")), Some("text/html")).title, JAPANESE);
}

#[test]
fn e5_no_charset_at_all() {
    assert_eq!(page(&encoded(GBK, CHINESE, None), None).title, CHINESE);
    assert_eq!(page(&encoded(SHIFT_JIS, JAPANESE, None), None).title, JAPANESE);
    assert_eq!(page(&encoded(UTF_8, CHINESE, None), None).title, CHINESE);
    assert_eq!(
        page(&encoded(WINDOWS_1252, "Gezeitentafel für den Südhafen", None), None).title,
        "Gezeitentafel für den Südhafen"
    );
}

#[test]
fn e5_a_charset_that_the_bytes_contradict() {
    for wrong in ["iso-8859-1", "utf-8", "windows-1252"] {
        let header = format!("text/html; charset={wrong}");
        assert_eq!(page(&encoded(GBK, CHINESE, None), Some(&header)).title, CHINESE, "GBK as {wrong}");
        assert_eq!(
            page(&encoded(SHIFT_JIS, JAPANESE, None), Some(&header)).title,
            JAPANESE,
            "Shift_JIS as {wrong}"
        );
    }
    for wrong in ["gbk", "shift_jis", "iso-8859-1", "windows-1251", "euc-kr"] {
        let header = format!("text/html; charset={wrong}");
        assert_eq!(page(&encoded(UTF_8, CHINESE, None), Some(&header)).title, CHINESE, "UTF-8 as {wrong}");
    }
}

#[test]
fn a_byte_order_mark_wins_over_the_header() {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(encoded(UTF_8, JAPANESE, None));
    assert_eq!(page(&bytes, Some("text/html; charset=shift_jis")).title, JAPANESE);
    let wide: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(format!("<title>{JAPANESE}</title>").encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    assert_eq!(page(&wide, None).title, JAPANESE);
}

fn verdict(bytes: &[u8], header: Option<&str>) -> Result<(), NotUsefulReason> {
    judge(&page_features(&page(bytes, header), "tide", &MarkerSet::default()), &PageThresholds::default())
}

#[test]
fn e5_mostly_replacement_characters_is_unparseable() {
    let broken: Vec<u8> = (0..400u32).flat_map(|n| [0xff, 0x80 | (n % 64) as u8, b'a']).collect();
    for header in [None, Some("text/html; charset=utf-8")] {
        assert_eq!(verdict(&broken, header), Err(NotUsefulReason::UnparseablePayload), "{header:?}");
    }
    let saved = format!("<html><title>tide</title><p>{}</p>", "\u{fffd}\u{fffd}a ".repeat(300));
    assert_eq!(verdict(saved.as_bytes(), Some("text/html")), Err(NotUsefulReason::UnparseablePayload));
}
