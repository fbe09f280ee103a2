//! The routed engine's decisions, each table in full: configuration, route, arming, credentials, evidence of a search.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use proptest::prelude::*;
use serde_json::{Value, json};
use trailcheck::engine::config::{Config, ConfigFile, ConfigSettings};
use trailcheck::engine::routed::auth::{AuthProblem, Source, credentials};
use trailcheck::engine::routed::routing::{fallback_key, pin, route};
use trailcheck::engine::routed::wire::{MAX_SOURCES, Reading, read};
use trailcheck::engine::routed::{Model, Provider, Registry, SecretsFile};
use trailcheck::receipt::Vocabulary as _;

const APIS: [(&str, Option<Provider>); 10] = [
    ("google-generative-ai", Some(Provider::Google)),
    ("openai-responses", Some(Provider::OpenAi)),
    ("azure-openai-responses", Some(Provider::OpenAi)),
    ("openai-codex-responses", Some(Provider::OpenAi)),
    ("anthropic-messages", Some(Provider::Anthropic)),
    ("openai-completions", None),
    ("bedrock-converse-stream", None),
    ("deepseek", None),
    ("OpenAI-Responses", None),
    ("", None),
];
const RUNNERS: [&str; 8] = ["google", "openai", "azure", "anthropic", "deepseek", "my-proxy", "Google", ""];

#[test]
fn every_model_has_its_route_or_none() {
    for runner in RUNNERS {
        for (api, by_api) in APIS {
            let model = Model { provider: runner.to_owned(), api: api.to_owned() };
            let expected = if runner == "google" { Some(Provider::Google) } else { by_api };
            assert_eq!(route(Some(&model), None), expected, "{runner}/{api}");
            for pinned in Provider::ALL {
                assert_eq!(route(Some(&model), Some(*pinned)), Some(*pinned), "an explicit pin wins");
            }
        }
    }
    assert_eq!(route(None, None), None);
    assert_eq!(route(None, Some(Provider::DeepSeek)), Some(Provider::DeepSeek));
}

fn files() -> Vec<(ConfigFile, Result<Option<Provider>, ()>)> {
    let says = |pin: Option<&str>| ConfigFile::Settings(ConfigSettings { pin: pin.map(str::to_owned) });
    vec![
        (ConfigFile::Absent, Ok(None)),
        (ConfigFile::Unreadable, Err(())),
        (ConfigFile::Invalid, Err(())),
        (says(None), Ok(None)),
        (says(Some("openai")), Ok(Some(Provider::OpenAi))),
        (says(Some("deepseek")), Ok(Some(Provider::DeepSeek))),
        (says(Some("tavily")), Err(())),
        (says(Some("Google")), Err(())),
        (says(Some("")), Err(())),
    ]
}

#[test]
fn a_configuration_fails_closed_and_a_project_counts_only_where_trusted() {
    for (user, of_user) in files() {
        for (project, of_project) in files() {
            for project_trusted in [false, true] {
                let config = Config { user: user.clone(), project: project.clone(), project_trusted };
                let expected = match (of_user, of_project) {
                    (Ok(user), _) if !project_trusted => Ok(user),
                    (Err(()), _) | (Ok(_), Err(())) => Err(()),
                    (Ok(user), Ok(project)) => Ok(project.or(user)),
                };
                assert_eq!(pin(&config).map_err(|_| ()), expected, "{config:?}");
            }
        }
    }
}

#[test]
fn the_fallback_is_armed_by_a_key_in_the_secrets_file_alone() {
    let values = |value: &str| SecretsFile::Values(vec![("TAVILY_API_KEY".to_owned(), value.to_owned())]);
    assert_eq!(fallback_key(&SecretsFile::Absent), None);
    assert_eq!(fallback_key(&SecretsFile::Unreadable), None);
    assert_eq!(fallback_key(&values("")), None);
    assert_eq!(fallback_key(&values(" \t")), None);
    assert_eq!(fallback_key(&values("tvly-1")), Some("tvly-1"));
    let other = SecretsFile::Values(vec![("tavily_api_key".to_owned(), "tvly-1".to_owned())]);
    assert_eq!(fallback_key(&other), None);
}

#[test]
fn the_environment_is_read_only_where_the_registry_brought_nothing() {
    let env: Vec<(String, String)> = Provider::ALL
        .iter()
        .filter_map(|provider| Some((provider.env_key()?.to_owned(), format!("env-{provider}"))))
        .collect();
    for provider in Provider::ALL {
        for key in [None, Some(""), Some("registry")] {
            for name in ["authorization", "X-API-Key", "x-goog-api-key", "x-trace"] {
                for value in [None, Some("header")] {
                    let headers = vec![(name.to_owned(), value.map(str::to_owned))];
                    let registry = Registry::Answer { key: key.map(str::to_owned), headers };
                    let brought = key == Some("registry") || (name != "x-trace" && value.is_some());
                    let found = credentials(*provider, &registry, &env);
                    let Ok((credentials, source)) = found else {
                        assert!(!brought && *provider == Provider::Tavily, "{provider} {registry:?}");
                        continue;
                    };
                    assert_eq!(source == Source::Registry, brought, "{provider} {registry:?}");
                    let own = format!("env-{provider}");
                    let expected =
                        if brought { key.filter(|key| !key.is_empty()) } else { Some(own.as_str()) };
                    assert_eq!(credentials.key.as_deref(), expected);
                    assert_eq!(credentials.headers.len(), usize::from(value.is_some()), "null is dropped");
                }
            }
        }
        let failing = Registry::Failure("expired".to_owned());
        let found = credentials(*provider, &failing, &env);
        assert_eq!(found.unwrap_err(), AuthProblem::Registry("expired".to_owned()));
        let nothing = Registry::Answer { key: None, headers: Vec::new() };
        assert_eq!(credentials(*provider, &nothing, &[]).unwrap_err(), AuthProblem::Nothing);
    }
}

