//! An answer that arrived whole: its status, what the provider hinted, and the payload.

use std::sync::Arc;

use crate::receipt::vocabulary::vocabulary;

vocabulary! {
    /// What the caller asked a transport for.
    Expects is "expectation" {
        Any = "any": "A search response or a page.",
        Json = "json": "A search response; a page is an unparseable payload.",
        Page = "page": "A page.",
    }
}

/// One result of a search, or a page turned into one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hit {
    /// May be empty.
    pub title: String,
    /// The address.
    pub url: String,
    /// May be empty.
    pub snippet: String,
}

/// What arrived with a 2xx status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A search response that the client has already read.
    Hits(Arc<[Hit]>),
    /// A body as it came; the validator reads it.
    Body {
        /// The bytes, content encoding removed.
        bytes: Arc<[u8]>,
        /// The `Content-Type` header, where there was one.
        content_type: Option<Arc<str>>,
    },
    /// A search service's reply in its own JSON format, content encoding removed; an engine that speaks the format
    /// reads it.
    Wire(Arc<[u8]>),
    /// A body that the client could not read as what it asked for.
    Unparseable,
}

/// An answer with an HTTP status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Arc<str>>,
    pub(crate) location: Option<Arc<str>>,
    pub(crate) payload: Option<Payload>,
    pub(crate) grounded: bool,
}

impl Response {
    /// An answer with this status and nothing in it.
    pub fn new(status: u16) -> Self {
        Self { status, retry_after: None, location: None, payload: None, grounded: true }
    }

    /// Sets the `Retry-After` header's value as it was written.
    #[must_use]
    pub fn retry_after(mut self, value: impl Into<Arc<str>>) -> Self {
        self.retry_after = Some(value.into());
        self
    }

    /// Sets the `Location` header's value as it was written.
    #[must_use]
    pub fn location(mut self, value: impl Into<Arc<str>>) -> Self {
        self.location = Some(value.into());
        self
    }

    /// Sets what arrived.
    #[must_use]
    pub fn payload(mut self, payload: Payload) -> Self {
        self.payload = Some(payload);
        self
    }

    /// Sets a list of hits as the payload.
    #[must_use]
    pub fn hits(self, hits: impl Into<Arc<[Hit]>>) -> Self {
        self.payload(Payload::Hits(hits.into()))
    }

    /// Sets a body as the payload.
    #[must_use]
    pub fn body(self, bytes: impl Into<Arc<[u8]>>, content_type: Option<&str>) -> Self {
        self.payload(Payload::Body { bytes: bytes.into(), content_type: content_type.map(Arc::from) })
    }

    /// Says whether the provider searched before it answered; true unless said otherwise.
    #[must_use]
    pub fn grounded(mut self, grounded: bool) -> Self {
        self.grounded = grounded;
        self
    }
}
