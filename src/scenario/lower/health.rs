//! What a transport says of itself before it is called: health checks, and the addresses of its host.

use std::net::IpAddr;

use super::Lowering;
use super::scalars::TIME_MS;
use crate::scenario::engine::EngineName;
use crate::scenario::wire::{WireHealth, WireTransport};
use crate::scenario::yaml::{At, Text};
use crate::transport::scripted::HealthStep;

impl Lowering<'_> {
    pub(super) fn health(&mut self, steps: &[At<WireHealth>]) -> Vec<HealthStep> {
        let last = steps.len().saturating_sub(1);
        let step = |(index, at): (usize, &At<WireHealth>)| {
            let available = self.maybe_flag("available", at.value.available.as_ref()).unwrap_or(true);
            let latency_ms =
                self.maybe_whole("latency_ms", at.value.latency_ms.as_ref(), TIME_MS).unwrap_or(0);
            let times = self.times(at.value.times.as_ref(), index == last)?;
            Some(HealthStep { available, latency_ms, times })
        };
        steps.iter().enumerate().filter_map(step).collect()
    }

    pub(super) fn addresses(&mut self, list: &[At<Text>]) -> Vec<IpAddr> {
        let address = |at: &At<Text>| {
            at.value.0.parse::<IpAddr>().ok().or_else(|| {
                let title = format!("`{}` is no IP address", at.value.0);
                self.mistake(at.place, title, "write such as 203.0.113.7 or 2001:db8::7")
            })
        };
        list.iter().filter_map(address).collect()
    }

    /// Notes what only a fetch gate looks at, and what it never looks at.
    pub(super) fn fetch_gate_fields(&mut self, wire: &WireTransport, engine: EngineName) {
        if engine == EngineName::FetchGate {
            if let Some(health) = wire.health.first() {
                self.note(health.place, "a fetch gate asks nobody for their health", "remove `health:`");
            }
            return;
        }
        for dns in wire.steps.iter().filter_map(|step| step.value.dns.as_ref()) {
            let title = format!("`dns` belongs to `fetch_gate`, and the engine is `{engine}`");
            self.note(dns.place, title, "remove it, or name that engine with `engine:`");
        }
    }
}
