//! Many hands at a time: the evaluator as branch-free functions over lanes of 16 bits.
//!
//! The readable twin is `scalar.rs`, which takes one hand at a time and asks questions about it: 20 ns before the dense numbers.
//! Here nothing is asked: every value is computed for every hand and chosen by masks, in plain loops over a block that the
//! compiler turns into whatever vector instructions it may use. `dispatch.rs` compiles this file for each instruction set.
//! On one core (Zen 5) rows of seven cards take 5.3 ns a hand with SSE2, 2.6 with AVX2, 0.8 with AVX-512.
//!
//! A block goes through four stages, and stays in the first-level cache (7 KiB, and two tables of 16 KiB and less): cards to a
//! word of 64 bits for each hand, words to four masks of ranks, masks to the sparse [`Shapes`] (half of the time), and those to
//! dense numbers by two look-ups. What the compiler doesn't vectorise well is in [`Stages`]: look-ups have scalar loops of
//! their own, as gathers are slower than loads, but AVX-512 has tables in registers (`avx512.rs`).
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use super::low::LowKind;
use super::number::{small_subset_number, subset_number};
use crate::card::CardSet;

/// How many hands go through the stages together.
pub(super) const BLOCK: usize = 256;

/// One number of each hand of a block.
pub(super) type Lanes<T = u16> = [T; BLOCK];

/// Where a block is worked on.
#[repr(align(64))]
pub(super) struct Bench {
    /// For each hand its cards, 16 bits for each suit, clubs lowest.
    pub words: Lanes<u64>,
    pub suits: [Lanes; 4],
    pub shapes: Shapes,
    pub high: Lanes,
    pub low: Lanes<u8>,
}

/// What a high is, sparsely: `start + step * number of the primary ranks + number of the secondary ones`.
pub(super) struct Shapes {
    pub primary: Lanes,
    /// Gaps closed: a mask of the ranks that are not primary.
    pub secondary: Lanes,
    pub start: Lanes,
    pub step: Lanes,
    /// The ranks held, the ace at the bottom.
    pub ranks: Lanes,
}

impl Bench {
    pub const fn new() -> Bench {
        const NONE: Lanes = [0; BLOCK];
        Bench {
            words: [0; BLOCK],
            suits: [NONE; 4],
            shapes: Shapes { primary: NONE, secondary: NONE, start: NONE, step: NONE, ranks: NONE },
            high: NONE,
            low: [0; BLOCK],
        }
    }
}

const RANKS: u16 = 0x1fff;

/// The stages that a compiler doesn't vectorise, of which there may be a version by hand.
pub(super) trait Stages: Copy {
    /// Whether there is an instruction that counts the bits of each lane.
    const COUNTS_BITS: bool;
    /// The bytes of each row of `K`, and anything after them.
    fn load_rows<const K: usize>(self, rows: &[u8], raw: &mut Lanes<u64>);
    /// Words to masks of ranks.
    fn split(self, words: &Lanes<u64>, suits: &mut [Lanes; 4]);
    /// Shapes to dense numbers; the shapes are spent.
    fn number_shapes(self, shapes: &mut Shapes, numbers: &mut Lanes);
    /// Ranks held, the ace at the bottom, to numbers of lows of eight or better.
    fn number_eights(self, ranks: &Lanes, low: &mut Lanes<u8>);
    /// The same to numbers of lows of five ranks.
    fn number_fives(self, ranks: &mut Lanes);
}

