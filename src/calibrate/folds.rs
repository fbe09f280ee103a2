//! Cross-validation: how a search does on sites that it has not seen.
//!
//! Pages of one site look alike, so a fold never splits one. Which fold a site is in follows from its name alone, and
//! stays when others come or go.

use super::bits::Counts;
use super::class::Class;
use super::objective::Objective;
use super::random::hash_text;
use super::search::{counts_of, search};
use super::table::Table;

/// Folds of the cross-validation.
pub const FOLDS: usize = 5;

/// One fold: searched without it, judged on it.
#[derive(Clone, Debug)]
pub struct Fold {
    /// Its rows.
    pub rows: Vec<usize>,
    /// Its sites.
    pub sites: usize,
    /// What was found on the other folds.
    pub settings: Vec<f64>,
    /// The verdicts of that on this fold.
    pub counts: Counts,
    /// The verdicts of the settings that the search began with.
    pub before: Counts,
}

/// All folds that have rows.
#[derive(Clone, Debug)]
pub struct CrossValidation {
    /// In order.
    pub folds: Vec<Fold>,
    /// Each row judged by the settings that were found without its fold, in the order of the rows.
    pub held_out: Vec<(usize, Class)>,
}

impl CrossValidation {
    /// The verdicts on all rows, each judged by settings that were found without its fold.
    pub fn counts(&self) -> Counts {
        let mut all = Counts::default();
        self.folds.iter().for_each(|fold| all.merge(&fold.counts));
        all
    }
}

/// The fold of a row.
pub fn fold_of(table: &Table, row: usize, folds: usize) -> usize {
    usize::try_from(hash_text(table.group(row)) % folds.max(1) as u64).unwrap_or(0)
}

/// Searches once for each fold, from some settings.
pub fn cross_validate(table: &Table, rows: &[usize], start: &[f64], objective: Objective) -> CrossValidation {
    let (mut folds, mut held_out) = (Vec::new(), Vec::new());
    for place in 0..FOLDS {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            rows.iter().partition(|row| fold_of(table, **row, FOLDS) == place);
        if inside.is_empty() || outside.is_empty() {
            continue;
        }
        let found = search(table, &outside, start, objective);
        let judged = inside.iter().filter_map(|row| Some((*row, table.judge(*row, &found.settings)?)));
        held_out.extend(judged);
        let mut sites: Vec<&str> = inside.iter().map(|row| table.group(*row)).collect();
        sites.sort_unstable();
        sites.dedup();
        folds.push(Fold {
            sites: sites.len(),
            counts: counts_of(table, &inside, &found.settings),
            before: counts_of(table, &inside, start),
            settings: found.settings,
            rows: inside,
        });
    }
    held_out.sort_unstable_by_key(|(row, _)| *row);
    CrossValidation { folds, held_out }
}
