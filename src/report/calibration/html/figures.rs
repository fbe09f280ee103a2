//! The figures: headline, recommendation, baseline, confusion, groups, markers.

use super::Report;
use super::text::{add, at, escape, foreign, percent};
use crate::calibrate::checks::plain_number;
use crate::calibrate::class::Class;
use crate::calibrate::metrics::{Metric, changed, spread};
use crate::calibrate::paired::p_value;
use crate::receipt::Vocabulary as _;
use crate::report::calibration::tables::label_counts;

/// The headline's figures with what they say.
const HEADLINE: [(&str, &str); 8] = [
    ("recall", "of the useful pages are accepted"),
    ("false_accept_rate", "of the useless pages are accepted"),
    ("precision", "of the accepted pages are useful"),
    ("reason_accuracy", "of the useless pages get the right reason"),
    ("f1", "F1, of precision and recall"),
    ("mcc", "Matthews' correlation, -1 to 1"),
    ("accuracy", "of all pages are judged right"),
    ("false_reject_rate", "of the useful pages are rejected"),
];

pub(super) fn headline(report: &Report<'_>) -> String {
    let Some(all) = report.groups.first() else { return String::new() };
    let tile = |(name, meaning): &(&str, &str)| {
        all.metric(name).map_or(String::new(), |metric| tile(metric, meaning))
    };
    let tiles: String = HEADLINE.iter().map(tile).collect();
    format!("<h2 id=\"figures\">Figures</h2>\n<div class=\"tiles\">{tiles}</div>\n")
}

fn tile(metric: &Metric, meaning: &str) -> String {
    let share = !matches!(metric.name, "f1" | "mcc");
    let shown = |value: f64| if share { percent(Some(value)) } else { format!("{value:.3}") };
    let value = metric.value.map_or_else(|| "undefined".to_owned(), shown);
    let (range, bar) = match metric.interval {
        Some(interval) => (
            format!("{} to {}, n = {}", shown(interval.low), shown(interval.high), metric.n),
            bar(
                if metric.name == "mcc" { f64::midpoint(interval.low, 1.0) } else { interval.low },
                if metric.name == "mcc" { f64::midpoint(interval.high, 1.0) } else { interval.high },
            ),
        ),
        None => (format!("n = {}", metric.n), String::new()),
    };
    let note = if metric.note.is_empty() {
        String::new()
    } else {
        format!("<br><span>{}</span>", escape(&metric.note))
    };
    format!(
        "<div class=\"card tile\"><span>{}</span><b>{value}</b>{bar}<span>{range}<br>{meaning}</span>{note}</div>",
        metric.name.replace('_', " ")
    )
}

/// An interval on a track from 0 to 1.
fn bar(low: f64, high: f64) -> String {
    let (x, width) = (at(low * 200.0), at(((high - low) * 200.0).max(2.0)));
    format!(
        "<svg viewBox=\"0 0 200 6\" preserveAspectRatio=\"none\" style=\"height:6px;margin:4px 0\" \
            aria-hidden=\"true\">\
         <rect class=\"track\" width=\"200\" height=\"6\" rx=\"3\"/>\
         <rect class=\"range\" x=\"{x}\" width=\"{width}\" height=\"6\"/></svg>"
    )
}

pub(super) fn recommendation(report: &Report<'_>) -> String {
    let this = report.recommendation;
    let mut section = format!(
        "<h2 id=\"recommendation\">Recommendation</h2>\n<p>Looked for: {}. Folds never split a site.</p>\n",
        escape(&this.objective.text())
    );
    let decision = match &this.refused {
        None => format!(
            "<p><b>The settings in <code>recommended.yaml</code> do better</b>, also on sites that the search \
                had not seen \
             (paired test, p = {}).</p>\n",
            p_value(this.p)
        ),
        Some(why) => format!("<p><b>None:</b> {}.</p>\n", escape(why)),
    };
    section.push_str(&decision);
    let names = changed(report.table.checks(), &this.before.0, &this.found.settings);
    if names.is_empty() {
        return section;
    }
    let row = |(name, before, after): &(&str, f64, f64)| {
        let place = report.table.checks().threshold(name).unwrap_or(usize::MAX);
        let in_folds = this.validation.folds.iter().filter_map(|fold| fold.settings.get(place));
        let in_folds: Vec<String> = in_folds.map(|value| plain_number(*value)).collect();
        format!(
            "<tr><td><code>{name}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            plain_number(*before),
            plain_number(*after),
            in_folds.join(", ")
        )
    };
    let rows: String = names.iter().map(row).collect();
    add(
        &mut section,
        format_args!(
            "<div class=\"wide\"><table><thead><tr><th>threshold</th><th class=\"n\">now</th><th \
                class=\"n\">best on this corpus</th>\
         <th>best without each fold</th></tr></thead><tbody>{rows}</tbody></table></div>\n"
        ),
    );
    section.push_str(&validation(report));
    section
}

