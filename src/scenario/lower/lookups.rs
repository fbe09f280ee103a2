//! The lookups of a scenario: one at the top, or several in a list.

use super::Lowering;
use super::scalars::TIME_MS;
use crate::scenario::mistake::Place;
use crate::scenario::model::{Expect, Lookup};
use crate::scenario::wire::{WireLookup, WireScenario};
use crate::scenario::yaml::At;
use crate::transport::scripted::Script;

impl Lowering<'_> {
    pub(super) fn lookups(&mut self, wire: &WireScenario, transports: &[Script]) -> Vec<Lookup> {
        let Some(several) = &wire.lookups else {
            return self.one_lookup(wire, transports).into_iter().collect();
        };
        let beside = [
            wire.query.as_ref().map(|at| ("query", at.place)),
            wire.cancel_at_ms.as_ref().map(|at| ("cancel_at_ms", at.place)),
            wire.expect.as_ref().map(|at| ("expect", at.place)),
        ];
        for (field, place) in beside.into_iter().flatten() {
            let title = format!("`{field}` at the top is the form for one lookup, and here are `lookups`");
            self.note(place, title, "move it into a lookup");
        }
        if several.value.is_empty() {
            self.note(several.place, "`lookups` is empty", "add a lookup, or use `query` for one");
        }
        several.value.iter().filter_map(|lookup| self.lookup(lookup, transports)).collect()
    }

    fn one_lookup(&mut self, wire: &WireScenario, transports: &[Script]) -> Option<Lookup> {
        let expect = wire.expect.as_ref().map(|expect| self.expect(&expect.value, transports));
        let cancel_at_ms = self.maybe_whole("cancel_at_ms", wire.cancel_at_ms.as_ref(), TIME_MS);
        let Some(query) = &wire.query else {
            let fix = "add `query:`, or `lookups:` for several; a blank query is written \"\"";
            return self.mistake(Place::start_of_file(), "the scenario has no query", fix);
        };
        let (query, place) = (query.value.0.clone(), query.place);
        Some(Lookup { query, at_ms: 0, cancel_at_ms, expect: expect.unwrap_or_default(), place })
    }

    fn lookup(&mut self, at: &At<WireLookup>, transports: &[Script]) -> Option<Lookup> {
        let wire = &at.value;
        let expect = wire
            .expect
            .as_ref()
            .map_or_else(Expect::default, |expect| self.expect(&expect.value, transports));
        let at_ms = self.maybe_whole("at_ms", wire.at_ms.as_ref(), TIME_MS).unwrap_or(0);
        let cancel_at_ms = self.maybe_whole("cancel_at_ms", wire.cancel_at_ms.as_ref(), TIME_MS);
        let Some(query) = &wire.query else {
            return self.mistake(
                at.place,
                "the lookup has no query",
                "add `query:`; a blank one is written \"\"",
            );
        };
        Some(Lookup { query: query.value.0.clone(), at_ms, cancel_at_ms, expect, place: at.place })
    }
}
