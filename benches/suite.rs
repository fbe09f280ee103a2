//! A thousand scenario files from cold: found and parsed, replayed twice and judged, compared with their snapshots, on
//! two threads: `cargo bench --bench suite`. Each stage holds the ones before it.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use trailcheck::replay::{Replay, Replayer, ordered};
use trailcheck::scenario::{Discovery, EngineName, Overrides, Scenario, Search, discover, load};
use trailcheck::trail::snapshot::{self, Comparison};

const FILES: usize = 1_000;
const JOBS: usize = 2;

const SHIPPED: [&str; 4] = [
    include_str!("../scenarios/bounded/01_primary_useful.yaml"),
    include_str!("../scenarios/bounded/02_empty_result_falls_back.yaml"),
    include_str!("../scenarios/bounded/04_shared_deadline.yaml"),
    include_str!("../scenarios/bounded/06_rejected_credentials.yaml"),
];

fn write_suite(folder: &Path) {
    for index in 0..FILES {
        let group = folder.join(format!("scenarios/group_{:02}", index / 50));
        fs::create_dir_all(&group).expect("a folder");
        fs::write(group.join(format!("{index:04}.yaml")), SHIPPED[index % SHIPPED.len()]).expect("a file");
    }
    for (scenario, replay) in replayed(&loaded(folder)) {
        let contents = snapshot::contents(&replay.trails).expect("JSON");
        let path = snapshot::path(&folder.join("snapshots"), &scenario);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        snapshot::write(&path, &scenario, &contents).expect("a snapshot");
    }
}

fn loaded(folder: &Path) -> Vec<Scenario> {
    let search = Search {
        paths: vec![folder.join("scenarios")],
        root: None,
        corpus: None,
        working_folder: folder.to_owned(),
    };
    let Discovery { found, .. } = discover(&search);
    let scenarios = load(&found, &Overrides::default(), JOBS).expect("valid scenarios");
    assert_eq!(scenarios.len(), FILES);
    scenarios
}

fn replayed(scenarios: &[Scenario]) -> Vec<(String, Replay)> {
    let mut done = Vec::with_capacity(scenarios.len());
    ordered::for_each(
        scenarios,
        JOBS,
        &AtomicBool::new(false),
        || Replayer::new().expect("a runtime"),
        |replayer, scenario| replayer.replay(scenario, EngineName::Bounded).expect("the script suffices"),
        |scenario, replay| {
            done.push((scenario.name.clone(), replay));
            true
        },
    );
    done
}

fn compared(folder: &Path, replays: &[(String, Replay)]) {
    for (name, replay) in replays {
        let contents = snapshot::contents(&replay.trails).expect("JSON");
        let path = snapshot::path(&folder.join("snapshots"), name);
        assert_eq!(snapshot::compare(&path, &contents), Comparison::Same);
    }
}

fn suite(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write_suite(folder.path());
    let mut group = criterion.benchmark_group("suite of 1000 files");
    group.sample_size(10).throughput(Throughput::Elements(FILES as u64));
    group.bench_function("parse", |bencher| bencher.iter(|| loaded(folder.path())));
    group.bench_function("parse, replay twice", |bencher| {
        bencher.iter(|| replayed(&loaded(folder.path())));
    });
    group.bench_function("parse, replay twice, compare", |bencher| {
        bencher.iter(|| compared(folder.path(), &replayed(&loaded(folder.path()))));
    });
    group.finish();
}

criterion_group!(benches, suite);
criterion_main!(benches);
