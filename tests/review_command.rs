//! `trailcheck review` as a script calls it, and what it refuses. The keys are tested beside the state machine.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::{TempDir, tempdir};
use trailcheck::receipt::Vocabulary as _;
use trailcheck::trail::pending::{Waiting, WaitingKind, find};

/// A project in which `changed` and `new` wait and can be accepted, and `fails` waits and cannot.
struct Fixture {
    folder: TempDir,
}

fn scenario(latency_ms: u64, expect: &str) -> String {
    format!(
        "query: rust async traits\ntransports:\n  primary:\n    base_url: https://primary.invalid/search\n    \
         steps:\n      - {{ latency_ms: {latency_ms}, hits: [] }}\n{expect}"
    )
}

impl Fixture {
    fn new() -> Self {
        let fixture = Self { folder: tempdir().unwrap() };
        fs::create_dir_all(fixture.at("scenarios/deep")).unwrap();
        fixture.put("scenarios/deep/changed.yaml", &scenario(300, ""));
        fixture.put("scenarios/fails.yaml", &scenario(300, ""));
        fixture.ends(&["run", "--accept"], 0);
        fixture.put("scenarios/deep/changed.yaml", &scenario(350, ""));
        fixture.put("scenarios/fails.yaml", &scenario(350, "expect: { outcome: useful_result }\n"));
        fixture.put("scenarios/new.yaml", &scenario(350, ""));
        fixture.ends(&["run"], 1);
        fixture
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        fs::write(self.at(path), text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
        command.args(arguments).current_dir(self.folder.path()).env_remove("CI").stdin(Stdio::null());
        command
    }

    /// What is said on stdout, then on stderr.
    #[track_caller]
    fn ends(&self, arguments: &[&str], code: i32) -> (String, String) {
        ended(&self.command(arguments).output().unwrap(), code)
    }

    fn waiting(&self, name: &str) -> Waiting {
        Waiting::read(&self.at(name)).unwrap()
    }
}

#[track_caller]
fn ended(output: &Output, code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{out}{err}");
    assert!(!format!("{out}{err}").contains(['\u{1b}', '\r']), "{out:?}{err:?}");
    (out, err)
}

const CHANGED: &str = "snapshots/deep/changed.snap";
const FAILS: &str = "snapshots/fails.snap";
const NEW: &str = "snapshots/new.snap";

#[test]
fn the_list_has_a_line_for_each_that_waits() {
    let fixture = Fixture::new();
    let (list, _) = fixture.ends(&["review", "--list"], 1);
    assert_eq!(
        list,
        "changed\tsnapshots/deep/changed.snap.new\nchanged\tsnapshots/fails.snap.new\nnew\tsnapshots/new.snap.new\n"
    );
    let (list, _) = fixture.ends(&["review", "--list", "snapshots/deep", NEW, "snapshots/new.snap.new"], 1);
    assert_eq!(list, "changed\tsnapshots/deep/changed.snap.new\nnew\tsnapshots/new.snap.new\n");
    // It is out of date, or not to be read.
    fs::copy(fixture.at("snapshots/new.snap.new"), fixture.at(NEW)).unwrap();
    fixture.put("snapshots/fails.snap.new", "");
    fixture.put("snapshots/foreign.snap.new", "---\nsource: tests/other.rs\n---\nhello\n");
    let (list, _) = fixture.ends(&["review", "--list"], 1);
    assert_eq!(
        list,
        "changed\tsnapshots/deep/changed.snap.new\nbroken\tsnapshots/fails.snap.new\nsame\tsnapshots/new.snap.new\n"
    );
}

#[test]
fn everything_that_can_be_accepted_is_and_the_next_run_is_green() {
    let fixture = Fixture::new();
    let before = fixture.read(FAILS);
    let (out, err) = fixture.ends(&["review", "--accept-all"], 1);
    assert_eq!(out, "accepted snapshots/deep/changed.snap\naccepted snapshots/new.snap\n");
    assert!(err.contains("snapshots/fails.snap: its replay does not meet the expectations"), "{err}");
    assert_eq!(fixture.read(FAILS), before);
    let (list, _) = fixture.ends(&["review", "--list"], 1);
    assert_eq!(list, "changed\tsnapshots/fails.snap.new\n");
    let (out, _) = fixture.ends(&["run", "--filter", "{new,deep/*}"], 0);
    assert_eq!(out, "2 scenarios, 2 lookups: all passed\n");
    // `run --accept` writes the same bytes.
    let accepted = fixture.read(NEW);
    fs::remove_file(fixture.at(NEW)).unwrap();
    fixture.ends(&["run", "--accept", "--filter", "new"], 0);
    assert_eq!(fixture.read(NEW), accepted);
}

#[test]
fn what_is_rejected_is_gone_and_the_snapshot_stays() {
    let fixture = Fixture::new();
    let before = fixture.read(CHANGED);
    let (out, _) = fixture.ends(&["review", "--reject-all"], 0);
    assert_eq!(out.lines().count(), 3, "{out}");
    assert_eq!(fixture.read(CHANGED), before);
    assert!(!fixture.at(NEW).exists());
    assert_eq!(fixture.ends(&["review", "--list"], 0).0, "");
    assert_eq!(fixture.ends(&["review"], 0).0, "no snapshot waits for review\n");
}

#[test]
fn a_path_without_snapshots_is_a_mistake() {
    let fixture = Fixture::new();
    for (path, told) in [
        ("nowhere", "nowhere: there is no such file or folder"),
        ("snapshots/nowhere.snap.new", "there is no such file or folder"),
        ("scenarios/new.yaml", "this is no snapshot"),
    ] {
        let (_, err) = fixture.ends(&["review", "--list", path], 2);
        assert!(err.contains(told), "{err}");
    }
    let empty = Fixture { folder: tempdir().unwrap() };
    empty.ends(&["review"], 2);
    empty.ends(&["review", "--list", "--accept-all"], 2);
}

#[test]
fn without_a_terminal_and_under_ci_nothing_is_decided() {
    let fixture = Fixture::new();
    let (_, err) = fixture.ends(&["review"], 2);
    assert!(err.contains("this is no terminal; --list prints what waits"), "{err}");
    for mode in [&["review"][..], &["review", "--accept-all"], &["review", "--reject-all"]] {
        let (_, err) = ended(&fixture.command(mode).env("CI", "true").output().unwrap(), 2);
        assert!(err.contains("not under CI"), "{err}");
    }
    let (list, _) = ended(&fixture.command(&["review", "--list"]).env("CI", "true").output().unwrap(), 1);
    assert_eq!(list.lines().count(), 3);
}

#[test]
fn a_decision_on_what_has_changed_since_is_refused() {
    let fixture = Fixture::new();
    let change = |path: &str| {
        let text = fixture.read(path);
        fixture.put(path, &text.replace("\"primary\":1", "\"primary\":2"));
    };
    for changed in [CHANGED, "snapshots/deep/changed.snap.new"] {
        let waiting = fixture.waiting(CHANGED);
        change(changed);
        let (before, after) = (fixture.read(CHANGED), fixture.read("snapshots/deep/changed.snap.new"));
        assert!(waiting.accept().unwrap_err().contains("changed since"));
        assert!(waiting.reject().unwrap_err().contains("changed since"));
        assert_eq!((fixture.read(CHANGED), fixture.read("snapshots/deep/changed.snap.new")), (before, after));
    }
    let waiting = fixture.waiting(NEW);
    fixture.put(NEW, "---\nsource: x\n---\nlookup 0 engine=bounded\n");
    assert!(waiting.accept().is_err());
}

#[test]
fn what_is_broken_or_breaks_a_promise_is_not_accepted() {
    let fixture = Fixture::new();
    let path = "snapshots/new.snap.new";
    let good = fixture.read(path);
    for (bad, told) in [
        (String::new(), "what waits is broken"),
        (good.replace("---\n", "--\n"), "no header"),
        (good.replace('\n', "\r\n"), "line ends"),
        (good[..good.len() - 40].to_owned(), "no whole trail"),
        (good.replace("lookup 0", "lookup 9"), "no whole trail"),
        (good.replace("events:\n", "violations: [\"no_overspend\"]\nevents:\n"), "it breaks no_overspend"),
        (
            good.replace("engine=bounded", "engine=unheard_of")
                .replace("events:\n", "violations: [\"x\",\"no_secret_leak\"]\nevents:\n"),
            "it breaks no_secret_leak",
        ),
        (good.replacen("---\n", "<<<<<<< ours\n---\n", 1), "no header"),
    ] {
        fixture.put(path, &bad);
        let waiting = fixture.waiting(NEW);
        let objection = waiting.objection().unwrap();
        assert!(objection.contains(told), "{objection}");
        assert_eq!(waiting.accept().unwrap_err(), objection);
        assert!(!fixture.at(NEW).exists() && fixture.at(path).exists(), "{told}");
    }
    fixture.put(path, &good);
    fixture.put(NEW, "<<<<<<< ours\n");
    let waiting = fixture.waiting(NEW);
    assert_eq!(waiting.kind(), WaitingKind::Broken);
    assert!(waiting.objection().unwrap().contains("the snapshot is broken"));
    waiting.reject().unwrap();
    assert_eq!(fixture.read(NEW), "<<<<<<< ours\n");
}

#[test]
fn every_decision_can_be_undone_byte_for_byte() {
    let fixture = Fixture::new();
    let both = |path: &str| {
        let read = |path: &str| fs::read(fixture.at(path)).ok();
        (read(path), read(&format!("{path}.new")))
    };
    for path in [CHANGED, NEW] {
        let before = both(path);
        for decide in [Waiting::accept, Waiting::reject] {
            let waiting = fixture.waiting(path);
            decide(&waiting).unwrap();
            assert_ne!(both(path), before);
            waiting.restore().unwrap();
            assert_eq!(both(path), before, "{path}");
        }
        let waiting = fixture.waiting(path);
        waiting.accept().unwrap();
        fixture.put(path, "something else\n");
        assert!(waiting.restore().unwrap_err().contains("changed since"));
        assert_eq!(fixture.read(path), "something else\n");
    }
}

#[test]
fn what_the_test_of_a_rust_project_left_is_accepted_as_insta_does() {
    let fixture = Fixture::new();
    let path = "snapshots/new.snap.new";
    let good = fixture.read(path);
    fixture.put(
        path,
        &good.replacen("source: scenarios/new.yaml\n", "source: tests/s.rs\nassertion_line: 40\n", 1),
    );
    fixture.waiting(NEW).accept().unwrap();
    assert_eq!(fixture.read(NEW), good.replacen("source: scenarios/new.yaml\n", "source: tests/s.rs\n", 1));
    fixture.ends(&["run", "--filter", "new"], 0);
}

#[test]
fn a_replay_that_passes_again_can_be_accepted_again() {
    let fixture = Fixture::new();
    assert!(fixture.waiting(FAILS).objection().is_some());
    fixture.put("scenarios/fails.yaml", &scenario(350, "expect: { outcome: no_useful_result }\n"));
    fixture.ends(&["run"], 1);
    assert_eq!(fixture.waiting(FAILS).objection(), None);
    let found = find(&[fixture.at("snapshots")]).unwrap();
    assert_eq!(found, [fixture.at(CHANGED), fixture.at(FAILS), fixture.at(NEW)]);
    let kinds: Vec<&str> =
        found.iter().map(|path: &PathBuf| Waiting::read(path).unwrap().kind().wire()).collect();
    assert_eq!(kinds, ["changed", "changed", "new"]);
    assert!(find(&[Path::new("/nonexistent").to_owned()]).is_err());
}
