//! Search responses as JSON: where each provider keeps its hits, and what it says when it has none.
//!
//! One table of places instead of one reader per provider: the formats differ in names only, and a provider that
//! adds a field must not break the reading. The first list found decides; order matters where an envelope
//! holds several.

use crate::transport::Hit;
use serde_json::Value;

/// Hits that are kept of one response.
pub(super) const MAX_HITS: usize = 200;

/// What a search response says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Hits { hits: Vec<Hit>, ungrounded: bool },
    Upstream { engines: Vec<String> },
    Error { status: Option<u16>, message: String },
}

/// Where hit lists stand: Bing, Brave, Firecrawl (v2, v1), Serper, `SerpAPI`, Google CSE,
/// Tavily/Exa/SearxNG, others.
const LISTS: [&[&str]; 13] = [
    &["webPages", "value"],
    &["web", "results"],
    &["data", "web"],
    &["data", "webPages", "value"],
    &["data", "results"],
    &["organic"],
    &["organic_results"],
    &["items"],
    &["results"],
    &["hits"],
    &["search_results"],
    &["response", "docs"],
    &["data"],
];

const TITLES: [&str; 4] = ["title", "name", "htmlTitle", "heading"];
const URLS: [&str; 4] = ["url", "link", "href", "id"];
const SNIPPETS: [&str; 9] =
    ["content", "snippet", "description", "text", "summary", "markdown", "body", "abstract", "highlights"];

/// Envelopes that say "this is a search response" even where the list is left out because it is empty.
const ENVELOPES: [&[&str]; 6] = [
    &["search_metadata"],
    &["searchInformation"],
    &["searchParameters"],
    &["search_parameters"],
    &["queryContext"],
    &["_type"],
];

/// Reads a response; `None` where this JSON is no search response but some other document.
pub(crate) fn read_reply(value: &Value) -> Option<Reply> {
    if let Value::Array(items) = value {
        return items.iter().all(is_hit).then(|| Reply::Hits { hits: hits_of(items), ungrounded: false });
    }
    let fields = value.as_object()?;
    let list = LISTS.iter().find_map(|path| hit_list(value, path));
    let error = error_of(value);
    match list {
        Some(items) if !items.is_empty() => Some(Reply::Hits { hits: hits_of(items), ungrounded: false }),
        Some(_) => Some(empty_reply(value, error)),
        None if is_brave_web(value) || is_empty_envelope(value, error.is_some()) => {
            Some(empty_reply(value, None))
        }
        None if error.is_some() => error,
        None if fields.get("results").is_some_and(|list| list.is_string() || list.is_number()) => {
            Some(Reply::Error { status: None, message: "the result list is no list".to_owned() })
        }
        None if fields.contains_key("answer") && fields.contains_key("query") => {
            Some(Reply::Hits { hits: Vec::new(), ungrounded: true })
        }
        None => None,
    }
}

/// An empty list: of an outage, of an error, or of a query that nothing answers.
fn empty_reply(value: &Value, error: Option<Reply>) -> Reply {
    let engines = failed_engines(value);
    if !engines.is_empty() {
        return Reply::Upstream { engines };
    }
    if let Some(error) = error {
        return error;
    }
    let answered =
        value.get("answer").and_then(Value::as_str).is_some_and(|answer| !answer.trim().is_empty());
    Reply::Hits { hits: Vec::new(), ungrounded: answered }
}

fn hit_list<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Vec<Value>> {
    let mut at = value;
    for name in path {
        at = at.get(name)?;
    }
    let items = at.as_array()?;
    items.iter().all(is_hit).then_some(items)
}

/// A hit has an address and a title or text. `null` members are an absent field.
fn is_hit(item: &Value) -> bool {
    let Some(fields) = item.as_object() else {
        return false;
    };
    let has = |names: &[&str]| names.iter().any(|name| fields.get(*name).is_some_and(Value::is_string));
    has(&URLS) && (has(&TITLES) || has(&SNIPPETS)) || (has(&["title"]) && has(&SNIPPETS))
}

fn hits_of(items: &[Value]) -> Vec<Hit> {
    items
        .iter()
        .take(MAX_HITS)
        .map(|item| Hit {
            title: first_text(item, &TITLES),
            url: first_text(item, &URLS),
            snippet: first_text(item, &SNIPPETS),
        })
        .collect()
}

