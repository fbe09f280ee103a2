//! Why no answer came.

use std::fmt;

use crate::receipt::vocabulary::vocabulary;
use crate::receipt::{Fault, Status};

vocabulary! {
    /// What a transport reports instead of a response. An HTTP status is no error here: it is a
    /// [`super::Response`], and the engine judges it.
    ErrorKind is "error" {
        Timeout = "timeout": "The transport gave up waiting.",
        RateLimited = "rate_limited": "The provider asked for fewer requests.",
        QuotaExhausted = "quota_exhausted": "The provider's plan or credit is used up.",
        AuthFailed = "auth_failed": "The provider rejected the credentials.",
        NotConfigured = "not_configured": "There are no credentials or no route, so nothing was sent.",
        Dns = "dns": "The host name could not be resolved.",
        Connect = "connect": "No connection could be made.",
        Tls = "tls": "The secure channel could not be set up.",
        Reset = "reset": "The connection was reset.",
        Truncated = "truncated": "The body ended early.",
        TooLarge = "too_large": "The body was larger than the transport accepts.",
        Redirect = "redirect": "The provider redirected.",
        Protocol = "protocol": "The answer broke the protocol.",
        Upstream = "upstream": "The provider said that its own back ends failed.",
    }
}

impl ErrorKind {
    /// The attempt status and fault that the error becomes.
    pub fn classify(self) -> (Status, Option<Fault>) {
        let fault = |fault| (Status::TransportError, Some(fault));
        match self {
            Self::Timeout => (Status::TransportTimeout, None),
            Self::RateLimited => (Status::RateLimited, None),
            Self::QuotaExhausted => (Status::QuotaExhausted, None),
            Self::AuthFailed => (Status::AuthFailed, None),
            Self::NotConfigured => (Status::NotConfigured, None),
            Self::Dns => fault(Fault::Dns),
            Self::Connect => fault(Fault::Connect),
            Self::Tls => fault(Fault::Tls),
            Self::Reset => fault(Fault::Reset),
            Self::Truncated => fault(Fault::Truncated),
            Self::TooLarge => fault(Fault::TooLarge),
            Self::Redirect => fault(Fault::Redirect),
            Self::Protocol => fault(Fault::Protocol),
            Self::Upstream => fault(Fault::Upstream),
        }
    }

    /// Does the error itself say that the request never left the process?
    pub fn before_dispatch(self) -> bool {
        match self {
            Self::Dns | Self::Connect | Self::Tls | Self::NotConfigured => true,
            Self::Timeout
            | Self::RateLimited
            | Self::QuotaExhausted
            | Self::AuthFailed
            | Self::Reset
            | Self::Truncated
            | Self::TooLarge
            | Self::Redirect
            | Self::Protocol
            | Self::Upstream => false,
        }
    }
}

/// An attempt that brought no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransportError {
    /// What went wrong.
    pub kind: ErrorKind,
    /// The client's own words; shown in events only, redacted.
    pub message: Option<String>,
}

impl TransportError {
    /// An error without words of its own.
    pub fn new(kind: ErrorKind) -> Self {
        Self { kind, message: None }
    }

    /// The same with the client's words.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

impl fmt::Display for TransportError {
    /// The kind alone: the message may hold what must not be printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for TransportError {}
