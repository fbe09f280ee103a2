//! One attempt by one transport within its slice: what every engine does the same way.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::classify::{Answer, http_status};
use super::deadline::millis;
use super::judge::Judge;
use super::observe::{Event, Observer};
use super::{evidence, retry_after, target};
use crate::engine::policy::Policy;
use crate::receipt::{AttemptRecord, Evidence, Fault, NotUsefulReason, Role, Status};
use crate::redact::Redactor;
use crate::transport::{Dispatch, Payload, Request, Response, Transport, TransportError};
use crate::validator::terms::Terms;
use crate::validator::{Asked, Verdict};

/// The caller's wish to stop, once it has come true.
pub(super) struct Cancellation<'c, C> {
    wish: Pin<&'c mut C>,
    due: bool,
}

impl<'c, C: Future<Output = ()>> Cancellation<'c, C> {
    pub(super) fn new(wish: Pin<&'c mut C>) -> Self {
        Self { wish, due: false }
    }

    fn poll_due(&mut self, cx: &mut std::task::Context<'_>) -> bool {
        // A finished future must not be polled again.
        self.due = self.due || self.wish.as_mut().poll(cx).is_ready();
        self.due
    }

    /// Is it due now?
    pub(super) async fn is_due(&mut self) -> bool {
        poll_fn(|cx| Poll::Ready(self.poll_due(cx))).await
    }

    /// Completes when it is due.
    pub(super) async fn comes_true(&mut self) {
        poll_fn(|cx| if self.poll_due(cx) { Poll::Ready(()) } else { Poll::Pending }).await;
    }
}

/// What all attempts of a lookup have in common.
pub(super) struct Context<'a, J, O> {
    pub query: &'a str,
    pub terms: &'a Terms,
    pub policy: &'a Policy,
    pub judge: &'a J,
    pub redactor: &'a Redactor,
    pub clock: Option<&'a (dyn Fn() -> u64 + Send + Sync)>,
    pub observer: &'a O,
}

/// How the race of answer, cut and cancel ended.
enum End {
    Answered(Result<Response, TransportError>),
    Cut,
    Cancelled,
}

/// What an attempt leaves behind.
pub(super) struct Attempted {
    pub record: AttemptRecord,
    /// Was the transport called?
    pub started: bool,
    /// What may be cited, if the payload was useful.
    pub evidence: Vec<Evidence>,
}

