//! How much speaks for each wall, and where it stands.
//!
//! The evidence for a reason is a sum of points, each given once:
//!
//! | points | for |
//! |---|---|
//! | 3 | the title, or a segment of it, is the wall's name, or says one of its phrases |
//! | 3 | a main heading (the first two, and any `h1`) is the wall's name, or says one of its phrases |
//! | 2 | text outside chrome says a phrase, or a short line is a bot check's or error's name; 1 more for a second |
//! | 1 | chrome says a phrase (not for consent: see the rule `notice_alone`) |
//! | 2 | bot check: a challenge script; login: a password field that is shown; script: `noscript` says a phrase |
//! | 1 | login: a label ("forgot password"), JSON-LD says "not free"; consent: two labels; script: an empty root |
//!
//! A name all of whose terms stand in the query is no evidence: a page called "404 Not Found" is what a
//! reader who asks
//! for "http 404 not found" wants.

use super::{Feature, Features};
use crate::receipt::Vocabulary as _;
use crate::validator::markers::{self, MarkerSet, Named, WallReason};
use crate::validator::page::{PageText, Place};
use crate::validator::terms::{each_term, query_terms};

/// Text around a marker that is counted to the wall, in normalised bytes on either side.
const AROUND_MARKER: u32 = 300;

/// Up to this length a line of text may be the page's name.
const SHORT_LINE_BYTES: usize = 60;

/// One marker where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerPlace {
    /// What the marker speaks for.
    pub reason: WallReason,
    /// The phrase or name, normalised.
    pub phrase: String,
    /// Where it counts: a phrase quoted in a heading counts as text.
    pub place: Place,
    /// Script-aware characters of visible text before the part that it stands in.
    pub before: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    title: u32,
    heading: u32,
    body: u32,
    chrome: u32,
    noscript: u32,
    labels: u32,
}

#[derive(Debug, Default)]
struct Tally {
    counts: [Counts; 5],
    empty_named: bool,
    beside_markers: u32,
    places: Option<Vec<MarkerPlace>>,
    /// The query's terms: a name that was asked for is no evidence.
    asked: Vec<String>,
}

/// Where each marker stands, for an explanation.
pub fn marker_places(page: &PageText, query: &str, markers: &MarkerSet) -> Vec<MarkerPlace> {
    let mut tally = Tally { asked: query_terms(query), places: Some(Vec::new()), ..Tally::default() };
    tally.read(page, markers);
    tally.places.unwrap_or_default()
}

/// Fills in the marker features.
pub(super) fn measure(page: &PageText, query: &str, markers: &MarkerSet, features: &mut Features) {
    let mut tally = Tally { asked: query_terms(query), ..Tally::default() };
    tally.read(page, markers);
    features.challenge_scripts = markers::challenge_fingerprints(&page.script_text) as f64;
    features.empty_named = f64::from(u8::from(tally.empty_named));
    features.plain_chars = (features.main_chars - f64::from(tally.beside_markers)).max(0.0);
    write_counts(&tally, features);
    let [bot, login, consent, javascript, error] = tally.counts.map(base_points);
    features.bot_evidence = bot + if features.challenge_scripts >= 1.0 { 2.0 } else { 0.0 };
    let password = if features.password_shown >= 1.0 { 2.0 } else { 0.0 };
    features.login_evidence = login + password + features.login_labels.min(1.0) + features.restricted;
    // A notice in the chrome of a page says nothing of what else the page holds: it has a rule of its own.
    let banner = features.consent_chrome.min(1.0);
    features.consent_evidence = consent - banner + if features.consent_labels >= 2.0 { 1.0 } else { 0.0 };
    let noscript = if features.javascript_noscript >= 1.0 { 2.0 } else { 0.0 };
    features.javascript_evidence = javascript + noscript + features.app_roots.min(1.0);
    features.error_evidence = error;
    let notice = f64::from(u8::from(features.consent_chrome >= 1.0 || features.consent_notice_chars >= 1.0));
    let rival = features.error_evidence.max(features.javascript_evidence);
    features.consent_lead = features.consent_evidence.max(notice) - rival;
    features.login_lead = features.login_evidence - features.error_evidence;
    features.javascript_lead = features.javascript_evidence - features.error_evidence;
}

fn base_points(counts: Counts) -> f64 {
    let named = |n: u32| if n > 0 { 3 } else { 0 };
    let points = named(counts.title)
        + named(counts.heading)
        + if counts.body > 0 { 2 } else { 0 }
        + u32::from(counts.body > 1)
        + u32::from(counts.chrome > 0);
    f64::from(points)
}

