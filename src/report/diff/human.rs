//! For people: the kinds of change, the worst first, each with its first names and its first example.

use std::fmt::Write as _;

use super::marked::{Piece, both};
use super::words;
use crate::diff::{Aspect, Change, Class, Kind, Names, Tally};
use crate::printable::one_line;
use crate::receipt::Vocabulary as _;
use crate::report::style::Style;
use crate::report::wrap::wrap;

/// Names of a kind that are shown.
const NAMES_SHOWN: usize = 3;
/// Names of added, removed and renamed scenarios that are shown.
const APART_SHOWN: usize = 10;
/// Changes of an example that are shown beside the one-line forms.
const CHANGES_SHOWN: usize = 6;
/// The columns of a label.
const INDENT: usize = 6;

/// The whole comparison; nothing where nothing differs.
pub fn text(tally: &Tally, style: Style) -> String {
    let mut text = String::new();
    if tally.is_empty() {
        return text;
    }
    text.push_str(&kinds(tally, style));
    for (names, what) in [(&tally.added, "added"), (&tally.removed, "removed"), (&tally.renamed, "renamed")] {
        apart(&mut text, names, what, style);
    }
    let _ = writeln!(text, "{}", words::summary(tally));
    text
}

/// The kinds of change alone, a paragraph each.
pub fn kinds(tally: &Tally, style: Style) -> String {
    tally.kinds().into_iter().flat_map(|kind| [paragraph(kind, style), "\n".to_owned()]).collect()
}

/// One kind of change: its title, who changed so, and the first of them, old over new.
fn paragraph(kind: &Kind, style: Style) -> String {
    let mut text = String::new();
    let number = crate::report::summary::count(words::number(kind.lookups.count), "lookup");
    let class = match kind.class {
        Class::Breaking => style.bad(kind.class),
        Class::Behaviour => style.warn(kind.class),
        Class::Presentation => style.dim(kind.class),
    };
    let title = words::title(kind, |value| one_line(value).into_owned());
    let heading = format!("{}  {number}: {title}", kind.class);
    let heading = wrap(&heading, style.width, INDENT).join("\n");
    let _ = writeln!(text, "{}", heading.replacen(kind.class.wire(), &class, 1));
    let names = words::some(&kind.lookups, NAMES_SHOWN, |name| one_line(name).into_owned());
    labelled(&mut text, "in", &names, style);
    if let Some(why) = words::why(&kind.example) {
        labelled(&mut text, "why", &one_line(&why), style);
    }
    example(&mut text, kind, style);
    text
}

fn example(text: &mut String, kind: &Kind, style: Style) {
    let lines = (words::one_line(kind.example.old.as_ref()), words::one_line(kind.example.new.as_ref()));
    if let (Some(old), Some(new)) = lines
        && old != new
    {
        let (olds, news) = both(&one_line(&old), &one_line(&new));
        for (label, pieces) in [("old", olds), ("new", news)] {
            marked(text, label, &pieces, style);
        }
    }
    // What neither the title nor the one-line form shows.
    let is_shown = |change: &Change| {
        change.aspect.is_telling() || (change.transport.is_none() && is_in_line(change.aspect))
    };
    let rest: Vec<&Change> = kind.example.changes.iter().filter(|change| !is_shown(change)).collect();
    let shown: Vec<String> =
        rest.iter().take(CHANGES_SHOWN).map(|change| one_line(&words::change(change)).into_owned()).collect();
    let mut line = shown.join(", ");
    if rest.len() > CHANGES_SHOWN {
        let _ = write!(line, " and {} more", rest.len() - CHANGES_SHOWN);
    }
    if !line.is_empty() {
        labelled(text, "and", &line, style);
    }
}

fn is_in_line(aspect: Aspect) -> bool {
    matches!(aspect, Aspect::AttemptsUsed | Aspect::AttemptsAllowed | Aspect::ElapsedMs | Aspect::BudgetMs)
}

fn apart(text: &mut String, names: &Names, what: &str, style: Style) {
    if names.count == 0 {
        return;
    }
    let number = crate::report::summary::count(words::number(names.count), "scenario");
    let _ = writeln!(text, "{}", style.strong(format!("{number} {what}")));
    for name in names.first.iter().take(APART_SHOWN) {
        labelled(text, "", &one_line(name), style);
    }
    let more = names.count.saturating_sub(APART_SHOWN as u64);
    if more > 0 {
        labelled(text, "", &format!("and {more} more"), style);
    }
    text.push('\n');
}

/// A line with a label, wrapped under itself.
fn labelled(text: &mut String, label: &str, line: &str, style: Style) {
    let room = style.width.saturating_sub(INDENT);
    for (index, part) in wrap(line, room, 2).iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        let _ = writeln!(text, "  {} {part}", style.dim(format!("{label:<3}")));
    }
}

/// A line in pieces: coloured where that can be shown, with carets under what differs where it cannot.
fn marked(text: &mut String, label: &str, pieces: &[Piece], style: Style) {
    let cells = pieces.iter().flat_map(|piece| piece.text.chars().map(|c| (c, piece.differs)));
    let cells: Vec<(char, bool)> = cells.collect();
    let room = style.width.saturating_sub(INDENT).max(20);
    for (index, line) in broken(&cells, room).iter().enumerate() {
        let (label, indent) = if index == 0 { (label, "") } else { ("", "  ") };
        let paint = |run: &[(char, bool)]| {
            let text: String = run.iter().map(|(c, _)| c).collect();
            if run.first().is_some_and(|(_, differs)| *differs) { style.strong(text) } else { text }
        };
        let shown: String = line.chunk_by(|a, b| a.1 == b.1).map(paint).collect();
        let _ = writeln!(text, "  {} {indent}{shown}", style.dim(format!("{label:<3}")));
        let carets: String = line.iter().map(|(_, differs)| if *differs { '^' } else { ' ' }).collect();
        if !style.colour && !carets.trim().is_empty() {
            let _ = writeln!(text, "      {indent}{}", carets.trim_end());
        }
    }
}

/// Breaks a line that is too long: the one-line form where its trail begins, and what is still too long at spaces.
fn broken(cells: &[(char, bool)], room: usize) -> Vec<&[(char, bool)]> {
    const TRAIL: &str = " trail=";
    if cells.len() <= room {
        return vec![cells];
    }
    let begins_trail =
        |at: &usize| TRAIL.chars().eq(cells.iter().skip(*at).take(TRAIL.len()).map(|(c, _)| *c));
    let end = (0..cells.len()).find(begins_trail).unwrap_or(cells.len());
    let (head, tail) = cells.split_at(end);
    let mut lines = Vec::new();
    for mut rest in [head, tail.get(1..).unwrap_or_default()] {
        while rest.len() + 2 > room {
            let space = rest.iter().take(room - 2).rposition(|(c, _)| *c == ' ');
            let Some(at) = space.filter(|at| *at > 0) else { break };
            lines.push(&rest[..at]);
            rest = &rest[at + 1..];
        }
        if !rest.is_empty() {
            lines.push(rest);
        }
    }
    lines
}
