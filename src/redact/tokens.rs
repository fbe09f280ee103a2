//! Secrets that are known by their shape: key prefixes, JWTs, bearer and basic credentials, private keys, long hex.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::anchors::{Place, Scan};
use super::span::{Span, mask_at};
use super::values::word_end;

/// The least digits of a hex run that is masked.
const HEX_DIGITS_MIN: usize = 32;

/// How a trigger is followed up.
#[derive(Clone, Copy)]
enum Shape {
    /// A prefix that occurs nowhere else, and the least token characters after it.
    Prefix(usize),
    /// A prefix that also occurs inside words and names.
    Common,
    /// One letter and a dash follow.
    Slack,
    Jwt,
    Bearer,
    Basic,
    PrivateKey,
}

const FIXED: [(&str, Shape); 17] = [
    ("sk-", Shape::Common),
    ("hf_", Shape::Common),
    ("AKIA", Shape::Prefix(8)),
    ("ASIA", Shape::Prefix(12)),
    ("ghp_", Shape::Prefix(6)),
    ("gho_", Shape::Prefix(6)),
    ("ghu_", Shape::Prefix(6)),
    ("ghs_", Shape::Prefix(6)),
    ("ghr_", Shape::Prefix(6)),
    ("github_pat_", Shape::Prefix(4)),
    ("xox", Shape::Slack),
    ("AIza", Shape::Prefix(8)),
    ("tvly-", Shape::Prefix(4)),
    ("glpat-", Shape::Prefix(4)),
    ("eyJ", Shape::Jwt),
    ("BEGIN", Shape::PrivateKey),
    ("begin", Shape::PrivateKey),
];

/// Words after `bearer` that are prose, not tokens.
const BEARER_PROSE: [&str; 36] = [
    "token",
    "tokens",
    "auth",
    "authentication",
    "authorization",
    "scheme",
    "header",
    "headers",
    "credential",
    "credentials",
    "of",
    "and",
    "or",
    "in",
    "is",
    "was",
    "are",
    "to",
    "the",
    "a",
    "for",
    "with",
    "that",
    "who",
    "has",
    "on",
    "at",
    "by",
    "as",
    "from",
    "bond",
    "bonds",
    "share",
    "shares",
    "certificate",
    "must",
];

struct Triggers {
    automaton: Option<AhoCorasick>,
    shapes: Vec<Shape>,
}

static TRIGGERS: LazyLock<Triggers> = LazyLock::new(|| {
    let mut patterns: Vec<(String, Shape)> = FIXED.map(|(text, shape)| (text.to_owned(), shape)).to_vec();
    // Every spelling of the first letters: the automaton is many times faster than a case-insensitive one.
    patterns.extend(spellings("bea").map(|text| (text, Shape::Bearer)));
    patterns.extend(spellings("bas").map(|text| (text, Shape::Basic)));
    let shapes = patterns.iter().map(|&(_, shape)| shape).collect();
    let texts = patterns.iter().map(|(text, _)| text);
    Triggers {
        automaton: AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(texts).ok(),
        shapes,
    }
});

fn spellings(word: &'static str) -> impl Iterator<Item = String> {
    (0..1_u32 << word.len()).map(move |upper| {
        let letter = |(at, c): (usize, char)| if upper >> at & 1 == 1 { c.to_ascii_uppercase() } else { c };
        word.chars().enumerate().map(letter).collect()
    })
}

/// Adds the spans of everything that is secret by its shape.
pub(super) fn find(scan: &mut Scan<'_>) {
    let bytes = scan.bytes;
    if scan.place == Place::Prose && scan.depth == 0 {
        hex(scan);
    }
    let Some(automaton) = &TRIGGERS.automaton else {
        scan.spans.push(Span::mask(0, bytes.len()));
        return;
    };
    let mut at = 0;
    while at < bytes.len() {
        let Some(hit) = automaton.find(aho_corasick::Input::new(bytes).range(at..)) else { return };
        let secret = follow(bytes, hit.start(), hit.end(), TRIGGERS.shapes[hit.pattern().as_usize()]);
        at = hit.start() + 1;
        if let Some(span) = secret {
            at = span.end.max(at);
            scan.spans.push(span);
        }
    }
}

fn follow(bytes: &[u8], start: usize, end: usize, shape: Shape) -> Option<Span> {
    match shape {
        Shape::Prefix(len_min) => {
            let len = token_len(bytes, end);
            (len >= len_min).then(|| Span::mask(start, end + len))
        }
        Shape::Common if !at_boundary(bytes, start) => None,
        Shape::Common => {
            let len = token_len(bytes, end);
            let has_digit = bytes[end..end + len].iter().any(u8::is_ascii_digit);
            (len >= 16 || (len >= 6 && has_digit)).then(|| Span::mask(start, end + len))
        }
        Shape::Slack => {
            let len = token_len(bytes, end);
            (len >= 6 && bytes[end + 1] == b'-').then(|| Span::mask(start, end + len))
        }
        Shape::Jwt => jwt(bytes, start),
        Shape::Bearer => bearer(bytes, start),
        Shape::Basic => basic(bytes, start),
        Shape::PrivateKey => private_key(bytes, start),
    }
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn token_len(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|&&byte| is_token_byte(byte)).count()
}

