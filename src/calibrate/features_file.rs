//! Feature rows as files: what an extraction on many machines writes, and what one report is made from.
//!
//! Two forms with the same content: JSON Lines, which also tell what dropping each marker would change, and CSV. A
//! `pages.csv` can be read back too.

use std::io::{BufRead, Read};

use serde_json::{Map, Value, json};

use super::checks::Checks;
use super::class::Class;
use super::extract::FeatureRow;
use super::places::TableMistake;
use crate::calibrate::cells::{CsvRow, unguarded};

/// More mistakes than this are not told.
const MAX_MISTAKES: usize = 20;

/// A row as one line of JSON, with its line end.
pub fn to_json_line(row: &FeatureRow, checks: &Checks) -> Vec<u8> {
    let present = checks.columns.iter().zip(&row.values).filter(|(_, value)| value.is_finite());
    let features: Map<String, Value> =
        present.map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    let without: Map<String, Value> =
        row.without.iter().map(|(phrase, class)| (phrase.clone(), json!(class.name()))).collect();
    let line = json!({
        "page": row.page, "query": row.query, "label": row.label.map(Class::name), "lang": row.lang,
        "site": row.site, "features": features, "without": without, "error": row.error,
    });
    format!("{line}\n").into_bytes()
}

/// The first line of the CSV form.
pub fn csv_header(checks: &Checks) -> Vec<u8> {
    let mut header = CsvRow::default();
    let fixed = ["page", "query", "label", "lang", "site"];
    for name in fixed.iter().chain(&checks.columns).chain(&["error"]) {
        header.text(name);
    }
    header.finish()
}

/// A row in the CSV form.
pub fn to_csv(row: &FeatureRow, checks: &Checks) -> Vec<u8> {
    let mut cells = CsvRow::default();
    cells.text(&row.page);
    cells.text(&row.query);
    cells.text(row.label.map_or("", Class::name));
    cells.text(&row.lang);
    cells.text(&row.site);
    feature_cells(&mut cells, row, checks);
    cells.text(row.error.as_deref().unwrap_or_default());
    cells.finish()
}

/// One cell for each feature, empty where the document has none.
pub fn feature_cells(cells: &mut CsvRow, row: &FeatureRow, checks: &Checks) {
    for place in 0..checks.columns.len() {
        cells.number(row.values.get(place).copied());
    }
}

/// Reads a feature file of either form and gives each row to `each`, in order.
pub fn read_features(
    mut input: impl BufRead,
    checks: &Checks,
    each: impl FnMut(FeatureRow),
) -> Result<(), Vec<TableMistake>> {
    let starts =
        input.fill_buf().map_err(|error| vec![mistake(1, 1, error.to_string(), "read another file")])?;
    let starts = starts.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(starts).trim_ascii_start();
    let mistakes = if starts.first() == Some(&b'{') {
        read_json_lines(input, checks, each)
    } else {
        read_csv(input, checks, each)
    };
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
}

fn mistake(line: u32, column: u32, title: impl Into<String>, fix: &str) -> TableMistake {
    TableMistake { line, column, title: title.into(), fix: fix.to_owned() }
}

fn read_json_lines(
    input: impl BufRead,
    checks: &Checks,
    mut each: impl FnMut(FeatureRow),
) -> Vec<TableMistake> {
    let mut mistakes = Vec::new();
    for (line, number) in input.split(b'\n').zip(1..) {
        let read = line.map_err(|error| error.to_string()).and_then(|line| {
            let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line).trim_ascii();
            if line.is_empty() { Ok(None) } else { row_of_json(line, checks).map(Some) }
        });
        match read {
            Ok(row) => row.into_iter().for_each(&mut each),
            Err(why) => {
                mistakes.push(mistake(number, 1, why, "extract the features again with this version"));
            }
        }
        if mistakes.len() >= MAX_MISTAKES {
            break;
        }
    }
    mistakes
}

