//! Pages of a corpus folder, one at a time.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest page, in bytes; a larger one is a row with its error.
pub const MAX_PAGE_BYTES: u64 = 64 * 1024 * 1024;

/// A corpus folder. Nothing outside it is read, whatever its links say.
#[derive(Clone, Debug)]
pub struct PageFolder {
    root: PathBuf,
}

impl PageFolder {
    /// A folder that exists.
    pub fn open(root: &Path) -> Result<Self, String> {
        let root = root.canonicalize().map_err(|error| reading_failed(&error))?;
        Ok(Self { root })
    }

    /// The bytes of one page, or why there are none.
    pub fn read(&self, page: &str) -> Result<Vec<u8>, String> {
        let path = self.root.join(page);
        let real = path.canonicalize().map_err(|error| reading_failed(&error))?;
        if !real.starts_with(&self.root) {
            return Err("leads out of the corpus folder".to_owned());
        }
        let mut file = File::open(&real).map_err(|error| reading_failed(&error))?;
        let metadata = file.metadata().map_err(|error| reading_failed(&error))?;
        if !metadata.is_file() {
            return Err("is no file".to_owned());
        }
        if metadata.len() > MAX_PAGE_BYTES {
            return Err(too_large(metadata.len()));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
        let outcome = file.by_ref().take(MAX_PAGE_BYTES + 1).read_to_end(&mut bytes);
        outcome.map_err(|error| reading_failed(&error))?;
        checked(bytes)
    }
}

/// A page's bytes, unless there are none or too many.
pub fn checked(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if bytes.is_empty() {
        Err("is empty".to_owned())
    } else if bytes.len() as u64 > MAX_PAGE_BYTES {
        Err(too_large(bytes.len() as u64))
    } else {
        Ok(bytes)
    }
}

fn too_large(bytes: u64) -> String {
    format!("is too large: {bytes} bytes, the limit is {MAX_PAGE_BYTES}")
}

/// By kind, since the system's own wording differs between machines and so would the report.
fn reading_failed(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::NotFound {
        "does not exist".to_owned()
    } else {
        format!("cannot be read: {}", error.kind())
    }
}
