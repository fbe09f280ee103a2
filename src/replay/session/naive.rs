//! The naive engine on a stage: the first transport is all that it knows.

use std::future::Future;

use super::{Driver, Stage};
use crate::engine::{Naive, NaiveAnswer};
use crate::receipt::Receipt;
use crate::replay::extra::Extra;
use crate::replay::recorder::Recorder;
use crate::scenario::Lookup;
use crate::transport::scripted::ScriptedTransport;

pub(super) struct NaiveDriver<'s>(Naive<&'s ScriptedTransport<'s>>);

impl<'s> NaiveDriver<'s> {
    /// None where the scenario has no transport.
    pub(super) fn new(stage: &'s Stage<'s>) -> Option<Self> {
        let tool = Naive::new(stage.transports.first()?)
            .with_policy(stage.scenario.policy.clone())
            .with_redactor(stage.scenario.redactor.clone())
            .with_clock(stage.clock());
        Some(Self(tool))
    }
}

impl Driver for NaiveDriver<'_> {
    async fn lookup(
        &mut self,
        lookup: &Lookup,
        cancel: impl Future<Output = ()>,
        recorder: &Recorder,
    ) -> (Receipt, Extra) {
        let NaiveAnswer { receipt, reply } = self.0.lookup_observed(&lookup.query, cancel, recorder).await;
        (receipt, Extra { reply, ..Extra::default() })
    }
}
