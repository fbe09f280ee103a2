//! The bounded lookup a second time, as plain arithmetic: what the contract says in prose, without a clock, a future
//! or a line of the engine. Start at [`predict`].
//!
//! It was written from the contract's text alone, and shares with the engine only the closed names. Where the two
//! differ, one of them has misread the contract. Verdicts are no part of it: a [`Reply`] says by construction what
//! should be thought of its payload, and [`stage`] makes such payloads.

#![allow(dead_code, reason = "each test crate uses its part")]

pub(crate) mod stage;

use trailcheck::receipt::{Fault, NextAction, NotUsefulReason, Outcome, Receipt, Refusal, Role, Status};
use trailcheck::transport::scripted::Pace;
use trailcheck::transport::{ErrorKind, Hit};

/// A day, the largest hint.
const DAY_MS: u64 = 86_400_000;

/// A policy with every field spelt out.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) budget_ms: u64,
    pub(crate) per_attempt_ms: u64,
    pub(crate) min_attempt_ms: u64,
    pub(crate) max_fallbacks: u64,
    pub(crate) fallback_on_auth: bool,
    pub(crate) max_query_chars: u64,
    pub(crate) deny_terms: Vec<String>,
    pub(crate) max_evidence_hits: u64,
    pub(crate) max_evidence_chars: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            budget_ms: 2000,
            per_attempt_ms: 1200,
            min_attempt_ms: 200,
            max_fallbacks: 1,
            fallback_on_auth: true,
            max_query_chars: 512,
            deny_terms: Vec::new(),
            max_evidence_hits: 5,
            max_evidence_chars: 300,
        }
    }
}

/// What a provider hints about coming back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    Silent,
    Seconds(u64),
    /// A date, as seconds from the session's origin.
    Date(i64),
    Junk,
}

/// A payload and what should be thought of it.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    pub(crate) verdict: Result<(), NotUsefulReason>,
    /// The hits that count; of interest only where the verdict is useful.
    pub(crate) hits: Vec<Hit>,
}

/// What comes of a call.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Answer { status: u16, hint: Hint, load: Option<Load> },
    Error(ErrorKind),
}

/// One provider and what it does when it is called.
#[derive(Clone, Debug)]
pub(crate) struct Provider {
    pub(crate) name: &'static str,
    pub(crate) base_url: &'static str,
    pub(crate) pace: Pace,
    pub(crate) reply: Reply,
    /// Of no consequence to the receipt, by contract; the stage acts it out.
    pub(crate) ignores_timeout: bool,
}

/// One lookup, wholly known beforehand.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) query: String,
    pub(crate) limits: Limits,
    pub(crate) primary: Provider,
    pub(crate) fallback: Option<Provider>,
    /// From the lookup's own start.
    pub(crate) cancel_at_ms: Option<u64>,
    /// From the session's origin.
    pub(crate) starts_at_ms: u64,
}

/// What the record of an attempt should say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub(crate) role: Role,
    pub(crate) transport: &'static str,
    pub(crate) status: Status,
    pub(crate) fault: Option<Fault>,
    pub(crate) reason: Option<NotUsefulReason>,
    pub(crate) http_status: Option<u16>,
    pub(crate) elapsed_ms: u64,
    pub(crate) slice_ms: u64,
    pub(crate) retry_after_ms: Option<u64>,
    pub(crate) dispatched: bool,
    pub(crate) target: String,
    /// Was the transport called?
    pub(crate) started: bool,
}

/// What the receipt should say; what follows from the attempts is worked out when it is compared.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub(crate) outcome: Outcome,
    pub(crate) next_action: NextAction,
    pub(crate) refusal: Option<Refusal>,
    pub(crate) attempts_allowed: u32,
    pub(crate) budget_ms: u64,
    pub(crate) attempts: Vec<Attempt>,
    /// Title, url, snippet, truncated.
    pub(crate) evidence: Vec<(String, String, String, bool)>,
}

