//! The first scenario: the primary never answers. Whether the fallback still gets its chance follows from the three
//! numbers of the policy, and is what a user of them should know first.

use std::fmt::Write as _;

use super::inline;
use crate::engine::Policy;
use crate::engine::policy::MAX_DURATION_MS;
use crate::receipt::{AttemptRecord, Status, Vocabulary as _};
use crate::replay::Trail;

/// Its name below the scenario root.
pub const NAME: &str = "primary_hangs";
/// A primary that takes this long has hung, for any policy but a slow one.
const HANGS_MS: u64 = 60_000;
/// How long the fallback takes, where it has as much.
const FALLBACK_MS: u64 = 300;

/// What the scenario says itself, since no `defaults.yaml` says it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own<'a> {
    /// The policy.
    pub policy: bool,
    /// The path of a validator file below the project folder.
    pub validator: Option<&'a str>,
}

/// The scenario without expectations, to find out by a replay what comes of it.
pub fn draft(policy: &Policy, own: Own<'_>) -> String {
    let mut text = format!(
        "# yaml-language-server: $schema=../schemas/scenario.json\n\
         description: The primary never answers{}.\n\
         query: rust async traits\n",
        if policy.fallback_allowed() { "; the fallback has what is left of the budget" } else { "" }
    );
    if own.policy {
        text.push_str(&inline(policy));
    }
    if let Some(path) = own.validator {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "validator: {path}");
    }
    text.push_str(
        "transports: # in order: the first is the primary, the second the fallback\n  \
           primary:\n    \
             base_url: https://primary.invalid/search\n    \
             steps: # one a call\n",
    );
    let slice = policy.per_attempt_ms().min(policy.budget_ms());
    let _ = if slice < HANGS_MS {
        writeln!(text, "      - {{ latency_ms: {HANGS_MS}, hits: [] }}")
    } else if slice < MAX_DURATION_MS {
        writeln!(text, "      - {{ latency_ms: {MAX_DURATION_MS}, hits: [] }}")
    } else {
        // Nothing takes longer than a day; the transport says itself that it gave up.
        writeln!(text, "      - {{ latency_ms: {MAX_DURATION_MS}, error: timeout }}")
    };
    if policy.fallback_allowed() {
        let left = policy.per_attempt_ms().min(policy.budget_ms() - slice);
        let latency = if left < policy.min_attempt_ms() { FALLBACK_MS } else { FALLBACK_MS.min(left) };
        let _ = write!(
            text,
            "  \
               fallback:\n    \
                 base_url: https://fallback.invalid/search\n    \
                 steps:\n      \
                   - latency_ms: {latency}\n        \
                     hits:\n          \
                       - title: Async functions in traits\n            \
                         url: https://docs.invalid/rust/async-traits\n            \
                         snippet: How async functions in traits work in Rust, and what a caller may rely on.\n"
        );
    }
    text
}

/// The scenario with what a replay of the draft came to as its expectations.
pub fn complete(draft: &str, policy: &Policy, trail: &Trail) -> String {
    let receipt = &trail.receipt;
    let items: Vec<String> = receipt
        .attempts()
        .iter()
        .map(|attempt| format!("{}:{}", attempt.transport(), attempt.status().wire()))
        .collect();
    let calls: Vec<String> = trail.calls.0.iter().map(|(name, calls)| format!("{name}: {calls}")).collect();
    format!(
        "{draft}{}expect: # what is left out is not checked\n  \
           outcome: {}\n  \
           next_action: {}\n  \
           elapsed_ms: {}\n  \
           trail: [{}]\n  \
           calls: {{ {} }}\n",
        comment(policy, receipt.attempts()),
        receipt.outcome().wire(),
        receipt.next_action().wire(),
        receipt.elapsed_ms(),
        items.join(", "),
        calls.join(", ")
    )
}

/// What the numbers come to, in words.
fn comment(policy: &Policy, attempts: &[AttemptRecord]) -> String {
    let Some(primary) = attempts.first() else { return String::new() };
    let cut = primary.elapsed_ms();
    let left = policy.budget_ms().saturating_sub(cut);
    let least = policy.min_attempt_ms();
    match attempts.get(1) {
        None => format!("# After {cut} ms the primary is given up. There is no fallback.\n"),
        Some(fallback) if fallback.status() == Status::SkippedNoBudget => format!(
            "# After {cut} ms the primary is given up. {left} ms are left, less than min_attempt_ms: the fallback is \
             never started.\n# It would have its chance with {} ms more of budget_ms, or as much less of \
             per_attempt_ms.\n",
            least - left
        ),
        Some(fallback) => format!(
            "# After {cut} ms the primary is given up. {left} ms are left, so that the fallback is started, with a \
             slice of {} ms.\n",
            fallback.slice_ms()
        ),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::PolicyFields;
    use crate::replay::Replayer;
    use crate::scenario::{EngineName, from_text};

    fn policy(budget: u64, per_attempt: u64, least: u64, fallbacks: u64) -> Policy {
        let fields = PolicyFields {
            budget_ms: Some(budget),
            per_attempt_ms: Some(per_attempt),
            min_attempt_ms: Some(least),
            max_fallbacks: Some(fallbacks),
            ..PolicyFields::default()
        };
        Policy::try_from(fields).unwrap()
    }

    fn completed(policy: &Policy) -> String {
        let draft = draft(policy, Own { policy: true, validator: None });
        let scenario = from_text(NAME, &draft).unwrap();
        let trails = Replayer::new().unwrap().play(&scenario, EngineName::Bounded).unwrap();
        complete(&draft, policy, &trails[0])
    }

    fn duration() -> impl Strategy<Value = u64> {
        prop_oneof![1..=3_u64, 1..=5000_u64, 59_990..=60_010_u64, MAX_DURATION_MS - 2..=MAX_DURATION_MS]
    }

    proptest! {
        #[test]
        fn the_first_scenario_passes_whatever_the_numbers_are(
            budget in duration(), per_attempt in duration(), share in 0.0..=1.0_f64, fallbacks in 0..=1_u64,
        ) {
            let most = budget.min(per_attempt);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a day in milliseconds")]
            let least = ((most as f64 * share) as u64).clamp(1, most);
            let text = completed(&policy(budget, per_attempt, least, fallbacks));
            let scenario = from_text(NAME, &text).unwrap();
            let replay = Replayer::new().unwrap().replay(&scenario, EngineName::Bounded).unwrap();
            prop_assert!(replay.passed(), "{text}");
            let receipt = &replay.trails[0].receipt;
            prop_assert_eq!(receipt.attempts()[0].status(), Status::TransportTimeout);
            let runway = budget - most >= least;
            let second = receipt.attempts().get(1).map(AttemptRecord::status);
            let expected = if runway { Status::OkUseful } else { Status::SkippedNoBudget };
            prop_assert_eq!(second, (fallbacks == 1).then_some(expected));
        }
    }

    #[test]
    fn the_comment_says_what_the_numbers_come_to() {
        let text = completed(&policy(2000, 1200, 200, 1));
        assert!(
            text.contains("800 ms are left, so that the fallback is started, with a slice of 800 ms."),
            "{text}"
        );
        let text = completed(&policy(1300, 1200, 200, 1));
        assert!(text.contains("100 ms are left, less than min_attempt_ms"), "{text}");
        assert!(text.contains("with 100 ms more of budget_ms"), "{text}");
        assert!(text.contains("outcome: budget_exhausted"), "{text}");
        let text = completed(&policy(2000, 1200, 200, 0));
        assert!(text.contains("There is no fallback.") && !text.contains("fallback:"), "{text}");
    }
}
