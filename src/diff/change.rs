//! What differs between two trails of the same lookup.

use std::fmt::Display;

use super::aspect::{Aspect, Class};
use crate::receipt::{AttemptRecord, Receipt, Role};
use crate::replay::{Counts, Trail, TrailEvent};
use crate::trail::entry::{Entry, Foreign};

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What.
    pub aspect: Aspect,
    /// Whose, where it is about an attempt: its part in the plan.
    pub role: Option<Role>,
    /// Whose, where it is about one transport.
    pub transport: Option<String>,
    /// What it was; `none` where there was nothing.
    pub old: String,
    /// What it is; `none` where there is nothing.
    pub new: String,
}

/// A lookup of a scenario that both sides have, and that is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// What it was; nothing where the scenario had no such lookup.
    pub old: Option<Entry>,
    /// What it is; nothing where the scenario has no such lookup any more.
    pub new: Option<Entry>,
    /// What differs, in the order of the receipt; at least one.
    pub changes: Vec<Change>,
}

impl Changed {
    /// The scenario's name and the lookup's place in it.
    pub fn lookup(&self) -> (&str, u32) {
        let entry = self.new.as_ref().or(self.old.as_ref());
        entry.map_or(("", 0), |entry| (entry.scenario(), entry.lookup()))
    }

    /// A lookup that only one side has.
    pub(super) fn one_sided(old: Option<Entry>, new: Option<Entry>) -> Self {
        let mut found = Found::default();
        let there = |entry: &Option<Entry>| maybe(entry.as_ref().map(|_| "there"));
        found.push(Aspect::Lookups, there(&old), there(&new));
        Self { old, new, changes: found.changes }
    }

    /// The worst class among the changes.
    pub fn class(&self) -> Class {
        self.changes.iter().map(|change| change.aspect.class()).min().unwrap_or(Class::Presentation)
    }
}

/// What differs between two trails; empty where they say the same.
pub fn changes(old: &Entry, new: &Entry) -> Vec<Change> {
    match (old, new) {
        (Entry::Trail(old), Entry::Trail(new)) if old == new => Vec::new(),
        (Entry::Trail(old), Entry::Trail(new)) => of_trails(old, new),
        (Entry::Foreign(old), Entry::Foreign(new)) if old.value == new.value => Vec::new(),
        (Entry::Foreign(_), Entry::Foreign(_) | Entry::Trail(_)) | (Entry::Trail(_), Entry::Foreign(_)) => {
            of_unknown(old, new)
        }
    }
}

/// Trails with members that one side does not know: the rest is not compared, since nobody knows what it means.
fn of_unknown(old: &Entry, new: &Entry) -> Vec<Change> {
    let mut found = Found::default();
    found.compare(Aspect::SchemaVersion, old.schema_version(), new.schema_version());
    found.compare(Aspect::Engine, old.engine(), new.engine());
    let names = |entry: &Entry| match entry {
        Entry::Trail(_) => "none".to_owned(),
        Entry::Foreign(foreign) => unknown_members(foreign),
    };
    let (old_names, mut new_names) = (names(old), names(new));
    if old_names == new_names {
        new_names.push_str(", and something else differs");
    }
    found.push(Aspect::Vocabulary, old_names, new_names);
    found.changes
}

fn unknown_members(foreign: &Foreign) -> String {
    let names: Vec<String> =
        foreign.unknown.iter().map(|member| format!("{} {}", member.kind, member.name)).collect();
    names.join(", ")
}

fn of_trails(old: &Trail, new: &Trail) -> Vec<Change> {
    let mut found = Found::default();
    found.compare(Aspect::Engine, old.engine, new.engine);
    receipts(&mut found, &old.receipt, &new.receipt);
    found.compare(Aspect::Violations, list(&old.violations), list(&new.violations));
    counts(&mut found, Aspect::Calls, &old.calls, &new.calls);
    counts(&mut found, Aspect::Unused, &old.unused, &new.unused);
    if old.extra != new.extra {
        let json = |trail: &Trail| serde_json::to_string(&trail.extra).unwrap_or_default();
        found.push(Aspect::Extra, json(old), json(new));
    }
    events(&mut found, old, new);
    found.changes
}

fn receipts(found: &mut Found, old: &Receipt, new: &Receipt) {
    found.compare(Aspect::SchemaVersion, old.schema_version(), new.schema_version());
    found.compare(Aspect::Outcome, old.outcome(), new.outcome());
    found.compare(Aspect::NextAction, old.next_action(), new.next_action());
    found.compare(Aspect::Refusal, maybe(old.refusal()), maybe(new.refusal()));
    let most = old.attempts().len().max(new.attempts().len());
    for index in 0..most {
        attempt(found, old.attempts().get(index), new.attempts().get(index));
    }
    found.compare(Aspect::FallbackUsed, old.fallback_used(), new.fallback_used());
    found.compare(Aspect::AttemptsUsed, old.attempts_used(), new.attempts_used());
    found.compare(Aspect::AttemptsAllowed, old.attempts_allowed(), new.attempts_allowed());
    found.compare(Aspect::ElapsedMs, old.elapsed_ms(), new.elapsed_ms());
    found.compare(Aspect::BudgetMs, old.budget_ms(), new.budget_ms());
    found.compare(Aspect::RetryAfterMs, maybe(old.retry_after_ms()), maybe(new.retry_after_ms()));
    found.compare(Aspect::CacheAgeMs, maybe(old.cache_age_ms()), maybe(new.cache_age_ms()));
    found.compare(Aspect::Evidence, old.evidence().len(), new.evidence().len());
    for (old, new) in old.evidence().iter().zip(new.evidence()) {
        found.compare(Aspect::EvidenceText, old.title(), new.title());
        found.compare(Aspect::EvidenceText, old.url(), new.url());
        found.compare(Aspect::EvidenceText, old.snippet(), new.snippet());
        if old.truncated() != new.truncated() {
            let cut = |truncated| if truncated { "truncated" } else { "whole" };
            found.push(Aspect::EvidenceText, cut(old.truncated()), cut(new.truncated()));
        }
    }
}

