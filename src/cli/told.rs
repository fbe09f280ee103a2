//! A command as a report tells it: with nothing of this machine.

use std::path::Path;

/// A path from the working folder as it was given; of one from the root of the machine, the last name alone.
pub(super) fn told(path: &Path) -> String {
    let shown = if path.has_root() { path.file_name().map_or(path, Path::new) } else { path };
    quoted(&shown.to_string_lossy())
}

/// A word as a shell would need it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | ':');
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{word}'") }
}
