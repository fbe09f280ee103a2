//! Ten pages calculated by hand: what the files say, and how they move when a threshold does.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod calibrated;

use calibrated::{EVIDENCE, FLOOR, TEN, WALL_MAX, table_of};
use trailcheck::calibrate::metrics::groups;
use trailcheck::calibrate::sweep::sweep;
use trailcheck::calibrate::table::Table;
use trailcheck::report::calibration::tables;

fn column(bytes: &[u8], name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(bytes);
    let at = reader.headers().unwrap().iter().position(|cell| cell == name).unwrap();
    reader.records().map(|record| record.unwrap()[at].to_owned()).collect()
}

/// The value of each figure of the group `all`.
fn figures(table: &Table, settings: &[f64]) -> Vec<String> {
    let bytes = tables::metrics(&groups(table, &table.verdicts(settings)));
    let values = column(&bytes, "value");
    values.into_iter().take(8).collect()
}

fn swept(table: &Table, settings: &[f64], threshold: usize) -> Vec<u8> {
    let swept = sweep(table, &table.judged_rows(), settings, threshold);
    [tables::sweep_header(), tables::sweep_rows(table.checks(), settings, &swept)].concat()
}

#[test]
fn metrics_are_those_calculated_by_hand() {
    let table = table_of(&TEN);
    // tp 5, fp 1 (the shell of 450), fn 0, tn 4; of five useless pages the two bot checks have the right reason.
    let right = ["0.833333", "1", "0.909091", "0.9", "0.2", "0", "0.816497", "0.4"];
    assert_eq!(figures(&table, &[2.0, 1000.0, 150.0]), right);
    // The floor at 450: tp 4, fp 0, fn 1 (the page of 400), tn 5.
    let right = ["1", "0.8", "0.888889", "0.9", "0", "0.2", "0.816497", "0.4"];
    assert_eq!(figures(&table, &[2.0, 1000.0, 450.0]), right);
    // No wall by evidence 6: both bot checks accepted; tp 5, fp 3, fn 0, tn 2.
    let right = ["0.625", "1", "0.769231", "0.7", "0.6", "0", "0.5", "0"];
    assert_eq!(figures(&table, &[6.0, 1000.0, 150.0]), right);
}

#[test]
fn a_sweep_has_every_cut_off_and_says_what_is_newly_rejected_by_label() {
    let bytes = swept(&table_of(&TEN), &[2.0, 1000.0, 150.0], FLOOR);
    let from = ["0", "53", "120", "400", "450", "694", "825", "950", "3000"];
    assert_eq!(column(&bytes, "from"), from);
    assert_eq!(column(&bytes, "to")[..8], from[1..]);
    assert_eq!(column(&bytes, "tp"), ["5", "5", "5", "4", "4", "3", "2", "1", "0"]);
    assert_eq!(column(&bytes, "fp"), ["3", "2", "1", "1", "0", "0", "0", "0", "0"]);
    assert_eq!(column(&bytes, "fn"), ["0", "0", "0", "1", "1", "2", "3", "4", "5"]);
    assert_eq!(column(&bytes, "tn"), ["2", "3", "4", "4", "5", "5", "5", "5", "5"]);
    let (shell, useful) = ("javascript_required 1", "useful 1");
    let newly = ["", shell, shell, useful, shell, useful, useful, useful, useful];
    assert_eq!(column(&bytes, "newly_rejected"), newly);
    assert_eq!(column(&bytes, "current"), ["", "", "yes", "", "", "", "", "", ""]);
    assert_eq!(column(&bytes, "value")[2], "150");
    assert_eq!(column(&bytes, "false_accept_rate")[4], "0");
    assert_eq!(column(&bytes, "precision")[8], "", "nothing accepted: undefined");
}

#[test]
fn another_threshold_moves_the_whole_sweep() {
    let table = table_of(&TEN);
    // Without the wall the bot checks of 200 and 900 are rejected by the floor, at their own length.
    let bytes = swept(&table, &[6.0, 1000.0, 150.0], FLOOR);
    let from = ["0", "53", "120", "200", "400", "450", "694", "825", "900", "950", "3000"];
    assert_eq!(column(&bytes, "from"), from);
    assert_eq!(column(&bytes, "fp"), ["5", "4", "3", "2", "2", "1", "1", "1", "0", "0", "0"]);
    let bytes = swept(&table, &[2.0, 1000.0, 150.0], WALL_MAX);
    assert_eq!(column(&bytes, "from"), ["0", "200", "900", "3000"]);
    assert_eq!(column(&bytes, "fp"), ["3", "2", "1", "1"]);
    assert_eq!(column(&bytes, "tp"), ["5", "5", "5", "4"]);
    let bytes = swept(&table, &[2.0, 1000.0, 150.0], EVIDENCE);
    // At 0 every page of up to 1 000 is a bot check; each value still counts itself.
    assert_eq!(column(&bytes, "from"), ["0", ">0", ">2", ">5"]);
    assert_eq!(column(&bytes, "value"), ["0", "2", "4", "6"]);
    assert_eq!(column(&bytes, "tp"), ["1", "5", "5", "5"]);
    assert_eq!(column(&bytes, "fp"), ["0", "1", "2", "3"]);
    assert_eq!(column(&bytes, "newly_accepted")[1], "useful 4; javascript_required 1");
    assert_eq!(column(&bytes, "new_reason")[1], "javascript_required 2");
}

#[test]
fn a_confusion_line_adds_up() {
    let table = table_of(&TEN);
    let groups = groups(&table, &table.verdicts(&[2.0, 1000.0, 150.0]));
    let text = String::from_utf8(tables::confusion(&groups[0])).unwrap();
    let shell = text.lines().find(|line| line.starts_with("javascript_required,")).unwrap();
    assert_eq!(shell, "javascript_required,3,1,2,0,0,0,0,0,0,0,0,2,0,0");
}
