//! Marker phrases: what walls and error pages say, found in page text and search hits alike.
//!
//! [`MarkerSet`] holds the phrases by reason, which a user may replace; `names` holds what is compared for equality on
//! pages only. Text is normalised once ([`normalise_into`]) and then searched once for all phrases together.

mod fingerprints;
mod hit_phrases;
mod names;
mod phrases;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, AhoCorasickKind, MatchKind};

use crate::receipt::vocabulary::vocabulary;
use crate::receipt::{NotUsefulReason, Vocabulary};

vocabulary! {
    /// The reasons that a marker phrase can give, in the order in which they are checked.
    WallReason is "marker reason" {
        BotCheck = "bot_check": "Proof of being human is asked for, or robots are refused.",
        LoginWall = "login_wall": "The content is withheld until the reader signs in or subscribes.",
        ConsentWall = "consent_wall": "The content is withheld until the reader agrees.",
        JavascriptRequired = "javascript_required": "The content appears only when scripts run.",
        ErrorPage = "error_page": "An error or placeholder stands in for the content.",
    }
}

impl From<WallReason> for NotUsefulReason {
    fn from(wall: WallReason) -> Self {
        match wall {
            WallReason::BotCheck => Self::BotCheck,
            WallReason::LoginWall => Self::LoginWall,
            WallReason::ConsentWall => Self::ConsentWall,
            WallReason::JavascriptRequired => Self::JavascriptRequired,
            WallReason::ErrorPage => Self::ErrorPage,
        }
    }
}

/// One phrase found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkerHit {
    /// What the phrase speaks for.
    pub reason: WallReason,
    /// Index into [`MarkerSet::phrases`].
    pub phrase: usize,
    /// Byte range in the normalised text.
    pub start: usize,
    /// Its end, exclusive.
    pub end: usize,
}

/// Phrases by reason, ready to search. Cheap to clone.
#[derive(Clone, Debug)]
pub struct MarkerSet {
    phrases: Arc<[(WallReason, String)]>,
    search: Option<Arc<AhoCorasick>>,
    /// Reasons whose built-in list is in force.
    built_in: Walls,
}

impl Default for MarkerSet {
    /// The built-in phrases.
    fn default() -> Self {
        static STANDARD: LazyLock<MarkerSet> = LazyLock::new(|| MarkerSet::overlay(&[]));
        STANDARD.clone()
    }
}

impl MarkerSet {
    /// The built-in phrases, where each reason that is named here has the list given here instead. Phrases are
    /// normalised; empty ones are dropped.
    pub fn overlay(named: &[(WallReason, Vec<String>)]) -> Self {
        let mut phrases: Vec<(WallReason, String)> = Vec::new();
        let mut built_in = Walls::default();
        for reason in WallReason::ALL {
            if let Some((_, list)) = named.iter().rev().find(|(name, _)| name == reason) {
                phrases.extend(list.iter().map(|phrase| (*reason, normalise(phrase))));
            } else {
                phrases.extend(Self::built_in(*reason).iter().map(|phrase| (*reason, normalise(phrase))));
                built_in.insert(*reason);
            }
        }
        Self { built_in, ..Self::new(phrases) }
    }

    /// Exactly these phrases, in the order of the vocabulary.
    pub fn new(mut phrases: Vec<(WallReason, String)>) -> Self {
        phrases.retain(|(_, phrase)| !phrase.is_empty());
        phrases.sort_by_key(|(reason, _)| *reason);
        let mut builder = AhoCorasickBuilder::new();
        builder.match_kind(MatchKind::LeftmostFirst);
        // The built-in lists are worth the larger automaton; a user's own may be of any size.
        if phrases.len() < 2_000 {
            builder.kind(Some(AhoCorasickKind::DFA));
        }
        // None beyond some gigabytes of phrases, which no file of ours can hold.
        let search = builder.build(phrases.iter().map(|(_, phrase)| phrase)).ok().map(Arc::new);
        Self { phrases: phrases.into(), search, built_in: Walls::default() }
    }

