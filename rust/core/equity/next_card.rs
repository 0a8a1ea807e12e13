//! What is known after one card more.

use super::exact::{Exact, ExactError};
use super::spot::{Common, Pattern, Spot, SpotError};
use crate::card::{Card, CardSet};
use crate::eval::LowKind;

/// How many patterns get a card more at once: less than a millisecond of work.
const CHUNK: usize = 1 << 12;

/// What is asked for, before it is checked: the arguments of [`Spot::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The patterns that each player may hold, with weights.
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
        self.spot_until(&|| false)
    }

    /// Checks it, and asks now and then whether to stop.
    ///
    /// # Errors
    /// [`SpotError`]; [`SpotError::Stopped`] if told to.
    pub fn spot_until(&self, stop: &dyn Fn() -> bool) -> Result<Spot, SpotError> {
        Spot::new_until(&self.players, self.dead, self.common, self.low, stop)
    }

    /// The spot after each card that may come next to the player, ascending; the common card if that is next.
    ///
    /// # Errors
    /// [`NextCardError`].
    pub fn after_next_card(&self, player: usize) -> Result<Vec<(Card, Spot)>, NextCardError> {
        self.after_next_card_until(player, &|| false)
    }

    /// The same, which asks now and then whether to stop.
    ///
    /// # Errors
    /// [`NextCardError`]; [`SpotError::Stopped`] in it if told to.
    pub fn after_next_card_until(
        &self,
        player: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(Card, Spot)>, NextCardError> {
        let spot = self.spot_until(stop)?;
        let own =
            self.players.get(player).ok_or(NextCardError::Player { player, last: self.players.len() - 1 })?;
        let count = own[0].0.cards().len();
        let is_common = match self.common {
            Common::None if count < 7 => false,
            Common::Given(_) if count < 6 => false,
            Common::ToCome => count == 6,
            _ => return Err(NextCardError::Complete { player }),
        };
        let mut after = Vec::new();
        for card in spot.live() {
            let mut common = self.common;
            let mut players: Vec<&[(Pattern, u64)]> = self.players.iter().map(Vec::as_slice).collect();
            let mut with_card = Vec::new();
            if is_common {
                common = Common::Given(card);
            } else {
                for patterns in own.chunks(CHUNK) {
                    if stop() {
                        return Err(SpotError::Stopped.into());
                    }
                    let more = patterns
                        .iter()
                        .filter_map(|(pattern, weight)| Some((pattern.with(card).ok()?, *weight)));
                    with_card.extend(more);
                }
                players[player] = &with_card;
            }
            match Spot::new_until(&players, self.dead, common, self.low, stop) {
                Ok(spot) => after.push((card, spot)),
                Err(error @ (SpotError::Stopped | SpotError::Memory)) => return Err(error.into()),
                // A card that can't come leaves no spot.
                Err(_) => {}
            }
        }
        Ok(after)
    }

    /// One exact count for every card that may come next to the player; none where there has to be one for each: with more
    /// than two players, with a common card to come, or where the player's own cards are known in part.
    ///
    /// # Errors
    /// [`ExactError`].
    pub fn exact_by_next_card(&self, spot: &Spot, player: usize) -> Result<Option<Exact>, ExactError> {
        self.exact_by_next_card_until(spot, player, &|| false)
    }

    /// The same, which asks now and then whether to stop.
    ///
    /// # Errors
    /// [`ExactError`]; [`ExactError::Stopped`] if told to.
    pub fn exact_by_next_card_until(
        &self,
        spot: &Spot,
        player: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Exact>, ExactError> {
        let is_sweep = spot.holdings().len() == 2
            && spot.common() != Common::ToCome
            && spot.holdings()[player].set_size() == 0;
        if is_sweep { Exact::by_next_card_until(spot, stop).map(Some) } else { Ok(None) }
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
