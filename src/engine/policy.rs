//! What a bounded lookup may spend and may not do; every value in bounds once it exists.

use crate::validator::terms::fold;

/// The largest duration of a policy: a day, in milliseconds.
pub const MAX_DURATION_MS: u64 = 86_400_000;

/// The fields of a policy, each absent where the default holds; laid over one another field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyFields {
    /// See [`Policy::budget_ms`].
    pub budget_ms: Option<u64>,
    /// See [`Policy::per_attempt_ms`].
    pub per_attempt_ms: Option<u64>,
    /// See [`Policy::min_attempt_ms`].
    pub min_attempt_ms: Option<u64>,
    /// 0 or 1: see [`Policy::fallback_allowed`].
    pub max_fallbacks: Option<u64>,
    /// See [`Policy::fallback_on_auth`].
    pub fallback_on_auth: Option<bool>,
    /// See [`Policy::max_query_chars`].
    pub max_query_chars: Option<u64>,
    /// See [`Policy::deny_terms`].
    pub deny_terms: Option<Vec<String>>,
    /// See [`Policy::max_evidence_hits`].
    pub max_evidence_hits: Option<u64>,
    /// See [`Policy::max_evidence_chars`].
    pub max_evidence_chars: Option<u64>,
}

/// The name of a policy field, for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the field of the same name")]
pub enum PolicyField {
    BudgetMs,
    PerAttemptMs,
    MinAttemptMs,
    MaxFallbacks,
    DenyTerms,
}

impl PolicyField {
    /// The name in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::BudgetMs => "budget_ms",
            Self::PerAttemptMs => "per_attempt_ms",
            Self::MinAttemptMs => "min_attempt_ms",
            Self::MaxFallbacks => "max_fallbacks",
            Self::DenyTerms => "deny_terms",
        }
    }
}

/// A value that a policy cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyMistake {
    /// The field at fault.
    pub field: PolicyField,
    /// The field that it does not go with, where two are at fault.
    pub beside: Option<PolicyField>,
    /// What is wrong, with the value.
    pub problem: String,
    /// What it may be.
    pub fix: String,
}

impl std::fmt::Display for PolicyMistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}; {}", self.field.name(), self.problem, self.fix)
    }
}

impl std::error::Error for PolicyMistake {}

/// The limits of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    budget_ms: u64,
    per_attempt_ms: u64,
    min_attempt_ms: u64,
    fallback_allowed: bool,
    fallback_on_auth: bool,
    max_query_chars: u64,
    deny_terms: Vec<String>,
    max_evidence_hits: u64,
    max_evidence_chars: u64,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            budget_ms: 2000,
            per_attempt_ms: 1200,
            min_attempt_ms: 200,
            fallback_allowed: true,
            fallback_on_auth: true,
            max_query_chars: 512,
            deny_terms: Vec::new(),
            max_evidence_hits: 5,
            max_evidence_chars: 300,
        }
    }
}

impl TryFrom<PolicyFields> for Policy {
    type Error = Vec<PolicyMistake>;

