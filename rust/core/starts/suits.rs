//! Sets of cards up to suits: two that become each other when suits change places count as one.
//!
//! The form that stands for all of them, the canonical one, has the greatest mask of ranks in clubs, the next in diamonds, and
//! so on; of three cards there are 1,755 such forms, of seven 6,009,159.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use crate::card::{Card, CardSet, Rank, Suit};

/// The masks of ranks of four suits.
pub(crate) type Suits = [u16; 4];

/// The same masks, the greatest first.
#[inline(always)]
pub(crate) fn sorted([a, b, c, d]: Suits) -> Suits {
    let (a, b) = (a.max(b), a.min(b));
    let (c, d) = (c.max(d), c.min(d));
    let (a, c) = (a.max(c), a.min(c));
    let (b, d) = (b.max(d), b.min(d));
    [a, b.max(c), b.min(c), d]
}

/// Which of the masks equal the next: bits 0 to 2.
#[inline(always)]
pub(crate) fn ties([a, b, c, d]: Suits) -> usize {
    usize::from(a == b) | usize::from(b == c) << 1 | usize::from(c == d) << 2
}

/// How many permutations of the suits change nothing, by the [`ties`] of the sorted masks.
pub(crate) const PERMUTATIONS: [u8; 8] = [1, 2, 2, 6, 2, 4, 6, 24];

/// How many sets become these sorted masks.
pub(crate) fn versions(suits: Suits) -> u8 {
    24 / PERMUTATIONS[ties(suits)]
}

/// The cards with these masks.
pub(crate) fn cards(suits: Suits) -> CardSet {
    let each = |(suit, ranks): (Suit, u16)| {
        let held = Rank::ALL.into_iter().filter(move |rank| ranks >> rank.index() & 1 == 1);
        held.map(move |rank| Card::new(rank, suit))
    };
    Suit::ALL.into_iter().zip(suits).flat_map(each).collect()
}

/// Calls a function with each canonical set of so many cards (up to seven) of these ranks.
pub(crate) fn each_canonical(size: usize, ranks: u16, mut visit: impl FnMut(Suits)) {
    let by_size: [Vec<u16>; 8] = std::array::from_fn(|size| {
        (0..1 << 13).filter(|mask| mask & !ranks == 0 && mask.count_ones() as usize == size).collect()
    });
    let up_to = |size: usize, most: u16| by_size[size].iter().copied().take_while(move |&mask| mask <= most);
    let up_to_size = |size: usize, most: u16| (0..=size).flat_map(move |size| up_to(size, most));
    for clubs in up_to_size(size, ranks) {
        let size = size - clubs.count_ones() as usize;
        for diamonds in up_to_size(size, clubs) {
            let size = size - diamonds.count_ones() as usize;
            for hearts in up_to_size(size, diamonds) {
                let size = size - hearts.count_ones() as usize;
                for spades in up_to(size, hearts) {
                    visit([clubs, diamonds, hearts, spades]);
                }
            }
        }
    }
}

/// Numbers the canonical sets of each size, up to seven cards, without gaps.
///
/// They are in the order of their masks, clubs first. Before a set come those that share its first suits and go on with a lesser
/// mask; how many depends on that mask, and on how many suits and cards there are from there on. So a number is four look-ups.
pub(crate) struct Numbering {
    /// For four suits to one, for each mask, for so many cards: how many canonical choices begin with a lesser mask.
    lesser: [Vec<[u32; 8]>; 4],
    counts: [u32; 8],
}

impl Numbering {
    /// For the cards of these ranks.
    pub fn new(ranks: u16) -> Numbering {
        let mut lesser = [(); 4].map(|()| vec![[0; 8]; 1 << 13]);
        // For no suit to four, for so many cards: the choices that begin with a mask up to this one.
        let mut choices = [[0; 8]; 5];
        choices[0][0] = 1;
        for mask in (0..1_u16 << 13).filter(|mask| mask & !ranks == 0) {
            let size = mask.count_ones() as usize;
            for suits in 1..=4 {
                lesser[4 - suits][usize::from(mask)] = choices[suits];
                for cards in size..8 {
                    choices[suits][cards] += choices[suits - 1][cards - size];
                }
            }
        }
        Numbering { lesser, counts: choices[4] }
    }

