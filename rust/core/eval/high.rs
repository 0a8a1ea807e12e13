//! High hands.

use std::fmt;

use super::{Category, number, shape::Shape};

/// The value of five cards for high: greater is better, equal hands are equal.
///
/// ```
/// use stud8::{card::CardSet, eval::{Category, high}};
///
/// let kings = high("Ks Kh 7d 7c As 2d 3h".parse::<CardSet>()?);
/// let aces = high("As Ah 9d 7c 4s 3d 2h".parse::<CardSet>()?);
/// assert!(kings > aces);
/// assert_eq!(kings.category(), Category::TwoPair);
/// assert_eq!(kings.to_string(), "two pair, kings and sevens, A");
/// # Ok::<(), stud8::card::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct High(u32);

impl High {
    /// How many different highs there are.
    pub const COUNT: u16 = 7462;

    #[inline]
    pub(super) const fn from_shape(shape: Shape) -> High {
        High(shape.pack())
    }

    pub(super) const fn shape(self) -> Shape {
        Shape::unpack(self.0)
    }

    /// The kind of hand.
    #[must_use]
    pub const fn category(self) -> Category {
        self.shape().category
    }

    /// The place among all highs, 0 (7-5-4-3-2) to 7461 (royal flush).
    #[must_use]
    pub fn number(self) -> u16 {
        number::of_high(self.shape())
    }

    /// The high with this number, 0 to 7461.
    #[must_use]
    pub fn from_number(number: u16) -> Option<High> {
        number::to_high(number).map(High::from_shape)
    }

    /// The number that Cactus Kev's evaluator and its many descendants use: 1 (royal flush) to 7462, less is better.
    #[must_use]
    pub fn cactus_kev(self) -> u16 {
        High::COUNT - self.number()
    }
}

impl fmt::Display for High {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape().fmt(f)
    }
}

impl fmt::Debug for High {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "High({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::high;

    fn best(text: &str) -> High {
        high(text.parse().unwrap())
    }

    #[test]
    fn highs_in_order_with_their_names_and_numbers() {
        let table = [
            ("2c 3d 4h 5s 7c", "high card, 7-5-4-3-2", 0),
            ("As Kd 9c 5h 3s", "high card, A-K-9-5-3", 1152),
            ("As Kd Qc Jh 9s", "high card, A-K-Q-J-9", 1276),
            ("2c 2d 3h 4s 5c", "pair of deuces, 5-4-3", 1277),
            ("As Ah Kd 7c 6h 3d 2s", "pair of aces, K-7-6", 4096),
            ("6s 6d 5c 4h 2s", "pair of sixes, 5-4-2", 2159),
            ("As Ah 7d 7c Kh 3d 2s", "two pair, aces and sevens, K", 4928),
            ("Ks Kh 7d 7c 2h 2d As", "two pair, kings and sevens, A", 4807),
            ("9s 9h 9d Ac Kh 4d 2s", "three of a kind, nines, A-K", 5522),
            ("As 2h 3d 4c 5h Kd Ks", "straight, five high", 5853),
            ("As Kh Qd Jc Th 9d 8s", "straight, ace high", 5862),
            ("Ad Kd 8d 4d 3d 2d Ks", "flush, A-K-8-4-3", 6998),
            ("Ks Kh Kd Ac Ah Ad 2s", "full house, aces over kings", 7295),
            ("Ks Kh Kd Ac Ah Qd Qs", "full house, kings over aces", 7283),
            ("8s 8h 8d 8c Kh Kd Ks", "four of a kind, eights, K", 7378),
            ("9s 8s 7s 6s 5s Ts Jh", "straight flush, ten high", 7457),
            ("Ah 2h 3h 4h 5h 6s 6h", "straight flush, six high", 7453),
            ("As Ks Qs Js Ts 9s 8s", "royal flush", 7461),
        ];
        // The numbers are from a separate enumeration of all multisets of ranks.
        for (cards, name, number) in table {
            let high = best(cards);
            assert_eq!(high.to_string(), name, "{cards}");
            assert_eq!(high.number(), number, "{cards}");
            assert_eq!(high.cactus_kev(), 7462 - number);
        }
        assert_eq!(format!("{:?}", best("As Ks Qs Js Ts")), "High(royal flush)");
    }

    #[test]
    fn numbers_and_highs_are_the_same_order() {
        let highs: Vec<High> = (0..High::COUNT).map(|number| High::from_number(number).unwrap()).collect();
        assert!(highs.is_sorted_by(|worse, better| worse < better));
        for (number, high) in (0..).zip(&highs) {
            assert_eq!(high.number(), number, "{high}");
        }
        assert_eq!(High::from_number(High::COUNT), None);
        assert_eq!(High::from_number(u16::MAX), None);
    }

    #[test]
    fn each_category_begins_at_its_number() {
        let firsts = [0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462];
        for (category, first) in Category::ALL.into_iter().zip(firsts.windows(2)) {
            assert_eq!(High::from_number(first[0]).unwrap().category(), category);
            assert_eq!(High::from_number(first[1] - 1).unwrap().category(), category);
        }
    }
}
