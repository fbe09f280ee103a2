//! The edge: one file a command, and the only place with stdout, the environment and the wall clock.

pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod diff;
mod edge;
mod engines;
mod exit;
mod held;
pub(crate) mod init;
mod interrupt;
mod last_failed;
pub(crate) mod man;
pub(crate) mod merge;
mod progress;
pub(crate) mod prompt;
mod report_file;
pub(crate) mod review;
pub(crate) mod run;
pub(crate) mod schema;
mod select;
mod snapshots;
mod told;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

pub(crate) use edge::Edge;
pub(crate) use exit::Exit;

/// Replays web tools of LLM agents against scripted transports, and pins what they do.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 all passed, 1 a test said no, 2 bad usage or bad input, 3 a fault of the program,
4 nothing was selected. Where several apply: 3, 2, 1, 4."
)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Replay scenarios; check expectations, invariants and snapshots
    Run(run::RunArguments),
    /// Go through the snapshots that wait: accept, reject, skip
    Review(review::ReviewArguments),
    /// Lay down a first scenario for your own numbers, a validator file and a CI job
    Init(init::InitArguments),
    /// Merge the trail files of shards into one
    Merge(merge::MergeArguments),
    /// Read scenarios and tell every mistake, without running anything
    Check(check::CheckArguments),
    /// Replay several engines on the same scenarios, and tell what each costs
    Compare(compare::CompareArguments),
    /// Tell what changed between two sets of trails
    Diff(diff::DiffArguments),
    /// Score the validator on a labelled page corpus, and find better thresholds
    Calibrate(calibrate::CalibrateArguments),
    /// Print a JSON Schema, or the tool definition that a model sees
    Schema(schema::SchemaArguments),
    /// Print the system-message fragment that teaches a model the vocabulary
    Prompt,
    /// Print a shell's completion script
    Completions(completions::CompletionsArguments),
    /// Print the manual page (roff)
    Man,
}

/// Where scenarios are.
#[derive(Clone, Debug, Args)]
pub(crate) struct Where {
    /// Scenario files and folders
    #[arg(value_name = "PATH", default_value = "scenarios")]
    pub(crate) paths: Vec<PathBuf>,
    /// The scenario root that names are relative to [default: the nearest folder named `scenarios` at or above PATH]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// The corpus that `page:` steps name [default: `corpus` beside the root]
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Only scenarios whose name matches; `*` stops at `/`, `**` does not; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = select::glob)]
    pub(crate) filter: Vec<globset::GlobMatcher>,
    /// Succeed where nothing is selected
    #[arg(long)]
    pub(crate) allow_empty: bool,
    /// Policy fields that win over those of every file
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Validator fields that win over those of every file
    #[arg(long, value_name = "FILE")]
    pub(crate) validator: Option<PathBuf>,
    /// Threads to work on [default: one a core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

impl Where {
    /// The number of threads.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(cores, usize::from)
    }
}

/// Prints help or a usage error and says how to exit.
#[allow(clippy::disallowed_methods, reason = "this is the edge")]
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let to_stderr = error.use_stderr();
    let is_terminal = if to_stderr { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    // clap lets CLICOLOR_FORCE colour what is captured, and captured output is plain here. A closed pipe is not worth
    // a word.
    let _ = if is_terminal {
        error.print()
    } else {
        let plain = error.render().to_string();
        if to_stderr {
            io::stderr().write_all(plain.as_bytes())
        } else {
            io::stdout().write_all(plain.as_bytes())
        }
    };
    if to_stderr { Exit::BadInput.into() } else { Exit::Passed.into() }
}
