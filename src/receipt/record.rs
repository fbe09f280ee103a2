//! The receipt of a lookup and the record of each attempt: immutable, strict when read.
//!
//! Neither type has a field that could hold a whole body. The order of the fields is the order on the wire.

use serde::{Deserialize, Serialize};

use super::vocabulary::{Fault, NextAction, NotUsefulReason, Outcome, Refusal, Role, Status};

/// A record whose fields are written once, in the crate, and read by getters.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty => $get:ty,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "replay", derive(schemars::JsonSchema), schemars(transform = all_required))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[$field_doc])*
                // An optional field must still be present, as null.
                #[serde(deserialize_with = "present")]
                pub(crate) $field: $type,
            )+
        }

        impl $name {
            $(
                $(#[$field_doc])*
                pub fn $field(&self) -> $get {
                    Field::get(&self.$field)
                }
            )+
        }
    };
}

/// How a stored field is handed out: numbers and enums by value, text and lists by reference.
trait Field<'a> {
    type Out;
    fn get(&'a self) -> Self::Out;
}

macro_rules! by_value {
    ($($type:ty),+) => {
        $(impl Field<'_> for $type {
            type Out = $type;
            fn get(&self) -> $type { *self }
        })+
    };
}
by_value!(bool, u32, u64, Outcome, NextAction, Role, Status);

impl<T: Copy> Field<'_> for Option<T> {
    type Out = Self;
    fn get(&self) -> Self {
        *self
    }
}

impl<'a> Field<'a> for String {
    type Out = &'a str;
    fn get(&'a self) -> &'a str {
        self
    }
}

impl<'a> Field<'a> for Option<Layer> {
    type Out = Option<&'a str>;
    fn get(&'a self) -> Option<&'a str> {
        self.as_ref().map(|layer| layer.0.as_str())
    }
}

impl<'a, T: 'a> Field<'a> for Vec<T> {
    type Out = &'a [T];
    fn get(&'a self) -> &'a [T] {
        self
    }
}

fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// A schema in which an optional field may be null but not absent.
#[cfg(feature = "replay")]
fn all_required(schema: &mut schemars::Schema) {
    let properties = schema.get("properties").and_then(serde_json::Value::as_object);
    let names: Vec<serde_json::Value> =
        properties.into_iter().flat_map(|map| map.keys().cloned().map(Into::into)).collect();
    schema.insert("required".to_owned(), names.into());
}

/// The part of a layered engine that made an attempt, such as `retry 2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "replay", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub(crate) struct Layer(pub(crate) String);

record! {
    /// What one attempt did: whom it asked, for how long, and what came back.
    AttemptRecord {
        /// The place in the receipt's list, from 0.
        index: u32 => u32,
        /// The attempt's part in the plan.
        role: Role => Role,
        /// The transport's name.
        transport: String => &str,
        /// The layer that made the attempt, where the engine has layers.
        layer: Option<Layer> => Option<&str>,
        /// How the attempt ended.
        status: Status => Status,
        /// What went wrong below the payload; only with `transport_error`.
        fault: Option<Fault> => Option<Fault>,
        /// Why the payload was not useful; only with `ok_not_useful`.
        not_useful_reason: Option<NotUsefulReason> => Option<NotUsefulReason>,
        /// The raw HTTP status; null where no answer came.
        http_status: Option<u16> => Option<u16>,
        /// Milliseconds from the start of the attempt to its end, rounded down, never above `slice_ms`.
        elapsed_ms: u64 => u64,
        /// Milliseconds that the attempt was allowed to borrow from the shared budget.
        slice_ms: u64 => u64,
        /// The provider's own hint when to come back, in milliseconds, at most a day.
        retry_after_ms: Option<u64> => Option<u64>,
        /// Did the request leave this process? One that did may have been billed.
        dispatched: bool => bool,
        /// The redacted URL that the attempt was for.
        target: String => &str,
    }
}

record! {
    /// One hit that the caller may cite: redacted first, then cut.
    Evidence {
        /// The hit's title.
        title: String => &str,
        /// The hit's address.
        url: String => &str,
        /// The text that supports an answer.
        snippet: String => &str,
        /// Was the title or the snippet cut at the policy's cap?
        truncated: bool => bool,
    }
}

record! {
    /// What a lookup did and what the caller should do next.
    Receipt {
        /// The version of the vocabulary, [`super::SCHEMA_VERSION`].
        schema_version: u32 => u32,
        /// How the lookup ended.
        outcome: Outcome => Outcome,
        /// The one thing to do next.
        next_action: NextAction => NextAction,
        /// Why the request was refused; only with `blocked_by_policy`.
        refusal: Option<Refusal> => Option<Refusal>,
        /// Was the fallback started?
        fallback_used: bool => bool,
        /// Attempts that were started.
        attempts_used: u32 => u32,
        /// Attempts that the plan allows.
        attempts_allowed: u32 => u32,
        /// The sum of the attempts' milliseconds.
        elapsed_ms: u64 => u64,
        /// The shared budget in milliseconds.
        budget_ms: u64 => u64,
        /// The smallest hint among the attempts, in milliseconds.
        retry_after_ms: Option<u64> => Option<u64>,
        /// The age of a stored answer in milliseconds, where the engine has a cache that served it.
        cache_age_ms: Option<u64> => Option<u64>,
        /// The attempts in order, skipped ones among them.
        attempts: Vec<AttemptRecord> => &[AttemptRecord],
        /// The cited hits; empty unless the outcome is `useful_result`.
        evidence: Vec<Evidence> => &[Evidence],
    }
}
