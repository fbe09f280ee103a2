//! Terms: what a query and a text are compared by.
//!
//! A term is a case-folded `\w+` run. In scripts that do not put spaces between words, a run is cut into overlapping
//! pairs of characters, since a whole run there is a sentence.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use unicase::UniCase;

static RUN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\w+"));

/// Alternates stretches of unspaced scripts (group `unspaced`) and of everything else.
static STRETCH: LazyLock<Regex> = LazyLock::new(|| {
    let scripts =
        r"\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}";
    // Marks and digits are shared between scripts; a digit never makes a run unspaced.
    pattern(&format!(r"(?P<unspaced>[{scripts}--\d]+)|[^{scripts}\d]+|\d+"))
});

#[allow(clippy::expect_used, reason = "the patterns are constants, compiled by a test")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

/// Full Unicode case folding; borrowed where nothing changes.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    // Folding looks at one character at a time, so a text may be folded piecewise: ASCII by the cheap rule.
    let mut folded = String::with_capacity(text.len());
    for piece in text.as_bytes().chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        let piece = str::from_utf8(piece).unwrap_or_default();
        if piece.is_ascii() {
            folded.extend(piece.chars().map(|c| c.to_ascii_lowercase()));
        } else {
            folded.push_str(&UniCase::unicode(piece).to_folded_case());
        }
    }
    Cow::Owned(folded)
}

/// Calls `visit` with each term of a text that is folded already, until it returns true; says whether it did.
pub fn any_term<'t>(folded: &'t str, mut visit: impl FnMut(&'t str) -> bool) -> bool {
    if folded.is_ascii() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        return folded.split(|c| !is_word(c)).any(|run| !run.is_empty() && visit(run));
    }
    RUN.find_iter(folded).any(|run| {
        let run = run.as_str();
        if run.is_ascii() {
            return visit(run);
        }
        stretches(run, &mut visit)
    })
}

fn stretches<'t>(run: &'t str, visit: &mut impl FnMut(&'t str) -> bool) -> bool {
    let mut spaced_from = 0;
    for stretch in STRETCH.captures_iter(run) {
        let Some(unspaced) = stretch.name("unspaced") else { continue };
        let before = &run[spaced_from..unspaced.start()];
        spaced_from = unspaced.end();
        if !before.is_empty() && visit(before) || pairs(unspaced.as_str(), visit) {
            return true;
        }
    }
    let rest = &run[spaced_from..];
    !rest.is_empty() && visit(rest)
}

/// The overlapping pairs of a stretch; a stretch of one character is its own term.
fn pairs<'t>(stretch: &'t str, visit: &mut impl FnMut(&'t str) -> bool) -> bool {
    let ends = stretch.char_indices().map(|(at, c)| at + c.len_utf8()).skip(1);
    let mut any = false;
    for ((start, _), end) in stretch.char_indices().zip(ends) {
        any = true;
        if visit(&stretch[start..end]) {
            return true;
        }
    }
    !any && visit(stretch)
}

/// The distinct terms of one query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    terms: Vec<String>,
}

impl Terms {
    /// The terms of a query, in order of first occurrence.
    pub fn of(query: &str) -> Self {
        let folded = fold(query);
        let mut terms: Vec<String> = Vec::new();
        any_term(&folded, |term| {
            if !terms.iter().any(|known| known == term) {
                terms.push(term.to_owned());
            }
            false
        });
        Self { terms }
    }

    /// Has the query no term at all, such as `"++"`?
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Are all terms of this text, of which there is one at least, among them?
    pub fn cover(&self, text: &str) -> bool {
        let mut any = false;
        let missing = any_term(&fold(text), |term| {
            any = true;
            !self.terms.iter().any(|known| known == term)
        });
        any && !missing
    }

    /// Does any of them occur as a term of this text?
    pub fn occur_in(&self, text: &str) -> bool {
        !self.is_empty() && any_term(&fold(text), |term| self.terms.iter().any(|known| known == term))
    }
}

/// Calls `found` with each term of `text`, folded, in order, with repeats.
pub fn each_term(text: &str, mut found: impl FnMut(&str)) {
    any_term(&fold(text), |term| {
        found(term);
        false
    });
}

/// The distinct terms of a query, in order of first appearance.
pub fn query_terms(query: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut terms = Vec::new();
    each_term(query, |term| {
        if seen.insert(term.to_owned()) {
            terms.push(term.to_owned());
        }
    });
    terms
}

