//! The trail file: JSON Lines, a header and then the trails, ordered by scenario name and lookup.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::receipt::SCHEMA_VERSION;
use crate::replay::Trail;
use crate::scenario::EngineName;

/// The version of the file format.
pub const FORMAT_VERSION: u32 = 1;

/// The first line of a trail file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format.
    pub trailcheck: u32,
    /// The version of the vocabulary.
    pub schema_version: u32,
    /// The engines that were replayed, each once, in the order of the vocabulary.
    pub engines: Vec<EngineName>,
}

impl Header {
    /// The header of a file written by this version.
    pub fn new(engines: impl IntoIterator<Item = EngineName>) -> Self {
        let mut engines: Vec<EngineName> = engines.into_iter().collect();
        engines.sort_unstable();
        engines.dedup();
        Self { trailcheck: FORMAT_VERSION, schema_version: SCHEMA_VERSION, engines }
    }
}

/// Writes one line.
pub fn write_line<T: Serialize>(out: &mut impl Write, value: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// The lines of one scenario's trails.
pub fn lines(trails: &[Trail]) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = Vec::new();
    for trail in trails {
        serde_json::to_writer(&mut bytes, trail)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}
