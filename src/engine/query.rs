//! The query before anything is asked: normalised, or refused.

use super::policy::Policy;
use crate::receipt::Refusal;
use crate::validator::terms::fold;

/// Trims a query and collapses each run of Unicode white space to one space; nothing else changes.
pub fn normalise(query: &str) -> String {
    let mut words = query.split_whitespace();
    let mut normal = String::with_capacity(query.len());
    normal.extend(words.next());
    for word in words {
        normal.push(' ');
        normal.push_str(word);
    }
    normal
}

/// Collapses white space without trimming: a deny term may well begin or end with a space.
pub(super) fn normalise_inner(term: &str) -> String {
    let edge = |c: Option<char>| if c.is_some_and(char::is_whitespace) { " " } else { "" };
    format!("{}{}{}", edge(term.chars().next()), normalise(term), edge(term.chars().next_back()))
}

/// Why the policy refuses a normalised query, in the order of the contract.
pub fn refusal(normal: &str, policy: &Policy) -> Option<Refusal> {
    if normal.is_empty() {
        return Some(Refusal::QueryBlank);
    }
    if normal.chars().count() as u64 > policy.max_query_chars() {
        return Some(Refusal::QueryTooLong);
    }
    if !policy.deny_terms().is_empty() {
        let folded = fold(normal);
        if policy.deny_terms().iter().any(|term| folded.contains(term.as_str())) {
            return Some(Refusal::QueryDenied);
        }
    }
    None
}
