//! What a run came to, in numbers.

use super::case::{Case, CaseStatus, Pin};
use super::style::Style;
use crate::replay::ReplayError;

/// Counts over the scenarios of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Scenarios that passed.
    pub passed: usize,
    /// Scenarios of which a test said no.
    pub failed: usize,
    /// Scenarios that could not be judged.
    pub errors: usize,
    /// Lookups that were replayed.
    pub lookups: usize,
    /// Snapshots that were written.
    pub accepted: usize,
    /// Snapshots that wait for review.
    pub pending: usize,
    /// Invariants that do not hold and that the engine does not promise.
    pub unpromised: usize,
    /// Was a fault of the program among the errors?
    pub fault: bool,
    /// Did the run end before all scenarios were replayed?
    pub stopped_early: bool,
    /// Scenarios that were selected.
    pub selected: usize,
}

impl Summary {
    /// Counts one scenario.
    pub fn add(&mut self, case: &Case<'_>) {
        match case.status() {
            CaseStatus::Passed => self.passed += 1,
            CaseStatus::Failed => self.failed += 1,
            CaseStatus::Error => self.errors += 1,
        }
        self.fault |= case.is_fault();
        match case.replay {
            Ok(replay) => {
                self.lookups += replay.trails.len();
                self.unpromised += replay.broken.iter().filter(|broken| !broken.promised).count();
            }
            Err(ReplayError::Session(_) | ReplayError::Panicked(_)) => {}
        }
        match case.pin {
            Pin::Accepted => self.accepted += 1,
            Pin::Missing { pending: true } | Pin::Differs { pending: true, .. } => self.pending += 1,
            Pin::Unchecked
            | Pin::Same
            | Pin::NotAccepted
            | Pin::Missing { pending: false }
            | Pin::Differs { pending: false, .. }
            | Pin::LineEnds
            | Pin::Broken { .. } => {}
        }
    }

    /// Scenarios that were judged.
    pub fn judged(&self) -> usize {
        self.passed + self.failed + self.errors
    }

    /// One line for people.
    pub fn line(&self, style: Style) -> String {
        let mut parts = vec![count(self.judged(), "scenario"), count(self.lookups, "lookup")];
        let verdict = if self.failed + self.errors == 0 && !self.stopped_early {
            style.good("all passed")
        } else {
            let mut bad = vec![format!("{} passed", self.passed)];
            for (number, what) in [(self.failed, "failed"), (self.errors, "in error")] {
                if number > 0 {
                    bad.push(style.bad(format!("{number} {what}")));
                }
            }
            let not_run = self.selected.saturating_sub(self.judged());
            if not_run > 0 {
                bad.push(style.warn(format!("{not_run} not run")));
            }
            bad.join(", ")
        };
        for (number, what) in [(self.accepted, "written"), (self.pending, "to review")] {
            if number > 0 {
                parts.push(format!("{} {what}", count(number, "snapshot")));
            }
        }
        if self.unpromised > 0 {
            parts.push(format!("{} broken that no one promises", count(self.unpromised, "invariant")));
        }
        format!("{}: {verdict}\n", parts.join(", "))
    }
}

/// `1 scenario`, `2 scenarios`.
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
