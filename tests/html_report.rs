//! The HTML report: whole, closed against hostile text, the same bytes on every run, and every lookup in it.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use serde_json::Value;

const VOID: [&str; 3] = ["meta", "input", "br"];

/// A folder with a project of these scenarios.
fn project(scenarios: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in scenarios {
        let path = folder.path().join("scenarios").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The report of a run in a folder, and the trail file.
fn reported(folder: &Path, arguments: &[&str]) -> (String, String) {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("report.html");
    let run = Command::new(env!("CARGO_BIN_EXE_trailcheck"))
        .args(["run", "--format", "json", "--report"])
        .arg(&path)
        .args(arguments)
        .current_dir(folder)
        .env("CI", "1")
        .output()
        .unwrap();
    assert!(matches!(run.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&run.stderr));
    (fs::read_to_string(path).unwrap(), String::from_utf8(run.stdout).unwrap())
}

/// What a browser would make of the page: the texts of its elements by name and class, after checking that every
/// element that is opened is closed and that the tokenizer finds no fault.
fn elements(page: &str) -> Vec<(String, String, String)> {
    let mut open: Vec<(String, String, String)> = Vec::new();
    let mut closed = Vec::new();
    let mut emitter = DefaultEmitter::default();
    // Scripts and style sheets are read as text, as a browser reads them.
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(page, emitter) {
        let Ok(token) = token;
        match token {
            Token::Error(error) => panic!("{error:?}"),
            Token::StartTag(tag) => {
                let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
                let name = text(&tag.name);
                for attribute in tag.attributes.keys() {
                    assert!(!attribute.starts_with(b"on"), "a handler on {name}");
                }
                let class = tag.attributes.get(&b"class"[..]).map(|value| text(value)).unwrap_or_default();
                if !VOID.contains(&name.as_str()) {
                    open.push((name, class, String::new()));
                }
            }
            Token::EndTag(tag) => {
                let (name, class, text) = open.pop().expect("an open element");
                assert_eq!(name.as_bytes(), &*tag.name.0, "closed out of order");
                closed.push((name, class, text));
            }
            Token::String(text) => {
                if let Some((_, _, inside)) = open.last_mut() {
                    inside.push_str(std::str::from_utf8(&text).unwrap());
                }
            }
            Token::Comment(_) | Token::Doctype(_) => {}
        }
    }
    assert!(open.iter().all(|(name, ..)| name == "html"), "{open:?}");
    closed
}

/// What the page's script reads, as it reads it.
#[derive(Default)]
struct Tables {
    shapes: Vec<Vec<String>>,
    texts: Vec<String>,
}

impl Tables {
    fn unpack(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => match text.strip_prefix('~') {
                None => value.clone(),
                Some(rest) if rest.starts_with('~') => rest.into(),
                Some(number) => self.texts[usize::from_str_radix(number, 36).unwrap()].clone().into(),
            },
            Value::Array(list) => {
                let rest: Vec<Value> = list[1..].iter().map(|value| self.unpack(value)).collect();
                match list[0].as_i64().unwrap() {
                    -1 => Value::Array(rest),
                    -2 => rest.chunks(2).map(|pair| (pair[0].as_str().unwrap(), pair[1].clone())).collect(),
                    shape => {
                        let keys = &self.shapes[usize::try_from(shape).unwrap()];
                        assert_eq!(keys.len(), rest.len());
                        keys.iter().cloned().zip(rest).collect()
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.clone(),
        }
    }
}

/// Rows and what they open.
fn data(page: &str) -> Vec<(Value, Value)> {
    let scripts = elements(page).into_iter().filter(|(name, ..)| name == "script");
    let mut tables = Tables::default();
    let (mut rows, mut opened) = (Vec::new(), Vec::new());
    for (_, class, text) in scripts {
        let list = |value: &Value| value.as_array().unwrap().clone();
        if class == "rows" {
            let part: Vec<Value> = serde_json::from_str(&text).unwrap();
            tables.shapes.extend(serde_json::from_value::<Vec<Vec<String>>>(part[0].clone()).unwrap());
            tables.texts.extend(serde_json::from_value::<Vec<String>>(part[1].clone()).unwrap());
            rows.extend(list(&part[2]));
        } else if class == "opened" {
            opened.extend(list(&serde_json::from_str(&text).unwrap()));
        }
    }
    assert_eq!(rows.len(), opened.len());
    rows.iter().zip(&opened).map(|(row, opened)| (tables.unpack(row), tables.unpack(opened))).collect()
}

fn joined(lines: &Value) -> String {
    lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect()
}

#[test]
fn every_lookup_of_the_suite_is_in_the_report_as_it_is_in_the_trail_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (page, trails) = reported(root, &[]);
    let mut expected: BTreeMap<(String, u64), Value> = BTreeMap::new();
    for line in trails.lines().skip(1) {
        let trail: Value = serde_json::from_str(line).unwrap();
        let key = (trail["scenario"].as_str().unwrap().to_owned(), trail["lookup"].as_u64().unwrap());
        expected.insert(key, trail);
    }
    for (row, opened) in data(&page) {
        assert_eq!(row["verdict"], "passed");
        assert_eq!(opened["failure"], Value::Array(Vec::new()));
        for (brief, full) in
            row["lookups"].as_array().unwrap().iter().zip(opened["lookups"].as_array().unwrap())
        {
            let key = (row["name"].as_str().unwrap().to_owned(), brief["lookup"].as_u64().unwrap());
            let trail = expected.remove(&key).expect("a lookup of the trail file, once");
            assert_eq!(full["trail"], trail);
            let receipt: trailcheck::receipt::Receipt =
                serde_json::from_value(trail["receipt"].clone()).unwrap();
            assert_eq!(joined(&brief["line"]), receipt.line().to_string());
            assert_eq!(brief["bars"].as_array().unwrap().len(), receipt.attempts().len());
        }
    }
    assert!(expected.is_empty(), "{} lookups are missing", expected.len());
}

#[test]
fn the_report_is_the_same_bytes_on_every_run_and_names_nothing_of_the_machine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let absolute = root.join("scenarios").to_string_lossy().into_owned();
    let (first, _) = reported(root, &["--jobs", "1", &absolute]);
    let (second, _) = reported(root, &["--jobs", "3", &absolute]);
    assert!(first == second);
    let folder = root.to_string_lossy();
    for foreign in ["src=\"http", "href=\"http", "@import", "url(", "<link", "fetch(", "XMLHttp", &*folder] {
        assert!(!first.contains(foreign), "{foreign}");
    }
    assert!(first.contains("trailcheck run scenarios<"));
    assert!(first.contains("prefers-color-scheme"));
}

const HOSTILE: &str = "description: \"</script><script>alert(1)</script> <img src=x onerror=alert(1)> \
    \\u202Ereversed {command} {below}\"
query: \"</script><!-- <script> widgets\"
transports:
  primary:
    base_url: https://primary.invalid/search
    steps:
      - latency_ms: 10
        hits:
          - title: '</script><img src=x onerror=alert(2)>'
            url: https://docs.invalid/<script>
            snippet: \"~widgets \\u2028 \\u202E <!--<script> and more text, so that it is long enough to be evidence.\"
  fallback:
    base_url: https://fallback.invalid/search
    steps:
      - { latency_ms: 10, error: tls, message: '</script> end; #note \"x\"' }
expect: { outcome: no_useful_result }
";

#[test]
fn no_text_of_a_scenario_can_leave_its_place() {
    let folder =
        project(&[("a<b>&'\"x/</b>.yaml".replace("/</b>", "").as_str(), HOSTILE), ("~end.yaml", HOSTILE)]);
    let (page, _) = reported(folder.path(), &["--no-snapshots"]);
    let elements = elements(&page);
    let scripts = elements.iter().filter(|(name, class, _)| name == "script" && class.is_empty()).count();
    assert_eq!(scripts, 1, "only our own script runs");
    assert!(elements.iter().all(|(name, ..)| name != "img"));
    for mark in ['\u{2028}', '\u{202e}'] {
        assert!(!page.contains(mark), "{:x} stands in the page", u32::from(mark));
    }
    let data = data(&page);
    assert_eq!(data.len(), 2);
    for (row, opened) in &data {
        assert_eq!(row["verdict"], "failed");
        assert!(row["description"].as_str().unwrap().starts_with("</script><script>alert(1)"));
        let title = &opened["lookups"][0]["trail"]["receipt"]["evidence"][0]["title"];
        assert_eq!(title, "</script><img src=x onerror=alert(2)>");
        let failure = opened["failure"].as_array().unwrap();
        assert!(
            failure.iter().any(|line| line.as_str().unwrap().contains("no_useful_result")),
            "{failure:?}"
        );
    }
}

#[test]
fn a_declared_secret_is_in_no_part_of_the_report() {
    let secret = "description: uses S3CR3T-9 twice\nquery: widgets S3CR3T-9\nsecrets: { key: S3CR3T-9 }\n\
        transports:\n  primary:\n    base_url: https://primary.invalid/search?x=S3CR3T-9\n    steps:\n\
        \x20     - { latency_ms: 10, error: tls, message: 'no S3CR3T-9' }\nexpect: { outcome: useful_result }\n";
    let folder = project(&[("leak.yaml", secret)]);
    let (page, _) = reported(folder.path(), &["--no-snapshots"]);
    assert!(!page.contains("S3CR3T-9"));
    assert!(page.contains("[REDACTED]"));
}

#[test]
fn what_has_no_trail_is_a_row_and_a_failure_is_told_in_full() {
    let overrun =
        "query: widgets\ntransports:\n  primary:\n    base_url: https://primary.invalid/\n    steps: []\n";
    let folder = project(&[("overrun.yaml", overrun)]);
    let (page, _) = reported(folder.path(), &["--no-snapshots"]);
    let data = data(&page);
    let [(row, opened)] = data.as_slice() else { panic!("{} rows", data.len()) };
    assert_eq!((&row["verdict"], row["lookups"].as_array().unwrap().len()), (&"failed".into(), 0));
    assert!(joined(&opened["failure"]).contains("script overrun"));
}

#[test]
fn a_report_that_cannot_be_written_is_bad_usage_and_leaves_nothing() {
    let folder = project(&[("a.yaml", HOSTILE)]);
    let run = |arguments: &[&str]| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
        run.args(["run", "--no-snapshots"]).args(arguments).current_dir(folder.path()).output().unwrap()
    };
    assert_eq!(run(&["--report", "scenarios"]).status.code(), Some(2));
    assert_eq!(run(&["--report", "x", "--output", "x"]).status.code(), Some(2));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_comparison_shows_both_versions_and_leaves_out_what_is_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let trailcheck = |arguments: &[&str]| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
        run.args(arguments).current_dir(folder.path()).env("CI", "1").output().unwrap().status.code()
    };
    let scenarios = root.join("scenarios/bounded");
    let scenarios = scenarios.to_str().unwrap();
    fs::write(folder.path().join("policy.yaml"), "budget_ms: 1800\n").unwrap();
    let run = ["run", scenarios, "--no-snapshots", "--format", "json", "--output"];
    trailcheck(&[&run[..], &["old.jsonl"]].concat());
    trailcheck(&[&run[..], &["new.jsonl", "--policy", "policy.yaml"]].concat());
    assert_eq!(trailcheck(&["diff", "old.jsonl", "new.jsonl", "--report", "diff.html"]), Some(1));
    let page = fs::read_to_string(folder.path().join("diff.html")).unwrap();
    assert!(page.contains("data-mode=\"diff\"") && page.contains("trailcheck diff old.jsonl new.jsonl<"));
    let data = data(&page);
    assert!(data.len() > 5);
    for (row, opened) in &data {
        let sides: Vec<&Value> =
            row["lookups"].as_array().unwrap().iter().map(|brief| &brief["side"]).collect();
        assert_eq!(sides, ["old", "new"]);
        assert!(["breaking", "behaviour", "presentation"].contains(&row["verdict"].as_str().unwrap()));
        assert!(!opened["failure"].as_array().unwrap().is_empty());
        let trails = opened["lookups"].as_array().unwrap();
        assert_ne!(trails[0]["trail"], trails[1]["trail"]);
    }
    assert_eq!(trailcheck(&["diff", "old.jsonl", "old.jsonl", "--report", "same.html"]), Some(0));
    let same = fs::read_to_string(folder.path().join("same.html")).unwrap();
    assert!(same.contains("Nothing differs.") && elements(&same).len() > 10);
}