fn kind(provider: Provider, body: &Value) -> &'static str {
    match read(provider, body.to_string().as_bytes()) {
        Reading::Searched(_) => "searched",
        Reading::Ungrounded(_) => "ungrounded",
        Reading::Failed(_) => "failed",
        Reading::Unreadable => "unreadable",
    }
}

#[test]
fn only_evidence_of_a_search_counts() {
    let search = json!({ "type": "server_tool_use", "name": "web_search" });
    let cited = json!({ "type": "text", "text": "t", "citations": [{ "url": "u" }] });
    let errored = json!({ "type": "web_search_tool_result", "content": { "error_code": "unavailable" } });
    for provider in [Provider::Anthropic, Provider::DeepSeek] {
        for (blocks, expected) in [
            (json!([search]), "searched"),
            (json!([search, errored]), "searched"),
            (json!([cited]), "ungrounded"),
            (json!([{ "type": "tool_use", "name": "web_search" }]), "ungrounded"),
            (json!([]), "ungrounded"),
            (json!({}), "unreadable"),
        ] {
            assert_eq!(kind(provider, &json!({ "content": blocks })), expected, "{blocks}");
        }
        assert_eq!(
            kind(provider, &json!({ "type": "error", "error": { "type": "overloaded_error" } })),
            "failed"
        );
    }
    let openai = |output: Value| kind(Provider::OpenAi, &json!({ "error": null, "output": output }));
    assert_eq!(openai(json!([{ "type": "web_search_call", "status": "failed" }])), "searched");
    assert_eq!(openai(json!([{ "type": "message", "content": [] }])), "ungrounded");
    assert_eq!(kind(Provider::OpenAi, &json!({ "output": [], "status": "failed" })), "failed");
    assert_eq!(kind(Provider::OpenAi, &json!({ "choices": [] })), "unreadable");
    let gemini = |metadata: Value| {
        kind(Provider::Google, &json!({ "candidates": [{ "groundingMetadata": metadata }] }))
    };
    assert_eq!(gemini(json!({ "webSearchQueries": ["q"] })), "searched");
    assert_eq!(gemini(json!({ "webSearchQueries": [" "] })), "ungrounded");
    assert_eq!(gemini(json!({ "groundingChunks": [{ "web": { "uri": "u" } }] })), "ungrounded");
    assert_eq!(gemini(Value::Null), "ungrounded");
    assert_eq!(kind(Provider::Google, &json!({ "error": { "code": 429 } })), "failed");
    assert_eq!(kind(Provider::Tavily, &json!({ "results": [] })), "searched");
    assert_eq!(kind(Provider::Tavily, &json!({ "detail": { "error": "no" } })), "failed");
    assert_eq!(kind(Provider::Tavily, &json!({ "answer": "a" })), "unreadable");
}

#[test]
fn a_support_names_its_chunk_by_number_and_sources_are_bounded() {
    let body = json!({ "candidates": [{ "groundingMetadata": {
        "webSearchQueries": ["q"],
        "groundingChunks": [{ "retrievedContext": {} }, { "web": { "uri": "u", "title": "t" } }],
        "groundingSupports": [
            { "segment": { "text": "said" }, "groundingChunkIndices": [1, 0, 7, -1, u64::MAX] }] } }] });
    let Reading::Searched(found) = read(Provider::Google, body.to_string().as_bytes()) else { panic!() };
    assert_eq!((found.sources.len(), found.sources[0].snippet.as_str()), (1, "said"));
    let many: Vec<Value> = (0..5000).map(|n| json!({ "url": format!("https://h{n}.invalid/") })).collect();
    let body = json!({ "results": many });
    let Reading::Searched(found) = read(Provider::Tavily, body.to_string().as_bytes()) else { panic!() };
    assert_eq!(found.sources.len(), MAX_SOURCES);
}

/// JSON that knows the words of the formats.
fn hostile() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "type",
        "content",
        "output",
        "candidates",
        "results",
        "groundingMetadata",
        "webSearchQueries",
        "web",
        "uri",
        "server_tool_use",
        "web_search",
        "name",
        "text",
        "citations",
        "error",
        "detail",
        "code",
        "action",
        "sources",
        "groundingChunks",
        "groundingSupports",
        "groundingChunkIndices",
        "message",
        "web_search_call",
        "status",
        "url",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 96, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..6).prop_map(|entries| {
                Value::Object(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_json_panics(body in hostile(), cut in any::<prop::sample::Index>()) {
        let text = body.to_string();
        for provider in Provider::ALL {
            read(*provider, text.as_bytes());
            read(*provider, &text.as_bytes()[..cut.index(text.len())]);
        }
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for provider in Provider::ALL {
            prop_assert!(!matches!(read(*provider, &bytes), Reading::Searched(_)));
        }
    }
}

#[test]
fn deep_nesting_is_unreadable_and_no_overflow() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for provider in Provider::ALL {
        assert_eq!(read(*provider, deep.as_bytes()), Reading::Unreadable);
        assert_eq!(read(*provider, b"{\"results\": NaN}"), Reading::Unreadable);
    }
}
