//! `trailcheck diff`: what changed between two sets of trails.

mod git;
mod report;
mod results;
mod side;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use trailcheck::diff::{self, Class, Refusal, Side, Tally};

use super::edge::Edge;
use super::exit::Exit;
use report::HtmlReport;
use results::Results;
use side::{Order, Source, Unreadable};

/// Arguments of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Each side is a trail file (`trailcheck run --format json --output FILE`), a folder of snapshots, or git:REV[:PATH], a \
folder of snapshots (default `snapshots`) or a trail file as it was at a revision.")]
pub(crate) struct DiffArguments {
    /// What was
    #[arg(value_name = "OLD")]
    old: Source,
    /// What is
    #[arg(value_name = "NEW")]
    new: Source,
    /// The form of the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the results to a file, whole or not at all, instead of stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write an HTML report as well: both versions of each lookup that changed, in one page that needs no network
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The least change that fails
    #[arg(long, value_enum, default_value_t = FailOn::Any)]
    fail_on: FailOn,
}

/// The form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// By kind of change, the worst first
    Human,
    /// The same for a pull-request comment or a job summary
    Markdown,
    /// One document with every change
    Json,
    /// One row a change
    Csv,
    /// `JUnit` XML: one case a lookup
    Junit,
}

/// The least change that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// What a caller is told
    Breaking,
    /// And what the tool does
    Behaviour,
    /// And any text; scenarios that were added, removed or renamed
    Any,
}

impl FailOn {
    fn fails(self, tally: &Tally) -> bool {
        match self {
            Self::Breaking => tally.has_at_least(Class::Breaking),
            Self::Behaviour => tally.has_at_least(Class::Behaviour),
            Self::Any => !tally.is_empty(),
        }
    }
}

/// Compares two sides and reports what changed.
pub(crate) fn diff(arguments: &DiffArguments, edge: &mut Edge) -> Exit {
    let mut orders = (Order::AsIs, Order::AsIs);
    loop {
        match attempt(arguments, orders, edge) {
            Ok(exit) => return exit,
            // Trails in another order are compared all the same, but they have to be held in memory.
            Err(Some(Side::Old)) if orders.0 == Order::AsIs => orders.0 = Order::Sorted,
            Err(Some(Side::New)) if orders.1 == Order::AsIs => orders.1 = Order::Sorted,
            Err(_) => return Exit::BadInput,
        }
    }
}

/// One pass over both sides. The error is the side that has to be sorted first; none where it was told what is wrong.
fn attempt(arguments: &DiffArguments, orders: (Order, Order), edge: &mut Edge) -> Result<Exit, Option<Side>> {
    let told = |edge: &mut Edge, side: &str, problem: &str| {
        edge.error(&format!("the {side} side: {problem}"));
        None
    };
    let folder = edge.working_folder.clone();
    let old = match arguments.old.open(orders.0, &folder) {
        Ok(old) => old,
        Err(problem) => return Err(told(edge, "old", &problem)),
    };
    let new = match arguments.new.open(orders.1, &folder) {
        Ok(new) => new,
        Err(problem) => return Err(told(edge, "new", &problem)),
    };
    let mut results = match Results::begin(arguments.format, arguments.output.as_deref()) {
        Ok(results) => results,
        Err(problem) => {
            edge.error(&problem);
            return Err(None);
        }
    };
    let mut html = match HtmlReport::begin(arguments) {
        Ok(html) => html,
        Err(problem) => {
            edge.error(&problem);
            return Err(None);
        }
    };
    let compared = diff::compare(old, new, |finding| {
        if let Some(html) = &mut html {
            html.add(&finding);
        }
        results.add(finding);
    });
    match compared {
        Ok(()) => {}
        Err(Refusal::Unreadable(side, Unreadable::Unordered)) => return Err(Some(side)),
        Err(Refusal::Unreadable(side, Unreadable::Problem(problem))) => {
            let name = match side {
                Side::Old => "old",
                Side::New => "new",
            };
            return Err(told(edge, name, &problem));
        }
        Err(Refusal::OtherEngine { scenario, old, new }) => {
            let text = format!(
                "the sides are of different engines: `{scenario}` was replayed with {old}, and is with {new}; \
                 replay both sides with one engine"
            );
            edge.error(&text);
            return Err(None);
        }
    }
    let fails = arguments.fail_on.fails(results.tally());
    let reported = html.map_or(Ok(()), |html| html.finish(results.tally()));
    let mut written = results.finish(edge);
    if let Err(problem) = reported {
        edge.error(&problem);
        written = Exit::BadInput;
    }
    Ok(match (written, fails) {
        (Exit::Passed, true) => Exit::SaidNo,
        (exit, _) => exit,
    })
}
