//! Many hands at a time: arrays of cards in, arrays of dense numbers out.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use super::dispatch::{self, Kernel, Path};
use super::lanes::{self, BLOCK, Bench, Lanes, Shapes, Spare, Stages};
use super::low::LowKind;
use crate::card::CardSet;

/// Where the lows of many hands go: [`Low::number`](super::Low::number), 0 without a low.
#[derive(Debug)]
pub enum Lows<'a> {
    /// One byte each, for eight or better alone.
    Bytes(&'a mut [u8]),
    /// Two bytes each, for any kind.
    Words(&'a mut [u16]),
}

impl Lows<'_> {
    fn len(&self) -> usize {
        match self {
            Lows::Bytes(low) => low.len(),
            Lows::Words(low) => low.len(),
        }
    }
}

/// The best high and the best low of rows of `k` cards, five to seven: [`High::number`](super::High::number) and
/// [`Low::number`](super::Low::number).
///
/// The cards are numbers 0 to 51, different ones in a row. Of others the answer means nothing: see [`try_evaluate_rows`].
///
/// ```
/// use stud8::eval::{LowKind, Lows, Path, evaluate_rows};
///
/// // As 2d 3h 4c 5s Kd Kc, and four deuces and threes.
/// let cards = [51, 1, 6, 8, 15, 45, 44, 0, 1, 2, 3, 4, 5, 6];
/// let (mut high, mut low) = ([0; 2], [0; 2]);
/// evaluate_rows(Path::best()?, &cards, 7, LowKind::EightOrBetter, &mut high, Lows::Bytes(&mut low));
/// assert_eq!((high, low), ([5853, 7296], [56, 0]));
/// # Ok::<(), stud8::eval::PathError>(())
/// ```
///
/// # Panics
/// If `k` is not 5 to 7, the lengths don't fit, or lows of another kind than eight or better are to be bytes.
pub fn evaluate_rows(path: Path, cards: &[u8], k: usize, kind: LowKind, high: &mut [u16], low: Lows<'_>) {
    any_rows(path, cards, k, kind, None, high, low);
}

/// [`evaluate_rows`] up to the first row with a byte above 51 or a card that comes twice.
///
/// The rows are checked as they pass, block by block, which costs next to nothing. To leave `high` and `low` as they are if
/// there is a bad row, ask [`find_bad_row`] first.
///
/// # Errors
/// The first bad row. What is written then means nothing.
///
/// # Panics
/// As [`evaluate_rows`].
pub fn try_evaluate_rows(
    path: Path,
    cards: &[u8],
    k: usize,
    kind: LowKind,
    high: &mut [u16],
    low: Lows<'_>,
) -> Result<(), usize> {
    checked(|bad| any_rows(path, cards, k, kind, Some(bad), high, low))
}

/// The best high and the best low of sets of five to seven cards, as in [`evaluate_rows`]: bit `i` is card number `i`.
///
/// # Panics
/// If the lengths differ, or lows of another kind than eight or better are to be bytes.
pub fn evaluate_sets(path: Path, sets: &[u64], kind: LowKind, high: &mut [u16], low: Lows<'_>) {
    evaluate(path, Sets(sets), kind, None, high, low);
}

/// [`evaluate_sets`] up to the first set with a bit above 51, or of fewer than five or more than seven cards.
///
/// # Errors
/// The first bad set. What is written then means nothing.
///
/// # Panics
/// As [`evaluate_sets`].
pub fn try_evaluate_sets(
    path: Path,
    sets: &[u64],
    kind: LowKind,
    high: &mut [u16],
    low: Lows<'_>,
) -> Result<(), usize> {
    checked(|bad| evaluate(path, Sets(sets), kind, Some(bad), high, low))
}

/// The boards of rows of `k` up cards, one to four: [`Board::number`](super::Board::number).
///
/// # Panics
/// If `k` is not 1 to 4, or the lengths don't fit.
pub fn board_rows(path: Path, cards: &[u8], k: usize, numbers: &mut [u16]) {
    any_boards(path, cards, k, None, numbers);
}

/// [`board_rows`] up to the first row with a byte above 51 or a card that comes twice.
///
/// # Errors
/// The first bad row. What is written then means nothing.
///
/// # Panics
/// As [`board_rows`].
pub fn try_board_rows(path: Path, cards: &[u8], k: usize, numbers: &mut [u16]) -> Result<(), usize> {
    checked(|bad| any_boards(path, cards, k, Some(bad), numbers))
}

