//! Script-aware length: how much a piece of text says, whatever it is written in.
//!
//! A floor of 250 letters means three sentences in German and a whole column in Chinese. Lengths are therefore
//! counted in *Latin letters' worth*: a Han character counts [`HAN`], a kana or a Hangul syllable [`SYLLABLE`],
//! any other letter, digit or sign 1; a run of white space counts 1. The factors are the usual ratios of
//! translated text (one Chinese character for about three English letters).

/// What one Han character counts for.
pub(super) const HAN: u32 = 3;
/// What one kana or one Hangul syllable counts for.
pub(super) const SYLLABLE: u32 = 2;

/// The weight of one character.
pub(super) fn char_weight(c: char) -> u32 {
    // Most text stops here.
    if u32::from(c) < 0x1100 {
        return 1;
    }
    match u32::from(c) {
        0x3040..0x3100 | 0x31F0..0x3200 | 0xAC00..0xD7B0 | 0xFF66..0xFF9E => SYLLABLE,
        0x3400..0xA000 | 0xF900..0xFB00 | 0x20000..0x33480 => HAN,
        _ => 1,
    }
}

/// The weight of a text whose white space is already collapsed.
pub(super) fn weight(text: &str) -> u32 {
    if text.is_ascii() {
        return u32::try_from(text.len()).unwrap_or(u32::MAX);
    }
    text.chars().fold(0u32, |sum, c| sum.saturating_add(char_weight(c)))
}

/// Does this character end a sentence?
pub(super) fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '．' | '؟' | '۔' | '।' | ';' | '：' | ':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_count_by_what_they_say() {
        assert_eq!(weight("abc def"), 7);
        assert_eq!(weight("中文"), 6);
        assert_eq!(weight("かな"), 4);
        assert_eq!(weight("한글"), 4);
        assert_eq!(weight("дом"), 3);
    }
}
