//! The routed engine as a tool embeds it: what it reads when, and what a transport is handed.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::future::pending;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use trailcheck::engine::Routed;
use trailcheck::engine::routed::{FALLBACK_KEY, Registry, RoutedSetup, SecretsFile};
use trailcheck::receipt::Refusal;
use trailcheck::transport::{Request, Response, Transport, TransportError};

/// Answers with a status, and remembers with what it was authorised.
struct Client(&'static str, u16, Mutex<Vec<Option<String>>>);

impl Client {
    fn new(name: &'static str, status: u16) -> Self {
        Self(name, status, Mutex::default())
    }

    fn keys(&self) -> Vec<Option<String>> {
        self.2.lock().unwrap().clone()
    }
}

impl Transport for Client {
    fn name(&self) -> &str {
        self.0
    }

    fn base_url(&self) -> &'static str {
        "https://search.invalid/"
    }

    async fn call(&self, request: Request<'_>) -> Result<Response, TransportError> {
        self.2.lock().unwrap().push(request.credentials.and_then(|found| found.key.clone()));
        Ok(Response::new(self.1).hits(Vec::new()))
    }
}

fn on_a_clock<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap()
        .block_on(future)
}

#[test]
fn the_secrets_file_is_read_on_every_call() {
    let (native, spare) = (Client::new("native", 500), Client::new("spare", 200));
    let reads = Arc::new(AtomicUsize::new(0));
    let counted = reads.clone();
    // Armed for the second call only.
    let reader = Arc::new(move || match counted.fetch_add(1, Ordering::Relaxed) {
        1 => SecretsFile::Values(vec![(FALLBACK_KEY.to_owned(), "tvly-second".to_owned())]),
        _ => SecretsFile::Absent,
    });
    let tool = Routed::new(&native, RoutedSetup::for_any_tool(false))
        .with_optional_fallback(Some(&spare))
        .with_secrets_reader(reader);
    let used: Vec<(bool, u32)> = (0..3)
        .map(|_| {
            let answer = on_a_clock(tool.lookup_observed("x", pending(), &(), |_| {}));
            (answer.receipt.fallback_used(), answer.receipt.attempts_allowed())
        })
        .collect();
    assert_eq!(used, [(false, 1), (true, 2), (false, 1)]);
    assert_eq!(reads.load(Ordering::Relaxed), 3);
    assert_eq!(spare.keys(), [Some("tvly-second".to_owned())]);
}

#[test]
fn each_transport_is_handed_its_own_credentials() {
    let (native, spare) = (Client::new("native", 500), Client::new("spare", 200));
    let mut setup = RoutedSetup::for_any_tool(true);
    setup.registry = Registry::Answer { key: None, headers: Vec::new() };
    setup.env = vec![("OPENAI_API_KEY".to_owned(), "sk-env".to_owned())];
    let tool = Routed::new(&native, setup).with_optional_fallback(Some(&spare));
    let mut announced = 0;
    let answer = on_a_clock(tool.lookup_observed("x", pending(), &(), |_| announced += 1));
    assert!(answer.receipt.fallback_used());
    assert_eq!(announced, 1);
    assert_eq!(native.keys(), [Some("sk-env".to_owned())]);
    assert_eq!(spare.keys(), [Some("tvly-of-the-harness".to_owned())]);
}

#[test]
fn a_tool_that_is_set_up_with_nothing_refuses() {
    let native = Client::new("native", 200);
    let tool = Routed::new(&native, RoutedSetup::default());
    let answer = on_a_clock(tool.lookup_observed("x", pending(), &(), |_| {}));
    assert_eq!(answer.receipt.refusal(), Some(Refusal::NoRoute));
    assert!(answer.render.contains(FALLBACK_KEY) && answer.audit.refused);
    assert!(native.keys().is_empty());
}
