//! Tavily: whoever asks it searches, so that a list of results is the evidence, even an empty one.

use serde_json::Value;

use super::{Found, Reading, text};

pub(super) fn read(body: &Value) -> Option<Reading> {
    let results = body.get("results")?.as_array()?;
    let mut found = Found { answer: text(body, "answer").to_owned(), ..Found::default() };
    for result in results {
        found.cite(text(result, "url"), text(result, "title"), text(result, "content"));
    }
    Some(found.reading(true))
}
