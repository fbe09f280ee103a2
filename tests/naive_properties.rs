//! What the naive engine promises, on generated scenarios; each property is named after its rule.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a test may stop, and shares helpers with others"
)]

mod generated;

use generated::{Case, every_form};
use proptest::prelude::*;
use trailcheck::receipt::{Role, Status};
use trailcheck::replay::{Invariant, Replay, Replayer};
use trailcheck::scenario::{EngineName, from_text};
use trailcheck::trail::file;

fn replay(case: &Case) -> Replay {
    let scenario = from_text("generated", &case.text()).expect("a valid scenario");
    let replayer = Replayer::new().expect("a runtime");
    replayer.replay(&scenario, EngineName::Naive).expect("the last step answers for ever")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_promised_invariant_breaks(case in generated::case()) {
        let broken = replay(&case).broken;
        prop_assert!(broken.iter().all(|broken| broken.invariant == Invariant::NoOverspend), "{broken:?}");
    }

    #[test]
    fn one_provider_is_asked_once_and_any_answer_is_success(case in generated::case()) {
        for trail in replay(&case).trails {
            let attempts = trail.receipt.attempts();
            prop_assert_eq!(attempts.len(), 1);
            prop_assert_eq!(attempts[0].role(), Role::Primary);
            prop_assert_ne!(attempts[0].status(), Status::OkNotUseful);
            prop_assert_ne!(attempts[0].status(), Status::SkippedNoBudget);
            prop_assert_eq!(trail.receipt.refusal(), None);
        }
    }

    #[test]
    fn a_sentence_stands_exactly_where_there_is_no_answer(case in generated::case()) {
        for trail in replay(&case).trails {
            let useful = trail.receipt.attempts()[0].status() == Status::OkUseful;
            prop_assert_eq!(trail.extra.reply.is_none(), useful);
        }
    }

    #[test]
    fn no_secret_leak(case in generated::case()) {
        let printed = String::from_utf8(file::lines(&replay(&case).trails).expect("JSON")).expect("UTF-8");
        for form in case.secrets.iter().flat_map(|secret| every_form(secret)) {
            prop_assert!(!printed.contains(&form), "{form:?} in {printed}");
        }
    }
}
