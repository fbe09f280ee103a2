//! What the corpus says of its pages: the content type that each came with, and the truth about it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::receipt::{NotUsefulReason, Vocabulary as _};
use crate::transport::scripted::Label;

/// What is said of one page.
#[derive(Clone, Debug, Default)]
pub(super) struct PageFacts {
    /// The header value, where one is stated.
    pub content_type: Option<Arc<str>>,
    /// The label, where all rows of the page agree: with several queries a page may be useful for one alone.
    pub label: Option<Label>,
}

/// The label of this name.
pub(super) fn label_named(name: &str) -> Option<Label> {
    match name {
        "useful" => Some(Label::Useful),
        reason => NotUsefulReason::from_wire(reason).map(Label::NotUseful),
    }
}

/// Reads the rows of `labels.csv`, by page. A faulty list is the calibration's to complain about: a page is a page
/// without it.
pub(super) fn read(labels: &[u8]) -> HashMap<String, PageFacts> {
    let mut facts: HashMap<String, PageFacts> = HashMap::new();
    let bytes = labels.strip_prefix(b"\xef\xbb\xbf").unwrap_or(labels);
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    let Ok(header) = rows.headers() else { return facts };
    let column = |name: &str| header.iter().position(|column| column == name);
    let Some(page) = column("page") else { return facts };
    let (kind, label) = (column("content_type"), column("label"));
    for row in rows.records().filter_map(Result::ok) {
        let Some(page) = row.get(page) else { continue };
        let cell = |column: Option<usize>| column.and_then(|at| row.get(at)).filter(|cell| !cell.is_empty());
        let label = cell(label).and_then(label_named);
        let known = facts.entry(page.to_owned()).or_insert_with(|| PageFacts { content_type: None, label });
        if let Some(kind) = cell(kind) {
            known.content_type = Some(kind.into());
        }
        if known.label != label {
            known.label = None;
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_label_where_its_rows_agree() {
        let facts = read(
            b"page,label,query,content_type\na,useful,x,\na,useful,y,text/plain\nb,useful,x,\n\
              b,no_query_terms_matched,y,\nc,nonsense,x,\n",
        );
        assert_eq!(facts["a"].label, Some(Label::Useful));
        assert_eq!(facts["a"].content_type.as_deref(), Some("text/plain"));
        assert_eq!((facts["b"].label, facts["c"].label), (None, None));
        assert!(read(b"").is_empty() && read(b"x,y\n1,2\n").is_empty());
    }
}
