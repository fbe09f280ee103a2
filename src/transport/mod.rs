//! What an engine asks and what comes back: the [`Transport`] trait and its [`Response`] or [`TransportError`].
//!
//! Implement [`Transport`] for a real client; the harness implements it for a script ([`scripted`]).

mod credentials;
mod dispatch;
mod error;
mod response;
#[cfg(feature = "replay")]
pub mod scripted;

use std::future::Future;
use std::time::Duration;

pub use credentials::Credentials;
pub use dispatch::Dispatch;
pub use error::{ErrorKind, TransportError};
pub use response::{Expects, Hit, Payload, Response};

/// One provider of the web, asked at most once an attempt.
///
/// ```
/// use trailcheck::transport::{Hit, Request, Response, Transport, TransportError};
///
/// struct Canned;
///
/// impl Transport for Canned {
///     fn name(&self) -> &str {
///         "canned"
///     }
///     fn base_url(&self) -> &str {
///         "https://search.invalid/?key=abcd"
///     }
///     async fn call(&self, request: Request<'_>) -> Result<Response, TransportError> {
///         Ok(Response::new(200).hits(vec![Hit {
///             title: format!("About {}", request.query),
///             url: "https://docs.invalid/".into(),
///             snippet: "What a search provider would say of it.".into(),
///         }]))
///     }
/// }
/// ```
pub trait Transport: Sync {
    /// The name in receipts and trails.
    fn name(&self) -> &str;

    /// The address that the query is added to; what a receipt shows of it is redacted.
    fn base_url(&self) -> &str;

    /// What was asked for; a page where JSON was due is an unparseable payload.
    fn expects(&self) -> Expects {
        Expects::Any
    }

    /// Is it worth a call? For engines that ask before they call; yes unless implemented otherwise.
    fn is_available(&self) -> impl Future<Output = bool> + Send {
        std::future::ready(true)
    }

    /// Asks once. The future should give up by itself after `request.slice` with [`ErrorKind::Timeout`]; the
    /// engine drops it at the slice in any case. It must hold everything that it needs in itself: one that hands
    /// the work to another task and polls a channel loses a tie at the slice.
    fn call(&self, request: Request<'_>) -> impl Future<Output = Result<Response, TransportError>> + Send;
}

/// What a transport is told of one attempt.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The normalised query.
    pub query: &'a str,
    /// The base URL with the query set, not redacted: what a client would contact.
    pub url: &'a str,
    /// How long the whole attempt may take: connecting, headers and body.
    pub slice: Duration,
    /// Where the transport may note how far it came.
    pub dispatch: &'a Dispatch,
    /// What to send with it, where the engine resolves credentials itself.
    pub credentials: Option<&'a Credentials>,
}

impl<T: Transport> Transport for &T {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn base_url(&self) -> &str {
        (**self).base_url()
    }

    fn expects(&self) -> Expects {
        (**self).expects()
    }

    fn is_available(&self) -> impl Future<Output = bool> + Send {
        (**self).is_available()
    }

    fn call(&self, request: Request<'_>) -> impl Future<Output = Result<Response, TransportError>> + Send {
        (**self).call(request)
    }
}
