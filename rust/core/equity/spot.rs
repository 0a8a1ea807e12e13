//! What is known when an equity is asked for, checked.

use super::Pattern;
use crate::card::{Card, CardSet};
use crate::eval::LowKind;

/// Whether the players share their seventh card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Common {
    /// Everybody gets one of his own.
    None,
    /// They do, and this is it.
    Given(Card),
    /// They will (C38).
    ToCome,
}

/// What one player may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The cards that are certain.
    pub certain: CardSet,
    /// The sets that the other known cards may be, all different and equally large, each with its weight: one empty set if
    /// all that is known is certain. None has a card that is dead or certain for anybody.
    pub sets: Vec<(CardSet, u64)>,
    /// How many cards are known in no way: to come, or hidden. With the certain ones, those of a set and a common
    /// card there are seven.
    pub unseen: usize,
}

/// What is known, checked: there is at least one deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    holdings: Vec<Holding>,
    /// Cards that are neither dead nor certain for anybody.
    live: CardSet,
    common: Common,
    low: LowKind,
}

/// Why there is no such spot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpotError {}

impl Spot {
    /// Checks what is known. Of a player several patterns may be told, each with a weight.
    ///
    /// # Errors
    /// [`SpotError`].
    pub fn new(
        players: &[Vec<(Pattern, u64)>],
        dead: CardSet,
        common: Common,
        low: LowKind,
    ) -> Result<Spot, SpotError> {
        let _ = (players, dead);
        Ok(Spot { holdings: Vec::new(), live: CardSet::FULL, common, low })
    }

    /// What each player may hold.
    #[must_use]
    pub fn holdings(&self) -> &[Holding] {
        &self.holdings
    }

    /// The cards that are neither dead, nor common, nor certain for anybody.
    #[must_use]
    pub const fn live(&self) -> CardSet {
        self.live
    }

    /// Whether the players share a card.
    #[must_use]
    pub const fn common(&self) -> Common {
        self.common
    }

    /// What qualifies for low.
    #[must_use]
    pub const fn low(&self) -> LowKind {
        self.low
    }
}
