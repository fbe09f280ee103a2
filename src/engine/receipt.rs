//! From the attempts of a plan to its receipt: what every engine adds up the same way.

use super::attempt::Attempted;
use super::classify;
use crate::receipt::{AttemptRecord, Evidence, Outcome, Receipt, Refusal, Role, SCHEMA_VERSION};

/// Numbers the attempts, adds them up, and draws the conclusions.
pub(super) fn assemble(
    refusal: Option<Refusal>,
    attempted: Vec<Attempted>,
    attempts_allowed: u32,
    budget_ms: u64,
) -> Receipt {
    let mut fallback_used = false;
    let mut attempts_used = 0;
    let mut evidence: Vec<Evidence> = Vec::new();
    let mut attempts: Vec<AttemptRecord> = Vec::with_capacity(attempted.len());
    for (index, attempt) in (0..).zip(attempted) {
        let mut record = attempt.record;
        record.index = index;
        attempts_used += u32::from(attempt.started);
        fallback_used |= attempt.started && record.role == Role::Fallback;
        attempts.push(record);
        evidence = attempt.evidence;
    }
    let outcome = match refusal {
        Some(_) => Outcome::BlockedByPolicy,
        None => classify::outcome(&attempts),
    };
    Receipt {
        schema_version: SCHEMA_VERSION,
        outcome,
        next_action: classify::next_action(outcome, &attempts),
        refusal,
        fallback_used,
        attempts_used,
        attempts_allowed,
        elapsed_ms: attempts.iter().map(|attempt| attempt.elapsed_ms).sum(),
        budget_ms,
        retry_after_ms: attempts.iter().filter_map(|attempt| attempt.retry_after_ms).min(),
        cache_age_ms: None,
        attempts,
        evidence,
    }
}
