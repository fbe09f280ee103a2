//! A hit list: its features, and the verdict on them.

use super::markers::{MarkerSet, WallReason, Walls};
use super::terms::Terms;
use super::{Thresholds, WallRule};
use crate::receipt::NotUsefulReason;
use crate::transport::Hit;

/// What a verdict on a hit list is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitFeatures {
    /// Hits that arrived.
    pub hits: usize,
    /// Hits that count: under [`WallRule::EveryHit`] those without a marker.
    pub counted: usize,
    /// The first reason, in vocabulary order, of the markers found in any hit.
    pub first_wall: Option<WallReason>,
    /// Unicode scalar values of the longest trimmed snippet among the hits that count.
    pub longest_snippet_chars: usize,
    /// Has the query any term?
    pub query_has_terms: bool,
    /// Does one of them occur in a title or snippet of the hits that count?
    pub any_term_matched: bool,
}

/// A hit list with what was found in it.
#[derive(Clone, Debug)]
pub struct HitReading<'a> {
    /// The hits that count, in order.
    pub counted: Vec<&'a Hit>,
    /// The numbers.
    pub features: HitFeatures,
}

/// Reads a hit list for a query.
pub fn read<'a>(hits: &'a [Hit], terms: &Terms, markers: &MarkerSet, rule: WallRule) -> HitReading<'a> {
    let mut walls = Walls::default();
    let mut counted = Vec::with_capacity(hits.len());
    for hit in hits {
        let found = markers.found_in_hit(&hit.title, &hit.snippet, |name| terms.cover(name));
        walls.extend(found);
        match rule {
            WallRule::EveryHit if !found.is_empty() => {}
            WallRule::EveryHit | WallRule::AnyHit => counted.push(hit),
        }
    }
    let longest = counted.iter().map(|hit| hit.snippet.trim().chars().count()).max();
    let matched = counted.iter().any(|hit| terms.occur_in(&hit.title) || terms.occur_in(&hit.snippet));
    let features = HitFeatures {
        hits: hits.len(),
        counted: counted.len(),
        first_wall: walls.first(),
        longest_snippet_chars: longest.unwrap_or(0),
        query_has_terms: !terms.is_empty(),
        any_term_matched: matched,
    };
    HitReading { counted, features }
}

/// The verdict: the first check that fails, in the order of the vocabulary.
pub fn judge(features: &HitFeatures, thresholds: &Thresholds) -> Result<(), NotUsefulReason> {
    if (features.hits as u64) < thresholds.min_hits {
        return Err(NotUsefulReason::EmptyResultSet);
    }
    let walled = match thresholds.wall_rule {
        WallRule::EveryHit => features.counted == 0,
        WallRule::AnyHit => true,
    };
    if let (true, Some(wall)) = (walled, features.first_wall) {
        return Err(wall.into());
    }
    if (features.longest_snippet_chars as u64) < thresholds.min_snippet_chars {
        return Err(NotUsefulReason::ContentTooShort);
    }
    if thresholds.require_term_overlap && features.query_has_terms && !features.any_term_matched {
        return Err(NotUsefulReason::NoQueryTermsMatched);
    }
    Ok(())
}
