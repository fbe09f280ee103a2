//! Ctrl-C: the work in hand is finished, nothing is left half-written, and the process says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once the user has asked to stop; a second time ends the process at once.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = stop.clone();
    // Without a handler, Ctrl-C ends the process, which leaves no file half-written either.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            #[allow(clippy::disallowed_methods, reason = "the user insists")]
            std::process::exit(130);
        }
    });
    stop
}
