//! What can differ between two trails, and how much it matters.

use crate::receipt::vocabulary::vocabulary;

vocabulary! {
    /// How much a change matters, the worst first.
    Class is "class" {
        Breaking = "breaking":
            "What a caller is told changes: the outcome, the next action, the refusal, or the vocabulary itself.",
        Behaviour = "behaviour": "What the tool does changes: whom it asks, what came back, and how long it takes.",
        Presentation = "presentation": "Only text changes: targets, cited evidence, messages.",
    }
}

vocabulary! {
    /// What differs.
    Aspect is "aspect" {
        SchemaVersion = "schema_version": "The version of the vocabulary.",
        Vocabulary = "vocabulary": "A member of the vocabulary that the other side does not know.",
        Engine = "engine": "The engine that was replayed.",
        Outcome = "outcome": "How the lookup ended.",
        NextAction = "next_action": "What the caller should do next.",
        Refusal = "refusal": "Why the request was refused.",
        Attempt = "attempt": "Whether an attempt is there, and whose it is.",
        Status = "status": "How an attempt ended.",
        Fault = "fault": "What went wrong below the payload.",
        Reason = "reason": "Why a payload was not useful.",
        Violations = "violations": "The invariants that do not hold.",
        FallbackUsed = "fallback_used": "Whether the fallback was started.",
        AttemptsUsed = "attempts_used": "How many attempts were started.",
        AttemptsAllowed = "attempts_allowed": "How many attempts the plan allows.",
        Calls = "calls": "How often a transport was called.",
        Unused = "unused": "How many answers of a script are left.",
        HttpStatus = "http_status": "The raw HTTP status of an attempt.",
        Dispatched = "dispatched": "Whether a request left the process, and so may have been billed.",
        ElapsedMs = "elapsed_ms": "How long the lookup or an attempt took.",
        SliceMs = "slice_ms": "How long an attempt was allowed to take.",
        BudgetMs = "budget_ms": "How long all attempts may take together.",
        RetryAfterMs = "retry_after_ms": "The provider's hint when to come back.",
        CacheAgeMs = "cache_age_ms": "The age of a stored answer.",
        Evidence = "evidence": "How many hits are cited.",
        Layer = "layer": "The part of a layered engine that made an attempt.",
        Events = "events": "What happened, where the receipt is the same.",
        Lookups = "lookups": "Whether the scenario has this lookup.",
        Extra = "extra": "What only some engines tell.",
        Target = "target": "The URL that an attempt was for.",
        EvidenceText = "evidence_text": "What is cited: its title, address or text.",
        Message = "message": "The words of an error.",
    }
}

impl Aspect {
    /// How much it matters.
    pub fn class(self) -> Class {
        match self {
            Self::SchemaVersion
            | Self::Vocabulary
            | Self::Engine
            | Self::Outcome
            | Self::NextAction
            | Self::Refusal => Class::Breaking,
            Self::Attempt
            | Self::Status
            | Self::Fault
            | Self::Reason
            | Self::Violations
            | Self::FallbackUsed
            | Self::AttemptsUsed
            | Self::AttemptsAllowed
            | Self::Calls
            | Self::Unused
            | Self::HttpStatus
            | Self::Dispatched
            | Self::ElapsedMs
            | Self::SliceMs
            | Self::BudgetMs
            | Self::RetryAfterMs
            | Self::CacheAgeMs
            | Self::Evidence
            | Self::Layer
            | Self::Events
            | Self::Lookups
            | Self::Extra => Class::Behaviour,
            Self::Target | Self::EvidenceText | Self::Message => Class::Presentation,
        }
    }

    /// Does its value name a kind of change, so that two lookups in which it goes from and to the same values changed
    /// the same way? The others follow from these, or are numbers and text.
    pub fn is_telling(self) -> bool {
        match self {
            Self::SchemaVersion
            | Self::Vocabulary
            | Self::Engine
            | Self::Outcome
            | Self::NextAction
            | Self::Refusal
            | Self::Attempt
            | Self::Status
            | Self::Fault
            | Self::Reason
            | Self::Violations
            | Self::Lookups => true,
            Self::FallbackUsed
            | Self::AttemptsUsed
            | Self::AttemptsAllowed
            | Self::Calls
            | Self::Unused
            | Self::HttpStatus
            | Self::Dispatched
            | Self::ElapsedMs
            | Self::SliceMs
            | Self::BudgetMs
            | Self::RetryAfterMs
            | Self::CacheAgeMs
            | Self::Evidence
            | Self::Layer
            | Self::Events
            | Self::Extra
            | Self::Target
            | Self::EvidenceText
            | Self::Message => false,
        }
    }
}
