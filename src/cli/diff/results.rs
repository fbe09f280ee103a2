//! Where a comparison goes, in the form that was asked for. Nothing is shown before both sides were read to their end.

use std::io::{self, Write as _};
use std::path::Path;

use trailcheck::diff::{Finding, Tally};
use trailcheck::report::diff::json::{Apart, Json};
use trailcheck::report::diff::junit::Junit;
use trailcheck::report::diff::{human, markdown, rows};

use super::super::edge::Edge;
use super::super::exit::Exit;
use super::super::held::Held;
use super::Format;

/// The results as they come.
pub(super) struct Results<'p> {
    form: Form,
    to: Held<'p>,
    tally: Tally,
    problem: Option<io::Error>,
}

/// What is needed of each form.
enum Form {
    Human,
    Markdown,
    Json(Json, Apart),
    Csv,
    Junit(Junit),
}

impl<'p> Results<'p> {
    pub(super) fn begin(format: Format, output: Option<&'p Path>) -> Result<Self, String> {
        let to = Held::begin(output)?;
        let form = match format {
            Format::Human => Form::Human,
            Format::Markdown => Form::Markdown,
            Format::Json => Form::Json(Json::default(), Apart::default()),
            Format::Csv => Form::Csv,
            Format::Junit => Form::Junit(Junit::default()),
        };
        let mut results = Self { form, to, tally: Tally::default(), problem: None };
        match &results.form {
            Form::Json(json, _) => results.emit(json.begin().as_bytes()),
            Form::Csv => results.emit(rows::header()),
            Form::Human | Form::Markdown | Form::Junit(_) => {}
        }
        Ok(results)
    }

    /// Takes one finding.
    pub(super) fn add(&mut self, finding: Finding) {
        match &mut self.form {
            Form::Human | Form::Markdown => {}
            Form::Json(json, apart) => {
                apart.add(&finding);
                let text = json.add(&finding);
                self.emit(text.as_bytes());
            }
            Form::Csv => self.emit(&rows::rows(&finding)),
            Form::Junit(junit) => junit.add(&finding),
        }
        self.tally.add(finding);
    }

    /// What there is so far.
    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    fn emit(&mut self, bytes: &[u8]) {
        if self.problem.is_none() {
            self.problem = self.to.write_all(bytes).err();
        }
    }

    /// Ends the results and hands them over.
    pub(super) fn finish(mut self, edge: &mut Edge) -> Exit {
        let style = self.to.style(edge);
        let text = match &mut self.form {
            Form::Human => Ok(human::text(&self.tally, style)),
            Form::Markdown => Ok(markdown::text(&self.tally)),
            Form::Json(json, apart) => Ok(json.end(&self.tally, apart)),
            Form::Csv => Ok(String::new()),
            Form::Junit(junit) => std::mem::take(junit).finish().map_err(|error| error.to_string()),
        };
        let handed = text.and_then(|text| {
            self.emit(text.as_bytes());
            let Self { to, problem, .. } = self;
            problem.map_or(Ok(()), Err).and_then(|()| to.hand_over(edge)).map_err(|error| error.to_string())
        });
        match handed {
            Ok(()) => Exit::Passed,
            Err(problem) => {
                edge.error(&format!("the results cannot be written: {problem}"));
                Exit::BadInput
            }
        }
    }
}
