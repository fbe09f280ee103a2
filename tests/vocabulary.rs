//! The closed vocabulary, pinned: adding a member breaks every prompt and evaluation that enumerates it, and so bumps
//! `schema_version`. And the schemas, against everything that ships.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use trailcheck::receipt::{
    AttemptRecord, Evidence, Fault, NextAction, NotUsefulReason, Outcome, Receipt, Refusal, Role,
    SCHEMA_VERSION, Status, Vocabulary,
};
use trailcheck::replay::{AuditLevel, EventKind, Invariant, Replayer, Trail};
use trailcheck::report::prompt;
use trailcheck::scenario::{EngineName, from_text};
use trailcheck::trail::file::{Header, write_line};
use trailcheck::trail::schema::{SchemaKind, header_schema, schema};
use trailcheck::transport::ErrorKind;
use trailcheck::validator::WallRule;

/// Pins the wire names in order, and that name, member, JSON and display are one and the same.
fn pinned<V: Vocabulary + serde::Serialize + serde::de::DeserializeOwned + ToString + Debug>(names: &str) {
    let expected: Vec<&str> = names.split_whitespace().collect();
    assert_eq!(V::wire_names(), expected, "{}", V::KIND);
    for (member, name) in V::ALL.iter().zip(expected) {
        assert_eq!(member.wire(), name);
        assert_eq!(member.to_string(), name);
        assert_eq!(V::from_wire(name), Some(*member));
        assert_eq!(serde_json::to_value(member).expect("JSON"), json!(name));
        assert_eq!(serde_json::from_value::<V>(json!(name)).expect("a member"), *member);
        assert!(member.meaning().ends_with('.'), "{name} needs a sentence");
        for near in
            [name.to_uppercase(), format!("{name} "), format!(" {name}"), name.replace('_', "-") + "x"]
        {
            assert_eq!(V::from_wire(&near), None, "{near:?}");
            assert!(serde_json::from_value::<V>(json!(near)).is_err(), "{near:?}");
        }
    }
}

#[test]
fn member_lists_are_pinned() {
    assert_eq!(SCHEMA_VERSION, 1);
    pinned::<Outcome>("useful_result no_useful_result transport_failed budget_exhausted blocked_by_policy");
    pinned::<NextAction>("use_result answer_from_prior_knowledge ask_user_to_narrow retry_later stop");
    pinned::<Role>("primary fallback");
    pinned::<Status>(
        "ok_useful ok_not_useful transport_error transport_timeout rate_limited quota_exhausted auth_failed \
         not_configured cancelled skipped_no_budget",
    );
    pinned::<Fault>("dns connect tls reset truncated too_large redirect protocol http_status upstream");
    pinned::<NotUsefulReason>(
        "unparseable_payload ungrounded empty_result_set bot_check login_wall consent_wall javascript_required \
         error_page content_too_short no_query_terms_matched",
    );
    pinned::<Refusal>(
        "query_blank query_too_long query_denied config_unreadable no_route url_invalid allowlist_empty \
         host_not_allowed address_not_public",
    );
    pinned::<ErrorKind>(
        "timeout rate_limited quota_exhausted auth_failed not_configured dns connect tls reset truncated \
         too_large redirect protocol upstream",
    );
    pinned::<WallRule>("every_hit any_hit");
    pinned::<Invariant>(
        "at_most_one_fallback no_overspend receipt_always outcome_matches_attempts next_action_matches_outcome \
         skipped_never_dialled elapsed_adds_up evidence_within_caps no_secret_leak deterministic",
    );
    pinned::<EventKind>("dial answer cut skip cancel sleep health pass_over cache_hit cache_store resolve");
    pinned::<EngineName>("bounded layered routed fetch_gate naive");
    pinned::<AuditLevel>("info warn");
}

/// Every error becomes a status, and every fault but `http_status` is one that a transport can report.
#[test]
fn errors_map_onto_statuses_and_faults() {
    let faults: Vec<Fault> = ErrorKind::ALL.iter().filter_map(|kind| kind.classify().1).collect();
    let reported: Vec<Fault> =
        Fault::ALL.iter().copied().filter(|fault| *fault != Fault::HttpStatus).collect();
    assert_eq!(faults, reported);
    for kind in ErrorKind::ALL {
        let (status, fault) = kind.classify();
        assert_eq!(fault.is_some(), status == Status::TransportError, "{kind}");
        assert_eq!(fault.map(Fault::wire), fault.map(|_| kind.wire()), "a fault keeps its name");
    }
}

#[test]
fn the_prompt_names_every_member() {
    let fragment = prompt::fragment();
    let mut names = [Outcome::wire_names(), NextAction::wire_names(), Role::wire_names()].concat();
    names.extend([Status::wire_names(), Fault::wire_names()].concat());
    names.extend([NotUsefulReason::wire_names(), Refusal::wire_names()].concat());
    for name in names {
        assert!(fragment.contains(&format!("- `{name}`: ")), "{name} is missing");
    }
}

