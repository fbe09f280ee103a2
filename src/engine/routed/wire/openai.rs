//! `OpenAI` Responses: an output item `web_search_call` is the evidence of a search, whatever its status.

use serde_json::Value;

use super::{Found, Reading, list, text};

pub(super) fn read(body: &Value) -> Option<Reading> {
    let items = body.get("output")?.as_array()?;
    let mut found = Found::default();
    let mut searched = false;
    for item in items {
        match text(item, "type") {
            "web_search_call" => {
                searched = true;
                call(item, &mut found);
            }
            "message" => list(item, "content").for_each(|part| message(part, &mut found)),
            _ => {}
        }
    }
    if !searched && text(body, "status") == "failed" {
        return Some(Reading::Failed(None));
    }
    Some(found.reading(searched))
}

fn call(item: &Value, found: &mut Found) {
    let sources = item.get("action").into_iter().flat_map(|action| list(action, "sources"));
    for source in sources {
        found.cite(text(source, "url"), text(source, "title"), "");
    }
    if text(item, "status") == "failed" {
        found.trouble = Some("failed".to_owned());
    }
}

fn message(part: &Value, found: &mut Found) {
    let said = match text(part, "type") {
        "output_text" => text(part, "text"),
        "refusal" => text(part, "refusal"),
        _ => return,
    };
    found.answer.push_str(said);
    for note in list(part, "annotations").filter(|note| text(note, "type") == "url_citation") {
        found.cite(text(note, "url"), text(note, "title"), "");
    }
}
