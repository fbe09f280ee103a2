//! What the routed engine promises, on generated scenarios and setups; each property is named after its rule.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a test may stop, and shares helpers with others"
)]

mod generated;

use generated::{Case, every_form};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use trailcheck::receipt::{Role, Status};
use trailcheck::replay::extra::AuditLevel;
use trailcheck::replay::{Replay, Replayer};
use trailcheck::scenario::{EngineName, from_text};
use trailcheck::trail::file;

/// The key that arms the fallback: declared nowhere, so that only the engine itself can mask it.
const KEY: &str = "tv0-armed-k3y";

fn replay(text: &str) -> Replay {
    let scenario = from_text("generated", text).unwrap_or_else(|mistakes| panic!("{mistakes:?} in {text}"));
    let replayer = Replayer::new().expect("a runtime");
    replayer.replay(&scenario, EngineName::Routed).expect("the last step answers for ever")
}

fn wire() -> impl Strategy<Value = Value> {
    let echo = format!("as the key {KEY} says");
    select(vec![
        json!({ "output": [{ "type": "web_search_call" }, { "type": "message", "content": [
            { "type": "output_text", "text": echo, "annotations": [
                { "type": "url_citation", "url": format!("https://a.invalid/?t={KEY}"), "title": KEY }] }] }] }),
        json!({ "output": [{ "type": "message", "content": [{ "type": "output_text", "text": echo }] }] }),
        json!({ "content": [{ "type": "server_tool_use", "name": "web_search" }, { "type": "text", "text": echo }] }),
        json!({ "candidates": [{ "groundingMetadata": { "webSearchQueries": [KEY] } }] }),
        json!({ "results": [{ "url": "https://a.invalid/", "title": echo, "content": KEY }] }),
        json!({ "error": { "message": KEY } }),
        json!([]),
    ])
}

fn setup() -> impl Strategy<Value = Value> {
    let model = select(vec![
        Value::Null,
        json!({ "provider": "google", "api": "x" }),
        json!({ "provider": "openai", "api": "openai-responses" }),
        json!({ "provider": "anthropic", "api": "anthropic-messages" }),
        json!({ "provider": KEY, "api": "none" }),
    ]);
    let config = select(vec![
        json!("absent"),
        json!("absent"),
        json!("invalid"),
        json!({ "user": { "pin": "deepseek" } }),
        json!({ "user": "absent", "project": "unreadable", "project_trusted": true }),
    ]);
    let secrets =
        select(vec![json!("absent"), json!({ "TAVILY_API_KEY": KEY }), json!({ "TAVILY_API_KEY": KEY })]);
    let registry = select(vec![
        json!({ "key": "sk-x" }),
        json!({ "key": "sk-x" }),
        json!({ "failure": format!("no login for {KEY}") }),
        json!({ "headers": { "authorization": null } }),
    ]);
    let deadline = select(vec![1u64, 10, 600, 60_000]);
    (model, config, secrets, registry, deadline).prop_map(|(model, config, secrets, registry, deadline)| {
        let mut setup = json!({
            "config": config, "secrets_file": secrets, "registry": registry, "deadline_ms": deadline,
        });
        if !model.is_null() {
            setup["model"] = model;
        }
        setup
    })
}

/// A generated scenario with a setup of its own, in which some replies are in a service's format.
fn routed() -> impl Strategy<Value = String> {
    let parts = (generated::case(), setup(), wire(), wire(), 0..4u8);
    parts.prop_map(|(case, setup, first, second, which)| {
        let text = case.text();
        let (_, json) = text.split_once('\n').expect("a comment first");
        let mut scenario: Value = serde_json::from_str(json).expect("JSON");
        scenario["engine"] = json!("routed");
        scenario["setup"] = setup;
        for (bit, (name, body)) in [(1, ("first", first)), (2, ("second", second))] {
            if which & bit != 0 && scenario["transports"].get(name).is_some() {
                scenario["transports"][name]["steps"] =
                    json!([{ "latency_ms": 3, "wire": body, "times": "forever" }]);
            }
        }
        scenario.to_string()
    })
}

fn as_it_is(case: &Case) -> Replay {
    replay(&case.text())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_promised_invariant_breaks(text in routed()) {
        let broken = replay(&text).broken;
        prop_assert!(broken.is_empty(), "{broken:?} in {text}");
    }

    #[test]
    fn no_promised_invariant_breaks_on_what_is_for_any_tool(case in generated::case()) {
        let broken = as_it_is(&case).broken;
        prop_assert!(broken.is_empty(), "{broken:?}");
    }

    #[test]
    fn at_most_one_fallback_announced_exactly_where_it_started(text in routed()) {
        for trail in replay(&text).trails {
            let attempts = trail.receipt.attempts().iter();
            let roles: Vec<Role> = attempts.map(trailcheck::receipt::AttemptRecord::role).collect();
            prop_assert!(matches!(roles[..], [] | [Role::Primary] | [Role::Primary, Role::Fallback]));
            prop_assert_eq!(trail.extra.progress.len(), usize::from(trail.receipt.fallback_used()));
        }
    }

    #[test]
    fn searched_never_falls_back_and_has_the_notice_second(text in routed()) {
        for trail in replay(&text).trails {
            let attempts = trail.receipt.attempts();
            let searched = attempts.iter().position(|attempt| attempt.status() == Status::OkUseful);
            prop_assert!(searched.is_none_or(|at| at + 1 == attempts.len()));
            let render = trail.extra.render.expect("a render");
            let second = render.split("\n\n").nth(1).unwrap_or_default();
            prop_assert_eq!(second.starts_with("Notice: "), searched.is_some(), "{}", render);
            prop_assert_eq!(render.starts_with("Answered by "), searched.is_some());
        }
    }

    #[test]
    fn the_key_never_leaks(text in routed()) {
        let printed = String::from_utf8(file::lines(&replay(&text).trails).expect("JSON")).expect("UTF-8");
        let armed = text.contains("TAVILY_API_KEY");
        for form in every_form(KEY) {
            prop_assert!(!armed || !printed.contains(&form), "{form:?} in {printed}");
        }
    }

    #[test]
    fn no_secret_leak(case in generated::case()) {
        let printed = String::from_utf8(file::lines(&as_it_is(&case).trails).expect("JSON")).expect("UTF-8");
        for form in case.secrets.iter().flat_map(|secret| every_form(secret)) {
            prop_assert!(!printed.contains(&form), "{form:?} in {printed}");
        }
    }

    #[test]
    fn one_audit_record_a_call_a_warning_for_a_refusal(text in routed()) {
        for trail in replay(&text).trails {
            let audit = trail.extra.audit.expect("a record");
            let refused = trail.receipt.refusal().is_some();
            prop_assert_eq!(audit.level == AuditLevel::Warn, refused);
            prop_assert_eq!(trail.receipt.attempts().is_empty(), refused);
        }
    }

    #[test]
    fn both_attempts_are_within_the_deadline(text in routed()) {
        for trail in replay(&text).trails {
            let receipt = &trail.receipt;
            prop_assert!(receipt.elapsed_ms() <= receipt.budget_ms());
            let stated = format!("\"deadline_ms\":{}", receipt.budget_ms());
            prop_assert!(text.contains(&stated), "{stated}");
        }
    }
}
