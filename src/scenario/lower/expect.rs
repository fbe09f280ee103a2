//! Expectations: about the vocabulary and the numbers of a receipt, never about prose.

use super::Lowering;
use crate::receipt::{Status, Vocabulary};
use crate::scenario::mistake::nearest;
use crate::scenario::model::{Elapsed, Expect, Stated};
use crate::scenario::wire::{WireElapsed, WireExpect};
use crate::scenario::yaml::{At, Digits, Entries, Flag, Member, ScalarOr, Text, TrailItem};
use crate::transport::scripted::Script;

const ANY: std::ops::RangeInclusive<u64> = 0..=u64::MAX;

impl Lowering<'_> {
    /// What a lookup should come to. Transports are looked up by name among those of the scenario.
    pub(super) fn expect(&mut self, wire: &WireExpect, transports: &[Script]) -> Expect {
        Expect {
            outcome: self.stated_member(wire.outcome.as_ref()),
            next_action: self.stated_member(wire.next_action.as_ref()),
            refusal: self.stated_member_or_null(wire.refusal.as_ref()),
            fallback_used: self.stated_flag("fallback_used", wire.fallback_used.as_ref()),
            attempts_used: self.stated_whole("attempts_used", wire.attempts_used.as_ref()),
            elapsed_ms: wire.elapsed_ms.as_ref().and_then(|at| self.elapsed(at)),
            retry_after_ms: self.stated_whole_or_null("retry_after_ms", wire.retry_after_ms.as_ref()),
            trail: wire.trail.as_ref().and_then(|at| self.trail(at, transports)),
            calls: self.counts("calls", &wire.calls, transports),
            unused: self.counts("unused", &wire.unused, transports),
            reasons: self.reasons(&wire.reasons, transports),
            evidence: self.stated_whole("evidence", wire.evidence.as_ref()),
        }
    }

    fn stated_member<V: Vocabulary>(&mut self, at: Option<&At<Member<V>>>) -> Option<Stated<V>> {
        let at = at?;
        self.member(at).map(|value| Stated { value, place: at.place })
    }

    fn stated_member_or_null<V: Vocabulary>(
        &mut self,
        at: Option<&At<Member<V>>>,
    ) -> Option<Stated<Option<V>>> {
        let at = at?;
        if self.is_null(at) {
            return Some(Stated { value: None, place: at.place });
        }
        self.member(at).map(|value| Stated { value: Some(value), place: at.place })
    }

    fn stated_flag(&mut self, name: &str, at: Option<&At<Flag>>) -> Option<Stated<bool>> {
        let at = at?;
        self.flag(name, at).map(|value| Stated { value, place: at.place })
    }

    fn stated_whole(&mut self, name: &str, at: Option<&At<Digits>>) -> Option<Stated<u64>> {
        let at = at?;
        self.whole(name, at, ANY).map(|value| Stated { value, place: at.place })
    }

    fn stated_whole_or_null(&mut self, name: &str, at: Option<&At<Digits>>) -> Option<Stated<Option<u64>>> {
        let at = at?;
        if self.is_null(at) {
            return Some(Stated { value: None, place: at.place });
        }
        self.whole(name, at, ANY).map(|value| Stated { value: Some(value), place: at.place })
    }

    fn is_null<T>(&self, at: &At<T>) -> bool {
        matches!(at.spelled.text_of(&self.file.text), "null" | "~")
    }

    fn elapsed(&mut self, at: &At<WireElapsed>) -> Option<Stated<Elapsed>> {
        let value = match &at.value {
            ScalarOr::Scalar(_) => Elapsed::Exactly(self.digits("elapsed_ms", at, ANY)?),
            ScalarOr::Map(bound) => Elapsed::AtMost(self.whole("max", &bound.max, ANY)?),
        };
        Some(Stated { value, place: at.place })
    }

    fn trail(
        &mut self,
        at: &At<Vec<At<TrailItem>>>,
        transports: &[Script],
    ) -> Option<Stated<Vec<(String, Status)>>> {
        let items: Vec<_> = at.value.iter().map(|item| self.trail_item(item, transports)).collect();
        let value = items.into_iter().collect::<Option<_>>()?;
        Some(Stated { value, place: at.place })
    }

    fn trail_item(&mut self, at: &At<TrailItem>, transports: &[Script]) -> Option<(String, Status)> {
        let Some((transport, status)) = at.value.0.split_once(':') else {
            let title = format!("`{}` is no `transport:status`", at.value.0);
            return self.mistake(
                at.place,
                title,
                "write such as primary:ok_useful, or [] for no attempt at all",
            );
        };
        let known = self.known_transport(at, transport.trim(), transports);
        let status = self.named(at, status.trim());
        Some((known?, status?))
    }

    fn known_transport<T>(&mut self, at: &At<T>, name: &str, transports: &[Script]) -> Option<String> {
        let names = || transports.iter().map(|script| script.name.as_str());
        if names().any(|known| known == name) {
            return Some(name.to_owned());
        }
        let fix = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the transports are {}", names().collect::<Vec<_>>().join(", ")),
        };
        self.mistake(at.place, format!("the scenario has no transport `{name}`"), fix)
    }

    fn counts(
        &mut self,
        name: &str,
        wire: &Entries<At<Digits>>,
        transports: &[Script],
    ) -> Vec<(String, Stated<u64>)> {
        let mut counts = Vec::new();
        for (transport, at) in &wire.0 {
            let known = self.known_transport(transport, &transport.value.0, transports);
            let value = self.whole(&format!("{name}.{}", transport.value.0), at, ANY);
            if let (Some(known), Some(value)) = (known, value) {
                counts.push((known, Stated { value, place: at.place }));
            }
        }
        counts
    }

    fn reasons<V: Vocabulary>(
        &mut self,
        wire: &Entries<At<Member<V>>>,
        transports: &[Script],
    ) -> Vec<(String, Stated<V>)> {
        let mut reasons = Vec::new();
        for (transport, at) in &wire.0 {
            let known = self.known_transport::<Text>(transport, &transport.value.0, transports);
            let value = self.member(at);
            if let (Some(known), Some(value)) = (known, value) {
                reasons.push((known, Stated { value, place: at.place }));
            }
        }
        reasons
    }
}
