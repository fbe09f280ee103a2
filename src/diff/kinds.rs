//! Findings gathered by kind of change: lookups that changed the same way are counted together.

use std::collections::BTreeMap;

use super::align::Finding;
use super::aspect::{Aspect, Class};
use super::change::{Change, Changed};
use crate::receipt::{Outcome, Role, Vocabulary as _};
use crate::replay::trail::lookup_name;
use crate::trail::entry::Entry;

/// Names of a list that are kept; the rest is counted.
const NAMES_KEPT: usize = 1000;

/// The first names of a list, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The first ones, in order.
    pub first: Vec<String>,
    /// All of them.
    pub count: u64,
}

impl Names {
    fn add(&mut self, name: String) {
        self.count += 1;
        if self.first.len() < NAMES_KEPT {
            self.first.push(name);
        }
    }
}

/// Lookups that changed the same way.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The worst class among their changes.
    pub class: Class,
    /// What changed in all of them, with the same values.
    pub telling: Vec<Change>,
    /// What else changed in some of them, with other values in each.
    pub beside: Vec<Aspect>,
    /// `scenario`, or `scenario (lookup 1)` for all but the first lookup.
    pub lookups: Names,
    /// The first of them.
    pub example: Changed,
}

/// What tells one kind from another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(Vec<(Aspect, Option<Role>, String, String)>, Vec<Aspect>);

impl Key {
    fn of(changed: &Changed) -> Self {
        let telling = changed.changes.iter().filter(|change| change.aspect.is_telling());
        let telling: Vec<_> = telling
            .map(|change| {
                // Who is asked has another name in every scenario; its part in the plan has not.
                let plain = |text: &str| {
                    let whose = change.transport.as_deref().filter(|_| change.aspect == Aspect::Attempt);
                    whose.and_then(|name| text.strip_prefix(name)).unwrap_or(text).to_owned()
                };
                (change.aspect, change.role, plain(&change.old), plain(&change.new))
            })
            .collect();
        if !telling.is_empty() {
            return Self(telling, Vec::new());
        }
        let mut aspects: Vec<Aspect> = changed.changes.iter().map(|change| change.aspect).collect();
        aspects.sort_unstable();
        aspects.dedup();
        Self(telling, aspects)
    }
}

/// All findings, gathered.
#[derive(Debug, Default)]
pub struct Tally {
    /// Lookups that say the same on both sides.
    pub same: u64,
    /// Lookups by their worst class.
    by_class: BTreeMap<Class, u64>,
    /// Lookups whose outcome changed, by the old and the new one.
    pub transitions: BTreeMap<(Outcome, Outcome), u64>,
    /// Scenarios that only the new side has.
    pub added: Names,
    /// Scenarios that only the old side has.
    pub removed: Names,
    /// Scenarios with the same trails under another name, as `old → new`.
    pub renamed: Names,
    kinds: BTreeMap<Key, Kind>,
}

impl Tally {
    /// Counts one finding.
    pub fn add(&mut self, finding: Finding) {
        match finding {
            Finding::Same(_) => self.same += 1,
            Finding::Added(name) => self.added.add(name),
            Finding::Removed(name) => self.removed.add(name),
            Finding::Renamed { old, new } => self.renamed.add(format!("{old} → {new}")),
            Finding::Changed(changed) => self.changed(*changed),
        }
    }

    fn changed(&mut self, changed: Changed) {
        let class = changed.class();
        *self.by_class.entry(class).or_default() += 1;
        if let (Some(Entry::Trail(old)), Some(Entry::Trail(new))) = (&changed.old, &changed.new) {
            let outcomes = (old.receipt.outcome(), new.receipt.outcome());
            if outcomes.0 != outcomes.1 {
                *self.transitions.entry(outcomes).or_default() += 1;
            }
        }
        let (scenario, lookup) = changed.lookup();
        let name = lookup_name(scenario, lookup);
        let beside = changed.changes.iter().map(|change| change.aspect).filter(|aspect| !aspect.is_telling());
        let beside: Vec<Aspect> = beside.collect();
        let kind = self.kinds.entry(Key::of(&changed)).or_insert_with(|| Kind {
            class,
            telling: changed.changes.iter().filter(|change| change.aspect.is_telling()).cloned().collect(),
            beside: Vec::new(),
            lookups: Names::default(),
            example: changed,
        });
        kind.lookups.add(name);
        kind.class = kind.class.min(class);
        kind.beside.extend(beside);
        kind.beside.sort_unstable();
        kind.beside.dedup();
    }

    /// The kinds of change, the worst and then the most frequent first.
    pub fn kinds(&self) -> Vec<&Kind> {
        let mut kinds: Vec<&Kind> = self.kinds.values().collect();
        kinds.sort_by_key(|kind| (kind.class, !kind.loses_evidence(), std::cmp::Reverse(kind.lookups.count)));
        kinds
    }

    /// Lookups whose worst change is of this class.
    pub fn of_class(&self, class: Class) -> u64 {
        self.by_class.get(&class).copied().unwrap_or(0)
    }

    /// Lookups that changed.
    pub fn changed_lookups(&self) -> u64 {
        self.by_class.values().sum()
    }

    /// Do the sides say the same, under the same names?
    pub fn is_empty(&self) -> bool {
        self.changed_lookups() == 0 && self.added.count + self.removed.count + self.renamed.count == 0
    }

    /// Did anything of this class, or of a worse one, change?
    pub fn has_at_least(&self, class: Class) -> bool {
        Class::ALL.iter().filter(|worse| **worse <= class).any(|worse| self.of_class(*worse) > 0)
    }
}

impl Kind {
    /// Was there evidence, and is there none any more?
    pub fn loses_evidence(&self) -> bool {
        let outcome = |entry: &Option<Entry>| Some(entry.as_ref()?.trail()?.receipt.outcome());
        let useful = Some(Outcome::UsefulResult);
        outcome(&self.example.old) == useful && outcome(&self.example.new) != useful
    }
}
