//! What must hold of every replay, whatever the scenario expects.
//!
//! The checks are written from the rules and not from the engine's code, so that a fault in the engine does not excuse
//! itself.

use super::session::Played;
use super::trail::{EventKind, Trail};
use crate::engine::Policy;
use crate::receipt::vocabulary::vocabulary;
use crate::receipt::{AttemptRecord, NextAction, Outcome, Receipt, Role, SCHEMA_VERSION, Status, Vocabulary};
use crate::scenario::{EngineName, Scenario, Setup};

vocabulary! {
    /// A rule that every replay is checked against.
    Invariant is "invariant" {
        AtMostOneFallback = "at_most_one_fallback":
            "One primary attempt, at most one fallback attempt where the primary calls for it, and no other call.",
        NoOverspend = "no_overspend":
            "The lookup never takes longer than its budget, and no attempt is given more than what is left of it.",
        ReceiptAlways = "receipt_always": "The lookup returns one well-formed receipt of the current version.",
        OutcomeMatchesAttempts = "outcome_matches_attempts": "The outcome follows from the attempts.",
        NextActionMatchesOutcome = "next_action_matches_outcome":
            "The next action follows from the outcome and the attempts.",
        SkippedNeverDialled = "skipped_never_dialled":
            "A skipped attempt was not dialled, and every dial is an attempt that was started.",
        ElapsedAddsUp = "elapsed_adds_up":
            "The time is that of the attempts, each within its slice, and of the waits, and what the clock shows.",
        EvidenceWithinCaps = "evidence_within_caps":
            "Evidence stands only with a useful result, within the caps on hits and characters.",
        NoSecretLeak = "no_secret_leak": "No declared secret stands in any output.",
        Deterministic = "deterministic": "A second replay gives the same trail.",
    }
}

/// An invariant that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The lookup, from 0.
    pub lookup: usize,
    /// The rule.
    pub invariant: Invariant,
    /// What was found instead.
    pub detail: String,
    /// Does the engine promise it, so that the run fails?
    pub promised: bool,
}

/// Any number of providers, each with limits of its own.
const LAYERED: &[Invariant] = &[
    Invariant::ReceiptAlways,
    Invariant::OutcomeMatchesAttempts,
    Invariant::NextActionMatchesOutcome,
    Invariant::SkippedNeverDialled,
    Invariant::ElapsedAddsUp,
    Invariant::EvidenceWithinCaps,
    Invariant::NoSecretLeak,
    Invariant::Deterministic,
];

/// One call, as long as it takes.
const NAIVE: &[Invariant] = &[
    Invariant::AtMostOneFallback,
    Invariant::ReceiptAlways,
    Invariant::OutcomeMatchesAttempts,
    Invariant::NextActionMatchesOutcome,
    Invariant::SkippedNeverDialled,
    Invariant::ElapsedAddsUp,
    Invariant::EvidenceWithinCaps,
    Invariant::NoSecretLeak,
    Invariant::Deterministic,
];

/// The invariants that an engine promises.
pub fn promises(engine: EngineName) -> &'static [Invariant] {
    match engine {
        // The gate makes one attempt by the policy; the routed engine's budget is its own deadline.
        EngineName::Bounded | EngineName::Routed | EngineName::FetchGate => Invariant::ALL,
        EngineName::Layered => LAYERED,
        EngineName::Naive => NAIVE,
    }
}

