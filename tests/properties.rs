//! The ten invariants as properties, by their names, over generated scenarios; and that trails and scenario files
//! survive being written, read, and saved by another editor.
//!
//! Each is checked from the trail alone and not by the harness's own invariants, which are a property of their own.
//! A scenario is made as JSON, which YAML contains. What once failed is kept in `proptest-regressions/`.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod generated;
mod model;

use std::fmt::Write as _;

use generated::{Case, every_form};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use serde_json::{Value, json};
use trailcheck::receipt::{Receipt, Role, Status, Vocabulary};
use trailcheck::replay::{EventKind, Replay, Replayer, Trail};
use trailcheck::scenario::{EngineName, Scenario, from_text};
use trailcheck::trail::{file, snapshot};

fn configuration() -> ProptestConfig {
    // The path is below the package, where cargo runs tests: a test crate has no lib.rs to be beside.
    let kept = FileFailurePersistence::Direct("proptest-regressions/properties.txt");
    ProptestConfig { cases: 192, failure_persistence: Some(Box::new(kept)), ..ProptestConfig::default() }
}

fn load(text: &str) -> Scenario {
    from_text("generated", text).unwrap_or_else(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(|mistake| mistake.render(false)).collect();
        panic!("{}", told.join("\n"))
    })
}

fn replay(case: &Case) -> (Scenario, Replay) {
    let scenario = load(&case.text());
    let replayer = Replayer::new().expect("a runtime");
    let replay = replayer.replay(&scenario, EngineName::Bounded).expect("the last step answers for ever");
    (scenario, replay)
}

fn statuses(receipt: &Receipt) -> Vec<Status> {
    receipt.attempts().iter().map(trailcheck::receipt::AttemptRecord::status).collect()
}

fn dialled(trail: &Trail) -> Vec<&str> {
    let dials = trail.events.iter().filter(|event| event.event == EventKind::Dial);
    dials.map(|event| event.transport.as_str()).collect()
}