fn validation(report: &Report<'_>) -> String {
    use crate::calibrate::bits::Counts;
    let this = report.recommendation;
    let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let accepts = |counts: &Counts| share(counts.false_accepts(), counts.useless());
    let rejects = |counts: &Counts| share(counts.false_rejects(), counts.useful());
    let line = |name: &str, counts: &Counts| {
        format!(
            "<tr><td class=\"name\">{name}</td><td class=\"n\">{} <span class=\"soft\">({}/{})</span></td>\
             <td class=\"n\">{} <span class=\"soft\">({}/{})</span></td><td class=\"n\">{}</td></tr>",
            percent(accepts(counts)),
            counts.false_accepts(),
            counts.useless(),
            percent(rejects(counts)),
            counts.false_rejects(),
            counts.useful(),
            counts.right_reasons()
        )
    };
    let mut rows =
        line("now", &this.before.1) + &line("best, on the pages it was searched on", &this.found.counts);
    if !this.validation.folds.is_empty() {
        rows.push_str(&line("best, on unseen sites", &this.validation.counts()));
    }
    for (fold, number) in this.validation.folds.iter().zip(1..) {
        rows.push_str(&line(&format!("&emsp;fold {number}, {} sites", fold.sites), &fold.counts));
    }
    let range = |of: &dyn Fn(&Counts) -> Option<f64>| {
        spread(this.validation.folds.iter().map(|fold| of(&fold.counts))).map_or_else(
            || "undefined".to_owned(),
            |s| format!("{} to {}", percent(Some(s.low)), percent(Some(s.high))),
        )
    };
    format!(
        "<div class=\"wide\" style=\"margin-top:10px\"><table><thead><tr><th>settings</th><th class=\"n\">false \
            accepts</th>\
         <th class=\"n\">false rejects</th><th class=\"n\">right reasons</th></tr></thead><tbody>{rows}</tbody>\
         </table></div>\n\
         <p class=\"soft\">Over the folds: false accepts {}, false rejects {}.</p>\n",
        range(&accepts),
        range(&rejects)
    )
}

pub(super) fn baseline(report: &Report<'_>) -> String {
    let Some((name, comparison)) = report.baseline else { return String::new() };
    let (accepted, rejected) = comparison.directions();
    let other = comparison.changes.len() - accepted - rejected;
    let mut rows = String::new();
    for change in comparison.changes.iter().take(200) {
        let Some(head) = report.table.rows.get(change.row) else { continue };
        let mark = |class: Class| if head.label == Some(class) { "ok" } else { "" };
        add(
            &mut rows,
            format_args!(
                "<tr><td class=\"page\"><code>{}</code><br>{}</td><td data-l=\"label\">{}</td><td \
                    data-l=\"baseline\" class=\"{}\">{}</td>\
             <td data-l=\"this validator\" class=\"{}\">{}</td></tr>",
                foreign(&head.page),
                foreign(&head.query),
                head.label.map_or("", Class::name),
                mark(change.from),
                change.from.name(),
                mark(change.to),
                change.to.name()
            ),
        );
    }
    let table = if rows.is_empty() {
        String::new()
    } else {
        format!(
            "<div class=\"wide\"><table class=\"stack\"><thead><tr><th>page and query</th><th>label</th>\
                <th>baseline</th>\
             <th>this validator</th></tr></thead><tbody>{rows}</tbody></table></div>\n"
        )
    };
    format!(
        "<h2 id=\"baseline\">Against {}</h2>\n<p>Become useful: {accepted}. Cease to be: {rejected}. Get \
            another reason: {other}. \
         {}</p>\n{table}",
        foreign(name),
        escape(&comparison.statement("the baseline", "this validator"))
    )
}

pub(super) fn confusion(report: &Report<'_>) -> String {
    let Some(all) = report.groups.first() else { return String::new() };
    let confusion = &all.confusion;
    let head = |class: Class| format!("<th class=\"v\">{}</th>", class.name());
    let heads: String = Class::all().map(head).collect();
    let mut rows = String::new();
    for label in Class::all().filter(|label| confusion.labelled(*label) > 0) {
        let cell = |verdict: Class| {
            let count = confusion.cell(label, verdict);
            let class = match (count, label == verdict, label.is_useful() == verdict.is_useful()) {
                (0, _, _) => "n z",
                (_, true, _) => "n ok",
                (_, false, true) => "n",
                (_, false, false) => "n no",
            };
            format!("<td class=\"{class}\">{count}</td>")
        };
        let cells: String = Class::all().map(cell).collect();
        add(
            &mut rows,
            format_args!(
                "<tr><th>{}</th><td class=\"n\">{}</td>{cells}<td class=\"n {}\">{}</td></tr>",
                label.name(),
                confusion.labelled(label),
                if confusion.errors(label) == 0 { "z" } else { "" },
                confusion.errors(label)
            ),
        );
    }
    format!(
        "<h2 id=\"confusion\">Labels against verdicts</h2>\n<p>A line for each label; green where verdict and \
            reason are right, red where \
         a page is wrongly accepted or rejected.</p>\n<div class=\"wide\"><table class=\"mat\"><thead><tr>\
         <th>label</th><th class=\"n\">n</th>\
         {heads}<th class=\"v\">not judged</th></tr></thead><tbody>{rows}</tbody></table></div>\n"
    )
}

