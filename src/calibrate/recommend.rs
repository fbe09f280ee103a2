//! Which thresholds to use instead, where the data support an answer, and else why there is none.

use std::fmt::Write;

use super::bits::Counts;
use super::class::Class;
use super::folds::{CrossValidation, cross_validate};
use super::metrics::changed;
use super::objective::{Objective, compare};
use super::paired::{Discordant, SIGNIFICANCE, p_value, weighted};
use super::search::{Found, counts_of, search};
use super::table::Table;

/// Pages of each kind that a recommendation needs.
pub const MIN_OF_EACH: u64 = 50;
/// Sites that a recommendation needs, so that folds mean something.
pub const MIN_SITES: usize = 10;
/// Folds that must have pages.
const MIN_FOLDS: usize = 3;

/// What was found, what it is worth on unseen sites, and whether it is recommended.
#[derive(Clone, Debug)]
pub struct Recommendation {
    /// What was looked for.
    pub objective: Objective,
    /// The settings before, and their verdicts.
    pub before: (Vec<f64>, Counts),
    /// The best settings on the whole corpus.
    pub found: Found,
    /// How such a search does on sites that it has not seen.
    pub validation: CrossValidation,
    /// The paired test of the held-out verdicts against those before.
    pub p: f64,
    /// None where it is recommended, else why not.
    pub refused: Option<String>,
}

impl Recommendation {
    /// Is it?
    pub fn is_recommended(&self) -> bool {
        self.refused.is_none()
    }
}

/// Searches, validates and decides.
pub fn recommend(table: &Table, current: &[f64], objective: Objective) -> Recommendation {
    let rows = table.judged_rows();
    let before = counts_of(table, &rows, current);
    let unchanged = Found { settings: current.to_vec(), counts: before, steps: Vec::new() };
    let none = CrossValidation { folds: Vec::new(), held_out: Vec::new() };
    let mut recommendation = Recommendation {
        objective,
        before: (current.to_vec(), before),
        found: unchanged,
        validation: none,
        p: 1.0,
        refused: too_little(table, &rows, &before),
    };
    if recommendation.refused.is_some() {
        return recommendation;
    }
    recommendation.found = search(table, &rows, current, objective);
    if recommendation.found.settings == current {
        recommendation.refused = Some("no other setting does better on this corpus".to_owned());
        return recommendation;
    }
    recommendation.validation = cross_validate(table, &rows, current, objective);
    recommendation.p = paired_p(table, &recommendation);
    recommendation.refused = unsupported(&recommendation);
    recommendation
}

/// Too few pages or sites to say anything.
fn too_little(table: &Table, rows: &[usize], counts: &Counts) -> Option<String> {
    for (n, what) in [(counts.useful(), "useful"), (counts.useless(), "useless")] {
        if n < MIN_OF_EACH {
            return Some(format!("{n} {what} pages are too few: at least {MIN_OF_EACH} are needed"));
        }
    }
    let mut sites: Vec<&str> = rows.iter().map(|row| table.group(*row)).collect();
    sites.sort_unstable();
    sites.dedup();
    (sites.len() < MIN_SITES)
        .then(|| format!("pages of {} sites are too few: at least {MIN_SITES} are needed", sites.len()))
}

/// The search did better on the pages that it saw; does it on those that it did not?
fn unsupported(this: &Recommendation) -> Option<String> {
    let folds = this.validation.folds.len();
    if folds < MIN_FOLDS {
        return Some(format!("the sites fall into {folds} folds only: at least {MIN_FOLDS} are needed"));
    }
    let held_out = this.validation.counts();
    let (before, after) = (this.objective.badness(&this.before.1), this.objective.badness(&held_out));
    if this.objective.is_met(&this.before.1) && !this.objective.is_met(&held_out) {
        return Some(
            "on unseen sites the bound on false accepts is broken, which the settings before keep".to_owned(),
        );
    }
    if !compare(&after, &before).is_lt() {
        return Some("on unseen sites such settings do no better than those before".to_owned());
    }
    if this.p >= SIGNIFICANCE {
        return Some(format!(
            "on unseen sites such settings cannot be told apart from those before (paired test, p = {})",
            p_value(this.p)
        ));
    }
    (!this.objective.is_met(&this.found.counts))
        .then(|| "no setting meets the bound on false accepts".to_owned())
}

/// The paired test on what the objective looks at: cost by cost, or for a bound the pages of the kind that is to get
/// better.
fn paired_p(table: &Table, this: &Recommendation) -> f64 {
    let (mut useful, mut useless) = (Discordant::default(), Discordant::default());
    for (row, verdict) in &this.validation.held_out {
        let label = table.rows.get(*row).and_then(|head| head.label);
        let (Some(label), Some(before)) = (label, table.judge(*row, &this.before.0)) else { continue };
        let right = |verdict: Class| verdict.is_useful() == label.is_useful();
        let pages = if label.is_useful() { &mut useful } else { &mut useless };
        pages.add(right(before), right(*verdict));
    }
    match this.objective {
        Objective::Cost { false_accept, false_reject } => {
            weighted((useless, false_accept), (useful, false_reject))
        }
        Objective::MaxFalseAccept(_) if this.objective.is_met(&this.before.1) => {
            weighted((useful, 1.0), (useless, 0.0))
        }
        Objective::MaxFalseAccept(_) => weighted((useless, 1.0), (useful, 0.0)),
    }
}

/// The validator file with the thresholds that differ, and how they were found; none where nothing is recommended.
pub fn recommended_yaml(table: &Table, this: &Recommendation) -> Option<String> {
    if !this.is_recommended() {
        return None;
    }
    let checks = table.checks();
    let held_out = this.validation.counts();
    let rates = |counts: &Counts| {
        format!(
            "{} of {} useless accepted, {} of {} useful rejected, {} right reasons",
            counts.false_accepts(),
            counts.useless(),
            counts.false_rejects(),
            counts.useful(),
            counts.right_reasons()
        )
    };
    let mut text = format!(
        "# Found by `trailcheck calibrate`: {}.\n# Before:           {}.\n# With these:       {}.\n\
         # On unseen sites:  {} ({} folds by site).\n# Paired test of the held-out verdicts against those \
         before: p = {}.\n",
        this.objective.text(),
        rates(&this.before.1),
        rates(&this.found.counts),
        rates(&held_out),
        this.validation.folds.len(),
        p_value(this.p)
    );
    for (name, before, after) in changed(checks, &this.before.0, &this.found.settings) {
        let place = checks.threshold(name).unwrap_or(usize::MAX);
        let in_folds: Vec<String> = this
            .validation
            .folds
            .iter()
            .filter_map(|fold| fold.settings.get(place))
            .map(|value| super::checks::plain_number(*value))
            .collect();
        let (before, after) = (super::checks::plain_number(before), super::checks::plain_number(after));
        let _ = text.write_fmt(format_args!(
            "# was {before}; in the folds {}\n{name}: {after}\n",
            in_folds.join(", ")
        ));
    }
    Some(text)
}
