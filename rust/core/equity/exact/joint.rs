//! The answers of a sweep, summed to the joint table of who wins what.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use super::completions::Completion;
use super::lane::{LANES, Lane, Row};
use super::subset_rows::{Disjoint, LowClass};
use super::sweep::{LowClasses, Sink, SweepStage, Zone};
use crate::equity::outcome::{Outcome, Tally};

/// The most classes of lows: no low, and the lanes.
const CLASSES: usize = LANES + 1;

/// The sums of the answers for queried completions of one low.
#[derive(Clone, Copy)]
struct Sums<L: Lane> {
    row: Row<L::Wide>,
    lowless: u128,
}

impl<L: Lane> Sums<L> {
    fn zero() -> Sums<L> {
        Sums { row: Row::zero(), lowless: 0 }
    }
}

/// Counts who wins what.
pub(super) struct Joint<L: Lane> {
    /// By zone, stage and low of the queried completion.
    sums: [[Vec<Sums<L>>; 3]; 3],
    /// By zone and stage, for queried completions that have no low.
    kinds: [[[u128; 3]; 3]; 3],
    /// Whether a zone was seen.
    seen: [bool; 3],
    /// What was moved out of the sums before they could overflow: the low of the inserted completion last.
    moved: Vec<u128>,
    /// How many more answers the sums can take.
    room: u32,
    /// How many classes of lows there are.
    classes: usize,
    /// How often the completions of those outside count.
    pub times: u128,
    pub tally: Tally,
}

impl<L: Lane> Joint<L> {
    pub fn new(players: usize) -> Joint<L> {
        let sums = || vec![Sums::zero(); CLASSES];
        Joint {
            sums: std::array::from_fn(|_| std::array::from_fn(|_| sums())),
            kinds: [[[0; 3]; 3]; 3],
            seen: [false; 3],
            moved: Vec::new(),
            room: L::QUERIES,
            classes: 0,
            times: 1,
            tally: Tally::new(players),
        }
    }

    const fn moved_index(zone: Zone, stage: SweepStage, queried: usize) -> usize {
        ((zone as usize * 3 + stage as usize) * CLASSES + queried) * CLASSES
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        self.moved.resize(9 * CLASSES * CLASSES, 0);
        for zone in Zone::ALL {
            for stage in SweepStage::ALL {
                for (queried, sums) in self.sums[zone as usize][stage as usize].iter_mut().enumerate() {
                    let at = Self::moved_index(zone, stage, queried);
                    for (moved, sum) in self.moved[at + 1..].iter_mut().zip(&mut sums.row.0) {
                        *moved += std::mem::take(sum).into();
                    }
                }
            }
        }
        self.room = L::QUERIES;
    }

    /// For each low of the inserted completion how many there are.
    fn counts(&self, zone: Zone, stage: SweepStage, queried: usize) -> [u128; CLASSES] {
        let sums = &self.sums[zone as usize][stage as usize][queried];
        let mut counts = [0; CLASSES];
        if queried == 0 {
            // Any class beyond the first will do.
            counts[..3].copy_from_slice(&self.kinds[zone as usize][stage as usize]);
            return counts;
        }
        counts[0] = sums.lowless;
        for (count, &sum) in counts[1..].iter_mut().zip(&sums.row.0) {
            *count = sum.into();
        }
        if let Some(moved) = self.moved.get(Self::moved_index(zone, stage, queried)..) {
            for (count, moved) in counts.iter_mut().zip(moved) {
                *count += moved;
            }
        }
        counts
    }
}

impl<L: Lane> Sink<L> for Joint<L> {
    fn begin(&mut self, classes: &LowClasses) {
        self.classes = classes.count();
        for zone in Zone::ALL.into_iter().filter(|&zone| self.seen[zone as usize]) {
            for sums in &mut self.sums[zone as usize] {
                sums.fill(Sums::zero());
            }
        }
        self.kinds = [[[0; 3]; 3]; 3];
        self.seen = [false; 3];
        self.moved.clear();
        self.room = L::QUERIES;
    }

    #[inline(always)]
    fn take(
        &mut self,
        zone: Zone,
        stage: SweepStage,
        _: &Completion,
        low: LowClass,
        times: u64,
        found: &Disjoint<L>,
    ) {
        if self.room == 0 {
            self.make_room();
        }
        self.room -= 1;
        self.seen[zone as usize] = true;
        let kinds = &mut self.kinds[zone as usize][stage as usize];
        let sums = &mut self.sums[zone as usize][stage as usize][usize::from(low)];
        match found {
            Disjoint::Kinds(found) => {
                for (sum, &kind) in kinds.iter_mut().zip(found) {
                    *sum += u128::from(kind) * if L::WEIGHTED { times.into() } else { 1 };
                }
            }
            Disjoint::Lanes(lowless, row) => {
                sums.lowless += u128::from(*lowless) * if L::WEIGHTED { times.into() } else { 1 };
                for lane in 0..LANES {
                    sums.row.0[lane] += row.0[lane].wide(times);
                }
            }
        }
    }

    fn end(&mut self, who: impl Fn(Zone, SweepStage, LowClass, LowClass) -> Option<Outcome>) {
        let classes = self.classes;
        for zone in Zone::ALL.into_iter().filter(|&zone| self.seen[zone as usize]) {
            for queried in 0..classes {
                let mut before = [0; CLASSES];
                // Who wins is the same for all lows between these.
                let mut cuts = [0, 1, 2, queried, queried + 1, classes.max(3)];
                cuts.sort_unstable();
                for stage in SweepStage::ALL {
                    let counts = self.counts(zone, stage, queried);
                    for cut in cuts.windows(2).filter(|cut| cut[0] < cut[1] && cut[1] <= classes.max(3)) {
                        let range = cut[0]..cut[1];
                        let sum = |counts: &[u128; CLASSES]| counts[range.clone()].iter().sum::<u128>();
                        let times = (sum(&counts) - sum(&before)) * self.times;
                        #[expect(clippy::cast_possible_truncation, reason = "there are 65 classes")]
                        let outcome = who(zone, stage, cut[0] as LowClass, queried as LowClass);
                        if let (Some(outcome), 1..) = (outcome, times) {
                            self.tally.add(outcome, times);
                        }
                    }
                    before = counts;
                }
            }
        }
    }

    fn merge(&mut self, other: Joint<L>) {
        self.tally.merge(&other.tally);
    }
}
