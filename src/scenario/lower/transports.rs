//! The scripts of the transports: names, addresses, and steps that make sense.

use std::sync::Arc;

use super::Lowering;
use super::scalars::TIME_MS;
use crate::receipt::{NotUsefulReason, Vocabulary};
use crate::scenario::engine::EngineName;
use crate::scenario::mistake::{Place, nearest};
use crate::scenario::page_facts::label_named;
use crate::scenario::wire::{WirePhases, WireStep, WireTransport};
use crate::scenario::yaml::{At, DigitsOrForever, Entries, LabelName, Text};
use crate::transport::scripted::{Label, Pace, Script, Step, Times};
use crate::transport::{Expects, Payload, Response, TransportError};

impl Lowering<'_> {
    /// All transports of a scenario, in the order of the file.
    pub(super) fn transports(
        &mut self,
        wire: &Entries<At<WireTransport>>,
        engine: Option<EngineName>,
        of: Place,
    ) -> Vec<Script> {
        if wire.0.is_empty() {
            self.note(of, "a scenario needs a transport", "add the primary, with its base_url and steps");
        }
        if let Some(engine) = engine
            && let Some((extra, _)) = wire.0.get(engine.max_transports())
        {
            let why = match engine {
                EngineName::Bounded => "a third transport, and a bounded tool has at most one fallback",
                EngineName::Routed => "a third transport, and a routed tool has at most one fallback",
                EngineName::FetchGate => "a second transport, and a fetch gate fetches once",
                EngineName::Layered | EngineName::Naive => "one transport too many",
            };
            let title = format!("`{}` is {why}", extra.value.0);
            self.note(extra.place, title, "remove it, or name an engine that asks more providers");
        }
        let mut scripts: Vec<Script> = Vec::new();
        for (name, transport) in &wire.0 {
            if let Some(engine) = engine {
                self.fetch_gate_fields(&transport.value, engine);
            }
            let Some(script) = self.transport(name, transport) else { continue };
            if let Some(twin) = scripts.iter().find(|other| same_provider(&other.base_url, &script.base_url))
            {
                let title = format!(
                    "`{}` has the base URL of `{}`, query aside; a provider is no fallback for itself",
                    script.name, twin.name
                );
                let place = transport.value.base_url.as_ref().map_or(transport.place, |url| url.place);
                self.note(place, title, "give it the address of another provider");
            }
            scripts.push(script);
        }
        scripts
    }

    fn transport(&mut self, name: &At<Text>, wire: &At<WireTransport>) -> Option<Script> {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if name.value.0.is_empty() || !name.value.0.chars().all(allowed) {
            let title = format!("`{}` is no transport name", name.value.0);
            self.note(name.place, title, "use a to z, 0 to 9, `_` and `-`");
        }
        let expects = wire.value.expects.as_ref().and_then(|at| self.member(at));
        let last = wire.value.steps.len().saturating_sub(1);
        let steps = wire.value.steps.iter().enumerate();
        let steps = steps.filter_map(|(index, step)| self.step(step, index == last)).collect();
        let health = self.health(&wire.value.health);
        let Some(base_url) = &wire.value.base_url else {
            return self.mistake(
                name.place,
                format!("`{}` has no base_url", name.value.0),
                "add `base_url:`",
            );
        };
        if base_url.value.0.trim().is_empty() {
            self.note(base_url.place, "the base URL is empty", "write the provider's address");
        }
        let (name, base_url) = (name.value.0.clone(), base_url.value.0.clone());
        Some(Script { name, base_url, expects: expects.unwrap_or(Expects::Any), steps, health })
    }

    fn step(&mut self, at: &At<WireStep>, is_last: bool) -> Option<Step> {
        let wire = &at.value;
        let pace = self.pace(at);
        let times = self.times(wire.times.as_ref(), is_last);
        let ignores_timeout =
            self.maybe_flag("ignores_timeout", wire.ignores_timeout.as_ref()).unwrap_or(false);
        let reply = self.reply(at);
        let label = match (&wire.label, &wire.page) {
            (Some(label), _) => self.label(label),
            (None, Some(path)) => self.project.label_of(&path.value.0),
            (None, None) => None,
        };
        let dns = wire.dns.as_ref().map(|dns| self.addresses(&dns.value));
        Some(Step { pace: pace?, reply: reply?, ignores_timeout, times: times?, label, dns })
    }

    fn pace(&mut self, at: &At<WireStep>) -> Option<Pace> {
        match (&at.value.latency_ms, &at.value.phases) {
            (Some(_), Some(phases)) => self.mistake(
                phases.place,
                "a step has a latency or phases, not both",
                "remove `latency_ms`, or the phases",
            ),
            (Some(latency), None) => {
                self.whole("latency_ms", latency, TIME_MS).map(|latency_ms| Pace::Whole { latency_ms })
            }
            (None, Some(phases)) => self.phases(&phases.value),
            (None, None) => Some(Pace::Whole { latency_ms: 0 }),
        }
    }

    fn phases(&mut self, wire: &WirePhases) -> Option<Pace> {
        let mut phase = |name, at: &Option<At<_>>| match at {
            Some(at) => self.whole(name, at, TIME_MS),
            None => Some(0),
        };
        let connect_ms = phase("connect_ms", &wire.connect_ms);
        let headers_ms = phase("headers_ms", &wire.headers_ms);
        let body_ms = phase("body_ms", &wire.body_ms);
        Some(Pace::Phases { connect_ms: connect_ms?, headers_ms: headers_ms?, body_ms: body_ms? })
    }

    pub(super) fn times(&mut self, times: Option<&At<DigitsOrForever>>, is_last: bool) -> Option<Times> {
        let Some(times) = times else { return Some(Times::Exactly(1)) };
        if !times.value.0.starts_with(|c: char| c.is_ascii_digit()) && times.value.0 != "forever" {
            let title = format!("`times` is `{}`, which is neither a number nor `forever`", times.value.0);
            return self.mistake(times.place, title, "write plain digits, such as 3, or forever");
        }
        if times.value.0 != "forever" {
            return self.digits("times", times, 1..=u64::MAX).map(Times::Exactly);
        }
        if is_last {
            return Some(Times::Forever);
        }
        self.mistake(
            times.place,
            "the steps after a step that lasts for ever are never reached",
            "move it last",
        )
    }

    /// What comes of the step: one of a payload, a status that is none, or an error.
    fn reply(&mut self, at: &At<WireStep>) -> Option<Result<Response, TransportError>> {
        let wire = &at.value;
        let given = self.payload(wire);
        if let Some(error) = &wire.error {
            self.refuse_beside_error(wire, given.as_ref().map(|given| (given.field, given.place)));
            let message = wire.message.as_ref().map(|message| message.value.0.clone());
            return self.member(error).map(|kind| Err(TransportError { kind, message }));
        }
        if let Some(message) = &wire.message {
            self.note(
                message.place,
                "`message` belongs to an `error`",
                "add `error:`, or remove the message",
            );
        }
        let status = match &wire.status {
            Some(status) => u16::try_from(self.whole("status", status, 100..=599)?).ok()?,
            None => 200,
        };
        let is_payload = (200..=299).contains(&status);
        let place = wire.status.as_ref().map_or(at.place, |status| status.place);
        let given = match given {
            Some(given) if !is_payload => {
                let title = format!("status {status} is no payload, but the step has `{}`", given.field);
                return self.mistake(given.place, title, "remove the payload, or use a 2xx status");
            }
            None if is_payload && status != 202 => {
                return self.mistake(
                    place,
                    format!("a step with status {status} needs a payload"),
                    "add `hits:`, `page:`, `body:` or `unparseable: true`, or say what went wrong with `error:`",
                );
            }
            given => given,
        };
        if given.is_none() {
            self.refuse_without_payload(wire);
        }
        let payload = match given {
            Some(given) => Some(given.payload?),
            None => None,
        };
        Some(Ok(self.response(wire, status, payload)))
    }

    fn response(&mut self, wire: &WireStep, status: u16, payload: Option<Payload>) -> Response {
        let grounded = self.maybe_flag("grounded", wire.grounded.as_ref()).unwrap_or(true);
        let (retry_after, location) = self.headers(wire);
        Response { status, retry_after, location, payload, grounded }
    }

    /// The values of `Retry-After` and `Location`, whatever their case.
    fn headers(&mut self, wire: &WireStep) -> (Option<Arc<str>>, Option<Arc<str>>) {
        let headers: &[(At<Text>, At<Text>)] = wire.headers.as_ref().map_or(&[], |at| &at.value.0);
        let (mut retry_after, mut location) = (None, None);
        for (index, (name, value)) in headers.iter().enumerate() {
            let is_same =
                |(other, _): &&(At<Text>, At<Text>)| other.value.0.eq_ignore_ascii_case(&name.value.0);
            if headers[..index].iter().any(|other| is_same(&other)) {
                let title = format!("the header `{}` is given twice", name.value.0);
                self.note(name.place, title, "keep one of them: names differ in more than case");
            }
            if name.value.0.is_empty() || !name.value.0.bytes().all(is_header_byte) {
                let title = format!("`{}` is no header name", name.value.0);
                self.note(name.place, title, "write a name such as Retry-After, without spaces");
            }
            if name.value.0.eq_ignore_ascii_case("retry-after") {
                retry_after = Some(value.value.0.as_str().into());
            } else if name.value.0.eq_ignore_ascii_case("location") {
                location = Some(value.value.0.as_str().into());
            }
        }
        (retry_after, location)
    }

    fn refuse_beside_error(&mut self, wire: &WireStep, payload: Option<(&'static str, Place)>) {
        let beside = [
            payload,
            wire.status.as_ref().map(|at| ("status", at.place)),
            wire.headers.as_ref().map(|at| ("headers", at.place)),
            wire.grounded.as_ref().map(|at| ("grounded", at.place)),
            wire.label.as_ref().map(|at| ("label", at.place)),
        ];
        for (field, place) in beside.into_iter().flatten() {
            let title = format!("a step that ends in an error has no `{field}`");
            self.note(place, title, "remove it, or remove `error:`");
        }
    }

    fn refuse_without_payload(&mut self, wire: &WireStep) {
        let beside = [
            wire.grounded.as_ref().map(|at| ("grounded", at.place)),
            wire.label.as_ref().map(|at| ("label", at.place)),
        ];
        for (field, place) in beside.into_iter().flatten() {
            self.note(place, format!("`{field}` is about a payload, and this step has none"), "remove it");
        }
    }

    fn label(&mut self, at: &At<LabelName>) -> Option<Label> {
        let name = at.value.0.as_str();
        if let Some(label) = label_named(name) {
            return Some(label);
        }
        let mut names = NotUsefulReason::wire_names();
        names.insert(0, "useful");
        let fix = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("use one of {}", names.join(", ")),
        };
        self.mistake(at.place, format!("`{name}` is no label"), fix)
    }

    /// Notes a mistake where lowering can go on without a value.
    pub(super) fn note(&mut self, place: Place, title: impl Into<String>, fix: impl Into<String>) {
        let _: Option<()> = self.mistake(place, title, fix);
    }
}

/// May the byte stand in the name of an HTTP header?
fn is_header_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Are two base URLs the same provider: equal but for query, fragment and credentials?
fn same_provider(a: &str, b: &str) -> bool {
    provider(a) == provider(b)
}

fn provider(base_url: &str) -> String {
    match url::Url::parse(base_url.trim()) {
        Ok(mut url) => {
            url.set_query(None);
            url.set_fragment(None);
            // A URL that cannot have credentials keeps having none.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            url.to_string()
        }
        Err(_) => base_url.trim().split(['?', '#']).next().unwrap_or_default().to_owned(),
    }
}
