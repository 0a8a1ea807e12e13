//! Enumerates all completions of a case and sweeps over them.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::ExactError;
use super::case::{Case, CasePlayer};
use super::completions::{Completions, Unseen, room};
use super::credit::Credit;
use super::joint::Joint;
use super::lane::{LANES, Lane};
use super::pairing::Pairing;
use super::sweep::{Best, Side, Sink, Sweep};
use crate::equity::outcome::Tally;
use crate::eval::{LowKind, Path, Task, perform};
use crate::threads;

/// Counts the answers of all threads, and asks now and then whether to go on.
pub(super) struct Clock<S> {
    pub answered: AtomicU64,
    pub stop: S,
}

impl<S: Fn(u64) -> bool> Clock<S> {
    /// Asks whether to stop, between answers.
    pub fn stops(&self) -> bool {
        (self.stop)(self.answered.load(Ordering::Relaxed))
    }

    fn goes_on(&self, more: u64) -> bool {
        let answered = self.answered.fetch_add(more, Ordering::Relaxed) + more;
        !(self.stop)(answered)
    }
}

/// How the answers of sweeps are broken down.
pub(super) trait Breakdown: Copy + Sync {
    type Sink<L: Lane>: Sink<L> + Send;
    type Result;
    fn sink<L: Lane>(self) -> Self::Sink<L>;
    fn result<L: Lane>(sink: Self::Sink<L>) -> Self::Result;
    /// Sets how often the completions of those outside count.
    fn set_times<L: Lane>(sink: &mut Self::Sink<L>, times: u128);
}

#[derive(Clone, Copy)]
pub(super) struct Joints {
    pub players: usize,
}

impl Breakdown for Joints {
    type Sink<L: Lane> = Joint<L>;
    type Result = Tally;
    fn sink<L: Lane>(self) -> Joint<L> {
        Joint::new(self.players)
    }
    fn result<L: Lane>(sink: Joint<L>) -> Tally {
        sink.tally
    }
    fn set_times<L: Lane>(sink: &mut Joint<L>, times: u128) {
        sink.times = times;
    }
}

#[derive(Clone, Copy)]
pub(super) struct CardCredits {
    pub unseen: usize,
    pub size: usize,
}

impl Breakdown for CardCredits {
    type Sink<L: Lane> = Credit;
    type Result = Vec<Tally>;
    fn sink<L: Lane>(self) -> Credit {
        Credit::new(self.unseen, self.size)
    }
    fn result<L: Lane>(sink: Credit) -> Vec<Tally> {
        sink.tallies
    }
    fn set_times<L: Lane>(sink: &mut Credit, times: u128) {
        sink.times = times;
    }
}

/// A case with the completions of all its players.
pub(super) struct Enumeration {
    pairing: Pairing,
    low: LowKind,
    unseen: usize,
    times: u128,
    completions: Vec<Arc<Completions>>,
    /// Of those outside, in their order: the cards of each completion.
    outside: Vec<Vec<u64>>,
    /// Of the two in the sweep, if a player is outside.
    masks: [Vec<u64>; 2],
    /// The lows that the two may have, ascending.
    lows: Vec<u16>,
}

impl Enumeration {
    /// Finds all completions.
    ///
    /// # Errors
    /// [`ExactError::Stopped`] if told to stop, [`ExactError::NoMemory`].
    pub fn new(
        path: Path,
        case: &Case,
        pairing: Pairing,
        stop: &dyn Fn() -> bool,
    ) -> Result<Enumeration, ExactError> {
        let unseen = Unseen::new(case.live);
        let mut completions: Vec<Arc<Completions>> = Vec::new();
        for (index, player) in case.players.iter().enumerate() {
            let same = case.players[..index].iter().position(|other| other == player);
            completions.push(if let Some(same) = same {
                completions[same].clone()
            } else {
                let CasePlayer { certain, sets, size } = player;
                Arc::new(Completions::new(path, &unseen, *certain, *size, sets, case.low, stop)?)
            });
        }
        let masks = |player: usize| {
            let of: &Completions = &completions[player];
            let mut masks = room(of.sorted.len())?;
            masks.extend(of.sorted.iter().map(|one| unseen_mask(&one.cards[..of.size])));
            Ok(masks)
        };
        let outside: Vec<_> =
            pairing.outside.iter().map(|&player| masks(player)).collect::<Result<_, ExactError>>()?;
        let two = [pairing.inserted, pairing.queried];
        let inside = if outside.is_empty() { Default::default() } else { [masks(two[0])?, masks(two[1])?] };
        let mut has = vec![false; usize::from(case.low.count()) + 1];
        for one in two.iter().flat_map(|&player| &completions[player].sorted) {
            has[usize::from(one.low)] = true;
        }
        let lows = (0..).zip(has).skip(1).filter_map(|(low, has)| has.then_some(low)).collect();
        let (low, unseen, times) = (case.low, case.live.len(), case.times);
        Ok(Enumeration { pairing, low, unseen, times, completions, outside, masks: inside, lows })
    }

