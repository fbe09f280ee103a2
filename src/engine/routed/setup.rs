//! What a routed tool is set up with.

use crate::engine::config::Config;

/// The name in the secrets file whose value arms the fallback.
pub const FALLBACK_KEY: &str = "TAVILY_API_KEY";

/// The model that the agent talks to at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Who runs it, such as `anthropic`.
    pub provider: String,
    /// The wire format that it speaks, such as `anthropic-messages`.
    pub api: String,
}

/// The secrets file, read on every call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SecretsFile {
    /// There is none.
    #[default]
    Absent,
    /// It is there and cannot be read.
    Unreadable,
    /// Its values by name, in the order of the file.
    Values(Vec<(String, String)>),
}

/// What the runtime's model registry says when it is asked for the provider's credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registry {
    /// Credentials, or a part of them.
    Answer {
        /// The key, where there is one.
        key: Option<String>,
        /// Headers to send; one without a value is dropped.
        headers: Vec<(String, Option<String>)>,
    },
    /// It failed, in its own words.
    Failure(String),
}

/// Everything around a routed tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutedSetup {
    /// The current model; none selects nothing.
    pub model: Option<Model>,
    /// The configuration, read once a session.
    pub config: Config,
    /// Read on every call.
    pub secrets_file: SecretsFile,
    /// The registry's answer.
    pub registry: Registry,
    /// The environment of the process.
    pub env: Vec<(String, String)>,
    /// Milliseconds that all attempts share, 1 to a day. Default 60 000.
    pub deadline_ms: u64,
}

impl Default for RoutedSetup {
    /// No model and no fallback: every call is refused.
    fn default() -> Self {
        Self {
            model: None,
            config: Config::default(),
            secrets_file: SecretsFile::default(),
            registry: Registry::Answer { key: None, headers: Vec::new() },
            env: Vec::new(),
            deadline_ms: 60_000,
        }
    }
}

impl RoutedSetup {
    /// A model that routes to the first transport with a key that the registry has, and the fallback armed or not:
    /// what a scenario that says nothing of routes comes to.
    #[must_use]
    pub fn for_any_tool(fallback_armed: bool) -> Self {
        let model = Model { provider: "openai".to_owned(), api: "openai-responses".to_owned() };
        let secrets_file = if fallback_armed {
            SecretsFile::Values(vec![(FALLBACK_KEY.to_owned(), "tvly-of-the-harness".to_owned())])
        } else {
            SecretsFile::Absent
        };
        let registry = Registry::Answer { key: Some("sk-of-the-harness".to_owned()), headers: Vec::new() };
        Self { model: Some(model), secrets_file, registry, ..Self::default() }
    }
}
