//! The bounded tool's published demonstration, byte for byte.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod shipped;

const DEMONSTRATION: [(&str, &str); 7] = [
    (
        "bounded/01_primary_useful",
        "outcome=useful_result next_action=use_result attempts=1/2 elapsed_ms=300/2000 \
         trail=[primary:ok_useful]",
    ),
    (
        "bounded/02_empty_result_falls_back",
        "outcome=useful_result next_action=use_result attempts=2/2 elapsed_ms=700/2000 \
         trail=[primary:ok_not_useful -> fallback:ok_useful]",
    ),
    (
        "bounded/03_both_useless",
        "outcome=no_useful_result next_action=ask_user_to_narrow attempts=2/2 elapsed_ms=600/2000 \
         trail=[primary:ok_not_useful -> fallback:ok_not_useful]",
    ),
    (
        "bounded/04_shared_deadline",
        "outcome=transport_failed next_action=retry_later attempts=2/2 elapsed_ms=2000/2000 \
         trail=[primary:transport_timeout -> fallback:transport_timeout]",
    ),
    (
        "bounded/05_starved_fallback",
        "outcome=budget_exhausted next_action=answer_from_prior_knowledge attempts=1/2 elapsed_ms=1150/1300 \
         trail=[primary:ok_not_useful -> fallback:skipped_no_budget]",
    ),
    (
        "bounded/06_rejected_credentials",
        "outcome=transport_failed next_action=stop attempts=2/2 elapsed_ms=160/2000 \
         trail=[primary:auth_failed -> fallback:auth_failed]",
    ),
    (
        "bounded/07_local_refusal",
        "outcome=blocked_by_policy next_action=stop attempts=0/1 elapsed_ms=0/2000 trail=[none]",
    ),
];

#[test]
fn the_seven_lines_of_the_demonstration_are_reproduced() {
    let replays = shipped::replays();
    for (name, line) in DEMONSTRATION {
        let (_, replay) = replays.iter().find(|(scenario, _)| scenario.name == name).expect(name);
        let lines: Vec<String> = replay.trails.iter().map(|trail| trail.receipt.line().to_string()).collect();
        assert_eq!(lines, [line], "{name}");
    }
}
