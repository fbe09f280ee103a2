//! Names of walls and errors: what a title segment, heading or button is as a whole, rather than what it contains.

use std::collections::HashMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::labels as buttons;
use super::{MarkerHit, WallReason, fingerprints, names};

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
    /// The longest literal piece of each glob: a text without any of them matches none.
    glob_pieces: Option<AhoCorasick>,
    /// Sign-in labels, then consent labels.
    labels: Option<AhoCorasick>,
    challenge: Option<AhoCorasick>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names =
        Names { whole: HashMap::new(), globs: Vec::new(), glob_pieces: None, labels: None, challenge: None };
    for named in Named::ALL {
        for name in named.names() {
            if name.contains(['*', '?']) && name.len() > 1 && name.contains('*') {
                names.globs.push((name, named));
            } else {
                names.whole.entry(name).or_insert(named);
            }
        }
    }
    let pieces = names.globs.iter().map(|(glob, _)| longest_piece(glob));
    names.glob_pieces = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(pieces).ok();
    let labels = buttons::LOGIN_LABELS.iter().chain(buttons::CONSENT_LABELS);
    names.labels = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(labels).ok();
    names.challenge = AhoCorasick::new(fingerprints::CHALLENGE).ok();
    names
});

/// Sixty characters of four bytes, the most that [`is_short_sentence`] lets through.
const MAX_GLOB_BYTES: usize = 240;

/// What a whole title segment or heading, normalised, is the name of.
pub fn named(normal: &str) -> Option<Named> {
    if normal.len() > 120 || normal.is_empty() {
        return None;
    }
    let bare = normal.trim_end_matches(['.', ':', ' ']);
    let whole = NAMES.whole.get(normal).or_else(|| NAMES.whole.get(bare));
    if let Some(named) = whole {
        return Some(*named);
    }
    if normal.len() > MAX_GLOB_BYTES {
        return None;
    }
    let may_match = NAMES.glob_pieces.as_ref().is_none_or(|pieces| pieces.is_match(normal));
    if !may_match || !is_short_sentence(normal) {
        return None;
    }
    NAMES.globs.iter().find(|(glob, _)| glob_matches(glob, normal)).map(|(_, named)| *named)
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
        let of_login = found.pattern().as_usize() < buttons::LOGIN_LABELS.len();
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
    for mark in BREAKS.iter().filter(|mark| normal.contains(**mark)) {
        parts = parts.into_iter().flat_map(|part| part.split(*mark)).collect();
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

/// The longest stretch of a glob that stands for itself.
fn longest_piece(glob: &str) -> &str {
    glob.split(['*', '?']).max_by_key(|piece| piece.len()).unwrap_or_default()
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
