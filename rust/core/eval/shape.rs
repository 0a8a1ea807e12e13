//! What highs, lows and boards have in common: a category and two sets of ranks, and words for them.

use std::fmt::{self, Write as _};

use super::Category;
use crate::card::Rank;

/// A category, the ranks that make it (`primary`) and the ranks that come with it (`secondary`), as 13-bit masks.
///
/// Primary are the pairs, the three, the four; of a straight the top rank alone; of a flush and of high cards nothing. Packed
/// it is a 30-bit number that is greater for the better hand: of two sets of ranks of the same size the greater number is the
/// one with the highest rank that the other lacks.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub category: Category,
    pub primary: u16,
    pub secondary: u16,
}

const MASK: u32 = 0x1fff;

impl Shape {
    /// One more than any packed shape.
    pub const LIMIT: u32 = 9 << 26;

    pub const fn new(category: Category, primary: u16, secondary: u16) -> Shape {
        Shape { category, primary, secondary }
    }

    #[inline]
    pub const fn pack(self) -> u32 {
        Self::packed(self.category as u8, self.primary, self.secondary)
    }

    /// A packed shape from the number of its category.
    #[inline]
    pub const fn packed(category: u8, primary: u16, secondary: u16) -> u32 {
        (category as u32) << 26 | (primary as u32) << 13 | secondary as u32
    }

    pub const fn unpack(key: u32) -> Shape {
        Shape {
            category: Category::ALL[(key >> 26) as usize],
            primary: (key >> 13 & MASK) as u16,
            secondary: (key & MASK) as u16,
        }
    }

    /// How many cards of each primary and of each secondary rank there are (for a straight: of its top rank).
    pub const fn copies(self) -> (usize, usize) {
        match self.category {
            Category::HighCard | Category::Straight | Category::Flush | Category::StraightFlush => (1, 1),
            Category::Pair | Category::TwoPair => (2, 1),
            Category::ThreeOfAKind => (3, 1),
            Category::FullHouse => (3, 2),
            Category::FourOfAKind => (4, 1),
        }
    }
}

/// The ranks of a mask, the greatest first.
pub(super) fn ranks(mask: u16) -> impl Iterator<Item = Rank> {
    Rank::ALL.into_iter().rev().filter(move |&rank| mask >> rank.index() & 1 == 1)
}

/// The name of a high or of a board: the category, its ranks, then what else counts.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut primary = ranks(self.primary);
        let mut next = || primary.next().unwrap_or(Rank::Deuce);
        match self.category {
            Category::HighCard | Category::Flush => write!(f, "{}", self.category)?,
            Category::Pair => write!(f, "pair of {}", next().plural())?,
            Category::TwoPair => write!(f, "two pair, {} and {}", next().plural(), next().plural())?,
            Category::FullHouse => {
                let pair = ranks(self.secondary).next().unwrap_or(Rank::Deuce);
                return write!(f, "full house, {} over {}", next().plural(), pair.plural());
            }
            Category::ThreeOfAKind | Category::FourOfAKind => {
                write!(f, "{}, {}", self.category, next().plural())?;
            }
            Category::Straight | Category::StraightFlush => {
                return match (self.category, next()) {
                    (Category::StraightFlush, Rank::Ace) => f.write_str("royal flush"),
                    (category, top) => write!(f, "{category}, {} high", top.name()),
                };
            }
        }
        write_ranks(f, ", ", ranks(self.secondary))
    }
}

/// Writes "A-K-9" after `before`, and nothing if there are no ranks.
pub(super) fn write_ranks(
    f: &mut fmt::Formatter<'_>,
    before: &str,
    ranks: impl Iterator<Item = Rank>,
) -> fmt::Result {
    for (index, rank) in ranks.enumerate() {
        f.write_str(if index == 0 { before } else { "-" })?;
        f.write_char(rank.char())?;
    }
    Ok(())
}
