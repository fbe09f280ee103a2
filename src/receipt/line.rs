//! The one-line form of a receipt, byte for byte as the contract has it.

use std::fmt;

use super::record::Receipt;

/// Prints a receipt as one line; made by [`Receipt::line`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'a>(&'a Receipt);

impl Receipt {
    /// The one-line form:
    /// `outcome=… next_action=… attempts=used/allowed elapsed_ms=elapsed/budget trail=[transport:status -> …]`.
    pub fn line(&self) -> Line<'_> {
        Line(self)
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let receipt = self.0;
        write!(
            f,
            "outcome={} next_action={} attempts={}/{} elapsed_ms={}/{} trail=[",
            receipt.outcome,
            receipt.next_action,
            receipt.attempts_used,
            receipt.attempts_allowed,
            receipt.elapsed_ms,
            receipt.budget_ms,
        )?;
        for (index, attempt) in receipt.attempts.iter().enumerate() {
            let separator = if index == 0 { "" } else { " -> " };
            write!(f, "{separator}{}:{}", attempt.transport, attempt.status)?;
        }
        if receipt.attempts.is_empty() {
            f.write_str("none")?;
        }
        f.write_str("]")
    }
}
