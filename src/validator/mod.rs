//! Is what arrived useful? Asked after, and apart from, whether anything arrived.
//!
//! Two steps with a seam between them: a payload is read into *features* (numbers), and the features are judged
//! against *thresholds* into a verdict. [`Validator::judge`] does both.

pub mod checks;
mod decode;
pub mod document;
pub mod features;
pub mod hits;
mod html;
pub mod markers;
pub mod page;
mod search;
mod stopwords;
pub mod terms;
mod text;
pub mod unjudged;
pub mod verdict;
mod weight;

use crate::receipt::NotUsefulReason;
use std::borrow::Cow;

use crate::receipt::vocabulary::vocabulary;
use crate::transport::{Expects, Hit, Payload, Response};
use checks::{PageThresholds, Threshold};
use document::{Document, read_document};
use features::page_features;
use markers::{MarkerSet, WallReason};
use terms::Terms;

/// What a body in a provider's own format is.
const JSON: &str = "application/json";

vocabulary! {
    /// How a marker in one hit bears on the whole list.
    WallRule is "wall rule" {
        EveryHit = "every_hit": "A hit with a marker does not count; the list is a wall when none is left.",
        AnyHit = "any_hit": "A marker in any hit makes the list a wall.",
    }
}

/// The thresholds of the checks.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// Fewer hits are an empty result set. Default 1.
    pub min_hits: u64,
    /// Unicode scalar values of the longest trimmed snippet. Default 40.
    pub min_snippet_chars: u64,
    /// Must a query term occur in a title or snippet? Default true.
    pub require_term_overlap: bool,
    /// Default [`WallRule::EveryHit`].
    pub wall_rule: WallRule,
    /// Those of a page.
    pub page: PageThresholds,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            min_hits: 1,
            min_snippet_chars: 40,
            require_term_overlap: true,
            wall_rule: WallRule::EveryHit,
            page: PageThresholds::default(),
        }
    }
}

/// The fields of a validator, each absent where the default holds; laid over one another field by field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValidatorFields {
    /// See [`Thresholds::min_hits`].
    pub min_hits: Option<u64>,
    /// See [`Thresholds::min_snippet_chars`].
    pub min_snippet_chars: Option<u64>,
    /// See [`Thresholds::require_term_overlap`].
    pub require_term_overlap: Option<bool>,
    /// See [`Thresholds::wall_rule`].
    pub wall_rule: Option<WallRule>,
    /// Marker phrases by reason; naming a reason replaces its default list.
    pub markers: Vec<(WallReason, Vec<String>)>,
    /// Thresholds of a page, by name.
    pub page: Vec<(Threshold, f64)>,
}

impl ValidatorFields {
    /// These fields, and where one is absent that of `below`.
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        let mut markers = below.markers;
        markers.retain(|(reason, _)| self.markers.iter().all(|(own, _)| own != reason));
        markers.extend(self.markers);
        let mut page = below.page;
        page.retain(|(threshold, _)| self.page.iter().all(|(own, _)| own != threshold));
        page.extend(self.page);
        Self {
            min_hits: self.min_hits.or(below.min_hits),
            min_snippet_chars: self.min_snippet_chars.or(below.min_snippet_chars),
            require_term_overlap: self.require_term_overlap.or(below.require_term_overlap),
            wall_rule: self.wall_rule.or(below.wall_rule),
            markers,
            page,
        }
    }
}

/// What became of a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// It is useful; these hits count as evidence.
    Useful(Vec<Cow<'a, Hit>>),
    /// It is not.
    NotUseful(NotUsefulReason),
    /// The provider says in it that its own back ends failed, so that it says nothing of the query.
    Upstream,
    /// It is an error object that names this HTTP status, whatever the status line said.
    Refused(u16),
}

/// Thresholds and markers, ready to judge. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Validator {
    thresholds: Thresholds,
    markers: MarkerSet,
}

