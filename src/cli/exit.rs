//! The exit codes, in the order in which one wins over another.

use std::process::ExitCode;

/// How a command ends. A later one wins where several apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Something ran, and all of it passed.
    Passed,
    /// Nothing was selected.
    NothingSelected,
    /// A test said no.
    SaidNo,
    /// Bad usage, bad input, or a place that cannot be written to.
    BadInput,
    /// A fault of the program.
    Fault,
    /// The user stopped it.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Passed => 0,
            Exit::SaidNo => 1,
            Exit::BadInput => 2,
            Exit::Fault => 3,
            Exit::NothingSelected => 4,
            // What shells report of a process that SIGINT ended.
            Exit::Interrupted => 130,
        })
    }
}
