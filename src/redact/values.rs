//! How far the value of a sensitive name goes.
//!
//! In a URL: to the next `&`, to a `;` that another `name=` follows, or to the end of its section. In prose: a quoted
//! value to its closing quote (an unclosed one to the end of the line), a bracketed one to its bracket, any other to
//! white space or one of `,;&"'<>)]}`. After `password:` and its kin the whole clause goes, because a pass phrase has
//! several words; after `authorization:` a scheme goes with its credentials.

use super::authority::Extent;
use super::names::Secret;
use super::span::mask_at;

/// A name before `=` further ahead than this is none.
const PARAMETER_NAME_MAX: usize = 64;

/// Openers of quoted values with their closers, longest first.
const QUOTES: [(&str, &str); 8] = [
    ("&quot;", "&quot;"),
    ("&#34;", "&#34;"),
    ("&#39;", "&#39;"),
    ("\\\"", "\\\""),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("\u{201c}", "\u{201d}"),
];

/// Schemes that one word of credentials follows.
const SCHEMES: [&str; 11] =
    ["bearer", "basic", "token", "apikey", "api-key", "key", "jwt", "hmac", "negotiate", "ntlm", "bot"];
/// Schemes that a list of credentials follows, to the end of the line.
const LIST_SCHEMES: [&str; 4] = ["digest", "aws4-hmac-sha256", "oauth", "signature"];

/// Which closers are known not to occur again, so that each is searched for in vain only once.
#[derive(Debug, Default)]
pub(super) struct Unclosed([bool; QUOTES.len()]);

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'[' | b']' | b'%')
}

/// The end of the name before the separator at `at`, and whether it is quoted.
pub(super) fn before_separator(bytes: &[u8], at: usize) -> (usize, bool) {
    let floor = at.saturating_sub(32);
    let mut end = at;
    let mut quoted = false;
    while end > floor {
        let quote = matches!(bytes[end - 1], b'"' | b'\'' | b'`');
        let escape = quoted && bytes[end - 1] == b'\\';
        if quote || escape || matches!(bytes[end - 1], b' ' | b'\t' | b'*') {
            quoted |= quote;
            end -= 1;
        } else if bytes[end - 1] == b']' && end >= 2 && matches!(bytes[end - 2], b'"' | b'\'') {
            // `settings["token"] = …`
            end -= 1;
        } else if let Some(rest) =
            ["&quot;", "&#34;", "&#39;"].iter().find_map(|q| bytes[..end].strip_suffix(q.as_bytes()))
        {
            quoted = true;
            end = rest.len();
        } else {
            break;
        }
    }
    (end, quoted)
}

/// Whether `name=` stands at `at`.
pub(super) fn is_parameter(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let len =
        rest.iter().take(PARAMETER_NAME_MAX).take_while(|&&byte| is_name_byte(byte) || byte == b'+').count();
    len > 0 && rest.get(len) == Some(&b'=')
}

/// The end of a parameter's value that begins at `start`.
pub(super) fn parameter_end(bytes: &[u8], start: usize, url: Extent) -> usize {
    let in_path = start <= url.query;
    let section = if start <= url.query {
        url.query
    } else if start <= url.fragment {
        url.fragment
    } else {
        url.end
    };
    let mut at = start;
    while at < section {
        if let Some(mask) = mask_at(bytes, at) {
            at += mask;
            continue;
        }
        match bytes[at] {
            b'&' => break,
            b';' if in_path || is_parameter(bytes, at + 1) => break,
            b'/' if in_path => break,
            _ => at += 1,
        }
    }
    at.min(section)
}

/// A value in prose.
pub(super) struct Value {
    pub(super) secret: Secret,
    /// Goes on to the end of the clause.
    pub(super) clause: bool,
    /// Its name is quoted, as in JSON, where the value may stand on the next line.
    pub(super) quoted_name: bool,
}

impl Value {
    /// The range of the value after the separator that ends before `at`.
    pub(super) fn range(&self, bytes: &[u8], at: usize, unclosed: &mut Unclosed) -> (usize, usize) {
        let mut start = at;
        // `==`, `=>`, `:=`
        start += bytes[start..].iter().take(2).take_while(|byte| matches!(byte, b'=' | b'>')).count();
        let blank = |byte: &&u8| {
            matches!(byte, b' ' | b'\t' | b'*') || (self.quoted_name && byte.is_ascii_whitespace())
        };
        start += bytes[start..].iter().take_while(blank).count();
        if mask_at(bytes, start).is_some() {
            return (start, value_end(bytes, start));
        }
        if let Some(quote) = opening_quote(bytes, start) {
            let start = start + QUOTES[quote].0.len();
            return (start, unclosed.close(bytes, start, quote));
        }
        let Some(&first) = bytes.get(start) else { return (start, start) };
        match first {
            // An object: its members are judged by their own names.
            b'{' => (start, start),
            b'[' => bracketed(bytes, start, b']'),
            b'(' => bracketed(bytes, start, b')'),
            b'<' => bracketed(bytes, start, b'>'),
            _ => self.plain(bytes, start, unclosed),
        }
    }

