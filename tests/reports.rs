//! The committed tables of the shipped corpus are those of a fresh run: a change of the validator shows as rows.
//!
//! After a change, `cargo run --release -- calibrate` rewrites them for review.

#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs, reason = "a test may stop")]

use std::fs;
use std::path::Path;
use std::process::Command;

const TABLES: [&str; 5] = ["pages.csv", "metrics.csv", "confusion.csv", "sweep.csv", "markers.csv"];

#[test]
fn the_committed_tables_are_those_of_a_fresh_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = tempfile::tempdir().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_trailcheck"))
        .args(["calibrate", "--out"])
        .arg(out.path())
        .current_dir(root)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for table in TABLES {
        let fresh = fs::read_to_string(out.path().join(table)).unwrap();
        let committed = fs::read_to_string(root.join("reports").join(table)).expect("a committed table");
        let differing = fresh.lines().zip(committed.lines()).find(|(fresh, committed)| fresh != committed);
        assert_eq!(differing, None, "{table}: run `cargo run --release -- calibrate` and review the rows");
        assert!(fresh == committed, "{table}: the number of rows or the line ends differ");
    }
    let committed = root.join("reports/recommended.yaml").exists();
    assert_eq!(out.path().join("recommended.yaml").exists(), committed, "recommended.yaml");
}

#[test]
fn the_report_is_the_same_bytes_on_every_run_and_fetches_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let report = || {
        let out = tempfile::tempdir().unwrap();
        let mut run = Command::new(env!("CARGO_BIN_EXE_trailcheck"));
        run.args(["calibrate", "--jobs", "3", "--out"]).arg(out.path()).current_dir(root);
        assert!(run.output().unwrap().status.success());
        fs::read_to_string(out.path().join("report.html")).unwrap()
    };
    let first = report();
    assert_eq!(first.len(), report().len());
    for foreign in ["src=\"http", "href=\"http", "@import", "url(http", "<link"] {
        assert!(!first.contains(foreign), "{foreign}");
    }
    assert!(first.contains("<svg") && first.contains("prefers-color-scheme"));
}
