//! The one deadline that all attempts of a lookup share, and the milliseconds that time is told in.

use std::time::Duration;

use tokio::time::Instant;

/// A moment on tokio's clock, set once.
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn after(budget_ms: u64) -> Self {
        Self(Instant::now() + Duration::from_millis(budget_ms))
    }

    /// Whole milliseconds that are left, rounded down.
    pub(super) fn left_ms(&self) -> u64 {
        millis(self.0.saturating_duration_since(Instant::now()))
    }
}

/// Whole milliseconds, rounded down.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
