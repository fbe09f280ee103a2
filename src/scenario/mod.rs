//! Scenario files: YAML in, a valid [`Scenario`] or every mistake with its line out.
//!
//! [`discover()`] finds and names the files, [`load()`] reads them. What a file may say is in `wire`, what it means in
//! [`model`], and `lower` turns the one into the other.

pub mod discover;
pub mod engine;
pub mod load;
mod lower;
pub mod mistake;
pub mod model;
mod page_facts;
pub mod project;
pub(crate) mod wire;
mod yaml;

pub use discover::{Discovery, Found, Search, discover};
pub use engine::{EngineName, Setup};
pub use load::{Overrides, from_text, from_text_at, load};
pub use mistake::{Mistake, Place, SourceFile};
pub use model::{Elapsed, Expect, Lookup, Scenario, Stated};
pub use project::Project;
