//! The output of a run for people: nothing but a summary when all is well, and for each failure the line that asked
//! for it, what came of it, and the trail.

use std::fmt::Write as _;

use similar::{ChangeTag, TextDiff};

use super::case::{Case, CaseStatus, Pin};
use super::style::Style;
use super::timeline;
use crate::printable::without_controls;
use crate::replay::{Asked, Broken, Mismatch, Overrun, Replay, ReplayError, SessionError};
use crate::scenario::Scenario;
use crate::scenario::mistake::Excerpt;

/// Lines of a snapshot difference that are shown; the rest is counted.
const MAX_DIFF_LINES: usize = 40;

/// The failure of one scenario, or nothing where it passed.
pub fn failure(case: &Case<'_>, style: Style) -> String {
    told(case, style, MAX_DIFF_LINES)
}

/// The same without styles, and with every line of a snapshot difference.
pub fn failure_in_full(case: &Case<'_>) -> String {
    told(case, Style::default(), usize::MAX)
}

fn told(case: &Case<'_>, style: Style, most_diff_lines: usize) -> String {
    let heading = match case.status() {
        CaseStatus::Passed => return String::new(),
        CaseStatus::Failed => style.bad("FAIL"),
        CaseStatus::Error => style.bad("ERROR"),
    };
    let name = style.strong(&case.scenario.name);
    if let (Ok(replay), Pin::Missing { pending }) = (case.replay, case.pin)
        && replay.passed()
    {
        // Many at once when a suite is new, so that one line has to do.
        return format!("{heading} {name}: there is no snapshot{}\n", review(*pending));
    }
    let mut text = format!("{heading} {name}\n");
    if let Some(description) = &case.scenario.description {
        let description = case.scenario.redactor.text(description);
        let _ = writeln!(text, "     {}", style.dim(without_controls(description.trim())));
    }
    match case.replay {
        Ok(replay) => replayed(&mut text, case, replay, style),
        Err(error) => indent(&mut text, &error_text(case.scenario, error)),
    }
    pin(&mut text, case, style, most_diff_lines);
    text.push('\n');
    text
}

fn replayed(text: &mut String, case: &Case<'_>, replay: &Replay, style: Style) {
    for trail in &replay.trails {
        let lookup = trail.lookup as usize;
        let mismatches: Vec<&Mismatch> = replay.mismatches.iter().filter(|m| m.lookup == lookup).collect();
        let broken: Vec<&Broken> =
            replay.broken.iter().filter(|b| b.lookup == lookup && b.promised).collect();
        if mismatches.is_empty() && broken.is_empty() {
            continue;
        }
        for mismatch in mismatches {
            indent(text, &mismatch_text(case, mismatch, style));
        }
        for broken in broken {
            let what = format!("{}: {}: {}", style.bad("broken promise"), broken.invariant, broken.detail);
            indent(text, &case.scenario.redactor.text(&what));
        }
        if replay.trails.len() > 1 {
            indent(text, &format!("lookup {lookup} of {}", replay.trails.len()));
        }
        indent(text, &timeline::draw(trail, style));
    }
}

fn mismatch_text(case: &Case<'_>, mismatch: &Mismatch, style: Style) -> String {
    let title = format!("`{}` should be {}", mismatch.field, mismatch.expected);
    let note = format!("it is {}", mismatch.actual);
    let scenario = case.scenario;
    let excerpt = Excerpt { file: &scenario.file, redactor: &scenario.redactor, place: Some(mismatch.place) };
    excerpt.render("error", &title, &note, style.colour)
}

/// Why a scenario has no trails.
pub fn error_text(scenario: &Scenario, error: &ReplayError) -> String {
    match error {
        ReplayError::Session(SessionError::Overrun(overrun)) => overrun_text(overrun),
        ReplayError::Session(SessionError::CannotExpress { reason }) => reason.clone(),
        ReplayError::Session(SessionError::TooLarge { lookup }) => {
            format!("the trails take more than 256 MiB at lookup {lookup}; split the scenario")
        }
        ReplayError::Panicked(message) => {
            let message = scenario.redactor.text(message);
            format!("the engine panicked, which is a fault of trailcheck: {}", without_controls(&message))
        }
    }
}

