//! The routed engine: route, authenticate, search, fall back, label.
//!
//! The current model's own provider is asked to search; one retrieval service stands behind it where its key is in the
//! secrets file. Start at [`Routed`]; whom to ask is decided in [`routing`] and with what in [`auth`], both pure, and
//! whether a search ran is read from the reply's own format in [`wire`].

pub mod auth;
mod judge;
mod lookup;
mod provider;
mod render;
pub mod routing;
mod setup;
pub mod wire;

use std::fmt;
use std::sync::Arc;

pub use self::provider::Provider;
use self::routing::ConfigProblem;
pub use self::setup::{FALLBACK_KEY, Model, Registry, RoutedSetup, SecretsFile};
use super::bounded::{NoFallback, UnixClock};
use super::policy::Policy;
use crate::receipt::Receipt;
use crate::redact::Redactor;
use crate::transport::Transport;

/// Reads the secrets file; called on every lookup.
pub type SecretsReader = Arc<dyn Fn() -> SecretsFile + Send + Sync>;

/// A routed web tool: the native search of the current model's provider, and one optional fallback slot.
#[derive(Clone)]
pub struct Routed<P, F = NoFallback> {
    primary: P,
    fallback: Option<F>,
    /// Read once, and final.
    pin: Result<Option<Provider>, ConfigProblem>,
    setup: RoutedSetup,
    secrets: SecretsReader,
    policy: Policy,
    redactor: Redactor,
    clock: Option<UnixClock>,
}

/// What a routed tool hands back. Every text in it is redacted, and no key stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutedAnswer {
    /// What happened, in the common vocabulary.
    pub receipt: Receipt,
    /// What the model reads.
    pub render: String,
    /// The one record for the operators.
    pub audit: AuditRecord,
}

/// What a call leaves for its operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRecord {
    /// Was the call refused? Worth a warning.
    pub refused: bool,
    /// Who answered, or who should have.
    pub provider: Option<Provider>,
    /// What came of it.
    pub outcome: AuditOutcome,
    /// Why, or with whose credentials.
    pub reason: Option<String>,
}

/// What came of a call, for its operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditOutcome {
    /// A search ran.
    Searched,
    /// An answer without a search.
    Ungrounded,
    /// Nobody answered.
    Failed,
    /// The deadline ran out.
    Deadline,
    /// The caller left.
    Cancelled,
    /// The call was refused.
    Refused,
}

impl fmt::Display for AuditOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Searched => "searched",
            Self::Ungrounded => "ungrounded",
            Self::Failed => "failed",
            Self::Deadline => "deadline",
            Self::Cancelled => "cancelled",
            Self::Refused => "refused",
        })
    }
}

impl<P: Transport> Routed<P> {
    /// A tool with the transport of the routed provider, whoever that turns out to be, and no fallback. This reads the
    /// configuration of the session, once; a problem with it refuses every lookup.
    pub fn new(primary: P, setup: RoutedSetup) -> Self {
        let file = setup.secrets_file.clone();
        Self {
            primary,
            fallback: None,
            pin: routing::pin(&setup.config),
            setup,
            secrets: Arc::new(move || file.clone()),
            policy: Policy::default(),
            redactor: Redactor::new(),
            clock: None,
        }
    }

    /// Sets the transport of the fallback, where there is one. It is used only where its key arms it.
    #[must_use]
    pub fn with_optional_fallback<F: Transport>(self, fallback: Option<F>) -> Routed<P, F> {
        let Self { primary, fallback: _, pin, setup, secrets, policy, redactor, clock } = self;
        Routed { primary, fallback, pin, setup, secrets, policy, redactor, clock }
    }
}

impl<P: Transport, F: Transport> Routed<P, F> {
    /// Sets what reads the secrets file, in place of the setup's.
    #[must_use]
    pub fn with_secrets_reader(self, secrets: SecretsReader) -> Self {
        Self { secrets, ..self }
    }

    /// Sets the policy: the limits on queries, the least slice and the caps on evidence. The budget is the setup's
    /// deadline.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// Sets the redactor, with the secrets that must never be printed. Keys that are read are added to it.
    #[must_use]
    pub fn with_redactor(self, redactor: Redactor) -> Self {
        Self { redactor, ..self }
    }

    /// Sets the clock that a `Retry-After` date is counted from; without one, a date is no hint.
    #[must_use]
    pub fn with_clock(self, clock: UnixClock) -> Self {
        Self { clock: Some(clock), ..self }
    }
}
