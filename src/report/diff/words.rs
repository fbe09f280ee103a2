//! The words that all forms share: what kind of change it is, and what a comparison came to.

use crate::diff::{Aspect, Change, Changed, Class, Kind, Names, Tally};
use crate::receipt::{Receipt, Vocabulary as _};
use crate::report::summary::count;
use crate::trail::entry::Entry;

/// `old → new` of what all lookups of a kind have in common, each value as `show` shows it.
pub(super) fn title(kind: &Kind, show: impl Fn(&str) -> String) -> String {
    let outcome_changed = kind.telling.iter().any(|change| change.aspect == Aspect::Outcome);
    // The next action follows from the outcome.
    let told = |change: &&Change| !(outcome_changed && change.aspect == Aspect::NextAction);
    let mut parts: Vec<String> = kind.telling.iter().filter(told).map(|change| part(change, &show)).collect();
    if parts.is_empty() {
        parts = kind.beside.iter().map(|aspect| aspect.wire().to_owned()).collect();
    }
    parts.join(", ")
}

fn part(change: &Change, show: impl Fn(&str) -> String) -> String {
    let whose = change.role.map(|role| format!("{role} ")).unwrap_or_default();
    format!("{whose}{} {} → {}", change.aspect, show(&change.old), show(&change.new))
}

/// One change in one lookup: whose, what, and from what to what.
pub(in crate::report) fn change(change: &Change) -> String {
    let whose = change.transport.as_ref().map(|name| format!("{name} ")).unwrap_or_default();
    format!("{whose}{} {} → {}", change.aspect, change.old, change.new)
}

/// Where the example of a kind parts from what it was.
pub(super) fn why(changed: &Changed) -> Option<String> {
    let first = crate::diff::first_difference(changed)?;
    let (old, new) = first.words();
    (old != new).then(|| format!("{} was {old}, and is {new}", first.transport()))
}

/// The one-line form, where this version understands the trail.
pub(super) fn one_line(entry: Option<&Entry>) -> Option<String> {
    receipt(entry).map(|receipt| receipt.line().to_string())
}

/// The receipt, where this version understands the trail.
pub(super) fn receipt(entry: Option<&Entry>) -> Option<&Receipt> {
    Some(&entry?.trail()?.receipt)
}

/// The first names of a list, and how many more there are.
pub(super) fn some(names: &Names, most: usize, show: impl Fn(&str) -> String) -> String {
    let first: Vec<String> = names.first.iter().take(most).map(|name| show(name)).collect();
    match names.count - first.len() as u64 {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// How many changed, and how much it matters.
pub(in crate::report) fn summary(tally: &Tally) -> String {
    let changed = tally.changed_lookups();
    let classes = Class::ALL.iter().filter(|class| tally.of_class(**class) > 0);
    let classes: Vec<String> = classes.map(|class| format!("{} {class}", tally.of_class(*class))).collect();
    let mut text = format!("{changed} of {} changed", count(number(changed + tally.same), "lookup"));
    if !classes.is_empty() {
        text = format!("{text}: {}", classes.join(", "));
    }
    let scenarios = [(&tally.added, "added"), (&tally.removed, "removed"), (&tally.renamed, "renamed")];
    let apart: Vec<String> = scenarios
        .into_iter()
        .filter(|(names, _)| names.count > 0)
        .map(|(names, what)| format!("{} {what}", names.count))
        .collect();
    if !apart.is_empty() {
        text = format!("{text}; scenarios: {}", apart.join(", "));
    }
    text
}

pub(super) fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
