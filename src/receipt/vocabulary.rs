//! The closed vocabulary, schema version 1.
//!
//! Adding a member breaks every prompt and every evaluation that enumerates the members, and so bumps
//! [`SCHEMA_VERSION`]. The lists are pinned in `tests/vocabulary.rs`.

use std::fmt;

/// The version of the vocabulary and of the receipt's shape.
pub const SCHEMA_VERSION: u32 = 1;

/// A closed list of names: what the enums of the vocabulary have in common.
pub trait Vocabulary: Copy + Eq + fmt::Debug + 'static {
    /// What one member is called in a message, such as `outcome`.
    const KIND: &'static str;
    /// Every member, in the order of the contract.
    const ALL: &'static [Self];

    /// The `snake_case` name on the wire.
    fn wire(self) -> &'static str;

    /// One sentence for a person or a model.
    fn meaning(self) -> &'static str;

    /// The member with this wire name, byte for byte.
    fn from_wire(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|member| member.wire() == name)
    }

    /// Every wire name, for a message that lists them.
    fn wire_names() -> Vec<&'static str> {
        Self::ALL.iter().map(|member| member.wire()).collect()
    }
}

/// Declares one closed enum whose wire names, meanings and JSON Schema come from one list.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident is $kind:literal { $($member:ident = $wire:literal: $meaning:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = $meaning] $member,)+
        }

        impl $crate::receipt::Vocabulary for $name {
            const KIND: &'static str = $kind;
            const ALL: &'static [Self] = &[$(Self::$member,)+];

            fn wire(self) -> &'static str {
                match self {
                    $(Self::$member => $wire,)+
                }
            }

            fn meaning(self) -> &'static str {
                match self {
                    $(Self::$member => $meaning,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::receipt::Vocabulary::wire(*self))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::receipt::Vocabulary::wire(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name: std::borrow::Cow<'de, str> = serde::Deserialize::deserialize(deserializer)?;
                <Self as $crate::receipt::Vocabulary>::from_wire(&name).ok_or_else(|| {
                    serde::de::Error::unknown_variant(&name, &[$($wire,)+])
                })
            }
        }

        #[cfg(feature = "replay")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": [$($wire,)+] })
            }
        }
    };
}
pub(crate) use vocabulary;

vocabulary! {
    /// How a whole lookup ended.
    Outcome is "outcome" {
        UsefulResult = "useful_result": "A payload arrived and passed validation.",
        NoUsefulResult = "no_useful_result":
            "The plan ran to completion and at least one payload arrived, but none was useful.",
        TransportFailed = "transport_failed": "No attempt produced a payload.",
        BudgetExhausted = "budget_exhausted":
            "The shared deadline ran out before the plan could complete.",
        BlockedByPolicy = "blocked_by_policy":
            "The request was refused locally and no transport was contacted.",
    }
}

vocabulary! {
    /// The one thing that the caller should do next.
    NextAction is "next action" {
        UseResult = "use_result": "Answer from the evidence in this receipt.",
        AnswerFromPriorKnowledge = "answer_from_prior_knowledge":
            "Answer without the web and say that it was not consulted.",
        AskUserToNarrow = "ask_user_to_narrow": "Ask the user for a narrower or different question.",
        RetryLater = "retry_later": "Tell the user that a later attempt may succeed; do not retry now.",
        Stop = "stop": "Do not call this tool again for this request: another attempt cannot help.",
    }
}

vocabulary! {
    /// The place of an attempt in the plan.
    Role is "attempt role" {
        Primary = "primary": "The first provider of the plan.",
        Fallback = "fallback": "The provider asked after the first one gave nothing useful.",
    }
}

vocabulary! {
    /// How one attempt ended.
    Status is "attempt status" {
        OkUseful = "ok_useful": "A payload arrived and was useful.",
        OkNotUseful = "ok_not_useful": "A payload arrived and was not useful; the reason is given.",
        TransportError = "transport_error": "No payload arrived; the fault is given.",
        TransportTimeout = "transport_timeout": "No complete answer arrived within the attempt's slice.",
        RateLimited = "rate_limited": "The provider asked for fewer requests.",
        QuotaExhausted = "quota_exhausted": "The provider's plan or credit is used up.",
        AuthFailed = "auth_failed": "The provider rejected the credentials.",
        NotConfigured = "not_configured": "The provider has no credentials or no route here.",
        Cancelled = "cancelled": "The caller cancelled before the attempt ended.",
        SkippedNoBudget = "skipped_no_budget":
            "Too little of the shared budget was left, so the attempt was never started.",
    }
}

vocabulary! {
    /// What went wrong below the payload; only with [`Status::TransportError`].
    Fault is "fault" {
        Dns = "dns": "The host name could not be resolved.",
        Connect = "connect": "No connection could be made.",
        Tls = "tls": "The secure channel could not be set up.",
        Reset = "reset": "The connection was reset.",
        Truncated = "truncated": "The body ended early.",
        TooLarge = "too_large": "The body was larger than the transport accepts.",
        Redirect = "redirect": "The provider redirected; redirects are never followed.",
        Protocol = "protocol": "The answer broke the protocol.",
        HttpStatus = "http_status": "The answer had an HTTP status that is no payload.",
        Upstream = "upstream":
            "The provider answered that its own back ends failed, so an empty list says nothing.",
    }
}

vocabulary! {
    /// Why a payload was not useful, in the order in which the reasons are checked; only with
    /// [`Status::OkNotUseful`].
    NotUsefulReason is "not-useful reason" {
        UnparseablePayload = "unparseable_payload": "The payload could not be read as what was asked for.",
        Ungrounded = "ungrounded": "The provider answered without searching.",
        EmptyResultSet = "empty_result_set": "The provider found nothing.",
        BotCheck = "bot_check": "The page asks for proof of being human, or refuses robots.",
        LoginWall = "login_wall": "The content is withheld until the reader signs in or subscribes.",
        ConsentWall = "consent_wall": "The content is withheld until the reader agrees to something.",
        JavascriptRequired = "javascript_required": "The content appears only when scripts run.",
        ErrorPage = "error_page": "An error or placeholder stands in for the content.",
        ContentTooShort = "content_too_short": "There is too little text to be evidence.",
        NoQueryTermsMatched = "no_query_terms_matched": "The text has nothing to do with the query.",
    }
}

vocabulary! {
    /// Why a request was refused locally; only with [`Outcome::BlockedByPolicy`].
    Refusal is "refusal" {
        QueryBlank = "query_blank": "The query is empty.",
        QueryTooLong = "query_too_long": "The query has more characters than the policy allows.",
        QueryDenied = "query_denied": "The query contains a term that the policy denies.",
        ConfigUnreadable = "config_unreadable": "The tool's configuration is unreadable or invalid.",
        NoRoute = "no_route": "No provider serves the current model and no fallback is armed.",
        UrlInvalid = "url_invalid": "The URL cannot be fetched as it is written.",
        AllowlistEmpty = "allowlist_empty": "No host is allowed.",
        HostNotAllowed = "host_not_allowed": "The host is not on the allowlist.",
        AddressNotPublic = "address_not_public": "The host resolves to an address that is not public.",
    }
}
