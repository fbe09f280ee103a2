//! `labels.csv`: the truth about each page, read strictly.
//!
//! All mistakes are told at once, each with its line, column and fix; a file with one is not used. Pages are not read
//! here: a corpus may be larger than the memory.

use std::collections::HashMap;

use csv::{ByteRecord, ReaderBuilder};

use super::class::Class;
use super::places::{TableMistake, cell_place, quote_mistakes};

/// The columns that must be there, in this order, first.
pub const COLUMNS: [&str; 5] = ["page", "label", "query", "lang", "site"];
/// The further column that is used where it stands.
const CONTENT_TYPE: &str = "content_type";
/// More mistakes than this are counted, not told.
pub const MAX_MISTAKES: usize = 100;

/// One row of `labels.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelRow {
    /// Path below the corpus folder, with `/`.
    pub page: Box<str>,
    /// The truth.
    pub label: Class,
    /// What was asked.
    pub query: Box<str>,
    /// Index into [`Corpus::langs`].
    pub lang: u32,
    /// Index into [`Corpus::sites`].
    pub site: u32,
    /// The HTTP header's value, where the file has it.
    pub content_type: Option<Box<str>>,
    /// The cells of the further columns, in the order of [`Corpus::further`].
    pub further: Box<[Box<str>]>,
    /// Where it stands, from 1.
    pub line: u32,
}

/// A labels file without a mistake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// In the order of the file.
    pub rows: Vec<LabelRow>,
    /// Languages as they are written, once each.
    pub langs: Names,
    /// Sites as they are written, once each.
    pub sites: Names,
    /// The names of the further columns.
    pub further: Vec<String>,
}

/// Texts that occur in many rows, kept once each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    names: Vec<String>,
    places: HashMap<String, u32>,
}

impl Names {
    /// The number of a name, given on first sight.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }

    /// The name with a number.
    pub fn get(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }

    /// All names with their numbers, by name.
    pub fn sorted(&self) -> Vec<(&str, u32)> {
        let mut sorted: Vec<(&str, u32)> = self.names.iter().map(String::as_str).zip(0..).collect();
        sorted.sort_unstable();
        sorted
    }
}

/// The mistakes of a labels file, the first [`MAX_MISTAKES`] in the order of their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelMistakes {
    /// What is told.
    pub told: Vec<TableMistake>,
    /// How many more there are, at least.
    pub more: usize,
}

impl LabelMistakes {
    fn add(&mut self, (line, column): (u32, u32), title: impl Into<String>, fix: impl Into<String>) {
        if self.told.len() < MAX_MISTAKES {
            self.told.push(TableMistake { line, column, title: title.into(), fix: fix.into() });
        } else {
            self.more += 1;
        }
    }
}

/// Reads the bytes of a labels file.
pub fn read_labels(bytes: &[u8]) -> Result<Corpus, LabelMistakes> {
    let table = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut mistakes = LabelMistakes { told: quote_mistakes(table, MAX_MISTAKES), more: 0 };
    if !mistakes.told.is_empty() {
        // Where a cell ends is unknown from here on, so nothing more can be said.
        return Err(mistakes);
    }
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(table);
    let mut record = ByteRecord::new();
    let is_record = reader.read_byte_record(&mut record).unwrap_or(false);
    let header = if is_record { header_of(table, &record, &mut mistakes) } else { None };
    let Some(header) = header else {
        if !is_record {
            mistakes.add((1, 1), "the file is empty", format!("begin with the line `{}`", COLUMNS.join(",")));
        }
        return Err(mistakes);
    };
    let mut corpus = Corpus { further: header.further.clone(), ..Corpus::default() };
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        if let Some(row) = read_row(table, &record, &header, &mut corpus, &mut mistakes) {
            corpus.rows.push(row);
        }
    }
    find_repeats(&corpus.rows, &mut mistakes);
    if mistakes.told.is_empty() {
        return Ok(corpus);
    }
    mistakes.told.sort_by_key(|mistake| (mistake.line, mistake.column));
    Err(mistakes)
}

struct Header {
    cells: usize,
    content_type: Option<usize>,
    further: Vec<String>,
}

