//! The CSV files of a calibration. Their columns are a contract; new ones are only ever added at the end.

use crate::calibrate::bits::Counts;
use crate::calibrate::cells::CsvRow;
use crate::calibrate::checks::Checks;
use crate::calibrate::class::Class;
use crate::calibrate::extract::FeatureRow;
use crate::calibrate::features_file::feature_cells;
use crate::calibrate::flips::{Change, Comparison};
use crate::calibrate::markers::MarkerUse;
use crate::calibrate::metrics::{Group, f1, mcc};
use crate::calibrate::sweep::{Edge, Flip, ThresholdSweep};
use crate::calibrate::table::Table;
use crate::receipt::Vocabulary as _;

fn header(names: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<u8> {
    let mut row = CsvRow::default();
    names.into_iter().for_each(|name| row.text(name.as_ref()));
    row.finish()
}

/// The first line of `pages.csv`.
pub fn pages_header(checks: &Checks) -> Vec<u8> {
    let fixed = ["page", "query", "label", "verdict", "reason"];
    header(fixed.into_iter().chain(checks.columns.iter().copied()).chain(["error"]))
}

/// One line of `pages.csv`.
pub fn pages_row(row: &FeatureRow, checks: &Checks, settings: &[f64]) -> Vec<u8> {
    let verdict = row.error.is_none().then(|| checks.judge(&row.values, settings));
    let mut cells = CsvRow::default();
    cells.text(&row.page);
    cells.text(&row.query);
    cells.text(row.label.map_or("", Class::name));
    cells.text(verdict.map_or("", Class::verdict));
    cells.text(verdict.map_or("", Class::reason_name));
    feature_cells(&mut cells, row, checks);
    cells.text(row.error.as_deref().unwrap_or_default());
    cells.finish()
}

/// `metrics.csv`. An undefined figure has an empty value; the report says why.
pub fn metrics(groups: &[Group]) -> Vec<u8> {
    let mut bytes = header(["metric", "value", "ci_low", "ci_high", "n", "group"]);
    for group in groups {
        for metric in &group.metrics {
            let mut cells = CsvRow::default();
            cells.text(metric.name);
            cells.rate(metric.value);
            cells.rate(metric.interval.map(|interval| interval.low));
            cells.rate(metric.interval.map(|interval| interval.high));
            cells.count(metric.n);
            cells.text(&group.name);
            bytes.extend(cells.finish());
        }
    }
    bytes
}

/// `confusion.csv`: a line for each label, a column for each verdict, the reasons apart.
pub fn confusion(all: &Group) -> Vec<u8> {
    let reasons = || Class::all().filter(|class| !class.is_useful());
    let fixed = ["label", "n", "useful", "not_useful"].into_iter();
    let mut bytes = header(fixed.chain(reasons().map(Class::name)).chain(["error"]));
    for label in Class::all() {
        let confusion = &all.confusion;
        let mut cells = CsvRow::default();
        cells.text(label.name());
        cells.count(confusion.labelled(label));
        cells.count(confusion.cell(label, Class::Useful));
        cells.count(confusion.judged(label) - confusion.cell(label, Class::Useful));
        reasons().for_each(|reason| cells.count(confusion.cell(label, reason)));
        cells.count(confusion.errors(label));
        bytes.extend(cells.finish());
    }
    bytes
}

/// The first line of `sweep.csv`.
pub fn sweep_header() -> Vec<u8> {
    header([
        "threshold",
        "value",
        "from",
        "to",
        "current",
        "tp",
        "fp",
        "fn",
        "tn",
        "precision",
        "recall",
        "f1",
        "accuracy",
        "false_accept_rate",
        "false_reject_rate",
        "mcc",
        "right_reasons",
        "newly_rejected",
        "newly_accepted",
        "new_reason",
    ])
}

/// The lines of `sweep.csv` for one threshold: one for each stretch of its range with the same verdicts. `value` is
/// a plain
/// number within it, the current setting where that lies within; `from` and `to` are where it begins and ends, in
/// the way of
/// `>5` for what comes directly after 5. What is new is told against the line before.
pub fn sweep_rows(checks: &Checks, settings: &[f64], swept: &ThresholdSweep) -> Vec<u8> {
    let name = checks.thresholds.get(swept.threshold).map_or("", |threshold| threshold.name);
    let current = settings.get(swept.threshold).copied().unwrap_or(f64::NAN);
    let mut bytes = Vec::new();
    for stretch in swept.stretches() {
        let is_current = stretch.contains(current);
        let value = if is_current { Some(current) } else { swept.value_in(stretch.from, stretch.to) };
        let mut cells = CsvRow::default();
        cells.text(name);
        cells.rate(value);
        cells.text(&edge_text(stretch.from));
        cells.text(&stretch.to.map_or(String::new(), edge_text));
        cells.text(if is_current { "yes" } else { "" });
        count_cells(&mut cells, &stretch.counts);
        let flips = stretch.flips;
        cells.text(&by_label(flips, |flip| flip.from.is_useful()));
        cells.text(&by_label(flips, |flip| flip.to.is_useful()));
        cells.text(&by_label(flips, |flip| !flip.to.is_useful() && !flip.from.is_useful()));
        bytes.extend(cells.finish());
    }
    bytes
}

/// Where a stretch begins, or the next one does.
fn edge_text(edge: Edge) -> String {
    let value = crate::calibrate::checks::plain_number(edge.value);
    if edge.after { format!(">{value}") } else { value }
}

fn count_cells(cells: &mut CsvRow, counts: &Counts) {
    let all = counts.cells();
    let [tp, fp, fn_, tn] = all;
    let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    for count in all {
        cells.count(count);
    }
    cells.rate(share(tp, tp + fp));
    cells.rate(share(tp, tp + fn_));
    cells.rate(f1(all));
    cells.rate(share(tp + tn, all.iter().sum()));
    cells.rate(share(fp, fp + tn));
    cells.rate(share(fn_, tp + fn_));
    cells.rate(mcc(all));
    cells.count(counts.right_reasons());
}

/// `useful 2; error_page 1`.
pub(super) fn by_label(flips: &[Flip], which: impl Fn(&Flip) -> bool) -> String {
    let mut counts = [0_u64; Class::COUNT];
    for flip in flips.iter().filter(|flip| which(flip)) {
        if let Some(count) = counts.get_mut(flip.label.index()) {
            *count += 1;
        }
    }
    label_counts(&counts)
}

pub(super) fn label_counts(counts: &[u64; Class::COUNT]) -> String {
    let found = Class::all().zip(counts).filter(|(_, count)| **count > 0);
    found.map(|(label, count)| format!("{} {count}", label.name())).collect::<Vec<_>>().join("; ")
}

/// `markers.csv`: pages hit by label, and what dropping the phrase would change.
pub fn markers(uses: &[MarkerUse]) -> Vec<u8> {
    let labels = Class::all().map(|label| format!("hits_{}", label.name()));
    let fixed = ["reason", "marker", "pages"].map(str::to_owned).into_iter();
    let dropping =
        ["dropped_wrongly_accepted", "dropped_rightly_accepted", "dropped_other_reason"].map(str::to_owned);
    let mut bytes = header(fixed.chain(labels).chain(dropping));
    for marker in uses {
        let mut cells = CsvRow::default();
        cells.text(marker.reason.wire());
        cells.text(&marker.phrase);
        cells.count(marker.pages());
        marker.hits.iter().for_each(|count| cells.count(*count));
        for count in [marker.lost, marker.won, marker.other_reason] {
            cells.count(count);
        }
        bytes.extend(cells.finish());
    }
    bytes
}

/// `flips.csv`: pages that a baseline judges differently.
pub fn flips(table: &Table, comparison: &Comparison) -> Vec<u8> {
    let mut bytes = header(["page", "query", "label", "baseline", "candidate", "better"]);
    for change in &comparison.changes {
        let Some(head) = table.rows.get(change.row) else { continue };
        let better = head.label.map_or("", |label| better(label, change));
        let mut cells = CsvRow::default();
        cells.text(&head.page);
        cells.text(&head.query);
        cells.text(head.label.map_or("", Class::name));
        cells.text(change.from.name());
        cells.text(change.to.name());
        cells.text(better);
        bytes.extend(cells.finish());
    }
    bytes
}

/// Which of two verdicts is nearer to the label: in being useful or not, else in the reason.
fn better(label: Class, change: &Change) -> &'static str {
    let near =
        |verdict: Class| u8::from(verdict.is_useful() == label.is_useful()) * 2 + u8::from(verdict == label);
    match near(change.from).cmp(&near(change.to)) {
        std::cmp::Ordering::Less => "candidate",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "baseline",
    }
}
