//! The seam to the tokenizer: WHATWG tokens in, calls on a [`Sink`] out.
//!
//! Only this file knows the tokenizer crate. There is no tree: a page costs memory for its text, never for its
//! nesting, and 100 000 open tags are 100 000 calls. The emitter is our own because the crate's ready-made one
//! checks every character for conformance errors, which nobody here asks for and which costs a third of the time.

use html5gum::{Emitter, Error, State, Tokenizer};
use std::convert::Infallible;

/// Bytes of one attribute value that are kept.
const MAX_VALUE_BYTES: usize = 512;
/// Bytes of one tag or attribute name that are kept.
const MAX_NAME_BYTES: usize = 64;

/// What the page builder hears, in document order. Names are lower-case.
pub(crate) trait Sink {
    /// A start tag begins.
    fn open(&mut self, name: &[u8]);
    /// One of its attributes, its value cut to 512 bytes.
    fn attribute(&mut self, name: &[u8], value: &[u8]);
    /// Its attributes are complete.
    fn opened(&mut self, self_closing: bool);
    fn end(&mut self, name: &[u8]);
    /// All text between two tags, at once.
    fn text(&mut self, text: &str);
}

/// Runs the tokenizer over `html`.
pub(crate) fn tokenize<S: Sink>(html: &str, sink: &mut S) {
    // The emitter makes no tokens: asking for the first one runs through the whole text.
    let _: Option<Result<Infallible, Infallible>> =
        Tokenizer::new_with_emitter(html, Caller::new(sink)).next();
}

/// Elements whose content is not markup. `noscript` is not among them: what it says counts here, because the
/// reader of these pages runs no scripts.
fn raw_text_state(name: &[u8]) -> Option<State> {
    match name {
        b"textarea" | b"title" => Some(State::RcData),
        b"plaintext" => Some(State::PlainText),
        b"script" => Some(State::ScriptData),
        b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => Some(State::RawText),
        _ => None,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    None,
    Start,
    End,
}

/// Gathers what the tokenizer spells out, and calls the sink with whole things.
struct Caller<'s, S> {
    sink: &'s mut S,
    text: Vec<u8>,
    tag: Tag,
    opened: bool,
    self_closing: bool,
    name: Vec<u8>,
    last_start: Vec<u8>,
    attribute: Vec<u8>,
    value: Vec<u8>,
}

impl<'s, S: Sink> Caller<'s, S> {
    fn new(sink: &'s mut S) -> Self {
        Self {
            sink,
            text: Vec::new(),
            tag: Tag::None,
            opened: false,
            self_closing: false,
            name: Vec::new(),
            last_start: Vec::new(),
            attribute: Vec::new(),
            value: Vec::new(),
        }
    }

    fn flush_text(&mut self) {
        if !self.text.is_empty() {
            self.sink.text(&String::from_utf8_lossy(&self.text));
            self.text.clear();
        }
    }

    fn flush_open(&mut self) {
        if self.tag == Tag::Start && !self.opened {
            self.flush_text();
            self.sink.open(&self.name);
            self.opened = true;
        }
    }

    fn flush_attribute(&mut self) {
        if self.tag == Tag::Start && !self.attribute.is_empty() {
            self.flush_open();
            self.sink.attribute(&self.attribute, &self.value);
        }
        self.attribute.clear();
        self.value.clear();
    }
}

fn push_bounded(buffer: &mut Vec<u8>, bytes: &[u8], max: usize) {
    let room = max.saturating_sub(buffer.len()).min(bytes.len());
    buffer.extend_from_slice(bytes.get(..room).unwrap_or_default());
}

impl<S: Sink> Emitter for Caller<'_, S> {
    type Token = Infallible;

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend_from_slice(name.unwrap_or_default());
    }

    fn emit_eof(&mut self) {
        self.flush_text();
    }

    fn emit_error(&mut self, _: Error) {}

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn emit_string(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.tag = Tag::Start;
        self.opened = false;
        self.self_closing = false;
    }

    fn init_end_tag(&mut self) {
        self.name.clear();
        self.tag = Tag::End;
    }

    fn init_comment(&mut self) {
        self.flush_text();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.flush_attribute();
        match self.tag {
            Tag::Start => {
                self.flush_open();
                self.sink.opened(self.self_closing);
                self.last_start.clone_from(&self.name);
                return raw_text_state(&self.name);
            }
            Tag::End => {
                self.flush_text();
                self.sink.end(&self.name);
                self.last_start.clear();
            }
            Tag::None => {}
        }
        None
    }

    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }
    fn set_force_quirks(&mut self) {}

    fn push_tag_name(&mut self, bytes: &[u8]) {
        push_bounded(&mut self.name, bytes, MAX_NAME_BYTES);
    }

    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}

    fn init_attribute(&mut self) {
        self.flush_attribute();
    }

    fn push_attribute_name(&mut self, bytes: &[u8]) {
        push_bounded(&mut self.attribute, bytes, MAX_NAME_BYTES);
    }

    fn push_attribute_value(&mut self, bytes: &[u8]) {
        push_bounded(&mut self.value, bytes, MAX_VALUE_BYTES);
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag == Tag::End && !self.last_start.is_empty() && self.last_start == self.name
    }
}
