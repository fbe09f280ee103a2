//! One lookup of one engine against the truth.

use super::truth::{Truth, step_at, takes_ms};
use crate::receipt::{AttemptRecord, Outcome, Status};
use crate::replay::Trail;
use crate::scenario::Scenario;

/// What one lookup came to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct Measured {
    /// The scenario's name.
    pub scenario: String,
    /// The lookup's place in the scenario, from 0.
    pub lookup: u32,
    /// What the caller was told.
    pub outcome: Outcome,
    /// Is the truth known, so that the three answers below mean something?
    pub is_scored: bool,
    /// The caller was told to use a result, and it was useful.
    pub useful: bool,
    /// The caller was told to use a result, and it was none.
    pub false_success: bool,
    /// A useful answer was to be had within the budget, and the caller did not get one.
    pub missed: bool,
    /// Virtual milliseconds.
    pub elapsed_ms: u64,
    /// Did it take longer than the policy's budget?
    pub over_budget: bool,
    /// Calls of transports.
    pub dialled: u64,
    /// Did more than one request leave the process, so that the lookup may have been billed twice?
    pub billed_twice: bool,
    /// Invariants that do not hold.
    pub broken: u64,
    /// Was an error told as a sentence, which no program can act on?
    pub prose_error: bool,
}

/// Measures the lookups of one replay.
pub fn measure(scenario: &Scenario, trails: &[Trail]) -> Vec<Measured> {
    let mut calls: Vec<u64> = vec![0; scenario.transports.len()];
    let mut stored: Option<Truth> = None;
    let mut measured = Vec::with_capacity(trails.len());
    for trail in trails {
        let offers = offers(scenario, &calls);
        for (count, script) in calls.iter_mut().zip(&scenario.transports) {
            *count += trail.calls.of(&script.name).unwrap_or(0);
        }
        let used = used(scenario, trail, &calls, stored);
        if trail.receipt.cache_age_ms().is_none() && trail.receipt.outcome() == Outcome::UsefulResult {
            stored = used;
        }
        measured.push(one(scenario, trail, used, &offers));
    }
    measured
}

/// What each transport would answer next, where that takes no longer than the budget.
fn offers(scenario: &Scenario, calls: &[u64]) -> Vec<Truth> {
    let budget_ms = scenario.policy.budget_ms();
    let steps = scenario.transports.iter().zip(calls).filter_map(|(script, call)| step_at(script, *call));
    steps.filter(|step| takes_ms(step) <= budget_ms).map(Truth::of).collect()
}

/// The truth about what the caller was told to use, if it was told to use anything.
fn used(scenario: &Scenario, trail: &Trail, calls: &[u64], stored: Option<Truth>) -> Option<Truth> {
    if trail.receipt.outcome() != Outcome::UsefulResult {
        return None;
    }
    if trail.receipt.cache_age_ms().is_some() {
        return Some(stored.unwrap_or(Truth::Unknown));
    }
    let useful = trail.receipt.attempts().iter().rev().find(|attempt| attempt.status() == Status::OkUseful);
    let truth = useful.and_then(|attempt| {
        let place = scenario.transports.iter().position(|script| script.name == attempt.transport())?;
        let last = calls.get(place)?.checked_sub(1)?;
        step_at(scenario.transports.get(place)?, last).map(Truth::of)
    });
    Some(truth.unwrap_or(Truth::Unknown))
}

fn one(scenario: &Scenario, trail: &Trail, used: Option<Truth>, offers: &[Truth]) -> Measured {
    let receipt = &trail.receipt;
    let useful = used == Some(Truth::Useful);
    let is_refused = receipt.outcome() == Outcome::BlockedByPolicy;
    let is_scored = match used {
        Some(truth) => truth != Truth::Unknown,
        None => offers.iter().all(|offer| *offer != Truth::Unknown),
    };
    let dispatched =
        receipt.attempts().iter().filter(|attempt: &&AttemptRecord| attempt.dispatched()).count();
    Measured {
        scenario: trail.scenario.clone(),
        lookup: trail.lookup,
        outcome: receipt.outcome(),
        is_scored,
        useful,
        false_success: used == Some(Truth::Useless),
        missed: is_scored && !useful && !is_refused && offers.contains(&Truth::Useful),
        elapsed_ms: receipt.elapsed_ms(),
        over_budget: receipt.elapsed_ms() > scenario.policy.budget_ms(),
        dialled: trail.calls.0.iter().map(|(_, calls)| calls).sum(),
        billed_twice: dispatched > 1,
        broken: trail.violations.len() as u64,
        prose_error: receipt.outcome() != Outcome::UsefulResult && trail.extra.reply.is_some(),
    }
}