    /// The built-in phrases of a reason.
    pub fn built_in(reason: WallReason) -> &'static [&'static str] {
        match reason {
            WallReason::BotCheck => phrases::BOT_CHECK,
            WallReason::LoginWall => phrases::LOGIN_WALL,
            WallReason::ConsentWall => phrases::CONSENT_WALL,
            WallReason::JavascriptRequired => phrases::JAVASCRIPT_REQUIRED,
            WallReason::ErrorPage => phrases::ERROR_PAGE,
        }
    }

    /// All phrases with their reasons, in vocabulary order.
    pub fn phrases(&self) -> &[(WallReason, String)] {
        &self.phrases
    }

    /// Finds phrases in text that is already normalised, leftmost first, without overlaps.
    pub fn find<'t>(&'t self, normal: &'t str) -> impl Iterator<Item = MarkerHit> + 't {
        let found = self.search.iter().flat_map(move |search| search.find_iter(normal));
        found.filter_map(|found| {
            let phrase = found.pattern().as_usize();
            let (reason, _) = self.phrases.get(phrase)?;
            Some(MarkerHit { reason: *reason, phrase, start: found.start(), end: found.end() })
        })
    }

    /// The reasons that a search hit gives: whose phrases stand in its title or snippet, or whose name its title, a
    /// segment of it, or the first sentence of its snippet is. A name that was asked for, such as "404 not found", is
    /// what the reader wants.
    pub fn found_in_hit(&self, title: &str, snippet: &str, was_asked_for: impl Fn(&str) -> bool) -> Walls {
        let (title, snippet) = (normalise(title), normalise(snippet));
        let mut found = self.phrases_in(&title);
        found.extend(self.phrases_in(&snippet));
        let first_sentence = snippet.split(['.', '!', '?']).next().unwrap_or_default().trim();
        for name in title_segments(&title).chain([first_sentence]) {
            if let Some(reason) = named(name).and_then(Named::wall)
                && self.built_in.contains(reason)
                && !was_asked_for(name)
            {
                found.insert(reason);
            }
        }
        found
    }

    /// All reasons whose phrases stand in a normalised text, overlapping ones too.
    fn phrases_in(&self, normal: &str) -> Walls {
        let mut found = Walls::default();
        // Which reasons there are is asked only when there is one.
        if self.search.as_ref().is_some_and(|search| search.is_match(normal)) {
            for (reason, phrase) in self.phrases.iter() {
                if normal.contains(phrase.as_str()) {
                    found.insert(*reason);
                }
            }
        }
        if HIT_PHRASES.any.as_ref().is_some_and(|any| any.is_match(normal)) {
            for (reason, list) in &HIT_PHRASES.lists {
                if self.built_in.contains(*reason) && list.iter().any(|phrase| normal.contains(phrase)) {
                    found.insert(*reason);
                }
            }
        }
        found
    }
}

/// The built-in phrases for hits only.
struct HitPhrases {
    lists: [(WallReason, &'static [&'static str]); 5],
    any: Option<AhoCorasick>,
}

static HIT_PHRASES: LazyLock<HitPhrases> = LazyLock::new(|| {
    let lists = [
        (WallReason::BotCheck, hit_phrases::BOT_CHECK),
        (WallReason::LoginWall, hit_phrases::LOGIN_WALL),
        (WallReason::ConsentWall, hit_phrases::CONSENT_WALL),
        (WallReason::JavascriptRequired, hit_phrases::JAVASCRIPT_REQUIRED),
        (WallReason::ErrorPage, hit_phrases::ERROR_PAGE),
    ];
    let phrases = lists.iter().flat_map(|(_, list)| list.iter());
    HitPhrases { any: AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(phrases).ok(), lists }
});

/// A set of wall reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walls(u8);

impl Walls {
    fn bit(reason: WallReason) -> u8 {
        match reason {
            WallReason::BotCheck => 1,
            WallReason::LoginWall => 2,
            WallReason::ConsentWall => 4,
            WallReason::JavascriptRequired => 8,
            WallReason::ErrorPage => 16,
        }
    }

    /// Adds one reason.
    pub fn insert(&mut self, reason: WallReason) {
        self.0 |= Self::bit(reason);
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Is this one of them?
    pub fn contains(self, reason: WallReason) -> bool {
        self.0 & Self::bit(reason) != 0
    }

    /// Is there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first in the order of the vocabulary.
    pub fn first(self) -> Option<WallReason> {
        WallReason::ALL.iter().copied().find(|reason| self.contains(*reason))
    }
}

/// Lower case, straight quotes, single spaces.
pub fn normalise(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normalise_into(word, &mut normal);
    }
    normal
}

/// Appends `text`, whose white space is already single, in lower case and with straight quotes.
pub fn normalise_into(text: &str, out: &mut String) {
    if text.is_ascii() {
        let from = out.len();
        out.push_str(text);
        if let Some(tail) = out.get_mut(from..) {
            tail.make_ascii_lowercase();
        }
        return;
    }
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => out.push(c.to_ascii_lowercase()),
            '’' | '‘' | '´' => out.push('\''),
            '“' | '”' | '„' => out.push('"'),
            '\u{a0}' | '\u{202f}' | '\u{3000}' => out.push(' '),
            '\u{3040}'..='\u{d7ff}' => out.push(c),
            'İ' => out.push('i'),
            _ => out.extend(c.to_lowercase()),
        }
    }
}

