//! The combination of thresholds that does best under an objective: coordinate descent over exact sweeps.
//!
//! Each step moves one threshold to its best cut-off, all others held, those that gain most first, until none gains
//! anything. Ties go to the settings that the search began with: a threshold is moved only where moving it is better.

use super::bits::Counts;
use super::objective::{Badness, Objective, compare};
use super::sweep::{Edge, ThresholdSweep, sweep};
use super::table::Table;

/// More steps than this would be a search that does not end.
const MAX_STEPS: usize = 64;

/// One step of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The threshold that was moved.
    pub threshold: usize,
    /// To this value.
    pub value: f64,
    /// The verdicts then.
    pub counts: Counts,
}

/// Where a search ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The settings.
    pub settings: Vec<f64>,
    /// Their verdicts on the rows that were searched.
    pub counts: Counts,
    /// How it got there.
    pub steps: Vec<Step>,
}

/// Searches from some settings over some rows.
pub fn search(table: &Table, rows: &[usize], start: &[f64], objective: Objective) -> Found {
    let mut settings = start.to_vec();
    let mut counts = counts_of(table, rows, start);
    let mut steps = Vec::new();
    while steps.len() < MAX_STEPS {
        let moved = round(table, rows, objective, &mut settings, &mut counts, &mut steps);
        if !moved {
            break;
        }
    }
    back_towards(table, rows, start, objective, &mut settings, &mut counts);
    steps.retain(|step| settings.get(step.threshold) != start.get(step.threshold));
    Found { settings, counts, steps }
}

/// The counts under some settings.
pub fn counts_of(table: &Table, rows: &[usize], settings: &[f64]) -> Counts {
    let mut counts = Counts::default();
    for row in rows {
        let label = table.rows.get(*row).and_then(|head| head.label);
        if let (Some(label), Some(verdict)) = (label, table.judge(*row, settings)) {
            counts.add(label, verdict);
        }
    }
    counts
}

/// Sweeps every threshold once, and takes those whose best cut-off gains something, the greatest gain first, each
/// swept again
/// before it is moved.
fn round(
    table: &Table,
    rows: &[usize],
    objective: Objective,
    settings: &mut [f64],
    counts: &mut Counts,
    steps: &mut Vec<Step>,
) -> bool {
    let best = |settings: &[f64], threshold: usize| {
        let current = settings.get(threshold).copied()?;
        best_move(&sweep(table, rows, settings, threshold), objective, current)
    };
    let gains = |found: &Move, counts: &Counts| compare(&found.badness, &objective.badness(counts)).is_lt();
    let mut moves: Vec<Move> =
        (0..settings.len()).filter_map(|threshold| best(settings, threshold)).collect();
    moves.retain(|found| gains(found, counts));
    moves.sort_by(|a, b| compare(&a.badness, &b.badness));
    let before = steps.len();
    for (place, first) in moves.into_iter().enumerate() {
        let threshold = first.threshold;
        let again = if place == 0 { Some(first) } else { best(settings, threshold) };
        let Some(found) = again.filter(|found| gains(found, counts)) else { continue };
        if let Some(slot) = settings.get_mut(threshold) {
            *slot = found.value;
        }
        *counts = found.counts;
        steps.push(Step { threshold, value: found.value, counts: *counts });
    }
    steps.len() > before
}

struct Move {
    threshold: usize,
    value: f64,
    counts: Counts,
    badness: Badness,
}

/// The widest run of neighbouring stretches that are the best there are, and a plain value within it.
fn best_move(swept: &ThresholdSweep, objective: Objective, current: f64) -> Option<Move> {
    let mut best: Option<(Badness, Edge, Option<Edge>)> = None;
    let mut grows = false;
    let mut holds_current = false;
    for stretch in swept.stretches() {
        let badness = objective.badness(&stretch.counts);
        let order = best.as_ref().map_or(std::cmp::Ordering::Less, |(least, ..)| compare(&badness, least));
        match order {
            std::cmp::Ordering::Less if swept.value_in(stretch.from, stretch.to).is_some() => {
                best = Some((badness, stretch.from, stretch.to));
                holds_current = stretch.contains(current);
                grows = true;
            }
            std::cmp::Ordering::Equal if grows => {
                if let Some((_, _, to)) = &mut best {
                    *to = stretch.to;
                }
                holds_current |= stretch.contains(current);
            }
            std::cmp::Ordering::Equal => holds_current |= stretch.contains(current),
            std::cmp::Ordering::Less | std::cmp::Ordering::Greater => grows = false,
        }
    }
    let (_, from, to) = best?;
    let value = if holds_current { current } else { swept.value_in(from, to)? };
    let counts = swept.stretches().find(|stretch| stretch.contains(value))?.counts;
    Some(Move { threshold: swept.threshold, value, counts, badness: objective.badness(&counts) })
}

/// Takes back each move that later moves made needless.
fn back_towards(
    table: &Table,
    rows: &[usize],
    start: &[f64],
    objective: Objective,
    settings: &mut [f64],
    counts: &mut Counts,
) {
    for (threshold, before) in start.iter().enumerate() {
        let Some(moved) =
            settings.get(threshold).copied().filter(|value| value.to_bits() != before.to_bits())
        else {
            continue;
        };
        let set = |settings: &mut [f64], value: f64| {
            if let Some(slot) = settings.get_mut(threshold) {
                *slot = value;
            }
        };
        set(settings, *before);
        let without = counts_of(table, rows, settings);
        if compare(&objective.badness(&without), &objective.badness(counts)).is_le() {
            *counts = without;
        } else {
            set(settings, moved);
        }
    }
}