/// Checks every invariant on one lookup; `again` is the same lookup of a second replay.
pub(super) fn check(
    played: &Played,
    again: Option<&Trail>,
    scenario: &Scenario,
    engine: EngineName,
) -> Vec<Broken> {
    let trail = &played.trail;
    let check = |invariant| match invariant {
        Invariant::AtMostOneFallback => at_most_one_fallback(trail, scenario, engine),
        Invariant::NoOverspend => no_overspend(&trail.receipt, played.clock_ms, scenario, engine),
        Invariant::ReceiptAlways => receipt_always(&trail.receipt),
        Invariant::OutcomeMatchesAttempts => outcome_matches_attempts(&trail.receipt),
        Invariant::NextActionMatchesOutcome => next_action_matches_outcome(&trail.receipt),
        Invariant::SkippedNeverDialled => skipped_never_dialled(trail),
        Invariant::ElapsedAddsUp => elapsed_adds_up(trail, played.clock_ms),
        Invariant::EvidenceWithinCaps => evidence_within_caps(&trail.receipt, scenario),
        Invariant::NoSecretLeak => no_secret_leak(trail, scenario),
        Invariant::Deterministic => deterministic(trail, again),
    };
    let lookup = trail.lookup as usize;
    let promised = promises(engine);
    let found = Invariant::ALL.iter().filter_map(|invariant| {
        let detail = check(*invariant).err()?;
        Some(Broken { lookup, invariant: *invariant, detail, promised: promised.contains(invariant) })
    });
    found.collect()
}

type Check = Result<(), String>;

fn ensure(holds: bool, detail: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(detail()) }
}

fn at_most_one_fallback(trail: &Trail, scenario: &Scenario, engine: EngineName) -> Check {
    let roles: Vec<Role> = trail.receipt.attempts().iter().map(AttemptRecord::role).collect();
    ensure(matches!(roles.as_slice(), [] | [Role::Primary] | [Role::Primary, Role::Fallback]), || {
        format!("the attempts are {roles:?}")
    })?;
    if let [primary, _] = trail.receipt.attempts() {
        fallback_was_called_for(primary.status(), &scenario.policy, engine)?;
    }
    for (index, script) in scenario.transports.iter().enumerate() {
        let calls = trail.calls.of(&script.name).unwrap_or(0);
        ensure(calls <= 1 && (index < 2 || calls == 0), || {
            format!("{} was called {calls} times", script.name)
        })?;
    }
    let fallback_started = trail.calls.0.iter().skip(1).any(|(_, calls)| *calls > 0);
    ensure(trail.receipt.fallback_used() == fallback_started, || {
        format!("fallback_used is {}", trail.receipt.fallback_used())
    })
}

fn fallback_was_called_for(primary: Status, policy: &Policy, engine: EngineName) -> Check {
    // Only the bounded engine asks the policy whether there may be one.
    let (allowed, on_auth) = match engine {
        EngineName::Bounded => (policy.fallback_allowed(), policy.fallback_on_auth()),
        EngineName::Layered | EngineName::Routed | EngineName::FetchGate | EngineName::Naive => (true, true),
    };
    ensure(allowed, || "a fallback, and max_fallbacks is 0".to_owned())?;
    let right = match primary {
        Status::OkUseful | Status::Cancelled => false,
        Status::AuthFailed => on_auth,
        Status::OkNotUseful
        | Status::TransportError
        | Status::TransportTimeout
        | Status::RateLimited
        | Status::QuotaExhausted
        | Status::NotConfigured
        | Status::SkippedNoBudget => true,
    };
    ensure(right, || format!("a fallback after {primary}"))
}

fn no_overspend(receipt: &Receipt, clock_ms: u64, scenario: &Scenario, engine: EngineName) -> Check {
    let policy = &scenario.policy;
    let budget = match scenario.setup_for(engine).as_ref() {
        Setup::Routed(routed) => routed.deadline_ms,
        Setup::Bounded | Setup::Layered(_) | Setup::FetchGate(_) | Setup::Naive => policy.budget_ms(),
    };
    ensure(receipt.budget_ms() == budget, || {
        format!("a budget of {} ms, not {budget} ms", receipt.budget_ms())
    })?;
    let spent = receipt.elapsed_ms().max(clock_ms);
    ensure(spent <= budget, || format!("{spent} ms of a budget of {budget} ms"))?;
    // What does not borrow from the budget has no share of it.
    let share = |left: u64| match engine {
        EngineName::Bounded | EngineName::FetchGate => Some(left.min(policy.per_attempt_ms())),
        EngineName::Routed => Some(left),
        EngineName::Layered | EngineName::Naive => None,
    };
    let mut left = budget;
    for attempt in receipt.attempts() {
        let (name, slice) = (attempt.transport(), attempt.slice_ms());
        let Some(due) = share(left) else { return Ok(()) };
        ensure(slice == due, || format!("{name} was given {slice} ms, and {due} ms were its share"))?;
        let skipped = attempt.status() == Status::SkippedNoBudget;
        ensure(skipped == (slice < policy.min_attempt_ms()), || {
            format!("{name} with a slice of {slice} ms")
        })?;
        left = left.saturating_sub(attempt.elapsed_ms());
    }
    Ok(())
}

