//! Engines: what turns a query, transports and a policy into a receipt. Start at [`bounded`]; beside it stand other
//! designs.
//!
//! Engines share one attempt (slice, race of answer, cut and cancel, classification, redaction) and one way to add
//! attempts up; they differ in whom they ask and when they stop. Nothing here is only for tests, and nothing reads a
//! wall clock: time is tokio's, and dates are counted from a clock that the caller gives.

mod attempt;
pub mod bounded;
pub mod classify;
pub mod config;
mod deadline;
mod evidence;
pub mod fetch_gate;
mod judge;
pub mod layered;
pub mod naive;
pub mod observe;
pub mod policy;
pub mod query;
mod receipt;
mod retry_after;
pub mod routed;
pub mod target;

pub use bounded::{Bounded, NoFallback, UnixClock};
pub use naive::{Naive, NaiveAnswer};
pub use observe::{Event, Observer};
pub use policy::{Policy, PolicyField, PolicyFields, PolicyMistake};
pub use routed::{Routed, RoutedAnswer};
