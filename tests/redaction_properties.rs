//! The redaction contract as properties: what is planted does not survive, and all else does.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::borrow::Cow;

use proptest::prelude::*;
use trailcheck::redact::{MASK, MASKED_URL, Redactor};

/// `secret` with the bytes that `which` picks percent-encoded, `rounds` times.
fn encoded(secret: &str, which: &[bool], rounds: usize, upper: bool) -> String {
    (0..rounds).fold(secret.to_owned(), |text, _| {
        let mut picks = which.iter().cycle();
        text.chars()
            .map(|c| {
                let must = !c.is_ascii_alphanumeric();
                let pick = picks.next().copied().unwrap_or(true);
                let mut buffer = [0; 4];
                let bytes = c.encode_utf8(&mut buffer).bytes();
                match (pick || must, upper) {
                    (false, _) => c.to_string(),
                    (true, true) => bytes.map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat(),
                    (true, false) => bytes.map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat(),
                }
            })
            .collect()
    })
}

fn surroundings() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            "[a-z]{1,8} ",
            "[ -~]{0,6}",
            "\\PC{0,3}",
            Just("https://".to_owned()),
            Just("?q=".to_owned()),
            Just("&page=2".to_owned()),
            Just("token=".to_owned()),
            Just("\"".to_owned()),
            Just("user:pw@".to_owned()),
            Just("%25".to_owned()),
            Just("[REDACTED]".to_owned()),
            Just("Bearer ".to_owned()),
            Just("password: ".to_owned()),
            Just("\n".to_owned()),
            Just("eyJhbGciOi.".to_owned()),
            Just("https:\\/\\/".to_owned()),
            Just("#".to_owned()),
            Just("'".to_owned()),
            Just("://".to_owned()),
            Just("@".to_owned()),
            Just("sk-".to_owned()),
            Just("/".to_owned()),
        ],
        0..8,
    )
    .prop_map(|parts| parts.concat())
}

/// Words that no name, scheme or prefix contains.
const WORD: &str = "[b-cg-jm-rvwyz]{1,6}";

fn names() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "key",
        "api_key",
        "apikey",
        "token",
        "access_token",
        "refresh_token",
        "id_token",
        "auth",
        "authorization",
        "password",
        "passwd",
        "pwd",
        "secret",
        "client_secret",
        "signature",
        "sig",
        "session",
        "sid",
        "x_key",
        "my_token",
        "our_secret",
    ])
}

/// A spelling of `name` that folds to it.
fn spelt(name: &str, how: u64, escapes: bool) -> String {
    name.chars()
        .enumerate()
        .map(|(at, c)| match (how >> (at * 2)) & 3 {
            1 if c == '_' => "-".to_owned(),
            1 => c.to_ascii_uppercase().to_string(),
            2 if escapes => format!("%{:02x}", u32::from(c)),
            3 if escapes => format!("%25{:02X}", u32::from(c)),
            _ => c.to_string(),
        })
        .collect()
}

