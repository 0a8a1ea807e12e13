//! Plays the hands of a plan and counts.

use std::hint::select_unpredictable;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::summary::{Summary, Tally};
use crate::action::{ActionKind, Event, Legal, Observer};
use crate::betting::{Answer, Ways};
use crate::deal::BURNS;
use crate::hand::{Hand, Policy, SetupError};
use crate::rng::{Series, Streams};
use crate::rules::{Chips, Rules, Settings};
use crate::seat::Seat;

/// How many hands a thread takes at once: a few milliseconds of work.
const CHUNK: u64 = 4096;

/// Why a plan can't be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The seats or stacks can't be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The last hand would have no number.
    #[error("{hands} hands from number {start} on are too many: the last would be beyond {}", u64::MAX)]
    Numbers {
        /// The first hand.
        start: u64,
        /// How many.
        hands: u64,
    },
}

/// Which hands to play: numbers `start` to `start + hands` of a seed, all with the same stacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The players with their antes paid.
    table: Hand,
    seed: u64,
    start: u64,
    hands: u64,
}

impl Plan {
    /// Checks everything once. `ask_muck` is taken as off: simulation never asks (RULES §2), and no
    /// payment depends on it.
    ///
    /// # Errors
    /// When the seats or stacks can't be, or `start + hands` is beyond the last number.
    pub fn new(
        rules: Rules,
        stacks: &[(Seat, Chips)],
        seed: u64,
        start: u64,
        hands: u64,
    ) -> Result<Self, PlanError> {
        // The last hand may have the last number.
        start.checked_add(hands.saturating_sub(1)).ok_or(PlanError::Numbers { start, hands })?;
        let rules = Rules::new(Settings { ask_muck: false, ..*rules }).unwrap_or(rules);
        Ok(Self { table: Hand::seated(rules, stacks, &mut ())?, seed, start, hands })
    }

    /// The first hand.
    #[must_use]
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// How many hands.
    #[must_use]
    pub const fn hands(&self) -> u64 {
        self.hands
    }
}

/// The finished hands of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// What happened in the hands from the plan's first to the one before `next`.
    pub summary: Summary,
    /// The first hand that was not played: where to go on. After all of them, `start + hands`.
    pub next: u128,
}

/// Plays the hands of a plan on so many threads; none is as many as the machine offers.
///
/// Before each chunk of hands `stop` is told how many hands are finished, and if it says so no more
/// are begun. Those begun are finished, so that what is done is always the first part of the plan,
/// without gaps. Threads beyond those that the system grants do without: no result depends on them.
pub fn run(plan: &Plan, threads: Option<NonZeroUsize>, stop: impl Fn(u64) -> bool + Sync) -> Run {
    let chunks = Chunks { hands: plan.hands, begun: AtomicU64::new(0), finished: AtomicU64::new(0) };
    let work = || {
        let mut summary = Summary::default();
        let mut series = Series::new(plan.seed);
        while !stop(chunks.finished.load(Ordering::Relaxed)) {
            let Some(chunk) = chunks.next() else { break };
            series.play(plan.start, chunk.clone(), |streams| play(plan, streams, &mut summary));
            chunks.finished.fetch_add(chunk.end - chunk.start, Ordering::Relaxed);
        }
        summary
    };
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let useful = usize::try_from(plan.hands.div_ceil(CHUNK)).map_or(threads, |most| threads.min(most));
    let summary = thread::scope(|scope| {
        let spawned: Vec<_> =
            (1..useful).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut summary = work();
        for thread in spawned {
            summary.merge(&thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        summary
    });
    Run { next: u128::from(plan.start) + u128::from(summary.hands), summary }
}

/// Hands out the chunks of a plan in their order.
struct Chunks {
    hands: u64,
    begun: AtomicU64,
    finished: AtomicU64,
}

impl Chunks {
    fn next(&self) -> Option<std::ops::Range<u64>> {
        let advance = |begun: u64| (begun < self.hands).then(|| begun + CHUNK.min(self.hands - begun));
        let begun = self.begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, advance).ok()?;
        advance(begun).map(|end| begun..end)
    }
}

/// Plays one hand: each decision takes one of the legal actions, all equally likely.
fn play(plan: &Plan, streams: &mut Streams, summary: &mut Summary) {
    let mut hand = plan.table;
    let most_cards = 7 * hand.seats().len() + if hand.rules().burn { BURNS } else { 0 };
    hand.shuffle(|cards| streams.shuffle(cards, most_cards));
    let mut players = Uniform { streams, tally: Tally::new(summary, plan.table.rules()) };
    hand.play_out(&mut players);
    players.tally.finish(&hand);
}

/// Takes one of the legal actions, all equally likely, and has it counted.
struct Uniform<'a> {
    streams: &'a mut Streams,
    tally: Tally<'a>,
}

