//! The engine against the model of `tests/model`, over small worlds enumerated whole, field by field.
//!
//! A world of few milliseconds has every tie that a large one has, so time is enumerated there completely:
//!
//! | test | lookups | what is enumerated |
//! |---|---|---|
//! | `every_pair_of_replies` | 9 408 | 48 × 48 replies and each alone, × `fallback_on_auth` × `max_fallbacks` |
//! | `every_instant_of_a_small_world` | 64 800 | see there |
//! | `every_phase_of_a_small_world` | 38 880 | see there |
//! | `both_sides_of_every_boundary_of_the_defaults` | 12 168 | latencies and cancels at each boundary and ±1 |
//! | `every_http_status_with_every_hint` | 11 000 | 100…599 × eleven hints, as the first and as the second |
//! | `the_smallest_hint_wins` | 363 | eleven hints × eleven × three latencies |
//! | `every_cap_of_the_evidence` | 140 | one to four hits × five caps on hits × seven on characters |
//! | `every_refusal_in_its_order` | 96 | queries × limits × deny terms |

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod model;

use model::stage::{QUERY, answer, hit, scenario, set, status, useful, useless};
use model::{Hint, Limits, Load, Plan, Provider, Reply, difference, predict};
use trailcheck::receipt::{NotUsefulReason, Vocabulary};
use trailcheck::replay::Replayer;
use trailcheck::scenario::{EngineName, Scenario};
use trailcheck::transport::ErrorKind;
use trailcheck::transport::scripted::Pace;

/// Plays plans and compares; counts what it played.
struct Arena {
    replayer: Replayer,
    scenario: Scenario,
    played: u64,
}

impl Arena {
    fn new() -> Self {
        let plan = plan(provider("primary", 0, status(500)), None);
        let replayer = Replayer::new().expect("a runtime");
        Self { replayer, scenario: scenario(&plan), played: 0 }
    }

    fn check(&mut self, plan: &Plan) {
        self.played += 1;
        set(&mut self.scenario, plan);
        let trails = self.replayer.play(&self.scenario, EngineName::Bounded).expect("the script suffices");
        let expected = predict(plan);
        let trail = &trails[0];
        let calls =
            |name: &str| expected.attempts.iter().filter(|a| a.started && a.transport == name).count();
        let called = trail.calls.0.iter().find(|(name, count)| calls(name) as u64 != *count);
        let found = difference(&expected, &trail.receipt).or_else(|| {
            called.map(|(name, count)| format!("calls of {name}: {} and not {count}", calls(name)))
        });
        if let Some(found) = found {
            panic!("{found}\n  {}\n  engine: {}", told(plan), trail.receipt.line());
        }
    }
}

/// The plan in a few words.
fn told(plan: &Plan) -> String {
    let one = |provider: &Provider| {
        let reply = match &provider.reply {
            Reply::Error(kind) => format!("error {kind}"),
            Reply::Answer { status, hint, load } => {
                let verdict = load.as_ref().map(|load| load.verdict);
                format!("{status} {hint:?} {verdict:?}")
            }
        };
        let ignores = if provider.ignores_timeout { " ignores_timeout" } else { "" };
        format!("{}: {:?} -> {reply}{ignores}", provider.name, provider.pace)
    };
    let Limits { budget_ms, per_attempt_ms, min_attempt_ms, max_fallbacks, fallback_on_auth, .. } =
        plan.limits;
    format!(
        "{}\n  {}\n  budget {budget_ms}, slice {per_attempt_ms}, least {min_attempt_ms}, fallbacks {max_fallbacks}, \
         on auth {fallback_on_auth}, cancel at {:?}, query {:?}",
        one(&plan.primary),
        plan.fallback.as_ref().map_or("no fallback".to_owned(), one),
        plan.cancel_at_ms,
        plan.query,
    )
}

fn provider(name: &'static str, latency_ms: u64, reply: Reply) -> Provider {
    let base_url =
        if name == "primary" { "https://primary.invalid/search" } else { "https://fallback.invalid/search" };
    Provider { name, base_url, pace: Pace::Whole { latency_ms }, reply, ignores_timeout: false }
}

fn plan(primary: Provider, fallback: Option<Provider>) -> Plan {
    Plan {
        query: QUERY.to_owned(),
        limits: Limits::default(),
        primary,
        fallback,
        cancel_at_ms: None,
        starts_at_ms: 0,
    }
}

fn two(primary: Reply, fallback: Reply) -> Plan {
    plan(provider("primary", 0, primary), Some(provider("fallback", 0, fallback)))
}

