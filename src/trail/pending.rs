//! Snapshots that wait for review: found, looked at, accepted or rejected, and that undone.
//!
//! Start at [`find`] and [`Waiting::read`]. What is decided on is what was read: where a file has changed since,
//! nothing is done.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::{atomic, snapshot};
use crate::receipt::Vocabulary as _;
use crate::receipt::vocabulary::vocabulary;
use crate::replay::Invariant;
use crate::replay::invariants::promises;
use crate::scenario::EngineName;

vocabulary! {
    /// What a waiting snapshot is.
    WaitingKind is "kind" {
        New = "new": "There is no snapshot yet.",
        Changed = "changed": "It differs from the snapshot.",
        Same = "same": "It is the snapshot by now.",
        Broken = "broken": "It, or the snapshot, cannot be read.",
    }
}

/// A snapshot that waits for review, as it was read.
#[derive(Clone, Debug)]
pub struct Waiting {
    snapshot: PathBuf,
    pinned: Option<Vec<u8>>,
    pending: Vec<u8>,
}

/// The contents of both files; of the first only where it is there.
pub type Contents<'a> = (Option<&'a str>, &'a str);

/// The snapshots below the given files and folders that have another waiting beside them, in order, each once. Those
/// of other tools are left out, unless they are named.
///
/// # Errors
/// The first path at fault, with what is wrong with it.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, String)> {
    let mut found = Vec::new();
    for path in paths {
        let ends_in = |ending: &str| path.to_str().is_some_and(|path| path.ends_with(ending));
        if ends_in(".snap") && snapshot::pending_path(path).exists() {
            found.push(path.clone());
            continue;
        }
        let metadata = fs::metadata(path).map_err(|error| (path.clone(), unreadable(&error)))?;
        if metadata.is_dir() {
            below(path, &mut found)?;
        } else if ends_in(".snap.new") {
            found.push(path.with_extension(""));
        } else if !ends_in(".snap") {
            let wrong = "this is no snapshot; give a folder of snapshots, or a .snap.new file";
            return Err((path.clone(), wrong.to_owned()));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), (PathBuf, String)> {
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| {
            let at = error.path().unwrap_or(folder).to_owned();
            (at, error.io_error().map_or_else(|| "it cannot be read".to_owned(), unreadable))
        })?;
        let is_pending = entry.file_name().to_str().is_some_and(|name| name.ends_with(".snap.new"));
        if is_pending && entry.file_type().is_file() && may_be_ours(entry.path()) {
            found.push(entry.path().with_extension(""));
        }
    }
    Ok(())
}

fn unreadable(error: &io::Error) -> String {
    if error.kind() == ErrorKind::NotFound {
        return "there is no such file or folder".to_owned();
    }
    format!("it cannot be read: {error}")
}

/// Other tools keep theirs in files of the same kind, which have a header.
fn may_be_ours(pending: &Path) -> bool {
    let text =
        fs::read(pending).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    snapshot::split(&text).is_none_or(|(_, contents)| is_lookup(contents))
}

fn is_lookup(contents: &str) -> bool {
    contents.starts_with("lookup 0 engine=")
}

impl Waiting {
    /// Reads what waits beside the snapshot of this path.
    pub fn read(snapshot: &Path) -> io::Result<Self> {
        let pending = fs::read(snapshot::pending_path(snapshot))?;
        Ok(Self { snapshot: snapshot.to_owned(), pinned: read_if_there(snapshot)?, pending })
    }

    /// The path of the snapshot.
    pub fn snapshot(&self) -> &Path {
        &self.snapshot
    }

    /// What it is.
    pub fn kind(&self) -> WaitingKind {
        match self.contents() {
            Err(_) => WaitingKind::Broken,
            Ok((None, _)) => WaitingKind::New,
            Ok((Some(pinned), pending)) if pinned == pending => WaitingKind::Same,
            Ok((Some(_), _)) => WaitingKind::Changed,
        }
    }