/// The first row of `k` cards, one to seven, with a byte above 51 or a card that comes twice.
///
/// # Panics
/// If `k` is not 1 to 7, or there is a part of a row.
#[must_use]
pub fn find_bad_row(path: Path, cards: &[u8], k: usize) -> Option<usize> {
    assert!(k > 0 && cards.len().is_multiple_of(k), "rows of {k} cards");
    match k {
        1 => find_bad(path, CardRows::<1>(cards)),
        2 => find_bad(path, CardRows::<2>(cards)),
        3 => find_bad(path, CardRows::<3>(cards)),
        4 => find_bad(path, CardRows::<4>(cards)),
        5 => find_bad(path, CardRows::<5>(cards)),
        6 => find_bad(path, CardRows::<6>(cards)),
        7 => find_bad(path, CardRows::<7>(cards)),
        _ => panic!("rows have one to seven cards, not {k}"),
    }
}

/// The first set with a bit above 51, or of fewer than five or more than seven cards.
#[must_use]
pub fn find_bad_set(path: Path, sets: &[u64]) -> Option<usize> {
    find_bad(path, Sets(sets))
}

/// Where the number of the first bad hand goes, for those who want the hands checked.
type Bad<'a> = Option<&'a mut Option<usize>>;

fn checked(work: impl FnOnce(&mut Option<usize>)) -> Result<(), usize> {
    let mut bad = None;
    work(&mut bad);
    bad.map_or(Ok(()), Err)
}

fn any_rows(
    path: Path,
    cards: &[u8],
    k: usize,
    kind: LowKind,
    bad: Bad<'_>,
    high: &mut [u16],
    low: Lows<'_>,
) {
    assert_eq!(Some(cards.len()), high.len().checked_mul(k), "rows of {k} cards, one high each");
    match k {
        5 => evaluate(path, CardRows::<5>(cards), kind, bad, high, low),
        6 => evaluate(path, CardRows::<6>(cards), kind, bad, high, low),
        7 => evaluate(path, CardRows::<7>(cards), kind, bad, high, low),
        _ => panic!("five to seven cards can be evaluated, not {k}"),
    }
}

fn any_boards(path: Path, cards: &[u8], k: usize, bad: Bad<'_>, numbers: &mut [u16]) {
    assert_eq!(Some(cards.len()), numbers.len().checked_mul(k), "rows of {k} cards, one number each");
    match k {
        1 => dispatch::run(path, Boards { rows: CardRows::<1>(cards), bad, numbers }),
        2 => dispatch::run(path, Boards { rows: CardRows::<2>(cards), bad, numbers }),
        3 => dispatch::run(path, Boards { rows: CardRows::<3>(cards), bad, numbers }),
        4 => dispatch::run(path, Boards { rows: CardRows::<4>(cards), bad, numbers }),
        _ => panic!("a board has one to four up cards, not {k}"),
    }
}

fn evaluate<H: HandLayout>(
    path: Path,
    hands: H,
    kind: LowKind,
    bad: Bad<'_>,
    high: &mut [u16],
    low: Lows<'_>,
) {
    assert_eq!(high.len(), low.len(), "a high and a low for each hand");
    assert_eq!(high.len(), hands.len(), "a high for each hand");
    assert!(
        kind == LowKind::EightOrBetter || matches!(low, Lows::Words(_)),
        "the lows of {kind} don't fit in bytes"
    );
    dispatch::run(path, Evaluate { hands, kind, bad, high, low });
}

fn find_bad(path: Path, hands: impl HandLayout) -> Option<usize> {
    let mut found = None;
    dispatch::run(path, FindBad { hands, found: &mut found });
    found
}

/// Hands in some form, a block at a time.
trait HandLayout: Copy {
    type Item: Copy;
    /// Room for a block.
    type Whole: AsMut<[Self::Item]>;
    const EMPTY: Self::Whole;
    /// How many items make a hand.
    const ITEMS: usize;
    fn items<'a>(self) -> &'a [Self::Item]
    where
        Self: 'a;
    /// The words of a whole block.
    fn pack(stages: impl Stages, items: &[Self::Item], words: &mut Lanes<u64>);
    /// [`lanes::find_shapes`] of the hands in a whole block, with the cards that there are beside five.
    fn find_shapes(stages: impl Stages, items: &[Self::Item], suits: &[Lanes; 4], shapes: &mut Shapes);
    /// Whether there is a bad hand in a whole block.
    fn is_bad(stages: impl Stages, items: &[Self::Item]) -> bool;
    /// The same where the words are there already.
    fn is_bad_packed(stages: impl Stages, items: &[Self::Item], words: &Lanes<u64>) -> bool;
    /// Whether a hand is bad.
    fn is_one_bad(items: &[Self::Item]) -> bool;

