//! One JSON document: the figures of each engine, the ranking, every lookup in which they differ, what was skipped.

use serde_json::{Map, Value, json};

use super::figures::figures;
use crate::compare::{Cell, Table};
use crate::receipt::Vocabulary as _;

/// The version of the document's format.
const FORMAT_VERSION: u32 = 1;

/// The document, with a line end.
pub fn document(table: &Table) -> String {
    let engines: Map<String, Value> =
        table.rows().map(|(engine, row)| (engine.wire().to_owned(), engine_figures(row))).collect();
    let ranking = table.ranking().into_iter();
    let ranking: Vec<Value> =
        ranking.map(|(engine, cost)| json!({ "engine": engine, "mean_cost": cost })).collect();
    let differing = table.differing().map(|(scenario, lookup, cells)| {
        let engines = table.engines.iter().zip(cells);
        let cells: Map<String, Value> =
            engines.map(|(engine, cell)| (engine.wire().to_owned(), told(cell.as_ref()))).collect();
        json!({ "scenario": scenario, "lookup": lookup, "engines": cells })
    });
    let differing: Vec<Value> = differing.collect();
    let skipped = table.skipped.iter();
    let skipped: Vec<Value> = skipped
        .map(|one| json!({ "scenario": one.scenario, "engine": one.engine, "reason": one.reason }))
        .collect();
    let document = json!({
        "trailcheck_compare": FORMAT_VERSION,
        "lookups": table.lookups(),
        "engines": engines,
        "cost": table.cost.formula(),
        "ranking": ranking,
        "differing": differing,
        "skipped": skipped,
    });
    format!("{document}\n")
}

fn engine_figures(row: &crate::compare::EngineRow) -> Value {
    let all = figures(row).into_iter().map(|figure| {
        let value = match figure.interval {
            Some(interval) => json!({
                "value": figure.value, "ci_low": interval.low, "ci_high": interval.high, "n": figure.of
            }),
            None => json!({ "value": figure.value, "n": figure.of }),
        };
        (figure.name.to_owned(), value)
    });
    Value::Object(all.collect())
}

fn told(cell: Option<&Cell>) -> Value {
    let Some(cell) = cell else { return Value::Null };
    json!({
        "outcome": cell.outcome,
        "false_success": cell.false_success,
        "missed": cell.missed,
        "over_budget": cell.over_budget,
        "elapsed_ms": cell.elapsed_ms,
    })
}
