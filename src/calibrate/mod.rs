//! Labelled pages to figures: corpus, features, metrics, sweeps, and what can be recommended from them.
//!
//! Start at [`extract`] for how a page becomes a row, at [`table`] for what is kept of a row, and at [`sweep`] for how
//! thousands of settings are judged without judging. Only [`subject`] knows the validator's own modules; the rest
//! works on its checks as data ([`checks`]). Everything here is a pure function but for reading pages.

pub mod bits;
pub mod cells;
pub mod checks;
pub mod class;
pub mod corpus;
pub mod curve;
pub mod explain;
pub mod extract;
pub mod features_file;
pub mod flips;
pub mod folds;
pub mod interval;
pub mod lines;
pub mod markers;
pub mod metrics;
pub mod objective;
pub mod paired;
pub mod places;
pub mod random;
pub mod recommend;
pub mod search;
pub mod source;
pub mod subject;
pub mod sweep;
pub mod table;
