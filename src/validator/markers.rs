//! Marker phrases: sentences that walls, challenges and error pages are made of, as data.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, MatchKind};

use super::terms::fold;
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

/// The phrases of each reason, ready to be looked for.
#[derive(Clone)]
pub struct Markers {
    lists: Arc<[(WallReason, Vec<String>)]>,
    // Says quickly that there is nothing; which reasons there are is asked only when there is something.
    any: Option<Arc<AhoCorasick>>,
}

impl Markers {
    /// The default phrases.
    pub fn standard() -> Self {
        static STANDARD: std::sync::LazyLock<Markers> = std::sync::LazyLock::new(|| Markers::overlay(&[]));
        STANDARD.clone()
    }

    /// The default phrases, where each reason that is named here has the list given here instead.
    pub fn overlay(named: &[(WallReason, Vec<String>)]) -> Self {
        let list = |reason: &WallReason| {
            let own = named.iter().rev().find(|(name, _)| name == reason);
            let phrases = match own {
                Some((_, phrases)) => phrases.iter().map(|phrase| plain(phrase).into_owned()).collect(),
                None => standard(*reason).iter().map(|phrase| plain(phrase).into_owned()).collect(),
            };
            (*reason, phrases)
        };
        let lists: Arc<[(WallReason, Vec<String>)]> = WallReason::ALL.iter().map(list).collect();
        let phrases = || lists.iter().flat_map(|(_, phrases)| phrases);
        // A list too large for an automaton is still searched, phrase by phrase.
        let any = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(phrases()).ok();
        Self { any: any.map(Arc::new), lists }
    }

    /// The reasons whose phrases stand in a text.
    pub fn found_in(&self, text: &str) -> Walls {
        let text = plain(text);
        let mut found = Walls::default();
        if self.any.as_ref().is_some_and(|any| !any.is_match(text.as_ref())) {
            return found;
        }
        for (reason, phrases) in self.lists.iter() {
            if phrases.iter().any(|phrase| text.contains(phrase.as_str())) {
                found.insert(*reason);
            }
        }
        found
    }

    /// The phrases of a reason, folded as they are compared.
    pub fn phrases(&self, reason: WallReason) -> &[String] {
        self.lists.iter().find(|(name, _)| *name == reason).map_or(&[], |(_, phrases)| phrases)
    }
}

impl fmt::Debug for Markers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.lists.iter().map(|(reason, phrases)| (reason, phrases))).finish()
    }
}

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

    /// Is there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first in the order of the vocabulary.
    pub fn first(self) -> Option<WallReason> {
        WallReason::ALL.iter().copied().find(|reason| self.0 & Self::bit(*reason) != 0)
    }
}

/// A text as phrases are compared: case folded, white space collapsed, typographic apostrophes made plain.
pub fn plain(text: &str) -> Cow<'_, str> {
    let folded = fold(text);
    let is_plain = if folded.is_ascii() {
        let bytes = folded.as_bytes();
        !bytes.iter().any(|byte| matches!(byte, b'\t'..=b'\r')) && !bytes.windows(2).any(|pair| pair == b"  ")
    } else {
        let needs_work = |c: char| c == '\u{2019}' || (c.is_whitespace() && c != ' ');
        !folded.contains(needs_work) && !folded.contains("  ")
    };
    if is_plain {
        return folded;
    }
    let mut plain = String::with_capacity(folded.len());
    let mut after_space = false;
    for c in folded.chars() {
        if c.is_whitespace() {
            if !after_space {
                plain.push(' ');
            }
        } else {
            plain.push(if c == '\u{2019}' { '\'' } else { c });
        }
        after_space = c.is_whitespace();
    }
    Cow::Owned(plain)
}

