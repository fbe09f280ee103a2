//! The setup of the fetch gate.

use crate::engine::config::ConfigFile;
use crate::engine::fetch_gate::GateSetup;
use crate::scenario::lower::Lowering;
use crate::scenario::wire::setup::WireSetup;
use crate::scenario::yaml::ScalarOr;

impl Lowering<'_> {
    pub(super) fn gate_setup(&mut self, wire: &WireSetup) -> GateSetup {
        let hosts = wire.allow_hosts.iter().flat_map(|at| &at.value);
        let allow_hosts = hosts.map(|host| host.value.0.clone()).collect();
        let config = match &wire.config {
            None => ConfigFile::Absent,
            Some(at) => match &at.value {
                ScalarOr::Scalar(state) => self.config_state(at.place, state),
                ScalarOr::Map(_) => {
                    self.note(
                        at.place,
                        "a fetch gate has one configuration file",
                        "write `absent`, `unreadable` or `invalid`",
                    );
                    ConfigFile::Absent
                }
            },
        };
        GateSetup { allow_hosts, config }
    }
}
