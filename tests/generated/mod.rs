//! Scenarios from chance: every kind of step, pace, policy and lookup, with secrets planted where they may leak.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use trailcheck::receipt::Vocabulary;
use trailcheck::transport::ErrorKind;
use url::form_urlencoded::byte_serialize;

/// A scenario as it would be written, and what it must not reveal.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    scenario: Value,
    pub(crate) secrets: Vec<String>,
}

impl Case {
    pub(crate) fn text(&self) -> String {
        format!("# JSON is YAML\n{}\n", serde_json::to_string_pretty(&self.scenario).expect("JSON"))
    }
}

/// A lookup that takes a day, so that a clock moves far from its origin.
pub(crate) fn day_long() -> String {
    let policy = json!({ "budget_ms": 86_400_000, "per_attempt_ms": 86_400_000 });
    let steps = json!([{ "latency_ms": 86_399_999, "status": 500 }]);
    json!({
        "query": "x", "policy": policy,
        "transports": { "first": { "base_url": "https://first.invalid/", "steps": steps } }
    })
    .to_string()
}

/// The forms in which a declared secret is masked.
pub(crate) fn every_form(secret: &str) -> [String; 4] {
    let percent = |byte: u8| {
        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    [
        secret.to_owned(),
        secret.bytes().map(percent).collect(),
        byte_serialize(secret.as_bytes()).collect(),
        base64(secret.as_bytes()),
    ]
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let block = |block: &[u8]| {
        let at = |index: usize| u32::from(block.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        (0..4)
            .map(|digit| {
                if digit <= block.len() {
                    char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize])
                } else {
                    '='
                }
            })
            .collect::<String>()
    };
    bytes.chunks(3).map(block).collect()
}

pub(crate) fn case() -> impl Strategy<Value = Case> {
    let secret = "[A-Za-z0-9][A-Za-z0-9+/=&%_ .~-]{5,12}[A-Za-z0-9]";
    vec(secret, 0..3).prop_flat_map(|secrets| {
        let parts = (
            policy(),
            vec(lookup(&secrets), 1..4),
            transport("first", &secrets),
            option::weighted(0.85, transport("second", &secrets)),
        );
        parts.prop_map(move |(policy, lookups, first, second)| {
            let mut transports = Map::new();
            transports.insert("first".to_owned(), first);
            transports.extend(second.map(|second| ("second".to_owned(), second)));
            let names = secrets.iter().enumerate();
            let declared: Map<String, Value> =
                names.map(|(index, secret)| (format!("secret_{index}"), json!(secret))).collect();
            let mut scenario = json!({ "policy": policy, "lookups": lookups, "transports": transports });
            if !declared.is_empty() {
                scenario["secrets"] = Value::Object(declared);
            }
            Case { scenario, secrets: secrets.clone() }
        })
    })
}

/// Mostly a few milliseconds, so that ties are common.
fn time() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..8u64, 1 => 0..3000u64, 1 => select(vec![0, 200, 800, 1199, 1200, 1201, 2000])]
}

fn policy() -> impl Strategy<Value = Value> {
    let small = (2..16u64, 1..10u64, any::<prop::sample::Index>(), 0..2u64);
    let own = (
        small,
        any::<bool>(),
        0..4u64,
        prop_oneof![0..12u64, 30..60u64],
        option::weighted(0.2, Just("zebra")),
    );
    let own = own.prop_map(|((budget, slice, least, fallbacks), on_auth, hits, chars, denied)| {
        let least = 1 + least.index(usize::try_from(budget.min(slice)).expect("small"));
        json!({
            "budget_ms": budget, "per_attempt_ms": slice, "min_attempt_ms": least,
            "max_fallbacks": fallbacks, "fallback_on_auth": on_auth,
            "max_evidence_hits": hits, "max_evidence_chars": chars,
            "max_query_chars": 60, "deny_terms": denied.into_iter().collect::<Vec<_>>(),
        })
    });
    prop_oneof![4 => own, 1 => Just(json!({})), 1 => Just(json!({ "budget_ms": 1300 }))]
}

fn lookup(secrets: &[String]) -> impl Strategy<Value = Value> + use<> {
    let query = prop_oneof![
        8 => Just("tokio paused clock".to_owned()),
        1 => Just("  ".to_owned()),
        1 => Just("the Zebra clock".to_owned()),
        1 => Just("clock ".repeat(20)),
        2 => words(secrets),
    ];
    (query, option::weighted(0.3, time()), option::weighted(0.4, time())).prop_map(|(query, at, cancel)| {
        let mut lookup = json!({ "query": query });
        if let Some(at) = at {
            lookup["at_ms"] = json!(at);
        }
        if let Some(cancel) = cancel {
            lookup["cancel_at_ms"] = json!(cancel);
        }
        lookup
    })
}

