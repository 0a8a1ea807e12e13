//! Equities by trials: deals drawn at random.
//!
//! Trials come in blocks, each with random numbers of its own, and what is counted are whole numbers; whether to go on is
//! decided only where all blocks up to some number are finished. So a seed gives the same answer on any machine and for any
//! number of threads.

mod choice;
mod lanes;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use super::outcome::{Outcome, Tally};
use super::spot::Spot;
use crate::eval::Path;
use crate::rng::Trials;
use crate::threads;
use lanes::{Dealer, LANES, TrialBench};

/// How many trials make a block: a tenth of a millisecond to a millisecond of work.
const BLOCK: u64 = 1 << 14;

/// The number of blocks after which the error is first computed.
const FIRST_LOOK: u64 = 16;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// After this number of trials.
    Trials(u64),
    /// When the standard error of each player's share is that part of a pot or less. It is looked at after 262,144 trials, and
    /// again whenever there are an eighth more.
    Error(f64),
}

impl Goal {
    /// The goal of an equity that names none.
    pub const DEFAULT: Goal = Goal::Error(0.0002);

    /// The goal of each of the equities by next card, unless one is named.
    pub const BY_NEXT_CARD: Goal = Goal::Error(0.001);

    /// Returns how many trials it can take: shares differ by half a pot from their mean at most.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an upper bound, for progress bars"
    )]
    pub fn most_trials(self) -> u128 {
        match self {
            Goal::Trials(trials) => trials.into(),
            Goal::Error(error) => (0.25 / (error * error)) as u128,
        }
    }
}

/// Why no trials can be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SampleError {
    /// An error that nothing reaches.
    #[error("{error} is no standard error to aim at: a part of a pot above 0, like 0.0002")]
    Goal {
        /// The error.
        error: f64,
    },
    /// Ranges of which hardly any sets fit together.
    #[error(
        "what the players may hold fits together too rarely to be chosen at random, and in too many ways to be listed: say \
        more of what one of them holds"
    )]
    TooRare,
    /// The system has no memory for all that the players may hold.
    #[error("there is no memory for all the sets of cards that the players may hold: say more of them")]
    NoMemory,
    /// Told to stop before the first trial.
    #[error("it was stopped before the first trial")]
    Stopped,
}

/// What came of trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// How often each outcome came.
    pub tally: Tally,
    /// Whether the goal was reached; else the trials are the first ones on the way there.
    pub finished: bool,
}

/// Deals trials until the goal is reached, on `threads` threads (`None`: all that the machine offers).
///
/// Before each block `stop` is told how many trials are finished, and if it says so no more are begun. Those begun are
/// finished, so that what is done is always the first part of what would have been done.
///
/// ```
/// use stud8::card::CardSet;
/// use stud8::equity::{Common, Goal, POT, Spot, sample};
/// use stud8::eval::{LowKind, Path};
///
/// let players = ["8s 6h 5c", "2s 3h 4c"].map(|hand| Ok(vec![(hand.parse()?, 1)]));
/// let players = players.into_iter().collect::<Result<Vec<_>, stud8::equity::PatternError>>()?;
/// let spot = Spot::new(&players, CardSet::EMPTY, Common::None, LowKind::EightOrBetter)?;
/// let sampled = sample(Path::best()?, &spot, 7, Goal::Error(0.001), None, |_| false)?;
/// assert!(sampled.finished);
/// let share = sampled.tally.means()[0];
/// assert!((share - 0.529_117).abs() < 0.004, "{share}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SampleError`].
pub fn sample(
    path: Path,
    spot: &Spot,
    seed: u64,
    goal: Goal,
    threads: Option<NonZeroUsize>,
    stop: impl Fn(u64) -> bool + Sync,
) -> Result<Sampled, SampleError> {
    if let Goal::Error(error) = goal
        && !(error > 0.0 && error.is_finite())
    {
        return Err(SampleError::Goal { error });
    }
    let mut tally = Tally::new(spot.holdings().len());
    let dealer = match Dealer::new(path, spot, &|| stop(0)) {
        Err(SampleError::Stopped) => return Ok(Sampled { tally, finished: false }),
        dealer => dealer?,
    };
    let run = Sampling { dealer, seed, threads };
    let mut done = 0;
    loop {
        let until = match goal {
            Goal::Trials(trials) => trials,
            Goal::Error(_) => done + FIRST_LOOK.max(done / BLOCK / 8) * BLOCK,
        };
        let finished = run.deal(done, until, &stop, &mut tally);
        let reached = match goal {
            Goal::Trials(_) => true,
            Goal::Error(error) => tally.standard_errors().into_iter().all(|of_player| of_player <= error),
        };
        if !finished || reached {
            return Ok(Sampled { tally, finished });
        }
        done = until;
    }
}

struct Sampling {
    dealer: Dealer,
    seed: u64,
    threads: Option<NonZeroUsize>,
}

impl Sampling {
    /// Deals the trials from one, the first of a block, up to another; false if told to stop before.
    fn deal(&self, from: u64, until: u64, stop: &(impl Fn(u64) -> bool + Sync), tally: &mut Tally) -> bool {
        let begun = AtomicU64::new(from);
        let finished = AtomicU64::new(from);
        let work = || {
            let mut bench = TrialBench::new(&self.dealer);
            let mut counts = vec![0; self.dealer.outcomes()];
            while !stop(finished.load(Ordering::Relaxed)) {
                let after = |begun: u64| (begun < until).then(|| begun + BLOCK.min(until - begun));
                let Ok(first) = begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after) else {
                    break;
                };
                let many = BLOCK.min(until - first);
                self.deal_block(first / BLOCK, many, &mut bench, &mut counts);
                finished.fetch_add(many, Ordering::Relaxed);
            }
            counts
        };
        let blocks = (until - from).div_ceil(BLOCK);
        let useful = usize::try_from(blocks).unwrap_or(usize::MAX);
        for counts in threads::share(threads::count(self.threads, useful), work) {
            add_up(&counts, tally);
        }
        finished.into_inner() == until
    }

    /// Deals a block and counts the first `many` trials of it.
    fn deal_block(&self, number: u64, many: u64, bench: &mut TrialBench, counts: &mut [u64]) {
        let mut trials = Trials::new(self.seed, number);
        let mut left = usize::try_from(many).unwrap_or(usize::MAX);
        while left > 0 {
            let now = left.min(LANES);
            self.dealer.deal(&mut trials, bench, now, counts);
            left -= now;
        }
    }
}

/// Adds counts of outcomes to a tally.
fn add_up(counts: &[u64], tally: &mut Tally) {
    let players = tally.players();
    for (index, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        #[expect(clippy::cast_possible_truncation, reason = "eight bits each")]
        let outcome = Outcome { high: (index >> players) as u8, low: (index & ((1 << players) - 1)) as u8 };
        tally.add(outcome, count.into());
    }
}
