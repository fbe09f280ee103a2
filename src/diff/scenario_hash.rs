//! What the trails of a scenario come to, its name aside: equal for a scenario that was only renamed.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use crate::trail::entry::Entry;

/// A hash over the trails of one scenario, in the order of its lookups.
#[derive(Clone, Debug, Default)]
pub(super) struct ScenarioHash(DefaultHasher);

impl ScenarioHash {
    pub(super) fn add(&mut self, entry: &Entry) {
        let value = match entry {
            Entry::Trail(trail) => serde_json::to_value(trail).unwrap_or_default(),
            Entry::Foreign(foreign) => foreign.value.clone(),
        };
        if let Value::Object(mut fields) = value {
            fields.remove("scenario");
            // The keys of a JSON map are ordered here, whatever the order in the file.
            Value::Object(fields).to_string().hash(&mut self.0);
        }
    }

    pub(super) fn finish(&self) -> u64 {
        self.0.finish()
    }
}
