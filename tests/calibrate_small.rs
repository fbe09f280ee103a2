//! Corpora that say little or nothing, and a report that stands all the same.

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

use calibrated::{BOT, SHELL, TEN, USEFUL, row, small_checks, table_of};
use trailcheck::calibrate::class::Class;
use trailcheck::calibrate::features_file::{csv_header, read_features, to_csv, to_json_line};
use trailcheck::calibrate::flips::compare_verdicts;
use trailcheck::calibrate::folds::{cross_validate, fold_of};
use trailcheck::calibrate::markers::marker_uses;
use trailcheck::calibrate::metrics::{groups, warnings};
use trailcheck::calibrate::objective::Objective;
use trailcheck::calibrate::recommend::{recommend, recommended_yaml};
use trailcheck::calibrate::sweep::sweep;
use trailcheck::calibrate::table::Table;
use trailcheck::report::calibration::html::{Report, render};
use trailcheck::report::calibration::tables;

fn report(table: &Table) -> String {
    let settings = table.checks().defaults();
    let verdicts = table.verdicts(&settings);
    let groups = groups(table, &verdicts);
    let warned = warnings(&groups[0].confusion);
    let rows = table.judged_rows();
    let sweeps: Vec<_> = (0..settings.len()).map(|t| sweep(table, &rows, &settings, t)).collect();
    let recommendation = recommend(table, &settings, Objective::default());
    let other = table.verdicts(&[2.0, 1000.0, 450.0]);
    let comparison = compare_verdicts(table, &other, &verdicts);
    render(&Report {
        corpus: "<corpus>",
        command: "trailcheck calibrate",
        table,
        settings: &settings,
        verdicts: &verdicts,
        groups: &groups,
        warnings: &warned,
        sweeps: &sweeps,
        markers: &marker_uses(table, &verdicts, &[]),
        recommendation: &recommendation,
        baseline: Some(("old.yaml", &comparison)),
    })
}

#[test]
fn what_is_undefined_is_empty_and_says_so() {
    let one_label: Vec<_> = TEN.into_iter().filter(|page| page.0 == SHELL).collect();
    for pages in [&TEN[..0], &TEN[..1], &TEN[5..6], &one_label[..]] {
        let table = table_of(pages);
        let groups = groups(&table, &table.verdicts(&[2.0, 1000.0, 450.0]));
        let text = String::from_utf8(tables::metrics(&groups)).unwrap();
        assert!(!text.to_lowercase().contains("nan") && !text.contains("inf"), "{text}");
        let mcc = text.lines().find(|line| line.starts_with("mcc,")).unwrap();
        assert!(mcc.starts_with("mcc,,,,"), "{mcc}");
        assert!(groups[0].metric("mcc").unwrap().note.starts_with("undefined"));
        if pages.iter().all(|page| page.0 != USEFUL) {
            assert!(text.contains("\nrecall,,,,0,all\n"), "{text}");
            assert!(text.contains("precision,,,,0,all\n"), "{text}");
            assert_eq!(groups[0].metric("recall").unwrap().note, "undefined: no useful page");
            assert_eq!(groups[0].metric("precision").unwrap().note, "undefined: no page was accepted");
        }
        let html = report(&table);
        let shown = html.split("<script>").next().unwrap();
        assert!(!shown.contains("NaN") && !shown.contains("inf"), "{shown}");
        let recommendation = recommend(&table, &[2.0, 1000.0, 150.0], Objective::default());
        assert!(recommendation.refused.as_deref().unwrap().contains("too few"));
        assert_eq!(recommended_yaml(&table, &recommendation), None);
    }
}

