//! JSON Schemas of what is read and written, for editors and other languages.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::file::Header;
use crate::receipt::Receipt;
use crate::receipt::vocabulary::vocabulary;
use crate::replay::Trail;
use crate::scenario::wire;

vocabulary! {
    /// What there is a schema of.
    SchemaKind is "schema" {
        Scenario = "scenario": "A scenario file.",
        Receipt = "receipt": "What a lookup returns.",
        Trail = "trail": "One line of a trail file after the header.",
        Validator = "validator": "A validator file.",
        Tool = "tool": "The tool definition that a model sees.",
    }
}

/// The schema, or for `tool` the definition with its parameters.
pub fn schema(kind: SchemaKind) -> Value {
    let generator = || SchemaSettings::draft2020_12().into_generator();
    match kind {
        SchemaKind::Scenario => wire::scenario_schema().to_value(),
        SchemaKind::Receipt => generator().into_root_schema_for::<Receipt>().to_value(),
        SchemaKind::Trail => generator().into_root_schema_for::<Trail>().to_value(),
        SchemaKind::Validator => wire::validator_schema().to_value(),
        SchemaKind::Tool => tool(),
    }
}

/// The schema of a trail file's header.
pub fn header_schema() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Header>().to_value()
}

fn tool() -> Value {
    json!({
        "name": "web_lookup",
        "description": "Looks one query up on the web within a fixed time budget and returns a receipt: the outcome, \
                        the one next action to take, and evidence where there is any. Call it once a question and \
                        follow next_action.",
        "parameters": {
            "type": "object",
            "properties": {
                "query": {
                    "type": "string",
                    "description": "What to look up, in a few words, as one would type it into a search box."
                }
            },
            "required": ["query"],
            "additionalProperties": false
        }
    })
}
