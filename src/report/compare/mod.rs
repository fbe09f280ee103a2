//! Several engines side by side: for people ([`human`], [`markdown`], [`html`]) and for machines ([`csv`], [`json`]).

pub mod csv;
mod figures;
pub mod html;
pub mod human;
pub mod json;
pub mod markdown;
