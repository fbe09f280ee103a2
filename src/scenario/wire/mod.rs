//! What a scenario file may say, as it is written. What it means is [`super::model`]; `lower` turns the one into the
//! other.
//!
//! The JSON Schema that editors use is derived from these types and their doc lines.

pub(super) mod setup;

use schemars::JsonSchema;
use serde::Deserialize;

use self::setup::WireSetup;
use super::yaml::{
    At, Decimal, Digits, DigitsOrForever, Entries, Flag, LabelName, Member, ScalarOr, Text, TrailItem,
    WireBody,
};
use crate::receipt::{NextAction, NotUsefulReason, Outcome, Refusal};
use crate::scenario::engine::EngineName;
use crate::transport::{ErrorKind, Expects};
use crate::validator::WallRule;

/// A scenario: what transports do, what is looked up, and what should come of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "trailcheck scenario")]
#[schemars(rename = "Scenario")]
pub(super) struct WireScenario {
    /// The version of the format.
    #[schemars(extend("const" = 1))]
    #[serde(default, deserialize_with = "stated")]
    pub trailcheck: Option<At<Digits>>,
    /// What the scenario shows, for people.
    pub description: Option<At<Text>>,
    /// The engine under replay; `bounded` unless said otherwise.
    #[serde(default, deserialize_with = "stated")]
    pub engine: Option<At<Member<EngineName>>>,
    /// What the engine is set up with.
    pub setup: Option<At<WireSetup>>,
    /// The query of the one lookup.
    pub query: Option<At<Text>>,
    /// When the caller cancels, in milliseconds from the lookup's start, 0 to 86 400 000.
    #[serde(default, deserialize_with = "stated")]
    pub cancel_at_ms: Option<At<Digits>>,
    /// What should come of the one lookup.
    pub expect: Option<At<WireExpect>>,
    /// Several lookups in one session, instead of `query`, `cancel_at_ms` and `expect`.
    pub lookups: Option<At<Vec<At<WireLookup>>>>,
    /// Limits; what is left out has the default.
    pub policy: Option<WirePolicy>,
    /// Thresholds inline, or the path of a validator file below the project folder.
    pub validator: Option<At<WireValidatorOrPath>>,
    /// Literal values, of six characters at least, that must never be printed.
    #[serde(default)]
    pub secrets: Entries<At<Text>>,
    /// The providers by name, in order: the first is the primary, the second the fallback.
    pub transports: Option<At<Entries<At<WireTransport>>>>,
}

/// One lookup of several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Lookup")]
pub(super) struct WireLookup {
    /// The query.
    pub query: Option<At<Text>>,
    /// When it starts at the earliest, in milliseconds of virtual time, 0 to 86 400 000.
    #[serde(default, deserialize_with = "stated")]
    pub at_ms: Option<At<Digits>>,
    /// When the caller cancels, in milliseconds from the lookup's start, 0 to 86 400 000.
    #[serde(default, deserialize_with = "stated")]
    pub cancel_at_ms: Option<At<Digits>>,
    /// What should come of it.
    pub expect: Option<At<WireExpect>>,
}

/// The limits of a lookup.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Policy")]
pub(super) struct WirePolicy {
    /// Milliseconds that all attempts share, 1 to 86 400 000. Default 2000.
    #[serde(default, deserialize_with = "stated")]
    pub budget_ms: Option<At<Digits>>,
    /// Milliseconds that one attempt may borrow, 1 to 86 400 000. Default 1200.
    #[serde(default, deserialize_with = "stated")]
    pub per_attempt_ms: Option<At<Digits>>,
    /// With fewer milliseconds left an attempt is not started. Default: the least of 200, `per_attempt_ms` and
    /// `budget_ms`.
    #[serde(default, deserialize_with = "stated")]
    pub min_attempt_ms: Option<At<Digits>>,
    /// 0 or 1. Default 1.
    #[serde(default, deserialize_with = "stated")]
    pub max_fallbacks: Option<At<Digits>>,
    /// Is the fallback tried after rejected credentials? Default true.
    #[serde(default, deserialize_with = "stated")]
    pub fallback_on_auth: Option<At<Flag>>,
    /// Unicode scalar values that a query may have. Default 512.
    #[serde(default, deserialize_with = "stated")]
    pub max_query_chars: Option<At<Digits>>,
    /// Terms, in any case, that no query may contain.
    pub deny_terms: Option<At<Vec<At<Text>>>>,
    /// Hits that a receipt cites at most. Default 5.
    #[serde(default, deserialize_with = "stated")]
    pub max_evidence_hits: Option<At<Digits>>,
    /// Unicode scalar values at which a cited title and snippet are cut. Default 300.
    #[serde(default, deserialize_with = "stated")]
    pub max_evidence_chars: Option<At<Digits>>,
}

