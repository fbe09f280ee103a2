//! One lookup: refuse, or ask the routed provider, and once more the fallback.

use std::future::Future;
use std::pin::pin;

use super::auth::{self, AuthProblem, Source};
use super::judge::WireJudge;
use super::provider::Provider;
use super::render::{self, Asked};
use super::routing;
use super::setup::{FALLBACK_KEY, Model, Registry};
use super::{AuditOutcome, AuditRecord, Routed, RoutedAnswer};
use crate::engine::attempt::{Attempted, Cancellation, Context};
use crate::engine::deadline::Deadline;
use crate::engine::observe::Observer;
use crate::engine::{query, receipt};
use crate::receipt::{Outcome, Refusal, Role, Status};
use crate::redact::Redactor;
use crate::transport::{Credentials, Request, Response, Transport, TransportError};
use crate::validator::terms::Terms;

/// A shorter value would be masked out of ordinary words.
const MASKED_CHARS_MIN: usize = 6;

/// What one lookup is made with.
struct Plan<'a, F> {
    query: String,
    terms: Terms,
    redactor: Redactor,
    deadline: Deadline,
    provider: Option<Provider>,
    fallback: Option<(&'a F, Credentials)>,
}

/// A transport whose requests carry credentials.
struct Authorised<'a, T> {
    transport: &'a T,
    credentials: &'a Credentials,
}

impl<T: Transport> Transport for Authorised<'_, T> {
    fn name(&self) -> &str {
        self.transport.name()
    }

    fn base_url(&self) -> &str {
        self.transport.base_url()
    }

    fn expects(&self) -> crate::transport::Expects {
        self.transport.expects()
    }

    async fn call(&self, request: Request<'_>) -> Result<Response, TransportError> {
        self.transport.call(Request { credentials: Some(self.credentials), ..request }).await
    }
}

impl<P: Transport, F: Transport> Routed<P, F> {
    /// Looks a query up until `cancel` completes, and tells `observer` what happens. `announce` is told once, when the
    /// fallback starts. On tokio's clock.
    pub async fn lookup_observed<O: Observer>(
        &self,
        query: &str,
        cancel: impl Future<Output = ()>,
        observer: &O,
        announce: impl FnMut(&str),
    ) -> RoutedAnswer {
        let plan = match self.plan(query) {
            Ok(plan) => plan,
            Err(refused) => return *refused,
        };
        let mut cancel = pin!(cancel);
        let mut cancel = Cancellation::new(cancel.as_mut());
        let primary = self.ask_primary(&plan, observer, &mut cancel).await;
        let mut asked = vec![primary];
        if let Some(fallback) = &plan.fallback
            && calls_for_fallback(asked[0].attempted.record.status)
        {
            let first = &asked[0];
            let second = self.ask_fallback(&plan, (first, fallback), observer, &mut cancel, announce).await;
            asked.push(second);
        }
        self.answer(&plan, asked)
    }

