//! Several trail files to one: the trails of shards, in the order in which one run would have written them.
//!
//! One trail of each file is in memory at a time.

use std::io::{BufRead, Write};

use super::entry::Entry;
use super::file::{Header, write_line};
use super::problem::Problem;
use super::read::{Disorder, InOrder, Placed, Reader};
use crate::receipt::{SCHEMA_VERSION, Vocabulary as _};
use crate::scenario::EngineName;

/// What was merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Scenarios.
    pub scenarios: usize,
    /// Lookups.
    pub lookups: usize,
}

/// Why files cannot be merged.
#[derive(Debug)]
pub enum MergeError {
    /// A file is at fault: its place in the list, and what is wrong.
    File(usize, Problem),
    /// The same scenario is in two files: for each its place in the list and the line, from 1.
    Twice {
        /// The scenario.
        scenario: String,
        /// In the file that was given first.
        first: (usize, Option<u64>),
        /// In the other.
        second: (usize, Option<u64>),
    },
    /// The result cannot be written.
    Output(std::io::Error),
}

struct Source<R> {
    trails: InOrder<Reader<R>>,
    head: Option<Placed>,
    /// The line of the one before.
    last: Option<u64>,
}

/// Merges files, in any order, into one.
///
/// # Errors
/// A file is broken, unordered, or of another version; a scenario is in two of them; the result cannot be written.
/// What has been written by then is no trail file.
pub fn merge<R: BufRead>(inputs: Vec<R>, out: &mut impl Write) -> Result<Merged, MergeError> {
    let mut sources = Vec::new();
    let mut engines: Vec<EngineName> = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let reader = Reader::new(input).map_err(|problem| MergeError::File(index, problem))?;
        engines.extend(engines_of(&reader).map_err(|problem| MergeError::File(index, problem))?);
        sources.push(Source { trails: InOrder::new(reader), head: None, last: None });
    }
    write_line(out, &Header::new(engines)).map_err(MergeError::Output)?;
    for index in 0..sources.len() {
        advance(&mut sources, index)?;
    }
    let mut merged = Merged::default();
    while let Some((index, placed)) = take_next(&mut sources)? {
        merged.lookups += 1;
        merged.scenarios += usize::from(placed.entry.lookup() == 0);
        match placed.entry {
            Entry::Trail(trail) => write_line(out, &*trail).map_err(MergeError::Output)?,
            Entry::Foreign(foreign) => {
                return Err(MergeError::File(index, other_version(foreign.schema_version)));
            }
        }
        advance(&mut sources, index)?;
    }
    Ok(merged)
}

fn engines_of<R: BufRead>(reader: &Reader<R>) -> Result<Vec<EngineName>, Problem> {
    let header = reader.header();
    if header.schema_version != u64::from(SCHEMA_VERSION) {
        return Err(other_version(header.schema_version).at_line(1));
    }
    Ok(header.engines.iter().filter_map(|engine| EngineName::from_wire(engine)).collect())
}

fn other_version(version: u64) -> Problem {
    Problem::new(
        format!("the file has schema version {version}, and this trailcheck merges version {SCHEMA_VERSION}"),
        "merge files that one trailcheck wrote, with that trailcheck",
    )
}

fn advance<R: BufRead>(sources: &mut [Source<R>], index: usize) -> Result<(), MergeError> {
    let Some(source) = sources.get_mut(index) else { return Ok(()) };
    source.head = source.trails.next().transpose().map_err(|disorder| {
        let problem = match disorder {
            Disorder::Problem(problem) => problem,
            Disorder::Unordered => {
                let problem = Problem::new(
                    "the trails are not ordered by scenario and lookup, or a lookup is missing",
                    "write the file again with `trailcheck run --format json --output FILE`",
                );
                Problem { line: source.last.map(|line| line + 1), ..problem }
            }
        };
        MergeError::File(index, problem)
    })?;
    source.last = source.head.as_ref().and_then(|placed| placed.line);
    Ok(())
}

/// The least of the heads, with its file. All that is less has been taken by then, so that a scenario of two files
/// stands at the head of both.
fn take_next<R>(sources: &mut [Source<R>]) -> Result<Option<(usize, Placed)>, MergeError> {
    let mut least: Option<(usize, &Placed)> = None;
    for (index, source) in sources.iter().enumerate() {
        let Some(head) = &source.head else { continue };
        match least {
            Some((first, known)) if known.entry.scenario() == head.entry.scenario() => {
                return Err(MergeError::Twice {
                    scenario: head.entry.scenario().to_owned(),
                    first: (first, known.line),
                    second: (index, head.line),
                });
            }
            Some((_, known)) if known.entry.scenario() < head.entry.scenario() => {}
            Some(_) | None => least = Some((index, head)),
        }
    }
    let Some((index, _)) = least else { return Ok(None) };
    Ok(sources.get_mut(index).and_then(|source| source.head.take()).map(|placed| (index, placed)))
}
