//! Which events belong to which attempt of a lookup.

use std::collections::{BTreeMap, VecDeque};

use crate::replay::{EventKind, Trail, TrailEvent};

/// The events of one lookup, by attempt.
#[derive(Debug)]
pub(super) struct ByAttempt<'t> {
    /// For each attempt of the receipt its events in order, from its call to what ended it.
    pub attempts: Vec<Vec<&'t TrailEvent>>,
    /// Events that belong to no attempt of the receipt.
    pub rest: Vec<&'t TrailEvent>,
    /// The time of the first event, on the session's clock.
    pub start_ms: u64,
}

impl<'t> ByAttempt<'t> {
    /// An attempt has the events of its transport up to the next call of that transport.
    pub(super) fn of(trail: &'t Trail) -> Self {
        let mut waiting: BTreeMap<&str, VecDeque<&TrailEvent>> = BTreeMap::new();
        for event in &trail.events {
            waiting.entry(&event.transport).or_default().push_back(event);
        }
        let attempts = trail.receipt.attempts().iter();
        let attempts = attempts.map(|attempt| match waiting.get_mut(attempt.transport()) {
            Some(events) => take(events),
            None => Vec::new(),
        });
        let attempts = attempts.collect();
        let rest = waiting.into_values().flatten().collect();
        Self { attempts, rest, start_ms: trail.events.first().map_or(0, |event| event.at_ms) }
    }

    /// When each attempt began, from the lookup's start: its first event, or the end of the one before.
    pub(super) fn begins_ms(&self, trail: &Trail) -> Vec<u64> {
        let mut end_ms: u64 = 0;
        let attempts = self.attempts.iter().zip(trail.receipt.attempts());
        let begins = attempts.map(|(events, attempt)| {
            let first = events.first().filter(|event| event.event != EventKind::Answer);
            let from_ms = first.map_or(end_ms, |event| event.at_ms.saturating_sub(self.start_ms));
            end_ms = from_ms.saturating_add(attempt.elapsed_ms());
            from_ms
        });
        begins.collect()
    }
}

fn take<'t>(events: &mut VecDeque<&'t TrailEvent>) -> Vec<&'t TrailEvent> {
    let begins = |event: &TrailEvent| matches!(event.event, EventKind::Dial | EventKind::Skip);
    let further = events.iter().skip(1).position(|event| begins(event)).map_or(events.len(), |at| at + 1);
    events.drain(..further).collect()
}
