//! One scenario of a run with everything that was found out about it.

use crate::replay::{Replay, ReplayError, SessionError};
use crate::scenario::Scenario;

/// What became of the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pin {
    /// Nobody asked.
    Unchecked,
    /// The trails are those that are pinned.
    Same,
    /// The snapshot was written.
    Accepted,
    /// It was not written, since the trails break an expectation or a promise.
    NotAccepted,
    /// There is none; `pending` tells whether one waits for review now.
    Missing {
        /// Was a file for review written?
        pending: bool,
    },
    /// The trails differ from it in line ends alone.
    LineEnds,
    /// The trails differ from it.
    Differs {
        /// The contents that are pinned.
        pinned: String,
        /// The contents now.
        now: String,
        /// Was a file for review written?
        pending: bool,
    },
    /// It could not be read.
    Broken {
        /// Why.
        problem: String,
    },
}

/// How a scenario came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseStatus {
    /// Everything stated, promised and pinned holds.
    Passed,
    /// A test said no.
    Failed,
    /// It could not be judged.
    Error,
}

/// One scenario of a run.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its trails and judgements, or why there are none.
    pub replay: &'a Result<Replay, ReplayError>,
    /// What became of its snapshot.
    pub pin: &'a Pin,
}

impl Case<'_> {
    /// How it came out.
    pub fn status(&self) -> CaseStatus {
        match self.replay {
            Err(
                ReplayError::Panicked(_)
                | ReplayError::Session(SessionError::TooLarge { .. } | SessionError::CannotExpress { .. }),
            ) => CaseStatus::Error,
            Err(ReplayError::Session(SessionError::Overrun(_))) => CaseStatus::Failed,
            Ok(replay) if !replay.passed() => CaseStatus::Failed,
            Ok(_) => match self.pin {
                Pin::Unchecked | Pin::Same | Pin::Accepted => CaseStatus::Passed,
                Pin::NotAccepted | Pin::Missing { .. } | Pin::LineEnds | Pin::Differs { .. } => {
                    CaseStatus::Failed
                }
                // A snapshot that no merge left whole is bad input, not a changed trail.
                Pin::Broken { .. } => CaseStatus::Error,
            },
        }
    }

    /// Is the error a fault of the program?
    pub fn is_fault(&self) -> bool {
        matches!(self.replay, Err(ReplayError::Panicked(_)))
    }

    /// The line of the first expectation that was not met, else that of the first lookup.
    pub fn line(&self) -> u32 {
        let mismatch = self.replay.as_ref().ok().and_then(|replay| replay.mismatches.first());
        let place = mismatch.map(|mismatch| mismatch.place);
        let lookup = || self.scenario.lookups.first().map(|lookup| lookup.place);
        place.or_else(lookup).map_or(1, |place| place.line)
    }
}
