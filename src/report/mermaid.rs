//! A lookup as a Mermaid sequence diagram: who was called with what slice, what came back, and what was made of it.
//!
//! Start at [`diagram`]; [`markdown`] puts the diagrams of a scenario under headings for a documentation site.

use std::fmt::Write as _;

use super::attempts::ByAttempt;
use super::case::{Case, CaseStatus};
use super::human;
use super::timeline::MAX_MESSAGE_CHARS;
use crate::printable::{one_line, shorten};
use crate::receipt::{AttemptRecord, Status};
use crate::replay::{EventKind, Trail, TrailEvent};

/// The source of a lookup's diagram, without a fence; each line ends in a newline.
///
/// Participants are the caller, the engine, and the transports in the order of the scenario, whose identifiers are
/// `t0`, `t1`, … so that no name can be taken for a word of the language. Times count from the lookup's start.
pub fn diagram(trail: &Trail) -> String {
    let receipt = &trail.receipt;
    let events = ByAttempt::of(trail);
    let mut drawing = Drawing::new(trail, events.start_ms);
    drawing.line(format_args!("caller->>engine: lookup, budget {} ms", receipt.budget_ms()));
    for (attempt, events) in receipt.attempts().iter().zip(&events.attempts) {
        drawing.attempt(attempt, events);
    }
    for event in &events.rest {
        drawing.event(event, None);
    }
    if let Some(refusal) = receipt.refusal() {
        drawing.line(format_args!("Note over engine: refused, {refusal}"));
    }
    if let Some(age_ms) = receipt.cache_age_ms() {
        drawing.line(format_args!("Note over engine: from a cache, {age_ms} ms old"));
    }
    let (outcome, next_action) = (receipt.outcome(), receipt.next_action());
    let elapsed_ms = receipt.elapsed_ms();
    drawing.line(format_args!("engine-->>caller: {outcome}, {next_action}, after {elapsed_ms} ms"));
    drawing.text
}

struct Drawing<'t> {
    text: String,
    /// The transports' names, in the order of their identifiers.
    names: Vec<&'t str>,
    /// The lookup's start on the session's clock.
    start_ms: u64,
}

impl<'t> Drawing<'t> {
    fn new(trail: &'t Trail, start_ms: u64) -> Self {
        let mut names: Vec<&str> = trail.calls.0.iter().map(|(name, _)| name.as_str()).collect();
        let attempts = trail.receipt.attempts().iter().map(AttemptRecord::transport);
        for name in attempts.chain(trail.events.iter().map(|event| event.transport.as_str())) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let participants: Vec<String> = (0..)
            .zip(&names)
            .map(|(index, name): (u32, _)| format!("t{index} as {}", escape(name)))
            .collect();
        let mut drawing = Self { text: "sequenceDiagram\n".to_owned(), names, start_ms };
        drawing.line(format_args!("participant caller"));
        drawing.line(format_args!("participant engine as {} engine", trail.engine));
        for participant in participants {
            drawing.line(format_args!("participant {participant}"));
        }
        drawing
    }

    fn line(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "  {arguments}");
    }

    fn index(&self, transport: &str) -> usize {
        self.names.iter().position(|name| *name == transport).unwrap_or(0)
    }

    /// An attempt's events and its verdict.
    fn attempt(&mut self, attempt: &AttemptRecord, events: &[&TrailEvent]) {
        for event in events {
            self.event(event, Some(attempt));
        }
        let layer = attempt.layer().map(|layer| format!(" ({})", escape(layer))).unwrap_or_default();
        let fault = attempt.fault().map(|fault| format!(", {fault}")).unwrap_or_default();
        let reason = attempt.not_useful_reason().map(|reason| format!(", {reason}")).unwrap_or_default();
        let hint = attempt.retry_after_ms().map(|ms| format!(", retry after {ms} ms")).unwrap_or_default();
        let (index, role, status) = (self.index(attempt.transport()), attempt.role(), attempt.status());
        self.line(format_args!("Note over engine,t{index}: {role}{layer} {status}{fault}{reason}{hint}"));
    }

    fn event(&mut self, event: &TrailEvent, attempt: Option<&AttemptRecord>) {
        let (index, at_ms) = (self.index(&event.transport), event.at_ms.saturating_sub(self.start_ms));
        match event.event {
            EventKind::Dial => {
                let slice = event.slice_ms.map(|ms| format!(", slice {ms} ms")).unwrap_or_default();
                self.line(format_args!("engine->>t{index}: call at {at_ms} ms{slice}"));
            }
            EventKind::Answer => {
                let is_timeout = attempt.is_some_and(|attempt| attempt.status() == Status::TransportTimeout);
                let arrow = if is_timeout && event.http_status.is_none() { "--x" } else { "-->>" };
                let what = answer(event);
                self.line(format_args!("t{index}{arrow}engine: {what} at {at_ms} ms"));
            }
            EventKind::Cut => self.line(format_args!("engine-xt{index}: cut off at {at_ms} ms")),
            EventKind::Skip => {
                let left = event.slice_ms.map(|ms| format!(", {ms} ms left")).unwrap_or_default();
                self.line(format_args!("Note over engine: skipped at {at_ms} ms{left}"));
            }
            EventKind::Cancel => self.line(format_args!("caller-xengine: cancel at {at_ms} ms")),
            EventKind::Sleep => {
                let wait = event.wait_ms.unwrap_or(0);
                self.line(format_args!("Note over engine: sleeps {wait} ms at {at_ms} ms"));
            }
            EventKind::Health => {
                let answer = if event.available == Some(false) { "unavailable" } else { "available" };
                self.line(format_args!("engine->>t{index}: health check at {at_ms} ms"));
                self.line(format_args!("t{index}-->>engine: {answer}"));
            }
            EventKind::PassOver => {
                let why = event
                    .message
                    .as_deref()
                    .map(|message| escape(&shorten(&one_line(message), MAX_MESSAGE_CHARS)));
                let why = why.map(|why| format!(", {why}")).unwrap_or_default();
                self.line(format_args!("Note over engine,t{index}: passed over at {at_ms} ms{why}"));
            }
            EventKind::CacheHit => {
                let age = event.age_ms.unwrap_or(0);
                self.line(format_args!("Note over engine: stored answer, {age} ms old, at {at_ms} ms"));
            }
            EventKind::CacheStore => self.line(format_args!("Note over engine: answer stored at {at_ms} ms")),
            EventKind::Resolve => {
                self.line(format_args!("Note over engine,t{index}: resolved at {at_ms} ms"));
            }
        }
    }
}

