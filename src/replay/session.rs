//! One performance of a scenario: its lookups in order, sharing scripts and clock.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::ORIGIN_UNIX_MS;
use super::recorder::Recorder;
use super::trail::{Counts, Extra, Trail};
use crate::engine::Bounded;
use crate::scenario::{EngineName, Scenario};
use crate::transport::Transport;
use crate::transport::scripted::{ScriptedTransport, Times};

/// The largest trails that one scenario may yield, in bytes.
const MAX_TRAIL_BYTES: usize = 256 * 1024 * 1024;

/// A call past the last step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// The lookup that made it, from 0.
    pub lookup: usize,
    /// The transport that was called.
    pub transport: String,
    /// How often each of its steps was allowed.
    pub allowed: Vec<u64>,
    /// How often it was called.
    pub calls: u64,
}

/// Why a performance has no trails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// A transport was called more often than its script says.
    Overrun(Overrun),
    /// The trails would take more memory than one scenario may.
    TooLarge {
        /// The lookup at which it was too much, from 0.
        lookup: usize,
    },
}

/// One lookup as it was performed.
pub(super) struct Played {
    pub trail: Trail,
    /// Virtual milliseconds from the lookup's start to its receipt, by the clock and not by the receipt.
    pub clock_ms: u64,
}

pub(super) async fn play(scenario: &Scenario, engine: EngineName) -> Result<Vec<Played>, SessionError> {
    let origin = Instant::now();
    let transports: Vec<_> = scenario.transports.iter().map(ScriptedTransport::new).collect();
    let recorder = Recorder::new(origin);
    match engine {
        EngineName::Bounded => bounded(scenario, origin, &transports, &recorder).await,
    }
}

async fn bounded(
    scenario: &Scenario,
    origin: Instant,
    transports: &[ScriptedTransport<'_>],
    recorder: &Recorder,
) -> Result<Vec<Played>, SessionError> {
    let Some(primary) = transports.first() else { return Ok(Vec::new()) };
    let tool = Bounded::new(primary)
        .with_optional_fallback(transports.get(1))
        .with_policy(scenario.policy.clone())
        .with_validator(scenario.validator.clone())
        .with_redactor(scenario.redactor.clone())
        .with_clock(Arc::new(move || ORIGIN_UNIX_MS + millis(origin.elapsed())));
    let mut played = Vec::with_capacity(scenario.lookups.len());
    let mut weight = 0;
    for (index, lookup) in scenario.lookups.iter().enumerate() {
        let start = origin + Duration::from_millis(lookup.at_ms);
        if start > Instant::now() {
            sleep_until(start).await;
        }
        let start = Instant::now();
        let calls_before: Vec<u64> = transports.iter().map(ScriptedTransport::calls).collect();
        let cancel = async move {
            match lookup.cancel_at_ms {
                Some(0) => {}
                Some(ms) => sleep_until(start + Duration::from_millis(ms)).await,
                None => pending().await,
            }
        };
        let receipt = tool.lookup_observed(&lookup.query, cancel, recorder).await;
        no_overrun(index, transports, scenario)?;
        let calls = transports
            .iter()
            .zip(calls_before)
            .map(|(transport, before)| (transport.name().to_owned(), transport.calls() - before));
        let unused = transports.iter().map(|transport| (transport.name().to_owned(), transport.unused()));
        let trail = Trail {
            scenario: scenario.name.clone(),
            lookup: u32::try_from(index).unwrap_or(u32::MAX),
            engine: EngineName::Bounded,
            receipt,
            calls: Counts(calls.collect()),
            unused: Counts(unused.collect()),
            events: recorder.take(),
            violations: Vec::new(),
            extra: Extra::default(),
        };
        weight += trail.weight();
        if weight > MAX_TRAIL_BYTES {
            return Err(SessionError::TooLarge { lookup: index });
        }
        played.push(Played { trail, clock_ms: millis(start.elapsed()) });
    }
    Ok(played)
}

fn no_overrun(
    lookup: usize,
    transports: &[ScriptedTransport<'_>],
    scenario: &Scenario,
) -> Result<(), SessionError> {
    for (transport, script) in transports.iter().zip(&scenario.transports) {
        if transport.overrun() {
            let allowed = script.steps.iter().map(|step| match step.times {
                Times::Exactly(times) => times,
                Times::Forever => u64::MAX,
            });
            return Err(SessionError::Overrun(Overrun {
                lookup,
                transport: script.name.clone(),
                allowed: allowed.collect(),
                calls: transport.calls(),
            }));
        }
    }
    Ok(())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
