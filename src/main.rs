//! The `trailcheck` command: parse, dispatch, exit code.

mod cli;

use std::process::ExitCode;

use clap::Parser as _;

use cli::{Arguments, Command, Edge};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return cli::usage(&error),
    };
    let mut edge = Edge::new();
    let exit = match arguments.command {
        Command::Run(arguments) => cli::run::run(&arguments, &mut edge),
        Command::Review(arguments) => cli::review::review(&arguments, &mut edge),
        Command::Init(arguments) => cli::init::init(&arguments, &mut edge),
        Command::Merge(arguments) => cli::merge::merge(&arguments, &mut edge),
        Command::Check(arguments) => cli::check::check(&arguments, &mut edge),
        Command::Compare(arguments) => cli::compare::compare(&arguments, &mut edge),
        Command::Diff(arguments) => cli::diff::diff(&arguments, &mut edge),
        Command::Calibrate(arguments) => cli::calibrate::calibrate(&arguments, &mut edge),
        Command::Schema(arguments) => cli::schema::schema(&arguments, &mut edge),
        Command::Prompt => cli::prompt::prompt(&mut edge),
        Command::Completions(arguments) => cli::completions::completions(&arguments, &mut edge),
        Command::Man => cli::man::man(&mut edge),
    };
    edge.finish(exit).into()
}
