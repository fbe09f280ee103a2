//! Input that is made to hurt: nesting, size, binary, cut-off and mislabelled bytes.

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

use proptest::prelude::*;
use trailcheck::validator::document::{Document, Unparseable, read_document};
use trailcheck::validator::features::page_features;
use trailcheck::validator::markers::MarkerSet;
use trailcheck::validator::verdict::{PageThresholds, judge};

/// Runs on a stack of 2 MiB, as a worker thread has.
fn on_small_stack(body: Vec<u8>) -> Document {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(move || read_document(&body, None)).expect("a thread").join().expect("no panic")
}

fn is_page(document: &Document) -> bool {
    matches!(document, Document::Page(_))
}

#[test]
fn l1_forty_thousand_misnested_tags() {
    let body = ["<a>".repeat(40_000), "<i>".repeat(40_000), "</a>".repeat(40_000)].concat();
    assert!(is_page(&on_small_stack(body.into_bytes())));
}

#[test]
fn a_hundred_thousand_open_elements() {
    for tag in ["div", "span", "table><tr><td", "ul><li", "svg", "nav", "font", "x-y"] {
        let body = format!("{}deep text{}", format!("<{tag}>").repeat(100_000), "</div>".repeat(100_000));
        assert!(is_page(&on_small_stack(body.into_bytes())), "{tag}");
    }
}

#[test]
fn json_nested_a_hundred_thousand_deep_is_unparseable() {
    let body = format!("[{}", "{\"a\":[".repeat(100_000));
    let found = on_small_stack(body.into_bytes());
    assert!(matches!(found, Document::Unparseable { why: Unparseable::InvalidJson }), "{found:?}");
}

#[test]
fn a_body_beyond_the_limit_is_marked_cut() {
    let body = "<p>The harbour office prints the tide table each spring.</p>\n".repeat(3_500_000);
    assert!(body.len() > 200_000_000);
    let Document::Page(page) = read_document(body.as_bytes(), Some("text/html")) else { panic!("no page") };
    let features = page_features(&page, "tide table", &MarkerSet::default());
    assert_eq!((features.cut, features.bytes), (1.0, body.len() as f64));
    let json = format!("[{{\"title\":\"{}\"}}]", "x".repeat(9 << 20));
    let found = read_document(json.as_bytes(), Some("application/json"));
    assert!(matches!(found, Document::Unparseable { why: Unparseable::TooLarge }));
}

#[test]
fn binary_formats_are_unparseable() {
    for start in [
        &b"%PDF-1.7\n"[..],
        b"PK\x03\x04\x14\0",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"\x1f\x8b\x08\0",
        b"\0\x01\x02\x03\x04",
    ] {
        let found = read_document(start, Some("text/html"));
        assert!(matches!(found, Document::Unparseable { why: Unparseable::Binary }), "{start:?}");
    }
}

#[test]
fn an_empty_body_is_a_page_without_content() {
    let Document::Page(page) = read_document(b"", None) else { panic!("no page") };
    let features = page_features(&page, "anything", &MarkerSet::default());
    assert!(judge(&features, &PageThresholds::default()).is_err());
}

#[test]
fn a_comment_or_script_that_never_ends_is_read_to_the_end() {
    for body in [
        "<p>text<!-- ",
        "<script>var a='<p>",
        "<title>never",
        "<textarea>",
        "<a href=\"",
        "<![CDATA[",
        "<p",
        "&#x",
        "</",
    ] {
        assert!(is_page(&read_document(format!("<html>{body}").as_bytes(), None)), "{body}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000), kind in 0usize..4) {
        let kinds = [None, Some("text/html"), Some("application/json"), Some("text/plain; charset=shift_jis")];
        if let Document::Page(page) = read_document(&bytes, kinds[kind]) {
            let features = page_features(&page, "any query", &MarkerSet::new(Vec::new()));
            let _ = judge(&features, &PageThresholds::default());
        }
    }

    #[test]
    fn no_soup_of_tags_makes_it_panic(parts in prop::collection::vec(
        prop::sample::select(vec!["<div>", "</div>", "<a href=x>", "</a>", "<td>", "<table>", "</tr>",
            "text. ", "<svg>", "<p>",
            "<script>", "</script>", "<noscript>", "<title>", "ü 中文。", "<input type=password>", "&amp;",
            "<h1>", "</h1>", "<rt>", "\0"]), 0..300)) {
        let page = read_document(parts.concat().as_bytes(), Some("text/html"));
        if let Document::Page(page) = page {
            for part in &page.parts {
                prop_assert!(!page.part_text(part).is_empty());
                prop_assert!(part.link_weight <= part.weight);
            }
            prop_assert!(page.main_text(100).len() <= 100);
        }
    }
}
