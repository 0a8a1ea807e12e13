//! Lists every way to complete one player's cards, in order of the high.

use super::ExactError;
use crate::arithmetic::choose;
use crate::card::CardSet;
use crate::eval::{self, LowKind, Lows, Path};

/// The subsets of a size of the numbers below `n`, in the order of the greatest number, then of the next.
pub(super) struct Subsets {
    n: u8,
    size: usize,
    next: Option<[u8; 8]>,
}

impl Subsets {
    pub fn new(n: usize, size: usize) -> Subsets {
        assert!(n <= 52 && size <= 7, "up to seven of up to 52 cards");
        #[expect(clippy::cast_possible_truncation, reason = "at most 52")]
        let n = n as u8;
        Subsets { n, size, next: (size <= usize::from(n)).then_some([0, 1, 2, 3, 4, 5, 6, 7]) }
    }
}

impl Iterator for Subsets {
    /// The numbers, ascending; only the first `size` mean something.
    type Item = [u8; 8];

    #[inline]
    fn next(&mut self) -> Option<[u8; 8]> {
        let cards = self.next?;
        let mut next = cards;
        let free = |i: usize| next[i] + 1 < if i + 1 < self.size { next[i + 1] } else { self.n };
        match (0..self.size).find(|&i| free(i)) {
            Some(i) => {
                next[i] += 1;
                for (card, number) in next[..i].iter_mut().zip(0..) {
                    *card = number;
                }
                self.next = Some(next);
            }
            None => self.next = None,
        }
        Some(cards)
    }
}

/// The unseen cards, numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct Unseen {
    bits: Vec<u64>,
}

impl Unseen {
    pub fn new(cards: CardSet) -> Unseen {
        Unseen { bits: cards.iter().map(|card| 1 << card.index()).collect() }
    }

    pub const fn len(&self) -> usize {
        self.bits.len()
    }

    /// The cards with these numbers, as bits.
    #[inline]
    pub fn bits(&self, numbers: &[u8]) -> u64 {
        numbers.iter().fold(0, |bits, &number| bits | self.bits[usize::from(number)])
    }

    /// The number of a subset in the order of [`Subsets`].
    pub fn rank(&self, cards: CardSet) -> usize {
        let mut size = 0;
        let mut rank = 0;
        for (number, &bit) in self.bits.iter().enumerate() {
            if cards.bits() & bit != 0 {
                size += 1;
                rank += choose(number, size);
            }
        }
        rank
    }
}

/// One way to complete a hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Completion {
    /// The numbers of the unseen cards in it, ascending.
    pub cards: [u8; 8],
    pub high: u16,
    pub low: u16,
    /// Its place among the subsets of its size.
    pub rank: u32,
}

/// What a completed hand is worth, in dense numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HandValue {
    pub high: u16,
    pub low: u16,
}

/// Every way to complete a hand with a fixed number of unseen cards.
pub(super) struct Completions {
    /// How many unseen cards are in each.
    pub size: usize,
    /// In order of the high.
    pub sorted: Vec<Completion>,
    /// By rank, those that never count too.
    pub values: Vec<HandValue>,
    /// How often each counts, by rank. `None` if each counts once.
    pub times: Option<Vec<u64>>,
}

impl Completions {
    /// Of the certain cards and `size` unseen ones. Each set of `size` cards counts as often as the sum of the weights of
    /// those `sets` that it contains: some of its cards may be known in part.
    ///
    /// # Errors
    /// [`ExactError::Stopped`] if told to stop, [`ExactError::NoMemory`].
    pub fn new(
        path: Path,
        unseen: &Unseen,
        certain: CardSet,
        size: usize,
        sets: &[(CardSet, u64)],
        low: LowKind,
        stop: &dyn Fn() -> bool,
    ) -> Result<Completions, ExactError> {
        let values = evaluate(path, unseen, certain, size, low, stop)?;
        let times = match sets {
            [(set, 1)] if set.is_empty() => None,
            _ => Some(times(unseen, size, sets, stop)?),
        };
        let counts = |rank: usize| times.as_ref().is_none_or(|times| times[rank] > 0);
        let mut starts = vec![0_u32; usize::from(HIGHS)];
        for (rank, value) in values.iter().enumerate() {
            starts[usize::from(value.high)] += u32::from(counts(rank));
        }
        let mut next = 0;
        for start in &mut starts {
            next += std::mem::replace(start, next);
        }
        let mut sorted = room(next as usize)?;
        sorted.resize(next as usize, Completion::default());
        for ((rank, cards), &HandValue { high, low }) in
            (0_u32..).zip(Subsets::new(unseen.len(), size)).zip(&values)
        {
            if rank.is_multiple_of(1 << 16) && stop() {
                return Err(ExactError::Stopped);
            }
            if counts(rank as usize) {
                let place = &mut starts[usize::from(high)];
                sorted[*place as usize] = Completion { cards, high, low, rank };
                *place += 1;
            }
        }
        Ok(Completions { size, sorted, values, times })
    }