/// What came back.
fn answer(event: &TrailEvent) -> String {
    let hits = match event.hits {
        Some(1) => ", 1 hit".to_owned(),
        Some(hits) => format!(", {hits} hits"),
        None => String::new(),
    };
    let status = event.http_status.map(|status| format!("{status}{hits}"));
    let error = event.error.map(|error| match event.message.as_deref() {
        Some(message) => format!("{error} ({})", escape(&shorten(&one_line(message), MAX_MESSAGE_CHARS))),
        None => error.to_string(),
    });
    error.or(status).unwrap_or_else(|| "answer".to_owned())
}

/// A text as it may stand in a label: what has a meaning in Mermaid becomes an entity (`#59;`), and so does the word
/// `end`, which would close a block.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        flush(&mut escaped, &mut word);
        if matches!(c, ' ' | '-' | '.' | ',' | '(' | ')' | '/' | '\u{2026}') {
            escaped.push(c);
        } else if c.is_whitespace() || c.is_control() {
            escaped.push(' ');
        } else {
            let _ = write!(escaped, "#{};", u32::from(c));
        }
    }
    flush(&mut escaped, &mut word);
    escaped
}

fn flush(escaped: &mut String, word: &mut String) {
    if word.eq_ignore_ascii_case("end") {
        let (first, rest) = word.split_at(1);
        let code = first.bytes().next().unwrap_or(b'e');
        let _ = write!(escaped, "#{code};{rest}");
    } else {
        escaped.push_str(word);
    }
    word.clear();
}

/// The diagrams of one scenario under headings: `## name`, or `## name, lookup N` where it has several.
pub fn markdown(case: &Case<'_>) -> String {
    let name = markdown_text(&case.scenario.name);
    let mut text = String::new();
    let description = case.scenario.description.as_deref().map(|text| case.scenario.redactor.text(text));
    let description = description.map(|text| markdown_text(text.trim()));
    let trails = case.replay.as_ref().map_or(&[][..], |replay| &replay.trails);
    if trails.is_empty() {
        let _ = writeln!(text, "## {name}\n");
    }
    for trail in trails {
        let several = trails.len() > 1;
        let lookup = if several { format!(", lookup {}", trail.lookup) } else { String::new() };
        let _ = writeln!(text, "## {name}{lookup}\n");
        if let Some(description) = description.as_ref().filter(|_| trail.lookup == 0) {
            let _ = writeln!(text, "{description}\n");
        }
        let _ = writeln!(text, "`{}`\n\n```mermaid\n{}```\n", trail.receipt.line(), diagram(trail));
    }
    if case.status() != CaseStatus::Passed
        && let Some(headline) = human::headline(case)
    {
        let headline = case.scenario.redactor.text(&headline);
        let _ = writeln!(text, "**Does not pass**: {}\n", markdown_text(&headline));
    }
    text
}

/// A text in one line of Markdown, in which nothing is markup. What stands within a word is left as it is, so that
/// names can be searched for.
fn markdown_text(text: &str) -> String {
    let text = one_line(text);
    let mut escaped = String::with_capacity(text.len());
    let mut previous = ' ';
    for c in text.chars() {
        let within_a_word = matches!(c, '_' | '-' | '.') && previous.is_alphabetic()
            || c == '_' && previous.is_ascii_digit()
            || c == '-' && !escaped.is_empty();
        let is_plain = matches!(c, '/' | ',' | ':' | ';' | '\'' | '(' | ')') || within_a_word;
        if c.is_ascii_punctuation() && !is_plain {
            escaped.push('\\');
        }
        escaped.push(c);
        previous = c;
    }
    escaped
}
