//! Many settings over many rows: verdicts as bit sets.
//!
//! A comparison with one cut-off is a set of rows, a rule is an intersection, a check a union. The rows stand
//! ordered by
//! label, each label beginning a word of its own, so that counting by label is counting bits in a range of words.
//! When one threshold changes, only the rules that name it and the checks from there on are worked out again.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::checks::{Checks, Limit, Literal};
use super::class::Class;
use super::table::Table;

/// Comparisons that are remembered; some 12 kB each for 100 000 rows.
const REMEMBERED: usize = 4_096;

/// Verdicts on labelled rows, counted by label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows with each label, in the order of [`Class::all`].
    pub n: [u64; Class::COUNT],
    /// Those with the verdict `useful`.
    pub accepted: [u64; Class::COUNT],
    /// Those with the very reason that their label says.
    pub right_reason: [u64; Class::COUNT],
}

impl Counts {
    /// Counts one row.
    pub fn add(&mut self, label: Class, verdict: Class) {
        bump(&mut self.n, label, 1);
        self.judge(label, verdict, 1);
    }

    /// A row's verdict changes.
    pub fn change(&mut self, label: Class, from: Class, to: Class) {
        self.judge(label, from, u64::MAX);
        self.judge(label, to, 1);
    }

    fn judge(&mut self, label: Class, verdict: Class, by: u64) {
        if verdict.is_useful() {
            bump(&mut self.accepted, label, by);
        } else if verdict == label {
            bump(&mut self.right_reason, label, by);
        }
    }

    /// Adds another corpus.
    pub fn merge(&mut self, other: &Self) {
        for class in Class::all() {
            let at = |counts: &[u64; Class::COUNT]| counts.get(class.index()).copied().unwrap_or(0);
            bump(&mut self.n, class, at(&other.n));
            bump(&mut self.accepted, class, at(&other.accepted));
            bump(&mut self.right_reason, class, at(&other.right_reason));
        }
    }

    /// Useful pages, accepted.
    pub fn true_accepts(&self) -> u64 {
        self.accepted.first().copied().unwrap_or(0)
    }

    /// Useful pages.
    pub fn useful(&self) -> u64 {
        self.n.first().copied().unwrap_or(0)
    }

    /// Useless pages.
    pub fn useless(&self) -> u64 {
        self.n.iter().skip(1).sum()
    }

    /// Useless pages, accepted.
    pub fn false_accepts(&self) -> u64 {
        self.accepted.iter().skip(1).sum()
    }

    /// Useful pages, rejected.
    pub fn false_rejects(&self) -> u64 {
        self.useful() - self.true_accepts()
    }

    /// Useless pages, rejected for the right reason.
    pub fn right_reasons(&self) -> u64 {
        self.right_reason.iter().skip(1).sum()
    }

    /// True accepts, false accepts, false rejects, true rejects.
    pub fn cells(&self) -> [u64; 4] {
        [
            self.true_accepts(),
            self.false_accepts(),
            self.false_rejects(),
            self.useless() - self.false_accepts(),
        ]
    }
}

fn bump(counts: &mut [u64; Class::COUNT], class: Class, by: u64) {
    if let Some(count) = counts.get_mut(class.index()) {
        *count = count.wrapping_add(by);
    }
}

/// One rule of the checks, its comparisons apart by whether they can change.
#[derive(Debug)]
struct BitRule {
    check: usize,
    fixed: Arc<[u64]>,
    named: Vec<Literal>,
    limits: Vec<f64>,
    is_new: bool,
    rows: Vec<u64>,
}

/// Judges settings over the rows of a table.
#[derive(Debug)]
pub struct Evaluator<'t> {
    checks: &'t Checks,
    columns: HashMap<usize, Vec<f64>>,
    words: [Range<usize>; Class::COUNT],
    n: [u64; Class::COUNT],
    rules: Vec<BitRule>,
    remembered: HashMap<(usize, u8, u64), Arc<[u64]>>,
    /// `undecided[c]`: the rows that no check before `c` has rejected; the last are the accepted ones.
    undecided: Vec<Vec<u64>>,
    /// By check: the rows for which any of its rules fires.
    fired: Vec<Vec<u64>>,
    right_reason: [u64; Class::COUNT],
}

impl<'t> Evaluator<'t> {
    /// Over some rows of a table; rows without label or with an error are left out.
    pub fn new(table: &'t Table, rows: &[usize]) -> Self {
        let (order, words, n) = order_by_label(table, rows);
        let checks = table.checks();
        let column = |column: usize| {
            let padded = order.iter().map(|row| row.map_or(f64::NAN, |row| table.value(row, column)));
            (column, padded.collect::<Vec<f64>>())
        };
        let columns = checks.used_columns().into_iter().map(column).collect();
        let live = pack(order.iter().map(Option::is_some));
        let mut evaluator = Self {
            checks,
            columns,
            words,
            n,
            rules: Vec::new(),
            remembered: HashMap::new(),
            fired: vec![vec![0; live.len()]; checks.checks.len()],
            undecided: vec![live; checks.checks.len() + 1],
            right_reason: [0; Class::COUNT],
        };
        evaluator.rules = evaluator.prepare();
        evaluator
    }

    fn prepare(&mut self) -> Vec<BitRule> {
        let all = self.undecided.first().cloned().unwrap_or_default();
        let mut prepared = Vec::new();
        for (check, its) in self.checks.checks.iter().enumerate() {
            for rule in &its.rules {
                let (named, fixed): (Vec<Literal>, Vec<Literal>) =
                    rule.literals.iter().partition(|literal| literal.threshold().is_some());
                let mut rows = all.clone();
                for literal in &fixed {
                    intersect(&mut rows, &self.rows_of(literal, literal.limit_in(&[])));
                }
                let limits = vec![f64::NAN; named.len()];
                prepared.push(BitRule {
                    check,
                    fixed: rows.clone().into(),
                    named,
                    limits,
                    is_new: true,
                    rows,
                });
            }
        }
        prepared
    }

