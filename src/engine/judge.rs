//! Who says whether a payload is an answer: the validator, or an engine's own idea of success.

use crate::transport::Response;
use crate::validator::{Asked, Validator, Verdict};

/// Judges the payload of a response that has a status for one.
pub(super) trait Judge {
    /// What may be cited, or why it is no answer.
    fn judge<'a>(&self, response: &'a Response, asked: &Asked<'_>) -> Verdict<'a>;
}

impl Judge for Validator {
    fn judge<'a>(&self, response: &'a Response, asked: &Asked<'_>) -> Verdict<'a> {
        Self::judge(self, response, asked)
    }
}
