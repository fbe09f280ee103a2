//! Which names announce a secret.

use super::view::{self, ROUNDS_MAX};

/// Names longer than this are judged by their end.
pub(super) const NAME_LEN_MAX: usize = 128;

/// What kind of value a sensitive name announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secret {
    /// One word: a key, a token, a signature.
    Word,
    /// A pass phrase may have several words.
    Phrase,
    /// A scheme and then its credentials.
    Credential,
}

const WORDS: [&str; 12] = [
    "key",
    "apikey",
    "token",
    "secret",
    "signature",
    "sig",
    "session",
    "sid",
    "jwt",
    "credential",
    "credentials",
    "apitoken",
];
const WORD_ENDS: [&str; 12] = [
    "_key",
    "token",
    "secret",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "sessionid",
    "session_id",
    "sessid",
    "_signature",
    "_credential",
];
const PHRASE_ENDS: [&str; 4] = ["password", "passwd", "passphrase", "_pwd"];

/// What `name` announces, if anything: compared after percent-decoding (three rounds), case folding and folding of
/// `-`, `.`, `+` and space to `_`. `accessToken` reads as `access_token`; of `auth[token]` and `a.b.token` each
/// bracketed part and the last dotted part count as names.
pub(super) fn secret(name: &[u8]) -> Option<Secret> {
    let name = &name[name.len().saturating_sub(NAME_LEN_MAX)..];
    let mut found = secret_in_parts(name);
    let mut plainer = view::decoded(name);
    for _ in 0..ROUNDS_MAX {
        let Some(name) = plainer.take_if(|_| found.is_none()) else { break };
        // A round may bring out what separates parameters; the name is what comes last.
        let start = name.iter().rposition(|byte| b"?&;#/=".contains(byte)).map_or(0, |at| at + 1);
        found = secret_in_parts(&name[start..]);
        plainer = view::decoded(&name);
    }
    found
}

fn secret_in_parts(name: &[u8]) -> Option<Secret> {
    name.split(|byte| matches!(byte, b'[' | b']')).filter(|part| part.len() > 1).find_map(|part| {
        let last = part.iter().rposition(|&byte| byte == b'.').map(|dot| &part[dot + 1..]);
        secret_in(part).or_else(|| last.and_then(secret_in))
    })
}

fn secret_in(part: &[u8]) -> Option<Secret> {
    let part = &part[part.len().saturating_sub(NAME_LEN_MAX)..];
    let mut folded = [0_u8; NAME_LEN_MAX];
    for (to, &byte) in folded.iter_mut().zip(part) {
        *to = if matches!(byte, b'-' | b'.' | b'+' | b' ') { b'_' } else { byte.to_ascii_lowercase() };
    }
    let folded = trim(&folded[..part.len()]);
    plain(folded).or_else(|| {
        // `publicKey`: a capital K begins a word.
        let camel =
            part.strip_suffix(b"Key").and_then(|rest| rest.last()).is_some_and(u8::is_ascii_lowercase);
        camel.then_some(Secret::Word)
    })
}

fn plain(name: &[u8]) -> Option<Secret> {
    let is = |words: &[&str]| words.iter().any(|word| word.as_bytes() == name);
    let ends = |words: &[&str]| words.iter().any(|word| name.ends_with(word.as_bytes()));
    if is(&["auth"]) || ends(&["authorization"]) {
        Some(Secret::Credential)
    } else if is(&["pwd"]) || ends(&PHRASE_ENDS) {
        Some(Secret::Phrase)
    } else if is(&WORDS) || ends(&WORD_ENDS) {
        Some(Secret::Word)
    } else {
        None
    }
}

fn trim(name: &[u8]) -> &[u8] {
    let start = name.iter().position(|&byte| byte != b'_').unwrap_or(name.len());
    let end = name.iter().rposition(|&byte| byte != b'_').map_or(start, |at| at + 1);
    &name[start..end]
}
