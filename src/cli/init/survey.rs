//! What is there already.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use trailcheck::scenario::{Overrides, Search, discover};

use crate::cli::edge::Edge;
use crate::cli::exit::Exit;

pub(super) const DEFAULTS: &str = "scenarios/defaults.yaml";
const DEFAULTS_YML: &str = "scenarios/defaults.yml";
pub(super) const VALIDATOR: &str = "validator.yaml";

/// A project's folder before anything is written.
pub(super) struct Survey {
    pub(super) folder: PathBuf,
    /// How many scenarios there are.
    pub(super) scenarios: usize,
    /// The defaults that are there.
    pub(super) defaults: Option<&'static str>,
    pub(super) validator: ValidatorFile,
    /// The top of the repository, where it lies above the folder.
    pub(super) repository_above: Option<PathBuf>,
}

/// The file at the validator's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValidatorFile {
    Missing,
    Sound,
    /// Something else, or one with mistakes.
    Foreign,
}

impl Survey {
    /// Looks, or tells what is in the way.
    pub(super) fn of(folder: &Path, edge: &mut Edge) -> Result<Self, Exit> {
        let mut defaults = None;
        for below in [DEFAULTS_YML, DEFAULTS] {
            if has(folder, below, edge)? {
                defaults = Some(below);
            }
        }
        let validator = match has(folder, VALIDATOR, edge)? {
            false => ValidatorFile::Missing,
            true if Overrides::read(None, Some(&folder.join(VALIDATOR)), &edge.working_folder).is_ok() => {
                ValidatorFile::Sound
            }
            true => ValidatorFile::Foreign,
        };
        let above = folder.ancestors().find(|folder| folder.join(".git").exists());
        Ok(Self {
            folder: folder.to_owned(),
            scenarios: scenarios_in(&folder.join("scenarios"), edge)?,
            defaults,
            validator,
            repository_above: above.filter(|top| *top != folder).map(Path::to_owned),
        })
    }

    /// Is there anything to lay down that has the numbers in it?
    pub(super) fn wants_policy(&self) -> bool {
        self.scenarios == 0
    }

    /// Is there a file at this place below the folder?
    pub(super) fn has(&self, below: &str, edge: &mut Edge) -> Result<bool, Exit> {
        has(&self.folder, below, edge)
    }

    /// The text of a file that is there.
    pub(super) fn read(&self, below: &str, edge: &mut Edge) -> Result<String, Exit> {
        let bytes = fs::read(self.folder.join(below))
            .map_err(|error| refuse(&format!("{below} cannot be read: {error}"), edge))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn scenarios_in(root: &Path, edge: &mut Edge) -> Result<usize, Exit> {
    if !root.exists() {
        return Ok(0);
    }
    let search = Search {
        paths: vec![root.to_owned()],
        root: Some(root.to_owned()),
        corpus: None,
        working_folder: edge.working_folder.clone(),
    };
    let found = discover(&search);
    if found.mistakes.is_empty() { Ok(found.found.len()) } else { Err(edge.mistakes(&found.mistakes)) }
}

fn has(folder: &Path, below: &str, edge: &mut Edge) -> Result<bool, Exit> {
    is_there(folder, below, &edge.working_folder).map_err(|problem| refuse(&problem, edge))
}

fn refuse(problem: &str, edge: &mut Edge) -> Exit {
    edge.error(&format!("{problem}; nothing was written"));
    Exit::BadInput
}

/// Is there a file, or room for one?
fn is_there(folder: &Path, below: &str, working_folder: &Path) -> Result<bool, String> {
    let path = folder.join(below);
    let shown = |path: &Path| path.strip_prefix(working_folder).unwrap_or(path).display().to_string();
    for above in path.ancestors().skip(1).filter(|above| fs::symlink_metadata(above).is_ok()) {
        if !above.is_dir() {
            return Err(format!("{} is no folder", shown(above)));
        }
    }
    if let Err(error) = fs::symlink_metadata(&path) {
        let is_missing = error.kind() == ErrorKind::NotFound;
        return if is_missing {
            Ok(false)
        } else {
            Err(format!("{} cannot be looked at: {error}", shown(&path)))
        };
    }
    if path.is_file() { Ok(true) } else { Err(format!("{} is no file", shown(&path))) }
}
