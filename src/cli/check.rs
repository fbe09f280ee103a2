//! `trailcheck check`: read scenarios, run nothing.

use clap::Args;
use trailcheck::report::summary::count;

use super::edge::Edge;
use super::{Exit, Where, select};

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    at: Where,
}

/// Tells every mistake, or how many scenarios have none.
pub(crate) fn check(arguments: &CheckArguments, edge: &mut Edge) -> Exit {
    match select::select(&arguments.at, edge) {
        Ok(selection) => {
            select::warn_of_addresses(&selection.scenarios, edge);
            edge.print(&format!("{}: no mistakes\n", count(selection.scenarios.len(), "scenario")));
            Exit::Passed
        }
        Err(exit) => exit,
    }
}
