//! One lookup as an artefact has it, which may be of a version of the vocabulary that is newer than this one.

use serde::Deserialize;
use serde_json::Value;

use super::problem::Problem;
use crate::receipt::{
    Fault, NextAction, NotUsefulReason, Outcome, Refusal, Role, SCHEMA_VERSION, Status, Vocabulary,
};
use crate::replay::{AuditLevel, EventKind, Invariant, Trail};
use crate::scenario::EngineName;
use crate::transport::ErrorKind;

/// One lookup of a trail file or a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// One that this version understands whole.
    Trail(Box<Trail>),
    /// One of a newer vocabulary, with members that this version does not know.
    Foreign(Box<Foreign>),
}

/// A trail with members of the vocabulary that this version does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The scenario's name.
    pub scenario: String,
    /// The lookup's place in the scenario, from 0.
    pub lookup: u32,
    /// The version of the vocabulary that it was written with.
    pub schema_version: u64,
    /// The members, each once, in the order in which they stand.
    pub unknown: Vec<UnknownMember>,
    /// The engine's name, as it was written.
    pub engine: String,
    /// All of it.
    pub value: Value,
}

/// A name that is no member of a list of ours.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnknownMember {
    /// The list, such as `outcome`.
    pub kind: &'static str,
    /// The name.
    pub name: String,
}

impl Entry {
    /// The trail, where this version understands all of it.
    pub fn trail(&self) -> Option<&Trail> {
        match self {
            Self::Trail(trail) => Some(trail),
            Self::Foreign(_) => None,
        }
    }

    /// The scenario's name.
    pub fn scenario(&self) -> &str {
        match self {
            Self::Trail(trail) => &trail.scenario,
            Self::Foreign(foreign) => &foreign.scenario,
        }
    }

    /// The lookup's place in the scenario, from 0.
    pub fn lookup(&self) -> u32 {
        match self {
            Self::Trail(trail) => trail.lookup,
            Self::Foreign(foreign) => foreign.lookup,
        }
    }

    /// The name of the engine.
    pub fn engine(&self) -> &str {
        match self {
            Self::Trail(trail) => trail.engine.wire(),
            Self::Foreign(foreign) => &foreign.engine,
        }
    }

    /// The version of the vocabulary that it was written with.
    pub fn schema_version(&self) -> u64 {
        match self {
            Self::Trail(trail) => trail.receipt.schema_version().into(),
            Self::Foreign(foreign) => foreign.schema_version,
        }
    }

    /// Reads a trail as JSON, strictly: no unknown field, none missing, none twice. A name that is no member is a
    /// mistake, unless the trail says that it was written with a newer vocabulary.
    ///
    /// # Errors
    /// What is wrong with it, with the line and column inside `json`.
    pub fn read(json: &[u8]) -> Result<Self, Problem> {
        match serde_json::from_slice::<Trail>(json) {
            Ok(trail) if trail.receipt.schema_version() < SCHEMA_VERSION => Err(Problem::new(
                format!("there is no schema version {}", trail.receipt.schema_version()),
                "write the file again with `trailcheck run --format json`",
            )),
            Ok(trail) => {
                let attempts = (0_u32..).zip(trail.receipt.attempts());
                if let Some((place, attempt)) =
                    attempts.into_iter().find(|(place, one)| one.index() != *place)
                {
                    return Err(Problem::new(
                        format!("attempt {place} says that its index is {}", attempt.index()),
                        "the file was edited; write it again with `trailcheck run --format json`",
                    ));
                }
                Ok(Self::Trail(Box::new(trail)))
            }
            Err(error) => foreign(json).ok_or_else(|| Problem::json(&error)),
        }
    }
}

/// A trail of a newer version, if it is one and the newer members alone are why it cannot be read.
fn foreign(json: &[u8]) -> Option<Entry> {
    #[derive(Deserialize)]
    struct Head {
        scenario: String,
        lookup: u32,
        engine: String,
        receipt: Version,
    }
    #[derive(Deserialize)]
    struct Version {
        schema_version: u64,
    }
    let Head { scenario, lookup, engine, receipt } = serde_json::from_slice(json).ok()?;
    if receipt.schema_version <= u64::from(SCHEMA_VERSION) {
        return None;
    }
    let mut value: Value = serde_json::from_slice(json).ok()?;
    let mut unknown = Vec::new();
    let whole = value.clone();
    for (pointer, list) in MEMBERS {
        visit(&mut value, pointer, &mut |name| list.replace(name, &mut unknown));
    }
    // With every unknown member replaced by one that is known, the rest must still be a trail.
    serde_json::from_value::<Trail>(value).ok()?;
    let schema_version = receipt.schema_version;
    Some(Entry::Foreign(Box::new(Foreign {
        scenario,
        lookup,
        schema_version,
        unknown,
        engine,
        value: whole,
    })))
}

/// Where members of the vocabulary stand in a trail; `*` is every element of a list.
const MEMBERS: [(&str, List); 12] = [
    ("/engine", List::of::<EngineName>()),
    ("/receipt/outcome", List::of::<Outcome>()),
    ("/receipt/next_action", List::of::<NextAction>()),
    ("/receipt/refusal", List::of::<Refusal>()),
    ("/receipt/attempts/*/role", List::of::<Role>()),
    ("/receipt/attempts/*/status", List::of::<Status>()),
    ("/receipt/attempts/*/fault", List::of::<Fault>()),
    ("/receipt/attempts/*/not_useful_reason", List::of::<NotUsefulReason>()),
    ("/events/*/event", List::of::<EventKind>()),
    ("/events/*/error", List::of::<ErrorKind>()),
    ("/violations/*", List::of::<Invariant>()),
    ("/extra/audit/level", List::of::<AuditLevel>()),
];

/// One of our lists, its type forgotten.
struct List {
    kind: &'static str,
    first: fn() -> Option<&'static str>,
    has: fn(&str) -> bool,
}

impl List {
    const fn of<V: Vocabulary>() -> Self {
        Self {
            kind: V::KIND,
            first: || V::ALL.first().map(|member| member.wire()),
            has: |name| V::from_wire(name).is_some(),
        }
    }

    /// Notes a name that is no member and puts one that is in its place.
    fn replace(&self, value: &mut Value, unknown: &mut Vec<UnknownMember>) {
        let Value::String(name) = value else { return };
        if (self.has)(name) {
            return;
        }
        let member = UnknownMember { kind: self.kind, name: name.clone() };
        if !unknown.contains(&member) {
            unknown.push(member);
        }
        if let Some(first) = (self.first)() {
            first.clone_into(name);
        }
    }
}

fn visit(value: &mut Value, pointer: &str, see: &mut dyn FnMut(&mut Value)) {
    let Some(rest) = pointer.strip_prefix('/') else { return see(value) };
    let (part, rest) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    match value {
        Value::Array(items) if part == "*" => items.iter_mut().for_each(|item| visit(item, rest, see)),
        Value::Object(fields) => {
            if let Some(field) = fields.get_mut(part) {
                visit(field, rest, see);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {}
    }
}
