//! One side of a comparison: where its trails are, and how they come one after the other.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use trailcheck::scenario::discover::absolute;
use trailcheck::trail::problem::Problem;
use trailcheck::trail::read::{Disorder, InOrder, Placed, Reader, sorted};
use trailcheck::trail::{snapshot, snapshot_read};
use walkdir::WalkDir;

use super::git;

/// Bytes that are read of a trail file at a time.
const READ_AT_ONCE: usize = 1 << 18;

/// Where the trails of a side are.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A trail file, or a folder of snapshots.
    Path(PathBuf),
    /// A folder of snapshots, or a trail file, at a revision.
    Git {
        /// The revision, as git takes it.
        revision: String,
        /// The folder or file, from the working folder.
        path: String,
    },
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(rest) = text.strip_prefix("git:") else {
            return if text.is_empty() {
                Err("the path is empty".to_owned())
            } else {
                Ok(Self::Path(text.into()))
            };
        };
        let (revision, path) = rest.split_once(':').unwrap_or((rest, "snapshots"));
        if revision.is_empty() || path.is_empty() {
            return Err("write git:REV or git:REV:PATH, such as git:origin/main:snapshots".to_owned());
        }
        Ok(Self::Git { revision: revision.to_owned(), path: path.to_owned() })
    }
}

/// In which order the trails of a side are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// As they stand, one at a time.
    AsIs,
    /// All read, and then sorted.
    Sorted,
}

/// Why a side gives no further trail.
pub(super) enum Unreadable {
    /// What is wrong with it, and where.
    Problem(String),
    /// The trails are not in order.
    Unordered,
}

/// The trails of a side.
pub(super) type Trails = Box<dyn Iterator<Item = Result<Placed, Unreadable>> + Send>;

impl Source {
    /// Opens the side.
    pub(super) fn open(&self, order: Order, working_folder: &Path) -> Result<Trails, String> {
        match self {
            Self::Path(path) => {
                let shown = path.display().to_string();
                let path = absolute(path, working_folder);
                let metadata =
                    fs::metadata(&path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
                if metadata.is_dir() {
                    return folder(&path, &shown);
                }
                let file = File::open(&path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
                trail_file(BufReader::with_capacity(READ_AT_ONCE, file), order, shown)
            }
            Self::Git { revision, path } => git::open(revision, path, order, working_folder),
        }
    }
}

/// The trails of a trail file.
pub(super) fn trail_file(
    input: impl BufRead + Send + 'static,
    order: Order,
    shown: String,
) -> Result<Trails, String> {
    let reader = Reader::new(input).map_err(|problem| problem.render(&shown))?;
    Ok(match order {
        Order::AsIs => Box::new(InOrder::new(reader).map(move |placed| {
            placed.map_err(|disorder| match disorder {
                Disorder::Unordered => Unreadable::Unordered,
                Disorder::Problem(problem) => Unreadable::Problem(problem.render(&shown)),
            })
        })),
        Order::Sorted => {
            let all = sorted(reader).map_err(|problem| problem.render(&shown))?;
            Box::new(all.into_iter().map(Ok))
        }
    })
}

/// The trails of a folder of snapshots, one file after the other.
fn folder(folder: &Path, shown: &str) -> Result<Trails, String> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| format!("{shown} cannot be read: {error}"))?;
        if !entry.file_type().is_file() || entry.path().extension() != Some(OsStr::new("snap")) {
            continue;
        }
        let Some(name) = snapshot::name_of(folder, entry.path()) else {
            return Err(format!("{}: the name is not UTF-8", entry.path().display()));
        };
        files.push((name, entry.into_path()));
    }
    if files.is_empty() {
        return Err(format!("{shown} holds no snapshots; write them with `trailcheck run --accept`"));
    }
    files.sort_unstable();
    let shown = shown.trim_end_matches('/').to_owned();
    Ok(Box::new(files.into_iter().flat_map(move |(name, path)| {
        let shown = format!("{shown}/{name}.snap");
        match fs::read(&path) {
            Ok(bytes) => snapshot_trails(&name, bytes, &shown),
            Err(error) => vec![Err(Unreadable::Problem(format!("{shown} cannot be read: {error}")))],
        }
    })))
}

/// The trails of one snapshot.
pub(super) fn snapshot_trails(name: &str, bytes: Vec<u8>, shown: &str) -> Vec<Result<Placed, Unreadable>> {
    let read = String::from_utf8(bytes)
        .map_err(|_| Problem::new("the snapshot is not UTF-8", "restore it"))
        .and_then(|text| snapshot_read::read(name, &text));
    match read {
        Ok(trails) => trails.into_iter().map(Ok).collect(),
        Err(problem) => vec![Err(Unreadable::Problem(problem.render(shown)))],
    }
}
