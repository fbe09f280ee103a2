//! `trailcheck run`: replay, judge, report.

mod results;

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use trailcheck::replay::ordered::for_each;
use trailcheck::replay::{Replay, ReplayError, Replayer};
use trailcheck::report::Pin;
use trailcheck::report::summary::Summary;
use trailcheck::scenario::{EngineName, Found, Scenario};

use super::edge::Edge;
use super::select::{Partition, Selection, select};
use super::snapshots::{Snapshots, Unreferenced};
use super::{Exit, Where, engines, interrupt, progress};
use results::Results;

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    at: Where,
    /// The form of the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the results to a file, whole or not at all, instead of stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The folder of the snapshots [default: `snapshots` beside the root]
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
    /// Neither read nor write snapshots
    #[arg(long, conflicts_with_all = ["accept", "snapshots"])]
    no_snapshots: bool,
    /// Write the snapshots of scenarios that meet their expectations and keep their promises
    #[arg(long)]
    accept: bool,
    /// What happens to a snapshot without its scenario
    #[arg(long, value_enum, default_value_t = Unreferenced::Warn)]
    unreferenced: Unreferenced,
    /// Only one shard of the suite, hash:K/N
    #[arg(long, value_name = "hash:K/N")]
    partition: Option<Partition>,
    /// Replay with this engine, whatever the scenarios say; implies --no-snapshots where they say another
    #[arg(long, value_name = "ENGINE", value_parser = engines::engine())]
    engine: Option<EngineName>,
    /// Stop at the first scenario, in the order of names, that does not pass
    #[arg(long)]
    fail_fast: bool,
}

/// The form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Failures with their lines and trails, and a summary
    Human,
    /// The trail file: JSON Lines
    Json,
    /// `JUnit` XML
    Junit,
}

/// What a worker makes of one scenario.
struct Done {
    replay: Result<Replay, ReplayError>,
    pin: Result<Pin, String>,
}

/// Replays the selected scenarios and reports on them.
pub(crate) fn run(arguments: &RunArguments, edge: &mut Edge) -> Exit {
    if arguments.accept && edge.ci {
        edge.error(
            "--accept is refused under CI: a snapshot is accepted by a person; run it on your own machine",
        );
        return Exit::BadInput;
    }
    let selection = match select(&arguments.at, arguments.partition, edge) {
        Ok(selection) => selection,
        Err(exit) => return exit,
    };
    match Results::begin(arguments, &selection, edge) {
        Ok(results) => replay_all(arguments, &selection, results, edge),
        Err(problem) => {
            edge.error(&problem);
            Exit::BadInput
        }
    }
}

/// The scenarios that can be replayed with the engine; each that cannot is told.
fn expressible<'s>(
    selection: &'s Selection,
    engine: Option<EngineName>,
    edge: &mut Edge,
) -> Vec<(&'s Found, &'s Scenario)> {
    let mut pairs = Vec::with_capacity(selection.found.len());
    for (found, scenario) in selection.found.iter().zip(&selection.scenarios) {
        match engine.unwrap_or(scenario.engine).cannot_express(scenario) {
            None => pairs.push((found, scenario)),
            Some(reason) => edge.warn(&format!("{} is skipped: {reason}", scenario.name)),
        }
    }
    pairs
}

fn replay_all(
    arguments: &RunArguments,
    selection: &Selection,
    mut results: Results<'_>,
    edge: &mut Edge,
) -> Exit {
    let snapshots =
        Snapshots { folder: arguments.snapshots.clone(), accept: arguments.accept, leave_pending: !edge.ci };
    let pairs = expressible(selection, arguments.engine, edge);
    if pairs.is_empty() && !selection.found.is_empty() && !arguments.at.allow_empty {
        return Exit::NothingSelected;
    }
    let stop = interrupt::flag();
    let bar = progress::bar(pairs.len(), edge.progress && pairs.len() > 1);
    let working_folder = edge.working_folder.clone();
    let mut summary = Summary { selected: pairs.len(), ..Summary::default() };
    let mut exit = Exit::Passed;
    for_each(
        &pairs,
        arguments.at.jobs(),
        &stop,
        Replayer::new,
        |replayer, (found, scenario)| {
            let replayer = replayer.as_ref().map_err(ToString::to_string)?;
            let engine = arguments.engine.unwrap_or(scenario.engine);
            let replay = replayer.replay(scenario, engine);
            let is_pinned = !arguments.no_snapshots && engine == scenario.engine;
            let pin = match &replay {
                Ok(replay) if is_pinned => snapshots.pin(found, replay, &working_folder),
                Ok(_) | Err(_) => Ok(Pin::Unchecked),
            };
            Ok(Done { replay, pin })
        },
        |(_, scenario), done: Result<Done, String>| {
            bar.inc(1);
            let one = match done {
                Ok(done) => results.add(scenario, &done, &mut summary, &bar, edge),
                Err(problem) => {
                    edge.error(&format!("no runtime could be started: {problem}"));
                    Exit::Fault
                }
            };
            exit = exit.max(one);
            !(arguments.fail_fast && one != Exit::Passed)
        },
    );
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        edge.explain(&format!("interrupted after {} of {} scenarios\n", summary.judged(), pairs.len()));
        return Exit::Interrupted;
    }
    summary.stopped_early = summary.judged() < pairs.len();
    if !arguments.no_snapshots {
        exit = exit.max(snapshots.unreferenced(&selection.found, arguments.unreferenced, edge));
    }
    exit.max(results.finish(&summary, edge))
}
