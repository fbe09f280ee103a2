//! What a layered tool is set up with.

/// The layers' own limits; none is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayeredSetup {
    /// Retries of one provider after its first call, 0 to 100. Default 3.
    pub max_retries: u32,
    /// The first delay before a retry, in milliseconds, 0 to a day; doubled each time. Default 1000.
    pub base_delay_ms: u64,
    /// The longest delay without its jitter, in milliseconds, 0 to a day. Default 30 000.
    pub max_delay_ms: u64,
    /// Seeds the jitter. Default 0.
    pub jitter_seed: u64,
    /// Is there a cache around the providers? Default true.
    pub cache: bool,
    /// A stored answer is served while it is younger, in milliseconds, 1 to a day. Default 3 600 000.
    pub ttl_ms: u64,
    /// Milliseconds that a call of the chain's first provider may take, 1 to a day. Default 10 000.
    pub first_call_ms: u64,
    /// Milliseconds that a call of any other provider may take, 1 to a day. Default 15 000.
    pub other_call_ms: u64,
    /// Milliseconds that a health check may take, 1 to a day. Default 3000.
    pub health_ms: u64,
    /// Results that are asked for; a part of the cache's key. Default 5.
    pub results: u64,
}

impl Default for LayeredSetup {
    fn default() -> Self {
        Self {
            max_retries: 3,
            base_delay_ms: 1000,
            max_delay_ms: 30_000,
            jitter_seed: 0,
            cache: true,
            ttl_ms: 3_600_000,
            first_call_ms: 10_000,
            other_call_ms: 15_000,
            health_ms: 3000,
            results: 5,
        }
    }
}