/// The fields of a validator, or the path of a file that has them.
pub(super) type WireValidatorOrPath = ScalarOr<WireValidator>;

impl JsonSchema for WireValidatorOrPath {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ValidatorOrPath".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "oneOf": [
            { "type": "string", "description": "A validator file below the project folder." },
            generator.subschema_for::<WireValidator>(),
        ]})
    }
}

/// Thresholds and markers of the validator.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "trailcheck validator")]
#[schemars(rename = "Validator")]
pub(super) struct WireValidator {
    /// Fewer hits are an empty result set. Default 1.
    #[serde(default, deserialize_with = "stated")]
    pub min_hits: Option<At<Digits>>,
    /// Unicode scalar values of the longest trimmed snippet. Default 40.
    #[serde(default, deserialize_with = "stated")]
    pub min_snippet_chars: Option<At<Digits>>,
    /// Must a query term occur in a title or snippet? Default true.
    #[serde(default, deserialize_with = "stated")]
    pub require_term_overlap: Option<At<Flag>>,
    /// How a marker in one hit bears on the list. Default `every_hit`.
    #[serde(default, deserialize_with = "stated")]
    pub wall_rule: Option<At<Member<WallRule>>>,
    /// Marker phrases by reason; naming a reason replaces its default list.
    pub markers: Option<WireMarkers>,
    /// A page with at least this share of U+FFFD among its characters is not text. Default 0.05.
    #[serde(default, deserialize_with = "stated")]
    pub min_replacement_share: Option<At<Decimal>>,
    /// Points of evidence that name a wall or an error where there is hardly any content. Default 2.
    #[serde(default, deserialize_with = "stated")]
    pub slight_evidence: Option<At<Decimal>>,
    /// Content, in script-aware characters, up to which slight evidence is enough. Default 500.
    #[serde(default, deserialize_with = "stated")]
    pub slight_max_chars: Option<At<Decimal>>,
    /// Points that name it where there is some content. Default 3.
    #[serde(default, deserialize_with = "stated")]
    pub clear_evidence: Option<At<Decimal>>,
    /// Content up to which clear evidence is enough. Default 800.
    #[serde(default, deserialize_with = "stated")]
    pub clear_max_chars: Option<At<Decimal>>,
    /// Points that name it on a longer page whose title says so too. Default 5.
    #[serde(default, deserialize_with = "stated")]
    pub titled_evidence: Option<At<Decimal>>,
    /// Content up to which the title and other evidence are enough: a wall with long small print, not
    /// an article. Default 4000.
    #[serde(default, deserialize_with = "stated")]
    pub titled_max_chars: Option<At<Decimal>>,
    /// Content up to which an article that is declared not free, and asks for a subscription, is a
    /// teaser. Default 1500.
    #[serde(default, deserialize_with = "stated")]
    pub teaser_max_chars: Option<At<Decimal>>,
    /// Main text up to which a page with scripts, and without other content, is a shell. Default 60.
    #[serde(default, deserialize_with = "stated")]
    pub shell_max_chars: Option<At<Decimal>>,
    /// Content below which a page is too short. Default 150.
    #[serde(default, deserialize_with = "stated")]
    pub short_max_chars: Option<At<Decimal>>,
    /// Share of the query's telling terms in title, headings and main text up to which a page is about
    /// something else. Default 0.35.
    #[serde(default, deserialize_with = "stated")]
    pub max_missed_coverage: Option<At<Decimal>>,
}

