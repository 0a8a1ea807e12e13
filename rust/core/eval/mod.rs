//! What cards are worth: the best high and the best low of five to seven cards, and boards of up cards.
//!
//! Greater is better throughout, for lows too. Inside the program hands are compared by sparse keys, which follow from a few
//! operations on bits ([`high`], [`low`]); the dense numbers ([`High::number`], [`Low::number`]) are for tables and for
//! people.
//!
//! ```
//! use stud8::eval::{LowKind, evaluate};
//!
//! let hand = evaluate("As 2d 3h 4c 5s Kd Kc".parse()?, LowKind::EightOrBetter)?;
//! assert_eq!(hand.high.to_string(), "straight, five high");
//! assert_eq!(hand.low.unwrap().to_string(), "5-4-3-2-A");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(target_arch = "x86_64")]
mod avx512;
mod board;
mod bulk;
mod dispatch;
mod five;
mod high;
mod lanes;
mod low;
mod number;
mod odds;
mod scalar;
mod shape;

use thiserror::Error;

use crate::card::CardSet;
use crate::vocabulary::vocabulary;

pub use board::Board;
pub use bulk::{Lows, board_rows, evaluate_rows, evaluate_sets, find_bad_row, find_bad_set};
pub use bulk::{try_board_rows, try_evaluate_rows, try_evaluate_sets};
pub use dispatch::{Path, PathError};
pub(crate) use dispatch::{Task, perform};
pub use five::{high_cards, low_cards};
pub use high::High;
pub use low::{Low, LowKind, LowKindError};
pub use odds::{LowOdds, LowOddsError, low_odds};
pub use scalar::{high, low, low_key};

vocabulary! {
    /// The kinds of high hands, the worst first. A royal flush is a straight flush.
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Category, "category" {
        HighCard = "high card",
        Pair = "pair",
        TwoPair = "two pair",
        ThreeOfAKind = "three of a kind",
        Straight = "straight",
        Flush = "flush",
        FullHouse = "full house",
        FourOfAKind = "four of a kind",
        StraightFlush = "straight flush",
    }
}

impl Category {
    /// The category numbered 0 (high card) to 8 (straight flush).
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Category> {
        if index < 9 { Some(Category::ALL[index as usize]) } else { None }
    }

    /// The number of the category, 0 (high card) to 8 (straight flush).
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }
}

/// The best high and the best low of the same cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// The best high.
    pub high: High,
    /// The best low, if there is one.
    pub low: Option<Low>,
}

/// Why cards can't be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// Too few or too many cards.
    #[error("five to seven cards can be evaluated, not {cards}")]
    CardCount {
        /// How many there were.
        cards: usize,
    },
}

/// The best high and the best low of five to seven cards. The two may use any cards in common.
///
/// # Errors
/// [`EvaluationError::CardCount`] for fewer or more cards.
pub fn evaluate(cards: CardSet, kind: LowKind) -> Result<Evaluation, EvaluationError> {
    if !(5..=7).contains(&cards.len()) {
        return Err(EvaluationError::CardCount { cards: cards.len() });
    }
    Ok(Evaluation { high: high(cards), low: low(cards, kind) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_have_numbers_and_names() {
        for (index, category) in (0..).zip(Category::ALL) {
            assert_eq!((Category::from_index(index), category.index()), (Some(category), index));
        }
        assert_eq!(Category::from_index(9), None);
        assert_eq!(format!("{:>11}", Category::FullHouse), " full house");
    }

    #[test]
    fn only_five_to_seven_cards_are_evaluated() {
        let deck: Vec<_> = crate::card::Card::all().collect();
        for cards in [0, 1, 4, 8, 52] {
            let set = deck[..cards].iter().copied().collect();
            for kind in LowKind::ALL {
                assert_eq!(evaluate(set, kind), Err(EvaluationError::CardCount { cards }));
            }
        }
        for cards in 5..=7 {
            let set = deck[..cards].iter().copied().collect();
            let hand = evaluate(set, LowKind::Any).unwrap();
            assert_eq!((hand.high, hand.low), (high(set), low(set, LowKind::Any)));
        }
        let error = EvaluationError::CardCount { cards: 4 };
        assert_eq!(error.to_string(), "five to seven cards can be evaluated, not 4");
    }
}
