//! The fetch gate: one URL, fetched once behind cheap, final gates.
//!
//! The gates stand in one order, from the cheapest to the dearest: the URL is read, the configuration, the allowlist,
//! the host, and every address of the host. The first that refuses ends the call: nothing behind it is looked at, and
//! nobody is contacted. What may be fetched is fetched once; a redirect is told and never followed.
//!
//! Start at [`FetchGate`]; [`address`] says which addresses are public, [`host`] which spellings are one host.

pub mod address;
pub mod host;
mod redirect;
mod setup;

use std::future::{Future, pending};
use std::net::IpAddr;
use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use url::{Host, Url};

use super::attempt::{Attempted, Cancellation, Context};
use super::bounded::UnixClock;
use super::config::ConfigFile;
use super::deadline::millis;
use super::observe::{Event, Observer};
use super::policy::Policy;
use super::receipt;
use crate::receipt::{Fault, Receipt, Refusal, Role, Status};
use crate::redact::Redactor;
use crate::transport::Transport;
use crate::validator::Validator;
use crate::validator::terms::Terms;
use redirect::KeepsLocation;
pub use setup::GateSetup;

/// Turns a host name into addresses.
pub trait Resolver: Sync {
    /// All addresses that the name has, in any order; none where it cannot be resolved. The fetch must go to one of
    /// these and not ask again: a name that changes its answer in between would be let through unseen.
    fn resolve(&self, host: &str) -> impl Future<Output = Vec<IpAddr>> + Send;
}

impl<R: Resolver> Resolver for &R {
    fn resolve(&self, host: &str) -> impl Future<Output = Vec<IpAddr>> + Send {
        (**self).resolve(host)
    }
}

/// A tool that fetches one URL where every gate lets it through.
#[derive(Clone)]
pub struct FetchGate<T, R> {
    fetcher: T,
    resolver: R,
    setup: GateSetup,
    policy: Policy,
    validator: Validator,
    redactor: Redactor,
    clock: Option<UnixClock>,
}

/// What a gate hands back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// What happened, in the common vocabulary.
    pub receipt: Receipt,
    /// Where a redirect leads: absolute, redacted, and not followed.
    pub redirect_target: Option<String>,
}

/// How the race of addresses, cut and cancel ended.
enum Resolution {
    Addresses(Vec<IpAddr>),
    Cut,
    Cancelled,
}

/// Why nothing is fetched, although the host is allowed.
enum Unresolved {
    Refused,
    Stopped(Status, Option<Fault>),
}

impl<T: Transport, R: Resolver> FetchGate<T, R> {
    /// A gate that lets nobody through, in front of a client: the setup names whom it does.
    pub fn new(fetcher: T, resolver: R) -> Self {
        Self {
            fetcher,
            resolver,
            setup: GateSetup::default(),
            policy: Policy::default(),
            validator: Validator::default(),
            redactor: Redactor::new(),
            clock: None,
        }
    }

    /// Sets whom the gate lets through.
    #[must_use]
    pub fn with_setup(self, setup: GateSetup) -> Self {
        Self { setup, ..self }
    }

    /// Sets the policy: budget and slice, and the caps on evidence.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// Sets the validator of what arrives.
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

    /// Fetches a URL. Must run on a tokio runtime with time enabled.
    pub async fn fetch(&self, url: &str) -> Fetched {
        self.fetch_observed(url, pending(), &()).await
    }

