//! The report of a run or of a comparison: one page for people, with nothing to fetch.
//!
//! A pure function of what is added: the same bytes on every run. It is written as it comes, so that its size costs no
//! memory; the rows and what they open stand in it as packed JSON (`pack.rs`), of which the page draws only what is
//! seen. Start at [`Page`].

mod pack;
mod pair;
mod pins;
mod rows;

use std::io::{self, Write};

use super::case::{Case, CaseStatus};
use super::human;
use super::page::frame;
use super::page::text::escape;
use super::summary::Summary;
use crate::printable::{one_line, without_controls};
use crate::receipt::Vocabulary as _;
use crate::scenario::EngineName;
use crate::trail::coverage::Coverage;
use pack::Packer;
pub use pair::Pair;
use rows::{Opened, Row, brief, full};

const BODY: &str = include_str!("body.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// A part of the page that is opened at once holds at most this many rows, or bytes.
const MAX_PART_ROWS: usize = 200;
const MAX_PART_BYTES: usize = 1 << 19;

/// What a report says of itself.
#[derive(Clone, Debug)]
pub struct About {
    /// The command that made it, with nothing of the machine.
    pub command: String,
    /// The engines that were replayed.
    pub engines: Vec<EngineName>,
}

/// A report that is being written.
#[derive(Debug)]
pub struct Page<W: Write> {
    out: W,
    packer: Packer,
    rows: Vec<String>,
    opened: Vec<String>,
    bytes: usize,
}

impl<W: Write> Page<W> {
    /// Begins a page.
    pub fn begin(mut out: W, title: &str) -> io::Result<Self> {
        out.write_all(frame::top(title, STYLE).as_bytes())?;
        let (rows, opened) = (Vec::new(), Vec::new());
        Ok(Self { out, packer: Packer::default(), rows, opened, bytes: 0 })
    }

    /// Adds one scenario of a run.
    pub fn add(&mut self, case: &Case<'_>) -> io::Result<()> {
        let redactor = &case.scenario.redactor;
        let told = |text: &str| one_line(redactor.text(text).trim()).into_owned();
        let trails = case.replay.as_ref().map_or(&[][..], |replay| &replay.trails);
        let row = Row {
            name: &case.scenario.name,
            verdict: match case.status() {
                CaseStatus::Passed => "passed",
                CaseStatus::Failed => "failed",
                CaseStatus::Error => "error",
            },
            headline: human::headline(case).map(|text| told(&text)),
            description: case.scenario.description.as_deref().map(told),
            lookups: trails.iter().map(|trail| brief(trail, None)).collect(),
        };
        let failure = human::failure_in_full(case);
        let failure = redactor.text(&failure);
        let failure = without_controls(&failure);
        // The page shows name and description itself.
        let above = 1 + usize::from(case.scenario.description.is_some());
        let above = if failure.trim_end().lines().count() > above { above } else { 0 };
        let failure = failure.trim_end().lines().skip(above).collect();
        let opened = Opened { failure, lookups: trails.iter().map(full).collect() };
        self.put(&row, &opened)
    }

    fn put(&mut self, row: &Row<'_>, opened: &Opened<'_>) -> io::Result<()> {
        let (row, opened) = (self.packer.pack(row)?, self.packer.pack(opened)?);
        self.bytes += opened.len();
        self.rows.push(row);
        self.opened.push(opened);
        if self.rows.len() >= MAX_PART_ROWS || self.bytes >= MAX_PART_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what is waiting: the new entries of the tables with the rows, and apart from them what is opened.
    fn flush(&mut self) -> io::Result<()> {
        let (shapes, texts) = self.packer.news()?;
        let (rows, opened) = (self.rows.join(",\n"), self.opened.join(",\n"));
        writeln!(
            self.out,
            "<script type=\"application/json\" class=\"rows\">[{shapes},{texts},[{rows}]]</script>\n\
             <script type=\"application/json\" class=\"opened\">[{opened}]</script>"
        )?;
        self.rows.clear();
        self.opened.clear();
        self.bytes = 0;
        Ok(())
    }

    /// Ends the report of a run.
    pub fn finish_run(self, summary: &Summary, about: &About, coverage: &Coverage) -> io::Result<W> {
        let engines: Vec<&str> = about.engines.iter().map(|engine| engine.wire()).collect();
        let what = match about.engines.len() {
            0 | 1 => "engine",
            _ => "engines",
        };
        let summary = summary.line(super::Style::default());
        let said = format!("{} {what}: {}.", engines.join(", "), summary.trim_end());
        self.finish("run", "Replayed lookups", &said, &about.command, &pins::section(coverage))
    }

    fn finish(mut self, mode: &str, heading: &str, said: &str, command: &str, below: &str) -> io::Result<W> {
        self.flush()?;
        let values = [
            ("{mode}", mode.to_owned()),
            ("{heading}", escape(heading)),
            ("{said}", escape(said)),
            ("{command}", escape(command)),
            ("{below}", below.to_owned()),
        ];
        let mut rest = BODY;
        for (name, value) in &values {
            // Each stands once, in this order, so that no value is taken for a name.
            let (before, after) = rest.split_once(name).unwrap_or((rest, ""));
            write!(self.out, "{before}{value}")?;
            rest = after;
        }
        write!(self.out, "{rest}{}", frame::bottom(SCRIPT))?;
        Ok(self.out)
    }
}
