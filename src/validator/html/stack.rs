//! The light element stack: which surroundings the current text stands in.
//!
//! Only elements that change the surroundings or delimit them are kept, at most [`MAX_DEPTH`] of them; an end tag
//! is matched against the innermost [`END_REACH`] only. Both bounds make every tag constant work, however deep a
//! page nests.

use std::ops::{BitOr, BitOrAssign};

/// Open elements that are remembered; deeper ones inherit the surroundings of the last that is.
pub(crate) const MAX_DEPTH: usize = 512;
/// How far an end tag looks for its start tag.
const END_REACH: usize = 48;

/// Surroundings of a text, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Around(u16);

impl Around {
    pub(super) const NAV: Self = Self(1);
    pub(super) const FOOTER: Self = Self(1 << 1);
    pub(super) const HEADER: Self = Self(1 << 2);
    pub(super) const ASIDE: Self = Self(1 << 3);
    pub(super) const FORM: Self = Self(1 << 4);
    pub(super) const HIDDEN: Self = Self(1 << 5);
    pub(super) const CONSENT: Self = Self(1 << 6);
    pub(super) const NOSCRIPT: Self = Self(1 << 7);
    pub(super) const CONTROL: Self = Self(1 << 8);
    pub(super) const POPUP: Self = Self(1 << 9);
    pub(super) const ARTICLE: Self = Self(1 << 10);
    pub(super) const IGNORED: Self = Self(1 << 11);
    /// The surroundings come from a class or id, which say less than an element does.
    pub(super) const NAV_CLASS: Self = Self(1 << 12);
    pub(super) const FOOTER_CLASS: Self = Self(1 << 13);

    pub(super) fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    pub(super) fn only(self, of: Self) -> Self {
        Self(self.0 & of.0)
    }
}

impl BitOr for Around {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Around {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

#[derive(Debug, Clone, Copy)]
struct Open {
    name: u64,
    around: Around,
}

/// The stack itself.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    open: Vec<Open>,
    /// How deep the page really nests, bounded or not.
    pub deepest: usize,
    beyond: usize,
}

impl Stack {
    pub(super) fn around(&self) -> Around {
        self.open.last().map_or(Around::default(), |open| open.around)
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Opens an element that adds `adds` to its surroundings.
    pub(super) fn push(&mut self, name: &[u8], adds: Around) {
        let around = self.around() | adds;
        if self.open.len() < MAX_DEPTH {
            self.open.push(Open { name: name_key(name), around });
        } else {
            self.beyond += 1;
        }
        self.deepest = self.deepest.max(self.open.len() + self.beyond);
    }

    /// Closes the nearest open `name`, if it is within reach and not beyond the cell that the end tag stands in.
    pub(super) fn close(&mut self, name: &[u8]) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let key = name_key(name);
        let of_table = matches!(name, b"table" | b"tbody" | b"thead" | b"tfoot" | b"tr" | b"td" | b"th");
        let from = self.open.len().saturating_sub(END_REACH);
        for at in (from..self.open.len()).rev() {
            let here = self.open.get(at).map_or(0, |open| open.name);
            if here == key {
                self.open.truncate(at);
                return;
            }
            if !of_table && (here == name_key(b"td") || here == name_key(b"th")) {
                return;
            }
        }
    }

    /// A new row or cell ends the open one of the same table.
    pub(super) fn close_implied(&mut self, names: &[&[u8]], within: &[u8]) {
        let fence = name_key(within);
        let from = self.open.len().saturating_sub(END_REACH);
        let mut cut = None;
        for at in (from..self.open.len()).rev() {
            let here = self.open.get(at).map_or(0, |open| open.name);
            if here == fence {
                break;
            }
            if names.iter().any(|name| name_key(name) == here) {
                cut = Some(at);
            }
        }
        if let Some(at) = cut {
            self.open.truncate(at);
        }
    }
}

/// A name as a number: its first eight bytes. Longer names that agree so far are taken for the same element.
fn name_key(name: &[u8]) -> u64 {
    name.iter().take(8).fold(1u64, |key, byte| (key << 8) ^ u64::from(*byte))
}
