//! Which scenarios did not pass when they were last run, kept beside the scenario root for `run --last-failed`.
//!
//! `.trailcheck/<root>.last-failed.json` holds their names. It is made at the first failure, written whole, ignored by
//! git without a line in the project's own `.gitignore`, and never followed out of the project.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use trailcheck::scenario::project::beside;
use trailcheck::scenario::{Found, Project};
use trailcheck::trail::atomic;

use super::edge::Edge;

const FOLDER: &str = ".trailcheck";
const VERSION: u32 = 1;
/// Bytes of a file of ours: names of some hundred thousand scenarios.
const MAX_BYTES: u64 = 64 << 20;

/// What the file holds.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    last_failed: u32,
    scenarios: BTreeSet<String>,
}

/// The scenarios of one root that did not pass.
struct State {
    project: Arc<Project>,
    failed: BTreeSet<String>,
    was: BTreeSet<String>,
}

/// The state of every root that a run touches.
pub(crate) struct LastFailed {
    roots: BTreeMap<PathBuf, State>,
}

impl LastFailed {
    /// Reads what is kept for the roots of these scenarios; a file that is not ours is as good as none, and is named.
    pub(crate) fn read(found: &[Found], edge: &mut Edge) -> Self {
        let mut roots = BTreeMap::new();
        for found in found {
            let root = found.project.root();
            if roots.contains_key(root) {
                continue;
            }
            let path = path(root);
            let failed = kept(&path).unwrap_or_else(|problem| {
                let shown = found.project.shown(&path);
                edge.warn(&format!("{shown} is not used: {problem}; the next run writes it anew"));
                BTreeSet::new()
            });
            let state = State { project: found.project.clone(), was: failed.clone(), failed };
            roots.insert(root.to_owned(), state);
        }
        Self { roots }
    }

    /// Did it not pass when it was last run?
    pub(crate) fn has(&self, found: &Found) -> bool {
        self.roots.get(found.project.root()).is_some_and(|state| state.failed.contains(&found.name))
    }

    /// Notes how a scenario came out; those that are not run keep their state.
    pub(crate) fn note(&mut self, found: &Found, passed: bool) {
        let Some(state) = self.roots.get_mut(found.project.root()) else { return };
        if passed {
            state.failed.remove(&found.name);
        } else {
            state.failed.insert(found.name.clone());
        }
    }

    /// Writes what has changed, without the scenarios that are gone. A state that cannot be written fails no run.
    pub(crate) fn write(self, edge: &mut Edge) {
        for (root, mut state) in self.roots {
            state.failed.retain(|name| is_there(&root, name));
            if state.failed == state.was {
                continue;
            }
            let path = path(&root);
            if let Err(error) = write(&path, &state.failed) {
                let shown = state.project.shown(&path);
                edge.warn(&format!(
                    "{shown} cannot be written, so that --last-failed will not know: {error}"
                ));
            }
        }
    }
}

fn path(root: &Path) -> PathBuf {
    let mut name = root.file_name().unwrap_or_default().to_owned();
    name.push(".last-failed.json");
    beside(root, FOLDER).join(name)
}

fn is_there(root: &Path, name: &str) -> bool {
    // A name from an edited file may hold anything; only one of ours is asked for.
    let is_plain = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
    is_plain && ["yaml", "yml"].iter().any(|extension| root.join(format!("{name}.{extension}")).is_file())
}

/// A link could lead out of the project, so that none is followed.
fn is_own(path: &Path) -> Result<bool, String> {
    for (path, is_folder) in [(path.parent().unwrap_or(path), true), (path, false)] {
        match fs::symlink_metadata(path) {
            Ok(metadata) if is_folder && metadata.is_dir() || !is_folder && metadata.is_file() => {}
            Ok(_) => return Err("it is a link or no regular file".to_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(format!("it cannot be read: {error}")),
        }
    }
    Ok(true)
}

fn kept(path: &Path) -> Result<BTreeSet<String>, String> {
    if !is_own(path)? {
        return Ok(BTreeSet::new());
    }
    let mut text = Vec::new();
    let file = fs::File::open(path).map_err(|error| format!("it cannot be read: {error}"))?;
    file.take(MAX_BYTES + 1).read_to_end(&mut text).map_err(|error| format!("it cannot be read: {error}"))?;
    let kept: Kept = serde_json::from_slice(&text).map_err(|_| "it is no file of trailcheck's".to_owned())?;
    if kept.last_failed != VERSION {
        return Err("it is of another version of trailcheck".to_owned());
    }
    Ok(kept.scenarios)
}

fn write(path: &Path, failed: &BTreeSet<String>) -> io::Result<()> {
    is_own(path).map_err(io::Error::other)?;
    let folder = path.parent().unwrap_or(path);
    let ignore = folder.join(".gitignore");
    if fs::symlink_metadata(&ignore).is_err() {
        atomic::write(&ignore, b"# Made by trailcheck; safe to delete.\n*\n")?;
    }
    let kept = Kept { last_failed: VERSION, scenarios: failed.clone() };
    let mut text = serde_json::to_vec_pretty(&kept)?;
    text.push(b'\n');
    atomic::write(path, &text)
}
