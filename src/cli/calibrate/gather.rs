//! From a corpus, JSON Lines or feature files to one table of features.

use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use trailcheck::calibrate::class::Class;
use trailcheck::calibrate::corpus::{Corpus, LabelMistakes, read_labels};
use trailcheck::calibrate::extract::{Body, Extraction, FeatureRow, Job};
use trailcheck::calibrate::features_file::{read_features, to_json_line};
use trailcheck::calibrate::lines::JsonLines;
use trailcheck::calibrate::places::TableMistake;
use trailcheck::calibrate::source::PageFolder;
use trailcheck::calibrate::subject::Subject;
use trailcheck::calibrate::table::Table;
use trailcheck::report::calibration::tables;
use trailcheck::validator::Validator;

use super::{CalibrateArguments, at};
use crate::cli::edge::Edge;
use crate::cli::exit::Exit;
use crate::cli::interrupt;

/// Rows after which `pages.csv` is flushed, so that an interrupted run leaves whole ones.
const ROWS_A_FLUSH: usize = 64;

/// All pages measured.
pub(super) struct Gathered {
    pub table: Table,
    /// Where the rows of `pages.csv` were streamed to; it takes its name with the other results.
    pub partial: PathBuf,
}

/// Reads the labels and opens the folder.
pub(super) fn open(arguments: &CalibrateArguments, edge: &mut Edge) -> Result<(Corpus, PageFolder), Exit> {
    let folder = at(&arguments.corpus, edge);
    let labels = folder.join("labels.csv");
    let shown = arguments.corpus.join("labels.csv");
    let bytes = std::fs::read(&labels).map_err(|error| {
        edge.error(&format!("{} cannot be read: {error}; name a corpus with --corpus DIR", shown.display()));
        Exit::BadInput
    })?;
    let corpus = read_labels(&bytes).map_err(|mistakes| tell(&shown, &bytes, &mistakes, edge))?;
    let pages = PageFolder::open(&folder).map_err(|problem| {
        edge.error(&format!("{} {problem}", arguments.corpus.display()));
        Exit::BadInput
    })?;
    Ok((corpus, pages))
}

/// Tells the mistakes of a table with their lines.
fn tell(path: &Path, bytes: &[u8], mistakes: &LabelMistakes, edge: &mut Edge) -> Exit {
    tell_each(path, Some(bytes), &mistakes.told, edge);
    if mistakes.more > 0 {
        edge.explain(&format!("and at least {} more\n", mistakes.more));
    }
    edge.explain("nothing was measured\n");
    Exit::BadInput
}

fn tell_each(path: &Path, bytes: Option<&[u8]>, mistakes: &[TableMistake], edge: &mut Edge) {
    use trailcheck::scenario::{Mistake, Place, SourceFile};
    let text = bytes.map_or_else(String::new, |bytes| String::from_utf8_lossy(bytes).into_owned());
    let file = SourceFile::new(path.display().to_string(), text);
    for mistake in mistakes {
        let place = Place { line: mistake.line, column: mistake.column, start: None, len: 0 };
        let place = (bytes.is_some()).then_some(place);
        let at = if place.is_none() { format!(" (line {})", mistake.line) } else { String::new() };
        let told = Mistake {
            file: file.clone(),
            place,
            title: format!("{}{at}", mistake.title),
            fix: mistake.fix.clone(),
        };
        edge.explain(&format!("{}\n\n", told.render(edge.error_style.colour).trim_end()));
    }
}

/// Measures the corpus, or reads feature files. Rows that were streamed out stay only where the user stopped the run.
pub(super) fn table(
    arguments: &CalibrateArguments,
    subject: &Subject,
    settings: &[f64],
    edge: &mut Edge,
) -> Result<Gathered, Exit> {
    let corpus = if arguments.features.is_empty() { Some(open(arguments, edge)?) } else { None };
    let out = at(&arguments.out, edge);
    let partial = out.join("pages.csv.partial");
    let mut pages = Rows::create(&out, &partial, &tables::pages_header(subject.checks()), edge)?;
    let mut table = Table::new(subject.checks());
    let mut add = |row: FeatureRow| -> Result<(), io::Error> {
        pages.add(&tables::pages_row(&row, subject.checks(), settings))?;
        table.push(&row);
        Ok(())
    };
    let gathered = match &corpus {
        Some((corpus, folder)) => measure(arguments, corpus, folder, subject, settings, edge, &mut add),
        None => arguments.features.iter().try_for_each(|path| features(path, subject, edge, &mut add)),
    };
    let flushed = pages.flush();
    let gathered = gathered.and_then(|()| flushed.map_err(|error| cannot_write(&partial, &error, edge)));
    if let Err(exit) = gathered {
        if exit != Exit::Interrupted {
            // What could not be finished for any other reason is not worth keeping.
            let _ = std::fs::remove_file(&partial);
        }
        return Err(exit);
    }
    Ok(Gathered { table, partial })
}

