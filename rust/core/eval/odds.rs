//! The chance of making a low by seventh street.

use thiserror::Error;

use crate::arithmetic::choose;
use crate::card::{Card, CardSet};

/// In how many of the deals of the cards to come a hand makes each low. See [`low_odds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LowOdds {
    /// All deals of the cards to come, each as likely as any other.
    pub deals: u64,
    /// Deals that make an eight-low or better.
    pub eight: u64,
    /// Deals that make a seven-low or better.
    pub seven: u64,
    /// Deals that make a six-low or better.
    pub six: u64,
    /// Deals that make 5-4-3-2-A.
    pub wheel: u64,
}

/// Why there are no such odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LowOddsError {
    /// More cards than a hand has.
    #[error("the odds of a low are those of no card to seven cards, not {cards}")]
    CardCount {
        /// How many there were.
        cards: usize,
    },
    /// A card in the hand that is dead too.
    #[error("{card} is in the hand and dead: each card may be used once")]
    Dead {
        /// The card.
        card: Card,
    },
    /// More cards to come than there are.
    #[error("{wanted} cards are to come, but {unseen} are unseen: fewer cards can be dead")]
    Unseen {
        /// How many cards the hand still gets.
        wanted: usize,
        /// How many are neither in the hand nor dead.
        unseen: usize,
    },
}

/// The exact odds of making each low by seventh street, for a hand of no card to seven cards; dead cards will not come.
///
/// Not by dealing: the ranks that the hand lacks are taken one after another, and for each number of cards dealt and of new
/// ranks among them the ways are counted. It takes about a microsecond; 133,784,560 deals take more than a second.
///
/// ```
/// use stud8::{card::CardSet, eval::low_odds};
///
/// let odds = low_odds("As 2d 3h".parse()?, CardSet::EMPTY)?;
/// assert_eq!((odds.eight, odds.deals), (102_280, 211_876));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LowOddsError`] for more than seven cards, a card of the hand that is dead, and more dead cards than leave enough to come.
pub fn low_odds(cards: CardSet, dead: CardSet) -> Result<LowOdds, LowOddsError> {
    if cards.len() > 7 {
        return Err(LowOddsError::CardCount { cards: cards.len() });
    }
    if let Some(card) = (cards & dead).iter().next_back() {
        return Err(LowOddsError::Dead { card });
    }
    let unseen = !(cards | dead);
    let wanted = 7 - cards.len();
    if unseen.len() < wanted {
        return Err(LowOddsError::Unseen { wanted, unseen: unseen.len() });
    }
    let ways = |top| ways(cards, unseen, wanted, top);
    Ok(LowOdds {
        deals: choose(unseen.len(), wanted) as u64,
        eight: ways(8),
        seven: ways(7),
        six: ways(6),
        wheel: ways(5),
    })
}

