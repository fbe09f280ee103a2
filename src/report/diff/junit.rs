//! `JUnit` XML of a comparison: one suite a folder, one case a lookup; what changed is a failure.

use super::words;
use crate::diff::{Changed, Finding};
use crate::replay::trail::lookup_name;
use crate::report::junit::{Entry, Suites, Told, Verdict};

/// Collects the findings.
#[derive(Debug, Default)]
pub struct Junit {
    suites: Suites,
}

impl Junit {
    /// Adds one finding.
    pub fn add(&mut self, finding: &Finding) {
        match finding {
            Finding::Same(lookup) => {
                self.case(&lookup.scenario, lookup.lookup, lookup.elapsed_ms, Verdict::Passed);
            }
            Finding::Changed(changed) => {
                let (scenario, lookup) = changed.lookup();
                let receipt = words::receipt(changed.new.as_ref());
                let elapsed_ms = receipt.map_or(0, crate::receipt::Receipt::elapsed_ms);
                self.case(scenario, lookup, elapsed_ms, Verdict::Failure(told(changed)));
            }
            Finding::Added(name) => self.apart(name, "added: the old side has no such scenario"),
            Finding::Removed(name) => self.apart(name, "removed: the new side has no such scenario"),
            Finding::Renamed { old, new } => {
                self.apart(new, &format!("renamed: the old side has the same trails as {old}"));
            }
        }
    }

    /// The whole report.
    pub fn finish(self) -> Result<String, quick_junit::SerializeError> {
        self.suites.finish("trailcheck diff")
    }

    fn apart(&mut self, scenario: &str, headline: &str) {
        let told = Told { headline: headline.to_owned(), text: String::new() };
        self.case(scenario, 0, 0, Verdict::Failure(told));
    }

    fn case(&mut self, scenario: &str, lookup: u32, elapsed_ms: u64, verdict: Verdict) {
        let scenario = &lookup_name(scenario, lookup);
        self.suites.add(&Entry { scenario, verdict, elapsed_ms, place: None });
    }
}

fn told(changed: &Changed) -> Told {
    let all: Vec<String> = changed.changes.iter().map(words::change).collect();
    let message = words::why(changed).or_else(|| all.first().cloned()).unwrap_or_default();
    let lines = [("old", changed.old.as_ref()), ("new", changed.new.as_ref())];
    let lines = lines
        .into_iter()
        .filter_map(|(label, entry)| words::one_line(entry).map(|line| format!("{label}: {line}")));
    let text: Vec<String> = lines.chain(all).collect();
    Told { headline: format!("{}: {message}", changed.class()), text: text.join("\n") }
}
