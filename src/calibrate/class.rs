//! What a label says and what a verdict says: useful, or a reason why not.

pub use crate::receipt::NotUsefulReason as Reason;
use crate::receipt::Vocabulary as _;

/// Useful, or not and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Worth answering from.
    Useful,
    /// Not, for this reason.
    NotUseful(Reason),
}

impl Class {
    /// How many there are.
    pub const COUNT: usize = 1 + Reason::ALL.len();

    /// All, useful first, then the reasons in the order in which they are checked.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Useful).chain(Reason::ALL.iter().copied().map(Self::NotUseful))
    }

    /// The place in [`Class::all`].
    pub fn index(self) -> usize {
        match self {
            Self::Useful => 0,
            Self::NotUseful(reason) => 1 + Reason::ALL.iter().position(|other| *other == reason).unwrap_or(0),
        }
    }

    /// The class at a place of [`Class::all`].
    pub fn at(index: usize) -> Self {
        match index.checked_sub(1).and_then(|reason| Reason::ALL.get(reason)) {
            Some(reason) => Self::NotUseful(*reason),
            None => Self::Useful,
        }
    }

    /// The label as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Useful => "useful",
            Self::NotUseful(reason) => reason.wire(),
        }
    }

    /// The class with this label, byte for byte.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|class| class.name() == name)
    }

    /// `useful` or `not_useful`.
    pub fn verdict(self) -> &'static str {
        if self.is_useful() { "useful" } else { "not_useful" }
    }

    /// The reason's name, or nothing for a useful page.
    pub fn reason_name(self) -> &'static str {
        match self {
            Self::Useful => "",
            Self::NotUseful(reason) => reason.wire(),
        }
    }

    /// Is it worth answering from?
    pub fn is_useful(self) -> bool {
        match self {
            Self::Useful => true,
            Self::NotUseful(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_one_place_and_one_name() {
        let all: Vec<Class> = Class::all().collect();
        assert_eq!(all.len(), Class::COUNT);
        for (place, class) in all.iter().enumerate() {
            assert_eq!(class.index(), place);
            assert_eq!(Class::at(place), *class);
            assert_eq!(Class::from_name(class.name()), Some(*class));
        }
    }
}
