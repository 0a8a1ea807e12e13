//! The five cards that a high or a low uses (RULES 3.11).

use super::{Category, LowKind, high, low, low::ranks_ace_low, shape};
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
