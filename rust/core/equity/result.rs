//! What part of the pot each player wins: the answer, for people and as a record.

use super::chance::Chance;
use super::outcome::{Outcome, POT, Tally};
use super::winnings::Winnings;
use crate::eval::LowKind;
use crate::text::{TextTable, thousands};

/// A player of a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The index from 0, or the seat of a hand that is being played.
    pub player: u8,
    /// The player's cards, or what is said of them.
    pub hand: String,
}

/// What part of the pot each player wins, and how often what happens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Equity {
    pub(super) labels: Vec<Label>,
    pub(super) seated: bool,
    pub(super) outcomes: Vec<(Outcome, u128)>,
    pub(super) low: LowKind,
    pub(super) seed: Option<u64>,
}

impl Equity {
    /// Returns the result of a count, or with a seed that of a sample. `seated` says whether players are seats of a hand that
    /// is being played.
    ///
    /// # Panics
    /// When there isn't a label for each player of the tally.
    #[must_use]
    pub fn new(labels: Vec<Label>, seated: bool, tally: &Tally, low: LowKind, seed: Option<u64>) -> Self {
        assert_eq!(labels.len(), tally.players(), "a label for each player");
        Self { labels, seated, outcomes: tally.iter().collect(), low, seed }
    }

    /// The players, in the order of the hands or by seat.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Whether players are seats of a hand that is being played.
    #[must_use]
    pub const fn is_seated(&self) -> bool {
        self.seated
    }

    /// Everything that can happen, and how often it does: in deals, trials, or deals times whole weights.
    #[must_use]
    pub fn outcomes(&self) -> &[(Outcome, u128)] {
        &self.outcomes
    }

    /// The kind of low.
    #[must_use]
    pub const fn low(&self) -> LowKind {
        self.low
    }

    /// The seed of a sample; `None` if all deals were counted.
    #[must_use]
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Whether all deals were counted.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.seed.is_none()
    }

    /// Returns all that was counted.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.outcomes.iter().map(|(_, count)| count).sum()
    }

    /// Returns the counts by outcome.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::new(self.labels.len());
        for &(outcome, count) in &self.outcomes {
            tally.add(outcome, count);
        }
        tally
    }

    /// Returns the names of the winners whose bits are set, ascending.
    #[must_use]
    pub fn names(&self, winners: u8) -> Vec<u8> {
        let named = self.labels.iter().enumerate().filter(|(place, _)| winners >> place & 1 == 1);
        named.map(|(_, label)| label.player).collect()
    }

    fn chance(&self, part: u128, whole: u128) -> Chance {
        Chance { part, whole, exact: self.is_exact() }
    }

    /// Returns the part of the pot that a player wins.
    #[must_use]
    pub fn share(&self, place: usize) -> Chance {
        self.chance(Winnings::of(place, &self.outcomes).sum(), u128::from(POT) * self.total())
    }

    /// Returns the chances of a player in the order of [`CHANCES`].
    #[must_use]
    pub fn chances(&self, place: usize) -> [Chance; 6] {
        let (winnings, total) = (Winnings::of(place, &self.outcomes), self.total());
        [
            (winnings.sum(), u128::from(POT) * total),
            (winnings.high_wins, total),
            (winnings.high_ties, total),
            (winnings.low_wins, total),
            (winnings.low_ties, total),
            (winnings.scoops, total),
        ]
        .map(|(part, whole)| self.chance(part, whole))
    }

    /// Returns the parts of the pot that a player can win, the greatest first, and the chance of each.
    #[must_use]
    pub fn shares(&self, place: usize) -> Vec<(Chance, Chance)> {
        let total = self.total();
        let share = |(&share, &count): (&u32, &u128)| {
            let part = Chance { part: share.into(), whole: POT.into(), exact: true };
            (part, self.chance(count, total))
        };
        Winnings::of(place, &self.outcomes).shares.iter().rev().map(share).collect()
    }

    /// Returns the standard error of each player's share, as parts of the pot: 0 if all deals were counted, infinite after one
    /// trial.
    #[must_use]
    pub fn standard_errors(&self) -> Vec<f64> {
        if self.is_exact() { vec![0.0; self.labels.len()] } else { self.tally().standard_errors() }
    }

    /// Returns the largest of the standard errors.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        self.standard_errors().into_iter().fold(0.0, f64::max)
    }

    /// Returns one line about all of it.
    #[must_use]
    pub fn caption(&self) -> String {
        let (total, low) = (thousands(self.total()), self.low);
        match self.seed {
            None => format!("exact, {total} deals, {low}"),
            Some(seed) => {
                let error = self.standard_error();
                format!("sampled, {total} trials, seed {seed}, standard error {error:.5}, {low}")
            }
        }
    }

    /// Returns a table with a row for each player.
    #[must_use]
    pub fn table(&self) -> TextTable {
        let first = if self.seated { "seat" } else { "player" };
        let columns = [first, "hand", "equity", "high win", "high tie", "low win", "low tie", "scoop"];
        let digits = if self.is_exact() { 6 } else { 4 };
        let row = |(place, label): (usize, &Label)| {
            let chances = self.chances(place).map(|chance| format!("{:.digits$}", chance.ratio()));
            [label.player.to_string(), label.hand.clone()].into_iter().chain(chances).collect()
        };
        TextTable {
            columns: columns.map(str::to_owned).to_vec(),
            rows: self.labels.iter().enumerate().map(row).collect(),
            left: 2,
        }
    }
}

/// The names of [`Equity::chances`].
pub const CHANCES: [&str; 6] = ["share", "high_win", "high_tie", "low_win", "low_tie", "scoop"];
