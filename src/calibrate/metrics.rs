//! Labels against verdicts: the confusion and the figures made from it. Positive means useful.
//!
//! A figure whose denominator is 0 is undefined: it has no value, and a note says so.

use super::checks::Checks;
use super::class::Class;
use super::interval::{Interval, bootstrap, wilson};
use super::random::hash_text;
use super::table::Table;

/// With fewer rows than this, a figure is noted to say little.
pub const FEW: u64 = 30;
/// A site with fewer rows has no group of its own.
pub const MIN_SITE_ROWS: u64 = 10;
/// Changing it changes the bootstrap intervals.
const SEED: u64 = 20_260_101;

/// How often each label met each verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confusion {
    cells: [[u64; Class::COUNT]; Class::COUNT],
    /// By label: rows whose page could not be read.
    errors: [u64; Class::COUNT],
}

impl Confusion {
    /// Counts one labelled row; no verdict where the page could not be read.
    pub fn add(&mut self, label: Class, verdict: Option<Class>) {
        let cell = match verdict {
            Some(verdict) => self.cells.get_mut(label.index()).and_then(|row| row.get_mut(verdict.index())),
            None => self.errors.get_mut(label.index()),
        };
        if let Some(cell) = cell {
            *cell += 1;
        }
    }

    /// Rows with this label and this verdict.
    pub fn cell(&self, label: Class, verdict: Class) -> u64 {
        self.cells.get(label.index()).and_then(|row| row.get(verdict.index())).copied().unwrap_or(0)
    }

    /// Rows with this label whose page could not be read.
    pub fn errors(&self, label: Class) -> u64 {
        self.errors.get(label.index()).copied().unwrap_or(0)
    }

    /// Rows with this label that were judged.
    pub fn judged(&self, label: Class) -> u64 {
        self.cells.get(label.index()).map_or(0, |row| row.iter().sum())
    }

    /// Rows with this label.
    pub fn labelled(&self, label: Class) -> u64 {
        self.judged(label) + self.errors(label)
    }

    /// True accepts, false accepts, false rejects, true rejects.
    pub fn cells(&self) -> [u64; 4] {
        let accepted = |label: Class| self.cell(label, Class::Useful);
        let useless = || Class::all().filter(|label| !label.is_useful());
        let false_accepts = useless().map(accepted).sum();
        let true_rejects = useless().map(|label| self.judged(label) - accepted(label)).sum();
        let true_accepts = accepted(Class::Useful);
        [true_accepts, false_accepts, self.judged(Class::Useful) - true_accepts, true_rejects]
    }

    /// Useless rows with the very reason that their label says.
    pub fn right_reasons(&self) -> u64 {
        Class::all().filter(|label| !label.is_useful()).map(|label| self.cell(label, label)).sum()
    }
}

/// One line of `metrics.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name.
    pub name: &'static str,
    /// None where it is undefined.
    pub value: Option<f64>,
    /// 95 %.
    pub interval: Option<Interval>,
    /// Rows that it is a share of, or is made from.
    pub n: u64,
    /// What to know before reading it; empty if nothing.
    pub note: String,
}

/// The figures of one group of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// `all`, a language, a label, or `site:` and a site.
    pub name: String,
    /// Its confusion.
    pub confusion: Confusion,
    /// Its figures, in a fixed order.
    pub metrics: Vec<Metric>,
}

impl Group {
    fn of(name: String, confusion: Confusion) -> Self {
        let metrics = metrics_of(&confusion, &name);
        Self { name, confusion, metrics }
    }

    /// One figure.
    pub fn metric(&self, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }
}

/// The F1 score of true accepts, false accepts, false rejects and true rejects.
pub fn f1(cells: [u64; 4]) -> Option<f64> {
    let [tp, fp, fn_, _] = cells;
    share(2 * tp, 2 * tp + fp + fn_)
}

