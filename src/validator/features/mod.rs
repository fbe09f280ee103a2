//! Step one: a page and a query to plain numbers. Nothing here knows a threshold.
//!
//! Every field is a number, so that a feature row is a CSV row, and a verdict is a pure function of one row.
//! Lengths (`…_chars`) are script-aware: a character of a script without spaces counts for several letters.

mod evidence;

pub use evidence::{MarkerPlace, marker_places};

use crate::validator::markers::MarkerSet;
use crate::validator::page::{PageText, Place};
use crate::validator::stopwords::is_stop_word;
use crate::validator::terms::{TermMatch, query_terms};

macro_rules! features {
    ($($(#[$doc:meta])* $field:ident / $variant:ident,)*) => {
        /// What is measured on a page.
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct Features { $($(#[$doc])* pub $field: f64,)* }

        /// The name of one feature.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Feature { $($(#[$doc])* $variant,)* }

        impl Feature {
            /// All features, in the order of their columns.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The column name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($field),)* }
            }
        }

        impl Features {
            /// One value.
            pub fn get(&self, feature: Feature) -> f64 {
                match feature { $(Feature::$variant => self.$field,)* }
            }

            /// Sets one value, as read from a column.
            pub fn set(&mut self, feature: Feature, value: f64) {
                match feature { $(Feature::$variant => self.$field = value,)* }
            }
        }
    };
}

features! {
    /// Bytes of the body.
    bytes / Bytes,
    /// 1 where the body was longer than the limit and was judged by its beginning.
    cut / Cut,
    /// Share of U+FFFD among the characters.
    replacement_share / ReplacementShare,
    /// 1 for HTML, 0 for plain text and JSON documents.
    html / Html,
    /// The deepest nesting.
    depth / Depth,
    /// Of the `title` element.
    title_chars / TitleChars,
    /// Headings with text, anywhere.
    headings / Headings,
    /// Main text: prose and what belongs to it, apart from navigation, footers, notices; or JSON-LD `articleBody`.
    main_chars / MainChars,
    /// Blocks of main text that are prose by themselves, without their links.
    prose_chars / ProseChars,
    /// Sentences that end in the main text.
    sentences / Sentences,
    /// Main text away from any marker phrase: what is left if the wall is taken away.
    plain_chars / PlainChars,
    /// Headlines outside chrome and main text: blocks that are mostly link and long enough to say something.
    headline_chars / HeadlineChars,
    /// Text outside chrome that is neither prose nor link: table cells, lists, verses, labels.
    loose_chars / LooseChars,
    /// What a reader can use: main text away from markers, headlines, and loose text.
    content_chars / ContentChars,
    /// Text outside chrome that is no prose: link lists, labels.
    aside_chars / AsideChars,
    /// Main text, headings and the rest outside chrome.
    body_chars / BodyChars,
    /// Text in navigation, footers, notices, pop-ups, hidden parts and controls.
    chrome_chars / ChromeChars,
    /// Text inside `noscript`.
    noscript_chars / NoscriptChars,
    /// All text that a reader would see.
    visible_chars / VisibleChars,
    /// Share of the visible text that is inside links.
    link_density / LinkDensity,
    /// Visible text per byte of the body.
    text_ratio / TextRatio,
    /// Script elements, JSON-LD among them.
    scripts / Scripts,
    /// Share of inline scripts in the body's bytes.
    script_share / ScriptShare,
    /// Empty mounting points of script frameworks.
    app_roots / AppRoots,
    /// 1 where a `meta` element sends the reader elsewhere.
    meta_refresh / MetaRefresh,
    /// Form elements.
    forms / Forms,
    /// Visible inputs other than passwords and buttons.
    input_fields / InputFields,
    /// All of them, hidden ones too.
    password_fields / PasswordFields,
    /// Password fields outside pop-ups and hidden parts.
    password_shown / PasswordShown,
    /// Of JSON-LD `articleBody`.
    article_body_chars / ArticleBodyChars,
    /// 1 where JSON-LD says that the article is not free.
    restricted / Restricted,
    /// Fingerprints of challenge scripts.
    challenge_scripts / ChallengeScripts,
    /// 1 where the title or a heading is the name of an empty result list.
    empty_named / EmptyNamed,
    /// Title segments that speak for a bot check.
    bot_title / BotTitle,
    /// Main headings that speak for a bot check.
    bot_heading / BotHeading,
    /// Phrases for a bot check in text outside chrome.
    bot_body / BotBody,
    /// Phrases for a bot check in chrome.
    bot_chrome / BotChrome,
    /// Evidence for a bot check: see `evidence`.
    bot_evidence / BotEvidence,
    /// Title segments that speak for a login wall.
    login_title / LoginTitle,
    /// Main headings that speak for a login wall.
    login_heading / LoginHeading,
    /// Phrases for a login wall in text outside chrome.
    login_body / LoginBody,
    /// Phrases for a login wall in chrome.
    login_chrome / LoginChrome,
    /// Form and button labels that go with a login wall.
    login_labels / LoginLabels,
    /// Points for a login wall: see `evidence`.
    login_evidence / LoginEvidence,
    /// Evidence for a login wall less that for an error page.
    login_lead / LoginLead,
    /// Title segments that speak for a consent wall.
    consent_title / ConsentTitle,
    /// Main headings that speak for a consent wall.
    consent_heading / ConsentHeading,
    /// Phrases for a consent wall in text outside chrome.
    consent_body / ConsentBody,
    /// Phrases for a consent wall in chrome.
    consent_chrome / ConsentChrome,
    /// Form and button labels that go with a consent wall.
    consent_labels / ConsentLabels,
    /// Text in parts whose class says that they are a cookie or consent notice, where they were taken for chrome.
    consent_notice_chars / ConsentNoticeChars,
    /// Points for a consent wall: see `evidence`.
    consent_evidence / ConsentEvidence,
    /// Evidence for a consent wall less that for an error page or a need of scripts, whichever is more.
    consent_lead / ConsentLead,
    /// Title segments that speak for a need of scripts.
    javascript_title / JavascriptTitle,
    /// Main headings that speak for a need of scripts.
    javascript_heading / JavascriptHeading,
    /// Phrases for a need of scripts in text outside chrome.
    javascript_body / JavascriptBody,
    /// Phrases for a need of scripts in chrome.
    javascript_chrome / JavascriptChrome,
    /// Phrases that ask for scripts inside `noscript`.
    javascript_noscript / JavascriptNoscript,
    /// Points for a need of scripts: see `evidence`.
    javascript_evidence / JavascriptEvidence,
    /// Evidence for a need of scripts less that for an error page.
    javascript_lead / JavascriptLead,
    /// Title segments that speak for an error page.
    error_title / ErrorTitle,
    /// Main headings that speak for an error page.
    error_heading / ErrorHeading,
    /// Phrases for an error page in text outside chrome.
    error_body / ErrorBody,
    /// Phrases for an error page in chrome.
    error_chrome / ErrorChrome,
    /// Points for an error page: see `evidence`.
    error_evidence / ErrorEvidence,
    /// Distinct terms of the query, stop words aside.
    query_terms / QueryTerms,
    /// Share of them in title, headings and main text; 1 for a query without terms.
    query_coverage / QueryCoverage,
    /// Share of them in the title.
    title_coverage / TitleCoverage,
}

/// From this weight on a linked block is a headline, not a menu entry.
const HEADLINE: u32 = 32;
/// With less main text than this, everything outside chrome is searched for the query's terms.
const LITTLE_MAIN_TEXT: f64 = 300.0;

/// Measures a page.
pub fn page_features(page: &PageText, query: &str, markers: &MarkerSet) -> Features {
    let mut features = Features::default();
    measure_markup(page, &mut features);
    measure_text(page, &mut features);
    evidence::measure(page, query, markers, &mut features);
    features.content_chars = features.plain_chars + features.headline_chars + features.loose_chars;
    measure_query(page, query, &mut features);
    features
}

fn measure_markup(page: &PageText, features: &mut Features) {
    let markup = &page.markup;
    features.bytes = markup.bytes as f64;
    features.cut = f64::from(u8::from(page.cut));
    features.replacement_share = page.replacement_share;
    features.html = f64::from(u8::from(markup.html));
    features.depth = markup.deepest as f64;
    features.scripts = f64::from(markup.scripts);
    features.script_share = share(markup.script_bytes as f64, features.bytes);
    features.app_roots = f64::from(markup.app_roots);
    features.meta_refresh = f64::from(u8::from(markup.meta_refresh));
    features.forms = f64::from(markup.forms);
    features.input_fields = f64::from(markup.input_fields);
    features.password_fields = f64::from(markup.password_fields);
    features.password_shown = f64::from(markup.password_shown);
    features.article_body_chars = f64::from(crate::validator::weight::weight(&page.article_body));
    features.restricted = f64::from(u8::from(page.restricted));
}

fn measure_text(page: &PageText, features: &mut Features) {
    let (mut linked, mut headings) = (0.0, 0.0);
    features.title_chars = f64::from(crate::validator::weight::weight(&page.title));
    for part in &page.parts {
        let weight = f64::from(part.weight);
        match part.place {
            Place::Main => {
                features.main_chars += weight;
                features.sentences += f64::from(part.sentence_ends);
                if part.prose {
                    features.prose_chars += weight - f64::from(part.link_weight);
                }
            }
            Place::Heading => {
                features.headings += 1.0;
                headings += weight;
                if part.weight >= HEADLINE && part.link_weight * 2 > part.weight {
                    features.headline_chars += weight;
                }
            }
            Place::Aside => {
                features.aside_chars += weight;
                if part.link_weight * 2 > part.weight {
                    features.headline_chars += if part.weight >= HEADLINE { weight } else { 0.0 };
                } else {
                    features.loose_chars += weight - f64::from(part.link_weight);
                }
            }
            Place::Chrome => {
                features.chrome_chars += weight;
                if part.in_consent_notice {
                    features.consent_notice_chars += weight;
                }
            }
            Place::Noscript => features.noscript_chars += weight,
            Place::Title | Place::Script => {}
        }
        if part.place != Place::Noscript {
            features.visible_chars += weight;
            linked += f64::from(part.link_weight);
        }
    }
    features.body_chars = features.main_chars + features.aside_chars + headings;
    features.main_chars = features.main_chars.max(features.article_body_chars);
    features.prose_chars = features.prose_chars.max(features.article_body_chars);
    features.link_density = share(linked, features.visible_chars);
    features.text_ratio = share(features.visible_chars, features.bytes);
}

/// Stop words do not count, unless the query has nothing else.
fn telling_terms(query: &str) -> Vec<String> {
    let all = query_terms(query);
    let telling: Vec<String> = all.iter().filter(|term| !is_stop_word(term)).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

fn measure_query(page: &PageText, query: &str, features: &mut Features) {
    let mut found = TermMatch::of_terms(telling_terms(query));
    features.query_terms = found.total() as f64;
    found.read(&page.title);
    features.title_coverage = found.coverage();
    let few = features.main_chars < LITTLE_MAIN_TEXT;
    for part in &page.parts {
        let read = match part.place {
            Place::Heading | Place::Main => true,
            Place::Aside => few,
            Place::Title | Place::Chrome | Place::Noscript | Place::Script => false,
        };
        if read {
            found.read(page.part_text(part));
        }
    }
    found.read(&page.article_body);
    features.query_coverage = found.coverage();
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
