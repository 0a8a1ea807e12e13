//! The five cards that a high or a low uses [rules 3.11].

use super::low::{LowKind, ranks_ace_low};
use super::scalar::{high, low};
use super::{Category, shape};
use crate::card::{Card, CardSet, Rank};

/// The five cards of the best high of five to seven cards, greatest first by rank, then by suit.
///
/// Of several equal choices it is the one whose cards, so sorted, are greatest from the top: of 8c and 8d it uses 8d.
///
/// ```
/// let five = stud8::eval::high_cards("8c 8d Ks Qs Js 4h 3h".parse()?);
/// assert_eq!(five.map(|card| card.to_string()), ["Ks", "Qs", "Js", "8d", "8c"]);
/// # Ok::<(), stud8::card::CardError>(())
/// ```
///
/// # Panics
/// With fewer than five cards.
#[must_use]
pub fn high_cards(cards: CardSet) -> [Card; 5] {
    let shape = high(cards).shape();
    let (primary, secondary) = shape.copies();
    let mut wanted = Wanted::default();
    match shape.category {
        Category::Straight | Category::StraightFlush => wanted.straight(shape.primary),
        _ => wanted.add(shape::ranks(shape.primary), primary),
    }
    wanted.add(shape::ranks(shape.secondary), secondary);
    match shape.category {
        Category::Flush | Category::StraightFlush => wanted.take_from(of_most_frequent_suit(cards)),
        _ => wanted.take_from(cards),
    }
}

/// The five cards of the best low of five to seven cards, if there is one, chosen and sorted as in [`high_cards`]: an ace,
/// though low, comes first.
///
/// ```
/// use stud8::eval::{LowKind, low_cards};
///
/// let five = low_cards("As 2c 2d 6s 7s 8h 8c".parse()?, LowKind::EightOrBetter).unwrap();
/// assert_eq!(five.map(|card| card.to_string()), ["As", "8h", "7s", "6s", "2d"]);
/// # Ok::<(), stud8::card::CardError>(())
/// ```
///
/// # Panics
/// With fewer than five cards.
#[must_use]
pub fn low_cards(cards: CardSet, kind: LowKind) -> Option<[Card; 5]> {
    let shape = low(cards, kind)?.shape();
    let (primary, secondary) = shape.copies();
    let mut wanted = Wanted::default();
    wanted.add(ranks_ace_low(shape.primary), primary);
    wanted.add(ranks_ace_low(shape.secondary), secondary);
    Some(wanted.take_from(cards))
}

/// How many cards of each rank are wanted.
#[derive(Default)]
struct Wanted([usize; 13]);

impl Wanted {
    fn add(&mut self, ranks: impl Iterator<Item = Rank>, copies: usize) {
        for rank in ranks {
            self.0[usize::from(rank.index())] += copies;
        }
    }

    /// The straight up to the one rank of this mask.
    fn straight(&mut self, top: u16) {
        // 13 ranks up from any is that rank again: the ace below the deuce is the ace.
        let top = top.trailing_zeros() as usize + 13;
        for rank in top - 4..=top {
            self.0[rank % 13] += 1;
        }
    }

    /// Of each rank as many of the greatest suits as are wanted. Equal hands have equal ranks, so that this is the choice
    /// that is greatest from the top.
    fn take_from(mut self, cards: CardSet) -> [Card; 5] {
        let mut chosen = cards.iter().rev().filter(|card| {
            let wanted = &mut self.0[usize::from(card.rank().index())];
            let take = *wanted > 0;
            *wanted -= usize::from(take);
            take
        });
        std::array::from_fn(|_| {
            chosen.next().expect("five cards or more hold the five that were found in them")
        })
    }
}

fn of_most_frequent_suit(cards: CardSet) -> CardSet {
    let suit = cards.iter().map(Card::suit).max_by_key(|&suit| cards.suit_mask(suit).count_ones());
    cards.iter().filter(|card| Some(card.suit()) == suit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(five: [Card; 5]) -> String {
        five.map(|card| card.to_string()).join(" ")
    }

    #[test]
    fn the_five_cards_of_a_high() {
        let table = [
            ("Kc Kd Kh 8c 8d 3s 2s", "Kh Kd Kc 8d 8c"),
            ("Kc Kd Kh 8c 8d 8s 2s", "Kh Kd Kc 8s 8d"),
            ("Kc Kd 8c 8d 5c 5d 2s", "Kd Kc 8d 8c 5d"),
            ("Kc Kd 8c 8d 8h 8s 2s", "Kd 8s 8h 8d 8c"),
            ("9c 8c 7c 6c 5c 9s 8s", "9c 8c 7c 6c 5c"),
            ("9c 8d 7c 6c 5c 9s 8s", "9s 8s 7c 6c 5c"),
            ("Ac 2d 3c 4c 5h As 5s", "As 5s 4c 3c 2d"),
            ("Ac 2c 3c 4c 5c As 5s", "Ac 5c 4c 3c 2c"),
            ("Ac 2c 3c 4c 5c 6c 7c", "7c 6c 5c 4c 3c"),
            ("Ah Jh 9h 7h 5h 3h As", "Ah Jh 9h 7h 5h"),
            ("Ac Kc Kd Qc Jd 9h 8h", "Ac Kd Kc Qc Jd"),
        ];
        for (cards, five) in table {
            assert_eq!(sorted(high_cards(cards.parse().unwrap())), five, "{cards}");
        }
    }

    #[test]
    fn the_five_cards_of_a_low() {
        let table = [
            ("Ac 2c 3c 4c 5c As 5s", LowKind::EightOrBetter, "As 5s 4c 3c 2c"),
            ("8c 8d 7c 6c 5c 4d 4h", LowKind::EightOrBetter, "8d 7c 6c 5c 4h"),
            ("Kc Kd 7c 6c 5c 4d 4h", LowKind::FiveRanks, "Kd 7c 6c 5c 4h"),
            ("7c 7d 7h 5c 3d 3h 2s", LowKind::Any, "7h 5c 3h 3d 2s"),
            ("2c 2d 2h 2s Ac Ad As", LowKind::Any, "As Ad Ac 2s 2h"),
            ("7c 7d 7h Ac Ad As 5s", LowKind::Any, "As Ad 7h 7d 5s"),
        ];
        for (cards, kind, five) in table {
            assert_eq!(low_cards(cards.parse().unwrap(), kind).map(sorted).as_deref(), Some(five), "{cards}");
        }
        let pairs = "8c 8d 7c 7d 5c 4d 3h".parse().unwrap();
        assert_eq!(low_cards(pairs, LowKind::EightOrBetter).map(sorted).as_deref(), Some("8d 7d 5c 4d 3h"));
        assert_eq!(low_cards("8c 8d 7c 7d 5c 4d 9h".parse().unwrap(), LowKind::EightOrBetter), None);
    }
}
