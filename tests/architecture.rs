//! The repository checks itself: what may import what, how long a line and a file may be, and that a match over a
//! closed enum names every member.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order of the flow: an import points up this list, never down.
const ORDER: [&str; 14] = [
    "receipt",
    "redact",
    "printable",
    "transport",
    "validator",
    "engine",
    "scenario",
    "replay",
    "trail",
    "diff",
    "compare",
    "calibrate",
    "report",
    "cli",
];

const MAX_FILE_LINES: usize = 450;
const MAX_COLUMNS: usize = 119;

/// A file of ours: its path from the package, its top-level module, its lines.
struct File {
    path: String,
    module: String,
    text: String,
}

impl File {
    /// Its numbered lines, comments left out.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

fn files(folder: &str) -> Vec<File> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    below(&package.join(folder), &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        let below = path.strip_prefix(package).expect("below the package");
        let module = below.components().nth(1).expect("in a folder").as_os_str().to_string_lossy();
        File {
            path: below.to_string_lossy().into_owned(),
            module: module.trim_end_matches(".rs").to_owned(),
            text: fs::read_to_string(path).expect("a readable file"),
        }
    };
    paths.iter().map(read).collect()
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn none(what: &str, offenders: &[String]) {
    assert!(offenders.is_empty(), "{what}:\n  {}", offenders.join("\n  "));
}

/// The top-level modules that a line names, by `crate::…` or, in the binary, by `trailcheck::…`.
fn named(line: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for root in ["crate::", "trailcheck::"] {
        for (at, _) in line.match_indices(root) {
            let rest = &line[at + root.len()..];
            let list = rest.strip_prefix('{').and_then(|list| list.split('}').next());
            let word = |text: &str| {
                let text = text.trim();
                let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
                text[..end].to_owned()
            };
            names.extend(list.map_or_else(|| vec![word(rest)], |list| list.split(',').map(word).collect()));
        }
    }
    names
}

fn place(module: &str) -> Option<usize> {
    ORDER.iter().position(|name| *name == module)
}

#[test]
fn every_module_has_its_place() {
    let modules = files("src").into_iter().map(|file| file.module).filter(|m| m != "main" && m != "lib");
    let unknown: Vec<String> = modules.filter(|module| place(module).is_none()).collect();
    none("modules without a place in the order", &unknown);
}

#[test]
fn an_import_points_up() {
    let mut offenders = Vec::new();
    for file in files("src") {
        let Some(own) = place(&file.module) else { continue };
        for (line, text) in file.code() {
            for name in named(text).iter().filter(|name| place(name).is_some_and(|other| other > own)) {
                offenders.push(format!("{}:{line}: `{}` imports `{name}`", file.path, file.module));
            }
        }
    }
    none("imports that point down", &offenders);
}

#[test]
fn nothing_imports_the_command_line() {
    let mut offenders = Vec::new();
    for file in files("src").iter().filter(|file| file.module != "cli" && file.module != "main") {
        let named = file.code().filter(|(_, text)| named(text).contains("cli"));
        offenders.extend(named.map(|(line, _)| format!("{}:{line}", file.path)));
    }
    none("imports of cli", &offenders);
}

/// Also by a path that leads out of the module with `super`.
#[test]
fn the_engine_knows_nothing_of_the_harness() {
    let harness = ["scenario::", "replay::", "report::", "trail::", "schemars"];
    let shipped = ["receipt", "redact", "transport", "validator", "engine"];
    let mut offenders = Vec::new();
    for file in files("src").iter().filter(|file| shipped.contains(&file.module.as_str())) {
        for (line, text) in file.code().filter(|(_, text)| !text.contains("feature = \"replay\"")) {
            let is_schema = file.module == "receipt" && text.contains("schemars");
            if !is_schema && harness.iter().any(|name| text.contains(name)) {
                offenders.push(format!("{}:{line}: {}", file.path, text.trim()));
            }
        }
    }
    none("the harness in what ships without it", &offenders);
}

#[test]
fn one_module_knows_the_yaml_parser() {
    let knows = |file: &File| file.code().any(|(_, text)| text.contains("serde_yaml"));
    let who: Vec<String> = files("src").into_iter().filter(knows).map(|file| file.path).collect();
    assert_eq!(who, ["src/scenario/yaml.rs"]);
}

#[test]
fn every_line_fits() {
    let mut offenders = Vec::new();
    for file in ["src", "tests", "benches", "fuzz"].into_iter().flat_map(files) {
        for (index, line) in file.text.lines().enumerate() {
            let columns = line.chars().count();
            if columns > MAX_COLUMNS {
                offenders.push(format!("{}:{}: {columns} columns", file.path, index + 1));
            }
        }
    }
    none("lines of 120 columns or more", &offenders);
}

#[test]
fn every_source_file_has_one_subject() {
    let long = files("src").into_iter().map(|file| (file.text.lines().count(), file.path));
    let long: Vec<String> = long
        .filter(|(lines, _)| *lines > MAX_FILE_LINES)
        .map(|(lines, path)| format!("{path}: {lines} lines"))
        .collect();
    none("files that are too long", &long);
}

/// What clippy's `wildcard_enum_match_arm` does not see: an arm that catches the rest of a tuple, an option or a
/// result of a closed enum. A match is known by the arms at the same indent that name a member.
#[test]
fn a_match_over_a_closed_enum_names_every_member() {
    let enums = closed_enums();
    let mut offenders = Vec::new();
    for file in files("src") {
        let lines: Vec<&str> = file.text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let pattern = line.trim_start().split("=>").next().unwrap_or("").trim();
            let catches = ["_", "(_, _)", "Some(_)", "Ok(_)", "Err(_)"].contains(&pattern);
            if catches && line.contains("=>") && siblings_name(&lines[..index], indent(line), &enums) {
                offenders.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    none("arms that would swallow a new member", &offenders);
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Does an arm above, of the same match, name a member of a closed enum?
fn siblings_name(above: &[&str], level: usize, enums: &BTreeSet<String>) -> bool {
    let body = above.iter().rev().take_while(|line| line.trim().is_empty() || indent(line) >= level);
    let mut arms = body.filter(|line| indent(line) == level && line.contains("=>"));
    arms.any(|arm| {
        let pattern = arm.split("=>").next().unwrap_or("");
        enums.iter().any(|name| pattern.contains(&format!("{name}::")))
    })
}

/// The enums that `vocabulary!` declares, and `Self`.
fn closed_enums() -> BTreeSet<String> {
    let mut names = BTreeSet::from(["Self".to_owned()]);
    for file in files("src") {
        let declared = file.code().filter(|(_, line)| line.contains(" is \"") && line.ends_with('{'));
        names.extend(declared.filter_map(|(_, line)| line.split_whitespace().next().map(str::to_owned)));
    }
    assert!(names.contains("Outcome") && names.contains("EventKind"), "{names:?}");
    names
}
