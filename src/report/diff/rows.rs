//! CSV: one row a change, and one for each scenario that only one side has.

use crate::calibrate::cells::CsvRow;
use crate::diff::{Change, Finding};
use crate::receipt::Vocabulary as _;

/// The first row.
pub fn header() -> &'static [u8] {
    b"scenario,lookup,class,aspect,role,transport,old,new\n"
}

/// The rows of one finding; none for a lookup that is the same. `class` is `added`, `removed` or `renamed` for a
/// scenario that only one side has.
pub fn rows(finding: &Finding) -> Vec<u8> {
    match finding {
        Finding::Same(_) => Vec::new(),
        Finding::Changed(changed) => {
            let (scenario, lookup) = changed.lookup();
            changed.changes.iter().flat_map(|change| row(scenario, lookup, change)).collect()
        }
        Finding::Added(name) => apart(name, "added", "", name),
        Finding::Removed(name) => apart(name, "removed", name, ""),
        Finding::Renamed { old, new } => apart(new, "renamed", old, new),
    }
}

fn row(scenario: &str, lookup: u32, change: &Change) -> Vec<u8> {
    let mut row = CsvRow::default();
    row.text(scenario);
    row.count(lookup.into());
    row.text(change.aspect.class().wire());
    row.text(change.aspect.wire());
    row.text(change.role.map_or("", |role| role.wire()));
    row.text(change.transport.as_deref().unwrap_or_default());
    row.text(&change.old);
    row.text(&change.new);
    row.finish()
}

fn apart(scenario: &str, class: &str, old: &str, new: &str) -> Vec<u8> {
    let mut row = CsvRow::default();
    for text in [scenario, "", class, "scenario", "", "", old, new] {
        row.text(text);
    }
    row.finish()
}