fn header_of(table: &[u8], record: &ByteRecord, mistakes: &mut LabelMistakes) -> Option<Header> {
    let before = mistakes.told.len();
    let mut further: Vec<String> = Vec::new();
    for (cell, right) in COLUMNS.iter().enumerate() {
        let found = record.get(cell).map(String::from_utf8_lossy);
        if found.as_deref() != Some(right) {
            let title = match found {
                Some(found) => format!("column {} is `{found}`, it must be `{right}`", cell + 1),
                None => format!("column {} is missing, it must be `{right}`", cell + 1),
            };
            let fix = format!("begin with the line `{}`; further columns may follow", COLUMNS.join(","));
            mistakes.add(cell_place(table, record, cell), title, fix);
            break;
        }
    }
    for cell in COLUMNS.len()..record.len() {
        let name = String::from_utf8_lossy(record.get(cell).unwrap_or_default()).into_owned();
        if further.contains(&name) || COLUMNS.contains(&name.as_str()) {
            let title = format!("a second column `{name}`");
            mistakes.add(cell_place(table, record, cell), title, "give it another name, or take it out");
        }
        further.push(name);
    }
    let content_type = further.iter().position(|name| name == CONTENT_TYPE).map(|at| at + COLUMNS.len());
    (mistakes.told.len() == before).then_some(Header { cells: record.len(), content_type, further })
}

fn read_row(
    table: &[u8],
    record: &ByteRecord,
    header: &Header,
    corpus: &mut Corpus,
    mistakes: &mut LabelMistakes,
) -> Option<LabelRow> {
    let before = mistakes.told.len() + mistakes.more;
    if record.len() != header.cells {
        let title = format!("{} cells, the header has {}", record.len(), header.cells);
        let fix = "quote a cell that contains a comma, and leave no cell out";
        mistakes.add(cell_place(table, record, 0), title, fix);
        return None;
    }
    if let Some(cell) = record.iter().position(|cell| std::str::from_utf8(cell).is_err()) {
        let fix = "save the file as UTF-8";
        mistakes.add(cell_place(table, record, cell), "not UTF-8", fix);
        return None;
    }
    let text =
        |cell: usize| record.get(cell).and_then(|cell| std::str::from_utf8(cell).ok()).unwrap_or_default();
    let place = |cell: usize| cell_place(table, record, cell);
    if let Some((title, fix)) = path_problem(text(0)) {
        mistakes.add(place(0), title, fix);
    }
    let label = Class::from_name(text(1));
    if label.is_none() {
        let (title, fix) = label_problem(text(1));
        mistakes.add(place(1), title, fix);
    }
    if mistakes.told.len() + mistakes.more > before {
        return None;
    }
    let content_type = header.content_type.map(text).filter(|value| !value.is_empty());
    Some(LabelRow {
        page: text(0).into(),
        label: label?,
        query: text(2).into(),
        lang: corpus.langs.number(text(3)),
        site: corpus.sites.number(text(4)),
        content_type: content_type.map(Into::into),
        further: (COLUMNS.len()..record.len()).map(|cell| text(cell).into()).collect(),
        line: place(0).0,
    })
}

/// Why a path does not name a page below the corpus folder.
fn path_problem(page: &str) -> Option<(String, &'static str)> {
    let drive = page.as_bytes().get(1) == Some(&b':') && page.starts_with(|c: char| c.is_ascii_alphabetic());
    if page.is_empty() {
        Some(("no page is named".to_owned(), "write its path below the corpus folder"))
    } else if page.contains('\0') {
        Some(("a path cannot contain a NUL".to_owned(), "write its path below the corpus folder"))
    } else if page.starts_with(['/', '\\']) || drive {
        Some((format!("`{page}` is an absolute path"), "write it relative to the corpus folder"))
    } else if page.split(['/', '\\']).any(|part| part == "..") {
        Some((format!("`{page}` leads out of the corpus folder"), "move the page into the corpus folder"))
    } else {
        None
    }
}

fn label_problem(label: &str) -> (String, String) {
    let names = || Class::all().map(Class::name);
    let folded = label.trim().to_lowercase().replace(['-', ' '], "_");
    let nearest = names().map(|name| (strsim::damerau_levenshtein(&folded, name), name)).min();
    let fix = match nearest {
        Some((distance, name)) if distance <= 1 + name.len() / 3 => format!("did you mean `{name}`?"),
        Some(_) | None => format!("write one of {}", names().collect::<Vec<_>>().join(", ")),
    };
    (format!("unknown label `{label}`"), fix)
}

/// A page may stand in several rows, with a different query each.
fn find_repeats(rows: &[LabelRow], mistakes: &mut LabelMistakes) {
    let mut seen: HashMap<(&str, &str), u32> = HashMap::with_capacity(rows.len());
    for row in rows {
        if let Some(first) = seen.insert((&row.page, &row.query), row.line) {
            let title = format!("`{}` with this query stands in line {first} already", row.page);
            mistakes.add((row.line, 1), title, "take one of the two out, or ask another query");
            seen.insert((&row.page, &row.query), first);
        }
    }
}

#[cfg(test)]
#[path = "corpus_tests.rs"]
mod tests;
