//! The trade-off curves: ROC and precision-recall.

use super::Report;
use super::charts::{Axis, Chart};
use super::text::{add, at, percent};
use crate::calibrate::curve::{Curve, Point, floor_curve, strictness_curve};

/// The feature of the plain floor that the validator is compared with.
const FLOOR: &str = "content_chars";
const SIZE: (f64, f64) = (480.0, 300.0);

pub(super) fn section(report: &Report<'_>) -> String {
    let table = report.table;
    let rows = table.judged_rows();
    let curve = strictness_curve(table, &rows, report.settings);
    let column = table.checks().columns.iter().position(|name| *name == FLOOR);
    let floor = column.map(|column| floor_curve(table, &rows, column));
    let mut section = "<h2 id=\"curves\">Trade-off curves</h2>\n<p>The scalar that is swept is the \
        <em>strictness</em>: all \
        named thresholds scaled together, those that a feature must not exceed by s, those that it must reach by 1/s. \
        s&#8239;=&#8239;1 is the validator as it stands: its point is on the curve, with its intervals. For \
        comparison the \
        same curve for a plain floor on <code>content_chars</code> alone.</p>\n"
        .to_owned();
    if curve.useful == 0 || curve.useless == 0 {
        section.push_str(
            "<p class=\"soft\">A curve needs useful and useless pages; one kind is missing here.</p>\n",
        );
        return section;
    }
    let floor = floor.filter(|floor| floor.useful > 0 && floor.useless > 0);
    let floor_area = floor.as_ref().map_or(String::new(), |floor| {
        format!("<i style=\"background:var(--c)\"></i>floor on content_chars (area {})", area(floor))
    });
    add(
        &mut section,
        format_args!(
            "<div class=\"charts two\"><figure class=\"card\" style=\"margin:0\"><h3>ROC</h3>{}</figure>\
         <figure class=\"card\" style=\"margin:0\"><h3>Precision and recall</h3>{}</figure></div>\n\
         <p class=\"key\"><i style=\"background:var(--a)\"></i>strictness (area under the ROC curve \
         {}){floor_area}</p>\n",
            roc(report, &curve, floor.as_ref()),
            precision_recall(report, &curve, floor.as_ref()),
            area(&curve),
        ),
    );
    section
}

fn area(curve: &Curve) -> String {
    curve.area().map_or_else(|| "undefined".to_owned(), |area| format!("{area:.4}"))
}

fn roc(report: &Report<'_>, curve: &Curve, floor: Option<&Curve>) -> String {
    let chart = Chart { size: SIZE, x: Axis::shares(0.0, 1.0), y: Axis::shares(0.0, 1.0) };
    let corners = |curve: &Curve| -> Vec<(f64, f64)> {
        let corner = |p: &Point| {
            (p.false_accepts as f64 / curve.useless as f64, p.true_accepts as f64 / curve.useful as f64)
        };
        curve.points.iter().map(corner).collect()
    };
    let mut inner = chart.line("axis", &[(0.0, 0.0), (1.0, 1.0)], false);
    inner.push_str(&floor.map_or(String::new(), |floor| chart.line("lc", &corners(floor), false)));
    inner.push_str(&chart.line("la", &corners(curve), false));
    inner.push_str(&operating_point(report, &chart, "false_accept_rate", "recall"));
    chart.svg("ROC curve", ("false-accept rate", "recall"), true, &inner)
}

fn precision_recall(report: &Report<'_>, curve: &Curve, floor: Option<&Curve>) -> String {
    let corners = |curve: &Curve| -> Vec<(f64, f64)> {
        let corner = |p: &Point| {
            let accepted = p.true_accepts + p.false_accepts;
            (accepted > 0).then(|| {
                (p.true_accepts as f64 / curve.useful as f64, p.true_accepts as f64 / accepted as f64)
            })
        };
        curve.points.iter().filter_map(corner).collect()
    };
    let (main, other) = (corners(curve), floor.map(corners).unwrap_or_default());
    let least = main.iter().chain(&other).map(|(_, precision)| *precision).fold(1.0, f64::min);
    let chart =
        Chart { size: SIZE, x: Axis::shares(0.0, 1.0), y: Axis::shares((least * 10.0).floor() / 10.0, 1.0) };
    let mut inner = chart.line("lc", &other, false);
    inner.push_str(&chart.line("la", &main, false));
    inner.push_str(&operating_point(report, &chart, "recall", "precision"));
    chart.svg("precision-recall curve", ("recall", "precision"), true, &inner)
}

/// The validator as it stands, with the intervals of both rates.
fn operating_point(report: &Report<'_>, chart: &Chart, x: &str, y: &str) -> String {
    let metric = |name: &str| report.groups.first().and_then(|all| all.metric(name));
    let (Some(x), Some(y)) = (metric(x), metric(y)) else { return String::new() };
    let (Some(x_value), Some(y_value)) = (x.value, y.value) else { return String::new() };
    let (cx, cy) = (at(chart.x(x_value)), at(chart.y(y_value)));
    let mut drawn = String::new();
    if let (Some(xi), Some(yi)) = (x.interval, y.interval) {
        add(
            &mut drawn,
            format_args!("<path class=\"cross\" d=\"M{} {cy}H{}", at(chart.x(xi.low)), at(chart.x(xi.high))),
        );
        add(&mut drawn, format_args!("M{cx} {}V{}\"/>", at(chart.y(yi.low)), at(chart.y(yi.high))));
    }
    add(
        &mut drawn,
        format_args!(
            "<circle class=\"dot\" cx=\"{cx}\" cy=\"{cy}\" r=\"3.5\"><title>the validator as it stands: {} {}, \
                {} {}</title></circle>",
            x.name,
            percent(x.value),
            y.name,
            percent(y.value)
        ),
    );
    drawn
}
