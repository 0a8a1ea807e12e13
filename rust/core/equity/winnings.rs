//! What one player gets out of all that can happen.

use std::collections::BTreeMap;

use super::outcome::{Outcome, Tally};

/// How often one player wins what, of all that was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winnings {
    /// How often each share of a pot comes, in the units of [`Outcome::share`]; 0 among them.
    pub shares: BTreeMap<u32, u128>,
    /// How often the player alone has the best high.
    pub high_wins: u128,
    /// How often the player ties for the best high.
    pub high_ties: u128,
    /// How often the player alone has the best low.
    pub low_wins: u128,
    /// How often the player ties for the best low.
    pub low_ties: u128,
    /// How often the player takes a whole pot \[C48].
    pub scoops: u128,
}

impl Winnings {
    /// Those of a player.
    #[must_use]
    pub fn of(player: usize, outcomes: &[(Outcome, u128)]) -> Winnings {
        let mut winnings = Winnings::default();
        for &(outcome, times) in outcomes {
            *winnings.shares.entry(outcome.share(player)).or_default() += times;
            let Winnings { high_wins, high_ties, low_wins, low_ties, scoops, .. } = &mut winnings;
            for (winners, wins, ties) in
                [(outcome.high, high_wins, high_ties), (outcome.low, low_wins, low_ties)]
            {
                if winners == 1 << player {
                    *wins += times;
                } else if winners >> player & 1 == 1 {
                    *ties += times;
                }
            }
            if outcome.is_scoop(player) {
                *scoops += times;
            }
        }
        winnings
    }

    /// All shares together, in units of a pot.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.shares.iter().map(|(&share, &times)| u128::from(share) * times).sum()
    }
}

impl Tally {
    /// Returns the table of two players: rows for the first player's high (win, tie, loss), columns for the low (win,
    /// tie, loss, no low). `None` for other numbers of players.
    #[must_use]
    pub fn joint(&self) -> Option<[[u128; 4]; 3]> {
        if self.players() != 2 {
            return None;
        }
        let place = |winners: u8| match winners {
            0b01 => 0,
            0b11 => 1,
            0b10 => 2,
            _ => 3,
        };
        let mut table = [[0; 4]; 3];
        for (outcome, times) in self.iter() {
            table[place(outcome.high)][place(outcome.low)] += times;
        }
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::POT;

    #[test]
    fn winnings_of_each_outcome() {
        // The first takes all, all but a quarter, the high alone, a third of the high, nothing.
        let outcomes = [(1, 0, 1), (1, 1, 2), (1, 3, 4), (1, 2, 8), (7, 2, 16), (2, 6, 32)];
        let outcomes = outcomes.map(|(high, low, times)| (Outcome { high, low }, times));
        let winnings = Winnings::of(0, &outcomes);
        let expected = [(0, 32), (POT / 6, 16), (POT / 2, 8), (3 * POT / 4, 4), (POT, 3)];
        assert_eq!(winnings.shares, BTreeMap::from(expected));
        assert_eq!((winnings.high_wins, winnings.high_ties), (15, 16));
        assert_eq!((winnings.low_wins, winnings.low_ties, winnings.scoops), (2, 4, 3));
        let sums: u128 = (0..3).map(|player| Winnings::of(player, &outcomes).sum()).sum();
        assert_eq!(sums, 63 * u128::from(POT));
    }

    #[test]
    fn the_joint_table_is_that_of_two() {
        let mut tally = Tally::new(2);
        for (place, high) in [1, 3, 2].into_iter().enumerate() {
            for (column, low) in [1, 3, 2, 0].into_iter().enumerate() {
                tally.add(Outcome { high, low }, (10 * place + column) as u128);
            }
        }
        assert_eq!(tally.joint(), Some([[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]));
        assert_eq!(Tally::new(3).joint(), None);
    }
}
