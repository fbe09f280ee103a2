//! An evaluation and replay harness for the web tools that LLM agents call, and the bounded engine that it replays.
//!
//! ```text
//! scenarios ─▶ scenario ─▶ replay ─▶ engine ─▶ receipt ─▶ trail ─▶ snapshots | diff | report
//! corpus ────▶ calibrate ─▶ validator (the engine's own) ─▶ sweep ─▶ report ─▶ reports/*.csv, *.html
//! ```
//!
//! The modules stand in the order of that flow, what is imported first: an import points up the list, never down.

pub mod receipt;

pub mod redact;

#[cfg(feature = "replay")]
pub(crate) mod printable;

pub mod transport;

pub mod validator;

pub mod engine;

#[cfg(feature = "replay")]
pub mod scenario;

#[cfg(feature = "replay")]
pub mod replay;

#[cfg(feature = "replay")]
pub mod trail;

#[cfg(feature = "replay")]
pub mod diff;

#[cfg(feature = "replay")]
pub mod compare;

#[cfg(feature = "replay")]
pub mod calibrate;

#[cfg(feature = "replay")]
pub mod report;
