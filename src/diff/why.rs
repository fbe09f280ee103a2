//! Where two lookups part: the first attempt that went otherwise, in words.

use super::change::Changed;
use crate::receipt::{AttemptRecord, Status};

/// The first attempt that went otherwise.
#[derive(Clone, Copy, Debug)]
pub struct First<'a> {
    /// The attempt's place in the receipt, from 0.
    pub index: usize,
    /// What it was; nothing where there was no such attempt.
    pub old: Option<&'a AttemptRecord>,
    /// What it is; nothing where there is none.
    pub new: Option<&'a AttemptRecord>,
}

/// The first attempt that differs in more than its target.
pub fn first_difference(changed: &Changed) -> Option<First<'_>> {
    let (old, new) = (changed.old.as_ref()?.trail()?, changed.new.as_ref()?.trail()?);
    let (old, new) = (old.receipt.attempts(), new.receipt.attempts());
    let most = old.len().max(new.len());
    let mut all = (0..most).map(|index| First { index, old: old.get(index), new: new.get(index) });
    all.find(|first| match (first.old, first.new) {
        (Some(old), Some(new)) => !went_the_same_way(old, new),
        (Some(_), None) | (None, Some(_)) => true,
        (None, None) => false,
    })
}

fn went_the_same_way(old: &AttemptRecord, new: &AttemptRecord) -> bool {
    let facts = |attempt: &AttemptRecord| {
        let times = (attempt.elapsed_ms(), attempt.slice_ms(), attempt.retry_after_ms());
        let end = (attempt.status(), attempt.fault(), attempt.not_useful_reason(), attempt.http_status());
        (attempt.transport().to_owned(), attempt.role(), end, times, attempt.dispatched())
    };
    facts(old) == facts(new)
}

impl First<'_> {
    /// Whose attempt it is, such as `fallback`.
    pub fn transport(&self) -> &str {
        self.new.or(self.old).map_or("", AttemptRecord::transport)
    }

    /// What it was and what it is, each in a few words.
    pub fn words(&self) -> (String, String) {
        (words(self.old), words(self.new))
    }
}

/// How an attempt went, in words that say why.
fn words(attempt: Option<&AttemptRecord>) -> String {
    let Some(attempt) = attempt else { return "not asked".to_owned() };
    let (elapsed, slice) = (attempt.elapsed_ms(), attempt.slice_ms());
    match attempt.status() {
        Status::SkippedNoBudget => format!("not started, since only {slice} ms were left"),
        Status::TransportTimeout if elapsed == slice => {
            format!("transport_timeout at the end of its slice of {slice} ms")
        }
        status @ (Status::OkUseful
        | Status::OkNotUseful
        | Status::TransportError
        | Status::TransportTimeout
        | Status::RateLimited
        | Status::QuotaExhausted
        | Status::AuthFailed
        | Status::NotConfigured
        | Status::Cancelled) => {
            let fault = attempt.fault().map(|fault| format!("/{fault}"));
            let reason = attempt.not_useful_reason().map(|reason| format!("/{reason}"));
            let detail = fault.or(reason).unwrap_or_default();
            format!("{status}{detail} after {elapsed} ms of a slice of {slice} ms")
        }
    }
}
