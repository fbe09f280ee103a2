//! The shipped scenarios against their snapshots: with insta, for review, and byte for byte, since insta forgives
//! trailing white space and line ends.

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

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;

use trailcheck::trail::snapshot::{self, Comparison};

fn folder() -> PathBuf {
    shipped::project().join("snapshots")
}

/// The name of every shipped scenario and what its snapshot should hold.
fn pinned() -> Vec<(String, String)> {
    let contents = |(scenario, replay): (trailcheck::scenario::Scenario, trailcheck::replay::Replay)| {
        (scenario.name, snapshot::contents(&replay.trails).expect("trails are JSON"))
    };
    shipped::replays().into_iter().map(contents).collect()
}

#[test]
fn every_scenario_is_pinned_with_insta() {
    let mut failed = Vec::new();
    for (name, contents) in pinned() {
        let path = snapshot::path(&folder(), &name);
        let leaf = path.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8").to_owned();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let assertion = || settings.bind(|| insta::assert_snapshot!(leaf, contents));
        // All differences are told at once, and each leaves its pending file.
        if catch_unwind(AssertUnwindSafe(assertion)).is_err() {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "not as pinned: {failed:#?}");
}

#[test]
fn every_scenario_is_pinned_byte_for_byte() {
    let compare = |(name, contents): (String, String)| {
        let compared = snapshot::compare(&snapshot::path(&folder(), &name), &contents);
        (compared != Comparison::Same).then(|| format!("{name}: {compared:?}"))
    };
    let failed: Vec<String> = pinned().into_iter().filter_map(compare).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn there_is_no_snapshot_without_its_scenario() {
    let names: Vec<String> = shipped::scenarios().into_iter().map(|scenario| scenario.name).collect();
    let orphans = snapshot::unreferenced(&folder(), |name| names.iter().any(|known| known == name));
    assert!(orphans.is_empty(), "{orphans:#?}");
    let files = walkdir::WalkDir::new(folder()).into_iter().flatten();
    let files = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "snap"));
    assert_eq!(files.count(), names.len());
}

fn write(path: &Path, bytes: &[u8]) {
    let mut file = std::fs::File::create(path).expect("a file");
    file.write_all(bytes).expect("room for it");
}

#[test]
fn one_changed_byte_anywhere_in_the_contents_is_a_difference() {
    let copies = tempfile::tempdir().expect("a folder");
    let copy = copies.path().join("copy.snap");
    for name in ["bounded/02_empty_result_falls_back", "retry_after/dates", "query/form_encoding"] {
        let text = std::fs::read_to_string(snapshot::path(&folder(), name)).expect(name);
        let (header, contents) = snapshot::split(&text).expect("a header and contents");
        write(&copy, text.as_bytes());
        assert_eq!(snapshot::compare(&copy, contents), Comparison::Same, "{name}");
        for at in (0..contents.len()).step_by(97) {
            let mut bytes = text.clone().into_bytes();
            bytes[header.len() + at] ^= 1;
            write(&copy, &bytes);
            let compared = snapshot::compare(&copy, contents);
            assert!(matches!(compared, Comparison::Differs { .. }), "{name} at {at}: {compared:?}");
        }
    }
}

#[test]
fn what_run_leaves_for_review_is_a_file_that_insta_reads() {
    let project = tempfile::tempdir().expect("a folder");
    let name = "bounded/02_empty_result_falls_back";
    let scenario = format!("scenarios/{name}.yaml");
    std::fs::create_dir_all(project.path().join("scenarios/bounded")).expect("a folder");
    std::fs::copy(shipped::project().join(&scenario), project.path().join(&scenario)).expect("a copy");
    let mut run = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    let output = run.arg("run").current_dir(project.path()).env_remove("CI").output().expect("it starts");
    assert_eq!(output.status.code(), Some(1), "a scenario without a snapshot fails");

    let path = snapshot::path(&project.path().join("snapshots"), name);
    assert!(!path.exists(), "nothing is accepted unasked");
    let pending = insta::Snapshot::from_file(&snapshot::pending_path(&path)).expect("insta reads it");
    assert_eq!(pending.metadata().source(), Some(scenario.as_str()));
    let text = std::fs::read_to_string(snapshot::path(&folder(), name)).expect(name);
    let (_, contents) = snapshot::split(&text).expect("a header and contents");
    let insta::internals::SnapshotContents::Text(read) = pending.contents() else {
        panic!("insta takes it for a binary snapshot");
    };
    assert_eq!(read.to_string().trim_end(), contents.trim_end());
}