/// Marker phrases by reason.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Markers")]
pub(super) struct WireMarkers {
    /// Phrases of challenges and refusals of robots.
    pub bot_check: Option<Vec<At<Text>>>,
    /// Phrases of sign-in walls and paywalls.
    pub login_wall: Option<Vec<At<Text>>>,
    /// Phrases of consent pages.
    pub consent_wall: Option<Vec<At<Text>>>,
    /// Phrases of app shells.
    pub javascript_required: Option<Vec<At<Text>>>,
    /// Phrases of error pages.
    pub error_page: Option<Vec<At<Text>>>,
}

/// One provider and what it does.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Transport")]
pub(super) struct WireTransport {
    /// The address that the query is added to as `q=`.
    pub base_url: Option<At<Text>>,
    /// What the caller asks for; a page where JSON was due is unparseable. Default `any`.
    #[serde(default, deserialize_with = "stated")]
    pub expects: Option<At<Member<Expects>>>,
    /// What happens at each call, in order.
    #[serde(default)]
    pub steps: Vec<At<WireStep>>,
    /// What happens at each health check, in order; left out: always available, at once.
    #[serde(default)]
    pub health: Vec<At<WireHealth>>,
}

/// What happens at one health check.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Health")]
pub(super) struct WireHealth {
    /// Is the provider available? Default true.
    #[serde(default, deserialize_with = "stated")]
    pub available: Option<At<Flag>>,
    /// Milliseconds until it says so, 0 to 86 400 000.
    #[serde(default, deserialize_with = "stated")]
    pub latency_ms: Option<At<Digits>>,
    /// How many checks the step answers, or `forever` on the last step. Default 1.
    #[serde(default, deserialize_with = "stated")]
    pub times: Option<At<DigitsOrForever>>,
}

/// What happens at one call.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Step")]
pub(super) struct WireStep {
    /// Milliseconds from the call to the complete answer, 0 to 86 400 000.
    #[serde(default, deserialize_with = "stated")]
    pub latency_ms: Option<At<Digits>>,
    /// The latency by phase, instead of `latency_ms`.
    pub phases: Option<At<WirePhases>>,
    /// The HTTP status, 100 to 599. Default 200 where there is a payload.
    #[serde(default, deserialize_with = "stated")]
    pub status: Option<At<Digits>>,
    /// A search response.
    pub hits: Option<At<Vec<WireHit>>>,
    /// A page of the corpus.
    pub page: Option<At<Text>>,
    /// A body, inline.
    pub body: Option<At<Text>>,
    /// The `Content-Type` of the body.
    pub content_type: Option<At<Text>>,
    /// A search service's reply in its own JSON format, as YAML or as text.
    pub wire: Option<At<WireBody>>,
    /// A payload that cannot be read as what was asked for.
    #[serde(default, deserialize_with = "stated")]
    pub unparseable: Option<At<Flag>>,
    /// Did the provider search before it answered? Default true.
    #[serde(default, deserialize_with = "stated")]
    pub grounded: Option<At<Flag>>,
    /// An error instead of an answer.
    #[serde(default, deserialize_with = "stated")]
    pub error: Option<At<Member<ErrorKind>>>,
    /// The client's words on the error; shown, redacted, in events only.
    pub message: Option<At<Text>>,
    /// `fetch_gate`: what the host name resolves to.
    pub dns: Option<At<Vec<At<Text>>>>,
    /// Response headers; `Retry-After` and `Location` are read.
    pub headers: Option<At<Entries<At<Text>>>>,
    /// Goes on past its slice, so that the engine must cut it.
    #[serde(default, deserialize_with = "stated")]
    pub ignores_timeout: Option<At<Flag>>,
    /// How many calls the step answers, or `forever` on the last step. Default 1.
    #[serde(default, deserialize_with = "stated")]
    pub times: Option<At<DigitsOrForever>>,
    /// The truth about the payload.
    #[serde(default, deserialize_with = "stated")]
    pub label: Option<At<LabelName>>,
}

