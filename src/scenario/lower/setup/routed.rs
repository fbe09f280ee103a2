//! The setup of the routed engine.

use super::LIMIT_MS;
use crate::engine::config::{Config, ConfigFile, ConfigSettings};
use crate::engine::routed::{Model, Registry, RoutedSetup, SecretsFile};
use crate::scenario::lower::Lowering;
use crate::scenario::wire::setup::{
    WireConfigFile, WireConfigOrState, WireRegistry, WireSecretsFile, WireSetup,
};
use crate::scenario::yaml::{At, Entries, ScalarOr, Text};

impl Lowering<'_> {
    pub(super) fn routed_setup(&mut self, wire: &WireSetup) -> RoutedSetup {
        let default = RoutedSetup::default();
        let model = wire.model.as_ref().map(|at| Model {
            provider: at.value.provider.value.0.clone(),
            api: at.value.api.value.0.clone(),
        });
        RoutedSetup {
            model,
            config: wire.config.as_ref().map_or(default.config, |at| self.config(at)),
            secrets_file: wire.secrets_file.as_ref().map_or(default.secrets_file, |at| self.secrets_file(at)),
            registry: wire.registry.as_ref().map_or(default.registry, |at| self.registry(&at.value)),
            env: wire.env.as_ref().map_or(default.env, |at| texts(&at.value)),
            deadline_ms: self.whole_or(
                "deadline_ms",
                wire.deadline_ms.as_ref(),
                LIMIT_MS,
                default.deadline_ms,
            ),
        }
    }

    fn config(&mut self, at: &At<WireConfigOrState>) -> Config {
        match &at.value {
            ScalarOr::Scalar(state) => {
                Config { user: self.config_state(at.place, state), ..Config::default() }
            }
            ScalarOr::Map(files) => {
                let mut file = |at: &Option<At<WireConfigFile>>| {
                    at.as_ref().map_or(ConfigFile::Absent, |at| self.config_file(at))
                };
                let (user, project) = (file(&files.user), file(&files.project));
                let trusted = self.maybe_flag("project_trusted", files.project_trusted.as_ref());
                Config { user, project, project_trusted: trusted.unwrap_or(false) }
            }
        }
    }

    fn config_file(&mut self, at: &At<WireConfigFile>) -> ConfigFile {
        match &at.value {
            ScalarOr::Scalar(state) => self.config_state(at.place, state),
            ScalarOr::Map(said) => {
                let pin = said.pin.as_ref().map(|pin| pin.value.0.clone());
                ConfigFile::Settings(ConfigSettings { pin })
            }
        }
    }

    fn secrets_file(&mut self, at: &At<WireSecretsFile>) -> SecretsFile {
        match &at.value {
            ScalarOr::Map(values) => SecretsFile::Values(texts(values)),
            ScalarOr::Scalar(state) => match state.as_str() {
                "absent" => SecretsFile::Absent,
                "unreadable" => SecretsFile::Unreadable,
                other => {
                    self.no_state(at.place, other, &["absent", "unreadable"]);
                    SecretsFile::Absent
                }
            },
        }
    }

    fn registry(&mut self, wire: &WireRegistry) -> Registry {
        if let Some(failure) = &wire.failure {
            if let Some(key) = &wire.key {
                self.note(key.place, "a registry that fails has no key", "remove it, or remove `failure:`");
            }
            return Registry::Failure(failure.value.0.clone());
        }
        let header = |(name, value): &(At<Text>, At<Text>)| {
            let is_null = matches!(value.spelled.text_of(&self.file.text), "" | "~" | "null");
            (name.value.0.clone(), (!is_null).then(|| value.value.0.clone()))
        };
        let headers = wire.headers.0.iter().map(header).collect();
        Registry::Answer { key: wire.key.as_ref().map(|key| key.value.0.clone()), headers }
    }
}

fn texts(entries: &Entries<At<Text>>) -> Vec<(String, String)> {
    entries.0.iter().map(|(name, value)| (name.value.0.clone(), value.value.0.clone())).collect()
}
