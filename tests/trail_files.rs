//! Trail files and snapshots are read strictly: what was written comes back, and what is not a trail is told with its
//! line and the fix.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]

mod shipped;

use trailcheck::replay::{Replay, Trail};
use trailcheck::scenario::{EngineName, Scenario};
use trailcheck::trail::entry::Entry;
use trailcheck::trail::file::{Header, write_line};
use trailcheck::trail::problem::Problem;
use trailcheck::trail::read::{Disorder, InOrder, Placed, Reader, sorted};
use trailcheck::trail::{snapshot, snapshot_read};

/// Two scenarios, the second with two lookups.
fn trails() -> Vec<Trail> {
    let replays = shipped::replays();
    let pick = |name: &str| {
        let (_, replay) = replays.iter().find(|(scenario, _)| scenario.name == name).expect(name);
        replay.trails.clone()
    };
    let is_session = |(scenario, replay): &&(Scenario, Replay)| {
        scenario.engine == EngineName::Bounded && replay.trails.len() == 2
    };
    let several = replays.iter().find(is_session).expect("a session of two");
    let mut trails = [pick("bounded/05_starved_fallback"), several.1.trails.clone()].concat();
    trails.sort_by(|a, b| (&a.scenario, a.lookup).cmp(&(&b.scenario, b.lookup)));
    trails
}

fn file_of(trails: &[Trail]) -> String {
    let mut bytes = Vec::new();
    write_line(&mut bytes, &Header::new(trails.iter().map(|trail| trail.engine))).unwrap();
    for trail in trails {
        write_line(&mut bytes, trail).unwrap();
    }
    String::from_utf8(bytes).unwrap()
}

fn read(file: &str) -> Result<Vec<Placed>, Problem> {
    let reader = Reader::new(file.as_bytes())?;
    sorted(reader)
}

fn known(placed: Vec<Placed>) -> Vec<Trail> {
    let trail = |placed: Placed| match placed.entry {
        Entry::Trail(trail) => *trail,
        Entry::Foreign(foreign) => panic!("{foreign:?}"),
    };
    placed.into_iter().map(trail).collect()
}

#[test]
fn what_was_written_is_read_whatever_the_white_space_and_the_order() {
    let trails = trails();
    let file = file_of(&trails);
    assert_eq!(known(read(&file).unwrap()), trails);

    let pretty: Vec<String> = file
        .lines()
        .map(|line| serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(line).unwrap()))
        .map(Result::unwrap)
        .collect();
    let mut backwards: Vec<&str> = file.lines().collect();
    backwards[1..].reverse();
    let forms = [
        file.replace('\n', "\r\n"),
        format!("\u{feff}{file}\n\n"),
        file.trim_end().to_owned(),
        pretty.join("\n"),
        pretty.join("\r\n\r\n"),
        backwards.join("\n"),
    ];
    for form in forms {
        assert_eq!(known(read(&form).unwrap()), trails, "{form}");
    }
}

#[test]
fn what_comes_without_order_is_noticed_by_who_reads_in_one_pass() {
    let trails = trails();
    let in_order = |trails: &[Trail]| {
        let file = file_of(trails);
        let read: Result<Vec<Placed>, Disorder> =
            InOrder::new(Reader::new(file.as_bytes()).unwrap()).collect();
        read
    };
    assert_eq!(in_order(&trails).unwrap().len(), 3);
    for order in [[1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0]] {
        let mixed: Vec<Trail> = order.iter().map(|index| trails[*index].clone()).collect();
        assert_eq!(in_order(&mixed), Err(Disorder::Unordered), "{order:?}");
        assert_eq!(known(read(&file_of(&mixed)).unwrap()), trails);
    }
}

/// What a file says after an edit, as one line.
fn told(file: &str) -> String {
    match read(file) {
        Ok(placed) => panic!("{} trails were read", placed.len()),
        Err(problem) => problem.render("f"),
    }
}

