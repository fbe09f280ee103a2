//! Trails as artefacts: the trail file for machines, the snapshot for review and pinning, and their JSON Schemas.
//!
//! Both hold the same [`crate::replay::Trail`]s and nothing that differs between two runs of the same input.

pub mod atomic;
pub mod coverage;
pub mod entry;
pub mod file;
pub mod merge;
pub mod pending;
pub mod problem;
pub mod read;
pub mod schema;
pub mod snapshot;
pub mod snapshot_read;
pub mod together;
