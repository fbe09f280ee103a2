//! Reading a trail file, strictly and one trail at a time.
//!
//! White space between and inside the trails is free, and so is their order: [`Reader`] gives them as they stand, and
//! [`InOrder`] holds that they come ordered, whole and once.

use std::io::{self, BufRead, Read as _};

use super::entry::Entry;
use super::file::{FORMAT_VERSION, Header};
use super::problem::Problem;
use crate::receipt::SCHEMA_VERSION;

/// Bytes that one trail may take in a file: what a scenario may yield, escaped.
const MAX_TRAIL_BYTES: u64 = 1 << 30;

/// The trails of a file as they stand.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// Lines that were read.
    line: u64,
    header: FileHeader,
    buffer: Vec<u8>,
    ended: bool,
}

/// The first line of a file, which may be of a newer vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHeader {
    /// The version of the vocabulary.
    pub schema_version: u64,
    /// The names of the engines.
    pub engines: Vec<String>,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// The file is no trail file, or of a newer format.
    pub fn new(input: R) -> Result<Self, Problem> {
        let header = FileHeader { schema_version: 0, engines: Vec::new() };
        let mut reader = Self { input, line: 0, header, buffer: Vec::new(), ended: false };
        let Some(first) = reader.next_value(read_header)? else {
            return Err(Problem::new(
                "the file is empty",
                "write a trail file with `trailcheck run --format json --output FILE`",
            ));
        };
        reader.header = first;
        Ok(reader)
    }

    /// The header.
    pub fn header(&self) -> &FileHeader {
        &self.header
    }

    /// The next JSON value: one line, or as many as it takes.
    fn next_value<T>(&mut self, read: impl Fn(&[u8]) -> Result<T, Problem>) -> Result<Option<T>, Problem> {
        self.buffer.clear();
        let mut first_line = self.line + 1;
        loop {
            if !self.next_line()? {
                break;
            }
            if self.buffer.trim_ascii().is_empty() {
                self.buffer.clear();
                first_line = self.line + 1;
                continue;
            }
            // An array would do for a record without names.
            if !self.buffer.trim_ascii_start().starts_with(b"{") {
                let problem = Problem::new(
                    "a JSON object is due here",
                    "this is no trail file; write one with `trailcheck run --format json --output FILE`",
                );
                return Err(problem.below(first_line));
            }
            match read(&self.buffer) {
                // An object that goes on in the next line.
                Err(problem) if is_unfinished(&self.buffer) && self.has_more()? => drop(problem),
                result => return result.map(Some).map_err(|problem| problem.below(first_line)),
            }
        }
        Ok(None)
    }

    /// Appends a line to the buffer; false at the end of the file.
    fn next_line(&mut self) -> Result<bool, Problem> {
        let room = MAX_TRAIL_BYTES.saturating_sub(self.buffer.len() as u64);
        let mut limited = io::Read::by_ref(&mut self.input).take(room + 1);
        let read = limited.read_until(b'\n', &mut self.buffer).map_err(|error| unreadable(&error))?;
        if read as u64 > room {
            let title = format!("one trail has more than {MAX_TRAIL_BYTES} bytes");
            return Err(Problem::new(title, "this is no trail file").at_line(self.line + 1));
        }
        if read > 0 {
            self.line += 1;
        }
        if self.line == 1 && self.buffer.starts_with(b"\xEF\xBB\xBF") {
            self.buffer.drain(..3);
        }
        Ok(read > 0)
    }

    fn has_more(&mut self) -> Result<bool, Problem> {
        self.input.fill_buf().map(|more| !more.is_empty()).map_err(|error| unreadable(&error))
    }
}

fn unreadable(error: &io::Error) -> Problem {
    Problem::new(format!("the file cannot be read: {error}"), "check the file and its permissions")
}

/// Is it JSON that ends too early, as an object over several lines does after its first?
fn is_unfinished(json: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(json).is_err_and(|error| error.is_eof())
}

fn read_header(json: &[u8]) -> Result<FileHeader, Problem> {
    /// What every version of the header has.
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Open {
        trailcheck: u64,
        schema_version: u64,
        engines: Vec<String>,
    }
    let no_header = |problem: Problem| Problem {
        title: format!("the first line is no header of a trail file: {}", problem.title),
        fix: "a trail file begins with {\"trailcheck\": 1, …}; write one with `trailcheck run --format json`"
            .to_owned(),
        ..problem
    };
    let version = serde_json::from_slice::<serde_json::Value>(json)
        .ok()
        .and_then(|value| value.get("trailcheck").and_then(serde_json::Value::as_u64));
    if let Some(version) = version.filter(|version| *version > u64::from(FORMAT_VERSION)) {
        return Err(Problem::new(
            format!("the file has format {version}, and this trailcheck reads format {FORMAT_VERSION}"),
            "read it with the newer trailcheck that wrote it, or write it again with this one",
        )
        .at_line(1));
    }
    let open: Open = serde_json::from_slice(json).map_err(|error| no_header(Problem::json(&error)))?;
    if open.trailcheck != u64::from(FORMAT_VERSION) {
        let title = format!("there is no format {}", open.trailcheck);
        return Err(
            Problem::new(title, "write the file again with `trailcheck run --format json`").at_line(1)
        );
    }
    if open.schema_version <= u64::from(SCHEMA_VERSION) {
        serde_json::from_slice::<Header>(json).map_err(|error| no_header(Problem::json(&error)))?;
    }
    if open.schema_version < u64::from(SCHEMA_VERSION) {
        let title = format!("there is no schema version {}", open.schema_version);
        return Err(
            Problem::new(title, "write the file again with `trailcheck run --format json`").at_line(1)
        );
    }
    Ok(FileHeader { schema_version: open.schema_version, engines: open.engines })
}

