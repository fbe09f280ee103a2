//! The readings of a text: as it stands, and percent-decoded once, twice and three times, each with a map from its
//! bytes back to the source.

use super::span::Span;

/// How often a text is decoded. Double encoding is common behind proxies and redirects; a fourth round is not.
pub(super) const ROUNDS_MAX: usize = 3;

/// One reading, when it differs from the source.
struct View {
    bytes: Vec<u8>,
    /// For each byte, and for the end, the offset in the source.
    source: Vec<usize>,
}

/// Calls `look` with each reading, its number of decoding rounds and its map to the source (none: the source itself).
/// `unbroken` first takes out tabs and line ends, as URL parsers do.
pub(super) fn each(text: &str, unbroken: bool, mut look: impl FnMut(&[u8], usize, Option<&[usize]>)) {
    let bytes = text.as_bytes();
    let joined = if unbroken { join_lines(bytes) } else { None };
    let (base, map) = joined.as_ref().map_or((bytes, None), |v| (&v.bytes[..], Some(&v.source[..])));
    look(base, 0, map);
    let mut next = decode(base, map);
    for depth in 1..=ROUNDS_MAX {
        let Some(view) = next else { return };
        look(&view.bytes, depth, Some(&view.source));
        next = decode(&view.bytes, Some(&view.source));
    }
}

/// A span of a reading as a span of the source.
pub(super) fn back(span: Span, source: Option<&[usize]>) -> Span {
    let at = |offset: usize| source.map_or(offset, |map| map.get(offset).copied().unwrap_or(usize::MAX));
    Span { start: at(span.start), end: at(span.end), fill: span.fill }
}

fn join_lines(bytes: &[u8]) -> Option<View> {
    memchr::memchr3(b'\t', b'\n', b'\r', bytes)?;
    let kept = bytes.iter().enumerate().filter(|(_, byte)| !matches!(byte, b'\t' | b'\n' | b'\r'));
    let (mut source, kept): (Vec<usize>, Vec<u8>) = kept.map(|(at, &byte)| (at, byte)).unzip();
    source.push(bytes.len());
    Some(View { bytes: kept, source })
}

fn decode(bytes: &[u8], map: Option<&[usize]>) -> Option<View> {
    let first = memchr::memchr_iter(b'%', bytes).find(|&at| escape_at(bytes, at).is_some())?;
    let origin = |at: usize| map.map_or(at, |map| map[at]);
    let mut view =
        View { bytes: Vec::with_capacity(bytes.len()), source: Vec::with_capacity(bytes.len() + 1) };
    view.bytes.extend_from_slice(&bytes[..first]);
    view.source.extend((0..first).map(origin));
    let mut at = first;
    while at < bytes.len() {
        let (byte, width) = escape_at(bytes, at).map_or((bytes[at], 1), |byte| (byte, 3));
        view.bytes.push(byte);
        view.source.push(origin(at));
        at += width;
    }
    view.source.push(origin(bytes.len()));
    Some(view)
}

/// The byte that the percent escape at `at` stands for, if there is one.
pub(super) fn escape_at(bytes: &[u8], at: usize) -> Option<u8> {
    if *bytes.get(at)? != b'%' {
        return None;
    }
    let digit =
        |at: usize| char::from(*bytes.get(at)?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(at + 1)? << 4 | digit(at + 2)?)
}

/// `bytes` percent-decoded once.
pub(super) fn decoded(bytes: &[u8]) -> Option<Vec<u8>> {
    decode(bytes, None).map(|view| view.bytes)
}
