//! One threshold moved over its whole range: every cut-off at which a verdict changes, and what changes there.
//!
//! With all other thresholds held, a rule that names the threshold fires, for one row, within one stretch of its
//! range. So a
//! row's verdict changes only at the ends of such stretches, and sorting these ends gives all cut-offs exactly,
//! however
//! many rows there are and however close their values stand.

use super::bits::Counts;
use super::checks::{Comparison, Literal};
use super::class::Class;
use super::table::Table;

/// A point of a threshold's range: the value itself, or what comes directly after it.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Edge {
    /// The value.
    pub value: f64,
    /// Directly after it.
    pub after: bool,
}

impl Edge {
    const LOWEST: Self = Self { value: f64::NEG_INFINITY, after: false };

    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.value.total_cmp(&other.value).then(self.after.cmp(&other.after))
    }

    fn is_before(&self, other: &Self) -> bool {
        self.order(other).is_lt()
    }
}

/// One row whose verdict changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// From here on.
    pub edge: Edge,
    /// The row.
    pub row: usize,
    /// Its label.
    pub label: Class,
    /// The verdict below the edge.
    pub from: Class,
    /// The verdict from the edge on.
    pub to: Class,
}

/// What one threshold alone does over its range.
#[derive(Clone, Debug)]
pub struct ThresholdSweep {
    /// The threshold.
    pub threshold: usize,
    /// The verdicts at the least value that makes sense, 0.
    pub start: Counts,
    /// In the order of their edges.
    pub flips: Vec<Flip>,
    /// The largest value that makes sense.
    pub max: f64,
    /// Whole numbers only.
    pub whole: bool,
}

/// A stretch of a threshold's range with the same verdicts throughout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch<'s> {
    /// It begins here.
    pub from: Edge,
    /// It ends before this; none where it goes on to the end of the range.
    pub to: Option<Edge>,
    /// The verdicts.
    pub counts: Counts,
    /// What changed at its beginning.
    pub flips: &'s [Flip],
}

impl Stretch<'_> {
    /// Does it contain a value?
    pub fn contains(&self, value: f64) -> bool {
        let point = Edge { value, after: false };
        !point.is_before(&self.from) && self.to.is_none_or(|to| point.is_before(&to))
    }
}

/// The stretches in which the rules that name a threshold fire for a row.
struct Firing {
    check: usize,
    from: Edge,
    to: Option<Edge>,
}

/// A comparison with the column that it reads, looked up once.
struct Reader<'t> {
    values: &'t [f64],
    literal: &'t Literal,
    limit: f64,
    is_swept: bool,
}

impl Reader<'_> {
    fn value(&self, row: usize) -> f64 {
        self.values.get(row).copied().unwrap_or(f64::NAN)
    }
}

/// One rule with its comparisons, those that are held first: most rows fail one of them.
struct ReadyRule<'t> {
    check: usize,
    is_swept: bool,
    readers: Vec<Reader<'t>>,
}

/// Sweeps one threshold over some rows, the others held.
pub fn sweep(table: &Table, rows: &[usize], settings: &[f64], threshold: usize) -> ThresholdSweep {
    let checks = table.checks();
    let (max, whole) = checks.thresholds.get(threshold).map_or((0.0, true), |t| (t.max, t.whole));
    let mut swept = ThresholdSweep { threshold, start: Counts::default(), flips: Vec::new(), max, whole };
    let rules = ready_rules(table, settings, threshold);
    let mut firings = Vec::new();
    for row in rows {
        let Some(label) = table.rows.get(*row).and_then(|head| head.label) else { continue };
        firings.clear();
        let rest = read_row(&rules, *row, checks.checks.len(), &mut firings);
        swept.read(*row, label, rest, &firings, table);
    }
    swept.flips.sort_by(|a, b| a.edge.order(&b.edge).then(a.row.cmp(&b.row)));
    swept
}

fn ready_rules<'t>(table: &'t Table, settings: &[f64], threshold: usize) -> Vec<ReadyRule<'t>> {
    let mut ready = Vec::new();
    for (check, its) in table.checks().checks.iter().enumerate() {
        for rule in &its.rules {
            let reader = |literal: &'t Literal| Reader {
                values: table.column(literal.column),
                literal,
                limit: literal.limit_in(settings),
                is_swept: literal.threshold() == Some(threshold),
            };
            let mut readers: Vec<Reader<'t>> = rule.literals.iter().map(reader).collect();
            readers.sort_by_key(|reader| reader.is_swept);
            ready.push(ReadyRule { check, is_swept: readers.iter().any(|reader| reader.is_swept), readers });
        }
    }
    ready
}

