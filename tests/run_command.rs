//! What `run` and `merge` do beside judging: coverage, the last failures, shards, annotations and `JUnit`.

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
use std::process::{Command, Stdio};

const GOOD: &str = "query: rust async traits
transports:
  primary:
    base_url: https://primary.invalid/search
    steps:
      - { latency_ms: 300, hits: [] }
";
const SAYS_NO: &str = "expect: { outcome: useful_result }\n";

struct Fixture {
    folder: tempfile::TempDir,
}

struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Fixture {
    fn new(scenarios: &[(&str, &str)]) -> Self {
        let fixture = Self { folder: tempfile::tempdir().unwrap() };
        for (name, text) in scenarios {
            fixture.put(&format!("scenarios/{name}.yaml"), text);
        }
        fixture
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        command(self.folder.path(), arguments)
    }

    /// Runs without snapshots.
    fn run(&self, arguments: &[&str]) -> Run {
        finish(&mut self.command(&[&["run", "--no-snapshots"], arguments].concat()))
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    command.args(arguments).current_dir(folder);
    command.env_remove("CI").env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn shipped(arguments: &[&str]) -> Run {
    finish(&mut command(Path::new(env!("CARGO_MANIFEST_DIR")), arguments))
}

impl Run {
    #[track_caller]
    fn ends(&self, code: i32, said: &str) {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(self.err.contains(said), "`{said}` is not in\n{}", self.err);
    }
}

#[test]
fn coverage_lists_every_member_with_its_scenarios() {
    let fixture = Fixture::new(&[("a/one", GOOD), ("a/two", GOOD)]);
    let run = fixture.run(&["--coverage"]);
    run.ends(0, "");
    assert!(run.out.starts_with("2 scenarios, 2 lookups: all passed\n"), "{}", run.out);
    let row = |name: &str| {
        let is_row = |line: &&str| line.split_whitespace().next() == Some(name) && line.starts_with("  ");
        run.out.lines().find(is_row).unwrap_or_else(|| panic!("no {name} in\n{}", run.out)).to_owned()
    };
    assert!(row("no_useful_result").ends_with("2  a/one, a/two"));
    assert!(row("empty_result_set").ends_with("2  a/one, a/two"));
    assert!(row("useful_result").ends_with("0  no scenario"));
    assert!(row("no_route").ends_with("0  no scenario; never with bounded"));
    assert!(run.out.contains("coverage: 5 of 51 members reached (9.8 %) by 2 scenarios\n"), "{}", run.out);
    assert!(run.out.contains("not reached: outcome: useful_result, transport_failed,"), "{}", run.out);
}

#[test]
fn coverage_stays_out_of_what_machines_read() {
    let fixture = Fixture::new(&[("one", GOOD)]);
    for format in ["json", "junit", "github"] {
        let plain = fixture.run(&["--format", format]);
        let covered = fixture.run(&["--format", format, "--coverage"]);
        assert_eq!(plain.out, covered.out);
        covered.ends(0, "coverage: 5 of 51 members");
    }
    let run = fixture.run(&["--coverage", "--output", "results.txt"]);
    assert_eq!(run.out, "");
    assert!(fs::read_to_string(fixture.path("results.txt")).unwrap().contains("coverage: 5 of 51"));
}

#[test]
fn min_coverage_is_a_gate_that_names_what_is_missing() {
    let fixture = Fixture::new(&[
        ("one", GOOD),
        ("overrun", "query: x\ntransports:\n  p: { base_url: 'https://p.invalid/' }\n"),
    ]);
    let good = ["--filter", "one"];
    let gate = |least: &str| fixture.run(&[&["--min-coverage", least], &good[..]].concat());
    gate("9.8").ends(0, "");
    let run = gate("9.9");
    run.ends(1, "--min-coverage 9.9 is not met: 5 of 51 members reached (9.8 %)");
    assert!(run.err.contains("not reached: fault: dns, connect"), "{}", run.err);
    assert!(run.out.contains("those that only other"), "the rule is printed: {}", run.out);
    assert!(run.out.contains("a part of the suite: --filter"), "{}", run.out);
    for wrong in ["-1", "101", "x", "1e2", "NaN", "", "+5"] {
        assert_eq!(gate(wrong).code, 2, "{wrong}");
    }
    let run = fixture.run(&["--min-coverage", "1"]);
    run.ends(1, "");
    assert!(run.out.contains("1 scenario has no trail"), "{}", run.out);
    fixture.run(&["--filter", "none", "--allow-empty", "--min-coverage", "50"]).ends(0, "judged nothing");
}

#[test]
fn last_failed_runs_what_did_not_pass() {
    let bad = format!("{GOOD}{SAYS_NO}");
    let fixture = Fixture::new(&[("a", GOOD), ("b", &bad), ("c", &bad), ("d", GOOD)]);
    fixture.run(&["--last-failed", "--filter", "a"]).ends(4, "no scenario here failed");
    fixture.run(&["--filter", "a"]).ends(0, "");
    assert!(!fixture.path(".trailcheck").exists(), "a suite that passes leaves nothing");
    fixture.run(&[]).ends(1, "");
    let run = fixture.run(&["--last-failed"]);
    assert!(run.out.contains("2 scenarios, 2 lookups: 0 passed, 2 failed"), "{}", run.out);
    fixture.put("scenarios/b.yaml", GOOD);
    // A run of a part changes the state of that part alone.
    fixture.run(&["--filter", "[ab]"]).ends(0, "");
    let run = fixture.run(&["--last-failed"]);
    assert!(run.out.contains("1 scenario, 1 lookup: 0 passed, 1 failed"), "{}", run.out);
    // A scenario that is gone is dropped with the next change.
    fs::remove_file(fixture.path("scenarios/c.yaml")).unwrap();
    fixture.run(&["--last-failed"]).ends(4, "no scenario here failed");
    fixture.run(&["--last-failed", "--allow-empty"]).ends(0, "");
    fixture.run(&[]).ends(0, "");
    let state = fs::read_to_string(fixture.path(".trailcheck/scenarios.last-failed.json")).unwrap();
    assert!(!state.contains("\"c\""), "{state}");
    assert!(fs::read_to_string(fixture.path(".trailcheck/.gitignore")).unwrap().contains("\n*\n"));
}

#[test]
fn a_state_that_is_not_ours_is_named_and_does_no_harm() {
    let bad = format!("{GOOD}{SAYS_NO}");
    let fixture = Fixture::new(&[("a", &bad)]);
    let state = ".trailcheck/scenarios.last-failed.json";
    for foreign in ["", "{", "[]", "{\"last_failed\": 2, \"scenarios\": []}", "\u{0}", "{\"scenarios\": [1]}"]
    {
        fixture.put(state, foreign);
        fixture.run(&["--last-failed"]).ends(4, "last-failed.json is not used");
        fixture.run(&[]).ends(1, "is not used");
        fixture.run(&["--last-failed"]).ends(1, "");
    }
    fixture.put(state, "{\"last_failed\": 1, \"scenarios\": [\"../../etc/passwd\", \"/x\", \"gone\"]}");
    fixture.run(&["--last-failed"]).ends(4, "no scenario here failed");
    fixture.run(&[]).ends(1, "");
    assert!(!fs::read_to_string(fixture.path(state)).unwrap().contains("passwd"));
}

#[cfg(unix)]
#[test]
fn a_state_behind_a_link_is_neither_read_nor_written() {
    let bad = format!("{GOOD}{SAYS_NO}");
    let outside = tempfile::tempdir().unwrap();
    let fixture = Fixture::new(&[("a", &bad)]);
    std::os::unix::fs::symlink(outside.path(), fixture.path(".trailcheck")).unwrap();
    fixture.run(&[]).ends(1, "cannot be written, so that --last-failed will not know");
    fixture.run(&["--last-failed"]).ends(4, "it is a link");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn no_state_is_kept_under_ci() {
    let fixture = Fixture::new(&[("a", &format!("{GOOD}{SAYS_NO}"))]);
    finish(fixture.command(&["run", "--no-snapshots"]).env("CI", "true")).ends(1, "");
    assert!(!fixture.path(".trailcheck").exists());
}

#[test]
fn an_empty_shard_is_said() {
    let fixture = Fixture::new(&[("a", GOOD)]);
    let shard =
        |k: u32, more: &[&str]| fixture.run(&[&["--partition", &format!("hash:{k}/2")], more].concat());
    let empty = if shard(1, &[]).code == 4 { 1 } else { 2 };
    shard(empty, &[])
        .ends(4, &format!("the shard hash:{empty}/2 is empty: none of 1 scenarios falls into it"));
    shard(empty, &["--allow-empty"]).ends(0, "is empty");
    shard(3 - empty, &[]).ends(0, "");
}

#[test]
fn annotations_stand_at_the_line_that_was_not_met() {
    let fixture = Fixture::new(&[
        ("a,b: 50%", &format!("{GOOD}{SAYS_NO}")),
        ("good", GOOD),
        (
            "hostile",
            &format!(
                "description: \"::error::injected\\n::set-output name=x::y ##[error]z\"\n{GOOD}{SAYS_NO}"
            ),
        ),
    ]);
    fixture.put("snapshots/gone.snap", "---\nsource: x\n---\nlookup 0 engine=bounded\n");
    let run = finish(&mut fixture.command(&["run", "--format", "github"]));
    assert_eq!(run.code, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 5, "{}", run.out);
    let start = "::error file=scenarios/a%2Cb%3A 50%25.yaml,line=7,col=20,title=a%2Cb%3A 50%25::outcome should be \
                 useful_result, and is no_useful_result%0Aoutcome=no_useful_result ";
    assert!(lines[0].starts_with(start), "{}", lines[0]);
    assert!(lines[1].starts_with("::error file=scenarios/good.yaml,line=1,"), "no snapshot: {}", lines[1]);
    let orphan = "::warning file=snapshots/gone.snap,title=snapshot without a scenario::";
    assert!(lines[3].starts_with(orphan), "{}", lines[3]);
    assert_eq!(
        lines[4],
        "::notice title=trailcheck::3 scenarios, 3 lookups, 3 snapshots to review: 0 passed, 3 failed"
    );
    for line in run.err.lines().chain(run.out.lines()) {
        let is_command = line.trim_start().starts_with("::") && !lines.contains(&line);
        assert!(!is_command && !line.contains("##["), "{line}");
    }
}

/// A suite with a pass, a failure and an error, and text that XML has no room for.
#[test]
fn junit_is_valid_counts_right_and_tells_a_failure_from_an_error() {
    let hostile = format!(
        "description: \"]]> <&'\\\" \\x00\\x1b[31m\\x07 \\uFFFE\\uFFFF\\u2028 \\U0001F600\"\n{GOOD}{SAYS_NO}"
    );
    let fixture = Fixture::new(&[
        ("a/broken", GOOD),
        ("a/deep/hostile <&>\"'", &hostile),
        ("a/passes", GOOD),
        ("z", GOOD),
    ]);
    assert_eq!(finish(&mut fixture.command(&["run", "--accept"])).code, 1);
    fixture.put("snapshots/a/broken.snap", "<<<<<<< ours\n");
    let run = finish(&mut fixture.command(&["run", "--format", "junit"]));
    assert_eq!(run.code, 2, "a snapshot that cannot be read is bad input: {}", run.err);
    let document = roxmltree::Document::parse(&run.out).expect("valid XML");
    assert!(run.out.chars().all(|c| matches!(c, '\t' | '\n' | ' '..='\u{fffd}' | '\u{10000}'..)), "XML 1.0");
    let root = document.root_element();
    let counts = |node: &roxmltree::Node<'_, '_>| {
        ["tests", "failures", "errors"].map(|name| node.attribute(name).unwrap().parse::<usize>().unwrap())
    };
    assert_eq!((root.tag_name().name(), counts(&root)), ("testsuites", [4, 1, 1]));
    let suites: Vec<_> = root.children().filter(|node| node.has_tag_name("testsuite")).collect();
    let names: Vec<_> = suites.iter().map(|suite| suite.attribute("name").unwrap()).collect();
    assert_eq!(names, ["a", "a/deep", "."], "one suite a folder");
    assert_eq!(suites.iter().map(counts).collect::<Vec<_>>(), [[2, 0, 1], [1, 1, 0], [1, 0, 0]]);
    for suite in &suites {
        let said = suite.children().find(|node| node.has_tag_name("system-out")).unwrap();
        assert!(said.text().unwrap().contains("Times are virtual"));
    }
    let case = |name: &str| {
        let mut cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
        cases.find(|node| node.attribute("name") == Some(name)).unwrap_or_else(|| panic!("{name}"))
    };
    assert_eq!(case("passes").attribute("time"), Some("0.300"));
    assert_eq!(case("broken").first_element_child().unwrap().tag_name().name(), "error");
    let hostile = case("hostile <&>\"'");
    assert_eq!(hostile.attribute("file"), Some("scenarios/a/deep/hostile <&>\"'.yaml"));
    assert_eq!(hostile.attribute("line"), Some("8"));
    let failure = hostile.first_element_child().unwrap();
    assert_eq!(failure.tag_name().name(), "failure");
    assert_eq!(
        failure.attribute("message"),
        Some("outcome should be useful_result, and is no_useful_result")
    );
    assert!(failure.text().unwrap().contains("]]> <&'\""), "{failure:?}");
}

#[test]
fn shards_merge_to_what_one_run_writes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = |name: &str, more: &[&str]| {
        let output = at(name);
        let all = ["run", "--no-snapshots", "--format", "json", "--output", &output];
        assert_eq!(shipped(&[&all[..], more].concat()).code, 0);
        output
    };
    let whole = run("whole", &[]);
    let shards: Vec<String> =
        (1..=3).map(|k| run(&format!("shard-{k}"), &["--partition", &format!("hash:{k}/3")])).collect();
    let [one, two, three] = [&shards[0], &shards[1], &shards[2]].map(String::as_str);
    let merged = at("merged");
    shipped(&["merge", three, one, two, "--output", &merged]).ends(0, "3 files merged");
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());
    let printed = shipped(&["merge", two, three, one]);
    assert!(printed.out.as_bytes() == fs::read(&whole).unwrap());
}

#[test]
fn files_that_do_not_fit_are_named_and_nothing_is_written() {
    let fixture = Fixture::new(&[("a", GOOD), ("b", GOOD)]);
    fixture.run(&["--format", "json", "--output", "all"]).ends(0, "");
    fixture.run(&["--format", "json", "--output", "b", "--filter", "b"]).ends(0, "");
    let text = fs::read_to_string(fixture.path("all")).unwrap();
    let merge =
        |files: &[&str]| finish(&mut fixture.command(&[&["merge", "--output", "out"], files].concat()));
    let refused = |files: &[&str], said: &str| {
        merge(files).ends(2, said);
        assert!(!fixture.path("out").exists());
        let printed = finish(&mut fixture.command(&[&["merge"], files].concat()));
        assert_eq!((printed.code, printed.out.as_str()), (2, ""));
    };
    refused(&["all", "b"], "the scenario `b` is in two files: all:3 and b:2");
    refused(&["all", "nowhere"], "nowhere cannot be read");
    refused(&["scenarios"], "it is a folder");
    let (header, trails) = text.split_once('\n').unwrap();
    let (first, second) = trails.split_once('\n').unwrap();
    fixture.put("newer", &text.replacen("\"trailcheck\":1", "\"trailcheck\":2", 1));
    refused(&["newer", "b"], "newer:1");
    fixture.put("schema", &text.replace("\"schema_version\":1", "\"schema_version\":2"));
    refused(&["schema"], "schema:1: the file has schema version 2");
    fixture.put("unordered", &format!("{header}\n{second}{first}\n"));
    refused(&["unordered"], "not ordered");
    fixture.put("cut", &text[..text.len() - 9]);
    refused(&["cut"], "cut:3");
    fixture.put("empty", "");
    refused(&["empty"], "the file is empty");
    merge(&["b"]).ends(0, "1 file merged: 1 scenario, 1 lookup");
}
