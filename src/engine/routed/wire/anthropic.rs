//! Anthropic Messages, which `DeepSeek` speaks too: a `server_tool_use` block is the evidence of a search. A citation
//! alone is none, and a search that ended in an error ran all the same.

use serde_json::Value;

use super::{Found, Reading, list, text};

pub(super) fn read(body: &Value) -> Option<Reading> {
    let blocks = body.get("content")?.as_array()?;
    let mut found = Found::default();
    let mut searched = false;
    for block in blocks {
        match text(block, "type") {
            "server_tool_use" => searched |= text(block, "name") == "web_search",
            "web_search_tool_result" => results(block, &mut found),
            "text" => {
                found.answer.push_str(text(block, "text"));
                for citation in list(block, "citations") {
                    found.cite(text(citation, "url"), text(citation, "title"), text(citation, "cited_text"));
                }
            }
            _ => {}
        }
    }
    Some(found.reading(searched))
}

/// The results of one search: a list, or an error object in its place.
fn results(block: &Value, found: &mut Found) {
    for result in list(block, "content") {
        found.cite(text(result, "url"), text(result, "title"), "");
    }
    let error = block.get("content").map_or("", |content| text(content, "error_code"));
    if !error.is_empty() {
        found.trouble = Some(error.to_owned());
    }
}
