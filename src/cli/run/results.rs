//! Where the results of a run go, in the form that was asked for.

use std::io::Write as _;
use std::path::PathBuf;

use indicatif::ProgressBar;
use trailcheck::report::junit::Junit;
use trailcheck::report::summary::Summary;
use trailcheck::report::{Case, CaseStatus, Pin, Style, github, human, mermaid};
use trailcheck::scenario::Scenario;
use trailcheck::trail::atomic::Pending;
use trailcheck::trail::coverage::Coverage;
use trailcheck::trail::file::{self, Header};

use super::super::Exit;
use super::super::edge::Edge;
use super::super::select::Selection;
use super::coverage::Covered;
use super::report::HtmlReport;
use super::{Done, Format, RunArguments};

/// The results as they come.
pub(super) struct Results<'a> {
    format: Format,
    file: Option<Pending<'a>>,
    junit: Junit,
    html: Option<HtmlReport<'a>>,
    html_problem: Option<String>,
    covered: Option<Covered>,
    /// What is reached, where somebody wants to know.
    coverage: Option<Coverage>,
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
        let header = match arguments.engine {
            Some(engine) => Header::new([engine]),
            None => Header::new(selection.scenarios.iter().map(|scenario| scenario.engine)),
        };
        let html = HtmlReport::begin(arguments, header.engines.clone())?;
        let covered = Covered::asked_for(arguments);
        let coverage = (html.is_some() || covered.is_some()).then(Coverage::new);
        let (format, junit) = (arguments.format, Junit::new());
        let (html_problem, problem) = (None, None);
        let mut results = Self { format, file, junit, html, html_problem, covered, coverage, problem };
        if results.format == Format::Json {
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
        let unwritten = done.pin.as_ref().err().map(|problem| Pin::Broken { problem: problem.clone() });
        let pin = done.pin.as_ref().ok().or(unwritten.as_ref()).unwrap_or(&Pin::Unchecked);
        let case = Case { scenario, replay: &done.replay, pin };
        summary.add(&case);
        if let Some(html) = self.html.as_mut().filter(|_| self.html_problem.is_none()) {
            self.html_problem = html.add(&case).err();
        }
        if let (Some(coverage), Ok(replay)) = (&mut self.coverage, &done.replay) {
            replay.trails.iter().for_each(|trail| coverage.add(trail));
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
            Format::Github => self.emit(github::failure(case).as_bytes(), edge),
        }
        // Machines read the results, but somebody has to know what went wrong.
        let text = human::failure(case, edge.error_style);
        self.explain(&text, edge);
    }

    /// Text for people beside results for machines.
    fn explain(&self, text: &str, edge: &mut Edge) {
        if self.format == Format::Github { edge.explain(&github::inert(text)) } else { edge.explain(text) }
    }

    /// Reports on a snapshot without its scenario, where the form has a place for it.
    pub(super) fn unreferenced(&mut self, file: &str, fails: bool, edge: &mut Edge) {
        match self.format {
            Format::Github => self.emit(github::unreferenced(file, fails).as_bytes(), edge),
            Format::Human | Format::Json | Format::Junit | Format::Mermaid => {}
        }
    }

    /// Reports on the coverage, where somebody asked for it.
    fn cover(&mut self, coverage: &Coverage, summary: &Summary, edge: &mut Edge) -> Exit {
        let Some(covered) = self.covered.take() else { return Exit::Passed };
        let is_human = self.format == Format::Human;
        let style = match (is_human, self.file.is_some()) {
            (true, true) => Style::default(),
            (true, false) => edge.out_style,
            (false, _) => edge.error_style,
        };
        let text = covered.text(coverage, summary, style);
        if is_human {
            self.emit(text.as_bytes(), edge);
        } else {
            self.explain(&text, edge);
        }
        covered.gate(coverage, edge)
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
            Format::Github => {
                self.emit(github::summary(summary).as_bytes(), edge);
                edge.explain(&summary.line(edge.error_style));
            }
        }
        // Empty where nobody wanted to know.
        let coverage = self.coverage.take().unwrap_or_default();
        let mut exit = self.cover(&coverage, summary, edge);
        let committed = match (self.file, self.problem) {
            (_, Some(problem)) => Err(problem),
            (Some(file), None) => file.commit().map_err(|error| error.to_string()),
            (None, None) => Ok(()),
        };
        if let Err(problem) = committed {
            edge.error(&format!("the results cannot be written: {problem}"));
            exit = Exit::BadInput;
        }
        let html = match (self.html, self.html_problem) {
            (_, Some(problem)) => Err(problem),
            (Some(html), None) => html.finish(summary, &coverage),
            (None, None) => Ok(()),
        };
        if let Err(problem) = html {
            edge.error(&problem);
            exit = Exit::BadInput;
        }
        exit
    }
}
