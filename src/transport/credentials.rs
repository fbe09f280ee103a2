//! What a request is authorised with, where the engine resolves it and not the client.

use std::fmt;

/// A key, headers, or both. Never printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Credentials {
    /// The key, where there is one.
    pub key: Option<String>,
    /// Headers to send as they are.
    pub headers: Vec<(String, String)>,
}

/// Shows what there is, never what it says.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Credentials").field("key", &self.key.is_some()).field("headers", &names).finish()
    }
}
