//! All starting hands: what three cards win against a hand of which nothing is known, exactly, eight or better.
//!
//! Up to suits there are 1,755, in the table `heads_up.csv`. [`make`] makes it again, in 15 seconds of one core.
//!
//! ```
//! use stud8::equity::starts::{DEALS, starting_hand, starting_hands};
//!
//! let aces = starting_hand("As Ah 5h".parse()?).ok_or("three cards")?;
//! assert_eq!((aces.to_string(), aces.rank(), aces.versions()), ("Ac Ad 5c".into(), 14, 12));
//! assert_eq!(aces.quarters() * 1_000 / (4 * DEALS), 746);
//! assert_eq!(starting_hands()[1].to_string(), "8c 8d 8h");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod estimate;
mod file;
mod known;
mod marked;
mod multiway;
mod sampling;
mod subset_counts;
mod sweep;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use super::chance::Chance;
use super::outcome::{Outcome, Tally};
use crate::card::CardSet;
use crate::starts::{canonical, spelled, suits};

pub use estimate::{Multiway, OPPONENTS, PARTS};
pub use file::{write, write_multiway};
pub use known::tally_against_random;
pub use marked::{MarkedHand, marked_hands};
pub use multiway::{MULTIWAY_DEALS, make_multiway};
pub use sweep::{Interrupted, STEPS, make};

/// The number of deals of each outcome: rows high win, tie, lose; columns low win, tie, lose, no low.
pub type OutcomeCounts = [[u64; 4]; 3];

/// The ways to deal the other four cards of a starting hand, and seven of the rest to an opponent.
pub const DEALS: u64 = 9_614_852_367_120;

/// The first three cards up to suits, against one random hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingHand {
    cards: CardSet,
    counts: OutcomeCounts,
    rank: u16,
}

impl StartingHand {
    /// The cards in the suits that stand for all versions: clubs have the greatest ranks, then diamonds, then hearts.
    #[must_use]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    /// How many hands it stands for: 4, 12 or 24 of the 22,100.
    #[must_use]
    pub fn versions(&self) -> u8 {
        suits::versions(self.cards.suit_masks())
    }

    /// The place by equity, 1 (aces rolled up) to 1,755. Of equal equities, that with more scoops comes first, then that
    /// with greater cards.
    #[must_use]
    pub const fn rank(&self) -> u16 {
        self.rank
    }

    /// How often each outcome comes in the [`DEALS`].
    #[must_use]
    pub const fn counts(&self) -> &OutcomeCounts {
        &self.counts
    }

    /// The same as a tally of two players, of whom this hand is the first.
    #[must_use]
    pub fn tally(&self) -> Tally {
        const WINNERS: [u8; 4] = [0b01, 0b11, 0b10, 0];
        let mut tally = Tally::new(2);
        for (high, row) in WINNERS.into_iter().zip(self.counts) {
            for (low, count) in WINNERS.into_iter().zip(row) {
                tally.add(Outcome { high, low }, u128::from(count));
            }
        }
        tally
    }

    /// The equity, exactly: the quarters of a pot that it wins in all [`DEALS`]. Of them all it wins `4 * DEALS`.
    #[must_use]
    pub fn quarters(&self) -> u64 {
        quarters(&self.counts)
    }

    /// Returns the number of deals in which it wins the high alone.
    #[must_use]
    pub fn high_wins(&self) -> u64 {
        self.counts[0].iter().sum()
    }

    /// Returns the number of deals in which it shares the high.
    #[must_use]
    pub fn high_ties(&self) -> u64 {
        self.counts[1].iter().sum()
    }

    /// Returns the number of deals in which it wins the low alone.
    #[must_use]
    pub fn low_wins(&self) -> u64 {
        self.counts.iter().map(|row| row[0]).sum()
    }

    /// Returns the number of deals in which it shares the low.
    #[must_use]
    pub fn low_ties(&self) -> u64 {
        self.counts.iter().map(|row| row[1]).sum()
    }

    /// Returns its chances in the order of [`super::CHANCES`].
    #[must_use]
    pub fn chances(&self) -> [Chance; 6] {
        let deals = DEALS.into();
        let share = (self.quarters().into(), 4 * u128::from(DEALS));
        let others = [self.high_wins(), self.high_ties(), self.low_wins(), self.low_ties(), self.scoops()];
        let [wins, ties, low_wins, low_ties, scoops] = others.map(|part| (part.into(), deals));
        [share, wins, ties, low_wins, low_ties, scoops].map(|(part, whole)| Chance {
            part,
            whole,
            exact: true,
        })
    }

    /// Returns the number of deals in which it takes the whole pot \[C48].
    #[must_use]
    pub const fn scoops(&self) -> u64 {
        scoops(&self.counts)
    }
}

impl fmt::Display for StartingHand {
    /// The greatest rank first, of equal ones clubs first: `Ac Ad 5c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&spelled(self.cards))
    }
}

const fn scoops(counts: &OutcomeCounts) -> u64 {
    counts[0][0] + counts[0][3]
}

fn quarters(counts: &OutcomeCounts) -> u64 {
    // Halves of a half: the high counts double where no player has a low.
    const LOW: [u64; 3] = [2, 1, 0];
    let row = |(high, row): (u64, &[u64; 4])| {
        let with_low = row.iter().zip(LOW).map(|(count, low)| count * (high + low)).sum::<u64>();
        with_low + row[3] * 2 * high
    };
    LOW.into_iter().zip(counts).map(row).sum()
}

/// Gives canonical cards and their counts their ranks, and puts them in that order.
fn ranked(mut hands: Vec<(CardSet, OutcomeCounts)>) -> Vec<StartingHand> {
    hands.sort_unstable_by_key(|(cards, counts)| Reverse((quarters(counts), scoops(counts), *cards)));
    let hand = |(rank, (cards, counts))| StartingHand { cards, counts, rank };
    (1..).zip(hands).map(hand).collect()
}

/// All 1,755 starting hands up to suits, in the order of their ranks.
#[must_use]
pub fn starting_hands() -> &'static [StartingHand] {
    static HANDS: LazyLock<Vec<StartingHand>> =
        LazyLock::new(|| file::read_heads_up(include_str!("heads_up.csv")));
    &HANDS
}

/// Returns the starting hand of three cards. `None` for other numbers of cards.
#[must_use]
pub fn starting_hand(cards: CardSet) -> Option<&'static StartingHand> {
    static RANKS: LazyLock<BTreeMap<CardSet, usize>> = LazyLock::new(|| {
        starting_hands().iter().enumerate().map(|(place, hand)| (hand.cards, place)).collect()
    });
    RANKS.get(&canonical(cards)).map(|&place| &starting_hands()[place])
}
