//! Pages whose verdict is not their label, each with why.

use super::Report;
use super::text::{escape, foreign};
use crate::calibrate::checks::{Check, Limit, Rule, plain_number};
use crate::calibrate::class::Class;
use crate::receipt::Vocabulary as _;

/// More pages than this would make the report heavy; all are in `pages.csv`.
const MAX_PAGES: usize = 500;

/// How wrong a verdict is, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Accepted,
    Rejected,
    Reason,
    Unread,
}

impl Kind {
    fn text(self) -> &'static str {
        match self {
            Self::Accepted => "wrongly accepted",
            Self::Rejected => "wrongly rejected",
            Self::Reason => "wrong reason",
            Self::Unread => "not judged",
        }
    }
}

pub(super) fn section(report: &Report<'_>) -> String {
    let mut found: Vec<(Kind, usize)> = Vec::new();
    for (row, (head, verdict)) in report.table.rows.iter().zip(report.verdicts).enumerate() {
        let kind = match (head.label, verdict) {
            (_, None) => Kind::Unread,
            (None, Some(_)) => continue,
            (Some(label), Some(verdict)) if label == *verdict => continue,
            (Some(label), Some(verdict)) => match (label.is_useful(), verdict.is_useful()) {
                (false, true) => Kind::Accepted,
                (true, false) => Kind::Rejected,
                (false, false) | (true, true) => Kind::Reason,
            },
        };
        found.push((kind, row));
    }
    found.sort_unstable();
    if found.is_empty() {
        return "<h2 id=\"misjudged\">Misjudged pages</h2>\n<p>None.</p>\n".to_owned();
    }
    let rows: String = found.iter().take(MAX_PAGES).map(|(kind, row)| line(report, *kind, *row)).collect();
    let more = match found.len().checked_sub(MAX_PAGES) {
        Some(more) if more > 0 => {
            format!("<p class=\"soft\">{more} more are in <code>pages.csv</code>.</p>\n")
        }
        Some(_) | None => String::new(),
    };
    format!(
        "<h2 id=\"misjudged\">Misjudged pages</h2>\n<p>{} of {} rows. One page with all its features: \
         <code>trailcheck calibrate --explain PAGE</code>.</p>\n\
         <input class=\"filter\" hidden type=\"search\" placeholder=\"filter by any word\" \
         aria-label=\"filter\" data-for=\"mis\">\n\
         <div class=\"wide\"><table class=\"stack\" id=\"mis\"><thead><tr><th data-s>page and query</th><th \
         data-s>kind</th>\
         <th data-s>label</th><th data-s>verdict</th><th>why</th></tr></thead><tbody>{rows}</tbody></table>\
         </div>\n{more}",
        found.len(),
        report.table.rows.len(),
    )
}

fn line(report: &Report<'_>, kind: Kind, row: usize) -> String {
    let Some(head) = report.table.rows.get(row) else { return String::new() };
    let verdict = report.verdicts.get(row).copied().flatten();
    let place = [report.table.langs.get(head.lang), report.table.sites.get(head.site)];
    let place =
        place.into_iter().filter(|part| !part.is_empty()).map(foreign).collect::<Vec<_>>().join(" &middot; ");
    format!(
        "<tr><td class=\"page\"><code>{}</code><br>{}<br><span class=\"soft\">{place}</span></td><td \
            data-l=\"kind\">{}</td>\
         <td data-l=\"label\">{}</td><td data-l=\"verdict\">{}</td><td class=\"why\">{}</td></tr>\n",
        foreign(&head.page),
        foreign(&head.query),
        kind.text(),
        head.label.map_or("", Class::name),
        verdict.map_or("", Class::name),
        why(report, row, head.label, verdict, head.error.as_deref()),
    )
}

/// The rule that fired, or for an accepted page the rule of its label that came closest.
fn why(
    report: &Report<'_>,
    row: usize,
    label: Option<Class>,
    verdict: Option<Class>,
    error: Option<&str>,
) -> String {
    if let Some(error) = error {
        return format!("it {}", escape(error));
    }
    let checks = report.table.checks();
    let value = |column: usize| report.table.value(row, column);
    if let Some((reason, rule)) = checks.fired(value, report.settings) {
        let fired = format!("<b>{}</b> by {}: {}", reason.wire(), rule.name, literals(report, row, rule));
        let right = label.filter(|label| Some(*label) != verdict).and_then(|label| check_of(report, label));
        return match right {
            Some(right) if right.rules.iter().any(|rule| holds(report, row, rule)) => {
                format!("{fired}. <b>{}</b> fires too, but comes later", right.reason.wire())
            }
            Some(_) | None => fired,
        };
    }
    let closest = label.and_then(|label| check_of(report, label)).and_then(|check| {
        let failing = |rule: &&Rule| {
            let missing = rule
                .literals
                .iter()
                .filter(|l| !l.comparison.holds(value(l.column), l.limit_in(report.settings)));
            missing.count()
        };
        check
            .rules
            .iter()
            .filter(|rule| rule.literals.iter().any(|l| !value(l.column).is_nan()))
            .min_by_key(failing)
    });
    match closest {
        Some(rule) => {
            format!("no check fired; closest is <b>{}</b>: {}", rule.name, literals(report, row, rule))
        }
        None => "no check fired".to_owned(),
    }
}

fn check_of<'r>(report: &Report<'r>, label: Class) -> Option<&'r Check> {
    report.table.checks().checks.iter().find(|check| Class::NotUseful(check.reason) == label)
}

fn holds(report: &Report<'_>, row: usize, rule: &Rule) -> bool {
    let holds = |l: &crate::calibrate::checks::Literal| {
        l.comparison.holds(report.table.value(row, l.column), l.limit_in(report.settings))
    };
    rule.literals.iter().all(holds)
}

fn literals(report: &Report<'_>, row: usize, rule: &Rule) -> String {
    let checks = report.table.checks();
    let one = |literal: &crate::calibrate::checks::Literal| {
        let value = report.table.value(row, literal.column);
        let limit = literal.limit_in(report.settings);
        let name = checks.columns.get(literal.column).copied().unwrap_or_default();
        let named = match literal.limit {
            Limit::Named(threshold) => {
                checks.thresholds.get(threshold).map_or("", |threshold| threshold.name)
            }
            Limit::Fixed(_) => "",
        };
        let missed = if literal.comparison.holds(value, limit) { "" } else { " <b>(missed)</b>" };
        let sign = escape(literal.comparison.sign());
        format!(
            "<span title=\"{named}\">{name} {} {sign} {}</span>{missed}",
            plain_number((value * 1e4).round() / 1e4),
            plain_number(limit)
        )
    };
    rule.literals.iter().map(one).collect::<Vec<_>>().join(", ")
}
