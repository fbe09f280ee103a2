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

use trailcheck::receipt::{Outcome, Refusal, Vocabulary as _};
use trailcheck::replay::Trail;
use trailcheck::trail::coverage::{Coverage, Share, refuses};
use trailcheck::transport::ErrorKind;

fn trails() -> Vec<Trail> {
    shipped::replays().into_iter().flat_map(|(_, replay)| replay.trails).collect()
}

fn coverage<'a>(trails: impl IntoIterator<Item = &'a Trail>) -> Coverage {
    let mut coverage = Coverage::new();
    trails.into_iter().for_each(|trail| coverage.add(trail));
    coverage
}

/// What is reached: each member with its scenarios, ordered by name.
fn reached(coverage: &Coverage) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    for section in coverage.sections() {
        for member in section.members {
            let mut scenarios: Vec<String> = member.scenarios().map(str::to_owned).collect();
            assert_eq!(scenarios.len(), member.count());
            scenarios.sort();
            all.push((format!("{} {}", section.kind, member.name), scenarios));
        }
    }
    all
}

#[test]
fn every_member_of_the_vocabulary_is_reached_by_a_scenario() {
    let trails = trails();
    let coverage = coverage(&trails);
    let mut complaints = Vec::new();
    for section in coverage.sections() {
        for member in section.members {
            let name = format!("{} `{}`", section.kind, member.name);
            match (member.is_reached(), member.producible) {
                (false, true) => complaints.push(format!("no scenario reaches the {name}")),
                (true, false) => complaints.push(format!("the {name} is reached: an engine produces it")),
                (true, true) | (false, false) => {}
            }
        }
    }
    for error in ErrorKind::ALL {
        let mut events = trails.iter().flat_map(|trail| &trail.events);
        if !events.any(|event| event.error == Some(*error)) {
            complaints.push(format!("no scenario reaches the error `{error}`"));
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn the_share_counts_every_member_whichever_engine_produces_it() {
    let elsewhere = Refusal::ALL
        .iter()
        .filter(|refusal| !trailcheck::scenario::EngineName::built().any(|engine| refuses(engine, **refusal)))
        .count();
    let share = coverage(&trails()).share();
    assert_eq!(share, Share { reached: 51 - elsewhere, members: 51 });
    assert!((share.percent() - 100.0 * (51 - elsewhere) as f64 / 51.0).abs() < 1e-9);
    assert_eq!(Coverage::new().share(), Share { reached: 0, members: 51 });
}

#[test]
fn a_scenario_counts_once_for_a_member_whatever_the_order_of_the_trails() {
    let trails = trails();
    let forward = coverage(&trails);
    let backward = coverage(trails.iter().rev());
    let twice = coverage(trails.iter().chain(&trails));
    assert_eq!(reached(&forward), reached(&backward));
    assert_eq!(reached(&forward), reached(&twice));
    assert_eq!(forward.scenarios(), twice.scenarios());
    assert_eq!(forward.lookups(), trails.len());
    let useful = |trail: &&Trail| trail.receipt.outcome() == Outcome::UsefulResult;
    let mut expected: Vec<&str> = trails.iter().filter(useful).map(|trail| trail.scenario.as_str()).collect();
    expected.dedup();
    let (_, scenarios) = &reached(&forward)[0];
    assert_eq!(scenarios, &expected);
}

#[test]
fn a_broken_invariant_is_not_pinned() {
    let mut trails = trails();
    trails.truncate(1);
    trails[0].violations = vec![trailcheck::replay::Invariant::NoOverspend];
    let reached = reached(&coverage(&trails));
    let scenarios = |name: &str| reached.iter().find(|(known, _)| known == name).unwrap().1.len();
    assert_eq!(scenarios("invariant no_overspend"), 0);
    assert_eq!(scenarios("invariant deterministic"), 1);
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
