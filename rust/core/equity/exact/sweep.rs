//! Two players against each other, all their deals at once.
//!
//! Both have their completions in order of the high. The sweep goes up through the highs: below a threshold the completions of
//! one player, the *inserted* one, are put into a table that tells for any cards how many of them avoid these, by low
//! ([`SubsetRows`]). Each completion of the other, the *queried* one, asks it three times: when what is in loses to it for high,
//! when what ties is in too, and when everything is. The differences of the answers are its wins, ties and losses for high, and
//! each lies there by low.
//!
//! Further players stand outside, each with a given completion. Highs that lose to theirs count as equally bad, and lows
//! too: that is enough to find who wins among all players.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use std::cmp::Ordering;
use std::ops::Range;

use super::completions::{Completion, Completions};
use super::lane::{LANES, Lane};
use super::subset_rows::{ABSENT, Disjoint, LowClass, SubsetRows};
use crate::equity::outcome::Outcome;

/// The best hands of the players outside, and the players who have them; 0 if no player is outside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Best {
    pub high: u16,
    pub high_winners: u8,
    pub low: u16,
    pub low_winners: u8,
}

impl Best {
    /// The best with one player more.
    pub fn with(self, player: u8, high: u16, low: u16) -> Best {
        let mut best = self;
        match high.cmp(&best.high) {
            Ordering::Less if best.high_winners != 0 => {}
            Ordering::Equal if best.high_winners != 0 => best.high_winners |= player,
            _ => (best.high, best.high_winners) = (high, player),
        }
        match low.cmp(&best.low) {
            Ordering::Less => {}
            Ordering::Equal if low == 0 => {}
            Ordering::Equal => best.low_winners |= player,
            Ordering::Greater => (best.low, best.low_winners) = (low, player),
        }
        best
    }
}

/// How a queried high compares with the best one outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    Below = 0,
    Equal = 1,
    Above = 2,
}

impl Zone {
    pub const ALL: [Zone; 3] = [Zone::Below, Zone::Equal, Zone::Above];
}

/// What was put in when a completion was queried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SweepStage {
    /// The completions that lose to it for high (or to those outside, if it does so itself).
    Lower = 0,
    /// Those that tie with it (or with those outside, if it loses to them) too.
    Tied = 1,
    /// All.
    All = 2,
}

impl SweepStage {
    pub const ALL: [SweepStage; 3] = [SweepStage::Lower, SweepStage::Tied, SweepStage::All];
}

/// Who has the best high among the two and those outside, for the part of the answers that one stage adds to the stage before.
pub(super) fn high_winners(zone: Zone, stage: SweepStage, [inserted, queried]: [u8; 2], outside: u8) -> u8 {
    let lower = match zone {
        Zone::Below => outside,
        Zone::Equal => queried | outside,
        Zone::Above => queried,
    };
    match stage {
        SweepStage::Lower => lower,
        SweepStage::Tied => lower | inserted,
        SweepStage::All => inserted,
    }
}

/// How the lows that there are become classes.
pub(super) struct LowClasses {
    /// By low.
    class: Vec<LowClass>,
    /// The classes of more than one low, and these.
    mixed: Vec<(LowClass, Range<usize>)>,
    /// How many, with that of no low.
    count: usize,
    /// Who outside has the low of the first class.
    tied: u8,
}

impl LowClasses {
    /// Of the lows that can beat the best one outside. `lows` ascend; more than there are lanes are taken together.
    pub fn new(lows: &[u16], best: Best, highest: u16) -> LowClasses {
        let from = lows.partition_point(|&low| low <= best.low);
        let mut class = vec![0; usize::from(highest) + 1];
        let tied = best.low_winners != 0;
        if tied {
            class[usize::from(best.low)] = 1;
        }
        LowClasses::assign(class, lows, from, usize::from(tied), best.low_winners)
    }

