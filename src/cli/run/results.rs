//! Where the results of a run go, in the form that was asked for.

use std::io::Write as _;
use std::path::PathBuf;

use indicatif::ProgressBar;
use trailcheck::report::junit::Junit;
use trailcheck::report::summary::Summary;
use trailcheck::report::{Case, CaseStatus, Pin, Style, human, mermaid};
use trailcheck::scenario::Scenario;
use trailcheck::trail::atomic::Pending;
use trailcheck::trail::file::{self, Header};

use super::super::Exit;
use super::super::edge::Edge;
use super::super::select::Selection;
use super::report::HtmlReport;
use super::{Done, Format, RunArguments};

/// The results as they come.
pub(super) struct Results<'a> {
    format: Format,
    file: Option<Pending<'a>>,
    junit: Junit,
    html: Option<HtmlReport<'a>>,
    html_problem: Option<String>,
    problem: Option<String>,
}

impl<'a> Results<'a> {
    pub(super) fn begin(
        arguments: &'a RunArguments,
        selection: &Selection,
        edge: &mut Edge,
    ) -> Result<Self, String> {
        let cannot = |path: &PathBuf, error| format!("{} cannot be written: {error}", path.display());
        let file = match &arguments.output {
            Some(path) => Some(Pending::create(path).map_err(|error| cannot(path, error))?),
            None => None,
        };
        let html = HtmlReport::begin(arguments, selection)?;
        let (format, junit) = (arguments.format, Junit::new());
        let mut results = Self { format, file, junit, html, html_problem: None, problem: None };
        if results.format == Format::Json {
            let own = selection.scenarios.iter().map(|scenario| scenario.engine);
            let header = match arguments.engine {
                Some(engine) => Header::new([engine.into()]),
                None => Header::new(own),
            };
            let mut line = Vec::new();
            file::write_line(&mut line, &header).map_err(|error| error.to_string())?;
            results.emit(&line, edge);
        }
        Ok(results)
    }

    fn emit(&mut self, bytes: &[u8], edge: &mut Edge) {
        match &mut self.file {
            Some(file) if self.problem.is_none() => {
                self.problem = file.write_all(bytes).err().map(|error| error.to_string());
            }
            Some(_) => {}
            None => edge.print_bytes(bytes),
        }
    }

    /// Reports on one scenario.
    pub(super) fn add(
        &mut self,
        scenario: &Scenario,
        done: &Done,
        summary: &mut Summary,
        bar: &ProgressBar,
        edge: &mut Edge,
    ) -> Exit {
        let unchecked = Pin::Unchecked;
        let case = Case { scenario, replay: &done.replay, pin: done.pin.as_ref().unwrap_or(&unchecked) };
        summary.add(&case);
        if let Some(html) = self.html.as_mut().filter(|_| self.html_problem.is_none()) {
            self.html_problem = html.add(&case).err();
        }
        let mut exit = match case.status() {
            CaseStatus::Passed => Exit::Passed,
            CaseStatus::Failed => Exit::SaidNo,
            CaseStatus::Error if case.is_fault() => Exit::Fault,
            CaseStatus::Error => Exit::BadInput,
        };
        if let Err(problem) = &done.pin {
            bar.suspend(|| edge.error(problem));
            exit = exit.max(Exit::BadInput);
        }
        bar.suspend(|| self.report(&case, edge));
        exit
    }

    fn report(&mut self, case: &Case<'_>, edge: &mut Edge) {
        match self.format {
            Format::Human => {
                let style = if self.file.is_some() { Style::default() } else { edge.out_style };
                self.emit(human::failure(case, style).as_bytes(), edge);
                return;
            }
            Format::Json => {
                let lines = case.replay.as_ref().map_or(Ok(Vec::new()), |replay| file::lines(&replay.trails));
                match lines {
                    Ok(lines) => self.emit(&lines, edge),
                    Err(error) => self.problem = Some(error.to_string()),
                }
            }
            Format::Junit => self.junit.add(case),
            Format::Mermaid => self.emit(mermaid::markdown(case).as_bytes(), edge),
        }
        // Machines read the results, but somebody has to know what went wrong.
        let text = human::failure(case, edge.error_style);
        edge.explain(&text);
    }

    /// Ends the results; a file takes its name only now.
    pub(super) fn finish(mut self, summary: &Summary, edge: &mut Edge) -> Exit {
        match self.format {
            Format::Human => {
                let style = if self.file.is_some() { Style::default() } else { edge.out_style };
                self.emit(summary.line(style).as_bytes(), edge);
            }
            Format::Json | Format::Mermaid => edge.explain(&summary.line(edge.error_style)),
            Format::Junit => {
                match std::mem::take(&mut self.junit).finish() {
                    Ok(xml) => self.emit(xml.as_bytes(), edge),
                    Err(error) => self.problem = Some(error.to_string()),
                }
                edge.explain(&summary.line(edge.error_style));
            }
        }
        let committed = match (self.file, self.problem) {
            (_, Some(problem)) => Err(problem),
            (Some(file), None) => file.commit().map_err(|error| error.to_string()),
            (None, None) => Ok(()),
        };
        let mut exit = Exit::Passed;
        if let Err(problem) = committed {
            edge.error(&format!("the results cannot be written: {problem}"));
            exit = Exit::BadInput;
        }
        let html = match (self.html, self.html_problem) {
            (_, Some(problem)) => Err(problem),
            (Some(html), None) => html.finish(summary),
            (None, None) => Ok(()),
        };
        if let Err(problem) = html {
            edge.error(&problem);
            exit = Exit::BadInput;
        }
        exit
    }
}
