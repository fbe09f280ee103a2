//! What only some engines have to tell: a trail's `extra`.

use serde::{Deserialize, Serialize};

use crate::receipt::vocabulary::vocabulary;

vocabulary! {
    /// How loudly an audit record speaks.
    AuditLevel is "audit level" {
        Info = "info": "A call that was let through.",
        Warn = "warn": "A call that was refused.",
    }
}

/// The one record that a call leaves for its operators. Never holds a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// How loudly it speaks.
    pub level: AuditLevel,
    /// Who answered or should have, where anybody was chosen.
    pub provider: Option<String>,
    /// What came of it.
    pub outcome: String,
    /// Why, where there is more to say.
    pub reason: Option<String>,
}

/// What only some engines have; `{}` for the bounded one. Every text in it is redacted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// layered: what the user was told. naive: the sentence that stands for an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// layered: what went wrong, provider by provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// routed: what was announced while it ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub progress: Vec<String>,
    /// routed: the record for the operators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audit>,
    /// routed: what the model reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub render: Option<String>,
    /// `fetch_gate`: where a redirect leads, which nobody followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_target: Option<String>,
}

impl Extra {
    /// Is there nothing to tell?
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Every text in it.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let Self { reply, errors, progress, audit, render, redirect_target } = self;
        let audit = audit.iter().flat_map(|audit| {
            let Audit { level: _, provider, outcome, reason } = audit;
            [provider.as_deref(), Some(outcome.as_str()), reason.as_deref()]
        });
        let single = [reply.as_deref(), render.as_deref(), redirect_target.as_deref()];
        let lists = errors.iter().chain(progress).map(String::as_str);
        single.into_iter().chain(audit).flatten().chain(lists)
    }
}
