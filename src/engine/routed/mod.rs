//! The routed engine: route, authenticate, search, fall back, label.

mod setup;

pub use setup::{FALLBACK_KEY, Model, Registry, RoutedSetup, SecretsFile};