/// The first check that fires by rules that do not name the threshold, and where the others before it do.
fn read_row(rules: &[ReadyRule<'_>], row: usize, none: usize, firings: &mut Vec<Firing>) -> usize {
    for rule in rules {
        match stretch_of(rule, row) {
            Some(_) if !rule.is_swept => return rule.check,
            Some((from, to)) => firings.push(Firing { check: rule.check, from, to }),
            None => {}
        }
    }
    none
}

/// Where in the threshold's range one rule fires for one row.
fn stretch_of(rule: &ReadyRule<'_>, row: usize) -> Option<(Edge, Option<Edge>)> {
    let (mut from, mut to): (Edge, Option<Edge>) = (Edge::LOWEST, None);
    for reader in &rule.readers {
        let value = reader.value(row);
        if !reader.is_swept {
            if !reader.literal.comparison.holds(value, reader.limit) {
                return None;
            }
            continue;
        }
        match side(reader.literal, value)? {
            Side::From(edge) if from.is_before(&edge) => from = edge,
            Side::To(edge) if to.is_none_or(|to| edge.is_before(&to)) => to = Some(edge),
            Side::From(_) | Side::To(_) => {}
        }
    }
    to.is_none_or(|to| from.is_before(&to)).then_some((from, to))
}

enum Side {
    From(Edge),
    To(Edge),
}

fn side(literal: &Literal, value: f64) -> Option<Side> {
    if value.is_nan() {
        return None;
    }
    Some(match literal.comparison {
        Comparison::AtLeast => Side::To(Edge { value, after: true }),
        Comparison::AtMost => Side::From(Edge { value, after: false }),
        Comparison::Below => Side::From(Edge { value, after: true }),
    })
}

impl ThresholdSweep {
    fn read(&mut self, row: usize, label: Class, rest: usize, firings: &[Firing], table: &Table) {
        let class = |check: usize| match table.checks().checks.get(check) {
            Some(check) => Class::NotUseful(check.reason),
            None => Class::Useful,
        };
        let at = |edge: &Edge| {
            let inside = |f: &&Firing| !edge.is_before(&f.from) && f.to.is_none_or(|to| edge.is_before(&to));
            class(
                firings.iter().filter(inside).map(|firing| firing.check).min().map_or(rest, |c| c.min(rest)),
            )
        };
        let bottom = Edge { value: 0.0, after: false };
        let top = Edge { value: self.max, after: false };
        if firings.is_empty() {
            return self.start.add(label, class(rest));
        }
        let mut edges: Vec<Edge> = firings.iter().flat_map(|f| std::iter::once(f.from).chain(f.to)).collect();
        edges.retain(|edge| bottom.is_before(edge) && !top.is_before(edge));
        edges.sort_by(Edge::order);
        let mut verdict = at(&bottom);
        self.start.add(label, verdict);
        for edge in edges {
            let next = at(&edge);
            if next != verdict {
                self.flips.push(Flip { edge, row, label, from: verdict, to: next });
                verdict = next;
            }
        }
    }

    /// The range in stretches of equal verdicts.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch<'_>> {
        let mut counts = self.start;
        let mut rest = self.flips.as_slice();
        let mut from = Some(Edge { value: 0.0, after: false });
        let mut flips: &[Flip] = &[];
        std::iter::from_fn(move || {
            let begin = from?;
            for flip in flips {
                counts.change(flip.label, flip.from, flip.to);
            }
            let to = rest.first().map(|flip| flip.edge);
            let stretch = Stretch { from: begin, to, counts, flips };
            let same = rest.iter().take_while(|flip| Some(flip.edge) == to).count();
            (flips, rest) = rest.split_at(same);
            from = to;
            Some(stretch)
        })
    }

    /// A plain value within a stretch, or within several that stand side by side: whole where thresholds are whole,
    /// else
    /// with as few digits as can be. None where no allowed value lies within.
    pub fn value_in(&self, from: Edge, to: Option<Edge>) -> Option<f64> {
        let end = to.map_or(self.max, |to| to.value.min(self.max));
        let inside = |value: f64| {
            let point = Edge { value, after: false };
            !point.is_before(&from) && to.is_none_or(|to| point.is_before(&to)) && value <= self.max
        };
        if to.is_none() {
            // Nothing changes any more: the least value says so best.
            return roundest(from.value, (from.value * 1.25 + 1.0).min(end), self.whole)
                .filter(|v| inside(*v))
                .or_else(|| [from.value, from.value + 1.0, end].into_iter().find(|value| inside(*value)));
        }
        // Away from the ends first: a page that is a little different should be judged the same.
        let quarter = (end - from.value) / 4.0;
        roundest(from.value + quarter, end - quarter, self.whole)
            .filter(|value| inside(*value))
            .or_else(|| roundest(from.value, end, self.whole).filter(|value| inside(*value)))
            .or_else(|| {
                [from.value, end, f64::midpoint(from.value, end)]
                    .into_iter()
                    .find(|value| inside(*value) && (!self.whole || value.fract() == 0.0))
            })
    }
}

/// The number with the fewest digits between two bounds, the middle-most of those.
fn roundest(low: f64, high: f64, whole: bool) -> Option<f64> {
    if low > high {
        return None;
    }
    let middle = f64::midpoint(low, high);
    let steps = [
        1e7, 5e6, 1e6, 5e5, 1e5, 5e4, 1e4, 5e3, 1e3, 5e2, 1e2, 50.0, 10.0, 5.0, 1.0, 0.5, 0.1, 0.05, 0.01,
        0.005, 0.001, 0.000_1, 0.000_01, 0.000_001,
    ];
    let fitting = |step: &f64| {
        // Dividing by a whole number keeps 0.35 the 0.35 that a person writes.
        let value = if *step < 1.0 {
            let per_unit = (1.0 / step).round();
            (middle * per_unit).round() / per_unit
        } else {
            (middle / step).round() * step
        };
        (low <= value && value <= high).then_some(value)
    };
    steps.iter().filter(|step| !whole || **step >= 1.0).find_map(fitting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roundest_number_is_what_a_person_would_write() {
        let table = [
            (173.0, 187.0, true, Some(180.0)),
            (450.0, 694.0, true, Some(500.0)),
            (0.31, 0.38, false, Some(0.35)),
            (5.2, 5.9, true, None),
            (5.2, 5.9, false, Some(5.5)),
            (3.0, 3.0, true, Some(3.0)),
        ];
        for (low, high, whole, right) in table {
            assert_eq!(roundest(low, high, whole), right, "{low} {high}");
        }
    }
}