#[test]
fn the_report_fetches_nothing_and_holds_no_foreign_markup() {
    let mut table = table_of(&TEN);
    let hostile = "</td><script>alert(1)</script>\u{1b}[31m\"'&";
    table.push(&row(hostile, Some(SHELL), hostile, &[5000.0, 0.0]));
    let mut broken = row("gone.html", Some(BOT), "s", &[]);
    broken.error = Some("does not exist <b>".to_owned());
    table.push(&broken);
    let html = report(&table);
    assert_eq!(html, report(&table), "the same bytes on every run");
    assert!(!html.contains("<script>alert") && !html.contains('\u{1b}'));
    assert!(html.contains("it does not exist &lt;b&gt;"));
    for fetching in ["http://", "https://", "src=", "url(", "@import", "<link"] {
        assert!(!html.contains(fetching), "{fetching}");
    }
    for part in
        ["ROC", "Precision and recall", "cannot be told apart", "prefers-color-scheme", "@media print"]
    {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn fifteen_pages_cannot_tell_two_thresholds_apart() {
    let mut pages = TEN.to_vec();
    pages.extend([(USEFUL, 2000.0, 0.0); 5]);
    let table = table_of(&pages);
    let (first, second) = (table.verdicts(&[2.0, 1000.0, 150.0]), table.verdicts(&[2.0, 1000.0, 400.0]));
    let comparison = compare_verdicts(&table, &first, &second);
    assert_eq!((comparison.changes.len(), comparison.directions()), (1, (0, 1)));
    assert!(comparison.statement("150", "400").contains("cannot be told apart"));
    let csv = String::from_utf8(tables::flips(&table, &comparison)).unwrap();
    assert!(csv.contains("p4,q,useful,useful,content_too_short,baseline\n"), "{csv}");
}

/// Shells of up to 400 and true pages of 600 and more: a floor of 150 is far too low.
fn many() -> Table {
    let mut pages = Vec::new();
    for number in 0..200 {
        let jitter = f64::from(number * 37 % 100);
        pages.push(if number % 2 == 0 {
            (SHELL, 301.0 + jitter, 0.0)
        } else {
            (USEFUL, 600.0 + jitter * 9.0, 0.0)
        });
    }
    table_of(&pages)
}

#[test]
fn a_better_setting_is_recommended_with_only_what_changed() {
    let table = many();
    let recommendation = recommend(&table, &table.checks().defaults(), Objective::MaxFalseAccept(0.02));
    assert_eq!(recommendation.refused, None);
    let yaml = recommended_yaml(&table, &recommendation).unwrap();
    let fields: Vec<&str> = yaml.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(fields, ["floor: 500"], "{yaml}");
    assert!(yaml.contains("100 of 100 useless accepted") && yaml.contains("p = < 0.0001"), "{yaml}");
    let again = recommend(&table, &recommendation.found.settings, Objective::MaxFalseAccept(0.02));
    assert!(again.refused.unwrap().contains("no other setting does better"));
}

#[test]
fn a_setting_that_only_fits_its_own_pages_is_not_recommended() {
    // Content says nothing of the label: whatever a search finds is chance.
    let mut pages = Vec::new();
    for number in 0..200_u32 {
        let content = f64::from(number.wrapping_mul(2_654_435_761) % 900 + 160);
        pages.push((if number % 2 == 0 { SHELL } else { USEFUL }, content, 0.0));
    }
    let table = table_of(&pages);
    let recommendation = recommend(&table, &table.checks().defaults(), Objective::default());
    assert!(recommendation.refused.unwrap().contains("on unseen sites"));
}

#[test]
fn a_fold_never_splits_a_site() {
    let table = many();
    let rows = table.judged_rows();
    for a in &rows {
        for b in rows.iter().filter(|b| table.group(**b) == table.group(*a)) {
            assert_eq!(fold_of(&table, *a, 5), fold_of(&table, *b, 5));
        }
    }
    let validation = cross_validate(&table, &rows, &table.checks().defaults(), Objective::default());
    let held: Vec<usize> = validation.held_out.iter().map(|(row, _)| *row).collect();
    assert_eq!(held, rows, "every row is judged once, by settings found without it");
}

#[test]
fn feature_files_read_back_the_rows_that_were_written() {
    let checks = small_checks();
    let mut odd = row("=cmd", Some(Class::Useful), "-site", &[0.1 + 0.2, f64::NAN]);
    odd.query = "'a \"b\",\nc".to_owned();
    let mut broken = row("b", None, "", &[]);
    broken.error = Some("is empty".to_owned());
    let rows = [odd, broken, row("c", Some(BOT), "s", &[1.0 / 3.0, -4.0])];
    let csv = rows.iter().fold(csv_header(&checks), |all, row| [all, to_csv(row, &checks)].concat());
    let json: Vec<u8> = rows.iter().flat_map(|row| to_json_line(row, &checks)).collect();
    for file in [csv, json] {
        let mut read = Vec::new();
        read_features(file.as_slice(), &checks, |row| read.push(row)).unwrap();
        assert_eq!(format!("{read:?}"), format!("{rows:?}"));
        let cut = &file[..file.len() - 6];
        assert!(read_features(cut, &checks, |_| ()).is_err(), "a file that was cut off is noticed");
    }
    let old = b"page,query,label,content_chars\na,q,useful,1\n";
    let mistakes = read_features(old.as_slice(), &checks, |_| ()).unwrap_err();
    assert_eq!(mistakes[0].title, "no column `bot_evidence`");
}