/// The readable stages, the same for every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Stages for Portable {
    const COUNTS_BITS: bool = false;

    #[inline(always)]
    fn load_rows<const K: usize>(self, rows: &[u8], raw: &mut Lanes<u64>) {
        load_rows::<K>(rows, raw);
    }

    #[inline(always)]
    fn split(self, words: &Lanes<u64>, suits: &mut [Lanes; 4]) {
        split(words, suits);
    }

    #[inline(always)]
    fn number_shapes(self, shapes: &mut Shapes, numbers: &mut Lanes) {
        look_up(&SUBSETS, &mut shapes.primary);
        look_up(&SUBSETS, &mut shapes.secondary);
        add_up(shapes, numbers);
    }

    #[inline(always)]
    fn number_eights(self, ranks: &Lanes, low: &mut Lanes<u8>) {
        number_eights(ranks, low);
    }

    #[inline(always)]
    fn number_fives(self, ranks: &mut Lanes) {
        look_up(&FIVES, ranks);
    }
}

/// The bytes of each row of `K`, and whatever comes after them. Eight rows are `K` times eight bytes: every load is of eight
/// bytes inside those. Never inlined, so that it is compiled for the baseline: AVX-512 would make scatters of it.
#[inline(never)]
fn load_rows<const K: usize>(rows: &[u8], raw: &mut Lanes<u64>) {
    for (rows, raw) in rows.chunks_exact(8 * K).zip(raw.as_chunks_mut::<8>().0) {
        for (row, raw) in raw.iter_mut().enumerate() {
            let (from, last) = (row * K, 8 * K - 8);
            let start = if from < last { from } else { last };
            let bytes = rows[start..].first_chunk().copied().unwrap_or_default();
            *raw = u64::from_le_bytes(bytes) >> (8 * (from - start));
        }
    }
}

/// Rows of `K` card numbers to words.
///
/// Of a byte above 51 six bits count; [`split`] drops places that are no card.
#[inline(always)]
pub(super) fn pack_rows<const K: usize>(stages: impl Stages, rows: &[u8], words: &mut Lanes<u64>) {
    stages.load_rows::<K>(rows, words);
    for word in words {
        let places = places(*word);
        *word = (0..K).fold(0, |word, card| word | 1 << (places >> (8 * card) & 63));
    }
}

/// For each byte `4 * rank + suit` the byte `16 * suit + rank`.
#[inline(always)]
const fn places(cards: u64) -> u64 {
    cards >> 2 & 0x0f0f_0f0f_0f0f_0f0f | cards << 4 & 0x3030_3030_3030_3030
}

/// Sets of cards to words.
#[inline(always)]
pub(super) fn pack_sets(sets: &Lanes<u64>, words: &mut Lanes<u64>) {
    for (word, &set) in words.iter_mut().zip(sets) {
        *word = CardSet::from_bits(set & CardSet::FULL.bits()).unwrap_or_default().by_suit();
    }
}

/// Words to masks of ranks.
#[inline(always)]
fn split(words: &Lanes<u64>, [clubs, diamonds, hearts, spades]: &mut [Lanes; 4]) {
    #[expect(clippy::cast_possible_truncation, reason = "16 bits of 64")]
    const fn ranks(word: u64, suit: u32) -> u16 {
        (word >> (16 * suit)) as u16 & RANKS
    }
    for i in 0..BLOCK {
        clubs[i] = ranks(words[i], 0);
        diamonds[i] = ranks(words[i], 1);
        hearts[i] = ranks(words[i], 2);
        spades[i] = ranks(words[i], 3);
    }
}

/// All bits if there is a bit in the mask, else none.
#[inline(always)]
const fn any(mask: u16) -> u16 {
    if mask == 0 { 0 } else { u16::MAX }
}

#[inline(always)]
const fn pick(which: u16, yes: u16, no: u16) -> u16 {
    yes & which | no & !which
}

/// The mask without its lowest bit.
#[inline(always)]
const fn clear(mask: u16) -> u16 {
    mask & mask.wrapping_sub(1)
}

#[inline(always)]
const fn lowest(mask: u16) -> u16 {
    mask & mask.wrapping_neg()
}

/// The mask with the ace moved from the top to below the deuce.
#[inline(always)]
const fn ace_low(ranks: u16) -> u16 {
    (ranks << 1 | ranks >> 12) & RANKS
}

