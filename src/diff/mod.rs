//! What changed between two sets of trails, by what it means to who relies on them.
//!
//! Start at [`compare`]: it takes two ordered streams of lookups, sets those side by side that are of the same
//! scenario and place, tells what differs in each pair ([`Change`]) and how much that matters ([`Class`]). A [`Tally`]
//! gathers the findings by kind of change, so that forty scenarios that flipped the same way are one.

mod align;
mod aspect;
mod change;
mod kinds;
mod scenario_hash;
mod why;

pub use align::{Finding, Lookup, Refusal, Side, compare, compare_scenario};
pub use aspect::{Aspect, Class};
pub use change::{Change, Changed, changes};
pub use kinds::{Kind, Names, Tally};
pub use why::{First, first_difference};
