//! What a comparison finds: every change of a trail is told and classed, and nothing else is.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod shipped;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use proptest::prelude::*;
use serde_json::{Value, json};
use trailcheck::diff::{Aspect, Class, Finding, Refusal, Tally, changes, compare};
use trailcheck::receipt::Vocabulary as _;
use trailcheck::replay::Trail;
use trailcheck::trail::entry::Entry;
use trailcheck::trail::problem::Problem;
use trailcheck::trail::read::Placed;

fn all() -> &'static [Trail] {
    static ALL: OnceLock<Vec<Trail>> = OnceLock::new();
    ALL.get_or_init(|| shipped::replays().into_iter().flat_map(|(_, replay)| replay.trails).collect())
}

fn trail(name: &str) -> Trail {
    all().iter().find(|trail| trail.scenario == name).expect(name).clone()
}

fn entry(value: &Value) -> Entry {
    Entry::read(value.to_string().as_bytes()).expect("a trail")
}

/// What is told of a trail in which one field was changed.
fn told(trail: &Trail, pointer: &str, to: Value) -> Vec<String> {
    let old = serde_json::to_value(trail).unwrap();
    let mut new = old.clone();
    *new.pointer_mut(pointer).expect(pointer) = to;
    assert_ne!(old, new, "{pointer}");
    let told = changes(&entry(&old), &entry(&new));
    told.iter().map(|change| format!("{} {}", change.aspect.class(), change.aspect)).collect()
}

#[test]
fn every_field_of_a_trail_has_its_class() {
    let useful = trail("bounded/02_empty_result_falls_back");
    let starved = trail("bounded/05_starved_fallback");
    let says = |trail: &Trail| trail.events.iter().position(|event| event.message.is_some());
    let spoken = all().iter().find(|trail| says(trail).is_some()).expect("an error with a message").clone();
    let message = format!("/events/{}/message", says(&spoken).expect("a message"));
    let cases: &[(&Trail, &str, Value, &[&str])] = &[
        (&useful, "/receipt/outcome", json!("transport_failed"), &["breaking outcome"]),
        (&useful, "/receipt/next_action", json!("stop"), &["breaking next_action"]),
        (&useful, "/receipt/refusal", json!("no_route"), &["breaking refusal"]),
        (&useful, "/receipt/schema_version", json!(2), &["breaking schema_version"]),
        (&useful, "/receipt/fallback_used", json!(false), &["behaviour fallback_used"]),
        (&useful, "/receipt/attempts_used", json!(1), &["behaviour attempts_used"]),
        (&useful, "/receipt/attempts_allowed", json!(1), &["behaviour attempts_allowed"]),
        (&useful, "/receipt/elapsed_ms", json!(701), &["behaviour elapsed_ms"]),
        (&useful, "/receipt/budget_ms", json!(1), &["behaviour budget_ms"]),
        (&useful, "/receipt/retry_after_ms", json!(1), &["behaviour retry_after_ms"]),
        (&useful, "/receipt/cache_age_ms", json!(1), &["behaviour cache_age_ms"]),
        (&useful, "/receipt/evidence", json!([]), &["behaviour evidence"]),
        (&useful, "/receipt/evidence/0/title", json!("x"), &["presentation evidence_text"]),
        (&useful, "/receipt/evidence/0/url", json!("x"), &["presentation evidence_text"]),
        (&useful, "/receipt/evidence/0/snippet", json!("x"), &["presentation evidence_text"]),
        (&useful, "/receipt/evidence/0/truncated", json!(true), &["presentation evidence_text"]),
        (&useful, "/receipt/attempts/0/status", json!("ok_useful"), &["behaviour status"]),
        (&useful, "/receipt/attempts/0/fault", json!("dns"), &["behaviour fault"]),
        (&useful, "/receipt/attempts/0/not_useful_reason", json!("bot_check"), &["behaviour reason"]),
        (&useful, "/receipt/attempts/0/http_status", json!(204), &["behaviour http_status"]),
        (&useful, "/receipt/attempts/0/elapsed_ms", json!(1), &["behaviour elapsed_ms"]),
        (&useful, "/receipt/attempts/0/slice_ms", json!(1), &["behaviour slice_ms"]),
        (&useful, "/receipt/attempts/0/retry_after_ms", json!(1), &["behaviour retry_after_ms"]),
        (&useful, "/receipt/attempts/0/dispatched", json!(false), &["behaviour dispatched"]),
        (&useful, "/receipt/attempts/0/layer", json!("retry 1"), &["behaviour layer"]),
        (&useful, "/receipt/attempts/0/role", json!("fallback"), &["behaviour attempt"]),
        (&useful, "/receipt/attempts/0/transport", json!("other"), &["behaviour attempt"]),
        (&useful, "/receipt/attempts/0/target", json!("x"), &["presentation target"]),
        (&useful, "/calls/primary", json!(2), &["behaviour calls"]),
        (&useful, "/calls", json!({ "primary": 1 }), &["behaviour calls"]),
        (&useful, "/unused/primary", json!(2), &["behaviour unused"]),
        (&useful, "/violations", json!(["no_overspend"]), &["behaviour violations"]),
        (&useful, "/events/0/at_ms", json!(1), &["behaviour events"]),
        (&useful, "/events/0/target", json!("x"), &["presentation target"]),
        (&useful, "/events/1/hits", json!(3), &["behaviour events"]),
        (&spoken, &message, json!("x"), &["presentation message"]),
        (&useful, "/events", json!([]), &["behaviour events"]),
        (&starved, "/receipt/attempts/1/status", json!("cancelled"), &["behaviour status"]),
    ];
    for (trail, pointer, to, expected) in cases {
        assert_eq!(told(trail, pointer, to.clone()), *expected, "{pointer}");
    }
    let told: BTreeSet<&str> =
        cases.iter().flat_map(|case| case.3).map(|told| told.split_once(' ').unwrap().1).collect();
    // Whole lookups, other engines and members of other versions have tests of their own.
    let elsewhere = [Aspect::Vocabulary, Aspect::Engine, Aspect::Lookups, Aspect::Extra];
    let untold: Vec<&str> = Aspect::ALL
        .iter()
        .filter(|aspect| !elsewhere.contains(aspect))
        .map(|aspect| aspect.wire())
        .filter(|aspect| !told.contains(aspect))
        .collect();
    assert!(untold.is_empty(), "{untold:?}");
}

