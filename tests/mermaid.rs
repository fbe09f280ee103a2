//! Mermaid diagrams: pinned for the demonstration, in the language for every lookup, and valid for any text.

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
use std::process::Command;

use proptest::prelude::*;
use trailcheck::report::mermaid::escape;

fn markdown(folder: &Path, arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_trailcheck"))
        .args(["run", "--format", "mermaid", "--no-snapshots"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(matches!(run.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The diagrams of a Markdown text.
fn diagrams(markdown: &str) -> Vec<&str> {
    let blocks = markdown.split("```mermaid\n").skip(1);
    blocks.map(|block| block.split_once("```\n").expect("a closed block").0).collect()
}

/// The part of Mermaid's grammar that we write; what a label must not hold is from its lexer and its documentation.
fn check(diagram: &str) {
    let mut lines = diagram.lines();
    assert_eq!(lines.next(), Some("sequenceDiagram"));
    let mut known: Vec<&str> = Vec::new();
    for line in lines {
        let statement = line.strip_prefix("  ").expect("an indented statement");
        if let Some(participant) = statement.strip_prefix("participant ") {
            let (id, label) = participant.split_once(" as ").unwrap_or((participant, "x"));
            assert!(!known.contains(&id), "{id} twice");
            known.push(id);
            check_label(label);
            continue;
        }
        let (head, label) = statement.split_once(": ").expect("a label");
        check_label(label);
        let ids: Vec<&str> = if let Some(over) = head.strip_prefix("Note over ") {
            over.split(',').collect()
        } else {
            let arrow = ["-->>", "->>", "--x", "-x"].into_iter().find(|arrow| head.contains(arrow));
            let (from, to) = head.split_once(arrow.expect("an arrow")).unwrap();
            vec![from, to]
        };
        assert!(ids.iter().all(|id| known.contains(id)), "{head}");
    }
}

fn check_label(label: &str) {
    assert!(!label.trim().is_empty());
    let mut rest = label;
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once('#') {
        plain.push_str(before);
        let (code, after) = after.split_once(';').expect("an entity that is closed");
        assert!(code.parse::<u32>().is_ok_and(|code| char::from_u32(code).is_some()), "{code}");
        plain.push('\u{fffc}');
        rest = after;
    }
    plain.push_str(rest);
    for c in [';', ':', '"', '<', '>', '%', '{', '}', '[', ']', '`', '\\', '\n', '\r', '$', '*', '+'] {
        assert!(!plain.contains(c), "{c:?} in {label}");
    }
    let words = plain.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\u{fffc}');
    assert!(!words.into_iter().any(|word| word.eq_ignore_ascii_case("end")), "{label}");
}

#[test]
fn every_lookup_of_the_suite_is_a_diagram() {
    let (text, trails) = (markdown(root(), &[]), {
        let run = Command::new(env!("CARGO_BIN_EXE_trailcheck"))
            .args(["run", "--format", "json", "--no-snapshots"])
            .current_dir(root())
            .output()
            .unwrap();
        String::from_utf8(run.stdout).unwrap().lines().count() - 1
    });
    let diagrams = diagrams(&text);
    assert_eq!(diagrams.len(), trails);
    diagrams.into_iter().for_each(check);
    assert_eq!(text, markdown(root(), &["--jobs", "3"]));
}

#[test]
fn an_empty_answer_falls_back() {
    let text = markdown(root(), &["--filter", "bounded/02*"]);
    let expected = "\
## bounded/02_empty_result_falls_back

HTTP 200 with an empty result set is a failure, so the fallback is asked.

`outcome=useful_result next_action=use_result attempts=2/2 elapsed_ms=700/2000 \
trail=[primary:ok_not_useful -> fallback:ok_useful]`

```mermaid
sequenceDiagram
  participant caller
  participant engine as bounded engine
  participant t0 as primary
  participant t1 as fallback
  caller->>engine: lookup, budget 2000 ms
  engine->>t0: call at 0 ms, slice 1200 ms
  t0-->>engine: 200, 0 hits at 300 ms
  Note over engine,t0: primary ok_not_useful, empty_result_set
  engine->>t1: call at 300 ms, slice 1200 ms
  t1-->>engine: 200, 2 hits at 700 ms
  Note over engine,t1: fallback ok_useful
  engine-->>caller: useful_result, use_result, after 700 ms
```

";
    assert_eq!(text, expected);
}

/// The statements after the participants.
fn statements(filter: &str) -> Vec<String> {
    let text = markdown(root(), &["--filter", filter]);
    let lines = diagrams(&text)[0].lines().map(|line| line.trim_start().to_owned());
    lines.skip(1).filter(|line| !line.starts_with("participant ")).collect()
}

#[test]
fn a_skip_is_a_note() {
    let expected = [
        "caller->>engine: lookup, budget 1300 ms",
        "engine->>t0: call at 0 ms, slice 1200 ms",
        "t0-->>engine: 200, 0 hits at 1150 ms",
        "Note over engine,t0: primary ok_not_useful, empty_result_set",
        "Note over engine: skipped at 1150 ms, 150 ms left",
        "Note over engine,t1: fallback skipped_no_budget",
        "engine-->>caller: budget_exhausted, answer_from_prior_knowledge, after 1150 ms",
    ];
    assert_eq!(statements("bounded/05*"), expected);
}

#[test]
fn a_slice_that_ran_out_is_a_lost_arrow() {
    let expected = [
        "caller->>engine: lookup, budget 2000 ms",
        "engine->>t0: call at 0 ms, slice 1200 ms",
        "t0--xengine: timeout at 1200 ms",
        "Note over engine,t0: primary transport_timeout",
        "engine->>t1: call at 1200 ms, slice 800 ms",
        "t1--xengine: timeout at 2000 ms",
        "Note over engine,t1: fallback transport_timeout",
        "engine-->>caller: transport_failed, retry_later, after 2000 ms",
    ];
    assert_eq!(statements("bounded/04*"), expected);
}

#[test]
fn a_refusal_calls_nobody() {
    let expected = [
        "caller->>engine: lookup, budget 2000 ms",
        "Note over engine: refused, query_denied",
        "engine-->>caller: blocked_by_policy, stop, after 0 ms",
    ];
    assert_eq!(statements("bounded/07*"), expected);
}

#[test]
fn hostile_words_of_a_transport_stay_in_their_label() {
    let scenario = "description: '# not a heading ``` <b> *x* [y](z)'\nquery: widgets\ntransports:\n  end:\n\
        \x20   base_url: https://primary.invalid/\n    steps:\n\
        \x20     - { latency_ms: 5, error: tls, message: \"end; #note \\\"x\\\"\\nloop %%{init}%% ``` <img> \
        style:x#\" }\n\
        \x20 note:\n    base_url: https://fallback.invalid/\n    steps:\n\
        \x20     - { latency_ms: 5000, ignores_timeout: true, hits: [] }\n";
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    fs::write(folder.path().join("scenarios/a.yaml"), scenario).unwrap();
    let text = markdown(folder.path(), &[]);
    let diagrams = diagrams(&text);
    let [diagram] = diagrams.as_slice() else { panic!("{text}") };
    check(diagram);
    assert!(
        diagram.contains("participant t0 as #101;nd\n") && diagram.contains("engine-xt1: cut off at"),
        "{diagram}"
    );
    assert!(text.contains("\n\\# not a heading \\`\\`\\` \\<b\\> \\*x\\* \\[y\\](z)\n"), "{text}");
}

proptest! {
    #[test]
    fn any_text_is_a_valid_label(text in "\\PC*|(end|END|[#;:%{}\"\\n ])*") {
        let escaped = escape(&text);
        if !escaped.trim().is_empty() {
            check_label(&escaped);
        }
    }
}
