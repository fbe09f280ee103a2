//! The fetch gate on a stage: the transport fetches, and its script says what the host resolves to.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};

use super::{Driver, Stage};
use crate::engine::fetch_gate::{FetchGate, Fetched, Resolver};
use crate::receipt::Receipt;
use crate::replay::extra::Extra;
use crate::replay::recorder::Recorder;
use crate::scenario::{EngineName, Lookup, Setup};
use crate::transport::scripted::ScriptedTransport;

/// What a host resolves to where the script says nothing of it: some public address.
const UNSAID: IpAddr = IpAddr::V4(Ipv4Addr::new(1, 1, 1, 1));

/// Answers at once: the time that resolving takes is the step's own, part of its latency or of its `connect_ms`.
#[derive(Clone, Copy)]
pub(super) struct ScriptedDns<'s>(&'s ScriptedTransport<'s>);

impl Resolver for ScriptedDns<'_> {
    async fn resolve(&self, _: &str) -> Vec<IpAddr> {
        self.0.next_dns().map_or_else(|| vec![UNSAID], <[IpAddr]>::to_vec)
    }
}

pub(super) struct GateDriver<'s>(FetchGate<&'s ScriptedTransport<'s>, ScriptedDns<'s>>);

impl<'s> GateDriver<'s> {
    /// None where the scenario has no transport.
    pub(super) fn new(stage: &'s Stage<'s>) -> Option<Self> {
        let transport = stage.transports.first()?;
        let setup = match stage.scenario.setup_for(EngineName::FetchGate).into_owned() {
            Setup::FetchGate(setup) => setup,
            Setup::Bounded | Setup::Layered(_) | Setup::Routed(_) | Setup::Naive => return None,
        };
        let tool = FetchGate::new(transport, ScriptedDns(transport))
            .with_setup(setup)
            .with_policy(stage.scenario.policy.clone())
            .with_validator(stage.scenario.validator.clone())
            .with_redactor(stage.scenario.redactor.clone())
            .with_clock(stage.clock());
        Some(Self(tool))
    }
}

impl Driver for GateDriver<'_> {
    async fn lookup(
        &mut self,
        lookup: &Lookup,
        cancel: impl Future<Output = ()>,
        recorder: &Recorder,
    ) -> (Receipt, Extra) {
        let Fetched { receipt, redirect_target } =
            self.0.fetch_observed(&lookup.query, cancel, recorder).await;
        (receipt, Extra { redirect_target, ..Extra::default() })
    }
}
