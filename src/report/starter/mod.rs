//! What a project begins with: a policy, a first scenario for its numbers, a validator file and a job for CI. Data to
//! text; the command line writes it.

pub mod ci;
pub mod scenario;
pub mod validator;

use std::fmt::Write as _;

use crate::engine::Policy;

/// The `defaults.yaml` of a scenario root: the policy, and the validator file where it is to be named.
pub fn defaults(policy: &Policy, validator: Option<&str>) -> String {
    let mut text =
        "# What every scenario below this folder has, unless it says otherwise: your tool's own limits.\n\
         policy:\n"
            .to_owned();
    for (field, value, meaning) in limits(policy) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {:<24} # {meaning}", format!("{field}: {value}"));
    }
    if let Some(path) = validator {
        let _ = writeln!(
            text,
            "# When is a payload useful? A path from the project's folder.\nvalidator: {path}"
        );
    }
    text
}

/// A policy in one line, as a scenario may have it.
fn inline(policy: &Policy) -> String {
    let fields: Vec<String> =
        limits(policy).iter().map(|(field, value, _)| format!("{field}: {value}")).collect();
    format!("policy: {{ {} }}\n", fields.join(", "))
}

/// The numbers that a user gives, with their meaning.
fn limits(policy: &Policy) -> [(&'static str, u64, &'static str); 4] {
    [
        ("budget_ms", policy.budget_ms(), "milliseconds that all attempts share"),
        ("per_attempt_ms", policy.per_attempt_ms(), "milliseconds that one attempt may borrow"),
        ("min_attempt_ms", policy.min_attempt_ms(), "with fewer left, an attempt is not started"),
        ("max_fallbacks", u64::from(policy.fallback_allowed()), "0 or 1"),
    ]
}
