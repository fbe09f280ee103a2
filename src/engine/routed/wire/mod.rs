//! Providers' replies in their own formats: did a search run, what was answered, and from which sources.
//!
//! Only evidence of a search counts, never the number of sources: a model can cite from memory, and a search can find
//! nothing. Start at [`read`]. Whatever is missing or of another type is taken to be absent; nothing here can panic,
//! and nesting is bounded by the parser.

mod anthropic;
mod gemini;
mod openai;
mod tavily;

use serde_json::Value;

use super::provider::Provider;
use crate::transport::Hit;

/// Sources that are kept of one reply.
pub const MAX_SOURCES: usize = 200;

/// What a reply says. Not redacted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The answer of a provider that synthesises one; may be empty.
    pub answer: String,
    /// Where it comes from, each address once, at most 200.
    pub sources: Vec<Hit>,
    /// The code of a search that ran and failed.
    pub trouble: Option<String>,
}

/// What a reply comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A search ran, with or without success.
    Searched(Found),
    /// An answer without a search.
    Ungrounded(Found),
    /// The provider's own error, with the HTTP status that it amounts to.
    Failed(Option<u16>),
    /// Not in the provider's format.
    Unreadable,
}

/// Reads a provider's reply.
pub fn read(provider: Provider, body: &[u8]) -> Reading {
    let Ok(body) = serde_json::from_slice::<Value>(body) else { return Reading::Unreadable };
    if let Some(failure) = failure(&body) {
        return failure;
    }
    let read = match provider {
        Provider::Anthropic | Provider::DeepSeek => anthropic::read(&body),
        Provider::OpenAi => openai::read(&body),
        Provider::Google => gemini::read(&body),
        Provider::Tavily => tavily::read(&body),
    };
    read.unwrap_or(Reading::Unreadable)
}

/// An error object in place of a reply: all of these services spell it alike.
fn failure(body: &Value) -> Option<Reading> {
    let error = body.get("error").or_else(|| body.get("detail")).filter(|error| !error.is_null())?;
    let code = error.get("code").and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
    let named = || match text(error, "type") {
        "" => named_status(text(error, "code")),
        kind => named_status(kind).or_else(|| named_status(text(error, "code"))),
    };
    Some(Reading::Failed(code.filter(|code| (400..600).contains(code)).or_else(named)))
}

/// The HTTP status that an error's name stands for, where the name says something of its own.
fn named_status(name: &str) -> Option<u16> {
    match name {
        "authentication_error" | "invalid_api_key" => Some(401),
        "permission_error" => Some(403),
        "billing_error" | "insufficient_quota" => Some(402),
        "rate_limit_error" | "rate_limit_exceeded" => Some(429),
        _ => None,
    }
}

/// A list, or nothing where there is none.
fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// A text, or an empty one.
fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

impl Found {
    /// Adds a source, or to the one with its address what was not known yet.
    fn cite(&mut self, url: &str, title: &str, snippet: &str) {
        if url.trim().is_empty() {
            return;
        }
        if let Some(known) = self.sources.iter_mut().find(|source| source.url == url) {
            for (known, new) in [(&mut known.title, title), (&mut known.snippet, snippet)] {
                if known.is_empty() {
                    new.clone_into(known);
                }
            }
        } else if self.sources.len() < MAX_SOURCES {
            self.sources.push(Hit {
                title: title.to_owned(),
                url: url.to_owned(),
                snippet: snippet.to_owned(),
            });
        }
    }

    fn reading(self, searched: bool) -> Reading {
        if searched { Reading::Searched(self) } else { Reading::Ungrounded(self) }
    }
}
