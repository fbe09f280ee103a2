//! `trailcheck calibrate`: the validator against labelled pages.

mod flips;
mod gather;
mod write;

use std::path::PathBuf;

use clap::Args;
use trailcheck::calibrate::corpus::Corpus;
use trailcheck::calibrate::explain::{Question, explain};
use trailcheck::calibrate::objective::Objective;
use trailcheck::calibrate::source::PageFolder;
use trailcheck::calibrate::subject::Subject;
use trailcheck::scenario::Overrides;
use trailcheck::scenario::discover::absolute;
use trailcheck::validator::Validator;

use super::edge::Edge;
use super::exit::Exit;

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArguments {
    /// The folder with labels.csv and the pages that it names
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The validator file to score [default: the built-in validator]
    #[arg(long, value_name = "FILE")]
    validator: Option<PathBuf>,
    /// Another validator file: which pages it judges differently
    #[arg(long, value_name = "FILE", conflicts_with = "features")]
    baseline: Option<PathBuf>,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Recommend the fewest false rejects with at most this share of the useless pages accepted
    #[arg(long, value_name = "SHARE", value_parser = share, conflicts_with = "cost")]
    max_false_accept: Option<f64>,
    /// Recommend the least cost: `false-accept=5` or `false-reject=2`, each 1 unless given; may be repeated
    #[arg(long, value_name = "KIND=COST", value_parser = cost)]
    cost: Vec<Cost>,
    /// Explain one page instead: features, checks in order, which fired and where
    #[arg(long, value_name = "PAGE", conflicts_with_all = ["baseline", "features", "input", "scenarios"])]
    explain: Option<String>,
    /// Measure pages given as JSON Lines and print their feature rows; `-` is stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["features", "baseline", "scenarios"])]
    input: Option<PathBuf>,
    /// Score feature rows that were extracted before, instead of a corpus
    #[arg(long, value_name = "FILE", num_args = 1..)]
    features: Vec<PathBuf>,
    /// Replay these scenarios too: whose receipts would change under the validator
    #[arg(long, value_name = "PATH", num_args = 1..)]
    scenarios: Vec<PathBuf>,
    /// Threads to work on [default: one a core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// The cost of one kind of wrong verdict.
#[derive(Clone, Copy, Debug)]
enum Cost {
    FalseAccept(f64),
    FalseReject(f64),
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("a share is 0 to 1".to_owned()) }
}

fn cost(text: &str) -> Result<Cost, String> {
    let usage = || format!("`{text}` is no cost; write such as false-accept=5");
    let (kind, cost) = text.split_once('=').ok_or_else(usage)?;
    let cost: f64 = cost.parse().map_err(|_| usage())?;
    if !cost.is_finite() || cost < 0.0 {
        return Err("a cost is a number from 0 on".to_owned());
    }
    match kind {
        "false-accept" => Ok(Cost::FalseAccept(cost)),
        "false-reject" => Ok(Cost::FalseReject(cost)),
        _ => Err(usage()),
    }
}

impl CalibrateArguments {
    fn objective(&self) -> Objective {
        if let Some(share) = self.max_false_accept {
            return Objective::MaxFalseAccept(share);
        }
        let (mut false_accept, mut false_reject) = (1.0, 1.0);
        for cost in &self.cost {
            match *cost {
                Cost::FalseAccept(cost) => false_accept = cost,
                Cost::FalseReject(cost) => false_reject = cost,
            }
        }
        Objective::Cost { false_accept, false_reject }
    }

    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// The command as it is told in the report: what changes the figures, and nothing of this machine.
    fn command(&self) -> String {
        let mut command = format!("trailcheck calibrate --corpus {}", self.corpus.display());
        for (name, file) in [("validator", &self.validator), ("baseline", &self.baseline)] {
            if let Some(file) = file {
                command = format!("{command} --{name} {}", file.display());
            }
        }
        if let Some(share) = self.max_false_accept {
            command = format!("{command} --max-false-accept {share}");
        }
        for cost in &self.cost {
            let (kind, cost) = match cost {
                Cost::FalseAccept(cost) => ("false-accept", cost),
                Cost::FalseReject(cost) => ("false-reject", cost),
            };
            command = format!("{command} --cost {kind}={cost}");
        }
        command
    }
}

/// Scores, explains or measures, as it was asked.
pub(crate) fn calibrate(arguments: &CalibrateArguments, edge: &mut Edge) -> Exit {
    match run(arguments, edge) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn run(arguments: &CalibrateArguments, edge: &mut Edge) -> Result<Exit, Exit> {
    let validator = validator(arguments.validator.as_ref(), edge)?;
    let subject = Subject::new(&validator);
    let settings = subject.settings(&validator);
    if let Some(input) = &arguments.input {
        return gather::lines(arguments, &subject, &settings, input, edge);
    }
    if let Some(page) = &arguments.explain {
        let (corpus, folder) = gather::open(arguments, edge)?;
        return explain_page(&corpus, &folder, page, &subject, &settings, edge);
    }
    // Bad scenarios are told before any page is measured.
    let changed =
        if arguments.scenarios.is_empty() { None } else { Some(flips::scenarios(arguments, edge)?) };
    let gathered = gather::table(arguments, &subject, &settings, edge)?;
    if gathered.table.rows.is_empty() {
        edge.warn("there are no pages");
        return Err(Exit::NothingSelected);
    }
    let baseline = match &arguments.baseline {
        Some(path) => {
            let other = self::validator(Some(path), edge)?;
            Some(gather::baseline(arguments, &other, edge)?)
        }
        None => None,
    };
    let exit = write::all(arguments, &subject, &settings, &gathered, baseline.as_deref(), edge);
    if let Some(changed) = changed {
        edge.print(&changed);
    }
    Ok(exit)
}

fn validator(path: Option<&PathBuf>, edge: &mut Edge) -> Result<Validator, Exit> {
    let read = Overrides::read(None, path.map(PathBuf::as_path), &edge.working_folder);
    read.map(|overrides| overrides.validator()).map_err(|mistakes| edge.mistakes(&mistakes))
}

fn explain_page(
    corpus: &Corpus,
    folder: &PageFolder,
    page: &str,
    subject: &Subject,
    settings: &[f64],
    edge: &mut Edge,
) -> Result<Exit, Exit> {
    let mut found = false;
    for row in corpus.rows.iter().filter(|row| &*row.page == page) {
        let bytes = folder.read(page).map_err(|problem| {
            edge.error(&format!("{page} {problem}"));
            Exit::BadInput
        })?;
        if found {
            edge.print("\n");
        }
        found = true;
        let question = Question {
            page,
            bytes: &bytes,
            content_type: row.content_type.as_deref(),
            query: &row.query,
            label: Some(row.label),
        };
        edge.print(&explain(subject, settings, &question));
    }
    if found {
        return Ok(Exit::Passed);
    }
    edge.error(&format!("labels.csv has no page `{page}`; name it as the first column does"));
    Err(Exit::BadInput)
}

/// A path as it is opened.
fn at(path: &std::path::Path, edge: &Edge) -> PathBuf {
    absolute(path, &edge.working_folder)
}