fn receipt_always(receipt: &Receipt) -> Check {
    ensure(receipt.schema_version() == SCHEMA_VERSION, || format!("version {}", receipt.schema_version()))?;
    let refused = receipt.outcome() == Outcome::BlockedByPolicy;
    ensure(refused == receipt.refusal().is_some(), || "outcome and refusal disagree".to_owned())?;
    ensure(refused == receipt.attempts().is_empty(), || "outcome and attempts disagree".to_owned())?;
    ensure(receipt.attempts_used() <= receipt.attempts_allowed(), || {
        "more attempts than allowed".to_owned()
    })?;
    for (index, attempt) in (0..).zip(receipt.attempts()) {
        ensure(attempt.index() == index, || format!("attempt {index} has index {}", attempt.index()))?;
        let is_fault = attempt.status() == Status::TransportError;
        ensure(is_fault == attempt.fault().is_some(), || {
            format!("attempt {index}: status and fault disagree")
        })?;
        let is_useless = attempt.status() == Status::OkNotUseful;
        let has_reason = attempt.not_useful_reason().is_some();
        ensure(is_useless == has_reason, || format!("attempt {index}: status and reason disagree"))?;
    }
    Ok(())
}

fn outcome_matches_attempts(receipt: &Receipt) -> Check {
    let statuses: Vec<Status> = receipt.attempts().iter().map(AttemptRecord::status).collect();
    let has = |status| statuses.contains(&status);
    let right = match receipt.outcome() {
        Outcome::BlockedByPolicy => statuses.is_empty(),
        Outcome::UsefulResult => has(Status::OkUseful),
        Outcome::BudgetExhausted => {
            statuses.last() == Some(&Status::SkippedNoBudget)
                && !has(Status::OkUseful)
                && !has(Status::Cancelled)
        }
        Outcome::NoUsefulResult => {
            has(Status::OkNotUseful)
                && !has(Status::OkUseful)
                && !has(Status::Cancelled)
                && statuses.last() != Some(&Status::SkippedNoBudget)
        }
        Outcome::TransportFailed => {
            !statuses.is_empty()
                && !has(Status::OkUseful)
                && (has(Status::Cancelled)
                    || (!has(Status::OkNotUseful) && statuses.last() != Some(&Status::SkippedNoBudget)))
        }
    };
    ensure(right, || format!("{} after {statuses:?}", receipt.outcome()))
}

fn next_action_matches_outcome(receipt: &Receipt) -> Check {
    let hopeless = receipt.attempts().iter().any(|attempt| match attempt.status() {
        Status::AuthFailed | Status::QuotaExhausted | Status::NotConfigured | Status::Cancelled => true,
        Status::OkUseful
        | Status::OkNotUseful
        | Status::TransportError
        | Status::TransportTimeout
        | Status::RateLimited
        | Status::SkippedNoBudget => false,
    });
    let right = match receipt.outcome() {
        Outcome::UsefulResult => NextAction::UseResult,
        Outcome::BlockedByPolicy => NextAction::Stop,
        Outcome::BudgetExhausted => NextAction::AnswerFromPriorKnowledge,
        Outcome::NoUsefulResult => NextAction::AskUserToNarrow,
        Outcome::TransportFailed if hopeless => NextAction::Stop,
        Outcome::TransportFailed => NextAction::RetryLater,
    };
    ensure(receipt.next_action() == right, || {
        format!("{} after {}, not {right}", receipt.next_action(), receipt.outcome())
    })
}

