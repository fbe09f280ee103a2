//! What every HTML page of ours shares: text into markup, the look, and the frame that forbids it to fetch anything.

pub(super) mod frame;
pub(super) mod text;

/// Light and dark, on paper, and the parts that all pages are made of.
pub(super) const STYLE: &str = include_str!("style.css");
