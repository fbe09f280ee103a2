//! Tables that are small enough to calculate by hand.
#![allow(dead_code, missing_docs, unreachable_pub)]

use trailcheck::calibrate::checks::{Check, Checks, Comparison, Limit, Literal, Rule, Threshold};
use trailcheck::calibrate::class::{Class, Reason};
use trailcheck::calibrate::extract::FeatureRow;
use trailcheck::calibrate::table::Table;

pub const EVIDENCE: usize = 0;
pub const WALL_MAX: usize = 1;
pub const FLOOR: usize = 2;

/// Two checks: a bot check by evidence in little content, and too little content.
pub fn small_checks() -> Checks {
    let literal =
        |column, comparison, threshold| Literal { column, comparison, limit: Limit::Named(threshold) };
    let wall = vec![literal(1, Comparison::AtLeast, EVIDENCE), literal(0, Comparison::AtMost, WALL_MAX)];
    let short = vec![literal(0, Comparison::AtMost, FLOOR)];
    let threshold = |name, default| Threshold { name, default, max: 100_000_000.0, whole: true };
    Checks {
        columns: vec!["content_chars", "bot_evidence"],
        thresholds: vec![
            threshold("evidence", 2.0),
            threshold("wall_max", 1000.0),
            threshold("floor", 150.0),
        ],
        checks: vec![
            Check { reason: Reason::BotCheck, rules: vec![Rule { name: "evidence", literals: wall }] },
            Check { reason: Reason::ContentTooShort, rules: vec![Rule { name: "short", literals: short }] },
        ],
    }
}

pub fn row(page: &str, label: Option<Class>, site: &str, values: &[f64]) -> FeatureRow {
    FeatureRow {
        page: page.to_owned(),
        label,
        query: "q".to_owned(),
        lang: "en".to_owned(),
        site: site.to_owned(),
        values: values.to_vec(),
        without: Vec::new(),
        error: None,
    }
}

pub const USEFUL: Class = Class::Useful;
pub const SHELL: Class = Class::NotUseful(Reason::JavascriptRequired);
pub const BOT: Class = Class::NotUseful(Reason::BotCheck);

/// Ten pages: label, content, evidence.
pub const TEN: [(Class, f64, f64); 10] = [
    (USEFUL, 694.0, 0.0),
    (USEFUL, 825.0, 0.0),
    (USEFUL, 950.0, 0.0),
    (USEFUL, 3000.0, 3.0),
    (USEFUL, 400.0, 0.0),
    (SHELL, 53.0, 0.0),
    (SHELL, 120.0, 0.0),
    (SHELL, 450.0, 0.0),
    (BOT, 200.0, 5.0),
    (BOT, 900.0, 2.0),
];

pub fn table_of(pages: &[(Class, f64, f64)]) -> Table {
    let mut table = Table::new(&small_checks());
    for (number, (label, content, evidence)) in pages.iter().enumerate() {
        table.push(&row(
            &format!("p{number}"),
            Some(*label),
            &format!("s{}", number % 40),
            &[*content, *evidence],
        ));
    }
    table
}
