//! `run --coverage` and `--min-coverage`: what the replayed scenarios reach of the vocabulary.

use std::fmt::Write as _;

use clap::Args;
use trailcheck::report::Style;
use trailcheck::report::coverage::{share_text, summary, table, unreached};
use trailcheck::report::summary::{Summary, count};
use trailcheck::trail::coverage::Coverage;

use super::super::Exit;
use super::super::edge::Edge;
use super::RunArguments;

/// Arguments of `run` about coverage.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// List the vocabulary with the scenarios that reach each member, after the results (on stderr where a machine
    /// reads them)
    #[arg(long)]
    coverage: bool,
    /// Fail where scenarios reach less than this share of the vocabulary; every member counts, those that only other
    /// engines produce too
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min_coverage: Option<f64>,
}

/// Reads a share in hundredths.
fn percent(text: &str) -> Result<f64, String> {
    let is_plain = text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let share = if is_plain { text.parse::<f64>().ok() } else { None };
    share
        .filter(|share| (0.0..=100.0).contains(share))
        .ok_or_else(|| format!("`{text}` is no share: write a number from 0 to 100, such as 90"))
}

/// What is told and judged of the coverage.
pub(super) struct Covered {
    in_full: bool,
    least: Option<f64>,
    /// Why this is a part of the suite.
    part: Vec<String>,
}

impl Covered {
    pub(super) fn asked_for(arguments: &RunArguments) -> Option<Self> {
        let mut part = Vec::new();
        if !arguments.at.filter.is_empty() {
            part.push("--filter".to_owned());
        }
        if let Some(partition) = arguments.part.partition {
            part.push(format!("--partition {partition}"));
        }
        if arguments.part.last_failed {
            part.push("--last-failed".to_owned());
        }
        let (in_full, least) = (arguments.coverage.coverage, arguments.coverage.min_coverage);
        (in_full || least.is_some()).then_some(Self { in_full, least, part })
    }

    /// The list, or with a gate alone the line that it judges; and what was left out.
    pub(super) fn text(&self, coverage: &Coverage, run: &Summary, style: Style) -> String {
        let mut text = if self.in_full { table(coverage, style) } else { summary(coverage, style) };
        let mut notes = Vec::new();
        if !self.part.is_empty() {
            notes.push(format!("this is a part of the suite: {}", self.part.join(", ")));
        }
        if run.stopped_early {
            notes.push(format!("the run ended after {} of {} scenarios", run.judged(), run.selected));
        }
        let without = run.judged().saturating_sub(coverage.scenarios());
        if without > 0 {
            let have = if without == 1 { "has" } else { "have" };
            notes.push(format!("{} {have} no trail", count(without, "scenario")));
        }
        for note in notes {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{}: {note}", style.warn("note"));
        }
        text
    }

    /// Says no where too little is reached.
    pub(super) fn gate(&self, coverage: &Coverage, edge: &mut Edge) -> Exit {
        let Some(least) = self.least else { return Exit::Passed };
        if coverage.scenarios() == 0 && coverage.lookups() == 0 {
            edge.warn("nothing was replayed, so that --min-coverage judged nothing");
            return Exit::Passed;
        }
        let share = coverage.share();
        if share.percent() >= least {
            return Exit::Passed;
        }
        edge.error(&format!("--min-coverage {least} is not met: {}", share_text(share)));
        if !self.in_full {
            edge.explain(&unreached(coverage, edge.error_style));
        }
        Exit::SaidNo
    }
}
