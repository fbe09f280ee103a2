//! `run --report FILE`: the results as one HTML page, written beside the results proper.

use std::io::BufWriter;
use std::path::Path;

use trailcheck::receipt::Vocabulary as _;
use trailcheck::report::Case;
use trailcheck::report::html::{About, Page};
use trailcheck::report::summary::Summary;
use trailcheck::scenario::EngineName;
use trailcheck::trail::atomic::Pending;
use trailcheck::trail::coverage::Coverage;

use super::super::select::Selection;
use super::super::told::{quoted, told};
use super::RunArguments;

/// The page as it is written.
pub(super) struct HtmlReport<'a> {
    path: &'a Path,
    page: Page<BufWriter<Pending<'a>>>,
    coverage: Coverage,
    about: About,
}

impl<'a> HtmlReport<'a> {
    /// Begins the page where one is asked for.
    pub(super) fn begin(arguments: &'a RunArguments, selection: &Selection) -> Result<Option<Self>, String> {
        let Some(path) = arguments.report.as_deref() else { return Ok(None) };
        if arguments.output.as_deref() == Some(path) {
            return Err(format!("{} cannot be both --output and --report", path.display()));
        }
        let own = selection.scenarios.iter().map(|scenario| scenario.engine);
        let mut engines: Vec<EngineName> = match arguments.engine {
            Some(engine) => vec![engine],
            None => own.collect(),
        };
        engines.sort_unstable();
        engines.dedup();
        let about = About { command: command(arguments), engines };
        let page = Pending::create(path).and_then(|file| Page::begin(BufWriter::new(file), "trailcheck run"));
        let page = page.map_err(|error| cannot(path, &error))?;
        Ok(Some(Self { path, page, coverage: Coverage::new(), about }))
    }

    /// Adds one scenario.
    pub(super) fn add(&mut self, case: &Case<'_>) -> Result<(), String> {
        if let Ok(replay) = case.replay {
            for trail in &replay.trails {
                self.coverage.add(trail);
            }
        }
        self.page.add(case).map_err(|error| cannot(self.path, &error))
    }

    /// Ends the page; the file takes its name only now.
    pub(super) fn finish(self, summary: &Summary) -> Result<(), String> {
        let written = self.page.finish_run(summary, &self.about, &self.coverage);
        let file = written.and_then(|out| out.into_inner().map_err(std::io::IntoInnerError::into_error));
        file.and_then(Pending::commit).map_err(|error| cannot(self.path, &error))
    }
}

fn cannot(path: &Path, error: &std::io::Error) -> String {
    format!("the report {} cannot be written: {error}", path.display())
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