/// Every error, every payload, and a status of each class and its neighbours.
fn every_reply() -> Vec<Reply> {
    let errors = ErrorKind::ALL.iter().map(|kind| Reply::Error(*kind));
    let payloads = NotUsefulReason::ALL.iter().map(|reason| answer(useless(*reason)));
    let with = |status| Reply::Answer { status, hint: Hint::Silent, load: Some(useful()) };
    let statuses =
        [100, 301, 304, 400, 401, 402, 403, 404, 407, 408, 429, 431, 432, 433, 434, 500, 503, 504, 599];
    errors
        .chain(payloads)
        .chain([200, 201, 202, 299].map(with))
        .chain([status(202)])
        .chain(statuses.map(status))
        .collect()
}

#[test]
fn every_pair_of_replies() {
    let mut arena = Arena::new();
    let replies = every_reply();
    for (fallback_on_auth, max_fallbacks) in [(true, 1), (false, 1), (true, 0), (false, 0)] {
        let limits = Limits { max_fallbacks, fallback_on_auth, ..Limits::default() };
        for first in &replies {
            let alone = plan(provider("primary", 7, first.clone()), None);
            arena.check(&Plan { limits: limits.clone(), ..alone });
            for second in &replies {
                let primary = provider("primary", 7, first.clone());
                let pair = plan(primary, Some(provider("fallback", 11, second.clone())));
                arena.check(&Plan { limits: limits.clone(), ..pair });
            }
        }
    }
    assert_eq!((replies.len(), arena.played), (48, 9_408));
}

/// Budget 2…7, slice 3, least 1 and 2; latencies 0…4 × 0…4; cancel never and at 0…7; four ways to ignore the slice;
/// six pairs of replies.
#[test]
fn every_instant_of_a_small_world() {
    let mut arena = Arena::new();
    let pairs = [
        (answer(useful()), answer(useful())),
        (answer(useless(NotUsefulReason::EmptyResultSet)), answer(useful())),
        (status(503), answer(useless(NotUsefulReason::Ungrounded))),
        (Reply::Error(ErrorKind::Dns), Reply::Error(ErrorKind::Reset)),
        (status(401), Reply::Error(ErrorKind::NotConfigured)),
        (Reply::Error(ErrorKind::Timeout), status(429)),
    ];
    for (first, second) in pairs {
        let mut plan = two(first, second);
        plan.limits.per_attempt_ms = 3;
        for (budget_ms, min_attempt_ms) in (2..=7).flat_map(|budget| [(budget, 1), (budget, 2)]) {
            plan.limits.budget_ms = budget_ms;
            plan.limits.min_attempt_ms = min_attempt_ms;
            for ignores in 0..4 {
                plan.primary.ignores_timeout = ignores & 1 == 1;
                set_fallback(&mut plan, |fallback| fallback.ignores_timeout = ignores & 2 == 2);
                every_latency_and_cancel(&mut arena, &mut plan);
            }
        }
    }
    assert_eq!(arena.played, 64_800);
}

fn every_latency_and_cancel(arena: &mut Arena, plan: &mut Plan) {
    for first_ms in 0..=4 {
        plan.primary.pace = Pace::Whole { latency_ms: first_ms };
        for second_ms in 0..=4 {
            set_fallback(plan, |fallback| fallback.pace = Pace::Whole { latency_ms: second_ms });
            for cancel_at_ms in std::iter::once(None).chain((0..=7).map(Some)) {
                plan.cancel_at_ms = cancel_at_ms;
                arena.check(plan);
            }
        }
    }
}

fn set_fallback(plan: &mut Plan, change: impl FnOnce(&mut Provider)) {
    change(plan.fallback.as_mut().expect("a fallback"));
}

fn every_pace() -> Vec<Pace> {
    let triples = (0..27).map(|n| (n / 9, n / 3 % 3, n % 3));
    triples
        .map(|(connect_ms, headers_ms, body_ms)| Pace::Phases { connect_ms, headers_ms, body_ms })
        .collect()
}

/// Connect, headers and body 0…2 each, × four paces of the fallback, six budgets, ten cancels, slices kept or ignored,
/// three replies.
#[test]
fn every_phase_of_a_small_world() {
    let mut arena = Arena::new();
    let replies = [status(500), Reply::Error(ErrorKind::Tls), answer(useful())];
    let second_paces = [(0, 0, 0), (1, 1, 1), (2, 0, 1), (0, 2, 2)]
        .map(|(connect_ms, headers_ms, body_ms)| Pace::Phases { connect_ms, headers_ms, body_ms });
    for reply in replies {
        let mut plan = two(reply.clone(), reply);
        plan.limits.per_attempt_ms = 3;
        plan.limits.min_attempt_ms = 1;
        for pace in every_pace() {
            plan.primary.pace = pace;
            for second in second_paces {
                set_fallback(&mut plan, |fallback| fallback.pace = second);
                for ignores in [false, true] {
                    plan.primary.ignores_timeout = ignores;
                    set_fallback(&mut plan, |fallback| fallback.ignores_timeout = ignores);
                    every_budget_and_cancel(&mut arena, &mut plan);
                }
            }
        }
    }
    assert_eq!(arena.played, 38_880);
}

