//! One scenario to its trails: the production engine on a paused clock, with scripted transports.
//!
//! Start at [`Replayer::replay`]: it plays a scenario twice, checks the [`Invariant`]s and the expectations, and
//! returns a [`Replay`]. [`ordered`] does that for many, on several threads.

pub mod expectations;
pub mod extra;
pub mod invariants;
pub mod ordered;
mod recorder;
mod session;
pub mod trail;

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::runtime::{Builder, Runtime};

use crate::scenario::{EngineName, Scenario};
pub use expectations::Mismatch;
pub use extra::{Audit, AuditLevel, Extra};
pub use invariants::{Broken, Invariant};
pub use session::{Asked, Overrun, SessionError};
pub use trail::{Counts, EventKind, Trail, TrailEvent};

/// The origin of the manual clock, 2026-01-01T00:00:00Z, in milliseconds of Unix time.
pub const ORIGIN_UNIX_MS: u64 = 1_767_225_600_000;

/// What a replay came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// One trail a lookup.
    pub trails: Vec<Trail>,
    /// Expectations that were not met.
    pub mismatches: Vec<Mismatch>,
    /// Invariants that do not hold, those that the engine does not promise among them.
    pub broken: Vec<Broken>,
}

impl Replay {
    /// Did everything that was stated or promised come true?
    pub fn passed(&self) -> bool {
        self.mismatches.is_empty() && !self.broken.iter().any(|broken| broken.promised)
    }
}

/// Why a scenario has no trails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The script or the size of what it yields is at fault.
    Session(SessionError),
    /// The engine panicked, which it must never do.
    Panicked(String),
}

/// Replays scenarios one after the other on a runtime of its own.
#[derive(Debug)]
pub struct Replayer {
    runtime: Runtime,
}

impl Replayer {
    /// A replayer with a current-thread runtime whose clock is paused from the start: pausing it later would lose a
    /// millisecond.
    ///
    /// # Errors
    /// Those of the operating system when it has no resources for a runtime.
    pub fn new() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build()?;
        Ok(Self { runtime })
    }

    /// Plays a scenario once, without judging it: the receipts and what surrounds them.
    pub fn play(&self, scenario: &Scenario, engine: EngineName) -> Result<Vec<Trail>, SessionError> {
        let played = self.runtime.block_on(session::play(scenario, engine))?;
        Ok(played.into_iter().map(|played| played.trail).collect())
    }

    /// Plays a scenario twice and judges it.
    pub fn replay(&self, scenario: &Scenario, engine: EngineName) -> Result<Replay, ReplayError> {
        let once = || self.runtime.block_on(session::play(scenario, engine));
        // The engine holds nothing between two lookups that a panic could leave half done.
        let both = catch_unwind(AssertUnwindSafe(|| (once(), once())));
        let (first, second) = both.map_err(|panic| ReplayError::Panicked(panic_text(panic.as_ref())))?;
        let mut first = first.map_err(ReplayError::Session)?;
        let second = second.map_err(ReplayError::Session)?;
        let mut broken = Vec::new();
        for (index, played) in first.iter_mut().enumerate() {
            let again = second.get(index).map(|played| &played.trail);
            let found = invariants::check(played, again, scenario, engine);
            played.trail.violations = found.iter().map(|broken| broken.invariant).collect();
            broken.extend(found);
        }
        let trails: Vec<Trail> = first.into_iter().map(|played| played.trail).collect();
        let mismatches = expectations::check(scenario, &trails);
        Ok(Replay { trails, mismatches, broken })
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}
