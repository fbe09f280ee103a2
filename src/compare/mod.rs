//! Several engines on the same scenarios, and what each costs.
//!
//! Start at [`measure`]: one lookup of one engine against the truth that the scenario states of its payloads
//! ([`Truth`]). A [`Table`] gathers the lookups of all engines, and ranks them by a stated [`Cost`].

mod cost;
mod measure;
mod table;
mod truth;

pub use cost::{Cost, Weight};
pub use measure::{Measured, measure};
pub use table::{Cell, EngineRow, Percentiles, Skipped, Table};
pub use truth::Truth;
