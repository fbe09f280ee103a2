//! One row a figure and engine, as `metrics.csv` of a calibration has them.

use super::figures::figures;
use crate::calibrate::cells::CsvRow;
use crate::compare::Table;
use crate::receipt::Vocabulary as _;

/// All rows, the header first.
pub fn rows(table: &Table) -> Vec<u8> {
    let mut bytes = b"engine,metric,value,ci_low,ci_high,n\n".to_vec();
    for (engine, row) in table.rows() {
        for figure in figures(row) {
            let mut csv = CsvRow::default();
            csv.text(engine.wire());
            csv.text(figure.name);
            csv.rate(figure.value);
            csv.rate(figure.interval.map(|interval| interval.low));
            csv.rate(figure.interval.map(|interval| interval.high));
            csv.count(figure.of);
            bytes.extend(csv.finish());
        }
    }
    bytes
}
