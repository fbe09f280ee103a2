//! `run --report FILE`: the results as one HTML page, written beside the results proper.

use std::path::Path;

use trailcheck::receipt::Vocabulary as _;
use trailcheck::report::Case;
use trailcheck::report::html::About;
use trailcheck::report::summary::Summary;
use trailcheck::scenario::EngineName;
use trailcheck::trail::coverage::Coverage;

use super::super::report_file::{self, FilePage};
use super::super::told::{quoted, told};
use super::RunArguments;

/// The page as it is written.
pub(super) struct HtmlReport<'a> {
    path: &'a Path,
    page: FilePage<'a>,
    about: About,
}

impl<'a> HtmlReport<'a> {
    /// Begins the page where one is asked for.
    pub(super) fn begin(
        arguments: &'a RunArguments,
        engines: Vec<EngineName>,
    ) -> Result<Option<Self>, String> {
        let Some(path) = arguments.report.as_deref() else { return Ok(None) };
        let page = report_file::begin(path, arguments.output.as_deref(), "trailcheck run")?;
        Ok(Some(Self { path, page, about: About { command: command(arguments), engines } }))
    }

    /// Adds one scenario.
    pub(super) fn add(&mut self, case: &Case<'_>) -> Result<(), String> {
        self.page.add(case).map_err(|error| report_file::cannot(self.path, &error))
    }

    /// Ends the page; the file takes its name only now.
    pub(super) fn finish(self, summary: &Summary, coverage: &Coverage) -> Result<(), String> {
        report_file::commit(self.path, self.page.finish_run(summary, &self.about, coverage))
    }
}

/// The command as it is told in the report: what changes the results, and nothing of this machine.
fn command(arguments: &RunArguments) -> String {
    let at = &arguments.at;
    let mut words = vec!["trailcheck run".to_owned()];
    words.extend(at.paths.iter().map(|path| told(path)));
    let folders = [
        ("root", &at.root),
        ("corpus", &at.corpus),
        ("policy", &at.policy),
        ("validator", &at.validator),
        ("snapshots", &arguments.snapshots),
    ];
    for (name, path) in folders {
        words.extend(path.as_deref().map(|path| format!("--{name} {}", told(path))));
    }
    words.extend(at.filter.iter().map(|filter| format!("--filter {}", quoted(filter.glob().glob()))));
    words.extend(arguments.part.partition.map(|partition| format!("--partition {partition}")));
    words.extend(arguments.engine.map(|engine| format!("--engine {}", engine.wire())));
    let flags = [
        ("no-snapshots", arguments.no_snapshots),
        ("accept", arguments.accept),
        ("fail-fast", arguments.fail_fast),
        ("last-failed", arguments.part.last_failed),
    ];
    words.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!("--{name}")));
    words.join(" ")
}
