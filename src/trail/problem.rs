//! What is wrong with an artefact that was read, where, and what to do about it.

use std::fmt;

use serde_json::error::Category;

use crate::printable::one_line;
use crate::redact::Redactor;

/// Characters of a message.
const LONGEST_MESSAGE: usize = 400;

/// One mistake in a trail file or a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From 1; none where the file as a whole is at fault.
    pub line: Option<u64>,
    /// In bytes, from 1.
    pub column: Option<u64>,
    /// What is wrong.
    pub title: String,
    /// What to do about it.
    pub fix: String,
}

impl Problem {
    /// A problem of the file as a whole.
    pub fn new(title: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { line: None, column: None, title: title.into(), fix: fix.into() }
    }

    /// The same at a line.
    #[must_use]
    pub fn at_line(self, line: u64) -> Self {
        Self { line: Some(line), ..self }
    }

    /// The same, its line counted from the line `first` of the file, on which the text that was read begins.
    #[must_use]
    pub(super) fn below(self, first: u64) -> Self {
        let line = self.line.map_or(first, |line| first + line.saturating_sub(1));
        let title = if line > first {
            format!("{} in the object that begins on line {first}", self.title)
        } else {
            self.title
        };
        Self { line: Some(line), title, ..self }
    }

    /// What the JSON reader says.
    pub(super) fn json(error: &serde_json::Error) -> Self {
        let fix = match error.classify() {
            Category::Eof => "the file was cut short; write it again with `trailcheck run --format json`",
            Category::Syntax | Category::Io => "this is no trail file, or it was edited; write it again",
            Category::Data => "the file was edited, or another program wrote it; write it again",
        };
        let text = error.to_string();
        // The place is told apart from the words.
        let words = text.rsplit_once(" at line ").map_or(text.as_str(), |(words, _)| words);
        let at = |number: usize| u64::try_from(number).ok().filter(|number| *number > 0);
        Self { line: at(error.line()), column: at(error.column()), ..Self::new(words, fix) }
    }

    /// `FILE:LINE:COLUMN: what is wrong`, and on a second line the fix. Quoted text is redacted.
    pub fn render(&self, file: &str) -> String {
        let mut place = one_line(file).into_owned();
        for number in [self.line, self.column].into_iter().flatten() {
            place = format!("{place}:{number}");
        }
        format!("{place}: {}\n  {}", quoted(&self.title), quoted(&self.fix))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", quoted(&self.title), quoted(&self.fix))
    }
}

/// Text that may quote what stands in the file.
fn quoted(text: &str) -> String {
    let line = one_line(text);
    let short: String = line.chars().take(LONGEST_MESSAGE).collect();
    Redactor::new().text(&short).into_owned()
}
