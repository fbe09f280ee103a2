//! Rules about the verdict as a function of features and thresholds.

#![allow(
    clippy::expect_used,
    clippy::format_collect,
    clippy::format_push_string,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may stop, and writes what it reads"
)]

use proptest::prelude::*;
use trailcheck::receipt::NotUsefulReason;
use trailcheck::validator::checks::CHECKS;
use trailcheck::validator::features::{Feature, Features};
use trailcheck::validator::verdict::{Literal, PageThresholds, Threshold, explain, judge};

fn features() -> impl Strategy<Value = Features> {
    prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), 0.0..12.0, 0.0..5000.0], Feature::ALL.len())
        .prop_map(|values| {
            let mut features = Features::default();
            for (feature, value) in Feature::ALL.iter().zip(values) {
                features.set(*feature, value);
            }
            features
        })
}

#[test]
fn checks_stand_in_vocabulary_order() {
    let order: Vec<NotUsefulReason> = CHECKS.iter().map(|check| check.reason).collect();
    let mut sorted = order.clone();
    sorted.sort();
    assert_eq!(order, sorted);
}

#[test]
fn each_threshold_is_used_in_one_direction_only() {
    for threshold in Threshold::ALL {
        let mut directions = Vec::new();
        for literal in CHECKS.iter().flat_map(|check| check.rules).flat_map(|rule| rule.literals) {
            if literal.limit() == trailcheck::validator::verdict::Limit::Named(*threshold) {
                directions.push(matches!(literal, Literal::AtLeast(..)));
            }
        }
        assert!(!directions.is_empty(), "{} is not used", threshold.name());
        assert!(directions.windows(2).all(|pair| pair[0] == pair[1]), "{}", threshold.name());
    }
}

#[test]
fn feature_names_are_distinct_columns() {
    let mut names: Vec<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Feature::ALL.len());
}

proptest! {
    #[test]
    fn moving_one_threshold_one_way_only_ever_rejects_more(
        row in features(),
        at in 0..Threshold::ALL.len(),
        a in 0.0..5000.0,
        b in 0.0..5000.0,
    ) {
        let threshold = Threshold::ALL[at];
        let mut literals = CHECKS.iter().flat_map(|check| check.rules).flat_map(|rule| rule.literals);
        let named = trailcheck::validator::verdict::Limit::Named(threshold);
        let first = literals.find(|literal| literal.limit() == named).expect("used");
        let at_least = matches!(first, Literal::AtLeast(..));
        let (mut strict, mut lax) = (PageThresholds::default(), PageThresholds::default());
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        strict.set(threshold, if at_least { low } else { high });
        lax.set(threshold, if at_least { high } else { low });
        if judge(&row, &strict).is_ok() {
            prop_assert_eq!(judge(&row, &lax), Ok(()));
        }
    }

    #[test]
    fn the_explanation_tells_the_verdict(row in features()) {
        let thresholds = PageThresholds::default();
        let told = explain(&row, &thresholds).into_iter().find(|check| check.fired).map(|check| check.reason);
        prop_assert_eq!(judge(&row, &thresholds).err(), told);
    }
}
