//! Plays the hands of a plan and counts.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::columns::Columns;
use super::plan::Plan;
use super::play::{Play, play};
use super::uniform;
use crate::rng::Series;
use crate::statistics::Totals;
use crate::threads;

/// How many hands a thread takes at once: a few milliseconds of work.
const CHUNK: u64 = 4096;

/// The finished hands of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// What happened in the hands from the plan's first to the one before `next`.
    pub totals: Totals,
    /// The first hand that was not played: where to go on. After all of them, `start + hands`.
    pub next: u128,
}

/// Plays the hands of a plan on `threads` threads (`None`: all that the machine offers).
///
/// Before each chunk of hands `stop` is told how many hands are finished, and if it says so no more
/// are begun. Those begun are finished, so that what is done is always the first part of the plan,
/// without gaps. Threads beyond those that the system grants do without: no result depends on them.
///
/// # Panics
/// Where a policy must be asked: [`super::Asking`] does that.
pub fn run(plan: &Plan, threads: Option<NonZeroUsize>, stop: impl Fn(u64) -> bool + Sync) -> Run {
    let (run, _) = if plan.seating.is_uniform() && !plan.classes {
        run_chunks(plan, threads, stop, || {
            let mut series = Series::new(plan.seed);
            move |offsets: Range<u64>, totals: &mut Totals| {
                totals.deals += offsets.end - offsets.start;
                series.play(plan.start, offsets, |streams| uniform::play(plan, streams, totals));
                None::<()>
            }
        })
    } else {
        run_chunks(plan, threads, stop, || {
            let mut table = Play::new(plan, false);
            move |offsets: Range<u64>, totals: &mut Totals| {
                for offset in offsets {
                    play(plan, &mut table, plan.start + offset, totals, |_| ());
                }
                None::<()>
            }
        })
    };
    run
}

/// As [`run`], and the record of every hand in the order of their numbers: all of it in memory.
///
/// # Panics
/// Where a policy must be asked.
pub fn record(
    plan: &Plan,
    threads: Option<NonZeroUsize>,
    stop: impl Fn(u64) -> bool + Sync,
) -> (Run, Columns) {
    let (run, mut parts) = run_chunks(plan, threads, stop, || {
        let mut table = Play::new(plan, true);
        move |offsets: Range<u64>, totals: &mut Totals| {
            let mut columns = Columns::of(plan.table().seats());
            for offset in offsets {
                play(plan, &mut table, plan.start + offset, totals, |table| {
                    let seated = plan.seating.seated(table.number, table.repeat);
                    columns.push(table, |seat| seated.policy(seat));
                });
            }
            Some(columns)
        }
    });
    parts.sort_unstable_by_key(|(first, _)| *first);
    let mut columns = Columns::of(plan.table().seats());
    for (_, part) in &parts {
        columns.append(part);
    }
    (run, columns)
}

