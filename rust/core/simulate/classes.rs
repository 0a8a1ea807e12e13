//! What came of each starting hand.
//!
//! A class is a third-street hand up to suits: 1,755 of them, the door card not marked. It is named by the
//! version in which clubs have the greatest ranks, then diamonds, then hearts.

use std::sync::LazyLock;

use crate::action::Dealt;
use crate::card::{Card, CardSet};

/// How many classes of starting hands there are.
pub const CLASSES: usize = 1755;

/// What one policy won with one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassCount {
    /// How often it was dealt.
    pub hands: u64,
    /// What was won or lost with it.
    pub net: i128,
    /// The squares of what was won or lost in a hand.
    pub squares: u128,
}

/// What each policy won with each class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    counts: Vec<ClassCount>,
}

impl Classes {
    /// Nothing yet, for so many policies.
    #[must_use]
    pub fn of(policies: usize) -> Self {
        Self { counts: vec![ClassCount::default(); policies * CLASSES] }
    }

    /// What a policy won, class by class in the order of [`class_cards`].
    #[must_use]
    pub fn of_policy(&self, policy: usize) -> &[ClassCount] {
        self.counts.get(policy * CLASSES..(policy + 1) * CLASSES).unwrap_or_default()
    }

    /// The counts of one policy and class, to be set.
    pub fn at(&mut self, policy: usize, class: usize) -> Option<&mut ClassCount> {
        self.counts.get_mut(policy * CLASSES + class)
    }

    pub(super) fn count(&mut self, policy: usize, dealt: &Dealt, net: i64) {
        let Some(&[Some(a), Some(b), Some(c)]) = dealt.cards().first_chunk() else { return };
        let count = &mut self.counts[policy * CLASSES + class_of([a, b, c])];
        let size = u128::from(net.unsigned_abs());
        count.hands += 1;
        count.net += i128::from(net);
        count.squares += size * size;
    }

    /// The sum; nothing has none. None if a count would be too large.
    #[expect(clippy::option_option, reason = "no sum, and a sum of nothing")]
    pub(super) fn sum(mine: Option<Self>, more: Option<&Self>) -> Option<Option<Self>> {
        let (Some(mut sum), Some(more)) = (mine.clone(), more) else {
            return Some(mine.or_else(|| more.cloned()));
        };
        for (mine, more) in sum.counts.iter_mut().zip(&more.counts) {
            mine.hands = mine.hands.checked_add(more.hands)?;
            mine.net = mine.net.checked_add(more.net)?;
            mine.squares = mine.squares.checked_add(more.squares)?;
        }
        Some(Some(sum))
    }
}

/// The cards that stand for each class, in the order of the classes.
#[must_use]
pub fn class_cards() -> &'static [CardSet] {
    &TABLE.cards
}

/// The number of the class of three cards.
#[must_use]
pub fn class_of(mut cards: [Card; 3]) -> usize {
    cards.sort_unstable();
    usize::from(TABLE.numbers[place(cards)])
}

struct Table {
    /// By [`place`].
    numbers: Vec<u16>,
    cards: Vec<CardSet>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut numbers = vec![0; 22_100];
    let mut standing: Vec<(CardSet, usize)> = Vec::with_capacity(numbers.len());
    let all = || (0..52).filter_map(Card::from_index);
    for c in all() {
        for b in all().take_while(|&b| b < c) {
            for a in all().take_while(|&a| a < b) {
                standing.push((standard([a, b, c]), place([a, b, c])));
            }
        }
    }
    let mut cards: Vec<CardSet> = standing.iter().map(|&(set, _)| set).collect();
    // Greatest cards first.
    cards.sort_unstable_by_key(|set| std::cmp::Reverse(set.bits()));
    cards.dedup();
    for (set, place) in standing {
        let number = cards.binary_search_by(|other| set.bits().cmp(&other.bits())).unwrap_or_default();
        numbers[place] = u16::try_from(number).unwrap_or_default();
    }
    Table { numbers, cards }
});

/// The place of three cards, ascending, among all.
fn place([a, b, c]: [Card; 3]) -> usize {
    let [a, b, c] = [a, b, c].map(|card| usize::from(card.index()));
    c * c.saturating_sub(1) * c.saturating_sub(2) / 6 + b * b.saturating_sub(1) / 2 + a
}

/// The version of the cards that stands for all up to suits.
fn standard(cards: [Card; 3]) -> CardSet {
    let mut masks = CardSet::from_iter(cards).suit_masks();
    masks.sort_unstable_by(|a, b| b.cmp(a));
    let all =
        Card::all().filter(|card| masks[usize::from(card.suit().index())] >> card.rank().index() & 1 == 1);
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> [Card; 3] {
        crate::card::parse_cards(text).expect("cards").try_into().expect("three")
    }

    #[test]
    fn there_are_1755_and_suits_do_not_matter() {
        assert_eq!(class_cards().len(), CLASSES);
        assert_eq!(class_of(cards("As 5s Ah")), class_of(cards("5c Ad Ac")));
        assert_ne!(class_of(cards("As 5s Ah")), class_of(cards("5h Ad Ac")));
        assert_eq!(class_cards()[class_of(cards("8h 8s 8d"))], "8c 8d 8h".parse().expect("cards"));
        assert_eq!(class_of(cards("Ac Ad Ah")), 0);
    }

    #[test]
    fn each_class_is_that_of_the_cards_that_stand_for_it() {
        let mut versions = vec![0_u32; CLASSES];
        for (number, set) in class_cards().iter().enumerate() {
            let cards: Vec<Card> = set.iter().collect();
            assert_eq!(class_of(cards.try_into().expect("three")), number);
        }
        for &number in &TABLE.numbers {
            versions[usize::from(number)] += 1;
        }
        assert!(versions.iter().all(|count| [4, 12, 24].contains(count)));
    }
}