    fn len(self) -> usize {
        self.items().len() / Self::ITEMS
    }

    /// The first bad hand in a whole block, in which there is one; the first of all if its memory was changed meanwhile.
    #[cold]
    fn first_bad(items: &[Self::Item]) -> usize {
        items.chunks(Self::ITEMS).position(Self::is_one_bad).unwrap_or(0)
    }
}

#[derive(Clone, Copy)]
struct CardRows<'c, const K: usize>(&'c [u8]);

impl<const K: usize> HandLayout for CardRows<'_, K> {
    type Item = u8;
    type Whole = [u8; 7 * BLOCK];
    const EMPTY: Self::Whole = [0; 7 * BLOCK];
    const ITEMS: usize = K;

    fn items<'a>(self) -> &'a [u8]
    where
        Self: 'a,
    {
        self.0
    }

    #[inline(always)]
    fn pack(stages: impl Stages, items: &[u8], words: &mut Lanes<u64>) {
        lanes::pack_rows::<K>(stages, items, words);
    }

    #[inline(always)]
    fn find_shapes(stages: impl Stages, _: &[u8], suits: &[Lanes; 4], shapes: &mut Shapes) {
        lanes::find_shapes(stages, suits, |_| Spare::of(K), shapes);
    }

    #[inline(always)]
    fn is_bad(stages: impl Stages, items: &[u8]) -> bool {
        lanes::is_bad_row_in::<K>(stages, items)
    }

    #[inline(always)]
    fn is_bad_packed(_: impl Stages, items: &[u8], words: &Lanes<u64>) -> bool {
        lanes::is_bad_word_in::<K>(items, words)
    }

    fn is_one_bad(row: &[u8]) -> bool {
        let set = row.iter().filter(|&&card| card < 52).fold(0_u64, |set, card| set | 1 << card);
        set.count_ones() as usize != K
    }
}

#[derive(Clone, Copy)]
struct Sets<'c>(&'c [u64]);

impl HandLayout for Sets<'_> {
    type Item = u64;
    type Whole = Lanes<u64>;
    const EMPTY: Self::Whole = [0; BLOCK];
    const ITEMS: usize = 1;

    fn items<'a>(self) -> &'a [u64]
    where
        Self: 'a,
    {
        self.0
    }

    #[inline(always)]
    fn pack(_: impl Stages, items: &[u64], words: &mut Lanes<u64>) {
        if let Some(sets) = items.first_chunk() {
            lanes::pack_sets(sets, words);
        }
    }

    #[inline(always)]
    fn find_shapes(stages: impl Stages, items: &[u64], suits: &[Lanes; 4], shapes: &mut Shapes) {
        // Apart from the shapes, which are in lanes of another width: together they take twice as long.
        let mut cards = [0; BLOCK];
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        for (cards, set) in cards.iter_mut().zip(items) {
            *cards = set.count_ones() as u16;
        }
        lanes::find_shapes(stages, suits, |i| Spare::of(cards[i].into()), shapes);
    }

    #[inline(always)]
    fn is_bad(_: impl Stages, items: &[u64]) -> bool {
        let all = items.iter().fold(0, |all, set| all | set);
        let odd =
            items.iter().fold(false, |odd, set| odd | (u64::from(set.count_ones()).wrapping_sub(5) > 2));
        all > CardSet::FULL.bits() || odd
    }

    #[inline(always)]
    fn is_bad_packed(stages: impl Stages, items: &[u64], _: &Lanes<u64>) -> bool {
        Self::is_bad(stages, items)
    }

    fn is_one_bad(items: &[u64]) -> bool {
        is_bad_set(items[0])
    }
}

#[inline(always)]
const fn is_bad_set(set: u64) -> bool {
    let cards = set.count_ones();
    set > CardSet::FULL.bits() || cards < 5 || cards > 7
}

