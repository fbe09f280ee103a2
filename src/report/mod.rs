//! Results to bytes: text for people, XML for CI. No I/O and no colours of its own: the caller says what a terminal
//! can show.

mod attempts;
pub mod calibration;
pub mod case;
pub mod compare;
pub mod coverage;
pub mod diff;
pub mod github;
pub mod html;
pub mod human;
pub mod junit;
pub mod mermaid;
mod page;
pub mod prompt;
pub mod review;
pub mod starter;
pub mod style;
pub mod summary;
pub mod timeline;
mod wrap;

pub use case::{Case, CaseStatus, Pin};
pub use style::Style;
