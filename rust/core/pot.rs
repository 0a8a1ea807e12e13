//! Main and side pots, their division, odd chips: integer arithmetic alone [rules 3.9], [rules 3.12].

use crate::rules::Chips;
use crate::seat::{SEATS, Seat, SeatSet};

/// One pot and the players who can win it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pot {
    /// What lies in it.
    pub amount: Chips,
    /// Who can win it.
    pub seats: SeatSet,
}

/// All pots of a hand, the main pot first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pots {
    pots: [Pot; SEATS],
    len: u8,
}

impl Pots {
    /// Nothing put in.
    pub const EMPTY: Self = Self { pots: [Pot { amount: 0, seats: SeatSet::EMPTY }; SEATS], len: 0 };

    /// The pots that follow from what each put in. `extra` goes into the first pot whoever paid it.
    /// Pots of nothing are left out.
    #[must_use]
    pub fn new(put_in: &[Chips; SEATS], extra: Chips, live: SeatSet) -> Self {
        let mut pots = Self::EMPTY;
        pots.gather(put_in, extra, live);
        pots
    }

    /// Makes [`Pots::new`] of this value, which is empty, in its place.
    pub(crate) fn gather(&mut self, put_in: &[Chips; SEATS], extra: Chips, live: SeatSet) {
        let total = put_in.iter().sum::<Chips>() + extra;
        let (mut floor, mut left, mut extra) = (0, live, extra);
        while let Some(level) = left.into_iter().map(|seat| put_in[seat.index()]).min() {
            let seats = left;
            left = left.into_iter().filter(|seat| put_in[seat.index()] > level).collect();
            // The top pot also takes what folded players put in above the highest level.
            let amount = if left.is_empty() {
                total - self.total()
            } else {
                extra + put_in.iter().map(|&chips| chips.min(level) - chips.min(floor)).sum::<Chips>()
            };
            (floor, extra) = (level, 0);
            self.push(Pot { amount, seats });
        }
    }

    fn push(&mut self, pot: Pot) {
        if pot.amount > 0 {
            self.pots[usize::from(self.len)] = pot;
            self.len += 1;
        }
    }

    /// The pots, main pot first.
    #[must_use]
    pub fn as_slice(&self) -> &[Pot] {
        &self.pots[..usize::from(self.len)]
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All chips in them.
    #[must_use]
    pub fn total(&self) -> Chips {
        self.as_slice().iter().map(|pot| pot.amount).sum()
    }

    /// Empties a pot that has been paid; the numbers of the others stay.
    pub(crate) fn clear(&mut self, number: u8) {
        self.pots[usize::from(number)] = Pot::default();
    }

    /// Without the empty ones.
    pub(crate) fn nonempty(&self) -> Self {
        let mut pots = Self::EMPTY;
        for &pot in self.as_slice() {
            pots.push(pot);
        }
        pots
    }

    /// The number of the first pot with chips in it.
    pub(crate) fn first_nonempty(&self) -> Option<u8> {
        (0..).zip(self.as_slice()).find(|(_, pot)| pot.amount > 0).map(|(number, _)| number)
    }

    /// Takes a rake from the main pot, and what that can't bear from the next. Tells what each bore.
    #[must_use]
    pub fn take(&mut self, rake: Chips) -> [Chips; SEATS] {
        let mut left = rake;
        let mut taken = [0; SEATS];
        for (pot, taken) in self.pots.iter_mut().zip(&mut taken) {
            *taken = left.min(pot.amount);
            pot.amount -= *taken;
            left -= *taken;
        }
        taken
    }
}

impl FromIterator<Pot> for Pots {
    /// The first eight that aren't empty.
    fn from_iter<I: IntoIterator<Item = Pot>>(pots: I) -> Self {
        let mut all = Self::EMPTY;
        pots.into_iter().filter(|pot| pot.amount > 0).take(SEATS).for_each(|pot| all.push(pot));
        all
    }
}

/// The high and the low half of a pot: the odd unit goes high \[C50].
///
/// ```
/// assert_eq!(stud8::pot::halves(1050, 50), (550, 500));
/// ```
#[must_use]
pub const fn halves(amount: Chips, unit: Chips) -> (Chips, Chips) {
    let low = amount / unit / 2 * unit;
    (amount - low, low)
}

/// Divides a share among its winners: the units left go one each to those who come first by `rank`.
/// Returns (seat, chips) by seat; seats that get nothing are told too.
pub fn divide<K: Ord>(
    share: Chips,
    unit: Chips,
    winners: SeatSet,
    rank: impl Fn(Seat) -> K,
) -> impl Iterator<Item = (Seat, Chips)> {
    let count = winners.len() as Chips;
    let units = share / unit;
    let (each, odd) = (units / count * unit, units % count);
    winners.into_iter().map(move |seat| {
        if odd == 0 {
            return (seat, each);
        }
        let key = rank(seat);
        let ahead = winners.into_iter().filter(|&other| rank(other) < key).count() as Chips;
        (seat, if ahead < odd { each + unit } else { each })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[u8]) -> SeatSet {
        numbers.iter().filter_map(|&n| Seat::new(n)).collect()
    }

    fn amounts(pots: &Pots) -> Vec<(Chips, SeatSet)> {
        pots.as_slice().iter().map(|pot| (pot.amount, pot.seats)).collect()
    }

    #[test]
    fn levels_are_those_of_the_players_in() {
        // The example side-1 [rules 4] after 40 went back to seat 3: seat 4 folded.
        let pots = Pots::new(&[20, 50, 50, 20, 0, 0, 0, 0], 0, seats(&[1, 2, 3]));
        assert_eq!(amounts(&pots), [(80, seats(&[1, 2, 3])), (60, seats(&[2, 3]))]);
    }

    #[test]
    fn folded_chips_above_the_highest_level_join_the_top_pot() {
        let pots = Pots::new(&[20, 30, 90, 0, 0, 0, 0, 0], 7, seats(&[1, 2]));
        assert_eq!(amounts(&pots), [(67, seats(&[1, 2])), (80, seats(&[2]))]);
    }

    #[test]
    fn the_rake_goes_on_to_the_next_pot_when_the_main_pot_is_empty() {
        let mut pots = Pots::new(&[1, 5, 5, 0, 0, 0, 0, 0], 0, seats(&[1, 2, 3]));
        assert_eq!(pots.take(5)[..2], [3, 2]);
        assert_eq!(pots.total(), 6);
    }

    #[test]
    fn odd_chips_go_one_each() {
        let shares: Vec<Chips> =
            divide(32, 1, seats(&[1, 2, 3]), |seat| 10 - seat.number()).map(|(_, chips)| chips).collect();
        assert_eq!(shares, [10, 11, 11]);
        let shares: Vec<Chips> =
            divide(250, 50, seats(&[4, 6]), Seat::number).map(|(_, chips)| chips).collect();
        assert_eq!(shares, [150, 100]);
    }
}
