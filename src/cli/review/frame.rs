//! What is shown of one waiting snapshot, row by row, no wider and no higher than the terminal.

use console::measure_text_width;
use trailcheck::report::Style;

use super::machine::{Machine, Rows};

/// Rows that are not the change: the heading, the position with the message, the keys.
const AROUND: usize = 3;
const HELP: &str = "\
a       accept: it becomes the snapshot
r       reject: it is removed
s       skip: it goes on waiting
b       back, and what was decided there is undone
space   a page down    PgUp, PgDn   a page
j k     a line         arrows       a line
g G     top, end       Home, End    top, end
q       quit: the rest goes on waiting
?       these keys
";

/// One waiting snapshot, ready to be shown.
pub(super) struct Shown<'a> {
    /// How many there are.
    pub(super) of: usize,
    /// Its kind.
    pub(super) kind: &'a str,
    /// Its path.
    pub(super) path: &'a str,
    /// Why it cannot be accepted, if so.
    pub(super) objection: Option<&'a str>,
    /// The change, with or without escape sequences.
    pub(super) change: &'a str,
}

/// A page of a terminal's size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Shown<'_> {
    /// The whole picture, each row ending in a newline but the last; and the rows of the change.
    pub(super) fn draw(&self, machine: &Machine, size: Size, style: Style) -> (String, Rows) {
        let body = self.body(machine, size.width, style);
        let rows = Rows { all: body.len(), page: size.height.saturating_sub(AROUND).max(1) };
        let offset = machine.offset().min(rows.all.saturating_sub(rows.page));
        let end = (offset + rows.page).min(rows.all);
        let number = format!("{} of {}  {}  ", machine.at() + 1, self.of, self.kind);
        let path = keep_end(self.path, size.width.saturating_sub(number.len()));
        let mut picture = vec![style.strong(keep_start(&format!("{number}{path}"), size.width))];
        picture.extend_from_slice(body.get(offset..end).unwrap_or_default());
        let place = if rows.all > rows.page {
            let more = if end < rows.all { ", space for more" } else { "" };
            format!("rows {}-{end} of {}{more}", offset + 1, rows.all)
        } else {
            String::new()
        };
        let message = machine.message().unwrap_or(&place);
        picture.push(style.warn(keep_start(message, size.width)));
        picture.push(style.dim(keep_start(keys(machine), size.width)));
        (picture.join("\n"), rows)
    }

    fn body(&self, machine: &Machine, width: usize, style: Style) -> Vec<String> {
        let text = if machine.shows_help() { HELP } else { self.change };
        let mut rows = Vec::new();
        if let Some(objection) = self.objection.filter(|_| !machine.shows_help()) {
            wrap(&style.bad(format!("cannot be accepted: {objection}")), width, &mut rows);
        }
        for line in text.lines() {
            wrap(line, width, &mut rows);
        }
        rows
    }
}

fn keys(machine: &Machine) -> &'static str {
    if machine.shows_help() {
        "any key goes back"
    } else {
        "a accept  r reject  s skip  b back  q quit  ? help"
    }
}

/// Cuts a line into rows; a style goes on from row to row.
fn wrap(line: &str, width: usize, rows: &mut Vec<String>) {
    let width = width.max(2);
    let (mut row, mut columns, mut style) = (String::new(), 0, String::new());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = escape(rest) {
            let (sequence, after) = rest.split_at(length);
            if sequence == "\u{1b}[0m" {
                style.clear();
            } else {
                style.push_str(sequence);
            }
            row.push_str(sequence);
            rest = after;
            continue;
        }
        // A tab takes as many columns as it likes.
        let shown = if c == '\t' { ' ' } else { c };
        let wide = measure_text_width(shown.encode_utf8(&mut [0; 4]));
        if columns + wide > width {
            if !style.is_empty() {
                row.push_str("\u{1b}[0m");
            }
            rows.push(std::mem::replace(&mut row, style.clone()));
            columns = 0;
        }
        row.push(shown);
        columns += wide;
        rest = &rest[c.len_utf8()..];
    }
    rows.push(row);
}