    /// The contents of the snapshot and of what waits, or what is wrong with either.
    pub fn contents(&self) -> Result<Contents<'_>, String> {
        let (_, pending) =
            parts(&self.pending).map_err(|problem| format!("what waits is broken: {problem}"))?;
        let pinned = match &self.pinned {
            Some(bytes) => {
                Some(parts(bytes).map_err(|problem| format!("the snapshot is broken: {problem}"))?.1)
            }
            None => None,
        };
        Ok((pinned, pending))
    }

    /// Why it cannot be accepted, if so.
    pub fn objection(&self) -> Option<String> {
        let pending = match self.contents() {
            Ok((_, pending)) => pending,
            Err(problem) => return Some(problem),
        };
        if pending.contains('\r') {
            return Some("its line ends were changed; run the scenario again".to_owned());
        }
        if !is_lookup(pending) || !pending.ends_with("}\n") {
            return Some("it holds no whole trail; run the scenario again".to_owned());
        }
        if let Some(invariant) = broken_promise(pending) {
            return Some(format!("it breaks {}, which its engine promises", invariant.wire()));
        }
        let (header, _) = parts(&self.pending).ok()?;
        header.contains(snapshot::FAILS).then(|| "its replay does not meet the expectations".to_owned())
    }

    /// Makes it the snapshot.
    ///
    /// # Errors
    /// Why it was not done.
    pub fn accept(&self) -> Result<(), String> {
        if let Some(objection) = self.objection() {
            return Err(objection);
        }
        self.unchanged()?;
        let bytes = self.accepted();
        atomic::write(&self.snapshot, &bytes).map_err(|error| format!("it cannot be written: {error}"))?;
        self.remove_pending()
    }

    /// Removes it; the snapshot stays.
    ///
    /// # Errors
    /// Why it was not done.
    pub fn reject(&self) -> Result<(), String> {
        self.unchanged()?;
        self.remove_pending()
    }

    /// Brings both files back to what was read, after it was accepted or rejected.
    ///
    /// # Errors
    /// Why it was not done.
    pub fn restore(&self) -> Result<(), String> {
        let pending_path = snapshot::pending_path(&self.snapshot);
        let failed = |error: io::Error| format!("it cannot be brought back: {error}");
        let now = read_if_there(&self.snapshot).map_err(failed)?;
        let as_left = now == self.pinned || now.as_ref() == Some(&self.accepted());
        if !as_left || pending_path.exists() {
            return Err("it has changed since, and is not brought back".to_owned());
        }
        atomic::write(&pending_path, &self.pending).map_err(failed)?;
        match &self.pinned {
            Some(bytes) if now.as_ref() != Some(bytes) => {
                atomic::write(&self.snapshot, bytes).map_err(failed)
            }
            None if now.is_some() => fs::remove_file(&self.snapshot).map_err(failed),
            Some(_) | None => Ok(()),
        }
    }

    /// The file as it will be: insta's line number is of the run and not of the snapshot.
    fn accepted(&self) -> Vec<u8> {
        let Ok((header, contents)) = parts(&self.pending) else { return self.pending.clone() };
        let kept = header.split_inclusive('\n').filter(|line| !line.starts_with("assertion_line:"));
        kept.chain([contents]).collect::<String>().into_bytes()
    }

    fn unchanged(&self) -> Result<(), String> {
        let same = Self::read(&self.snapshot)
            .is_ok_and(|now| now.pinned == self.pinned && now.pending == self.pending);
        if same { Ok(()) } else { Err("it has changed since it was shown; look again".to_owned()) }
    }

    fn remove_pending(&self) -> Result<(), String> {
        fs::remove_file(snapshot::pending_path(&self.snapshot))
            .map_err(|error| format!("what waited cannot be removed: {error}"))
    }
}

fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn parts(bytes: &[u8]) -> Result<(&str, &str), &'static str> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8")?;
    snapshot::split(text).ok_or("it has no header between two `---` lines")
}

/// The first invariant among the violations that the lookup's engine promises.
fn broken_promise(contents: &str) -> Option<Invariant> {
    let mut promised: &[Invariant] = &[];
    for line in contents.lines() {
        if let Some((_, engine)) = line.strip_prefix("lookup ").and_then(|rest| rest.split_once(" engine=")) {
            // Nobody knows what a later version's engine promises: everything.
            promised = EngineName::from_wire(engine).map_or(Invariant::ALL, promises);
        } else if let Some(list) = line.strip_prefix("violations: ") {
            let names: Vec<String> = serde_json::from_str(list).unwrap_or_default();
            let mut known = names.iter().filter_map(|name| Invariant::from_wire(name));
            if let Some(broken) = known.find(|broken| promised.contains(broken)) {
                return Some(broken);
            }
        }
    }
    None
}
