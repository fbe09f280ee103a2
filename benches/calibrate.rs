//! From bytes to verdict, and ten thousand settings over a hundred thousand feature rows:
//! `cargo bench --bench calibrate`. The pages are those of the corpus between 8 and 40 kB; read the rate by bytes,
//! since they are not all of one size.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench may stop, and reads the corpus"
)]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use trailcheck::calibrate::bits::Evaluator;
use trailcheck::calibrate::class::Class;
use trailcheck::calibrate::corpus::read_labels;
use trailcheck::calibrate::extract::FeatureRow;
use trailcheck::calibrate::random::SplitMix64;
use trailcheck::calibrate::subject::Subject;
use trailcheck::calibrate::table::Table;
use trailcheck::validator::Validator;
use trailcheck::validator::document::{Document, read_document};
use trailcheck::validator::features::page_features;
use trailcheck::validator::markers::MarkerSet;
use trailcheck::validator::verdict::{PageThresholds, judge};

const ROWS: usize = 100_000;
const SETTINGS: usize = 10_000;

fn pages() -> Vec<(Vec<u8>, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let corpus = read_labels(&fs::read(folder.join("labels.csv")).unwrap()).expect("labels");
    let read = |page: &str| fs::read(folder.join(page)).unwrap();
    let all = corpus.rows.iter().map(|row| (read(&row.page), row.query.to_string()));
    all.filter(|(bytes, _)| (8_000..40_000).contains(&bytes.len())).collect()
}

fn bytes_to_verdict(criterion: &mut Criterion) {
    let pages = pages();
    let bytes: usize = pages.iter().map(|(bytes, _)| bytes.len()).sum();
    let (markers, thresholds) = (MarkerSet::default(), PageThresholds::default());
    let mut group = criterion.benchmark_group("pages");
    group.sample_size(10);
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function(format!("{} pages, bytes to verdict", pages.len()), |bencher| {
        bencher.iter(|| {
            for (bytes, query) in &pages {
                if let Document::Page(page) = read_document(black_box(bytes), None) {
                    let _ = black_box(judge(&page_features(&page, query, &markers), &thresholds));
                }
            }
        });
    });
    group.finish();
}

/// Rows of no real corpus, spread so that every check fires on some.
fn table(subject: &Subject) -> Table {
    let checks = subject.checks();
    let mut table = Table::new(checks);
    let mut random = SplitMix64::new(1);
    for row in 0..ROWS {
        let useful = random.next_u64().is_multiple_of(2);
        let base = if useful { 3000.0 } else { 400.0 };
        let value = |name: &&str| match *name {
            name if name.ends_with("_chars") => (base * (0.02 + random.uniform() * 2.0)).floor(),
            name if name.ends_with("evidence") && !useful => (random.uniform() * 7.0).floor(),
            name if name.ends_with("coverage") => (random.uniform() * 8.0).floor() / 8.0,
            name if name.starts_with("hit") || name.starts_with("un") => f64::NAN,
            name if name.ends_with("share") => random.uniform() * 0.06,
            _ => (random.uniform() * 1.6).floor(),
        };
        let values = checks.columns.iter().map(value).collect();
        table.push(&FeatureRow {
            page: format!("p{row}"),
            label: Some(if useful { Class::Useful } else { Class::at(1 + row % 10) }),
            query: String::new(),
            lang: "en".to_owned(),
            site: format!("s{}", row % 997),
            values,
            without: Vec::new(),
            error: None,
        });
    }
    table
}

fn settings_over_rows(criterion: &mut Criterion) {
    let validator = Validator::default();
    let subject = Subject::new(&validator);
    let table = table(&subject);
    let rows = table.judged_rows();
    let defaults = subject.settings(&validator);
    let mut evaluator = Evaluator::new(&table, &rows);
    let mut random = SplitMix64::new(2);
    // A sweep comes back to the same cut-offs, in whatever order.
    let mut step = || 0.5 + (random.next_u64() % 10) as f64 / 10.0;
    let mut scaled = || defaults.iter().map(|value| value * step()).collect();
    let settings: Vec<Vec<f64>> = (0..SETTINGS).map(|_| scaled()).collect();
    let mut group = criterion.benchmark_group("sweep");
    group.sample_size(10);
    group.bench_function("10 000 settings over 100 000 rows, bit sets", |bencher| {
        bencher.iter(|| {
            for setting in &settings {
                black_box(evaluator.evaluate(setting));
            }
        });
    });
    group.bench_function("1 setting over 100 000 rows, row by row", |bencher| {
        bencher.iter(|| black_box(table.verdicts(&defaults)));
    });
    group.finish();
}

criterion_group!(benches, bytes_to_verdict, settings_over_rows);
criterion_main!(benches);
