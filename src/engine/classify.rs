//! From an HTTP status to an attempt status, and from the attempts to the outcome: total tables.

use crate::receipt::{AttemptRecord, Fault, NextAction, Outcome, Status};

/// What an HTTP status says about the transport, before anybody looks at the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The validator judges what arrived.
    Payload,
    /// The attempt is over.
    NoPayload(Status, Option<Fault>),
}

/// Reads an HTTP status. 202 is no payload: search providers use it for throttling.
pub fn http_status(code: u16) -> Answer {
    match code {
        202 | 429 => Answer::NoPayload(Status::RateLimited, None),
        200..=299 => Answer::Payload,
        300..=399 => Answer::NoPayload(Status::TransportError, Some(Fault::Redirect)),
        401 | 403 | 407 => Answer::NoPayload(Status::AuthFailed, None),
        402 | 432 | 433 => Answer::NoPayload(Status::QuotaExhausted, None),
        408 | 504 => Answer::NoPayload(Status::TransportTimeout, None),
        _ => Answer::NoPayload(Status::TransportError, Some(Fault::HttpStatus)),
    }
}

/// The outcome of a plan that was not refused; the first rule that matches wins.
pub fn outcome(attempts: &[AttemptRecord]) -> Outcome {
    let any = |status| attempts.iter().any(|attempt| attempt.status() == status);
    if any(Status::OkUseful) {
        Outcome::UsefulResult
    } else if any(Status::Cancelled) {
        Outcome::TransportFailed
    } else if attempts.last().is_some_and(|last| last.status() == Status::SkippedNoBudget) {
        Outcome::BudgetExhausted
    } else if any(Status::OkNotUseful) {
        Outcome::NoUsefulResult
    } else {
        Outcome::TransportFailed
    }
}

/// The one next action that follows from an outcome and its attempts.
pub fn next_action(outcome: Outcome, attempts: &[AttemptRecord]) -> NextAction {
    match outcome {
        Outcome::UsefulResult => NextAction::UseResult,
        Outcome::BlockedByPolicy => NextAction::Stop,
        Outcome::BudgetExhausted => NextAction::AnswerFromPriorKnowledge,
        Outcome::NoUsefulResult => NextAction::AskUserToNarrow,
        Outcome::TransportFailed if attempts.iter().any(|attempt| is_final(attempt.status())) => {
            NextAction::Stop
        }
        Outcome::TransportFailed => NextAction::RetryLater,
    }
}

/// Would trying again in thirty seconds be in vain?
fn is_final(status: Status) -> bool {
    match status {
        Status::AuthFailed | Status::QuotaExhausted | Status::NotConfigured | Status::Cancelled => true,
        Status::OkUseful
        | Status::OkNotUseful
        | Status::TransportError
        | Status::TransportTimeout
        | Status::RateLimited
        | Status::SkippedNoBudget => false,
    }
}
