//! The setup of the layered engine.

use super::LIMIT_MS;
use crate::engine::layered::LayeredSetup;
use crate::scenario::lower::Lowering;
use crate::scenario::lower::scalars::TIME_MS;
use crate::scenario::wire::setup::WireSetup;

/// More retries would be a mistake of the pen.
const MAX_RETRIES: u64 = 100;

impl Lowering<'_> {
    pub(super) fn layered_setup(&mut self, wire: &WireSetup) -> LayeredSetup {
        let default = LayeredSetup::default();
        let retries = self.maybe_whole("max_retries", wire.max_retries.as_ref(), 0..=MAX_RETRIES);
        LayeredSetup {
            max_retries: retries.and_then(|most| u32::try_from(most).ok()).unwrap_or(default.max_retries),
            base_delay_ms: self.whole_or(
                "base_delay_ms",
                wire.base_delay_ms.as_ref(),
                TIME_MS,
                default.base_delay_ms,
            ),
            max_delay_ms: self.whole_or(
                "max_delay_ms",
                wire.max_delay_ms.as_ref(),
                TIME_MS,
                default.max_delay_ms,
            ),
            jitter_seed: self.whole_or(
                "jitter_seed",
                wire.jitter_seed.as_ref(),
                0..=u64::MAX,
                default.jitter_seed,
            ),
            cache: self.maybe_flag("cache", wire.cache.as_ref()).unwrap_or(default.cache),
            ttl_ms: self.whole_or("ttl_ms", wire.ttl_ms.as_ref(), LIMIT_MS, default.ttl_ms),
            first_call_ms: self.whole_or(
                "first_call_ms",
                wire.first_call_ms.as_ref(),
                LIMIT_MS,
                default.first_call_ms,
            ),
            other_call_ms: self.whole_or(
                "other_call_ms",
                wire.other_call_ms.as_ref(),
                LIMIT_MS,
                default.other_call_ms,
            ),
            health_ms: self.whole_or("health_ms", wire.health_ms.as_ref(), LIMIT_MS, default.health_ms),
            results: self.whole_or("results", wire.results.as_ref(), 1..=1000, default.results),
        }
    }
}
