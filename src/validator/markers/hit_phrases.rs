//! Phrases that are looked for in search hits only: on a page, the words of a title and of a short line say more.
//!
//! A hit is a title and a few sentences, so that a sentence of a wall in it is a wall. What an article's
//! snippet may well
//! say of such pages ("fix 404 not found errors") is no phrase but a name, see `names`.

/// Challenges and refusals of robots.
pub(super) const BOT_CHECK: &[&str] = &[
    "are you a robot?",
    "i'm not a robot",
    "i am not a robot",
    "you are not a robot",
    "you're not a robot",
    "checking your browser before",
    "just a moment...",
    "attention required!",
    "unusual traffic from your",
    "automated access to this",
    "complete the security check",
    "enter the characters you see",
    "you have been blocked",
];

/// Sign-in walls and paywalls.
pub(super) const LOGIN_WALL: &[&str] = &[
    "you must be logged in",
    "you must log in",
    "you need to log in",
    "you need to be logged in",
    "sign in to read",
    "log in to read",
    "to continue reading, subscribe",
    "already a subscriber? sign in",
    "already a subscriber? log in",
];

/// Consent pages.
pub(super) const CONSENT_WALL: &[&str] = &[
    "before you continue to",
    "we and our partners store",
    "accept all cookies",
    "manage your cookie preferences",
    "your cookie choices",
    "please accept our use of cookies",
];

/// App shells.
pub(super) const JAVASCRIPT_REQUIRED: &[&str] = &[
    "please enable javascript",
    "enable javascript and cookies",
    "javascript is disabled in your browser",
    "javascript to run this app",
];

/// Error pages.
pub(super) const ERROR_PAGE: &[&str] = &[
    "page you requested could not be found",
    "page you requested cannot be found",
    "page you are looking for",
    "page you're looking for",
    "this page does not exist",
    "this page doesn't exist",
    "undergoing scheduled maintenance",
];
