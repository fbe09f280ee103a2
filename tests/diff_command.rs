//! `trailcheck diff` as it is called: sides, forms, gates, and everything that it refuses.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a command came to.
struct Done {
    code: i32,
    out: String,
    err: String,
}

struct Fixture {
    folder: tempfile::TempDir,
}

const HEAD: &str = "query: rust async traits\ntransports:\n";

impl Fixture {
    /// Two scenarios, and the trail file `old.jsonl` of a run.
    fn new() -> Self {
        let fixture = Self { folder: tempfile::tempdir().unwrap() };
        fixture.put("scenarios/a/one.yaml", &scenario(300, "hits: []"));
        fixture.put("scenarios/two.yaml", &scenario(400, "error: dns"));
        fixture.run("old.jsonl");
        fixture
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env_remove("CI").env_remove("NO_COLOR").env_remove("COLUMNS");
        // What surrounds the temporary folder is not its repository.
        command.env("GIT_CEILING_DIRECTORIES", self.folder.path().parent().unwrap());
        command
    }

    fn trailcheck(&self, arguments: &[&str]) -> Done {
        let output = self.command(env!("CARGO_BIN_EXE_trailcheck"), arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Done { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    fn run(&self, output: &str) {
        let done = self.trailcheck(&["run", "--no-snapshots", "--format", "json", "--output", output]);
        assert_eq!(done.code, 0, "{}", done.err);
    }

    fn diff(&self, arguments: &[&str]) -> Done {
        let done = self.trailcheck(&[&["diff"], arguments].concat());
        assert!(!done.out.contains(['\u{1b}', '\r']) && !done.err.contains(['\u{1b}', '\r']));
        done
    }

    /// The folder with `old.jsonl` as it was and `new.jsonl` after a change of each class.
    fn changed() -> Self {
        let fixture = Self::new();
        fixture.put("scenarios/three.yaml", &scenario(10, "status: 500"));
        fixture.put("scenarios/four.yaml", &scenario(10, "{ error: tls, message: at first }"));
        fixture.run("old.jsonl");
        fixture.put("scenarios/a/one.yaml", &scenario(300, "error: auth_failed"));
        fixture.put("scenarios/two.yaml", &scenario(401, "error: dns"));
        fixture.put("scenarios/four.yaml", &scenario(10, "{ error: tls, message: and then }"));
        fixture.run("new.jsonl");
        fixture
    }
}

fn scenario(latency_ms: u64, step: &str) -> String {
    let step = step.trim_start_matches("{ ").trim_end_matches(" }");
    format!(
        "{HEAD}  primary:\n    base_url: https://primary.invalid/search\n    \
         steps:\n      - {{ latency_ms: {latency_ms}, {step} }}\n"
    )
}

#[test]
fn two_sides_that_say_the_same_print_nothing_and_pass() {
    let fixture = Fixture::new();
    let file = fixture.read("old.jsonl");
    let mut lines: Vec<&str> = file.lines().collect();
    lines[1..].reverse();
    fixture.put("backwards.jsonl", &lines.join("\r\n"));
    assert_eq!(fixture.trailcheck(&["run", "--accept"]).code, 0);
    for new in ["old.jsonl", "backwards.jsonl", "snapshots", "./snapshots/"] {
        for (old, new) in [("old.jsonl", new), (new, "old.jsonl")] {
            for format in ["human", "markdown"] {
                let done = fixture.diff(&[old, new, "--format", format]);
                assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""), "{old} {new}");
            }
            assert_eq!(fixture.diff(&[old, new, "--format", "json"]).code, 0);
            assert_eq!(fixture.diff(&[old, new, "--format", "csv"]).out.lines().count(), 1);
        }
    }
}

#[test]
fn the_least_change_that_fails_can_be_set() {
    let fixture = Fixture::changed();
    let breaking = fixture.read("old.jsonl");
    let only = |name: &str| {
        let new = fixture.read("new.jsonl");
        let pick = |old: &str| {
            let needle = format!("\"scenario\":\"{name}\"");
            let of_new = new.lines().find(|line| line.contains(&needle)).unwrap().to_owned();
            if old.contains(&needle) { of_new } else { old.to_owned() }
        };
        let text: Vec<String> = breaking.lines().map(pick).collect();
        fixture.put("only.jsonl", &text.join("\n"));
    };
    // The scenario, and from which gate on its change fails.
    for (name, codes) in [("a/one", [1, 1, 1]), ("two", [0, 1, 1]), ("four", [0, 0, 1]), ("three", [0, 0, 0])]
    {
        only(name);
        for (gate, code) in ["breaking", "behaviour", "any"].into_iter().zip(codes) {
            let done = fixture.diff(&["old.jsonl", "only.jsonl", "--fail-on", gate]);
            assert_eq!(done.code, code, "{name} {gate}: {}{}", done.out, done.err);
        }
    }
    let done = fixture.diff(&["old.jsonl", "new.jsonl"]);
    assert_eq!(done.code, 1);
    assert!(
        done.out.ends_with("3 of 4 lookups changed: 1 breaking, 1 behaviour, 1 presentation\n"),
        "{}",
        done.out
    );
    let places: Vec<usize> = ["\nbreaking", "\nbehaviour", "\npresentation"]
        .map(|class| format!("\n{}", done.out).find(class).unwrap())
        .into();
    assert!(places.is_sorted(), "the worst comes first: {}", done.out);
}

#[test]
fn scenarios_that_only_one_side_has_are_told_apart() {
    let fixture = Fixture::new();
    fs::rename(fixture.at("scenarios/two.yaml"), fixture.at("scenarios/renamed.yaml")).unwrap();
    fixture.put("scenarios/added.yaml", &scenario(9, "status: 500"));
    fs::remove_file(fixture.at("scenarios/a/one.yaml")).unwrap();
    fixture.run("new.jsonl");
    let done = fixture.diff(&["old.jsonl", "new.jsonl"]);
    let expected = "1 scenario added\n      added\n\n1 scenario removed\n      a/one\n\n1 scenario renamed\n      \
                    two → renamed\n\n0 of 0 lookups changed; scenarios: 1 added, 1 removed, 1 renamed\n";
    assert_eq!((done.code, done.out.as_str()), (1, expected));
    assert_eq!(fixture.diff(&["old.jsonl", "new.jsonl", "--fail-on", "behaviour"]).code, 0);

    let json = fixture.diff(&["old.jsonl", "new.jsonl", "--format", "json"]).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["added"], serde_json::json!(["added"]));
    assert_eq!(json["renamed"], serde_json::json!([{ "old": "two", "new": "renamed" }]));
    assert_eq!(json["changes"], serde_json::json!([]));
}