/// Which of the query's terms occur in some text, in this or another ending (the rule for hit lists compares
/// [`query_terms`]
/// exactly instead).
#[derive(Debug, Clone)]
pub struct TermMatch {
    terms: Vec<String>,
    found: Vec<bool>,
    left: usize,
    /// First bytes of the terms: nearly every word of a page is passed over by this.
    heads: [bool; 256],
}

impl TermMatch {
    /// Nothing found yet.
    pub fn new(query: &str) -> Self {
        Self::of_terms(query_terms(query))
    }

    /// The same for terms already cut.
    pub fn of_terms(terms: Vec<String>) -> Self {
        let mut heads = [false; 256];
        for head in terms.iter().filter_map(|term| term.bytes().next()) {
            heads[usize::from(head)] = true;
        }
        Self { found: vec![false; terms.len()], left: terms.len(), terms, heads }
    }

    /// Looks for the missing terms in `text`; costs nothing once none is missing.
    pub fn read(&mut self, text: &str) {
        if self.left == 0 {
            return;
        }
        let Self { terms, found, left, heads } = self;
        each_term(text, |term| {
            if !term.bytes().next().is_some_and(|head| heads[usize::from(head)]) {
                return;
            }
            for (wanted, found) in terms.iter().zip(found.iter_mut()) {
                if !*found && same_word(wanted, term) {
                    *found = true;
                    *left -= 1;
                }
            }
        });
    }

    /// Number of distinct query terms.
    pub fn total(&self) -> usize {
        self.terms.len()
    }

    /// Number of them that occurred.
    pub fn matched(&self) -> usize {
        self.terms.len() - self.left
    }

    /// The share of them that occurred; 1 where there is none to look for.
    pub fn coverage(&self) -> f64 {
        if self.terms.is_empty() { 1.0 } else { self.matched() as f64 / self.terms.len() as f64 }
    }

    /// The terms with whether each occurred.
    pub fn each(&self) -> impl Iterator<Item = (&str, bool)> {
        self.terms.iter().map(String::as_str).zip(self.found.iter().copied())
    }
}

/// Equal, or one word in two endings: long terms that agree but for their last letters. Only terms with letters
/// outside
/// ASCII: a Russian or Greek page would miss the query's words for their case, while in English the looser comparison
/// takes unrelated pages for matches.
fn same_word(wanted: &str, term: &str) -> bool {
    if wanted == term {
        return true;
    }
    let stem = stem(wanted);
    !wanted.is_ascii()
        && stem.len() < wanted.len()
        && term.starts_with(stem)
        && term.len() <= wanted.len() + stem.len() / 2
}

/// A term without its last two letters if it has six or more, else the whole term.
fn stem(term: &str) -> &str {
    const SHORTEST: usize = 6;
    let alphabetic = term.chars().all(|c| c.is_alphabetic() && super::weight::char_weight(c) == 1);
    if !alphabetic || term.chars().count() < SHORTEST {
        return term;
    }
    let cut = term.char_indices().nth_back(1).map_or(term.len(), |(at, _)| at);
    term.get(..cut).unwrap_or(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        Terms::of(text).terms
    }

    #[test]
    fn spaced_scripts_are_cut_at_what_is_no_word_character() {
        assert_eq!(terms("name:\"A B\" c++ x_1"), ["name", "a", "b", "c", "x_1"]);
        assert_eq!(terms("Straße ΣΊΣΥΦΟΣ naïve"), ["strasse", "σίσυφοσ", "naïve"]);
        assert_eq!(terms("검색 결과"), ["검색", "결과"]);
        assert_eq!(terms("+++ — \"\""), [""; 0]);
    }

    #[test]
    fn unspaced_scripts_are_cut_into_overlapping_pairs() {
        assert_eq!(terms("自然言語"), ["自然", "然言", "言語"]);
        assert_eq!(terms("Python入門 3年"), ["python", "入門", "3", "年"]);
        assert_eq!(terms("データ"), ["デー", "ータ"]);
        assert_eq!(terms("猫"), ["猫"]);
    }

    #[test]
    fn a_term_occurs_whole_or_not_at_all() {
        assert!(Terms::of("schema").occur_in("the Schema, of"));
        assert!(!Terms::of("schema").occur_in("schemas"));
        assert!(Terms::of("自然言語処理").occur_in("言語の処理"));
        assert!(!Terms::of("++").occur_in("anything"));
    }
}
