//! `JUnit` XML of a comparison: one suite a folder, one case a lookup; what changed is a failure.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use super::words;
use crate::diff::{Changed, Finding};
use crate::printable::without_controls;
use crate::receipt::Vocabulary as _;

/// Collects the findings.
#[derive(Debug, Default)]
pub struct Junit {
    suites: BTreeMap<String, TestSuite>,
}

impl Junit {
    /// Adds one finding.
    pub fn add(&mut self, finding: &Finding) {
        match finding {
            Finding::Same(lookup) => self.case(&lookup.scenario, lookup.lookup, None),
            Finding::Changed(changed) => {
                let (scenario, lookup) = changed.lookup();
                self.case(scenario, lookup, Some(failure(changed)));
            }
            Finding::Added(name) => {
                self.case(name, 0, Some(apart("added", "the old side has no such scenario")));
            }

            Finding::Removed(name) => {
                self.case(name, 0, Some(apart("removed", "the new side has no such scenario")));
            }
            Finding::Renamed { old, new } => {
                self.case(new, 0, Some(apart("renamed", &format!("the same trails were named {old}"))));
            }
        }
    }

    /// The whole report.
    pub fn finish(self) -> Result<String, quick_junit::SerializeError> {
        let mut report = Report::new("trailcheck diff");
        report.add_test_suites(self.suites.into_values());
        report.to_string()
    }

    fn case(&mut self, scenario: &str, lookup: u32, status: Option<TestCaseStatus>) {
        let (folder, name) = scenario.rsplit_once('/').unwrap_or((".", scenario));
        let status = status.unwrap_or_else(TestCaseStatus::success);
        let name = if lookup == 0 { name.to_owned() } else { format!("{name} (lookup {lookup})") };
        let mut case = TestCase::new(XmlString::new(without_controls(&name)), status);
        case.set_classname(XmlString::new(without_controls(folder)));
        let folder = without_controls(folder).into_owned();
        self.suites.entry(folder).or_insert_with_key(|folder| TestSuite::new(folder)).add_test_case(case);
    }
}

fn apart(kind: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(kind);
    status.set_message(without_controls(text).into_owned());
    status
}

fn failure(changed: &Changed) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(changed.class().wire());
    let all: Vec<String> = changed.changes.iter().map(words::change).collect();
    let message = words::why(changed).or_else(|| all.first().cloned()).unwrap_or_default();
    status.set_message(without_controls(&message).into_owned());
    let lines = [("old", changed.old.as_ref()), ("new", changed.new.as_ref())];
    let lines = lines
        .into_iter()
        .filter_map(|(label, entry)| words::one_line(entry).map(|line| format!("{label}: {line}")));
    let text: Vec<String> = lines.chain(all).collect();
    status.set_description(without_controls(&text.join("\n")).into_owned());
    status
}