/// The parts of a page that are compared with names as wholes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A challenge or a refusal of robots.
    Bot,
    /// A sign-in page or paywall.
    Login,
    /// A consent page.
    Consent,
    /// A page that asks for scripts.
    Javascript,
    /// An error or placeholder.
    Error,
    /// A result list without results.
    Empty,
}

impl Named {
    /// In vocabulary order, the empty list last.
    pub const ALL: [Self; 6] =
        [Self::Bot, Self::Login, Self::Consent, Self::Javascript, Self::Error, Self::Empty];

    /// The wall of that name; an empty result list is none.
    pub fn wall(self) -> Option<WallReason> {
        match self {
            Self::Bot => Some(WallReason::BotCheck),
            Self::Login => Some(WallReason::LoginWall),
            Self::Consent => Some(WallReason::ConsentWall),
            Self::Javascript => Some(WallReason::JavascriptRequired),
            Self::Error => Some(WallReason::ErrorPage),
            Self::Empty => None,
        }
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Bot => names::BOT_CHECK,
            Self::Login => names::LOGIN_WALL,
            Self::Consent => names::CONSENT_WALL,
            Self::Javascript => names::JAVASCRIPT_REQUIRED,
            Self::Error => names::ERROR_PAGE,
            Self::Empty => names::EMPTY_RESULT,
        }
    }
}

struct Names {
    whole: HashMap<&'static str, Named>,
    globs: Vec<(&'static str, Named)>,
    /// Sign-in labels, then consent labels.
    labels: Option<AhoCorasick>,
    challenge: Option<AhoCorasick>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names { whole: HashMap::new(), globs: Vec::new(), labels: None, challenge: None };
    for named in Named::ALL {
        for name in named.names() {
            if name.contains(['*', '?']) && name.len() > 1 && name.contains('*') {
                names.globs.push((name, named));
            } else {
                names.whole.entry(name).or_insert(named);
            }
        }
    }
    let labels = names::LOGIN_LABELS.iter().chain(names::CONSENT_LABELS);
    names.labels = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(labels).ok();
    names.challenge = AhoCorasick::new(fingerprints::CHALLENGE).ok();
    names
});

/// What a whole title segment or heading, normalised, is the name of.
pub fn named(normal: &str) -> Option<Named> {
    if normal.len() > 120 || normal.is_empty() {
        return None;
    }
    let bare = normal.trim_end_matches(['.', ':', ' ']);
    let whole = NAMES.whole.get(normal).or_else(|| NAMES.whole.get(bare));
    whole.copied().or_else(|| {
        NAMES
            .globs
            .iter()
            .find(|(glob, _)| is_short_sentence(normal) && glob_matches(glob, normal))
            .map(|(_, named)| *named)
    })
}

/// How many labels of sign-in pages and of consent notices a short block is made of. Buttons that stand side by side
/// are one block ("Accept all Reject all"); a sentence that only mentions them is no label.
pub fn labels(normal: &str) -> [u32; 2] {
    const MAX_BLOCK_BYTES: usize = 160;
    let mut counts = [0, 0];
    if normal.len() > MAX_BLOCK_BYTES {
        return counts;
    }
    let Some(search) = &NAMES.labels else {
        return counts;
    };
    let mut covered = 0;
    for found in search.find_iter(normal).filter(|found| is_whole(normal, found.start(), found.end())) {
        covered += found.len();
        let of_login = found.pattern().as_usize() < names::LOGIN_LABELS.len();
        counts[usize::from(!of_login)] += 1;
    }
    if covered * 3 >= normal.len() * 2 { counts } else { [0, 0] }
}

/// Does a match end where words end? Scripts without spaces have no such borders.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let glued = |c: Option<char>| {
        c.is_some_and(|c| c.is_alphanumeric() && crate::validator::weight::char_weight(c) == 1)
    };
    let before = text.get(..start).and_then(|text| text.chars().next_back());
    let after = text.get(end..).and_then(|text| text.chars().next());
    !glued(before) && !glued(after)
}

/// Does a script carry a challenge's fingerprint?
pub fn challenge_fingerprints(script: &[u8]) -> usize {
    NAMES.challenge.as_ref().map_or(0, |search| search.find_iter(script).take(8).count())
}

