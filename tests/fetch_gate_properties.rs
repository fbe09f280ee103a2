//! What the fetch gate promises, on generated URLs, hosts and addresses; each property is named after its rule.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop"
)]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use trailcheck::engine::fetch_gate::address::is_public;
use trailcheck::receipt::{Outcome, Refusal, Status};
use trailcheck::replay::{EventKind, Replayer, Trail};
use trailcheck::scenario::{EngineName, from_text};
use trailcheck::trail::file;

const SECRET: &str = "hunter2-Pass";

/// The only lookup of a scenario, replayed.
fn fetch(url: &str, setup: &Value, step: &Value) -> Trail {
    let scenario = json!({
        "engine": "fetch_gate", "query": url, "setup": setup, "secrets": { "password": SECRET },
        "transports": { "fetch": { "base_url": "https://fetch.invalid/", "steps": [step] } },
    });
    let scenario = from_text("generated", &scenario.to_string()).expect("a valid scenario");
    let replayer = Replayer::new().expect("a runtime");
    let replay = replayer.replay(&scenario, EngineName::FetchGate).expect("one call at most");
    assert!(replay.broken.is_empty(), "{:?}", replay.broken);
    replay.trails.into_iter().next().expect("one lookup")
}

fn allowing(hosts: &[&str]) -> Value {
    json!({ "allow_hosts": hosts })
}

fn answer(addresses: &[IpAddr]) -> Value {
    json!({ "latency_ms": 5, "dns": addresses, "hits": [] })
}

fn dialled(trail: &Trail) -> bool {
    trail.calls.of("fetch") != Some(0) || trail.events.iter().any(|event| event.event == EventKind::Dial)
}

fn address() -> impl Strategy<Value = IpAddr> {
    let known = ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1", "1.1.1.1"];
    prop_oneof![
        3 => any::<u32>().prop_map(|bits| IpAddr::V4(Ipv4Addr::from(bits))),
        1 => any::<u128>().prop_map(|bits| IpAddr::V6(Ipv6Addr::from(bits))),
        1 => any::<u32>().prop_map(|bits| IpAddr::V6(Ipv4Addr::from(bits).to_ipv6_mapped())),
        2 => select(known.to_vec()).prop_map(|address| address.parse().expect("an address")),
    ]
}

fn public() -> impl Strategy<Value = IpAddr> {
    address().prop_filter("public", |address| is_public(*address))
}

fn not_public() -> impl Strategy<Value = IpAddr> {
    address().prop_filter("not public", |address| !is_public(*address))
}

