//! For people: the kinds of change, the worst first, each with its first names and its first example.

use std::fmt::Write as _;

use super::marked::{Piece, both};
use super::words;
use crate::diff::{Aspect, Change, Class, Kind, Names, Tally};
use crate::printable::one_line;
use crate::receipt::Vocabulary as _;
use crate::report::style::Style;

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
    for kind in tally.kinds() {
        text.push_str(&paragraph(kind, style));
        text.push('\n');
    }
    for (names, what) in [(&tally.added, "added"), (&tally.removed, "removed"), (&tally.renamed, "renamed")] {
        apart(&mut text, names, what, style);
    }
    let _ = writeln!(text, "{}", words::summary(tally));
    text
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
    let whole: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    // The one-line form is broken where its trail begins.
    let too_long = whole.chars().count() + INDENT > style.width;
    let break_at = whole.find(" trail=").filter(|_| too_long);
    let mut lines: Vec<(String, String)> = vec![(String::new(), String::new())];
    let mut at = 0;
    for piece in pieces {
        for c in piece.text.chars() {
            if break_at == Some(at) {
                lines.push(("  ".to_owned(), "  ".to_owned()));
            } else if let Some((line, carets)) = lines.last_mut() {
                let painted = if piece.differs { style.strong(c) } else { c.to_string() };
                line.push_str(&painted);
                carets.push(if piece.differs { '^' } else { ' ' });
            }
            at += c.len_utf8();
        }
    }
    for (index, (line, carets)) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        let _ = writeln!(text, "  {} {line}", style.dim(format!("{label:<3}")));
        if !style.colour && !carets.trim().is_empty() {
            let _ = writeln!(text, "      {}", carets.trim_end());
        }
    }
}

/// Breaks a line at spaces; the lines after the first are indented.
fn wrap(line: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width.max(20) {
            lines.push(" ".repeat(indent));
            used = indent;
        } else if used > 0 {
            if let Some(last) = lines.last_mut() {
                last.push(' ');
            }
            used += 1;
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(word);
        }
        used += length;
    }
    lines
}
