//! `trailcheck compare` on scenarios whose figures were counted by hand.

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
use std::process::{Command, Stdio};

use serde_json::Value;

const USEFUL: &str = "label: useful, hits: [{ title: Rust async traits, url: 'https://d.invalid/a', \
     snippet: How async traits are desugared by the Rust compiler and what callers may rely on. }]";
const WALL: &str = "label: login_wall, hits: [{ title: Sign in to continue, url: 'https://w.invalid/a', \
     snippet: Please log in to read this article about Rust async traits. Already a subscriber? Sign in. }]";

/// Name, primary, fallback: each a latency and what comes.
fn scenario(primary: (u64, &str), fallback: Option<(u64, &str)>) -> String {
    let step = |(latency, what): (u64, &str)| {
        format!("    steps: [{{ latency_ms: {latency}, times: forever, {what} }}]\n")
    };
    let mut text = format!(
        "query: rust async traits\ntransports:\n  primary:\n    base_url: https://primary.invalid/s\n{}",
        step(primary)
    );
    if let Some(fallback) = fallback {
        text.push_str("  fallback:\n    base_url: https://fallback.invalid/s\n");
        text.push_str(&step(fallback));
    }
    text
}

/// Five scenarios, and what bounded and naive come to in each, counted by hand on the default policy: a budget of
/// 2000 ms, 1200 ms an attempt.
fn five() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let all = [
        // Both use it in 300 ms, with one call.
        ("a_useful", scenario((300, USEFUL), None)),
        // bounded: 250 + 350 ms, useful, two calls, perhaps billed twice. naive: false success in 250 ms, missed.
        ("b_wall_then_useful", scenario((250, WALL), Some((350, USEFUL)))),
        // bounded: 400 ms and nothing, rightly. naive: false success in 400 ms.
        ("c_empty", scenario((400, "hits: []"), None)),
        // bounded: cut at 1200 ms, then 500 ms, useful. naive: useful after 5000 ms, over the budget. Nobody misses
        // anything.
        ("d_slow_then_useful", scenario((5000, USEFUL), Some((500, USEFUL)))),
        // bounded: 100 ms, then 200 ms, useful. naive: a sentence after 100 ms, and the spare missed.
        ("e_error_then_useful", scenario((100, "error: reset"), Some((200, USEFUL)))),
    ];
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    for (name, text) in all {
        fs::write(folder.path().join(format!("scenarios/{name}.yaml")), text).unwrap();
    }
    folder
}

fn compare(folder: &tempfile::TempDir, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    command.arg("compare").args(arguments).current_dir(folder.path()).stdin(Stdio::null());
    let output = command.env_remove("CI").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn document(folder: &tempfile::TempDir) -> Value {
    let (code, out, err) = compare(folder, &["--engines", "bounded,naive", "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn the_figures_agree_with_a_count_by_hand() {
    let json = document(&five());
    let figure = |engine: &str, name: &str| json["engines"][engine][name]["value"].as_f64().unwrap();
    let expected = [
        // (figure, bounded, naive)
        ("lookups", 5.0, 5.0),
        ("scored", 5.0, 5.0),
        ("useful", 0.8, 0.4),
        ("false_success", 0.0, 0.4),
        ("missed", 0.0, 0.4),
        // bounded 300 600 400 1700 300; naive 300 250 400 5000 100
        ("elapsed_median_ms", 400.0, 300.0),
        ("elapsed_p95_ms", 1700.0, 5000.0),
        ("elapsed_max_ms", 1700.0, 5000.0),
        ("over_budget", 0.0, 0.2),
        ("transports_dialled", 8.0, 5.0),
        ("billed_twice", 0.6, 0.0),
        ("invariants_broken", 0.0, 1.0),
        ("prose_errors", 0.0, 1.0),
        // bounded: 8 calls and 3.3 s; naive: 2 false, 2 missed, 1 over, 5 calls, 6.05 s, 1 sentence
        ("mean_cost", (0.8 + 0.66) / 5.0, (20.0 + 8.0 + 2.0 + 0.5 + 1.21 + 1.0) / 5.0),
    ];
    for (name, bounded, naive) in expected {
        let got = (figure("bounded", name), figure("naive", name));
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(got.0, bounded) && near(got.1, naive), "{name}: {got:?}, not {bounded} and {naive}");
    }
    let ranking: Vec<&str> =
        json["ranking"].as_array().unwrap().iter().map(|one| one["engine"].as_str().unwrap()).collect();
    assert_eq!(ranking, ["bounded", "naive"]);
    let differing: Vec<&str> =
        json["differing"].as_array().unwrap().iter().map(|one| one["scenario"].as_str().unwrap()).collect();
    assert_eq!(differing, ["b_wall_then_useful", "c_empty", "d_slow_then_useful", "e_error_then_useful"]);
}

#[test]
fn every_form_tells_the_same_and_the_weights_can_be_set() {
    let folder = five();
    let engines = ["--engines", "bounded,naive"];
    let (code, human, _) = compare(&folder, &engines);
    assert_eq!(code, 0);
    assert!(human.contains("The engines differ in 4 of 5 lookups"), "{human}");
    assert!(human.contains("naive      useful_result in 250 ms, FALSE, missed"), "{human}");
    assert!(human.lines().all(|line| line.chars().count() <= 120), "{human}");

    let (_, markdown, _) = compare(&folder, &[&engines[..], &["--format", "markdown"]].concat());
    assert!(markdown.contains("| useful | 80.0 %"), "{markdown}");
    let (_, csv, _) = compare(&folder, &[&engines[..], &["--format", "csv"]].concat());
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let useful =
        rows.records().map(Result::unwrap).find(|row| &row[0] == "naive" && &row[1] == "useful").unwrap();
    assert_eq!((&useful[2], &useful[5]), ("0.4", "5"));
    let (_, html, _) = compare(&folder, &[&engines[..], &["--format", "html"]].concat());
    assert!(html.contains("Where they differ: 4 of 5 lookups") && !html.contains("://"), "{html}");

    let cost = ["--cost", "false_success=0,missed=0,over_budget=0,prose_error=0,second=0,dialled=1"];
    let (_, weighed, _) = compare(&folder, &[&engines[..], &cost, &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(&weighed).unwrap();
    assert_eq!(json["ranking"][0]["engine"], "naive");
    let (code, _, err) = compare(&folder, &["--cost", "hour=1"]);
    assert!(code == 2 && err.contains("is no weight"), "{err}");
    let (code, _, err) = compare(&folder, &["--engines", "quantum"]);
    assert!(code == 2 && err.contains("quantum"), "{err}");
}

#[test]
fn what_an_engine_cannot_be_asked_is_said_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    let third = format!(
        "engine: naive\n{}  third:\n    base_url: https://third.invalid/s\n    steps: []\n",
        scenario((1, USEFUL), Some((1, USEFUL)))
    );
    fs::write(folder.path().join("scenarios/three.yaml"), third).unwrap();
    let json = document(&folder);
    assert_eq!(json["engines"]["bounded"]["scenarios_skipped"]["value"], 1.0);
    assert_eq!(json["skipped"][0]["engine"], "bounded");
    assert!(json["skipped"][0]["reason"].as_str().unwrap().contains("3 transports"), "{json}");

    let (code, out, _) = compare(&folder, &["--engines", "bounded"]);
    assert_eq!((code, out.as_str()), (4, ""));
}