/// Every value inside a JSON value, by its path.
fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                paths(field, &format!("{path}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                paths(item, &format!("{path}/{index}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => found.push(path.to_owned()),
    }
}

#[test]
fn no_change_of_a_single_value_goes_unnoticed() {
    let mut tried = 0;
    for name in ["bounded/02_empty_result_falls_back", "bounded/05_starved_fallback", "retry_after/dates"] {
        let old = serde_json::to_value(trail(name)).unwrap();
        let mut all = Vec::new();
        paths(&old, "", &mut all);
        for path in all.iter().filter(|path| !matches!(path.as_str(), "/scenario" | "/lookup")) {
            let mut new = old.clone();
            let value = new.pointer_mut(path).unwrap();
            *value = match &*value {
                Value::Number(number) => json!(number.as_u64().unwrap() + 1),
                Value::Bool(flag) => json!(!flag),
                Value::String(text) => json!(format!("{text}x")),
                Value::Null | Value::Array(_) | Value::Object(_) => json!(7),
            };
            // Many are no trail any more; those that are must be told.
            if let Ok(new) = Entry::read(new.to_string().as_bytes()) {
                assert!(!changes(&entry(&old), &new).is_empty(), "{name}{path}");
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

type Side = Vec<Result<Placed, Problem>>;

fn side(trails: impl IntoIterator<Item = Trail>) -> Side {
    let placed = |trail| Ok(Placed { line: None, entry: Entry::Trail(Box::new(trail)) });
    trails.into_iter().map(placed).collect()
}

fn findings(old: Side, new: Side) -> Vec<Finding> {
    let mut found = Vec::new();
    compare(old.into_iter(), new.into_iter(), |finding| found.push(finding)).unwrap();
    found
}

fn named(trail: &Trail, name: &str, lookup: u32) -> Trail {
    Trail { scenario: name.to_owned(), lookup, ..trail.clone() }
}

fn told_of(findings: &[Finding]) -> Vec<String> {
    let told = |finding: &Finding| match finding {
        Finding::Same(lookup) => format!("same {} {}", lookup.scenario, lookup.lookup),
        Finding::Changed(changed) => {
            let aspects: Vec<&str> = changed.changes.iter().map(|change| change.aspect.wire()).collect();
            format!("changed {} {} {}", changed.lookup().0, changed.lookup().1, aspects.join(","))
        }
        Finding::Added(name) => format!("added {name}"),
        Finding::Removed(name) => format!("removed {name}"),
        Finding::Renamed { old, new } => format!("renamed {old} {new}"),
    };
    findings.iter().map(told).collect()
}

#[test]
fn scenarios_are_set_side_by_side_whatever_else_is_there() {
    let (a, b) = (trail("bounded/01_primary_useful"), trail("bounded/05_starved_fallback"));
    let old = [named(&a, "a", 0), named(&a, "b", 0), named(&a, "d", 0), named(&a, "d", 1), named(&b, "x", 0)];
    let new = [named(&a, "b", 0), named(&b, "c", 0), named(&a, "d", 0), named(&a, "e", 0), named(&a, "e", 1)];
    let found = told_of(&findings(side(old), side(new)));
    let expected = [
        "same b 0",
        "same d 0",
        "changed d 1 lookups",
        // The same trails under another name; of several, the first names.
        "renamed x c",
        "removed a",
        "added e",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_scenario_with_the_same_trails_is_renamed_and_one_with_others_is_not() {
    let (a, b) = (trail("bounded/01_primary_useful"), trail("bounded/05_starved_fallback"));
    let found = |old: Vec<Trail>, new: Vec<Trail>| told_of(&findings(side(old), side(new)));
    assert_eq!(found(vec![named(&a, "p", 0)], vec![named(&a, "q", 0)]), ["renamed p q"]);
    assert_eq!(found(vec![named(&a, "p", 0)], vec![named(&b, "q", 0)]), ["removed p", "added q"]);
    let two = |name: &str| vec![named(&a, name, 0), named(&b, name, 1)];
    assert_eq!(found(two("p"), two("q")), ["renamed p q"]);
    assert_eq!(found(two("p"), vec![named(&a, "q", 0)]), ["removed p", "added q"]);
    let twice = [named(&a, "p", 0), named(&a, "q", 0)];
    assert_eq!(
        found(twice.to_vec(), vec![named(&a, "r", 0), named(&a, "s", 0)]),
        ["renamed p r", "renamed q s"]
    );
}

#[test]
fn what_is_wrong_with_a_side_ends_the_comparison() {
    let a = trail("bounded/01_primary_useful");
    let problem = Problem::new("x", "y");
    let mut broken = side([named(&a, "a", 0)]);
    broken.push(Err(problem.clone()));
    let whole = || side((0..2000).map(|n| named(&a, &format!("s{n:04}"), 0)));
    let result = compare(broken.clone().into_iter(), whole().into_iter(), |_| {});
    assert_eq!(result, Err(Refusal::Unreadable(trailcheck::diff::Side::Old, problem.clone())));
    let result = compare(whole().into_iter(), broken.into_iter(), |_| {});
    assert_eq!(result, Err(Refusal::Unreadable(trailcheck::diff::Side::New, problem)));
}

#[test]
fn lookups_that_changed_the_same_way_are_one_kind() {
    let was = trail("bounded/02_empty_result_falls_back");
    let is = trail("bounded/05_starved_fallback");
    let mut tally = Tally::default();
    for n in 0..40 {
        let name = format!("s{n:02}");
        for finding in findings(side([named(&was, &name, 0)]), side([named(&is, &name, 0)])) {
            tally.add(finding);
        }
    }
    for finding in findings(side([named(&was, "t", 0)]), side([named(&was, "t", 0)])) {
        tally.add(finding);
    }
    let kinds = tally.kinds();
    let [kind] = kinds.as_slice() else { panic!("{} kinds", kinds.len()) };
    assert_eq!((kind.class, kind.lookups.count), (Class::Breaking, 40));
    assert_eq!(kind.lookups.first[..3], ["s00", "s01", "s02"]);
    assert_eq!((tally.same, tally.changed_lookups(), tally.of_class(Class::Breaking)), (1, 40, 40));
    assert_eq!(tally.transitions.values().sum::<u64>(), 40);
    assert!(tally.has_at_least(Class::Breaking) && tally.has_at_least(Class::Presentation));
}

#[test]
fn a_gate_sees_its_own_class_and_the_worse() {
    let was = trail("bounded/02_empty_result_falls_back");
    let mut value = serde_json::to_value(&was).unwrap();
    *value.pointer_mut("/receipt/elapsed_ms").unwrap() = json!(1);
    let Entry::Trail(is) = entry(&value) else { panic!("a trail") };
    let mut tally = Tally::default();
    for finding in findings(side([was]), side([*is])) {
        tally.add(finding);
    }
    let seen: Vec<bool> = Class::ALL.iter().map(|class| tally.has_at_least(*class)).collect();
    assert_eq!(seen, [false, true, true]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comparing_is_antisymmetric_and_every_lookup_is_told_once(
        old in proptest::collection::btree_set(0_u32..12, 0..12),
        new in proptest::collection::btree_set(0_u32..12, 0..12),
        other in proptest::collection::btree_set(0_u32..12, 0..12),
    ) {
        let (a, b) = (trail("bounded/01_primary_useful"), trail("bounded/05_starved_fallback"));
        let name = |n: &u32| format!("s{n:02}");
        let old_side = || side(old.iter().map(|n| named(&a, &name(n), 0)));
        let new_side = || side(new.iter().map(|n| named(if other.contains(n) { &b } else { &a }, &name(n), 0)));
        let count = |findings: &[Finding]| {
            let mut tally = Tally::default();
            findings.iter().cloned().for_each(|finding| tally.add(finding));
            let apart = (tally.added.count, tally.removed.count, tally.renamed.count);
            (tally.same, tally.changed_lookups(), apart)
        };
        let forth = count(&findings(old_side(), new_side()));
        let back = count(&findings(new_side(), old_side()));
        prop_assert_eq!((forth.0, forth.1), (back.0, back.1));
        prop_assert_eq!(forth.2, (back.2.1, back.2.0, back.2.2));
        let (same, changed, (added, removed, renamed)) = forth;
        prop_assert_eq!(same + changed + removed + renamed, old.len() as u64);
        prop_assert_eq!(same + changed + added + renamed, new.len() as u64);
        prop_assert_eq!(changed, old.intersection(&new).filter(|n| other.contains(n)).count() as u64);
    }
}
