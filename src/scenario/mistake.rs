//! A mistake in a file: its place, what is wrong, and the fix, told the way a compiler tells it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::printable::{one_line, without_controls};
use crate::redact::Redactor;

/// Bytes that a declared secret may have: more than any key, and few enough to look for everywhere.
pub(super) const LONGEST_SECRET: usize = 4096;
/// Characters of a value that a message quotes.
const LONGEST_QUOTE: usize = 80;
/// Characters of a message.
const LONGEST_MESSAGE: usize = 600;
/// Bytes of a line or a message around the place that are redacted.
const NEAR: usize = 4 * LONGEST_SECRET;
/// Bytes of a name that is compared with the right ones.
const LONGEST_MISSPELLING: usize = 64;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Byte offset in the file, where it is known.
    pub start: Option<u32>,
    /// Length in bytes; 0 where it is not known.
    pub len: u32,
}

impl Place {
    /// Line 1, column 1.
    pub fn start_of_file() -> Self {
        Self { line: 1, column: 1, start: Some(0), len: 0 }
    }

    /// The text from here on.
    pub(super) fn rest_of<'s>(&self, source: &'s str) -> &'s str {
        source.get(self.byte_in(source)..).unwrap_or_default()
    }

    /// The text at this place.
    pub(super) fn text_of<'s>(&self, source: &'s str) -> &'s str {
        self.rest_of(source).get(..self.len as usize).unwrap_or_default()
    }

    fn byte_in(&self, source: &str) -> usize {
        if let Some(start) = self.start {
            return start as usize;
        }
        let line_start = match self.line {
            0 | 1 => 0,
            line => source.match_indices('\n').nth(line as usize - 2).map_or(source.len(), |(at, _)| at + 1),
        };
        let rest = &source[line_start..];
        let column = self.column.saturating_sub(1) as usize;
        line_start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
    }
}

/// A file that was read, as it is shown in messages.
#[derive(Debug)]
pub struct SourceFile {
    /// The path as the user would write it.
    pub path: String,
    /// The whole text; empty where it could not be read.
    pub text: String,
    secrets: OnceLock<Vec<String>>,
}

impl SourceFile {
    /// A file and its text.
    pub fn new(path: String, text: String) -> Arc<Self> {
        Arc::new(Self { path, text, secrets: OnceLock::new() })
    }

    /// Makes values known that no message may show.
    pub(super) fn conceal(&self, secrets: Vec<String>) {
        // Only the first call counts, and the loader makes one.
        let _ = self.secrets.set(secrets);
    }

    /// Masks everything of this file that must not be shown, also where the file was too broken to say what its
    /// secrets are.
    fn redactor(&self) -> Redactor {
        let mut secrets: BTreeSet<&str> = match self.secrets.get() {
            Some(declared) => declared.iter().map(String::as_str).collect(),
            None => declared_values(&self.text).collect(),
        };
        secrets.remove("");
        Redactor::with_secrets(secrets)
    }
}

/// What looks like a value in a `secrets:` block, read line by line so that broken YAML is no hindrance.
fn declared_values(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines()
        .filter_map(move |line| {
            let line = line.trim_start_matches('\u{feff}');
            let indented = line.starts_with([' ', '\t']);
            if !indented && !line.trim().is_empty() {
                inside = line.starts_with("secrets");
            }
            inside.then_some(line)
        })
        .flat_map(|line| line.split([':', ',', '{', '}', '"', '\'', '\r']))
        .map(str::trim)
        .filter(|value| value.len() >= 4 && *value != "secrets")
        .map(|value| &value[..floor(value, LONGEST_SECRET)])
}

/// One mistake in one file.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The file.
    pub file: Arc<SourceFile>,
    /// Where in it; none where the file as a whole is at fault.
    pub place: Option<Place>,
    /// What is wrong.
    pub title: String,
    /// What to do about it.
    pub fix: String,
}

impl Mistake {
    /// Two reports of the same thing, such as a bad default seen from each scenario below it.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.file.path == other.file.path && self.place == other.place && self.title == other.title
    }

    /// The order in which mistakes are told: by file, then by place.
    pub(super) fn order(&self) -> (&str, Option<Place>) {
        (&self.file.path, self.place)
    }

    /// The mistake as a compiler would print it; `colour` with ANSI styles.
    pub fn render(&self, colour: bool) -> String {
        let redactor = self.file.redactor();
        let told = |text: &str| {
            let near = &text[..floor(text, NEAR)];
            brief(&one_line(&redactor.text(near))).into_owned()
        };
        let (title, fix) = (told(&self.title), told(&self.fix));
        Excerpt { file: &self.file, redactor: &redactor, place: self.place }
            .render("error", &title, &fix, colour)
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// A message with the line that it is about.
pub(crate) struct Excerpt<'a> {
    pub file: &'a SourceFile,
    pub redactor: &'a Redactor,
    pub place: Option<Place>,
}