    /// The counts under some settings.
    pub fn evaluate(&mut self, settings: &[f64]) -> Counts {
        let mut changed = vec![false; self.checks.checks.len()];
        let mut rules = std::mem::take(&mut self.rules);
        for rule in &mut rules {
            let same =
                |(literal, limit): (&Literal, &f64)| literal.limit_in(settings).to_bits() == limit.to_bits();
            if rule.named.iter().zip(&rule.limits).all(same) && !rule.is_new {
                continue;
            }
            rule.is_new = false;
            if let Some(changed) = changed.get_mut(rule.check) {
                *changed = true;
            }
            rule.rows.copy_from_slice(&rule.fixed);
            for (literal, limit) in rule.named.iter().zip(&mut rule.limits) {
                *limit = literal.limit_in(settings);
                intersect(&mut rule.rows, &self.rows_of(literal, *limit));
            }
        }
        self.rules = rules;
        self.unite(&changed);
        if let Some(first) = changed.iter().position(|changed| *changed) {
            self.decide(first);
        }
        let accepted = self.undecided.last().map(Vec::as_slice).unwrap_or_default();
        let mut counts = Counts { n: self.n, right_reason: self.right_reason, ..Counts::default() };
        for (slot, words) in counts.accepted.iter_mut().zip(&self.words) {
            *slot = ones(accepted.get(words.clone()).unwrap_or_default());
        }
        counts
    }

    /// The union of the rules of each check that has changed.
    fn unite(&mut self, changed: &[bool]) {
        for (place, fired) in
            self.fired.iter_mut().enumerate().filter(|(place, _)| changed.get(*place) == Some(&true))
        {
            let mut rules = self.rules.iter().filter(|rule| rule.check == place);
            if let Some(first) = rules.next() {
                fired.copy_from_slice(&first.rows);
            }
            for rule in rules {
                fired.iter_mut().zip(&rule.rows).for_each(|(all, rows)| *all |= rows);
            }
        }
    }

    /// Works out the checks from one on.
    fn decide(&mut self, from: usize) {
        for (place, check) in self.checks.checks.iter().enumerate().skip(from) {
            let (before, after) = self.undecided.split_at_mut(place + 1);
            let (Some(before), Some(after)) = (before.last(), after.first_mut()) else { return };
            let Some(fired) = self.fired.get(place) else { return };
            for ((left, fired), before) in after.iter_mut().zip(fired).zip(before) {
                *left = before & !fired;
            }
            let label = Class::NotUseful(check.reason).index();
            let words = self.words.get(label).cloned().unwrap_or_default();
            let (before, fired) = (before.get(words.clone()), fired.get(words));
            if let (Some(right), Some(before), Some(fired)) =
                (self.right_reason.get_mut(label), before, fired)
            {
                *right = before.iter().zip(fired).map(|(b, f)| u64::from((b & f).count_ones())).sum();
            }
        }
    }

    /// The rows for which one comparison holds.
    fn rows_of(&mut self, literal: &Literal, limit: f64) -> Arc<[u64]> {
        let key = (literal.column, literal.comparison as u8, limit.to_bits());
        if let Some(rows) = self.remembered.get(&key) {
            return Arc::clone(rows);
        }
        let values = self.columns.get(&literal.column).map(Vec::as_slice).unwrap_or_default();
        let rows: Arc<[u64]> =
            pack(values.iter().map(|value| literal.comparison.holds(*value, limit))).into();
        if self.remembered.len() >= REMEMBERED {
            self.remembered.clear();
        }
        // A fixed comparison is asked for once.
        if let Limit::Named(_) = literal.limit {
            self.remembered.insert(key, Arc::clone(&rows));
        }
        rows
    }
}

type Ordered = (Vec<Option<usize>>, [Range<usize>; Class::COUNT], [u64; Class::COUNT]);

/// Rows by label, each label padded to whole words.
fn order_by_label(table: &Table, rows: &[usize]) -> Ordered {
    let mut by_label: [Vec<usize>; Class::COUNT] = Default::default();
    for row in rows {
        let head = table.rows.get(*row).filter(|head| head.error.is_none());
        let label = head.and_then(|head| head.label);
        if let Some(list) = label.and_then(|label| by_label.get_mut(label.index())) {
            list.push(*row);
        }
    }
    let mut order = Vec::with_capacity(rows.len() + 64 * Class::COUNT);
    let mut words: [Range<usize>; Class::COUNT] = Default::default();
    let mut n = [0; Class::COUNT];
    for ((list, words), n) in by_label.iter().zip(&mut words).zip(&mut n) {
        let start = order.len() / 64;
        order.extend(list.iter().map(|row| Some(*row)));
        order.resize(order.len().next_multiple_of(64), None);
        *words = start..order.len() / 64;
        *n = list.len() as u64;
    }
    (order, words, n)
}

fn pack(bits: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    let (mut word, mut filled) = (0_u64, 0);
    for bit in bits {
        word |= u64::from(bit) << filled;
        filled += 1;
        if filled == 64 {
            words.push(word);
            (word, filled) = (0, 0);
        }
    }
    if filled > 0 {
        words.push(word);
    }
    words
}

fn intersect(rows: &mut [u64], other: &[u64]) {
    rows.iter_mut().zip(other).for_each(|(rows, other)| *rows &= other);
}

fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}
