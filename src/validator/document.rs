//! Bytes to a [`Document`]: a page, a list of hits, or what else a provider may have sent. The entry point.

use crate::validator::decode::decode;
use crate::validator::html::read_html;
use crate::validator::page::PageText;
use crate::validator::search::{self, Reply};
use crate::validator::text::{read_json_document, read_text};
use serde_json::Value;

use crate::transport::Hit;

/// Bytes of a body that are looked at; a longer one is judged by its beginning and marked `cut`.
pub const MAX_BODY_BYTES: usize = 8 << 20;

/// What a body turned out to be.
#[derive(Debug)]
pub enum Document {
    /// HTML, plain text, or a JSON document that is no search response.
    Page(Box<PageText>),
    /// A search response.
    Hits {
        /// At most 200, in the provider's order.
        hits: Vec<Hit>,
        /// An answer without any search behind it.
        ungrounded: bool,
    },
    /// The provider says that its own back ends failed.
    Upstream {
        /// Those that it names; at least one.
        engines: Vec<String>,
    },
    /// An error object instead of a result list.
    ErrorObject {
        /// The HTTP status that it names, 400 to 599.
        status: Option<u16>,
        /// The provider's words, at most 300 characters; not redacted.
        message: String,
    },
    /// Not readable as what it should be.
    Unparseable {
        /// What stood in the way.
        why: Unparseable,
    },
}

/// Why a body cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unparseable {
    /// Bytes of a picture, a PDF, an archive and the like.
    Binary,
    /// Declared as JSON, or beginning as JSON, and not JSON.
    InvalidJson,
    /// JSON was declared and HTML came.
    HtmlForJson,
    /// JSON beyond the size limit: half a document is none.
    TooLarge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Html,
    Json,
    Text,
}

/// Reads a body. `content_type` is the HTTP header's value; without one the bytes decide. Never fails:
/// what cannot be
/// read is a [`Document`] too.
pub fn read_document(bytes: &[u8], content_type: Option<&str>) -> Document {
    let whole = bytes.len();
    let bytes = bytes.get(..MAX_BODY_BYTES).unwrap_or(bytes);
    if is_binary(bytes) {
        return Document::Unparseable { why: Unparseable::Binary };
    }
    let decoded = decode(bytes, content_type);
    let cut = whole > bytes.len();
    let declared = content_type.and_then(declared_form);
    let page = match form_of(&decoded.text, declared) {
        Form::Json if cut => {
            return Document::Unparseable { why: Unparseable::TooLarge };
        }
        Form::Json => match read_json(&decoded.text, declared == Some(Form::Json)) {
            Ok(document) => return document,
            Err(page) => *page,
        },
        Form::Html => read_html(&decoded.text),
        Form::Text => read_text(&decoded.text),
    };
    Document::Page(Box::new(finish(page, whole, cut, decoded.replacement_share)))
}

fn finish(mut page: PageText, bytes: usize, cut: bool, replacement_share: f64) -> PageText {
    page.markup.bytes = bytes;
    page.cut |= cut;
    page.replacement_share = share_in_text(&page).max(replacement_share);
    page
}

/// Markup dilutes the share in the whole body, and a page may have been saved with its U+FFFD.
fn share_in_text(page: &PageText) -> f64 {
    if !page.text.contains(char::REPLACEMENT_CHARACTER) {
        return 0.0;
    }
    let lost = page.text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
    lost as f64 / page.text.chars().count() as f64
}

fn declared_form(content_type: &str) -> Option<Form> {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "text/html" | "application/xhtml+xml" => Some(Form::Html),
        "text/plain" | "text/markdown" => Some(Form::Text),
        json if json == "application/json" || json.ends_with("+json") || json == "text/json" => {
            Some(Form::Json)
        }
        _ => None,
    }
}

/// JSON is recognised whatever was declared, since providers often declare it wrongly; HTML where JSON was
/// due is found later.
fn form_of(text: &str, declared: Option<Form>) -> Form {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    match declared {
        Some(Form::Json) => Form::Json,
        Some(Form::Text) if !looks_like_json(start) => Form::Text,
        Some(Form::Html | Form::Text) | None if looks_like_json(start) => Form::Json,
        Some(Form::Html | Form::Text) => Form::Html,
        None if looks_like_html(start) => Form::Html,
        None => Form::Text,
    }
}

fn looks_like_json(start: &str) -> bool {
    let mut signs = start.chars().filter(|c| !c.is_whitespace());
    match signs.next() {
        Some('{') => matches!(signs.next(), Some('"' | '}')),
        Some('[') => matches!(signs.next(), Some('{' | ']')),
        Some(_) | None => false,
    }
}

fn looks_like_html(start: &str) -> bool {
    if start.starts_with('<') {
        return true;
    }
    let head: String = start.chars().take(2048).collect::<String>().to_ascii_lowercase();
    ["<html", "<head", "<body", "<div", "<p>", "<br", "<title", "<table", "<script", "<a href", "<span"]
        .iter()
        .any(|tag| head.contains(tag))
}

/// A JSON body, or the plain-text page that it is after all.
fn read_json(text: &str, declared: bool) -> Result<Document, Box<PageText>> {
    let text = text.trim_start_matches('\u{feff}');
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) if declared && text.trim_start().starts_with('<') => {
            return Ok(Document::Unparseable { why: Unparseable::HtmlForJson });
        }
        Err(_) => {
            return Ok(Document::Unparseable { why: Unparseable::InvalidJson });
        }
    };
    match search::read_reply(&value) {
        Some(Reply::Hits { hits, ungrounded }) => Ok(Document::Hits { hits, ungrounded }),
        Some(Reply::Upstream { engines }) => Ok(Document::Upstream { engines }),
        Some(Reply::Error { status, message }) => Ok(Document::ErrorObject { status, message }),
        None => Err(Box::new(read_json_document(&value, text.len()))),
    }
}

/// Signatures of formats that no decoding makes text, and control bytes that text does not have.
fn is_binary(bytes: &[u8]) -> bool {
    const SIGNATURES: [&[u8]; 16] = [
        b"%PDF-",
        b"PK\x03\x04",
        b"\x89PNG\r\n",
        b"\xff\xd8\xff",
        b"GIF87a",
        b"GIF89a",
        b"\x1f\x8b",
        b"BM\0\0",
        b"RIFF",
        b"\0\0\x01\0",
        b"\x7fELF",
        b"MZ\x90",
        b"Rar!",
        b"7z\xbc\xaf",
        b"OggS",
        b"ID3",
    ];
    if SIGNATURES.iter().any(|signature| bytes.starts_with(signature)) {
        return true;
    }
    if bytes.starts_with(b"\xfe\xff") || bytes.starts_with(b"\xff\xfe") {
        return false;
    }
    let head = bytes.get(..4096).unwrap_or(bytes);
    let control = head.iter().filter(|b| matches!(b, 0..=8 | 14..=26 | 28..=31)).count();
    control * 20 > head.len()
}
