//! The figures of an engine, each with its interval, and the words for one lookup: what all forms show.

use crate::calibrate::interval::{Interval, wilson};
use crate::compare::{Cell, EngineRow};

/// One figure of one engine.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) name: &'static str,
    /// None where it is undefined.
    pub(super) value: Option<f64>,
    /// 95 %, where the figure is a rate.
    pub(super) interval: Option<Interval>,
    /// What it is of.
    pub(super) of: u64,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Rate,
    Count,
    Ms,
    Points,
}

/// All figures of one engine, always the same in the same order.
pub(super) fn figures(row: &EngineRow) -> Vec<Figure> {
    let rate = |name, hits: u64, of: u64| Figure {
        name,
        value: (of > 0).then(|| hits as f64 / of as f64),
        interval: wilson(hits, of),
        of,
        kind: Kind::Rate,
    };
    let plain =
        |name, value: Option<f64>, kind| Figure { name, value, interval: None, of: row.lookups, kind };
    let count = |name, value: u64| plain(name, Some(value as f64), Kind::Count);
    let elapsed = row.elapsed();
    let ms = |name, value: u64| plain(name, (row.lookups > 0).then_some(value as f64), Kind::Ms);
    vec![
        count("lookups", row.lookups),
        count("scored", row.scored),
        rate("useful", row.useful, row.scored),
        rate("false_success", row.false_success, row.scored),
        rate("missed", row.missed, row.scored),
        ms("elapsed_median_ms", elapsed.median_ms),
        ms("elapsed_p95_ms", elapsed.p95_ms),
        ms("elapsed_max_ms", elapsed.max_ms),
        rate("over_budget", row.over_budget, row.lookups),
        count("transports_dialled", row.dialled),
        rate("billed_twice", row.billed_twice, row.lookups),
        count("invariants_broken", row.broken),
        count("prose_errors", row.prose_errors),
        count("scenarios_skipped", row.skipped),
        plain("mean_cost", row.mean_cost(), Kind::Points),
    ]
}

impl Figure {
    /// For people; a dash where it is undefined.
    pub(super) fn shown(&self) -> String {
        let Some(value) = self.value else { return "\u{2013}".to_owned() };
        match (self.kind, self.interval) {
            (Kind::Rate, Some(Interval { low, high })) => {
                format!("{:.1} % ({:.0}\u{2013}{:.0})", value * 100.0, low * 100.0, high * 100.0)
            }
            (Kind::Rate, None) => format!("{:.1} %", value * 100.0),
            (Kind::Count, _) => format!("{value:.0}"),
            (Kind::Ms, _) => format!("{value:.0} ms"),
            (Kind::Points, _) => format!("{value:.2}"),
        }
    }
}

/// What an engine came to in one lookup: the outcome, and what is wrong with it.
pub(super) fn words(cell: Option<&Cell>) -> String {
    let Some(cell) = cell else { return "\u{2013}".to_owned() };
    let flags = [(cell.false_success, "FALSE"), (cell.missed, "missed"), (cell.over_budget, "over budget")];
    let flags: Vec<&str> = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
    let time = format!("{} in {} ms", cell.outcome, cell.elapsed_ms);
    if flags.is_empty() { time } else { format!("{time}, {}", flags.join(", ")) }
}

/// What the figures mean, a line each.
pub(super) const LEGEND: [&str; 6] = [
    "useful: the model was told to use a result, and the scenario's labels say that it was useful.",
    "false_success: it was told to use a result that was none.",
    "missed: a provider's next answer would have been useful within the budget, and was not used.",
    "scored: lookups whose payloads are labelled, or beyond doubt; the three rates are of these.",
    "billed_twice: more than one request left the process.",
    "Rates have 95 % intervals (Wilson). Times are virtual.",
];
