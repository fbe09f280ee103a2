//! Two ordered streams of lookups side by side.
//!
//! Each stream is read on a thread of its own, a few batches ahead. What is in memory does not grow with the streams,
//! but for the names and content hashes of scenarios that only one side has: renames are found among those.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::change::{Changed, changes};
use super::scenario_hash::ScenarioHash;
use crate::trail::entry::Entry;
use crate::trail::read::Placed;

/// Lookups that go from a reading thread to the comparing one at a time.
const BATCH: usize = 256;
/// Batches that a reading thread may be ahead.
const AHEAD: usize = 4;

/// One of the two streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What was.
    Old,
    /// What is.
    New,
}

/// The place of a lookup.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lookup {
    /// The scenario's name.
    pub scenario: String,
    /// The lookup's place in the scenario, from 0.
    pub lookup: u32,
    /// The virtual time that it takes; 0 where this version does not understand its trail.
    pub elapsed_ms: u64,
}

/// What became of a lookup, or of a whole scenario that only one side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Both sides say the same.
    Same(Lookup),
    /// They do not.
    Changed(Box<Changed>),
    /// Only the new side has the scenario.
    Added(String),
    /// Only the old side has it.
    Removed(String),
    /// Both have the same trails under different names.
    Renamed {
        /// The name that it had.
        old: String,
        /// The name that it has.
        new: String,
    },
}

/// Why two sides cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal<E> {
    /// One cannot be read.
    Unreadable(Side, E),
    /// They are of different engines: no lookup that both have was made by the same.
    OtherEngine {
        /// The scenario of the first such lookup.
        scenario: String,
        /// Its engine on the old side.
        old: String,
        /// Its engine on the new side.
        new: String,
    },
}

/// Tells `consume` what became of every lookup, in order; then which scenarios were renamed, removed and added.
///
/// # Errors
/// The first thing that is wrong with a side, or that the sides are of different engines.
pub fn compare<E: Send>(
    old: impl Iterator<Item = Result<Placed, E>> + Send,
    new: impl Iterator<Item = Result<Placed, E>> + Send,
    mut consume: impl FnMut(Finding),
) -> Result<(), Refusal<E>> {
    thread::scope(|scope| {
        let (old_sender, old_receiver) = sync_channel(AHEAD);
        let (new_sender, new_receiver) = sync_channel(AHEAD);
        scope.spawn(move || send(old, &old_sender));
        scope.spawn(move || send(new, &new_sender));
        let mut join = Join {
            old: Stream::new(Side::Old, old_receiver),
            new: Stream::new(Side::New, new_receiver),
            shared: None,
            removed: Apart::default(),
            added: Apart::default(),
            engines: Engines::default(),
        };
        join.run(&mut consume)
    })
}

/// What became of the lookups of one scenario, whose trails are at hand on both sides.
pub fn compare_scenario(old: Vec<Placed>, new: Vec<Placed>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut old = old.into_iter().map(|placed| placed.entry);
    let mut new = new.into_iter().map(|placed| placed.entry);
    loop {
        match (old.next(), new.next()) {
            (None, None) => return findings,
            (Some(old), Some(new)) => findings.push(pair(old, new)),
            (old, new) => findings.push(Finding::Changed(Box::new(Changed::one_sided(old, new)))),
        }
    }
}

/// What became of a lookup that both sides have.
fn pair(old: Entry, new: Entry) -> Finding {
    let changes = changes(&old, &new);
    if changes.is_empty() {
        let elapsed_ms = new.trail().map_or(0, |trail| trail.receipt.elapsed_ms());
        let (scenario, lookup) = (new.scenario().to_owned(), new.lookup());
        return Finding::Same(Lookup { scenario, lookup, elapsed_ms });
    }
    Finding::Changed(Box::new(Changed { old: Some(old), new: Some(new), changes }))
}

fn send<E>(stream: impl Iterator<Item = Result<Placed, E>>, sender: &SyncSender<Vec<Result<Entry, E>>>) {
    let mut batch = Vec::with_capacity(BATCH);
    for result in stream {
        let failed = result.is_err();
        batch.push(result.map(|placed| placed.entry));
        if failed {
            break;
        }
        if batch.len() == BATCH && sender.send(std::mem::take(&mut batch)).is_err() {
            return;
        }
    }
    // Whoever no longer listens has found something wrong with the other side.
    let _ = sender.send(batch);
}

/// One side as it arrives.
struct Stream<E> {
    side: Side,
    receiver: Receiver<Vec<Result<Entry, E>>>,
    batch: std::vec::IntoIter<Result<Entry, E>>,
    next: Option<Entry>,
}

