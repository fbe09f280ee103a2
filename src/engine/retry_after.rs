//! The `Retry-After` header, as a hint in milliseconds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::deadline::millis;
use super::policy::MAX_DURATION_MS;

/// Reads `1*DIGIT` seconds or one of the three HTTP date forms, counted from `now_unix_ms`. Junk and past dates are
/// no hint; more than a day is a day. Without a clock a date is no hint.
pub(super) fn hint_ms(value: &str, now_unix_ms: Option<u64>) -> Option<u64> {
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // Digits that overflow are more than a day too.
        let seconds = value.parse::<u64>().unwrap_or(u64::MAX);
        return Some(seconds.saturating_mul(1000).min(MAX_DURATION_MS));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let now: SystemTime = UNIX_EPOCH.checked_add(Duration::from_millis(now_unix_ms?))?;
    let wait = date.duration_since(now).ok()?;
    Some(millis(wait).min(MAX_DURATION_MS))
}

#[cfg(test)]
mod tests {
    use super::hint_ms;

    // 2026-01-01T00:00:00Z
    const NOW: Option<u64> = Some(1_767_225_600_000);

    #[test]
    fn seconds_and_dates_are_hints_and_junk_is_none() {
        for (value, expected) in [
            ("30", Some(30_000)),
            (" 007\t", Some(7_000)),
            ("0", Some(0)),
            ("9999999999", Some(86_400_000)),
            ("99999999999999999999999999", Some(86_400_000)),
            ("Thu, 01 Jan 2026 00:02:00 GMT", Some(120_000)),
            ("Thursday, 01-Jan-26 00:02:00 GMT", Some(120_000)),
            ("Thu Jan  1 00:02:00 2026", Some(120_000)),
            ("Thu, 01 Jan 2026 00:00:00 GMT", Some(0)),
            ("Fri, 01 Jan 2027 00:00:00 GMT", Some(86_400_000)),
            ("Wed, 31 Dec 2025 23:59:59 GMT", None),
            ("2abc", None),
            ("-1", None),
            ("+1", None),
            ("1.5", None),
            ("", None),
            ("２", None),
            ("soon", None),
        ] {
            assert_eq!(hint_ms(value, NOW), expected, "{value:?}");
        }
    }

    #[test]
    fn a_date_needs_a_clock() {
        assert_eq!(hint_ms("Thu, 01 Jan 2026 00:02:00 GMT", None), None);
        assert_eq!(hint_ms("5", None), Some(5_000));
    }
}