/// The receipt that the contract asks for.
pub(crate) fn predict(plan: &Plan) -> Expected {
    let limits = &plan.limits;
    let fallback = plan.fallback.as_ref().filter(|_| limits.max_fallbacks == 1);
    let query = plan.query.split_whitespace().collect::<Vec<_>>().join(" ");
    let refusal = refused(&query, limits);
    let mut attempts = Vec::new();
    if refusal.is_none() {
        let first = attempt(plan, Role::Primary, &plan.primary, &query, 0);
        let goes_on = !matches!(first.status, Status::OkUseful | Status::Cancelled)
            && (limits.fallback_on_auth || first.status != Status::AuthFailed);
        let spent_ms = first.elapsed_ms;
        attempts.push(first);
        if let Some(fallback) = fallback.filter(|_| goes_on) {
            attempts.push(attempt(plan, Role::Fallback, fallback, &query, spent_ms));
        }
    }
    let statuses: Vec<Status> = attempts.iter().map(|attempt| attempt.status).collect();
    let outcome = if refusal.is_some() { Outcome::BlockedByPolicy } else { outcome_of(&statuses) };
    Expected {
        outcome,
        next_action: next_action_of(outcome, &statuses),
        refusal,
        attempts_allowed: if fallback.is_some() { 2 } else { 1 },
        budget_ms: limits.budget_ms,
        evidence: evidence_of(plan, &attempts),
        attempts,
    }
}

fn refused(query: &str, limits: &Limits) -> Option<Refusal> {
    if query.is_empty() {
        return Some(Refusal::QueryBlank);
    }
    if query.chars().count() as u64 > limits.max_query_chars {
        return Some(Refusal::QueryTooLong);
    }
    let lower = query.to_lowercase();
    let denied = limits.deny_terms.iter().any(|term| lower.contains(&term.to_lowercase()));
    denied.then_some(Refusal::QueryDenied)
}

/// One attempt that would start `now_ms` after the lookup did.
fn attempt(plan: &Plan, role: Role, provider: &Provider, query: &str, now_ms: u64) -> Attempt {
    let slice_ms = plan.limits.per_attempt_ms.min(plan.limits.budget_ms - now_ms);
    let blank = Attempt {
        role,
        transport: provider.name,
        status: Status::SkippedNoBudget,
        fault: None,
        reason: None,
        http_status: None,
        elapsed_ms: 0,
        slice_ms,
        retry_after_ms: None,
        dispatched: false,
        target: format!("{}?q={}", provider.base_url, form_encoded(query)),
        started: false,
    };
    if slice_ms < plan.limits.min_attempt_ms {
        return blank;
    }
    if plan.cancel_at_ms.is_some_and(|at_ms| at_ms <= now_ms) {
        return Attempt { status: Status::Cancelled, ..blank };
    }
    let started = Attempt { started: true, ..blank };
    let whole_ms = whole(provider.pace);
    // An answer beats the cut and the cut beats the cancel: only an earlier cancel counts.
    let ends_ms = whole_ms.min(slice_ms);
    if let Some(after_ms) =
        plan.cancel_at_ms.map(|at_ms| at_ms - now_ms).filter(|after_ms| *after_ms < ends_ms)
    {
        let dispatched = has_left(provider, after_ms);
        return Attempt { status: Status::Cancelled, elapsed_ms: after_ms, dispatched, ..started };
    }
    if whole_ms > slice_ms {
        let dispatched = has_left(provider, slice_ms);
        return Attempt { status: Status::TransportTimeout, elapsed_ms: slice_ms, dispatched, ..started };
    }
    let arrived_ms = plan.starts_at_ms + now_ms + whole_ms;
    answered(provider, arrived_ms, Attempt { elapsed_ms: whole_ms, ..started })
}

fn answered(provider: &Provider, arrived_ms: u64, blank: Attempt) -> Attempt {
    match &provider.reply {
        Reply::Error(kind) => {
            let (status, fault) = of_error(*kind);
            Attempt { status, fault, dispatched: !fails_to_connect(&provider.reply), ..blank }
        }
        Reply::Answer { status: code, hint, load } => {
            let blank = Attempt { http_status: Some(*code), dispatched: true, ..blank };
            match of_http(*code) {
                Some((status, fault)) => {
                    Attempt { status, fault, retry_after_ms: hinted(*hint, arrived_ms), ..blank }
                }
                None => {
                    match load.as_ref().map_or(Err(NotUsefulReason::UnparseablePayload), |load| load.verdict)
                    {
                        Ok(()) => Attempt { status: Status::OkUseful, ..blank },
                        Err(reason) => Attempt { status: Status::OkNotUseful, reason: Some(reason), ..blank },
                    }
                }
            }
        }
    }
}