/// The deals of `wanted` unseen cards after which there are five ranks or more among the ace to `top`.
fn ways(cards: CardSet, unseen: CardSet, wanted: usize, top: usize) -> u64 {
    // Bits 1 to 13, from the ace to the king.
    let copies = |set: CardSet, rank: usize| {
        set.suit_masks().into_iter().filter(|&mask| mask >> ((rank + 11) % 13) & 1 == 1).count()
    };
    let held = (1..=top).filter(|&rank| copies(cards, rank) > 0).count();
    let missing = (1..=top).filter(|&rank| copies(cards, rank) == 0);
    // Of the ranks so far: ways[new][dealt] to deal so many cards with so many new ranks among them.
    let mut ways = [[0_u64; 8]; 9];
    ways[0][0] = 1;
    let mut others = unseen.len();
    for rank in missing {
        let left = copies(unseen, rank);
        others -= left;
        for new in (0..8).rev() {
            for dealt in (0..8).rev() {
                let before = ways[new][dealt];
                for more in 1..=left.min(wanted.saturating_sub(dealt)) {
                    ways[new + 1][dealt + more] += before * choose(left, more) as u64;
                }
            }
        }
    }
    // The rest may be anything else: higher cards and ranks that are held already.
    let enough = &ways[5_usize.saturating_sub(held)..];
    enough
        .iter()
        .map(|row| (0..=wanted).map(|dealt| row[dealt] * choose(others, wanted - dealt) as u64).sum::<u64>())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Low, LowKind, low};

    fn odds(cards: &str, dead: &str) -> LowOdds {
        low_odds(cards.parse().unwrap(), dead.parse().unwrap()).unwrap()
    }

    /// The published table: cards so far, then 8 or better, 7-low, 6-low and wheel in ten thousandths.
    #[test]
    fn the_published_table_to_the_last_digit() {
        let table = [
            ("", [1834, 849, 294, 58]),
            ("As 2d 3h", [4827, 3325, 1895, 715]),
            ("As 2d 3h Kc", [3238, 2091, 1119, 398]),
            ("As 2d 3h Kc Qc", [1480, 888, 444, 148]),
            ("As 2d Kc", [1963, 1072, 465, 125]),
            ("As 2d Kc Qc", [740, 370, 148, 37]),
            ("As Kc Qc", [423, 181, 60, 12]),
            ("As 2d 3h 4c Kc", [5698, 4496, 3145, 1647]),
        ];
        for (cards, published) in table {
            let LowOdds { deals, eight, seven, six, wheel } = odds(cards, "");
            let rounded = [eight, seven, six, wheel].map(|ways| (ways * 20_000 + deals) / (2 * deals));
            assert_eq!(rounded, published, "{cards}");
        }
        assert_eq!(odds("", "").eight, 24_530_944);
        assert_eq!(odds("", "").wheel, 781_824);
    }

    /// Every deal, evaluated.
    #[test]
    fn odds_agree_with_dealing() {
        fn deal(hand: CardSet, rest: &[Card], wanted: usize, counts: &mut [u64; 5]) {
            if wanted > 0 {
                for (i, &card) in rest.iter().enumerate() {
                    deal(hand.with(card), &rest[i + 1..], wanted - 1, counts);
                }
                return;
            }
            counts[0] += 1;
            // Of the 56 lows 1 is five-high, 5 are six-high, 15 seven-high and 35 eight-high.
            let number = low(hand, LowKind::EightOrBetter).map_or(0, Low::number);
            for (count, least) in counts[1..].iter_mut().zip([1, 36, 51, 56]) {
                *count += u64::from(number >= least);
            }
        }
        let table = [
            ("As 2d 3h", "4c 4d 4h 4s"),
            ("As 2d 2c 3h", ""),
            ("8s 7d Kc Kd", "As Ad Ah 2c"),
            ("8s 7d 6c", "5s 5d 5h 5c 4s"),
            ("As 2d 3h 4c 5s", ""),
            ("As 2d 3h 4c 8s 8d", "5c 6c"),
            ("As 2d 3h 4c Ks Kd", ""),
            ("9s Td Jh Qc Ks Kd Ac", ""),
            ("As 2d 3h 4c 5s Kd Kc", ""),
        ];
        for (cards, dead) in table {
            let (hand, dead): (CardSet, CardSet) = (cards.parse().unwrap(), dead.parse().unwrap());
            let rest: Vec<Card> = (!(hand | dead)).iter().collect();
            let mut counts = [0; 5];
            deal(hand, &rest, 7 - hand.len(), &mut counts);
            let LowOdds { deals, eight, seven, six, wheel } = low_odds(hand, dead).unwrap();
            assert_eq!([deals, eight, seven, six, wheel], counts, "{cards}, dead {dead}");
        }
    }

    #[test]
    fn a_deck_that_is_nearly_all_dead() {
        let hand: CardSet = "As 2d 3h".parse().unwrap();
        let mut dead = !hand - "4c 5c 6c 7c".parse().unwrap();
        assert_eq!(low_odds(hand, dead), Ok(LowOdds { deals: 1, eight: 1, seven: 1, six: 1, wheel: 1 }));
        dead.insert("4c".parse().unwrap());
        let error = low_odds(hand, dead).unwrap_err();
        assert_eq!(error.to_string(), "4 cards are to come, but 3 are unseen: fewer cards can be dead");
    }

    #[test]
    fn cards_without_odds_are_refused() {
        let error = |cards: &str, dead: &str| {
            low_odds(cards.parse().unwrap(), dead.parse().unwrap()).unwrap_err().to_string()
        };
        assert_eq!(error("As 2d", "Kc 2d"), "2d is in the hand and dead: each card may be used once");
        assert_eq!(
            error("As 2d 3d 4d 5d 6d 7d 8d", ""),
            "the odds of a low are those of no card to seven cards, not 8"
        );
    }
}
