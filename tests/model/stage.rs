//! A [`Plan`] made real: the scenario that plays it, and payloads whose verdict is known from how they are made.

use std::time::{Duration, UNIX_EPOCH};

use trailcheck::engine::{Policy, PolicyFields};
use trailcheck::receipt::NotUsefulReason;
use trailcheck::replay::ORIGIN_UNIX_MS;
use trailcheck::scenario::{Scenario, from_text};
use trailcheck::transport::scripted::{Script, Step, Times};
use trailcheck::transport::{Expects, Hit, Payload, Response, TransportError};
use trailcheck::validator::Validator;
use trailcheck::validator::ValidatorFields;
use trailcheck::validator::markers::WallReason;

use super::{Hint, Limits, Load, Plan, Provider, Reply};

/// What every plan asks, unless it says otherwise.
pub(crate) const QUERY: &str = "tokio paused clock";

const LONG: &str = "The paused clock of tokio advances only when every task is waiting for it.";
const ELSEWHERE: &str = "Sourdough needs flour, water, salt and a good deal of patience to rise.";

/// Phrases that stand in no other text here, so that a wall is one by construction.
const WALLS: [(WallReason, NotUsefulReason, &str); 5] = [
    (WallReason::BotCheck, NotUsefulReason::BotCheck, "qqbotqq"),
    (WallReason::LoginWall, NotUsefulReason::LoginWall, "qqloginqq"),
    (WallReason::ConsentWall, NotUsefulReason::ConsentWall, "qqconsentqq"),
    (WallReason::JavascriptRequired, NotUsefulReason::JavascriptRequired, "qqscriptqq"),
    (WallReason::ErrorPage, NotUsefulReason::ErrorPage, "qqerrorqq"),
];

pub(crate) fn hit(title: &str, snippet: &str) -> Hit {
    Hit { title: title.to_owned(), url: "https://docs.invalid/page".to_owned(), snippet: snippet.to_owned() }
}

/// A payload of two hits that is useful for [`QUERY`].
pub(crate) fn useful() -> Load {
    Load { verdict: Ok(()), hits: vec![hit("Paused time", LONG), hit("The clock", LONG)] }
}

pub(crate) fn useless(reason: NotUsefulReason) -> Load {
    Load { verdict: Err(reason), hits: Vec::new() }
}

/// A 200 with this payload.
pub(crate) fn answer(load: Load) -> Reply {
    Reply::Answer { status: 200, hint: Hint::Silent, load: Some(load) }
}

/// A status without a payload.
pub(crate) fn status(status: u16) -> Reply {
    Reply::Answer { status, hint: Hint::Silent, load: None }
}

fn validator() -> Validator {
    let markers = WALLS.iter().map(|(wall, _, phrase)| (*wall, vec![(*phrase).to_owned()])).collect();
    Validator::from(ValidatorFields { markers, ..ValidatorFields::default() })
}

fn payload(response: Response, load: &Load) -> Response {
    let reason = match load.verdict {
        Ok(()) => return response.hits(load.hits.clone()),
        Err(reason) => reason,
    };
    let wall = WALLS.iter().find(|(_, of, _)| *of == reason);
    match reason {
        NotUsefulReason::UnparseablePayload => response.payload(Payload::Unparseable),
        NotUsefulReason::Ungrounded => response.hits(vec![hit("Paused time", LONG)]).grounded(false),
        NotUsefulReason::EmptyResultSet => response.hits(Vec::new()),
        NotUsefulReason::ContentTooShort => response.hits(vec![hit("Paused clock", "The tokio clock.")]),
        NotUsefulReason::NoQueryTermsMatched => response.hits(vec![hit("Bread", ELSEWHERE)]),
        NotUsefulReason::BotCheck
        | NotUsefulReason::LoginWall
        | NotUsefulReason::ConsentWall
        | NotUsefulReason::JavascriptRequired
        | NotUsefulReason::ErrorPage => {
            let phrase = wall.expect("every wall has a phrase").2;
            response.hits(vec![hit("Paused clock", &format!("{LONG} {phrase}"))])
        }
    }
}

/// The header's value.
pub(crate) fn header(hint: Hint) -> Option<String> {
    match hint {
        Hint::Silent => None,
        Hint::Seconds(seconds) => Some(seconds.to_string()),
        Hint::Date(seconds) => {
            let origin = UNIX_EPOCH + Duration::from_millis(ORIGIN_UNIX_MS);
            let shift = Duration::from_secs(seconds.unsigned_abs());
            let date = if seconds < 0 { origin - shift } else { origin + shift };
            Some(httpdate::fmt_http_date(date))
        }
        Hint::Junk => Some("in a while".to_owned()),
    }
}

/// What the scripted transport does for this provider.
pub(crate) fn step(provider: &Provider) -> Step {
    let reply = match &provider.reply {
        Reply::Error(kind) => Err(TransportError::new(*kind)),
        Reply::Answer { status, hint, load } => {
            let response = Response::new(*status);
            let response = header(*hint).into_iter().fold(response, Response::retry_after);
            Ok(load.iter().fold(response, payload))
        }
    };
    let Provider { pace, ignores_timeout, .. } = *provider;
    Step { pace, reply, ignores_timeout, times: Times::Exactly(1), label: None, dns: None }
}

pub(crate) fn script(provider: &Provider) -> Script {
    Script {
        name: provider.name.to_owned(),
        base_url: provider.base_url.to_owned(),
        expects: Expects::Any,
        steps: vec![step(provider)],
        health: Vec::new(),
    }
}

pub(crate) fn policy(limits: &Limits) -> Policy {
    let fields = PolicyFields {
        budget_ms: Some(limits.budget_ms),
        per_attempt_ms: Some(limits.per_attempt_ms),
        min_attempt_ms: Some(limits.min_attempt_ms),
        max_fallbacks: Some(limits.max_fallbacks),
        fallback_on_auth: Some(limits.fallback_on_auth),
        max_query_chars: Some(limits.max_query_chars),
        deny_terms: Some(limits.deny_terms.clone()),
        max_evidence_hits: Some(limits.max_evidence_hits),
        max_evidence_chars: Some(limits.max_evidence_chars),
    };
    Policy::try_from(fields).expect("limits within the bounds of a policy")
}

/// The scenario that acts the plan out.
pub(crate) fn scenario(plan: &Plan) -> Scenario {
    let text = "query: x\ntransports:\n  a: {base_url: 'https://a.invalid/', steps: [{latency_ms: 0, status: 500}]}\n";
    let mut scenario = from_text("model/plan", text).expect("a scenario to fill in");
    scenario.validator = validator();
    set(&mut scenario, plan);
    scenario
}

/// Fills the plan into a scenario of [`scenario`].
pub(crate) fn set(scenario: &mut Scenario, plan: &Plan) {
    scenario.policy = policy(&plan.limits);
    scenario.transports.clear();
    scenario.transports.extend(std::iter::once(&plan.primary).chain(&plan.fallback).map(script));
    let lookup = scenario.lookups.first_mut().expect("one lookup");
    lookup.query.clone_from(&plan.query);
    lookup.at_ms = plan.starts_at_ms;
    lookup.cancel_at_ms = plan.cancel_at_ms;
}
