//! Listens to the tokens and gathers a [`Draft`]: the page's text in blocks, its forms, its scripts.

use super::classes::{Spoken, around_of_class};
use super::draft::{Block, Draft, Kind};
use super::stack::{Around, Stack};
use super::tags::{Tag, around_of_element, around_of_role, hides};
use super::tokens::Sink;
use crate::validator::weight::{char_weight, ends_sentence};

/// Bytes of visible text that are kept; a longer page is marked `cut`.
const MAX_TEXT_BYTES: usize = 4 << 20;
/// Bytes of one script that are kept for fingerprints.
const MAX_SCRIPT_BYTES: usize = 64 << 10;
/// Bytes of JSON-LD that are kept in all.
const MAX_JSON_LD_BYTES: usize = 512 << 10;

/// What the text until the next end tag is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Raw {
    None,
    Title,
    Script,
    JsonLd,
    Skip,
}

/// The start tag that is being read.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "independent attributes, not the states of one thing")]
struct Pending {
    tag: Tag,
    name: Vec<u8>,
    around: Around,
    href: bool,
    refresh: bool,
    json_ld: bool,
    root: bool,
    kind: Vec<u8>,
    content: String,
    meta_name: Vec<u8>,
    value: String,
}

impl Pending {
    /// Forgets the last tag but keeps the buffers.
    fn start(&mut self, name: &[u8]) {
        self.tag = Tag::of(name);
        self.name.clear();
        self.name.extend_from_slice(name);
        self.around = around_of_element(name);
        (self.href, self.refresh, self.json_ld, self.root) = (false, false, false, false);
        self.kind.clear();
        self.content.clear();
        self.meta_name.clear();
        self.value.clear();
    }
}