    /// Of some lows alone.
    fn part(lows: &[u16], range: Range<usize>, highest: u16) -> LowClasses {
        let class = vec![ABSENT; usize::from(highest) + 1];
        LowClasses::assign(class, &lows[..range.end], range.start, 0, 0)
    }

    fn assign(mut class: Vec<LowClass>, lows: &[u16], from: usize, used: usize, tied: u8) -> LowClasses {
        let many = lows.len() - from;
        let lanes = many.min(LANES - used);
        let mut mixed: Vec<(LowClass, Range<usize>)> = Vec::new();
        for (index, &low) in lows[from..].iter().enumerate() {
            #[expect(clippy::cast_possible_truncation, reason = "there are 64 lanes")]
            let own = (used + index * lanes / many + 1) as LowClass;
            class[usize::from(low)] = own;
            match mixed.last_mut() {
                Some((last, range)) if *last == own => range.end += 1,
                _ => mixed.push((own, from + index..from + index + 1)),
            }
        }
        mixed.retain(|(_, range)| range.len() > 1);
        LowClasses { class, mixed, count: used + lanes + 1, tied }
    }

    /// How many, with that of no low.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether completions with lows of this class may have different ones.
    pub fn is_mixed(&self, class: LowClass) -> bool {
        self.mixed.iter().any(|&(mixed, _)| mixed == class)
    }

    /// The class of a low.
    pub fn of_low(&self, low: u16) -> LowClass {
        self.class[usize::from(low)]
    }

    /// The completions with a low that is in some class.
    fn those_with(&self, sorted: &[Completion]) -> Vec<Completion> {
        sorted.iter().filter(|of| self.of_low(of.low) != ABSENT).copied().collect()
    }

    /// Returns who has the best low. `None` if that depends on which lows of a class they are.
    fn winners(&self, inserted: LowClass, queried: LowClass, players: [u8; 2], best: Best) -> Option<u8> {
        let class = inserted.max(queried);
        if class == 0 {
            return Some(best.low_winners);
        }
        if inserted == queried && self.is_mixed(class) {
            return None;
        }
        let of = |own: LowClass, player: u8| if own == class { player } else { 0 };
        Some(of(inserted, players[0]) | of(queried, players[1]) | of(1, self.tied))
    }
}

/// What is made of the answers.
pub(super) trait Sink<L: Lane> {
    /// For a new set of classes.
    fn begin(&mut self, classes: &LowClasses);
    /// One answer.
    fn take(
        &mut self,
        zone: Zone,
        stage: SweepStage,
        queried: &Completion,
        low: LowClass,
        times: u64,
        found: &Disjoint<L>,
    );
    /// After all answers: hands the counts over. `who` says who wins, if it is decided.
    fn end(&mut self, who: impl Fn(Zone, SweepStage, LowClass, LowClass) -> Option<Outcome>);
    /// What came of it.
    fn merge(&mut self, other: Self);
}

/// One player's side of a sweep.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub all: &'a Completions,
    /// Those that are possible, in order of the high.
    pub sorted: &'a [Completion],
    /// His bit in an outcome.
    pub player: u8,
}

/// A table to sweep with.
pub(super) struct Sweep<L: Lane> {
    containing: SubsetRows<L>,
    highest_low: u16,
    steps: Vec<SweepStep>,
}

impl<L: Lane> Sweep<L> {
    /// Returns a sweep for completions of these sizes among `n` unseen cards. No low is greater than `highest_low`.
    pub fn new(n: usize, inserted: usize, queried: usize, highest_low: u16) -> Sweep<L> {
        Sweep { containing: SubsetRows::new(n, inserted, queried), highest_low, steps: Vec::new() }
    }

