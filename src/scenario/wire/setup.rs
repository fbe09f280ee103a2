//! What an engine is set up with, as it is written: the fields of all engines, each of which belongs to some.

use schemars::JsonSchema;
use serde::Deserialize;

use super::stated;
use crate::scenario::yaml::{At, Digits, Entries, Flag, ScalarOr, Text};

/// What the engine is set up with; each field belongs to the engines that it names.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Setup")]
pub(in crate::scenario) struct WireSetup {
    /// layered: retries of one provider, 0 to 100. Default 3.
    #[serde(default, deserialize_with = "stated")]
    pub max_retries: Option<At<Digits>>,
    /// layered: milliseconds before the first retry, 0 to 86 400 000. Default 1000.
    #[serde(default, deserialize_with = "stated")]
    pub base_delay_ms: Option<At<Digits>>,
    /// layered: milliseconds before a retry at most, jitter aside, 0 to 86 400 000. Default 30000.
    #[serde(default, deserialize_with = "stated")]
    pub max_delay_ms: Option<At<Digits>>,
    /// layered: seeds the jitter. Default 0.
    #[serde(default, deserialize_with = "stated")]
    pub jitter_seed: Option<At<Digits>>,
    /// layered: is there a cache? Default true.
    #[serde(default, deserialize_with = "stated")]
    pub cache: Option<At<Flag>>,
    /// layered: milliseconds for which a stored answer may be served, 1 to 86 400 000. Default 3600000.
    #[serde(default, deserialize_with = "stated")]
    pub ttl_ms: Option<At<Digits>>,
    /// layered: milliseconds for a call of the first provider, 1 to 86 400 000. Default 10000.
    #[serde(default, deserialize_with = "stated")]
    pub first_call_ms: Option<At<Digits>>,
    /// layered: milliseconds for a call of another provider, 1 to 86 400 000. Default 15000.
    #[serde(default, deserialize_with = "stated")]
    pub other_call_ms: Option<At<Digits>>,
    /// layered: milliseconds for a health check, 1 to 86 400 000. Default 3000.
    #[serde(default, deserialize_with = "stated")]
    pub health_ms: Option<At<Digits>>,
    /// layered: results that are asked for, 1 to 1000. Default 5.
    #[serde(default, deserialize_with = "stated")]
    pub results: Option<At<Digits>>,
    /// routed: the current model; null or left out: none.
    pub model: Option<At<WireModel>>,
    /// routed, `fetch_gate`: `absent`, `unreadable`, `invalid`; routed also the user's and the project's file.
    #[serde(default, deserialize_with = "stated")]
    pub config: Option<At<WireConfigOrState>>,
    /// routed: `absent`, `unreadable`, or the values by name. Default `absent`.
    #[serde(default, deserialize_with = "stated")]
    pub secrets_file: Option<At<WireSecretsFile>>,
    /// routed: what the model registry answers. Default: neither key nor headers.
    pub registry: Option<At<WireRegistry>>,
    /// routed: the environment of the process.
    pub env: Option<At<Entries<At<Text>>>>,
    /// routed: milliseconds that both attempts share, 1 to 86 400 000. Default 60000.
    #[serde(default, deserialize_with = "stated")]
    pub deadline_ms: Option<At<Digits>>,
    /// `fetch_gate`: hosts that may be fetched.
    pub allow_hosts: Option<At<Vec<At<Text>>>>,
}

/// The model that the agent talks to.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Model")]
pub(in crate::scenario) struct WireModel {
    /// Who runs it.
    pub provider: At<Text>,
    /// The wire format that it speaks.
    pub api: At<Text>,
}

/// The files of a configuration.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Config")]
pub(in crate::scenario) struct WireConfig {
    /// The user's file: `absent`, `unreadable`, `invalid`, or what it says. Default `absent`.
    #[serde(default, deserialize_with = "stated")]
    pub user: Option<At<WireConfigFile>>,
    /// The project's file, likewise.
    #[serde(default, deserialize_with = "stated")]
    pub project: Option<At<WireConfigFile>>,
    /// Does the project's file count? Default false.
    #[serde(default, deserialize_with = "stated")]
    pub project_trusted: Option<At<Flag>>,
}

/// What one configuration file says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConfigSettings")]
pub(in crate::scenario) struct WireConfigSettings {
    /// The provider that is asked, whatever the model.
    pub pin: Option<At<Text>>,
}

/// What the model registry answers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Registry")]
pub(in crate::scenario) struct WireRegistry {
    /// The key.
    pub key: Option<At<Text>>,
    /// Headers; null is a header without a value.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, Option<Text>>")]
    pub headers: Entries<At<Text>>,
    /// The registry's own words, where it fails instead.
    pub failure: Option<At<Text>>,
}

/// One file's state, or what it says.
pub(in crate::scenario) type WireConfigFile = ScalarOr<WireConfigSettings>;
/// One file's state, or several files.
pub(in crate::scenario) type WireConfigOrState = ScalarOr<WireConfig>;
/// The file's state, or its values.
pub(in crate::scenario) type WireSecretsFile = ScalarOr<Entries<At<Text>>>;

/// A schema for the name of a file's state, or a map in its place.
macro_rules! state_or_map {
    ($type:ty, $name:literal, $map:ty, $states:tt) => {
        impl JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "oneOf": [{ "enum": $states }, generator.subschema_for::<$map>()] })
            }
        }
    };
}
state_or_map!(WireConfigFile, "ConfigFile", WireConfigSettings, ["absent", "unreadable", "invalid"]);
state_or_map!(WireConfigOrState, "ConfigOrState", WireConfig, ["absent", "unreadable", "invalid"]);
state_or_map!(WireSecretsFile, "SecretsFile", Entries<At<Text>>, ["absent", "unreadable"]);