/// Has chunks of the numbers played by several threads, each of which makes its own way of playing them.
/// What the chunks give, if anything, comes with the offset of their first, in any order.
fn run_chunks<T: Send, F: FnMut(Range<u64>, &mut Totals) -> Option<T>>(
    plan: &Plan,
    threads: Option<NonZeroUsize>,
    stop: impl Fn(u64) -> bool + Sync,
    begin: impl Fn() -> F + Sync,
) -> (Run, Vec<(u64, T)>) {
    let chunks = Chunks { hands: plan.hands, begun: AtomicU64::new(0), finished: AtomicU64::new(0) };
    let work = || {
        let mut totals = plan.nothing();
        let mut parts = Vec::new();
        let mut play_all = begin();
        while !stop(chunks.finished.load(Ordering::Relaxed)) {
            let Some(chunk) = chunks.next() else { break };
            parts.extend(play_all(chunk.clone(), &mut totals).map(|part| (chunk.start, part)));
            chunks.finished.fetch_add(chunk.end - chunk.start, Ordering::Relaxed);
        }
        (totals, parts)
    };
    let useful = usize::try_from(plan.hands.div_ceil(CHUNK)).unwrap_or(usize::MAX);
    let mut made = threads::share(threads::count(threads, useful), work).into_iter();
    let (mut totals, mut parts) = made.next().unwrap_or_else(|| (plan.nothing(), Vec::new()));
    for (more, others) in made {
        totals.merge(&more);
        parts.extend(others);
    }
    (Run { next: u128::from(plan.start) + u128::from(totals.deals), totals }, parts)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chips, Draft, Preset, Rake};
    use crate::seat::{SEATS, Seat};
    use crate::simulate::{PlanError, Player, Policy, Rotation, Seating};
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
            assert_eq!(part.next, 10 + u128::from(part.totals.hands));
            assert_eq!(part.totals.hands, 2 * CHUNK);
            let rest = Plan {
                start: plan.start + part.totals.hands,
                hands: plan.hands - part.totals.hands,
                ..plan.clone()
            };
            let mut both = part.totals;
            both.merge(&run(&rest, None, |_| false).totals);
            assert_eq!(both, all.totals);
        }
        let stopped = AtomicBool::new(true);
        let none = run(&plan, None, |_| stopped.load(Ordering::Relaxed));
        assert_eq!((none.next, none.totals), (10, Totals::default()));
    }

    #[test]
    fn the_way_that_is_recorded_plays_the_same_hands() {
        for (preset, players, stack) in
            [(Preset::FullTilt, 8, 40_000), (Preset::Wsop, 6, 700), (Preset::Declare, 3, 3000)]
        {
            let plan = plan(preset, players, stack, CHUNK + 500);
            let quick = run(&plan, None, |_| false);
            let (slow, columns) = record(&plan, NonZeroUsize::new(3), |_| false);
            assert_eq!(slow, quick);
            assert_eq!(columns.numbers, (10..10 + plan.hands).collect::<Vec<u64>>());
            assert_eq!(columns.nets.iter().sum::<i64>(), 0);
            let net = |place: usize| columns.nets.iter().skip(place).step_by(players).sum::<i64>();
            assert_eq!(i128::from(net(1)), quick.totals.net[1]);
            let actions: u64 = quick.totals.actions.as_flattened().iter().sum();
            assert_eq!((columns.ends.last(), columns.action_kinds.len() as u64), (Some(&actions), actions));
        }
    }

    #[test]
    fn what_the_house_takes_one_policy_alone_pays() {
        let raked = plan(Preset::FullTilt, 4, 3000, 600);
        let rake = Rake { rate: 500, cap: Some(300), unit: 1 };
        let rules = raked
            .table()
            .rules()
            .replace(&Draft { rake: Some(Some(rake)), ..Draft::EMPTY })
            .expect("good rules");
        let stacks: Vec<_> = Seat::ALL.into_iter().take(4).map(|seat| (seat, 3000)).collect();
        let raked = Plan::new(rules, &stacks, 3, 10, 600).expect("a good plan");
        let totals = run(&raked, None, |_| false).totals;
        assert_eq!(totals, record(&raked, None, |_| false).0.totals);
        assert!(totals.rake() > 0);
        assert_eq!(totals.policy_net[0], -totals.rake());
    }

    #[test]
    fn classes_add_up_to_the_whole() {
        let plan = plan(Preset::FullTilt, 5, 40_000, CHUNK + 1).by_class();
        let totals = run(&plan, None, |_| false).totals;
        let counts = totals.classes.expect("asked for");
        let all = counts.of_policy(0);
        assert_eq!(all.iter().map(|count| count.hands).sum::<u64>(), 5 * (CHUNK + 1));
        assert_eq!(all.iter().map(|count| count.net).sum::<i128>(), 0);
        assert_eq!(all.iter().map(|count| count.squares).sum::<u128>(), totals.net_squares.iter().sum());
    }

    #[test]
    fn duplicate_deals_take_the_luck_of_the_cards_away() {
        let plan = plan(Preset::FullTilt, 2, 40_000, 3000);
        let policies = vec![Player::Native(Policy::Tight), Player::Native(Policy::Call)];
        let seats = plan.table().seats();
        let seating = |rotation| Seating::new(policies.clone(), &[0, 1], rotation, seats);
        let totals = run(&plan.clone().seat(seating(Rotation::Duplicate)), None, |_| false).totals;
        assert_eq!((totals.hands, totals.deals), (6000, 3000));
        assert!(totals.deal_squares[0] < totals.policy_squares[0], "hands of a deal cancel");
        let once = run(&plan.seat(seating(Rotation::ByNumber)), None, |_| false).totals;
        assert_eq!((once.hands, once.deals, once.deal_squares), (3000, 3000, once.policy_squares));
        // One policy everywhere has nothing to win from itself.
        let same = self::plan(Preset::FullTilt, 2, 40_000, 500);
        let mirror = Seating::new(vec![Player::Native(Policy::Tight)], &[0, 0], Rotation::Duplicate, seats);
        assert_eq!(run(&same.seat(mirror), None, |_| false).totals.deal_squares, [0; SEATS]);
    }

    #[test]
    fn plans_are_checked() {
        let plan = plan(Preset::FullTilt, 2, 900, 1);
        assert!(matches!(Plan::new(*plan.table().rules(), &[], 0, 0, 1), Err(PlanError::Setup(_))));
        let stacks = [(Seat::ALL[0], 5), (Seat::ALL[1], 5)];
        let error = Plan::new(*plan.table().rules(), &stacks, 0, u64::MAX, 2).expect_err("too many");
        assert!(error.to_string().starts_with("2 hands from number 18446744073709551615 on"), "{error}");
        assert!(!plan.table().rules().house.ask_muck);
    }
}