    /// How often a completion counts.
    #[inline]
    pub fn times(&self, rank: u32) -> u64 {
        self.times.as_ref().map_or(1, |times| times[rank as usize])
    }
}

/// Returns a vector with room for a number of items.
pub(super) fn room<T>(items: usize) -> Result<Vec<T>, ExactError> {
    crate::equity::room(items).ok_or(ExactError::NoMemory)
}

/// How many highs there are.
const HIGHS: u16 = 7462;

/// What each completion is worth, by rank.
fn evaluate(
    path: Path,
    unseen: &Unseen,
    certain: CardSet,
    size: usize,
    kind: LowKind,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<HandValue>, ExactError> {
    const BLOCK: usize = 2048;
    let mut values = room(choose(unseen.len(), size))?;
    let mut subsets = Subsets::new(unseen.len(), size);
    let (mut sets, mut high, mut low) = (Vec::with_capacity(BLOCK), [0; BLOCK], [0; BLOCK]);
    loop {
        sets.clear();
        sets.extend(subsets.by_ref().take(BLOCK).map(|cards| certain.bits() | unseen.bits(&cards[..size])));
        if sets.is_empty() {
            return Ok(values);
        }
        if stop() {
            return Err(ExactError::Stopped);
        }
        let (high, low) = (&mut high[..sets.len()], &mut low[..sets.len()]);
        eval::evaluate_sets(path, &sets, kind, high, Lows::Words(low));
        values.extend(high.iter().zip(low).map(|(&high, &mut low)| HandValue { high, low }));
    }
}

/// For each subset of `size` cards the sum of the weights of the sets that it contains.
fn times(
    unseen: &Unseen,
    size: usize,
    sets: &[(CardSet, u64)],
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u64>, ExactError> {
    let mut steps = 0_u32;
    let mut times = room(choose(unseen.len(), size))?;
    times.resize(choose(unseen.len(), size), 0);
    let all = CardSet::from_bits(unseen.bits.iter().sum()).unwrap_or_default();
    for &(set, weight) in sets {
        let rest = Unseen::new(all - set);
        let more = size - set.len();
        for cards in Subsets::new(rest.len(), more) {
            let others = CardSet::from_bits(rest.bits(&cards[..more])).unwrap_or_default();
            times[unseen.rank(set | others)] += weight;
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1 << 14) && stop() {
                return Err(ExactError::Stopped);
            }
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_the_order_of_their_ranks() {
        let unseen = Unseen::new(CardSet::from_bits(0x3ff << 7).expect("cards"));
        for size in 0..=7 {
            let subsets: Vec<_> = Subsets::new(10, size).collect();
            assert_eq!(subsets.len(), choose(10, size));
            for (rank, cards) in subsets.iter().enumerate() {
                let set = CardSet::from_bits(unseen.bits(&cards[..size])).expect("cards");
                assert_eq!((set.len(), unseen.rank(set)), (size, rank));
            }
        }
        assert_eq!(Subsets::new(3, 4).count(), 0);
        assert_eq!(choose(52, 7), 133_784_560);
    }

    #[test]
    fn completions_are_sorted_and_counted() {
        let certain: CardSet = "As Ah Kd Qc Jc".parse().expect("cards");
        let unseen = Unseen::new(CardSet::FULL - certain);
        let aces: Vec<_> = ["Ac", "Ad"].into_iter().map(|ace| (ace.parse().expect("a card"), 3)).collect();
        let all = [(CardSet::EMPTY, 1)];
        for (sets, count, total) in [(&all[..], 47 * 46 / 2, 47 * 46 / 2), (&aces[..], 91, 2 * 46 * 3)] {
            let low = LowKind::EightOrBetter;
            let completions =
                Completions::new(Path::Baseline, &unseen, certain, 2, sets, low, &|| false).unwrap();
            assert!(completions.sorted.is_sorted_by_key(|completion| completion.high));
            assert_eq!(completions.sorted.len(), count);
            assert_eq!(completions.sorted.iter().map(|of| completions.times(of.rank)).sum::<u64>(), total);
            for of in &completions.sorted {
                let set = CardSet::from_bits(unseen.bits(&of.cards[..2])).expect("cards") | certain;
                assert_eq!(eval::high(set).number(), of.high);
                assert_eq!(completions.values[of.rank as usize].high, of.high);
                assert_eq!(eval::low(set, low).map_or(0, eval::Low::number), of.low);
            }
        }
    }
}