    /// How many canonical sets of so many cards there are.
    pub const fn count(&self, cards: usize) -> usize {
        self.counts[cards] as usize
    }

    /// The number of a canonical set of so many cards.
    #[inline(always)]
    pub fn number(&self, cards: usize, suits: Suits) -> u32 {
        let mut left = cards;
        let mut number = 0;
        for (lesser, mask) in self.lesser.iter().zip(suits) {
            number += lesser[usize::from(mask)][left & 7];
            left -= mask.count_ones() as usize;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_sorted() {
        for (suits, greatest_first) in [([1, 2, 3, 4], [4, 3, 2, 1]), ([5, 0, 5, 1], [5, 5, 1, 0])] {
            assert_eq!(sorted(suits), greatest_first);
        }
        for digits in 0..256_u16 {
            let suits = [0, 2, 4, 6].map(|place| digits >> place & 3);
            let mut expected = suits;
            expected.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(sorted(suits), expected);
        }
    }

    /// Each set of so many cards up to suits, by putting its suits in each order.
    #[test]
    fn versions_of_all_canonical_sets_are_all_sets() {
        let numbering = Numbering::new(0x1fff);
        let known = [
            (0, 1, 1),
            (1, 13, 52),
            (2, 169, 1326),
            (3, 1755, 22_100),
            (4, 16_432, 270_725),
            (5, 134_459, 2_598_960),
        ];
        for (size, count, all) in known {
            let (mut found, mut sets) = (0, 0);
            each_canonical(size, 0x1fff, |suits| {
                assert_eq!(sorted(suits), suits);
                assert_eq!(cards(suits).suit_masks(), suits);
                found += 1;
                sets += u32::from(versions(suits));
            });
            assert_eq!((found, sets, numbering.count(size)), (count, all, count), "{size} cards");
        }
        assert_eq!([6, 7].map(|size| numbering.count(size)), [962_988, 6_009_159]);
    }

    #[test]
    fn permutations_are_counted() {
        for (suits, expected) in [
            ([3, 2, 1, 0], 24),
            ([3, 3, 1, 0], 12),
            ([3, 1, 1, 0], 12),
            ([3, 1, 0, 0], 12),
            ([3, 3, 1, 1], 6),
            ([3, 3, 3, 0], 4),
            ([3, 0, 0, 0], 4),
            ([1, 1, 1, 1], 1),
        ] {
            let mut orders = std::collections::BTreeSet::new();
            for places in 0..256_usize {
                let places = [0, 2, 4, 6].map(|place| places >> place & 3);
                if places.iter().fold(0, |seen, place| seen | 1 << place) == 15 {
                    orders.insert(places.map(|place| suits[place]));
                }
            }
            assert_eq!((orders.len(), versions(suits)), (usize::from(expected), expected), "{suits:?}");
        }
    }

    #[test]
    fn numbers_have_no_gaps() {
        for (ranks, sizes) in [(0x1fff, 0..=4), (0b1_0000_0101_0011, 0..=7)] {
            let numbering = Numbering::new(ranks);
            for size in sizes {
                let mut numbers = vec![];
                each_canonical(size, ranks, |suits| numbers.push((numbering.number(size, suits), suits)));
                numbers.sort_unstable();
                assert!(numbers.is_sorted_by_key(|&(_, suits)| suits));
                let all = u32::try_from(numbering.count(size)).unwrap();
                assert!(numbers.into_iter().map(|(number, _)| number).eq(0..all), "{size}");
            }
        }
    }
}
