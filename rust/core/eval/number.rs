//! Dense numbers for shapes: of a high how many are worse, of a low how many are better.
//!
//! Sets of equally many ranks are numbered in the order of their masks by the combinatorial number system: the set with bits
//! a < b < c … has number C(a, 1) + C(b, 2) + C(c, 3) + ….

use super::{Category, shape::Shape};

/// The shapes of one category, which have consecutive numbers.
#[derive(Clone, Copy)]
enum Block {
    /// Five ranks but for the ten straights: 1277.
    NoStraight,
    /// The top rank of a straight, five to ace: 10.
    Straight,
    /// All sets of so many primary ranks, and with each all sets of so many of the other ranks.
    Groups(u16, u16),
}

const FIVE_RANKS: Block = Block::Groups(0, 5);
const PAIR: Block = Block::Groups(1, 3);
const TWO_PAIR: Block = Block::Groups(2, 1);
const THREE: Block = Block::Groups(1, 2);
const FULL_OR_FOUR: Block = Block::Groups(1, 1);

/// All highs, the worst first.
const HIGHS: [(Category, Block); 9] = [
    (Category::HighCard, Block::NoStraight),
    (Category::Pair, PAIR),
    (Category::TwoPair, TWO_PAIR),
    (Category::ThreeOfAKind, THREE),
    (Category::Straight, Block::Straight),
    (Category::Flush, Block::NoStraight),
    (Category::FullHouse, FULL_OR_FOUR),
    (Category::FourOfAKind, FULL_OR_FOUR),
    (Category::StraightFlush, Block::Straight),
];

/// All lows, the best first.
const LOWS: [(Category, Block); 6] = [
    (Category::HighCard, FIVE_RANKS),
    (Category::Pair, PAIR),
    (Category::TwoPair, TWO_PAIR),
    (Category::ThreeOfAKind, THREE),
    (Category::FullHouse, FULL_OR_FOUR),
    (Category::FourOfAKind, FULL_OR_FOUR),
];

pub(super) fn of_high(shape: Shape) -> u16 {
    number_of(shape, &HIGHS)
}

pub(super) fn to_high(number: u16) -> Option<Shape> {
    shape_of(number, &HIGHS)
}

pub(super) fn of_low(shape: Shape) -> u16 {
    number_of(shape, &LOWS)
}

pub(super) fn to_low(number: u16) -> Option<Shape> {
    shape_of(number, &LOWS)
}

fn number_of(shape: Shape, blocks: &[(Category, Block)]) -> u16 {
    let mut before = 0;
    for &(category, block) in blocks {
        if category == shape.category {
            return before + block.number_of(shape);
        }
        before += block.len();
    }
    unreachable!("each category that a hand can have is in the list")
}

fn shape_of(mut number: u16, blocks: &[(Category, Block)]) -> Option<Shape> {
    for &(category, block) in blocks {
        if number < block.len() {
            let (primary, secondary) = block.shape_of(number);
            return Some(Shape::new(category, primary, secondary));
        }
        number -= block.len();
    }
    None
}

impl Block {
    const fn len(self) -> u16 {
        match self {
            Block::NoStraight => choose(13, 5) - 10,
            Block::Straight => 10,
            Block::Groups(primary, secondary) => choose(13, primary) * choose(13 - primary, secondary),
        }
    }

    fn number_of(self, Shape { primary, secondary, .. }: Shape) -> u16 {
        match self {
            Block::NoStraight => {
                let number = subset_number(secondary);
                STRAIGHTS.iter().fold(number, |less, &straight| less - u16::from(straight < number))
            }
            Block::Straight => lowest_bit(primary) - LOWEST_STRAIGHT,
            Block::Groups(size, others) => {
                subset_number(primary) * choose(13 - size, others)
                    + subset_number(close_gaps(secondary, primary))
            }
        }
    }

    fn shape_of(self, number: u16) -> (u16, u16) {
        match self {
            Block::NoStraight => {
                // Ascending, so that each straight at or below the number moves it up by one.
                let number =
                    STRAIGHTS.iter().fold(number, |more, &straight| more + u16::from(straight <= more));
                (0, subset(number, 5))
            }
            Block::Straight => (1 << (number + LOWEST_STRAIGHT), 0),
            Block::Groups(size, others) => {
                let primary = subset(number / choose(13 - size, others), size);
                (primary, open_gaps(subset(number % choose(13 - size, others), others), primary))
            }
        }
    }
}

/// The numbers of the five-rank sets that are straights, ascending: the wheel, which holds an ace, comes before the last.
const STRAIGHTS: [u16; 10] = [
    subset_number(0x001f),
    subset_number(0x003e),
    subset_number(0x007c),
    subset_number(0x00f8),
    subset_number(0x01f0),
    subset_number(0x03e0),
    subset_number(0x07c0),
    subset_number(0x0f80),
    subset_number(0x100f),
    subset_number(0x1f00),
];

/// The index of the five, the least rank to top a straight.
const LOWEST_STRAIGHT: u16 = 3;

