//! The streams and the environment of the process, read once.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;

use trailcheck::report::Style;
use trailcheck::scenario::Mistake;

use super::exit::Exit;

/// The process's own surroundings.
pub(crate) struct Edge {
    /// Where relative paths start from.
    pub(crate) working_folder: PathBuf,
    /// Does a CI system run this?
    pub(crate) ci: bool,
    /// What stdout can show.
    pub(crate) out_style: Style,
    /// What stderr can show.
    pub(crate) error_style: Style,
    /// Can somebody be asked: are stdin and stderr a terminal?
    pub(crate) interactive: bool,
    /// May a progress bar be drawn on stderr?
    pub(crate) progress: bool,
    out: BufWriter<io::Stdout>,
    out_state: OutState,
}

#[derive(PartialEq, Eq)]
enum OutState {
    Open,
    /// Whoever read it has gone, which is not an error.
    Closed,
    /// It could not be written; said once.
    Failed,
}

#[allow(clippy::disallowed_methods, reason = "this is the edge")]
impl Edge {
    /// Reads the environment.
    pub(crate) fn new() -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let plain = set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let out_terminal = io::stdout().is_terminal();
        let error_terminal = io::stderr().is_terminal();
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let measured = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let width = |terminal: bool| {
            let width = if terminal { columns.or(measured) } else { None };
            width.unwrap_or(Style::default().width).clamp(20, 400)
        };
        Self {
            working_folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
            ci: is_ci(std::env::var("CI").ok().as_deref()),
            out_style: Style { colour: out_terminal && !plain, width: width(out_terminal) },
            error_style: Style { colour: error_terminal && !plain, width: width(error_terminal) },
            interactive: error_terminal && io::stdin().is_terminal(),
            progress: error_terminal && !plain,
            out: BufWriter::new(io::stdout()),
            out_state: OutState::Open,
        }
    }

    /// Writes a result to stdout.
    pub(crate) fn print(&mut self, text: &str) {
        self.print_bytes(text.as_bytes());
    }

    /// Writes a result to stdout, flushed, so that who follows the stream sees whole lines.
    pub(crate) fn print_bytes(&mut self, bytes: &[u8]) {
        if self.out_state != OutState::Open {
            return;
        }
        if let Err(error) = self.out.write_all(bytes) {
            self.out_failed(&error);
        }
    }

    fn flush(&mut self) {
        if self.out_state == OutState::Open
            && let Err(error) = self.out.flush()
        {
            self.out_failed(&error);
        }
    }

    fn out_failed(&mut self, error: &io::Error) {
        if error.kind() == ErrorKind::BrokenPipe {
            self.out_state = OutState::Closed;
        } else {
            self.out_state = OutState::Failed;
            self.error(&format!("stdout cannot be written: {error}"));
        }
    }

    /// Writes text to stderr as it is.
    pub(crate) fn explain(&mut self, text: &str) {
        // Order matters where both streams are the same terminal. There is nowhere to complain about stderr.
        self.flush();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Writes an error to stderr.
    pub(crate) fn error(&mut self, text: &str) {
        let label = self.error_style.bad("error");
        self.explain(&format!("{label}: {}\n", printable(text)));
    }

    /// Writes a warning to stderr.
    pub(crate) fn warn(&mut self, text: &str) {
        let label = self.error_style.warn("warning");
        self.explain(&format!("{label}: {}\n", printable(text)));
    }

    /// Tells every mistake, and how many there are.
    pub(crate) fn mistakes(&mut self, mistakes: &[Mistake]) -> Exit {
        let colour = self.error_style.colour;
        for mistake in mistakes {
            self.explain(&format!("{}\n\n", mistake.render(colour).trim_end()));
        }
        let number = trailcheck::report::summary::count(mistakes.len(), "mistake");
        self.explain(&format!("{number}; nothing was run\n"));
        Exit::BadInput
    }

    /// Flushes stdout; the exit code says so where it could not be written.
    pub(crate) fn finish(mut self, exit: Exit) -> Exit {
        self.flush();
        if self.out_state == OutState::Failed { exit.max(Exit::BadInput) } else { exit }
    }
}

/// Text that may quote a file's name or words: nothing in it drives the terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// `CI` as continuous-integration systems set it: anything but an explicit no.
fn is_ci(value: Option<&str>) -> bool {
    value.is_some_and(|value| !matches!(value, "" | "0" | "n" | "no" | "false"))
}
