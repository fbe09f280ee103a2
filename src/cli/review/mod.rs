//! `trailcheck review`: snapshots that wait, one by one, accepted or rejected by a person.

mod frame;
mod machine;
mod screen;

use std::path::PathBuf;

use clap::Args;
use trailcheck::receipt::Vocabulary as _;
use trailcheck::report::Style;
use trailcheck::report::review::{change, list_line};
use trailcheck::report::summary::count;
use trailcheck::trail::pending::{Waiting, find};
use trailcheck::trail::snapshot::pending_path;

use super::Exit;
use super::edge::Edge;
use frame::Shown;
use machine::{Action, Decision, Machine};
use screen::Screen;

/// Arguments of `review`.
#[derive(Debug, Args)]
pub(crate) struct ReviewArguments {
    /// Folders of snapshots, and .snap.new files
    #[arg(value_name = "PATH", default_value = "snapshots")]
    paths: Vec<PathBuf>,
    /// Print what waits, one a line: new, changed, same or broken, a tab, and the path
    #[arg(long, conflicts_with_all = ["accept_all", "reject_all"])]
    list: bool,
    /// Accept all that can be accepted
    #[arg(long, conflicts_with = "reject_all")]
    accept_all: bool,
    /// Remove all that wait
    #[arg(long)]
    reject_all: bool,
}

/// Shows what waits and does as the user says; `SaidNo` while something goes on waiting.
pub(crate) fn review(arguments: &ReviewArguments, edge: &mut Edge) -> Exit {
    if edge.ci && !arguments.list {
        edge.error("snapshots are reviewed by a person, not under CI; --list tells which wait");
        return Exit::BadInput;
    }
    let found = match find(&arguments.paths) {
        Ok(found) => found,
        Err((path, problem)) => {
            edge.error(&format!("{}: {problem}", path.display()));
            return Exit::BadInput;
        }
    };
    let waiting: Result<Vec<Waiting>, Exit> = found
        .iter()
        .map(|path| {
            Waiting::read(path).map_err(|error| {
                edge.error(&format!("{} cannot be read: {error}", pending_path(path).display()));
                Exit::BadInput
            })
        })
        .collect();
    match waiting {
        Err(exit) => exit,
        Ok(waiting) if arguments.list => list(&waiting, edge),
        Ok(waiting) if waiting.is_empty() => {
            edge.print("no snapshot waits for review\n");
            Exit::Passed
        }
        Ok(waiting) if arguments.accept_all => all(&waiting, Waiting::accept, "accepted", edge),
        Ok(waiting) if arguments.reject_all => all(&waiting, Waiting::reject, "rejected", edge),
        Ok(waiting) => one_by_one(waiting, edge),
    }
}

fn list(waiting: &[Waiting], edge: &mut Edge) -> Exit {
    for one in waiting {
        let path = pending_path(one.snapshot());
        edge.print(&list_line(one.kind(), &path.display().to_string()));
    }
    if waiting.is_empty() { Exit::Passed } else { Exit::SaidNo }
}

fn all(
    waiting: &[Waiting],
    act: impl Fn(&Waiting) -> Result<(), String>,
    done: &str,
    edge: &mut Edge,
) -> Exit {
    let mut exit = Exit::Passed;
    for one in waiting {
        let path = one.snapshot().display();
        match act(one) {
            Ok(()) => edge.print(&format!("{done} {path}\n")),
            Err(problem) => {
                edge.error(&format!("{path}: {problem}"));
                exit = Exit::SaidNo;
            }
        }
    }
    exit
}

fn one_by_one(waiting: Vec<Waiting>, edge: &mut Edge) -> Exit {
    if !edge.interactive {
        edge.error("this is no terminal; --list prints what waits, --accept-all and --reject-all decide");
        return Exit::BadInput;
    }
    let machine = interact(waiting, edge);
    let Some(machine) = machine else { return Exit::Interrupted };
    let left = machine.count(Decision::Waiting);
    let (accepted, rejected) = (machine.count(Decision::Accepted), machine.count(Decision::Rejected));
    edge.print(&format!(
        "{}: {accepted} accepted, {rejected} rejected, {left} still to review\n",
        count(accepted + rejected + left, "snapshot")
    ));
    if left == 0 { Exit::Passed } else { Exit::SaidNo }
}

/// Nothing where the user interrupts.
fn interact(mut waiting: Vec<Waiting>, edge: &mut Edge) -> Option<Machine> {
    let mut machine = Machine::new(waiting.len());
    let screen = Screen::enter(edge.error_style.colour, edge);
    while !machine.is_over() {
        let Some(one) = waiting.get(machine.at()) else { break };
        let size = screen.size();
        let style = Style { width: size.width, ..edge.error_style };
        let text = match one.contents() {
            Ok((pinned, pending)) => change(&name(one), pinned, pending, style),
            Err(_) => String::new(),
        };
        let path = one.snapshot().display().to_string();
        let shown = Shown {
            of: waiting.len(),
            kind: one.kind().wire(),
            path: &path,
            objection: one.objection().as_deref(),
            change: &text,
        }
        .draw(&machine, size, style);
        screen.draw(&shown.0, edge);
        let action = machine.press(screen.key()?, shown.1);
        perform(action, &mut waiting, &mut machine);
    }
    Some(machine)
}

/// What stands for the scenario's name in the picture: that of the file.
fn name(waiting: &Waiting) -> String {
    waiting.snapshot().file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn perform(action: Action, waiting: &mut [Waiting], machine: &mut Machine) {
    let (index, result, done) = match action {
        Action::None => return,
        Action::Accept(index) => (index, waiting.get(index).map(Waiting::accept), Some(Decision::Accepted)),
        Action::Reject(index) => (index, waiting.get(index).map(Waiting::reject), Some(Decision::Rejected)),
        Action::Undo(index) => (index, waiting.get(index).map(Waiting::restore), None),
    };
    match (result, done) {
        (Some(Ok(())), Some(decision)) => machine.decided(decision),
        (Some(Ok(())), None) => machine.undone(),
        (Some(Err(problem)), _) => {
            machine.refused(format!("not done: {problem}"));
            // What is there by now is shown instead.
            if let Some(one) = waiting.get_mut(index)
                && let Ok(now) = Waiting::read(one.snapshot())
            {
                *one = now;
            }
        }
        (None, _) => {}
    }
}