    /// Fills in the defaults and checks every bound; all mistakes are told at once.
    fn try_from(fields: PolicyFields) -> Result<Self, Vec<PolicyMistake>> {
        let mut mistakes = Vec::new();
        let mut duration = |field: PolicyField, value: Option<u64>, default: u64| {
            let value = value.unwrap_or(default);
            if !(1..=MAX_DURATION_MS).contains(&value) {
                mistakes.push(PolicyMistake {
                    field,
                    beside: None,
                    problem: format!("{value} ms is out of bounds"),
                    fix: format!("use 1 to {MAX_DURATION_MS}"),
                });
            }
            value
        };
        let default = Self::default();
        let budget_ms = duration(PolicyField::BudgetMs, fields.budget_ms, default.budget_ms);
        let per_attempt_ms =
            duration(PolicyField::PerAttemptMs, fields.per_attempt_ms, default.per_attempt_ms);
        let least = default.min_attempt_ms.min(per_attempt_ms).min(budget_ms);
        let min_attempt_ms = match fields.min_attempt_ms {
            Some(value) => duration(PolicyField::MinAttemptMs, Some(value), least),
            None => least,
        };
        mistakes.extend(Self::above(min_attempt_ms, PolicyField::PerAttemptMs, per_attempt_ms));
        mistakes.extend(Self::above(min_attempt_ms, PolicyField::BudgetMs, budget_ms));
        let max_fallbacks = fields.max_fallbacks.unwrap_or(1);
        if max_fallbacks > 1 {
            mistakes.push(PolicyMistake {
                field: PolicyField::MaxFallbacks,
                beside: None,
                problem: format!("{max_fallbacks} fallbacks are out of bounds"),
                fix: "use 0 or 1: a lookup has at most one fallback".to_owned(),
            });
        }
        let deny_terms = fields.deny_terms.unwrap_or_default();
        if deny_terms.iter().any(|term| term.trim().is_empty()) {
            mistakes.push(PolicyMistake {
                field: PolicyField::DenyTerms,
                beside: None,
                problem: "a deny term is empty, and so would refuse every query".to_owned(),
                fix: "remove it, or write the term".to_owned(),
            });
        }
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        Ok(Self {
            budget_ms,
            per_attempt_ms,
            min_attempt_ms,
            fallback_allowed: max_fallbacks == 1,
            fallback_on_auth: fields.fallback_on_auth.unwrap_or(default.fallback_on_auth),
            max_query_chars: fields.max_query_chars.unwrap_or(default.max_query_chars),
            deny_terms: deny_terms
                .iter()
                .map(|term| fold(&super::query::normalise_inner(term)).into_owned())
                .collect(),
            max_evidence_hits: fields.max_evidence_hits.unwrap_or(default.max_evidence_hits),
            max_evidence_chars: fields.max_evidence_chars.unwrap_or(default.max_evidence_chars),
        })
    }
}

impl PolicyFields {
    /// These fields, and where one is absent that of `below`.
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        Self {
            budget_ms: self.budget_ms.or(below.budget_ms),
            per_attempt_ms: self.per_attempt_ms.or(below.per_attempt_ms),
            min_attempt_ms: self.min_attempt_ms.or(below.min_attempt_ms),
            max_fallbacks: self.max_fallbacks.or(below.max_fallbacks),
            fallback_on_auth: self.fallback_on_auth.or(below.fallback_on_auth),
            max_query_chars: self.max_query_chars.or(below.max_query_chars),
            deny_terms: self.deny_terms.or(below.deny_terms),
            max_evidence_hits: self.max_evidence_hits.or(below.max_evidence_hits),
            max_evidence_chars: self.max_evidence_chars.or(below.max_evidence_chars),
        }
    }
}

impl Policy {
    fn above(min_attempt_ms: u64, other: PolicyField, other_ms: u64) -> Option<PolicyMistake> {
        (min_attempt_ms > other_ms).then(|| PolicyMistake {
            field: PolicyField::MinAttemptMs,
            beside: Some(other),
            problem: format!(
                "{min_attempt_ms} ms is more than {}, {other_ms} ms, so no attempt could start",
                other.name()
            ),
            fix: format!("make min_attempt_ms at most {other_ms}, or {} more", other.name()),
        })
    }

    /// Milliseconds that all attempts share, 1 to a day. Default 2000.
    pub fn budget_ms(&self) -> u64 {
        self.budget_ms
    }

    /// Milliseconds that one attempt may borrow at most, 1 to a day. Default 1200.
    pub fn per_attempt_ms(&self) -> u64 {
        self.per_attempt_ms
    }

    /// With less than this left an attempt is not started. Default: the least of 200, `per_attempt_ms` and
    /// `budget_ms`.
    pub fn min_attempt_ms(&self) -> u64 {
        self.min_attempt_ms
    }

    /// May the fallback be used: is `max_fallbacks` 1? Default true.
    pub fn fallback_allowed(&self) -> bool {
        self.fallback_allowed
    }

    /// Is the fallback tried after rejected credentials? Default true.
    pub fn fallback_on_auth(&self) -> bool {
        self.fallback_on_auth
    }

    /// Unicode scalar values that a normalised query may have. Default 512.
    pub fn max_query_chars(&self) -> u64 {
        self.max_query_chars
    }

    /// Case-folded terms that no query may contain. Default none.
    pub fn deny_terms(&self) -> &[String] {
        &self.deny_terms
    }

    /// Hits that a receipt cites at most. Default 5.
    pub fn max_evidence_hits(&self) -> u64 {
        self.max_evidence_hits
    }

    /// Unicode scalar values at which a cited title and a cited snippet are cut. Default 300.
    pub fn max_evidence_chars(&self) -> u64 {
        self.max_evidence_chars
    }
}