fn skipped_never_dialled(trail: &Trail) -> Check {
    for attempt in
        trail.receipt.attempts().iter().filter(|attempt| attempt.status() == Status::SkippedNoBudget)
    {
        let name = attempt.transport();
        ensure(attempt.elapsed_ms() == 0 && !attempt.dispatched(), || {
            format!("{name} was skipped and yet took part")
        })?;
        ensure(trail.calls.of(name) == Some(0), || format!("{name} was skipped and yet called"))?;
        let dialled =
            trail.events.iter().any(|event| event.event == EventKind::Dial && event.transport == name);
        ensure(!dialled, || format!("{name} was skipped and yet dialled"))?;
    }
    let calls: u64 = trail.calls.0.iter().map(|(_, calls)| calls).sum();
    let used = u64::from(trail.receipt.attempts_used());
    ensure(calls == used, || format!("{calls} calls for {used} attempts that were started"))
}

fn elapsed_adds_up(trail: &Trail, clock_ms: u64) -> Check {
    let receipt = &trail.receipt;
    let attempts: u64 = receipt.attempts().iter().map(AttemptRecord::elapsed_ms).sum();
    let waits: u64 = trail.events.iter().filter_map(|event| event.wait_ms).sum();
    let elapsed = receipt.elapsed_ms();
    ensure(elapsed == attempts + waits, || {
        let waited = if waits == 0 { String::new() } else { format!(" and the waits {waits} ms") };
        format!("{elapsed} ms, but the attempts took {attempts} ms{waited}")
    })?;
    ensure(elapsed == clock_ms, || format!("{elapsed} ms, but the clock shows {clock_ms} ms"))?;
    for attempt in receipt.attempts() {
        let (elapsed, slice) = (attempt.elapsed_ms(), attempt.slice_ms());
        ensure(elapsed <= slice, || format!("{} took {elapsed} ms of {slice} ms", attempt.transport()))?;
    }
    Ok(())
}

fn evidence_within_caps(receipt: &Receipt, scenario: &Scenario) -> Check {
    let is_useful = receipt.outcome() == Outcome::UsefulResult;
    ensure(is_useful || receipt.evidence().is_empty(), || format!("evidence with {}", receipt.outcome()))?;
    let hits = receipt.evidence().len() as u64;
    let most = scenario.policy.max_evidence_hits();
    ensure(hits <= most, || format!("{hits} hits, and {most} are allowed"))?;
    let most = scenario.policy.max_evidence_chars();
    for text in receipt.evidence().iter().flat_map(|evidence| [evidence.title(), evidence.snippet()]) {
        let chars = text.chars().count() as u64;
        ensure(chars <= most, || format!("a text of {chars} characters, and {most} are allowed"))?;
    }
    Ok(())
}

fn no_secret_leak(trail: &Trail, scenario: &Scenario) -> Check {
    // The text itself would be the leak.
    ensure(!trail.texts().any(|text| scenario.redactor.reveals(text)), || {
        "a declared secret stands in the trail".to_owned()
    })
}

fn deterministic(trail: &Trail, again: Option<&Trail>) -> Check {
    let Some(again) = again else { return Err("the second replay has no such lookup".to_owned()) };
    if trail == again {
        return Ok(());
    }
    let differing = trail.events.iter().zip(&again.events).find(|(first, second)| first != second);
    Err(match differing {
        Some((first, second)) => format!("first {first:?}, then {second:?}"),
        None if trail.events.len() != again.events.len() => {
            format!("{} events, then {}", trail.events.len(), again.events.len())
        }
        None => "the same events, and another receipt".to_owned(),
    })
}
