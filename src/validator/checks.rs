//! The checks as data: for each reason a few rules, each a conjunction of `feature >= threshold` or
//! `feature <= threshold`.
//!
//! One table for the verdict, its explanation and the sweep. A literal may add a constant floor
//! (`Limit::Fixed`) where the
//! number is no matter of taste (at least one of something).

use crate::receipt::NotUsefulReason as R;
use crate::validator::features::Feature as F;

macro_rules! thresholds {
    ($($(#[$doc:meta])* $field:ident / $variant:ident = $default:expr,)*) => {
        /// The named thresholds with which a page is judged.
        #[derive(Debug, Clone, PartialEq)]
        pub struct PageThresholds { $($(#[$doc])* pub $field: f64,)* }

        /// The name of one threshold.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Threshold { $($(#[$doc])* $variant,)* }

        impl Default for PageThresholds {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl Threshold {
            /// All thresholds, in the order of their documentation.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The field's name in a validator file.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($field),)* }
            }
        }

        impl PageThresholds {
            /// One value, in the unit of its threshold.
            pub fn get(&self, threshold: Threshold) -> f64 {
                match threshold { $(Threshold::$variant => self.$field,)* }
            }

            /// Sets one value.
            pub fn set(&mut self, threshold: Threshold, value: f64) {
                match threshold { $(Threshold::$variant => self.$field = value,)* }
            }
        }
    };
}

thresholds! {
    /// A page with at least this share of U+FFFD among its characters is not text.
    min_replacement_share / MinReplacementShare = 0.05,
    /// Points of evidence (see `features::evidence`) that name a wall or an error where there is hardly any content.
    slight_evidence / SlightEvidence = 2.0,
    /// Content, in script-aware characters, up to which slight evidence is enough.
    slight_max_chars / SlightMaxChars = 500.0,
    /// Points that name it where there is some content.
    clear_evidence / ClearEvidence = 3.0,
    /// Content up to which clear evidence is enough.
    clear_max_chars / ClearMaxChars = 800.0,
    /// Points that name it on a longer page whose title says so too.
    titled_evidence / TitledEvidence = 5.0,
    /// Content up to which the title and other evidence are enough: a wall with long small print, not an article.
    titled_max_chars / TitledMaxChars = 4000.0,
    /// Content up to which an article that is declared not free, and asks for a subscription, is a teaser.
    teaser_max_chars / TeaserMaxChars = 1500.0,
    /// Main text up to which a page with scripts, and without other content, is a shell.
    shell_max_chars / ShellMaxChars = 60.0,
    /// Content below which a page is too short.
    short_max_chars / ShortMaxChars = 150.0,
    /// Share of the query's telling terms in title, headings and main text up to which a page is about
    /// something else.
    max_missed_coverage / MaxMissedCoverage = 0.35,
}

impl Threshold {
    /// A share lies between 0 and 1; the others count characters or points.
    pub fn is_share(self) -> bool {
        match self {
            Self::MinReplacementShare | Self::MaxMissedCoverage => true,
            Self::SlightEvidence
            | Self::SlightMaxChars
            | Self::ClearEvidence
            | Self::ClearMaxChars
            | Self::TitledEvidence
            | Self::TitledMaxChars
            | Self::TeaserMaxChars
            | Self::ShellMaxChars
            | Self::ShortMaxChars => false,
        }
    }
}

/// What a feature is compared with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// A threshold that a validator file can set.
    Named(Threshold),
    /// A number that is no matter of taste.
    Fixed(f64),
}

/// One comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal {
    /// The feature reaches the limit.
    AtLeast(F, Limit),
    /// The feature does not go over it.
    AtMost(F, Limit),
}

/// A conjunction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// Unique within its check; what an explanation shows.
    pub name: &'static str,
    /// All must hold.
    pub literals: &'static [Literal],
}

/// The rules for one reason; any of them is enough.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Check {
    /// The verdict when it fires.
    pub reason: R,
    /// In no order that matters.
    pub rules: &'static [Rule],
}

use Limit::{Fixed, Named};
use Literal::{AtLeast, AtMost};
use Threshold as T;

macro_rules! wall {
    ($evidence:ident, $title:ident $(, $extra:expr)*) => {
        &[
            Rule {
                name: "slight_evidence",
                literals: &[
                    AtLeast(F::$evidence, Named(T::SlightEvidence)),
                    AtMost(F::ContentChars, Named(T::SlightMaxChars)),
                    $($extra,)*
                ],
            },
            Rule {
                name: "clear_evidence",
                literals: &[
                    AtLeast(F::$evidence, Named(T::ClearEvidence)),
                    AtMost(F::ContentChars, Named(T::ClearMaxChars)),
                    $($extra,)*
                ],
            },
            Rule {
                name: "titled",
                literals: &[
                    AtLeast(F::$title, ONE),
                    AtLeast(F::$evidence, Named(T::TitledEvidence)),
                    AtMost(F::ContentChars, Named(T::TitledMaxChars)),
                    $($extra,)*
                ],
            },
        ]
    };
}

const ONE: Limit = Fixed(1.0);
const NONE: Limit = Fixed(0.0);

/// All checks on a page, in vocabulary order; the first that fires is the reason.
pub const CHECKS: &[Check] = &[
    Check {
        reason: R::UnparseablePayload,
        rules: &[Rule {
            name: "replacement_characters",
            literals: &[AtLeast(F::ReplacementShare, Named(T::MinReplacementShare))],
        }],
    },
    Check {
        reason: R::EmptyResultSet,
        rules: &[Rule {
            name: "named_empty",
            literals: &[AtLeast(F::EmptyNamed, ONE), AtMost(F::ContentChars, Named(T::SlightMaxChars))],
        }],
    },
    Check { reason: R::BotCheck, rules: wall!(BotEvidence, BotTitle) },
    Check { reason: R::LoginWall, rules: LOGIN },
    Check { reason: R::ConsentWall, rules: CONSENT },
    Check { reason: R::JavascriptRequired, rules: JAVASCRIPT },
    Check { reason: R::ErrorPage, rules: wall!(ErrorEvidence, ErrorTitle) },
    Check {
        reason: R::ContentTooShort,
        rules: &[Rule { name: "short", literals: &[AtMost(F::ContentChars, Named(T::ShortMaxChars))] }],
    },
    Check {
        reason: R::NoQueryTermsMatched,
        rules: &[Rule {
            name: "about_something_else",
            literals: &[AtMost(F::QueryCoverage, Named(T::MaxMissedCoverage))],
        }],
    },
];

/// A sign-in page shows text and no stronger sign of an error; a long one also a password field, since a manual may
/// well have a page called "Login".
const LOGIN: &[Rule] = &[
    Rule {
        name: "slight_evidence",
        literals: &[
            AtLeast(F::LoginEvidence, Named(T::SlightEvidence)),
            AtMost(F::ContentChars, Named(T::SlightMaxChars)),
            AtLeast(F::LoginLead, NONE),
            AtLeast(F::VisibleChars, ONE),
        ],
    },
    Rule {
        name: "clear_evidence",
        literals: &[
            AtLeast(F::LoginEvidence, Named(T::ClearEvidence)),
            AtMost(F::ContentChars, Named(T::ClearMaxChars)),
            AtLeast(F::LoginLead, NONE),
            AtLeast(F::VisibleChars, ONE),
        ],
    },
    Rule {
        name: "titled_with_password",
        literals: &[
            AtLeast(F::LoginTitle, ONE),
            AtLeast(F::PasswordShown, ONE),
            AtLeast(F::LoginEvidence, Named(T::TitledEvidence)),
            AtMost(F::ContentChars, Named(T::TitledMaxChars)),
        ],
    },
    Rule {
        name: "teaser",
        literals: &[
            AtLeast(F::Restricted, ONE),
            AtLeast(F::LoginEvidence, Named(T::SlightEvidence)),
            AtMost(F::ContentChars, Named(T::TeaserMaxChars)),
        ],
    },
];

/// A consent page, or a notice in a page that has nothing else.
const CONSENT: &[Rule] = &[
    Rule {
        name: "slight_evidence",
        literals: &[
            AtLeast(F::ConsentEvidence, Named(T::SlightEvidence)),
            AtMost(F::ContentChars, Named(T::SlightMaxChars)),
            AtLeast(F::ConsentLead, NONE),
        ],
    },
    Rule {
        name: "clear_evidence",
        literals: &[
            AtLeast(F::ConsentEvidence, Named(T::ClearEvidence)),
            AtMost(F::ContentChars, Named(T::ClearMaxChars)),
            AtLeast(F::ConsentLead, NONE),
        ],
    },
    Rule {
        name: "titled",
        literals: &[
            AtLeast(F::ConsentTitle, ONE),
            AtLeast(F::ConsentEvidence, Named(T::TitledEvidence)),
            AtMost(F::ContentChars, Named(T::TitledMaxChars)),
        ],
    },
    // Refused either way; the wall's own words are the better reason than what the page does not say.
    Rule {
        name: "and_nothing_that_was_asked_for",
        literals: &[
            AtLeast(F::ConsentEvidence, Named(T::ClearEvidence)),
            AtMost(F::ContentChars, Named(T::TitledMaxChars)),
            AtMost(F::QueryCoverage, Named(T::MaxMissedCoverage)),
            AtLeast(F::ConsentLead, NONE),
        ],
    },
    Rule {
        name: "notice_alone",
        literals: &[
            AtLeast(F::ConsentNoticeChars, ONE),
            AtMost(F::ContentChars, Named(T::ShellMaxChars)),
            AtLeast(F::ConsentLead, NONE),
        ],
    },
    Rule {
        name: "phrase_alone",
        literals: &[
            AtLeast(F::ConsentChrome, ONE),
            AtLeast(F::ConsentLabels, ONE),
            AtMost(F::ContentChars, Named(T::ShellMaxChars)),
            AtLeast(F::ConsentLead, NONE),
        ],
    },
];

/// A page that says so, or that has scripts and next to nothing else, neither text nor an error.
const JAVASCRIPT: &[Rule] = &[
    Rule {
        name: "says_so",
        literals: &[
            AtLeast(F::JavascriptEvidence, Named(T::SlightEvidence)),
            AtMost(F::ContentChars, Named(T::SlightMaxChars)),
            AtLeast(F::JavascriptLead, NONE),
        ],
    },
    Rule {
        name: "shell",
        literals: &[
            AtLeast(F::Scripts, ONE),
            AtMost(F::MainChars, Named(T::ShellMaxChars)),
            AtMost(F::ContentChars, Named(T::SlightMaxChars)),
            AtMost(F::ErrorEvidence, ONE),
        ],
    },
];
