//! `report.html`: one page for people, with nothing to fetch.
//!
//! A pure function of the figures: the same bytes on every run. Charts are plain SVG whose colours come from the
//! style sheet,
//! so that they follow the reader's light or dark. The script only sorts and filters; without it everything is there.

mod charts;
mod curves;
mod figures;
mod frame;
mod misjudged;
mod style;
mod thresholds;

use crate::calibrate::class::Class;
use crate::calibrate::flips::Comparison;
use crate::calibrate::markers::MarkerUse;
use crate::calibrate::metrics::Group;
use crate::calibrate::recommend::Recommendation;
use crate::calibrate::sweep::ThresholdSweep;
use crate::calibrate::table::Table;
use crate::report::page::text;

/// What a report shows.
#[derive(Clone, Copy, Debug)]
pub struct Report<'r> {
    /// The corpus, as the user named it.
    pub corpus: &'r str,
    /// The command that made the report.
    pub command: &'r str,
    /// All pages.
    pub table: &'r Table,
    /// The settings of the validator.
    pub settings: &'r [f64],
    /// Its verdicts.
    pub verdicts: &'r [Option<Class>],
    /// Its figures, those of all pages first.
    pub groups: &'r [Group],
    /// What to know before reading them.
    pub warnings: &'r [String],
    /// Each threshold alone.
    pub sweeps: &'r [ThresholdSweep],
    /// Each marker.
    pub markers: &'r [MarkerUse],
    /// What was recommended, or why nothing was.
    pub recommendation: &'r Recommendation,
    /// Another validator's name, and what it judges differently.
    pub baseline: Option<(&'r str, &'r Comparison)>,
}

/// The whole page.
pub fn render(report: &Report<'_>) -> String {
    let mut page = frame::top(report);
    page.push_str(&figures::headline(report));
    page.push_str(&figures::recommendation(report));
    page.push_str(&figures::baseline(report));
    page.push_str(&curves::section(report));
    page.push_str(&thresholds::section(report));
    page.push_str(&figures::confusion(report));
    page.push_str(&misjudged::section(report));
    page.push_str(&figures::groups(report));
    page.push_str(&figures::markers(report));
    page.push_str(&frame::bottom());
    page
}
