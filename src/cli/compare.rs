//! `trailcheck compare`: several engines on the same scenarios.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use trailcheck::compare::{Cost, Measured, Table, measure};
use trailcheck::replay::ordered::for_each;
use trailcheck::replay::{ReplayError, Replayer};
use trailcheck::report::compare::{csv, html, human, json, markdown};
use trailcheck::report::human as failures;
use trailcheck::scenario::{EngineName, Scenario};

use super::edge::Edge;
use super::held::{self, Held};
use super::select::{Selection, select};
use super::{Exit, Where, engines, interrupt, progress};

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    #[command(flatten)]
    at: Where,
    /// The engines, separated by commas [default: every engine that searches]
    #[arg(long, value_name = "ENGINE", value_delimiter = ',', value_parser = engines::engine())]
    engines: Vec<EngineName>,
    /// The form of the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the results to a file, whole or not at all, instead of stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What a lookup costs, such as `false_success=10,second=0.5`; what is left out keeps its default
    #[arg(long, value_name = "NAME=POINTS,…", default_value = "")]
    cost: CostArgument,
}

/// The weights, which may be none.
#[derive(Clone, Copy, Debug)]
struct CostArgument(Cost);

impl std::str::FromStr for CostArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() { Ok(Self(Cost::default())) } else { text.parse().map(Self) }
    }
}

/// The form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table, where the engines differ, and the ranking
    Human,
    /// One row a figure and engine
    Csv,
    /// The same for a pull request
    Markdown,
    /// One document with every lookup in which they differ
    Json,
    /// One page that needs no network
    Html,
}

/// What one engine made of one scenario.
enum Done {
    Measured(Vec<Measured>),
    Skipped(String),
    Fault(String),
}

/// Replays every scenario with every engine and reports what each costs.
pub(crate) fn compare(arguments: &CompareArguments, edge: &mut Edge) -> Exit {
    let selection = match select(&arguments.at, edge) {
        Ok(selection) => selection,
        Err(exit) => return exit,
    };
    let engines = asked(arguments);
    let mut table = Table::new(engines.clone(), arguments.cost.0);
    let exit = measure_all(arguments, &selection, &engines, &mut table, edge);
    if exit != Exit::Passed {
        return exit;
    }
    if table.lookups() == 0 && !arguments.at.allow_empty {
        edge.warn("no engine could be asked anything");
        return Exit::NothingSelected;
    }
    finish(arguments, &table, edge)
}

fn asked(arguments: &CompareArguments) -> Vec<EngineName> {
    if arguments.engines.is_empty() {
        return EngineName::built().filter(|engine| engine.searches()).collect();
    }
    let mut engines: Vec<EngineName> = Vec::new();
    for engine in &arguments.engines {
        if !engines.contains(engine) {
            engines.push(*engine);
        }
    }
    engines
}

fn measure_all(
    arguments: &CompareArguments,
    selection: &Selection,
    engines: &[EngineName],
    table: &mut Table,
    edge: &mut Edge,
) -> Exit {
    let stop = interrupt::flag();
    let bar = progress::bar(selection.scenarios.len(), edge.progress && selection.scenarios.len() > 1);
    let mut exit = Exit::Passed;
    for_each(
        &selection.scenarios,
        arguments.at.jobs(),
        &stop,
        Replayer::new,
        |replayer, scenario| -> Result<Vec<Done>, String> {
            let replayer = replayer.as_ref().map_err(ToString::to_string)?;
            Ok(engines.iter().map(|engine| one(replayer, scenario, *engine)).collect())
        },
        |scenario, done| {
            bar.inc(1);
            let problem = match done {
                Ok(done) => take(scenario, engines, done, table),
                Err(problem) => Some(format!("no runtime could be started: {problem}")),
            };
            if let Some(problem) = problem {
                edge.error(&problem);
                exit = exit.max(Exit::Fault);
            }
            true
        },
    );
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { exit }
}

/// Puts what the engines made of a scenario into the table; what is returned is a fault of the program.
fn take(scenario: &Scenario, engines: &[EngineName], done: Vec<Done>, table: &mut Table) -> Option<String> {
    let mut fault = None;
    for (engine, done) in engines.iter().zip(done) {
        match done {
            Done::Measured(all) => all.iter().for_each(|measured| table.add(*engine, measured)),
            Done::Skipped(reason) => table.skip(*engine, &scenario.name, reason),
            Done::Fault(problem) => fault = Some(format!("{} with {engine}: {problem}", scenario.name)),
        }
    }
    fault
}

fn one(replayer: &Replayer, scenario: &Scenario, engine: EngineName) -> Done {
    if let Some(reason) = engine.cannot_express(scenario) {
        return Done::Skipped(reason);
    }
    match replayer.replay(scenario, engine) {
        Ok(replay) => Done::Measured(measure(scenario, &replay.trails)),
        Err(error @ ReplayError::Session(_)) => Done::Skipped(failures::error_text(scenario, &error)),
        Err(error @ ReplayError::Panicked(_)) => Done::Fault(failures::error_text(scenario, &error)),
    }
}

fn finish(arguments: &CompareArguments, table: &Table, edge: &mut Edge) -> Exit {
    let output = arguments.output.as_deref();
    let written = Held::begin(output).and_then(|mut held| {
        let bytes = match arguments.format {
            Format::Human => human::text(table, held.style(edge)).into_bytes(),
            Format::Csv => csv::rows(table),
            Format::Markdown => markdown::text(table).into_bytes(),
            Format::Json => json::document(table).into_bytes(),
            Format::Html => html::page(table, &command(arguments, &table.engines)).into_bytes(),
        };
        let handed = held.write_all(&bytes).and_then(|()| held.hand_over(edge));
        handed.map_err(|error| held::cannot(output, &error))
    });
    match written {
        Ok(()) => Exit::Passed,
        Err(problem) => {
            edge.error(&problem);
            Exit::BadInput
        }
    }
}

/// The command as the page tells it.
fn command(arguments: &CompareArguments, engines: &[EngineName]) -> String {
    let paths: Vec<String> = arguments.at.paths.iter().map(|path| super::told::told(path)).collect();
    let engines: Vec<String> = engines.iter().map(ToString::to_string).collect();
    format!("trailcheck compare {} --engines {}", paths.join(" "), engines.join(","))
}
