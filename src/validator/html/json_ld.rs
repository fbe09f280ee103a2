//! JSON-LD: the article's own text where a page carries it for search engines, and whether it is for subscribers.

use serde_json::Value;

/// What the page's JSON-LD says of it.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The longest `articleBody`.
    pub article_body: String,
    /// `isAccessibleForFree` is false somewhere.
    pub restricted: bool,
}

/// Reads each block; one that is no JSON says nothing.
pub(super) fn read(blocks: &[String]) -> Facts {
    let mut facts = Facts::default();
    for block in blocks {
        if !block.contains("articleBody") && !block.contains("isAccessibleForFree") {
            continue;
        }
        if let Ok(value) = serde_json::from_str::<Value>(block) {
            walk(value, &mut facts);
        }
    }
    facts
}

/// Breadth first with a list instead of recursion.
fn walk(value: Value, facts: &mut Facts) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match (name.as_str(), value) {
                        ("articleBody", Value::String(body)) if body.len() > facts.article_body.len() => {
                            facts.article_body = body;
                        }
                        ("isAccessibleForFree", value) => facts.restricted |= is_false(&value),
                        (_, value @ (Value::Array(_) | Value::Object(_))) => open.push(value),
                        (_, Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {}
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

fn is_false(value: &Value) -> bool {
    match value {
        Value::Bool(free) => !free,
        Value::String(text) => text.trim_end_matches('/').to_ascii_lowercase().ends_with("false"),
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}