impl Policy for Uniform<'_> {
    #[inline]
    fn answer(&mut self, ways: Ways) -> Answer {
        let n = self.streams.below_three_or_two(ways.fold & ways.wager);
        let n = select_unpredictable(ways.fold | ways.wager, n, 0);
        // The legal answers in their order: without a fold they begin with the second.
        let folds = (n == 0) & ways.fold;
        let wagers = n + u32::from(!ways.fold) == 2;
        let answer = select_unpredictable(wagers, Answer::Wager, Answer::Stay);
        select_unpredictable(folds, Answer::Fold, answer)
    }

    fn choose(&mut self, legal: Legal) -> ActionKind {
        #[expect(clippy::cast_possible_truncation, reason = "at most three")]
        let count = legal.len() as u32;
        legal.nth(self.streams.below(count) as usize).expect("an action is legal")
    }

    #[inline]
    fn acts(&mut self, street: u8, kind: ActionKind) {
        self.tally.act(street, kind);
    }
}

impl Observer for Uniform<'_> {
    const SHOWING: bool = false;

    #[inline]
    fn hear(&mut self, event: impl FnOnce() -> Event) {
        self.tally.hear(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Draft, Preset};
    use std::sync::atomic::AtomicBool;

    fn plan(preset: Preset, players: usize, stack: Chips, hands: u64) -> Plan {
        let draft = Draft { ante: Some(40), bring_in: Some(50), small_bet: Some(200), ..Draft::default() };
        let rules = draft.rules(Some(preset)).expect("good stakes");
        let stacks: Vec<_> = Seat::ALL.into_iter().take(players).map(|seat| (seat, stack)).collect();
        Plan::new(rules, &stacks, 3, 10, hands).expect("a good plan")
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let plan = plan(Preset::FullTilt, 8, 900, 3 * CHUNK + 17);
        let one = run(&plan, NonZeroUsize::new(1), |_| false);
        assert_eq!(one.next, 10 + u128::from(plan.hands));
        for threads in [2, 5] {
            assert_eq!(run(&plan, NonZeroUsize::new(threads), |_| false), one);
        }
    }

    #[test]
    fn what_is_finished_is_a_prefix_that_can_be_gone_on_from() {
        let plan = plan(Preset::Wsop, 3, 5000, 5 * CHUNK);
        let all = run(&plan, NonZeroUsize::new(2), |_| false);
        for threads in [1, 3] {
            let begun = AtomicU64::new(0);
            let part = run(&plan, NonZeroUsize::new(threads), |_| begun.fetch_add(1, Ordering::Relaxed) >= 2);
            assert_eq!(part.next, 10 + u128::from(part.summary.hands));
            assert_eq!(part.summary.hands, 2 * CHUNK);
            let rest = Plan {
                start: plan.start + part.summary.hands,
                hands: plan.hands - part.summary.hands,
                ..plan.clone()
            };
            let mut both = part.summary;
            both.merge(&run(&rest, None, |_| false).summary);
            assert_eq!(both, all.summary);
        }
        let stopped = AtomicBool::new(true);
        let none = run(&plan, None, |_| stopped.load(Ordering::Relaxed));
        assert_eq!((none.next, none.summary), (10, Summary::default()));
    }

    #[test]
    fn plans_are_checked() {
        let plan = plan(Preset::FullTilt, 2, 900, 1);
        assert!(matches!(Plan::new(*plan.table.rules(), &[], 0, 0, 1), Err(PlanError::Setup(_))));
        let stacks = [(Seat::ALL[0], 5), (Seat::ALL[1], 5)];
        let error = Plan::new(*plan.table.rules(), &stacks, 0, u64::MAX, 2).expect_err("too many");
        assert!(error.to_string().starts_with("2 hands from number 18446744073709551615 on"), "{error}");
        assert!(!plan.table.rules().ask_muck);
    }
}