/// Prose of the topic, or of another, in which secrets may stand in any of their forms.
fn words(secrets: &[String]) -> impl Strategy<Value = String> + use<> {
    let planted: Vec<String> = secrets.iter().flat_map(|secret| every_form(secret)).collect();
    let plain = [
        "tokio stands still ",
        "the paused clock ",
        "ünïcödé 時計 🕰 ",
        "\n",
        "\"quoted\" ",
        "sign in ",
        "a: ",
    ];
    let word = prop_oneof![
        3 => select(plain.map(str::to_owned).to_vec()),
        1 => "\\PC{0,12}",
        2 => select([planted, vec!["nothing ".to_owned()]].concat()),
    ];
    vec(word, 0..9).prop_map(|words| words.concat())
}

fn transport(name: &'static str, secrets: &[String]) -> impl Strategy<Value = Value> + use<> {
    let key = select([secrets.to_vec(), vec!["none".to_owned()]].concat());
    let form = 1..4usize;
    let steps = vec((step(secrets), 1..3u64), 1..4);
    (key, form, steps).prop_map(move |(key, form, steps)| {
        let last = steps.len() - 1;
        let times = |index: usize, times: u64| if index == last { json!("forever") } else { json!(times) };
        let steps = steps.into_iter().enumerate().map(|(index, (mut step, count))| {
            step["times"] = times(index, count);
            step
        });
        // The raw form may hold what no URL can.
        let key = byte_serialize(every_form(&key)[form].as_bytes()).collect::<String>();
        json!({
            "base_url": format!("https://{name}.invalid/search?tag={key}"),
            "steps": steps.collect::<Vec<_>>(),
        })
    })
}

fn step(secrets: &[String]) -> impl Strategy<Value = Value> + use<> {
    let pace = prop_oneof![
        2 => time().prop_map(|latency| json!({ "latency_ms": latency })),
        1 => (time(), time(), time()).prop_map(|(connect, headers, body)| {
            json!({ "phases": { "connect_ms": connect, "headers_ms": headers, "body_ms": body } })
        }),
    ];
    (pace, reply(secrets), any::<bool>()).prop_map(|(mut step, reply, ignores)| {
        let (Value::Object(fields), Value::Object(reply)) = (&mut step, reply) else { unreachable!() };
        fields.extend(reply);
        if ignores {
            fields.insert("ignores_timeout".to_owned(), json!(true));
        }
        step
    })
}

fn reply(secrets: &[String]) -> impl Strategy<Value = Value> + use<> {
    let hit = (words(secrets), words(secrets), words(secrets)).prop_map(|(title, url, snippet)| {
        let path: String = byte_serialize(url.as_bytes()).collect();
        json!({ "title": title, "url": format!("https://docs.invalid/{path}"), "snippet": snippet })
    });
    let long = "The paused clock of tokio advances only when every task is waiting for it: ";
    let useful = words(secrets).prop_map(move |tail| {
        json!({ "hits": [{ "title": "Paused", "url": "https://docs.invalid/", "snippet": format!("{long}{tail}") }] })
    });
    let statuses = vec![100, 202, 302, 401, 402, 403, 404, 407, 408, 429, 432, 500, 503, 504, 599];
    let waits = select(vec![
        "5",
        "0",
        "99999999",
        "Thu, 01 Jan 2026 00:00:02 GMT",
        "soon",
        "Mon, 01 Jan 2024 00:00:00 GMT",
    ]);
    let refused = (select(statuses), option::of(waits)).prop_map(|(status, wait)| match wait {
        Some(wait) => json!({ "status": status, "headers": { "Retry-After": wait } }),
        None => json!({ "status": status }),
    });
    let errors: Vec<&str> = ErrorKind::wire_names();
    let error = (select(errors), option::of(words(secrets))).prop_map(|(error, message)| match message {
        Some(message) => json!({ "error": error, "message": message }),
        None => json!({ "error": error }),
    });
    prop_oneof![
        3 => useful,
        3 => vec(hit, 0..6).prop_map(|hits| json!({ "hits": hits })),
        1 => Just(json!({ "unparseable": true })),
        1 => Just(json!({ "hits": [], "grounded": false })),
        3 => refused,
        3 => error,
    ]
}
