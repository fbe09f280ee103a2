//! The lookups of all engines, gathered.

use std::collections::BTreeMap;

use super::cost::Cost;
use super::measure::Measured;
use crate::receipt::Outcome;
use crate::scenario::EngineName;

/// Counts over the lookups of one engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineRow {
    /// Lookups.
    pub lookups: u64,
    /// Those whose truth is known: what the three counts below are of.
    pub scored: u64,
    /// Useful results that were useful.
    pub useful: u64,
    /// Useful results that were none.
    pub false_success: u64,
    /// Useful answers that were to be had and not used.
    pub missed: u64,
    /// Lookups that took longer than their budget.
    pub over_budget: u64,
    /// Calls of transports.
    pub dialled: u64,
    /// Lookups that may have been billed twice.
    pub billed_twice: u64,
    /// Invariants that do not hold.
    pub broken: u64,
    /// Errors told as sentences.
    pub prose_errors: u64,
    /// Scenarios that the engine cannot be asked.
    pub skipped: u64,
    cost: f64,
    elapsed_ms: Vec<u64>,
}

/// Where the virtual times of an engine lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Percentiles {
    /// Half of the lookups take no longer.
    pub median_ms: u64,
    /// Nineteen of twenty take no longer.
    pub p95_ms: u64,
    /// None takes longer.
    pub max_ms: u64,
}

impl EngineRow {
    fn add(&mut self, measured: &Measured, cost: &Cost) {
        self.lookups += 1;
        self.scored += u64::from(measured.is_scored);
        self.useful += u64::from(measured.is_scored && measured.useful);
        self.false_success += u64::from(measured.is_scored && measured.false_success);
        self.missed += u64::from(measured.missed);
        self.over_budget += u64::from(measured.over_budget);
        self.dialled += measured.dialled;
        self.billed_twice += u64::from(measured.billed_twice);
        self.broken += measured.broken;
        self.prose_errors += u64::from(measured.prose_error);
        self.cost += cost.of_lookup(measured);
        self.elapsed_ms.push(measured.elapsed_ms);
    }

    /// The virtual times; nothing where there are no lookups.
    pub fn elapsed(&self) -> Percentiles {
        let mut sorted = self.elapsed_ms.clone();
        sorted.sort_unstable();
        // The smallest value that so many of a hundred do not exceed.
        let at = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
            sorted.get(rank).copied().unwrap_or(0)
        };
        Percentiles { median_ms: at(50), p95_ms: at(95), max_ms: sorted.last().copied().unwrap_or(0) }
    }

    /// The mean cost of a lookup; none where there are none.
    pub fn mean_cost(&self) -> Option<f64> {
        (self.lookups > 0).then(|| self.cost / self.lookups as f64)
    }
}

/// What one engine came to in one lookup, for the matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What the caller was told.
    pub outcome: Outcome,
    /// Evidence that is none.
    pub false_success: bool,
    /// A useful answer not used.
    pub missed: bool,
    /// Longer than the budget.
    pub over_budget: bool,
    /// Virtual milliseconds.
    pub elapsed_ms: u64,
}

/// A scenario that an engine cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its name.
    pub scenario: String,
    /// The engine.
    pub engine: EngineName,
    /// Why.
    pub reason: String,
}

/// All engines side by side.
#[derive(Clone, Debug)]
pub struct Table {
    /// The engines in the order in which they were asked for.
    pub engines: Vec<EngineName>,
    /// What a lookup costs.
    pub cost: Cost,
    rows: Vec<EngineRow>,
    cells: BTreeMap<(String, u32), Vec<Option<Cell>>>,
    /// Scenarios that an engine cannot be asked, each with the engine and the reason.
    pub skipped: Vec<Skipped>,
}

impl Table {
    /// An empty table.
    pub fn new(engines: Vec<EngineName>, cost: Cost) -> Self {
        let rows = vec![EngineRow::default(); engines.len()];
        Self { engines, cost, rows, cells: BTreeMap::new(), skipped: Vec::new() }
    }

    fn place(&self, engine: EngineName) -> Option<usize> {
        self.engines.iter().position(|known| *known == engine)
    }

    /// Adds one lookup of one engine.
    pub fn add(&mut self, engine: EngineName, measured: &Measured) {
        let Some(place) = self.place(engine) else { return };
        if let Some(row) = self.rows.get_mut(place) {
            row.add(measured, &self.cost);
        }
        let cells = self.cells.entry((measured.scenario.clone(), measured.lookup));
        let cells = cells.or_insert_with(|| vec![None; self.engines.len()]);
        if let Some(cell) = cells.get_mut(place) {
            *cell = Some(Cell {
                outcome: measured.outcome,
                false_success: measured.is_scored && measured.false_success,
                missed: measured.missed,
                over_budget: measured.over_budget,
                elapsed_ms: measured.elapsed_ms,
            });
        }
    }

    /// Notes a scenario that an engine cannot be asked.
    pub fn skip(&mut self, engine: EngineName, scenario: &str, reason: String) {
        if let Some(row) = self.place(engine).and_then(|place| self.rows.get_mut(place)) {
            row.skipped += 1;
        }
        self.skipped.push(Skipped { scenario: scenario.to_owned(), engine, reason });
    }

    /// Each engine with its counts, in the order in which they were asked for.
    pub fn rows(&self) -> impl Iterator<Item = (EngineName, &EngineRow)> {
        self.engines.iter().copied().zip(&self.rows)
    }

    /// The engines that were asked anything, the cheapest first.
    pub fn ranking(&self) -> Vec<(EngineName, f64)> {
        let costs = self.rows().filter_map(|(engine, row)| Some((engine, row.mean_cost()?)));
        let mut ranking: Vec<(EngineName, f64)> = costs.collect();
        ranking.sort_by(|a, b| a.1.total_cmp(&b.1));
        ranking
    }

    /// The lookups in which the engines differ in more than time, each with a cell an engine.
    pub fn differing(&self) -> impl Iterator<Item = (&str, u32, &[Option<Cell>])> {
        let facts = |cell: &Cell| (cell.outcome, cell.false_success, cell.missed, cell.over_budget);
        let differ = move |cells: &[Option<Cell>]| {
            let mut present = cells.iter().flatten().map(facts);
            present.next().is_some_and(|first| present.any(|other| other != first))
        };
        let all = self.cells.iter().filter(move |(_, cells)| differ(cells));
        all.map(|((scenario, lookup), cells)| (scenario.as_str(), *lookup, cells.as_slice()))
    }

    /// Lookups that any engine was asked.
    pub fn lookups(&self) -> usize {
        self.cells.len()
    }
}