fn attempt(found: &mut Found, old: Option<&AttemptRecord>, new: Option<&AttemptRecord>) {
    let Some(either) = new.or(old) else { return };
    let shown = |attempt: &AttemptRecord| format!("{}:{}", attempt.transport(), attempt.status());
    let mut whose = Found { whose: Some((either.role(), either.transport().to_owned())), ..Found::default() };
    match (old, new) {
        (Some(old), Some(new)) if old.role() == new.role() && old.transport() == new.transport() => {
            same_attempt(&mut whose, old, new);
        }
        (old, new) => whose.push(Aspect::Attempt, maybe(old.map(shown)), maybe(new.map(shown))),
    }
    found.changes.append(&mut whose.changes);
}

fn same_attempt(found: &mut Found, old: &AttemptRecord, new: &AttemptRecord) {
    found.compare(Aspect::Status, old.status(), new.status());
    found.compare(Aspect::Fault, maybe(old.fault()), maybe(new.fault()));
    found.compare(Aspect::Reason, maybe(old.not_useful_reason()), maybe(new.not_useful_reason()));
    found.compare(Aspect::Layer, maybe(old.layer()), maybe(new.layer()));
    found.compare(Aspect::HttpStatus, maybe(old.http_status()), maybe(new.http_status()));
    found.compare(Aspect::ElapsedMs, old.elapsed_ms(), new.elapsed_ms());
    found.compare(Aspect::SliceMs, old.slice_ms(), new.slice_ms());
    found.compare(Aspect::RetryAfterMs, maybe(old.retry_after_ms()), maybe(new.retry_after_ms()));
    found.compare(Aspect::Dispatched, old.dispatched(), new.dispatched());
    found.compare(Aspect::Target, old.target(), new.target());
}

fn counts(found: &mut Found, aspect: Aspect, old: &Counts, new: &Counts) {
    let gone = old.0.iter().filter(|(name, _)| new.of(name).is_none()).map(|(name, _)| name);
    for transport in new.0.iter().map(|(name, _)| name).chain(gone) {
        let (old, new) = (old.of(transport), new.of(transport));
        if old != new {
            found.push(aspect, maybe(old), maybe(new));
            if let Some(change) = found.changes.last_mut() {
                change.transport = Some(transport.clone());
            }
        }
    }
}

/// What the receipts do not show: words of errors, and what happened when.
fn events(found: &mut Found, old: &Trail, new: &Trail) {
    if old.events == new.events {
        return;
    }
    for (old, new) in old.events.iter().zip(&new.events) {
        if old.message != new.message && old.transport == new.transport {
            found.push(Aspect::Message, maybe(old.message.as_deref()), maybe(new.message.as_deref()));
        }
    }
    // Where what was done changed, the events follow from it.
    if found.changes.iter().any(|change| change.aspect.class() != Class::Presentation) {
        return;
    }
    let plain = |event: &TrailEvent| TrailEvent { target: None, message: None, ..event.clone() };
    let differing = |index: usize| old.events.get(index).map(plain) != new.events.get(index).map(plain);
    let most = old.events.len().max(new.events.len());
    if let Some(index) = (0..most).find(|index| differing(*index)) {
        let json =
            |trail: &Trail| trail.events.get(index).and_then(|event| serde_json::to_string(event).ok());
        found.push(Aspect::Events, maybe(json(old)), maybe(json(new)));
    } else if found.changes.is_empty() {
        let target = |trail: &Trail| {
            let targets = trail.events.iter().filter_map(|event| event.target.clone());
            targets.collect::<Vec<_>>().join(" ")
        };
        found.push(Aspect::Target, target(old), target(new));
    }
}

/// The changes so far, and whose the next ones are.
#[derive(Default)]
struct Found {
    changes: Vec<Change>,
    whose: Option<(Role, String)>,
}

impl Found {
    fn compare<T: PartialEq + Display>(&mut self, aspect: Aspect, old: T, new: T) {
        if old != new {
            self.push(aspect, old, new);
        }
    }

    fn push(&mut self, aspect: Aspect, old: impl Display, new: impl Display) {
        let (role, transport) = self.whose.clone().unzip();
        self.changes.push(Change { aspect, role, transport, old: old.to_string(), new: new.to_string() });
    }
}

fn maybe<T: Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn list<T: Display>(values: &[T]) -> String {
    if values.is_empty() {
        return "none".to_owned();
    }
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
