//! Where in a labels file something stands, and what is wrong with its quotes.
//!
//! The `csv` crate reads any bytes as some table: `a"b` and `"a"b` pass silently, with the rest of the file swallowed
//! by the wrong cell. So the quotes are checked first, by RFC 4180.

use csv::ByteRecord;

/// A mistake in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableMistake {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub title: String,
    /// What to do about it.
    pub fix: String,
}

/// A place in a table as its bytes go by.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    line: u32,
    column: u32,
}

impl Cursor {
    fn step(&mut self, byte: u8) {
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else if byte & 0xC0 != 0x80 {
            self.column += 1;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Start,
    Bare,
    Quoted,
    /// Behind a quote inside a quoted cell: it was doubled, or it ended the cell.
    AfterQuote,
}

/// Quotes that are neither around a cell nor doubled within a quoted one. After the first on a line, the rest of that
/// line is not judged: it follows from the first.
pub fn quote_mistakes(table: &[u8], limit: usize) -> Vec<TableMistake> {
    let mut mistakes = Vec::new();
    let (mut at, mut cell, mut opened) =
        (Cursor { line: 1, column: 1 }, Cell::Start, Cursor { line: 1, column: 1 });
    let mut skip_line = false;
    for &byte in table {
        if skip_line {
            if byte == b'\n' {
                (skip_line, cell) = (false, Cell::Start);
            }
            at.step(byte);
            continue;
        }
        cell = match (cell, byte) {
            (Cell::Start, b'"') => {
                opened = at;
                Cell::Quoted
            }
            (Cell::Bare, b'"') => {
                mistakes.push(stray_quote(at));
                skip_line = true;
                Cell::Start
            }
            (Cell::Quoted, b'"') | (Cell::AfterQuote, b'\r') => Cell::AfterQuote,
            (Cell::AfterQuote, b'"') | (Cell::Quoted, _) => Cell::Quoted,
            (Cell::Start | Cell::Bare | Cell::AfterQuote, b',' | b'\n') => Cell::Start,
            (Cell::AfterQuote, _) => {
                mistakes.push(text_after_quote(at));
                skip_line = true;
                Cell::Start
            }
            (Cell::Start | Cell::Bare, _) => Cell::Bare,
        };
        at.step(byte);
        if mistakes.len() >= limit {
            return mistakes;
        }
    }
    if cell == Cell::Quoted {
        mistakes.push(TableMistake {
            line: opened.line,
            column: opened.column,
            title: "this quote is never closed".to_owned(),
            fix: "close the cell with `\"`, and double a quote that belongs to its text: `\"\"`".to_owned(),
        });
    }
    mistakes
}

fn stray_quote(at: Cursor) -> TableMistake {
    TableMistake {
        line: at.line,
        column: at.column,
        title: "an unescaped quote inside a cell".to_owned(),
        fix: "put the whole cell in quotes and double the quote: `\"say \"\"hi\"\"\"`".to_owned(),
    }
}

fn text_after_quote(at: Cursor) -> TableMistake {
    TableMistake {
        line: at.line,
        column: at.column,
        title: "text after the quote that ends a cell".to_owned(),
        fix: "double a quote that belongs to the text: `\"\"`; only a comma or a line end may follow the last one"
            .to_owned(),
    }
}

/// Line and column of one cell of a record.
pub fn cell_place(table: &[u8], record: &ByteRecord, cell: usize) -> (u32, u32) {
    let Some(position) = record.position() else { return (1, 1) };
    let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = table.get(start..).unwrap_or_default();
    let mut at = Cursor { line: u32::try_from(position.line()).unwrap_or(u32::MAX), column: 1 };
    // The reader counts blank lines and a byte order mark to the record that follows them.
    let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let (skipped, rest) = rest.split_at(blank);
    for &byte in skipped {
        at.step(byte);
    }
    at.column = 1;
    let (mut commas, mut quoted) = (0, false);
    for &byte in rest {
        quoted ^= byte == b'"';
        if commas == cell || (!quoted && matches!(byte, b'\r' | b'\n')) {
            break;
        }
        commas += usize::from(byte == b',' && !quoted);
        at.step(byte);
    }
    (at.line, at.column)
}
