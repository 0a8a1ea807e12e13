//! Low hands.

use std::fmt;

use thiserror::Error;

use super::{number, shape};
use super::{shape::Shape, shape::write_ranks};
use crate::card::Rank;
use crate::text::At;
use crate::vocabulary::{WordError, vocabulary};

vocabulary! {
    /// Which five cards make a low hand. The ace is low, straights and flushes don't count.
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    pub enum LowKind, "kind of low", LowKindError {
        /// Five different ranks, none above the eight.
        EightOrBetter = "eight_or_better",
        /// Five different ranks.
        FiveRanks = "five_ranks",
        /// Any five cards, paired ones too (they are worse the more they are paired).
        Any = "any",
    }
}

impl LowKind {
    /// How many different lows there are: 56, 1287, 6175.
    #[must_use]
    pub const fn count(self) -> u16 {
        match self {
            LowKind::EightOrBetter => 56,
            LowKind::FiveRanks => 1287,
            LowKind::Any => 6175,
        }
    }
}

/// A text that names no kind of low.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no kind of low: eight_or_better, five_ranks or any{}", At::of_word(text))]
pub struct LowKindError {
    /// The text.
    pub text: String,
}

impl From<WordError> for LowKindError {
    fn from(error: WordError) -> LowKindError {
        LowKindError { text: error.text }
    }
}

/// The value of five cards for low: greater is better, so the wheel, 5-4-3-2-A, is the greatest of each kind.
///
/// Lows of different kinds compare by the cards too; the same five ranks of two kinds are not equal.
///
/// ```
/// use stud8::{card::CardSet, eval::{LowKind, low}};
///
/// let rough = low("As 2d 3h 7c 8s 8d Kc".parse::<CardSet>()?, LowKind::EightOrBetter).unwrap();
/// let smooth = low("2s 3d 4h 5c 7s Jd Jc".parse::<CardSet>()?, LowKind::EightOrBetter).unwrap();
/// assert!(smooth > rough);
/// assert_eq!(rough.to_string(), "8-7-3-2-A");
/// # Ok::<(), stud8::card::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Low {
    /// `Shape::LIMIT` less the packed shape, whose masks have the ace at the bottom.
    key: u32,
    kind: LowKind,
}

impl Low {
    /// The low with the key that [`low_key`](super::low_key) gives.
    #[inline]
    pub(super) const fn from_key(key: u32, kind: LowKind) -> Option<Low> {
        if key == 0 { None } else { Some(Low { key, kind }) }
    }

    pub(super) const fn shape(self) -> Shape {
        Shape::unpack(Shape::LIMIT - self.key)
    }

    /// The kind of low that it was evaluated as.
    #[must_use]
    pub const fn kind(self) -> LowKind {
        self.kind
    }

    /// The place among all lows of its kind, 1 (the worst) to 56, 1287 or 6175 (5-4-3-2-A).
    #[must_use]
    pub fn number(self) -> u16 {
        self.kind.count() - number::of_low(self.shape())
    }

    /// The low of this kind with this number.
    #[must_use]
    pub fn from_number(kind: LowKind, number: u16) -> Option<Low> {
        let better = kind.count().checked_sub(number).filter(|&better| better < kind.count())?;
        let shape = number::to_low(better)?;
        Low::from_key(Shape::LIMIT - shape.pack(), kind)
    }
}

/// The ranks of a mask with the ace at the bottom, the ace last.
pub(super) fn ranks_ace_low(mask: u16) -> impl Iterator<Item = Rank> {
    let ace = (mask & 1 == 1).then_some(Rank::Ace);
    shape::ranks(mask >> 1).chain(ace)
}

impl fmt::Display for Low {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        let (primary, secondary) = shape.copies();
        let primary = ranks_ace_low(shape.primary).flat_map(|rank| std::iter::repeat_n(rank, primary));
        let secondary = ranks_ace_low(shape.secondary).flat_map(|rank| std::iter::repeat_n(rank, secondary));
        write_ranks(f, "", primary.chain(secondary))
    }
}

impl fmt::Debug for Low {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Low({self}, {})", self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{low, low_key};

