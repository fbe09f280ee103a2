//! Feature rows as columns: what metrics and sweeps work on. Only the features that a check looks at are kept, some
//! 250
//! bytes a row.

use super::checks::Checks;
use super::class::Class;
use super::corpus::Names;
use super::extract::FeatureRow;

/// What is kept of a row besides its features.
#[derive(Clone, Debug)]
pub struct RowHead {
    /// How the page is called.
    pub page: Box<str>,
    /// What was asked.
    pub query: Box<str>,
    /// The truth, where it is known.
    pub label: Option<Class>,
    /// Index into [`Table::langs`].
    pub lang: u32,
    /// Index into [`Table::sites`].
    pub site: u32,
    /// Why the page could not be judged.
    pub error: Option<Box<str>>,
    /// For each marker found, by its index into [`Table::phrases`]: the verdict without it.
    pub without: Box<[(u32, Class)]>,
}

/// All rows of a corpus.
#[derive(Clone, Debug)]
pub struct Table {
    checks: Checks,
    used: Vec<usize>,
    /// In the order of the corpus.
    pub rows: Vec<RowHead>,
    /// By the checks' column; empty for a feature that no check looks at.
    columns: Vec<Vec<f64>>,
    /// Languages.
    pub langs: Names,
    /// Sites.
    pub sites: Names,
    /// Marker phrases that were found anywhere.
    pub phrases: Names,
}

impl Table {
    /// A table without rows.
    pub fn new(checks: &Checks) -> Self {
        let (langs, sites, phrases) = Default::default();
        let columns = vec![Vec::new(); checks.columns.len()];
        let used = checks.used_columns();
        Self { checks: checks.clone(), used, rows: Vec::new(), columns, langs, sites, phrases }
    }

    /// The checks that its rows are judged by.
    pub fn checks(&self) -> &Checks {
        &self.checks
    }

    /// Adds a row.
    pub fn push(&mut self, row: &FeatureRow) {
        for column in &self.used {
            if let Some(values) = self.columns.get_mut(*column) {
                values.push(row.values.get(*column).copied().unwrap_or(f64::NAN));
            }
        }
        let without =
            row.without.iter().map(|(phrase, class)| (self.phrases.number(phrase), *class)).collect();
        self.rows.push(RowHead {
            page: row.page.as_str().into(),
            query: row.query.as_str().into(),
            label: row.label,
            lang: self.langs.number(&row.lang),
            site: self.sites.number(&row.site),
            error: row.error.as_deref().map(Into::into),
            without,
        });
    }

    /// One feature of all rows; empty where no check looks at it.
    pub fn column(&self, column: usize) -> &[f64] {
        self.columns.get(column).map_or(&[], Vec::as_slice)
    }

    /// One feature of one row.
    pub fn value(&self, row: usize, column: usize) -> f64 {
        self.column(column).get(row).copied().unwrap_or(f64::NAN)
    }

    /// The verdict on one row; none where the page could not be read.
    pub fn judge(&self, row: usize, settings: &[f64]) -> Option<Class> {
        let head = self.rows.get(row)?;
        if head.error.is_some() {
            return None;
        }
        Some(self.checks.judge_by(|column| self.value(row, column), settings))
    }

    /// The verdicts on all rows.
    pub fn verdicts(&self, settings: &[f64]) -> Vec<Option<Class>> {
        (0..self.rows.len()).map(|row| self.judge(row, settings)).collect()
    }

    /// Rows that have a label and could be read: what figures are made from.
    pub fn judged_rows(&self) -> Vec<usize> {
        let judged = self.rows.iter().enumerate();
        judged.filter(|(_, row)| row.label.is_some() && row.error.is_none()).map(|(row, _)| row).collect()
    }

    /// The key by which rows are kept together: their site, or the page itself where none is named.
    pub fn group(&self, row: usize) -> &str {
        let Some(head) = self.rows.get(row) else { return "" };
        match self.sites.get(head.site) {
            "" => &head.page,
            site => site,
        }
    }
}
