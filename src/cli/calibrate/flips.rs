//! Which receipts of the replays a validator would change, so that a threshold is never changed blind.

use std::fmt::Write as _;
use std::path::PathBuf;

use trailcheck::replay::{Replayer, Trail};
use trailcheck::report::summary::count;
use trailcheck::scenario::{Discovery, Mistake, Overrides, Scenario, Search, discover, load};

use super::CalibrateArguments;
use crate::cli::edge::Edge;
use crate::cli::exit::Exit;

/// Replays the scenarios with the baseline (or with what they say) and with the validator, and tells the differences.
pub(super) fn scenarios(arguments: &CalibrateArguments, edge: &mut Edge) -> Result<String, Exit> {
    let search = Search {
        paths: arguments.scenarios.clone(),
        root: None,
        corpus: None,
        working_folder: edge.working_folder.clone(),
    };
    let Discovery { found, mistakes } = discover(&search);
    if !mistakes.is_empty() {
        return Err(edge.mistakes(&mistakes));
    }
    let working_folder = edge.working_folder.clone();
    let side = |validator: Option<&PathBuf>| -> Result<Vec<Scenario>, Vec<Mistake>> {
        let overrides = Overrides::read(None, validator.map(PathBuf::as_path), &working_folder)?;
        load(&found, &overrides, arguments.jobs())
    };
    let before = side(arguments.baseline.as_ref()).map_err(|mistakes| edge.mistakes(&mistakes))?;
    let after = side(arguments.validator.as_ref()).map_err(|mistakes| edge.mistakes(&mistakes))?;
    let replayer = Replayer::new().map_err(|error| {
        edge.error(&format!("no runtime could be started: {error}"));
        Exit::Fault
    })?;
    let play = |scenario: &Scenario| replayer.play(scenario, scenario.engine).unwrap_or_default();
    let mut text = String::new();
    let (mut lookups, mut changed) = (0, 0);
    for (before, after) in before.iter().zip(&after) {
        for (old, new) in play(before).iter().zip(&play(after)) {
            lookups += 1;
            if old.receipt != new.receipt {
                changed += 1;
                tell(&mut text, old, new);
            }
        }
    }
    let scenarios = count(before.len(), "scenario");
    Ok(format!("{text}{changed} of {} in {scenarios} would change\n", count(lookups, "receipt")))
}

fn tell(text: &mut String, old: &Trail, new: &Trail) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{} lookup {}", old.scenario, old.lookup);
    let _ = writeln!(text, "  - {}", old.receipt.line());
    let _ = writeln!(text, "  + {}", new.receipt.line());
    let reasons = |trail: &Trail| {
        let of = trail.receipt.attempts().iter().map(trailcheck::receipt::AttemptRecord::not_useful_reason);
        of.map(|reason| reason.map_or("-".to_owned(), |reason| reason.to_string()))
            .collect::<Vec<_>>()
            .join(", ")
    };
    if reasons(old) != reasons(new) {
        let _ = writeln!(text, "    reasons {} become {}", reasons(old), reasons(new));
    }
}
