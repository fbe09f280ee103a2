//! The validator as calibration sees it. The only module that knows the validator's own ones: their checks become
//! [`Checks`], a body becomes a row of numbers.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::checks::{Check, Checks, Comparison, Limit, Literal, Rule, Threshold};
use super::class::Reason;
use crate::engine::query::normalise as normalise_query;
use crate::receipt::Vocabulary as _;
use crate::transport::Hit;
use crate::validator::document::{Document, read_document};
use crate::validator::features::{Feature, marker_places, page_features};
use crate::validator::markers::{MarkerSet, WallReason, normalise, normalise_into};
use crate::validator::page::PageText;
use crate::validator::terms::Terms;
use crate::validator::{Validator, WallRule, hits, verdict as page_checks};

/// Features of what is no page, in the order of their columns behind those of pages.
const OTHER_COLUMNS: [&str; 11] = [
    "unparseable",
    "ungrounded",
    "hits",
    "hits_counted",
    "hit_snippet_chars",
    "hits_bot_check",
    "hits_login_wall",
    "hits_consent_wall",
    "hits_javascript_required",
    "hits_error_page",
    "hit_terms_matched",
];
const UNPARSEABLE: usize = 0;
const UNGROUNDED: usize = 1;
const HITS: usize = 2;
const HITS_COUNTED: usize = 3;
const HIT_SNIPPET_CHARS: usize = 4;
const HITS_WALLED: usize = 5;
const HIT_TERMS_MATCHED: usize = 10;

/// What a body came to.
#[derive(Clone, Debug)]
pub struct Reading {
    /// In the order of [`Checks::columns`]; NaN where the document has no such feature.
    pub values: Vec<f64>,
    /// For each marker phrase that was found, what the features are without it.
    pub without: Vec<(usize, Vec<f64>)>,
}

/// A validator's markers and rules, ready to read bodies.
#[derive(Debug)]
pub struct Subject {
    checks: Checks,
    markers: MarkerSet,
    overlapping: Option<AhoCorasick>,
    wall_rule: WallRule,
}

impl Subject {
    /// What a validator judges by.
    pub fn new(validator: &Validator) -> Self {
        let markers = validator.markers().clone();
        let thresholds = validator.thresholds();
        let mut builder = AhoCorasick::builder();
        builder.match_kind(MatchKind::Standard).kind(Some(AhoCorasickKind::ContiguousNFA));
        let overlapping = builder.build(markers.phrases().iter().map(|(_, phrase)| phrase)).ok();
        let wall_rule = thresholds.wall_rule;
        Self {
            checks: all_checks(wall_rule, thresholds.require_term_overlap),
            markers,
            overlapping,
            wall_rule,
        }
    }

    /// A validator's thresholds in the order of [`Checks::thresholds`].
    pub fn settings(&self, validator: &Validator) -> Vec<f64> {
        let thresholds = validator.thresholds();
        let page = page_checks::Threshold::ALL.iter().map(|threshold| thresholds.page.get(*threshold));
        page.chain([thresholds.min_hits as f64, thresholds.min_snippet_chars as f64]).collect()
    }

    /// Its checks.
    pub fn checks(&self) -> &Checks {
        &self.checks
    }

    /// Its marker phrases with their reasons, in the order of the numbers in [`Reading::without`].
    pub fn phrases(&self) -> &[(WallReason, String)] {
        self.markers.phrases()
    }

    /// The same with each reason as a verdict names it.
    pub fn phrases_by_reason(&self) -> Vec<(Reason, String)> {
        self.phrases().iter().map(|(reason, phrase)| ((*reason).into(), phrase.clone())).collect()
    }

    /// The page in a body, for an explanation.
    pub fn page(bytes: &[u8], content_type: Option<&str>) -> Option<Box<PageText>> {
        match read_document(bytes, content_type) {
            Document::Page(page) => Some(page),
            Document::Hits { .. }
            | Document::Upstream { .. }
            | Document::ErrorObject { .. }
            | Document::Unparseable { .. } => None,
        }
    }

    /// Where each marker stands in a page: its reason, the phrase, the place's name and the characters before it.
    pub fn marker_places(&self, page: &PageText, query: &str) -> Vec<(Reason, String, String, u32)> {
        let places = marker_places(page, query, &self.markers);
        let shown = places.into_iter();
        shown
            .map(|m| (m.reason.into(), m.phrase, format!("{:?}", m.place).to_lowercase(), m.before))
            .collect()
    }

