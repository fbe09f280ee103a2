//! HTML to a [`PageText`]: one pass over the tokens, a light element stack, then the main text.
//!
//! Start at [`read_html`]; `builder` is the pass, `main_text` decides what is article and what is chrome.

mod builder;
mod classes;
mod draft;
mod json_ld;
mod main_text;
mod stack;
mod tags;
mod tokens;

use crate::validator::page::PageText;

/// Reads decoded HTML. Linear in the text, whatever the nesting; never fails.
pub(super) fn read_html(html: &str) -> PageText {
    let mut builder = builder::Builder::new();
    tokens::tokenize(html, &mut builder);
    main_text::settle(builder.finish(), html.len())
}
