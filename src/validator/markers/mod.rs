//! Marker phrases: what walls and error pages say, found in page text and search hits alike.
//!
//! [`MarkerSet`] holds the phrases by reason, which a user may replace; `names` holds what is compared for equality on
//! pages only. Text is normalised once ([`normalise_into`]) and then searched once for all phrases together.

mod fingerprints;
mod hit_phrases;
mod labels;
mod names;
mod naming;
mod normal;
mod page_only;
mod phrases;
mod walls;

use std::collections::HashSet;
use std::sync::{Arc, LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, AhoCorasickKind, MatchKind};

use crate::receipt::vocabulary::vocabulary;
use crate::receipt::{NotUsefulReason, Vocabulary as _};
pub use naming::{Named, challenge_fingerprints, labels, named, speaks_for_itself, title_segments};
pub use normal::{normalise, normalise_into};
pub use walls::Walls;

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

/// Phrases by reason, ready to search. Cheap to clone, and built when first used.
#[derive(Clone, Debug)]
pub struct MarkerSet(Arc<Lists>);

#[derive(Debug, Default)]
struct Lists {
    /// Those of a page.
    phrases: Vec<(WallReason, String)>,
    /// Those of a search hit.
    of_hits: Vec<(WallReason, String)>,
    /// Reasons whose built-in list is in force.
    built_in: Walls,
    in_pages: OnceLock<Option<AhoCorasick>>,
    in_hits: OnceLock<Option<AhoCorasick>>,
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
        let mut lists = Lists::default();
        for reason in WallReason::ALL {
            if let Some((_, list)) = named.iter().rev().find(|(name, _)| name == reason) {
                let own = list.iter().map(|phrase| (*reason, normalise(phrase)));
                lists.phrases.extend(own.clone());
                lists.of_hits.extend(own);
            } else {
                lists.built_in.insert(*reason);
                let own = Self::built_in(*reason).iter().map(|phrase| (*reason, (*phrase).to_owned()));
                lists.phrases.extend(own);
                lists.of_hits.extend(built_in_of_hits(*reason).map(|phrase| (*reason, phrase.to_owned())));
            }
        }
        lists.phrases.retain(|(_, phrase)| !phrase.is_empty());
        lists.of_hits.retain(|(_, phrase)| !phrase.is_empty());
        Self(Arc::new(lists))
    }

    /// Exactly these phrases, for pages and hits alike, in the order of the vocabulary.
    pub fn new(mut phrases: Vec<(WallReason, String)>) -> Self {
        phrases.retain(|(_, phrase)| !phrase.is_empty());
        phrases.sort_by_key(|(reason, _)| *reason);
        Self(Arc::new(Lists { of_hits: phrases.clone(), phrases, ..Lists::default() }))
    }

    /// The built-in phrases of a reason, as a page is searched for them.
    pub fn built_in(reason: WallReason) -> &'static [&'static str] {
        match reason {
            WallReason::BotCheck => phrases::BOT_CHECK,
            WallReason::LoginWall => phrases::LOGIN_WALL,
            WallReason::ConsentWall => phrases::CONSENT_WALL,
            WallReason::JavascriptRequired => phrases::JAVASCRIPT_REQUIRED,
            WallReason::ErrorPage => phrases::ERROR_PAGE,
        }
    }

    /// All phrases of pages with their reasons, in vocabulary order.
    pub fn phrases(&self) -> &[(WallReason, String)] {
        &self.0.phrases
    }

    /// Finds phrases in text that is already normalised, leftmost first, without overlaps.
    pub fn find<'t>(&'t self, normal: &'t str) -> impl Iterator<Item = MarkerHit> + 't {
        let search = self.0.in_pages.get_or_init(|| fast_search(&self.0.phrases));
        let found = search.iter().flat_map(move |search| search.find_iter(normal));
        found.filter_map(|found| {
            let phrase = found.pattern().as_usize();
            let (reason, _) = self.0.phrases.get(phrase)?;
            Some(MarkerHit { reason: *reason, phrase, start: found.start(), end: found.end() })
        })
    }

    /// The reasons that a search hit gives: whose phrases stand in its title or snippet, or whose name its title, a
    /// segment of it, or the first sentence of its snippet is. A name that was asked for, such as "404 not found", is
    /// what the reader wants.
    pub fn found_in_hit(&self, title: &str, snippet: &str, was_asked_for: impl Fn(&str) -> bool) -> Walls {
        // One search for both: no phrase has a line feed in it.
        let mut text = String::with_capacity(title.len() + snippet.len() + 1);
        normal::append(title, &mut text);
        let title_end = text.len();
        text.push('\n');
        normal::append(snippet, &mut text);
        let mut found = self.hit_phrases_in(&text);
        let (title, snippet) = (&text[..title_end], &text[title_end + 1..]);
        let first_sentence = snippet.split(['.', '!', '?']).next().unwrap_or_default().trim();
        for name in title_segments(title).chain([first_sentence]) {
            if let Some(reason) = named(name).and_then(Named::wall)
                && self.0.built_in.contains(reason)
                && !was_asked_for(name)
            {
                found.insert(reason);
            }
        }
        found
    }

    /// All reasons whose phrases stand in a normalised text, overlapping ones too.
    fn hit_phrases_in(&self, normal: &str) -> Walls {
        let mut found = Walls::default();
        let search = self.0.in_hits.get_or_init(|| cheap_search(&self.0.of_hits));
        // Which reasons there are is asked only when there is one.
        if search.as_ref().is_some_and(|search| search.is_match(normal)) {
            for (reason, phrase) in &self.0.of_hits {
                if normal.contains(phrase.as_str()) {
                    found.insert(*reason);
                }
            }
        }
        found
    }
}

