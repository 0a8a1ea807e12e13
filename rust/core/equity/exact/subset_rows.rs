//! How many completions contain given cards, and from that how many avoid them.
//!
//! Of the completions put in so far, `N[S]` contain all cards of `S`. Those disjoint from `T` number
//! `sum over S ⊆ T of (−1)^|S| N[S]`: all, less those with one of its cards, plus those with two, and so on. `N[S]` is a row of
//! counts, one for each low, so that one sum answers for all lows. Rows are as wide as their counts can be: of 46 unseen
//! cards, completions of four that contain three given ones number 43 and fit in bytes.
//!
//! To a completion without a low it doesn't matter which low it loses to: it asks for [`Kinds`] alone, a sixteenth of the work
//! and two thirds of the questions.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use super::completions::Completions;
use super::lane::{Kinds, LANES, Lane, Row};
use crate::arithmetic::{CHOOSE, choose};

/// The low of a completion as a sweep tells it: 0 for a low that can't win, else one more than its lane.
pub(super) type LowClass = u8;

/// The class of a low that a sweep is not about: completions with it are never put in.
pub(super) const ABSENT: LowClass = LowClass::MAX;

/// The subsets of seven places by size, as masks in ascending order: those of fewer places come first.
static MASKS: [[u8; 35]; 8] = {
    let mut masks = [[0; 35]; 8];
    let mut counts = [0; 8];
    let mut mask = 0_u8;
    while mask < 128 {
        let size = mask.count_ones() as usize;
        masks[size][counts[size]] = mask;
        counts[size] += 1;
        mask += 1;
    }
    masks
};

/// For each card what it adds to the rank of a subset, by its place there.
static STEPS: [[u32; 8]; 52] = {
    let mut steps = [[0; 8]; 52];
    let mut card = 0;
    while card < 52 {
        let mut place = 0;
        while place < 8 {
            steps[card][place] = CHOOSE[place][card];
            place += 1;
        }
        card += 1;
    }
    steps
};

/// The ranks of all subsets of some cards.
struct Ranks {
    cards: usize,
    /// By mask.
    ranks: [u32; 128],
}

impl Ranks {
    const NONE: Ranks = Ranks { cards: 0, ranks: [0; 128] };

    /// Those of these cards from here on. In place: a value that is moved while its bytes are on their way to memory waits for
    /// them.
    #[inline(always)]
    fn set(&mut self, cards: &[u8]) {
        self.cards = cards.len();
        match cards.len() {
            1 => self.fill::<1>(cards),
            2 => self.fill::<2>(cards),
            3 => self.fill::<3>(cards),
            4 => self.fill::<4>(cards),
            5 => self.fill::<5>(cards),
            6 => self.fill::<6>(cards),
            7 => self.fill::<7>(cards),
            _ => {}
        }
    }

    /// Without a loop that counts: for a number of cards that the compiler knows.
    #[inline(always)]
    fn fill<const CARDS: usize>(&mut self, cards: &[u8]) {
        let Some(cards) = cards.first_chunk::<CARDS>() else { return };
        for (place, &card) in cards.iter().enumerate() {
            let steps = &STEPS[usize::from(card)];
            for mask in 0..1_usize << place {
                self.ranks[1 << place | mask] =
                    self.ranks[mask].wrapping_add(steps[mask.count_ones() as usize + 1]);
            }
        }
    }

    /// Those of a size.
    #[inline(always)]
    fn of(&self, size: usize) -> impl Iterator<Item = usize> + Clone {
        let masks = &MASKS[size][..CHOOSE[size][self.cards] as usize];
        masks.iter().map(|&mask| self.ranks[usize::from(mask & 127)] as usize)
    }
}

enum LevelRows<L> {
    Bytes(Vec<Row<u8>>),
    Words(Vec<Row<u16>>),
    Full(Vec<Row<L>>),
}

struct Level<L: Lane> {
    /// Those with a low.
    rows: LevelRows<L>,
    /// All.
    kinds: Vec<L::Kinds>,
}

