//! Gemini: `groundingMetadata` with its queries is the evidence of a search; chunks without a query are none.

use serde_json::Value;

use super::{Found, Reading, list, text};

pub(super) fn read(body: &Value) -> Option<Reading> {
    let candidates = body.get("candidates")?.as_array()?;
    let mut found = Found::default();
    // Further candidates are other tries at the same answer.
    let Some(candidate) = candidates.first() else { return Some(found.reading(false)) };
    for part in candidate.get("content").into_iter().flat_map(|content| list(content, "parts")) {
        if part.get("thought").and_then(Value::as_bool) != Some(true) {
            found.answer.push_str(text(part, "text"));
        }
    }
    let Some(metadata) = candidate.get("groundingMetadata") else { return Some(found.reading(false)) };
    // A chunk that is no web page keeps its place: supports name chunks by their numbers.
    let chunks: Vec<Option<&Value>> =
        list(metadata, "groundingChunks").map(|chunk| chunk.get("web")).collect();
    for web in chunks.iter().flatten() {
        found.cite(text(web, "uri"), text(web, "title"), "");
    }
    for support in list(metadata, "groundingSupports") {
        let said = support.get("segment").map_or("", |segment| text(segment, "text"));
        for index in list(support, "groundingChunkIndices").filter_map(Value::as_u64) {
            if let Some(Some(web)) = usize::try_from(index).ok().and_then(|index| chunks.get(index)) {
                found.cite(text(web, "uri"), text(web, "title"), said);
            }
        }
    }
    let mut queries = list(metadata, "webSearchQueries").filter_map(Value::as_str);
    Some(found.reading(queries.any(|query| !query.trim().is_empty())))
}
