//! The setup block: whose field is whose, and what the fields come to.

mod fetch_gate;
mod layered;
mod routed;

use super::Lowering;
use crate::engine::config::ConfigFile;
use crate::engine::policy::MAX_DURATION_MS;
use crate::scenario::engine::{EngineName, Setup};
use crate::scenario::mistake::{Place, nearest};
use crate::scenario::wire::setup::WireSetup;
use crate::scenario::yaml::{At, Digits};

/// A limit may not be nothing at all.
const LIMIT_MS: std::ops::RangeInclusive<u64> = 1..=MAX_DURATION_MS;
/// What a file can be found to be, instead of what it says.
const STATES: [&str; 3] = ["absent", "unreadable", "invalid"];

impl Lowering<'_> {
    /// What the scenario sets its engine up with. Nothing is checked where the engine's name is no engine.
    pub(super) fn setup(
        &mut self,
        wire: Option<&At<WireSetup>>,
        engine: Option<EngineName>,
        transports: usize,
    ) -> Setup {
        let Some(engine) = engine else { return Setup::Bounded };
        let Some(at) = wire else { return Setup::default_of(engine, transports) };
        self.foreign_fields(&at.value, engine);
        match engine {
            EngineName::Bounded => Setup::Bounded,
            EngineName::Layered => Setup::Layered(self.layered_setup(&at.value)),
            EngineName::Routed => Setup::Routed(self.routed_setup(&at.value)),
            EngineName::FetchGate => Setup::FetchGate(self.gate_setup(&at.value)),
            EngineName::Naive => Setup::Naive,
        }
    }

    /// Notes each field that belongs to other engines.
    fn foreign_fields(&mut self, wire: &WireSetup, engine: EngineName) {
        for (field, place, owners) in fields(wire) {
            if let Some(place) = place
                && !owners.contains(&engine)
            {
                let names: Vec<String> = owners.iter().map(|owner| format!("`{owner}`")).collect();
                let title = format!(
                    "`{field}` belongs to the setup of {}, and the engine is `{engine}`",
                    names.join(" and ")
                );
                self.note(place, title, "remove it, or name that engine with `engine:`");
            }
        }
    }

    /// A number with a default.
    fn whole_or(
        &mut self,
        name: &str,
        at: Option<&At<Digits>>,
        bounds: std::ops::RangeInclusive<u64>,
        default: u64,
    ) -> u64 {
        self.maybe_whole(name, at, bounds).unwrap_or(default)
    }

    /// The state of a configuration file by its name.
    fn config_state(&mut self, place: Place, name: &str) -> ConfigFile {
        match name {
            "absent" => ConfigFile::Absent,
            "unreadable" => ConfigFile::Unreadable,
            "invalid" => ConfigFile::Invalid,
            other => {
                self.no_state(place, other, &STATES);
                ConfigFile::Absent
            }
        }
    }

    /// Notes a name that is no state of a file.
    fn no_state(&mut self, place: Place, name: &str, states: &[&'static str]) {
        let fix = match nearest(name, states.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("use one of {}, or write what the file says", states.join(", ")),
        };
        self.note(place, format!("`{name}` is no state of a file"), fix);
    }
}

type Field = (&'static str, Option<Place>, &'static [EngineName]);

/// Every field, where it stands, and whose it is.
fn fields(wire: &WireSetup) -> [Field; 17] {
    const LAYERED: &[EngineName] = &[EngineName::Layered];
    const ROUTED: &[EngineName] = &[EngineName::Routed];
    const GATE: &[EngineName] = &[EngineName::FetchGate];
    const CONFIGURED: &[EngineName] = &[EngineName::Routed, EngineName::FetchGate];
    fn place<T>(at: Option<&At<T>>) -> Option<Place> {
        at.map(|at| at.place)
    }
    [
        ("max_retries", place(wire.max_retries.as_ref()), LAYERED),
        ("base_delay_ms", place(wire.base_delay_ms.as_ref()), LAYERED),
        ("max_delay_ms", place(wire.max_delay_ms.as_ref()), LAYERED),
        ("jitter_seed", place(wire.jitter_seed.as_ref()), LAYERED),
        ("cache", place(wire.cache.as_ref()), LAYERED),
        ("ttl_ms", place(wire.ttl_ms.as_ref()), LAYERED),
        ("first_call_ms", place(wire.first_call_ms.as_ref()), LAYERED),
        ("other_call_ms", place(wire.other_call_ms.as_ref()), LAYERED),
        ("health_ms", place(wire.health_ms.as_ref()), LAYERED),
        ("results", place(wire.results.as_ref()), LAYERED),
        ("model", place(wire.model.as_ref()), ROUTED),
        ("config", place(wire.config.as_ref()), CONFIGURED),
        ("secrets_file", place(wire.secrets_file.as_ref()), ROUTED),
        ("registry", place(wire.registry.as_ref()), ROUTED),
        ("env", place(wire.env.as_ref()), ROUTED),
        ("deadline_ms", place(wire.deadline_ms.as_ref()), ROUTED),
        ("allow_hosts", place(wire.allow_hosts.as_ref()), GATE),
    ]
}
