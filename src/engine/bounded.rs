//! The bounded engine: one primary, at most one fallback, one shared deadline, always a receipt.

use std::convert::Infallible;
use std::future::{Future, pending};
use std::pin::pin;
use std::sync::Arc;

use super::attempt::{Attempted, Cancellation, Context};
use super::deadline::Deadline;
use super::observe::Observer;
use super::policy::Policy;
use super::{query, receipt};
use crate::receipt::{AttemptRecord, Receipt, Refusal, Role, Status};
use crate::redact::Redactor;
use crate::transport::{Request, Response, Transport, TransportError};
use crate::validator::Validator;
use crate::validator::terms::Terms;

/// Milliseconds since 1970-01-01T00:00:00Z, read when an answer arrives.
pub type UnixClock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// A bounded web tool: a primary provider and one optional fallback slot.
///
/// There is no list of fallbacks and no loop, so that a second one cannot be reached.
///
/// ```
/// use trailcheck::engine::{Bounded, Policy, PolicyFields};
/// use trailcheck::transport::{Hit, Request, Response, Transport, TransportError};
///
/// /// Stands for a client of your own.
/// struct Client(&'static str, u16);
///
/// impl Transport for Client {
///     fn name(&self) -> &str {
///         self.0
///     }
///     fn base_url(&self) -> &str {
///         "https://search.invalid/v1?key=abcd1234"
///     }
///     async fn call(&self, request: Request<'_>) -> Result<Response, TransportError> {
///         // A real client would contact `request.url` and give up after `request.slice`.
///         let hit = Hit {
///             title: "FunctionTool reference".into(),
///             url: "https://docs.invalid/tools".into(),
///             snippet: "FunctionTool derives its argument schema from the wrapped function.".into(),
///         };
///         Ok(Response::new(self.1).hits(vec![hit]))
///     }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
/// let policy = Policy::try_from(PolicyFields { budget_ms: Some(1500), ..Default::default() }).unwrap();
/// let tool = Bounded::new(Client("brand", 503)).with_fallback(Client("spare", 200)).with_policy(policy);
/// let receipt = tool.lookup("functiontool schema").await;
///
/// assert_eq!(
///     receipt.line().to_string(),
///     "outcome=useful_result next_action=use_result attempts=2/2 elapsed_ms=0/1500 \
///      trail=[brand:transport_error -> spare:ok_useful]"
/// );
/// assert_eq!(
///     receipt.attempts()[1].target(),
///     "https://search.invalid/v1?key=[REDACTED]&q=functiontool+schema"
/// );
/// # });
/// ```
#[derive(Clone)]
pub struct Bounded<P, F = NoFallback> {
    primary: P,
    fallback: Option<F>,
    policy: Policy,
    validator: Validator,
    redactor: Redactor,
    clock: Option<UnixClock>,
}

/// The fallback of a tool that has none: there is no value of it.
#[derive(Clone, Copy, Debug)]
pub struct NoFallback(Infallible);

impl Transport for NoFallback {
    fn name(&self) -> &str {
        match self.0 {}
    }

    fn base_url(&self) -> &str {
        match self.0 {}
    }

    async fn call(&self, _: Request<'_>) -> Result<Response, TransportError> {
        match self.0 {}
    }
}

impl<P: Transport> Bounded<P> {
    /// A tool with this provider, no fallback, and the default policy and validator.
    pub fn new(primary: P) -> Self {
        Self {
            primary,
            fallback: None,
            policy: Policy::default(),
            validator: Validator::default(),
            redactor: Redactor::new(),
            clock: None,
        }
    }

    /// Sets the fallback.
    #[must_use]
    pub fn with_fallback<F: Transport>(self, fallback: F) -> Bounded<P, F> {
        self.with_optional_fallback(Some(fallback))
    }

    /// Sets the fallback, where there is one.
    #[must_use]
    pub fn with_optional_fallback<F: Transport>(self, fallback: Option<F>) -> Bounded<P, F> {
        Bounded {
            primary: self.primary,
            fallback,
            policy: self.policy,
            validator: self.validator,
            redactor: self.redactor,
            clock: self.clock,
        }
    }
}

impl<P: Transport, F: Transport> Bounded<P, F> {
    /// Sets the policy.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// Sets the validator.
    #[must_use]
    pub fn with_validator(self, validator: Validator) -> Self {
        Self { validator, ..self }
    }

    /// Sets the redactor, with the secrets that must never be printed.
    #[must_use]
    pub fn with_redactor(self, redactor: Redactor) -> Self {
        Self { redactor, ..self }
    }

    /// Sets the clock that a `Retry-After` date is counted from; without one, a date is no hint.
    #[must_use]
    pub fn with_clock(self, clock: UnixClock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// Looks a query up; never cancelled, nobody watching.
    pub async fn lookup(&self, query: &str) -> Receipt {
        self.lookup_observed(query, pending(), &()).await
    }

    /// Looks a query up until `cancel` completes, and tells `observer` what happens. On tokio's clock.
    pub async fn lookup_observed<O: Observer>(
        &self,
        query: &str,
        cancel: impl Future<Output = ()>,
        observer: &O,
    ) -> Receipt {
        let query = query::normalise(query);
        if let Some(refusal) = query::refusal(&query, &self.policy) {
            return self.receipt(Some(refusal), Vec::new());
        }
        let terms = Terms::of(&query);
        let context = Context {
            query: &query,
            terms: &terms,
            policy: &self.policy,
            judge: &self.validator,
            redactor: &self.redactor,
            clock: self.clock.as_deref(),
            observer,
        };
        let mut cancel = pin!(cancel);
        let mut cancel = Cancellation::new(cancel.as_mut());
        let deadline = Deadline::after(self.policy.budget_ms());
        let slice_ms = || deadline.left_ms().min(self.policy.per_attempt_ms());

        let first = context.attempt(&self.primary, Role::Primary, slice_ms(), &mut cancel).await;
        let Some(fallback) = self.fallback_after(&first.record) else {
            return self.receipt(None, vec![first]);
        };
        let second = context.attempt(fallback, Role::Fallback, slice_ms(), &mut cancel).await;
        self.receipt(None, vec![first, second])
    }

    /// The fallback, if there is one and the primary's attempt calls for it.
    fn fallback_after(&self, primary: &AttemptRecord) -> Option<&F> {
        let called_for = match primary.status {
            Status::OkUseful | Status::Cancelled => false,
            Status::AuthFailed => self.policy.fallback_on_auth(),
            Status::OkNotUseful
            | Status::TransportError
            | Status::TransportTimeout
            | Status::RateLimited
            | Status::QuotaExhausted
            | Status::NotConfigured
            | Status::SkippedNoBudget => true,
        };
        if called_for && self.policy.fallback_allowed() { self.fallback.as_ref() } else { None }
    }

    fn receipt(&self, refusal: Option<Refusal>, attempts: Vec<Attempted>) -> Receipt {
        let fallback_possible = self.fallback.is_some() && self.policy.fallback_allowed();
        let allowed = if fallback_possible { 2 } else { 1 };
        receipt::assemble(refusal, attempts, allowed, self.policy.budget_ms())
    }
}
