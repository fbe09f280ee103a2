//! Spans of the source and what is put in their place.

use std::borrow::Cow;

use super::{MASK, MASKED_URL};

/// What replaces a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    /// [`MASK`].
    Mask,
    /// [`MASKED_URL`].
    Url,
    /// Nothing: userinfo is dropped.
    Drop,
}

/// A byte range of a text, and what is put there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) fill: Fill,
}

impl Span {
    pub(super) fn mask(start: usize, end: usize) -> Self {
        Self { start, end, fill: Fill::Mask }
    }
}

impl Fill {
    fn text(self) -> &'static str {
        match self {
            Self::Mask => MASK,
            Self::Url => MASKED_URL,
            Self::Drop => "",
        }
    }
}

/// The length of the mask that starts at `at`, if one does. A mask is an atom: no rule may cut it in two.
pub(super) fn mask_at(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    [MASK, MASKED_URL].iter().find(|mask| rest.starts_with(mask.as_bytes())).map(|mask| mask.len())
}

/// Fills the spans, which may come in any order and overlap. Borrowed when that changes nothing.
pub(super) fn fill(text: &str, mut spans: Vec<Span>) -> Cow<'_, str> {
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    snap(text, &mut spans);
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let spans = merge(spans);
    if spans.iter().all(|span| &text[span.start..span.end] == span.fill.text()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + spans.len() * 4);
    let mut done = 0;
    for span in spans {
        out.push_str(&text[done..span.start]);
        out.push_str(span.fill.text());
        done = span.end;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Widens spans to whole characters and whole masks.
fn snap(text: &str, spans: &mut Vec<Span>) {
    let masks: Vec<(usize, usize)> = memchr::memmem::find_iter(text.as_bytes(), b"[REDACTED")
        .filter_map(|at| mask_at(text.as_bytes(), at).map(|len| (at, at + len)))
        .collect();
    let around = |at: usize| {
        let next = masks.partition_point(|&(_, end)| end <= at);
        masks.get(next).copied().filter(|&(start, _)| start < at)
    };
    for span in spans.iter_mut() {
        span.end = span.end.min(text.len());
        span.start = span.start.min(span.end);
        while !text.is_char_boundary(span.end) {
            span.end += 1;
        }
        while !text.is_char_boundary(span.start) {
            span.start -= 1;
        }
        if span.start < span.end {
            span.start = around(span.start).map_or(span.start, |(start, _)| start);
            span.end = around(span.end).map_or(span.end, |(_, end)| end);
        }
    }
    spans.retain(|span| span.start < span.end);
}

/// Joins what overlaps, and masks that touch.
fn merge(sorted: Vec<Span>) -> Vec<Span> {
    let mut merged: Vec<Span> = Vec::with_capacity(sorted.len());
    for span in sorted {
        match merged.last_mut() {
            Some(last)
                if span.start < last.end
                    || (span.start == last.end && span.fill == Fill::Mask && last.fill == Fill::Mask) =>
            {
                *last = join(*last, span);
            }
            Some(_) | None => merged.push(span),
        }
    }
    merged
}

/// The union of two overlapping spans, the first of which starts first.
fn join(first: Span, second: Span) -> Span {
    let end = first.end.max(second.end);
    let covers = |span: Span| span.start == first.start && span.end == end;
    let fill = match (first.fill, second.fill) {
        (Fill::Url, _) | (_, Fill::Url) => Fill::Url,
        (Fill::Drop, Fill::Drop) => Fill::Drop,
        (Fill::Drop, Fill::Mask) if covers(first) => Fill::Drop,
        (Fill::Mask, Fill::Drop) if covers(second) => Fill::Drop,
        (Fill::Mask | Fill::Drop, Fill::Mask | Fill::Drop) => Fill::Mask,
    };
    Span { start: first.start, end, fill }
}
