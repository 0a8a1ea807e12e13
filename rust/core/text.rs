//! Texts for people: those that others wrote, cut for a message, and tables.

mod table;

pub use table::TextTable;

use std::fmt;

/// The beginning of a text that may be long.
#[must_use]
pub fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Where in a text something can't be read.
///
/// It displays as what follows a message that quotes the text: nothing where the quotation shows all there is to see, ` (at
/// character 4)` in a longer text, and ` (character 2 is 'с', U+0441)` for a character that may look like another one.
///
/// ```
/// use stud8::text::At;
///
/// let text = "As K\u{0441}";
/// assert_eq!(At::of(text, &text[3..]).to_string(), " (character 5 is '\u{0441}', U+0441)");
/// let text = "As 1x";
/// assert_eq!(At::of(text, &text[3..]).to_string(), " (at character 4)");
/// assert_eq!(At::of_word("1x").to_string(), "");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The number of the character, from 1 on.
    character: usize,
    /// The character, if it is beyond ASCII or can't be seen.
    odd: Option<char>,
}

impl At {
    /// Of a piece of a text that nothing could be made of, with what follows it or without.
    #[must_use]
    pub fn of(text: &str, piece: &str) -> At {
        let before = (piece.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let is_part = before.checked_add(piece.len()).is_some_and(|end| end <= text.len());
        let before = if is_part { text.get(..before) } else { None };
        let before = before.map_or(0, |before| before.chars().count());
        let odd = piece.chars().enumerate().find(|&(_, char)| is_odd(char));
        let (after, odd) = odd.map_or((0, None), |(after, char)| (after, Some(char)));
        At { character: before + after + 1, odd }
    }

    /// Of a text that is a word by itself.
    #[must_use]
    pub fn of_word(text: &str) -> At {
        At::of(text, text)
    }
}

/// What nobody types for a card or a word: suit symbols apart, and the mark that [`clip`] leaves.
const fn is_odd(char: char) -> bool {
    !matches!(char, ' '..='~' | '…' | '♠' | '♣' | '♥' | '♦' | '♤' | '♧' | '♡' | '♢' | '\u{fe0e}' | '\u{fe0f}')
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.odd {
            Some(char) => write!(f, " (character {} is {char:?}, U+{:04X})", self.character, u32::from(char)),
            None if self.character > 1 => write!(f, " (at character {})", self.character),
            None => Ok(()),
        }
    }
}

/// Returns a whole number with a comma between groups of three digits: 1,234,567.
#[must_use]
pub fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(clip("äöü", 3), "äöü");
        assert_eq!(clip("äöüß", 3), "äöü…");
    }

    #[test]
    fn a_spot_names_the_character_that_looks_like_another() {
        let text = "♠ 10♥, A\u{200b}s";
        let spot = |piece: &str| At::of(text, &text[text.find(piece).unwrap()..]).to_string();
        assert_eq!(spot("A"), r" (character 9 is '\u{200b}', U+200B)");
        assert_eq!(spot("s"), " (at character 10)");
        assert_eq!(At::of_word("fоld").to_string(), " (character 2 is 'о', U+043E)");
        assert_eq!(At::of_word("fold it").to_string(), "");
        assert_eq!(At::of_word(&clip("a long text", 6)).to_string(), "");
        assert_eq!(At::of("elsewhere", "not in it").to_string().len(), 0);
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0_u64, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
