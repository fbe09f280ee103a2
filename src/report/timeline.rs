//! One lookup as a picture in text: who was called when, with what slice, what came back, against the budget.

use std::fmt::Write as _;

use super::style::Style;
use crate::printable::{one_line, shorten};
use crate::receipt::{AttemptRecord, Receipt, Status};
use crate::replay::{EventKind, Trail, TrailEvent};

/// The narrowest line that still has room for a bar.
const MIN_WIDTH_FOR_BARS: usize = 60;
/// Characters of an error's words that are shown.
pub(super) const MAX_MESSAGE_CHARS: usize = 60;

/// Draws the attempts of a lookup, one a line, then the one-line form; each line ends in a newline.
pub fn draw(trail: &Trail, style: Style) -> String {
    let receipt = &trail.receipt;
    let mut text = String::new();
    let names = receipt.attempts().iter().map(|attempt| attempt.transport().chars().count());
    let name_width = names.max().unwrap_or(0);
    let bar_width = if style.width < MIN_WIDTH_FOR_BARS { 0 } else { (style.width / 4).min(40) };
    let mut from_ms = 0;
    for attempt in receipt.attempts() {
        let bar = bar(from_ms, attempt, receipt.budget_ms(), bar_width);
        let name = format!("{:name_width$}", attempt.transport());
        let _ = writeln!(text, "{} {bar}{}", style.strong(name), describe(from_ms, attempt, trail, style));
        from_ms += attempt.elapsed_ms();
    }
    if !receipt.attempts().is_empty() && bar_width > 0 {
        let end = format!("{} ms", receipt.budget_ms());
        let scale = format!("{:name_width$}  0{end:>width$}", "", width = bar_width.saturating_sub(1));
        let _ = writeln!(text, "{}", style.dim(scale));
    }
    let _ = writeln!(text, "{}", wrap_line(receipt, style));
    text
}

/// The attempt's share of the budget: time that passed, and the rest of its slice.
fn bar(from_ms: u64, attempt: &AttemptRecord, budget_ms: u64, width: usize) -> String {
    if width == 0 {
        return String::new();
    }
    let column = |ms: u64| {
        let column = u128::from(ms.min(budget_ms)) * width as u128 / u128::from(budget_ms.max(1));
        usize::try_from(column).unwrap_or(width)
    };
    let start = column(from_ms);
    let end = column(from_ms + attempt.elapsed_ms()).max(start);
    let slice_end = column(from_ms + attempt.slice_ms()).max(end);
    let mut cells = vec![' '; width];
    for cell in cells.iter_mut().take(slice_end).skip(end) {
        *cell = '·';
    }
    for cell in cells.iter_mut().take(end).skip(start) {
        *cell = '█';
    }
    let is_instant = end == start && attempt.status() != Status::SkippedNoBudget;
    if is_instant && let Some(cell) = cells.get_mut(start.min(width - 1)) {
        *cell = '▏';
    }
    format!("│{}│ ", cells.into_iter().collect::<String>())
}

fn describe(from_ms: u64, attempt: &AttemptRecord, trail: &Trail, style: Style) -> String {
    let status = match attempt.status() {
        Status::OkUseful => style.good(attempt.status()),
        Status::OkNotUseful | Status::SkippedNoBudget | Status::Cancelled => style.warn(attempt.status()),
        Status::TransportError
        | Status::TransportTimeout
        | Status::RateLimited
        | Status::QuotaExhausted
        | Status::AuthFailed
        | Status::NotConfigured => style.bad(attempt.status()),
    };
    let fault = attempt.fault().map(|fault| format!("/{fault}"));
    let reason = attempt.not_useful_reason().map(|reason| format!("/{reason}"));
    let detail = fault.or(reason).unwrap_or_default();
    if attempt.status() == Status::SkippedNoBudget {
        return format!("{status} at {from_ms} ms with {} ms left", attempt.slice_ms());
    }
    let end_ms = from_ms + attempt.elapsed_ms();
    let came_back = answer(attempt, trail);
    format!("{from_ms}..{end_ms} ms of a {} ms slice: {came_back}{status}{detail}", attempt.slice_ms())
}

/// What came back, in the words of the event.
fn answer(attempt: &AttemptRecord, trail: &Trail) -> String {
    // Each attempt by a transport ends once, in the order of the attempts.
    let is_end = |event: &&TrailEvent| event.transport == attempt.transport() && ends(event.event);
    let before = trail.receipt.attempts().iter().take(attempt.index() as usize);
    let earlier = before.filter(|other| other.transport() == attempt.transport()).count();
    let Some(event) = trail.events.iter().filter(is_end).nth(earlier) else { return String::new() };
    let message = event
        .message
        .as_deref()
        .map(|message| format!(" ({})", shorten(&one_line(message), MAX_MESSAGE_CHARS)));
    let message = message.unwrap_or_default();
    match (event.event, event.http_status, event.hits, event.error) {
        (EventKind::Answer, Some(status), Some(1), _) => format!("{status} with 1 hit, "),
        (EventKind::Answer, Some(status), Some(hits), _) => format!("{status} with {hits} hits, "),
        (EventKind::Answer, Some(status), None, _) => format!("{status}, "),
        (EventKind::Answer, None, _, Some(error)) => format!("{error}{message}, "),
        (EventKind::Cut, ..) => "cut off, ".to_owned(),
        (
            EventKind::Answer
            | EventKind::Dial
            | EventKind::Skip
            | EventKind::Cancel
            | EventKind::Sleep
            | EventKind::Health
            | EventKind::PassOver
            | EventKind::CacheHit
            | EventKind::CacheStore
            | EventKind::Resolve,
            ..,
        ) => String::new(),
    }
}

/// Does an attempt end with it?
fn ends(event: EventKind) -> bool {
    match event {
        EventKind::Answer | EventKind::Cut | EventKind::Skip | EventKind::Cancel => true,
        EventKind::Dial
        | EventKind::Sleep
        | EventKind::Health
        | EventKind::PassOver
        | EventKind::CacheHit
        | EventKind::CacheStore
        | EventKind::Resolve => false,
    }
}

/// The one-line form, broken before `trail=` where the terminal is narrow.
fn wrap_line(receipt: &Receipt, style: Style) -> String {
    let line = receipt.line().to_string();
    if line.chars().count() + 4 <= style.width { line } else { line.replace(" trail=", "\n  trail=") }
}