impl<J: Judge, O: Observer> Context<'_, J, O> {
    /// Runs one attempt with a slice of `slice_ms`, or records why it was not started.
    pub(super) async fn attempt<T: Transport, C: Future<Output = ()>>(
        &self,
        transport: &T,
        role: Role,
        slice_ms: u64,
        cancel: &mut Cancellation<'_, C>,
    ) -> Attempted {
        let url = target::with_query(transport.base_url(), self.query);
        self.attempt_at(transport, role, &url, slice_ms, cancel).await
    }

    /// The same, with the URL given whole.
    pub(super) async fn attempt_at<T: Transport, C: Future<Output = ()>>(
        &self,
        transport: &T,
        role: Role,
        url: &str,
        slice_ms: u64,
        cancel: &mut Cancellation<'_, C>,
    ) -> Attempted {
        let mut record = self.blank_record(transport, role, slice_ms, url);
        if self.held_back(transport, &mut record, cancel).await {
            return Attempted { record, started: false, evidence: Vec::new() };
        }
        self.observer.event(transport.name(), Event::Dial { slice_ms, target: &record.target });
        let dispatch = Dispatch::default();
        let slice = Duration::from_millis(slice_ms);
        let request = Request { query: self.query, url, slice, dispatch: &dispatch, credentials: None };
        let start = Instant::now();
        let end = race(transport, request, start + slice, cancel).await;
        record.elapsed_ms = millis(start.elapsed()).min(slice_ms);
        record.dispatched = dispatch.left_the_process();
        let evidence = self.settle(transport, &mut record, end, url);
        Attempted { record, started: true, evidence }
    }

    /// Records an attempt that this process cannot make, and why: nothing is called.
    pub(super) async fn pass_over<T: Transport, C: Future<Output = ()>>(
        &self,
        transport: &T,
        slice_ms: u64,
        cancel: &mut Cancellation<'_, C>,
        (status, reason): (Status, &str),
    ) -> Attempted {
        let url = target::with_query(transport.base_url(), self.query);
        let mut record = self.blank_record(transport, Role::Primary, slice_ms, &url);
        if !self.held_back(transport, &mut record, cancel).await {
            self.observer.event(transport.name(), Event::PassOver { reason: &self.redactor.text(reason) });
            record.status = status;
        }
        Attempted { record, started: false, evidence: Vec::new() }
    }

    /// Is it not to be started, for want of budget or because the caller has left? The record then says so.
    async fn held_back<T: Transport, C: Future<Output = ()>>(
        &self,
        transport: &T,
        record: &mut AttemptRecord,
        cancel: &mut Cancellation<'_, C>,
    ) -> bool {
        let slice_ms = record.slice_ms;
        if slice_ms < self.policy.min_attempt_ms() {
            self.observer.event(transport.name(), Event::Skip { slice_ms });
            record.status = Status::SkippedNoBudget;
            return true;
        }
        let cancelled = cancel.is_due().await;
        if cancelled {
            self.observer.event(transport.name(), Event::Cancel);
        }
        cancelled
    }

    /// The record of an attempt that has not begun: what a cancel before the start leaves.
    pub(super) fn blank_record<T: Transport>(
        &self,
        transport: &T,
        role: Role,
        slice_ms: u64,
        url: &str,
    ) -> AttemptRecord {
        AttemptRecord {
            index: 0,
            role,
            transport: transport.name().to_owned(),
            layer: None,
            status: Status::Cancelled,
            fault: None,
            not_useful_reason: None,
            http_status: None,
            elapsed_ms: 0,
            slice_ms,
            retry_after_ms: None,
            dispatched: false,
            target: self.redactor.url(url).into_owned(),
        }
    }

    fn settle<T: Transport>(
        &self,
        transport: &T,
        record: &mut AttemptRecord,
        end: End,
        url: &str,
    ) -> Vec<Evidence> {
        match end {
            End::Answered(Ok(response)) => return self.settle_answer(transport, record, &response, url),
            End::Answered(Err(error)) => {
                let message = error.message.as_deref().map(|message| self.redactor.text(message));
                let event = Event::Error { error: error.kind, message: message.as_deref() };
                self.observer.event(transport.name(), event);
                (record.status, record.fault) = error.kind.classify();
                record.dispatched &= !error.kind.before_dispatch();
            }
            End::Cut => {
                self.observer.event(transport.name(), Event::Cut);
                record.status = Status::TransportTimeout;
            }
            End::Cancelled => {
                self.observer.event(transport.name(), Event::Cancel);
                record.status = Status::Cancelled;
            }
        }
        Vec::new()
    }

    fn settle_answer<T: Transport>(
        &self,
        transport: &T,
        record: &mut AttemptRecord,
        response: &Response,
        url: &str,
    ) -> Vec<Evidence> {
        let hits = match &response.payload {
            Some(Payload::Hits(hits)) => Some(hits.len()),
            Some(Payload::Body { .. } | Payload::Wire(_) | Payload::Unparseable) | None => None,
        };
        // An answer of any kind means that the request was sent, whatever the transport noted.
        record.dispatched = true;
        record.http_status = Some(response.status);
        match http_status(response.status) {
            Answer::NoPayload(status, fault) => {
                self.observer
                    .event(transport.name(), Event::Answer { http_status: response.status, hits: None });
                (record.status, record.fault) = (status, fault);
                let header = response.retry_after.as_deref();
                record.retry_after_ms =
                    header.and_then(|value| retry_after::hint_ms(value, self.clock.map(|clock| clock())));
                Vec::new()
            }
            Answer::Payload => {
                self.observer.event(transport.name(), Event::Answer { http_status: response.status, hits });
                self.judge(record, response, transport, url)
            }
        }
    }

    fn judge<T: Transport>(
        &self,
        record: &mut AttemptRecord,
        response: &Response,
        transport: &T,
        url: &str,
    ) -> Vec<Evidence> {
        let asked = Asked {
            query: self.query,
            terms: self.terms,
            url,
            expects: transport.expects(),
            cite_bytes: evidence::citable_bytes(self.policy),
        };
        match self.judge.judge(response, &asked) {
            Verdict::Useful(hits) => {
                record.status = Status::OkUseful;
                return evidence::cite(&hits, self.policy, self.redactor);
            }
            Verdict::NotUseful(reason) => {
                record.status = Status::OkNotUseful;
                record.not_useful_reason = Some(reason);
            }
            Verdict::Upstream => {
                record.status = Status::TransportError;
                record.fault = Some(Fault::Upstream);
            }
            Verdict::Refused(code) => match http_status(code) {
                Answer::NoPayload(status, fault) => (record.status, record.fault) = (status, fault),
                // An error object that names a success names nothing.
                Answer::Payload => {
                    record.status = Status::OkNotUseful;
                    record.not_useful_reason = Some(NotUsefulReason::UnparseablePayload);
                }
            },
        }
        Vec::new()
    }
}

/// Polls in this order, so that at one instant an answer beats the cut and the cut beats the cancel.
async fn race<T: Transport, C: Future<Output = ()>>(
    transport: &T,
    request: Request<'_>,
    cut_at: Instant,
    cancel: &mut Cancellation<'_, C>,
) -> End {
    let cut = sleep_until(cut_at);
    tokio::select! {
        biased;
        answer = transport.call(request) => End::Answered(answer),
        () = cut => End::Cut,
        () = cancel.comes_true() => End::Cancelled,
    }
}
