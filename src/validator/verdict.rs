//! Step two: numbers and named thresholds to a verdict, and the same table as an explanation.

use crate::receipt::NotUsefulReason;
pub use crate::validator::checks::{CHECKS, Check, Limit, Literal, PageThresholds, Rule, Threshold};
use crate::validator::features::{Feature, Features};

/// The first reason in vocabulary order that fires, or `Ok` for a useful page.
pub fn judge(features: &Features, thresholds: &PageThresholds) -> Result<(), NotUsefulReason> {
    match CHECKS.iter().find(|check| check.rules.iter().any(|rule| rule.fires(features, thresholds))) {
        Some(check) => Err(check.reason),
        None => Ok(()),
    }
}

impl Limit {
    /// The number itself.
    pub fn value(self, thresholds: &PageThresholds) -> f64 {
        match self {
            Self::Named(threshold) => thresholds.get(threshold),
            Self::Fixed(value) => value,
        }
    }
}

impl Literal {
    /// The feature that is compared.
    pub fn feature(self) -> Feature {
        match self {
            Self::AtLeast(feature, _) | Self::AtMost(feature, _) => feature,
        }
    }

    /// What it is compared with.
    pub fn limit(self) -> Limit {
        match self {
            Self::AtLeast(_, limit) | Self::AtMost(_, limit) => limit,
        }
    }

    /// Does the comparison hold?
    pub fn holds(self, features: &Features, thresholds: &PageThresholds) -> bool {
        match self {
            Self::AtLeast(feature, limit) => features.get(feature) >= limit.value(thresholds),
            Self::AtMost(feature, limit) => features.get(feature) <= limit.value(thresholds),
        }
    }
}

impl Rule {
    /// Do all its comparisons hold?
    pub fn fires(&self, features: &Features, thresholds: &PageThresholds) -> bool {
        self.literals.iter().all(|literal| literal.holds(features, thresholds))
    }
}

/// One comparison as it came out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiteralFinding {
    /// What was compared.
    pub literal: Literal,
    /// The page's value.
    pub value: f64,
    /// The number that it was compared with.
    pub limit: f64,
    /// How it came out.
    pub holds: bool,
}

/// One rule as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleFinding {
    /// Its name.
    pub rule: &'static str,
    /// All comparisons held.
    pub fired: bool,
    /// In the order of the rule.
    pub literals: Vec<LiteralFinding>,
}

/// One check as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckFinding {
    /// What the check is for.
    pub reason: NotUsefulReason,
    /// One of its rules fired. The first check that fired is the verdict; later ones are shown all the same.
    pub fired: bool,
    /// All its rules.
    pub rules: Vec<RuleFinding>,
}

/// Every check in order, with its rules, the page's values and the thresholds. Where the markers stand in the page is
/// told by [`crate::validator::features::marker_places`].
pub fn explain(features: &Features, thresholds: &PageThresholds) -> Vec<CheckFinding> {
    let finding = |literal: &Literal| LiteralFinding {
        literal: *literal,
        value: features.get(literal.feature()),
        limit: literal.limit().value(thresholds),
        holds: literal.holds(features, thresholds),
    };
    let rule_finding = |rule: &Rule| RuleFinding {
        rule: rule.name,
        fired: rule.fires(features, thresholds),
        literals: rule.literals.iter().map(finding).collect(),
    };
    let check_finding = |check: &Check| {
        let rules: Vec<RuleFinding> = check.rules.iter().map(rule_finding).collect();
        CheckFinding { reason: check.reason, fired: rules.iter().any(|rule| rule.fired), rules }
    };
    CHECKS.iter().map(check_finding).collect()
}
