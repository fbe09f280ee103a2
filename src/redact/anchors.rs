//! One walk over the `=` and `:` of a text. At each of them stands the end of a name, of a scheme or of a user name,
//! or nothing of interest; what was masked or dropped is stepped over, so the walk is linear.

use memchr::memchr2;

use super::authority::{self, Extent};
use super::names::{self, NAME_LEN_MAX, Secret};
use super::span::{Fill, Span};
use super::values::{self, Unclosed};

/// What kind of string is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The whole string is a URL.
    Url,
    /// Prose, with URLs in it.
    Prose,
}

/// The walk over one reading of a text.
pub(super) struct Scan<'v> {
    pub(super) bytes: &'v [u8],
    pub(super) place: Place,
    /// Decoding rounds that led to this reading.
    pub(super) depth: usize,
    pub(super) spans: Vec<Span>,
    /// The extents of the URLs seen, in order; the last is the one around the walk, if any is.
    pub(super) urls: Vec<Extent>,
    authority: authority::Seen,
    word: authority::Seen,
    unclosed: Unclosed,
}

impl<'v> Scan<'v> {
    pub(super) fn new(bytes: &'v [u8], place: Place, depth: usize) -> Self {
        let urls = match place {
            Place::Url => vec![Extent::new(bytes, 0, bytes.len())],
            Place::Prose => Vec::new(),
        };
        Self {
            bytes,
            place,
            depth,
            spans: Vec::new(),
            urls,
            authority: authority::Seen::default(),
            word: authority::Seen::default(),
            unclosed: Unclosed::default(),
        }
    }

    pub(super) fn run(&mut self) {
        let mut at = match self.place {
            Place::Url => self.relative_authority(),
            Place::Prose => 0,
        };
        while let Some(hit) = memchr2(b'=', b':', &self.bytes[at..]) {
            let anchor = at + hit;
            let next = if self.bytes[anchor] == b'=' { self.equals(anchor) } else { self.colon(anchor) };
            at = next.max(anchor + 1).min(self.bytes.len());
        }
    }

    /// The URL around `at`.
    fn url_at(&self, at: usize) -> Option<Extent> {
        self.urls.last().copied().filter(|url| url.start <= at && at < url.end)
    }

    /// `//user@host/…`, with slashes of either kind.
    fn relative_authority(&mut self) -> usize {
        let start = self.bytes.iter().position(|&byte| byte > b' ').unwrap_or(0);
        let slashes = authority::slashes(self.bytes, start);
        if slashes < 2 {
            return 0;
        }
        self.drop_userinfo(start + slashes, self.bytes.len())
    }

    /// A parameter, or `name=value` in prose. Returns where the walk goes on.
    fn equals(&mut self, at: usize) -> usize {
        if let Some(url) = self.url_at(at) {
            let Some(_) = self.parameter_name(at) else { return at + 1 };
            let end = values::parameter_end(self.bytes, at + 1, url);
            let quoted = end == at + 1 && end == url.end;
            if !quoted || self.place == Place::Url {
                self.spans.push(Span::mask(at + 1, end));
                return end;
            }
        }
        self.assignment(at)
    }

    fn colon(&mut self, at: usize) -> usize {
        if let Some(start) = self.authority_start(at) {
            return self.url(at, start);
        }
        if self.url_at(at).is_some() {
            return at + 1;
        }
        let next = self.bytes.get(at + 1).copied().unwrap_or(b' ');
        let path_separator = next == b':' || (at > 0 && self.bytes[at - 1] == b':');
        if path_separator {
            return at + 1;
        }
        let end = self.assignment(at);
        if end > at + 1 || next.is_ascii_whitespace() { end } else { self.bare_userinfo(at) }
    }

    /// `name=value`, `name: value`, `"name": "value"`, `name => value`.
    fn assignment(&mut self, at: usize) -> usize {
        let (end, quoted) = values::before_separator(self.bytes, at);
        let start = name_start(self.bytes, end, values::is_name_byte);
        let Some(secret) = names::secret(&self.bytes[start..end]) else { return at + 1 };
        let clause = self.bytes[at] == b':' && secret == Secret::Phrase;
        let value = values::Value { secret, clause, quoted_name: quoted };
        let (start, end) = value.range(self.bytes, at + 1, &mut self.unclosed);
        self.spans.push(Span::mask(start, end));
        // What is masked is stepped over; an empty value is not.
        if end > start { end } else { at + 1 }
    }

