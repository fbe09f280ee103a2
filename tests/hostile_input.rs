//! Hostile surroundings: what is in the way is named, the exit code is the documented one, nothing is half-written.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

const GOOD: &str = "query: rust async traits
transports:
  primary:
    base_url: https://primary.invalid/search
    steps:
      - { latency_ms: 300, hits: [] }
";
const SAYS_NO: &str = "expect: { outcome: useful_result }\n";
const OVERRUN: &str = "query: rust\ntransports:\n  primary: { base_url: 'https://primary.invalid/' }\n";

/// What a run came to.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// A project in a folder of its own, with one good scenario.
struct Fixture {
    folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Self {
        let fixture = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(fixture.path().join("scenarios")).unwrap();
        fixture.put("scenarios/good.yaml", GOOD);
        fixture
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn put(&self, path: &str, text: &str) {
        fs::write(self.path().join(path), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
        command.args(arguments).current_dir(self.path());
        command.env_remove("CI").env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.finish(&mut self.command(arguments))
    }

    /// Runs, and holds what is true of every run.
    fn finish(&self, command: &mut Command) -> Run {
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let run =
            Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) };
        for stream in [&run.out, &run.err] {
            assert!(!stream.contains(['\u{1b}', '\r']), "{stream:?}");
            assert!(!stream.contains("panicked") && !stream.contains("RUST_BACKTRACE"), "{stream}");
        }
        self.assert_nothing_is_half_written();
        run
    }

    fn assert_nothing_is_half_written(&self) {
        for entry in walkdir::WalkDir::new(self.path()).into_iter().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(!name.starts_with(".trailcheck-"), "{name} was left behind");
        }
    }
}

impl Run {
    #[track_caller]
    fn ends(&self, code: i32, said: &str) {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(self.err.contains(said), "`{said}` is not in\n{}", self.err);
    }
}

fn is_root() -> bool {
    // A file without permissions can be read by root alone.
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::set_permissions(file.path(), fs::Permissions::from_mode(0o0)).unwrap();
    fs::read(file.path()).is_ok()
}

#[test]
fn a_path_that_is_in_the_way_is_named() {
    let fixture = Fixture::new();
    fixture.run(&["run", "nowhere"]).ends(2, "nowhere");
    fixture.run(&["run", "nowhere", "--allow-empty"]).ends(2, "there is no such file or folder");
    fixture.put("notes.txt", "x");
    fixture.run(&["run", "notes.txt"]).ends(2, "this is no scenario file");
    fixture.put("outside.yaml", GOOD);
    fixture.run(&["run", "outside.yaml", "--root", "scenarios"]).ends(2, "outside the scenario root");
    fixture.put("scenarios/good.yml", GOOD);
    fixture.run(&["run"]).ends(2, "same name");
}

#[test]
fn a_folder_a_loop_a_pipe_and_a_huge_file_are_no_scenarios() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.path().join("scenarios/folder.yaml")).unwrap();
    fixture.run(&["run"]).ends(2, "folder with the name of a scenario file");
    fs::remove_dir(fixture.path().join("scenarios/folder.yaml")).unwrap();

    symlink("..", fixture.path().join("scenarios/loop")).unwrap();
    fixture.run(&["run"]).ends(2, "leads back to");
    fs::remove_file(fixture.path().join("scenarios/loop")).unwrap();

    symlink("self.yaml", fixture.path().join("scenarios/self.yaml")).unwrap();
    fixture.run(&["run"]).ends(2, "self.yaml");
    fs::remove_file(fixture.path().join("scenarios/self.yaml")).unwrap();

    let pipe = fixture.path().join("scenarios/pipe.yaml");
    if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        fixture.run(&["run"]).ends(2, "no regular file");
        fs::remove_file(&pipe).unwrap();
    }
    let huge = fs::File::create(fixture.path().join("scenarios/huge.yaml")).unwrap();
    huge.set_len(100 * 1024 * 1024).unwrap();
    fixture.run(&["run"]).ends(2, "larger than 4 MiB");
}