    fn inserted(&self) -> &Completions {
        &self.completions[self.pairing.inserted]
    }

    fn queried(&self) -> &Completions {
        &self.completions[self.pairing.queried]
    }

    /// Counts in numbers as narrow as may be.
    pub fn count<A: Breakdown>(
        &self,
        path: Path,
        threads: Option<NonZeroUsize>,
        clock: &Clock<impl Fn(u64) -> bool + Sync>,
        answer: A,
    ) -> Option<A::Result> {
        if self.inserted().times.is_some() || self.queried().times.is_some() {
            return self.count_in::<u64, A>(path, threads, clock, answer);
        }
        let mut times = vec![0_u64; usize::from(self.low.count()) + 1];
        for one in &self.inserted().sorted {
            times[usize::from(one.low)] += 1;
        }
        let times: Vec<_> = self.lows.iter().map(|&low| times[usize::from(low)]).collect();
        // Lanes are as wide as what is left of all sums.
        let most = most_in_a_lane(&times, !self.outside.is_empty());
        if most <= u16::MAX.into() && self.inserted().sorted.len() as u64 <= u16::MOST {
            self.count_in::<u16, A>(path, threads, clock, answer)
        } else {
            self.count_in::<u32, A>(path, threads, clock, answer)
        }
    }

    pub(super) fn count_in<L: Lane, A: Breakdown>(
        &self,
        path: Path,
        threads: Option<NonZeroUsize>,
        clock: &Clock<impl Fn(u64) -> bool + Sync>,
        answer: A,
    ) -> Option<A::Result> {
        let threads = threads::count(threads, usize::MAX);
        let parts = Parts::new(self, threads);
        let work = || {
            let mut sink = answer.sink::<L>();
            perform(path, Work::<L, A, _> { table: self, parts: &parts, clock, sink: &mut sink })
                .then_some(sink)
        };
        let sinks = threads::share(threads.min(parts.count), work);
        let sinks: Option<Vec<A::Sink<L>>> = sinks.into_iter().collect();
        let merged = sinks?.into_iter().reduce(|mut sink, other| {
            Sink::<L>::merge(&mut sink, other);
            sink
        });
        merged.map(A::result)
    }
}

/// Returns an upper bound of one lane's sum, from how often each low comes. A player outside can shift the borders of
/// lanes by one low and use a lane of its own.
fn most_in_a_lane(times: &[u64], outside: bool) -> u64 {
    let lows = times.len().div_ceil(LANES - usize::from(outside)).max(1);
    times.windows(lows).map(|times| times.iter().sum()).max().unwrap_or(0)
}

/// The cards of a completion, a bit for each number.
fn unseen_mask(cards: &[u8]) -> u64 {
    cards.iter().fold(0, |mask, &card| mask | 1 << card)
}

/// The work in parts, which the threads take one after the other: parts of the completions of the first player outside, or
/// of the queried ones if no player is outside.
struct Parts {
    items: usize,
    each: usize,
    count: usize,
    begun: AtomicUsize,
}

impl Parts {
    fn new(table: &Enumeration, threads: usize) -> Parts {
        let items = table.outside.first().map_or(table.queried().sorted.len(), Vec::len);
        // Each part of a lone sweep puts everything in once more.
        let each = if table.outside.is_empty() { items.div_ceil(threads).max(1 << 12) } else { 4 };
        Parts { items, each, count: items.div_ceil(each), begun: AtomicUsize::new(0) }
    }

    fn next(&self) -> Option<Range<usize>> {
        let from = self.begun.fetch_add(1, Ordering::Relaxed) * self.each;
        (from < self.items).then(|| from..self.items.min(from + self.each))
    }
}

struct Work<'a, L: Lane, A: Breakdown, S> {
    table: &'a Enumeration,
    parts: &'a Parts,
    clock: &'a Clock<S>,
    sink: &'a mut A::Sink<L>,
}

