//! Writing several new files: all of them or none, and never over one that is there.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::atomic::Pending;

/// A file that could not be written, so that none was.
#[derive(Debug)]
pub struct NotWritten {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

/// Writes new files with the folders above them. Where one cannot be written, or is there by now, all is as before.
pub fn write_new(files: &[(PathBuf, Vec<u8>)]) -> Result<(), NotWritten> {
    let mut made = Made::default();
    let written = made.write(files);
    if written.is_err() {
        made.undo();
    }
    written
}

#[derive(Default)]
struct Made {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Made {
    fn write(&mut self, files: &[(PathBuf, Vec<u8>)]) -> Result<(), NotWritten> {
        let mut staged = Vec::new();
        for (path, bytes) in files {
            let at = |error| NotWritten { path: path.clone(), error };
            self.folders_above(path).map_err(at)?;
            let mut pending = Pending::create(path).map_err(at)?;
            pending.write_all(bytes).map_err(at)?;
            staged.push((path, pending));
        }
        // Everything lies on the disk now; only names are missing.
        for (path, pending) in staged {
            pending.commit_new().map_err(|error| NotWritten { path: path.clone(), error })?;
            self.files.push(path.clone());
        }
        Ok(())
    }

    fn folders_above(&mut self, path: &Path) -> io::Result<()> {
        let missing: Vec<&Path> = path.ancestors().skip(1).take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)?;
            self.folders.push(folder.to_owned());
        }
        Ok(())
    }

    fn undo(&self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        // What somebody else has put into one meanwhile keeps it.
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests write what they read")]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let files = |names: &[&str]| -> Vec<(PathBuf, Vec<u8>)> {
            names.iter().map(|name| (at(name), name.as_bytes().to_vec())).collect()
        };
        fs::write(at("file"), "there").unwrap();
        for bad in [["a/b/new", "c", "file"], ["a/b/new", "c", "file/below"], ["c", "d/e", "d"]] {
            let failed = write_new(&files(&bad)).unwrap_err();
            assert_eq!(failed.path, at(bad[2]));
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{bad:?}");
            assert_eq!(fs::read(at("file")).unwrap(), b"there");
        }
        write_new(&files(&["a/b/new", "a/other", "c"])).unwrap();
        assert_eq!(fs::read(at("a/b/new")).unwrap(), b"a/b/new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