pub(super) fn groups(report: &Report<'_>) -> String {
    const SHOWN: [&str; 6] = ["recall", "false_accept_rate", "precision", "f1", "mcc", "reason_accuracy"];
    let head = |name: &&str| format!("<th data-s class=\"n\">{}</th>", name.replace('_', " "));
    let heads: String = SHOWN.iter().map(head).collect();
    let mut rows = String::new();
    for group in report.groups {
        let n: u64 = group.confusion.cells().iter().sum();
        let cell = |name: &&str| {
            let metric = group.metric(name);
            let value = metric.and_then(|metric| metric.value);
            let interval = metric.and_then(|metric| metric.interval);
            let few = metric.is_some_and(|metric| !metric.note.is_empty());
            let shown = |value: f64| {
                if matches!(*name, "f1" | "mcc") { format!("{value:.3}") } else { percent(Some(value)) }
            };
            let range = interval.map_or(String::new(), |i| format!("{} to {}", shown(i.low), shown(i.high)));
            format!(
                "<td class=\"n{}\" data-l=\"{}\" data-k=\"{}\" title=\"{range}\">{}</td>",
                if few { " z" } else { "" },
                name.replace('_', " "),
                value.map_or(String::new(), plain_number),
                value.map_or_else(|| "\u{2013}".to_owned(), shown)
            )
        };
        let cells: String = SHOWN.iter().map(cell).collect();
        add(
            &mut rows,
            format_args!(
                "<tr><td>{}</td><td class=\"n\" data-l=\"n\">{n}</td>{cells}</tr>",
                foreign(&group.name)
            ),
        );
    }
    format!(
        "<h2 id=\"groups\">By language, label and site</h2>\n<p>Grey: undefined, or too few pages to say much; \
            the intervals are in \
         <code>metrics.csv</code> and under the pointer.</p>\n<div class=\"wide\"><table class=\"stack\">\
         <thead><tr><th data-s>group</th>\
         <th data-s class=\"n\">n</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>\n"
    )
}

pub(super) fn markers(report: &Report<'_>) -> String {
    let mut found: Vec<_> = report.markers.iter().filter(|marker| marker.pages() > 0).collect();
    let never = report.markers.len() - found.len();
    found.sort_by_key(|marker| std::cmp::Reverse((marker.lost + marker.won, marker.pages())));
    let row = |marker: &&crate::calibrate::markers::MarkerUse| {
        format!(
            "<tr><td>{}</td><td>{}</td><td class=\"n\" data-l=\"pages\" data-k=\"{pages}\">{pages}</td><td \
                data-l=\"on\">{}</td>\
             <td class=\"n\" data-l=\"wrongly accepted without\">{}</td><td class=\"n\" data-l=\"rightly \
             accepted without\">{}</td>\
             <td class=\"n\" data-l=\"other reason without\">{}</td></tr>\n",
            foreign(&marker.phrase),
            marker.reason.wire(),
            label_counts(&marker.hits),
            marker.lost,
            marker.won,
            marker.other_reason,
            pages = marker.pages(),
        )
    };
    let rows: String = found.iter().take(300).map(row).collect();
    let table = if rows.is_empty() {
        "<p class=\"soft\">None was found on any page.</p>\n".to_owned()
    } else {
        format!(
            "<input class=\"filter\" hidden type=\"search\" placeholder=\"filter by any word\" \
                aria-label=\"filter\" data-for=\"mark\">\n\
             <div class=\"wide\"><table class=\"stack\" id=\"mark\"><thead><tr><th data-s>marker</th><th \
             data-s>reason</th>\
             <th data-s class=\"n\">pages</th><th>labels</th><th data-s class=\"n\">wrongly accepted</th>\
             <th data-s class=\"n\">rightly accepted</th><th data-s class=\"n\">other reason</th></tr></thead>\
             <tbody>{rows}</tbody></table></div>\n"
        )
    };
    format!(
        "<h2 id=\"markers\">Markers</h2>\n<p>Each phrase that was found: on pages of which label, and how many \
            pages would be judged \
         differently if it alone were dropped. {never} of {} phrases were found nowhere here; that says nothing \
         against \
         them.</p>\n{table}",
        report.markers.len()
    )
}
