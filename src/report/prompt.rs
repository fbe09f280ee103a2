//! The system-message fragment that teaches a model the vocabulary, made from the enums so that it cannot drift.

use std::fmt::Write as _;

use crate::receipt::{
    Fault, NextAction, NotUsefulReason, Outcome, Refusal, Role, SCHEMA_VERSION, Status, Vocabulary,
};

/// The whole fragment; plain Markdown, one sentence a member.
pub fn fragment() -> String {
    let mut text = format!(
        "# Reading a web lookup receipt (schema version {SCHEMA_VERSION})\n\n\
         The web tool takes one query and always returns a receipt. It asks one provider and at most one fallback, \
         within one time budget, and it has already retried as much as it is worth: do not call it again for the same \
         question. Read `outcome`, then do what `next_action` says. Cite only what stands in `evidence`; where \
         `evidence` is empty, the web gave you nothing, and you must not pretend that it did.\n"
    );
    section::<Outcome>(&mut text, "outcome", "how the lookup ended");
    section::<NextAction>(&mut text, "next_action", "what you do next");
    section::<Refusal>(&mut text, "refusal", "why the request was refused, only with `blocked_by_policy`");
    text.push_str("\nEach of `attempts` tells what one provider did.\n");
    section::<Role>(&mut text, "role", "the attempt's place in the plan");
    section::<Status>(&mut text, "status", "how the attempt ended");
    section::<Fault>(&mut text, "fault", "what went wrong, only with `transport_error`");
    section::<NotUsefulReason>(
        &mut text,
        "not_useful_reason",
        "why a payload was not useful, only with `ok_not_useful`",
    );
    text
}

fn section<V: Vocabulary>(text: &mut String, field: &str, what: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n`{field}`, {what}:\n");
    for member in V::ALL {
        let _ = writeln!(text, "- `{}`: {}", member.wire(), member.meaning());
    }
}
