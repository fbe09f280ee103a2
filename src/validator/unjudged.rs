//! A payload read and not judged: everything in it that could be cited.

use std::borrow::Cow;

use super::document::{Document, read_document};
use super::{Asked, Verdict};
use crate::receipt::NotUsefulReason;
use crate::transport::{Expects, Payload, Response};

/// Reads a payload. `Useful` holds all hits, which may be none; a payload that cannot be read is
/// `unparseable_payload`, and a provider's own error is told as the validator tells it.
pub fn read<'a>(response: &'a Response, asked: &Asked<'_>) -> Verdict<'a> {
    let document = match &response.payload {
        Some(Payload::Hits(hits)) => return Verdict::Useful(hits.iter().map(Cow::Borrowed).collect()),
        Some(Payload::Body { bytes, content_type }) => read_document(bytes, content_type.as_deref()),
        Some(Payload::Wire(bytes)) => read_document(bytes, Some(super::JSON)),
        Some(Payload::Unparseable) | None => return Verdict::NotUseful(NotUsefulReason::UnparseablePayload),
    };
    match document {
        Document::Hits { hits, ungrounded: _ } => Verdict::Useful(hits.into_iter().map(Cow::Owned).collect()),
        Document::Page(page) if asked.expects == Expects::Json && !page.json => {
            Verdict::NotUseful(NotUsefulReason::UnparseablePayload)
        }
        Document::Page(page) => Verdict::Useful(vec![Cow::Owned(page.to_hit(asked.url, asked.cite_bytes))]),
        Document::Upstream { .. } => Verdict::Upstream,
        Document::ErrorObject { status: Some(status), .. } => Verdict::Refused(status),
        Document::ErrorObject { status: None, .. } | Document::Unparseable { .. } => {
            Verdict::NotUseful(NotUsefulReason::UnparseablePayload)
        }
    }
}
