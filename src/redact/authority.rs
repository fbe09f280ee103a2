//! Where URLs begin and end, and where their userinfo does, as lenient clients read them: any number and mix of
//! slashes after a special scheme, and the last `@` before the path.

use url::Url;

use super::values;

/// The range of a URL in a reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the query or the fragment begins, else the end.
    pub(super) query: usize,
    /// Where the fragment begins, else the end.
    pub(super) fragment: usize,
}

impl Extent {
    pub(super) fn new(bytes: &[u8], start: usize, end: usize) -> Self {
        let url = &bytes[start..end];
        let query = memchr::memchr2(b'?', b'#', url).map_or(end, |at| start + at);
        let fragment = memchr::memchr(b'#', url).map_or(end, |at| start + at);
        Self { start, end, query, fragment }
    }
}

/// The last stretch that was searched for an `@`, so that nested schemes do not search it again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    start: usize,
    end: usize,
    at_sign: Option<usize>,
}

impl Seen {
    /// The `@` at or after `start`: from the stretch that is known, or else from `search`, which returns the end of a
    /// stretch and its last `@`.
    pub(super) fn from(
        &mut self,
        start: usize,
        search: impl FnOnce() -> (usize, Option<usize>),
    ) -> Option<usize> {
        if start < self.start || start >= self.end {
            let (end, at_sign) = search();
            *self = Self { start, end, at_sign };
        }
        self.at_sign.filter(|&sign| sign >= start)
    }
}

pub(super) fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The scheme that the run of scheme bytes `run` ends with: prose may stand right before it (`2.https:`).
pub(super) fn scheme_in(run: &[u8]) -> &[u8] {
    if let Some(len) = special_len(run) {
        return &run[run.len() - len..];
    }
    &run[run.iter().position(u8::is_ascii_alphabetic).unwrap_or(run.len())..]
}

/// Whether `scheme` is one after which URL parsers accept any slashes, or none.
pub(super) fn is_special(scheme: &[u8]) -> bool {
    special_len(scheme).is_some()
}

fn special_len(run: &[u8]) -> Option<usize> {
    let ends = |name: &&&str| {
        let at = run.len().checked_sub(name.len());
        at.is_some_and(|at| {
            // No word ends in `http`, but `news` ends in `ws`.
            let whole = name.starts_with("http") || at == 0 || !run[at - 1].is_ascii_alphanumeric();
            whole && run[at..].eq_ignore_ascii_case(name.as_bytes())
        })
    };
    ["https", "http", "wss", "ws", "ftp"].iter().find(ends).map(|name| name.len())
}

/// Labels and schemes before a mail address, which is no userinfo.
pub(super) fn is_address_label(label: &[u8]) -> bool {
    ["mailto", "mail", "e-mail", "email", "contact", "sip", "sips", "xmpp", "acct"]
        .iter()
        .any(|name| label.eq_ignore_ascii_case(name.as_bytes()))
}

/// How many slashes of either kind stand at `at`.
pub(super) fn slashes(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b'/' | b'\\')).count()
}

/// Bytes that no URL in prose contains.
pub(super) fn ends_url(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'"' | b'<' | b'>' | b'`' | 0x7f)
}

/// Where a URL in prose ends: at white space, quotes, angle brackets or wide punctuation, less trailing punctuation.
/// An apostrophe or a bracket ends it where one stands before it.
pub(super) fn url_end(bytes: &[u8], first: usize, start: usize) -> usize {
    let before = first.checked_sub(1).map(|at| bytes[at]);
    let closing = before.filter(|&byte| byte == b'\'');
    let is_end = |at: usize| {
        ends_url(bytes[at]) || Some(bytes[at]) == closing || (bytes[at] >= 0xc2 && is_wide(&bytes[at..]))
    };
    let mut end = (start..bytes.len()).find(|&at| is_end(at)).unwrap_or(bytes.len());
    let opened = bytes[start..end].contains(&b'(');
    let squared = bytes[start..end].contains(&b'[');
    while end > start {
        let trailing = match bytes[end - 1] {
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'\\' | b'}' | b'*' => true,
            b')' => !opened,
            b']' => !squared,
            _ => false,
        };
        if !trailing {
            break;
        }
        end -= 1;
    }
    end
}