fn row_of_json(line: &[u8], checks: &Checks) -> Result<FeatureRow, String> {
    let value: Value = serde_json::from_slice(line).map_err(|error| format!("not JSON: {error}"))?;
    let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let page = value.get("page").and_then(Value::as_str).ok_or("`page` is missing")?.to_owned();
    let class = |name: &str| Class::from_name(name).ok_or_else(|| format!("unknown label `{name}`"));
    let label = match text("label").as_str() {
        "" => None,
        name => Some(class(name)?),
    };
    let error = Some(text("error")).filter(|error| !error.is_empty());
    let features = value.get("features").and_then(Value::as_object);
    let features = features.ok_or("`features` is missing")?;
    if let Some(unknown) = features.keys().find(|name| !checks.columns.contains(&name.as_str())) {
        return Err(format!("unknown feature `{unknown}`"));
    }
    let number = |name: &&str| match features.get(*name) {
        None => Ok(f64::NAN),
        Some(value) => value.as_f64().ok_or_else(|| format!("feature `{name}` is no number")),
    };
    let values = if error.is_some() {
        Vec::new()
    } else {
        checks.columns.iter().map(number).collect::<Result<_, _>>()?
    };
    let mut without = Vec::new();
    for (phrase, name) in value.get("without").and_then(Value::as_object).into_iter().flatten() {
        without.push((phrase.clone(), class(name.as_str().unwrap_or_default())?));
    }
    Ok(FeatureRow {
        page,
        label,
        query: text("query"),
        lang: text("lang"),
        site: text("site"),
        values,
        without,
        error,
    })
}

struct CsvColumns {
    page: usize,
    query: usize,
    label: usize,
    lang: Option<usize>,
    site: Option<usize>,
    error: Option<usize>,
    features: Vec<usize>,
}

fn read_csv(input: impl Read, checks: &Checks, mut each: impl FnMut(FeatureRow)) -> Vec<TableMistake> {
    let mut reader = csv::ReaderBuilder::new().from_reader(input);
    let columns = match reader.headers().map(|header| csv_columns(header, checks)) {
        Ok(Ok(columns)) => columns,
        Ok(Err(title)) => return vec![mistake(1, 1, title, "extract the features again with this version")],
        Err(error) => return vec![csv_mistake(&error)],
    };
    let (mut record, mut mistakes) = (csv::StringRecord::new(), Vec::new());
    while mistakes.len() < MAX_MISTAKES {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => match row_of_csv(&record, &columns) {
                Ok(row) => each(row),
                Err(why) => {
                    let line = record.position().map_or(1, |at| u32::try_from(at.line()).unwrap_or(u32::MAX));
                    mistakes.push(mistake(line, 1, why, "extract the features again with this version"));
                }
            },
            Err(error) => mistakes.push(csv_mistake(&error)),
        }
    }
    mistakes
}

fn csv_mistake(error: &csv::Error) -> TableMistake {
    let line = error.position().map_or(1, |at| u32::try_from(at.line()).unwrap_or(u32::MAX));
    mistake(line, 1, error.to_string(), "extract the features again: the file was changed or cut off")
}

fn csv_columns(header: &csv::StringRecord, checks: &Checks) -> Result<CsvColumns, String> {
    let find = |name: &str| header.iter().position(|cell| cell.trim_start_matches('\u{feff}') == name);
    let need = |name: &str| find(name).ok_or_else(|| format!("no column `{name}`"));
    Ok(CsvColumns {
        page: need("page")?,
        query: need("query")?,
        label: need("label")?,
        lang: find("lang"),
        site: find("site"),
        error: find("error"),
        features: checks.columns.iter().map(|name| need(name)).collect::<Result<_, _>>()?,
    })
}

fn row_of_csv(record: &csv::StringRecord, columns: &CsvColumns) -> Result<FeatureRow, String> {
    let text = |cell: usize| unguarded(record.get(cell).unwrap_or_default()).to_owned();
    let optional = |cell: Option<usize>| cell.map(text).unwrap_or_default();
    let label = match text(columns.label).as_str() {
        "" => None,
        name => Some(Class::from_name(name).ok_or_else(|| format!("unknown label `{name}`"))?),
    };
    let error = Some(optional(columns.error)).filter(|error| !error.is_empty());
    let number = |cell: &usize| match record.get(*cell).unwrap_or_default() {
        "" => Ok(f64::NAN),
        text => text.parse::<f64>().map_err(|_| format!("`{text}` is no number")),
    };
    let values = if error.is_some() {
        Vec::new()
    } else {
        columns.features.iter().map(number).collect::<Result<_, _>>()?
    };
    Ok(FeatureRow {
        page: text(columns.page),
        label,
        query: text(columns.query),
        lang: optional(columns.lang),
        site: optional(columns.site),
        values,
        without: Vec::new(),
        error,
    })
}
