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
    /// Whether the player takes the whole pot alone, with both hands or with the high when there is no low \[C48].
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

    /// Counts an outcome that isn't among them; returns whether it wasn't.
    pub(super) fn add_new(&mut self, outcome: Outcome, times: u128) -> bool {
        let count = &mut self.counts[usize::from(outcome.high) << self.players | usize::from(outcome.low)];
        let is_new = *count == 0;
        if is_new {
            *count = times;
        }
        is_new
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

    /// What part of the pot each player gets on average; 0 if nothing was counted.
    #[must_use]
    pub fn means(&self) -> Vec<f64> {
        self.moments().into_iter().map(|moments| moments.mean()).collect()
    }

    /// The standard error of each of the [`Tally::means`], if what was counted are independent trials: with the variance
    /// estimated from them. Infinite with fewer than two.
    #[must_use]
    pub fn standard_errors(&self) -> Vec<f64> {
        self.moments().into_iter().map(|moments| moments.standard_error()).collect()
    }

    fn moments(&self) -> Vec<Moments> {
        let outcomes: Vec<_> = self.iter().collect();
        (0..self.players).map(|player| Moments::of(player, &outcomes)).collect()
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

/// Of one player's shares: how many, their sum, and the sum of squares around the whole number below their mean.
struct Moments {
    count: u128,
    sum: u128,
    squares: u128,
}

impl Moments {
    fn of(player: usize, outcomes: &[(Outcome, u128)]) -> Moments {
        let add_up = |value: &dyn Fn(u32) -> u32| {
            let values =
                outcomes.iter().map(|&(outcome, times)| u128::from(value(outcome.share(player))) * times);
            values.sum::<u128>()
        };
        let (count, sum) = (add_up(&|_| 1), add_up(&|share| share));
        // A share is at most 1680 units, and so is the mean.
        let near = u32::try_from(sum.checked_div(count).unwrap_or(0)).unwrap_or(POT);
        Moments { count, sum, squares: add_up(&|share| share.abs_diff(near).pow(2)) }
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean is a fraction")]
    fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 / f64::from(POT) }
    }

    #[expect(clippy::cast_precision_loss, reason = "an error is a fraction")]
    fn standard_error(&self) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        let (count, rest) = (self.count as f64, (self.sum % self.count) as f64);
        let variance = (self.squares as f64 - rest * rest / count) / (count - 1.0);
        (variance.max(0.0) / count).sqrt() / f64::from(POT)
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

    #[test]
    fn means_and_their_errors() {
        let mut tally = Tally::new(2);
        assert_eq!((tally.means(), tally.standard_errors()), (vec![0.0; 2], vec![f64::INFINITY; 2]));
        // Shares of the first: 1 six times, 3/4 once, 1/2 three times, 0 ten times.
        for (high, low, times) in [(1, 0, 6), (1, 3, 1), (1, 2, 2), (3, 0, 1), (2, 2, 10)] {
            tally.add(Outcome { high, low }, times);
        }
        let shares = [[1.0; 6].as_slice(), &[0.75], &[0.5; 3], &[0.0; 10]].concat();
        let mean = shares.iter().sum::<f64>() / 20.0;
        let variance = shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / 19.0;
        let (means, errors) = (tally.means(), tally.standard_errors());
        assert!((means[0] - mean).abs() < 1e-12 && (means[0] + means[1] - 1.0).abs() < 1e-12);
        assert!(errors.iter().all(|error| (error - (variance / 20.0).sqrt()).abs() < 1e-12));
        // As many as there can be of one kind: no error, and no overflow.
        let mut tally = Tally::new(2);
        tally.add(Outcome { high: 3, low: 1 }, 1 << 64);
        assert_eq!((tally.means(), tally.standard_errors()), (vec![0.75, 0.25], vec![0.0; 2]));
    }
}
