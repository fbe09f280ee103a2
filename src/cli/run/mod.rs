//! `trailcheck run`: replay, judge, report.

mod coverage;
mod report;
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
use super::last_failed::LastFailed;
use super::select::{Partition, Selection, select_from};
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
    /// Write an HTML report of the run as well: one page that needs no network
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
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
    #[command(flatten)]
    part: Part,
    /// Replay with this engine, whatever the scenarios say; implies --no-snapshots where they say another
    #[arg(long, value_name = "ENGINE", value_parser = engines::engine())]
    engine: Option<EngineName>,
    /// Stop at the first scenario, in the order of names, that does not pass
    #[arg(long)]
    fail_fast: bool,
    #[command(flatten)]
    coverage: coverage::CoverageArguments,
}

/// Which part of the suite is run, beside the filters.
#[derive(Debug, Args)]
struct Part {
    /// Only one shard of the suite, hash:K/N
    #[arg(long, value_name = "hash:K/N")]
    partition: Option<Partition>,
    /// Only scenarios that did not pass when they were last run here
    #[arg(long)]
    last_failed: bool,
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
    /// Markdown with a Mermaid sequence diagram of each lookup
    Mermaid,
    /// Annotations of GitHub Actions, at the lines of the scenarios that fail
    Github,
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
    let narrow = |found: &mut Vec<Found>, edge: &mut Edge| narrow(arguments, found, edge);
    let selection = match select_from(&arguments.at, narrow, edge) {
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

/// Takes away what is not of this shard or passed the last time, and says so where nothing is left.
fn narrow(arguments: &RunArguments, found: &mut Vec<Found>, edge: &mut Edge) -> Option<String> {
    if found.is_empty() {
        return None;
    }
    if let Some(partition) = arguments.part.partition {
        let all = found.len();
        found.retain(|file| partition.has(&file.name));
        if found.is_empty() {
            return Some(format!("the shard {partition} is empty: none of {all} scenarios falls into it"));
        }
    }
    if arguments.part.last_failed {
        let last_failed = LastFailed::read(found, edge);
        found.retain(|file| last_failed.has(file));
        if found.is_empty() {
            return Some(
                "no scenario here failed when it was last run; leave out --last-failed to run all".into(),
            );
        }
    }
    None
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
    let mut last_failed = (!edge.ci).then(|| LastFailed::read(&selection.found, edge));
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
        |(found, scenario), done: Result<Done, String>| {
            bar.inc(1);
            let one = match done {
                Ok(done) => results.add(scenario, &done, &mut summary, &bar, edge),
                Err(problem) => {
                    edge.error(&format!("no runtime could be started: {problem}"));
                    Exit::Fault
                }
            };
            exit = exit.max(one);
            if let Some(last_failed) = &mut last_failed {
                last_failed.note(found, one == Exit::Passed);
            }
            !(arguments.fail_fast && one != Exit::Passed)
        },
    );
    bar.finish_and_clear();
    if let Some(last_failed) = last_failed {
        last_failed.write(edge);
    }
    if stop.load(Ordering::Relaxed) {
        edge.explain(&format!("interrupted after {} of {} scenarios\n", summary.judged(), pairs.len()));
        return Exit::Interrupted;
    }
    summary.stopped_early = summary.judged() < pairs.len();
    if !arguments.no_snapshots {
        let rule = arguments.unreferenced;
        let tell = |file: &str, fails: bool, edge: &mut Edge| results.unreferenced(file, fails, edge);
        exit = exit.max(snapshots.unreferenced(&selection.found, rule, edge, tell));
    }
    exit.max(results.finish(&summary, edge))
}
