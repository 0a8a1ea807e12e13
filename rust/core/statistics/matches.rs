//! Policies against each other, every deal played from every seat.

use std::fmt;

use super::rotation::Rotation;
use super::summary::{AddError, Summary};
use crate::text::{TextTable, thousands};

/// Who beat whom: the summary of every two policies that played each other.
///
/// The pairs stand in the order of the names: the first with each later one, then the second. A match that was interrupted
/// has the first of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    names: Vec<String>,
    pairs: Vec<Summary>,
}

/// Why this is no match.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// Too few names.
    #[error("a match is played by two policies or more, not {count}")]
    Names {
        /// How many.
        count: usize,
    },
    /// A name comes twice.
    #[error("two policies are called {name:?}")]
    NameTwice {
        /// Which.
        name: String,
    },
    /// Too many pairs.
    #[error("{pairs} pairs of {names} policies: each two play once")]
    Pairs {
        /// How many pairs.
        pairs: usize,
        /// How many policies.
        names: usize,
    },
    /// A pair of one policy, of more than two, or that didn't play each deal from every seat.
    #[error(
        "the summary of pair {pair} is of {policies} policies, rotation {rotation}: it is of two, with duplicate deals"
    )]
    Pair {
        /// Its place, from 0.
        pair: usize,
        /// How many policies it has.
        policies: usize,
        /// How they moved.
        rotation: Rotation,
    },
}

/// What the first of two policies won from the second, in chips a hand and seat.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow<'a> {
    /// The name of the first.
    pub first: &'a str,
    /// The name of the second.
    pub second: &'a str,
    /// Numbers played.
    pub deals: u64,
    /// Hands played: each number once for every way to seat the policies.
    pub hands: u64,
    /// What the first won.
    pub mean: f64,
    /// What the second won. It may sit in more seats, so that this isn't always the opposite.
    pub second_mean: f64,
    /// The standard error of `mean`, which takes the hands of a deal together.
    pub standard_error: f64,
    /// The standard error if each hand had cards of its own.
    pub unpaired_standard_error: f64,
    /// How many times as many hands the same error would take then.
    pub saved: f64,
}

impl Match {
    /// Returns the match of these policies: `pairs` are the summaries of the first pairs, in the order of the names.
    ///
    /// # Errors
    /// [`MatchError`].
    pub fn new(names: Vec<String>, pairs: Vec<Summary>) -> Result<Self, MatchError> {
        if names.len() < 2 {
            return Err(MatchError::Names { count: names.len() });
        }
        let twice = (1..names.len()).find(|&place| names[..place].contains(&names[place]));
        if let Some(place) = twice {
            return Err(MatchError::NameTwice { name: names[place].clone() });
        }
        // There can be too many names to count the pairs, let alone list them.
        if pairs.len() as u128 > names.len() as u128 * (names.len() as u128 - 1) / 2 {
            return Err(MatchError::Pairs { pairs: pairs.len(), names: names.len() });
        }
        for (pair, summary) in pairs.iter().enumerate() {
            let (policies, rotation) = (summary.policies().len(), summary.rotation());
            if policies != 2 || rotation != Rotation::Duplicate {
                return Err(MatchError::Pair { pair, policies, rotation });
            }
        }
        Ok(Self { names, pairs })
    }

    /// The names of the policies.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the names of each two that played, and the summary of their hands.
    pub fn pairs(&self) -> impl Iterator<Item = ((&str, &str), &Summary)> {
        self.couples().zip(&self.pairs)
    }

    fn couples(&self) -> impl Iterator<Item = (&str, &str)> {
        let later = |place: usize| self.names[place + 1..].iter();
        self.names
            .iter()
            .enumerate()
            .flat_map(move |(place, one)| later(place).map(|two| (one.as_str(), two.as_str())))
    }

    /// Returns a row for each two.
    #[must_use]
    pub fn rows(&self) -> Vec<MatchRow<'_>> {
        self.pairs().map(|((first, second), summary)| MatchRow::of(first, second, summary)).collect()
    }

    /// Returns the names and the chips won a hand and seat, averaged over all opponents, the best first.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a number of policies")]
    pub fn ranking(&self) -> Vec<(&str, f64)> {
        let mut ranking: Vec<(&str, f64)> = self.names.iter().map(|name| (name.as_str(), 0.0)).collect();
        let opponents = (self.names.len() - 1) as f64;
        for row in self.rows() {
            for (name, total) in &mut ranking {
                if *name == row.first {
                    *total += row.mean;
                } else if *name == row.second {
                    *total += row.second_mean;
                }
            }
        }
        for (_, total) in &mut ranking {
            *total /= opponents;
        }
        ranking.sort_by(|(_, one), (_, two)| two.total_cmp(one));
        ranking
    }

    /// Returns the match of the hands of both.
    ///
    /// # Errors
    /// When others play, other pairs have played, or two summaries can't be added.
    pub fn checked_add(&self, other: &Self) -> Result<Self, AddError> {
        if self.names != other.names || self.pairs.len() != other.pairs.len() {
            return Err(AddError::Match);
        }
        let sums = self.pairs.iter().zip(&other.pairs).map(|(one, two)| one.checked_add(two));
        Ok(Self { names: self.names.clone(), pairs: sums.collect::<Result<_, _>>()? })
    }
}

impl Match {
    /// Returns a table with a row for each two.
    #[must_use]
    pub fn table(&self) -> TextTable {
        const COLUMNS: [&str; 8] =
            ["first", "second", "deals", "hands", "net a hand", "standard error", "unpaired", "hands saved"];
        let row = |row: MatchRow<'_>| {
            vec![
                row.first.to_owned(),
                row.second.to_owned(),
                thousands(row.deals),
                thousands(row.hands),
                format!("{:+.3}", row.mean),
                format!("{:.3}", row.standard_error),
                format!("{:.3}", row.unpaired_standard_error),
                format!("{:.1} times", row.saved),
            ]
        };
        let rows = self.rows().into_iter().map(row).collect();
        TextTable { columns: COLUMNS.map(str::to_owned).to_vec(), rows, left: 2 }
    }

    /// Returns a table of the [`Match::ranking`].
    #[must_use]
    pub fn ranking_table(&self) -> TextTable {
        let row = |(name, net): (&str, f64)| vec![name.to_owned(), format!("{net:+.3}")];
        let rows = self.ranking().into_iter().map(row).collect();
        TextTable { columns: ["policy", "net a hand"].map(str::to_owned).to_vec(), rows, left: 1 }
    }
}

impl fmt::Display for Match {
    /// Both tables, for a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.table().text(), self.ranking_table().text())
    }
}

impl<'a> MatchRow<'a> {
    fn of(first: &'a str, second: &'a str, summary: &Summary) -> Self {
        let (paired, unpaired) = (summary.policy_standard_error(0), summary.unpaired_standard_error(0));
        let saved = if paired > 0.0 && paired.is_finite() { (unpaired / paired).powi(2) } else { 1.0 };
        Self {
            first,
            second,
            deals: summary.totals().deals,
            hands: summary.totals().hands,
            mean: summary.policy_mean(0),
            second_mean: summary.policy_mean(1),
            standard_error: paired,
            unpaired_standard_error: unpaired,
            saved,
        }
    }
}