fn every_budget_and_cancel(arena: &mut Arena, plan: &mut Plan) {
    for budget_ms in [1, 2, 3, 4, 6, 7] {
        plan.limits.budget_ms = budget_ms;
        for cancel_at_ms in
            [None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), Some(7), Some(8)]
        {
            plan.cancel_at_ms = cancel_at_ms;
            arena.check(plan);
        }
    }
}

#[test]
fn both_sides_of_every_boundary_of_the_defaults() {
    let mut arena = Arena::new();
    let around = |at: u64| [at - 1, at, at + 1];
    let firsts: Vec<u64> =
        [1, 300].into_iter().chain(around(1200)).chain([5000, 86_400_000]).chain([0, 800, 1000]).collect();
    let seconds: Vec<u64> =
        [0, 1, 86_400_000].into_iter().chain([200, 800, 1200].into_iter().flat_map(around)).collect();
    for budget_ms in [2000, 1200, 1399, 1400, 1401, 2400, 2401, 1000] {
        for first_ms in &firsts {
            for second_ms in &seconds {
                let empty = answer(useless(NotUsefulReason::EmptyResultSet));
                let primary = provider("primary", *first_ms, empty);
                let mut plan = plan(primary, Some(provider("fallback", *second_ms, answer(useful()))));
                plan.limits.budget_ms = budget_ms;
                // The second lookup of a long session: nothing may depend on where the clock stands.
                plan.starts_at_ms = if first_ms % 2 == 0 { 0 } else { 123_457 };
                let ends: [u64; 4] = [*first_ms, 1200, budget_ms, first_ms + second_ms];
                let cancels = ends.into_iter().filter(|at| *at > 0).flat_map(around);
                for cancel_at_ms in std::iter::once(None).chain(cancels.map(Some)) {
                    plan.cancel_at_ms = cancel_at_ms;
                    arena.check(&plan);
                }
            }
        }
    }
    assert_eq!(arena.played, 12_168);
}

fn every_hint() -> [Hint; 11] {
    [
        Hint::Silent,
        Hint::Seconds(0),
        Hint::Seconds(1),
        Hint::Seconds(86_400),
        Hint::Seconds(86_401),
        Hint::Seconds(u64::MAX),
        Hint::Date(5),
        Hint::Date(-5),
        Hint::Date(86_401),
        Hint::Date(40_000_000),
        Hint::Junk,
    ]
}

#[test]
fn every_http_status_with_every_hint() {
    let mut arena = Arena::new();
    for code in 100..=599 {
        for hint in every_hint() {
            let load = matches!(code, 200..=299).then(useful);
            let reply = Reply::Answer { status: code, hint, load };
            let mut second = two(status(500), reply.clone());
            second.primary.pace = Pace::Whole { latency_ms: 250 };
            arena.check(&second);
            arena.check(&plan(provider("primary", 250, reply), None));
        }
    }
    assert_eq!(arena.played, 11_000);
}

#[test]
fn the_smallest_hint_wins() {
    let mut arena = Arena::new();
    for first in every_hint() {
        for second in every_hint() {
            for latency_ms in [0, 1, 999] {
                let reply = |status, hint| Reply::Answer { status, hint, load: None };
                let mut plan = two(reply(429, first), reply(503, second));
                plan.primary.pace = Pace::Whole { latency_ms };
                arena.check(&plan);
            }
        }
    }
    assert_eq!(arena.played, 363);
}

#[test]
fn every_cap_of_the_evidence() {
    let mut arena = Arena::new();
    let long = "Paused: the “clock” of tokio — ünïcödé, 時計 and 🕰 — stands until all wait.";
    for hits in 1..=4 {
        for max_evidence_hits in 1..=5 {
            for max_evidence_chars in [1, 8, 9, 24, 25, 76, 300] {
                let load =
                    Load { verdict: Ok(()), hits: (0..hits).map(|_| hit("The clock", long)).collect() };
                let mut plan = two(status(500), answer(load));
                plan.limits.max_evidence_hits = max_evidence_hits;
                plan.limits.max_evidence_chars = max_evidence_chars;
                arena.check(&plan);
            }
        }
    }
    assert_eq!(arena.played, 140);
}

#[test]
fn every_refusal_in_its_order() {
    let mut arena = Arena::new();
    let queries = ["", " \t\n\u{3000}", "tokio\u{a0}\u{2003} paused   clock", " tokio ", "clock TOKIO", "ab"];
    for query in queries {
        for max_query_chars in [1, 2, 5, 18] {
            for deny_terms in [vec![], vec!["tokio"], vec!["zebra", "paused clock"], vec!["O P"]] {
                let mut plan = two(status(500), status(429));
                plan.query = query.to_owned();
                plan.limits.max_query_chars = max_query_chars;
                plan.limits.deny_terms = deny_terms.into_iter().map(str::to_owned).collect();
                arena.check(&plan);
            }
        }
    }
    assert_eq!(arena.played, 96);
}
