//! A transport that does what a script says, on whatever clock tokio runs.
//!
//! A [`Script`] is the immutable text of a play; a [`ScriptedTransport`] is one performance of it. The performance
//! never spawns or yields, so that an answer which is due at an instant is ready at that instant.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::sleep;

use super::{Dispatch, ErrorKind, Expects, Request, Response, Transport, TransportError};
use crate::receipt::NotUsefulReason;

/// What one transport does when it is called, in order.
#[derive(Clone, Debug)]
pub struct Script {
    /// The transport's name.
    pub name: String,
    /// The transport's address.
    pub base_url: String,
    /// What the caller asks it for.
    pub expects: Expects,
    /// One step a call, each for as often as it says.
    pub steps: Vec<Step>,
    /// One step a health check; without any it is always available, at once.
    pub health: Vec<HealthStep>,
}

/// What a health check comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HealthStep {
    /// Is it available?
    pub available: bool,
    /// Virtual milliseconds until it says so.
    pub latency_ms: u64,
    /// How many checks it answers.
    pub times: Times,
}

/// What happens when the transport is called.
#[derive(Clone, Debug)]
pub struct Step {
    /// How long it takes.
    pub pace: Pace,
    /// What comes of it.
    pub reply: Result<Response, TransportError>,
    /// Goes on past its slice, so that the engine must cut it.
    pub ignores_timeout: bool,
    /// How many calls it answers.
    pub times: Times,
    /// The truth about the payload, where the script states it.
    pub label: Option<Label>,
    /// What the transport's host name resolves to when this step is next.
    pub dns: Option<Vec<IpAddr>>,
}

/// The time from the call to the complete answer, in virtual milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// One latency; connecting is not told apart.
    Whole {
        /// The whole time.
        latency_ms: u64,
    },
    /// The three phases of an HTTP exchange, one after the other.
    Phases {
        /// Until the connection stands and the request leaves.
        connect_ms: u64,
        /// From then to the end of the headers.
        headers_ms: u64,
        /// From then to the end of the body.
        body_ms: u64,
    },
}

/// How many calls a step answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// This many, at least one.
    Exactly(u64),
    /// Every further one.
    Forever,
}

/// The truth about a payload, against which a verdict is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// It answers the query.
    Useful,
    /// It does not, for this reason.
    NotUseful(NotUsefulReason),
}

/// One performance of a [`Script`].
#[derive(Debug)]
pub struct ScriptedTransport<'s> {
    script: &'s Script,
    position: Mutex<Position>,
    health: Mutex<Position>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Position {
    step: usize,
    used_of_step: u64,
    calls: u64,
    overrun: bool,
}

impl<'s> ScriptedTransport<'s> {
    /// A performance from the first step on.
    pub fn new(script: &'s Script) -> Self {
        Self { script, position: Mutex::default(), health: Mutex::default() }
    }

    /// How often it was called.
    pub fn calls(&self) -> u64 {
        self.position().calls
    }

    /// Was it called once more than the script has answers?
    pub fn overrun(&self) -> bool {
        self.position().overrun
    }

    /// Answers that are left, those that last for ever not counted.
    pub fn unused(&self) -> u64 {
        let position = self.position();
        let left = self.script.steps.iter().skip(position.step).map(|step| match step.times {
            Times::Exactly(times) => times,
            Times::Forever => 0,
        });
        left.fold(0u64, u64::saturating_add).saturating_sub(position.used_of_step)
    }

    fn position(&self) -> Position {
        *self.position.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often its health was checked.
    pub fn health_checks(&self) -> u64 {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).calls
    }

    /// Was its health checked once more than the script has answers?
    pub fn health_overrun(&self) -> bool {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).overrun
    }

    /// What its host name resolves to for the next call, where the script says so.
    pub fn next_dns(&self) -> Option<&'s [IpAddr]> {
        self.script.steps.get(self.position().step)?.dns.as_deref()
    }

    fn next_step(&self) -> Option<&'s Step> {
        advance(&self.position, &self.script.steps, |step| step.times)
    }
}

/// Takes the next step of a list, or notes that there is none.
fn advance<'s, S>(position: &Mutex<Position>, steps: &'s [S], times: impl Fn(&S) -> Times) -> Option<&'s S> {
    let mut position = position.lock().unwrap_or_else(PoisonError::into_inner);
    position.calls += 1;
    let Some(step) = steps.get(position.step) else {
        position.overrun = true;
        return None;
    };
    if let Times::Exactly(times) = times(step) {
        position.used_of_step += 1;
        if position.used_of_step >= times {
            position.step += 1;
            position.used_of_step = 0;
        }
    }
    Some(step)
}

impl Transport for ScriptedTransport<'_> {
    fn name(&self) -> &str {
        &self.script.name
    }

    fn base_url(&self) -> &str {
        &self.script.base_url
    }

    fn expects(&self) -> Expects {
        self.script.expects
    }

    async fn is_available(&self) -> bool {
        if self.script.health.is_empty() {
            return true;
        }
        let Some(step) = advance(&self.health, &self.script.health, |step| step.times) else {
            // The replay discards the lookup.
            return false;
        };
        pause(Duration::from_millis(step.latency_ms)).await;
        step.available
    }

    async fn call(&self, request: Request<'_>) -> Result<Response, TransportError> {
        let Some(step) = self.next_step() else {
            // The replay discards the lookup; what is answered here is never seen.
            return Err(TransportError::new(ErrorKind::NotConfigured));
        };
        let limit = if step.ignores_timeout { None } else { Some(request.slice) };
        step.play(limit, request.dispatch).await
    }
}

impl Step {
    async fn play(&self, limit: Option<Duration>, dispatch: &Dispatch) -> Result<Response, TransportError> {
        let mut patience = Patience { left: limit };
        if self.never_connects() {
            dispatch.connecting();
        }
        match self.pace {
            Pace::Whole { latency_ms } => patience.wait(latency_ms).await?,
            Pace::Phases { connect_ms, headers_ms, body_ms } => {
                dispatch.connecting();
                patience.wait(connect_ms).await?;
                if !self.never_connects() {
                    dispatch.sent();
                }
                patience.wait(headers_ms).await?;
                patience.wait(body_ms).await?;
            }
        }
        self.reply.clone()
    }

    /// A step that ends in a failure to connect has been connecting all the while.
    fn never_connects(&self) -> bool {
        self.reply.as_ref().is_err_and(|error| error.kind.before_dispatch())
    }
}

/// What is left of the slice to a transport that keeps it.
struct Patience {
    left: Option<Duration>,
}

impl Patience {
    async fn wait(&mut self, ms: u64) -> Result<(), TransportError> {
        let phase = Duration::from_millis(ms);
        match self.left {
            Some(left) if phase > left => {
                pause(left).await;
                return Err(TransportError::new(ErrorKind::Timeout));
            }
            Some(left) => self.left = Some(left.saturating_sub(phase)),
            None => {}
        }
        pause(phase).await;
        Ok(())
    }
}

async fn pause(time: Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}
