//! Plain text and JSON documents: content too, without markup.

use crate::validator::page::{Markup, PageText, Part, Place};
use crate::validator::weight::{ends_sentence, weight};
use serde_json::Value;

/// Text kept of one document, in bytes.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Reads plain text: paragraphs are separated by blank lines. A short first line without a full stop is the title.
pub(super) fn read_text(text: &str) -> PageText {
    let mut page =
        PageText { markup: Markup { bytes: text.len(), ..Markup::default() }, ..PageText::default() };
    let text = text.trim_start_matches('\u{feff}');
    for (at, paragraph) in paragraphs(text).enumerate() {
        if at == 0 && weight(&paragraph) <= 120 && !paragraph.ends_with(ends_sentence) {
            paragraph.trim_start_matches(['#', ' ']).clone_into(&mut page.title);
        }
        if !push_part(&mut page, &paragraph) {
            break;
        }
    }
    page
}

/// Reads a JSON document that is no search response: its strings are its content, its first `title` its title.
pub(super) fn read_json_document(value: &Value, bytes: usize) -> PageText {
    let mut page =
        PageText { markup: Markup { bytes, ..Markup::default() }, json: true, ..PageText::default() };
    let mut open: Vec<(&str, &Value)> = vec![("", value)];
    while let Some((name, value)) = open.pop() {
        match value {
            Value::String(text) => {
                let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if name == "title" && page.title.is_empty() {
                    page.title.clone_from(&words);
                }
                if !words.is_empty() && !push_part(&mut page, &words) {
                    break;
                }
            }
            Value::Array(items) => open.extend(items.iter().rev().map(|item| (name, item))),
            Value::Object(fields) => {
                open.extend(fields.iter().rev().map(|(name, item)| (name.as_str(), item)));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    page
}

fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    let mut lines = text.lines();
    std::iter::from_fn(move || {
        let mut paragraph = String::new();
        for line in lines.by_ref() {
            if line.trim().is_empty() {
                if !paragraph.is_empty() {
                    break;
                }
                continue;
            }
            for word in line.split_whitespace() {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph.push_str(word);
            }
        }
        (!paragraph.is_empty()).then_some(paragraph)
    })
}

/// Adds a part; false where the page holds no more.
fn push_part(page: &mut PageText, text: &str) -> bool {
    if page.text.len() + text.len() > MAX_TEXT_BYTES {
        page.cut = true;
        return false;
    }
    let start = page.text.len();
    page.text.push_str(text);
    let range = start..page.text.len();
    page.text.push('\n');
    let weight = weight(text);
    let sentence_ends = text.split(' ').filter(|word| word.ends_with(ends_sentence)).count();
    page.parts.push(Part {
        place: Place::Main,
        range,
        weight,
        link_weight: 0,
        sentence_ends: u32::try_from(sentence_ends).unwrap_or(u32::MAX),
        heading_level: 0,
        in_consent_notice: false,
        prose: weight >= 40,
    });
    true
}
