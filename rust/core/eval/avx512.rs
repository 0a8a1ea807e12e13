//! The stages that a compiler doesn't vectorise, by AVX-512: bytes apart, and look-ups in registers.
//!
//! Measured on Zen 5, one core, rows of seven cards to highs and lows: 620 M hands a second with the portable stages,
//! 1250 with these. `tests/rust/bulk.rs` runs both over every hand.
#![expect(unsafe_code, reason = "vectors are loaded and stored through pointers")]
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX-512 is compiled for the baseline"
)]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi256_si512,
    _mm512_cvtepi16_epi8, _mm512_inserti64x4, _mm512_loadu_si512, _mm512_mask_blend_epi8,
    _mm512_maskz_loadu_epi8, _mm512_maskz_sub_epi16, _mm512_movepi8_mask, _mm512_mullo_epi16,
    _mm512_permutex2var_epi8, _mm512_permutex2var_epi16, _mm512_permutex2var_epi64, _mm512_permutexvar_epi8,
    _mm512_permutexvar_epi16, _mm512_popcnt_epi16, _mm512_set1_epi16, _mm512_setzero_si512,
    _mm512_storeu_si512, _mm512_test_epi16_mask,
};

use super::dispatch::has_avx512;
use super::lanes::{BLOCK, EIGHTS, Lanes, Shapes, Stages};
use super::number::choose;

/// The stages. There is one only where the processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    pub fn detected() -> Option<Avx512> {
        has_avx512().then_some(Avx512(()))
    }
}

impl Stages for Avx512 {
    const COUNTS_BITS: bool = true;

    #[inline(always)]
    fn load_rows<const K: usize>(self, rows: &[u8], raw: &mut Lanes<u64>) {
        // SAFETY: `self` exists only where the features have been detected.
        unsafe { load_rows::<K>(rows, raw) }
    }

    #[inline(always)]
    fn split(self, words: &Lanes<u64>, suits: &mut [Lanes; 4]) {
        // SAFETY: `self` exists only where the features have been detected.
        unsafe { split(words, suits) }
    }

    #[inline(always)]
    fn number_shapes(self, shapes: &mut Shapes, numbers: &mut Lanes) {
        // SAFETY: `self` exists only where the features have been detected.
        unsafe { number_shapes(shapes, numbers) }
    }

    #[inline(always)]
    fn number_eights(self, ranks: &Lanes, low: &mut Lanes<u8>) {
        // SAFETY: `self` exists only where the features have been detected.
        unsafe { number_eights(ranks, low) }
    }