fn write_counts(tally: &Tally, features: &mut Features) {
    use Feature as F;
    let columns = [
        [F::BotTitle, F::BotHeading, F::BotBody, F::BotChrome],
        [F::LoginTitle, F::LoginHeading, F::LoginBody, F::LoginChrome],
        [F::ConsentTitle, F::ConsentHeading, F::ConsentBody, F::ConsentChrome],
        [F::JavascriptTitle, F::JavascriptHeading, F::JavascriptBody, F::JavascriptChrome],
        [F::ErrorTitle, F::ErrorHeading, F::ErrorBody, F::ErrorChrome],
    ];
    for (counts, [title, heading, body, chrome]) in tally.counts.iter().zip(columns) {
        features.set(title, f64::from(counts.title));
        features.set(heading, f64::from(counts.heading));
        features.set(body, f64::from(counts.body));
        features.set(chrome, f64::from(counts.chrome));
    }
    let [_, login, consent, javascript, _] = tally.counts;
    features.login_labels = f64::from(login.labels);
    features.consent_labels = f64::from(consent.labels);
    features.javascript_noscript = f64::from(javascript.noscript);
}

impl Tally {
    fn read(&mut self, page: &PageText, markers: &MarkerSet) {
        let title = markers::normalise(&page.title);
        for segment in markers::title_segments(&title) {
            self.name(markers::named(segment), Place::Title, 0, segment);
            self.phrases(segment, Place::Title, 0, markers);
        }
        let (mut before, mut headings, mut normal) = (0, 0, String::new());
        for part in &page.parts {
            normal.clear();
            markers::normalise_into(page.part_text(part), &mut normal);
            let place = if part.place == Place::Heading && part.heading_level > 1 && headings > 1 {
                Place::Aside
            } else {
                part.place
            };
            if part.place == Place::Heading {
                headings += 1;
                self.name(markers::named(&normal), place, before, &normal);
            }
            let [login, consent] = markers::labels(&normal);
            self.counts[1].labels += login;
            self.counts[2].labels += consent;
            if part.place != Place::Heading && part.link_weight == 0 && normal.len() <= SHORT_LINE_BYTES {
                self.short_line(&normal, place, before);
            }
            let hits = self.phrases(&normal, place, before, markers);
            if part.place == Place::Main {
                self.beside_markers += part.weight.min(hits.saturating_mul(AROUND_MARKER * 2));
            }
            before += part.weight;
        }
    }

    /// Bare pages of servers print their name ("404: page not found") as plain text. A sign-in or
    /// cookie link says nothing.
    fn short_line(&mut self, normal: &str, place: Place, before: u32) {
        if !matches!(place, Place::Main | Place::Aside) {
            return;
        }
        let names =
            markers::title_segments(normal).filter_map(|segment| Some((markers::named(segment)?, segment)));
        let speaks = |(named, _): &(Named, &str)| matches!(named, Named::Bot | Named::Error);
        if let Some((named, segment)) = names.into_iter().find(speaks) {
            self.name(Some(named), place, before, segment);
        }
    }

    fn phrases(&mut self, normal: &str, place: Place, before: u32, markers: &MarkerSet) -> u32 {
        let mut hits = 0;
        for hit in markers.find(normal) {
            hits += 1;
            let place = match place {
                Place::Title if !markers::speaks_for_itself(normal, &hit) => continue,
                Place::Heading if !markers::speaks_for_itself(normal, &hit) => Place::Aside,
                Place::Title
                | Place::Heading
                | Place::Main
                | Place::Aside
                | Place::Chrome
                | Place::Noscript
                | Place::Script => place,
            };
            if let Some(at) = WallReason::ALL.iter().position(|reason| *reason == hit.reason) {
                self.add(at, place, before, || normal.get(hit.start..hit.end).unwrap_or_default().to_owned());
            }
        }
        hits
    }

    fn name(&mut self, named: Option<Named>, place: Place, before: u32, text: &str) {
        let Some(named) = named else { return };
        if self.was_asked_for(text) {
            return;
        }
        match reason_of(named) {
            Some(at) => self.add(at, place, before, || text.to_owned()),
            None => self.empty_named = true,
        }
    }

    /// All terms of a name stand in the query: the page is about what it is called.
    fn was_asked_for(&self, name: &str) -> bool {
        let (mut terms, mut asked) = (0, 0);
        each_term(name, |term| {
            terms += 1;
            asked += usize::from(self.asked.iter().any(|wanted| wanted == term));
        });
        terms > 0 && terms == asked
    }

    fn add(&mut self, at: usize, place: Place, before: u32, phrase: impl FnOnce() -> String) {
        let Some(counts) = self.counts.get_mut(at) else {
            return;
        };
        match place {
            Place::Title => counts.title += 1,
            Place::Heading => counts.heading += 1,
            Place::Main | Place::Aside => counts.body += 1,
            Place::Chrome => counts.chrome += 1,
            Place::Noscript => counts.noscript += 1,
            Place::Script => {}
        }
        if let (Some(places), Some(reason)) = (&mut self.places, WallReason::ALL.get(at)) {
            places.push(MarkerPlace { reason: *reason, phrase: phrase(), place, before });
        }
    }
}

/// Index into [`WallReason::ALL`].
fn reason_of(named: Named) -> Option<usize> {
    match named {
        Named::Bot => Some(0),
        Named::Login => Some(1),
        Named::Consent => Some(2),
        Named::Javascript => Some(3),
        Named::Error => Some(4),
        Named::Empty => None,
    }
}
