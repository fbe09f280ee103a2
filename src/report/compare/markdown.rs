//! For a pull request or a page: the figures, the ranking, and where the engines differ, folded.

use std::fmt::Write as _;

use super::figures::{LEGEND, figures, words};
use crate::compare::Table;
use crate::receipt::Vocabulary as _;
use crate::replay::trail::lookup_name;
use crate::report::diff::markdown::escape;

/// Lookups in which the engines differ that are shown.
const DIFFERING_SHOWN: usize = 200;

/// The whole comparison.
pub fn text(table: &Table) -> String {
    let mut text = String::from("### trailcheck: engines compared\n\n");
    let engines: Vec<&str> = table.engines.iter().map(|engine| engine.wire()).collect();
    let _ = writeln!(text, "| | {} |", engines.join(" | "));
    let _ = writeln!(text, "|---|{}", "--:|".repeat(engines.len()));
    let columns: Vec<_> = table.rows().map(|(_, row)| figures(row)).collect();
    for (index, first) in columns.first().into_iter().flatten().enumerate() {
        let cells = columns.iter().filter_map(|all| Some(all.get(index)?.shown()));
        let _ = writeln!(text, "| {} | {} |", first.name, cells.collect::<Vec<_>>().join(" | "));
    }
    text.push('\n');
    for (place, (engine, cost)) in (1..).zip(table.ranking()) {
        let _ = writeln!(text, "{place}. **{engine}** {cost:.2}");
    }
    let _ = writeln!(text, "\nMean cost of a lookup: {}.\n", table.cost.formula());
    for line in LEGEND {
        let _ = writeln!(text, "- {}", escape(line));
    }
    let all: Vec<_> = table.differing().collect();
    let _ = writeln!(
        text,
        "\n<details><summary>The engines differ in {} of {} lookups</summary>\n\n| lookup | {} |\n|---|{}",
        all.len(),
        table.lookups(),
        engines.join(" | "),
        "---|".repeat(engines.len())
    );
    for (scenario, lookup, cells) in all.iter().take(DIFFERING_SHOWN) {
        let cells: Vec<String> = cells.iter().map(|cell| escape(&words(cell.as_ref()))).collect();
        let _ = writeln!(text, "| {} | {} |", escape(&lookup_name(scenario, *lookup)), cells.join(" | "));
    }
    if all.len() > DIFFERING_SHOWN {
        let _ = writeln!(text, "\nAnd {} more.", all.len() - DIFFERING_SHOWN);
    }
    text.push_str("\n</details>\n");
    for skipped in &table.skipped {
        let (name, reason) = (escape(&skipped.scenario), escape(&skipped.reason));
        let _ = write!(text, "\n{} skips {name}: {reason}.\n", skipped.engine);
    }
    text
}
