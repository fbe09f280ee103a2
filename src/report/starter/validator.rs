//! A validator file with every threshold at its default, commented out: made from the types and from the schema's
//! words, so that it cannot drift.

use std::fmt::Write as _;

use serde_json::Value;

use crate::receipt::Vocabulary as _;
use crate::scenario::wire::validator_schema;
use crate::validator::Thresholds;
use crate::validator::checks::Threshold;

const COLUMNS: usize = 100;

/// The text of the file.
pub fn file() -> String {
    let schema = validator_schema().to_value();
    let defaults = Thresholds::default();
    // Whole, so that a new threshold does not compile until it stands here.
    let Thresholds { min_hits, min_snippet_chars, require_term_overlap, wall_rule, page } = defaults;
    let mut text = "# yaml-language-server: $schema=schemas/validator.json\n\
        # When is a payload useful? Every threshold stands here with its default. Remove the # before a name, and\n\
        # give it a value of your own. `trailcheck calibrate` measures settings on labelled pages.\n\n\
        # Search responses\n\n"
        .to_owned();
    for (name, value) in [
        ("min_hits", min_hits.to_string()),
        ("min_snippet_chars", min_snippet_chars.to_string()),
        ("require_term_overlap", require_term_overlap.to_string()),
        ("wall_rule", wall_rule.wire().to_owned()),
    ] {
        field(&mut text, &schema, name, &value);
    }
    text.push_str("# Pages\n\n");
    for threshold in Threshold::ALL {
        field(&mut text, &schema, threshold.name(), &page.get(*threshold).to_string());
    }
    markers(&mut text, &schema);
    text
}

fn field(text: &mut String, schema: &Value, name: &str, value: &str) {
    comment(text, description(&schema["properties"][name]));
    // Writing to a String cannot fail.
    let _ = writeln!(text, "#{name}: {value}\n");
}

fn description(property: &Value) -> &str {
    property["description"].as_str().unwrap_or_default()
}

/// The built-in lists are long, so that only their names are shown.
fn markers(text: &mut String, schema: &Value) {
    text.push_str("# Both\n\n");
    comment(text, description(&schema["properties"]["markers"]));
    text.push_str("# An empty list has no markers.\n#markers:\n");
    let lists = schema["$defs"]["Markers"]["properties"].as_object();
    for (reason, list) in lists.into_iter().flatten() {
        let _ = writeln!(text, "#  {reason}: [] # {}", description(list));
    }
}

fn comment(text: &mut String, words: &str) {
    let mut columns = COLUMNS;
    for word in words.split_whitespace() {
        let next = columns + 1 + word.chars().count();
        if next > COLUMNS {
            text.push_str(if columns == COLUMNS { "# " } else { "\n# " });
            columns = 2 + word.chars().count();
        } else {
            text.push(' ');
            columns = next;
        }
        text.push_str(word);
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::from_text;

    const AROUND: &str =
        "query: x\ntransports: { primary: { base_url: 'https://primary.invalid/' } }\nvalidator:\n";

    /// The settings, uncommented.
    fn settings() -> Vec<String> {
        let file = file();
        let lines = file.lines().filter_map(|line| line.strip_prefix('#'));
        lines
            .filter(|line| !line.starts_with(' '))
            .take_while(|line| *line != "markers:")
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn the_file_sets_every_threshold_to_its_default() {
        let block: String = settings().iter().flat_map(|line| ["  ", line, "\n"]).collect();
        let scenario = from_text("x", &format!("{AROUND}{block}")).unwrap();
        assert_eq!(*scenario.validator.thresholds(), Thresholds::default());
        let schema = validator_schema().to_value();
        let fields = schema["properties"].as_object().unwrap();
        let mut named: Vec<String> =
            settings().iter().filter_map(|line| Some(line.split_once(':')?.0.to_owned())).collect();
        named.push("markers".to_owned());
        named.sort();
        assert_eq!(named, fields.keys().cloned().collect::<Vec<_>>());
    }

    #[test]
    fn the_schema_tells_the_default_that_holds() {
        let schema = validator_schema().to_value();
        for line in settings() {
            let (name, value) = line.split_once(": ").unwrap();
            let told = description(&schema["properties"][name]).replace('`', "");
            assert!(told.ends_with(&format!("Default {value}.")), "{name}: {told}");
        }
    }

    #[test]
    fn every_marker_list_is_named() {
        let file = file();
        for reason in ["bot_check", "login_wall", "consent_wall", "javascript_required", "error_page"] {
            assert!(file.contains(&format!("#  {reason}: [] # ")), "{file}");
        }
        assert!(
            file.lines()
                .all(|line| line.chars().count() <= 120 && (line.is_empty() || line.starts_with('#')))
        );
    }
}
