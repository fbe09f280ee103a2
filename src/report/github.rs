//! A run as workflow commands of GitHub Actions: one annotation a failure, at the scenario's line.
//!
//! The runner reads commands from every line of a step, so that text from outside must never become one: see
//! [`inert`].

use std::fmt::Write as _;

use super::case::{Case, CaseStatus};
use super::human;
use super::style::Style;
use super::summary::Summary;
use crate::printable::without_controls;

/// The annotation of one scenario, a line; nothing where it passed.
pub fn failure(case: &Case<'_>) -> String {
    match case.status() {
        CaseStatus::Passed => return String::new(),
        CaseStatus::Failed | CaseStatus::Error => {}
    }
    let redactor = &case.scenario.redactor;
    let mut message = human::headline(case).unwrap_or_default();
    if let Ok(replay) = case.replay {
        for more in replay.mismatches.iter().skip(1) {
            let _ = write!(message, "\n{} should be {}, and is {}", more.field, more.expected, more.actual);
        }
        for trail in &replay.trails {
            let _ = write!(message, "\n{}", trail.receipt.line());
        }
    }
    let place = Place { file: &case.scenario.file.path, line: Some(case.line()), column: column(case) };
    annotation("error", &place, &case.scenario.name, &redactor.text(&message))
}

/// The column of the first expectation that was not met.
fn column(case: &Case<'_>) -> Option<u32> {
    let replay = case.replay.as_ref().ok()?;
    replay.mismatches.first().map(|mismatch| mismatch.place.column)
}

/// The annotation of a snapshot without its scenario.
pub fn unreferenced(file: &str, fails: bool) -> String {
    let place = Place { file, line: None, column: None };
    let level = if fails { "error" } else { "warning" };
    annotation(level, &place, "snapshot without a scenario", &format!("the snapshot {file} has no scenario"))
}

/// What the run came to.
pub fn summary(summary: &Summary) -> String {
    let line = summary.line(Style::default());
    format!("::notice title=trailcheck::{}\n", data(line.trim_end()))
}

struct Place<'a> {
    file: &'a str,
    line: Option<u32>,
    column: Option<u32>,
}

fn annotation(level: &str, place: &Place<'_>, title: &str, message: &str) -> String {
    let mut command = format!("::{level} file={}", property(place.file));
    for (name, number) in [("line", place.line), ("col", place.column)] {
        if let Some(number) = number {
            let _ = write!(command, ",{name}={number}");
        }
    }
    format!("{command},title={}::{}\n", property(title), data(message))
}

/// Text after the second `::`.
fn data(text: &str) -> String {
    without_controls(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Text for people that the runner takes for no command: neither `::…` at the start of a line nor the older `##[…]`
/// anywhere.
pub fn inert(text: &str) -> String {
    let mut inert = String::with_capacity(text.len());
    for line in text.replace("##[", "## [").split_inclusive('\n') {
        if line.trim_start().starts_with("::") {
            inert.push_str("| ");
        }
        inert.push_str(line);
    }
    inert
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_value_is_escaped() {
        assert_eq!(data("50 % of\r\na: b, c"), "50 %25 of%0Aa: b, c");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        let place = Place { file: "scenarios/a,b.yaml", line: Some(3), column: Some(7) };
        assert_eq!(
            annotation("error", &place, "a,b", "one\ntwo::three"),
            "::error file=scenarios/a%2Cb.yaml,line=3,col=7,title=a%2Cb::one%0Atwo::three\n"
        );
    }

    #[test]
    fn text_from_outside_is_no_command() {
        assert_eq!(inert("a\n  ::set-env name=x::y\n"), "a\n|   ::set-env name=x::y\n");
        assert_eq!(inert("x ##[error]y"), "x ## [error]y");
        assert_eq!(inert("a::b\n"), "a::b\n");
    }
}
