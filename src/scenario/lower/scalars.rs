//! Numbers, flags and names: read from their spelling, in bounds, with the nearest right name.

use std::ops::RangeInclusive;

use super::Lowering;
use crate::engine::policy::MAX_DURATION_MS;
use crate::receipt::Vocabulary;
use crate::scenario::mistake::nearest;
use crate::scenario::yaml::{At, Decimal, Digits, Flag, Member};

/// A virtual time or latency may be nothing at all; a policy's duration may not.
pub(super) const TIME_MS: RangeInclusive<u64> = 0..=MAX_DURATION_MS;

impl Lowering<'_> {
    /// A whole number in plain digits and in bounds.
    pub(super) fn whole(&mut self, name: &str, at: &At<Digits>, bounds: RangeInclusive<u64>) -> Option<u64> {
        self.digits(name, at, bounds)
    }

    /// The same from any scalar, by its spelling in the file.
    pub(super) fn digits<T>(&mut self, name: &str, at: &At<T>, bounds: RangeInclusive<u64>) -> Option<u64> {
        let spelling = at.spelled.text_of(&self.file.text).to_owned();
        let plain = spelling.bytes().all(|byte| byte.is_ascii_digit())
            && (spelling.len() == 1 || !spelling.starts_with('0'));
        if spelling.is_empty() {
            let fix = "write plain digits, such as 250, or leave the field out";
            return self.mistake(at.place, format!("`{name}` has no value"), fix);
        }
        if !plain {
            let title = format!("`{name}` is `{spelling}`, which is no whole number in plain digits");
            return self.mistake(at.place, title, plain_digits_fix(&spelling));
        }
        match spelling.parse::<u64>() {
            Ok(value) if bounds.contains(&value) => Some(value),
            Ok(_) | Err(_) => {
                let title = format!("`{name}` is {spelling}, which is out of bounds");
                self.mistake(at.place, title, bounds_fix(&bounds))
            }
        }
    }

    /// A plain decimal from 0 to `most`, such as 450 or 0.35.
    pub(super) fn decimal(&mut self, name: &str, at: &At<Decimal>, most: u32) -> Option<f64> {
        let spelling = at.spelled.text_of(&self.file.text).to_owned();
        if spelling.is_empty() {
            let fix = "write a plain decimal, such as 0.35, or leave the field out";
            return self.mistake(at.place, format!("`{name}` has no value"), fix);
        }
        let (whole, part) = spelling.split_once('.').unwrap_or((spelling.as_str(), "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits(whole) && digits(part) && (whole.len() == 1 || !whole.starts_with('0'));
        match spelling.parse::<f64>() {
            Ok(value) if plain && value <= f64::from(most) => Some(value),
            Ok(_) if plain => {
                let title = format!("`{name}` is {spelling}, which is out of bounds");
                self.mistake(at.place, title, format!("use 0 to {most}"))
            }
            Ok(_) | Err(_) => {
                let title = format!("`{name}` is `{spelling}`, which is no plain decimal");
                self.mistake(at.place, title, "write a plain decimal, such as 450 or 0.35, without quotes")
            }
        }
    }

    /// An optional whole number.
    pub(super) fn maybe_whole(
        &mut self,
        name: &str,
        at: Option<&At<Digits>>,
        bounds: RangeInclusive<u64>,
    ) -> Option<u64> {
        at.and_then(|at| self.whole(name, at, bounds))
    }

    /// `true` or `false`, unquoted.
    pub(super) fn flag(&mut self, name: &str, at: &At<Flag>) -> Option<bool> {
        match at.spelled.text_of(&self.file.text) {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            "" => {
                let fix = "write true or false, or leave the field out";
                self.mistake(at.place, format!("`{name}` has no value"), fix)
            }
            other => {
                let title = format!("`{name}` is `{other}`, which is neither true nor false");
                self.mistake(at.place, title, "write true or false, without quotes")
            }
        }
    }

    /// An optional flag.
    pub(super) fn maybe_flag(&mut self, name: &str, at: Option<&At<Flag>>) -> Option<bool> {
        at.and_then(|at| self.flag(name, at))
    }

    /// A member of a closed list.
    pub(super) fn member<V: Vocabulary>(&mut self, at: &At<Member<V>>) -> Option<V> {
        self.named(at, &at.value.name)
    }

    /// A member of a closed list by a name that stands at a place.
    pub(super) fn named<V: Vocabulary, T>(&mut self, at: &At<T>, name: &str) -> Option<V> {
        V::from_wire(name).or_else(|| {
            let names = V::wire_names();
            let fix = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("use one of {}", names.join(", ")),
            };
            self.mistake(at.place, format!("`{name}` is no {}", V::KIND), fix)
        })
    }
}

fn plain_digits_fix(spelling: &str) -> String {
    let digits: String = spelling.chars().filter(char::is_ascii_digit).collect();
    let bare = digits.trim_start_matches('0');
    let is_hex_or_octal = spelling.contains(['x', 'o', 'X', 'O']);
    if bare.is_empty() || is_hex_or_octal || spelling.contains(['.', '-', 'e', 'E']) {
        return "write plain digits, such as 250".to_owned();
    }
    format!("write {bare}")
}

fn bounds_fix(bounds: &RangeInclusive<u64>) -> String {
    match (bounds.start(), bounds.end()) {
        (0, &u64::MAX) => "use a smaller number".to_owned(),
        (least, &u64::MAX) => format!("use at least {least}"),
        (least, most) => format!("use {least} to {most}"),
    }
}
