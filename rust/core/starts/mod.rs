//! The first three cards of a player up to suits: 1,755 classes, the door card not marked.
//!
//! A class is named by the version in which clubs have the greatest ranks, then diamonds, then hearts: `Ac Ad 5c`.
//!
//! ```
//! use stud8::starts::{CLASSES, class_cards, class_of, spelled};
//!
//! let class = class_of("5s Ah As".parse()?).ok_or("three cards")?;
//! assert_eq!(spelled(class_cards()[class]), "Ac Ad 5c");
//! assert_eq!(class_cards().len(), CLASSES);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod suits;

use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::arithmetic::choose;
use crate::card::{Card, CardSet};
use suits::sorted;

/// How many classes of starting hands there are.
pub const CLASSES: usize = 1755;

/// Returns the cards that stand for each class, in the order of the classes: the greatest cards first.
#[must_use]
pub fn class_cards() -> &'static [CardSet] {
    &TABLE.cards
}

/// Returns the number of the class of three cards; `None` for other numbers of cards.
#[must_use]
pub fn class_of(cards: CardSet) -> Option<usize> {
    let mut cards = cards.iter();
    let three = [cards.next()?, cards.next()?, cards.next()?];
    cards.next().is_none().then(|| usize::from(TABLE.numbers[triple_number(three)]))
}

/// Returns the number of the class of three different cards, in any order.
#[inline]
pub(crate) fn class_of_three(mut cards: [Card; 3]) -> usize {
    cards.sort_unstable();
    usize::from(TABLE.numbers[triple_number(cards)])
}

/// Returns the version of some cards that stands for all that are the same up to suits.
#[must_use]
pub fn canonical(cards: CardSet) -> CardSet {
    suits::cards(sorted(cards.suit_masks()))
}

/// Returns the cards as text, the greatest rank first and of equal ranks clubs first: `Ac Ad 5c`.
#[must_use]
pub fn spelled(cards: CardSet) -> String {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_unstable_by_key(|card| (Reverse(card.rank()), card.suit()));
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(" ")
}

/// Returns the number of three different cards, ascending, among all 22,100.
#[inline]
pub(crate) fn triple_number([a, b, c]: [Card; 3]) -> usize {
    let [a, b, c] = [a, b, c].map(|card| usize::from(card.index()));
    choose(c, 3) + choose(b, 2) + a
}

/// Returns all sets of three cards, each ascending, in the order of their numbers.
pub(crate) fn triples() -> impl Iterator<Item = [Card; 3]> {
    let below = |card: Card| Card::all().take_while(move |&other| other < card);
    Card::all().flat_map(move |c| below(c).flat_map(move |b| below(b).map(move |a| [a, b, c])))
}

struct ClassTable {
    /// By [`triple_number`].
    numbers: Vec<u16>,
    cards: Vec<CardSet>,
}

static TABLE: LazyLock<ClassTable> = LazyLock::new(|| {
    let standing: Vec<CardSet> = triples().map(|cards| canonical(cards.into_iter().collect())).collect();
    let mut cards = standing.clone();
    cards.sort_unstable_by_key(|set| Reverse(set.bits()));
    cards.dedup();
    let number = |set: CardSet| {
        let number = cards.binary_search_by(|other| set.bits().cmp(&other.bits())).unwrap_or_default();
        u16::try_from(number).unwrap_or_default()
    };
    ClassTable { numbers: standing.into_iter().map(number).collect(), cards }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> usize {
        class_of(text.parse().expect("cards")).expect("three")
    }

    #[test]
    fn there_are_1755_and_suits_do_not_matter() {
        assert_eq!(class_cards().len(), CLASSES);
        assert_eq!(class("As 5s Ah"), class("5c Ad Ac"));
        assert_ne!(class("As 5s Ah"), class("5h Ad Ac"));
        assert_eq!(class_cards()[class("8h 8s 8d")], "8c 8d 8h".parse().expect("cards"));
        assert_eq!(class("Ac Ad Ah"), 0);
        for other in ["", "As", "As Ks", "As Ks Qs Js"] {
            assert_eq!(class_of(other.parse().expect("cards")), None);
        }
    }

    #[test]
    fn each_class_is_that_of_the_cards_that_stand_for_it() {
        let mut versions = vec![0_u32; CLASSES];
        for (number, &set) in class_cards().iter().enumerate() {
            assert_eq!((class_of(set), canonical(set)), (Some(number), set));
            let cards: Vec<Card> = set.iter().rev().collect();
            assert_eq!(class_of_three(cards.try_into().expect("three")), number);
        }
        for &number in &TABLE.numbers {
            versions[usize::from(number)] += 1;
        }
        let masks = |set: &CardSet| u32::from(suits::versions(sorted(set.suit_masks())));
        assert_eq!(versions, class_cards().iter().map(masks).collect::<Vec<_>>());
    }

    #[test]
    fn triples_come_in_the_order_of_their_numbers() {
        assert!(triples().map(triple_number).eq(0..22_100));
    }
}
