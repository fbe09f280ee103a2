//! Main text apart from boilerplate: which blocks a reader came for.
//!
//! An element (`nav`, `footer`) says for certain that its text is chrome; a class only hints at it, and is not
//! believed where most of the page's prose would go with it. What is left is *prose* where a block is long or ends
//! like a sentence and is not mostly links; short blocks beside prose (a list, a caption) belong to it.

use super::draft::{Block, Draft, Kind};
use super::stack::Around;
use crate::validator::page::{PageText, Part, Place};

/// A block of this weight is prose even without a full stop.
const LONG_BLOCK: u32 = 100;
/// A block of this weight is prose if it ends like a sentence.
const SENTENCE_BLOCK: u32 = 40;
/// Prose is at most so much link, in percent.
const MAX_LINK_PERCENT: u32 = 50;
/// Short blocks at most so far from prose belong to it.
const REACH: usize = 2;
/// Hints are not believed where they would drop at least this much prose, …
const MANY: u32 = 800;

/// The surroundings that are only believed together, weakest last.
fn chrome_of(draft: &Draft) -> Around {
    let firm = [Around::NAV, Around::FOOTER, Around::CONTROL];
    let soft = [
        Around::NOSCRIPT,
        Around::HIDDEN,
        Around::POPUP,
        Around::CONSENT,
        Around::FOOTER_CLASS,
        Around::NAV_CLASS,
    ];
    let mut chrome = firm.into_iter().fold(Around::default(), |all, one| all | one);
    for hint in soft {
        let prose = |inside: bool| -> u32 {
            let blocks =
                draft.blocks.iter().filter(|b| !b.around.any(chrome) && b.around.any(hint) == inside);
            blocks.filter(|b| is_prose(b, &draft.text)).map(|b| b.weight - b.link_weight).sum()
        };
        let dropped = prose(true);
        if dropped < MANY || dropped < prose(false) * 2 {
            chrome |= hint;
        }
    }
    chrome
}

fn is_prose(block: &Block, text: &str) -> bool {
    if block.kind == Kind::Control || block.is_heading() {
        return false;
    }
    let few_links = block.link_weight.saturating_mul(100) <= block.weight.saturating_mul(MAX_LINK_PERCENT);
    let sentence = block.weight >= SENTENCE_BLOCK && ends_like_sentence(block, text);
    few_links && (block.weight >= LONG_BLOCK || sentence)
}

fn ends_like_sentence(block: &Block, text: &str) -> bool {
    let text = text.get(block.start..block.end).unwrap_or_default();
    let last = text.trim_end_matches(['"', '\'', '”', '’', '»', '」', ')', '）']).chars().next_back();
    last.is_some_and(crate::validator::weight::ends_sentence)
}

/// Decides for each block where it stands.
fn places(draft: &Draft) -> Vec<Place> {
    let chrome = chrome_of(draft);
    let mut places: Vec<Place> = draft
        .blocks
        .iter()
        .map(|block| {
            if block.around.any(chrome.only(Around::NOSCRIPT)) {
                Place::Noscript
            } else if block.around.any(chrome) || block.kind == Kind::Control {
                Place::Chrome
            } else if block.is_heading() {
                Place::Heading
            } else if is_prose(block, &draft.text) {
                Place::Main
            } else {
                Place::Aside
            }
        })
        .collect();
    adopt_neighbours(draft, &mut places);
    places
}

/// Short blocks near prose are main text too, unless they are mostly links.
fn adopt_neighbours(draft: &Draft, places: &mut [Place]) {
    let prose: Vec<bool> = places.iter().map(|place| *place == Place::Main).collect();
    for (at, block) in draft.blocks.iter().enumerate() {
        let near = (at.saturating_sub(REACH)..=at + REACH).any(|other| prose.get(other) == Some(&true));
        if places[at] == Place::Aside && near && block.link_weight * 2 <= block.weight {
            places[at] = Place::Main;
        }
    }
}

/// Turns a draft into the page.
pub(super) fn settle(draft: Draft, html_bytes: usize) -> PageText {
    let places = places(&draft);
    let parts = draft
        .blocks
        .iter()
        .zip(&places)
        .map(|(block, place)| Part {
            place: *place,
            range: block.start..block.end,
            weight: block.weight,
            link_weight: block.link_weight,
            sentence_ends: block.sentence_ends,
            heading_level: if let Kind::Heading(level) = block.kind { level } else { 0 },
            in_consent_notice: block.around.any(Around::CONSENT),
            prose: *place == Place::Main && is_prose(block, &draft.text),
        })
        .collect();
    let facts = super::json_ld::read(&draft.json_ld);
    PageText {
        json: false,
        title: draft.title,
        description: draft.description,
        text: draft.text,
        parts,
        script_text: draft.script_text,
        article_body: facts.article_body,
        restricted: facts.restricted,
        markup: crate::validator::page::Markup {
            html: true,
            bytes: html_bytes,
            scripts: draft.scripts,
            script_files: draft.script_files,
            script_bytes: draft.script_bytes,
            iframes: draft.iframes,
            forms: draft.forms,
            password_fields: draft.password_fields,
            password_shown: draft.password_shown,
            input_fields: draft.input_fields,
            app_roots: draft.app_roots,
            meta_refresh: draft.meta_refresh,
            deepest: draft.deepest,
        },
        cut: draft.cut,
        replacement_share: 0.0,
    }
}