/// The first of the fields that has text; a list of texts (highlights, extra snippets) is joined.
fn first_text(item: &Value, names: &[&str]) -> String {
    for name in names {
        match item.get(*name) {
            Some(Value::String(text)) if !text.trim().is_empty() => return text.clone(),
            Some(Value::Array(texts)) => {
                let joined = texts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" … ");
                if !joined.is_empty() {
                    return joined;
                }
            }
            Some(_) | None => {}
        }
    }
    String::new()
}

/// Back ends that a meta search says did not answer (`SearxNG`'s `unresponsive_engines`, others' `failed_…`).
fn failed_engines(value: &Value) -> Vec<String> {
    const NAMES: [&str; 4] =
        ["unresponsive_engines", "failed_engines", "failed_backends", "unresponsive_backends"];
    let lists = NAMES.iter().filter_map(|name| value.get(*name)).filter_map(Value::as_array);
    lists
        .flatten()
        .filter_map(|engine| match engine {
            Value::String(name) => Some(name.clone()),
            Value::Array(pair) => pair.first().and_then(Value::as_str).map(str::to_owned),
            Value::Object(fields) => {
                fields.get("name").or_else(|| fields.get("engine")).and_then(Value::as_str).map(str::to_owned)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => None,
        })
        .collect()
}

/// Brave leaves `web` out where it has nothing.
fn is_brave_web(value: &Value) -> bool {
    value.get("type").and_then(Value::as_str) == Some("search")
        && value.get("query").is_some_and(Value::is_object)
}

/// A provider's envelope without a list. `SerpAPI` puts "no results" into `error`; it is empty only where
/// the search succeeded.
fn is_empty_envelope(value: &Value, has_error: bool) -> bool {
    let succeeded = value.pointer("/search_metadata/status").and_then(Value::as_str) == Some("Success");
    let empty_state = value.pointer("/search_information/organic_results_state").is_some();
    let none = value.pointer("/search_information/total_results").and_then(Value::as_u64) == Some(0);
    if has_error {
        return succeeded && (empty_state || none);
    }
    let bing = value.get("_type").is_none_or(|kind| kind.as_str() == Some("SearchResponse"));
    bing && ENVELOPES.iter().any(|path| path.iter().all(|name| value.get(*name).is_some()))
}

/// An error object, in the wordings that providers use.
fn error_of(value: &Value) -> Option<Reply> {
    let member = ["error", "errors", "detail", "fault", "message", "error_message"].iter().find_map(|name| {
        value
            .get(*name)
            .filter(|found| {
                !found.is_null() && **found != Value::Bool(false) && **found != Value::Array(Vec::new())
            })
            .map(|found| (*name, found))
    });
    let failed = value.get("success") == Some(&Value::Bool(false))
        || value.get("ok") == Some(&Value::Bool(false))
        || value
            .get("status")
            .and_then(Value::as_str)
            .is_some_and(|s| matches!(s, "error" | "fail" | "failed"));
    let (name, found) = match member {
        Some((name, found)) => (name, found),
        None if failed => ("success", value),
        None => return None,
    };
    let status = status_of(value).or_else(|| status_of(found)).or_else(|| found.get(0).and_then(status_of));
    let lone = value.as_object().is_some_and(|fields| fields.len() <= 2) && name == "detail";
    if matches!(name, "message" | "detail") && status.is_none() && !failed && !lone {
        return None;
    }
    Some(Reply::Error { status, message: message_of(found) })
}

fn status_of(value: &Value) -> Option<u16> {
    ["status", "code", "statusCode", "status_code", "http_status"].iter().find_map(|name| {
        let number = match value.get(*name)? {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => text.parse().ok(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }?;
        u16::try_from(number).ok().filter(|status| (400..600).contains(status))
    })
}

fn message_of(found: &Value) -> String {
    let text = match found {
        Value::String(text) => text.clone(),
        Value::Object(_) => {
            first_text(found, &["message", "detail", "error", "description", "title", "type"])
        }
        Value::Array(items) => items.first().map(message_of).unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) => String::new(),
    };
    text.chars().take(300).collect()
}
