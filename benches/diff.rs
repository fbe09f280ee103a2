//! Ten thousand lookups of a trail file: read strictly, and compared with another, of which a tenth differs:
//! `cargo bench --bench diff`. The cost is linear, so that a hundred thousand take ten times as long.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::hint::black_box;
use std::io::Cursor;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use trailcheck::diff::{Tally, compare};
use trailcheck::replay::{Replayer, Trail};
use trailcheck::scenario::{EngineName, from_text};
use trailcheck::trail::file::{Header, write_line};
use trailcheck::trail::read::{InOrder, Reader};

const LOOKUPS: usize = 10_000;

const USEFUL: &str = include_str!("../scenarios/bounded/02_empty_result_falls_back.yaml");
const STARVED: &str = include_str!("../scenarios/bounded/05_starved_fallback.yaml");

fn trail(text: &str) -> Trail {
    let scenario = from_text("example", text).expect("a scenario");
    let trails = Replayer::new().expect("a runtime").play(&scenario, EngineName::Bounded);
    trails.expect("the script suffices").remove(0)
}

/// A trail file in which every `every`-th lookup is the starved one.
fn file(every: usize) -> Vec<u8> {
    let (useful, starved) = (trail(USEFUL), trail(STARVED));
    let mut bytes = Vec::new();
    write_line(&mut bytes, &Header::new([EngineName::Bounded])).expect("JSON");
    for number in 0..LOOKUPS {
        let which = if number % every == 0 { &starved } else { &useful };
        let trail = Trail { scenario: format!("folder/{number:06}"), ..which.clone() };
        write_line(&mut bytes, &trail).expect("JSON");
    }
    bytes
}

fn benchmarks(criterion: &mut Criterion) {
    let (old, new) = (file(usize::MAX), file(10));
    let mut group = criterion.benchmark_group("diff");
    group.sample_size(20);
    group.throughput(Throughput::Elements(LOOKUPS as u64));
    group.bench_function("a file is read", |bencher| {
        bencher.iter(|| Reader::new(Cursor::new(&old)).expect("a trail file").map(black_box).count());
    });
    group.bench_function("two files are compared", |bencher| {
        bencher.iter(|| {
            let side =
                |bytes: &Vec<u8>| InOrder::new(Reader::new(Cursor::new(bytes.clone())).expect("a file"));
            let mut tally = Tally::default();
            compare(side(&old), side(&new), |finding| tally.add(finding)).expect("two sides");
            tally.changed_lookups()
        });
    });
    group.finish();
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