/// n over k, for n up to 13 and k up to 5.
pub(super) const fn choose(n: u16, k: u16) -> u16 {
    CHOOSE[n as usize][k as usize]
}

const CHOOSE: [[u16; 6]; 14] = {
    let mut pascal = [[0; 6]; 14];
    let mut n = 0;
    while n < 14 {
        pascal[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 6 {
            pascal[n][k] = pascal[n - 1][k - 1] + pascal[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    pascal
};

/// The place of a set of up to five ranks among the sets of its size.
pub(super) const fn subset_number(mut mask: u16) -> u16 {
    let (mut number, mut k) = (0, 1);
    while mask != 0 {
        number += choose(lowest_bit(mask), k);
        mask &= mask - 1;
        k += 1;
    }
    number
}

/// The set of `size` ranks with this number.
pub(super) fn subset(mut number: u16, size: u16) -> u16 {
    let mut mask = 0;
    for k in (1..=size).rev() {
        let bit = (0..13).rev().find(|&bit| choose(bit, k) <= number).unwrap_or(0);
        mask |= 1 << bit;
        number -= choose(bit, k);
    }
    mask
}

/// The mask without the (empty) places of `gaps`.
pub(super) fn close_gaps(mut mask: u16, mut gaps: u16) -> u16 {
    while gaps != 0 {
        let gap = 1 << gaps.ilog2();
        let below = gap - 1;
        mask = mask & below | mask >> 1 & !below;
        gaps ^= gap;
    }
    mask
}

/// The mask with empty places put in so that they are those of `gaps`.
pub(super) fn open_gaps(mut mask: u16, mut gaps: u16) -> u16 {
    while gaps != 0 {
        let gap = 1 << gaps.trailing_zeros();
        let below = gap - 1;
        mask = mask & below | (mask & !below) << 1;
        gaps ^= gap;
    }
    mask
}

/// The number of a set of at most `most` of `width` ranks, among all such sets in the order of their masks.
pub(super) const fn small_subset_number(mask: u16, width: u16, most: u16) -> u16 {
    let (mut number, mut left, mut bit) = (0, most, width);
    while bit > 0 {
        bit -= 1;
        if mask >> bit & 1 == 1 {
            number += small_subsets(bit, left);
            left -= 1;
        }
    }
    number
}

/// The set of at most `most` of `width` ranks with this number.
pub(super) fn small_subset(mut number: u16, width: u16, most: u16) -> u16 {
    let (mut mask, mut left) = (0, most);
    for bit in (0..width).rev() {
        let without = small_subsets(bit, left);
        if left > 0 && number >= without {
            mask |= 1 << bit;
            number -= without;
            left -= 1;
        }
    }
    mask
}

/// How many sets of at most `most` of `width` ranks there are.
pub(super) const fn small_subsets(width: u16, most: u16) -> u16 {
    let (mut sets, mut size) = (0, 0);
    while size <= most {
        sets += choose(width, size);
        size += 1;
    }
    sets
}

#[expect(clippy::cast_possible_truncation, reason = "at most 16")]
const fn lowest_bit(mask: u16) -> u16 {
    mask.trailing_zeros() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_coefficients() {
        assert_eq!([choose(13, 5), choose(13, 2), choose(12, 3), choose(11, 1)], [1287, 78, 220, 11]);
        assert_eq!([choose(0, 0), choose(0, 1), choose(4, 5), choose(5, 5)], [1, 0, 0, 1]);
    }

    #[test]
    fn sets_of_each_size_are_numbered_in_the_order_of_their_masks() {
        for size in 0..=5 {
            let masks: Vec<u16> =
                (0..1 << 13).filter(|mask: &u16| mask.count_ones() == u32::from(size)).collect();
            for (number, &mask) in (0..).zip(&masks) {
                assert_eq!((subset_number(mask), subset(number, size)), (number, mask));
            }
        }
    }

    #[test]
    fn small_sets_are_numbered_in_the_order_of_their_masks() {
        for (width, most) in [(13, 4), (12, 2), (12, 1), (11, 0)] {
            let masks: Vec<u16> =
                (0..1 << width).filter(|mask: &u16| mask.count_ones() <= u32::from(most)).collect();
            assert_eq!(masks.len(), usize::from(small_subsets(width, most)));
            for (number, &mask) in (0..).zip(&masks) {
                assert_eq!(small_subset_number(mask, width, most), number);
                assert_eq!(small_subset(number, width, most), mask);
            }
        }
    }

    #[test]
    fn gaps_close_and_open() {
        // Of the ten places the gaps are 9, 5 and 2.
        let (gaps, wide, narrow) = (0b10_0010_0100, 0b01_0100_1001, 0b101_0101);
        assert_eq!(close_gaps(wide, gaps), narrow);
        assert_eq!(open_gaps(narrow, gaps), wide);
        // The order of masks stays the same, and nothing gets lost.
        for mask in 0..1 << 10 {
            let opened = open_gaps(mask, gaps);
            assert_eq!((opened & gaps, close_gaps(opened, gaps)), (0, mask));
            assert!(mask == 0 || opened > open_gaps(mask - 1, gaps));
        }
    }
}