/// A latency by phase, in milliseconds, each 0 to 86 400 000.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_field_names, reason = "units stand last in names")]
#[schemars(rename = "Phases")]
pub(super) struct WirePhases {
    /// Until the connection stands and the request leaves.
    #[serde(default, deserialize_with = "stated")]
    pub connect_ms: Option<At<Digits>>,
    /// From then to the end of the headers.
    #[serde(default, deserialize_with = "stated")]
    pub headers_ms: Option<At<Digits>>,
    /// From then to the end of the body.
    #[serde(default, deserialize_with = "stated")]
    pub body_ms: Option<At<Digits>>,
}

/// One result of a search.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Hit")]
pub(super) struct WireHit {
    /// May be left out: an empty title.
    pub title: Option<Text>,
    /// The address.
    pub url: At<Text>,
    /// May be left out: an empty snippet.
    pub snippet: Option<Text>,
}

/// What should come of a lookup; what is not stated is not checked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Expect")]
pub(super) struct WireExpect {
    /// How the lookup ends.
    #[serde(default, deserialize_with = "stated")]
    pub outcome: Option<At<Member<Outcome>>>,
    /// The one thing to do next.
    #[serde(default, deserialize_with = "stated")]
    pub next_action: Option<At<Member<NextAction>>>,
    /// Why the request is refused, or `null`: it is not.
    #[serde(default, deserialize_with = "stated")]
    pub refusal: Option<At<Member<Refusal>>>,
    /// Is the fallback started?
    #[serde(default, deserialize_with = "stated")]
    pub fallback_used: Option<At<Flag>>,
    /// Attempts that are started.
    #[serde(default, deserialize_with = "stated")]
    pub attempts_used: Option<At<Digits>>,
    /// The whole time in milliseconds, or `{max: N}`.
    #[serde(default, deserialize_with = "stated")]
    pub elapsed_ms: Option<At<WireElapsed>>,
    /// The provider's hint in milliseconds, or `null`: there is none.
    #[serde(default, deserialize_with = "stated")]
    pub retry_after_ms: Option<At<Digits>>,
    /// The attempts, each `transport:status`.
    #[serde(default, deserialize_with = "stated")]
    pub trail: Option<At<Vec<At<TrailItem>>>>,
    /// Calls of this lookup, by transport.
    #[serde(default)]
    pub calls: Entries<At<Digits>>,
    /// Answers that are left when it ends, by transport.
    #[serde(default)]
    pub unused: Entries<At<Digits>>,
    /// Why a payload is not useful, by transport.
    #[serde(default)]
    pub reasons: Entries<At<Member<NotUsefulReason>>>,
    /// Hits that are cited.
    #[serde(default, deserialize_with = "stated")]
    pub evidence: Option<At<Digits>>,
}

/// Reads a field that is there, so that `null` is something stated and not something left out.
pub(super) fn stated<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An exact time, or the most that it may be.
pub(super) type WireElapsed = ScalarOr<WireElapsedMax>;

impl JsonSchema for WireElapsed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Elapsed".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "oneOf": [
            { "type": "integer", "minimum": 0 },
            generator.subschema_for::<WireElapsedMax>(),
        ]})
    }
}

/// An upper bound.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ElapsedMax")]
pub(super) struct WireElapsedMax {
    /// Milliseconds that the lookup may take.
    pub max: At<Digits>,
}

/// What a folder's `defaults.yaml` gives to the scenarios below it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireDefaults {
    pub policy: Option<WirePolicy>,
    pub validator: Option<At<WireValidatorOrPath>>,
}

/// The whole JSON Schema of a scenario file.
pub(crate) fn scenario_schema() -> schemars::Schema {
    schemars::SchemaGenerator::default().into_root_schema_for::<WireScenario>()
}

/// The whole JSON Schema of a validator file.
pub(crate) fn validator_schema() -> schemars::Schema {
    schemars::SchemaGenerator::default().into_root_schema_for::<WireValidator>()
}
