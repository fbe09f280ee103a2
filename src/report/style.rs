//! Emphasis, where the terminal can show it.

use std::fmt::Display;

/// What the output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// May ANSI styles be used?
    pub colour: bool,
    /// Columns that a line should fit in.
    pub width: usize,
}

impl Default for Style {
    /// Captured output: no escape sequences, and a width that does not depend on a terminal.
    fn default() -> Self {
        Self { colour: false, width: 100 }
    }
}

impl Style {
    /// What went well.
    pub fn good(self, text: impl Display) -> String {
        self.paint("32", text)
    }

    /// What went wrong.
    pub fn bad(self, text: impl Display) -> String {
        self.paint("1;31", text)
    }

    /// What deserves a look.
    pub fn warn(self, text: impl Display) -> String {
        self.paint("33", text)
    }

    /// What stands out.
    pub fn strong(self, text: impl Display) -> String {
        self.paint("1", text)
    }

    /// What can be passed over.
    pub fn dim(self, text: impl Display) -> String {
        self.paint("2", text)
    }

    fn paint(self, code: &str, text: impl Display) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_string() }
    }
}
