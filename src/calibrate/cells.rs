//! One row of a CSV file: texts that no spreadsheet runs, numbers that nothing is done to.

/// The signs that make a spreadsheet run a cell.
const RUN: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A row in the making.
#[derive(Debug, Default)]
pub struct CsvRow {
    bytes: Vec<u8>,
    begun: bool,
}

impl CsvRow {
    /// A text cell; one that a spreadsheet would run gets a leading `'`.
    pub fn text(&mut self, text: &str) {
        self.comma();
        let guard = if text.starts_with(RUN) { "'" } else { "" };
        if text.contains(['"', ',', '\n', '\r']) {
            self.push(&format!("\"{guard}{}\"", text.replace('"', "\"\"")));
        } else {
            self.push(guard);
            self.push(text);
        }
    }

    /// A number as it is, with as many digits as it takes to read it back; empty where there is none.
    pub fn number(&mut self, value: Option<f64>) {
        self.comma();
        if let Some(value) = value.filter(|value| value.is_finite()) {
            self.push(&if value == 0.0 { "0".to_owned() } else { value.to_string() });
        }
    }

    /// A rate, to six decimals; empty where it is undefined.
    pub fn rate(&mut self, value: Option<f64>) {
        self.comma();
        if let Some(value) = value.filter(|value| value.is_finite()) {
            self.push(&crate::calibrate::checks::plain_number(value));
        }
    }

    /// A count.
    pub fn count(&mut self, value: u64) {
        self.comma();
        self.push(&value.to_string());
    }

    /// The row with its line end.
    pub fn finish(mut self) -> Vec<u8> {
        self.push("\n");
        self.bytes
    }

    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn comma(&mut self) {
        if self.begun {
            self.push(",");
        }
        self.begun = true;
    }
}

/// A text cell as it was before it was guarded.
pub fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(RUN) => rest,
        Some(_) | None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_run_and_no_number_is_touched() {
        let mut row = CsvRow::default();
        for text in ["=1+1", "+1", "-1", "@a", "\tx", "\rx", "a=b", "'x", "say \"hi\", you", "-a,b"] {
            row.text(text);
        }
        row.number(Some(-1.5));
        row.number(Some(0.1 + 0.2));
        row.number(Some(f64::NAN));
        row.number(None);
        row.rate(Some(-0.25));
        row.count(3);
        let right = "'=1+1,'+1,'-1,'@a,'\tx,\"'\rx\",a=b,'x,\"say \"\"hi\"\", you\",\"'-a,b\",-1.5,\
            0.30000000000000004,,,-0.25,3\n";
        assert_eq!(String::from_utf8(row.finish()).unwrap(), right);
        for text in ["=1", "'x", "''", "-", "plain", ""] {
            let mut row = CsvRow::default();
            row.text(text);
            let cell = String::from_utf8(row.finish()).unwrap();
            assert_eq!(unguarded(cell.trim_end_matches('\n')), text);
        }
    }
}
