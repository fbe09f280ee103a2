//! Text into markup.

/// Adds to a text.
pub(in crate::report) fn add(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    use std::fmt::Write;
    // Writing to a String cannot fail.
    let _ = text.write_fmt(arguments);
}

/// A text as it may stand in an element or a quoted attribute. Characters that HTML cannot hold are replaced.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A text of unknown direction, escaped and kept apart from what is around it.
pub(in crate::report) fn foreign(text: &str) -> String {
    format!("<bdi>{}</bdi>", escape(text))
}

/// A share as a percentage; a dash where it is undefined.
pub(in crate::report) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "\u{2013}".to_owned(), |share| format!("{:.1}\u{202f}%", share * 100.0))
}

/// A coordinate.
pub(in crate::report) fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_leave_its_element() {
        assert_eq!(escape("<b a='1'>&\"\u{1b}[31m\n"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;\u{fffd}[31m ");
    }
}