/// An entry with the line on which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// From 1; none where the place is the file as a whole.
    pub line: Option<u64>,
    /// The entry.
    pub entry: Entry,
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Placed, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let result = match self.next_value(Entry::read) {
            Ok(None) => None,
            Ok(Some(entry)) => {
                let line = Some(self.line);
                Some(self.fits_header(&entry).map(|()| Placed { line, entry }))
            }
            Err(problem) => Some(Err(problem)),
        };
        self.ended = !matches!(result, Some(Ok(_)));
        result
    }
}

impl<R> Reader<R> {
    fn fits_header(&self, entry: &Entry) -> Result<(), Problem> {
        let (version, stated) = (entry.schema_version(), self.header.schema_version);
        if version != stated {
            let title = format!("the trail has schema version {version}, and the header says {stated}");
            let fix = "files of different versions were mixed; write one file with one trailcheck";
            return Err(Problem::new(title, fix).at_line(self.line));
        }
        if !self.header.engines.iter().any(|engine| engine == entry.engine()) {
            let title =
                format!("the trail is of the engine `{}`, which the header does not list", entry.engine());
            return Err(Problem::new(title, "join files with `trailcheck merge`").at_line(self.line));
        }
        Ok(())
    }
}

/// Why trails cannot be taken one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disorder {
    /// Something is wrong with them.
    Problem(Problem),
    /// They are not ordered by scenario and lookup: [`sorted`] can order them.
    Unordered,
}

/// Trails ordered by scenario and lookup, each once, each scenario with all its lookups.
#[derive(Debug)]
pub struct InOrder<I> {
    inner: I,
    last: Option<(String, u32)>,
}

impl<I: Iterator<Item = Result<Placed, Problem>>> InOrder<I> {
    /// Holds the order of what `inner` gives.
    pub fn new(inner: I) -> Self {
        Self { inner, last: None }
    }

    fn check(&mut self, placed: &Placed) -> Result<(), Disorder> {
        let (scenario, lookup) = (placed.entry.scenario(), placed.entry.lookup());
        let at = |problem: Problem| Disorder::Problem(Problem { line: placed.line, ..problem });
        let expected = match &self.last {
            Some((last, number)) if last == scenario => {
                if lookup == *number {
                    return Err(at(twice(scenario, lookup)));
                }
                number + 1
            }
            Some((last, _)) if last.as_str() > scenario => return Err(Disorder::Unordered),
            Some(_) | None => 0,
        };
        if lookup != expected {
            // In a file without order, the one that is due may still come.
            return Err(Disorder::Unordered);
        }
        self.last = Some((scenario.to_owned(), lookup));
        Ok(())
    }
}

impl<I: Iterator<Item = Result<Placed, Problem>>> Iterator for InOrder<I> {
    type Item = Result<Placed, Disorder>;

    fn next(&mut self) -> Option<Self::Item> {
        let placed = match self.inner.next()? {
            Ok(placed) => placed,
            Err(problem) => return Some(Err(Disorder::Problem(problem))),
        };
        Some(self.check(&placed).map(|()| placed))
    }
}

fn twice(scenario: &str, lookup: u32) -> Problem {
    Problem::new(
        format!("lookup {lookup} of `{scenario}` is here twice"),
        "keep one of them, or write the file again",
    )
}

/// The trails in order, all in memory.
///
/// # Errors
/// One is there twice, or one is missing.
pub fn sorted(trails: impl Iterator<Item = Result<Placed, Problem>>) -> Result<Vec<Placed>, Problem> {
    let mut all = trails.collect::<Result<Vec<Placed>, Problem>>()?;
    all.sort_by(|a, b| key(a).cmp(&key(b)));
    let mut last: Option<(&str, u32)> = None;
    for placed in &all {
        let (scenario, lookup) = key(placed);
        let expected = match last {
            Some((name, number)) if name == scenario && number == lookup => {
                return Err(Problem { line: placed.line, ..twice(scenario, lookup) });
            }
            Some((name, number)) if name == scenario => number + 1,
            Some(_) | None => 0,
        };
        if lookup != expected {
            let title = format!("`{scenario}` has a lookup {lookup}, but no lookup {expected}");
            let problem = Problem::new(title, "a trail was removed; write the file again");
            return Err(Problem { line: placed.line, ..problem });
        }
        last = Some((scenario, lookup));
    }
    Ok(all)
}

fn key(placed: &Placed) -> (&str, u32) {
    (placed.entry.scenario(), placed.entry.lookup())
}
