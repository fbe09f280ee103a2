//! One waiting snapshot for a reviewer, and the list of all for a script.

use super::human::lines_that_differ;
use super::style::Style;
use crate::printable::{one_line, without_controls};
use crate::receipt::Vocabulary as _;
use crate::trail::pending::WaitingKind;

/// What accepting it would change: the contents of the snapshot, where there is one, against those that wait.
pub fn change(pinned: Option<&str>, waiting: &str, style: Style) -> String {
    match pinned {
        Some(pinned) => lines_that_differ(pinned, waiting, usize::MAX, style),
        None => without_controls(waiting).into_owned(),
    }
}

/// One line of the list: the kind, a tab, the path.
pub fn list_line(kind: WaitingKind, path: &str) -> String {
    format!("{}\t{}\n", kind.wire(), one_line(path))
}