    /// The same, until `cancel` completes, with every event told. The slice holds for resolving and fetching
    /// together; a refused call has taken none of it.
    pub async fn fetch_observed<O: Observer>(
        &self,
        url: &str,
        cancel: impl Future<Output = ()>,
        observer: &O,
    ) -> Fetched {
        let url = match self.local_gates(url) {
            Ok(url) => url,
            Err(refusal) => return self.refused(refusal),
        };
        // A URL says where to look and not what for, so there are no terms to look for.
        let terms = Terms::of("");
        let context = Context {
            query: "",
            terms: &terms,
            policy: &self.policy,
            judge: &self.validator,
            redactor: &self.redactor,
            clock: self.clock.as_deref(),
            observer,
        };
        let mut cancel = pin!(cancel);
        let mut cancel = Cancellation::new(cancel.as_mut());
        let slice_ms = self.policy.budget_ms().min(self.policy.per_attempt_ms());
        let start = Instant::now();
        let resolution = self.resolve(&url, start + Duration::from_millis(slice_ms), &mut cancel).await;
        let waited_ms = millis(start.elapsed()).min(slice_ms);
        let stopped = |status, fault| {
            let mut record = context.blank_record(&self.fetcher, Role::Primary, slice_ms, url.as_str());
            (record.status, record.fault, record.elapsed_ms) = (status, fault, waited_ms);
            self.fetched(Attempted { record, started: false, evidence: Vec::new() }, None)
        };
        match self.address_gate(resolution, observer) {
            Ok(()) => {}
            Err(Unresolved::Refused) => return self.refused(Refusal::AddressNotPublic),
            Err(Unresolved::Stopped(status, fault)) => return stopped(status, fault),
        }
        let fetcher = KeepsLocation::new(&self.fetcher);
        let left_ms = slice_ms - waited_ms;
        let mut attempt =
            context.attempt_at(&fetcher, Role::Primary, url.as_str(), left_ms, &mut cancel).await;
        attempt.record.slice_ms = slice_ms;
        attempt.record.elapsed_ms += waited_ms;
        let is_redirect = attempt.record.fault == Some(Fault::Redirect);
        let target = if is_redirect { fetcher.target(&url) } else { None };
        self.fetched(attempt, target.map(|target| self.redactor.url(target.as_str()).into_owned()))
    }

    /// The gates that need nobody else, in their order.
    fn local_gates(&self, url: &str) -> Result<Url, Refusal> {
        let (url, asked) = host::fetchable(url).ok_or(Refusal::UrlInvalid)?;
        match &self.setup.config {
            ConfigFile::Absent | ConfigFile::Settings(_) => {}
            ConfigFile::Unreadable | ConfigFile::Invalid => return Err(Refusal::ConfigUnreadable),
        }
        if self.setup.allow_hosts.iter().all(|host| host.trim().is_empty()) {
            return Err(Refusal::AllowlistEmpty);
        }
        let allowed = self.setup.allow_hosts.iter().filter_map(|host| host::canonical(host));
        if !allowed.into_iter().any(|host| host == asked) {
            return Err(Refusal::HostNotAllowed);
        }
        Ok(url)
    }

    /// Polls in the order of an attempt's own race: at one instant, addresses beat the cut and the cut the cancel.
    async fn resolve<C: Future<Output = ()>>(
        &self,
        url: &Url,
        cut_at: Instant,
        cancel: &mut Cancellation<'_, C>,
    ) -> Resolution {
        let name = match url.host() {
            Some(Host::Domain(name)) => name,
            Some(Host::Ipv4(address)) => return Resolution::Addresses(vec![address.into()]),
            Some(Host::Ipv6(address)) => return Resolution::Addresses(vec![address.into()]),
            None => return Resolution::Addresses(Vec::new()),
        };
        tokio::select! {
            biased;
            addresses = self.resolver.resolve(name) => Resolution::Addresses(addresses),
            () = sleep_until(cut_at) => Resolution::Cut,
            () = cancel.comes_true() => Resolution::Cancelled,
        }
    }

    /// The gate that needs the addresses: every one must be public.
    fn address_gate<O: Observer>(&self, resolution: Resolution, observer: &O) -> Result<(), Unresolved> {
        let name = self.fetcher.name();
        match resolution {
            Resolution::Addresses(addresses) => {
                observer.event(name, Event::Resolve { addresses: &addresses });
                if addresses.is_empty() {
                    return Err(Unresolved::Stopped(Status::TransportError, Some(Fault::Dns)));
                }
                let all_public = addresses.into_iter().all(address::is_public);
                if all_public { Ok(()) } else { Err(Unresolved::Refused) }
            }
            Resolution::Cut => {
                observer.event(name, Event::Cut);
                Err(Unresolved::Stopped(Status::TransportTimeout, None))
            }
            Resolution::Cancelled => {
                observer.event(name, Event::Cancel);
                Err(Unresolved::Stopped(Status::Cancelled, None))
            }
        }
    }

    fn refused(&self, refusal: Refusal) -> Fetched {
        let receipt = receipt::assemble(Some(refusal), Vec::new(), 1, self.policy.budget_ms());
        Fetched { receipt, redirect_target: None }
    }

    fn fetched(&self, attempt: Attempted, redirect_target: Option<String>) -> Fetched {
        let receipt = receipt::assemble(None, vec![attempt], 1, self.policy.budget_ms());
        Fetched { receipt, redirect_target }
    }
}
