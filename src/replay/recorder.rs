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
        let mut written = TrailEvent {
            at_ms: u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX),
            transport: transport.to_owned(),
            event: EventKind::Answer,
            slice_ms: None,
            target: None,
            http_status: None,
            hits: None,
            error: None,
            message: None,
        };
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
        }
        self.events.borrow_mut().push(written);
    }
}
