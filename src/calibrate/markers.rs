//! Each marker phrase: on which pages it was found, and what dropping it would change.

use super::class::{Class, Reason};
use super::table::Table;

/// One marker phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerUse {
    /// What it gives.
    pub reason: Reason,
    /// The phrase as it is compared.
    pub phrase: String,
    /// Pages that it was found on, by label, in the order of [`Class::all`].
    pub hits: [u64; Class::COUNT],
    /// Rows whose verdict or reason would be another without it.
    pub changes: Vec<(usize, Class)>,
    /// Useless pages that would be accepted without it.
    pub lost: u64,
    /// Useful pages that would be accepted without it.
    pub won: u64,
    /// Rows where only the reason would change.
    pub other_reason: u64,
}

impl MarkerUse {
    /// Pages that it was found on.
    pub fn pages(&self) -> u64 {
        self.hits.iter().sum()
    }
}

/// The use of every phrase of a validator, also of those that were never found, by reason and phrase.
pub fn marker_uses(
    table: &Table,
    verdicts: &[Option<Class>],
    phrases: &[(Reason, String)],
) -> Vec<MarkerUse> {
    let blank = |(reason, phrase): &(Reason, String)| MarkerUse {
        reason: *reason,
        phrase: phrase.clone(),
        hits: [0; Class::COUNT],
        changes: Vec::new(),
        lost: 0,
        won: 0,
        other_reason: 0,
    };
    let mut uses: Vec<MarkerUse> = phrases.iter().map(blank).collect();
    uses.sort_by(|a, b| a.reason.cmp(&b.reason).then_with(|| a.phrase.cmp(&b.phrase)));
    let numbers = table.phrases.sorted();
    let mut place_of = vec![None; numbers.len()];
    for (phrase, number) in numbers {
        if let Some(slot) = place_of.get_mut(number as usize) {
            *slot = uses.iter().position(|marker| marker.phrase == phrase);
        }
    }
    for (row, (head, verdict)) in table.rows.iter().zip(verdicts).enumerate() {
        let Some(verdict) = verdict else { continue };
        for (phrase, without) in &head.without {
            let place = place_of.get(*phrase as usize).copied().flatten();
            if let Some(marker) = place.and_then(|place| uses.get_mut(place)) {
                marker.add(row, head.label, *verdict, *without);
            }
        }
    }
    uses
}

impl MarkerUse {
    fn add(&mut self, row: usize, label: Option<Class>, verdict: Class, without: Class) {
        if let Some(count) = label.and_then(|label| self.hits.get_mut(label.index())) {
            *count += 1;
        }
        if verdict == without {
            return;
        }
        self.changes.push((row, without));
        let flips = without.is_useful() && !verdict.is_useful();
        match label.map(Class::is_useful) {
            Some(true) if flips => self.won += 1,
            Some(false) if flips => self.lost += 1,
            Some(_) | None if !flips => self.other_reason += 1,
            Some(_) | None => {}
        }
    }
}
