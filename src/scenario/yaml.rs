//! The one module that knows the YAML library: text to wire types, or the first syntax or type mistake.
//!
//! Scalars are read as they were written. A number is not what a YAML library makes of it but the digits in the file,
//! so that `010`, `0x10`, `1_000` and `'5'` can be refused; a text keeps its spelling, so that `no` and `1.10` stay.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_yaml::budget::BudgetBreach;
use serde_yaml::options::MergeKeyPolicy;
use serde_yaml::{Error, Location, Spanned};

use super::mistake::{Place, nearest};
use crate::receipt::Vocabulary;

/// Where and what the first mistake of a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxMistake {
    pub place: Place,
    pub title: String,
    pub fix: String,
}

/// Reads one YAML document.
pub(super) fn read<T: DeserializeOwned>(source: &str) -> Result<T, SyntaxMistake> {
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_documents: 1,
            max_depth: 64,
            max_events: 2_000_000,
            max_nodes: 1_000_000,
            max_aliases: 10_000,
            max_anchors: 1_000,
        },
        alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: 100_000 },
        merge_keys: MergeKeyPolicy::Error,
        null_as_string: true,
        reject_tagged_field_names: true,
        reject_unsupported_tags: true,
        strict_booleans: true,
        with_snippet: false,
    };
    serde_yaml::from_str_with_options(source, options).map_err(|error| explain(&error, source))
}

/// A value and where it stands. `place` is where it is used, `spelled` where an alias of it was written out.
#[derive(Clone, Debug)]
pub(super) struct At<T> {
    pub value: T,
    pub place: Place,
    pub spelled: Place,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        Ok(Self { value: spanned.value, place: place(&spanned.referenced), spelled: place(&spanned.defined) })
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The library leaves the byte offset out of some errors; such a place is found by line and column.
fn place(location: &Location) -> Place {
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let span = location.span();
    Place {
        line: narrow(location.line()).max(1),
        column: narrow(location.column()).max(1),
        start: span.byte_offset().map(narrow),
        len: span.byte_len().map_or(0, narrow),
    }
}

/// Declares a scalar that is read as text, whatever it looks like.
macro_rules! scalar {
    ($(#[$doc:meta])* $name:ident, $schema:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(super) struct $name(pub String);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

scalar! {
    /// Text as it was written.
    Text, json_schema!({ "type": ["string", "number", "boolean"] })
}
scalar! {
    /// A whole number; its digits are checked where they are spelled.
    Digits, json_schema!({ "type": "integer", "minimum": 0 })
}
scalar! {
    /// A plain decimal such as 450 or 0.35; its digits are checked where they are spelled.
    Decimal, json_schema!({ "type": "number", "minimum": 0 })
}
scalar! {
    /// `true` or `false`.
    Flag, json_schema!({ "type": "boolean" })
}
scalar! {
    /// A whole number, or `forever`.
    DigitsOrForever, json_schema!({
        "oneOf": [{ "type": "integer", "minimum": 1 }, { "const": "forever" }]
    })
}
scalar! {
    /// `useful` or a not-useful reason.
    LabelName, {
        let mut names = vec!["useful"];
        names.extend(crate::receipt::NotUsefulReason::wire_names());
        json_schema!({ "type": "string", "enum": names })
    }
}
scalar! {
    /// `transport:status`.
    TrailItem, json_schema!({ "type": "string", "pattern": "^[a-z0-9_-]+:[a-z_]+$" })
}

/// The name of a member of a closed list.
#[derive(Clone, Debug)]
pub(super) struct Member<V> {
    pub name: String,
    kind: PhantomData<V>,
}

impl<'de, V> Deserialize<'de> for Member<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self { name, kind: PhantomData })
    }
}

impl<V: Vocabulary> JsonSchema for Member<V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        V::KIND.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": V::wire_names() })
    }
}

/// A map with keys of the user's own, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Entries<V>(pub Vec<(At<Text>, V)>);

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Map<V> {
            type Value = Entries<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Map(PhantomData))
    }
}

impl<V: JsonSchema> JsonSchema for Entries<V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Entries of {}", V::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": generator.subschema_for::<V>() })
    }
}

/// A scalar, or a map in its place.
#[derive(Clone, Debug)]
pub(super) enum ScalarOr<M> {
    Scalar(String),
    Map(M),
}

