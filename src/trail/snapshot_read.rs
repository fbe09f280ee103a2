//! Reading the trails back out of a snapshot, strictly.

use std::fmt::Write as _;

use super::entry::Entry;
use super::problem::Problem;
use super::read::Placed;
use super::snapshot::split;

const WRITE_AGAIN: &str = "restore the snapshot, or delete it and write it with `trailcheck run --accept`";

/// The trails of a snapshot file, in the order of its lookups.
///
/// # Errors
/// What is wrong with it, with its line in the file.
pub fn read(scenario: &str, file: &str) -> Result<Vec<Placed>, Problem> {
    let Some((header, contents)) = split(file) else {
        let title = "the snapshot has no header between two `---` lines";
        return Err(Problem::new(title, WRITE_AGAIN).at_line(1));
    };
    let first_line = 1 + header.matches('\n').count();
    read_contents(scenario, contents, first_line as u64)
}

/// The trails of what stands below a snapshot's header, whose first line has this number.
///
/// # Errors
/// What is wrong with it, with its line.
pub fn read_contents(scenario: &str, contents: &str, first_line: u64) -> Result<Vec<Placed>, Problem> {
    let mut lines = Lines { rest: contents, line: first_line };
    let mut trails = Vec::new();
    while let Some(heading) = lines.next() {
        let at = lines.line - 1;
        let entry = lookup(scenario, heading, &mut lines).map_err(|problem| match problem.line {
            Some(_) => problem,
            None => problem.at_line(at),
        })?;
        if entry.lookup() as usize != trails.len() {
            let title = format!("lookup {} stands where lookup {} is due", entry.lookup(), trails.len());
            return Err(Problem::new(title, WRITE_AGAIN).at_line(at));
        }
        trails.push(Placed { line: Some(at), entry });
    }
    if trails.is_empty() {
        return Err(Problem::new("the snapshot has no trail", WRITE_AGAIN).at_line(lines.line));
    }
    Ok(trails)
}

/// What is left of a text, and the number of its first line.
struct Lines<'t> {
    rest: &'t str,
    line: u64,
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += 1;
        Some(line.trim_end_matches('\r'))
    }
}

impl<'t> Lines<'t> {
    /// The rest of a line that begins with `label`, if the next one does.
    fn labelled(&mut self, label: &str) -> Option<&'t str> {
        self.rest.starts_with(label).then(|| self.next()).flatten().map(|line| &line[label.len()..])
    }

    fn skip_blank(&mut self) {
        if self.rest.starts_with('\n') || self.rest.starts_with("\r\n") {
            self.next();
        }
    }

    fn due(&mut self, label: &str) -> Result<&'t str, Problem> {
        let line = self.line;
        self.labelled(label).ok_or_else(|| {
            Problem::new(format!("a line that begins with `{}` is due here", label.trim()), WRITE_AGAIN)
                .at_line(line)
        })
    }
}

/// Puts one lookup together as a trail in JSON, and reads that.
fn lookup(scenario: &str, heading: &str, lines: &mut Lines<'_>) -> Result<Entry, Problem> {
    let heading = heading.strip_prefix("lookup ").and_then(|rest| rest.split_once(" engine="));
    let Some((number, engine)) = heading else {
        return Err(Problem::new("a line such as `lookup 0 engine=bounded` is due here", WRITE_AGAIN));
    };
    let one_line_at = lines.line;
    let one_line = lines.due("")?;
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut json = format!("{{\"scenario\":{},\"lookup\":{number}", quoted(scenario));
    // Writing to a String cannot fail.
    let _ = write!(json, ",\"engine\":{}", quoted(engine));
    let _ = write!(json, ",\"calls\":{}", lines.due("calls: ")?);
    let _ = write!(json, ",\"unused\":{}", lines.due("unused: ")?);
    let _ = write!(json, ",\"violations\":{}", lines.labelled("violations: ").unwrap_or("[]"));
    let _ = write!(json, ",\"extra\":{}", lines.labelled("extra: ").unwrap_or("{}"));
    lines.due("events:")?;
    let mut events = Vec::new();
    while let Some(event) = lines.labelled("  ") {
        events.push(event);
    }
    let _ = write!(json, ",\"events\":[{}]", events.join(","));
    lines.due("receipt:")?;
    json.push_str(",\"receipt\":");
    for line in lines.by_ref() {
        json.push_str(line);
        if line.is_empty() || line == "}" {
            break;
        }
    }
    json.push('}');
    lines.skip_blank();
    let entry = Entry::read(json.as_bytes()).map_err(|problem| Problem {
        line: None,
        column: None,
        fix: WRITE_AGAIN.to_owned(),
        ..problem
    })?;
    agrees(&entry, one_line).map_err(|problem| problem.at_line(one_line_at))?;
    Ok(entry)
}

fn agrees(entry: &Entry, one_line: &str) -> Result<(), Problem> {
    match entry {
        Entry::Trail(trail) if trail.receipt.line().to_string() != one_line => {
            Err(Problem::new("the one-line form is not that of the receipt below it", WRITE_AGAIN))
        }
        Entry::Trail(_) | Entry::Foreign(_) => Ok(()),
    }
}
