//! What a provider is authorised with: the registry first, the environment only where the registry brought nothing.

use super::provider::Provider;
use super::setup::Registry;
use crate::transport::Credentials;

/// Where credentials came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The model registry.
    Registry,
    /// The environment, by this variable.
    Environment(&'static str),
}

/// Why there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthProblem {
    /// The registry failed, in its own words.
    Registry(String),
    /// Neither the registry nor the environment has any.
    Nothing,
}

/// Resolves the credentials of a provider. Headers without a value are dropped; a blank key is none.
pub fn credentials(
    provider: Provider,
    registry: &Registry,
    env: &[(String, String)],
) -> Result<(Credentials, Source), AuthProblem> {
    let (key, headers) = match registry {
        Registry::Failure(words) => return Err(AuthProblem::Registry(words.clone())),
        Registry::Answer { key, headers } => (key, headers),
    };
    let key = key.clone().filter(|key| !key.trim().is_empty());
    let headers: Vec<(String, String)> =
        headers.iter().filter_map(|(name, value)| Some((name.clone(), value.clone()?))).collect();
    if key.is_some() || headers.iter().any(|(name, _)| authorises(name)) {
        return Ok((Credentials { key, headers }, Source::Registry));
    }
    let variable = provider.env_key().ok_or(AuthProblem::Nothing)?;
    let value = env.iter().rev().find(|(name, _)| name == variable).map(|(_, value)| value.trim());
    match value.filter(|value| !value.is_empty()) {
        Some(key) => Ok((Credentials { key: Some(key.to_owned()), headers }, Source::Environment(variable))),
        None => Err(AuthProblem::Nothing),
    }
}

/// Does a header of this name authorise a request? Names of headers have no case.
fn authorises(name: &str) -> bool {
    ["authorization", "x-api-key", "x-goog-api-key"].iter().any(|known| known.eq_ignore_ascii_case(name))
}
