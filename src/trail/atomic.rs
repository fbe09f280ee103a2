//! Writing a file whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A file that takes its name only once everything is in it. Dropped before [`Pending::commit`], it leaves nothing.
#[derive(Debug)]
pub struct Pending<'p> {
    path: &'p Path,
    inner: Inner,
}

#[derive(Debug)]
enum Inner {
    Temporary(NamedTempFile),
    /// A pipe or a device cannot be replaced, only written to.
    Special(fs::File),
}

impl<'p> Pending<'p> {
    /// Begins a file; folders above it are made.
    pub fn create(path: &'p Path) -> io::Result<Self> {
        let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
        if is_special {
            let file = fs::OpenOptions::new().write(true).open(path)?;
            return Ok(Self { path, inner: Inner::Special(file) });
        }
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "there is a folder of that name"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        Ok(Self { path, inner: Inner::Temporary(temporary_in(folder)?) })
    }

    /// Gives the file its name.
    pub fn commit(self) -> io::Result<()> {
        match self.inner {
            Inner::Temporary(file) => file.persist(self.path).map(|_| ()).map_err(|failed| failed.error),
            Inner::Special(mut file) => file.flush(),
        }
    }

    /// Gives the file its name, unless there is one of that name by now.
    pub fn commit_new(self) -> io::Result<()> {
        match self.inner {
            Inner::Temporary(file) => {
                file.persist_noclobber(self.path).map(|_| ()).map_err(|failed| failed.error)
            }
            Inner::Special(_) => Err(io::ErrorKind::AlreadyExists.into()),
        }
    }
}

impl Write for Pending<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.inner {
            Inner::Temporary(file) => file.write(bytes),
            Inner::Special(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.inner {
            Inner::Temporary(file) => file.flush(),
            Inner::Special(file) => file.flush(),
        }
    }
}

/// Writes a whole file.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut pending = Pending::create(path)?;
    pending.write_all(contents)?;
    pending.commit()
}

fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".trailcheck-");
    // A temporary file is private unless told otherwise, and these are to be read by others; the umask still holds.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_committed_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/file");
        let mut pending = Pending::create(&path).unwrap();
        pending.write_all(b"half").unwrap();
        drop(pending);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
        write(&path, b"whole").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert!(write(folder.path(), b"").is_err());
    }
}
