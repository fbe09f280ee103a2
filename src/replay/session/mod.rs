//! One performance of a scenario: its lookups in order, sharing scripts and clock.
//!
//! The loop is the same for every engine; a [`Driver`] a file puts one of them on the [`Stage`].

mod bounded;
mod fetch_gate;
mod naive;
mod routed;

use std::future::{Future, pending};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use self::bounded::BoundedDriver;
use self::fetch_gate::GateDriver;
use self::naive::NaiveDriver;
use self::routed::RoutedDriver;
use super::ORIGIN_UNIX_MS;
use super::extra::Extra;
use super::recorder::Recorder;
use super::trail::{Counts, Trail};
use crate::engine::UnixClock;
use crate::receipt::Receipt;
use crate::scenario::{EngineName, Lookup, Scenario};
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
    /// What it was asked once too often.
    pub what: Asked,
    /// How often each of its steps was allowed.
    pub allowed: Vec<u64>,
    /// How often it was called.
    pub calls: u64,
}

/// What a script answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A call, by `steps`.
    Call,
    /// A health check, by `health`.
    Health,
}

/// Why a performance has no trails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The engine cannot do what the scenario asks.
    CannotExpress {
        /// Why.
        reason: String,
    },
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

/// Everything that a performance is given: the scenario, its transports, and the clock.
struct Stage<'s> {
    scenario: &'s Scenario,
    transports: Vec<ScriptedTransport<'s>>,
    origin: Instant,
}

impl Stage<'_> {
    /// The manual clock, for dates.
    fn clock(&self) -> UnixClock {
        let origin = self.origin;
        Arc::new(move || ORIGIN_UNIX_MS + millis(origin.elapsed()))
    }
}

/// An engine that performs the lookups of a session, one after the other.
trait Driver {
    /// Looks one query up: what the caller was told, and what only this engine tells.
    async fn lookup(
        &mut self,
        lookup: &Lookup,
        cancel: impl Future<Output = ()>,
        recorder: &Recorder,
    ) -> (Receipt, Extra);
}

pub(super) async fn play(scenario: &Scenario, engine: EngineName) -> Result<Vec<Played>, SessionError> {
    if let Some(reason) = engine.cannot_express(scenario) {
        return Err(SessionError::CannotExpress { reason });
    }
    let transports = scenario.transports.iter().map(ScriptedTransport::new).collect();
    let stage = Stage { scenario, transports, origin: Instant::now() };
    match engine {
        EngineName::Bounded => perform(&stage, engine, BoundedDriver::new(&stage)).await,
        EngineName::Naive => perform(&stage, engine, NaiveDriver::new(&stage)).await,
        EngineName::FetchGate => perform(&stage, engine, GateDriver::new(&stage)).await,
        EngineName::Routed => perform(&stage, engine, RoutedDriver::new(&stage)).await,
        // Told at load, and above.
        EngineName::Layered => Ok(Vec::new()),
    }
}

async fn perform<D: Driver>(
    stage: &Stage<'_>,
    engine: EngineName,
    driver: Option<D>,
) -> Result<Vec<Played>, SessionError> {
    let Some(mut driver) = driver else { return Ok(Vec::new()) };
    let Stage { scenario, transports, origin } = stage;
    let recorder = Recorder::new(*origin);
    let mut played = Vec::with_capacity(scenario.lookups.len());
    let mut weight = 0;
    for (index, lookup) in scenario.lookups.iter().enumerate() {
        let start = *origin + Duration::from_millis(lookup.at_ms);
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
        let (receipt, extra) = driver.lookup(lookup, cancel, &recorder).await;
        no_overrun(index, transports, scenario)?;
        let calls = transports
            .iter()
            .zip(calls_before)
            .map(|(transport, before)| (transport.name().to_owned(), transport.calls() - before));
        let unused = transports.iter().map(|transport| (transport.name().to_owned(), transport.unused()));
        let trail = Trail {
            scenario: scenario.name.clone(),
            lookup: u32::try_from(index).unwrap_or(u32::MAX),
            engine,
            receipt,
            calls: Counts(calls.collect()),
            unused: Counts(unused.collect()),
            events: recorder.take(),
            violations: Vec::new(),
            extra,
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
        let overrun = |what, times: Vec<Times>, calls| {
            let allowed = times.into_iter().map(|times| match times {
                Times::Exactly(times) => times,
                Times::Forever => u64::MAX,
            });
            let (transport, allowed) = (script.name.clone(), allowed.collect());
            Err(SessionError::Overrun(Overrun { lookup, transport, what, allowed, calls }))
        };
        if transport.overrun() {
            let times = script.steps.iter().map(|step| step.times).collect();
            return overrun(Asked::Call, times, transport.calls());
        }
        if transport.health_overrun() {
            let times = script.health.iter().map(|step| step.times).collect();
            return overrun(Asked::Health, times, transport.health_checks());
        }
    }
    Ok(())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
