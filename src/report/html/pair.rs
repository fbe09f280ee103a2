//! The report of a comparison: both versions of a lookup, one under the other.

use std::io::{self, Write};

use super::Page;
use super::rows::{Opened, Row, brief, full};
use crate::printable::one_line;
use crate::replay::Trail;

/// A lookup in two versions, at least one of which there is.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// As it was.
    pub old: Option<&'a Trail>,
    /// As it is.
    pub new: Option<&'a Trail>,
    /// How much the change matters, such as `breaking`: what the page filters by.
    pub class: &'a str,
    /// What changed, one line each: kinds of change with the old and the new value. Redacted.
    pub kinds: &'a [String],
}

impl<W: Write> Page<W> {
    /// Adds one lookup of a comparison.
    pub fn add_pair(&mut self, pair: &Pair<'_>) -> io::Result<()> {
        let name = pair.new.or(pair.old).map_or("", |trail| &trail.scenario);
        let sides = [(pair.old, "old"), (pair.new, "new")];
        let headline = pair.kinds.first().map(|first| match pair.kinds.len() {
            1 => one_line(first).into_owned(),
            more => format!("{}; and {} more", one_line(first), more - 1),
        });
        let lookups = sides.iter().filter_map(|(trail, side)| Some(brief((*trail)?, Some(side))));
        let row = Row { name, verdict: pair.class, headline, description: None, lookups: lookups.collect() };
        let kinds: Vec<_> = pair.kinds.iter().map(|kind| one_line(kind)).collect();
        let opened = Opened {
            failure: kinds.iter().map(AsRef::as_ref).collect(),
            lookups: sides.iter().filter_map(|(trail, _)| *trail).map(full).collect(),
        };
        self.put(&row, &opened)
    }

    /// Ends the report of a comparison; `said` is its headline, such as how many lookups changed, and `command` what
    /// made it.
    pub fn finish_diff(self, said: &str, command: &str) -> io::Result<W> {
        self.finish("diff", "What changed", &one_line(said), command, "")
    }
}
