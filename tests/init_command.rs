//! `trailcheck init` as a newcomer calls it: in an empty folder, beside files that are there, where it cannot be done.

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

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::{TempDir, tempdir};

fn trailcheck(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    command.args(arguments).current_dir(folder).env_remove("CI").stdin(Stdio::null());
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[track_caller]
fn ends(output: &Output, code: i32) -> String {
    let both = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{both}");
    assert!(!both.contains(['\u{1b}', '\r']), "{both:?}");
    both
}

/// Everything below a folder: the bytes of files, nothing for folders.
fn tree(folder: &Path) -> BTreeMap<String, Option<Vec<u8>>> {
    let entries = walkdir::WalkDir::new(folder).min_depth(1).into_iter().flatten();
    let read = |entry: walkdir::DirEntry| {
        let below = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        (below, fs::read(entry.path()).ok())
    };
    entries.map(read).collect()
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    for (path, contents) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    folder
}

const FILES: [&str; 9] = [
    ".gitattributes",
    ".github/workflows/trailcheck.yml",
    ".gitignore",
    "scenarios/defaults.yaml",
    "scenarios/primary_hangs.yaml",
    "schemas/scenario.json",
    "schemas/validator.json",
    "snapshots/primary_hangs.snap",
    "validator.yaml",
];

#[test]
fn an_empty_folder_becomes_a_project_whose_first_run_is_green() {
    let folder = tempdir().unwrap();
    let said = ends(&trailcheck(folder.path(), &["init"]), 0);
    let files: Vec<String> =
        tree(folder.path()).into_iter().filter_map(|(path, file)| file.map(|_| path)).collect();
    assert_eq!(files, FILES);
    for file in FILES {
        assert!(said.contains(&format!("wrote   {file}\n")), "{said}");
    }
    assert!(said.contains("1. ") && said.contains("2. ") && said.contains("3. "), "{said}");
    let mut run = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    let run = run.args(["run", "--unreferenced", "fail"]).current_dir(folder.path()).env("CI", "1").output();
    assert_eq!(ends(&run.unwrap(), 0), "1 scenario, 1 lookup: all passed\n");
}

#[test]
fn a_second_time_everything_is_kept() {
    let folder = tempdir().unwrap();
    ends(&trailcheck(folder.path(), &["init"]), 0);
    let before = tree(folder.path());
    let said = ends(&trailcheck(folder.path(), &["init", "--budget-ms", "9"]), 0);
    assert!(!said.contains("wrote") && said.contains("Nothing was missing."), "{said}");
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn the_numbers_of_the_user_are_those_that_are_replayed() {
    for (arguments, outcome) in [
        (&["--budget-ms", "1300"][..], "budget_exhausted"),
        (&["--budget-ms", "1", "--per-attempt-ms", "1"], "budget_exhausted"),
        (&["--budget-ms", "86400000", "--per-attempt-ms", "86400000"], "budget_exhausted"),
        (&["--budget-ms", "30000", "--per-attempt-ms", "8000", "--min-attempt-ms", "2000"], "useful_result"),
        (&["--no-fallback"], "transport_failed"),
        (&["--no-fallback", "--fallback"], "useful_result"),
    ] {
        let folder = tempdir().unwrap();
        ends(&trailcheck(folder.path(), &[&["init"], arguments].concat()), 0);
        let run = trailcheck(folder.path(), &["run", "--format", "json"]);
        ends(&run, 0);
        let receipt = format!("\"outcome\":\"{outcome}\"");
        assert!(text(&run.stdout).contains(&receipt), "{arguments:?}: {}", text(&run.stdout));
        let defaults = fs::read_to_string(folder.path().join("scenarios/defaults.yaml")).unwrap();
        for pair in arguments.chunks(2).filter(|pair| pair.len() == 2 && !pair[1].starts_with('-')) {
            let field = pair[0].trim_start_matches('-').replace('-', "_");
            assert!(defaults.contains(&format!("{field}: {} ", pair[1])), "{defaults}");
        }
    }
}

#[test]
fn numbers_that_make_no_policy_write_nothing() {
    for (arguments, told) in [
        (&["--budget-ms", "0"][..], "budget_ms: 0 ms is out of bounds"),
        (&["--per-attempt-ms", "86400001"], "per_attempt_ms: 86400001 ms is out of bounds"),
        (&["--min-attempt-ms", "2500"], "min_attempt_ms: 2500 ms is more than"),
        (&["--budget-ms", "010"], "write plain digits"),
        (&["--budget-ms", "2s"], "write plain digits"),
        (&["--ci", "jenkins"], "invalid value"),
        (&["--git", ""], "a value is required"),
    ] {
        let folder = tempdir().unwrap();
        let said = ends(&trailcheck(folder.path(), &[&["init"], arguments].concat()), 2);
        assert!(said.contains(told), "{said}");
        assert_eq!(tree(folder.path()).len(), 0, "{arguments:?}");
    }
}

#[test]
fn what_is_there_is_kept_and_named() {
    let there = [
        (".gitattributes", "*.rs text\n"),
        (".gitignore", "/target\n"),
        (".gitlab-ci.yml", "stages: [build]\n"),
        ("validator.yaml", "rules: [\n"),
        ("schemas/scenario.json", "{}\n"),
        ("snapshots/primary_hangs.snap", "---\n---\nof old\n"),
        ("src/main.rs", "fn main() {}\n"),
    ];
    let folder = folder_with(&there);
    let said = ends(&trailcheck(folder.path(), &["init"]), 0);
    for (path, contents) in there {
        assert_eq!(fs::read_to_string(folder.path().join(path)).unwrap(), contents, "{path}");
    }
    for told in [
        "kept    .gitattributes: add the line `*.snap -text`",
        "kept    .gitignore: add the line `*.snap.new`",
        "kept    .gitlab-ci.yml: add this job:\n",
        "kept    validator.yaml: it is no validator file",
        "kept    schemas/scenario.json: not this version's; `trailcheck schema scenario` prints that",
        "kept    snapshots/primary_hangs.snap: it differs",
        "wrote   schemas/validator.json",
    ] {
        assert!(said.contains(told), "`{told}` is not in\n{said}");
    }
    let defaults = fs::read_to_string(folder.path().join("scenarios/defaults.yaml")).unwrap();
    assert!(!defaults.contains("validator"), "{defaults}");
    assert!(!folder.path().join(".github").exists());
}

#[test]
fn scenarios_that_are_there_get_neither_company_nor_defaults() {
    let scenario = "query: x\ntransports: { primary: { base_url: 'https://primary.invalid/' } }\n";
    let folder = folder_with(&[("scenarios/deep/own.yml", scenario)]);
    let said = ends(&trailcheck(folder.path(), &["init"]), 0);
    assert!(said.contains("kept    scenarios: 1 scenario there already"), "{said}");
    let scenarios = tree(&folder.path().join("scenarios"));
    assert_eq!(scenarios.keys().collect::<Vec<_>>(), ["deep", "deep/own.yml"]);
    assert!(!folder.path().join("snapshots").exists());
}

#[test]
fn the_first_scenario_passes_under_defaults_and_validators_that_are_there() {
    for files in [
        &[("scenarios/defaults.yaml", "policy: { budget_ms: 700, deny_terms: [rust] }\n")][..],
        &[("scenarios/defaults.yml", "validator: { min_hits: 9 }\n")],
        &[("validator.yaml", "min_snippet_chars: 4000\n")],
    ] {
        let folder = folder_with(files);
        ends(&trailcheck(folder.path(), &["init", "--budget-ms", "2500"]), 0);
        assert_eq!(fs::read_to_string(folder.path().join(files[0].0)).unwrap(), files[0].1);
        let run = trailcheck(folder.path(), &["run", "--format", "json"]);
        ends(&run, 0);
        assert!(text(&run.stdout).contains("\"budget_ms\":2500"), "{files:?}");
    }
}

#[test]
fn what_is_in_the_way_is_named_and_nothing_is_written() {
    for (files, told) in [
        (&[("scenarios", "a file\n")][..], "scenarios is no folder"),
        (&[("snapshots", "a file\n")], "snapshots is no folder"),
        (&[(".github/workflows", "a file\n")], ".github/workflows is no folder"),
        (&[("validator.yaml/x", "")], "validator.yaml is no file"),
        (&[("scenarios/defaults.yaml", "polic: 1\n")], "did you mean `policy`?"),
    ] {
        let folder = folder_with(files);
        let before = tree(folder.path());
        let said = ends(&trailcheck(folder.path(), &["init"]), 2);
        assert!(said.contains(told), "{said}");
        assert_eq!(tree(folder.path()), before);
    }
    let folder = tempdir().unwrap();
    symlink("/nonexistent/of/a/link", folder.path().join(".gitattributes")).unwrap();
    let said = ends(&trailcheck(folder.path(), &["init"]), 2);
    assert!(said.contains(".gitattributes is no file"), "{said}");
    assert_eq!(tree(folder.path()).len(), 1);
    fs::write(folder.path().join("file"), "").unwrap();
    let said = ends(&trailcheck(folder.path(), &["init", "file"]), 2);
    assert!(said.contains("file is no folder"), "{said}");
}

#[test]
fn a_folder_that_cannot_be_written_to_leaves_all_as_it_was() {
    let folder = folder_with(&[(".github/keep", "")]);
    let locked = folder.path().join(".github");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(locked.join("probe"), "").is_ok() {
        // Root writes everywhere.
        return;
    }
    let before = tree(folder.path());
    let said = ends(&trailcheck(folder.path(), &["init"]), 2);
    assert!(said.contains("cannot be written") && said.contains("nothing was written"), "{said}");
    assert_eq!(tree(folder.path()), before);
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_job_stands_at_the_top_of_the_repository_alone() {
    let folder = folder_with(&[(".git/HEAD", "")]);
    let said = ends(&trailcheck(folder.path(), &["init", "tools/web"]), 0);
    assert!(said.contains("left    tools/web/.github/workflows/trailcheck.yml: "), "{said}");
    assert!(said.contains("`trailcheck run tools/web/scenarios`"), "{said}");
    assert!(!folder.path().join("tools/web/.github").exists());
    ends(&trailcheck(folder.path(), &["run", "tools/web/scenarios"]), 0);
    let said = ends(&trailcheck(folder.path(), &["init", ".", "--git", "https://git.invalid/it.git"]), 0);
    assert!(said.contains("3. Commit:"), "{said}");
    let job = fs::read_to_string(folder.path().join(".github/workflows/trailcheck.yml")).unwrap();
    assert!(job.contains("TRAILCHECK_GIT: \"https://git.invalid/it.git\"\n"), "{job}");
}

#[test]
fn no_job_is_written_where_none_is_wanted() {
    let folder = tempdir().unwrap();
    ends(&trailcheck(folder.path(), &["init", "--ci", "none"]), 0);
    assert!(!folder.path().join(".github").exists() && !folder.path().join(".gitlab-ci.yml").exists());
    ends(&trailcheck(folder.path(), &["init", "--ci", "gitlab"]), 0);
    assert!(folder.path().join(".gitlab-ci.yml").exists());
}

/// Editors read the schema that the first line names.
#[test]
fn the_files_meet_the_schemas_that_they_name() {
    let folder = tempdir().unwrap();
    ends(&trailcheck(folder.path(), &["init"]), 0);
    for file in ["scenarios/primary_hangs.yaml", "validator.yaml"] {
        let path = folder.path().join(file);
        let written = fs::read_to_string(&path).unwrap();
        let schema =
            written.lines().next().unwrap().strip_prefix("# yaml-language-server: $schema=").unwrap();
        let schema = fs::read_to_string(path.parent().unwrap().join(schema)).unwrap();
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        let value: Option<serde_json::Value> = serde_yaml::from_str(&written).unwrap();
        // A file of comments alone is nothing, which sets nothing.
        let Some(value) = value.filter(|value| !value.is_null()) else { continue };
        assert!(jsonschema::is_valid(&schema, &value), "{file}");
    }
}
