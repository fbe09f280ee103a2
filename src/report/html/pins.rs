//! Each member of the vocabulary and each invariant, with the scenarios that reach it.

use std::collections::BTreeMap;

use crate::receipt::{Fault, NextAction, NotUsefulReason, Outcome, Refusal, Role, Status, Vocabulary};
use crate::replay::{EventKind, Invariant, Trail};
use crate::report::page::text::{add, escape};

/// Scenarios that are named of a member; the rest is counted.
const MAX_NAMES: usize = 12;

/// Which scenarios reach which member.
#[derive(Debug, Default)]
pub struct Pins {
    reached: BTreeMap<(&'static str, &'static str), Reached>,
    lookups: u64,
}

#[derive(Debug, Default)]
struct Reached {
    names: Vec<String>,
    scenarios: u64,
    last: String,
}

impl Pins {
    /// Counts one trail; those of a scenario come one after the other.
    pub fn add(&mut self, trail: &Trail) {
        self.lookups += 1;
        let receipt = &trail.receipt;
        self.reach(receipt.outcome(), trail);
        self.reach(receipt.next_action(), trail);
        receipt.refusal().into_iter().for_each(|refusal| self.reach(refusal, trail));
        for attempt in receipt.attempts() {
            self.reach(attempt.role(), trail);
            self.reach(attempt.status(), trail);
            attempt.fault().into_iter().for_each(|fault| self.reach(fault, trail));
            attempt.not_useful_reason().into_iter().for_each(|reason| self.reach(reason, trail));
        }
        trail.events.iter().for_each(|event| self.reach(event.event, trail));
        trail.violations.iter().for_each(|invariant| self.reach(*invariant, trail));
    }

    fn reach<T: Vocabulary>(&mut self, member: T, trail: &Trail) {
        let reached = self.reached.entry((T::KIND, member.wire())).or_default();
        if reached.scenarios > 0 && reached.last == trail.scenario {
            return;
        }
        reached.last.clone_from(&trail.scenario);
        reached.scenarios += 1;
        if reached.names.len() < MAX_NAMES {
            reached.names.push(trail.scenario.clone());
        }
    }
}

pub(super) fn section(pins: &Pins) -> String {
    let mut text = "<section id=\"pins\" aria-labelledby=\"pins-title\">\n\
        <h2 id=\"pins-title\">Vocabulary and invariants</h2>\n\
        <p class=\"soft\">Each member with the scenarios of this run that reach it. A name opens its lookup.</p>\n"
        .to_owned();
    group::<Outcome>(&mut text, pins);
    group::<NextAction>(&mut text, pins);
    group::<Role>(&mut text, pins);
    group::<Status>(&mut text, pins);
    group::<Fault>(&mut text, pins);
    group::<NotUsefulReason>(&mut text, pins);
    group::<Refusal>(&mut text, pins);
    group::<EventKind>(&mut text, pins);
    group::<Invariant>(&mut text, pins);
    text.push_str("</section>\n");
    text
}

fn group<T: Vocabulary>(text: &mut String, pins: &Pins) {
    let of = |member: &T| pins.reached.get(&(T::KIND, member.wire()));
    let is_rule = T::KIND == Invariant::KIND;
    let reached = T::ALL.iter().filter(|member| of(member).is_some()).count();
    let count = if is_rule {
        format!("checked on {} lookups, {reached} broken", pins.lookups)
    } else {
        format!("{reached} of {} reached", T::ALL.len())
    };
    let column = if is_rule { "broken by" } else { "scenarios" };
    add(
        text,
        format_args!(
            "<details><summary>{} <span class=\"soft\">{count}</span></summary><div class=\"wide\"><table>\
             <thead><tr><th scope=\"col\">member</th><th scope=\"col\">meaning</th>\
             <th scope=\"col\">{column}</th></tr></thead><tbody>",
            T::KIND
        ),
    );
    for member in T::ALL {
        let names = of(member).map_or_else(|| nobody(is_rule), names);
        let (name, meaning) = (member.wire(), escape(member.meaning()));
        add(
            text,
            format_args!(
                "<tr><th scope=\"row\"><code>{name}</code></th><td>{meaning}</td><td>{names}</td></tr>\n"
            ),
        );
    }
    text.push_str("</tbody></table></div></details>\n");
}

fn nobody(is_rule: bool) -> String {
    if is_rule { "none: it holds in every lookup".to_owned() } else { "<b class=\"bad\">none</b>".to_owned() }
}

fn names(reached: &Reached) -> String {
    let link = |name: &String| {
        let name = escape(name);
        format!("<button type=\"button\" class=\"go\" data-go=\"{name}\"><bdi>{name}</bdi></button>")
    };
    let mut names = reached.names.iter().map(link).collect::<Vec<_>>().join(" ");
    let more = reached.scenarios - reached.names.len() as u64;
    if more > 0 {
        add(&mut names, format_args!(" <span class=\"soft\">and {more} more</span>"));
    }
    names
}
