//! Writes down what the engine does, with the virtual time at which it does it.

use std::cell::RefCell;

use tokio::time::Instant;

use super::trail::{EventKind, TrailEvent};
use crate::engine::{Event, Observer};

pub(super) struct Recorder {
    origin: Instant,
    events: RefCell<Vec<TrailEvent>>,
}

impl Recorder {
    pub(super) fn new(origin: Instant) -> Self {
        Self { origin, events: RefCell::default() }
    }

    /// The events since the last call.
    pub(super) fn take(&self) -> Vec<TrailEvent> {
        self.events.take()
    }
}

impl Observer for Recorder {
    fn event(&self, transport: &str, event: Event<'_>) {
        let at_ms = u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut written = TrailEvent::new(at_ms, transport, EventKind::Answer);
        match event {
            Event::Dial { slice_ms, target } => {
                written.event = EventKind::Dial;
                written.slice_ms = Some(slice_ms);
                written.target = Some(target.to_owned());
            }
            Event::Answer { http_status, hits } => {
                written.http_status = Some(http_status);
                written.hits = hits.map(|hits| hits as u64);
            }
            Event::Error { error, message } => {
                written.error = Some(error);
                written.message = message.map(str::to_owned);
            }
            Event::Cut => written.event = EventKind::Cut,
            Event::Skip { slice_ms } => {
                written.event = EventKind::Skip;
                written.slice_ms = Some(slice_ms);
            }
            Event::Cancel => written.event = EventKind::Cancel,
            Event::Sleep { wait_ms } => {
                written.event = EventKind::Sleep;
                written.wait_ms = Some(wait_ms);
            }
            Event::Health { available, wait_ms } => {
                written.event = EventKind::Health;
                written.available = Some(available);
                written.wait_ms = Some(wait_ms);
            }
            Event::PassOver { reason } => {
                written.event = EventKind::PassOver;
                written.message = Some(reason.to_owned());
            }
            Event::CacheHit { age_ms } => {
                written.event = EventKind::CacheHit;
                written.age_ms = Some(age_ms);
            }
            Event::CacheStore => written.event = EventKind::CacheStore,
            Event::Resolve { addresses } => {
                written.event = EventKind::Resolve;
                written.addresses = Some(addresses.to_vec());
            }
        }
        self.events.borrow_mut().push(written);
    }
}
