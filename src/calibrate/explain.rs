//! One page: its features, each check with its thresholds, which fired, and where in the page its markers stand.

use crate::receipt::Vocabulary as _;
use std::fmt::Write;

use super::checks::{Checks, Limit, Literal, plain_number};
use super::class::Class;
use super::subject::Subject;

/// What is asked about a page.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// How it is called.
    pub page: &'q str,
    /// Its bytes.
    pub bytes: &'q [u8],
    /// The HTTP header's value.
    pub content_type: Option<&'q str>,
    /// What was asked of it.
    pub query: &'q str,
    /// The truth, where it is known.
    pub label: Option<Class>,
}

/// The explanation as text.
pub fn explain(subject: &Subject, settings: &[f64], question: &Question<'_>) -> String {
    let mut text = format!("page:    {}\nquery:   {}\n", question.page, question.query);
    if let Some(label) = question.label {
        line(&mut text, format_args!("label:   {}", label.name()));
    }
    let reading = match subject.read(question.bytes, question.content_type, question.query) {
        Ok(reading) => reading,
        Err(why) => {
            line(&mut text, format_args!("error:   {why}"));
            return text;
        }
    };
    let checks = subject.checks();
    let verdict = checks.judge(&reading.values, settings);
    match verdict {
        Class::Useful => line(&mut text, format_args!("verdict: useful: no check fired")),
        Class::NotUseful(reason) => line(&mut text, format_args!("verdict: not_useful, {}", reason.wire())),
    }
    features(&mut text, checks, &reading.values);
    each_check(&mut text, checks, &reading.values, settings);
    markers(&mut text, subject, question);
    dropped(&mut text, subject, settings, &reading.without, verdict);
    text
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = text.write_fmt(arguments);
    text.push('\n');
}

fn features(text: &mut String, checks: &Checks, values: &[f64]) {
    text.push_str("\nfeatures (those that are 0 or that the document does not have are left out)\n");
    let shown = checks.columns.iter().zip(values).filter(|(_, value)| value.is_finite() && **value != 0.0);
    for (name, value) in shown {
        line(text, format_args!("  {name:<26} {:>12}", plain_number(*value)));
    }
}

/// Every check in order, also those behind the one that decided.
fn each_check(text: &mut String, checks: &Checks, values: &[f64], settings: &[f64]) {
    text.push_str("\nchecks, in order; the first that fires is the reason\n");
    let value = |literal: &Literal| values.get(literal.column).copied().unwrap_or(f64::NAN);
    let holds = |literal: &Literal| literal.comparison.holds(value(literal), literal.limit_in(settings));
    let mut decided = false;
    for check in &checks.checks {
        let fired = check.rules.iter().any(|rule| rule.literals.iter().all(holds));
        let mark = match (fired, decided) {
            (true, false) => "FIRED: the reason",
            (true, true) => "fires too, but comes later",
            (false, _) => "-",
        };
        decided |= fired;
        line(text, format_args!("  {:<24} {mark}", check.reason.wire()));
        // Rules for another kind of document say nothing of this one.
        for rule in check.rules.iter().filter(|rule| rule.literals.iter().any(|l| value(l).is_finite())) {
            let all = rule.literals.iter().all(holds);
            line(text, format_args!("    {} {}", if all { "x" } else { " " }, rule.name));
            for literal in &rule.literals {
                line(
                    text,
                    format_args!("        {}", literal_text(checks, literal, value(literal), settings)),
                );
            }
        }
    }
}

fn literal_text(checks: &Checks, literal: &Literal, value: f64, settings: &[f64]) -> String {
    let limit = literal.limit_in(settings);
    let name = checks.columns.get(literal.column).copied().unwrap_or_default();
    let mark = if literal.comparison.holds(value, limit) { "yes" } else { "no " };
    let shown = if value.is_finite() { plain_number(value) } else { "none".to_owned() };
    let named = match literal.limit {
        Limit::Named(threshold) => {
            checks.thresholds.get(threshold).map_or(String::new(), |t| format!(" ({})", t.name))
        }
        Limit::Fixed(_) => String::new(),
    };
    format!("{mark} {name} = {shown} {} {}{named}", literal.comparison.sign(), plain_number(limit))
}

fn markers(text: &mut String, subject: &Subject, question: &Question<'_>) {
    let Some(page) = Subject::page(question.bytes, question.content_type) else { return };
    let places = subject.marker_places(&page, question.query);
    text.push_str("\nmarkers and where they stand\n");
    if places.is_empty() {
        text.push_str("  none\n");
    }
    for (reason, phrase, place, before) in places {
        line(
            text,
            format_args!("  {:<20} in {place}, behind {before} characters: \"{phrase}\"", reason.wire()),
        );
    }
}

fn dropped(
    text: &mut String,
    subject: &Subject,
    settings: &[f64],
    without: &[(usize, Vec<f64>)],
    verdict: Class,
) {
    let judged = without.iter().map(|(phrase, values)| (phrase, subject.checks().judge(values, settings)));
    for (phrase, class) in judged.filter(|(_, class)| *class != verdict) {
        let phrase = subject.phrases().get(*phrase).map_or("", |(_, phrase)| phrase.as_str());
        line(text, format_args!("  without \"{phrase}\" the verdict would be {}", class.name()));
    }
}
