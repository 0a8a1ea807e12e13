//! How many of the hands put in so far contain each set of cards, and from that, how many share no card with a hand.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use crate::starts::suits::{Numbering, PERMUTATIONS, Suits, sorted, ties};

/// A hand of seven cards, with canonical suits.
#[derive(Clone, Copy)]
pub(super) struct RankedHand {
    pub suits: Suits,
    /// The number of its high.
    pub high: u16,
    /// The number of its low, 0 without a low.
    pub low: u8,
}

/// The hands that share no card with one hand, by that hand's low: it wins, ties, loses, or there is no low.
pub(super) type LowOutcomes = [u32; 4];

/// The 127 sets of fewer than seven of seven cards, the smaller first, as bits.
const SUBSETS: [u8; 127] = {
    let mut subsets = [0; 127];
    let (mut next, mut size) = (0, 0);
    while size < 7 {
        let mut subset = 0_u8;
        while subset < 127 {
            if subset.count_ones() == size {
                subsets[next] = subset;
                next += 1;
            }
            subset += 1;
        }
        size += 1;
    }
    subsets
};

/// Where the subsets of each size begin, up to six cards, and where they end.
const BEGINS: [usize; 8] = [0, 1, 8, 29, 64, 99, 120, 127];

/// The subsets of a hand's cards, up to suits.
pub(super) struct HandSubsets {
    /// The number of each among those of its size.
    numbers: [u32; 127],
    /// How many versions of the hand contain one and the same version of the subset. Where subsets become each other by suits
    /// that are equal in the hand, one counts for all and the others nothing.
    amounts: [u8; 127],
}

impl HandSubsets {
    #[inline(always)]
    pub fn of(hand: Suits, numbering: &Numbering) -> HandSubsets {
        let mut parts = [[0; 4]; 128];
        let mut done = 1;
        for (suit, mut ranks) in hand.into_iter().enumerate() {
            while ranks != 0 {
                let card = ranks & ranks.wrapping_neg();
                ranks ^= card;
                for subset in 0..done {
                    parts[done + subset] = parts[subset];
                    parts[done + subset][suit] |= card;
                }
                done *= 2;
            }
        }
        let mut subsets = HandSubsets { numbers: [0; 127], amounts: [0; 127] };
        for size in 0..7 {
            for place in BEGINS[size]..BEGINS[size + 1] {
                let part = parts[usize::from(SUBSETS[place])];
                let canonical = sorted(part);
                subsets.numbers[place] = numbering.number(size, canonical);
                subsets.amounts[place] = amount(hand, part, canonical);
            }
        }
        subsets
    }

    /// The numbers of the subsets of this size.
    #[inline(always)]
    pub fn numbers(&self, size: usize) -> &[u32] {
        &self.numbers[BEGINS[size]..BEGINS[size + 1]]
    }

    #[inline(always)]
    fn with_amounts(&self, size: usize) -> impl Iterator<Item = (usize, u8)> {
        let amounts = &self.amounts[BEGINS[size]..BEGINS[size + 1]];
        self.numbers(size).iter().map(|&number| number as usize).zip(amounts.iter().copied())
    }
}

#[inline(always)]
fn amount(hand: Suits, part: Suits, canonical: Suits) -> u8 {
    let amount = PERMUTATIONS[ties(canonical)];
    let equal = ties(hand);
    if equal == 0 {
        return amount;
    }
    let [a, b, c, d] = part;
    let rises = usize::from(a < b) | usize::from(b < c) << 1 | usize::from(c < d) << 2;
    if equal & rises == 0 { amount / PERMUTATIONS[equal & ties(part)] } else { 0 }
}

/// Lanes of lows: 1 to 56 are their numbers.
const LANES: usize = 64;

/// For each canonical set of one size, how many hands contain it.
struct SizeCounts<T> {
    /// By low.
    lows: Vec<[T; LANES]>,
    /// Without a low and with one.
    totals: Vec<[u32; 2]>,
}

impl<T: Copy + Default + From<u8> + Into<u32> + std::ops::AddAssign> SizeCounts<T> {
    fn new(sets: usize) -> SizeCounts<T> {
        SizeCounts { lows: vec![[T::default(); LANES]; sets], totals: vec![[0; 2]; sets] }
    }

