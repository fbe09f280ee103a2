//! The page around the sections.

use super::Report;
use super::style::{SCRIPT, STYLE};
use super::text::{escape, foreign};
use crate::calibrate::class::Class;
use crate::report::page::frame as page;

/// Everything above the first section.
pub(super) fn top(report: &Report<'_>) -> String {
    let confusion = report.groups.first().map(|all| &all.confusion);
    let count = |f: &dyn Fn(Class) -> u64| Class::all().map(f).sum::<u64>();
    let useful = confusion.map_or(0, |c| c.judged(Class::Useful));
    let judged = confusion.map_or(0, |c| count(&|label| c.judged(label)));
    let unlabelled = report.table.rows.iter().filter(|row| row.label.is_none()).count();
    let without_label = if unlabelled > 0 {
        format!(" {unlabelled} rows have no label and are in no figure.")
    } else {
        String::new()
    };
    let warning = |w: &String| format!("<div class=\"warn\" role=\"note\">{}</div>", escape(w));
    let warnings: String = report.warnings.iter().map(warning).collect();
    format!(
        "{}<main>\n\
         <h1>Calibration of {corpus}</h1>\n<p class=\"soft\">{rows} rows, {judged} judged: {useful} useful, \
         {useless} useless. \
         Positive means useful; intervals are 95&#8239;%.{without_label}<br><code>{command}</code></p>\n{warnings}",
        page::top(&format!("Calibration of {}", report.corpus), STYLE),
        corpus = foreign(report.corpus),
        rows = report.table.rows.len(),
        useless = judged - useful,
        command = escape(report.command),
    )
}

/// Everything below the last section.
pub(super) fn bottom() -> String {
    format!("</main>\n{}", page::bottom(SCRIPT))
}