impl<E> Stream<E> {
    fn new(side: Side, receiver: Receiver<Vec<Result<Entry, E>>>) -> Self {
        Self { side, receiver, batch: Vec::new().into_iter(), next: None }
    }

    /// Makes `next` the next entry; none at the end.
    fn fill(&mut self) -> Result<(), Refusal<E>> {
        while self.next.is_none() {
            match self.batch.next() {
                Some(Ok(entry)) => self.next = Some(entry),
                Some(Err(error)) => return Err(Refusal::Unreadable(self.side, error)),
                None => match self.receiver.recv() {
                    Ok(batch) => self.batch = batch.into_iter(),
                    Err(_) => return Ok(()),
                },
            }
        }
        Ok(())
    }
}

struct Join<E> {
    old: Stream<E>,
    new: Stream<E>,
    /// The last scenario that both sides have.
    shared: Option<String>,
    removed: Apart,
    added: Apart,
    engines: Engines,
}

impl<E> Join<E> {
    fn run(&mut self, consume: &mut impl FnMut(Finding)) -> Result<(), Refusal<E>> {
        loop {
            self.old.fill()?;
            self.new.fill()?;
            let order = match (&self.old.next, &self.new.next) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) => (old.scenario(), old.lookup()).cmp(&(new.scenario(), new.lookup())),
            };
            let old = if order.is_le() { self.old.next.take() } else { None };
            let new = if order.is_ge() { self.new.next.take() } else { None };
            match (old, new) {
                (Some(old), Some(new)) => consume(self.pair(old, new)),
                (Some(old), None) if self.is_shared(&old) => {
                    consume(Finding::Changed(Box::new(Changed::one_sided(Some(old), None))));
                }
                (None, Some(new)) if self.is_shared(&new) => {
                    consume(Finding::Changed(Box::new(Changed::one_sided(None, Some(new)))));
                }
                (Some(old), None) => self.removed.add(&old),
                (None, Some(new)) => self.added.add(&new),
                (None, None) => break,
            }
        }
        self.engines.refuse()?;
        tell_apart(std::mem::take(&mut self.removed), &self.added, consume);
        Ok(())
    }

    fn is_shared(&self, entry: &Entry) -> bool {
        self.shared.as_deref() == Some(entry.scenario())
    }

    fn pair(&mut self, old: Entry, new: Entry) -> Finding {
        if !self.is_shared(&new) {
            self.shared = Some(new.scenario().to_owned());
        }
        self.engines.see(&old, &new);
        pair(old, new)
    }
}

/// Do the sides have an engine in common?
#[derive(Default)]
struct Engines {
    any_same: bool,
    first_other: Option<(String, String, String)>,
}

impl Engines {
    fn see(&mut self, old: &Entry, new: &Entry) {
        if old.engine() == new.engine() {
            self.any_same = true;
        } else if self.first_other.is_none() {
            let texts = (new.scenario(), old.engine(), new.engine());
            self.first_other = Some((texts.0.to_owned(), texts.1.to_owned(), texts.2.to_owned()));
        }
    }

    fn refuse<E>(&mut self) -> Result<(), Refusal<E>> {
        match self.first_other.take() {
            Some((scenario, old, new)) if !self.any_same => Err(Refusal::OtherEngine { scenario, old, new }),
            Some(_) | None => Ok(()),
        }
    }
}

/// The scenarios that only one side has, with what their trails come to.
#[derive(Default)]
struct Apart(Vec<(String, ScenarioHash)>);

impl Apart {
    fn add(&mut self, entry: &Entry) {
        if let Some((name, hash)) = self.0.last_mut()
            && name == entry.scenario()
        {
            hash.add(entry);
            return;
        }
        let mut hash = ScenarioHash::default();
        hash.add(entry);
        self.0.push((entry.scenario().to_owned(), hash));
    }
}

/// Pairs those with the same trails, in the order of their names, and tells the rest apart.
fn tell_apart(removed: Apart, added: &Apart, consume: &mut impl FnMut(Finding)) {
    let mut by_hash: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for (name, hash) in added.0.iter().rev() {
        by_hash.entry(hash.finish()).or_default().push(name.clone());
    }
    let mut gone = Vec::new();
    let mut renamed = Vec::new();
    for (old, hash) in removed.0 {
        match by_hash.get_mut(&hash.finish()).and_then(Vec::pop) {
            Some(new) => renamed.push((old, new)),
            None => gone.push(old),
        }
    }
    let mut left: Vec<String> = by_hash.into_values().flatten().collect();
    left.sort_unstable();
    for (old, new) in renamed {
        consume(Finding::Renamed { old, new });
    }
    for name in gone {
        consume(Finding::Removed(name));
    }
    for name in left {
        consume(Finding::Added(name));
    }
}