/// A secret that nothing else in a generated text contains.
fn secret() -> impl Strategy<Value = String> {
    "Zq[0-9]{4}[A-Za-z0-9_-]{2,12}Zq"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn planted_secret_never_survives_in_url(
        before in surroundings(), after in surroundings(),
        host in WORD, word in WORD,
        planted in secret(), name in names(), how in any::<u64>(), place in 0..9_u8,
    ) {
        let name = spelt(name, how, true);
        let slashes = ["//", "/", "", "\\\\", "////", "/\\", "//\t"][(how % 7) as usize];
        let url = match place {
            0 => format!("https://{host}.org/{word}?{name}={planted}&{word}={after}"),
            1 => format!("{word}?{word}=1&{name}={planted}"),
            2 => format!("https://{host}.org/#/{word}?{name}={planted}&x"),
            3 => format!("https://{host}.org/#{name}={planted}"),
            4 => format!("hTTps:{slashes}{word}:{planted}@{host}.org/{after}"),
            5 => format!("https:{slashes}{word}:a@{planted}@{host}.org"),
            6 => {
                let inner = format!("https://{host}.org/?{name}={planted}&z=1");
                format!("?{word}={}", encoded(&inner, &[how & 1 == 1, how & 2 == 2], 1 + (how % 2) as usize, true))
            }
            7 => format!("https://{host}.org/{word}?{word}={before};{name}={planted}"),
            _ => format!("https://{host}.org/ghp_{planted}/{word}?a=eyJ{planted}.{planted}.{planted}"),
        };
        let got = Redactor::new().url(&url).into_owned();
        prop_assert!(!got.contains(&planted), "{url:?} -> {got:?}");
    }

    #[test]
    fn planted_secret_never_survives_in_text(
        before in "[a-z ]{0,12}", after in "[a-z ]{0,12}", word in WORD,
        planted in secret(), name in names(), how in any::<u64>(), place in 0..14_u8,
    ) {
        let name = spelt(name, how, false);
        let slashes = ["//", "/", "", "\\\\", "////", "/\\", "\\/\\/"][(how % 7) as usize];
        let text = match place {
            0 => format!("{before} {name}={planted} {after}"),
            1 => format!("{before} {name}: {planted}, {after}"),
            2 => format!("{{\"{word}\":1,\"{name}\": \"{after} {planted}\"}}"),
            3 => format!("{{'{name}':'{planted}'}} {after}"),
            4 => format!("{before} {name} => {planted} {after}"),
            5 => format!("{before} Bearer {planted} {after}"),
            6 => format!("{before} Authorization: {word} {planted} {after}"),
            7 => format!("{before} https:{slashes}{word}:{planted}@{word}.org/{word}, {after}"),
            8 => format!("{before} (https://{word}.org/{word}?{name}={planted}) {after}"),
            9 => format!("{before} ghp_{planted} {after} tvly-{planted}. glpat-{planted}"),
            10 => format!("{before}\n-----BEGIN EC PRIVATE KEY-----\n{planted}\n-----END EC PRIVATE KEY-----{after}"),
            11 => format!("{before} -----BEGIN PRIVATE KEY-----\\n{planted} {after}"),
            12 => format!("{{\"u\":\"https:\\/\\/{word}:{planted}@{word}\\/?{name}={planted}\"}}"),
            _ => format!("{before} sk-{planted}0123 eyJ{planted}.{planted}.{planted} {word}:{planted}@{word}.org"),
        };
        let got = Redactor::new().text(&text).into_owned();
        prop_assert!(!got.contains(&planted), "{text:?} -> {got:?}");
    }

    #[test]
    fn declared_secret_never_survives_anywhere(
        before in surroundings(), after in surroundings(),
        planted in "[ -$&-~é本]{6,14}", other in "[a-z]{6,8}",
        which in prop::collection::vec(any::<bool>(), 1..5), rounds in 0..4_usize, upper: bool, form in 0..4_u8,
    ) {
        let redactor = Redactor::with_secrets([&planted, &other, &planted[..0]]);
        let shown = match form {
            0 => encoded(&planted, &which, rounds, upper),
            1 => encoded(&planted, &which, rounds.min(2), upper).replace("%20", "+"),
            2 => planted.clone(),
            _ => planted.replace(' ', "+"),
        };
        let input = format!("{before}{shown}{after}");
        if !(before.ends_with('%') || before.ends_with("%2") || shown.is_empty()) {
            prop_assert!(redactor.reveals(&shown), "{shown:?}");
        }
        for got in [redactor.text(&input), redactor.url(&input)] {
            prop_assert!(!redactor.reveals(&got), "{input:?} -> {got:?}");
            let masks_aside = got.replace(MASKED_URL, "\u{0}").replace(MASK, "\u{0}");
            prop_assert!(!masks_aside.contains(&planted), "{input:?} -> {got:?}");
        }
    }

    #[test]
    fn redaction_is_idempotent(before in surroundings(), after in surroundings(), planted in "[ -~]{1,8}") {
        let input = format!("{before}{planted}{after}");
        for redactor in [Redactor::new(), Redactor::with_secrets([planted.as_str()])] {
            let text = redactor.text(&input).into_owned();
            prop_assert_eq!(redactor.text(&text), text.as_str());
            let url = redactor.url(&input).into_owned();
            prop_assert_eq!(redactor.url(&url), url.as_str());
        }
    }

    #[test]
    fn clean_text_is_untouched(
        words in prop::collection::vec("[b-dg-jm-rv-z]{1,9}[,.!?;]?|[0-9]{1,4}|[é本の]{1,5}", 0..40),
    ) {
        let text = words.join(" ");
        prop_assert!(matches!(Redactor::with_secrets(["Zq-absent"]).text(&text), Cow::Borrowed(same) if same == text));
    }

    #[test]
    fn everything_else_stays_byte_for_byte(
        host in WORD, path in "[b-d/g-j]{0,12}",
        clean in prop::collection::vec((WORD, "[b-dg-j0-9._~+@/?,!:*()'-]{0,9}"), 0..5),
        name in names(), how in any::<u64>(), planted in "[A-Za-z0-9_-]{1,20}", at in 0..6_usize,
    ) {
        let mut with: Vec<String> = clean.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut right = with.clone();
        let name = spelt(name, how, true);
        with.insert(at.min(with.len()), format!("{name}={planted}"));
        right.insert(at.min(right.len()), format!("{name}={MASK}"));
        let head = format!("https://{host}.org/{path}?");
        let right = head.clone() + &right.join("&");
        let input = head + &with.join("&");
        prop_assert_eq!(Redactor::new().url(&input), right);
    }

    #[test]
    fn never_panics(text in "\\PC*|[\\x00-\\x7f]*", secret in "\\PC{0,3}", glue in surroundings()) {
        let redactor = Redactor::with_secrets([&secret]);
        for input in [text.clone(), format!("{glue}{text}"), format!("{text}{secret}{glue}")] {
            let _ = (redactor.text(&input), redactor.url(&input), redactor.reveals(&input));
        }
    }
}
