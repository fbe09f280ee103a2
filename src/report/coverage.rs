//! Which members of the vocabulary a run reaches, for people.

use std::fmt::Write as _;

use super::style::Style;
use super::summary::count;
use super::wrap::wrap;
use crate::printable::one_line;
use crate::receipt::{SCHEMA_VERSION, Vocabulary as _};
use crate::scenario::EngineName;
use crate::trail::coverage::{Coverage, Member, Section, Share};

/// The narrowest line on which names stand beside the member.
const MIN_WIDTH_FOR_ONE_LINE: usize = 80;

/// Every list of the receipt's vocabulary, each member with the number of scenarios that reach it and the first names,
/// then [`summary`] and the members that none reaches.
pub fn table(coverage: &Coverage, style: Style) -> String {
    let sections: Vec<Section<'_>> = counted(coverage);
    let members = || sections.iter().flat_map(|section| &section.members);
    let name_width = members().map(|member| member.name.len()).max().unwrap_or(0);
    let count_width = members().map(|member| member.count().to_string().len()).max().unwrap_or(1);
    let mut text = String::new();
    for section in &sections {
        let _ = writeln!(text, "\n{}", style.strong(section.kind));
        for member in &section.members {
            row(&mut text, member, coverage, (name_width, count_width), style);
        }
    }
    text.push('\n');
    text.push_str(&summary(coverage, style));
    text.push_str(&unreached(coverage, style));
    text
}

fn counted(coverage: &Coverage) -> Vec<Section<'_>> {
    coverage.sections().into_iter().filter(|section| section.counted).collect()
}

fn row(text: &mut String, member: &Member<'_>, coverage: &Coverage, widths: (usize, usize), style: Style) {
    let (name_width, count_width) = widths;
    let name = format!("{:name_width$}", member.name);
    let number = format!("{:count_width$}", member.count());
    if !member.is_reached() {
        let engines: Vec<&str> = coverage.engines().into_iter().map(EngineName::wire).collect();
        let why = if member.producible || engines.is_empty() {
            "no scenario".to_owned()
        } else {
            format!("no scenario; never with {}", engines.join(", "))
        };
        let _ = writeln!(text, "  {}  {number}  {}", style.warn(name), style.warn(why));
        return;
    }
    let beside = 2 + name_width + 2 + count_width + 2;
    if style.width >= MIN_WIDTH_FOR_ONE_LINE {
        let names = first_names(member, style.width.saturating_sub(beside));
        let _ = writeln!(text, "  {name}  {number}  {}", style.dim(names));
    } else {
        let names = first_names(member, style.width.saturating_sub(4));
        let _ = writeln!(text, "  {name}  {number}\n    {}", style.dim(names));
    }
}

/// The first names in `width` columns, at least one, and how many are left.
fn first_names(member: &Member<'_>, width: usize) -> String {
    let mut shown = String::new();
    let mut columns = 0;
    let total = member.count();
    for (index, name) in member.scenarios().enumerate() {
        let name = one_line(name);
        let left = total - index - 1;
        let ending = if left > 0 { format!(", +{left}") } else { String::new() };
        let separator = if index == 0 { "" } else { ", " };
        let more = separator.len() + name.chars().count();
        if columns + more + ending.len() > width {
            if index > 0 {
                let _ = write!(shown, ", +{}", left + 1);
                return shown;
            }
            let room = width.saturating_sub(ending.len() + 1).max(8);
            let cut: String = name.chars().take(room).collect();
            let _ = write!(shown, "{cut}…{ending}");
            return shown;
        }
        let _ = write!(shown, "{separator}{name}");
        columns += more;
    }
    shown
}

/// One line: how many members are reached, and the rule by which they are counted.
pub fn summary(coverage: &Coverage, style: Style) -> String {
    let share = coverage.share();
    let lists = counted(coverage).len();
    let line = format!(
        "coverage: {} by {}\n",
        style.strong(share_text(share)),
        count(coverage.scenarios(), "scenario"),
    );
    let rule = format!(
        "Counted: every member of the {lists} lists of schema version {SCHEMA_VERSION}, those that only other \
         engines produce too.\n"
    );
    format!("{line}{}", wrapped(&rule, style))
}

/// `45 of 51 members (88.2 %)`. The hundredths are cut and not rounded, so that a gate at what is shown is met.
pub fn share_text(share: Share) -> String {
    let tenths = (share.reached * 1000).checked_div(share.members).unwrap_or(1000);
    format!("{} of {} members reached ({}.{} %)", share.reached, share.members, tenths / 10, tenths % 10)
}

/// The members that no scenario reaches, by list; nothing where there are none.
pub fn unreached(coverage: &Coverage, style: Style) -> String {
    let mut text = String::new();
    for section in counted(coverage) {
        let names: Vec<&str> =
            section.members.iter().filter(|member| !member.is_reached()).map(|member| member.name).collect();
        if !names.is_empty() {
            let line = format!("not reached: {}: {}", section.kind, names.join(", "));
            text.push_str(&wrapped(&line, style));
        }
    }
    text
}

/// A line with a line end, broken at spaces.
fn wrapped(line: &str, style: Style) -> String {
    wrap(line.trim_end(), style.width, 2).join("\n") + "\n"
}
