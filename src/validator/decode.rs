//! Bytes to text as browsers do it: byte order mark, HTTP charset, `meta` prescan, then detection.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// Bytes at the start in which a `meta` declaration counts (browsers: 1 024; real pages put it later).
const PRESCAN_BYTES: usize = 4096;
/// Bytes that the detector sees, from the first that is not ASCII on. It is by far the slowest part of decoding.
const DETECT_BYTES: usize = 4 << 10;
/// Further bytes for it where the first leave a doubt.
const DETECT_MORE_BYTES: usize = 28 << 10;
/// Begins the shifts of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// A decoded body.
#[derive(Debug)]
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    /// Share of U+FFFD among the characters, 0 to 1.
    pub replacement_share: f64,
}

/// Decodes `bytes`. `content_type` is the HTTP header's value. A declaration that the bytes contradict (many
/// replacement characters) gives way to detection.
pub(super) fn decode<'a>(bytes: &'a [u8], content_type: Option<&str>) -> Decoded<'a> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return with(encoding, &bytes[mark..]);
    }
    let declared =
        content_type.and_then(charset_of).or_else(|| prescan(&bytes[..bytes.len().min(PRESCAN_BYTES)]));
    let Some(encoding) = declared else {
        return with(detect(bytes), bytes);
    };
    if let Some(true_one) = contradiction(encoding, bytes) {
        return with(true_one, bytes);
    }
    let decoded = with(encoding, bytes);
    if decoded.replacement_share < 0.002 {
        return decoded;
    }
    let guessed = with(detect(bytes), bytes);
    if guessed.replacement_share * 4.0 < decoded.replacement_share { guessed } else { decoded }
}

/// The encoding that the bytes themselves prove where another was declared: text that is UTF-8 but for a slip here and
/// there, or a page declared as a Latin one whose every second byte is East Asian.
fn contradiction(declared: &'static Encoding, bytes: &[u8]) -> Option<&'static Encoding> {
    if declared == UTF_8 || bytes.is_ascii() {
        return None;
    }
    let (mut wide, mut slips) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        wide += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        slips += usize::from(!chunk.invalid().is_empty());
    }
    if wide >= 4 && wide >= slips * 20 {
        return Some(UTF_8);
    }
    let high = bytes.iter().filter(|b| **b >= 0x80).count();
    if !declared.is_single_byte() || high < 64 {
        return None;
    }
    let guess = detect(bytes);
    (!guess.is_single_byte() && guess != UTF_8 && with(guess, bytes).replacement_share < 0.001)
        .then_some(guess)
}

fn with<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Decoded<'a> {
    let (text, faulty) = encoding.decode_without_bom_handling(bytes);
    let replacement_share = if faulty { share_of_replacements(&text) } else { 0.0 };
    Decoded { text, replacement_share }
}

fn share_of_replacements(text: &str) -> f64 {
    let (mut all, mut lost) = (0u64, 0u64);
    for c in text.chars() {
        all += 1;
        lost += u64::from(c == char::REPLACEMENT_CHARACTER);
    }
    if all == 0 { 0.0 } else { lost as f64 / all as f64 }
}

/// The encoding that a `Content-Type` value names.
fn charset_of(content_type: &str) -> Option<&'static Encoding> {
    let lower = content_type.to_ascii_lowercase();
    let (_, rest) = lower.split_once("charset")?;
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let value = value.trim_start_matches(['"', '\'']);
    let end = value.find(['"', '\'', ';', ' ', ',']).unwrap_or(value.len());
    Encoding::for_label(&value.as_bytes()[..end])
}

/// The encoding that a `meta` element or an XML declaration near the start names.
fn prescan(head: &[u8]) -> Option<&'static Encoding> {
    let lower = head.to_ascii_lowercase();
    if lower.starts_with(b"<?xml") {
        let end = memchr::memchr(b'>', &lower)?;
        if let Some(found) = labelled(&lower[..end], b"encoding") {
            return Some(found);
        }
    }
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(&lower[from..], b"<meta") {
        let start = from + at;
        let end = memchr::memchr(b'>', &lower[start..]).map_or(lower.len(), |len| start + len);
        if let Some(found) = labelled(&lower[start..end], b"charset") {
            return Some(found);
        }
        from = end;
    }
    None
}

/// Reads `name = "label"` in a tag. UTF-16 cannot be true of a tag that was read as ASCII: it means UTF-8.
fn labelled(tag: &[u8], name: &[u8]) -> Option<&'static Encoding> {
    let at = memchr::memmem::find(tag, name)?;
    let rest = tag[at + name.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest);
    let end = rest
        .iter()
        .position(|b| matches!(b, b'"' | b'\'' | b';' | b' ' | b'/' | b'>' | b'?'))
        .unwrap_or(rest.len());
    let encoding = Encoding::for_label(&rest[..end])?;
    Some(if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding })
}

fn detect(bytes: &[u8]) -> &'static Encoding {
    if bytes.is_ascii() && !bytes.contains(&ESCAPE) {
        return WINDOWS_1252;
    }
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let start = bytes.iter().position(|b| *b >= 0x80 || *b == ESCAPE).unwrap_or(0);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    let (first, rest) = bytes[start..].split_at((bytes.len() - start).min(DETECT_BYTES));
    detector.feed(first, false);
    let guess = detector.guess(None, Utf8Detection::Allow);
    // Mostly non-ASCII and still taken for a Latin encoding: worth a longer look.
    let high = first.iter().filter(|b| **b >= 0x80).count();
    if guess.is_single_byte() && high * 4 > first.len() {
        detector.feed(&rest[..rest.len().min(DETECT_MORE_BYTES)], false);
        let guess = detector.guess(None, Utf8Detection::Allow);
        // No language in Latin letters is mostly accents: these bytes are no text, and UTF-8 shows it.
        return if guess == WINDOWS_1252 && high * 2 > first.len() { UTF_8 } else { guess };
    }
    guess
}
