//! Any text through the redactor: no panic, nothing left to do the second time, and the declared secret gone.
//!
//! The first line is the secret, the rest is the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trailcheck::redact::{MASK, MASKED_URL, Redactor};

fuzz_target!(|bytes: &[u8]| {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let (secret, text) = input.split_once('\n').unwrap_or(("", input));
    let declared = secret.chars().count() >= 6 && secret.len() <= 4096;
    let redactor = if declared { Redactor::with_secrets([secret]) } else { Redactor::new() };
    // A secret that is part of the mask itself would stand in every masked text.
    let can_be_gone = declared && !MASK.contains(secret) && !MASKED_URL.contains(secret);
    for (once, is_url) in [(redactor.text(text), false), (redactor.url(text), true)] {
        let twice = if is_url { redactor.url(&once) } else { redactor.text(&once) };
        assert_eq!(once, twice, "not idempotent");
        if can_be_gone && !secret.contains("REDACTED") {
            assert!(!once.contains(secret), "{secret:?} is still in {once:?}");
        }
    }
});
