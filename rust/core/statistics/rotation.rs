//! How policies move from hand to hand.

use std::fmt;
use std::str::FromStr;

use crate::text::clip;

/// How the policies move from hand to hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rotation {
    /// They stay where they sit.
    #[default]
    Fixed,
    /// In hand `number` each sits `number` places further.
    ByNumber,
    /// Each number is played once for every way to rotate them, with the same cards and the same choices.
    Duplicate,
}

/// A word that names no rotation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is no rotation: choose one of {}", Rotation::ALL.map(Rotation::as_str).join(", "))]
pub struct RotationError {
    text: String,
}

impl Rotation {
    /// Every rotation.
    pub const ALL: [Self; 3] = [Self::Fixed, Self::ByNumber, Self::Duplicate];

    /// Returns the word that users see: `fixed`, `by_number` or `duplicate`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::ByNumber => "by_number",
            Self::Duplicate => "duplicate",
        }
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Rotation {
    type Err = RotationError;

    fn from_str(text: &str) -> Result<Self, RotationError> {
        let rotation = Self::ALL.into_iter().find(|rotation| rotation.as_str() == text);
        rotation.ok_or_else(|| RotationError { text: clip(text, 30) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_have_words() {
        for rotation in Rotation::ALL {
            assert_eq!(rotation.to_string().parse(), Ok(rotation));
        }
        let error = "round".parse::<Rotation>().expect_err("no word");
        assert_eq!(error.to_string(), "\"round\" is no rotation: choose one of fixed, by_number, duplicate");
    }
}
