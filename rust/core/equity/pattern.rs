//! Cards that are known in part.

use std::str::FromStr;

use crate::card::CardSet;

/// Up to seven cards, each known, or known in part, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// For each card the cards that it may be.
    cards: Vec<CardSet>,
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {}

impl Pattern {
    /// For each card the cards that it may be.
    #[must_use]
    pub fn cards(&self) -> &[CardSet] {
        &self.cards
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(_: &str) -> Result<Pattern, PatternError> {
        Ok(Pattern { cards: Vec::new() })
    }
}
