//! `JUnit` XML of a run: one suite a folder, one case a scenario. Times are virtual, and said to be.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use super::case::{Case, CaseStatus};
use super::human;
use super::style::Style;
use crate::printable::without_controls;

/// Collects the scenarios of a run.
#[derive(Debug)]
pub struct Junit {
    suites: Vec<TestSuite>,
}

impl Default for Junit {
    fn default() -> Self {
        Self::new()
    }
}

impl Junit {
    /// An empty report.
    pub fn new() -> Self {
        Self { suites: Vec::new() }
    }

    /// Adds one scenario; they come in the order of their names, so that a folder's stand together.
    pub fn add(&mut self, case: &Case<'_>) {
        let (folder, name) = case.scenario.name.rsplit_once('/').unwrap_or((".", &case.scenario.name));
        if self.suites.last().is_none_or(|suite| suite.name.as_str() != folder) {
            let mut suite = TestSuite::new(folder);
            suite.add_property(("time", "virtual"));
            self.suites.push(suite);
        }
        if let Some(suite) = self.suites.last_mut() {
            suite.add_test_case(test_case(case, name, folder));
        }
    }

    /// The whole report.
    pub fn finish(self) -> Result<String, quick_junit::SerializeError> {
        let mut report = Report::new("trailcheck");
        report.add_test_suites(self.suites);
        report.to_string()
    }
}

fn test_case(case: &Case<'_>, name: &str, folder: &str) -> TestCase {
    let status = match case.status() {
        CaseStatus::Passed => TestCaseStatus::success(),
        CaseStatus::Failed => refused(case, NonSuccessKind::Failure),
        CaseStatus::Error => refused(case, NonSuccessKind::Error),
    };
    let mut test_case = TestCase::new(name, status);
    test_case.set_classname(folder);
    let elapsed_ms = case
        .replay
        .as_ref()
        .map_or(0, |replay| replay.trails.iter().map(|trail| trail.receipt.elapsed_ms()).sum::<u64>());
    test_case.set_time(std::time::Duration::from_millis(elapsed_ms));
    test_case.extra.insert(XmlString::new("file"), XmlString::new(&case.scenario.file.path));
    test_case.extra.insert(XmlString::new("line"), XmlString::new(line(case).to_string()));
    test_case
}

/// The line of the first expectation that was not met, else that of the first lookup.
fn line(case: &Case<'_>) -> u32 {
    let mismatch = case.replay.as_ref().ok().and_then(|replay| replay.mismatches.first());
    let place = mismatch.map(|mismatch| mismatch.place);
    place.or_else(|| case.scenario.lookups.first().map(|lookup| lookup.place)).map_or(1, |place| place.line)
}

fn refused(case: &Case<'_>, kind: NonSuccessKind) -> TestCaseStatus {
    let text = human::failure(case, Style::default());
    let text = without_controls(&text);
    let mut status = TestCaseStatus::non_success(kind);
    if let Some(headline) = human::headline(case) {
        let headline = case.scenario.redactor.text(&headline).into_owned();
        status.set_message(without_controls(&headline).into_owned());
    }
    status.set_description(text.trim_end());
    status
}
