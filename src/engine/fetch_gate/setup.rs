//! What a fetch gate is set up with.

use crate::engine::config::ConfigFile;

/// Whom the gate lets through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GateSetup {
    /// Hosts that may be fetched, as they were written; none refuses everything.
    pub allow_hosts: Vec<String>,
    /// The configuration file; one that cannot be read or makes no sense refuses everything.
    pub config: ConfigFile,
}