/// The mask without the (empty) place of the one bit `gap`; the mask itself if that is 0.
#[inline(always)]
const fn close_gap(mask: u16, gap: u16) -> u16 {
    pick(gap.wrapping_sub(1), mask, mask >> 1)
}

/// How many cards there are besides five, as masks: at least one, and two.
#[derive(Clone, Copy)]
pub(super) struct Spare {
    pub one: u16,
    pub two: u16,
}

impl Spare {
    #[inline(always)]
    pub const fn of(cards: usize) -> Spare {
        Spare { one: any((cards > 5) as u16), two: any((cards > 6) as u16) }
    }
}

/// How many ranks are held: at least one, two, three, four times.
#[inline(always)]
const fn counts([clubs, diamonds, hearts, spades]: [u16; 4]) -> [u16; 4] {
    let (minor, both_minors) = (clubs | diamonds, clubs & diamonds);
    let (major, both_majors) = (hearts | spades, hearts & spades);
    [
        minor | major,
        both_minors | both_majors | minor & major,
        both_minors & major | both_majors & minor,
        both_minors & both_majors,
    ]
}

/// Masks to shapes.
#[inline(always)]
pub(super) fn find_shapes<S: Stages>(
    _: S,
    [clubs, diamonds, hearts, spades]: &[Lanes; 4],
    spare: impl Fn(usize) -> Spare,
    shapes: &mut Shapes,
) {
    for i in 0..BLOCK {
        let suits = [clubs[i], diamonds[i], hearts[i], spades[i]];
        let shape =
            if S::COUNTS_BITS { shape::<true>(suits, spare(i)) } else { shape::<false>(suits, spare(i)) };
        shapes.primary[i] = shape.primary;
        shapes.secondary[i] = shape.secondary;
        shapes.start[i] = shape.start;
        shapes.step[i] = shape.step;
        shapes.ranks[i] = shape.ranks;
    }
}

struct HighShape {
    primary: u16,
    secondary: u16,
    start: u16,
    step: u16,
    ranks: u16,
}

/// The best high of five to seven cards.
#[inline(always)]
const fn shape<const COUNTED: bool>(suits: [u16; 4], spare: Spare) -> HighShape {
    let [once, twice, thrice, four_times] = counts(suits);

    let Suited { ranks: suited, spare: suited_spare } =
        if COUNTED { suited_by_counting(suits) } else { suited_by_clearing(suits) };
    let is_flush = any(suited);

    let ranks = pick(is_flush, suited, once);
    let around = ranks << 1 | ranks >> 12;
    let two = around & around >> 1;
    let runs = two & two >> 2 & around >> 4;

    // At most two threes and three pairs.
    let second_three = clear(thrice);
    let three = second_three | thrice & !any(second_three);
    let second_pair = clear(twice);
    let two_pairs = second_pair | twice & !any(clear(second_pair));
    let (is_four, is_three) = (any(four_times), any(thrice));
    let full = is_three & !is_four & any(twice & !three);
    let is_straight = any(runs) & !full & !is_four;
    // A hand holds one run of five to seven ranks: its bit that has none above.
    let top = (runs & !(runs >> 1)) << 3;

    let groups = pick(is_four, four_times, pick(is_three, three, two_pairs)) & !is_flush;
    let primary = pick(is_straight, top, groups);

    // What comes with it: without the lowest of the cards that aren't used, or the highest alone of up to three.
    let others = pick(full, twice, ranks) & !groups;
    let (others_but_one, others_but_two) = (clear(others), clear(clear(others)));
    let alone = full | is_four | any(second_pair) & !is_three & !is_flush;
    let drop_one = pick(alone, any(others_but_one), pick(is_flush, suited_spare.one, spare.one));
    let drop_two = pick(alone, any(others_but_two), pick(is_flush, suited_spare.two, spare.two));
    let secondary = others & (others_but_one | !drop_one) & (others_but_two | !drop_two) & !is_straight;
    let lower = lowest(primary);
    let secondary = close_gap(close_gap(secondary, primary ^ lower), lower);

    // The numbers at which the categories begin, and how many secondary sets go with one primary set.
    let start = pick(any(twice), 1277, 0);
    let start = pick(any(second_pair), 4137, start);
    let start = pick(is_three, 4995, start);
    let start = pick(is_straight, STRAIGHT, start);
    let start = pick(is_flush, pick(is_straight, STRAIGHT_FLUSH, 5863), start);
    let start = pick(full, 7140, start);
    let start = pick(is_four, 7296, start);

    let step = pick(any(second_pair), 11, 220);
    let step = pick(is_three, 66, step);
    let step = pick(full | is_four, 12, step);
    let step = pick(is_straight, 1, step);
    HighShape { primary, secondary, start, step, ranks: ace_low(once) }
}