/// Unicode spaces, quotation marks and full-width punctuation.
fn is_wide(bytes: &[u8]) -> bool {
    match bytes {
        [0xc2, 0xa0, ..] | [0xe2, 0x80, ..] => true,
        [0xe3, 0x80, last, ..] => *last <= 0x9f,
        [0xef, 0xbc, last, ..] => matches!(last, 0x81..=0x8f | 0x9a..=0x9f),
        _ => false,
    }
}

/// The end of the authority that begins at `start`, and its last `@`.
pub(super) fn userinfo_end(bytes: &[u8], start: usize, end: usize, in_query: bool) -> (usize, Option<usize>) {
    let ends = |at: usize| match bytes[at] {
        b'/' | b'\\' | b'?' | b'#' => true,
        b'&' | b';' => in_query && values::is_parameter(bytes, at + 1),
        _ => false,
    };
    last_at_sign(bytes, start, (start..end).find(|&at| ends(at)).unwrap_or(end))
}

/// The end of a bare `user:password@` word whose password begins at `start`, and its last `@`.
pub(super) fn bare_password_end(bytes: &[u8], start: usize) -> (usize, Option<usize>) {
    let ends = |at: usize| ends_url(bytes[at]) || matches!(bytes[at], b'/' | b'\\' | b'?' | b'#' | b'\'');
    last_at_sign(bytes, start, (start..bytes.len()).find(|&at| ends(at)).unwrap_or(bytes.len()))
}

fn last_at_sign(bytes: &[u8], start: usize, end: usize) -> (usize, Option<usize>) {
    (end, memchr::memrchr(b'@', &bytes[start..end]).map(|at| start + at))
}

/// Whether a whole string that should be a URL cannot be parsed, or has userinfo in a place where only a lenient
/// reader would find it.
pub(super) fn unprintable(bytes: &[u8]) -> bool {
    let trimmed = bytes.iter().position(|&byte| byte > b' ').map_or(&[][..], |at| &bytes[at..]);
    let head = &trimmed[..memchr::memchr2(b'?', b'#', trimmed).unwrap_or(trimmed.len())];
    if slashes(trimmed, 0) >= 2 {
        return !parses(&[b"https:", trimmed].concat());
    }
    let colon = head.iter().position(|&byte| !is_scheme_byte(byte)).filter(|&at| at > 0 && head[at] == b':');
    let Some(colon) = colon.filter(|_| head[0].is_ascii_alphabetic()) else {
        return userinfo_like(head);
    };
    let scheme = &head[..colon];
    let special = is_special(scheme) || slashes(head, colon + 1) >= 2;
    if !special && !is_address_label(scheme) && head.contains(&b'@') {
        return true;
    }
    !parses(trimmed)
}

/// Whether the head of a string without a scheme reads like a broken URL with userinfo: `ht!tp://…`, `u:p@h`, `u@h`.
fn userinfo_like(head: &[u8]) -> bool {
    if memchr::memmem::find(head, b"://").is_some() {
        return true;
    }
    let mut segments = head.split(|byte| matches!(byte, b'/' | b'\\'));
    let first = segments.next().and_then(|segment| segment.iter().rposition(|&byte| byte == b'@'));
    first.is_some_and(|at| at > 0)
        || segments.any(|segment| {
            let sign = segment.iter().rposition(|&byte| byte == b'@');
            sign.is_some_and(|sign| segment[..sign].contains(&b':'))
        })
}

/// Whether a URL parser accepts `url`. A plain `scheme://name.tld` never fails, and is not parsed.
pub(super) fn parses(url: &[u8]) -> bool {
    has_plain_host(url) || std::str::from_utf8(url).is_ok_and(|url| Url::parse(url).is_ok())
}

fn has_plain_host(url: &[u8]) -> bool {
    let Some(rest) = url.strip_prefix(b"https://").or_else(|| url.strip_prefix(b"http://")) else {
        return false;
    };
    let host = &rest[..rest.iter().position(|byte| b"/?#\\".contains(byte)).unwrap_or(rest.len())];
    let label = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    host.iter().all(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
        && label.first().is_some_and(u8::is_ascii_alphabetic)
        && memchr::memmem::find(host, b"--").is_none()
        && std::str::from_utf8(url).is_ok()
}