    /// Sweeps through everything. `lows` are those that anybody may have, ascending. False if `go_on` said so, which is asked
    /// now and then with the number of queries answered since.
    #[inline(always)]
    pub fn run(
        &mut self,
        inserted: Side<'_>,
        queried: Side<'_>,
        lows: &[u16],
        best: Best,
        sink: &mut impl Sink<L>,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> bool {
        let whole = LowClasses::new(lows, best, self.highest_low);
        let mut todo: Vec<(LowClasses, Option<[Vec<Completion>; 2]>)> = vec![(whole, None)];
        while let Some((classes, parts)) = todo.pop() {
            let sides = match &parts {
                None => [inserted, queried],
                Some([own, other]) => [Side { sorted: own, ..inserted }, Side { sorted: other, ..queried }],
            };
            if !self.once(sides, &classes, best, sink, go_on) {
                return false;
            }
            todo.extend(classes.mixed.iter().map(|(_, range)| {
                let classes = LowClasses::part(lows, range.clone(), self.highest_low);
                let parts = sides.map(|side| classes.those_with(side.sorted));
                (classes, Some(parts))
            }));
        }
        true
    }

    #[inline(always)]
    fn once(
        &mut self,
        [inserted, queried]: [Side<'_>; 2],
        classes: &LowClasses,
        best: Best,
        sink: &mut impl Sink<L>,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> bool {
        sink.begin(classes);
        self.containing.clear(classes.tied != 0);
        plan(&mut self.steps, inserted.sorted, queried.sorted, best);
        let (all, size) = (inserted.all, queried.all.size);
        let (mut put_in, mut asked) = (0, 0);
        for step in &self.steps {
            while let Some(of) = inserted.sorted.get(put_in).filter(|of| u32::from(of.high) < step.limit) {
                self.containing.insert(&of.cards[..all.size], classes.of_low(of.low), all.times(of.rank));
                put_in += 1;
            }
            for of in &queried.sorted[step.queried.clone()] {
                let low = classes.of_low(of.low);
                let found = self.containing.disjoint(&of.cards[..size], low, all, &classes.class, step.limit);
                let times = queried.all.times(of.rank);
                for &stage in step.stages {
                    sink.take(step.zone, stage, of, low, times, &found);
                }
            }
            asked += (step.queried.len() * step.stages.len()) as u64;
            if asked >= MOST_QUERIES as u64 && !go_on(std::mem::take(&mut asked)) {
                return false;
            }
        }
        let players = [inserted.player, queried.player];
        sink.end(|zone, stage, inserted, queried| {
            let low = classes.winners(inserted, queried, players, best)?;
            Some(Outcome { high: high_winners(zone, stage, players, best.high_winners), low })
        });
        go_on(asked)
    }
}

/// How many queries there are between two questions whether to go on: some milliseconds.
const MOST_QUERIES: usize = 1 << 14;

/// A part of a sweep: what to put in, and whom to ask then.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SweepStep {
    /// Everything with a lower high is put in first.
    limit: u32,
    queried: Range<usize>,
    zone: Zone,
    stages: &'static [SweepStage],
}

/// The steps of a sweep through all highs.
fn plan(steps: &mut Vec<SweepStep>, inserted: &[Completion], queried: &[Completion], best: Best) {
    steps.clear();
    let mut ask = |limit: u32, queried: Range<usize>, zone: Zone, stages: &'static [SweepStage]| {
        for from in queried.clone().step_by(MOST_QUERIES) {
            let queried = from..queried.end.min(from + MOST_QUERIES);
            steps.push(SweepStep { limit, queried, zone, stages });
        }
    };
    let up_to = |high: u16| queried.partition_point(|of| of.high < high);
    let (below, equal) = match best.high_winners {
        0 => (0, 0),
        _ => (up_to(best.high), up_to(best.high + 1)),
    };
    for (limit, stages) in [(best.high, &[SweepStage::Lower]), (best.high + 1, &[SweepStage::Tied])] {
        ask(limit.into(), 0..below, Zone::Below, stages);
        ask(limit.into(), below..equal, Zone::Equal, stages);
    }
    let (mut from, mut put_in) = (equal, 0);
    while let Some(&Completion { high, .. }) = queried.get(from) {
        let same = from..from + queried[from..].iter().take_while(|of| of.high == high).count();
        put_in += inserted[put_in..].iter().take_while(|of| of.high < high).count();
        from = same.end;
        let ties = inserted.get(put_in).is_some_and(|of| of.high == high);
        match (put_in, ties) {
            // No player loses or ties.
            (0, false) => {}
            (0, true) => ask(u32::from(high) + 1, same, Zone::Above, &[SweepStage::Tied]),
            (_, false) => ask(high.into(), same, Zone::Above, &[SweepStage::Lower, SweepStage::Tied]),
            (_, true) => {
                ask(high.into(), same.clone(), Zone::Above, &[SweepStage::Lower]);
                ask(u32::from(high) + 1, same, Zone::Above, &[SweepStage::Tied]);
            }
        }
    }
    ask(u32::MAX, 0..below, Zone::Below, &[SweepStage::All]);
    ask(u32::MAX, below..equal, Zone::Equal, &[SweepStage::All]);
    ask(u32::MAX, equal..queried.len(), Zone::Above, &[SweepStage::All]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_some_and_one_more() {
        for code in 0..8_u32.pow(4) {
            // Four players with a high and a low of 0 to 3 in some order.
            let hands: Vec<(u16, u16)> = (0..4)
                .map(|player| ((code >> (3 * player) & 3) as u16, (code >> (3 * player + 1) & 3) as u16))
                .collect();
            let best = (0..4)
                .zip(&hands)
                .fold(Best::default(), |best, (player, &(high, low))| best.with(1 << player, high, low));
            let high = hands.iter().map(|hand| hand.0).max().expect("hands");
            let low = hands.iter().map(|hand| hand.1).max().expect("hands");
            let winners = |wins: &dyn Fn(&(u16, u16)) -> bool| {
                (0..).zip(&hands).fold(0, |winners, (player, hand)| winners | u8::from(wins(hand)) << player)
            };
            assert_eq!((best.high, best.low), (high, low), "{hands:?}");
            assert_eq!(best.high_winners, winners(&|hand| hand.0 == high), "{hands:?}");
            assert_eq!(best.low_winners, winners(&|hand| low > 0 && hand.1 == low), "{hands:?}");
        }
    }

    #[test]
    fn classes_keep_the_order_of_the_lows() {
        for many in [0, 1, 2, 62, 63, 64, 65, 127, 128, 1287, 6175_u16] {
            let lows: Vec<u16> = (1..=many).map(|low| 2 * low).collect();
            let highest = 2 * many + 3;
            for best in [0, 1, 2, 3, many, 2 * many, highest] {
                let best = Best { low: best, low_winners: u8::from(best > 0) << 2, ..Best::default() };
                let classes = LowClasses::new(&lows, best, highest);
                assert!(classes.count() <= LANES + 1, "{many} {best:?}");
                assert_eq!(classes.of_low(0), 0);
                let mut of_class = vec![0; classes.count()];
                for &low in &lows {
                    let class = classes.of_low(low);
                    of_class[usize::from(class)] += 1;
                    assert_eq!(class == 0, low < best.low, "{low} {best:?}");
                    assert_eq!(class == 1 && best.low > 0, low == best.low && best.low > 0, "{low} {best:?}");
                }
                assert!(lows.is_sorted_by_key(|&low| classes.of_low(low)));
                // A low that is tied with those outside has its class for itself, and no other class is empty.
                assert!(of_class.iter().skip(1 + usize::from(best.low > 0)).all(|&lows| lows > 0));
                for (class, &lows) in (0..).zip(&of_class).skip(1) {
                    assert_eq!(classes.is_mixed(class), lows > 1, "{many} {best:?} {class}");
                }
            }
        }
    }

    #[test]
    fn whose_low_wins() {
        let lows: Vec<u16> = (1..=100).collect();
        let best = Best { low: 10, low_winners: 0b100, ..Best::default() };
        let classes = LowClasses::new(&lows, best, 100);
        let winners = |inserted, queried| {
            let [inserted, queried] = [inserted, queried].map(|low| classes.of_low(low));
            classes.winners(inserted, queried, [0b01, 0b10], best)
        };
        assert_eq!(winners(0, 0), Some(0b100));
        assert_eq!(winners(9, 3), Some(0b100));
        assert_eq!(winners(10, 3), Some(0b101));
        assert_eq!(winners(10, 10), Some(0b111));
        assert_eq!(winners(0, 10), Some(0b110));
        assert_eq!(winners(10, 100), Some(0b10));
        assert_eq!(winners(99, 10), Some(0b01));
        // 90 lows are above that, for 63 lanes.
        let same =
            (11..100).find(|&low| classes.of_low(low) == classes.of_low(low + 1)).expect("two share one");
        assert_eq!(winners(same, same + 1), None);
        assert_eq!(winners(100, 100), Some(0b11));
    }

    /// Every completion is asked at each stage exactly once, when what is in is what the stage says; or not, if that is nothing.
    #[test]
    fn a_plan_asks_everything_at_its_time() {
        let completion = |&high: &u16| Completion { high, ..Completion::default() };
        let lists: [&[u16]; 8] =
            [&[], &[0], &[3], &[0, 0, 1], &[2, 2, 3, 3, 5], &[1, 4, 4], &[5, 5, 5], &[0, 1, 2, 3, 4, 5, 6]];
        let mut steps = Vec::new();
        for (a, b) in lists.iter().flat_map(|a| lists.iter().map(move |b| (a, b))) {
            let [inserted, queried] = [a, b].map(|highs| highs.iter().map(completion).collect::<Vec<_>>());
            for outside in [None, Some(0), Some(3), Some(4), Some(6), Some(7)] {
                let best = outside.map_or_else(Best::default, |high| Best::default().with(4, high, 0));
                plan(&mut steps, &inserted, &queried, best);
                assert!(steps.is_sorted_by_key(|step| step.limit), "{a:?} {b:?} {best:?}");
                for (index, of) in queried.iter().enumerate() {
                    let zone = match outside {
                        Some(high) if of.high < high => Zone::Below,
                        Some(high) if of.high == high => Zone::Equal,
                        _ => Zone::Above,
                    };
                    let bar = outside.map_or(of.high, |high| high.max(of.high));
                    for stage in SweepStage::ALL {
                        let asked = steps.iter().filter(|step| step.queried.contains(&index));
                        let asked: Vec<_> = asked.filter(|step| step.stages.contains(&stage)).collect();
                        let is_in = |high: u16| match stage {
                            SweepStage::Lower => high < bar,
                            SweepStage::Tied => high <= bar,
                            SweepStage::All => true,
                        };
                        let expected = a.iter().filter(|&&high| is_in(high)).count();
                        assert!(
                            asked.len() == 1 || asked.is_empty() && expected == 0,
                            "{a:?} {b:?} {best:?}"
                        );
                        for step in asked {
                            let put_in = a.iter().filter(|&&high| u32::from(high) < step.limit).count();
                            assert_eq!(
                                (put_in, step.zone),
                                (expected, zone),
                                "{a:?} {b:?} {best:?} {stage:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_plan_asks_in_portions() {
        let queried = vec![Completion { high: 5, ..Completion::default() }; MOST_QUERIES + 1];
        let mut steps = Vec::new();
        plan(&mut steps, &[], &queried, Best::default());
        let ranges: Vec<_> = steps.iter().map(|step| step.queried.clone()).collect();
        assert_eq!(ranges, [0..MOST_QUERIES, MOST_QUERIES..MOST_QUERIES + 1]);
    }
}