const LOWEST_STRAIGHT: u16 = 3;
const STRAIGHT: u16 = 5853 - LOWEST_STRAIGHT;
const STRAIGHT_FLUSH: u16 = 7452 - LOWEST_STRAIGHT;

/// The ranks of a suit of which there are five or more, in one suit at most.
struct Suited {
    ranks: u16,
    spare: Spare,
}

/// With an instruction that counts the bits of each lane.
#[inline(always)]
const fn suited_by_counting([clubs, diamonds, hearts, spades]: [u16; 4]) -> Suited {
    #[inline(always)]
    const fn if_five(suit: u16) -> u16 {
        if suit.count_ones() > 4 { suit } else { 0 }
    }
    let ranks = if_five(clubs) | if_five(diamonds) | if_five(hearts) | if_five(spades);
    Suited { ranks, spare: Spare::of(ranks.count_ones() as usize) }
}

/// Without: of five something is left when the lowest four are cleared.
#[inline(always)]
const fn suited_by_clearing([clubs, diamonds, hearts, spades]: [u16; 4]) -> Suited {
    #[inline(always)]
    const fn rest(suit: u16) -> u16 {
        clear(clear(clear(clear(suit))))
    }
    let rests = [rest(clubs), rest(diamonds), rest(hearts), rest(spades)];
    let ranks =
        clubs & any(rests[0]) | diamonds & any(rests[1]) | hearts & any(rests[2]) | spades & any(rests[3]);
    let beside_five = clear(rests[0] | rests[1] | rests[2] | rests[3]);
    Suited { ranks, spare: Spare { one: any(beside_five), two: any(clear(beside_five)) } }
}

/// The numbers of shapes whose sets of ranks are numbers already.
#[inline(always)]
fn add_up(shapes: &Shapes, numbers: &mut Lanes) {
    for (i, number) in numbers.iter_mut().enumerate() {
        let primary = shapes.step[i].wrapping_mul(shapes.primary[i]);
        *number = shapes.start[i].wrapping_add(primary).wrapping_add(shapes.secondary[i]);
    }
}

/// For each set of one to four ranks its place among those of its size; for five ranks among those that are no straights
/// (more don't come: the lowest five count).
#[expect(clippy::cast_possible_truncation, reason = "a rank")]
static SUBSETS: [u16; 1 << 13] = {
    let mut numbers = [0; 1 << 13];
    let mut mask = 0_u16;
    while mask < 1 << 13 {
        numbers[mask as usize] = match lowest_five(mask) {
            0 => subset_number(mask),
            five => {
                // Less the straights to a lower rank; before the sets with an ace comes the wheel too.
                let top = five.ilog2() as u16;
                subset_number(five) - (top - 4) - (top == 12) as u16
            }
        };
        mask += 1;
    }
    numbers
};

