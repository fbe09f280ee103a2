//! Two lines one under the other, with what differs marked.

use similar::{ChangeTag, TextDiff};

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Does the other line have something else here?
    pub(super) differs: bool,
}

/// The pieces of both lines; joined, each gives its line back.
pub(super) fn both(old: &str, new: &str) -> (Vec<Piece>, Vec<Piece>) {
    let (old_parts, new_parts) = (parts(old), parts(new));
    let diff = TextDiff::from_slices(&old_parts, &new_parts);
    let (mut olds, mut news) = (Vec::new(), Vec::new());
    for change in diff.iter_all_changes() {
        match change.tag() {
            ChangeTag::Equal => {
                push(&mut olds, change.value(), false);
                push(&mut news, change.value(), false);
            }
            ChangeTag::Delete => push(&mut olds, change.value(), true),
            ChangeTag::Insert => push(&mut news, change.value(), true),
        }
    }
    (olds, news)
}

fn push(pieces: &mut Vec<Piece>, text: &str, differs: bool) {
    match pieces.last_mut() {
        Some(last) if last.differs == differs => last.text.push_str(text),
        Some(_) | None => pieces.push(Piece { text: text.to_owned(), differs }),
    }
}

/// Splits before and after spaces, slashes, brackets, colons and equals signs, so that a part is a name, a value or
/// a sign.
fn parts(line: &str) -> Vec<&str> {
    let is_sign = |c: char| matches!(c, ' ' | '/' | '[' | ']' | ':' | '=');
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = if is_sign(first) { first.len_utf8() } else { rest.find(is_sign).unwrap_or(rest.len()) };
        let (part, after) = rest.split_at(end);
        parts.push(part);
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_pieces_are_the_lines_and_only_what_differs_is_marked() {
        let old = "outcome=a x=1/2 trail=[p:ok -> f:ok]";
        let new = "outcome=b x=1/2 trail=[p:ok -> f:no]";
        let (olds, news) = both(old, new);
        let join = |pieces: &[Piece]| pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
        assert_eq!((join(&olds).as_str(), join(&news).as_str()), (old, new));
        let marked = |pieces: &[Piece]| -> Vec<String> {
            pieces.iter().filter(|piece| piece.differs).map(|piece| piece.text.clone()).collect()
        };
        assert_eq!(marked(&olds), ["a", "ok"]);
        assert_eq!(marked(&news), ["b", "no"]);
        assert!(both(old, old).0.iter().all(|piece| !piece.differs));
    }
}
