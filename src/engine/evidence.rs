//! What a receipt cites: redacted first, then cut.

use std::borrow::Cow;

use super::policy::Policy;
use crate::receipt::Evidence;
use crate::redact::Redactor;
use crate::transport::Hit;

/// The first hits of a useful payload, at most as many and as long as the policy says.
pub(super) fn cite(hits: &[Cow<'_, Hit>], policy: &Policy, redactor: &Redactor) -> Vec<Evidence> {
    let most = usize::try_from(policy.max_evidence_hits()).unwrap_or(usize::MAX);
    hits.iter().take(most).map(|hit| cite_one(hit, policy.max_evidence_chars(), redactor)).collect()
}

/// Bytes of a page's text that redaction is given, more than the cap on characters so that the cut comes last: what is
/// beyond could be cited only after this much was masked.
pub(super) fn citable_bytes(policy: &Policy) -> usize {
    const SLACK: usize = 16 * 1024;
    usize::try_from(policy.max_evidence_chars()).unwrap_or(usize::MAX).saturating_mul(4).saturating_add(SLACK)
}

fn cite_one(hit: &Hit, max_chars: u64, redactor: &Redactor) -> Evidence {
    let (title, title_cut) = cut(&redactor.text(&hit.title), max_chars);
    let (snippet, snippet_cut) = cut(&redactor.text(&hit.snippet), max_chars);
    Evidence { title, url: redactor.url(&hit.url).into_owned(), snippet, truncated: title_cut || snippet_cut }
}

/// Cuts after `max_chars` Unicode scalar values; says whether anything was cut off.
fn cut(text: &str, max_chars: u64) -> (String, bool) {
    // A text has at most as many characters as bytes.
    if text.len() as u64 <= max_chars {
        return (text.to_owned(), false);
    }
    let most = usize::try_from(max_chars).unwrap_or(usize::MAX);
    match text.char_indices().nth(most) {
        Some((end, _)) => (text[..end].to_owned(), true),
        None => (text.to_owned(), false),
    }
}