/// The numbers of the lows of eight or better, for each set of ranks from the ace to the eight.
#[expect(clippy::cast_possible_truncation, reason = "below 56")]
pub(super) static EIGHTS: [u8; 1 << 8] = {
    let mut numbers = [0; 1 << 8];
    let mut mask = 0;
    while mask < 1 << 8 {
        numbers[mask as usize] = match lowest_five(mask) {
            0 => 0,
            five => 56 - subset_number(five) as u8,
        };
        mask += 1;
    }
    numbers
};

/// The numbers of the lows of five ranks, for each set of ranks from the ace.
static FIVES: [u16; 1 << 13] = {
    let mut numbers = [0; 1 << 13];
    let mut mask = 0;
    while mask < 1 << 13 {
        numbers[mask as usize] = match lowest_five(mask) {
            0 => 0,
            five => 1287 - subset_number(five),
        };
        mask += 1;
    }
    numbers
};

const fn lowest_five(mask: u16) -> u16 {
    match clear(clear(clear(clear(mask)))) {
        0 => 0,
        rest => mask & !clear(rest),
    }
}

/// Replaces each mask by its entry. Never inlined, so that it is compiled for the baseline: no gathers.
#[inline(never)]
fn look_up<const ENTRIES: usize>(table: &[u16; ENTRIES], masks: &mut Lanes) {
    for mask in masks {
        *mask = table[usize::from(*mask) % ENTRIES];
    }
}

#[inline(never)]
fn number_eights(ranks: &Lanes, low: &mut Lanes<u8>) {
    for (low, ranks) in low.iter_mut().zip(ranks) {
        *low = EIGHTS[usize::from(ranks & 0xff)];
    }
}

/// The numbers of the lows of any five cards, from those of five ranks in `low`.
#[inline(always)]
pub(super) fn number_any(stages: impl Stages, suits: &[Lanes; 4], shapes: &mut Shapes, low: &mut Lanes) {
    let mut better = [0; BLOCK];
    let [clubs, diamonds, hearts, spades] = suits;
    for i in 0..BLOCK {
        let suits = [clubs[i], diamonds[i], hearts[i], spades[i]];
        (shapes.primary[i], shapes.secondary[i], shapes.start[i], shapes.step[i]) = paired_low(suits);
    }
    stages.number_shapes(shapes, &mut better);
    for i in 0..BLOCK {
        let paired = LowKind::Any.count().wrapping_sub(better[i]);
        let unpaired = low[i].wrapping_add(LowKind::Any.count() - LowKind::FiveRanks.count());
        low[i] = pick(any(low[i]), unpaired, paired);
    }
}

/// The lowest hand of fewer than five ranks: primary and secondary ranks, start and step of its number from the best.
#[inline(always)]
const fn paired_low(suits: [u16; 4]) -> (u16, u16, u16, u16) {
    let [clubs, diamonds, hearts, spades] = suits;
    let [once, twice, thrice, _] =
        counts([ace_low(clubs), ace_low(diamonds), ace_low(hearts), ace_low(spades)]);
    let three_ranks = any(clear(clear(once)));
    let four_ranks = any(clear(clear(clear(once))));
    let two_pairs = any(clear(twice));
    let pair = lowest(twice);
    let pairs = pair | lowest(twice & !pair);
    // Of four ranks it is a pair; of three two pair if it can be, else 3-1-1; of two a full house if it can be, else 4-1.
    let two_ranks = pick(two_pairs, lowest(thrice), pair);
    let primary = pick(four_ranks, pair, pick(three_ranks, pick(two_pairs, pairs, pair), two_ranks));
    let secondary = once & !primary;
    let lower = lowest(primary);
    let secondary = close_gap(close_gap(secondary, primary ^ lower), lower);
    let start = pick(three_ranks, pick(two_pairs, 4147, 5005), pick(two_pairs, 5863, 6019));
    let step = pick(three_ranks, pick(two_pairs, 11, 66), 12);
    (primary, secondary, pick(four_ranks, 1287, start), pick(four_ranks, 220, step))
}