/// `N[S]` for the completions that are put in.
pub(super) struct SubsetRows<L: Lane> {
    /// By the size of `S`.
    levels: Vec<Level<L>>,
    /// Whether the first low that can win is told apart from the others.
    tells_first: bool,
    ranks: Ranks,
}

/// The completions put in that avoid some cards.
pub(super) enum Disjoint<L: Lane> {
    /// To be compared with a low: those without one, and the others by low.
    Lanes(u64, Row<L>),
    /// To be compared with no low.
    Kinds([u64; 3]),
}

impl<L: Lane> SubsetRows<L> {
    /// Nothing put in; for completions of `inserted` unseen cards of `n`, and queries of `queried`.
    pub fn new(n: usize, inserted: usize, queried: usize) -> SubsetRows<L> {
        let level = |size: usize| {
            let (subsets, most) = (choose(n, size), choose(n - size, inserted - size));
            let rows = if !L::WEIGHTED && u8::try_from(most).is_ok() {
                LevelRows::Bytes(vec![Row::zero(); subsets])
            } else if !L::WEIGHTED && u16::try_from(most).is_ok() {
                LevelRows::Words(vec![Row::zero(); subsets])
            } else {
                LevelRows::Full(vec![Row::zero(); subsets])
            };
            Level { rows, kinds: vec![L::Kinds::default(); subsets] }
        };
        // A completion that contains `inserted` given cards is those cards: it is looked up.
        let sizes = inserted.min(queried + 1);
        SubsetRows { levels: (0..sizes).map(level).collect(), tells_first: false, ranks: Ranks::NONE }
    }

    /// Takes all out. From here on the first low that can win is told apart from the others, or not.
    pub fn clear(&mut self, tells_first: bool) {
        self.tells_first = tells_first;
        for level in &mut self.levels {
            match &mut level.rows {
                LevelRows::Bytes(rows) => rows.fill(Row::zero()),
                LevelRows::Words(rows) => rows.fill(Row::zero()),
                LevelRows::Full(rows) => rows.fill(Row::zero()),
            }
            level.kinds.fill(L::Kinds::default());
        }
    }

    #[inline(always)]
    fn kind(&self, low: LowClass, times: u64) -> L::Kinds {
        let kind = match low {
            0 => 0,
            1 if self.tells_first => 1,
            _ => 2,
        };
        L::Kinds::of(kind, times)
    }

    /// Puts one in.
    #[inline(always)]
    pub fn insert(&mut self, cards: &[u8], low: LowClass, times: u64) {
        let kind = self.kind(low, times);
        self.ranks.set(cards);
        for (size, level) in self.levels.iter_mut().enumerate() {
            let ranks = self.ranks.of(size);
            ranks.clone().for_each(|rank| level.kinds[rank] = level.kinds[rank].plus(kind));
            let Some(lane) = usize::from(low).checked_sub(1) else { continue };
            let lane = lane % LANES;
            match &mut level.rows {
                LevelRows::Bytes(rows) => ranks.for_each(|rank| rows[rank].0[lane] += 1),
                LevelRows::Words(rows) => ranks.for_each(|rank| rows[rank].0[lane] += 1),
                LevelRows::Full(rows) => {
                    ranks.for_each(|rank| rows[rank].0[lane] = rows[rank].0[lane].plus(L::times(times)));
                }
            }
        }
    }

