//! From bytes to rows: what the validator reads, what dropping a marker changes, and how one page is explained.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

use trailcheck::calibrate::class::{Class, Reason};
use trailcheck::calibrate::explain::{Question, explain};
use trailcheck::calibrate::extract::{Body, Extraction, FeatureRow, Job};
use trailcheck::calibrate::lines::JsonLines;
use trailcheck::calibrate::markers::marker_uses;
use trailcheck::calibrate::source::PageFolder;
use trailcheck::calibrate::subject::Subject;
use trailcheck::calibrate::table::Table;
use trailcheck::receipt::Vocabulary as _;
use trailcheck::validator::markers::WallReason;
use trailcheck::validator::{Validator, ValidatorFields};

const WALL: &str = "<!doctype html><html><head><title>Just a moment...</title></head><body><h1>shop.example</h1>\
    <p>Checking your browser before accessing shop.example. Enable JavaScript and cookies to continue</p>\
    </body></html>";

fn subject() -> Subject {
    Subject::new(&Validator::default())
}

fn judge(subject: &Subject, body: &str, content_type: &str, query: &str) -> Class {
    let reading = subject.read(body.as_bytes(), Some(content_type), query).unwrap();
    subject.checks().judge(&reading.values, &subject.checks().defaults())
}

#[test]
fn dropping_a_marker_is_what_a_validator_without_it_says() {
    let subject = subject();
    let reading = subject.read(WALL.as_bytes(), None, "shop prices").unwrap();
    assert!(!reading.without.is_empty());
    for (dropped, values) in &reading.without {
        let kept = |reason: WallReason| {
            let all = subject.phrases().iter().enumerate();
            let rest = all.filter(|(place, (other, _))| place != dropped && *other == reason);
            (reason, rest.map(|(_, (_, phrase))| phrase.clone()).collect())
        };
        let markers = WallReason::ALL.iter().map(|reason| kept(*reason)).collect();
        let other = Subject::new(&Validator::from(ValidatorFields { markers, ..ValidatorFields::default() }));
        let right = other.read(WALL.as_bytes(), None, "shop prices").unwrap().values;
        assert_eq!(format!("{values:?}"), format!("{right:?}"), "{:?}", subject.phrases()[*dropped]);
    }
}

#[test]
fn hit_lists_and_errors_are_judged_in_the_vocabulary_order() {
    let subject = subject();
    let long = "A snippet about rust lifetimes that is long enough to be evidence for an answer.";
    let list = |hits: &str| format!("{{\"results\":[{hits}]}}");
    let hit =
        |text: &str| format!("{{\"url\":\"https://a.invalid\",\"title\":\"t\",\"content\":\"{text}\"}}");
    let wall = hit("Checking your browser before accessing the site, verify you are human");
    let table = [
        (list(""), Class::NotUseful(Reason::EmptyResultSet)),
        (list(&hit(long)), Class::Useful),
        (list(&wall), Class::NotUseful(Reason::BotCheck)),
        (list(&format!("{wall},{}", hit(long))), Class::Useful),
        (list(&hit("rust")), Class::NotUseful(Reason::ContentTooShort)),
        (list(&hit(&"z ".repeat(40))), Class::NotUseful(Reason::NoQueryTermsMatched)),
        ("{\"error\":{\"message\":\"bad key\"}}".to_owned(), Class::NotUseful(Reason::UnparseablePayload)),
        ("{\"results\": NaN}".to_owned(), Class::NotUseful(Reason::UnparseablePayload)),
    ];
    for (body, right) in table {
        assert_eq!(judge(&subject, &body, "application/json", "rust lifetimes"), right, "{body}");
    }
    let outage = "{\"results\":[],\"unresponsive_engines\":[[\"bing\",\"timeout\"]]}";
    let error = subject.read(outage.as_bytes(), None, "q").unwrap_err();
    assert!(error.contains("own back ends failed (bing)"), "{error}");
}

#[test]
fn an_explanation_names_every_check_and_where_it_fired() {
    let subject = subject();
    let question = Question {
        page: "wall.html",
        bytes: WALL.as_bytes(),
        content_type: None,
        query: "shop prices",
        label: Some(Class::Useful),
    };
    let text = explain(&subject, &subject.checks().defaults(), &question);
    for part in [
        "verdict: not_useful, bot_check",
        "FIRED: the reason",
        "bot_evidence = ",
        "markers and where",
        "in title",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for check in &subject.checks().checks {
        assert!(text.contains(check.reason.wire()));
    }
}

#[test]
fn a_page_that_cannot_be_read_is_a_row_with_its_error() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("corpus");
    std::fs::create_dir_all(inside.join("folder")).unwrap();
    for (name, bytes) in [("corpus/empty.html", ""), ("corpus/good.html", WALL), ("secret.html", "secret")] {
        let mut file = std::fs::File::create(folder.path().join(name)).unwrap();
        std::io::Write::write_all(&mut file, bytes.as_bytes()).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret.html"), inside.join("link.html")).unwrap();
    let huge = std::fs::File::create(inside.join("huge.html")).unwrap();
    huge.set_len(200 * 1024 * 1024).unwrap();
    let pages = PageFolder::open(&inside).unwrap();
    let subject = subject();
    let settings = subject.checks().defaults();
    let extraction = Extraction {
        subject: &subject,
        settings: &settings,
        source: |page: &str| pages.read(page),
        workers: 2,
    };
    let table = [
        ("good.html", None),
        ("gone.html", Some("does not exist")),
        ("empty.html", Some("is empty")),
        ("folder", Some("is no file")),
        ("huge.html", Some("is too large: 209715200 bytes")),
        ("link.html", Some("leads out of the corpus folder")),
    ];
    for (page, right) in table {
        let row = extraction.measure(Job { page: page.to_owned(), ..Job::default() });
        match (&row.error, right) {
            (Some(error), Some(right)) => assert!(error.starts_with(right), "{page}: {error}"),
            (error, right) => assert_eq!(error.as_deref(), right, "{page}"),
        }
    }
}

#[test]
fn lines_become_rows_and_markers_are_counted_by_label() {
    let subject = subject();
    let settings = subject.checks().defaults();
    let body = serde_json::to_string(WALL).unwrap();
    let input = format!(
        "{{\"page\":\"a\",\"label\":\"bot_check\",\"query\":\"shop prices\",\"body\":{body}}}\nbroken\n\
         {{\"page\":\"b\",\"label\":\"useful\",\"query\":\"x\",\"body\":{body}}}\n"
    );
    let source = |_: &str| Err("is not stored".to_owned());
    let extraction = Extraction { subject: &subject, settings: &settings, source, workers: 2 };
    let mut table = Table::new(subject.checks());
    let keep = |row: FeatureRow| -> Result<(), ()> {
        table.push(&row);
        Ok(())
    };
    extraction.run_stream(JsonLines::new(input.as_bytes()), keep).unwrap();
    assert_eq!(table.rows.len(), 3);
    assert!(table.rows[1].error.as_deref().unwrap().starts_with("line 2: not JSON"));
    let uses = marker_uses(&table, &table.verdicts(&settings), &subject.phrases_by_reason());
    assert_eq!(uses.len(), subject.phrases().len());
    let found: Vec<_> = uses.iter().filter(|marker| marker.pages() > 0).collect();
    assert!(found.iter().any(|marker| marker.reason == Reason::BotCheck && marker.pages() == 2), "{found:?}");
    let given = extraction.measure(Job { body: Body::Given(b"x".to_vec()), ..Job::default() });
    assert_eq!(given.error, None);
}