fn whole(pace: Pace) -> u64 {
    match pace {
        Pace::Whole { latency_ms } => latency_ms,
        Pace::Phases { connect_ms, headers_ms, body_ms } => connect_ms + headers_ms + body_ms,
    }
}

/// Has the request left the process when the attempt ends without an answer?
fn has_left(provider: &Provider, after_ms: u64) -> bool {
    let connected = match provider.pace {
        Pace::Whole { .. } => true,
        Pace::Phases { connect_ms, .. } => after_ms >= connect_ms,
    };
    connected && !fails_to_connect(&provider.reply)
}

fn fails_to_connect(reply: &Reply) -> bool {
    use ErrorKind::{Connect, Dns, NotConfigured, Tls};
    matches!(reply, Reply::Error(Dns | Connect | Tls | NotConfigured))
}

fn of_error(kind: ErrorKind) -> (Status, Option<Fault>) {
    let fault = match kind {
        ErrorKind::Timeout => return (Status::TransportTimeout, None),
        ErrorKind::RateLimited => return (Status::RateLimited, None),
        ErrorKind::QuotaExhausted => return (Status::QuotaExhausted, None),
        ErrorKind::AuthFailed => return (Status::AuthFailed, None),
        ErrorKind::NotConfigured => return (Status::NotConfigured, None),
        ErrorKind::Dns => Fault::Dns,
        ErrorKind::Connect => Fault::Connect,
        ErrorKind::Tls => Fault::Tls,
        ErrorKind::Reset => Fault::Reset,
        ErrorKind::Truncated => Fault::Truncated,
        ErrorKind::TooLarge => Fault::TooLarge,
        ErrorKind::Redirect => Fault::Redirect,
        ErrorKind::Protocol => Fault::Protocol,
        ErrorKind::Upstream => Fault::Upstream,
    };
    (Status::TransportError, Some(fault))
}

/// `None` is a payload.
fn of_http(code: u16) -> Option<(Status, Option<Fault>)> {
    Some(match code {
        202 | 429 => (Status::RateLimited, None),
        200..=299 => return None,
        401 | 403 | 407 => (Status::AuthFailed, None),
        402 | 432 | 433 => (Status::QuotaExhausted, None),
        408 | 504 => (Status::TransportTimeout, None),
        300..=399 => (Status::TransportError, Some(Fault::Redirect)),
        _ => (Status::TransportError, Some(Fault::HttpStatus)),
    })
}

fn hinted(hint: Hint, arrived_ms: u64) -> Option<u64> {
    match hint {
        Hint::Silent | Hint::Junk => None,
        Hint::Seconds(seconds) => Some(seconds.saturating_mul(1000).min(DAY_MS)),
        Hint::Date(seconds) => {
            let left_ms = i128::from(seconds) * 1000 - i128::from(arrived_ms);
            u64::try_from(left_ms).ok().map(|left_ms| left_ms.min(DAY_MS))
        }
    }
}

/// What a plan that was not refused came to.
pub(crate) fn outcome_of(attempts: &[Status]) -> Outcome {
    let any = |status| attempts.contains(&status);
    if any(Status::OkUseful) {
        Outcome::UsefulResult
    } else if any(Status::Cancelled) {
        Outcome::TransportFailed
    } else if attempts.last() == Some(&Status::SkippedNoBudget) {
        Outcome::BudgetExhausted
    } else if any(Status::OkNotUseful) {
        Outcome::NoUsefulResult
    } else {
        Outcome::TransportFailed
    }
}

/// What the caller should do.
pub(crate) fn next_action_of(outcome: Outcome, attempts: &[Status]) -> NextAction {
    let hopeless = [Status::AuthFailed, Status::QuotaExhausted, Status::NotConfigured, Status::Cancelled];
    match outcome {
        Outcome::UsefulResult => NextAction::UseResult,
        Outcome::BlockedByPolicy => NextAction::Stop,
        Outcome::BudgetExhausted => NextAction::AnswerFromPriorKnowledge,
        Outcome::NoUsefulResult => NextAction::AskUserToNarrow,
        Outcome::TransportFailed if attempts.iter().any(|status| hopeless.contains(status)) => {
            NextAction::Stop
        }
        Outcome::TransportFailed => NextAction::RetryLater,
    }
}

