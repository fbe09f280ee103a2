//! Each threshold alone: both error rates over its range, with bands.

use super::Report;
use super::charts::{Axis, Chart};
use super::text::{add, at, escape};
use crate::calibrate::checks::plain_number;
use crate::calibrate::interval::wilson;
use crate::calibrate::sweep::{Stretch, ThresholdSweep};
use crate::report::calibration::tables::by_label;

/// Lines of the table of steps that a threshold gets.
const MAX_STEPS: usize = 40;
const SIZE: (f64, f64) = (330.0, 215.0);

pub(super) fn section(report: &Report<'_>) -> String {
    let moving = report.sweeps.iter().filter(|swept| !swept.flips.is_empty());
    let cards: String = moving.map(|swept| card(report, swept)).collect();
    let still: Vec<&str> = report
        .sweeps
        .iter()
        .filter(|swept| swept.flips.is_empty())
        .filter_map(|swept| report.table.checks().thresholds.get(swept.threshold))
        .map(|threshold| threshold.name)
        .collect();
    let still = if still.is_empty() {
        String::new()
    } else {
        format!("<p class=\"soft\">No value of these changes a verdict here: {}.</p>\n", still.join(", "))
    };
    format!(
        "<h2 id=\"thresholds\">Each threshold alone</h2>\n<p>All others held. Every cut-off at which a verdict \
            changes is in \
         <code>sweep.csv</code>; the bands are 95&#8239;% intervals, the dashed line is the current value.</p>\n\
         <p class=\"key\"><i style=\"background:var(--b)\"></i>false-accept rate\
         <i style=\"background:var(--a)\"></i>false-reject rate</p>\n<div class=\"charts\">{cards}</div>\n{still}"
    )
}

fn card(report: &Report<'_>, swept: &ThresholdSweep) -> String {
    let Some(threshold) = report.table.checks().thresholds.get(swept.threshold) else { return String::new() };
    let current = report.settings.get(swept.threshold).copied().unwrap_or(0.0);
    format!(
        "<figure class=\"card\" style=\"margin:0\"><h3>{} <span class=\"soft\">= {}</span></h3>{}{}</figure>",
        escape(threshold.name),
        plain_number(current),
        chart(swept, threshold.name, current),
        steps(swept, current)
    )
}

fn chart(swept: &ThresholdSweep, name: &str, current: f64) -> String {
    let last = swept.flips.last().map_or(1.0, |flip| flip.edge.value);
    let high = (last * 1.1).max(current * 1.5).min(swept.max);
    let (mut accepts, mut rejects) = (Vec::new(), Vec::new());
    for stretch in swept.stretches() {
        let counts = stretch.counts;
        accepts.push(point(stretch.from.value, counts.false_accepts(), counts.useless()));
        rejects.push(point(stretch.from.value, counts.false_rejects(), counts.useful()));
    }
    let tops = accepts.iter().chain(&rejects).flatten().map(|(_, rate, ..)| *rate);
    let top = (tops.fold(0.0, f64::max) * 1.25).clamp(0.02, 1.0);
    let x = Axis { low: 0.0, high, logarithmic: high > 30.0 };
    let chart = Chart { size: SIZE, x, y: Axis::shares(0.0, top) };
    let line =
        |points: &[Option<Point>]| points.iter().flatten().map(|(x, y, ..)| (*x, *y)).collect::<Vec<_>>();
    let band = |points: &[Option<Point>]| {
        points.iter().flatten().map(|(x, _, l, h)| (*x, *l, *h)).collect::<Vec<_>>()
    };
    let mut inner = chart.band("bb", &band(&accepts)) + &chart.band("ba", &band(&rejects));
    inner.push_str(&chart.line("lb", &line(&accepts), true));
    inner.push_str(&chart.line("la", &line(&rejects), true));
    let (x, top, bottom) = (at(chart.x(current)), at(chart.y(top)), at(chart.y(0.0)));
    add(&mut inner, format_args!("<path class=\"cur\" d=\"M{x} {top}V{bottom}\"/>"));
    chart.svg(&format!("error rates over {name}"), (name, "rate"), swept.max <= 1.0, &inner)
}

/// Where, the rate, and its interval.
type Point = (f64, f64, f64, f64);

fn point(x: f64, part: u64, whole: u64) -> Option<Point> {
    let interval = wilson(part, whole)?;
    Some((x, part as f64 / whole as f64, interval.low, interval.high))
}

/// The steps nearest to the current value: what each newly rejects and accepts, by label.
fn steps(swept: &ThresholdSweep, current: f64) -> String {
    let stretches: Vec<Stretch<'_>> = swept.stretches().collect();
    let here = stretches.iter().position(|stretch| stretch.contains(current)).unwrap_or(0);
    let from = here.saturating_sub(MAX_STEPS / 2);
    let mut rows = String::new();
    for (place, stretch) in stretches.iter().enumerate().skip(from).take(MAX_STEPS) {
        let sign = if stretch.from.after { "&gt;&#8239;" } else { "&ge;&#8239;" };
        let mark = if place == here { " <span class=\"tag\">current</span>" } else { "" };
        add(
            &mut rows,
            format_args!(
                "<tr><td class=\"n\">{sign}{}{mark}</td><td>{}</td><td>{}</td></tr>",
                plain_number(stretch.from.value),
                escape(&by_label(stretch.flips, |flip| flip.from.is_useful())),
                escape(&by_label(stretch.flips, |flip| flip.to.is_useful())),
            ),
        );
    }
    format!(
        "<details class=\"noprint\"><summary>{} steps{}</summary><div class=\"wide\"><table><thead><tr><th \
            class=\"n\">from</th>\
         <th>newly rejected</th><th>newly accepted</th></tr></thead><tbody>{rows}</tbody></table></div></details>",
        stretches.len(),
        if stretches.len() > MAX_STEPS {
            format!(", {MAX_STEPS} around the current value")
        } else {
            String::new()
        },
    )
}
