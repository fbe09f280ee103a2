//! Small JSON: objects without their keys, and texts that come again by number.
//!
//! An object becomes `[shape, value, …]`, where the shape is a list of keys that is written once; a list becomes
//! `[-1, value, …]`; a text that was seen before becomes `"~"` and its number in base 36. The order of keys is kept.
//! Both tables are bounded: what no longer fits is written out, an object as `[-2, key, value, …]`.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fmt::Write as _;

use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

const MAX_SHAPES: usize = 2_000;
const MAX_TEXTS: usize = 50_000;
/// Texts that were seen once and are remembered; of twice as many the older half is forgotten.
const MAX_CANDIDATES: usize = 20_000;
/// A number is not shorter than a text of fewer bytes.
const MIN_TEXT_BYTES: usize = 4;
/// Longer ones would make the table large, and seldom come again.
const MAX_TEXT_BYTES: usize = 512;

/// Packs values, and remembers what it has to say of the tables.
#[derive(Debug, Default)]
pub(super) struct Packer {
    shapes: HashMap<Vec<String>, usize>,
    /// The number of a text that was seen twice.
    texts: HashMap<String, usize>,
    /// Texts that were seen once, lately and before that.
    once: HashSet<String>,
    once_before: HashSet<String>,
    new_shapes: Vec<Vec<String>>,
    new_texts: Vec<String>,
}

impl Packer {
    /// The packed form of a value, as JSON that may stand in a script element.
    pub(super) fn pack<T: Serialize>(&mut self, value: &T) -> serde_json::Result<String> {
        let json = serde_json::to_vec(value)?;
        Seed(self).deserialize(&mut serde_json::Deserializer::from_slice(&json))
    }

    /// What was added to the tables since the last call, as JSON: shapes and texts.
    pub(super) fn news(&mut self) -> serde_json::Result<(String, String)> {
        let shapes = for_script(&serde_json::to_string(&std::mem::take(&mut self.new_shapes))?);
        let texts = for_script(&serde_json::to_string(&std::mem::take(&mut self.new_texts))?);
        Ok((shapes, texts))
    }

    fn text(&mut self, text: &str) -> serde_json::Result<String> {
        if (MIN_TEXT_BYTES..=MAX_TEXT_BYTES).contains(&text.len()) {
            if let Some(number) = self.texts.get(text) {
                return Ok(reference(*number));
            }
            let is_again = self.once.remove(text) || self.once_before.remove(text);
            if is_again && self.texts.len() < MAX_TEXTS {
                let number = self.texts.len();
                self.texts.insert(text.to_owned(), number);
                self.new_texts.push(text.to_owned());
                return Ok(reference(number));
            }
            if self.once.len() == MAX_CANDIDATES {
                self.once_before = std::mem::take(&mut self.once);
            }
            self.once.insert(text.to_owned());
        }
        let marked = if text.starts_with('~') {
            serde_json::to_string(&format!("~{text}"))
        } else {
            serde_json::to_string(text)
        };
        Ok(for_script(&marked?))
    }

    fn shape(&mut self, keys: &[String]) -> Option<usize> {
        if let Some(shape) = self.shapes.get(keys) {
            return Some(*shape);
        }
        let shape = self.shapes.len();
        if shape == MAX_SHAPES {
            return None;
        }
        self.shapes.insert(keys.to_vec(), shape);
        self.new_shapes.push(keys.to_vec());
        Some(shape)
    }
}

fn reference(number: usize) -> String {
    let mut digits = Vec::new();
    let mut rest = number;
    loop {
        let digit = u32::try_from(rest % 36).ok().and_then(|digit| char::from_digit(digit, 36));
        digits.push(digit.unwrap_or('0'));
        rest /= 36;
        if rest == 0 {
            break;
        }
    }
    format!("\"~{}\"", digits.iter().rev().collect::<String>())
}

/// JSON as it may stand in a script element: nothing in it can end the element or reorder what a reader of the source
/// sees.
pub(super) fn for_script(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<'
            | '>'
            | '&'
            | '\u{7f}'..='\u{9f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "\\u{:04x}", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

struct Seed<'p>(&'p mut Packer);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_u64<E>(self, value: u64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_i64<E>(self, value: i64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_f64<E>(self, value: f64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_unit<E>(self) -> Result<String, E> {
        Ok("null".to_owned())
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<String, E> {
        self.0.text(value).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<String, A::Error> {
        let mut packed = "[-1".to_owned();
        while let Some(value) = list.next_element_seed(Seed(self.0))? {
            packed.push(',');
            packed.push_str(&value);
        }
        packed.push(']');
        Ok(packed)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<String, A::Error> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        while let Some(key) = map.next_key::<String>()? {
            keys.push(key);
            values.push(map.next_value_seed(Seed(self.0))?);
        }
        if let Some(shape) = self.0.shape(&keys) {
            let mut packed = format!("[{shape}");
            for value in &values {
                packed.push(',');
                packed.push_str(value);
            }
            packed.push(']');
            return Ok(packed);
        }
        let mut packed = "[-2".to_owned();
        for (key, value) in keys.iter().zip(&values) {
            let key = self.0.text(key).map_err(A::Error::custom)?;
            let _ = write!(packed, ",{key},{value}");
        }
        packed.push(']');
        Ok(packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_again_is_written_once() {
        let mut packer = Packer::default();
        let value = serde_json::json!({ "name": "primary", "list": [1, null, true], "mark": "~x" });
        let first = packer.pack(&value).unwrap();
        assert_eq!(first, r#"[0,[-1,1,null,true],"~~x","primary"]"#);
        assert_eq!(packer.pack(&value).unwrap(), r#"[0,[-1,1,null,true],"~~x","~0"]"#);
        let (shapes, texts) = packer.news().unwrap();
        assert_eq!((shapes.as_str(), texts.as_str()), (r#"[["list","mark","name"]]"#, r#"["primary"]"#));
        assert_eq!(packer.news().unwrap(), ("[]".to_owned(), "[]".to_owned()));
    }

    #[test]
    fn numbers_are_in_base_36() {
        assert_eq!(reference(0), "\"~0\"");
        assert_eq!(reference(35), "\"~z\"");
        assert_eq!(reference(36 * 36 + 1), "\"~101\"");
    }

    #[test]
    fn the_tables_are_bounded() {
        let mut packer = Packer::default();
        for n in 0..=MAX_SHAPES {
            let key = format!("key {n}");
            let written = packer.pack(&serde_json::json!({ key.as_str(): n })).unwrap();
            let whole = format!("[-2,\"{key}\",{n}]");
            assert_eq!(written == whole, n == MAX_SHAPES, "{written}");
        }
        for n in 0..3 * MAX_CANDIDATES {
            packer.pack(&format!("text {n}")).unwrap();
        }
        assert!(packer.once.len() <= MAX_CANDIDATES && packer.once_before.len() <= MAX_CANDIDATES);
        assert!(packer.texts.is_empty());
    }

    #[test]
    fn nothing_can_end_the_script() {
        let packed = Packer::default().pack(&"</script><!--\u{2028}\u{202e}\u{85}&").unwrap();
        let expected = r#""\u003c/script\u003e\u003c!--\u2028\u202e\u0085\u0026""#;
        assert_eq!(packed, expected);
    }
}
