//! What one pass over the tokens leaves: text in blocks, and counts. Nothing is judged here.

use super::stack::Around;

/// What kind of block a text stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Text,
    Item,
    Control,
    Heading(u8),
}

/// A run of text between two block borders.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Block {
    /// Byte range in the page's text.
    pub start: usize,
    pub end: usize,
    /// Script-aware length, and that of the part inside links.
    pub weight: u32,
    pub link_weight: u32,
    /// Words that end a sentence.
    pub sentence_ends: u32,
    pub around: Around,
    pub kind: Kind,
}

impl Block {
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.kind, Kind::Heading(_))
    }
}

/// The page after one pass.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub title: String,
    pub description: String,
    pub text: String,
    pub blocks: Vec<Block>,
    /// Script sources and the beginnings of scripts, for fingerprints.
    pub script_text: Vec<u8>,
    pub json_ld: Vec<String>,
    pub scripts: u32,
    pub script_files: u32,
    pub script_bytes: usize,
    pub iframes: u32,
    pub forms: u32,
    pub password_fields: u32,
    /// Password fields that do not stand in a pop-up or hidden part.
    pub password_shown: u32,
    pub input_fields: u32,
    pub app_roots: u32,
    pub meta_refresh: bool,
    pub deepest: usize,
    /// The text was longer than is kept.
    pub cut: bool,
}

impl Draft {
    pub(super) fn push(&mut self, block: Block) {
        self.blocks.push(block);
        self.text.push('\n');
    }

    pub(super) fn add_script(&mut self, bytes: &[u8]) {
        const MAX_SCRIPT_TEXT: usize = 1 << 20;
        if self.script_text.len() + bytes.len() <= MAX_SCRIPT_TEXT {
            self.script_text.extend_from_slice(bytes);
            self.script_text.push(b'\n');
        }
    }

    /// Keeps a JSON-LD block, up to `max` bytes in all.
    pub(super) fn add_json_ld(&mut self, text: &str, max: usize) {
        let kept: usize = self.json_ld.iter().map(String::len).sum();
        if kept + text.len() <= max {
            self.json_ld.push(text.to_owned());
        }
    }
}
