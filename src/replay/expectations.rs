//! What a scenario states about a lookup, against what came of it.

use std::fmt::Display;

use super::trail::Trail;
use crate::receipt::{AttemptRecord, Receipt};
use crate::scenario::{Elapsed, Expect, Place, Scenario, Stated};

/// An expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The lookup, from 0.
    pub lookup: usize,
    /// The field of `expect`, such as `calls.primary`.
    pub field: String,
    /// Where the scenario states it.
    pub place: Place,
    /// What it states.
    pub expected: String,
    /// What came of it.
    pub actual: String,
}

/// Checks every lookup of a scenario.
pub(super) fn check(scenario: &Scenario, trails: &[Trail]) -> Vec<Mismatch> {
    let mut mismatches = Vec::new();
    for (lookup, (expected, trail)) in scenario.lookups.iter().zip(trails).enumerate() {
        check_lookup(&expected.expect, trail, &mut Sheet { lookup, mismatches: &mut mismatches });
    }
    mismatches
}

/// Where the differences of one lookup are noted.
struct Sheet<'a> {
    lookup: usize,
    mismatches: &'a mut Vec<Mismatch>,
}

impl Sheet<'_> {
    fn note(&mut self, field: &str, place: Place, expected: String, actual: String) {
        self.mismatches.push(Mismatch {
            lookup: self.lookup,
            field: field.to_owned(),
            place,
            expected,
            actual,
        });
    }

    fn equal<T: PartialEq + Display>(&mut self, field: &str, stated: Option<&Stated<T>>, actual: &T) {
        if let Some(stated) = stated
            && stated.value != *actual
        {
            self.note(field, stated.place, stated.value.to_string(), actual.to_string());
        }
    }

    fn equal_or_none<T: PartialEq + Display>(
        &mut self,
        field: &str,
        stated: Option<&Stated<Option<T>>>,
        actual: Option<&T>,
    ) {
        if let Some(stated) = stated
            && stated.value.as_ref() != actual
        {
            self.note(field, stated.place, or_null(stated.value.as_ref()), or_null(actual));
        }
    }
}

fn or_null<T: Display>(value: Option<&T>) -> String {
    value.map_or_else(|| "null".to_owned(), T::to_string)
}

fn check_lookup(expect: &Expect, trail: &Trail, sheet: &mut Sheet<'_>) {
    let receipt = &trail.receipt;
    sheet.equal("outcome", expect.outcome.as_ref(), &receipt.outcome());
    sheet.equal("next_action", expect.next_action.as_ref(), &receipt.next_action());
    sheet.equal_or_none("refusal", expect.refusal.as_ref(), receipt.refusal().as_ref());
    sheet.equal("fallback_used", expect.fallback_used.as_ref(), &receipt.fallback_used());
    sheet.equal("attempts_used", expect.attempts_used.as_ref(), &u64::from(receipt.attempts_used()));
    check_elapsed(expect, receipt, sheet);
    sheet.equal_or_none("retry_after_ms", expect.retry_after_ms.as_ref(), receipt.retry_after_ms().as_ref());
    check_trail(expect, receipt, sheet);
    for (transport, stated) in &expect.calls {
        sheet.equal(&format!("calls.{transport}"), Some(stated), &trail.calls.of(transport).unwrap_or(0));
    }
    for (transport, stated) in &expect.unused {
        sheet.equal(&format!("unused.{transport}"), Some(stated), &trail.unused.of(transport).unwrap_or(0));
    }
    check_reasons(expect, receipt, sheet);
    sheet.equal("evidence", expect.evidence.as_ref(), &(receipt.evidence().len() as u64));
}

fn check_elapsed(expect: &Expect, receipt: &Receipt, sheet: &mut Sheet<'_>) {
    let Some(stated) = &expect.elapsed_ms else { return };
    let actual = receipt.elapsed_ms();
    let (met, expected) = match stated.value {
        Elapsed::Exactly(ms) => (actual == ms, ms.to_string()),
        Elapsed::AtMost(ms) => (actual <= ms, format!("at most {ms}")),
    };
    if !met {
        sheet.note("elapsed_ms", stated.place, expected, actual.to_string());
    }
}

fn check_trail(expect: &Expect, receipt: &Receipt, sheet: &mut Sheet<'_>) {
    let Some(stated) = &expect.trail else { return };
    let items = |(transport, status): (&str, _)| format!("{transport}:{status}");
    let actual: Vec<_> = receipt.attempts().iter().map(|a| items((a.transport(), a.status()))).collect();
    let expected: Vec<_> = stated.value.iter().map(|(name, status)| items((name, *status))).collect();
    if actual != expected {
        let list = |items: Vec<String>| format!("[{}]", items.join(", "));
        sheet.note("trail", stated.place, list(expected), list(actual));
    }
}

fn check_reasons(expect: &Expect, receipt: &Receipt, sheet: &mut Sheet<'_>) {
    for (transport, stated) in &expect.reasons {
        let attempt = receipt.attempts().iter().find(|attempt| attempt.transport() == transport);
        let actual = attempt.and_then(AttemptRecord::not_useful_reason);
        if actual != Some(stated.value) {
            let field = format!("reasons.{transport}");
            let actual = match attempt {
                Some(attempt) => {
                    actual.map_or_else(|| attempt.status().to_string(), |reason| reason.to_string())
                }
                None => "no attempt".to_owned(),
            };
            sheet.note(&field, stated.place, stated.value.to_string(), actual);
        }
    }
}
