//! Lines that fit a terminal.

/// Breaks a line at spaces; the lines after the first are indented.
pub(super) fn wrap(line: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width.max(20) {
            lines.push(" ".repeat(indent));
            used = indent;
        } else if used > 0 {
            if let Some(last) = lines.last_mut() {
                last.push(' ');
            }
            used += 1;
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(word);
        }
        used += length;
    }
    lines
}