impl Excerpt<'_> {
    /// Characters of a line that are shown; the rest is left out, so that a line of megabytes is no wall of text.
    const WINDOW: usize = 160;

    pub(crate) fn render(&self, level: &str, title: &str, note: &str, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let level = if level == "warning" { Level::WARNING } else { Level::ERROR };
        let Some(place) = self.place else {
            let group = Group::with_title(level.primary_title(title))
                .element(annotate_snippets::Origin::path(self.file.path.as_str()))
                .element(Level::HELP.message(note));
            return renderer.render(&[group]);
        };
        let (line, span) = self.shown_line(&place);
        let snippet = Snippet::source(line)
            .path(self.file.path.as_str())
            .line_start(place.line as usize)
            .annotation(AnnotationKind::Primary.span(span).label(note));
        let group = Group::with_title(level.primary_title(title)).element(snippet);
        let text = renderer.render(&[group]);
        // The column is that of the file, though the line may be shown in part.
        let shown = format!(":{}:", place.line);
        fix_column(&text, &shown, place.column)
    }

    /// The line, redacted and cropped, and where the place is in it.
    fn shown_line(&self, place: &Place) -> (String, std::ops::Range<usize>) {
        let source = self.file.text.as_str();
        let at = place.byte_in(source).min(source.len());
        let from = source[..at].rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
        let to = source[at..].find(['\n', '\r']).map_or(source.len(), |newline| at + newline);
        // Redaction sees more than is shown, so that no secret is cut in two, but not a line of megabytes.
        let from = from.max(floor(source, at.saturating_sub(NEAR)));
        let to = to.min(floor(source, at.saturating_add(NEAR)));
        let line = source[from..to].trim_end_matches('\r').trim_start_matches('\u{feff}');
        let skipped = to.min(source.len()) - from - source[from..to].trim_start_matches('\u{feff}').len();
        let start = (at - from).saturating_sub(skipped).min(line.len());
        let end = (start + (place.len as usize).max(1)).min(line.len());
        let shown = without_controls(&self.redactor.text(line)).into_owned();
        let (start, end) = if shown == line { (start, end) } else { moved(line, &shown, start, end) };
        crop(&shown, start, end)
    }
}

/// Where a span of the line is after the line was redacted: exact before the first difference, else at it.
fn moved(line: &str, shown: &str, start: usize, end: usize) -> (usize, usize) {
    let same = line.char_indices().zip(shown.chars()).find(|((_, a), b)| a != b);
    let first_difference = same.map_or(line.len().min(shown.len()), |((at, _), _)| at);
    if start <= first_difference {
        (start, end.clamp(start, first_difference.max(start + 1)).min(shown.len()))
    } else {
        (first_difference, shown.len())
    }
}

/// The character boundary at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn crop(line: &str, start: usize, end: usize) -> (String, std::ops::Range<usize>) {
    let (start, end) = (floor(line, start), floor(line, end.max(start)));
    let from = if start > Excerpt::WINDOW { floor(line, start - Excerpt::WINDOW / 2) } else { 0 };
    let to = floor(line, from.saturating_add(2 * Excerpt::WINDOW));
    let (start, end) = (start - from, end.min(to).max(start) - from);
    (line[from..to.max(from + start)].to_owned(), start..end)
}

/// Replaces the column in the first `path:line:column`.
fn fix_column(text: &str, line: &str, column: u32) -> String {
    let Some(at) = text.find(line) else { return text.to_owned() };
    let digits_from = at + line.len();
    let digits = text[digits_from..].bytes().take_while(u8::is_ascii_digit).count();
    format!("{}{column}{}", &text[..digits_from], &text[digits_from + digits..])
}

/// Shortens each `quoted` value of a message, and then the message, so that no file can make it a wall of text.
fn brief(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_QUOTE {
        return Cow::Borrowed(text);
    }
    let quoted = |(index, part): (usize, &str)| match index % 2 {
        0 => part.to_owned(),
        _ => cut(part, LONGEST_QUOTE),
    };
    let parts: Vec<String> = text.split('`').enumerate().map(quoted).collect();
    Cow::Owned(cut(&parts.join("`"), LONGEST_MESSAGE))
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The name that somebody who wrote `name` most likely meant.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // The distance costs length times length, and a name of a megabyte was no slip of the finger.
    if name.len() > LONGEST_MISSPELLING {
        return None;
    }
    let folded = name.to_lowercase().replace('-', "_");
    let scored = names.map(|candidate| (strsim::damerau_levenshtein(&folded, candidate), candidate));
    let (distance, candidate) = scored.min_by_key(|(distance, _)| *distance)?;
    let tolerance = 1 + candidate.chars().count() / 4;
    let related = distance <= tolerance
        || (folded.len() >= 4 && (candidate.starts_with(&folded) || folded.starts_with(candidate)));
    related.then_some(candidate)
}