#[test]
fn a_file_that_may_not_be_read_is_named() {
    let fixture = Fixture::new();
    let path = fixture.path().join("scenarios/good.yaml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
    if !is_root() {
        fixture.run(&["run"]).ends(2, "cannot be read");
    }
}

#[test]
fn a_page_behind_a_link_out_of_the_corpus_is_refused() {
    let fixture = Fixture::new();
    fixture.put("secret.html", "<p>secret");
    fs::create_dir(fixture.path().join("corpus")).unwrap();
    symlink("../secret.html", fixture.path().join("corpus/page.html")).unwrap();
    fixture.put("scenarios/good.yaml", &GOOD.replace("hits: []", "page: page.html"));
    let run = fixture.run(&["run"]);
    run.ends(2, "leaves the corpus");
    assert!(!run.err.contains("<p>"));
}

#[test]
fn snapshots_that_cannot_be_written_are_bad_input() {
    let fixture = Fixture::new();
    fixture.put("snapshots", "a file in place of the folder");
    fixture.run(&["run", "--accept"]).ends(2, "snapshots");
    assert_eq!(
        fs::read_to_string(fixture.path().join("snapshots")).unwrap(),
        "a file in place of the folder"
    );
    fs::remove_file(fixture.path().join("snapshots")).unwrap();

    fs::create_dir(fixture.path().join("snapshots")).unwrap();
    fs::set_permissions(fixture.path().join("snapshots"), fs::Permissions::from_mode(0o555)).unwrap();
    if !is_root() {
        fixture.run(&["run", "--accept"]).ends(2, "cannot be written");
    }
    fs::set_permissions(fixture.path().join("snapshots"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn an_output_that_cannot_be_written_is_bad_input_and_a_device_stays_one() {
    let fixture = Fixture::new();
    let run = |output: &str| fixture.run(&["run", "--no-snapshots", "--format", "json", "--output", output]);
    run("scenarios").ends(2, "scenarios cannot be written");
    run("scenarios/good.yaml/x").ends(2, "cannot be written");
    run("trails.jsonl").ends(0, "");
    assert_eq!(fs::read_to_string(fixture.path().join("trails.jsonl")).unwrap().lines().count(), 2);
    run("/dev/null").ends(0, "");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    if Path::new("/dev/full").exists() {
        run("/dev/full").ends(2, "cannot be written");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = fixture.command(&["run", "--no-snapshots"]);
        let status = command.stdout(full).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(2));
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let fixture = Fixture::new();
    for arguments in
        [&["run", "--no-snapshots", "--format", "json"][..], &["schema", "scenario"], &["--help"]]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = fixture.command(arguments).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!String::from_utf8(output.stderr).unwrap().contains("panicked"));
    }
}

#[test]
fn the_exit_code_says_what_happened_and_the_worst_wins() {
    let fixture = Fixture::new();
    let run = |more: &[&str]| fixture.run(&[&["run", "--no-snapshots"], more].concat()).code;
    assert_eq!(run(&[]), 0);
    assert_eq!(run(&["--filter", "nothing"]), 4);
    assert_eq!(run(&["--filter", "nothing", "--allow-empty"]), 0);
    assert_eq!(run(&["--no-such-flag"]), 2);
    assert_eq!(run(&["--policy", "nowhere.yaml"]), 2);
    fixture.put("scenarios/no.yaml", &format!("{GOOD}{SAYS_NO}"));
    assert_eq!(run(&[]), 1);
    assert_eq!(run(&["--filter", "good"]), 0);
    fixture.put("scenarios/overrun.yaml", OVERRUN);
    assert_eq!(run(&["--filter", "overrun"]), 1);
    fixture.put("scenarios/bad.yaml", "qurey: x\n");
    assert_eq!(run(&[]), 2, "a bad file wins over a test that says no, and nothing runs");
    assert_eq!(run(&["--output", "scenarios"]), 2);
    assert_eq!(fixture.run(&["check"]).code, 2);
}

#[test]
fn ci_neither_leaves_pending_snapshots_nor_accepts() {
    let fixture = Fixture::new();
    let run = fixture.finish(fixture.command(&["run"]).env("CI", "1"));
    assert_eq!(run.code, 1);
    let run = fixture.finish(fixture.command(&["run", "--accept"]).env("CI", "true"));
    run.ends(2, "--accept is refused");
    assert!(!fixture.path().join("snapshots").exists());
    assert_eq!(fixture.run(&["run"]).code, 1);
    assert!(fixture.path().join("snapshots/good.snap.new").exists());
    assert_eq!(fixture.run(&["run", "--accept"]).code, 0);
    assert_eq!(fixture.run(&["run"]).code, 0);
    assert!(!fixture.path().join("snapshots/good.snap.new").exists());
}

#[test]
fn a_trail_that_fails_is_never_accepted() {
    let fixture = Fixture::new();
    fixture.put("scenarios/good.yaml", &format!("{GOOD}{SAYS_NO}"));
    assert_eq!(fixture.run(&["run", "--accept"]).code, 1);
    assert!(!fixture.path().join("snapshots/good.snap").exists());
}

#[test]
fn captured_output_is_plain_whatever_the_terminal() {
    let fixture = Fixture::new();
    fixture.put("scenarios/no.yaml", &format!("description: \"\\e[31mred\\r\"\n{GOOD}{SAYS_NO}"));
    for (name, value) in
        [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "xterm-256color"), ("CLICOLOR_FORCE", "1")]
    {
        for arguments in
            [&["run"][..], &["run", "--format", "junit"], &["run", "--format", "json"], &["--help"]]
        {
            fixture.finish(fixture.command(arguments).env(name, value));
        }
    }
}