    /// Measures a body; an error where it is no payload that could be judged.
    pub fn read(&self, bytes: &[u8], content_type: Option<&str>, query: &str) -> Result<Reading, String> {
        let query = &normalise_query(query);
        match read_document(bytes, content_type) {
            Document::Page(page) => Ok(self.read_page(&page, query)),
            Document::Hits { ungrounded: true, .. } => Ok(self.flagged(UNGROUNDED)),
            Document::Hits { hits, ungrounded: false } => Ok(self.read_hits(&hits, query)),
            Document::ErrorObject { .. } | Document::Unparseable { .. } => Ok(self.flagged(UNPARSEABLE)),
            Document::Upstream { engines } => {
                let named =
                    if engines.is_empty() { String::new() } else { format!(" ({})", engines.join(", ")) };
                Err(format!("is no payload: the provider says that its own back ends failed{named}"))
            }
        }
    }

    fn blank(&self) -> Vec<f64> {
        vec![f64::NAN; self.checks.columns.len()]
    }

    fn flagged(&self, flag: usize) -> Reading {
        let mut values = self.blank();
        put(&mut values, flag, 1.0);
        Reading { values, without: Vec::new() }
    }

    fn page_values(&self, page: &PageText, query: &str, markers: &MarkerSet) -> Vec<f64> {
        let features = page_features(page, query, markers);
        let mut values = self.blank();
        for (slot, feature) in values.iter_mut().zip(Feature::ALL) {
            *slot = features.get(*feature);
        }
        put(&mut values, UNPARSEABLE, 0.0);
        values
    }

    fn read_page(&self, page: &PageText, query: &str) -> Reading {
        let values = self.page_values(page, query, &self.markers);
        let mut texts = vec![normalise(&page.title)];
        for part in &page.parts {
            let mut normal = String::new();
            normalise_into(page.part_text(part), &mut normal);
            texts.push(normal);
        }
        let without = self.without_each(&texts, |fewer| self.page_values(page, query, fewer));
        Reading { values, without }
    }

    /// The features again without each phrase that was found. Only phrases that stand in the text can take a dropped
    /// one's
    /// place, so the set to search with is small.
    fn without_each(
        &self,
        texts: &[String],
        again: impl Fn(&MarkerSet) -> Vec<f64>,
    ) -> Vec<(usize, Vec<f64>)> {
        let mut found: Vec<usize> =
            texts.iter().flat_map(|text| self.markers.find(text)).map(|m| m.phrase).collect();
        found.sort_unstable();
        found.dedup();
        let Some(overlapping) = self.overlapping.as_ref().filter(|_| !found.is_empty()) else {
            return Vec::new();
        };
        let all = texts.iter().flat_map(|text| overlapping.find_overlapping_iter(text));
        let mut standing: Vec<usize> = all.map(|m| m.pattern().as_usize()).collect();
        standing.sort_unstable();
        standing.dedup();
        let without = |dropped: usize| {
            let phrases = standing.iter().filter(|phrase| **phrase != dropped);
            let kept = phrases.filter_map(|phrase| self.markers.phrases().get(*phrase));
            (dropped, again(&MarkerSet::new(kept.cloned().collect())))
        };
        found.iter().map(|phrase| without(*phrase)).collect()
    }

    /// A list's features as the engine reads them. The markers of hits are not dropped one by one: names count there
    /// too.
    fn read_hits(&self, hits: &[Hit], query: &str) -> Reading {
        let features = hits::read(hits, &Terms::of(query), &self.markers, self.wall_rule).features;
        let mut values = self.blank();
        put(&mut values, UNPARSEABLE, 0.0);
        put(&mut values, UNGROUNDED, 0.0);
        put(&mut values, HITS, features.hits as f64);
        put(&mut values, HITS_COUNTED, features.counted as f64);
        put(&mut values, HIT_SNIPPET_CHARS, features.longest_snippet_chars as f64);
        for (place, reason) in WallReason::ALL.iter().enumerate() {
            put(&mut values, HITS_WALLED + place, f64::from(u8::from(features.first_wall == Some(*reason))));
        }
        let matched = !features.query_has_terms || features.any_term_matched;
        put(&mut values, HIT_TERMS_MATCHED, f64::from(u8::from(matched)));
        Reading { values, without: Vec::new() }
    }
}

