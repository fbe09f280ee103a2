//! `trailcheck completions`: a completion script on stdout.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::edge::Edge;
use super::{Arguments, Exit};

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(crate) fn completions(arguments: &CompletionsArguments, edge: &mut Edge) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "trailcheck", &mut script);
    edge.print_bytes(&script);
    Exit::Passed
}
