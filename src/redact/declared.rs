//! Declared values: found wherever they stand, in every form in which a client or a server may write them.

use aho_corasick::{AhoCorasick, MatchKind};

use super::anchors::Place;
use super::span::Span;
use super::view;

/// A shorter decoded reading of a value would match by chance.
const DECODED_LEN_MIN: usize = 6;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The declared values, compiled.
#[derive(Clone, Default)]
pub(super) struct Declared {
    count: usize,
    /// Says fast that there is nothing.
    any: Option<AhoCorasick>,
    /// Finds every occurrence, overlapping ones too.
    all: Option<AhoCorasick>,
}

impl Declared {
    pub(super) fn new<I, S>(secrets: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let mut forms: Vec<Vec<u8>> = Vec::new();
        let mut count = 0;
        for secret in secrets {
            let secret = secret.as_ref().as_bytes();
            if secret.is_empty() {
                continue;
            }
            count += 1;
            let base64 = base64(secret);
            let url_safe = base64.iter().map(|&c| if c == b'+' { b'-' } else { c });
            let url_safe = url_safe.map(|c| if c == b'/' { b'_' } else { c }).collect();
            forms.extend([secret.to_vec(), base64, url_safe]);
            // The value may have been declared in its encoded form, and be printed in its plain one.
            // A URL parser takes these out of the value too.
            let joined: Vec<u8> =
                secret.iter().copied().filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r')).collect();
            forms.extend(Some(joined).filter(|joined| joined.len() >= DECODED_LEN_MIN));
            forms.extend(view::decoded(secret).filter(|plain| plain.len() >= DECODED_LEN_MIN));
        }
        for form in &mut forms {
            fold(form);
        }
        forms.sort_unstable();
        forms.dedup();
        if forms.is_empty() {
            return Self::default();
        }
        Self {
            count,
            any: AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(&forms).ok(),
            all: AhoCorasick::new(&forms).ok(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Every span of `text` that shows a declared value.
    pub(super) fn spans(&self, text: &str, place: Place) -> Vec<Span> {
        let mut spans = Vec::new();
        if self.count == 0 {
            return spans;
        }
        let (Some(any), Some(all)) = (&self.any, &self.all) else {
            // Values too many to compile: then nothing is known to be clean.
            return vec![Span::mask(0, text.len())];
        };
        let is_url = place == Place::Url;
        let mut look = |bytes: &[u8], source: Option<&[usize]>| {
            let mut folded;
            let bytes = if memchr::memchr(b'+', bytes).is_some() {
                folded = bytes.to_vec();
                fold(&mut folded);
                &folded[..]
            } else {
                bytes
            };
            if any.is_match(bytes) {
                collect(all, bytes, source, &mut spans);
            }
        };
        // A URL is read without its tabs and line ends, but a value may hold some.
        if is_url && memchr::memchr3(b'\t', b'\n', b'\r', text.as_bytes()).is_some() {
            look(text.as_bytes(), None);
        }
        view::each(text, is_url, |bytes, _, source| look(bytes, source));
        spans
    }
}

/// Matches come in the order of their ends; those that overlap are joined at once, so that the list stays short.
fn collect(all: &AhoCorasick, bytes: &[u8], source: Option<&[usize]>, spans: &mut Vec<Span>) {
    let mut found: Vec<Span> = Vec::new();
    for hit in all.find_overlapping_iter(bytes) {
        let mut span = Span::mask(hit.start(), hit.end());
        while let Some(last) = found.last().filter(|last| last.end >= span.start) {
            span.start = span.start.min(last.start);
            found.pop();
        }
        found.push(span);
    }
    // Padding belongs to the base64 form before it.
    for span in &mut found {
        let padding = bytes[span.end..].iter().take(2).take_while(|&&byte| byte == b'=').count();
        let is_base64 = (span.end - span.start + padding) % 4 == 0;
        span.end += if is_base64 { padding } else { 0 };
    }
    spans.extend(found.into_iter().map(|span| view::back(span, source)));
}

/// A form encoder writes a space as `+`: values and texts are compared with the two made equal.
fn fold(bytes: &mut [u8]) {
    for byte in bytes {
        if *byte == b'+' {
            *byte = b' ';
        }
    }
}

/// Standard base64 without padding, which is a prefix of the padded form.
fn base64(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() * 4 / 3 + 3);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        let sextets = [18, 12, 6, 0].map(|shift| BASE64[(group >> shift & 63) as usize]);
        out.extend_from_slice(&sextets[..=chunk.len()]);
    }
    out
}