/// Names the transport, its steps, and how often each was allowed.
fn overrun_text(overrun: &Overrun) -> String {
    let Overrun { lookup, transport, what, allowed, calls } = overrun;
    let (verb, script_name) = match what {
        Asked::Call => ("calls", "script"),
        Asked::Health => ("checks the health of", "`health`"),
    };
    let times = |times: &u64| if *times == u64::MAX { "for ever".to_owned() } else { format!("{times} ×") };
    let steps: Vec<String> =
        allowed.iter().enumerate().map(|(step, most)| format!("step {} {}", step + 1, times(most))).collect();
    let script = match steps.as_slice() {
        [] => format!("its {script_name} has no steps"),
        [_] => format!("its {script_name} has 1 step: {}", steps.join(", ")),
        _ => format!("its {script_name} has {} steps: {}", steps.len(), steps.join(", ")),
    };
    format!(
        "script overrun: lookup {lookup} {verb} `{transport}` for the {} time, but {script}. \
         Add a step, or allow the last one more often with `times:`.",
        ordinal(*calls)
    )
}

fn ordinal(number: u64) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// What to do about a snapshot that waits for review.
fn review(pending: bool) -> &'static str {
    if pending { "; look at it with `trailcheck review`" } else { "" }
}

/// What is wrong in one line, for reports that list failures; nothing where the scenario passed.
pub fn headline(case: &Case<'_>) -> Option<String> {
    let replay = match case.replay {
        Ok(replay) => replay,
        Err(error) => return Some(error_text(case.scenario, error)),
    };
    if let Some(first) = replay.mismatches.first() {
        return Some(format!("{} should be {}, and is {}", first.field, first.expected, first.actual));
    }
    if let Some(first) = replay.broken.iter().find(|broken| broken.promised) {
        return Some(format!("broken promise: {}", first.invariant));
    }
    let what = match case.pin {
        Pin::Unchecked | Pin::Same | Pin::Accepted => return None,
        Pin::NotAccepted => "the snapshot was not written",
        Pin::Missing { .. } => "there is no snapshot",
        Pin::LineEnds => "the snapshot differs in line ends alone",
        Pin::Differs { .. } => "the trail differs from the snapshot",
        Pin::Broken { .. } => "the snapshot is broken",
    };
    Some(what.to_owned())
}

fn pin(text: &mut String, case: &Case<'_>, style: Style, most_diff_lines: usize) {
    let name = &case.scenario.name;
    match case.pin {
        Pin::Unchecked | Pin::Same | Pin::Accepted => {}
        Pin::NotAccepted => indent(text, "the snapshot was not written: fix the failure above first"),
        Pin::Missing { pending } => {
            indent(text, &format!("there is no snapshot {name}.snap{}", review(*pending)));
        }
        Pin::LineEnds => indent(
            text,
            &format!(
                "the snapshot {name}.snap differs in line ends alone: keep `*.snap -text` in .gitattributes"
            ),
        ),
        Pin::Differs { pinned, now, pending } => {
            indent(text, &format!("the trail differs from the snapshot {name}.snap{}", review(*pending)));
            indent(text, &lines_that_differ(pinned, now, most_diff_lines, style));
        }
        Pin::Broken { problem } => {
            indent(
                text,
                &format!(
                    "the snapshot {name}.snap is broken: {problem}; restore it, or delete it and --accept"
                ),
            );
        }
    }
}

/// The lines that differ, with a few around them.
pub fn difference(pinned: &str, now: &str, style: Style) -> String {
    lines_that_differ(pinned, now, MAX_DIFF_LINES, style)
}

/// The same, with `most` lines shown and the rest counted.
pub(super) fn lines_that_differ(pinned: &str, now: &str, most: usize, style: Style) -> String {
    let diff = TextDiff::from_lines(pinned, now);
    let mut text = String::new();
    let mut shown = 0;
    let mut hidden = 0;
    for (index, group) in diff.grouped_ops(2).iter().enumerate() {
        if index > 0 && shown < most {
            text.push_str("  ⋮\n");
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            if shown == most {
                hidden += 1;
                continue;
            }
            shown += 1;
            let line = without_controls(change.value().trim_end_matches('\n')).into_owned();
            let _ = match change.tag() {
                ChangeTag::Equal => writeln!(text, "  {}", style.dim(line)),
                ChangeTag::Delete => writeln!(text, "{}", style.bad(format!("- {line}"))),
                ChangeTag::Insert => writeln!(text, "{}", style.good(format!("+ {line}"))),
            };
        }
    }
    if hidden > 0 {
        let _ = writeln!(text, "  and {hidden} more lines");
    }
    text
}

fn indent(text: &mut String, block: &str) {
    for line in block.lines() {
        if line.is_empty() {
            text.push('\n');
        } else {
            let _ = writeln!(text, "  {line}");
        }
    }
}
