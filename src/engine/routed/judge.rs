//! Success as the routed engine sees it: a search ran, whatever it found.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use super::provider::Provider;
use super::wire::{self, Found, Reading};
use crate::engine::judge::Judge;
use crate::receipt::NotUsefulReason;
use crate::transport::{Payload, Response};
use crate::validator::{Asked, Verdict, unjudged};

/// Reads the replies of one provider, and keeps what was said for the render.
pub(super) struct WireJudge {
    provider: Provider,
    found: Mutex<Option<Found>>,
}

impl WireJudge {
    pub(super) fn new(provider: Provider) -> Self {
        Self { provider, found: Mutex::new(None) }
    }

    /// What the provider said, if it said anything.
    pub(super) fn into_found(self) -> Option<Found> {
        self.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, response: &Response, asked: &Asked<'_>) -> Reading {
        let reading = match &response.payload {
            Some(Payload::Wire(bytes)) => wire::read(self.provider, bytes),
            Some(Payload::Hits(_) | Payload::Body { .. } | Payload::Unparseable) | None => {
                already_read(response, asked)
            }
        };
        match reading {
            Reading::Searched(found) if !response.grounded => Reading::Ungrounded(found),
            other @ (Reading::Searched(_)
            | Reading::Ungrounded(_)
            | Reading::Failed(_)
            | Reading::Unreadable) => other,
        }
    }
}

/// A reply in no provider's format: a client has read it, so that a search ran unless it is said not to have.
fn already_read(response: &Response, asked: &Asked<'_>) -> Reading {
    match unjudged::read(response, asked) {
        Verdict::Useful(hits) => {
            let sources = hits.into_iter().take(wire::MAX_SOURCES).map(Cow::into_owned).collect();
            Reading::Searched(Found { sources, ..Found::default() })
        }
        Verdict::NotUseful(_) => Reading::Unreadable,
        Verdict::Upstream => Reading::Failed(None),
        Verdict::Refused(code) => Reading::Failed(Some(code)),
    }
}

impl Judge for WireJudge {
    fn judge<'a>(&self, response: &'a Response, asked: &Asked<'_>) -> Verdict<'a> {
        let (verdict, found) = match self.read(response, asked) {
            Reading::Searched(found) => {
                (Verdict::Useful(found.sources.iter().cloned().map(Cow::Owned).collect()), Some(found))
            }
            Reading::Ungrounded(found) => (Verdict::NotUseful(NotUsefulReason::Ungrounded), Some(found)),
            Reading::Unreadable => (Verdict::NotUseful(NotUsefulReason::UnparseablePayload), None),
            Reading::Failed(Some(code)) => (Verdict::Refused(code), None),
            Reading::Failed(None) => (Verdict::Upstream, None),
        };
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = found;
        verdict
    }
}