/// The segments of a normalised title, and the title itself. After a colon only the last part counts: "Error: page not
/// found" is an error, "Page not found: a history" is about one.
pub fn title_segments(normal: &str) -> impl Iterator<Item = &str> {
    const BREAKS: [&str; 14] =
        [" | ", "|", "｜", " - ", " – ", " — ", " · ", " • ", " » ", " :: ", " › ", " > ", " « ", "_"];
    let mut parts = vec![normal];
    for mark in BREAKS {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    let whole = (parts.len() > 1).then_some(normal);
    let after_colon = |part: &'_ str| part.rfind(": ").map(|at| at + 2);
    let tails: Vec<&str> = parts.iter().filter_map(|part| part.get(after_colon(part)?..)).collect();
    whole.into_iter().chain(parts).chain(tails).map(str::trim)
}

/// Does a phrase make up a title segment or heading, rather than stand quoted in a longer one?
pub fn speaks_for_itself(text: &str, hit: &MarkerHit) -> bool {
    let quoted = text.starts_with(['"', '\'', '«', '「', '『', '»', '‹', '„']);
    !quoted && (hit.end - hit.start) * 2 >= text.len()
}

/// A name may go on for a few words, but not for a second sentence or a question.
fn is_short_sentence(normal: &str) -> bool {
    normal.chars().count() <= 60 && !normal.contains(". ") && !normal.contains(": ")
}

/// `*` stands for any text, `?` for any character.
fn glob_matches(glob: &str, text: &str) -> bool {
    let mut pieces = glob.split('*');
    let Some(mut rest) = pieces.next().and_then(|first| strip_start(text, first)) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else {
        return rest.is_empty();
    };
    for piece in middle {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn strip_start<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    if !start.contains('?') {
        return text.strip_prefix(start);
    }
    let mut rest = text.chars();
    for wanted in start.chars() {
        let c = rest.next()?;
        if wanted != '?' && wanted != c {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls(markers: &MarkerSet, title: &str, snippet: &str) -> Option<WallReason> {
        markers.found_in_hit(title, snippet, |_| false).first()
    }

    #[test]
    fn phrases_are_compared_without_case_space_or_typography() {
        let markers = MarkerSet::default();
        assert_eq!(walls(&markers, "", "Verify  you\nare HUMAN to go on"), Some(WallReason::BotCheck));
        assert_eq!(
            walls(&markers, "", "The page you\u{2019}re looking for has moved"),
            Some(WallReason::ErrorPage)
        );
        assert_eq!(walls(&markers, "How a captcha works", "And how log-in forms are built."), None);
    }

    #[test]
    fn a_name_is_a_wall_where_it_stands_alone_and_was_not_asked_for() {
        let markers = MarkerSet::default();
        assert_eq!(walls(&markers, "404 Not Found", ""), Some(WallReason::ErrorPage));
        assert_eq!(walls(&markers, "Access denied | Example", ""), Some(WallReason::BotCheck));
        assert_eq!(walls(&markers, "", "404 Not Found. nginx"), Some(WallReason::ErrorPage));
        assert_eq!(walls(&markers, "Fixing 404 not found in nginx", "Why 404 not found is served."), None);
        assert!(markers.found_in_hit("404 Not Found", "", |_| true).is_empty());
    }

    #[test]
    fn naming_a_reason_replaces_its_list_and_no_other() {
        let own = vec![(WallReason::ErrorPage, vec!["Knock twice".to_owned()])];
        let markers = MarkerSet::overlay(&own);
        assert_eq!(walls(&markers, "", "knock TWICE"), Some(WallReason::ErrorPage));
        assert_eq!(walls(&markers, "404 Not Found", "The page you are looking for is gone."), None);
        assert_eq!(walls(&markers, "", "verify you are human"), Some(WallReason::BotCheck));
    }

    #[test]
    fn overlapping_phrases_all_count() {
        let own = vec![
            (WallReason::LoginWall, vec!["sign in now".to_owned()]),
            (WallReason::BotCheck, vec!["in now please".to_owned()]),
        ];
        assert_eq!(walls(&MarkerSet::overlay(&own), "", "sign in now please"), Some(WallReason::BotCheck));
    }

    #[test]
    fn an_empty_list_switches_a_reason_off() {
        let none: Vec<_> = WallReason::ALL.iter().map(|reason| (*reason, Vec::new())).collect();
        assert_eq!(walls(&MarkerSet::overlay(&none), "404 not found", "verify you are human"), None);
    }
}
