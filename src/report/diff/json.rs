//! One JSON document: the changes as they come, then the scenarios that only one side has, then the summary.

use serde_json::{Value, json};

use crate::diff::{Changed, Class, Finding, Tally};
use crate::receipt::Vocabulary as _;

/// The version of the document's format.
const FORMAT_VERSION: u32 = 1;

/// Writes the document in pieces.
#[derive(Debug, Default)]
pub struct Json {
    changes: u64,
}

impl Json {
    /// How it begins.
    pub fn begin(&self) -> String {
        format!("{{\"trailcheck_diff\":{FORMAT_VERSION},\"changes\":[")
    }

    /// One finding; nothing for a lookup that is the same, or a scenario that only one side has: these end the
    /// document.
    pub fn add(&mut self, finding: &Finding) -> String {
        match finding {
            Finding::Changed(changed) => {
                let comma = if self.changes == 0 { "" } else { "," };
                self.changes += 1;
                format!("{comma}\n{}", change(changed))
            }
            Finding::Same(_) | Finding::Added(_) | Finding::Removed(_) | Finding::Renamed { .. } => {
                String::new()
            }
        }
    }

    /// How it ends.
    pub fn end(&self, tally: &Tally, apart: &Apart) -> String {
        let transitions = tally.transitions.iter();
        let transitions: Vec<Value> = transitions
            .map(|((old, new), lookups)| json!({ "old": old, "new": new, "lookups": lookups }))
            .collect();
        let summary = json!({
            "same": tally.same,
            "breaking": tally.of_class(Class::Breaking),
            "behaviour": tally.of_class(Class::Behaviour),
            "presentation": tally.of_class(Class::Presentation),
            "added": tally.added.count,
            "removed": tally.removed.count,
            "renamed": tally.renamed.count,
            "transitions": transitions,
        });
        let renamed: Vec<Value> =
            apart.renamed.iter().map(|(old, new)| json!({ "old": old, "new": new })).collect();
        format!(
            "\n],\"added\":{},\"removed\":{},\"renamed\":{},\"summary\":{summary}}}\n",
            json!(apart.added),
            json!(apart.removed),
            json!(renamed),
        )
    }
}

/// The scenarios that only one side has.
#[derive(Debug, Default)]
pub struct Apart {
    added: Vec<String>,
    removed: Vec<String>,
    renamed: Vec<(String, String)>,
}

impl Apart {
    /// Keeps the name of a scenario that only one side has.
    pub fn add(&mut self, finding: &Finding) {
        match finding {
            Finding::Added(name) => self.added.push(name.clone()),
            Finding::Removed(name) => self.removed.push(name.clone()),
            Finding::Renamed { old, new } => self.renamed.push((old.clone(), new.clone())),
            Finding::Same(_) | Finding::Changed(_) => {}
        }
    }
}

fn change(changed: &Changed) -> String {
    let (scenario, lookup) = changed.lookup();
    let all: Vec<Value> = changed
        .changes
        .iter()
        .map(|change| {
            json!({
                "aspect": change.aspect.wire(),
                "class": change.aspect.class().wire(),
                "role": change.role,
                "transport": change.transport,
                "old": change.old,
                "new": change.new,
            })
        })
        .collect();
    json!({ "scenario": scenario, "lookup": lookup, "class": changed.class().wire(), "changes": all })
        .to_string()
}