impl<L: Lane, A: Breakdown, S: Fn(u64) -> bool + Sync> Task for Work<'_, L, A, S> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Work { table, parts, clock, sink } = self;
        let (inserted, queried) = (table.inserted(), table.queried());
        let mut sweep = Sweep::<L>::new(table.unseen, inserted.size, queried.size, table.low.count());
        let [a, b] = [table.pairing.inserted, table.pairing.queried].map(|player| 1 << player);
        let mut go_on = |answered| clock.goes_on(answered);
        let mut left = [Vec::new(), Vec::new()];
        while let Some(part) = parts.next() {
            let mut outside = Outside::new(table, part.clone());
            while let Some((used, best, times)) = outside.next() {
                let sorted = if table.outside.is_empty() {
                    [&inserted.sorted[..], &queried.sorted[part.clone()]]
                } else {
                    [inserted, queried].into_iter().zip(&table.masks).zip(&mut left).for_each(
                        |((all, masks), left)| {
                            left.clear();
                            let all = all.sorted.iter().zip(masks).filter(|&(_, mask)| mask & used == 0);
                            left.extend(all.map(|(&one, _)| one));
                        },
                    );
                    [&left[0][..], &left[1]]
                };
                A::set_times(sink, times);
                let a = Side { all: inserted, sorted: sorted[0], player: a };
                let b = Side { all: queried, sorted: sorted[1], player: b };
                if !sweep.run(a, b, &table.lows, best, sink, &mut go_on) {
                    return false;
                }
            }
        }
        true
    }
}

/// The combinations of those outside, one after the other.
struct Outside<'a> {
    table: &'a Enumeration,
    /// Each player's position, and its end.
    at: Vec<(usize, usize)>,
    begun: bool,
}

impl<'a> Outside<'a> {
    fn new(table: &'a Enumeration, first: Range<usize>) -> Outside<'a> {
        let mut at: Vec<_> = table.outside.iter().map(|masks| (0, masks.len())).collect();
        if let Some(at) = at.first_mut() {
            *at = (first.start, first.end);
        }
        Outside { table, at, begun: false }
    }

    /// The cards used, the best hands, and how often they count. No players have one combination.
    fn next(&mut self) -> Option<(u64, Best, u128)> {
        if self.at.is_empty() {
            return (!std::mem::replace(&mut self.begun, true)).then(|| self.found());
        }
        let mut player = if self.begun { self.at.len() - 1 } else { 0 };
        if self.begun {
            self.at[player].0 += 1;
        }
        self.begun = true;
        // Every player avoids the cards of the players before.
        loop {
            let used = (0..player).fold(0, |used, of| used | self.table.outside[of][self.at[of].0]);
            let (at, end) = self.at[player];
            let free = self.table.outside[player][at..end].iter().position(|mask| mask & used == 0);
            if let Some(ahead) = free {
                self.at[player].0 += ahead;
                if player + 1 == self.at.len() {
                    return Some(self.found());
                }
                player += 1;
                self.at[player].0 = 0;
            } else {
                player = player.checked_sub(1)?;
                self.at[player].0 += 1;
            }
        }
    }

    fn found(&self) -> (u64, Best, u128) {
        let (mut used, mut best, mut times) = (0, Best::default(), self.table.times);
        for ((&player, masks), &(at, _)) in
            self.table.pairing.outside.iter().zip(&self.table.outside).zip(&self.at)
        {
            let of = &self.table.completions[player];
            let one = &of.sorted[at];
            used |= masks[at];
            best = best.with(1 << player, one.high, one.low);
            times *= u128::from(of.times(one.rank));
        }
        (used, best, times)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sweep::LowClasses;
    use super::*;

    /// A player outside moves the ends of lanes: three lows that each shared a lane with others may then share one.
    #[test]
    fn no_lane_holds_more_than_it_was_told() {
        for many in [0, 1, 63, 64, 65, 127, 128, 1287, 6175_u16] {
            let lows: Vec<u16> = (1..=many).collect();
            let lanes = |times: &[u64], best: Best| {
                let classes = LowClasses::new(&lows, best, many);
                let mut sums = vec![0; classes.count()];
                for (&low, times) in lows.iter().zip(times) {
                    sums[usize::from(classes.of_low(low))] += times;
                }
                sums[1..].iter().max().copied().unwrap_or(0)
            };
            for outside in [0, 1, 2, many / 2, many] {
                let best = match outside {
                    0 => Best::default(),
                    low => Best::default().with(4, 0, low.min(many)),
                };
                for apart in [1, 19, 48, 49, 95, 96, 97] {
                    let times: Vec<u64> = (0..many).map(|low| u64::from(low % apart == 1) * 1000).collect();
                    let most = most_in_a_lane(&times, outside > 0);
                    assert!(lanes(&times, best) <= most, "{many} {best:?} {apart}");
                    // Where each low has a lane it is no more than that.
                    assert!(many > 63 || most == times.iter().max().copied().unwrap_or(0));
                }
            }
        }
        assert_eq!(most_in_a_lane(&[1, 5, 2], true), 5);
        assert_eq!(most_in_a_lane(&[1; 64], false), 1);
        assert_eq!(most_in_a_lane(&[1; 64], true), 2);
    }
}