#[test]
fn each_form_tells_every_change() {
    let fixture = Fixture::changed();
    let json = fixture.diff(&["old.jsonl", "new.jsonl", "--format", "json"]).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    let classes: Vec<&str> =
        json["changes"].as_array().unwrap().iter().map(|c| c["class"].as_str().unwrap()).collect();
    assert_eq!(classes, ["breaking", "presentation", "behaviour"]);
    assert_eq!(json["summary"]["same"], 1);
    assert_eq!(json["summary"]["transitions"][0]["old"], "no_useful_result");

    let rows = fixture.diff(&["old.jsonl", "new.jsonl", "--format", "csv"]).out;
    let mut reader = csv::Reader::from_reader(rows.as_bytes());
    let rows: Vec<Vec<String>> =
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    let all: usize =
        json["changes"].as_array().unwrap().iter().map(|c| c["changes"].as_array().unwrap().len()).sum();
    assert_eq!(rows.len(), all);
    assert!(
        rows.iter()
            .any(|row| row[..4] == ["two", "0", "behaviour", "elapsed_ms"] && row[6..] == ["400", "401"])
    );

    let junit = fixture.diff(&["old.jsonl", "new.jsonl", "--format", "junit"]).out;
    let xml = roxmltree::Document::parse(&junit).unwrap();
    let count = |name: &str| xml.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((count("testsuite"), count("testcase"), count("failure"), count("error")), (2, 4, 3, 0));
    assert_eq!(xml.root_element().attribute("failures"), Some("3"));

    let markdown = fixture.diff(&["old.jsonl", "new.jsonl", "--format", "markdown"]).out;
    assert!(markdown.starts_with("### trailcheck: 3 of 4 lookups changed: 1 breaking"), "{markdown}");
    assert!(markdown.contains("| `no_useful_result` | `transport_failed` | 1 |"), "{markdown}");

    let done =
        fixture.diff(&["old.jsonl", "new.jsonl", "--format", "markdown", "--output", "out/comment.md"]);
    assert_eq!((done.code, done.out.as_str()), (1, ""));
    assert_eq!(fixture.read("out/comment.md"), markdown);
}