/// Matthews' correlation coefficient of the same.
pub fn mcc(cells: [u64; 4]) -> Option<f64> {
    let [tp, fp, fn_, tn] = cells.map(|count| count as f64);
    let product = (tp + fp) * (tp + fn_) * (tn + fp) * (tn + fn_);
    (product > 0.0).then(|| ((tp * tn - fp * fn_) / product.sqrt()).clamp(-1.0, 1.0))
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The figures of a confusion. The group's name seeds its intervals, so that they do not depend on other groups.
pub fn metrics_of(confusion: &Confusion, group: &str) -> Vec<Metric> {
    let cells = confusion.cells();
    let [tp, fp, fn_, tn] = cells;
    let all = cells.iter().sum();
    let undefined = "undefined: no page was accepted";
    let no_useful = "undefined: no useful page";
    let no_useless = "undefined: no useless page";
    let seed = SEED ^ hash_text(group);
    let mut metrics = vec![
        rate("precision", tp, tp + fp, undefined),
        rate("recall", tp, tp + fn_, no_useful),
        computed("f1", f1, cells, seed, "undefined: no page is useful or was accepted"),
        rate("accuracy", tp + tn, all, "undefined: no page"),
        rate("false_accept_rate", fp, fp + tn, no_useless),
        rate("false_reject_rate", fn_, tp + fn_, no_useful),
        computed("mcc", mcc, cells, seed, "undefined: all labels or all verdicts are on one side"),
        rate("reason_accuracy", confusion.right_reasons(), fp + tn, no_useless),
    ];
    if fp + tn == 0 && tp > 0 {
        for metric in &mut metrics {
            if matches!(metric.name, "precision" | "f1") {
                "says nothing of wrong accepts: no useless page".clone_into(&mut metric.note);
            }
        }
    }
    metrics
}

fn rate(name: &'static str, part: u64, whole: u64, undefined: &str) -> Metric {
    let value = share(part, whole);
    Metric { name, value, interval: wilson(part, whole), n: whole, note: note(value, whole, undefined) }
}

fn computed(
    name: &'static str,
    figure: impl Fn([u64; 4]) -> Option<f64>,
    cells: [u64; 4],
    seed: u64,
    undefined: &str,
) -> Metric {
    let (value, n) = (figure(cells), cells.iter().sum());
    let interval = bootstrap(cells, seed, figure);
    let mut note = note(value, n, undefined);
    if value.is_some() && interval.is_none() {
        "no interval: undefined in most samples".clone_into(&mut note);
    }
    Metric { name, value, interval, n, note }
}

fn note(value: Option<f64>, n: u64, undefined: &str) -> String {
    match value {
        None => undefined.to_owned(),
        Some(_) if n < FEW => format!("few pages ({n}): says little"),
        Some(_) => String::new(),
    }
}

/// The figures of all rows, of each language, of each label, and of each site with enough rows.
pub fn groups(table: &Table, verdicts: &[Option<Class>]) -> Vec<Group> {
    let (mut all, mut by_label) = (Confusion::default(), vec![Confusion::default(); Class::COUNT]);
    let langs = table.langs.sorted();
    let sites = table.sites.sorted();
    let mut by_lang = vec![Confusion::default(); langs.len()];
    let mut by_site = vec![Confusion::default(); sites.len()];
    for (head, verdict) in table.rows.iter().zip(verdicts) {
        let Some(label) = head.label else { continue };
        all.add(label, *verdict);
        let slots = [
            by_label.get_mut(label.index()),
            by_lang.get_mut(head.lang as usize),
            by_site.get_mut(head.site as usize),
        ];
        slots.into_iter().flatten().for_each(|confusion| confusion.add(label, *verdict));
    }
    let mut groups = vec![Group::of("all".to_owned(), all)];
    let named = |names: Vec<(&str, u32)>, confusions: Vec<Confusion>, prefix: &'static str, least: u64| {
        let pick = move |(name, number): (&str, u32)| {
            let confusion = confusions.get(number as usize)?;
            let rows: u64 = Class::all().map(|label| confusion.labelled(label)).sum();
            (!name.is_empty() && rows >= least)
                .then(|| Group::of(format!("{prefix}{name}"), confusion.clone()))
        };
        names.into_iter().filter_map(pick).collect::<Vec<Group>>()
    };
    groups.extend(named(langs, by_lang, "", 1));
    let labelled = Class::all().zip(by_label);
    let present = labelled.filter(|(label, confusion)| confusion.labelled(*label) > 0);
    groups.extend(present.map(|(label, confusion)| Group::of(label.name().to_owned(), confusion)));
    groups.extend(named(sites, by_site, "site:", MIN_SITE_ROWS));
    groups
}

/// What a reader must know before trusting the figures.
pub fn warnings(confusion: &Confusion) -> Vec<String> {
    let [tp, fp, fn_, tn] = confusion.cells();
    let errors: u64 = Class::all().map(|label| confusion.errors(label)).sum();
    let mut warnings = Vec::new();
    for (n, what) in [(tp + fn_, "useful"), (fp + tn, "useless")] {
        if n == 0 {
            warnings.push(format!("no {what} page: half of the figures are undefined"));
        } else if n < FEW {
            warnings.push(format!("only {n} {what} pages: their rates say little, see the intervals"));
        }
    }
    if errors > 0 {
        warnings.push(format!("{errors} pages could not be judged and are in no figure"));
    }
    warnings
}

/// The least and the most that a rate is over several counts; none where it is undefined in all.
pub fn spread(rates: impl Iterator<Item = Option<f64>>) -> Option<Interval> {
    let mut defined: Vec<f64> = rates.flatten().collect();
    defined.sort_by(f64::total_cmp);
    Some(Interval { low: *defined.first()?, high: *defined.last()? })
}

/// Thresholds whose settings differ from the defaults, by name.
pub fn changed<'c>(checks: &'c Checks, before: &[f64], after: &[f64]) -> Vec<(&'c str, f64, f64)> {
    let both = before.iter().zip(after).zip(&checks.thresholds);
    both.filter(|((b, a), _)| b.to_bits() != a.to_bits())
        .map(|((b, a), threshold)| (threshold.name, *b, *a))
        .collect()
}