/// Spells a host in another way that means the same.
fn spelling(host: &'static str) -> impl Strategy<Value = String> {
    (vec(0..4u8, host.len()), any::<bool>()).prop_map(move |(ways, dot)| {
        let letter = |(letter, way): (char, &u8)| match way {
            0 => letter.to_string(),
            1 => letter.to_ascii_uppercase().to_string(),
            2 => format!("%{:02x}", u32::from(letter)),
            // Full width; of the dot, the ideographic one.
            _ if letter == '.' => "。".to_owned(),
            _ if letter.is_ascii_lowercase() => {
                char::from_u32(u32::from(letter) + 0xfee0).expect("a letter").to_string()
            }
            _ => letter.to_string(),
        };
        let spelled: String = host.chars().zip(&ways).map(letter).collect();
        if dot { spelled + "." } else { spelled }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_dial_after_a_refusal(
        url in prop_oneof![
            any::<String>(),
            "(https?|ftp)://([a-c]@)?(docs|other)\\.example(:[0-9]{1,5})?/[a-z?=#]{0,6}",
        ],
        hosts in vec(select(vec!["docs.example", "", "*", "10.0.0.1"]), 0..3),
        config in select(vec!["absent", "unreadable", "invalid"]),
        addresses in vec(address(), 0..4),
    ) {
        let setup = json!({ "allow_hosts": hosts, "config": config });
        let trail = fetch(&url, &setup, &answer(&addresses));
        let refused = trail.receipt.outcome() == Outcome::BlockedByPolicy;
        prop_assert_eq!(refused, trail.receipt.refusal().is_some());
        prop_assert!(!(refused && dialled(&trail)));
        prop_assert!(!refused || trail.receipt.elapsed_ms() == 0);
        // Nobody is resolved before the address gate.
        let resolved = trail.events.iter().any(|event| event.event == EventKind::Resolve);
        prop_assert!(!refused || resolved == (trail.receipt.refusal() == Some(Refusal::AddressNotPublic)));
        prop_assert!(refused || config == "absent");
    }

    #[test]
    fn any_address_that_is_not_public_refuses(
        mut addresses in vec(public(), 0..5), inner in not_public(), at in any::<Index>(),
    ) {
        addresses.insert(at.index(addresses.len() + 1), inner);
        let trail = fetch("https://docs.example/", &allowing(&["docs.example"]), &answer(&addresses));
        prop_assert_eq!(trail.receipt.refusal(), Some(Refusal::AddressNotPublic));
        prop_assert!(!dialled(&trail));
    }

    #[test]
    fn public_addresses_alone_are_fetched_once(addresses in vec(public(), 1..5)) {
        let trail = fetch("https://docs.example/", &allowing(&["docs.example"]), &answer(&addresses));
        prop_assert_eq!(trail.receipt.refusal(), None);
        prop_assert_eq!(trail.calls.of("fetch"), Some(1));
    }

    #[test]
    fn an_address_and_its_mapped_form_are_judged_alike(bits in any::<u32>()) {
        let address = Ipv4Addr::from(bits);
        prop_assert_eq!(is_public(address.into()), is_public(address.to_ipv6_mapped().into()));
    }

    #[test]
    fn an_allowed_host_passes_in_every_spelling(
        asked in spelling("docs.example"), entry in spelling("docs.example"),
    ) {
        let addresses = ["1.1.1.1".parse().expect("an address")];
        let trail = fetch(&format!("https://{asked}/a"), &allowing(&[&entry]), &answer(&addresses));
        prop_assert_eq!(trail.receipt.refusal(), None, "{} by {}", asked, entry);
    }

    #[test]
    fn every_other_host_is_refused(other in "([a-z]{1,4}[.-])?docs?[.-]?examples?(\\.[a-z]{1,3})?") {
        prop_assume!(other != "docs.example");
        let addresses = ["1.1.1.1".parse().expect("an address")];
        let trail = fetch(&format!("https://{other}/"), &allowing(&["docs.example"]), &answer(&addresses));
        prop_assert_eq!(trail.receipt.refusal(), Some(Refusal::HostNotAllowed));
    }

    #[test]
    fn a_redirect_is_told_and_never_followed(
        status in select(vec![301u16, 302, 303, 307, 308]),
        path in "[a-z]{1,6}", absolute in any::<bool>(),
    ) {
        let location = if absolute { format!("http://10.0.0.1/{path}") } else { format!("/{path}") };
        let step = json!({ "status": status, "headers": { "Location": location }, "dns": ["1.1.1.1"] });
        let trail = fetch("https://docs.example/old", &allowing(&["docs.example"]), &step);
        let target = if absolute { location } else { format!("https://docs.example{location}") };
        prop_assert_eq!(trail.extra.redirect_target.as_deref(), Some(target.as_str()));
        prop_assert_eq!(trail.calls.of("fetch"), Some(1));
        prop_assert_eq!(trail.receipt.attempts()[0].status(), Status::TransportError);
    }

    #[test]
    fn userinfo_and_credentials_are_never_shown(
        user in "[a-z]{0,3}", in_url in any::<bool>(), status in select(vec![200u16, 302, 500]),
    ) {
        let userinfo = if in_url { format!("{user}:{SECRET}@") } else { String::new() };
        let url = format!("https://{userinfo}docs.example/?token={SECRET}#{SECRET}");
        let location = format!("https://{user}:undeclared@docs.example/{SECRET}?token={SECRET}");
        let mut step = json!({ "status": status, "headers": { "Location": location } });
        if status == 200 {
            step["hits"] = json!([{ "title": SECRET, "url": location, "snippet": "the function tool ".repeat(9) }]);
        }
        let trail = fetch(&url, &allowing(&["docs.example"]), &step);
        prop_assert_eq!(trail.receipt.refusal().is_some(), in_url);
        let printed = String::from_utf8(file::lines(&[trail]).expect("JSON")).expect("UTF-8");
        prop_assert!(!printed.contains(SECRET) && !printed.contains("undeclared"), "{}", printed);
    }
}
