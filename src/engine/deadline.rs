//! The one deadline that all attempts of a lookup share.

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
        let left = self.0.saturating_duration_since(Instant::now());
        u64::try_from(left.as_millis()).unwrap_or(u64::MAX)
    }
}