    #[test]
    fn lows_with_their_names_and_numbers() {
        let table = [
            ("As 2d 3h 4c 5s Kd Kc", ["5-4-3-2-A 56", "5-4-3-2-A 1287", "5-4-3-2-A 6175"]),
            ("8s 6d 4h 3c 2s 2d 9c", ["8-6-4-3-2 27", "8-6-4-3-2 1258", "8-6-4-3-2 6146"]),
            ("8s 7d 6h 5c 4s 8d 8c", ["8-7-6-5-4 1", "8-7-6-5-4 1232", "8-7-6-5-4 6120"]),
            ("9s 7d 6h 5c 4s Kd Kc", ["none", "9-7-6-5-4 1197", "9-7-6-5-4 6085"]),
            ("Ks Qd Jh Tc 9s Kd Kc", ["none", "K-Q-J-T-9 1", "K-Q-J-T-9 4889"]),
            ("As Ad 2h 3c 4s", ["none", "none", "A-A-4-3-2 4888"]),
            ("7s 7d 5h 3c 2s 7h 7c", ["none", "none", "7-7-5-3-2 3562"]),
            ("2s 2d 8h 7c As 8d 8c", ["none", "none", "2-2-8-7-A 4638"]),
            ("7s 7d Ah Ac 5s 5d 7c", ["none", "none", "5-5-A-A-7 1958"]),
            ("7s 7d Ah Ac 5s", ["none", "none", "7-7-A-A-5 1860"]),
            ("2s 2d 2h Kc Qs 2c", ["none", "none", "2-2-2-K-Q 1039"]),
            ("2s 2d 2h Ac As Ad 2c", ["none", "none", "A-A-A-2-2 312"]),
            ("2s 2d 2h 2c Ks", ["none", "none", "2-2-2-2-K 133"]),
            ("Ks Kd Kh Kc Qs", ["none", "none", "K-K-K-K-Q 1"]),
        ];
        for (cards, lows) in table {
            let set = cards.parse().unwrap();
            for (kind, expected) in LowKind::ALL.into_iter().zip(lows) {
                let low = low(set, kind);
                let found = low.map_or("none".into(), |low| format!("{low} {}", low.number()));
                assert_eq!(found, expected, "{cards} {kind}");
                assert_eq!(low_key(set, kind), low.map_or(0, |low| low.key));
                assert!(low.is_none_or(|low| low.kind() == kind));
            }
        }
    }

    #[test]
    fn numbers_and_lows_are_the_same_order() {
        for kind in LowKind::ALL {
            let lows: Vec<Low> =
                (1..=kind.count()).map(|number| Low::from_number(kind, number).unwrap()).collect();
            assert!(lows.is_sorted_by(|worse, better| worse < better), "{kind}");
            for (number, low) in (1..).zip(&lows) {
                assert_eq!((low.number(), low.kind()), (number, kind), "{low}");
            }
            assert_eq!(lows.last().unwrap().to_string(), "5-4-3-2-A");
            assert_eq!(Low::from_number(kind, 0), None);
            assert_eq!(Low::from_number(kind, kind.count() + 1), None);
        }
    }

    #[test]
    fn lows_of_different_kinds_compare_by_the_cards_but_are_not_equal() {
        let [wheel, other_wheel] = [LowKind::EightOrBetter, LowKind::Any].map(|kind| {
            let low = Low::from_number(kind, kind.count()).unwrap();
            assert!(low > Low::from_number(LowKind::FiveRanks, 1286).unwrap());
            low
        });
        assert_ne!(wheel, other_wheel);
        assert_eq!(format!("{wheel:?}"), "Low(5-4-3-2-A, eight_or_better)");
    }

    #[test]
    fn kinds_are_written_and_read() {
        for (kind, name) in LowKind::ALL.into_iter().zip(["eight_or_better", "five_ranks", "any"]) {
            assert_eq!(kind.to_string(), name);
            assert_eq!(name.parse(), Ok(kind));
        }
        let error = "Any".parse::<LowKind>().unwrap_err();
        assert_eq!(error.to_string(), "\"Any\" is no kind of low: eight_or_better, five_ranks or any");
    }
}
