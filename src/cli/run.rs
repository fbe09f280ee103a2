//! `trailcheck run`: replay, judge, report.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use trailcheck::replay::ordered::for_each;
use trailcheck::replay::{Replay, ReplayError, Replayer};
use trailcheck::report::junit::Junit;
use trailcheck::report::summary::Summary;
use trailcheck::report::{Case, CaseStatus, Pin, human};
use trailcheck::scenario::{EngineName, Found, Scenario};
use trailcheck::trail::atomic::Pending;
use trailcheck::trail::file::{self, Header};

use super::edge::Edge;
use super::select::{Partition, Selection, select};
use super::snapshots::{Snapshots, Unreferenced};
use super::{Exit, Where, interrupt, progress};

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
    #[arg(long, value_enum)]
    engine: Option<EngineArgument>,
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

/// The engines, as a value of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineArgument {
    /// One primary, at most one fallback, one shared deadline
    Bounded,
}

impl From<EngineArgument> for EngineName {
    fn from(engine: EngineArgument) -> Self {
        match engine {
            EngineArgument::Bounded => Self::Bounded,
        }
    }
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

fn replay_all(
    arguments: &RunArguments,
    selection: &Selection,
    mut results: Results<'_>,
    edge: &mut Edge,
) -> Exit {
    let snapshots =
        Snapshots { folder: arguments.snapshots.clone(), accept: arguments.accept, leave_pending: !edge.ci };
    let pairs: Vec<(&Found, &Scenario)> = selection.found.iter().zip(&selection.scenarios).collect();
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
            let engine = arguments.engine.map_or(scenario.engine, EngineName::from);
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

/// Where the results go, in the form that was asked for.
struct Results<'a> {
    format: Format,
    file: Option<Pending<'a>>,
    junit: Junit,
    problem: Option<String>,
}

impl<'a> Results<'a> {
    fn begin(arguments: &'a RunArguments, selection: &Selection, edge: &mut Edge) -> Result<Self, String> {
        let cannot = |path: &PathBuf, error| format!("{} cannot be written: {error}", path.display());
        let file = match &arguments.output {
            Some(path) => Some(Pending::create(path).map_err(|error| cannot(path, error))?),
            None => None,
        };
        let mut results = Self { format: arguments.format, file, junit: Junit::new(), problem: None };
        if results.format == Format::Json {
            let own = selection.scenarios.iter().map(|scenario| scenario.engine);
            let header = match arguments.engine {
                Some(engine) => Header::new([engine.into()]),
                None => Header::new(own),
            };
            let mut line = Vec::new();
            file::write_line(&mut line, &header).map_err(|error| error.to_string())?;
            results.emit(&line, edge);
        }
        Ok(results)
    }

    fn emit(&mut self, bytes: &[u8], edge: &mut Edge) {
        match &mut self.file {
            Some(file) if self.problem.is_none() => {
                self.problem = file.write_all(bytes).err().map(|error| error.to_string());
            }
            Some(_) => {}
            None => edge.print_bytes(bytes),
        }
    }

    /// Reports on one scenario.
    fn add(
        &mut self,
        scenario: &Scenario,
        done: &Done,
        summary: &mut Summary,
        bar: &ProgressBar,
        edge: &mut Edge,
    ) -> Exit {
        let unchecked = Pin::Unchecked;
        let case = Case { scenario, replay: &done.replay, pin: done.pin.as_ref().unwrap_or(&unchecked) };
        summary.add(&case);
        let mut exit = match case.status() {
            CaseStatus::Passed => Exit::Passed,
            CaseStatus::Failed => Exit::SaidNo,
            CaseStatus::Error if case.is_fault() => Exit::Fault,
            CaseStatus::Error => Exit::BadInput,
        };
        if let Err(problem) = &done.pin {
            bar.suspend(|| edge.error(problem));
            exit = exit.max(Exit::BadInput);
        }
        bar.suspend(|| self.report(&case, edge));
        exit
    }

    fn report(&mut self, case: &Case<'_>, edge: &mut Edge) {
        match self.format {
            Format::Human => {
                let style =
                    if self.file.is_some() { trailcheck::report::Style::default() } else { edge.out_style };
                self.emit(human::failure(case, style).as_bytes(), edge);
                return;
            }
            Format::Json => {
                let lines = case.replay.as_ref().map_or(Ok(Vec::new()), |replay| file::lines(&replay.trails));
                match lines {
                    Ok(lines) => self.emit(&lines, edge),
                    Err(error) => self.problem = Some(error.to_string()),
                }
            }
            Format::Junit => self.junit.add(case),
        }
        // Machines read the results, but somebody has to know what went wrong.
        let text = human::failure(case, edge.error_style);
        edge.explain(&text);
    }

    /// Ends the results; a file takes its name only now.
    fn finish(mut self, summary: &Summary, edge: &mut Edge) -> Exit {
        match self.format {
            Format::Human => {
                let style =
                    if self.file.is_some() { trailcheck::report::Style::default() } else { edge.out_style };
                self.emit(summary.line(style).as_bytes(), edge);
            }
            Format::Json => edge.explain(&summary.line(edge.error_style)),
            Format::Junit => {
                match std::mem::take(&mut self.junit).finish() {
                    Ok(xml) => self.emit(xml.as_bytes(), edge),
                    Err(error) => self.problem = Some(error.to_string()),
                }
                edge.explain(&summary.line(edge.error_style));
            }
        }
        let committed = match (self.file, self.problem) {
            (_, Some(problem)) => Err(problem),
            (Some(file), None) => file.commit().map_err(|error| error.to_string()),
            (None, None) => Ok(()),
        };
        match committed {
            Ok(()) => Exit::Passed,
            Err(problem) => {
                edge.error(&format!("the results cannot be written: {problem}"));
                Exit::BadInput
            }
        }
    }
}