    #[inline(always)]
    fn number_fives(self, ranks: &mut Lanes) {
        // SAFETY: `self` exists only where the features have been detected.
        unsafe { number_fives(ranks) }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn load_rows<const K: usize>(rows: &[u8], raw: &mut Lanes<u64>) {
    // Byte `i` of row `r` comes from place `K * r + i`; those from the eighth row's end on mean nothing.
    #[expect(clippy::cast_possible_truncation, reason = "below 64")]
    const fn from<const K: usize>() -> [u8; 64] {
        let mut from = [0; 64];
        let mut place = 0;
        while place < 64 {
            from[place] = ((place / 8 * K + place % 8) % 64) as u8;
            place += 1;
        }
        from
    }
    let from = load(&const { from::<K>() });
    // Whole vectors as long as there are rows behind: nothing is fetched ahead for loads with masks, which halves the speed
    // where the rows come from memory.
    let mut raw = raw.as_chunks_mut::<8>().0.iter_mut();
    let whole = rows.windows(64).step_by(8 * K).filter_map(<[u8]>::first_chunk);
    for (rows, raw) in whole.zip(raw.by_ref()) {
        store(raw, _mm512_permutexvar_epi8(from, load::<[u8; 64]>(rows)));
    }
    let last = rows.rchunks_exact(8 * K).take(raw.len());
    for (rows, raw) in last.zip(raw.rev()) {
        // SAFETY: the bytes of the mask, `8 * K` of them, are those of the chunk; no others are read.
        let rows = unsafe { _mm512_maskz_loadu_epi8(u64::MAX >> (64 - 8 * K), rows.as_ptr().cast()) };
        store(raw, _mm512_permutexvar_epi8(from, rows));
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn split(words: &Lanes<u64>, suits: &mut [Lanes; 4]) {
    // Of two vectors of eight words each the masks of two suits, then of two such vectors the halves.
    const fn pairs(first: u16) -> [u16; 32] {
        let mut from = [0; 32];
        let mut place = 0;
        while place < 32 {
            from[place as usize] = place % 16 * 4 + place / 16 + first;
            place += 1;
        }
        from
    }
    let (minors, majors) = (load(&const { pairs(0) }), load(&const { pairs(2) }));
    let (lower, upper) = (load(&[0_u64, 1, 2, 3, 8, 9, 10, 11]), load(&[4_u64, 5, 6, 7, 12, 13, 14, 15]));
    let [clubs, diamonds, hearts, spades] = suits.each_mut().map(|suit| suit.as_chunks_mut::<32>().0);
    let ranks = _mm512_set1_epi16(0x1fff);
    for (i, words) in words.as_chunks::<32>().0.iter().enumerate() {
        let [a, b, c, d] = words.as_chunks::<8>().0 else { unreachable!("32 words") };
        let [a, b, c, d] = [load(a), load(b), load(c), load(d)];
        for (pair, first, second) in
            [(minors, &mut clubs[i], &mut diamonds[i]), (majors, &mut hearts[i], &mut spades[i])]
        {
            let one = _mm512_and_si512(_mm512_permutex2var_epi16(a, pair, b), ranks);
            let two = _mm512_and_si512(_mm512_permutex2var_epi16(c, pair, d), ranks);
            store(first, _mm512_permutex2var_epi64(one, lower, two));
            store(second, _mm512_permutex2var_epi64(one, upper, two));
        }
    }
}

/// C(bit, k), k from 1: what the k-th lowest bit adds to the number of a set.
const CHOOSE: [[u16; 32]; 5] = {
    let mut tables = [[0; 32]; 5];
    let mut bit = 0;
    while bit < 13 {
        let mut k = 0;
        while k < 5 {
            tables[k as usize][bit as usize] = choose(bit, k + 1);
            k += 1;
        }
        bit += 1;
    }
    tables
};

/// For the fifth of five ranks: less the straights to a lower rank; before the sets with an ace comes the wheel too.
const FIFTH_BUT_STRAIGHTS: [u16; 32] = {
    let mut table = CHOOSE[4];
    let mut bit = 4;
    while bit < 13 {
        table[bit as usize] -= bit - 4 + (bit == 12) as u16;
        bit += 1;
    }
    table
};

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn number_shapes(shapes: &mut Shapes, numbers: &mut Lanes) {
    let [first, second, third, fourth, _] = CHOOSE.each_ref();
    let tables = [load(first), load(second), load(third), load(fourth), load(&FIFTH_BUT_STRAIGHTS)];
    for i in 0..BLOCK / 32 {
        let part = |lanes: &Lanes| load(&lanes.as_chunks::<32>().0[i]);
        let (primary, _) = number_sets(part(&shapes.primary), &tables[..2]);
        let (secondary, _) = number_sets(part(&shapes.secondary), &tables);
        let primary = _mm512_mullo_epi16(primary, part(&shapes.step));
        let number = _mm512_add_epi16(_mm512_add_epi16(primary, secondary), part(&shapes.start));
        store(&mut numbers.as_chunks_mut::<32>().0[i], number);
    }
}

/// The numbers of sets of at most as many bits as there are tables, and the last of so many bits, if there is one.
///
/// A bit that isn't there counts as bit 16, which has 0 in all tables.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn number_sets(mut sets: __m512i, tables: &[__m512i]) -> (__m512i, __m512i) {
    let (mut number, mut last) = (_mm512_setzero_si512(), sets);
    for &table in tables {
        let less = _mm512_add_epi16(sets, _mm512_set1_epi16(-1));
        let lowest = _mm512_popcnt_epi16(_mm512_andnot_si512(sets, less));
        number = _mm512_add_epi16(number, _mm512_permutexvar_epi16(lowest, table));
        (last, sets) = (sets, _mm512_and_si512(sets, less));
    }
    (number, last)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn number_fives(ranks: &mut Lanes) {
    let [first, second, third, fourth, fifth] = CHOOSE.each_ref();
    let tables = [load(first), load(second), load(third), load(fourth), load(fifth)];
    for ranks in ranks.as_chunks_mut::<32>().0 {
        let (number, fifth) = number_sets(load(ranks), &tables);
        let is_low = _mm512_test_epi16_mask(fifth, fifth);
        store(ranks, _mm512_maskz_sub_epi16(is_low, _mm512_set1_epi16(1287), number));
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn number_eights(ranks: &Lanes, low: &mut Lanes<u8>) {
    let [a, b, c, d] = EIGHTS.as_chunks::<64>().0 else { unreachable!("256 entries") };
    let [a, b, c, d] = [load(a), load(b), load(c), load(d)];
    for (ranks, low) in ranks.as_chunks::<64>().0.iter().zip(low.as_chunks_mut::<64>().0) {
        let [first, second] = ranks.as_chunks::<32>().0 else { unreachable!("64 lanes") };
        let [first, second] = [_mm512_cvtepi16_epi8(load(first)), _mm512_cvtepi16_epi8(load(second))];
        let ranks = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second);
        let without_eight = _mm512_permutex2var_epi8(a, ranks, b);
        let with_eight = _mm512_permutex2var_epi8(c, ranks, d);
        store(low, _mm512_mask_blend_epi8(_mm512_movepi8_mask(ranks), without_eight, with_eight));
    }
}

/// Plain numbers that fill a vector.
trait Vector {}
impl Vector for [u8; 64] {}
impl Vector for [u16; 32] {}
impl Vector for [u64; 8] {}

#[inline]
#[target_feature(enable = "avx512f")]
fn load<V: Vector>(lanes: &V) -> __m512i {
    // SAFETY: 64 bytes can be read; the load needs no alignment, and any bits are numbers.
    unsafe { _mm512_loadu_si512(std::ptr::from_ref(lanes).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store<V: Vector>(lanes: &mut V, vector: __m512i) {
    // SAFETY: 64 bytes can be written; the store needs no alignment, and any bits are numbers.
    unsafe { _mm512_storeu_si512(std::ptr::from_mut(lanes).cast(), vector) }
}

const _: () = assert!(BLOCK.is_multiple_of(64));
