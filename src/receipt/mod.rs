//! What a lookup tells its caller: the closed vocabulary, the [`Receipt`], and its one-line form.
//!
//! Start at [`vocabulary`]. This room imports nothing of ours.

mod line;
mod record;
pub mod vocabulary;

pub use line::Line;
pub use record::{AttemptRecord, Evidence, Receipt};
pub use vocabulary::{
    Fault, NextAction, NotUsefulReason, Outcome, Refusal, Role, SCHEMA_VERSION, Status, Vocabulary,
};