fn put(values: &mut [f64], other: usize, value: f64) {
    if let Some(slot) = values.get_mut(Feature::ALL.len() + other) {
        *slot = value;
    }
}

fn all_checks(wall_rule: WallRule, require_term_overlap: bool) -> Checks {
    let columns = Feature::ALL.iter().map(|feature| feature.name()).chain(OTHER_COLUMNS).collect();
    let defaults = page_checks::PageThresholds::default();
    let page = page_checks::Threshold::ALL.iter().map(|t| threshold(t.name(), defaults.get(*t)));
    let thresholds: Vec<Threshold> =
        page.chain([threshold("min_hits", 1.0), threshold("min_snippet_chars", 40.0)]).collect();
    let checks = Reason::ALL.iter().map(|reason| {
        let mut rules = other_rules(*reason, &thresholds, wall_rule, require_term_overlap);
        let page = page_checks::CHECKS.iter().filter(|check| check.reason == *reason);
        rules.extend(page.flat_map(|check| check.rules).map(page_rule));
        Check { reason: *reason, rules }
    });
    Checks { columns, checks: checks.filter(|check| !check.rules.is_empty()).collect(), thresholds }
}

fn threshold(name: &'static str, default: f64) -> Threshold {
    let share = name.ends_with("_share") || name.ends_with("_coverage");
    Threshold { name, default, max: if share { 1.0 } else { 100_000_000.0 }, whole: !share }
}

fn page_rule(rule: &page_checks::Rule) -> Rule {
    let literal = |literal: &page_checks::Literal| {
        let comparison = match literal {
            page_checks::Literal::AtLeast(..) => Comparison::AtLeast,
            page_checks::Literal::AtMost(..) => Comparison::AtMost,
        };
        let place = Feature::ALL.iter().position(|feature| *feature == literal.feature());
        let limit = match literal.limit() {
            page_checks::Limit::Named(named) => Limit::Named(
                page_checks::Threshold::ALL.iter().position(|t| *t == named).unwrap_or(usize::MAX),
            ),
            page_checks::Limit::Fixed(value) => Limit::Fixed(value),
        };
        Literal { column: place.unwrap_or(usize::MAX), comparison, limit }
    };
    Rule { name: rule.name, literals: rule.literals.iter().map(literal).collect() }
}

/// The rules for what is no page. A list that is too short is empty, whatever its hits say.
fn other_rules(reason: Reason, thresholds: &[Threshold], wall_rule: WallRule, overlap: bool) -> Vec<Rule> {
    let named =
        |name: &str| Limit::Named(thresholds.iter().position(|t| t.name == name).unwrap_or(usize::MAX));
    let literal = |other: usize, comparison: Comparison, limit: Limit| Literal {
        column: Feature::ALL.len() + other,
        comparison,
        limit,
    };
    let at_least_one = |other: usize| literal(other, Comparison::AtLeast, Limit::Fixed(1.0));
    let none = |other: usize| literal(other, Comparison::AtMost, Limit::Fixed(0.0));
    let (name, literals) = match reason {
        Reason::UnparseablePayload => ("unreadable", vec![at_least_one(UNPARSEABLE)]),
        Reason::Ungrounded => ("answered_without_searching", vec![at_least_one(UNGROUNDED)]),
        Reason::EmptyResultSet => ("few_hits", vec![literal(HITS, Comparison::Below, named("min_hits"))]),
        Reason::BotCheck
        | Reason::LoginWall
        | Reason::ConsentWall
        | Reason::JavascriptRequired
        | Reason::ErrorPage => {
            let place = WallReason::ALL.iter().position(|other| Reason::from(*other) == reason).unwrap_or(0);
            let mut literals = vec![at_least_one(HITS_WALLED + place)];
            if wall_rule == WallRule::EveryHit {
                literals.push(none(HITS_COUNTED));
            }
            ("hits", literals)
        }
        Reason::ContentTooShort => (
            "short_snippets",
            vec![literal(HIT_SNIPPET_CHARS, Comparison::Below, named("min_snippet_chars"))],
        ),
        Reason::NoQueryTermsMatched if overlap => ("no_term_in_hits", vec![none(HIT_TERMS_MATCHED)]),
        Reason::NoQueryTermsMatched => return Vec::new(),
    };
    vec![Rule { name, literals }]
}