/// When the lookup began: what happens first, a dial, a skip or a cancel before the start, happens then.
fn began_ms(trail: &Trail) -> u64 {
    trail.events.first().map_or(0, |event| event.at_ms)
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn at_most_one_fallback(case in generated::case()) {
        let (scenario, replay) = replay(&case);
        for trail in &replay.trails {
            let names = dialled(trail);
            prop_assert!(matches!(names[..], [] | ["first"] | ["first", "second"]), "{names:?}");
            let statuses = statuses(&trail.receipt);
            let Some(first) = statuses.first() else { continue };
            let goes_on = !matches!(first, Status::OkUseful | Status::Cancelled)
                && (scenario.policy.fallback_on_auth() || *first != Status::AuthFailed)
                && scenario.policy.fallback_allowed()
                && scenario.transports.len() == 2;
            prop_assert_eq!(statuses.len(), if goes_on { 2 } else { 1 });
            prop_assert_eq!(trail.receipt.fallback_used(), names.contains(&"second"));
        }
    }

    #[test]
    fn no_overspend(case in generated::case()) {
        let (scenario, replay) = replay(&case);
        let policy = &scenario.policy;
        for trail in &replay.trails {
            let mut left_ms = policy.budget_ms();
            for attempt in trail.receipt.attempts() {
                prop_assert_eq!(attempt.slice_ms(), left_ms.min(policy.per_attempt_ms()));
                prop_assert!(attempt.elapsed_ms() <= attempt.slice_ms());
                let started = dialled(trail).contains(&attempt.transport());
                prop_assert!(!started || attempt.slice_ms() >= policy.min_attempt_ms());
                left_ms -= attempt.elapsed_ms();
            }
            prop_assert!(trail.receipt.elapsed_ms() <= policy.budget_ms());
            for event in &trail.events {
                prop_assert!(event.at_ms - began_ms(trail) <= policy.budget_ms());
            }
        }
    }

    #[test]
    fn receipt_always(case in generated::case()) {
        let (scenario, replay) = replay(&case);
        prop_assert_eq!(replay.trails.len(), scenario.lookups.len());
        for trail in &replay.trails {
            let receipt = &trail.receipt;
            prop_assert_eq!(receipt.schema_version(), 1);
            prop_assert_eq!(receipt.attempts().is_empty(), receipt.refusal().is_some());
            prop_assert_eq!(receipt.attempts_used() as usize, dialled(trail).len());
            let allowed = scenario.transports.len() == 2 && scenario.policy.fallback_allowed();
            prop_assert_eq!(receipt.attempts_allowed(), if allowed { 2 } else { 1 });
            let hints = receipt.attempts().iter().filter_map(trailcheck::receipt::AttemptRecord::retry_after_ms);
            prop_assert_eq!(receipt.retry_after_ms(), hints.min());
            for (index, attempt) in receipt.attempts().iter().enumerate() {
                let role = if index == 0 { Role::Primary } else { Role::Fallback };
                prop_assert_eq!((attempt.index() as usize, attempt.role()), (index, role));
                prop_assert_eq!(attempt.fault().is_some(), attempt.status() == Status::TransportError);
                let useless = attempt.status() == Status::OkNotUseful;
                prop_assert_eq!(attempt.not_useful_reason().is_some(), useless);
                let ends = trail.events.iter().find(|event| {
                    event.event == EventKind::Answer && event.transport == attempt.transport()
                });
                prop_assert_eq!(attempt.http_status(), ends.and_then(|event| event.http_status));
            }
        }
    }

    #[test]
    fn outcome_matches_attempts(case in generated::case()) {
        for trail in replay(&case).1.trails {
            let (receipt, statuses) = (&trail.receipt, statuses(&trail.receipt));
            if receipt.refusal().is_none() {
                prop_assert_eq!(receipt.outcome(), model::outcome_of(&statuses), "{:?}", statuses);
            } else {
                prop_assert_eq!(receipt.outcome().wire(), "blocked_by_policy");
            }
        }
    }

    #[test]
    fn next_action_matches_outcome(case in generated::case()) {
        for trail in replay(&case).1.trails {
            let (receipt, statuses) = (&trail.receipt, statuses(&trail.receipt));
            prop_assert_eq!(receipt.next_action(), model::next_action_of(receipt.outcome(), &statuses));
        }
    }

    #[test]
    fn skipped_never_dialled(case in generated::case()) {
        for trail in replay(&case).1.trails {
            let calls: u64 = trail.calls.0.iter().map(|(_, calls)| calls).sum();
            prop_assert_eq!(calls, dialled(&trail).len() as u64);
            for attempt in trail.receipt.attempts() {
                let called = trail.calls.of(attempt.transport()) == Some(1);
                prop_assert_eq!(called, dialled(&trail).contains(&attempt.transport()));
                if attempt.status() == Status::SkippedNoBudget {
                    prop_assert!(!called && !attempt.dispatched() && attempt.elapsed_ms() == 0);
                }
                prop_assert!(called || !attempt.dispatched());
            }
        }
    }

    #[test]
    fn elapsed_adds_up(case in generated::case()) {
        for trail in replay(&case).1.trails {
            let receipt = &trail.receipt;
            let sum: u64 = receipt.attempts().iter().map(trailcheck::receipt::AttemptRecord::elapsed_ms).sum();
            prop_assert_eq!(receipt.elapsed_ms(), sum);
            let last_ms = trail.events.last().map_or(0, |event| event.at_ms);
            prop_assert_eq!(last_ms - began_ms(&trail), sum);
        }
    }

    #[test]
    fn evidence_within_caps(case in generated::case()) {
        let (scenario, replay) = replay(&case);
        for trail in &replay.trails {
            let (receipt, policy) = (&trail.receipt, &scenario.policy);
            prop_assert!(receipt.evidence().len() as u64 <= policy.max_evidence_hits());
            prop_assert!(receipt.evidence().is_empty() || receipt.outcome().wire() == "useful_result");
            for evidence in receipt.evidence() {
                for text in [evidence.title(), evidence.snippet()] {
                    let chars = text.chars().count() as u64;
                    prop_assert!(chars <= policy.max_evidence_chars(), "{chars} characters");
                }
                // What was cut has a text at the cap.
                let at_cap = |text: &str| text.chars().count() as u64 == policy.max_evidence_chars();
                let full = at_cap(evidence.title()) || at_cap(evidence.snippet());
                prop_assert!(full || !evidence.truncated());
            }
        }
    }

    /// Neither in a trail nor in what is printed of it, in any of the forms of the contract.
    #[test]
    fn no_secret_leak(case in generated::case()) {
        let (_, replay) = replay(&case);
        let mut printed = snapshot::contents(&replay.trails).expect("JSON");
        printed.push_str(&String::from_utf8(file::lines(&replay.trails).expect("JSON")).expect("UTF-8"));
        write!(printed, "{:?}", replay.mismatches).unwrap();
        for secret in &case.secrets {
            for form in every_form(secret) {
                let quoted = json!(form).to_string();
                let quoted = quoted.trim_matches('"');
                prop_assert!(!printed.contains(&form) && !printed.contains(quoted), "{form:?} in {printed}");
            }
        }
    }

    #[test]
    fn deterministic(case in generated::case()) {
        let (scenario, first) = replay(&case);
        // Another runtime, whose clock stands elsewhere.
        let replayer = Replayer::new().expect("a runtime");
        replayer.play(&load(&generated::day_long()), EngineName::Bounded).expect("one step");
        let second = replayer.replay(&scenario, EngineName::Bounded).expect("as before");
        let bytes = |replay: &Replay| file::lines(&replay.trails).expect("JSON");
        prop_assert_eq!(String::from_utf8(bytes(&first)), String::from_utf8(bytes(&second)));
    }

    #[test]
    fn no_promised_invariant_breaks(case in generated::case()) {
        let (_, replay) = replay(&case);
        prop_assert!(replay.passed(), "{:?}", replay.broken);
    }

    #[test]
    fn a_trail_survives_its_json_and_refuses_what_it_does_not_know(case in generated::case()) {
        for trail in replay(&case).1.trails {
            let written = serde_json::to_string(&trail).expect("JSON");
            let read: Trail = serde_json::from_str(&written).expect("what was written");
            prop_assert_eq!(&read, &trail);
            prop_assert_eq!(serde_json::to_string(&read).expect("JSON"), written.as_str());
            let value: Value = serde_json::from_str(&written).expect("JSON");
            let places =
                ["", "/receipt", "/receipt/attempts/0", "/receipt/evidence/0", "/events/0", "/extra"];
            for place in places {
                let mut changed = value.clone();
                let Some(Value::Object(map)) = changed.pointer_mut(place) else { continue };
                map.insert("body".to_owned(), json!("x"));
                prop_assert!(serde_json::from_value::<Trail>(changed).is_err(), "{place}");
            }
        }
    }

    #[test]
    fn a_scenario_survives_crlf_and_bom(case in generated::case()) {
        let text = case.text();
        let trails = |text: &str| {
            let replayer = Replayer::new().expect("a runtime");
            replayer.play(&load(text), EngineName::Bounded).expect("the last step answers for ever")
        };
        let plain = trails(&text);
        prop_assert_eq!(&plain, &trails(&text.replace('\n', "\r\n")));
        prop_assert_eq!(&plain, &trails(&format!("\u{feff}{text}")));
        prop_assert_eq!(&plain, &trails(&format!("\u{feff}{}", text.replace('\n', "\r\n"))));
    }
}
