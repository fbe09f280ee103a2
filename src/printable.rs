//! Text that cannot drive a terminal or break a report: no escape sequences, no control characters.

use std::borrow::Cow;

/// Removes whole escape sequences and then every control character but tab and newline.
pub(crate) fn without_controls(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let stripped = anstream::adapter::strip_str(text).to_string();
    Cow::Owned(stripped.chars().filter(|c| !is_unprintable(*c)).collect())
}

/// The same in one line: line breaks become spaces.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    match without_controls(text) {
        text if text.contains('\n') => Cow::Owned(text.replace('\n', " ")),
        text => text,
    }
}

/// The first characters of a text, and an ellipsis where there are more.
pub(crate) fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Control characters, and the marks that reorder what a reader sees.
fn is_unprintable(c: char) -> bool {
    (c.is_control() && c != '\t' && c != '\n')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::{one_line, without_controls};

    #[test]
    fn whole_sequences_are_gone() {
        assert_eq!(without_controls("a\u{1b}[31mred\u{1b}[0m b"), "ared b");
        assert_eq!(without_controls("a\u{1b}]0;title\u{7}b\r\u{0}"), "ab");
        assert_eq!(without_controls("plain\ttext\n"), "plain\ttext\n");
        assert_eq!(one_line("a\r\nb"), "a b");
    }
}
