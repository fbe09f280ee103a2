//! Text as markers are compared with it.

/// Lower case, straight quotes, single spaces.
pub fn normalise(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    append(text, &mut normal);
    normal
}

/// The same behind what stands in `out`.
pub(super) fn append(text: &str, out: &mut String) {
    // Most text has single spaces already, and then needs no cutting into words.
    let is_single = text.is_ascii()
        && !text.starts_with(' ')
        && !text.ends_with(' ')
        && !text.as_bytes().windows(2).any(|pair| pair == b"  ")
        && !text.bytes().any(|byte| byte != b' ' && byte.is_ascii_whitespace() || byte == 0x0b);
    if is_single {
        return normalise_into(text, out);
    }
    let start = out.len();
    for word in text.split_whitespace() {
        if out.len() > start {
            out.push(' ');
        }
        normalise_into(word, out);
    }
}

/// Appends `text`, whose white space is already single, in lower case and with straight quotes.
pub fn normalise_into(text: &str, out: &mut String) {
    if text.is_ascii() {
        let from = out.len();
        out.push_str(text);
        if let Some(tail) = out.get_mut(from..) {
            tail.make_ascii_lowercase();
        }
        return;
    }
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => out.push(c.to_ascii_lowercase()),
            '’' | '‘' | '´' => out.push('\''),
            '“' | '”' | '„' => out.push('"'),
            '\u{a0}' | '\u{202f}' | '\u{3000}' => out.push(' '),
            '\u{3040}'..='\u{d7ff}' => out.push(c),
            'İ' => out.push('i'),
            _ => out.extend(c.to_lowercase()),
        }
    }
}
