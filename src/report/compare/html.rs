//! One page that needs no network: the figures, the ranking, and the matrix of the lookups in which engines differ.

use super::figures::{LEGEND, figures, words};
use crate::compare::{Cell, Table};
use crate::receipt::Vocabulary as _;
use crate::replay::trail::lookup_name;
use crate::report::page::frame::{bottom, top};
use crate::report::page::text::{add, escape, foreign};

const STYLE: &str = "
table.grid{border-collapse:collapse;margin:1rem 0}
table.grid th,table.grid td{padding:.3rem .7rem;border-bottom:1px solid #8884;text-align:right;vertical-align:top}
table.grid th:first-child,table.grid td:first-child{text-align:left}
table.grid td.bad{font-weight:600;text-decoration:underline wavy #c33 1px}
.scroll{overflow-x:auto}
";

/// The whole page.
pub fn page(table: &Table, command: &str) -> String {
    let mut text = top("Engines compared", STYLE);
    add(
        &mut text,
        format_args!("<main>\n<h1>Engines compared</h1>\n<p><code>{}</code></p>\n", escape(command)),
    );
    grid(&mut text, table);
    text.push_str("<ul>\n");
    for line in LEGEND {
        add(&mut text, format_args!("<li>{}</li>\n", escape(line)));
    }
    text.push_str("</ul>\n<h2>Mean cost of a lookup</h2>\n<ol>\n");
    for (engine, cost) in table.ranking() {
        add(&mut text, format_args!("<li><strong>{engine}</strong> {cost:.2}</li>\n"));
    }
    add(&mut text, format_args!("</ol>\n<p>cost = {}</p>\n", escape(&table.cost.formula())));
    matrix(&mut text, table);
    skipped(&mut text, table);
    text.push_str("</main>\n");
    text.push_str(&bottom(""));
    text
}

fn heads(text: &mut String, table: &Table, first: &str) {
    add(text, format_args!("<thead><tr><th scope=\"col\">{first}</th>"));
    for engine in &table.engines {
        add(text, format_args!("<th scope=\"col\">{}</th>", engine.wire()));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
}

fn grid(text: &mut String, table: &Table) {
    text.push_str("<div class=\"scroll\"><table class=\"grid\">\n");
    heads(text, table, "figure");
    let columns: Vec<_> = table.rows().map(|(_, row)| figures(row)).collect();
    for (index, first) in columns.first().into_iter().flatten().enumerate() {
        add(text, format_args!("<tr><th scope=\"row\">{}</th>", first.name));
        for figure in columns.iter().filter_map(|all| all.get(index)) {
            add(text, format_args!("<td>{}</td>", escape(&figure.shown())));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n");
}

fn matrix(text: &mut String, table: &Table) {
    let all: Vec<_> = table.differing().collect();
    add(text, format_args!("<h2>Where they differ: {} of {} lookups</h2>\n", all.len(), table.lookups()));
    text.push_str("<div class=\"scroll\"><table class=\"grid\">\n");
    heads(text, table, "lookup");
    for (scenario, lookup, cells) in all {
        add(text, format_args!("<tr><th scope=\"row\">{}</th>", foreign(&lookup_name(scenario, lookup))));
        for cell in cells {
            let is_bad = |cell: &Cell| cell.false_success || cell.missed || cell.over_budget;
            let class = if cell.as_ref().is_some_and(is_bad) { " class=\"bad\"" } else { "" };
            add(text, format_args!("<td{class}>{}</td>", escape(&words(cell.as_ref()))));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n");
}

fn skipped(text: &mut String, table: &Table) {
    if table.skipped.is_empty() {
        return;
    }
    text.push_str("<h2>Skipped</h2>\n<ul>\n");
    for one in &table.skipped {
        let (name, reason) = (foreign(&one.scenario), foreign(&one.reason));
        add(text, format_args!("<li>{} skips {name}: {reason}</li>\n", one.engine));
    }
    text.push_str("</ul>\n");
}
