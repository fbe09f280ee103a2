//! `JUnit` XML: one suite a folder, one case a scenario. Times are virtual, and said to be.
//!
//! [`Suites`] is what the results of a run and of a diff have in common; [`Junit`] fills it from a run.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use super::case::{Case, CaseStatus};
use super::human;
use super::style::Style;
use crate::printable::without_controls;

/// What every suite says of its times, where people and tools look.
const VIRTUAL: &str =
    "Times are virtual: what the scenarios' manual clock showed, not how long anything took here.";

/// Suites that grow by a case at a time.
#[derive(Debug, Default)]
pub struct Suites {
    suites: Vec<TestSuite>,
}

/// One scenario as a test case.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The scenario's name: its folder is the suite.
    pub scenario: &'a str,
    /// How it came out.
    pub verdict: Verdict,
    /// Virtual milliseconds.
    pub elapsed_ms: u64,
    /// The file and the line, from 1, that asked for it.
    pub place: Option<(&'a str, u32)>,
}

/// How a test case came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is well.
    Passed,
    /// A test said no.
    Failure(Told),
    /// It could not be judged.
    Error(Told),
}

/// What is wrong; redacted, and made fit for XML by [`Suites::add`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// In one line.
    pub headline: String,
    /// In full.
    pub text: String,
}

impl Suites {
    /// Adds one scenario; they come in the order of their names, so that a folder's stand together.
    pub fn add(&mut self, entry: &Entry<'_>) {
        let (folder, name) = entry.scenario.rsplit_once('/').unwrap_or((".", entry.scenario));
        let (folder, name) = (fit(folder), fit(name));
        // Names are ordered by their bytes, by which a folder's scenarios may stand on both sides of its folders'.
        let at = self.suites.iter().rposition(|suite| suite.name.as_str() == folder);
        let at = at.unwrap_or_else(|| {
            let mut suite = TestSuite::new(folder.as_str());
            suite.add_property(("time", "virtual"));
            suite.set_system_out(VIRTUAL);
            self.suites.push(suite);
            self.suites.len() - 1
        });
        let mut test_case = TestCase::new(name, status(&entry.verdict));
        test_case.set_classname(folder);
        test_case.set_time(Duration::from_millis(entry.elapsed_ms));
        if let Some((file, line)) = entry.place {
            test_case.extra.insert(XmlString::new("file"), XmlString::new(fit(file)));
            test_case.extra.insert(XmlString::new("line"), XmlString::new(line.to_string()));
        }
        if let Some(suite) = self.suites.get_mut(at) {
            suite.add_test_case(test_case);
        }
    }

    /// The whole report.
    pub fn finish(self, name: &str) -> Result<String, quick_junit::SerializeError> {
        let mut report = Report::new(name);
        report.add_test_suites(self.suites);
        report.to_string()
    }
}

fn status(verdict: &Verdict) -> TestCaseStatus {
    let (kind, told) = match verdict {
        Verdict::Passed => return TestCaseStatus::success(),
        Verdict::Failure(told) => (NonSuccessKind::Failure, told),
        Verdict::Error(told) => (NonSuccessKind::Error, told),
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(fit(&told.headline));
    status.set_description(fit(told.text.trim_end()));
    status
}

/// Text of the characters that XML 1.0 has.
fn fit(text: &str) -> String {
    let without = without_controls(text);
    without.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

/// Collects the scenarios of a run.
#[derive(Debug, Default)]
pub struct Junit {
    suites: Suites,
}

impl Junit {
    /// An empty report.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one scenario, in the order of their names.
    pub fn add(&mut self, case: &Case<'_>) {
        let verdict = match case.status() {
            CaseStatus::Passed => Verdict::Passed,
            CaseStatus::Failed => Verdict::Failure(told(case)),
            CaseStatus::Error => Verdict::Error(told(case)),
        };
        let elapsed = |trails: &[crate::replay::Trail]| {
            trails.iter().fold(0_u64, |sum, trail| sum.saturating_add(trail.receipt.elapsed_ms()))
        };
        self.suites.add(&Entry {
            scenario: &case.scenario.name,
            verdict,
            elapsed_ms: case.replay.as_ref().map_or(0, |replay| elapsed(&replay.trails)),
            place: Some((&case.scenario.file.path, case.line())),
        });
    }

    /// The whole report.
    pub fn finish(self) -> Result<String, quick_junit::SerializeError> {
        self.suites.finish("trailcheck")
    }
}

fn told(case: &Case<'_>) -> Told {
    let headline = human::headline(case).unwrap_or_default();
    Told {
        headline: case.scenario.redactor.text(&headline).into_owned(),
        text: human::failure(case, Style::default()),
    }
}
