//! Snapshots of a run: compared, accepted, left for review, and those without a scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use trailcheck::replay::Replay;
use trailcheck::report::Pin;
use trailcheck::scenario::discover::{absolute, names_below};
use trailcheck::scenario::project::beside;
use trailcheck::scenario::{Found, Project};
use trailcheck::trail::snapshot::{self, Comparison};

use super::Exit;
use super::edge::Edge;

/// What happens to a snapshot without its scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unreferenced {
    /// Nothing is said
    Keep,
    /// It is named
    Warn,
    /// It fails the run
    Fail,
    /// It is deleted
    Delete,
}

/// How snapshots are treated in one run.
#[derive(Clone, Debug)]
pub(crate) struct Snapshots {
    /// The folder, where it is not the root's sibling.
    pub(crate) folder: Option<PathBuf>,
    /// Are differences written over the snapshot?
    pub(crate) accept: bool,
    /// Are differences left beside the snapshot for review?
    pub(crate) leave_pending: bool,
}

impl Snapshots {
    fn folder_of(&self, project: &Project, working_folder: &Path) -> PathBuf {
        match &self.folder {
            Some(folder) => absolute(folder, working_folder),
            None => beside(project.root(), "snapshots"),
        }
    }

    /// Compares a scenario's trails with its snapshot, and writes what is to be written.
    pub(crate) fn pin(&self, found: &Found, replay: &Replay, working_folder: &Path) -> Result<Pin, String> {
        let now = snapshot::contents(&replay.trails).map_err(|error| error.to_string())?;
        let path = snapshot::path(&self.folder_of(&found.project, working_folder), &found.name);
        let compared = snapshot::compare(&path, &now);
        if compared == Comparison::Same {
            // What waits for review is out of date.
            let _ = fs::remove_file(snapshot::pending_path(&path));
            return Ok(Pin::Same);
        }
        if self.accept {
            if !replay.passed() {
                return Ok(Pin::NotAccepted);
            }
            return Self::write(&path, &found.name, &now).map(|()| Pin::Accepted);
        }
        let pending =
            self.leave_pending && !matches!(compared, Comparison::LineEnds | Comparison::Broken { .. });
        if pending {
            snapshot::write_pending(&path, &found.name, &now, replay.passed()).map_err(|error| {
                format!("{} cannot be written: {error}", snapshot::pending_path(&path).display())
            })?;
        }
        Ok(match compared {
            Comparison::Same => Pin::Same,
            Comparison::Missing => Pin::Missing { pending },
            Comparison::LineEnds => Pin::LineEnds,
            Comparison::Differs { pinned } => Pin::Differs { pinned, now, pending },
            Comparison::Broken { problem } => Pin::Broken { problem },
        })
    }

    fn write(path: &Path, name: &str, now: &str) -> Result<(), String> {
        snapshot::write(path, name, now)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        let _ = fs::remove_file(snapshot::pending_path(path));
        Ok(())
    }

    /// Treats the snapshots that have no scenario, over whole roots and not only what was selected.
    /// `tell` is given each that is named and whether it fails the run.
    pub(crate) fn unreferenced(
        &self,
        found: &[Found],
        rule: Unreferenced,
        edge: &mut Edge,
        mut tell: impl FnMut(&str, bool, &mut Edge),
    ) -> Exit {
        if rule == Unreferenced::Keep {
            return Exit::Passed;
        }
        let mut exit = Exit::Passed;
        let roots: BTreeMap<&Path, &Project> =
            found.iter().map(|found| (found.project.root(), found.project.as_ref())).collect();
        for project in roots.values() {
            let known: BTreeSet<String> = names_below(project).into_iter().collect();
            let folder = self.folder_of(project, &edge.working_folder);
            for name in snapshot::unreferenced(&folder, |name| known.contains(name)) {
                let path = snapshot::path(&folder, &name);
                let shown = project.shown(&path);
                exit = exit.max(Self::treat(&shown, &path, rule, edge));
                if rule != Unreferenced::Delete {
                    tell(&shown, rule == Unreferenced::Fail, edge);
                }
            }
        }
        exit
    }

    fn treat(shown: &str, path: &Path, rule: Unreferenced, edge: &mut Edge) -> Exit {
        let text = format!("the snapshot {shown} has no scenario");
        match rule {
            Unreferenced::Keep => Exit::Passed,
            Unreferenced::Warn => {
                edge.warn(&format!("{text}; remove it with --unreferenced delete"));
                Exit::Passed
            }
            Unreferenced::Fail => {
                edge.error(&text);
                Exit::SaidNo
            }
            Unreferenced::Delete => match fs::remove_file(path) {
                Ok(()) => {
                    edge.explain(&format!("deleted {shown}\n"));
                    Exit::Passed
                }
                Err(error) => {
                    edge.error(&format!("{shown} cannot be deleted: {error}"));
                    Exit::BadInput
                }
            },
        }
    }
}
