//! What an engine does, as it does it: for a log, a trace, or the events of a trail.

use std::net::IpAddr;

use crate::transport::ErrorKind;

/// One thing that happened to one transport. Every text in it is redacted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// The transport is called.
    Dial {
        /// Milliseconds it may take.
        slice_ms: u64,
        /// The URL.
        target: &'a str,
    },
    /// A response arrived whole.
    Answer {
        /// Its HTTP status.
        http_status: u16,
        /// Hits in its payload, where it is a hit list.
        hits: Option<usize>,
    },
    /// The transport reported an error.
    Error {
        /// What went wrong.
        error: ErrorKind,
        /// The transport's own words.
        message: Option<&'a str>,
    },
    /// The transport ignored its slice and was cut off.
    Cut,
    /// The attempt was not started for want of budget.
    Skip {
        /// Milliseconds that were left.
        slice_ms: u64,
    },
    /// The caller cancelled.
    Cancel,
    /// The engine waited before it called the transport again.
    Sleep {
        /// Milliseconds that it waited.
        wait_ms: u64,
    },
    /// The transport was asked whether it is available.
    Health {
        /// What it said; false where it did not say in time.
        available: bool,
        /// Milliseconds that it took.
        wait_ms: u64,
    },
    /// The engine went on to the next transport.
    PassOver {
        /// Why.
        reason: &'a str,
    },
    /// A stored answer was served.
    CacheHit {
        /// Its age in milliseconds.
        age_ms: u64,
    },
    /// An answer was stored.
    CacheStore,
    /// A host name was resolved.
    Resolve {
        /// All its addresses.
        addresses: &'a [IpAddr],
    },
}

/// Sees the events of a lookup in order.
pub trait Observer {
    /// Called at the moment at which it happens; must not block.
    fn event(&self, transport: &str, event: Event<'_>);
}

/// Looks away.
impl Observer for () {
    fn event(&self, _: &str, _: Event<'_>) {}
}
