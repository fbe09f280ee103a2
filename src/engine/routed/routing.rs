//! Whom to ask: pure functions of the configuration, the model and the secrets file.

use super::provider::Provider;
use super::setup::{FALLBACK_KEY, Model, SecretsFile};
use crate::engine::config::{Config, ConfigFile};

/// A configuration that must not be guessed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    /// Whose file: `user` or `project`.
    pub file: &'static str,
    /// What is the matter with it.
    pub problem: &'static str,
}

/// The pin of a configuration, if any: the project's over the user's where the project is trusted. A file that counts
/// and cannot be understood fails the whole configuration; one that does not count is not even read.
pub fn pin(config: &Config) -> Result<Option<Provider>, ConfigProblem> {
    let user = pin_of("user", &config.user)?;
    if !config.project_trusted {
        return Ok(user);
    }
    Ok(pin_of("project", &config.project)?.or(user))
}

fn pin_of(file: &'static str, state: &ConfigFile) -> Result<Option<Provider>, ConfigProblem> {
    let problem = match state {
        ConfigFile::Absent => return Ok(None),
        ConfigFile::Unreadable => "it cannot be read",
        ConfigFile::Invalid => "it is not valid",
        ConfigFile::Settings(settings) => match &settings.pin {
            None => return Ok(None),
            Some(name) => match Provider::pinned(name) {
                Some(provider) => return Ok(Some(provider)),
                None => "it pins no provider that there is",
            },
        },
    };
    Err(ConfigProblem { file, problem })
}

/// The provider whose search is asked: the pinned one, else the one that the model itself belongs to. What is not in
/// this table selects nothing.
pub fn route(model: Option<&Model>, pin: Option<Provider>) -> Option<Provider> {
    if pin.is_some() {
        return pin;
    }
    let model = model?;
    match (model.provider.as_str(), model.api.as_str()) {
        ("google", _) | (_, "google-generative-ai") => Some(Provider::Google),
        (_, "openai-responses" | "azure-openai-responses" | "openai-codex-responses") => {
            Some(Provider::OpenAi)
        }
        (_, "anthropic-messages") => Some(Provider::Anthropic),
        _ => None,
    }
}

/// The key that arms the fallback: present and not blank, in the secrets file and nowhere else. Of several the last
/// counts, as in any such file.
pub fn fallback_key(secrets: &SecretsFile) -> Option<&str> {
    match secrets {
        SecretsFile::Absent | SecretsFile::Unreadable => None,
        SecretsFile::Values(values) => {
            let (_, key) = values.iter().rev().find(|(name, _)| name == FALLBACK_KEY)?;
            Some(key.trim()).filter(|key| !key.is_empty())
        }
    }
}
