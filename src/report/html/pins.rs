//! Each member of the vocabulary and each invariant, with the scenarios that reach it.

use crate::report::page::text::{add, escape};
use crate::trail::coverage::{Coverage, Member, Section};

/// Scenarios that are named of a member; the rest is counted.
const MAX_NAMES: usize = 12;

pub(super) fn section(coverage: &Coverage) -> String {
    let share = coverage.share();
    let mut text = format!(
        "<section id=\"pins\" aria-labelledby=\"pins-title\">\n\
         <h2 id=\"pins-title\">Vocabulary and invariants \
         <span class=\"soft\">{} of {} members reached</span></h2>\n\
         <p class=\"soft\">Each member with the scenarios of this run that reach it, and each invariant with those \
         that keep it. A name opens its lookup.</p>\n",
        share.reached, share.members
    );
    for section in &coverage.sections() {
        list(&mut text, section);
    }
    text.push_str("</section>\n");
    text
}

fn list(text: &mut String, section: &Section<'_>) {
    let reached = section.members.iter().filter(|member| member.is_reached()).count();
    add(
        text,
        format_args!(
            "<details><summary>{} <span class=\"soft\">{reached} of {}</span></summary>\
             <div class=\"wide\"><table><thead><tr><th scope=\"col\">member</th><th scope=\"col\">meaning</th>\
             <th scope=\"col\">scenarios</th></tr></thead><tbody>",
            section.kind,
            section.members.len()
        ),
    );
    for member in &section.members {
        add(
            text,
            format_args!(
                "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td></tr>\n",
                member.name,
                escape(member.meaning),
                names(member)
            ),
        );
    }
    text.push_str("</tbody></table></div></details>\n");
}

fn names(member: &Member<'_>) -> String {
    if !member.is_reached() {
        let none = if member.producible {
            "<b class=\"bad\">none</b>"
        } else {
            "<span class=\"soft\">none: no engine of this run produces it</span>"
        };
        return none.to_owned();
    }
    let link = |name: &str| {
        let name = escape(name);
        format!("<button type=\"button\" class=\"go\" data-go=\"{name}\"><bdi>{name}</bdi></button>")
    };
    let mut names = member.scenarios().take(MAX_NAMES).map(link).collect::<Vec<_>>().join(" ");
    if member.count() > MAX_NAMES {
        add(&mut names, format_args!(" <span class=\"soft\">and {} more</span>", member.count() - MAX_NAMES));
    }
    names
}
