//! `trailcheck calibrate` as a user calls it: exit codes, what is written, and what is not.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::unwrap_used,
    missing_docs,
    reason = "a test may stop, and writes what it reads"
)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::{TempDir, tempdir};

fn calibrate(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    command.arg("calibrate").args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const ARTICLE: &str = "<html><head><title>Tide table</title></head><body><h1>Tide table</h1><p>The tide table of the \
    harbour lists high water at nine and low water at three, with heights in metres for every day of the month, and \
    says which storms are expected.</p></body></html>";
const WALL: &str = "<html><head><title>Just a moment...</title></head><body><h1>Verify you are human</h1>\
    <p>Checking your browser before accessing harbour.example.</p></body></html>";

/// Two pages, and what else a test wants.
fn corpus(labels: &str) -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("corpus")).unwrap();
    fs::write(folder.path().join("corpus/labels.csv"), labels).unwrap();
    fs::write(folder.path().join("corpus/tide.html"), ARTICLE).unwrap();
    fs::write(folder.path().join("corpus/wall.html"), WALL).unwrap();
    folder
}

const LABELS: &str = "page,label,query,lang,site\n\
    tide.html,useful,harbour tide table,en,a.example\n\
    wall.html,bot_check,harbour tide table,en,b.example\n\
    gone.html,useful,harbour tide table,en,c.example\n";

#[test]
fn a_page_that_cannot_be_read_is_a_row_with_its_error() {
    let folder = corpus(LABELS);
    let run = calibrate(folder.path(), &[]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let pages = fs::read_to_string(folder.path().join("reports/pages.csv")).unwrap();
    let rows: Vec<&str> = pages.lines().collect();
    assert_eq!(rows.len(), 4, "{pages}");
    assert!(rows[0].starts_with("page,query,label,verdict,reason,") && rows[0].ends_with(",error"));
    assert!(rows[1].starts_with("tide.html,harbour tide table,useful,useful,,"), "{}", rows[1]);
    assert!(
        rows[2].starts_with("wall.html,harbour tide table,bot_check,not_useful,bot_check,"),
        "{}",
        rows[2]
    );
    assert!(rows[3].starts_with("gone.html,harbour tide table,useful,,,"), "{}", rows[3]);
    let metrics = fs::read_to_string(folder.path().join("reports/metrics.csv")).unwrap();
    assert!(metrics.starts_with("metric,value,ci_low,ci_high,n,group\n"), "{metrics}");
    assert!(!folder.path().join("reports/pages.csv.partial").exists());
    assert!(!folder.path().join("reports/recommended.yaml").exists());
}

#[test]
fn a_labels_file_with_a_mistake_is_refused_and_nothing_is_written() {
    for (labels, place, told) in [
        ("page,label,query,lang,site\ntide.html,usefull,q,en,s\n", ":2:11", "did you mean `useful`"),
        ("page,label,query,lang,site\ntide.html,useful,q\"x,en,s\n", ":2:19", "unescaped quote"),
        ("page,label,query,lang,site\n../tide.html,useful,q,en,s\n", ":2:1", "../tide.html"),
        ("page,verdict\ntide.html,useful\n", ":1:6", "it must be `label`"),
    ] {
        let folder = corpus(labels);
        let run = calibrate(folder.path(), &[]);
        let stderr = text(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(&format!("labels.csv{place}")) && stderr.contains(told), "{stderr}");
        assert!(!folder.path().join("reports").exists(), "{labels}");
    }
    let run = calibrate(tempdir().unwrap().path(), &[]);
    assert_eq!(run.status.code(), Some(2));
    let run = calibrate(corpus("page,label,query,lang,site\n").path(), &[]);
    assert_eq!(run.status.code(), Some(4));
}

#[test]
fn rows_extracted_elsewhere_give_the_same_figures() {
    let folder = corpus(LABELS);
    let lines: Vec<String> = [("tide.html", "useful", ARTICLE), ("wall.html", "bot_check", WALL)]
        .into_iter()
        .map(|(page, label, body)| {
            serde_json::json!({
                "page": page, "label": label, "query": "harbour tide table", "body": body
            })
            .to_string()
        })
        .collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
    command.args(["calibrate", "--input", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.join("\n").as_bytes()).unwrap();
    let rows = child.wait_with_output().unwrap();
    assert!(rows.status.success());
    assert_eq!(text(&rows.stdout).lines().count(), 2);
    fs::write(folder.path().join("rows.jsonl"), &rows.stdout).unwrap();
    fs::write(folder.path().join("corpus/labels.csv"), LABELS.split("gone").next().unwrap()).unwrap();
    assert!(calibrate(folder.path(), &["--out", "whole"]).status.success());
    assert!(calibrate(folder.path(), &["--features", "rows.jsonl", "--out", "merged"]).status.success());
    let read = |path: &str| fs::read_to_string(folder.path().join(path)).unwrap();
    let all = |path: &str| {
        let metrics = read(path);
        metrics.lines().filter(|line| line.ends_with(",all")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(all("whole/metrics.csv"), all("merged/metrics.csv"));
    assert_eq!(read("whole/confusion.csv"), read("merged/confusion.csv"));
    assert_eq!(read("whole/sweep.csv"), read("merged/sweep.csv"));
}

#[test]
fn a_candidate_is_compared_with_a_baseline_and_on_the_scenarios() {
    let folder = corpus(LABELS);
    fs::write(folder.path().join("strict.yaml"), "short_max_chars: 3000\nmin_snippet_chars: 2000\n").unwrap();
    fs::write(folder.path().join("base.yaml"), "min_hits: 1\n").unwrap();
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    let hits = "hits: [{ url: https://a.invalid, title: Tide table, \
        snippet: The tide table of the harbour for June day by day. }]";
    let scenario = format!(
        "query: tide table\ntransports:\n  main:\n    base_url: https://m.invalid\n    steps:\n      - {{ {hits} }}\n"
    );
    fs::write(folder.path().join("scenarios/tide.yaml"), scenario).unwrap();
    let arguments = ["--validator", "strict.yaml", "--baseline", "base.yaml", "--scenarios", "scenarios"];
    let run = calibrate(folder.path(), &arguments);
    let stdout = text(&run.stdout);
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert!(stdout.contains("1 of 1 receipt in 1 scenario would change"), "{stdout}");
    assert!(stdout.contains("reasons - become content_too_short"), "{stdout}");
    let flips = fs::read_to_string(folder.path().join("reports/flips.csv")).unwrap();
    assert!(
        flips.contains("tide.html,harbour tide table,useful,useful,content_too_short,baseline"),
        "{flips}"
    );
}

#[test]
fn an_explanation_names_the_check_that_fired() {
    let folder = corpus(LABELS);
    let run = calibrate(folder.path(), &["--explain", "wall.html"]);
    let stdout = text(&run.stdout);
    assert!(stdout.contains("verdict: not_useful, bot_check") && stdout.contains("bot_evidence"), "{stdout}");
    let run = calibrate(folder.path(), &["--explain", "nowhere.html"]);
    assert_eq!(run.status.code(), Some(2));
}
