//! How a hand is dealt, opened, judged and divided. The machine asks these questions and knows no game.

use super::RulesError;
use super::house::Opener;
use crate::card::{Card, CardSet};
use crate::eval::{self, Board, High, Low, LowKind};

/// The game that is played: what doesn't change from house to house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Game {
    /// Seven-card stud high-low: the best high and the best low share the pot.
    HighLow {
        /// Which hands are lows.
        low: LowKind,
        /// Players announce what they play for \[C70].
        declare: bool,
    },
}

impl Game {
    /// High-low, eight or better, in which the cards speak.
    pub const EIGHT_OR_BETTER: Self = Self::HighLow { low: LowKind::EightOrBetter, declare: false };

    /// High-low without a qualifier: any five different ranks make a low.
    pub const NO_QUALIFIER: Self = Self::HighLow { low: LowKind::FiveRanks, declare: false };

    /// High-low with declaration: any five cards make a low.
    pub const DECLARED: Self = Self::HighLow { low: LowKind::Any, declare: true };

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighLow { .. } => "high_low",
        }
    }

    /// Its number in observations.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::HighLow { .. } => 0,
        }
    }

    /// Returns this game with those of its settings that are given.
    pub(super) fn with(self, given_low: Option<LowKind>, given_declare: Option<bool>) -> Self {
        match self {
            Self::HighLow { low, declare } => {
                Self::HighLow { low: given_low.unwrap_or(low), declare: given_declare.unwrap_or(declare) }
            }
        }
    }

    pub(super) fn check(self) -> Result<(), RulesError> {
        match self {
            Self::HighLow { low, declare: true } if low != LowKind::Any => {
                Err(RulesError::DeclareLow { low })
            }
            Self::HighLow { .. } => Ok(()),
        }
    }

    /// The setting `low`: which hands are lows. `None` in games without lows.
    #[must_use]
    #[inline]
    pub const fn low(self) -> Option<LowKind> {
        match self {
            Self::HighLow { low, .. } => Some(low),
        }
    }

    /// The setting `declare`. `None` in games that can't be declared.
    #[must_use]
    pub const fn declare(self) -> Option<bool> {
        match self {
            Self::HighLow { declare, .. } => Some(declare),
        }
    }

    /// Whether players announce what they play for.
    #[must_use]
    #[inline]
    pub const fn declares(self) -> bool {
        matches!(self.declare(), Some(true))
    }

    /// How strongly a door card claims the bring-in; always above 0. The lowest card must bring in; among equal
    /// ranks the suits decide, clubs first \[C17], \[C18].
    #[must_use]
    #[inline]
    pub(crate) fn door_key(self, card: Card) -> u64 {
        match self {
            Self::HighLow { .. } => 52 - u64::from(card.index()),
        }
    }

    /// How good a board of up cards is, greater is better; unknown cards count below every card \[C29].
    #[must_use]
    #[inline]
    pub(crate) fn board_key(self, up: &[Option<Card>]) -> u32 {
        match self {
            Self::HighLow { .. } => Board::new(up).key(),
        }
    }

    /// How good the rank of a single up card is, greater is better; always above 0 \[C30].
    #[must_use]
    #[inline]
    pub(crate) fn rank_key(self, card: Card) -> u8 {
        match self {
            Self::HighLow { .. } => card.rank().index() + 1,
        }
    }

    /// The card of a board that counts under this custom of opening: its rank where single cards are compared,
    /// its suit where ties go by suit.
    #[must_use]
    #[inline]
    pub(crate) fn counting_card(self, opener: Opener, up: &[Option<Card>]) -> Option<Card> {
        match opener {
            Opener::NewestCard => up.last().copied().flatten(),
            Opener::BestBoard | Opener::HighestCard => {
                up.iter().flatten().copied().max_by_key(|&card| (self.rank_key(card), card.suit()))
            }
        }
    }

    /// Whether bets of this street are big: from fifth street on \[C33]. An open pair on fourth street doesn't
    /// double the bet \[C34].
    #[must_use]
    #[inline]
    pub(crate) fn has_big_bet(self, street: u8) -> bool {
        match self {
            Self::HighLow { .. } => street >= 5,
        }
    }

    /// The best high of five to seven cards, in games in which highs win.
    #[must_use]
    #[inline]
    #[expect(clippy::unnecessary_wraps, reason = "games in which no high wins have none")]
    pub(crate) fn high_of(self, cards: CardSet) -> Option<High> {
        match self {
            Self::HighLow { .. } => Some(eval::high(cards)),
        }
    }

    /// The best low of five to seven cards, in games in which lows win, if there is one.
    #[must_use]
    #[inline]
    pub(crate) fn low_of(self, cards: CardSet) -> Option<Low> {
        match self {
            Self::HighLow { low, .. } => eval::low(cards, low),
        }
    }

    /// Whether pots are divided between high and low. Where they aren't, each payment is of a whole pot.
    #[must_use]
    pub(crate) const fn divides_pots(self) -> bool {
        match self {
            Self::HighLow { .. } => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().expect("a card")
    }

    #[test]
    fn the_lowest_door_card_has_the_duty_clubs_first() {
        let key = |text| Game::EIGHT_OR_BETTER.door_key(card(text));
        assert!(key("2c") > key("2d") && key("2s") > key("3c") && key("As") > 0);
    }

    #[test]
    fn the_big_bet_comes_on_fifth_street() {
        let big = [3, 4, 5, 6, 7].map(|street| Game::EIGHT_OR_BETTER.has_big_bet(street));
        assert_eq!(big, [false, false, true, true, true]);
    }

    #[test]
    fn declarations_need_any_five_cards_as_a_low() {
        let declared = |low| Game::HighLow { low, declare: true }.check();
        assert_eq!(Game::DECLARED.check(), Ok(()));
        for low in [LowKind::EightOrBetter, LowKind::FiveRanks] {
            assert_eq!(declared(low), Err(RulesError::DeclareLow { low }));
        }
    }
}
