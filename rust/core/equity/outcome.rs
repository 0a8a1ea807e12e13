//! How a pot can end, and how often it does.

use super::MAX_PLAYERS;

/// Who wins what: a bit for each player, the lowest for the first. Nobody wins a low that nobody makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// Who has the best high; more than one who tie.
    pub high: u8,
    /// Who has the best low; 0 if nobody has one.
    pub low: u8,
}

/// A pot in the units of [`Outcome::share`]: two halves, each divisible among one to eight.
pub const POT: u32 = 2 * 840;

impl Outcome {
    /// Whether the player takes the whole pot alone, with both hands or with the high when there is no low (C48).
    #[must_use]
    pub const fn is_scoop(self, player: usize) -> bool {
        self.high == 1 << player && (self.low == 0 || self.low == self.high)
    }

    /// The player's part of the pot, of [`POT`] units. Chips can't be divided like that; equities can.
    #[must_use]
    pub const fn share(self, player: usize) -> u32 {
        const fn part(winners: u8, player: usize, whole: u32) -> u32 {
            if winners >> player & 1 == 1 { whole / winners.count_ones() } else { 0 }
        }
        if self.low == 0 {
            part(self.high, player, POT)
        } else {
            part(self.high, player, POT / 2) + part(self.low, player, POT / 2)
        }
    }
}

/// How often each outcome came: counts of deals, or of trials, or sums of whole weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    players: usize,
    counts: Vec<u128>,
}

impl Tally {
    /// Nothing yet, for one to eight players.
    ///
    /// # Panics
    /// For other numbers.
    #[must_use]
    pub fn new(players: usize) -> Tally {
        assert!((1..=MAX_PLAYERS).contains(&players), "one to eight players, not {players}");
        Tally { players, counts: vec![0; 1 << (2 * players)] }
    }

    /// How many players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Counts an outcome so many times.
    #[inline]
    pub fn add(&mut self, outcome: Outcome, times: u128) {
        self.counts[usize::from(outcome.high) << self.players | usize::from(outcome.low)] += times;
    }

    /// Adds what another tally of as many players has counted.
    ///
    /// # Panics
    /// If it has more or fewer players.
    pub fn merge(&mut self, other: &Tally) {
        assert_eq!(self.players, other.players, "tallies of as many players");
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// The outcomes that came and how often: high winners ascending as numbers, then low winners.
    pub fn iter(&self) -> impl Iterator<Item = (Outcome, u128)> {
        let mask = (1 << self.players) - 1;
        (0..).zip(&self.counts).filter(|&(_, &count)| count > 0).map(move |(index, &count): (usize, _)| {
            #[expect(clippy::cast_possible_truncation, reason = "eight bits each")]
            let outcome = Outcome { high: (index >> self.players) as u8, low: (index & mask) as u8 };
            (outcome, count)
        })
    }

    /// All that was counted.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.counts.iter().sum()
    }

    /// The same with the players in another order: player `i` becomes player `order[i]`.
    ///
    /// # Panics
    /// If that is no order of the players.
    #[must_use]
    pub fn reordered(&self, order: &[usize]) -> Tally {
        assert_eq!(order.len(), self.players, "a place for each player");
        let moved = |winners: u8| {
            order.iter().enumerate().fold(0, |moved, (from, &to)| moved | (winners >> from & 1) << to)
        };
        let mut tally = Tally::new(self.players);
        for (Outcome { high, low }, count) in self.iter() {
            tally.add(Outcome { high: moved(high), low: moved(low) }, count);
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_pot_sum_to_it() {
        for high in 1..=255_u8 {
            for low in 0..=255 {
                let outcome = Outcome { high, low };
                assert_eq!((0..8).map(|player| outcome.share(player)).sum::<u32>(), POT, "{outcome:?}");
            }
        }
        assert_eq!(Outcome { high: 0b101, low: 0b100 }.share(2), POT / 2 + POT / 4);
    }

    #[test]
    fn a_scoop_is_the_whole_pot_alone() {
        for (high, low, scoop) in [(1, 0, true), (1, 1, true), (1, 2, false), (3, 0, false), (1, 3, false)] {
            assert_eq!(Outcome { high, low }.is_scoop(0), scoop, "{high} {low}");
            assert_eq!(Outcome { high, low }.share(0) == POT, scoop, "{high} {low}");
        }
    }

    #[test]
    fn tallies_count_merge_and_reorder() {
        let mut tally = Tally::new(3);
        tally.add(Outcome { high: 0b001, low: 0b110 }, 5);
        tally.add(Outcome { high: 0b001, low: 0b110 }, 2);
        let mut other = Tally::new(3);
        other.add(Outcome { high: 0b100, low: 0 }, 1 << 100);
        tally.merge(&other);
        assert_eq!(tally.total(), (1 << 100) + 7);
        let moved = tally.reordered(&[2, 0, 1]);
        let seen: Vec<_> = moved.iter().collect();
        assert_eq!(
            seen,
            [(Outcome { high: 0b010, low: 0 }, 1 << 100), (Outcome { high: 0b100, low: 0b011 }, 7)]
        );
    }
}
