//! `diff --report FILE`: the comparison as one HTML page, written beside the results proper.

use std::io;
use std::path::Path;

use trailcheck::diff::{Finding, Tally};

use super::super::report_file::{self, FilePage};
use super::super::told::{quoted, told};
use super::DiffArguments;
use super::side::Source;

/// The page as it is written.
pub(super) struct HtmlReport<'a> {
    path: &'a Path,
    page: FilePage<'a>,
    command: String,
    problem: Option<io::Error>,
}

impl<'a> HtmlReport<'a> {
    /// Begins the page where one is asked for.
    pub(super) fn begin(arguments: &'a DiffArguments) -> Result<Option<Self>, String> {
        let Some(path) = arguments.report.as_deref() else { return Ok(None) };
        let command = format!("trailcheck diff {} {}", source(&arguments.old), source(&arguments.new));
        let page = report_file::begin(path, arguments.output.as_deref(), "trailcheck diff")?;
        Ok(Some(Self { path, page, command, problem: None }))
    }

    /// Adds one finding.
    pub(super) fn add(&mut self, finding: &Finding) {
        if self.problem.is_none() {
            self.problem = self.page.add_finding(finding).err();
        }
    }

    /// Ends the page; the file takes its name only now.
    pub(super) fn finish(self, tally: &Tally) -> Result<(), String> {
        let Self { path, page, command, problem } = self;
        let written = problem.map_or_else(|| page.finish_diff(tally, &command), Err);
        report_file::commit(path, written)
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Path(path) => told(path),
        Source::Git { revision, path } => quoted(&format!("git:{revision}:{path}")),
    }
}