    fn plain(&self, bytes: &[u8], start: usize, unclosed: &mut Unclosed) -> (usize, usize) {
        if self.clause {
            return (start, clause_end(bytes, start));
        }
        let end = value_end(bytes, start);
        // `Some("…")`, `Secret('…')`
        let wrapped = end > start && bytes[end - 1] == b'(';
        if let Some(quote) = wrapped.then(|| opening_quote(bytes, end)).flatten() {
            let inner = end + QUOTES[quote].0.len();
            return (inner, unclosed.close(bytes, inner, quote));
        }
        (start, self.credentials_end(bytes, start, end))
    }

    /// The end of a value whose first word ends at `end`: past the credentials when that word is a scheme.
    fn credentials_end(&self, bytes: &[u8], start: usize, end: usize) -> usize {
        let word = &bytes[start..end];
        let is = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name.as_bytes()));
        let next = end + bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if next == end || next == bytes.len() {
            return end;
        }
        if is(&LIST_SCHEMES) {
            return line_end(bytes, end);
        }
        let is_scheme =
            is(&SCHEMES) || (self.secret == Secret::Credential && word.iter().all(u8::is_ascii_alphabetic));
        let credentials = word_end(bytes, next);
        if is_scheme && credentials > next { credentials } else { end }
    }
}

/// Which of [`QUOTES`] opens at `at`.
fn opening_quote(bytes: &[u8], at: usize) -> Option<usize> {
    QUOTES.iter().position(|(open, _)| bytes[at..].starts_with(open.as_bytes()))
}

/// Whether an unquoted value in prose stops at `byte`.
fn stops(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;&\"'<>)]}".contains(&byte)
}

/// The end of the unquoted word that begins at `start`. Masks are read whole.
pub(super) fn word_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while at < bytes.len() {
        if let Some(mask) = mask_at(bytes, at) {
            at += mask;
        } else if stops(bytes[at]) {
            break;
        } else {
            at += 1;
        }
    }
    at
}

/// The same for a value: the closer of `token=abc` in back quotes or curly ones is no part of it.
fn value_end(bytes: &[u8], start: usize) -> usize {
    let end = word_end(bytes, start);
    let word = &bytes[start..end];
    let inside = word.strip_suffix(b"`").or_else(|| word.strip_suffix("\u{201d}".as_bytes()));
    inside.map_or(end, |inside| start + inside.len())
}

/// The end of the clause: as a word's, but on past blanks, up to the end of the line or of the sentence.
fn clause_end(bytes: &[u8], start: usize) -> usize {
    let mut end = word_end(bytes, start);
    loop {
        let blanks = bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let sentence = end > start && matches!(bytes[end - 1], b'.' | b'!' | b'?');
        let next = word_end(bytes, end + blanks);
        if blanks == 0 || sentence || next == end + blanks {
            return end;
        }
        end = next;
    }
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[start..]).map_or(bytes.len(), |at| start + at)
}

/// The inside of a bracket: to its closer on the same line, or else to the end of the line.
fn bracketed(bytes: &[u8], open: usize, closer: u8) -> (usize, usize) {
    let mut at = open + 1;
    while at < bytes.len() && !matches!(bytes[at], b'\n' | b'\r') {
        match mask_at(bytes, at) {
            Some(mask) => at += mask,
            None if bytes[at] == closer => break,
            None => at += 1,
        }
    }
    (open + 1, at.min(bytes.len()))
}

impl Unclosed {
    /// The end of the quoted value that begins at `start`.
    fn close(&mut self, bytes: &[u8], start: usize, quote: usize) -> usize {
        let closer = QUOTES[quote].1.as_bytes();
        let mut at = start;
        while !self.0[quote] && at < bytes.len() {
            if bytes[at..].starts_with(closer) {
                return at;
            }
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        self.0[quote] = true;
        line_end(bytes, start)
    }
}
