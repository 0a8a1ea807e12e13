//! Closed sets of words: an enum, its words, and the way back from a word to the enum.

use crate::text::clip;

/// A text that is none of the words of a closed set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is no {what}: choose one of {}", .choices.join(", "))]
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
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    use super::WordError;
    use crate::action::{ActionKind, Part};
    use crate::equity::Method;
    use crate::eval::{Category, LowKind, Path};
    use crate::hand::Stage;
    use crate::rules::{AllInRaise, OddChip, Opener, OpenerTie, Preset, ShowOrder};
    use crate::simulate::{Policy, Rotation};

    /// Each word reads back, no two are the same, and nothing else is taken.
    fn reads_back<T: Copy + PartialEq + Debug + Display + FromStr<Err: Debug + Display>>(
        all: &[T],
        words: &[&str],
    ) {
        assert_eq!(all.len(), words.len());
        for (&value, &word) in all.iter().zip(words) {
            assert_eq!(value.to_string(), word);
            assert_eq!(word.parse::<T>().ok(), Some(value), "{word}");
            assert!(word.to_uppercase().parse::<T>().is_err(), "{word}");
        }
        let error = "no such word".parse::<T>().expect_err("no word").to_string();
        assert!(error.contains("\"no such word\""), "{error}");
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }

    #[test]
    fn the_words_of_every_vocabulary_read_back() {
        macro_rules! all_read_back {
            ($($name:ident)+) => { $(reads_back(&$name::ALL, $name::WORDS);)+ };
        }
        all_read_back! {
            ActionKind Part Stage Rotation Policy Preset LowKind Category Path Method
            Opener OpenerTie OddChip ShowOrder AllInRaise
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let error = WordError::new("stage", &"x".repeat(1000), Stage::WORDS).to_string();
        assert!(error.len() < 120, "{error}");
    }
}
