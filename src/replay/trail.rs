//! The trail of one lookup: its receipt, whom it called, what happened when, and which invariants broke.

use std::fmt;
use std::net::IpAddr;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::extra::Extra;
use super::invariants::Invariant;
use crate::receipt::Receipt;
use crate::receipt::vocabulary::vocabulary;
use crate::scenario::EngineName;
use crate::transport::ErrorKind;

vocabulary! {
    /// What happened to a transport.
    EventKind is "event" {
        Dial = "dial": "The transport was called, with a slice and a target.",
        Answer = "answer": "The transport answered, or reported an error.",
        Cut = "cut": "The transport ignored its slice and was cut off.",
        Skip = "skip": "The attempt was not started for want of budget.",
        Cancel = "cancel": "The caller cancelled.",
        Sleep = "sleep": "The engine waited before it called the transport again.",
        Health = "health": "The transport was asked whether it is available.",
        PassOver = "pass_over": "The engine went on to the next transport, for a reason.",
        CacheHit = "cache_hit": "A stored answer was served.",
        CacheStore = "cache_store": "An answer was stored.",
        Resolve = "resolve": "A host name was resolved.",
    }
}

/// One thing that happened, at a virtual time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrailEvent {
    /// Milliseconds from the session's origin.
    pub at_ms: u64,
    /// The transport's name.
    pub transport: String,
    /// What happened.
    pub event: EventKind,
    /// With `dial` and `skip`: the milliseconds that the attempt was allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice_ms: Option<u64>,
    /// With `dial`: the redacted URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// With `answer`: the HTTP status, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http_status: Option<u16>,
    /// With `answer`: the hits, where the payload was a hit list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<u64>,
    /// With `answer`: the error that the transport reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorKind>,
    /// With `answer`: the transport's own words on the error, redacted. With `pass_over`: the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// With `sleep` and `health`: the milliseconds that it took, which are no attempt's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
    /// With `health`: is the transport available?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available: Option<bool>,
    /// With `cache_hit`: the age of the answer in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_ms: Option<u64>,
    /// With `resolve`: all addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Vec<IpAddr>>,
}

impl TrailEvent {
    /// An event with nothing more to say.
    pub(super) fn new(at_ms: u64, transport: &str, event: EventKind) -> Self {
        Self {
            at_ms,
            transport: transport.to_owned(),
            event,
            slice_ms: None,
            target: None,
            http_status: None,
            hits: None,
            error: None,
            message: None,
            wait_ms: None,
            available: None,
            age_ms: None,
            addresses: None,
        }
    }
}

/// A number for each transport, in the order of the scenario.
#[derive(Clone, Debug, Default, Eq)]
pub struct Counts(pub Vec<(String, u64)>);

/// Equal where every transport has the same number: the order of a JSON object says nothing.
impl PartialEq for Counts {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|(name, count)| other.of(name) == Some(*count))
    }
}

impl Counts {
    /// The number of one transport.
    pub fn of(&self, transport: &str) -> Option<u64> {
        self.0.iter().find(|(name, _)| name == transport).map(|(_, count)| *count)
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, count) in &self.0 {
            map.serialize_entry(name, count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map;

        impl<'de> Visitor<'de> for Map {
            type Value = Counts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of transports and numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Counts, A::Error> {
                let mut counts: Vec<(String, u64)> = Vec::new();
                while let Some((name, count)) = map.next_entry::<String, u64>()? {
                    if counts.iter().any(|(known, _)| *known == name) {
                        return Err(de::Error::custom(format!("`{name}` is given twice")));
                    }
                    counts.push((name, count));
                }
                Ok(Counts(counts))
            }
        }
        deserializer.deserialize_map(Map)
    }
}

impl schemars::JsonSchema for Counts {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counts".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 }
        })
    }
}

/// The trail of one lookup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "trailcheck trail")]
pub struct Trail {
    /// The scenario's name.
    pub scenario: String,
    /// The lookup's place in the scenario, from 0.
    pub lookup: u32,
    /// The engine that was replayed.
    pub engine: EngineName,
    /// What the caller was told.
    pub receipt: Receipt,
    /// Calls of this lookup, by transport.
    pub calls: Counts,
    /// Finite uses of the script that were left when the lookup ended, by transport.
    pub unused: Counts,
    /// What happened, in order.
    pub events: Vec<TrailEvent>,
    /// The invariants that do not hold.
    pub violations: Vec<Invariant>,
    /// What only some engines have.
    pub extra: Extra,
}

/// A lookup's name for people: that of its scenario, and its place for all but the first.
pub(crate) fn lookup_name(scenario: &str, lookup: u32) -> String {
    if lookup == 0 { scenario.to_owned() } else { format!("{scenario} (lookup {lookup})") }
}

impl Trail {
    /// Every text in it that came from outside.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let attempts =
            self.receipt.attempts().iter().flat_map(|attempt| [attempt.transport(), attempt.target()]);
        let evidence = self.receipt.evidence().iter();
        let evidence = evidence.flat_map(|evidence| [evidence.title(), evidence.url(), evidence.snippet()]);
        let events = self.events.iter().flat_map(|event| {
            let texts = [event.target.as_deref(), event.message.as_deref()];
            texts.into_iter().flatten()
        });
        std::iter::once(self.scenario.as_str())
            .chain(attempts)
            .chain(evidence)
            .chain(events)
            .chain(self.extra.texts())
    }

    /// About how many bytes it takes, for bounding what one scenario may yield.
    pub(super) fn weight(&self) -> usize {
        self.texts().map(str::len).sum::<usize>()
            + 256 * (1 + self.events.len() + self.receipt.evidence().len())
    }
}
