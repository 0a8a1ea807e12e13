//! Equities to the last deal.
//!
//! With two players one sweep (`sweep.rs`) counts everything. With more, the completions of all but two stand outside, one
//! combination after the other, and each has a sweep. What is known only in part is taken apart into cases that are known, or
//! put together into completions that count more than once, whichever is cheaper.

mod case;
mod cases;
mod completions;
mod credit;
mod enumeration;
mod joint;
mod lane;
mod pairing;
mod subset_rows;
mod sweep;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;

use super::outcome::Tally;
use super::spot::Spot;
use crate::card::Card;
use crate::eval::Path;
use case::Case;
use cases::cases;
use enumeration::{CardCredits, Clock, Enumeration, Joints};
use pairing::Pairing;

/// An exact count, planned: one can ask how much work it is before it is done.
#[derive(Clone, Debug)]
pub struct Exact {
    players: usize,
    cases: Vec<Case>,
}

/// Why there is no exact count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// It was stopped.
    #[error("the count was stopped")]
    Stopped,
    /// Numbers of 128 bits can't hold it.
    #[error("there are too many deals, or too great weights, to count")]
    TooGreat,
    /// The system has no memory for it.
    #[error("there is no memory for an exact count: sample it")]
    NoMemory,
    /// It takes more memory than [`MAX_GIB`].
    #[error("an exact count takes about {gib} GiB of memory, and {MAX_GIB} is the most: sample it")]
    Memory {
        /// How much.
        gib: u128,
    },
}

/// The most memory that a count may take on one thread.
pub const MAX_GIB: u128 = 8;

impl Exact {
    /// Plans the count.
    ///
    /// # Errors
    /// [`ExactError::TooGreat`] or [`ExactError::Memory`].
    pub fn new(spot: &Spot) -> Result<Exact, ExactError> {
        Exact::new_until(spot, &|| false)
    }

    /// The same, which asks now and then whether to stop.
    ///
    /// # Errors
    /// [`ExactError`]; [`ExactError::Stopped`] if told to.
    pub fn new_until(spot: &Spot, stop: &dyn Fn() -> bool) -> Result<Exact, ExactError> {
        Exact::of(spot, cases(spot, false, stop)?)
    }

    /// Plans a count by the next card.
    ///
    /// # Errors
    /// [`ExactError::TooGreat`] or [`ExactError::Memory`].
    pub fn by_next_card(spot: &Spot) -> Result<Exact, ExactError> {
        Exact::by_next_card_until(spot, &|| false)
    }

    /// The same, which asks now and then whether to stop.
    ///
    /// # Errors
    /// [`ExactError`]; [`ExactError::Stopped`] if told to.
    pub fn by_next_card_until(spot: &Spot, stop: &dyn Fn() -> bool) -> Result<Exact, ExactError> {
        Exact::of(spot, cases(spot, true, stop)?)
    }

    fn of(spot: &Spot, cases: Vec<Case>) -> Result<Exact, ExactError> {
        let bytes = cases.iter().map(|case| Pairing::of(case).bytes()).max().unwrap_or_default();
        if bytes > MAX_GIB << 30 {
            return Err(ExactError::Memory { gib: bytes >> 30 });
        }
        Ok(Exact { players: spot.holdings().len(), cases })
    }

    /// How long it will take on one thread, very roughly.
    #[must_use]
    pub fn nanoseconds(&self) -> u128 {
        self.cases.iter().fold(0, |sum, case| sum.saturating_add(Pairing::of(case).nanoseconds()))
    }

    /// How many queries it is: what `stop` is told the part of.
    #[must_use]
    pub fn queries(&self) -> u128 {
        self.cases.iter().fold(0, |sum, case| sum.saturating_add(Pairing::of(case).queries()))
    }

    /// Counts every deal on `threads` threads (`None`: all that the machine offers). No count depends on the number.
    ///
    /// Every few milliseconds `stop` is told how many queries are answered; if it says so, there is no result.
    ///
    /// # Errors
    /// [`ExactError::Stopped`].
    pub fn count(
        &self,
        path: Path,
        threads: Option<NonZeroUsize>,
        stop: impl Fn(u64) -> bool + Sync,
    ) -> Result<Tally, ExactError> {
        let mut tally = Tally::new(self.players);
        let clock = Clock { answered: AtomicU64::new(0), stop };
        for case in &self.cases {
            let table = Enumeration::new(path, case, Pairing::of(case), &|| clock.stops())?;
            let counted = table.count(path, threads, &clock, Joints { players: self.players });
            tally.merge(&counted.ok_or(ExactError::Stopped)?);
        }
        Ok(tally)
    }

    /// Counts every deal of two players by each card that may come next to one of them.
    ///
    /// # Errors
    /// [`ExactError::Stopped`].
    ///
    /// # Panics
    /// If there are more than two players, or the count was not planned [by the next card](Exact::by_next_card), or the player
    /// has cards known in part that are put together with those to come.
    pub fn count_by_next_card(
        &self,
        path: Path,
        player: usize,
        threads: Option<NonZeroUsize>,
        stop: impl Fn(u64) -> bool + Sync,
    ) -> Result<Vec<(Card, Tally)>, ExactError> {
        assert!(self.players == 2 && player < 2, "the next card of one of two players");
        let mut tallies = vec![Tally::new(2); 52];
        let clock = Clock { answered: AtomicU64::new(0), stop };
        for case in &self.cases {
            assert!(case.players[player].sets[0].0.is_empty(), "any of his unseen cards may come next");
            let pairing = Pairing::with_queried(case, player);
            let table = Enumeration::new(path, case, pairing, &|| clock.stops())?;
            let credits = CardCredits { unseen: case.live.len(), size: case.players[player].size };
            let counted = table.count(path, threads, &clock, credits).ok_or(ExactError::Stopped)?;
            for (card, counted) in case.live.iter().zip(&counted) {
                tallies[usize::from(card.index())].merge(counted);
            }
        }
        Ok(Card::all().zip(tallies).filter(|(_, tally)| tally.total() > 0).collect())
    }
}
