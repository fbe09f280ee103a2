//! Secrets out before anything becomes a receipt.
use std::borrow::Cow;
/// Stub.
#[derive(Clone, Debug, Default)]
pub struct Redactor {}
impl Redactor {
    /// Stub.
    pub fn new() -> Self {
        Self {}
    }
    /// Stub.
    pub fn with_secrets<I, S>(_: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        Self {}
    }
    /// Stub.
    pub fn url<'a>(&self, url: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(url)
    }
    /// Stub.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }
    /// Stub.
    pub fn reveals(&self, _: &str) -> bool {
        false
    }
}
