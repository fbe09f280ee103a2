//! Is what arrived useful? Asked after, and apart from, whether anything arrived.
//!
//! Two steps with a seam between them: a payload is read into *features* (numbers), and the features are judged
//! against *thresholds* into a verdict. [`Validator::judge`] does both.

pub mod hits;
pub mod markers;
mod phrases;
pub mod terms;

use crate::receipt::NotUsefulReason;
use crate::receipt::vocabulary::vocabulary;
use crate::transport::{Expects, Hit, Payload, Response};
use markers::{Markers, WallReason};
use terms::Terms;

vocabulary! {
    /// How a marker in one hit bears on the whole list.
    WallRule is "wall rule" {
        EveryHit = "every_hit": "A hit with a marker does not count; the list is a wall when none is left.",
        AnyHit = "any_hit": "A marker in any hit makes the list a wall.",
    }
}

/// The thresholds of the checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Fewer hits are an empty result set. Default 1.
    pub min_hits: u64,
    /// Unicode scalar values of the longest trimmed snippet. Default 40.
    pub min_snippet_chars: u64,
    /// Must a query term occur in a title or snippet? Default true.
    pub require_term_overlap: bool,
    /// Default [`WallRule::EveryHit`].
    pub wall_rule: WallRule,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { min_hits: 1, min_snippet_chars: 40, require_term_overlap: true, wall_rule: WallRule::EveryHit }
    }
}

/// The fields of a validator, each absent where the default holds; laid over one another field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
}

impl ValidatorFields {
    /// These fields, and where one is absent that of `below`.
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        let mut markers = below.markers;
        markers.retain(|(reason, _)| self.markers.iter().all(|(own, _)| own != reason));
        markers.extend(self.markers);
        Self {
            min_hits: self.min_hits.or(below.min_hits),
            min_snippet_chars: self.min_snippet_chars.or(below.min_snippet_chars),
            require_term_overlap: self.require_term_overlap.or(below.require_term_overlap),
            wall_rule: self.wall_rule.or(below.wall_rule),
            markers,
        }
    }
}

/// What became of a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// It is useful; these hits count as evidence.
    Useful(Vec<&'a Hit>),
    /// It is not.
    NotUseful(NotUsefulReason),
}

/// Thresholds and markers, ready to judge. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Validator {
    thresholds: Thresholds,
    markers: Markers,
}

impl Default for Validator {
    fn default() -> Self {
        Self { thresholds: Thresholds::default(), markers: Markers::standard() }
    }
}

impl From<ValidatorFields> for Validator {
    fn from(fields: ValidatorFields) -> Self {
        let default = Thresholds::default();
        let markers =
            if fields.markers.is_empty() { Markers::standard() } else { Markers::overlay(&fields.markers) };
        Self {
            thresholds: Thresholds {
                min_hits: fields.min_hits.unwrap_or(default.min_hits),
                min_snippet_chars: fields.min_snippet_chars.unwrap_or(default.min_snippet_chars),
                require_term_overlap: fields.require_term_overlap.unwrap_or(default.require_term_overlap),
                wall_rule: fields.wall_rule.unwrap_or(default.wall_rule),
            },
            markers,
        }
    }
}

impl Validator {
    /// The thresholds in force.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Judges the payload of a response; a response without one has nothing that could be read.
    pub fn judge<'a>(&self, response: &'a Response, expects: Expects, terms: &Terms) -> Verdict<'a> {
        let _ = expects;
        let hits = match &response.payload {
            Some(Payload::Hits(hits)) => hits,
            Some(Payload::Body { .. } | Payload::Unparseable) | None => {
                return Verdict::NotUseful(NotUsefulReason::UnparseablePayload);
            }
        };
        if !response.grounded {
            return Verdict::NotUseful(NotUsefulReason::Ungrounded);
        }
        let reading = hits::read(hits, terms, &self.markers, self.thresholds.wall_rule);
        match hits::judge(&reading.features, &self.thresholds) {
            Ok(()) => Verdict::Useful(reading.counted),
            Err(reason) => Verdict::NotUseful(reason),
        }
    }
}
