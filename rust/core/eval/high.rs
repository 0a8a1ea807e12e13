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