impl<'de, M: Deserialize<'de>> Deserialize<'de> for ScalarOr<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<M>(PhantomData<M>);

        impl<'de, M: Deserialize<'de>> Visitor<'de> for Either<M> {
            type Value = ScalarOr<M>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a plain value or a map")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(ScalarOr::Scalar(text.to_owned()))
            }

            // What the value is depends on its spelling, which is read from the file.
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                Ok(ScalarOr::Scalar(number.to_string()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                Ok(ScalarOr::Scalar(number.to_string()))
            }

            fn visit_u128<E: de::Error>(self, number: u128) -> Result<Self::Value, E> {
                Ok(ScalarOr::Scalar(number.to_string()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self::Value, E> {
                Ok(ScalarOr::Scalar(number.to_string()))
            }

            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Self::Value, E> {
                Ok(ScalarOr::Scalar(flag.to_string()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                M::deserialize(de::value::MapAccessDeserializer::new(map)).map(ScalarOr::Map)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// A JSON body: a text as it was written, or a YAML value that is written out as JSON.
#[derive(Clone, Debug)]
pub(super) struct WireBody(pub serde_json::Value);

impl WireBody {
    /// The bytes of the body.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let text = self.0.as_str().map_or_else(|| self.0.to_string(), str::to_owned);
        text.into_bytes()
    }
}

impl<'de> Deserialize<'de> for WireBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_json::Value::deserialize(deserializer).map(Self)
    }
}

impl JsonSchema for WireBody {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "WireBody".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["object", "array", "string"] })
    }
}

/// Says in our words what the library says in its own.
#[allow(clippy::wildcard_enum_match_arm, reason = "the library's list of errors is open")]
fn explain(error: &Error, source: &str) -> SyntaxMistake {
    let place = error.location().map_or_else(Place::start_of_file, |location| place(&location));
    let (title, fix) = match error {
        Error::SerdeUnknownField { field, expected, .. } => unknown_field(field, expected),
        Error::SerdeMissingField { field, .. } => {
            (format!("`{field}` is missing here"), format!("add `{field}:`"))
        }
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or("?");
            (format!("`{key}` is given twice"), "keep one of them".to_owned())
        }
        Error::MergeKeyNotAllowed { .. } => (
            "merge keys (`<<`) are not part of the format".to_owned(),
            "write the fields out, or put them in a defaults.yaml".to_owned(),
        ),
        Error::MultipleDocuments { .. } | Error::Budget { breach: BudgetBreach::Documents { .. }, .. } => {
            second_document()
        }
        Error::UnknownAnchor { .. } => {
            ("no anchor of this name was set above".to_owned(), "write the value out".to_owned())
        }
        Error::UnsupportedTag { tag, .. } | Error::TaggedStructFieldName { tag, .. } => {
            (format!("the tag `{tag}` is not part of the format"), "remove the tag".to_owned())
        }
        Error::Budget { breach, .. } => over_budget(breach),
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => {
            ("aliases expand to too much".to_owned(), "write the values out, or use fewer aliases".to_owned())
        }
        Error::AliasError { error, .. } => {
            let inner = explain(error, source);
            return SyntaxMistake { place, ..inner };
        }
        Error::Eof { .. } => {
            ("the file is empty".to_owned(), "write a scenario, see docs/scenarios.md".to_owned())
        }
        // Its own words are good where ours have nothing to add.
        other => wrong_kind(other, source, &place),
    };
    SyntaxMistake { place, title, fix }
}

fn unknown_field(field: &str, expected: &[&'static str]) -> (String, String) {
    let fix = match nearest(field, expected.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the fields here are {}", expected.join(", ")),
    };
    (format!("unknown field `{field}`"), fix)
}

fn second_document() -> (String, String) {
    let fix = "one scenario a file: move it into a file of its own";
    ("a second document begins here".to_owned(), fix.to_owned())
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the library's list of limits is open")]
fn over_budget(breach: &BudgetBreach) -> (String, String) {
    let (what, fix) = match breach {
        BudgetBreach::Depth { .. } => ("is nested more than 64 deep", "close brackets, or nest less"),
        BudgetBreach::Aliases { .. } | BudgetBreach::AliasAnchorRatio { .. } => {
            ("has too many aliases", "write the values out")
        }
        _ => ("is too large", "split it into several scenarios"),
    };
    (format!("the document {what}"), fix.to_owned())
}

fn wrong_kind(error: &Error, source: &str, place: &Place) -> (String, String) {
    let found = found_kind(source, place);
    let message = error.to_string();
    // The place is printed by us.
    let message = message.split(" at line ").next().unwrap_or_default();
    match message {
        "expected string scalar" => {
            (format!("a plain value is due here, not {found}"), "write one value".to_owned())
        }
        "expected mapping start" => {
            (format!("a map of fields is due here, not {found}"), "write `field: value` lines".to_owned())
        }
        "expected sequence start" => {
            (format!("a list is due here, not {found}"), "write `- item` lines or `[…]`".to_owned())
        }
        "cannot deserialize tagged scalar into string" => (
            "tags (`!!…`) are not part of the format".to_owned(),
            "remove the tag, and any quotes".to_owned(),
        ),
        _ if message.starts_with("invalid type: sequence") => {
            ("a plain value or a map is due here, not a list".to_owned(), "write one value".to_owned())
        }
        _ if message.starts_with("recursive references") => {
            ("an alias stands inside the value that it names".to_owned(), "write the value out".to_owned())
        }
        _ => (format!("not valid YAML: {message}"), syntax_fix(message).to_owned()),
    }
}

fn syntax_fix(message: &str) -> &'static str {
    if message.starts_with("unexpected character") || message.contains("escape character") {
        "put the text in single quotes, or remove the character"
    } else if message.starts_with("mapping values are not allowed") {
        "check the indentation; text with `: ` in it needs quotes"
    } else if message.starts_with("tabs") {
        "indent with spaces"
    } else if message.starts_with("unclosed quote") {
        "close the quote"
    } else if message.starts_with("unclosed bracket") {
        "close the bracket"
    } else {
        "check the indentation, quotes and brackets"
    }
}

/// What stands at a place, by the looks of it.
fn found_kind(source: &str, place: &Place) -> &'static str {
    let line = place.rest_of(source).split(['\n', '\r']).next().unwrap_or_default().trim();
    match line.as_bytes() {
        [] | [b'#', ..] => "nothing",
        [b'{', ..] => "a map",
        [b'[', ..] | [b'-'] | [b'-', b' ', ..] => "a list",
        [b'"' | b'\'', ..] => "a single value",
        _ if line == "null" || line == "~" => "nothing",
        _ => match line.split(" #").next().unwrap_or_default().trim_end() {
            text if text.ends_with(':') || text.contains(": ") => "a map",
            _ => "a single value",
        },
    }
}
