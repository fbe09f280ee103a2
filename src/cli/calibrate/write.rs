//! The results: tables, the report, and what is worth knowing at once.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use trailcheck::calibrate::class::Class;
use trailcheck::calibrate::flips::{Comparison, compare_verdicts};
use trailcheck::calibrate::markers::marker_uses;
use trailcheck::calibrate::metrics::{Group, groups, warnings};
use trailcheck::calibrate::recommend::{Recommendation, recommend, recommended_yaml};
use trailcheck::calibrate::subject::Subject;
use trailcheck::calibrate::sweep::sweep;
use trailcheck::report::calibration::html::{Report, render};
use trailcheck::report::calibration::tables;
use trailcheck::report::summary::count;
use trailcheck::trail::atomic;

use super::gather::{Gathered, cannot_write};
use super::{CalibrateArguments, at};
use crate::cli::edge::Edge;
use crate::cli::exit::Exit;

/// Writes every file and prints the headline.
pub(super) fn all(
    arguments: &CalibrateArguments,
    subject: &Subject,
    settings: &[f64],
    gathered: &Gathered,
    baseline: Option<&[Option<Class>]>,
    edge: &mut Edge,
) -> Exit {
    let table = &gathered.table;
    let verdicts = table.verdicts(settings);
    let groups = groups(table, &verdicts);
    let Some(whole) = groups.first() else { return Exit::Fault };
    let warned = warnings(&whole.confusion);
    let rows = table.judged_rows();
    let sweeps: Vec<_> = (0..settings.len()).map(|t| sweep(table, &rows, settings, t)).collect();
    let mut swept = tables::sweep_header();
    for one in &sweeps {
        swept.extend(tables::sweep_rows(subject.checks(), settings, one));
    }
    let uses = marker_uses(table, &verdicts, &subject.phrases_by_reason());
    let recommendation = recommend(table, settings, arguments.objective());
    let comparison = baseline.map(|first| compare_verdicts(table, first, &verdicts));
    let baseline_name = arguments.baseline.as_ref().map(|path| path.display().to_string());
    let (command, corpus) = (arguments.command(), arguments.corpus.display().to_string());
    let report = Report {
        corpus: &corpus,
        command: &command,
        table,
        settings,
        verdicts: &verdicts,
        groups: &groups,
        warnings: &warned,
        sweeps: &sweeps,
        markers: &uses,
        recommendation: &recommendation,
        baseline: baseline_name.as_deref().zip(comparison.as_ref()),
    };
    let mut files: Vec<(&str, Vec<u8>)> = vec![
        ("metrics.csv", tables::metrics(&groups)),
        ("confusion.csv", tables::confusion(whole)),
        ("sweep.csv", swept),
        ("markers.csv", tables::markers(&uses)),
        ("report.html", render(&report).into_bytes()),
    ];
    let yaml = recommended_yaml(table, &recommendation);
    files.extend(yaml.map(|yaml| ("recommended.yaml", yaml.into_bytes())));
    files.extend(comparison.as_ref().map(|comparison| ("flips.csv", tables::flips(table, comparison))));
    let out = at(&arguments.out, edge);
    if let Err((name, error)) = put(&out, &gathered.partial, &files) {
        return cannot_write(&arguments.out.join(name), &error, edge);
    }
    let mut names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    names.push("pages.csv");
    names.sort_unstable();
    let text = headline(whole, &warned, &recommendation, comparison.as_ref(), table.rows.len());
    edge.print(&format!("{text}written to {}: {}\n", arguments.out.display(), names.join(", ")));
    Exit::Passed
}

/// Each file whole or not at all; results of an earlier run that this one does not have are removed.
fn put(
    out: &Path,
    partial: &Path,
    files: &[(&'static str, Vec<u8>)],
) -> Result<(), (&'static str, io::Error)> {
    for (name, bytes) in files {
        atomic::write(&out.join(name), bytes).map_err(|error| (*name, error))?;
    }
    fs::rename(partial, out.join("pages.csv")).map_err(|error| ("pages.csv", error))?;
    for name in ["recommended.yaml", "flips.csv"] {
        if !files.iter().any(|(written, _)| *written == name) {
            match fs::remove_file(out.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err((name, error)),
                Ok(()) | Err(_) => {}
            }
        }
    }
    Ok(())
}

fn headline(
    whole: &Group,
    warned: &[String],
    recommendation: &Recommendation,
    comparison: Option<&Comparison>,
    rows: usize,
) -> String {
    // Writing to a String cannot fail.
    let mut text = format!("{}\n", count(rows, "page"));
    for metric in &whole.metrics {
        let _ = match (metric.value, &metric.interval) {
            (Some(value), Some(interval)) => {
                let (low, high) = (interval.low, interval.high);
                writeln!(text, "  {:<20} {value:.3}  ({low:.3} to {high:.3}, n = {})", metric.name, metric.n)
            }
            (Some(value), None) => writeln!(text, "  {:<20} {value:.3}  (n = {})", metric.name, metric.n),
            (None, _) => writeln!(text, "  {:<20} {}  (n = {})", metric.name, metric.note, metric.n),
        };
    }
    for warning in warned {
        let _ = writeln!(text, "  note: {warning}");
    }
    if let Some(comparison) = comparison {
        let _ = writeln!(text, "  {}", comparison.statement("the baseline", "this validator"));
    }
    let _ = match &recommendation.refused {
        Some(why) => writeln!(text, "  no recommendation: {why}"),
        None => writeln!(text, "  recommended.yaml is better by {}", recommendation.objective.text()),
    };
    text
}