/// The block itself if it is a whole one, else a copy that is filled up with its first hand.
#[inline(always)]
fn fill<'a, H: HandLayout>(block: &'a [H::Item], whole: &'a mut H::Whole) -> &'a [H::Item] {
    if block.len() == BLOCK * H::ITEMS {
        return block;
    }
    let whole = &mut whole.as_mut()[..BLOCK * H::ITEMS];
    let (hands, rest) = whole.split_at_mut(block.len());
    hands.copy_from_slice(block);
    rest.chunks_exact_mut(H::ITEMS).for_each(|hand| hand.copy_from_slice(&block[..H::ITEMS]));
    whole
}

struct Evaluate<'a, H> {
    hands: H,
    kind: LowKind,
    bad: Bad<'a>,
    high: &'a mut [u16],
    low: Lows<'a>,
}

impl<H: HandLayout> Kernel for Evaluate<'_, H> {
    #[inline(always)]
    fn run(self, stages: impl Stages) {
        let Evaluate { hands, kind, mut bad, high, mut low } = self;
        let mut bench = Bench::new();
        let (mut whole, mut at) = (H::EMPTY, 0);
        for block in hands.items().chunks(BLOCK * H::ITEMS) {
            let many = block.len() / H::ITEMS;
            let items = fill::<H>(block, &mut whole);
            H::pack(stages, items, &mut bench.words);
            if let Some(bad) = &mut bad
                && H::is_bad_packed(stages, items, &bench.words)
            {
                **bad = Some(at + H::first_bad(items));
                return;
            }
            stages.split(&bench.words, &mut bench.suits);
            H::find_shapes(stages, items, &bench.suits, &mut bench.shapes);
            stages.number_shapes(&mut bench.shapes, &mut bench.high);
            high[at..at + many].copy_from_slice(&bench.high[..many]);
            match kind {
                LowKind::EightOrBetter => stages.number_eights(&bench.shapes.ranks, &mut bench.low),
                LowKind::FiveRanks => stages.number_fives(&mut bench.shapes.ranks),
                LowKind::Any => {
                    let mut low = bench.shapes.ranks;
                    stages.number_fives(&mut low);
                    lanes::number_any(stages, &bench.suits, &mut bench.shapes, &mut low);
                    bench.shapes.ranks = low;
                }
            }
            match &mut low {
                Lows::Bytes(low) => low[at..at + many].copy_from_slice(&bench.low[..many]),
                Lows::Words(low) if kind == LowKind::EightOrBetter => {
                    for (low, &number) in low[at..at + many].iter_mut().zip(&bench.low) {
                        *low = number.into();
                    }
                }
                Lows::Words(low) => low[at..at + many].copy_from_slice(&bench.shapes.ranks[..many]),
            }
            at += many;
        }
    }
}

struct Boards<'a, const K: usize> {
    rows: CardRows<'a, K>,
    bad: Bad<'a>,
    numbers: &'a mut [u16],
}

impl<const K: usize> Kernel for Boards<'_, K> {
    #[inline(always)]
    fn run(self, stages: impl Stages) {
        let Boards { rows, mut bad, numbers } = self;
        let mut bench = Bench::new();
        let (mut whole, mut at) = (CardRows::<K>::EMPTY, 0);
        for block in rows.0.chunks(BLOCK * K) {
            let many = block.len() / K;
            let items = fill::<CardRows<K>>(block, &mut whole);
            lanes::pack_rows::<K>(stages, items, &mut bench.words);
            if let Some(bad) = &mut bad
                && CardRows::<K>::is_bad_packed(stages, items, &bench.words)
            {
                **bad = Some(at + CardRows::<K>::first_bad(items));
                return;
            }
            stages.split(&bench.words, &mut bench.suits);
            lanes::find_boards(&bench.suits, &mut bench.shapes);
            lanes::number_boards(&mut bench.shapes, &mut bench.high);
            numbers[at..at + many].copy_from_slice(&bench.high[..many]);
            at += many;
        }
    }
}

struct FindBad<'a, H> {
    hands: H,
    found: &'a mut Option<usize>,
}

impl<H: HandLayout> Kernel for FindBad<'_, H> {
    #[inline(always)]
    fn run(self, stages: impl Stages) {
        let FindBad { hands, found } = self;
        let (mut whole, mut at) = (H::EMPTY, 0);
        for block in hands.items().chunks(BLOCK * H::ITEMS) {
            let items = fill::<H>(block, &mut whole);
            if H::is_bad(stages, items) {
                *found = Some(at + H::first_bad(items));
                return;
            }
            at += block.len() / H::ITEMS;
        }
    }
}
