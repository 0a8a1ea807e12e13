//! One hand at a time, by operations on rank masks: the readable evaluator.
//!
//! The naive version ranks all 21 choices of five cards and takes more than 1000 ns for the high alone (it lives in
//! `tests/rust/frequencies.rs`, which compares). This takes 13 ns for the high and 7 for the low, of random hands of seven cards.
//! Here the cards become four 13-bit masks, one for each suit, and everything follows from those: which ranks are held at
//! least once, twice, three and four times, straights by shifts, the flush by counting bits. No tables.

use super::Category;
use super::high::High;
use super::low::{Low, LowKind};
use super::shape::Shape;
use crate::card::{Card, CardSet};

/// The best high of five to seven cards; of any other number the answer means nothing.
#[must_use]
#[inline]
pub fn high(cards: CardSet) -> High {
    debug_assert!((5..=7).contains(&cards.len()), "{cards:?}");
    High::from_shape(best_high(cards))
}

/// The best low of five to seven cards, if there is one; of any other number the answer means nothing.
#[must_use]
#[inline]
pub fn low(cards: CardSet, kind: LowKind) -> Option<Low> {
    Low::from_key(low_key(cards, kind), kind)
}

/// The best low as a bare number for comparisons inside one kind: greater is better, 0 is no low.
#[must_use]
#[inline]
pub fn low_key(cards: CardSet, kind: LowKind) -> u32 {
    debug_assert!((5..=7).contains(&cards.len()), "{cards:?}");
    let RankCounts { once, twice, thrice, .. } = RankCounts::of(cards.suit_masks().map(ace_low));
    let five = match kind {
        LowKind::EightOrBetter => lowest_five(once & 0xff),
        LowKind::FiveRanks | LowKind::Any => lowest_five(once),
    };
    let shape = if five != 0 {
        Shape::new(Category::HighCard, 0, five)
    } else if kind == LowKind::Any {
        lowest_paired(once, twice, thrice)
    } else {
        return 0;
    };
    Shape::LIMIT - shape.pack()
}

/// The ranks that are held at least once, twice, three and four times.
pub(super) struct RankCounts {
    pub once: u16,
    pub twice: u16,
    pub thrice: u16,
    pub four_times: u16,
}

impl RankCounts {
    #[inline]
    pub fn of([clubs, diamonds, hearts, spades]: [u16; 4]) -> RankCounts {
        let (minor, both_minors) = (clubs | diamonds, clubs & diamonds);
        let (major, both_majors) = (hearts | spades, hearts & spades);
        RankCounts {
            once: minor | major,
            twice: both_minors | both_majors | minor & major,
            thrice: both_minors & major | both_majors & minor,
            four_times: both_minors & both_majors,
        }
    }

    /// Of up to four cards, one by one: what was held so many times comes once more.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "lanes of 16 bits")]
    pub fn of_few(cards: impl Iterator<Item = Card>) -> RankCounts {
        // Once, twice, thrice and four times in four lanes, the first lowest.
        let lanes = cards.fold(0_u64, |lanes, card| {
            lanes | (lanes << 16 | 0xffff) & 0x0001_0001_0001_0001 << (card.index() / 4)
        });
        let lane = |number: u32| (lanes >> (16 * number)) as u16;
        RankCounts { once: lane(0), twice: lane(1), thrice: lane(2), four_times: lane(3) }
    }
}

#[inline]
fn best_high(cards: CardSet) -> Shape {
    let suits = cards.suit_masks();
    let counts = SuitCounts::of(cards);
    let not_used = counts.total().saturating_sub(5);

    // With a flush in seven cards there is neither a full house nor four of a kind: five ranks are different.
    if let Some((suit, suited)) = counts.flush() {
        let ranks = suits[suit];
        return match straight(ranks) {
            0 => Shape::new(Category::Flush, 0, without_lowest(ranks, suited - 5)),
            top => Shape::new(Category::StraightFlush, top, 0),
        };
    }
    let RankCounts { once, twice, thrice, four_times } = RankCounts::of(suits);
    if four_times != 0 {
        return Shape::new(Category::FourOfAKind, four_times, highest(once & !four_times));
    }
    let three = highest(thrice);
    let pairs = twice & !three;
    if three != 0 && pairs != 0 {
        return Shape::new(Category::FullHouse, three, highest(pairs));
    }
    let top = straight(once);
    if top != 0 {
        return Shape::new(Category::Straight, top, 0);
    }
    // From here on each card that isn't used has a rank of its own, but for a third pair.
    if three != 0 {
        return Shape::new(Category::ThreeOfAKind, three, without_lowest(once & !three, not_used));
    }
    let pair = highest(pairs);
    let second = highest(pairs & !pair);
    // The likeliest three: no branch could guess which.
    let others = once & !(pair | second);
    let (kickers, kicker) = (without_lowest(others, not_used), highest(others));
    match (pair, second) {
        (0, _) => Shape::new(Category::HighCard, 0, kickers),
        (_, 0) => Shape::new(Category::Pair, pair, kickers),
        _ => Shape::new(Category::TwoPair, pair | second, kicker),
    }
}

