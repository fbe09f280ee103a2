//! Two validators on the same pages: which verdicts change, which way, and whether that says anything.

use super::class::Class;
use super::paired::{Discordant, mcnemar, statement};
use super::table::Table;

/// One page whose verdict or reason differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The row.
    pub row: usize,
    /// The first validator's verdict.
    pub from: Class,
    /// The second's.
    pub to: Class,
}

impl Change {
    /// Does it change between useful and not?
    pub fn is_flip(&self) -> bool {
        self.from.is_useful() != self.to.is_useful()
    }
}

/// What differs between two validators.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Pages with another verdict or reason, in the order of the corpus.
    pub changes: Vec<Change>,
    /// Labelled pages that both judged.
    pub n: u64,
    /// Pages that only one of them gets right.
    pub discordant: Discordant,
}

impl Comparison {
    /// `McNemar`'s exact p-value.
    pub fn p(&self) -> f64 {
        mcnemar(self.discordant)
    }

    /// Can they be told apart, and which is better?
    pub fn statement(&self, first: &str, second: &str) -> String {
        statement(self.discordant, self.n, first, second)
    }

    /// How many pages become useful, and how many cease to be.
    pub fn directions(&self) -> (usize, usize) {
        let flips = || self.changes.iter().filter(|change| change.is_flip());
        (
            flips().filter(|change| change.to.is_useful()).count(),
            flips().filter(|c| c.from.is_useful()).count(),
        )
    }
}

/// Compares the verdicts of two validators on the rows of one corpus. Right means useful or not; reasons are not held
/// against either.
pub fn compare_verdicts(table: &Table, first: &[Option<Class>], second: &[Option<Class>]) -> Comparison {
    let mut comparison = Comparison::default();
    for (row, (head, verdicts)) in table.rows.iter().zip(first.iter().zip(second)).enumerate() {
        let (Some(from), Some(to)) = verdicts else { continue };
        if from != to {
            comparison.changes.push(Change { row, from: *from, to: *to });
        }
        if let Some(label) = head.label {
            let right = |verdict: &Class| verdict.is_useful() == label.is_useful();
            comparison.discordant.add(right(from), right(to));
            comparison.n += 1;
        }
    }
    comparison
}
