//! Where a redirect leads: the shared attempt classifies it and drops it, so it is kept on the way.

use std::sync::{Arc, Mutex, PoisonError};

use url::Url;

use crate::transport::{Expects, Request, Response, Transport, TransportError};

/// The same client; the `Location` of its answer is kept.
pub(super) struct KeepsLocation<'t, T> {
    client: &'t T,
    location: Mutex<Option<Arc<str>>>,
}

impl<'t, T> KeepsLocation<'t, T> {
    pub(super) fn new(client: &'t T) -> Self {
        Self { client, location: Mutex::default() }
    }

    /// The absolute target of what was answered; none without a `Location`, or with one that is no reference.
    pub(super) fn target(&self, url: &Url) -> Option<Url> {
        let location = self.location.lock().unwrap_or_else(PoisonError::into_inner);
        url.join(location.as_deref()?).ok()
    }
}

impl<T: Transport> Transport for KeepsLocation<'_, T> {
    fn name(&self) -> &str {
        self.client.name()
    }

    fn base_url(&self) -> &str {
        self.client.base_url()
    }

    fn expects(&self) -> Expects {
        self.client.expects()
    }

    async fn call(&self, request: Request<'_>) -> Result<Response, TransportError> {
        let response = self.client.call(request).await?;
        (*self.location.lock().unwrap_or_else(PoisonError::into_inner)).clone_from(&response.location);
        Ok(response)
    }
}
