//! What was really in a payload, as the scenario states it.

use crate::transport::scripted::{Label, Pace, Script, Step, Times};
use crate::transport::{Payload, Response};

/// The truth about what a transport answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It answers the query.
    Useful,
    /// It does not, or there is nothing in it.
    Useless,
    /// Nobody says.
    Unknown,
}

impl Truth {
    /// The truth about a step: its label; without one, what is beyond doubt, such as an empty list or an error.
    pub fn of(step: &Step) -> Self {
        match step.label {
            Some(Label::Useful) => return Self::Useful,
            Some(Label::NotUseful(_)) => return Self::Useless,
            None => {}
        }
        match &step.reply {
            Err(_) => Self::Useless,
            Ok(response) => of_response(response),
        }
    }
}

fn of_response(response: &Response) -> Truth {
    if !response.grounded {
        return Truth::Useless;
    }
    match &response.payload {
        None | Some(Payload::Unparseable) => Truth::Useless,
        Some(Payload::Hits(hits)) if hits.is_empty() => Truth::Useless,
        Some(Payload::Hits(_) | Payload::Body { .. } | Payload::Wire(_)) => Truth::Unknown,
    }
}

/// The step that answers the call of this number, from 0.
pub(super) fn step_at(script: &Script, call: u64) -> Option<&Step> {
    let mut before: u64 = 0;
    script.steps.iter().find(|step| match step.times {
        Times::Forever => true,
        Times::Exactly(times) => {
            before = before.saturating_add(times);
            call < before
        }
    })
}

/// How long a step takes whom nobody cuts off.
pub(super) fn takes_ms(step: &Step) -> u64 {
    match step.pace {
        Pace::Whole { latency_ms } => latency_ms,
        Pace::Phases { connect_ms, headers_ms, body_ms } => {
            connect_ms.saturating_add(headers_ms).saturating_add(body_ms)
        }
    }
}