fn evidence_of(plan: &Plan, attempts: &[Attempt]) -> Vec<(String, String, String, bool)> {
    let Some(last) = attempts.last().filter(|last| last.status == Status::OkUseful) else {
        return Vec::new();
    };
    let provider = if last.role == Role::Primary { Some(&plan.primary) } else { plan.fallback.as_ref() };
    let Some(Reply::Answer { load: Some(load), .. }) = provider.map(|provider| &provider.reply) else {
        return Vec::new();
    };
    let cap = usize::try_from(plan.limits.max_evidence_chars).expect("a small cap");
    let cut = |text: &str| text.chars().take(cap).collect::<String>();
    let kept = load.hits.iter().take(usize::try_from(plan.limits.max_evidence_hits).expect("a small number"));
    kept.map(|hit| {
        let (title, snippet) = (cut(&hit.title), cut(&hit.snippet));
        let truncated = title != hit.title || snippet != hit.snippet;
        (title, hit.url.clone(), snippet, truncated)
    })
    .collect()
}

/// As an HTML form does it.
fn form_encoded(query: &str) -> String {
    let byte = |byte: u8| match byte {
        b' ' => "+".to_owned(),
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'*' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    query.bytes().map(byte).collect()
}

/// The first field in which the receipt is not what was expected.
pub(crate) fn difference(expected: &Expected, got: &Receipt) -> Option<String> {
    macro_rules! same {
        ($field:literal, $want:expr, $got:expr) => {
            let (want, got) = (&$want, &$got);
            if want != got {
                return Some(format!("{}: the model says {want:?}, the engine {got:?}", $field));
            }
        };
    }
    let attempts = &expected.attempts;
    let started = attempts.iter().filter(|attempt| attempt.started);
    same!("attempts.len", attempts.len(), got.attempts().len());
    for (index, (want, got)) in attempts.iter().zip(got.attempts()).enumerate() {
        if let Some(found) = attempt_difference(index, want, got) {
            return Some(format!("attempts[{index}].{found}"));
        }
    }
    same!("schema_version", 1, got.schema_version());
    same!("outcome", expected.outcome, got.outcome());
    same!("next_action", expected.next_action, got.next_action());
    same!("refusal", expected.refusal, got.refusal());
    same!("fallback_used", started.clone().any(|a| a.role == Role::Fallback), got.fallback_used());
    same!("attempts_used", u32::try_from(started.count()).expect("two at most"), got.attempts_used());
    same!("attempts_allowed", expected.attempts_allowed, got.attempts_allowed());
    same!("elapsed_ms", attempts.iter().map(|a| a.elapsed_ms).sum::<u64>(), got.elapsed_ms());
    same!("budget_ms", expected.budget_ms, got.budget_ms());
    same!("retry_after_ms", attempts.iter().filter_map(|a| a.retry_after_ms).min(), got.retry_after_ms());
    same!("cache_age_ms", None, got.cache_age_ms());
    same!("evidence.len", expected.evidence.len(), got.evidence().len());
    for ((title, url, snippet, truncated), got) in expected.evidence.iter().zip(got.evidence()) {
        same!("evidence.title", title.as_str(), got.title());
        same!("evidence.url", url.as_str(), got.url());
        same!("evidence.snippet", snippet.as_str(), got.snippet());
        same!("evidence.truncated", *truncated, got.truncated());
    }
    None
}

fn attempt_difference(
    index: usize,
    want: &Attempt,
    got: &trailcheck::receipt::AttemptRecord,
) -> Option<String> {
    macro_rules! same {
        ($field:literal, $want:expr, $got:expr) => {
            let (want, got) = (&$want, &$got);
            if want != got {
                return Some(format!("{}: the model says {want:?}, the engine {got:?}", $field));
            }
        };
    }
    same!("index", u32::try_from(index).expect("two at most"), got.index());
    same!("role", want.role, got.role());
    same!("transport", want.transport, got.transport());
    same!("layer", None, got.layer());
    same!("status", want.status, got.status());
    same!("fault", want.fault, got.fault());
    same!("not_useful_reason", want.reason, got.not_useful_reason());
    same!("http_status", want.http_status, got.http_status());
    same!("elapsed_ms", want.elapsed_ms, got.elapsed_ms());
    same!("slice_ms", want.slice_ms, got.slice_ms());
    same!("retry_after_ms", want.retry_after_ms, got.retry_after_ms());
    same!("dispatched", want.dispatched, got.dispatched());
    same!("target", want.target.as_str(), got.target());
    None
}