fn features(
    path: &Path,
    subject: &Subject,
    edge: &mut Edge,
    add: &mut impl FnMut(FeatureRow) -> io::Result<()>,
) -> Result<(), Exit> {
    let file = File::open(at(path, edge)).map_err(|error| {
        edge.error(&format!("{} cannot be read: {error}", path.display()));
        Exit::BadInput
    })?;
    let mut failed = None;
    let read = read_features(BufReader::new(file), subject.checks(), |row| {
        if failed.is_none() {
            failed = add(row).err();
        }
    });
    if let Err(mistakes) = read {
        tell_each(path, None, &mistakes, edge);
        return Err(Exit::BadInput);
    }
    match failed {
        Some(error) => Err(cannot_write(Path::new("pages.csv.partial"), &error, edge)),
        None => Ok(()),
    }
}

/// Why a measuring run ended early.
enum Stopped {
    Interrupted,
    Unwritable(io::Error),
}

fn measure(
    arguments: &CalibrateArguments,
    corpus: &Corpus,
    folder: &PageFolder,
    subject: &Subject,
    settings: &[f64],
    edge: &mut Edge,
    add: &mut impl FnMut(FeatureRow) -> io::Result<()>,
) -> Result<(), Exit> {
    let source = |page: &str| folder.read(page);
    let extraction = Extraction { subject, settings, source, workers: arguments.jobs() };
    let stop = interrupt::flag();
    let bar = bar(corpus.rows.len() as u64, edge.progress);
    let measured = extraction.run(
        corpus.rows.len(),
        |index| job(corpus, index),
        |row| {
            bar.inc(1);
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            add(row).map_err(Stopped::Unwritable)
        },
    );
    bar.finish_and_clear();
    match measured {
        Ok(()) => Ok(()),
        Err(Stopped::Interrupted) => {
            edge.explain("interrupted; pages.csv.partial has the pages that were measured\n");
            Err(Exit::Interrupted)
        }
        Err(Stopped::Unwritable(error)) => Err(cannot_write(Path::new("pages.csv.partial"), &error, edge)),
    }
}

fn job(corpus: &Corpus, index: usize) -> Job {
    let Some(row) = corpus.rows.get(index) else { return Job::default() };
    Job {
        page: row.page.to_string(),
        label: Some(row.label),
        query: row.query.to_string(),
        lang: corpus.langs.get(row.lang).to_owned(),
        site: corpus.sites.get(row.site).to_owned(),
        content_type: row.content_type.as_deref().map(str::to_owned),
        body: Body::Stored,
    }
}

fn bar(total: u64, visible: bool) -> ProgressBar {
    let target = if visible { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    let template = "{wide_bar} {pos}/{len} pages, {per_sec:.0}, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// The verdicts of another validator on the same pages.
pub(super) fn baseline(
    arguments: &CalibrateArguments,
    validator: &Validator,
    edge: &mut Edge,
) -> Result<Vec<Option<Class>>, Exit> {
    let subject = Subject::new(validator);
    let settings = subject.settings(validator);
    let (corpus, folder) = open(arguments, edge)?;
    let mut verdicts = Vec::with_capacity(corpus.rows.len());
    measure(arguments, &corpus, &folder, &subject, &settings, edge, &mut |row| {
        let judged = row.error.is_none();
        verdicts.push(judged.then(|| subject.checks().judge(&row.values, &settings)));
        Ok(())
    })?;
    Ok(verdicts)
}

/// Measures pages given as JSON Lines and prints a feature row for each.
pub(super) fn lines(
    arguments: &CalibrateArguments,
    subject: &Subject,
    settings: &[f64],
    input: &Path,
    edge: &mut Edge,
) -> Result<Exit, Exit> {
    let source = |_: &str| Err("has no body".to_owned());
    let extraction = Extraction { subject, settings, source, workers: arguments.jobs() };
    let stop = interrupt::flag();
    let mut each = |row: FeatureRow| -> Result<(), ()> {
        edge.print_bytes(&to_json_line(&row, subject.checks()));
        if stop.load(Ordering::Relaxed) { Err(()) } else { Ok(()) }
    };
    let done = if input == Path::new("-") {
        extraction.run_stream(JsonLines::new(BufReader::new(io::stdin())), &mut each)
    } else {
        match File::open(input) {
            Ok(file) => extraction.run_stream(JsonLines::new(BufReader::new(file)), &mut each),
            Err(error) => {
                edge.error(&format!("{} cannot be read: {error}", input.display()));
                return Err(Exit::BadInput);
            }
        }
    };
    done.map(|()| Exit::Passed).map_err(|()| Exit::Interrupted)
}

pub(super) fn cannot_write(path: &Path, error: &io::Error, edge: &mut Edge) -> Exit {
    edge.error(&format!("{} cannot be written: {error}", path.display()));
    Exit::BadInput
}

/// A file that grows by whole rows.
struct Rows {
    file: File,
    waiting: Vec<u8>,
    count: usize,
}

impl Rows {
    fn create(folder: &Path, path: &Path, header: &[u8], edge: &mut Edge) -> Result<Self, Exit> {
        let created = std::fs::create_dir_all(folder).and_then(|()| File::create(path));
        let file = created.map_err(|error| cannot_write(path, &error, edge))?;
        Ok(Self { file, waiting: header.to_vec(), count: 0 })
    }

    fn add(&mut self, row: &[u8]) -> io::Result<()> {
        self.waiting.extend_from_slice(row);
        self.count += 1;
        if self.count.is_multiple_of(ROWS_A_FLUSH) { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.waiting)?;
        self.waiting.clear();
        self.file.flush()
    }
}
