//! What the shipped scenarios reach: every member of the vocabulary that the engines which exist can produce.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod shipped;

use trailcheck::receipt::{
    AttemptRecord, Fault, NextAction, NotUsefulReason, Outcome, Receipt, Refusal, Role, Status, Vocabulary,
};
use trailcheck::replay::{EventKind, Replay, Trail, TrailEvent};
use trailcheck::transport::ErrorKind;

/// Refusals of engines that route, are configured, or fetch a URL. The bounded engine is handed its transports and a
/// query, so it can refuse the query only.
const REFUSALS_OF_OTHER_ENGINES: &[Refusal] = &[
    Refusal::ConfigUnreadable,
    Refusal::NoRoute,
    Refusal::UrlInvalid,
    Refusal::AllowlistEmpty,
    Refusal::HostNotAllowed,
    Refusal::AddressNotPublic,
];

/// Events of engines that are not in this version: their authors take them off.
const EVENTS_OF_LATER_ENGINES: &[EventKind] = &[
    EventKind::Sleep,
    EventKind::Health,
    EventKind::PassOver,
    EventKind::CacheHit,
    EventKind::CacheStore,
    EventKind::Resolve,
];

/// Compares what is reached with the whole list, less what only others reach.
fn check<V: Vocabulary>(complaints: &mut Vec<String>, reached: &[V], elsewhere: &[V]) {
    for member in V::ALL {
        let name = format!("{} `{}`", V::KIND, member.wire());
        match (reached.contains(member), elsewhere.contains(member)) {
            (false, false) => complaints.push(format!("no scenario reaches the {name}")),
            (true, true) => complaints.push(format!("the {name} is reached now: take it off the list")),
            (true, false) | (false, true) => {}
        }
    }
}

/// Reads one field of everything of a kind, where it is set.
fn every<'a, T: 'a, V>(all: impl Iterator<Item = &'a T>, field: impl Fn(&'a T) -> Option<V>) -> Vec<V> {
    all.filter_map(field).collect()
}

#[test]
fn every_member_of_the_vocabulary_is_reached_by_a_scenario() {
    let replays = shipped::replays();
    let trails = || replays.iter().flat_map(|(_, replay): &(_, Replay)| &replay.trails);
    let receipts = || trails().map(|trail: &Trail| &trail.receipt);
    let attempts = || receipts().flat_map(|receipt: &Receipt| receipt.attempts());
    let events = || trails().flat_map(|trail| &trail.events);

    let mut complaints = Vec::new();
    let found = &mut complaints;
    check::<Outcome>(found, &every(receipts(), |receipt| Some(receipt.outcome())), &[]);
    check::<NextAction>(found, &every(receipts(), |receipt| Some(receipt.next_action())), &[]);
    check::<Refusal>(found, &every(receipts(), Receipt::refusal), REFUSALS_OF_OTHER_ENGINES);
    check::<Role>(found, &every(attempts(), |attempt| Some(attempt.role())), &[]);
    check::<Status>(found, &every(attempts(), |attempt| Some(attempt.status())), &[]);
    check::<Fault>(found, &every(attempts(), AttemptRecord::fault), &[]);
    check::<NotUsefulReason>(found, &every(attempts(), AttemptRecord::not_useful_reason), &[]);
    check::<EventKind>(
        found,
        &every(events(), |event: &TrailEvent| Some(event.event)),
        EVENTS_OF_LATER_ENGINES,
    );
    check::<ErrorKind>(found, &every(events(), |event| event.error), &[]);
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn every_scenario_passes_and_says_what_it_shows() {
    let mut descriptions = Vec::new();
    for (scenario, replay) in shipped::replays() {
        assert!(replay.passed(), "{}: {:?} {:?}", scenario.name, replay.mismatches, replay.broken);
        let description = scenario.description.unwrap_or_default();
        assert!(!description.trim().is_empty(), "{} has no description", scenario.name);
        assert!(!descriptions.contains(&description), "{} is described like another", scenario.name);
        descriptions.push(description);
    }
}

#[test]
fn a_member_that_is_missing_or_listed_in_vain_is_told() {
    let mut complaints = Vec::new();
    check(&mut complaints, &[Role::Primary], &[Role::Primary]);
    let expected = [
        "the attempt role `primary` is reached now: take it off the list",
        "no scenario reaches the attempt role `fallback`",
    ];
    assert_eq!(complaints, expected);
}