#[test]
fn markdown_fits_what_github_takes_and_nothing_in_it_is_markup() {
    let fixture = Fixture::new();
    let file = fixture.read("old.jsonl");
    let line = file.lines().find(|line| line.contains("\"two\"")).unwrap();
    let header = file.lines().next().unwrap();
    let (mut old, mut new) = (format!("{header}\n"), format!("{header}\n"));
    for n in 0..600 {
        let name = format!("{n:04} <img src=x onerror=alert(1)> `|` @someone #1 https://e.invalid [x](y)");
        let named = line.replace("\"two\"", &serde_json::to_string(&name).unwrap());
        writeln!(old, "{named}").unwrap();
        // Each is a kind of its own.
        let violations = if n % 2 == 0 { "[\"no_overspend\"]" } else { "[]" };
        let changed = named
            .replace("\"unused\":{", &format!("\"unused\":{{\"not_asked_{n}\":1,"))
            .replacen("\"elapsed_ms\":400", &format!("\"elapsed_ms\":{n}"), 1)
            .replace("\"violations\":[]", &format!("\"violations\":{violations}"));
        writeln!(new, "{changed}").unwrap();
    }
    fixture.put("old.jsonl", &old);
    fixture.put("new.jsonl", &new);
    let done = fixture.diff(&["old.jsonl", "new.jsonl", "--format", "markdown"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.out.chars().count() < 65_536);
    for markup in ["<img", "@someone", " #1", "https://e", "[x](y)"] {
        assert!(!done.out.contains(markup), "{markup}");
    }
    assert!(done.out.contains("and 297 more"), "{}", &done.out[..2000]);
}

#[test]
fn bad_input_is_told_with_its_place_and_nothing_is_written() {
    let fixture = Fixture::new();
    let file = fixture.read("old.jsonl");
    fixture.put("empty.jsonl", "");
    fixture.put("cut.jsonl", &file[..file.len() - 40]);
    fixture.put("foreign.jsonl", "{\"level\":\"info\"}\n");
    fixture.put("twice.jsonl", &format!("{file}{}\n", file.lines().last().unwrap()));
    fixture.put("mixed.jsonl", &file.replacen("\"schema_version\":1", "\"schema_version\":2", 1));
    fixture.put("newer.jsonl", &file.replacen("\"trailcheck\":1", "\"trailcheck\":9", 1));
    fixture.put("keys.jsonl", &file.replacen("{\"scenario\"", "{\"lookup\":0,\"scenario\"", 1));
    fixture.put("snaps/broken.snap", "lookup 0 engine=bounded\n");
    fixture.put("none/readme.txt", "");
    let cases: &[(&str, &str)] = &[
        ("empty.jsonl", "empty.jsonl: the file is empty"),
        ("cut.jsonl", "cut.jsonl:3:"),
        ("foreign.jsonl", "foreign.jsonl:1:8: the first line is no header"),
        ("twice.jsonl", "twice.jsonl:4: lookup 0 of `two` is here twice"),
        ("mixed.jsonl", "mixed.jsonl:2: the trail has schema version 1, and the header says 2"),
        ("newer.jsonl", "newer.jsonl:1: the file has format 9, and this trailcheck reads format 1"),
        ("keys.jsonl", "duplicate field `lookup`"),
        ("snaps", "snaps/broken.snap:1: the snapshot has no header"),
        ("none", "none holds no snapshots"),
        ("missing.jsonl", "missing.jsonl cannot be read"),
    ];
    for (bad, expected) in cases {
        for (sides, which) in [(["old.jsonl", *bad], "new"), ([*bad, "old.jsonl"], "old")] {
            for format in ["human", "markdown", "json", "csv", "junit"] {
                let arguments = [sides[0], sides[1], "--format", format, "--output", "out.txt"];
                let done = fixture.diff(&arguments);
                assert_eq!((done.code, done.out.as_str()), (2, ""), "{bad}: {}", done.err);
                assert!(done.err.contains(expected), "{bad}: {}", done.err);
                assert!(done.err.starts_with(&format!("error: the {which} side: ")), "{}", done.err);
                assert!(!fixture.at("out.txt").exists(), "{bad}");
            }
        }
    }
    for usage in [&["old.jsonl"][..], &["git:", "old.jsonl"], &["old.jsonl", "git:HEAD:"], &["", "old.jsonl"]]
    {
        let done = fixture.diff(usage);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{usage:?}");
    }
}

#[test]
fn sides_of_different_engines_are_said_and_not_compared() {
    let fixture = Fixture::new();
    let other = fixture.read("old.jsonl").replace("\"bounded\"", "\"another\"");
    fixture.put("other.jsonl", &other.replace("\"schema_version\":1", "\"schema_version\":2"));
    let done = fixture.diff(&["old.jsonl", "other.jsonl"]);
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("`a/one` was replayed with bounded, and is with another"), "{}", done.err);
}