#[test]
fn a_file_that_is_no_trail_file_is_told_with_its_line() {
    let trails = trails();
    let file = file_of(&trails);
    let line = |number: usize| file.lines().nth(number - 1).unwrap();
    let with = |number: usize, to: &str| {
        let lines = file.lines().enumerate().map(|(at, line)| if at + 1 == number { to } else { line });
        lines.collect::<Vec<_>>().join("\n")
    };
    let edited = |number: usize, from: &str, to: &str| {
        assert!(line(number).contains(from), "{from}");
        with(number, &line(number).replacen(from, to, 1))
    };
    let cases = [
        (String::new(), "f: the file is empty"),
        ("[]".to_owned(), "f:1: a JSON object is due here"),
        ("hello\n".to_owned(), "f:1: a JSON object is due here"),
        (with(1, line(2)), "f:1:11: the first line is no header of a trail file: unknown field `scenario`"),
        (
            edited(1, "\"trailcheck\":1", "\"trailcheck\":2"),
            "f:1: the file has format 2, and this trailcheck reads",
        ),
        (edited(1, "\"trailcheck\":1", "\"trailcheck\":0"), "f:1: there is no format 0"),
        (edited(1, "\"schema_version\":1", "\"schema_version\":0"), "f:1: there is no schema version 0"),
        (edited(1, "bounded", "bonded"), "f:1:"),
        (
            edited(1, "{", "{\"trailcheck\":1,"),
            "f:1:28: the first line is no header of a trail file: duplicate field",
        ),
        (
            edited(1, "schema_version\":1", "schema_version\":2"),
            "f:2: the trail has schema version 1, and the header",
        ),
        (edited(2, "{", "{\"lookup\":0,"), "f:2:"),
        (edited(2, "useful", "splendid"), "f:2:"),
        (edited(2, "\"violations\"", "\"violation\""), "f:2:"),
        (edited(2, "\"calls\":{", "\"calls\":{\"primary\":1,"), "f:2:"),
        (with(3, "{\"name\": \"something else\"}"), "f:3:"),
        (with(3, &line(3)[..200]), "f:4:1: key must be a string in the object that begins on line 3"),
        (file[..file.len() - 20].to_owned(), "f:4:"),
        (format!("{file}{}\n", line(4)), "f:5: lookup 1 of"),
        (format!("{file}{file}"), "f:5:"),
        (file.replacen(&format!("{}\n", line(3)), "", 1), "has a lookup 1, but no lookup 0"),
        (format!("{file}\0"), "f:5: a JSON object is due here"),
    ];
    for (file, expected) in cases {
        let told = told(&file);
        assert!(told.contains(expected) && told.contains("\n  "), "{told}\nshould have {expected}");
    }
}

#[test]
fn a_newer_vocabulary_is_read_as_far_as_it_is_known() {
    let newer = file_of(&trails()).replace("\"schema_version\":1", "\"schema_version\":2");
    assert!(read(&newer).unwrap().iter().all(|placed| matches!(placed.entry, Entry::Trail(_))));

    let newer =
        newer.replace("budget_exhausted", "out_of_patience").replace("skipped_no_budget", "not_begun");
    let placed = read(&newer).unwrap();
    let Entry::Foreign(foreign) = &placed[0].entry else { panic!("{placed:?}") };
    let unknown: Vec<String> = foreign.unknown.iter().map(|m| format!("{} {}", m.kind, m.name)).collect();
    assert_eq!(unknown, ["outcome out_of_patience", "attempt status not_begun"]);
    assert_eq!((placed[0].entry.scenario(), placed[0].entry.lookup()), ("bounded/05_starved_fallback", 0));

    // A shape that is not known is no matter of members.
    let other = newer.replace("\"fallback_used\"", "\"fallbacks\"");
    assert!(told(&other).contains("f:2:"), "{}", told(&other));
}

#[test]
fn every_shipped_snapshot_reads_back_as_the_trails_that_it_pins() {
    for (scenario, replay) in shipped::replays() {
        let path = snapshot::path(&shipped::project().join("snapshots"), &scenario.name);
        let file = std::fs::read_to_string(path).unwrap();
        for text in [file.replace('\n', "\r\n"), file] {
            let read = snapshot_read::read(&scenario.name, &text).unwrap();
            assert_eq!(known(read), replay.trails, "{}", scenario.name);
        }
    }
}

#[test]
fn a_snapshot_that_no_run_wrote_is_told_with_its_line() {
    let trails: Vec<Trail> =
        trails().into_iter().filter(|trail| trail.scenario.starts_with("bounded")).collect();
    let whole = format!("---\nsource: x\n---\n{}", snapshot::contents(&trails).unwrap());
    assert!(snapshot_read::read("a", &whole).is_ok());
    let cases = [
        (whole[4..].to_owned(), "f:1: the snapshot has no header"),
        ("---\nsource: x\n---\n".to_owned(), "f:4: the snapshot has no trail"),
        (whole.replace("lookup 0", "lookup 1"), "f:4: lookup 1 stands where lookup 0 is due"),
        (whole.replace("lookup 0 ", "something"), "f:4: a line such as `lookup 0 engine=bounded` is due"),
        (whole.replace("events:", "event:"), "f:8: a line that begins with `events:` is due here"),
        (whole.replacen("budget_exhausted", "useful_result", 1), "f:5: the one-line form is not that"),
        (whole.replace("\"schema_version\": 1,", ""), "f:4: "),
        (whole[..whole.len() - 30].to_owned(), "f:4: "),
        (whole.replace("\nlookup", "\n<<<<<<< ours\nlookup"), "f:4: a line such as"),
    ];
    for (file, expected) in cases {
        let told = snapshot_read::read("a", &file).expect_err(expected).render("f");
        assert!(told.starts_with(expected) && told.contains("\n  "), "{told}\nshould be {expected}");
    }
}