    /// How many of the completions put in are disjoint from these cards, to be compared with this low. Those put in are those
    /// of `all` with a high below the limit.
    #[inline(always)]
    pub fn disjoint(
        &mut self,
        cards: &[u8],
        low: LowClass,
        all: &Completions,
        classes: &[LowClass],
        limit: u32,
    ) -> Disjoint<L> {
        self.ranks.set(cards);
        let ranks = &self.ranks;
        let mut kinds = L::Kinds::default();
        for (size, level) in self.levels.iter().enumerate() {
            let sum = ranks.of(size).fold(L::Kinds::default(), |sum, rank| sum.plus(level.kinds[rank]));
            kinds = if size % 2 == 0 { kinds.plus(sum) } else { kinds.minus(sum) };
        }
        let mut row = Row::zero();
        if low > 0 {
            for (size, level) in self.levels.iter().enumerate() {
                if size % 2 == 0 {
                    level.add_to(&mut row, ranks.of(size), L::plus);
                } else {
                    level.add_to(&mut row, ranks.of(size), L::minus);
                }
            }
        }
        // Those that are contained in the cards.
        if cards.len() >= all.size {
            for rank in ranks.of(all.size) {
                let value = all.values[rank];
                let own = classes[usize::from(value.low)];
                if u32::from(value.high) >= limit || own == ABSENT {
                    continue;
                }
                #[expect(clippy::cast_possible_truncation, reason = "a number of 32 bits before")]
                let times = all.times(rank as u32);
                let kind = self.kind(own, times);
                let even = all.size.is_multiple_of(2);
                kinds = if even { kinds.plus(kind) } else { kinds.minus(kind) };
                if own > 0 {
                    let lane = &mut row.0[usize::from(own - 1) % LANES];
                    *lane = if even { lane.plus(L::times(times)) } else { lane.minus(L::times(times)) };
                }
            }
        }
        let kinds = kinds.get();
        if low == 0 { Disjoint::Kinds(kinds) } else { Disjoint::Lanes(kinds[0], row) }
    }
}

impl<L: Lane> Level<L> {
    #[inline(always)]
    fn add_to(&self, row: &mut Row<L>, ranks: impl Iterator<Item = usize>, add: impl Fn(L, L) -> L) {
        match &self.rows {
            LevelRows::Bytes(rows) => add_rows(row, rows, ranks, L::byte, add),
            LevelRows::Words(rows) => add_rows(row, rows, ranks, L::word, add),
            LevelRows::Full(rows) => add_rows(row, rows, ranks, |count| count, add),
        }
    }
}

#[inline(always)]
fn add_rows<T: Copy, L: Lane>(
    total: &mut Row<L>,
    rows: &[Row<T>],
    ranks: impl Iterator<Item = usize>,
    widen: impl Fn(T) -> L,
    add: impl Fn(L, L) -> L,
) {
    let mut sums = *total;
    for rank in ranks {
        let row = &rows[rank];
        for lane in 0..LANES {
            sums.0[lane] = add(sums.0[lane], widen(row.0[lane]));
        }
    }
    *total = sums;
}

#[cfg(test)]
mod tests {
    use super::super::completions::{Completion, Unseen};
    use super::*;
    use crate::card::{Card, CardSet, Suit};
    use crate::eval::{LowKind, Path};

    const CLASSES: LowClass = 5;

    /// Completions with a low in one of some classes, without a low, or with one that is absent.
    fn class(low: u16) -> LowClass {
        match low {
            0 => 0,
            _ if low % 7 == 2 => ABSENT,
            #[expect(clippy::cast_possible_truncation, reason = "less than five")]
            _ => (low % u16::from(CLASSES)) as LowClass + 1,
        }
    }

    fn meets(one: &Completion, size: usize, cards: &[u8]) -> bool {
        one.cards[..size].iter().any(|card| cards.contains(card))
    }