/// The sink. Feed it with [`super::tokens::tokenize`], then call [`Builder::finish`].
pub(crate) struct Builder {
    draft: Draft,
    stack: Stack,
    pending: Pending,
    raw: Raw,
    /// Depth of the stack where the open link began.
    link_depth: Option<usize>,
    block: Block,
    kind: Kind,
    /// White space stands before the next word.
    space: bool,
    /// Open `svg` and `math` elements.
    foreign: u32,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            draft: Draft::default(),
            stack: Stack::default(),
            pending: Pending::default(),
            raw: Raw::None,
            link_depth: None,
            block: Block::default(),
            kind: Kind::Text,
            space: false,
            foreign: 0,
        }
    }

    pub(super) fn finish(mut self) -> Draft {
        self.boundary(Kind::Text);
        self.draft.deepest = self.stack.deepest;
        self.draft
    }

    /// Ends the block; the next one is of this kind.
    fn boundary(&mut self, kind: Kind) {
        self.space = false;
        let end = self.draft.text.len();
        if end > self.block.start {
            self.draft.push(Block { end, kind: self.kind, ..self.block });
            self.block = Block { start: self.draft.text.len(), ..Block::default() };
        }
        self.kind = kind;
    }

    fn visible(&mut self, text: &str) {
        let around = self.stack.around();
        if around.any(Around::IGNORED) || self.foreign > 0 {
            return;
        }
        if self.draft.text.len() + text.len() > MAX_TEXT_BYTES {
            self.draft.cut = true;
            return;
        }
        let link = self.link_depth.is_some();
        if self.block.start == self.draft.text.len() {
            self.block.around = around;
        }
        self.space |= text.starts_with(char::is_whitespace);
        for word in text.split_whitespace() {
            self.word(word, link);
            self.space = true;
        }
        self.space = text.ends_with(char::is_whitespace) || (self.space && text.trim_ascii().is_empty());
    }

    fn word(&mut self, word: &str, link: bool) {
        if self.space && self.draft.text.len() > self.block.start {
            self.draft.text.push(' ');
            self.block.weight += 1;
        }
        self.space = false;
        let mut weight = 0;
        if word.is_ascii() {
            weight = u32::try_from(word.len()).unwrap_or(u32::MAX);
            self.block.sentence_ends += u32::from(word.ends_with(['.', '!', '?']));
        } else {
            // A language without spaces has its full stops inside of what counts as one word here.
            for c in word.chars() {
                weight += char_weight(c);
                self.block.sentence_ends += u32::from(!c.is_ascii() && ends_sentence(c));
            }
            self.block.sentence_ends += u32::from(word.ends_with(['.', '!', '?']));
        }
        self.block.weight = self.block.weight.saturating_add(weight);
        if link {
            self.block.link_weight = self.block.link_weight.saturating_add(weight);
        }
        self.draft.text.push_str(word);
    }

    fn meta(&mut self) {
        let (pending, draft) = (&self.pending, &mut self.draft);
        draft.meta_refresh |= pending.refresh;
        let describes = matches!(pending.meta_name.as_slice(), b"description" | b"og:description");
        if describes && draft.description.is_empty() {
            draft.description.clone_from(&pending.content);
        }
    }

    fn input(&mut self) {
        let popup = (self.stack.around() | self.pending.around).any(Around::POPUP | Around::HIDDEN);
        match self.pending.kind.as_slice() {
            b"password" => {
                self.draft.password_fields += 1;
                self.draft.password_shown += u32::from(!popup);
            }
            b"hidden" => {}
            b"submit" | b"button" => {
                self.boundary(Kind::Control);
                let value = std::mem::take(&mut self.pending.value);
                self.visible(&value);
                self.boundary(Kind::Text);
            }
            _ => self.draft.input_fields += 1,
        }
    }

    /// Elements that hold no readable text of their own.
    fn open_unread(&mut self, tag: Tag, self_closing: bool) {
        match tag {
            Tag::Script => {
                self.draft.scripts += 1;
                self.raw = if self.pending.json_ld { Raw::JsonLd } else { Raw::Script };
            }
            Tag::Title => {
                let first = self.foreign == 0 && self.draft.title.is_empty();
                self.raw = if first { Raw::Title } else { Raw::Skip };
            }
            Tag::Foreign => self.foreign += u32::from(!self_closing),
            Tag::Meta => self.meta(),
            Tag::Input => self.input(),
            Tag::Raw
            | Tag::Block
            | Tag::Inline
            | Tag::Span
            | Tag::Link
            | Tag::Paragraph
            | Tag::Item
            | Tag::Heading(_)
            | Tag::Row
            | Tag::Cell
            | Tag::Form
            | Tag::Control
            | Tag::Choice
            | Tag::Whole
            | Tag::Break
            | Tag::Void
            | Tag::Noscript => self.raw = Raw::Skip,
        }
    }

    /// Elements that border blocks and stand on the stack.
    fn open_block(&mut self, tag: Tag) {
        // As in a browser, an HTML block ends a picture that was never closed.
        self.foreign = 0;
        self.boundary(if let Tag::Heading(level) = tag {
            Kind::Heading(level)
        } else if tag == Tag::Control {
            Kind::Control
        } else {
            Kind::Text
        });
        if tag == Tag::Form {
            self.draft.forms += 1;
        } else if tag == Tag::Row {
            self.stack.close_implied(&[b"tr", b"td", b"th"], b"table");
        } else if tag == Tag::Cell {
            self.stack.close_implied(&[b"td", b"th"], b"tr");
        }
        self.draft.app_roots += u32::from(self.pending.root);
        self.stack.push(&self.pending.name, self.pending.around);
    }

    fn open_span(&mut self) {
        let kept = Around::HIDDEN | Around::CONSENT | Around::POPUP;
        let around = self.pending.around;
        if around.any(kept) && !around.any(Around::IGNORED) {
            self.boundary(self.kind);
        }
        self.stack.push(&self.pending.name, around.only(kept | Around::IGNORED));
    }
}

impl Sink for Builder {
    fn open(&mut self, name: &[u8]) {
        self.pending.start(name);
    }