    fn parameter_name(&self, at: usize) -> Option<Secret> {
        let start =
            name_start(self.bytes, at, |byte| values::is_name_byte(byte) || matches!(byte, b' ' | b'+'));
        let name = &self.bytes[start..at];
        names::secret(name).or_else(|| name.eq_ignore_ascii_case(b"pass").then_some(Secret::Word))
    }

    /// Where the authority begins, if the `:` at `at` ends a scheme or stands in a `//user:` without one.
    fn authority_start(&self, at: usize) -> Option<usize> {
        let start = name_start(self.bytes, at, authority::is_scheme_byte);
        let scheme = authority::scheme_in(&self.bytes[start..at]);
        let slashes = authority::slashes(self.bytes, at + 1);
        let after = at + 1 + slashes;
        let goes_on = self.bytes.get(after).is_some_and(|&byte| !authority::ends_url(byte));
        if authority::is_special(scheme) {
            return goes_on.then_some(after);
        }
        // One letter is a drive, `C:\\dir`.
        if slashes >= 2 && scheme.len() >= 2 && goes_on {
            return Some(after);
        }
        let relative = start >= 2 && authority::slashes(self.bytes, start - 2) >= 2;
        (relative && !scheme.is_empty() && self.url_at(at).is_some()).then_some(start)
    }

    /// The URL whose scheme ends at `colon` and whose authority begins at `start`.
    fn url(&mut self, colon: usize, start: usize) -> usize {
        if self.url_at(colon).is_none() {
            let run = name_start(self.bytes, colon, authority::is_scheme_byte);
            let first = colon - authority::scheme_in(&self.bytes[run..colon]).len();
            let end = authority::url_end(self.bytes, first, start);
            if end <= start {
                return colon + 1;
            }
            self.urls.push(Extent::new(self.bytes, first, end));
            let url = &self.bytes[first..end];
            if !authority::parses(url) && (self.depth == 0 || url.contains(&b'@')) {
                let fill = if self.depth == 0 { Fill::Url } else { Fill::Mask };
                self.spans.push(Span { start: first, end, fill });
                return end;
            }
        }
        let end = self.url_at(colon).map_or(start, |url| url.end);
        self.drop_userinfo(start, end)
    }

    fn drop_userinfo(&mut self, start: usize, end: usize) -> usize {
        // Trailing punctuation is no part of a URL, so its slashes may lie behind its end.
        if start >= end {
            return start;
        }
        let in_query = self.url_at(start).is_some_and(|url| url.query < start);
        let seen = self.authority.from(start, || authority::userinfo_end(self.bytes, start, end, in_query));
        let Some(at_sign) = seen else { return start };
        self.spans.push(Span { start, end: at_sign + 1, fill: Fill::Drop });
        at_sign + 1
    }

    /// `user:password@host` without a scheme, as error texts have it: the password is masked.
    fn bare_userinfo(&mut self, at: usize) -> usize {
        let start = name_start(self.bytes, at, |byte| values::is_name_byte(byte) && byte != b'.');
        if start == at || authority::is_address_label(&self.bytes[start..at]) {
            return at + 1;
        }
        let seen = self.word.from(at + 1, || authority::bare_password_end(self.bytes, at + 1));
        let Some(at_sign) = seen.filter(|&sign| sign > at + 1) else { return at + 1 };
        self.spans.push(Span::mask(at + 1, at_sign));
        at_sign
    }
}

/// Where the run of name bytes that ends before `end` begins, at most [`NAME_LEN_MAX`] back.
fn name_start(bytes: &[u8], end: usize, is_part: impl Fn(u8) -> bool) -> usize {
    let floor = end.saturating_sub(NAME_LEN_MAX);
    bytes[floor..end].iter().rposition(|&byte| !is_part(byte)).map_or(floor, |at| floor + at + 1)
}
