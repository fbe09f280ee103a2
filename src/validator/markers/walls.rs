//! A small set of marker reasons.

use super::WallReason;
use crate::receipt::Vocabulary as _;

/// A set of wall reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walls(u8);

impl Walls {
    fn bit(reason: WallReason) -> u8 {
        match reason {
            WallReason::BotCheck => 1,
            WallReason::LoginWall => 2,
            WallReason::ConsentWall => 4,
            WallReason::JavascriptRequired => 8,
            WallReason::ErrorPage => 16,
        }
    }

    /// Adds one reason.
    pub fn insert(&mut self, reason: WallReason) {
        self.0 |= Self::bit(reason);
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Is this one of them?
    pub fn contains(self, reason: WallReason) -> bool {
        self.0 & Self::bit(reason) != 0
    }

    /// Is there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first in the order of the vocabulary.
    pub fn first(self) -> Option<WallReason> {
        WallReason::ALL.iter().copied().find(|reason| self.contains(*reason))
    }
}