/// The name of every property in a schema, at any depth.
fn properties(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(properties)) = map.get("properties") {
                found.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| properties(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| properties(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn no_field_can_hold_a_whole_body() {
    let mut names = Vec::new();
    properties(&schema(SchemaKind::Receipt), &mut names);
    for field in ["schema_version", "dispatched", "snippet"] {
        assert!(names.iter().any(|name| name == field), "the walk misses {field}");
    }
    for banned in ["body", "raw", "payload", "text", "html", "headers", "response"] {
        assert!(!names.iter().any(|name| name == banned), "{banned}");
    }
}

fn trails(query: &str) -> Vec<Trail> {
    let text = fs::read_to_string(package().join("scenarios/bounded/02_empty_result_falls_back.yaml"));
    let text = text.expect("a shipped scenario").replace("autogen functiontool schema", query);
    let scenario = from_text("bounded/02_empty_result_falls_back", &text).expect("valid");
    Replayer::new().expect("a runtime").play(&scenario, EngineName::Bounded).expect("the script suffices")
}

fn receipt() -> Value {
    serde_json::to_value(&trails("autogen functiontool schema")[0].receipt).expect("JSON")
}

#[test]
fn fields_stand_in_the_order_of_the_contract() {
    let trail = &trails("autogen functiontool schema")[0];
    let in_order = |json: &str, names: &str| {
        let mut from = 0;
        for name in names.split_whitespace() {
            let at = json[from..].find(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} in {json}"));
            from += at + name.len();
        }
    };
    let json = |value: &dyn erased::Json| value.json();
    in_order(
        &json(&trail.receipt),
        "schema_version outcome next_action refusal fallback_used attempts_used attempts_allowed elapsed_ms \
         budget_ms retry_after_ms cache_age_ms attempts evidence",
    );
    let attempt: &AttemptRecord = &trail.receipt.attempts()[0];
    in_order(
        &json(attempt),
        "index role transport layer status fault not_useful_reason http_status elapsed_ms slice_ms retry_after_ms \
         dispatched target",
    );
    let evidence: &Evidence = &trail.receipt.evidence()[0];
    in_order(&json(evidence), "title url snippet truncated");
    in_order(&json(trail), "scenario lookup engine receipt calls unused events violations extra");
}

mod erased {
    pub(crate) trait Json {
        fn json(&self) -> String;
    }

    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).expect("JSON")
        }
    }
}

#[test]
fn a_receipt_refuses_unknown_and_missing_fields() {
    let whole = receipt();
    assert!(serde_json::from_value::<Receipt>(whole.clone()).is_ok());
    let validator = jsonschema::validator_for(&schema(SchemaKind::Receipt)).expect("a schema");
    assert!(validator.is_valid(&whole));
    for place in ["", "/attempts/0", "/evidence/0"] {
        let map = |value: &Value| value.pointer(place).and_then(Value::as_object).cloned().expect("a map");
        let put = |changed: serde_json::Map<String, Value>| {
            let mut receipt = whole.clone();
            *receipt.pointer_mut(place).expect("a map") = Value::Object(changed);
            receipt
        };
        let mut more = map(&whole);
        more.insert("headers".to_owned(), json!({}));
        let mut wrong = vec![put(more)];
        for name in map(&whole).keys() {
            let mut fewer = map(&whole);
            fewer.remove(name);
            wrong.push(put(fewer));
        }
        for wrong in wrong {
            assert!(serde_json::from_value::<Receipt>(wrong.clone()).is_err(), "{wrong}");
            assert!(!validator.is_valid(&wrong), "the schema accepts {wrong}");
        }
    }
}

#[test]
fn the_one_line_form() {
    let line = |query: &str| trails(query)[0].receipt.line().to_string();
    assert_eq!(
        line("autogen functiontool schema"),
        "outcome=useful_result next_action=use_result attempts=2/2 elapsed_ms=700/2000 \
         trail=[primary:ok_not_useful -> fallback:ok_useful]"
    );
    assert_eq!(
        line("' '"),
        "outcome=blocked_by_policy next_action=stop attempts=0/2 elapsed_ms=0/2000 trail=[none]"
    );
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn below(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            below(&path, extensions, found);
        } else if path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension)) {
            found.push(path);
        }
    }
}

fn valid(validator: &jsonschema::Validator, value: &Value, what: &str) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}");
}

#[test]
fn shipped_scenarios_and_snapshots_are_valid_by_the_schemas() {
    let scenarios = jsonschema::validator_for(&schema(SchemaKind::Scenario)).expect("a schema");
    let receipts = jsonschema::validator_for(&schema(SchemaKind::Receipt)).expect("a schema");
    let (mut files, mut snapshots) = (Vec::new(), Vec::new());
    below(&package().join("scenarios"), &["yaml", "yml"], &mut files);
    below(&package().join("snapshots"), &["snap"], &mut snapshots);
    files.retain(|path| path.file_stem().is_some_and(|stem| stem != "defaults"));
    assert!(files.len() >= 7 && snapshots.len() >= 7);
    for path in files {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let value: Value = serde_yaml::from_str(&text).expect("YAML");
        valid(&scenarios, &value, &path.display().to_string());
    }
    for path in snapshots {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let found: Vec<&str> = text.split("\nreceipt:\n").skip(1).collect();
        assert!(!found.is_empty(), "{} has no receipt", path.display());
        for rest in found {
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
            let value = values.next().expect("a receipt").expect("JSON");
            valid(&receipts, &value, &path.display().to_string());
        }
    }
}

#[test]
fn a_trail_file_is_valid_by_its_schemas() {
    let mut bytes = Vec::new();
    write_line(&mut bytes, &Header::new([EngineName::Bounded])).expect("JSON");
    for query in ["autogen functiontool schema", "' '", "zebra"] {
        bytes.extend(trailcheck::trail::file::lines(&trails(query)).expect("JSON"));
    }
    let lines: Vec<Value> = bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect();
    let header = jsonschema::validator_for(&header_schema()).expect("a schema");
    let trail = jsonschema::validator_for(&schema(SchemaKind::Trail)).expect("a schema");
    valid(&header, &lines[0], "the header");
    lines[1..].iter().for_each(|line| valid(&trail, line, "a trail"));
    assert_eq!(lines.len(), 4);
}