/// The length of a style sequence that the text begins with.
fn escape(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    parameters[end..].starts_with('m').then_some(2 + end + 1)
}

fn keep_start(text: &str, width: usize) -> String {
    let mut kept = String::new();
    let mut columns = 0;
    for c in text.chars() {
        columns += measure_text_width(c.encode_utf8(&mut [0; 4]));
        if columns > width {
            break;
        }
        kept.push(c);
    }
    kept
}

/// The end of a path says more than its beginning.
fn keep_end(text: &str, width: usize) -> String {
    if measure_text_width(text) <= width {
        return text.to_owned();
    }
    let reversed: String = text.chars().rev().collect();
    let kept = keep_start(&reversed, width.saturating_sub(1));
    format!("…{}", kept.chars().rev().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::machine::Press;
    use super::*;

    fn shown(change: &str) -> Shown<'_> {
        let path =
            "snapshots/bounded/a_folder_with_a_long_name/05_starved_fallback_with_a_long_name.snap.new";
        Shown { of: 12, kind: "changed", path, objection: Some("it breaks no_overspend"), change }
    }

    fn change() -> String {
        let style = Style { colour: true, width: 80 };
        let long = "検索 query=\u{e9}\t".repeat(30);
        (0..50).flat_map(|n| [style.bad(format!("- {n} {long}")), "\n".to_owned()]).collect()
    }

    #[test]
    fn a_picture_is_no_wider_and_no_higher_than_the_terminal() {
        let change = change();
        for (width, height) in [(80, 24), (60, 24), (60, 10), (20, 5), (200, 60), (2, 1)] {
            for colour in [false, true] {
                let style = Style { colour, width };
                let mut machine = Machine::new(12);
                let size = Size { width, height };
                for press in [Press::Top, Press::PageDown, Press::End, Press::Other, Press::Help] {
                    let (_, rows) = shown(&change).draw(&machine, size, style);
                    machine.press(press, rows);
                    let (picture, _) = shown(&change).draw(&machine, size, style);
                    assert!(picture.lines().count() <= height.max(4), "{width}x{height}: {picture}");
                    for row in picture.lines() {
                        assert!(measure_text_width(row) <= width.max(2), "{width}: {row}");
                    }
                }
            }
        }
    }

    #[test]
    fn paging_shows_every_row_once() {
        let change: String = (0..50).flat_map(|n| [format!("row {n:02}"), "\n".to_owned()]).collect();
        let mut machine = Machine::new(1);
        let size = Size { width: 60, height: 13 };
        let mut seen = Vec::new();
        for _ in 0..6 {
            let one = Shown { of: 1, kind: "new", path: "a.snap", objection: None, change: &change };
            let (picture, rows) = one.draw(&machine, size, Style::default());
            assert_eq!(rows.page, 10);
            seen.extend(picture.lines().filter(|line| line.starts_with("row ")).map(str::to_owned));
            machine.press(Press::PageDown, rows);
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 50);
    }

    #[test]
    fn a_style_goes_on_in_the_next_row_and_ends_with_each() {
        let mut rows = Vec::new();
        wrap("\u{1b}[32mabcdef\u{1b}[0mgh", 4, &mut rows);
        assert_eq!(rows, ["\u{1b}[32mabcd\u{1b}[0m", "\u{1b}[32mef\u{1b}[0mgh"]);
        rows.clear();
        wrap("検索検", 4, &mut rows);
        wrap("", 4, &mut rows);
        assert_eq!(rows, ["検索", "検", ""]);
    }

    #[test]
    fn the_keys_fit_sixty_columns_and_the_help_a_small_terminal() {
        assert!(keys(&Machine::new(1)).len() < 60);
        assert!(HELP.lines().all(|line| line.len() <= 60) && HELP.lines().count() < 20);
        assert_eq!(keep_end("snapshots/a/b.snap", 8), "…/b.snap");
    }
}
