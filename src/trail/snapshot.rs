//! Snapshots in insta's file format: one file a scenario, its lookups in order.
//!
//! A file is a header between two `---` lines, which belongs to whoever reviews it, and the contents, which are
//! compared byte for byte.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::atomic;
use crate::replay::Trail;

/// The contents of a scenario's snapshot: for each lookup the one-line form, the calls, what is left of the scripts,
/// the events and the receipt. Ends in a newline.
pub fn contents(trails: &[Trail]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for trail in trails {
        if !text.is_empty() {
            text.push('\n');
        }
        lookup(&mut text, trail)?;
    }
    Ok(text)
}

fn lookup(text: &mut String, trail: &Trail) -> Result<(), serde_json::Error> {
    use std::fmt::Write as _;
    // Writing to a String cannot fail.
    let _ = writeln!(text, "lookup {} engine={}", trail.lookup, trail.engine);
    let _ = writeln!(text, "{}", trail.receipt.line());
    let _ = writeln!(text, "calls: {}", serde_json::to_string(&trail.calls)?);
    let _ = writeln!(text, "unused: {}", serde_json::to_string(&trail.unused)?);
    if !trail.violations.is_empty() {
        let _ = writeln!(text, "violations: {}", serde_json::to_string(&trail.violations)?);
    }
    if !trail.extra.is_empty() {
        let _ = writeln!(text, "extra: {}", serde_json::to_string(&trail.extra)?);
    }
    text.push_str("events:\n");
    for event in &trail.events {
        let _ = writeln!(text, "  {}", serde_json::to_string(event)?);
    }
    text.push_str("receipt:\n");
    let _ = writeln!(text, "{}", serde_json::to_string_pretty(&trail.receipt)?);
    Ok(())
}

/// How a scenario's trails compare with its snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Byte for byte the same.
    Same,
    /// There is no snapshot.
    Missing,
    /// They differ in line ends alone.
    LineEnds,
    /// They differ.
    Differs {
        /// The contents that are pinned.
        pinned: String,
    },
    /// The snapshot cannot be read.
    Broken {
        /// What is wrong with it.
        problem: String,
    },
}

/// Compares contents with the snapshot at `path`.
pub fn compare(path: &Path, contents: &str) -> Comparison {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Comparison::Missing,
        Err(error) => return Comparison::Broken { problem: format!("cannot be read: {error}") },
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Comparison::Broken { problem: "it is not UTF-8".to_owned() };
    };
    let Some((_, pinned)) = split(&text) else {
        return Comparison::Broken { problem: "it has no header between two `---` lines".to_owned() };
    };
    if pinned == contents {
        Comparison::Same
    } else if pinned.replace("\r\n", "\n") == contents {
        Comparison::LineEnds
    } else {
        Comparison::Differs { pinned: pinned.to_owned() }
    }
}

/// Header and contents of a snapshot file.
pub fn split(text: &str) -> Option<(&str, &str)> {
    let after_opening = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let mut at = text.len() - after_opening.len();
    for line in after_opening.split_inclusive('\n') {
        at += line.len();
        if line.trim_end_matches(['\r', '\n']) == "---" {
            return Some(text.split_at(at));
        }
    }
    None
}

/// Where the snapshot of a scenario is.
pub fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.snap"))
}

/// Where a snapshot that waits for review is; `cargo insta review` finds it there.
pub fn pending_path(path: &Path) -> PathBuf {
    path.with_extension("snap.new")
}

/// Writes a snapshot, or one that waits for review, whole. The header names the scenario as the source.
pub fn write(path: &Path, name: &str, contents: &str) -> io::Result<()> {
    atomic::write(path, text(name, contents).as_bytes())
}

/// What the header of a waiting snapshot says where its replay did not pass, so that nobody accepts it.
pub(super) const FAILS: &str = "description: the replay fails and cannot be accepted\n";

/// Writes a snapshot that waits for review beside the one at `path`; `passed` tells whether it may be accepted.
pub fn write_pending(path: &Path, name: &str, contents: &str, passed: bool) -> io::Result<()> {
    let text = with_header(name, if passed { "" } else { FAILS }, contents);
    atomic::write(&pending_path(path), text.as_bytes())
}

/// A whole snapshot file.
pub fn text(name: &str, contents: &str) -> String {
    with_header(name, "", contents)
}

fn with_header(name: &str, more: &str, contents: &str) -> String {
    format!("---\nsource: {}\n{more}---\n{contents}", yaml_text(&format!("scenarios/{name}.yaml")))
}

/// A one-line text for the header, quoted where YAML would read something else.
fn yaml_text(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    if text.chars().all(is_plain) { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

/// The names of snapshots of ours below a folder for which `is_known` says that there is no scenario, in order.
pub fn unreferenced(folder: &Path, is_known: impl Fn(&str) -> bool) -> Vec<String> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    files
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            let name = name_of(folder, entry.path())?;
            (!is_known(&name) && is_ours(entry.path())).then_some(name)
        })
        .collect()
}

/// The scenario of the snapshot at `path`; none where that is no snapshot below the folder, or not UTF-8.
pub fn name_of(folder: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(folder).ok()?.to_str()?;
    let name = below.strip_suffix(".snap")?;
    Some(name.replace(std::path::MAIN_SEPARATOR, "/"))
}

/// Other tools keep their snapshots in files of the same kind.
fn is_ours(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    split(&text).is_some_and(|(_, contents)| contents.starts_with("lookup 0 engine="))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests write what they read")]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_header_and_contents() {
        assert_eq!(split("---\nsource: a\n---\nb\n"), Some(("---\nsource: a\n---\n", "b\n")));
        assert_eq!(split("---\r\nx\r\n---\r\nb\r\n").map(|(_, contents)| contents), Some("b\r\n"));
        assert_eq!(split("b\n---\n"), None);
        assert_eq!(split("---\nnever closed\n"), None);
    }

    #[test]
    fn any_changed_byte_is_a_difference() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path(), "a/b");
        write(&path, "a/b", "one\ntwo \n").unwrap();
        assert_eq!(compare(&path, "one\ntwo \n"), Comparison::Same);
        for other in ["one\ntwo\n", "one\ntwo \n\n", "one\ntwo ", "one\n two \n", "One\ntwo \n", ""] {
            assert!(matches!(compare(&path, other), Comparison::Differs { .. }), "{other:?}");
        }
        fs::write(&path, "---\r\nsource: x\r\n---\r\none\r\ntwo \r\n").unwrap();
        assert_eq!(compare(&path, "one\ntwo \n"), Comparison::LineEnds);
    }

    #[test]
    fn only_our_own_snapshots_are_unreferenced() {
        let folder = tempfile::tempdir().unwrap();
        write(&path(folder.path(), "x/gone"), "x/gone", "lookup 0 engine=bounded\n").unwrap();
        write(&path(folder.path(), "kept"), "kept", "lookup 0 engine=bounded\n").unwrap();
        write(&path(folder.path(), "foreign"), "foreign", "something else\n").unwrap();
        assert_eq!(unreferenced(folder.path(), |name| name == "kept"), ["x/gone"]);
    }
}
