//! The validator's checks as data: what is compared with which threshold, in which order.
//!
//! A feature that a document does not have is NaN, and no comparison with it holds, so that rules for pages and rules
//! for hit lists stand side by side in one table.

use super::class::{Class, Reason};

/// How a feature is compared with its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `feature >= limit`
    AtLeast,
    /// `feature <= limit`
    AtMost,
    /// `feature < limit`
    Below,
}

impl Comparison {
    /// Does it hold? Never for NaN.
    pub fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Self::AtLeast => value >= limit,
            Self::AtMost => value <= limit,
            Self::Below => value < limit,
        }
    }

    /// As it is written in an explanation.
    pub fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Below => "<",
        }
    }
}

/// What a feature is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// A threshold, by its place in [`Checks::thresholds`].
    Named(usize),
    /// A number that is no matter of taste.
    Fixed(f64),
}

/// One comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Literal {
    /// The feature, by its place in [`Checks::columns`].
    pub column: usize,
    /// How it is compared.
    pub comparison: Comparison,
    /// With what.
    pub limit: Limit,
}

impl Literal {
    /// The number that the feature is compared with under some settings.
    pub fn limit_in(&self, settings: &[f64]) -> f64 {
        match self.limit {
            Limit::Named(threshold) => settings.get(threshold).copied().unwrap_or(f64::NAN),
            Limit::Fixed(value) => value,
        }
    }

    /// The threshold, if it has one.
    pub fn threshold(&self) -> Option<usize> {
        match self.limit {
            Limit::Named(threshold) => Some(threshold),
            Limit::Fixed(_) => None,
        }
    }
}

/// A conjunction of comparisons.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name within its check.
    pub name: &'static str,
    /// All of them must hold.
    pub literals: Vec<Literal>,
}

/// The rules for one reason; any of them is enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The reason that it gives.
    pub reason: Reason,
    /// Its rules.
    pub rules: Vec<Rule>,
}

/// One threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    /// The field of a validator file.
    pub name: &'static str,
    /// The value where nothing else is said.
    pub default: f64,
    /// The largest value that makes sense; the least is 0.
    pub max: f64,
    /// Whole numbers only.
    pub whole: bool,
}

/// All checks with the features and thresholds that they speak of. Settings are a list of numbers in the order of
/// [`Checks::thresholds`].
#[derive(Clone, Debug, PartialEq)]
pub struct Checks {
    /// Every feature's column name, in order; more than the checks use.
    pub columns: Vec<&'static str>,
    /// Every threshold.
    pub thresholds: Vec<Threshold>,
    /// In the order in which they are asked.
    pub checks: Vec<Check>,
}

impl Checks {
    /// The default settings.
    pub fn defaults(&self) -> Vec<f64> {
        self.thresholds.iter().map(|threshold| threshold.default).collect()
    }

    /// The verdict on one row of features, in the order of [`Checks::columns`].
    pub fn judge(&self, values: &[f64], settings: &[f64]) -> Class {
        self.judge_by(|column| values.get(column).copied().unwrap_or(f64::NAN), settings)
    }

    /// The verdict on a row whose features are looked up.
    pub fn judge_by(&self, value: impl Fn(usize) -> f64, settings: &[f64]) -> Class {
        let fires = |rule: &Rule| {
            let holds = |l: &Literal| l.comparison.holds(value(l.column), l.limit_in(settings));
            rule.literals.iter().all(holds)
        };
        let first = self.checks.iter().find(|check| check.rules.iter().any(fires));
        first.map_or(Class::Useful, |check| Class::NotUseful(check.reason))
    }

    /// The first rule that fires, with its check.
    pub fn fired(&self, value: impl Fn(usize) -> f64, settings: &[f64]) -> Option<(Reason, &Rule)> {
        let fires = |rule: &&Rule| {
            let holds = |l: &Literal| l.comparison.holds(value(l.column), l.limit_in(settings));
            rule.literals.iter().all(holds)
        };
        let rule_of = |check: &'_ Check| check.rules.iter().position(|rule| fires(&rule));
        let (check, rule) = self.checks.iter().find_map(|check| Some((check, rule_of(check)?)))?;
        check.rules.get(rule).map(|rule| (check.reason, rule))
    }

    /// The columns that any check looks at, ascending.
    pub fn used_columns(&self) -> Vec<usize> {
        let literals = self.checks.iter().flat_map(|check| &check.rules).flat_map(|rule| &rule.literals);
        let mut used: Vec<usize> = literals.map(|literal| literal.column).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The place of a threshold.
    pub fn threshold(&self, name: &str) -> Option<usize> {
        self.thresholds.iter().position(|threshold| threshold.name == name)
    }
}

/// A number as people write it: no trailing zeros, at most six decimals.
pub fn plain_number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