/// Whether a row of a block has a byte above 51 or a card twice.
#[inline(always)]
pub(super) fn is_bad_row_in<const K: usize>(stages: impl Stages, rows: &[u8]) -> bool {
    const fn each(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    let mut words = [0; BLOCK];
    stages.load_rows::<K>(rows, &mut words);
    let row = u64::MAX >> (64 - 8 * K);
    let (mut outside, mut differ) = (0, u64::MAX);
    for cards in &mut words {
        *cards &= row;
        // 12 more are above 63 for bytes above 51 (or run over, for bytes that are above 63 themselves).
        outside |= *cards | cards.wrapping_add(each(12));
    }
    // Each card against the one that is so many places further on, around the row: half of the places are enough. What differs
    // is 1 to 63, and 63 more set bit 6.
    for places in 1..=K / 2 {
        for &cards in &words {
            let turned = cards >> (8 * places) | cards << (8 * (K - places));
            differ &= (cards ^ turned).wrapping_add(each(63));
        }
    }
    (outside & each(0xc0) | !differ & each(0x40)) & row != 0
}

/// The same from the words of the block, in which cards that are alike share a bit.
#[inline(always)]
pub(super) fn is_bad_word_in<const K: usize>(rows: &[u8], words: &Lanes<u64>) -> bool {
    let highest = rows.iter().fold(0, |highest, &card| if card > highest { card } else { highest });
    let distinct = words.iter().fold(true, |distinct, word| distinct & (word.count_ones() as usize == K));
    highest > 51 || !distinct
}

/// Masks of up to four up cards to shapes.
#[inline(always)]
pub(super) fn find_boards([clubs, diamonds, hearts, spades]: &[Lanes; 4], shapes: &mut Shapes) {
    for i in 0..BLOCK {
        let [once, twice, thrice, four_times] = counts([clubs[i], diamonds[i], hearts[i], spades[i]]);
        let second_pair = clear(twice);
        let secondary = close_gap(close_gap(once & !twice, second_pair), twice ^ second_pair);
        let is_three = any(thrice);
        let number = pick(any(twice), 1093, 0);
        let number = pick(any(second_pair), 2120, number);
        let number = pick(is_three, 2198, number);
        let number = pick(any(four_times), 2367, number);
        let step = pick(any(second_pair) | any(four_times), 1, 79);
        shapes.primary[i] = twice;
        shapes.secondary[i] = secondary | pick(is_three, WITH_THREE, pick(any(twice), WITH_PAIR, 0));
        shapes.start[i] = number;
        shapes.step[i] = pick(is_three & !any(four_times), 13, step);
    }
}

/// Shapes of boards to dense numbers.
#[inline(always)]
pub(super) fn number_boards(shapes: &mut Shapes, numbers: &mut Lanes) {
    look_up(&SUBSETS, &mut shapes.primary);
    look_up(&SMALL_SUBSETS, &mut shapes.secondary);
    add_up(shapes, numbers);
}

/// Where the entries of cards beside a pair begin in [`SMALL_SUBSETS`], and of those beside three of a kind.
const WITH_PAIR: u16 = 1 << 13;
const WITH_THREE: u16 = WITH_PAIR + (1 << 12);

/// For each set of at most four of 13 ranks its place among all of them; then of two of 12, beside a pair; then of one of 12.
static SMALL_SUBSETS: [u16; 1 << 14] = {
    let mut numbers = [0; 1 << 14];
    let mut mask = 0_u16;
    while mask < 1 << 13 {
        let cards = mask.count_ones();
        if cards <= 4 {
            numbers[mask as usize] = small_subset_number(mask, 13, 4);
        }
        if mask < 1 << 12 && cards <= 2 {
            numbers[(WITH_PAIR | mask) as usize] = small_subset_number(mask, 12, 2);
        }
        if mask < 1 << 12 && cards <= 1 {
            numbers[(WITH_THREE | mask) as usize] = small_subset_number(mask, 12, 1);
        }
        mask += 1;
    }
    numbers
};
