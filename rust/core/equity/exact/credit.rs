//! The answers of a sweep, credited to each card of the queried completions.
//!
//! Every unseen card is equally likely to come next. So a player's results with that next card are those of the
//! completions that contain it.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use super::completions::Completion;
use super::lane::Lane;
use super::subset_rows::{Disjoint, LowClass};
use super::sweep::{LowClasses, Sink, SweepStage, Zone};
use crate::equity::outcome::{Outcome, Tally};

/// How two lows compare.
#[derive(Clone, Copy)]
enum LowVerdict {
    Inserted = 0,
    Tied = 1,
    Queried = 2,
    None = 3,
}

/// Counts, for each unseen card of the queried player, who wins what; of two players.
pub(super) struct Credit {
    /// By unseen card, stage and how the lows compare.
    counts: Vec<[[u128; 4]; 3]>,
    mixed: Vec<bool>,
    /// How many unseen cards a completion has.
    size: usize,
    /// How often the case counts.
    pub times: u128,
    pub tallies: Vec<Tally>,
}

impl Credit {
    /// Returns empty counts for completions of `size` of the unseen cards.
    pub fn new(unseen: usize, size: usize) -> Credit {
        Credit {
            counts: vec![[[0; 4]; 3]; unseen],
            mixed: Vec::new(),
            size,
            times: 1,
            tallies: vec![Tally::new(2); unseen],
        }
    }
}

impl<L: Lane> Sink<L> for Credit {
    fn begin(&mut self, classes: &LowClasses) {
        self.counts.fill([[0; 4]; 3]);
        #[expect(clippy::cast_possible_truncation, reason = "there are 65 classes")]
        let mixed = (0..classes.count()).map(|class| classes.is_mixed(class as LowClass));
        self.mixed = mixed.collect();
    }

    #[inline(always)]
    fn take(
        &mut self,
        _: Zone,
        stage: SweepStage,
        queried: &Completion,
        low: LowClass,
        times: u64,
        found: &Disjoint<L>,
    ) {
        let times = u128::from(times);
        let sum = |lanes: &[L]| {
            let sum = lanes.iter().fold(L::Wide::default(), |mut sum, &lane| {
                sum += lane.wide(1);
                sum
            });
            sum.into() * times
        };
        let mut counts = [0; 4];
        match found {
            Disjoint::Kinds([lowless, first, others]) => {
                counts[LowVerdict::Inserted as usize] = u128::from(first + others) * times;
                counts[LowVerdict::None as usize] = u128::from(*lowless) * times;
            }
            Disjoint::Lanes(lowless, row) => {
                let own = usize::from(low - 1);
                counts[LowVerdict::Inserted as usize] = sum(&row.0[own + 1..]);
                if !self.mixed[own + 1] {
                    counts[LowVerdict::Tied as usize] = sum(&row.0[own..=own]);
                }
                counts[LowVerdict::Queried as usize] = sum(&row.0[..own]) + u128::from(*lowless) * times;
            }
        }
        for &card in &queried.cards[..self.size] {
            for (total, count) in self.counts[usize::from(card)][stage as usize].iter_mut().zip(counts) {
                *total += count;
            }
        }
    }

    fn end(&mut self, who: impl Fn(Zone, SweepStage, LowClass, LowClass) -> Option<Outcome>) {
        // Any two classes that compare so, of the high as of the low.
        let lows = [(LowVerdict::Inserted, 2, 1), (LowVerdict::Queried, 1, 2), (LowVerdict::None, 0, 0)];
        for (counts, tally) in self.counts.iter().zip(&mut self.tallies) {
            for stage in SweepStage::ALL {
                let before = (stage as usize).checked_sub(1).map_or([0; 4], |before| counts[before]);
                let mut add = |lows: LowVerdict, outcome: Option<Outcome>| {
                    let times = (counts[stage as usize][lows as usize] - before[lows as usize]) * self.times;
                    if let (Some(outcome), 1..) = (outcome, times) {
                        tally.add(outcome, times);
                    }
                };
                for (lows, inserted, queried) in lows {
                    add(lows, who(Zone::Above, stage, inserted, queried));
                }
                if let Some(outcome) = who(Zone::Above, stage, 0, 1).zip(who(Zone::Above, stage, 1, 0)) {
                    add(
                        LowVerdict::Tied,
                        Some(Outcome { high: outcome.0.high, low: outcome.0.low | outcome.1.low }),
                    );
                }
            }
        }
    }

    fn merge(&mut self, other: Credit) {
        for (tally, other) in self.tallies.iter_mut().zip(&other.tallies) {
            tally.merge(other);
        }
    }
}
