//! Did the request leave this process? Known even when the transport's future is dropped halfway.

use std::sync::atomic::{AtomicBool, Ordering};

/// How far an attempt came. A transport that says nothing is taken to have sent its request, since a request that
/// was sent may have been billed.
#[derive(Debug, Default)]
pub struct Dispatch {
    connecting: AtomicBool,
}

impl Dispatch {
    /// Nothing has left the process yet.
    pub fn connecting(&self) {
        self.connecting.store(true, Ordering::Relaxed);
    }

    /// The connection stands and the request is on its way.
    pub fn sent(&self) {
        self.connecting.store(false, Ordering::Relaxed);
    }

    pub(crate) fn left_the_process(&self) -> bool {
        !self.connecting.load(Ordering::Relaxed)
    }
}