/// Whether a word may begin at `at`: not in the middle of one, but after `%3D`, `\n` and the like.
fn at_boundary(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[at.saturating_sub(3)..at];
    match before {
        [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => true,
        [.., b'\\', b'n' | b'r' | b't'] | [] => true,
        [.., last] => !last.is_ascii_alphanumeric(),
    }
}

/// `header.payload.signature`, unsigned and encrypted ones too; a header alone where it is long.
fn jwt(bytes: &[u8], start: usize) -> Option<Span> {
    let header = token_len(bytes, start);
    let mut end = start + header;
    let mut parts = 1;
    while bytes.get(end) == Some(&b'.') && parts < 5 {
        let len = token_len(bytes, end + 1);
        if len == 0 && parts == 1 {
            break;
        }
        end += 1 + len;
        parts += 1;
    }
    // A sentence may end right behind it.
    if bytes[end - 1] == b'.' {
        end -= 1;
    }
    ((header >= 8 && parts >= 2) || header >= 20).then(|| Span::mask(start, end))
}

/// The start of the word after a scheme name, if the name stands at `start` and blanks follow.
fn after_scheme(bytes: &[u8], start: usize, name: &str) -> Option<usize> {
    let end = start + name.len();
    if !bytes.get(start..end)?.eq_ignore_ascii_case(name.as_bytes()) || !at_boundary(bytes, start) {
        return None;
    }
    let mut at = end;
    loop {
        let rest = &bytes[at..];
        match rest {
            [b' ' | b'\t' | b'+' | b':' | b'=', ..] => at += 1,
            [b'%', b'2', b'0', ..] => at += 3,
            _ => break,
        }
    }
    (at > end && at < bytes.len()).then_some(at)
}

fn bearer(bytes: &[u8], start: usize) -> Option<Span> {
    let first = after_scheme(bytes, start, "bearer")?;
    let end = word_end(bytes, first);
    let word = &bytes[first..end];
    let word = word.strip_suffix(b".").or_else(|| word.strip_suffix(b":")).unwrap_or(word);
    if !BEARER_PROSE.iter().any(|prose| word.eq_ignore_ascii_case(prose.as_bytes())) {
        return (end > first).then(|| Span::mask(first, end));
    }
    // `bearer token abc123`: the second word is the token if it does not read like prose.
    let second = end + bytes[end..].iter().take_while(|byte| **byte == b' ').count();
    let end = word_end(bytes, second);
    let digit = bytes[second..end].iter().any(u8::is_ascii_digit);
    (word.eq_ignore_ascii_case(b"token") && digit).then(|| Span::mask(second, end))
}

/// `Basic` and the base64 of `user:password`; any other word after it is prose.
fn basic(bytes: &[u8], start: usize) -> Option<Span> {
    let at = after_scheme(bytes, start, "basic")?;
    if let Some(mask) = mask_at(bytes, at) {
        return Some(Span::mask(at, at + mask));
    }
    let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let len = bytes[at..].iter().take_while(is_base64).count();
    let padding = bytes[at + len..].iter().take(2).take_while(|&&byte| byte == b'=').count();
    let word = &bytes[at..at + len];
    let credentials = padding > 0 || (len >= 6 && decodes_to_pair(word));
    (len >= 4 && credentials).then(|| Span::mask(at, at + len + padding))
}

/// Whether base64 text decodes to something with a colon, all of it printable.
fn decodes_to_pair(word: &[u8]) -> bool {
    let mut colon = false;
    let (mut group, mut bits) = (0_u32, 0);
    for &byte in word {
        let sextet = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            _ => 63,
        };
        group = (group << 6 | u32::from(sextet)) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            let decoded = group >> bits & 0xff;
            colon |= decoded == u32::from(b':');
            if decoded < 0x20 || decoded == 0x7f {
                return false;
            }
        }
    }
    colon
}

/// The whole block, or everything to the end where its last line is missing.
fn private_key(bytes: &[u8], begin: usize) -> Option<Span> {
    let dashes = |byte: &u8| matches!(byte, b'-' | b' ');
    let start = bytes[begin.saturating_sub(8)..begin].iter().rev().take_while(|byte| dashes(byte)).count();
    let start = begin - start;
    let start = start + bytes[start..begin].iter().position(|&byte| byte == b'-')?;
    let label = &bytes[begin..bytes.len().min(begin + 80)];
    let label = &label[..memchr::memmem::find(label, b"--").unwrap_or(label.len())];
    let has = |word: &[u8]| label.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word));
    if !has(b"private") || !has(b"key") {
        return None;
    }
    let body = begin + label.len();
    let last = ["END", "end"].iter().find_map(|word| end_line(bytes, body, word.as_bytes()));
    Some(Span::mask(start, last.unwrap_or(bytes.len())))
}

fn end_line(bytes: &[u8], from: usize, word: &[u8]) -> Option<usize> {
    let mut lines = memchr::memmem::find_iter(&bytes[from..], word).map(|at| from + at);
    let word_at = lines.find(|&at| matches!(bytes[at - 1], b'-') || bytes[..at].ends_with(b"- "))?;
    let dashes = memchr::memmem::find(&bytes[word_at..], b"--").map(|at| word_at + at)?;
    Some(dashes + bytes[dashes..].iter().take_while(|&&byte| byte == b'-').count())
}

/// A run of `HEX_DIGITS_MIN` digits covers one of every `HEX_DIGITS_MIN`th bytes: only those are looked at. Content
/// hashes in URLs stay.
fn hex(scan: &mut Scan<'_>) {
    let bytes = scan.bytes;
    let mut at = HEX_DIGITS_MIN - 1;
    while at < bytes.len() {
        if !bytes[at].is_ascii_hexdigit() {
            at += HEX_DIGITS_MIN;
            continue;
        }
        let back = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let ahead = bytes[at..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let (start, end) = (at - back, at + ahead);
        let in_url = || {
            let next = scan.urls.partition_point(|url| url.end <= start);
            scan.urls.get(next).is_some_and(|url| url.start <= start)
        };
        if end - start >= HEX_DIGITS_MIN && !in_url() {
            scan.spans.push(Span::mask(start, end));
        }
        at = end + HEX_DIGITS_MIN;
    }
}
