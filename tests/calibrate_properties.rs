//! Rules that hold for any rows and any settings.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod calibrated;

use proptest::prelude::*;
use std::sync::LazyLock;
use trailcheck::calibrate::bits::Evaluator;
use trailcheck::calibrate::class::Class;
use trailcheck::calibrate::curve::critical_strictness;
use trailcheck::calibrate::interval::wilson;
use trailcheck::calibrate::metrics::{Confusion, metrics_of};
use trailcheck::calibrate::objective::{Objective, compare};
use trailcheck::calibrate::search::{counts_of, search};
use trailcheck::calibrate::subject::Subject;
use trailcheck::calibrate::sweep::sweep;
use trailcheck::calibrate::table::Table;
use trailcheck::validator::Validator;

static SUBJECT: LazyLock<Subject> = LazyLock::new(|| Subject::new(&Validator::default()));

/// Rows whose features lie close together, so that ties and empty stretches are frequent.
fn tables() -> impl Strategy<Value = Table> {
    let columns = SUBJECT.checks().columns.len();
    let value = prop_oneof![
        6 => (0..8_u32).prop_map(f64::from),
        3 => (0..20_u32).prop_map(|n| f64::from(n) * 50.0),
        2 => (0..9_u32).prop_map(|n| f64::from(n) / 8.0),
        1 => Just(f64::NAN),
    ];
    let row = (0..Class::COUNT, prop::collection::vec(value, columns), any::<bool>());
    prop::collection::vec(row, 0..90).prop_map(|rows| {
        let mut table = Table::new(SUBJECT.checks());
        for (number, (label, mut values, hits)) in rows.into_iter().enumerate() {
            // A page has no hits, a hit list no page features.
            let (page, other) = values.split_at_mut(trailcheck::validator::features::Feature::ALL.len());
            if hits {
                page.fill(f64::NAN);
            } else {
                other.fill(f64::NAN);
            }
            table.push(&calibrated::row(
                &format!("p{number}"),
                Some(Class::at(label)),
                &format!("s{}", number % 7),
                &values,
            ));
        }
        table
    })
}

fn settings() -> impl Strategy<Value = Vec<f64>> {
    let value = prop_oneof![
        (0..9_u32).prop_map(f64::from),
        (0..30_u32).prop_map(|n| f64::from(n) * 40.0),
        0.0..1.0_f64
    ];
    prop::collection::vec(value, SUBJECT.checks().thresholds.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bit_sets_count_what_judging_row_by_row_counts(
        table in tables(),
        many in prop::collection::vec(settings(), 1..6),
    ) {
        let rows = table.judged_rows();
        let mut evaluator = Evaluator::new(&table, &rows);
        for settings in many.iter().chain(many.first()) {
            prop_assert_eq!(evaluator.evaluate(settings), counts_of(&table, &rows, settings));
        }
    }

    #[test]
    fn every_stretch_of_a_sweep_counts_what_judging_there_counts(table in tables(), settings in settings()) {
        let rows = table.judged_rows();
        for threshold in 0..settings.len() {
            let swept = sweep(&table, &rows, &settings, threshold);
            let mut at = settings.clone();
            for stretch in swept.stretches() {
                let start = Some(stretch.from.value).filter(|_| !stretch.from.after);
                let ends = [start, swept.value_in(stretch.from, stretch.to)];
                for value in ends.into_iter().flatten() {
                    prop_assert!(stretch.contains(value));
                    at[threshold] = value;
                    prop_assert_eq!(stretch.counts, counts_of(&table, &rows, &at), "{} at {}", threshold, value);
                }
            }
        }
    }

    #[test]
    fn a_search_never_ends_worse_than_it_began(table in tables(), cost in 1..9_u32) {
        let rows = table.judged_rows();
        let start = SUBJECT.checks().defaults();
        for objective in [
            Objective::Cost { false_accept: f64::from(cost), false_reject: 1.0 },
            Objective::MaxFalseAccept(f64::from(cost) / 20.0),
        ] {
            let found = search(&table, &rows, &start, objective);
            prop_assert_eq!(found.counts, counts_of(&table, &rows, &found.settings));
            let (before, after) = (counts_of(&table, &rows, &start), found.counts);
            prop_assert!(compare(&objective.badness(&after), &objective.badness(&before)).is_le());
        }
    }

    #[test]
    fn the_validator_as_it_stands_is_the_curve_at_strictness_one(table in tables(), settings in settings()) {
        for row in table.judged_rows() {
            let critical = critical_strictness(table.checks(), |column| table.value(row, column), &settings);
            prop_assert_eq!(critical > 1.0, table.judge(row, &settings).unwrap().is_useful());
        }
    }

    #[test]
    fn a_confusion_adds_up_and_every_interval_contains_its_figure(
        cells in prop::collection::vec((0..Class::COUNT, 0..=Class::COUNT), 0..200)
    ) {
        let mut confusion = Confusion::default();
        for (label, verdict) in &cells {
            confusion.add(Class::at(*label), (*verdict < Class::COUNT).then(|| Class::at(*verdict)));
        }
        let all: u64 = Class::all().map(|label| confusion.labelled(label)).sum();
        prop_assert_eq!(all, cells.len() as u64);
        let errors: u64 = Class::all().map(|label| confusion.errors(label)).sum();
        prop_assert_eq!(confusion.cells().iter().sum::<u64>() + errors, all);
        for metric in metrics_of(&confusion, "all") {
            if let (Some(value), Some(interval)) = (metric.value, metric.interval) {
                prop_assert!(interval.low <= value && value <= interval.high, "{:?}", metric);
            }
            prop_assert!(metric.value.is_some() || metric.note.starts_with("undefined"), "{:?}", metric);
        }
    }

    #[test]
    fn wilson_contains_the_rate_and_shrinks_with_more_rows(hits in 0..500_u64, more in 0..500_u64) {
        let n = hits + more;
        prop_assume!(n > 0);
        let (small, large) = (wilson(hits, n).unwrap(), wilson(hits * 4, n * 4).unwrap());
        prop_assert!(large.high - large.low < small.high - small.low);
    }
}
