//! The engine as another crate uses it: a transport of its own, any future as the cancellation, an observer.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::future::{pending, ready};
use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::oneshot;
use trailcheck::engine::{Bounded, Event, Observer};
use trailcheck::receipt::Status;
use trailcheck::transport::{ErrorKind, Hit, Request, Response, Transport, TransportError};

/// What a client of one's own might do.
enum Client {
    Answers(u64, Response),
    Fails(ErrorKind),
    NeverCompletes,
    Panics,
    ConnectsAfter(u64),
}

impl Transport for Client {
    fn name(&self) -> &'static str {
        "client"
    }

    fn base_url(&self) -> &'static str {
        "https://client.invalid/search"
    }

    async fn call(&self, request: Request<'_>) -> Result<Response, TransportError> {
        match self {
            Self::Answers(after_ms, response) => {
                tokio::time::sleep(Duration::from_millis(*after_ms)).await;
                Ok(response.clone())
            }
            Self::Fails(kind) => Err(TransportError::new(*kind).with_message("see token=abcd1234efgh")),
            Self::NeverCompletes => pending().await,
            Self::Panics => panic!("a fault of the client"),
            Self::ConnectsAfter(after_ms) => {
                request.dispatch.connecting();
                tokio::time::sleep(Duration::from_millis(*after_ms)).await;
                request.dispatch.sent();
                pending().await
            }
        }
    }
}

fn useful() -> Response {
    let snippet = "The paused clock of tokio advances only when every task is waiting for it.";
    let hit = Hit { title: "Clock".into(), url: "https://docs.invalid/".into(), snippet: snippet.into() };
    Response::new(200).hits(vec![hit])
}

#[derive(Default)]
struct Log(Mutex<Vec<String>>);

impl Observer for Log {
    fn event(&self, transport: &str, event: Event<'_>) {
        self.0.lock().unwrap().push(format!("{transport} {event:?}"));
    }
}

/// On the paused clock: no test here waits.
fn run<T>(future: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().start_paused(true).build().expect("a runtime").block_on(future)
}

fn assert_send<T: Send>(value: T) -> T {
    value
}

#[test]
fn lookups_are_send() {
    let tool = Bounded::new(Client::Answers(1, useful())).with_fallback(Client::NeverCompletes);
    run(assert_send(tool.lookup("paused clock")));
    let log = Log::default();
    run(assert_send(tool.lookup_observed("paused clock", pending(), &log)));
}

#[test]
fn any_future_cancels() {
    let receipt = run(async {
        let (cancel, cancelled) = oneshot::channel::<()>();
        let tool = Bounded::new(Client::NeverCompletes).with_fallback(Client::Answers(1, useful()));
        let timer = async {
            tokio::time::sleep(Duration::from_millis(70)).await;
            cancel.send(()).expect("somebody listens");
        };
        let wish = async { cancelled.await.unwrap_or(()) };
        tokio::join!(tool.lookup_observed("paused clock", wish, &()), timer).0
    });
    let statuses: Vec<Status> =
        receipt.attempts().iter().map(trailcheck::receipt::AttemptRecord::status).collect();
    assert_eq!((statuses, receipt.elapsed_ms()), (vec![Status::Cancelled], 70));
    assert!(receipt.attempts()[0].dispatched(), "a client that says nothing may have been billed");
}

#[test]
fn a_cancel_that_is_due_already_dials_nobody() {
    let log = Log::default();
    let tool = Bounded::new(Client::Panics);
    let receipt = run(tool.lookup_observed("paused clock", ready(()), &log));
    assert_eq!((receipt.attempts_used(), receipt.attempts()[0].status()), (0, Status::Cancelled));
    assert_eq!(*log.0.lock().unwrap(), ["client Cancel"]);
}

#[test]
fn a_client_that_never_completes_is_cut() {
    let tool = Bounded::new(Client::NeverCompletes).with_fallback(Client::ConnectsAfter(801));
    let receipt = run(tool.lookup("paused clock"));
    assert_eq!(
        receipt.line().to_string(),
        "outcome=transport_failed next_action=retry_later attempts=2/2 elapsed_ms=2000/2000 \
         trail=[client:transport_timeout -> client:transport_timeout]"
    );
    let dispatched: Vec<bool> =
        receipt.attempts().iter().map(trailcheck::receipt::AttemptRecord::dispatched).collect();
    assert_eq!(dispatched, [true, false]);
}

#[test]
#[should_panic(expected = "a fault of the client")]
fn a_panic_of_the_client_is_not_swallowed() {
    run(Bounded::new(Client::Panics).lookup("paused clock"));
}

#[test]
fn an_observer_sees_things_in_order_and_redacted() {
    let log = Log::default();
    let tool =
        Bounded::new(Client::Fails(ErrorKind::Reset)).with_fallback(Client::Answers(5, Response::new(503)));
    run(tool.lookup_observed("paused clock", pending(), &log));
    let seen = log.0.lock().unwrap();
    let kinds = ["client Dial", "client Error", "client Dial", "client Answer"];
    assert_eq!(seen.len(), kinds.len(), "{seen:?}");
    assert!(seen.iter().zip(kinds).all(|(seen, kind)| seen.starts_with(kind)), "{seen:?}");
    assert!(seen[1].contains("token=[REDACTED]") && !seen[1].contains("abcd1234efgh"), "{}", seen[1]);
}

#[test]
fn without_a_clock_a_date_is_no_hint() {
    let hint = |value: &str| {
        let tool = Bounded::new(Client::Answers(0, Response::new(429).retry_after(value)));
        run(tool.lookup("paused clock")).retry_after_ms()
    };
    assert_eq!(hint("Thu, 01 Jan 2099 00:00:00 GMT"), None);
    assert_eq!(hint("7"), Some(7000));
}
