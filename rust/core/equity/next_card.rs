//! What is known after one card more.

use super::{Common, Exact, ExactError, Pattern, Spot, SpotError};
use crate::card::{Card, CardSet};
use crate::eval::LowKind;

/// What is asked for, before it is checked: the arguments of [`Spot::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// For each player what he may hold, with weights.
    pub players: Vec<Vec<(Pattern, u64)>>,
    /// Cards that can't come.
    pub dead: CardSet,
    /// Whether the players share their seventh card.
    pub common: Common,
    /// What qualifies for low.
    pub low: LowKind,
}

/// Why no card comes next.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NextCardError {
    /// A player who isn't there.
    #[error("there is no player {player}: they are numbered 0 to {last}")]
    Player {
        /// Which.
        player: usize,
        /// The last one.
        last: usize,
    },
    /// A complete hand.
    #[error("no card comes to player {player}: all seven are there")]
    Complete {
        /// Which.
        player: usize,
    },
    /// No such spot.
    #[error(transparent)]
    Spot(#[from] SpotError),
}

impl Question {
    /// Checks it.
    ///
    /// # Errors
    /// [`SpotError`].
    pub fn spot(&self) -> Result<Spot, SpotError> {
        Spot::new(&self.players, self.dead, self.common, self.low)
    }

    /// The spot after each card that may come next to the player, ascending; the common card if that is next.
    ///
    /// # Errors
    /// [`NextCardError`].
    pub fn after_next_card(&self, player: usize) -> Result<Vec<(Card, Spot)>, NextCardError> {
        let spot = self.spot()?;
        let own =
            self.players.get(player).ok_or(NextCardError::Player { player, last: self.players.len() - 1 })?;
        let count = own[0].0.cards().len();
        let is_common = match self.common {
            Common::None if count < 7 => false,
            Common::Given(_) if count < 6 => false,
            Common::ToCome => count == 6,
            _ => return Err(NextCardError::Complete { player }),
        };
        let after = |card: Card| {
            let mut next = self.clone();
            if is_common {
                next.common = Common::Given(card);
            } else {
                let more =
                    own.iter().filter_map(|(pattern, weight)| Some((pattern.with(card).ok()?, *weight)));
                next.players[player] = more.collect();
            }
            // A card that can't come leaves no spot.
            Some((card, next.spot().ok()?))
        };
        Ok(spot.live().iter().filter_map(after).collect())
    }

    /// One exact count for every card that may come next to the player; none where there has to be one for each: with more
    /// than two players, with a common card to come, or where the player's own cards are known in part.
    ///
    /// # Errors
    /// [`ExactError`].
    pub fn exact_by_next_card(&self, spot: &Spot, player: usize) -> Result<Option<Exact>, ExactError> {
        let is_sweep = spot.holdings().len() == 2
            && spot.common() != Common::ToCome
            && spot.holdings()[player].set_size() == 0;
        if is_sweep { Exact::by_next_card(spot).map(Some) } else { Ok(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(players: &[&str], dead: &str, common: Common) -> Question {
        let player = |range: &&str| range.split('/').map(|text| (text.parse().unwrap(), 1)).collect();
        let players = players.iter().map(player).collect();
        Question { players, dead: dead.parse().unwrap(), common, low: LowKind::EightOrBetter }
    }

    #[test]
    fn every_card_that_is_left_may_come() {
        let after = question(&["As Ac 2d", "Ks Kc Kd"], "5h 6h", Common::None).after_next_card(1).unwrap();
        assert_eq!(after.len(), 44);
        let (card, spot) = &after[0];
        assert_eq!(card.to_string(), "2c");
        assert_eq!(spot.holdings()[1].certain.to_string(), "KsKdKc2c");
        assert_eq!(spot.holdings()[1].unseen, 3);
    }

    #[test]
    fn a_card_that_comes_takes_hands_away() {
        // The last ace is the other player's.
        let after = question(&["K?", "A?"], "As Ac Ad", Common::None).after_next_card(0).unwrap();
        assert_eq!(after.len(), 48);
        let kings = after.iter().find(|(card, _)| card.to_string() == "Ks").unwrap();
        assert_eq!(kings.1.holdings()[0].sets.len(), 3);
        let after = question(&["AsKs/QsJs", "A?"], "", Common::None).after_next_card(0).unwrap();
        let ace = after.iter().find(|(card, _)| card.to_string() == "As").unwrap();
        assert_eq!(ace.1.holdings()[0].certain.to_string(), "AsQsJs");
    }

    #[test]
    fn the_common_card_is_next_for_six() {
        let question = question(&["As Ac 2d 3h 4h 5h", "Ks Kc Kd Kh"], "", Common::ToCome);
        let after = question.after_next_card(0).unwrap();
        assert_eq!(after.len(), 42);
        assert!(after.iter().all(|&(card, ref spot)| spot.common() == Common::Given(card)));
        let after = question.after_next_card(1).unwrap();
        assert!(after.iter().all(|(_, spot)| spot.common() == Common::ToCome));
    }

    #[test]
    fn nothing_comes_to_a_complete_hand_or_to_nobody() {
        let seven = ["As Ac 2d 3h 4h 5h 6h", "Ks"];
        let table = [
            (question(&seven, "", Common::None), 0, "no card comes to player 0: all seven are there"),
            (question(&seven, "", Common::None), 2, "there is no player 2: they are numbered 0 to 1"),
            (
                question(&["As Ac 2d 3h 4h 5h", "Ks"], "", Common::Given("Kc".parse().unwrap())),
                0,
                "no card comes to player 0: all seven are there",
            ),
            (
                question(&["As", "As"], "", Common::None),
                0,
                "As is player 0's and player 1's: each card may be used once",
            ),
        ];
        for (question, player, message) in table {
            assert_eq!(question.after_next_card(player).unwrap_err().to_string(), message);
        }
    }
}
