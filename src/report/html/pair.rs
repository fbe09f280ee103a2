//! The report of a comparison: both versions of a lookup, one under the other.

use std::io::{self, Write};

use super::Page;
use super::rows::{Opened, Row, brief, full};
use crate::diff::{Finding, Tally};
use crate::printable::one_line;
use crate::receipt::Vocabulary as _;
use crate::replay::Trail;
use crate::report::diff::words;
use crate::trail::entry::Entry;

/// A lookup in two versions, or a scenario that only one side has.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The scenario.
    pub scenario: &'a str,
    /// As it was; nothing where there was none that can be drawn.
    pub old: Option<&'a Trail>,
    /// As it is; nothing where there is none that can be drawn.
    pub new: Option<&'a Trail>,
    /// How much the change matters, such as `breaking`: what the page filters by.
    pub class: &'a str,
    /// What changed, one line each: kinds of change with the old and the new value. Redacted.
    pub kinds: &'a [String],
}

impl<W: Write> Page<W> {
    /// Adds what became of one lookup; one that is the same on both sides is left out.
    pub fn add_finding(&mut self, finding: &Finding) -> io::Result<()> {
        let mut apart = |scenario: &str, class, kind: String| {
            Pair { scenario, old: None, new: None, class, kinds: &[kind] }.add_to(self)
        };
        match finding {
            Finding::Same(_) => Ok(()),
            Finding::Added(name) => apart(name, "added", "only the new side has it".to_owned()),
            Finding::Removed(name) => apart(name, "removed", "only the old side has it".to_owned()),
            Finding::Renamed { old, new } => apart(new, "renamed", format!("it was {old}")),
            Finding::Changed(changed) => {
                let kinds: Vec<String> = changed.changes.iter().map(words::change).collect();
                let (scenario, _) = changed.lookup();
                // A trail with members that this version does not know cannot be drawn.
                let old = changed.old.as_ref().and_then(Entry::trail);
                let new = changed.new.as_ref().and_then(Entry::trail);
                Pair { scenario, old, new, class: changed.class().wire(), kinds: &kinds }.add_to(self)
            }
        }
    }

    /// Ends the report of a comparison; `command` is what made it.
    pub fn finish_diff(self, tally: &Tally, command: &str) -> io::Result<W> {
        let said = if tally.is_empty() { "Nothing differs.".to_owned() } else { words::summary(tally) };
        self.finish("diff", "What changed", &one_line(&said), command, "")
    }
}

impl Pair<'_> {
    /// Adds it to a page.
    pub fn add_to<W: Write>(&self, page: &mut Page<W>) -> io::Result<()> {
        let sides = [(self.old, "old"), (self.new, "new")];
        let headline = self.kinds.first().map(|first| match self.kinds.len() {
            1 => one_line(first).into_owned(),
            more => format!("{}; and {} more", one_line(first), more - 1),
        });
        let briefs = sides.iter().filter_map(|(trail, side)| Some(brief((*trail)?, Some(side))));
        let name = one_line(self.scenario);
        let lookups = briefs.collect();
        let row = Row { name: &name, verdict: self.class, headline, description: None, lookups };
        let kinds: Vec<_> = self.kinds.iter().map(|kind| one_line(kind)).collect();
        let opened = Opened {
            failure: kinds.iter().map(AsRef::as_ref).collect(),
            lookups: sides.iter().filter_map(|(trail, _)| *trail).map(full).collect(),
        };
        page.put(&row, &opened)
    }
}
