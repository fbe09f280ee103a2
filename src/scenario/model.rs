//! What a scenario means: every value in bounds, every name resolved, every default filled in.

use std::sync::Arc;

use super::engine::{EngineName, Setup};
use super::mistake::{Place, SourceFile};
use crate::engine::Policy;
use crate::receipt::{NextAction, NotUsefulReason, Outcome, Refusal, Status};
use crate::redact::Redactor;
use crate::transport::scripted::Script;
use crate::validator::Validator;

/// One scenario, ready to be replayed.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The path below the scenario root without its extension, parts separated by `/`.
    pub name: String,
    /// The file it came from.
    pub file: Arc<SourceFile>,
    /// What it shows, for people.
    pub description: Option<String>,
    /// The engine that it is for.
    pub engine: EngineName,
    /// What that engine is set up with; see [`Scenario::setup_for`].
    pub setup: Setup,
    /// The limits.
    pub policy: Policy,
    /// The thresholds.
    pub validator: Validator,
    /// Knows the declared secrets.
    pub redactor: Redactor,
    /// The providers in order: the primary, and the fallback if there is one.
    pub transports: Vec<Script>,
    /// What is looked up, one after the other; at least one.
    pub lookups: Vec<Lookup>,
}

/// One lookup of a session.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// As it was written.
    pub query: String,
    /// The virtual time at which it starts at the earliest.
    pub at_ms: u64,
    /// When the caller cancels, from the lookup's own start.
    pub cancel_at_ms: Option<u64>,
    /// What should come of it.
    pub expect: Expect,
    /// Where it stands in the file.
    pub place: Place,
}

/// A value with its place, so that a failure can show the line that asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated<T> {
    /// What was stated.
    pub value: T,
    /// Where.
    pub place: Place,
}

/// What a lookup should come to; what is absent is not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// How it ends.
    pub outcome: Option<Stated<Outcome>>,
    /// What to do next.
    pub next_action: Option<Stated<NextAction>>,
    /// Why it is refused, or that it is not.
    pub refusal: Option<Stated<Option<Refusal>>>,
    /// Is the fallback started?
    pub fallback_used: Option<Stated<bool>>,
    /// Attempts that are started.
    pub attempts_used: Option<Stated<u64>>,
    /// The whole time.
    pub elapsed_ms: Option<Stated<Elapsed>>,
    /// The provider's hint, or that there is none.
    pub retry_after_ms: Option<Stated<Option<u64>>>,
    /// The attempts in order.
    pub trail: Option<Stated<Vec<(String, Status)>>>,
    /// Calls by transport.
    pub calls: Vec<(String, Stated<u64>)>,
    /// Answers left by transport.
    pub unused: Vec<(String, Stated<u64>)>,
    /// Why a payload is not useful, by transport.
    pub reasons: Vec<(String, Stated<NotUsefulReason>)>,
    /// Hits that are cited.
    pub evidence: Option<Stated<u64>>,
}

/// A stated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elapsed {
    /// This many milliseconds.
    Exactly(u64),
    /// At most this many.
    AtMost(u64),
}
