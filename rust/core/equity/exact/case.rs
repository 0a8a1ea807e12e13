//! A spot, or a part of one, that is counted as one.

use super::ExactError;
use super::completions::room;
use crate::arithmetic::choose;
use crate::card::CardSet;
use crate::eval::LowKind;

/// What one player may hold in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CasePlayer {
    pub certain: CardSet,
    /// The sets that the partly known cards may be, each with a weight.
    pub sets: Vec<(CardSet, u64)>,
    /// The number of cards beside the certain ones.
    pub size: usize,
}

impl CasePlayer {
    fn weight(&self) -> u128 {
        self.sets.iter().map(|&(_, weight)| u128::from(weight)).sum()
    }
}

/// A spot, or a part of one, that is counted as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub players: Vec<CasePlayer>,
    pub live: CardSet,
    pub low: LowKind,
    /// The number of times that it counts.
    pub times: u128,
}

impl Case {
    /// Returns the case in which every player has the common card and `taken` leaves the live cards. `None` if a
    /// player needs one of the taken cards.
    pub fn with_common(&self, common: CardSet, taken: CardSet) -> Result<Option<Case>, ExactError> {
        let mut case = Case { players: Vec::new(), live: self.live - taken, ..*self };
        for player in &self.players {
            let mut player = CasePlayer { sets: copied(&player.sets)?, ..*player };
            player.certain |= common;
            player.sets.retain(|(set, _)| (*set & taken).is_empty());
            if player.sets.is_empty() {
                return Ok(None);
            }
            case.players.push(player);
        }
        Ok(Some(case))
    }

    /// Returns an upper bound of the weighted deals. `None` if it does not fit in 128 bits.
    pub fn most_deals(&self) -> Option<u128> {
        // A pot of 1,680 units for each deal, and as many suits as there may be cases.
        let mut most = self.times.checked_mul(1 << 20)?;
        for player in &self.players {
            let (weight, set) = (player.weight(), player.sets[0].0.len());
            most =
                most.checked_mul(weight)?.checked_mul(choose(self.live.len(), player.size - set) as u128)?;
        }
        Some(most)
    }

    /// Whether the weighted completions of each player fit in 64 bits, so that they can be put together.
    pub fn fits_together(&self) -> bool {
        self.players.iter().all(|player| {
            let set = player.sets[0].0.len();
            let all = player.weight() * choose(self.live.len() - set, player.size - set) as u128;
            all <= u64::MAX.into()
        })
    }

    /// Whether each player's known cards are certain.
    pub fn is_known(&self) -> bool {
        self.players.iter().all(|player| matches!(player.sets[..], [(set, 1)] if set.is_empty()))
    }
}

pub(super) fn copied(sets: &[(CardSet, u64)]) -> Result<Vec<(CardSet, u64)>, ExactError> {
    let mut all = room(sets.len())?;
    all.extend_from_slice(sets);
    Ok(all)
}
