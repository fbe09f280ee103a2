//! Trade-off curves: the false-accept rate and the precision at every strictness.
//!
//! The scalar that is swept is the *strictness* `s`: all named thresholds are scaled together, those that a feature
//! must not
//! exceed by `s`, those that it must reach by `1/s`. Every rule fires the more readily the larger `s` is, so each
//! page has one
//! critical strictness from which on it is rejected, and `s = 1` is the validator as it stands: its point lies on
//! the curve.
//! For comparison the same curve for a floor on one feature alone.

use super::checks::{Checks, Comparison, Limit, Literal};
use super::table::Table;

/// One point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The scalar: a page is accepted where its critical value is above this.
    pub cut: f64,
    /// Useful pages, accepted.
    pub true_accepts: u64,
    /// Useless pages, accepted.
    pub false_accepts: u64,
}

/// A curve from everything accepted to everything rejected.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// By rising scalar.
    pub points: Vec<Point>,
    /// Useful pages.
    pub useful: u64,
    /// Useless pages.
    pub useless: u64,
}

impl Curve {
    /// The curve of scores with truths: a page with a score above the cut is accepted.
    pub fn of(mut scores: Vec<(f64, bool)>) -> Self {
        scores.retain(|(score, _)| !score.is_nan());
        scores.sort_by(|a, b| a.0.total_cmp(&b.0));
        let useful = scores.iter().filter(|(_, useful)| *useful).count() as u64;
        let useless = scores.len() as u64 - useful;
        let mut point = Point { cut: f64::NEG_INFINITY, true_accepts: useful, false_accepts: useless };
        let mut points = vec![point];
        let mut rest = scores.as_slice();
        while let Some((cut, _)) = rest.first() {
            let (same, after) =
                rest.split_at(rest.iter().take_while(|(score, _)| score.total_cmp(cut).is_eq()).count());
            point.cut = *cut;
            for (_, useful) in same {
                if *useful {
                    point.true_accepts -= 1;
                } else {
                    point.false_accepts -= 1;
                }
            }
            points.push(point);
            rest = after;
        }
        Self { points, useful, useless }
    }

    /// The area under the ROC curve; none where one class is missing.
    pub fn area(&self) -> Option<f64> {
        if self.useful == 0 || self.useless == 0 {
            return None;
        }
        let corner = |point: &Point| {
            (point.false_accepts as f64 / self.useless as f64, point.true_accepts as f64 / self.useful as f64)
        };
        let steps = self.points.iter().zip(self.points.iter().skip(1));
        let trapezium = |(a, b): (&Point, &Point)| {
            let ((x, y), (next_x, next_y)) = (corner(a), corner(b));
            (x - next_x) * (y + next_y) / 2.0
        };
        Some(steps.map(trapezium).sum())
    }
}

/// The curve over the strictness of all checks.
pub fn strictness_curve(table: &Table, rows: &[usize], settings: &[f64]) -> Curve {
    let scores = rows.iter().filter_map(|row| {
        let label = table.rows.get(*row)?.label?;
        Some((
            critical_strictness(table.checks(), |column| table.value(*row, column), settings),
            label.is_useful(),
        ))
    });
    Curve::of(scores.collect())
}

/// The curve over a floor on one feature; rows without it are left out.
pub fn floor_curve(table: &Table, rows: &[usize], column: usize) -> Curve {
    let scores = rows.iter().filter_map(|row| {
        let label = table.rows.get(*row)?.label?;
        Some((table.value(*row, column), label.is_useful()))
    });
    Curve::of(scores.collect())
}

/// The least strictness at which any rule fires; 0 where one does at any, infinite where none ever does.
pub fn critical_strictness(checks: &Checks, value: impl Fn(usize) -> f64, settings: &[f64]) -> f64 {
    let rules = checks.checks.iter().flat_map(|check| &check.rules);
    let needed = |literal: &Literal| literal_strictness(literal, value(literal.column), settings);
    rules.map(|rule| rule.literals.iter().map(needed).fold(0.0, f64::max)).fold(f64::INFINITY, f64::min)
}

fn literal_strictness(literal: &Literal, value: f64, settings: &[f64]) -> f64 {
    let limit = literal.limit_in(settings);
    let holds = literal.comparison.holds(value, limit);
    let scaled = match (literal.limit, literal.comparison) {
        (Limit::Fixed(_), _) => return if holds { 0.0 } else { f64::INFINITY },
        (Limit::Named(_), _) if value.is_nan() => return f64::INFINITY,
        (Limit::Named(_), Comparison::AtMost) if value <= 0.0 => 0.0,
        (Limit::Named(_), Comparison::AtMost) => value / limit,
        (Limit::Named(_), Comparison::Below) => (value / limit).next_up(),
        (Limit::Named(_), Comparison::AtLeast) if limit <= 0.0 => 0.0,
        (Limit::Named(_), Comparison::AtLeast) => limit / value,
    };
    // A division may round across 1, where the validator itself stands.
    let scaled = if scaled.is_nan() { f64::INFINITY } else { scaled };
    if holds { scaled.min(1.0) } else { scaled.max(1.0_f64.next_up()) }
}