    fn check<L: Lane>(n: usize, inserted: usize, queried: usize, weight: u64) {
        // The low cards of two suits are unseen: some completions have a low, some have none.
        let mut deck: Vec<Card> = Card::all().collect();
        deck.sort_by_key(|card| (card.suit() > Suit::Diamonds, (card.rank().index() + 1) % 13, card.suit()));
        let cards = |cards: &[Card]| cards.iter().fold(CardSet::EMPTY, |set, &card| set.with(card));
        let (live, certain) = (cards(&deck[..n]), cards(&deck[n..n + 7 - inserted]));
        let sets = [(CardSet::EMPTY, weight)];
        let unseen = Unseen::new(live);
        let all =
            Completions::new(Path::Baseline, &unseen, certain, inserted, &sets, LowKind::FiveRanks, &|| {
                false
            })
            .unwrap();
        let classes: Vec<LowClass> = (0..=LowKind::FiveRanks.count()).map(class).collect();
        if (n, inserted) == (8, 4) {
            let seen = |of: LowClass| all.sorted.iter().any(|one| class(one.low) == of);
            assert_eq!([0, 1, 2, 3, 4, 5, ABSENT].map(seen), [true, true, false, true, false, true, true]);
        }
        let mut containing = SubsetRows::<L>::new(n, inserted, queried);
        for tells_first in [true, false] {
            containing.clear(tells_first);
            let mut limit = 0;
            for part in all.sorted.chunk_by(|a, b| a.high / 64 == b.high / 64) {
                for one in part.iter().filter(|one| class(one.low) != ABSENT) {
                    containing.insert(&one.cards[..inserted], class(one.low), all.times(one.rank));
                }
                limit = part.last().map_or(limit, |one| u32::from(one.high) + 1);
                let put_in = all.sorted.iter().filter(|one| u32::from(one.high) < limit);
                let put_in: Vec<_> = put_in.filter(|one| class(one.low) != ABSENT).collect();
                for query in super::super::completions::Subsets::new(n, queried) {
                    let query = &query[..queried];
                    let mut expected = [0_u64; CLASSES as usize + 1];
                    for one in put_in.iter().filter(|one| !meets(one, inserted, query)) {
                        expected[usize::from(class(one.low))] += weight;
                    }
                    let [lowless, first, others @ ..] = expected;
                    let others: u64 = others.iter().sum();
                    let kinds =
                        if tells_first { [lowless, first, others] } else { [lowless, 0, first + others] };
                    match containing.disjoint(query, 0, &all, &classes, limit) {
                        Disjoint::Kinds(found) => assert_eq!(found, kinds, "{n} {inserted} {queried}"),
                        Disjoint::Lanes(..) => panic!("asked for kinds"),
                    }
                    match containing.disjoint(query, 1, &all, &classes, limit) {
                        Disjoint::Lanes(found, row) => {
                            let lanes = row.0[..usize::from(CLASSES)].iter().map(|lane| lane.wide(1).into());
                            let lanes: Vec<u128> = lanes.collect();
                            let expected: Vec<u128> =
                                expected[1..].iter().map(|&times| times.into()).collect();
                            assert_eq!((found, lanes), (lowless, expected), "{n} {inserted} {queried}");
                        }
                        Disjoint::Kinds(_) => panic!("asked for lanes"),
                    }
                }
            }
        }
    }

    #[test]
    fn disjoint_completions_are_those_that_share_no_card() {
        for (n, inserted, queried) in [
            (8, 4, 4),
            (8, 4, 2),
            (7, 2, 5),
            (6, 0, 3),
            (6, 3, 0),
            (3, 0, 0),
            (8, 7, 1),
            (7, 1, 6),
            (5, 2, 2),
        ] {
            check::<u16>(n, inserted, queried, 1);
            check::<u32>(n, inserted, queried, 1);
            check::<u64>(n, inserted, queried, 1);
            check::<u64>(n, inserted, queried, 1 << 40);
        }
    }

    /// Rows of bytes and of words hold as many as there can be: of 24 unseen cards 253 completions of three contain a given one,
    /// of 25 cards 276.
    #[test]
    fn rows_are_as_wide_as_their_counts() {
        let width = |n: usize, inserted: usize, size: usize| match SubsetRows::<u32>::new(n, inserted, 7)
            .levels[size]
            .rows
        {
            LevelRows::Bytes(_) => 1,
            LevelRows::Words(_) => 2,
            LevelRows::Full(_) => 4,
        };
        assert_eq!((width(24, 3, 1), width(25, 3, 1)), (1, 2));
        assert_eq!((width(46, 4, 3), width(46, 4, 2), width(46, 4, 0)), (1, 2, 4));
        // Everything of 24 cards in one low, with a given card among them: no byte overflows.
        let mut containing = SubsetRows::<u16>::new(24, 3, 1);
        for cards in super::super::completions::Subsets::new(24, 3) {
            containing.insert(&cards[..3], 1, 1);
        }
        let LevelRows::Bytes(rows) = &containing.levels[1].rows else { panic!("bytes") };
        assert_eq!(rows[0].0[0], 253);
    }
}
