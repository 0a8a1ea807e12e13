//! The customs of a house: who opens, the cap, odd chips, showing, the rake.

use super::{Chips, RulesError};
use crate::vocabulary::vocabulary;

vocabulary! {
    /// Who opens the betting from fourth street on \[C30].
    pub enum Opener, "opener", RulesError {
        /// The best exposed hand.
        BestBoard = "best_board",
        /// The highest single up card.
        HighestCard = "highest_card",
        /// The highest card dealt on this street.
        NewestCard = "newest_card",
    }
}

vocabulary! {
    /// Who opens among equals \[C31].
    pub enum OpenerTie, "opener_tie", RulesError {
        /// The lowest seat.
        Position = "position",
        /// The suit of the highest card, spades first.
        Suit = "suit",
    }
}

vocabulary! {
    /// Who gets the chips that don't divide \[C51] \[C52] \[C53].
    pub enum OddChip, "odd_chip", RulesError {
        /// By the highest, for low the lowest, of all own cards.
        SuitOfSeven = "suit_of_seven",
        /// By the highest of the five cards used.
        SuitOfFive = "suit_of_five",
        /// The lowest seat.
        Position = "position",
    }
}

vocabulary! {
    /// Who shows first \[C61].
    pub enum ShowOrder, "show_order", RulesError {
        /// The player who made the last wager of the hand, else the best board.
        LastAggressor = "last_aggressor",
        /// The player who made the last wager of seventh street, else the best board.
        RiverAggressor = "river_aggressor",
        /// The best board.
        BestBoard = "best_board",
        /// The player who made the last wager of seventh street, else the lowest seat.
        Position = "position",
    }
}

vocabulary! {
    /// When an all-in wager for less counts as a full one [rules 3.5].
    pub enum AllInRaise, "all_in_raise", RulesError {
        /// From half a bet on.
        Half = "half",
        /// Only when it is the whole bet.
        Full = "full",
    }
}

/// What the house takes from the pots, once per hand [rules 3.13].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rake {
    /// Hundredths of a percent: 500 is 5 %.
    pub rate: u32,
    /// The most that it takes from one hand; `None` is no limit.
    pub cap: Option<Chips>,
    /// It takes whole multiples of this.
    pub unit: Chips,
}

impl Rake {
    /// Returns what is taken from pots of this sum.
    #[must_use]
    pub fn of(self, total: Chips) -> Chips {
        let share = total * Chips::from(self.rate) / 10_000;
        let whole = share - share % self.unit;
        self.cap.map_or(whole, |cap| whole.min(cap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rake_rounds_down_and_stops_at_the_cap() {
        let rake = Rake { rate: 500, cap: Some(300), unit: 100 };
        assert_eq!(rake.of(9510), 300);
        assert_eq!(rake.of(5900), 200);
    }

    #[test]
    fn an_unknown_word_names_its_setting_and_the_choices() {
        let error = "best".parse::<Opener>().expect_err("no value");
        let message = "opener=\"best\" is unknown: choose one of best_board, highest_card, newest_card";
        assert_eq!(error.to_string(), message);
    }
}
