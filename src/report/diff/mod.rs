//! A comparison of trails as text for people and as files for machines. Nothing differs: nothing is said.
//!
//! [`human`] and [`markdown`] show a [`crate::diff::Tally`], by kind of change. [`rows`] (CSV), [`json`] and [`junit`]
//! take one [`crate::diff::Finding`] after the other.

pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
mod marked;
pub mod rows;
pub(super) mod words;
