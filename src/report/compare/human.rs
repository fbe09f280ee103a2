//! For the terminal: the figures as a table, where the engines differ, the ranking, and what was left out.

use std::fmt::Write as _;

use super::figures::{Figure, LEGEND, figures, words};
use crate::compare::Table;
use crate::printable::one_line;
use crate::receipt::Vocabulary as _;
use crate::replay::trail::lookup_name;
use crate::report::style::Style;
use crate::report::summary::count;

/// Lookups in which the engines differ that are shown.
const DIFFERING_SHOWN: usize = 25;

/// The whole comparison.
pub fn text(table: &Table, style: Style) -> String {
    let mut text = String::new();
    grid(&mut text, table, style);
    for line in LEGEND {
        let _ = writeln!(text, "{}", style.dim(line));
    }
    differing(&mut text, table, style);
    ranking(&mut text, table, style);
    skipped(&mut text, table);
    text
}

/// One line a figure, one column an engine.
fn grid(text: &mut String, table: &Table, style: Style) {
    let columns: Vec<(&str, Vec<Figure>)> =
        table.rows().map(|(engine, row)| (engine.wire(), figures(row))).collect();
    let names: Vec<&str> =
        columns.first().map_or_else(Vec::new, |(_, all)| all.iter().map(|figure| figure.name).collect());
    let name_width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let width = |(engine, all): &(&str, Vec<Figure>)| {
        let widest = all.iter().map(|figure| figure.shown().chars().count()).max();
        widest.unwrap_or(0).max(engine.len())
    };
    let heads: Vec<String> =
        columns.iter().map(|column| style.strong(format!("{:>w$}", column.0, w = width(column)))).collect();
    let _ = writeln!(text, "{:name_width$}  {}", "", heads.join("  "));
    for (index, name) in names.iter().enumerate() {
        let cells = columns.iter().map(|column| {
            let shown = column.1.get(index).map(Figure::shown).unwrap_or_default();
            format!("{shown:>w$}", w = width(column))
        });
        let _ = writeln!(text, "{name:name_width$}  {}", cells.collect::<Vec<_>>().join("  "));
    }
    text.push('\n');
}

fn differing(text: &mut String, table: &Table, style: Style) {
    let all: Vec<_> = table.differing().collect();
    let _ = writeln!(
        text,
        "\n{}",
        style.strong(format!("The engines differ in {} of {}", all.len(), count(table.lookups(), "lookup")))
    );
    for (scenario, lookup, cells) in all.iter().take(DIFFERING_SHOWN) {
        let _ = writeln!(text, "{}", one_line(&lookup_name(scenario, *lookup)));
        for (engine, cell) in table.engines.iter().zip(*cells) {
            let _ = writeln!(text, "  {:10} {}", engine.wire(), words(cell.as_ref()));
        }
    }
    if all.len() > DIFFERING_SHOWN {
        let _ = writeln!(text, "and {} more; `--format json` has all", all.len() - DIFFERING_SHOWN);
    }
}

fn ranking(text: &mut String, table: &Table, style: Style) {
    let _ = writeln!(text, "\n{}", style.strong("Mean cost of a lookup, the cheapest first"));
    for (place, (engine, cost)) in (1..).zip(table.ranking()) {
        let _ = writeln!(text, "  {place}. {:10} {cost:.2}", engine.wire());
    }
    let _ = writeln!(text, "{}", style.dim(format!("cost = {}", table.cost.formula())));
}

fn skipped(text: &mut String, table: &Table) {
    if table.skipped.is_empty() {
        return;
    }
    text.push('\n');
    for skipped in &table.skipped {
        let name = one_line(&skipped.scenario);
        let _ = writeln!(text, "{} skips {name}: {}", skipped.engine, one_line(&skipped.reason));
    }
}