    #[inline(always)]
    fn insert(&mut self, low: u8, sets: impl Iterator<Item = (usize, u8)>) {
        for (set, amount) in sets {
            self.totals[set][usize::from(low > 0)] += u32::from(amount);
            if low > 0 {
                self.lows[set][usize::from(low)] += T::from(amount);
            }
        }
    }

    #[inline(always)]
    fn add_totals(&self, sets: &[u32], sum: &mut [u32; 2]) {
        for &set in sets {
            let [without, with] = self.totals[set as usize];
            *sum = [sum[0].wrapping_add(without), sum[1].wrapping_add(with)];
        }
    }

    #[inline(always)]
    fn add_lows(&self, sets: &[u32], sum: &mut [u32; LANES]) {
        for &set in sets {
            for (sum, &count) in sum.iter_mut().zip(&self.lows[set as usize]) {
                *sum = sum.wrapping_add(count.into());
            }
        }
    }
}

/// How many hands contain each set of up to six cards. Every hand is put in with all its versions.
///
/// Of 52 cards at most 46 hands contain six given ones, 1,081 five and 17,296 four; up to suits there are 1,115,826 sets, so it
/// takes 90 MB.
pub(super) struct SubsetCounts {
    few: [SizeCounts<u32>; 4],
    four: SizeCounts<u16>,
    five: SizeCounts<u16>,
    six: SizeCounts<u8>,
}

/// Does the same with the levels of each size.
macro_rules! each_size {
    ($self:ident, |$level:ident, $size:ident| $body:expr) => {{
        for ($size, $level) in $self.few.iter().enumerate() {
            $body;
        }
        let ($level, $size) = (&$self.four, 4);
        $body;
        let ($level, $size) = (&$self.five, 5);
        $body;
        let ($level, $size) = (&$self.six, 6);
        $body;
    }};
}

impl SubsetCounts {
    /// No hand yet.
    pub fn new(numbering: &Numbering) -> SubsetCounts {
        SubsetCounts {
            few: std::array::from_fn(|size| SizeCounts::new(numbering.count(size))),
            four: SizeCounts::new(numbering.count(4)),
            five: SizeCounts::new(numbering.count(5)),
            six: SizeCounts::new(numbering.count(6)),
        }
    }

    #[inline(always)]
    pub fn insert(&mut self, low: u8, subsets: &HandSubsets) {
        for (size, level) in self.few.iter_mut().enumerate() {
            level.insert(low, subsets.with_amounts(size));
        }
        self.four.insert(low, subsets.with_amounts(4));
        self.five.insert(low, subsets.with_amounts(5));
        self.six.insert(low, subsets.with_amounts(6));
    }

    /// Of the hands that are in, those that share no card with this one: by inclusion and exclusion.
    #[inline(always)]
    pub fn disjoint(&self, low: u8, subsets: &HandSubsets, is_in: bool) -> LowOutcomes {
        // No sum runs over: of 52 cards 133,784,560 hands contain the empty set, 18,009,460 each card, 2,118,760 each two,
        // 211,876 each three; so those with plus are below 180 million, those with minus below 134.
        let mut sums = [[0; 2]; 2];
        each_size!(self, |level, size| level.add_totals(subsets.numbers(size), &mut sums[size % 2]));
        let [[plus, plus_low], [minus, minus_low]] = sums;
        // The seventh size: the hand itself.
        let itself = u32::from(is_in);
        if low == 0 {
            return [0, 0, plus_low - minus_low, plus - minus - itself];
        }
        let mut sums = [[0; LANES]; 2];
        each_size!(self, |level, size| level.add_lows(subsets.numbers(size), &mut sums[size % 2]));
        let [plus_lows, minus_lows] = &sums;
        let sum = |lows: std::ops::Range<usize>| {
            let difference = |low: usize| plus_lows[low] - minus_lows[low];
            lows.map(difference).sum::<u32>()
        };
        let low = usize::from(low);
        let (worse, equal, better) = (sum(1..low), sum(low..low + 1), sum(low + 1..57));
        assert_eq!(worse + equal + better, plus_low - minus_low, "each low is counted");
        [plus - minus + worse, equal - itself, better, 0]
    }
}
