//! A page as the validator sees it: text in parts, each with its place, and what its markup is made of.

use crate::transport::Hit;
use std::ops::Range;

/// Where in a page a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The `title` element.
    Title,
    /// An `h1` to `h6` element.
    Heading,
    /// What a reader came for.
    Main,
    /// Outside chrome, but no prose: link lists, labels, single words.
    Aside,
    /// Navigation, footers, cookie notices, pop-ups, hidden parts, controls.
    Chrome,
    /// What is said to a reader without scripts.
    Noscript,
    /// Inline scripts and script addresses.
    Script,
}

/// A run of text between two block borders.
#[derive(Debug, Clone)]
pub struct Part {
    /// Where it stands.
    pub place: Place,
    /// Bytes of [`PageText::text`].
    pub range: Range<usize>,
    /// Length in Latin letters' worth: a Han character counts 3, a kana or Hangul syllable 2, any other character 1.
    pub weight: u32,
    /// The weight of what stands inside links.
    pub link_weight: u32,
    /// Words that end a sentence.
    pub sentence_ends: u32,
    /// 1 to 6, or 0 where the part is no heading.
    pub heading_level: u8,
    /// Its class says that it belongs to a cookie or consent notice.
    pub in_consent_notice: bool,
    /// Long enough, and little enough link, to be prose by itself.
    pub prose: bool,
}

/// What the markup is made of. All 0 for plain text.
#[derive(Debug, Clone, Default)]
pub struct Markup {
    /// False for plain text and JSON documents.
    pub html: bool,
    /// Of the whole body, as it came.
    pub bytes: usize,
    /// Script elements, JSON-LD among them.
    pub scripts: u32,
    /// Those with a `src`.
    pub script_files: u32,
    /// Of inline scripts.
    pub script_bytes: usize,
    /// `iframe` elements.
    pub iframes: u32,
    /// `form` elements.
    pub forms: u32,
    /// All, hidden ones too.
    pub password_fields: u32,
    /// Those outside pop-ups and hidden parts.
    pub password_shown: u32,
    /// Visible inputs other than passwords and buttons.
    pub input_fields: u32,
    /// Mounting points of script frameworks.
    pub app_roots: u32,
    /// A `meta` element sends the reader elsewhere.
    pub meta_refresh: bool,
    /// The most elements that were open at once.
    pub deepest: usize,
}

/// One page, decoded and taken apart.
#[derive(Debug, Clone, Default)]
pub struct PageText {
    /// White space collapsed; empty where there is none.
    pub title: String,
    /// The `description` meta element.
    pub description: String,
    /// All text a reader would see, one part a line, and that of `noscript`.
    pub text: String,
    /// In document order.
    pub parts: Vec<Part>,
    /// Inline scripts and script addresses, bounded, for fingerprints.
    pub script_text: Vec<u8>,
    /// JSON-LD `articleBody`.
    pub article_body: String,
    /// JSON-LD says `isAccessibleForFree: false`.
    pub restricted: bool,
    /// Counts of elements and bytes.
    pub markup: Markup,
    /// It was a JSON document.
    pub json: bool,
    /// The page was longer than the limit and was read up to it.
    pub cut: bool,
    /// Share of U+FFFD among the decoded characters, 0 to 1.
    pub replacement_share: f64,
}

impl PageText {
    /// The text of one part.
    pub fn part_text(&self, part: &Part) -> &str {
        self.text.get(part.range.clone()).unwrap_or_default()
    }

    /// The texts of the parts at a place, in order.
    pub fn texts_at(&self, place: Place) -> impl Iterator<Item = &str> {
        self.parts.iter().filter(move |part| part.place == place).map(|part| self.part_text(part))
    }

    /// The main text, parts separated by line feeds; for a page without any, what else it says outside chrome.
    /// At most `max_bytes`, cut on a character boundary. This is the snippet of the one hit that a page is.
    pub fn main_text(&self, max_bytes: usize) -> String {
        let prose = self.joined(&[Place::Main], max_bytes);
        if prose.len() < self.article_body.len() {
            return cut_at(&self.article_body, max_bytes).to_owned();
        }
        if prose.is_empty() { self.joined(&[Place::Heading, Place::Aside], max_bytes) } else { prose }
    }

    /// The page as the one hit that evidence is made of.
    pub fn to_hit(&self, url: &str, max_bytes: usize) -> Hit {
        Hit { title: self.title.clone(), url: url.to_owned(), snippet: self.main_text(max_bytes) }
    }

    fn joined(&self, places: &[Place], max_bytes: usize) -> String {
        let mut joined = String::new();
        for part in self.parts.iter().filter(|part| places.contains(&part.place)) {
            if joined.len() >= max_bytes {
                break;
            }
            if !joined.is_empty() {
                joined.push('\n');
            }
            joined.push_str(self.part_text(part));
        }
        joined.truncate(cut_at(&joined, max_bytes).len());
        joined
    }
}

fn cut_at(text: &str, max_bytes: usize) -> &str {
    if text.len() <= max_bytes {
        return text;
    }
    let mut end = max_bytes;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
