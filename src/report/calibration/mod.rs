//! Data to bytes: tables for machines and a page for people. No input or output of its own.

pub mod html;
pub mod tables;
