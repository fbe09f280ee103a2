//! For a pull-request comment or a job summary: a headline, the outcomes that changed, the kinds of change with their
//! details folded. Fits the size that GitHub takes.

use std::fmt::Write as _;

use super::words;
use crate::diff::{Kind, Names, Tally};
use crate::printable::{one_line, shorten, without_controls};
use crate::receipt::Vocabulary as _;

/// GitHub takes 65 536 characters in a comment; what is around it has to fit too.
const MAX_CHARS: usize = 60_000;
/// Names of a kind that stand in the open.
const NAMES_SHOWN: usize = 3;
/// Names that stand in the folded part.
const NAMES_FOLDED: usize = 100;
/// Changes of the example that are listed.
const CHANGES_SHOWN: usize = 40;

/// The whole comparison; nothing where nothing differs.
pub fn text(tally: &Tally) -> String {
    if tally.is_empty() {
        return String::new();
    }
    let mut text = format!("### trailcheck: {}\n", words::summary(tally));
    transitions(&mut text, tally);
    let kinds = tally.kinds();
    let apart = apart(tally);
    for (index, kind) in kinds.iter().enumerate() {
        let section = section(kind);
        let left = kinds.len() - index;
        if text.chars().count() + section.chars().count() + apart.chars().count() > MAX_CHARS {
            let what = crate::report::summary::count(left, "further kind");
            let _ = write!(
                text,
                "\n_{what} of change left out for size: `trailcheck diff --format json` has all._\n"
            );
            break;
        }
        text.push_str(&section);
    }
    text.push_str(&apart);
    text
}

fn transitions(text: &mut String, tally: &Tally) {
    if tally.transitions.is_empty() {
        return;
    }
    let mut all: Vec<_> = tally.transitions.iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    text.push_str("\n| outcome was | is | lookups |\n|---|---|--:|\n");
    for ((old, new), count) in all {
        let _ = writeln!(text, "| `{old}` | `{new}` | {count} |");
    }
}

fn section(kind: &Kind) -> String {
    let number = crate::report::summary::count(words::number(kind.lookups.count), "lookup");
    let mut text = format!("\n#### {}, {number}: {}\n\n", kind.class, words::title(kind, code));
    let _ = writeln!(text, "In {}.", words::some(&kind.lookups, NAMES_SHOWN, code));
    if let Some(why) = words::why(&kind.example) {
        let of_several = kind.lookups.first.first().filter(|_| kind.lookups.count > 1);
        let example = of_several.map(|name| format!(", in {}", code(name))).unwrap_or_default();
        let _ = writeln!(text, "\nFirst difference{example}: {}.", escape(&why));
    }
    text.push_str("\n<details><summary>Details</summary>\n\n");
    let lines = (words::one_line(kind.example.old.as_ref()), words::one_line(kind.example.new.as_ref()));
    if let (Some(old), Some(new)) = lines {
        let _ = write!(text, "```diff\n- {}\n+ {}\n```\n\n", in_fence(&old), in_fence(&new));
    }
    text.push_str("| of | what | was | is |\n|---|---|---|---|\n");
    for change in kind.example.changes.iter().take(CHANGES_SHOWN) {
        let of = change.transport.as_deref().unwrap_or("lookup");
        let cells = [of, change.aspect.wire(), &change.old, &change.new].map(escape);
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let more = kind.example.changes.len().saturating_sub(CHANGES_SHOWN);
    if more > 0 {
        let _ = writeln!(text, "\nAnd {more} more changes in this lookup.");
    }
    if kind.lookups.count > NAMES_SHOWN as u64 {
        let _ = write!(text, "\nAll of them: {}\n", words::some(&kind.lookups, NAMES_FOLDED, code));
    }
    text.push_str("\n</details>\n");
    text
}

fn apart(tally: &Tally) -> String {
    let mut text = String::new();
    let all: [(&Names, &str); 3] =
        [(&tally.removed, "Removed"), (&tally.added, "Added"), (&tally.renamed, "Renamed")];
    for (names, what) in all.into_iter().filter(|(names, _)| names.count > 0) {
        let number = crate::report::summary::count(words::number(names.count), "scenario");
        let names = words::some(names, NAMES_FOLDED, code);
        let _ = write!(text, "\n<details><summary>{what}: {number}</summary>\n\n{names}\n\n</details>\n");
    }
    text
}

/// The most characters of a cell or a name.
const MAX_CELL: usize = 160;

/// Code in a line of text. A backtick cannot be escaped in code, so that text with one is shown as text.
fn code(text: &str) -> String {
    if text.contains(['`', '|']) { escape(text) } else { format!("`{}`", shorten(&one_line(text), MAX_CELL)) }
}

/// Text that Markdown and HTML leave alone.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    let text = one_line(text);
    let text = shorten(&text, MAX_CELL);
    let mut chars = text.chars().peekable();
    let mut last = ' ';
    while let Some(c) = chars.next() {
        let in_word = last.is_alphanumeric() && chars.peek().is_some_and(|next| next.is_alphanumeric());
        last = c;
        match c {
            // Inside a word it emphasises nothing.
            '_' if in_word => escaped.push(c),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // A mention would call somebody, and a number would link to an issue.
            '@' => escaped.push_str("&#64;"),
            '#' => escaped.push_str("&#35;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '!' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    // Addresses are not made links.
    escaped.replace("://", ":&#47;&#47;")
}

/// A line in a fenced block.
fn in_fence(text: &str) -> String {
    without_controls(text).replace(['\n', '`'], " ")
}
