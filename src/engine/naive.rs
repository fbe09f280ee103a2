//! The naive engine: the provider is called with no limit but its own, any answer is success, any error a sentence.
//!
//! It exists to be measured.

use std::borrow::Cow;
use std::future::Future;
use std::pin::pin;

use super::attempt::{Cancellation, Context};
use super::bounded::UnixClock;
use super::judge::Judge;
use super::observe::Observer;
use super::policy::{MAX_DURATION_MS, Policy};
use super::receipt;
use crate::receipt::{AttemptRecord, Receipt, Role, Status, Vocabulary as _};
use crate::redact::Redactor;
use crate::transport::{Response, Transport};
use crate::validator::terms::Terms;
use crate::validator::{Asked, Verdict, unjudged};

/// What stands in a record as the slice of a call that has none: a week, longer than any provider answers.
pub const NO_LIMIT_MS: u64 = 7 * MAX_DURATION_MS;

/// A naive web tool around one provider.
#[derive(Clone)]
pub struct Naive<P> {
    provider: P,
    policy: Policy,
    redactor: Redactor,
    clock: Option<UnixClock>,
}

/// What a naive tool hands back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveAnswer {
    /// What happened, in the common vocabulary.
    pub receipt: Receipt,
    /// The sentence that the model gets in place of an answer.
    pub reply: Option<String>,
}

/// Whatever arrives is good.
struct AnyAnswer;

impl Judge for AnyAnswer {
    fn judge<'a>(&self, response: &'a Response, asked: &Asked<'_>) -> Verdict<'a> {
        let hits: Vec<Cow<'a, _>> = match unjudged::read(response, asked) {
            Verdict::Useful(hits) => hits,
            Verdict::NotUseful(_) | Verdict::Upstream | Verdict::Refused(_) => Vec::new(),
        };
        Verdict::Useful(hits)
    }
}

impl<P: Transport> Naive<P> {
    /// A tool with this provider. Of the default policy only the caps on evidence hold; its budget is shown.
    pub fn new(provider: P) -> Self {
        Self { provider, policy: Policy::default(), redactor: Redactor::new(), clock: None }
    }

    /// Sets the policy: the caps on evidence, and the budget that the receipt shows for comparison.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
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

    /// Asks the provider, byte for byte what was asked, until `cancel` completes. On tokio's clock.
    pub async fn lookup_observed<O: Observer>(
        &self,
        query: &str,
        cancel: impl Future<Output = ()>,
        observer: &O,
    ) -> NaiveAnswer {
        let terms = Terms::of(query);
        let context = Context {
            query,
            terms: &terms,
            policy: &self.policy,
            judge: &AnyAnswer,
            redactor: &self.redactor,
            clock: self.clock.as_deref(),
            observer,
        };
        let mut cancel = pin!(cancel);
        let mut cancel = Cancellation::new(cancel.as_mut());
        let attempt = context.attempt(&self.provider, Role::Primary, NO_LIMIT_MS, &mut cancel).await;
        let reply = sentence(&attempt.record);
        let receipt = receipt::assemble(None, vec![attempt], 1, self.policy.budget_ms());
        NaiveAnswer { receipt, reply }
    }
}

/// The error as prose: what the model has to make sense of.
fn sentence(record: &AttemptRecord) -> Option<String> {
    let status = record.status;
    let meaning = match status {
        Status::OkUseful => return None,
        // Nobody gave it a slice.
        Status::TransportTimeout => "No complete answer arrived in time.",
        Status::OkNotUseful
        | Status::TransportError
        | Status::RateLimited
        | Status::QuotaExhausted
        | Status::AuthFailed
        | Status::NotConfigured
        | Status::Cancelled
        | Status::SkippedNoBudget => record.fault.map_or_else(|| status.meaning(), |fault| fault.meaning()),
    };
    let code = record.http_status.map_or_else(String::new, |code| format!(" with HTTP status {code}"));
    Some(format!("The search at {} failed{code}: {meaning}", record.transport))
}