#[test]
fn a_member_that_the_other_side_does_not_know_is_breaking() {
    let fixture = Fixture::new();
    let newer = fixture.read("old.jsonl").replace("\"schema_version\":1", "\"schema_version\":2");
    fixture.put("newer.jsonl", &newer);
    let done = fixture.diff(&["old.jsonl", "newer.jsonl", "--fail-on", "breaking"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.out.contains("schema_version 1 → 2"), "{}", done.out);

    fixture.put("newer.jsonl", &newer.replace("\"empty_result_set\"", "\"paid_content\""));
    let done = fixture.diff(&["old.jsonl", "newer.jsonl", "--fail-on", "breaking"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.out.contains("not-useful reason paid_content"), "{}", done.out);
}

fn has_git() -> bool {
    Command::new("git").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[test]
fn a_revision_is_read_without_touching_the_work_tree() {
    // A source archive can be tested where there is no git.
    if !has_git() {
        return;
    }
    let fixture = Fixture::new();
    let git = |arguments: &[&str]| {
        let mut git = fixture.command("git", arguments);
        git.env("GIT_AUTHOR_NAME", "x").env("GIT_AUTHOR_EMAIL", "x@e.invalid");
        git.env("GIT_COMMITTER_NAME", "x").env("GIT_COMMITTER_EMAIL", "x@e.invalid");
        let output = git.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let none = fixture.diff(&["git:HEAD", "old.jsonl"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(none.err.contains("this is no git repository"), "{}", none.err);

    assert_eq!(fixture.trailcheck(&["run", "--accept"]).code, 0);
    git(&["init", "-q", "-b", "work"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "first"]);
    for side in ["git:HEAD", "git:work:snapshots", "git:HEAD:./snapshots/", "git:HEAD:old.jsonl"] {
        let done = fixture.diff(&[side, "snapshots"]);
        assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""), "{side}");
    }
    let before = fixture.read("snapshots/two.snap");
    fixture.put("scenarios/two.yaml", &scenario(401, "error: dns"));
    assert_eq!(fixture.trailcheck(&["run", "--accept"]).code, 0);
    let done = fixture.diff(&["git:HEAD", "snapshots"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.out.contains("primary elapsed_ms 400 → 401"), "{}", done.out);
    assert_ne!(fixture.read("snapshots/two.snap"), before, "the work tree is as it was left");

    for (side, expected) in [
        ("git:nowhere", "git knows no revision `nowhere`"),
        ("git:--all", "git knows no revision `--all`"),
        ("git:HEAD:elsewhere", "there are no snapshots"),
        ("git:HEAD:../..", "elsewhere"),
    ] {
        let done = fixture.diff(&[side, "snapshots"]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{side}: {}", done.err);
        if expected != "elsewhere" {
            assert!(done.err.contains(expected), "{side}: {}", done.err);
        }
    }
}

#[test]
fn where_there_is_no_git_it_is_said() {
    let fixture = Fixture::new();
    let mut command = fixture.command(env!("CARGO_BIN_EXE_trailcheck"), &["diff", "git:HEAD", "old.jsonl"]);
    let output = command.env("PATH", fixture.at("nothing")).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    assert!(told.contains("git cannot be started") && told.contains("install git"), "{told}");
}

#[test]
fn the_examples_of_the_documentation_are_what_a_run_writes() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (example, policy) in
        [("patient.jsonl", &[][..]), ("impatient.jsonl", &["--policy", "docs/examples/impatient.yaml"][..])]
    {
        let run = ["run", "--no-snapshots", "--filter", "bounded/0*", "--format", "json"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
        let output = command.args(run).args(policy).current_dir(project).output().unwrap();
        let pinned = fs::read(project.join("docs/examples").join(example)).unwrap();
        assert!(output.stdout == pinned, "{example} is out of date");
    }
    let sides = ["docs/examples/patient.jsonl", "docs/examples/impatient.jsonl"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    let diff = ["diff", sides[0], sides[1], "--format", "markdown"];
    let output = command.args(diff).current_dir(project).output().unwrap();
    let pinned = fs::read_to_string(project.join("docs/examples/comment.md")).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), pinned, "the comment is out of date");
}
