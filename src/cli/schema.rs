//! `trailcheck schema`: JSON Schemas on stdout.

use clap::Args;
use clap::builder::PossibleValue;
use trailcheck::receipt::Vocabulary as _;
use trailcheck::trail::schema::{self, SchemaKind};

use super::edge::Edge;
use super::exit::Exit;

/// Arguments of `schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// What to print the schema of
    kind: Kind,
}

/// The library's list, as a value of the command line.
#[derive(Clone, Copy, Debug)]
struct Kind(SchemaKind);

impl clap::ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        const KINDS: [Kind; 5] = [
            Kind(SchemaKind::Scenario),
            Kind(SchemaKind::Receipt),
            Kind(SchemaKind::Trail),
            Kind(SchemaKind::Validator),
            Kind(SchemaKind::Tool),
        ];
        &KINDS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.wire()).help(self.0.meaning()))
    }
}

/// Prints one schema.
pub(crate) fn schema(arguments: &SchemaArguments, edge: &mut Edge) -> Exit {
    edge.print(&format!("{:#}\n", schema::schema(arguments.kind.0)));
    Exit::Passed
}