/// The default phrases of a reason: whole sentences of such pages, never a bare topic word, since an article about
/// captchas is no captcha.
fn standard(reason: WallReason) -> &'static [&'static str] {
    match reason {
        WallReason::BotCheck => &[
            "verify you are human",
            "verify that you are human",
            "verifying you are human",
            "confirm you are human",
            "prove you are human",
            "are you a robot?",
            "i'm not a robot",
            "i am not a robot",
            "you are not a robot",
            "you're not a robot",
            "checking your browser before",
            "checking if the site connection is secure",
            "just a moment...",
            "attention required!",
            "one more step",
            "unusual traffic from your",
            "automated access to this",
            "complete the security check",
            "complete the captcha",
            "solve the captcha",
            "enter the characters you see",
            "pardon our interruption",
            "access denied",
            "access to this page has been denied",
            "you have been blocked",
            "request unsuccessful. incapsula",
            "too many requests",
            "ddos protection by",
        ],
        WallReason::LoginWall => &[
            "sign in to continue",
            "log in to continue",
            "login to continue",
            "please sign in to",
            "please log in to",
            "please login to",
            "you must be logged in",
            "you must log in",
            "you need to log in",
            "you need to sign in",
            "you need to be logged in",
            "sign in to view",
            "log in to view",
            "sign in to read",
            "log in to read",
            "sign in to your account to",
            "sign up to continue reading",
            "register to continue reading",
            "subscribe to continue reading",
            "subscribe to read",
            "subscribe to keep reading",
            "to continue reading, subscribe",
            "this article is for subscribers",
            "this content is for subscribers",
            "this content is for members",
            "already a subscriber? sign in",
            "already a subscriber? log in",
            "create a free account to continue",
            "members only",
        ],
        WallReason::ConsentWall => &[
            "before you continue to",
            "we value your privacy",
            "we and our partners store",
            "accept all cookies",
            "accept cookies to continue",
            "manage your cookie preferences",
            "your cookie choices",
            "by clicking accept all",
            "by clicking \"accept all\"",
            "consent to the use of cookies",
            "please accept our use of cookies",
        ],
        WallReason::JavascriptRequired => &[
            "please enable javascript",
            "enable javascript to",
            "enable javascript and cookies",
            "javascript is disabled",
            "javascript is required",
            "requires javascript",
            "javascript to run this app",
            "without javascript enabled",
            "your browser does not support javascript",
            "turn on javascript",
        ],
        WallReason::ErrorPage => &[
            "404 not found",
            "error 404",
            "page not found",
            "page you requested could not be found",
            "page you are looking for",
            "page you're looking for",
            "page cannot be found",
            "page can't be found",
            "page does not exist",
            "page doesn't exist",
            "this page isn't available",
            "403 forbidden",
            "410 gone",
            "500 internal server error",
            "internal server error",
            "502 bad gateway",
            "503 service unavailable",
            "service temporarily unavailable",
            "504 gateway time-out",
            "504 gateway timeout",
            "down for maintenance",
            "undergoing scheduled maintenance",
            "this domain is for sale",
            "this domain may be for sale",
            "domain is parked",
            "something went wrong. please try again",
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_compared_without_case_space_or_typography() {
        let markers = Markers::standard();
        let wall = |text| markers.found_in(text).first();
        assert_eq!(wall("Verify  you\nare HUMAN to go on"), Some(WallReason::BotCheck));
        assert_eq!(wall("The page you\u{2019}re looking for has moved"), Some(WallReason::ErrorPage));
        assert_eq!(wall("How a captcha works, and how log-in forms are built"), None);
    }

    #[test]
    fn naming_a_reason_replaces_its_list_and_no_other() {
        let own = vec![(WallReason::BotCheck, vec!["Knock twice".to_owned()])];
        let markers = Markers::overlay(&own);
        assert_eq!(markers.found_in("knock TWICE").first(), Some(WallReason::BotCheck));
        assert!(markers.found_in("verify you are human").is_empty());
        assert_eq!(markers.found_in("404 not found").first(), Some(WallReason::ErrorPage));
    }

    #[test]
    fn overlapping_phrases_all_count() {
        let own = vec![
            (WallReason::LoginWall, vec!["sign in now".to_owned()]),
            (WallReason::BotCheck, vec!["in now please".to_owned()]),
        ];
        assert_eq!(Markers::overlay(&own).found_in("sign in now please").first(), Some(WallReason::BotCheck));
    }

    #[test]
    fn an_empty_list_switches_a_reason_off() {
        let none: Vec<_> = WallReason::ALL.iter().map(|reason| (*reason, Vec::new())).collect();
        assert!(Markers::overlay(&none).found_in("404 not found").is_empty());
    }
}