    /// Everything that is decided before anybody is asked, or the refusal.
    fn plan(&self, query: &str) -> Result<Plan<'_, F>, Box<RoutedAnswer>> {
        let deadline = Deadline::after(self.setup.deadline_ms);
        let secrets = (self.secrets)();
        let key = routing::fallback_key(&secrets).map(str::to_owned);
        let redactor = self.redactor.and_secrets(self.keys(key.as_deref()));
        let fallback = self.fallback.as_ref().zip(key);
        let allowed = if fallback.is_some() { 2 } else { 1 };
        let refuse = |refusal, reason: String| {
            Err(Box::new(self.refusal(refusal, &render::one_line(&redactor.text(&reason)), allowed)))
        };
        let pin = match self.pin {
            Ok(pin) => pin,
            Err(problem) => {
                let reason = format!("the {} configuration is refused: {}", problem.file, problem.problem);
                return refuse(Refusal::ConfigUnreadable, reason);
            }
        };
        let query = query::normalise(query);
        if let Some(refusal) = query::refusal(&query, &self.policy) {
            return refuse(refusal, meaning(refusal));
        }
        let provider = routing::route(self.setup.model.as_ref(), pin);
        if provider.is_none() && fallback.is_none() {
            let unrouted = self.unrouted();
            let reason =
                format!("{unrouted}, and no fallback is armed: set {FALLBACK_KEY} in the secrets file");
            return refuse(Refusal::NoRoute, reason);
        }
        let terms = Terms::of(&query);
        let authorised = |key| Credentials { key: Some(key), headers: Vec::new() };
        let fallback = fallback.map(|(transport, key)| (transport, authorised(key)));
        Ok(Plan { query, terms, redactor, deadline, provider, fallback })
    }

    /// Every value that must not be printed, as far as it can be told from ordinary words.
    fn keys<'k>(&'k self, fallback: Option<&'k str>) -> impl Iterator<Item = &'k str> {
        let (key, headers) = match &self.setup.registry {
            Registry::Answer { key, headers } => (key.as_deref(), headers.as_slice()),
            Registry::Failure(_) => (None, [].as_slice()),
        };
        let headers = headers.iter().filter_map(|(_, value)| value.as_deref());
        let env = self.setup.env.iter().filter(|(name, _)| is_key(name)).map(|(_, value)| value.as_str());
        let all = fallback.into_iter().chain(key).chain(headers).chain(env);
        all.map(str::trim).filter(|value| value.chars().count() >= MASKED_CHARS_MIN)
    }

    fn unrouted(&self) -> String {
        match &self.setup.model {
            None => "there is no current model to route by".to_owned(),
            Some(Model { provider, api }) => format!("no provider searches for the model {provider}/{api}"),
        }
    }

    fn context<'c, O>(
        &'c self,
        plan: &'c Plan<'_, F>,
        judge: &'c WireJudge,
        observer: &'c O,
    ) -> Context<'c, WireJudge, O> {
        Context {
            query: &plan.query,
            terms: &plan.terms,
            policy: &self.policy,
            judge,
            redactor: &plan.redactor,
            clock: self.clock.as_deref(),
            observer,
        }
    }

    async fn ask_primary<O: Observer, C: Future<Output = ()>>(
        &self,
        plan: &Plan<'_, F>,
        observer: &O,
        cancel: &mut Cancellation<'_, C>,
    ) -> Asked {
        let slice_ms = plan.deadline.left_ms();
        let provider = plan.provider;
        // Nobody reads with the judge of a provider that there is not.
        let judge = WireJudge::new(provider.unwrap_or(Provider::Tavily));
        let context = self.context(plan, &judge, observer);
        let resolved = match provider {
            None => Err((Status::NotConfigured, self.unrouted())),
            Some(provider) => auth::credentials(provider, &self.setup.registry, &self.setup.env)
                .map_err(|problem| unauthorised(provider, problem)),
        };
        let (attempted, local, source) = match resolved {
            Ok((credentials, source)) => {
                let transport = Authorised { transport: &self.primary, credentials: &credentials };
                let attempted = context.attempt(&transport, Role::Primary, slice_ms, cancel).await;
                (attempted, None, Some(source))
            }
            Err((status, reason)) => {
                let reason = render::one_line(&plan.redactor.text(&reason));
                let attempted = context.pass_over(&self.primary, slice_ms, cancel, (status, &reason)).await;
                let local = (attempted.record.status == status).then_some(reason);
                (attempted, local, None)
            }
        };
        Asked { provider, attempted, found: judge.into_found(), local, source }
    }

    async fn ask_fallback<O: Observer, C: Future<Output = ()>>(
        &self,
        plan: &Plan<'_, F>,
        (first, (fallback, credentials)): (&Asked, &(&F, Credentials)),
        observer: &O,
        cancel: &mut Cancellation<'_, C>,
        mut announce: impl FnMut(&str),
    ) -> Asked {
        let slice_ms = plan.deadline.left_ms();
        let judge = WireJudge::new(Provider::Tavily);
        let context = self.context(plan, &judge, observer);
        // What is skipped or cancelled does not start.
        if slice_ms >= self.policy.min_attempt_ms() && !cancel.is_due().await {
            announce(&format!("{}; asking {}", render::why(first), Provider::Tavily));
        }
        let transport = Authorised { transport: *fallback, credentials };
        let attempted = context.attempt(&transport, Role::Fallback, slice_ms, cancel).await;
        let found = judge.into_found();
        Asked { provider: Some(Provider::Tavily), attempted, found, local: None, source: None }
    }

    fn answer(&self, plan: &Plan<'_, F>, asked: Vec<Asked>) -> RoutedAnswer {
        let render = render::answer(&asked, &plan.redactor);
        let audit = audit(&asked);
        let attempted: Vec<Attempted> = asked.into_iter().map(|asked| asked.attempted).collect();
        let allowed = if plan.fallback.is_some() { 2 } else { 1 };
        let receipt = receipt::assemble(None, attempted, allowed, self.setup.deadline_ms);
        RoutedAnswer { receipt, render, audit }
    }

    fn refusal(&self, refusal: Refusal, reason: &str, allowed: u32) -> RoutedAnswer {
        let receipt = receipt::assemble(Some(refusal), Vec::new(), allowed, self.setup.deadline_ms);
        let audit = AuditRecord {
            refused: true,
            provider: None,
            outcome: AuditOutcome::Refused,
            reason: Some(format!("{refusal}: {reason}")),
        };
        RoutedAnswer { receipt, render: render::refusal(refusal, reason), audit }
    }
}

