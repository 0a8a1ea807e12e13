//! Seats 1 to 8 and sets of them. The button stays at seat 8, so clockwise is ascending.

use std::fmt;

/// How many seats a table has.
pub const SEATS: usize = 8;

/// One seat, 1 to 8, held as 0 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, if there is one.
    ///
    /// ```
    /// use stud8::seat::Seat;
    /// assert_eq!(Seat::new(3).map(Seat::number), Some(3));
    /// assert!(Seat::new(0).is_none() && Seat::new(9).is_none());
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 8 { Some(Self(number - 1)) } else { None }
    }

    /// Every seat, ascending.
    pub const ALL: [Self; SEATS] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The seat at this place of an array of eight.
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index < SEATS);
        #[expect(clippy::cast_possible_truncation, reason = "below eight")]
        Self((index & 7) as u8)
    }

    /// 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its place in an array of eight.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.number())
    }
}

/// A set of seats; iterates in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two or more: quicker than counting them.
    #[must_use]
    pub const fn is_plural(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the seat is among them.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes a seat away.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// This set and one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.index())
    }

    /// This set, and one more seat where the condition holds: without a branch.
    #[must_use]
    pub(crate) const fn with_if(self, condition: bool, seat: Seat) -> Self {
        Self(self.0 | (condition as u8) << seat.index())
    }

    /// This set without a seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.index()))
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// What is in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The lowest seat: the first left of the button.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat::at(self.0.trailing_zeros() as usize)) }
    }

    /// The first seat of the set clockwise from `seat`, which itself comes last.
    #[must_use]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        self.first_from(Seat::at((seat.index() + 1) & 7))
    }

    /// The first seat of the set clockwise, beginning with `seat` itself.
    #[must_use]
    pub const fn first_from(self, seat: Seat) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let start = seat.index();
        #[expect(clippy::cast_possible_truncation, reason = "below eight")]
        let ahead = self.0.rotate_right(start as u32).trailing_zeros() as usize;
        Some(Seat::at((start + ahead) & 7))
    }

    /// The seats clockwise, beginning with `seat` itself if it is one of them.
    pub fn clockwise_from(self, seat: Seat) -> impl Iterator<Item = Seat> {
        (0..SEATS).map(move |step| Seat::at((seat.index() + step) & 7)).filter(move |&s| self.contains(s))
    }

    /// Number `n` of the set, from the lowest.
    #[must_use]
    pub fn nth(self, n: usize) -> Option<Seat> {
        self.into_iter().nth(n)
    }
}

/// The seats of a [`SeatSet`], ascending.
#[derive(Clone)]
pub struct Seats(u8);

impl Iterator for Seats {
    type Item = Seat;

    fn next(&mut self) -> Option<Seat> {
        let seat = SeatSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(seat)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for Seats {
    fn len(&self) -> usize {
        SeatSet(self.0).len()
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = Seats;

    fn into_iter(self) -> Seats {
        Seats(self.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[u8]) -> SeatSet {
        numbers.iter().filter_map(|&n| Seat::new(n)).collect()
    }

    #[test]
    fn clockwise_wraps_at_the_button() {
        let seats = set(&[2, 5, 8]);
        let seat = |number| Seat::new(number).unwrap();
        let numbers = |s: Option<Seat>| s.map(Seat::number);
        assert_eq!(numbers(seats.next_after(seat(5))), Some(8));
        assert_eq!(numbers(seats.next_after(seat(8))), Some(2));
        assert_eq!(numbers(seats.first_from(seat(5))), Some(5));
        assert_eq!(numbers(set(&[3]).next_after(seat(3))), Some(3));
        assert_eq!(numbers(SeatSet::EMPTY.next_after(seat(3))), None);
        let round: Vec<u8> = seats.clockwise_from(seat(6)).map(Seat::number).collect();
        assert_eq!(round, [8, 2, 5]);
    }

    #[test]
    fn sets_iterate_in_ascending_order() {
        let numbers: Vec<u8> = set(&[7, 1, 4]).into_iter().map(Seat::number).collect();
        assert_eq!(numbers, [1, 4, 7]);
        assert_eq!(set(&[7, 1, 4]).nth(2), Seat::new(7));
        assert_eq!([set(&[]), set(&[3]), set(&[3, 8])].map(SeatSet::is_plural), [false, false, true]);
    }
}
