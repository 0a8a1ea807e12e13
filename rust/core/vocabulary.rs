//! Closed sets of words: an enum, its words, and the way back from a word to the enum.

use crate::text::{At, clip};

/// A text that is none of the words of a closed set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is no {what}: choose one of {}{at}", .choices.join(", "), at = At::of_word(text))]
pub struct WordError {
    /// What the words name.
    pub what: &'static str,
    /// The beginning of what was given.
    pub text: String,
    /// The words.
    pub choices: &'static [&'static str],
}

impl WordError {
    /// The error of a text that is none of these words.
    #[must_use]
    pub fn new(what: &'static str, text: &str, choices: &'static [&'static str]) -> Self {
        Self { what, text: clip(text, 30), choices }
    }
}

/// Declares an enum each value of which has a word.
///
/// The enum gets `ALL` and `WORDS` in the order of declaration, `as_str`, `Display` and `FromStr`. After the name
/// stands what the words name, for the message of [`WordError`], or an error type of its own that has
/// `From<WordError>`.
macro_rules! vocabulary {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident, $what:literal $(, $error:ty)? {
            $($(#[$value_meta:meta])* $value:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$value_meta])* $value,)+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$value),+];

            /// The words of all values, in order.
            pub const WORDS: &[&str] = &[$($word),+];

            /// The word that users see.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$value => $word,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::vocabulary::vocabulary!(@error $($error)?);

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$value),)+
                    _ => Err($crate::vocabulary::WordError::new($what, text, Self::WORDS).into()),
                }
            }
        }
    };
    (@error) => { $crate::vocabulary::WordError };
    (@error $error:ty) => { $error };
}

pub(crate) use vocabulary;

#[cfg(test)]
mod tests {
    use super::WordError;

    vocabulary! {
        #[derive(Default)]
        enum Colour, "colour" {
            #[default]
            Red = "red",
            DarkBlue = "dark_blue",
        }
    }

    #[test]
    fn each_word_reads_back_and_nothing_else_does() {
        assert_eq!(Colour::ALL.map(|colour| colour.to_string()), ["red", "dark_blue"]);
        assert_eq!("dark_blue".parse(), Ok(Colour::DarkBlue));
        assert_eq!(Colour::default().as_str(), Colour::WORDS[0]);
        let error = "blue".parse::<Colour>().expect_err("no colour");
        assert_eq!(error, WordError::new("colour", "blue", &["red", "dark_blue"]));
        assert_eq!(error.to_string(), "\"blue\" is no colour: choose one of red, dark_blue");
    }

    #[test]
    fn long_texts_are_cut() {
        let error = WordError::new("colour", &"x".repeat(1000), Colour::WORDS).to_string();
        assert!(error.len() < 120, "{error}");
    }
}
