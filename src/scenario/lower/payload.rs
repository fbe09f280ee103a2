//! The payload of a step: hits, a page of the corpus, a body, a reply in a service's own
//! format, or something unreadable; at most one of them.

use super::Lowering;
use crate::scenario::mistake::Place;
use crate::scenario::wire::{WireHit, WireStep};
use crate::transport::{Hit, Payload};

/// A payload with the field that gave it.
pub(super) struct Given {
    pub field: &'static str,
    pub place: Place,
    /// None where it was given but could not be read; the mistake is noted.
    pub payload: Option<Payload>,
}

impl Lowering<'_> {
    /// What the step gives as a payload, if anything.
    pub(super) fn payload(&mut self, step: &WireStep) -> Option<Given> {
        let mut given: Vec<Given> = Vec::new();
        if let Some(hits) = &step.hits {
            for hit in &hits.value {
                if matches!(hit.url.spelled.text_of(&self.file.text), "" | "~" | "null") {
                    self.note(
                        hit.url.place,
                        "a hit needs a `url`, and this one has no value",
                        "write the address",
                    );
                }
            }
            let payload = Some(Payload::Hits(hits.value.iter().map(hit).collect()));
            given.push(Given { field: "hits", place: hits.place, payload });
        }
        if let Some(page) = &step.page {
            let payload = match self.project.page(&page.value.0) {
                Ok(page) => Some(page),
                Err(problem) => self.mistake(page.place, problem.title, problem.fix),
            };
            given.push(Given { field: "page", place: page.place, payload });
        }
        if let Some(body) = &step.body {
            let content_type = step.content_type.as_ref().map(|text| text.value.0.as_str().into());
            let bytes = body.value.0.as_bytes().into();
            let payload = Some(Payload::Body { bytes, content_type });
            given.push(Given { field: "body", place: body.place, payload });
        } else if let Some(content_type) = &step.content_type {
            self.note(content_type.place, "`content_type` without `body` says nothing", "remove it");
        }
        if let Some(wire) = &step.wire {
            let payload = Some(Payload::Wire(wire.value.bytes().into()));
            given.push(Given { field: "wire", place: wire.place, payload });
        }
        if let Some(flag) = &step.unparseable
            && self.flag("unparseable", flag) == Some(true)
        {
            given.push(Given {
                field: "unparseable",
                place: flag.place,
                payload: Some(Payload::Unparseable),
            });
        }
        if let [first, second, ..] = given.as_slice() {
            let title =
                format!("a step has one payload, but here are `{}` and `{}`", first.field, second.field);
            let place = second.place;
            self.note(place, title, "keep one of them");
        }
        given.into_iter().next()
    }
}

fn hit(wire: &WireHit) -> Hit {
    let text = |text: &Option<crate::scenario::yaml::Text>| {
        text.as_ref().map_or_else(String::new, |text| text.0.clone())
    };
    Hit { title: text(&wire.title), url: wire.url.value.0.clone(), snippet: text(&wire.snippet) }
}
