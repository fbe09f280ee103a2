//! Engines as values of the command line: the names and meanings are the vocabulary's.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use trailcheck::receipt::Vocabulary as _;
use trailcheck::scenario::EngineName;

/// Reads the name of an engine that this version can replay.
pub(crate) fn engine() -> impl TypedValueParser<Value = EngineName> {
    let values = EngineName::built().map(|engine| PossibleValue::new(engine.wire()).help(engine.meaning()));
    PossibleValuesParser::new(values)
        .try_map(|name| EngineName::from_wire(&name).ok_or_else(|| format!("`{name}` is no engine")))
}