/// The built-in phrases of a reason that a hit is searched for.
fn built_in_of_hits(reason: WallReason) -> impl Iterator<Item = &'static str> {
    let own = match reason {
        WallReason::BotCheck => hit_phrases::BOT_CHECK,
        WallReason::LoginWall => hit_phrases::LOGIN_WALL,
        WallReason::ConsentWall => hit_phrases::CONSENT_WALL,
        WallReason::JavascriptRequired => hit_phrases::JAVASCRIPT_REQUIRED,
        WallReason::ErrorPage => hit_phrases::ERROR_PAGE,
    };
    let page_only = |phrase: &&&str| !PAGE_ONLY_SET.contains(**phrase);
    MarkerSet::built_in(reason).iter().filter(page_only).chain(own).copied()
}

static PAGE_ONLY_SET: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| page_only::PAGE_ONLY.iter().copied().collect());

/// For whole pages: slow to build, fast to search. A user's own lists may be of any size, where a DFA would not fit.
fn fast_search(phrases: &[(WallReason, String)]) -> Option<AhoCorasick> {
    let kind = (phrases.len() < 2_000).then_some(AhoCorasickKind::DFA);
    search(phrases, kind)
}

/// For hits, which are short: a run over hit lists must not pay for an automaton that only pages are worth.
fn cheap_search(phrases: &[(WallReason, String)]) -> Option<AhoCorasick> {
    search(phrases, Some(AhoCorasickKind::ContiguousNFA))
}

/// None beyond some gigabytes of phrases, which no file of ours can hold.
fn search(phrases: &[(WallReason, String)], kind: Option<AhoCorasickKind>) -> Option<AhoCorasick> {
    let mut builder = AhoCorasickBuilder::new();
    builder.match_kind(MatchKind::LeftmostFirst).kind(kind);
    builder.build(phrases.iter().map(|(_, phrase)| phrase)).ok()
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

    #[test]
    fn built_in_phrases_are_written_as_they_are_compared() {
        let of_pages = WallReason::ALL.iter().flat_map(|reason| MarkerSet::built_in(*reason));
        let of_hits: Vec<_> = WallReason::ALL.iter().flat_map(|reason| built_in_of_hits(*reason)).collect();
        for phrase in of_pages.chain(&of_hits).chain(page_only::PAGE_ONLY) {
            assert_eq!(*phrase, normalise(phrase));
        }
    }

    #[test]
    fn every_page_only_phrase_is_a_built_in_one() {
        let all: HashSet<_> =
            WallReason::ALL.iter().flat_map(|reason| MarkerSet::built_in(*reason)).collect();
        let strays: Vec<_> = page_only::PAGE_ONLY.iter().filter(|phrase| !all.contains(phrase)).collect();
        assert!(strays.is_empty(), "{strays:?}");
    }

    #[test]
    fn a_hit_may_speak_of_walls() {
        let markers = MarkerSet::default();
        for snippet in [
            "Почему сайты просят подтвердить, что вы не робот: разбираем работу капчи.",
            "The harbour bridge page is under construction; the city says a second site is under construction too.",
            "Dieses Diagrammpaket benötigt JavaScript ab Version ES2019.",
            "If an error has occurred, the function returns None and sets errno.",
        ] {
            assert_eq!(walls(&markers, "", snippet), None, "{snippet}");
        }
    }
}
