//! What the page holds of a lookup: a row, which is read when the page is opened, and the rest, when it is looked at.

use serde::Serialize;

use crate::receipt::Receipt;
use crate::replay::{EventKind, Trail};
use crate::report::attempts::ByAttempt;
use crate::report::mermaid;

/// What a list and a filter need of a scenario, or of a pair of lookups.
#[derive(Debug, Serialize)]
pub(super) struct Row<'a> {
    pub name: &'a str,
    /// How it came out: a case's status, or the class of a change.
    pub verdict: &'a str,
    /// What is wrong, or what changed, in one line.
    pub headline: Option<String>,
    pub description: Option<String>,
    pub lookups: Vec<Brief<'a>>,
}

/// What a list and a filter need of a lookup.
#[derive(Debug, Serialize)]
pub(super) struct Brief<'a> {
    lookup: u32,
    /// Which of two versions, where there are two.
    side: Option<&'static str>,
    outcome: &'static str,
    /// The one-line form in the parts that come again from lookup to lookup.
    line: [String; 3],
    elapsed: u64,
    budget: u64,
    bars: Vec<Bar<'a>>,
}

/// An attempt as a bar.
#[derive(Debug, Serialize)]
struct Bar<'a> {
    transport: &'a str,
    layer: Option<&'a str>,
    status: &'static str,
    /// The fault or the reason.
    why: Option<&'static str>,
    from: u64,
    elapsed: u64,
    slice: u64,
    /// The transport ignored its slice.
    cut: bool,
}

/// What is shown of a lookup once it is opened.
#[derive(Debug, Serialize)]
pub(super) struct Full<'a> {
    trail: &'a Trail,
    /// The diagram's lines.
    diagram: Vec<String>,
}

/// What is shown of a scenario once it is opened.
#[derive(Debug, Serialize)]
pub(super) struct Opened<'a> {
    /// The lines of what went wrong.
    pub failure: Vec<&'a str>,
    pub lookups: Vec<Full<'a>>,
}

pub(super) fn brief<'a>(trail: &'a Trail, side: Option<&'static str>) -> Brief<'a> {
    use crate::receipt::Vocabulary as _;
    let receipt = &trail.receipt;
    Brief {
        lookup: trail.lookup,
        side,
        outcome: receipt.outcome().wire(),
        line: line(receipt),
        elapsed: receipt.elapsed_ms(),
        budget: receipt.budget_ms(),
        bars: bars(trail),
    }
}

pub(super) fn full(trail: &Trail) -> Full<'_> {
    Full { trail, diagram: mermaid::diagram(trail).lines().map(str::to_owned).collect() }
}

fn line(receipt: &Receipt) -> [String; 3] {
    let line = receipt.line().to_string();
    let elapsed = line.find(" elapsed_ms=").unwrap_or(line.len());
    let trail = line.find(" trail=").unwrap_or(line.len()).max(elapsed);
    [line[..elapsed].to_owned(), line[elapsed..trail].to_owned(), line[trail..].to_owned()]
}

fn bars(trail: &Trail) -> Vec<Bar<'_>> {
    use crate::receipt::Vocabulary as _;
    let events = ByAttempt::of(trail);
    let attempts = trail.receipt.attempts().iter().zip(events.begins_ms(trail)).zip(&events.attempts);
    let bars = attempts.map(|((attempt, from), events)| Bar {
        transport: attempt.transport(),
        layer: attempt.layer(),
        status: attempt.status().wire(),
        why: attempt
            .fault()
            .map(crate::receipt::Fault::wire)
            .or_else(|| attempt.not_useful_reason().map(crate::receipt::NotUsefulReason::wire)),
        from,
        elapsed: attempt.elapsed_ms(),
        slice: attempt.slice_ms(),
        cut: events.iter().any(|event| event.event == EventKind::Cut),
    });
    bars.collect()
}
