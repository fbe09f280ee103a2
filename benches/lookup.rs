//! Two-attempt lookups a second, from a loaded scenario to receipt JSON, and beside it in the same run what each part
//! costs: `cargo bench --bench lookup`.

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
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tokio::runtime::Builder;
use trailcheck::engine::{Bounded, query, target};
use trailcheck::redact::Redactor;
use trailcheck::replay::{Replayer, Trail};
use trailcheck::scenario::{EngineName, Scenario, from_text};
use trailcheck::transport::scripted::{Script, ScriptedTransport};
use trailcheck::transport::{Expects, Hit, Response};
use trailcheck::validator::terms::Terms;
use trailcheck::validator::{Asked, Validator};

const QUERY: &str = "autogen functiontool schema";
const SCENARIO: &str = include_str!("../scenarios/bounded/02_empty_result_falls_back.yaml");

fn scenario() -> Scenario {
    from_text("bounded/02_empty_result_falls_back", SCENARIO).expect("a shipped scenario")
}

fn trails(replayer: &Replayer, scenario: &Scenario) -> Vec<Trail> {
    replayer.play(scenario, EngineName::Bounded).expect("the script suffices")
}

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lookup");
    group.throughput(Throughput::Elements(1));
    let (scenario, replayer) = (scenario(), Replayer::new().expect("a runtime"));
    group.bench_function("scenario to receipt JSON", |bencher| {
        let mut json = Vec::new();
        bencher.iter(|| {
            let trails = trails(&replayer, black_box(&scenario));
            json.clear();
            serde_json::to_writer(&mut json, &trails[0].receipt).expect("JSON");
            black_box(json.len())
        });
    });
    group.bench_function("scenario to trail", |bencher| {
        bencher.iter(|| trails(&replayer, black_box(&scenario)));
    });
    group.bench_function("replayed twice and judged", |bencher| {
        bencher.iter(|| replayer.replay(black_box(&scenario), EngineName::Bounded));
    });
    group.finish();
}

fn parts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("part");
    group.throughput(Throughput::Elements(1));
    let (scenario, replayer) = (scenario(), Replayer::new().expect("a runtime"));
    let trail = trails(&replayer, &scenario).remove(0);
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    group.bench_function("two bare sleeps on the paused clock", |bencher| {
        bencher.iter(|| {
            runtime.block_on(async {
                tokio::time::sleep(Duration::from_millis(300)).await;
                tokio::time::sleep(Duration::from_millis(400)).await;
            });
        });
    });
    group.bench_function("engine alone, no trail", |bencher| {
        let scripts: &[Script] = &scenario.transports;
        bencher.iter(|| {
            let (primary, fallback) =
                (ScriptedTransport::new(&scripts[0]), ScriptedTransport::new(&scripts[1]));
            let tool = Bounded::new(&primary).with_fallback(&fallback);
            black_box(runtime.block_on(tool.lookup(black_box(QUERY))))
        });
    });
    group.bench_function("receipt as JSON", |bencher| {
        let mut json = Vec::new();
        bencher.iter(|| {
            json.clear();
            serde_json::to_writer(&mut json, black_box(&trail.receipt)).expect("JSON");
            black_box(json.len())
        });
    });
    group.bench_function("query: normalise and terms", |bencher| {
        bencher.iter(|| Terms::of(&query::normalise(black_box(QUERY))));
    });
    group.bench_function("validator, two hits", |bencher| {
        let (validator, terms, response) = (Validator::default(), Terms::of(QUERY), response());
        let (url, expects, cite_bytes) = ("https://fallback.invalid/search", Expects::Any, 16 * 1024);
        let asked = Asked { query: QUERY, terms: &terms, url, expects, cite_bytes };
        bencher.iter(|| {
            black_box(validator.judge(black_box(&response), &asked));
        });
    });
    let redactor = Redactor::new();
    group.bench_function("two targets", |bencher| {
        bencher.iter(|| {
            for base in ["https://primary.invalid/search", "https://fallback.invalid/search"] {
                black_box(target::with_query(black_box(base), QUERY));
            }
        });
    });
    group.bench_function("redaction, four URLs and four texts", |bencher| {
        let urls = ["https://primary.invalid/search?q=autogen+functiontool+schema"; 4];
        let texts = hits().map(|hit| [hit.title, hit.snippet]).concat();
        bencher.iter(|| {
            for url in urls {
                black_box(redactor.url(black_box(url)));
            }
            for text in &texts {
                black_box(redactor.text(black_box(text)));
            }
        });
    });
    group.finish();
}

fn hits() -> [Hit; 2] {
    let hit = |title: &str, url: &str, snippet: &str| Hit {
        title: title.to_owned(),
        url: url.to_owned(),
        snippet: snippet.to_owned(),
    };
    [
        hit(
            "FunctionTool — AutoGen tools reference",
            "https://docs.invalid/autogen/tools/function-tool",
            "FunctionTool derives its argument schema from the type annotations of the wrapped function.",
        ),
        hit(
            "Tools and schemas | Agent developer guide",
            "https://guide.invalid/agents/tools",
            "A tool is described to the model by a JSON schema; FunctionTool builds one from the signature.",
        ),
    ]
}

fn response() -> Response {
    Response::new(200).hits(hits().to_vec())
}

criterion_group!(benches, whole, parts);
criterion_main!(benches);
