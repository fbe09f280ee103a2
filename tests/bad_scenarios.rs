//! Bad scenario files and the messages they get, as a newcomer reads them.
//!
//! `bad_scenarios/NAME.yaml` is one file, `bad_scenarios/NAME/scenarios` a set of them; `NAME.txt` beside either is
//! what is said, byte for byte. After a deliberate change: `cargo test --test bad_scenarios -- --ignored regenerate`,
//! then read the difference.

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
use std::sync::LazyLock;

use trailcheck::scenario::{Discovery, Mistake, Overrides, Search, discover, from_text, load};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_scenarios");

/// One case: where its pinned message is, and what is said now.
struct Case {
    name: String,
    said: String,
}

fn told(mistakes: &[Mistake]) -> String {
    mistakes.iter().fold(String::new(), |mut all, mistake| {
        let _ = writeln!(all, "{}\n", mistake.to_string().trim_end());
        all
    })
}

/// What is said of everything below `path`, with paths as seen from the folder of the cases.
fn said_of(path: &Path, root: &Path, corpus: Option<PathBuf>) -> String {
    let search = Search {
        paths: vec![path.to_owned()],
        root: Some(root.to_owned()),
        corpus,
        working_folder: PathBuf::from(FOLDER),
    };
    let Discovery { found, mut mistakes } = discover(&search);
    if let Err(wrong) = load(&found, &Overrides::default(), 2) {
        mistakes.extend(wrong);
    }
    told(&mistakes)
}

/// Made once for all tests: some of the files are large.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(cases);

fn cases() -> Vec<Case> {
    let folder = Path::new(FOLDER);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut cases: Vec<Case> = paths
        .iter()
        .filter_map(|path| {
            let name = path.file_stem()?.to_str()?.to_owned();
            let said = if path.join("scenarios").is_dir() {
                said_of(&path.join("scenarios"), &path.join("scenarios"), None)
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                said_of(path, folder, Some(folder.join("corpus")))
            } else {
                return None;
            };
            Some(Case { name, said })
        })
        .collect();
    cases.extend(generated().into_iter().map(|(name, text)| {
        let said = from_text(name, &text).map_or_else(|wrong| told(&wrong), |_| String::new());
        Case { name: name.to_owned(), said }
    }));
    cases
}

/// Files that are too large to keep.
fn generated() -> Vec<(&'static str, String)> {
    const STEPS: &str = "\n    steps: [{ hits: [] }]\n";
    let megabyte = "x".repeat(1024 * 1024);
    // Declared values are looked for everywhere, which a build without optimisation takes its time for.
    let key = "x".repeat(8 * 1024);
    let transport = format!("transports:\n  primary:\n    base_url: https://primary.invalid/{STEPS}");
    vec![
        ("large_line_field", format!("{megabyte}: x\n{transport}")),
        ("large_line_member", format!("query: x\nengine: {megabyte}\n{transport}")),
        (
            "large_line_number",
            format!("query: x\npolicy: {{ budget_ms: {}0 }}\n{transport}", "9".repeat(1024 * 1024)),
        ),
        (
            "large_line_before",
            format!("query: x\n{transport}expect: {{ calls: {{ primary: 1 }}, trail: ['{megabyte}'] }}\n"),
        ),
        ("large_line_after", format!("{{ qurey: \"{megabyte}\" }}\n")),
        ("large_key_twice", format!("query: x\n{transport}secrets: {{ \"{key}\": a, \"{key}\": b }}\n")),
        (
            "large_number_of_fields",
            format!(
                "query: x\n{}",
                (0..100_000).fold(String::new(), |mut all, n| {
                    let _ = writeln!(all, "field{n}: x");
                    all
                })
            ),
        ),
        (
            "large_number_of_mistakes",
            format!("query: x\n{transport}policy:\n  deny_terms: [{}]\n", "'',".repeat(10_000)),
        ),
        ("large_secret", format!("query: x\nsecrets: {{ key: {megabyte} }}\n{transport}")),
    ]
}

fn pinned(name: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{name}.txt"))
}

#[test]
fn each_bad_file_gets_its_message() {
    assert!(CASES.len() >= 60, "{} cases", CASES.len());
    for case in CASES.iter() {
        let expected = fs::read_to_string(pinned(&case.name))
            .unwrap_or_else(|error| panic!("{}.txt: {error}; see the top of this file", case.name));
        assert!(case.said == expected, "{}\n--- pinned\n{expected}\n--- now\n{}", case.name, case.said);
    }
}

#[test]
fn each_pinned_message_has_its_case() {
    for entry in fs::read_dir(FOLDER).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(CASES.iter().any(|case| case.name == name), "{name}.txt has no case");
        }
    }
}

#[test]
fn each_message_has_a_title_a_place_and_a_fix_and_nothing_that_must_not_be_shown() {
    for Case { name, said } in CASES.iter() {
        assert!(said.starts_with("error: "), "{name} was accepted");
        assert!(!said.contains("hunter2"), "{name} shows a secret:\n{said}");
        assert!(!said.contains(env!("CARGO_MANIFEST_DIR")), "{name} shows a path of this machine:\n{said}");
        assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{name} has control characters");
        for message in said.split_terminator("\n\n") {
            assert!(message.contains("--> "), "{name}:\n{message}");
            assert!(message.len() < 4000, "{name}: {} bytes", message.len());
        }
    }
}

#[test]
#[ignore = "writes the pinned messages"]
fn regenerate() {
    for case in CASES.iter() {
        fs::write(pinned(&case.name), &case.said).unwrap();
    }
}