    fn attribute(&mut self, name: &[u8], value: &[u8]) {
        let pending = &mut self.pending;
        match name {
            b"class" | b"id" if !matches!(pending.tag, Tag::Inline | Tag::Void | Tag::Link) => {
                let Spoken { around, root } = around_of_class(value);
                pending.around |= around;
                pending.root |= root;
            }
            b"type" => {
                pending.kind = value.to_ascii_lowercase();
                pending.json_ld = pending.kind.starts_with(b"application/ld+json");
            }
            b"href" => pending.href = true,
            b"src" if pending.tag == Tag::Script => {
                self.draft.script_files += 1;
                self.draft.add_script(value);
            }
            b"src" if pending.tag == Tag::Raw => self.draft.add_script(value),
            b"action" => self.draft.add_script(value),
            b"style" if hides(value) => pending.around |= Around::HIDDEN,
            b"hidden" => pending.around |= Around::HIDDEN,
            b"role" => pending.around |= around_of_role(value),
            b"http-equiv" => pending.refresh = value.eq_ignore_ascii_case(b"refresh"),
            b"content" if pending.tag == Tag::Meta => {
                pending.content = String::from_utf8_lossy(value).into_owned();
            }
            b"name" | b"property" if pending.tag == Tag::Meta => {
                pending.meta_name = value.to_ascii_lowercase();
            }
            b"value" if pending.tag == Tag::Input => {
                pending.value = String::from_utf8_lossy(value).into_owned();
            }
            _ => {}
        }
    }

    fn opened(&mut self, self_closing: bool) {
        let tag = self.pending.tag;
        match tag {
            Tag::Inline | Tag::Void => {}
            Tag::Break => self.space = true,
            Tag::Link => self.link_depth = self.pending.href.then_some(self.stack.depth()),
            Tag::Span => self.open_span(),
            Tag::Paragraph => self.boundary(Kind::Text),
            Tag::Choice => self.boundary(Kind::Control),
            Tag::Item => {
                self.link_depth = None;
                self.boundary(Kind::Item);
            }
            Tag::Script | Tag::Title | Tag::Foreign | Tag::Meta | Tag::Input | Tag::Raw => {
                self.open_unread(tag, self_closing);
            }
            Tag::Whole => {
                self.pending.around = Around::default();
                self.pending.root = false;
                self.open_block(tag);
            }
            Tag::Block
            | Tag::Heading(_)
            | Tag::Row
            | Tag::Cell
            | Tag::Form
            | Tag::Control
            | Tag::Noscript => {
                self.open_block(tag);
            }
        }
    }

    fn end(&mut self, name: &[u8]) {
        match Tag::of(name) {
            Tag::Script | Tag::Title | Tag::Raw => self.raw = Raw::None,
            Tag::Foreign => self.foreign = self.foreign.saturating_sub(1),
            Tag::Link => self.link_depth = None,
            Tag::Paragraph | Tag::Item | Tag::Choice => self.boundary(Kind::Text),
            Tag::Inline | Tag::Void | Tag::Break | Tag::Meta | Tag::Input => {}
            Tag::Span => self.stack.close(name),
            Tag::Block
            | Tag::Heading(_)
            | Tag::Row
            | Tag::Cell
            | Tag::Form
            | Tag::Control
            | Tag::Whole
            | Tag::Noscript => {
                self.boundary(Kind::Text);
                self.stack.close(name);
                if self.link_depth.is_some_and(|depth| self.stack.depth() < depth) {
                    self.link_depth = None;
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        match self.raw {
            Raw::None => self.visible(text),
            Raw::Title => {
                let words: Vec<&str> = text.split_whitespace().collect();
                self.draft.title = words.join(" ");
            }
            Raw::Script => {
                self.draft.script_bytes += text.len();
                self.draft.add_script(&text.as_bytes()[..text.len().min(MAX_SCRIPT_BYTES)]);
            }
            Raw::JsonLd => self.draft.add_json_ld(text, MAX_JSON_LD_BYTES),
            Raw::Skip => {}
        }
    }
}
