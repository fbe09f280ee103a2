//! One waiting snapshot for a reviewer, and the list of all for a script.

use super::human::lines_that_differ;
use super::style::Style;
use super::{diff, timeline};
use crate::diff::{Tally, compare_scenario};
use crate::printable::{one_line, without_controls};
use crate::receipt::Vocabulary as _;
use crate::trail::pending::WaitingKind;
use crate::trail::snapshot_read;

/// What accepting the snapshot of this scenario would change: what it means, then the lines. Of a new one, what
/// happens in each lookup, then the whole.
pub fn change(scenario: &str, pinned: Option<&str>, waiting: &str, style: Style) -> String {
    let trails = |contents: &str| snapshot_read::read_contents(scenario, contents, 1).ok();
    let now = trails(waiting);
    let Some(pinned) = pinned else {
        let pictures = now.iter().flatten().filter_map(|placed| placed.entry.trail());
        let pictures = pictures.map(|trail| format!("{}\n", timeline::draw(trail, style)));
        return format!("{}{}", pictures.collect::<String>(), without_controls(waiting));
    };
    let lines = lines_that_differ(pinned, waiting, usize::MAX, style);
    // A snapshot of another version, or one that was edited, is shown line by line all the same.
    let Some((old, new)) = trails(pinned).zip(now) else { return lines };
    let mut tally = Tally::default();
    for finding in compare_scenario(old, new) {
        tally.add(finding);
    }
    format!("{}{lines}", diff::human::kinds(&tally, style))
}

/// One line of the list: the kind, a tab, the path.
pub fn list_line(kind: WaitingKind, path: &str) -> String {
    format!("{}\t{}\n", kind.wire(), one_line(path))
}
