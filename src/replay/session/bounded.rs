//! The bounded engine on a stage.

use std::future::Future;

use super::{Driver, Stage};
use crate::engine::Bounded;
use crate::receipt::Receipt;
use crate::replay::extra::Extra;
use crate::replay::recorder::Recorder;
use crate::scenario::Lookup;
use crate::transport::scripted::ScriptedTransport;

type Performer<'s> = &'s ScriptedTransport<'s>;

/// The tool, with the second transport as the fallback.
pub(super) struct BoundedDriver<'s>(Bounded<Performer<'s>, Performer<'s>>);

impl<'s> BoundedDriver<'s> {
    /// None where the scenario has no transport.
    pub(super) fn new(stage: &'s Stage<'s>) -> Option<Self> {
        let tool = Bounded::new(stage.transports.first()?)
            .with_optional_fallback(stage.transports.get(1))
            .with_policy(stage.scenario.policy.clone())
            .with_validator(stage.scenario.validator.clone())
            .with_redactor(stage.scenario.redactor.clone())
            .with_clock(stage.clock());
        Some(Self(tool))
    }
}

impl Driver for BoundedDriver<'_> {
    async fn lookup(
        &mut self,
        lookup: &Lookup,
        cancel: impl Future<Output = ()>,
        recorder: &Recorder,
    ) -> (Receipt, Extra) {
        (self.0.lookup_observed(&lookup.query, cancel, recorder).await, Extra::default())
    }
}
