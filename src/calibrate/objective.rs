//! What a search looks for: the least cost, or the fewest false rejects within a bound on false accepts.

use super::bits::Counts;

/// What makes one setting better than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Objective {
    /// The least sum of these costs.
    Cost {
        /// Of one useless page that is accepted.
        false_accept: f64,
        /// Of one useful page that is rejected.
        false_reject: f64,
    },
    /// At most this share of the useless pages accepted, and then the fewest useful ones rejected.
    MaxFalseAccept(f64),
}

impl Default for Objective {
    fn default() -> Self {
        Self::Cost { false_accept: 1.0, false_reject: 1.0 }
    }
}

/// How bad a setting is; compared number by number, less is better.
pub type Badness = [f64; 4];

impl Objective {
    /// How bad these verdicts are: what is looked for, then the wrong verdicts, then the wrong reasons.
    pub fn badness(&self, counts: &Counts) -> Badness {
        let (accepts, rejects) = (counts.false_accepts() as f64, counts.false_rejects() as f64);
        let wrong_reasons = (counts.useless() - counts.right_reasons()) as f64;
        match *self {
            Self::Cost { false_accept, false_reject } => {
                [accepts * false_accept + rejects * false_reject, accepts + rejects, 0.0, wrong_reasons]
            }
            Self::MaxFalseAccept(share) => {
                let excess = (accepts - self.allowed(counts, share)).max(0.0);
                [excess, rejects, accepts, wrong_reasons]
            }
        }
    }

    /// Does it meet the bound, if there is one?
    pub fn is_met(&self, counts: &Counts) -> bool {
        match *self {
            Self::Cost { .. } => true,
            Self::MaxFalseAccept(share) => counts.false_accepts() as f64 <= self.allowed(counts, share),
        }
    }

    #[expect(clippy::unused_self, reason = "reads as part of the objective")]
    fn allowed(&self, counts: &Counts, share: f64) -> f64 {
        (share * counts.useless() as f64 + 1e-9).floor()
    }

    /// In words.
    pub fn text(&self) -> String {
        match *self {
            Self::Cost { false_accept, false_reject } => format!(
                "the least cost, where a false accept costs {false_accept} and a false reject {false_reject}"
            ),
            Self::MaxFalseAccept(share) => {
                format!("the fewest false rejects with a false-accept rate of at most {share}")
            }
        }
    }
}

/// The order of two badnesses.
pub fn compare(a: &Badness, b: &Badness) -> std::cmp::Ordering {
    a.iter()
        .zip(b)
        .map(|(a, b)| a.total_cmp(b))
        .find(|order| order.is_ne())
        .unwrap_or(std::cmp::Ordering::Equal)
}