fn meaning(refusal: Refusal) -> String {
    use crate::receipt::Vocabulary as _;
    refusal.meaning().to_owned()
}

/// Names of the environment that hold keys.
fn is_key(name: &str) -> bool {
    ["KEY", "TOKEN", "SECRET"].iter().any(|end| name.to_ascii_uppercase().ends_with(end))
}

fn unauthorised(provider: Provider, problem: AuthProblem) -> (Status, String) {
    match problem {
        AuthProblem::Registry(words) => {
            (Status::AuthFailed, format!("the model registry has no credentials for {provider}: {words}"))
        }
        AuthProblem::Nothing => (Status::NotConfigured, format!("{provider} has no credentials")),
    }
}

/// Everything but a search that ran and a caller who left.
fn calls_for_fallback(primary: Status) -> bool {
    match primary {
        Status::OkUseful | Status::Cancelled => false,
        Status::OkNotUseful
        | Status::TransportError
        | Status::TransportTimeout
        | Status::RateLimited
        | Status::QuotaExhausted
        | Status::AuthFailed
        | Status::NotConfigured
        | Status::SkippedNoBudget => true,
    }
}

fn audit(asked: &[Asked]) -> AuditRecord {
    let last = asked.last();
    let answered = asked.iter().find(|asked| asked.attempted.record.status == Status::OkUseful);
    let ungrounded = asked.iter().find(|asked| asked.is_ungrounded());
    let records: Vec<_> = asked.iter().map(|asked| asked.attempted.record.clone()).collect();
    let (outcome, about) = match crate::engine::classify::outcome(&records) {
        Outcome::UsefulResult => (AuditOutcome::Searched, answered),
        Outcome::BudgetExhausted => (AuditOutcome::Deadline, last),
        Outcome::NoUsefulResult if ungrounded.is_some() => (AuditOutcome::Ungrounded, ungrounded),
        Outcome::TransportFailed if last.is_some_and(Asked::is_cancelled) => (AuditOutcome::Cancelled, last),
        Outcome::NoUsefulResult | Outcome::TransportFailed | Outcome::BlockedByPolicy => {
            (AuditOutcome::Failed, last)
        }
    };
    let searched = outcome == AuditOutcome::Searched;
    let reason = if let ([only], true) = (asked, searched) {
        only.source.map(|source| match source {
            Source::Registry => "with the registry's credentials".to_owned(),
            Source::Environment(name) => format!("with {name} of the environment"),
        })
    } else {
        // The last of a plan that came to a search is no failure.
        let failed = asked.len() - usize::from(searched && !asked.is_empty());
        Some(asked.iter().take(failed).map(render::why).collect::<Vec<_>>().join("; "))
    };
    AuditRecord { refused: false, provider: about.and_then(|asked| asked.provider), outcome, reason }
}
