//! Where a comparison goes, in the form that was asked for. Nothing is shown before both sides were read to their end.

use std::io::{self, Read as _, Seek as _, Write};
use std::path::Path;

use tempfile::SpooledTempFile;
use trailcheck::diff::{Finding, Tally};
use trailcheck::report::Style;
use trailcheck::report::diff::json::{Apart, Json};
use trailcheck::report::diff::junit::Junit;
use trailcheck::report::diff::{human, markdown, rows};
use trailcheck::trail::atomic::Pending;

use super::super::edge::Edge;
use super::super::exit::Exit;
use super::Format;

/// Bytes of results that are held in memory before they are put into a file.
const IN_MEMORY: usize = 1 << 20;

/// The results as they come.
pub(super) struct Results<'p> {
    form: Form,
    to: To<'p>,
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

enum To<'p> {
    File(Pending<'p>),
    Stdout(SpooledTempFile),
}

impl Write for To<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Stdout(spool) => spool.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Stdout(spool) => spool.flush(),
        }
    }
}

impl<'p> Results<'p> {
    pub(super) fn begin(format: Format, output: Option<&'p Path>) -> Result<Self, String> {
        let to = match output {
            Some(path) => {
                let cannot = |error| format!("{} cannot be written: {error}", path.display());
                To::File(Pending::create(path).map_err(cannot)?)
            }
            None => To::Stdout(SpooledTempFile::new(IN_MEMORY)),
        };
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
        let style = match &self.to {
            To::File(_) => Style::default(),
            To::Stdout(_) => edge.out_style,
        };
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
            problem.map_or(Ok(()), Err).and_then(|()| hand_over(to, edge)).map_err(|error| error.to_string())
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

fn hand_over(to: To<'_>, edge: &mut Edge) -> io::Result<()> {
    match to {
        To::File(file) => file.commit(),
        To::Stdout(mut spool) => {
            spool.rewind()?;
            let mut chunk = vec![0; 64 * 1024];
            loop {
                let read = spool.read(&mut chunk)?;
                if read == 0 {
                    return Ok(());
                }
                edge.print_bytes(&chunk[..read]);
            }
        }
    }
}
