//! The layered engine: retry, route, cache, degrade.

mod setup;

pub use setup::LayeredSetup;