impl From<ValidatorFields> for Validator {
    fn from(fields: ValidatorFields) -> Self {
        let default = Thresholds::default();
        let mut page = default.page;
        for (threshold, value) in fields.page {
            page.set(threshold, value);
        }
        let markers = if fields.markers.is_empty() {
            MarkerSet::default()
        } else {
            MarkerSet::overlay(&fields.markers)
        };
        Self {
            thresholds: Thresholds {
                min_hits: fields.min_hits.unwrap_or(default.min_hits),
                min_snippet_chars: fields.min_snippet_chars.unwrap_or(default.min_snippet_chars),
                require_term_overlap: fields.require_term_overlap.unwrap_or(default.require_term_overlap),
                wall_rule: fields.wall_rule.unwrap_or(default.wall_rule),
                page,
            },
            markers,
        }
    }
}

/// What a payload was asked for with.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The normalised query.
    pub query: &'a str,
    /// Its terms.
    pub terms: &'a Terms,
    /// The URL that was contacted; what a page is cited by.
    pub url: &'a str,
    /// What the caller wanted.
    pub expects: Expects,
    /// How much of a page's text may be cited, in bytes.
    pub cite_bytes: usize,
}

impl Validator {
    /// The thresholds in force.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// The marker phrases in force.
    pub fn markers(&self) -> &MarkerSet {
        &self.markers
    }

    /// Judges the payload of a response; a response without one has nothing that could be read.
    pub fn judge<'a>(&self, response: &'a Response, asked: &Asked<'_>) -> Verdict<'a> {
        match &response.payload {
            Some(Payload::Hits(hits)) if response.grounded => self.judge_hits(hits, asked.terms),
            Some(Payload::Hits(_)) => Verdict::NotUseful(NotUsefulReason::Ungrounded),
            Some(Payload::Body { bytes, content_type }) => {
                let document = read_document(bytes, content_type.as_deref());
                self.judge_document(document, response.grounded, asked)
            }
            Some(Payload::Wire(bytes)) => {
                self.judge_document(read_document(bytes, Some(JSON)), response.grounded, asked)
            }
            Some(Payload::Unparseable) | None => Verdict::NotUseful(NotUsefulReason::UnparseablePayload),
        }
    }

    fn judge_hits<'a>(&self, hits: &'a [Hit], terms: &Terms) -> Verdict<'a> {
        let reading = hits::read(hits, terms, &self.markers, self.thresholds.wall_rule);
        match hits::judge(&reading.features, &self.thresholds) {
            Ok(()) => Verdict::Useful(reading.counted.into_iter().map(Cow::Borrowed).collect()),
            Err(reason) => Verdict::NotUseful(reason),
        }
    }

    fn judge_document<'a>(&self, document: Document, grounded: bool, asked: &Asked<'_>) -> Verdict<'a> {
        match document {
            Document::Upstream { .. } => Verdict::Upstream,
            Document::ErrorObject { status: Some(status), .. } => Verdict::Refused(status),
            Document::ErrorObject { status: None, .. } | Document::Unparseable { .. } => {
                Verdict::NotUseful(NotUsefulReason::UnparseablePayload)
            }
            Document::Page(page) if asked.expects == Expects::Json && !page.json => {
                Verdict::NotUseful(NotUsefulReason::UnparseablePayload)
            }
            Document::Page(_) | Document::Hits { ungrounded: false, .. } if !grounded => {
                Verdict::NotUseful(NotUsefulReason::Ungrounded)
            }
            Document::Hits { ungrounded: true, .. } => Verdict::NotUseful(NotUsefulReason::Ungrounded),
            Document::Hits { hits, ungrounded: false } => match self.judge_hits(&hits, asked.terms) {
                Verdict::Useful(hits) => {
                    Verdict::Useful(hits.into_iter().map(|hit| Cow::Owned(hit.into_owned())).collect())
                }
                Verdict::NotUseful(reason) => Verdict::NotUseful(reason),
                Verdict::Upstream => Verdict::Upstream,
                Verdict::Refused(status) => Verdict::Refused(status),
            },
            Document::Page(page) => {
                let features = page_features(&page, asked.query, &self.markers);
                match verdict::judge(&features, &self.thresholds.page) {
                    Ok(()) => Verdict::Useful(vec![Cow::Owned(page.to_hit(asked.url, asked.cite_bytes))]),
                    Err(reason) => Verdict::NotUseful(reason),
                }
            }
        }
    }
}
