//! Examples in the README and in `docs/` are true: commands print what is shown, scenarios load and pass.
//!
//! `cargo test --test docs -- --ignored regenerate` rewrites the shown output, for review.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trailcheck::replay::Replayer;
use trailcheck::scenario::from_text;

const PROMPT: &str = "$ trailcheck ";

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    pages.sort();
    pages
}

/// The fenced blocks of one language, with the byte at which each begins.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<(usize, &'p str)> {
    let opening = format!("```{language}\n");
    let starts = page.match_indices(&opening).map(|(at, _)| at + opening.len());
    starts.map(|at| (at, &page[at..at + page[at..].find("```").expect("a closed block")])).collect()
}

/// Splits `a 'b c'` the way a shell would.
fn words(line: &str) -> Vec<String> {
    let mut quoted = false;
    let parts = line.split(|c| {
        quoted ^= c == '\'';
        c == ' ' && !quoted
    });
    parts.map(|word| word.replace('\'', "")).filter(|word| !word.is_empty()).collect()
}

fn output_of(line: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_trailcheck"))
        .args(words(line))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CI", "1")
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A block with each command's output as it is now.
fn console_now(block: &str) -> String {
    let commands = block.lines().filter(|line| line.starts_with(PROMPT));
    commands.flat_map(|line| [line.to_owned(), "\n".to_owned(), output_of(&line[PROMPT.len()..])]).collect()
}

#[test]
fn commands_print_what_the_pages_show() {
    let mut shown = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for (_, block) in blocks(&text, "console") {
            let now = console_now(block);
            assert_eq!(block, now, "{}: shown first, printed second", page.display());
            shown += 1;
        }
    }
    assert!(shown >= 3, "only {shown} examples were found");
}

#[test]
fn scenarios_in_the_pages_load_and_pass() {
    let replayer = Replayer::new().unwrap();
    let mut run = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for (_, block) in blocks(&text, "yaml").into_iter().filter(|(_, block)| block.contains("transports:"))
        {
            let scenario = from_text("example", block);
            let scenario = scenario.unwrap_or_else(|wrong| panic!("{}: {}", page.display(), wrong[0]));
            let replay = replayer.replay(&scenario, scenario.engine).unwrap();
            assert!(replay.passed(), "{}: {:?} {:?}", page.display(), replay.mismatches, replay.broken);
            run += 1;
        }
    }
    assert!(run >= 4, "only {run} scenarios were found");
}

#[test]
fn links_between_pages_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.contains("://") {
                let target = page.parent().unwrap().join(link.split('#').next().unwrap());
                assert!(target.exists(), "{} links to {link}", page.display());
            }
        }
    }
}

#[test]
#[ignore = "rewrites the pages"]
fn regenerate() {
    for page in pages() {
        let mut text = fs::read_to_string(&page).unwrap();
        let found: Vec<(usize, usize)> =
            blocks(&text, "console").iter().map(|(at, block)| (*at, block.len())).collect();
        for (at, len) in found.into_iter().rev() {
            let now = console_now(&text[at..at + len]);
            text.replace_range(at..at + len, &now);
        }
        fs::write(&page, text).unwrap();
    }
}
