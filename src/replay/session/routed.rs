//! The routed engine on a stage: the first transport is the primary's, whoever that is, and the second the fallback's.

use std::future::Future;

use super::{Driver, Stage};
use crate::engine::{Routed, RoutedAnswer};
use crate::receipt::Receipt;
use crate::replay::extra::{Audit, AuditLevel, Extra};
use crate::replay::recorder::Recorder;
use crate::scenario::{EngineName, Lookup, Setup};
use crate::transport::scripted::ScriptedTransport;

type Performer<'s> = &'s ScriptedTransport<'s>;

pub(super) struct RoutedDriver<'s>(Routed<Performer<'s>, Performer<'s>>);

impl<'s> RoutedDriver<'s> {
    /// None where the scenario has no transport, or is set up for another engine.
    pub(super) fn new(stage: &'s Stage<'s>) -> Option<Self> {
        let Setup::Routed(setup) = stage.scenario.setup_for(EngineName::Routed).into_owned() else {
            return None;
        };
        let tool = Routed::new(stage.transports.first()?, setup)
            .with_optional_fallback(stage.transports.get(1))
            .with_policy(stage.scenario.policy.clone())
            .with_redactor(stage.scenario.redactor.clone())
            .with_clock(stage.clock());
        Some(Self(tool))
    }
}

impl Driver for RoutedDriver<'_> {
    async fn lookup(
        &mut self,
        lookup: &Lookup,
        cancel: impl Future<Output = ()>,
        recorder: &Recorder,
    ) -> (Receipt, Extra) {
        let mut progress = Vec::new();
        let announce = |text: &str| progress.push(text.to_owned());
        let answer = self.0.lookup_observed(&lookup.query, cancel, recorder, announce).await;
        let RoutedAnswer { receipt, render, audit } = answer;
        let audit = Audit {
            level: if audit.refused { AuditLevel::Warn } else { AuditLevel::Info },
            provider: audit.provider.map(|provider| provider.to_string()),
            outcome: audit.outcome.to_string(),
            reason: audit.reason,
        };
        (receipt, Extra { progress, audit: Some(audit), render: Some(render), ..Extra::default() })
    }
}