/// The lowest hand with a pair or more, for hands of fewer than five ranks (masks with the ace at the bottom).
#[inline]
fn lowest_paired(once: u16, twice: u16, thrice: u16) -> Shape {
    let pair = lowest(twice);
    let second = lowest(twice & !pair);
    match once.count_ones() {
        4 => Shape::new(Category::Pair, pair, once & !pair),
        // Two pair if it can be, and always the lowest two; else 3-1-1 or 4-1-1.
        3 if second != 0 => Shape::new(Category::TwoPair, pair | second, once & !(pair | second)),
        3 => Shape::new(Category::ThreeOfAKind, pair, once & !pair),
        // Five to seven cards of two ranks: 4-1, or a full house with the lower three if there are two.
        _ if second == 0 => Shape::new(Category::FourOfAKind, pair, once & !pair),
        _ => {
            let three = lowest(thrice);
            Shape::new(Category::FullHouse, three, once & !three)
        }
    }
}

/// How many cards of each suit, in four lanes of 16 bits.
struct SuitCounts(u64);

impl SuitCounts {
    #[inline]
    fn of(cards: CardSet) -> SuitCounts {
        // As in any count of bits without an instruction for it, stopped before the lanes are added up.
        let mut lanes = cards.by_suit();
        lanes -= lanes >> 1 & 0x5555_5555_5555_5555;
        lanes = (lanes & 0x3333_3333_3333_3333) + (lanes >> 2 & 0x3333_3333_3333_3333);
        lanes = (lanes + (lanes >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        SuitCounts((lanes + (lanes >> 8)) & 0x001f_001f_001f_001f)
    }

    #[inline]
    fn total(&self) -> usize {
        // The top lane of the product is the sum of all lanes.
        (self.0.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }

    /// The suit of which there are five to seven, and how many.
    #[inline]
    fn flush(&self) -> Option<(usize, usize)> {
        // 3 more lifts five to seven, and nothing less, to bit 3.
        let five = (self.0 + 0x0003_0003_0003_0003) & 0x0008_0008_0008_0008;
        if five == 0 {
            return None;
        }
        let suit = five.trailing_zeros() as usize / 16;
        Some((suit, (self.0 >> (16 * suit) & 7) as usize))
    }
}

/// The top rank of the best straight, 0 if there is none. The ace counts below the deuce too.
#[inline]
fn straight(ranks: u16) -> u16 {
    // Bit 0 is now the ace, bit 13 the ace again. A run is marked at its lowest bit, four below its top.
    let ranks = ranks << 1 | ranks >> 12;
    let runs = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4;
    highest(runs << 3)
}

/// The mask with the ace moved from the top to below the deuce.
#[inline]
fn ace_low(ranks: u16) -> u16 {
    ranks << 1 & 0x1fff | ranks >> 12
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a bit of the mask")]
fn highest(mask: u16) -> u16 {
    // Shifted in one bit that is thrown away again: no branch for 0.
    let top = (u32::from(mask) << 1 | 1).ilog2();
    (1_u32 << top >> 1) as u16
}

#[inline]
fn lowest(mask: u16) -> u16 {
    mask & mask.wrapping_neg()
}

#[inline]
fn without_lowest(mask: u16, bits: usize) -> u16 {
    (0..bits).fold(mask, |mask, _| mask & mask.wrapping_sub(1))
}

/// The lowest five bits, or 0 if there are fewer.
#[inline]
fn lowest_five(mask: u16) -> u16 {
    let from_fifth = without_lowest(mask, 4);
    if from_fifth == 0 { 0 } else { mask & !without_lowest(from_fifth, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Suit};

    #[test]
    fn straights_by_their_top_rank() {
        for (ranks, top) in [
            (0, 0),
            (0b1_0000_0000_1111, 1 << 3),
            (0b1_0000_0001_1111, 1 << 4),
            (0b1_1111_0000_0000, 1 << 12),
            (0b1_1111_1110_0000, 1 << 12),
            (0b0_0000_1111_1110, 1 << 7),
            // Around the corner: Q-K-A-2-3.
            (0b1_1100_0000_0011, 0),
            (0b0_1111_0111_0000, 0),
        ] {
            assert_eq!(straight(ranks), top, "{ranks:b}");
        }
    }

    #[test]
    fn flushes_of_five_to_seven_cards_in_each_suit() {
        for suit in Suit::ALL {
            let others: CardSet = Card::all().filter(|card| card.suit() != suit).step_by(13).collect();
            let suited: Vec<Card> = Card::all().filter(|card| card.suit() == suit).collect();
            for (many, found) in [(4, None), (5, Some(suit)), (6, Some(suit)), (7, Some(suit))] {
                let mut cards: CardSet = suited.iter().rev().copied().step_by(2).take(many).collect();
                cards.extend(others.iter().take(7 - many));
                assert_eq!(
                    SuitCounts::of(cards).flush(),
                    found.map(|suit: Suit| (usize::from(suit.index()), many)),
                    "{cards}"
                );
            }
        }
    }

    #[test]
    fn bits_of_masks() {
        assert_eq!([highest(0), highest(0b1011), lowest(0), lowest(0b1010)], [0, 0b1000, 0, 0b10]);
        assert_eq!(
            [without_lowest(0b1011, 2), without_lowest(0b1011, 0), without_lowest(1, 3)],
            [0b1000, 0b1011, 0]
        );
        assert_eq!(
            [lowest_five(0b11_1110), lowest_five(0b1111_1011), lowest_five(0b1111)],
            [0b11_1110, 0b11_1011, 0]
        );
        assert_eq!(ace_low(0b1_0000_0000_0001), 0b11);
    }
}
