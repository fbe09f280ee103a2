//! The fetch gate: one URL behind cheap, final gates.

mod setup;

pub use setup::GateSetup;
