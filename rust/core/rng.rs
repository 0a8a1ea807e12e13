//! The one place that makes randomness: (seed, hand number) → that hand's own stream, and (seed, block number) → those of
//! a block of trials.
//!
//! Hand `i` of seed `s` has the same cards and the same choices on any machine, for any number of
//! threads and in any release. `ChaCha8` makes 256 bytes at a time: those keyed by `s` and `i / 2` serve the two hands of
//! a pair, 128 bytes each. The first 52 of them make the cards, four of a word; the others are for the choices, so that how
//! a hand is played can't change its cards. What is needed beyond, which is rare, comes from streams keyed by the hand
//! itself: cards for rejected words from one, more choices from another. The known answers at the foot of this file pin
//! the streams; a change of them is a new [`STREAM_VERSION`].

use std::hint::select_unpredictable;
use std::ops::Range;

use chacha20::variants::Legacy;
use chacha20::{ChaCha8Rng, ChaCha20Rng, ChaChaCore, R8};
use rand_core::block::Generator;
use rand_core::{Rng, SeedableRng};

use crate::card::Card;
use crate::deal::{DECK_SIZE, Deck};

/// Counts the changes of what a seed and a number mean. Part of every key.
pub const STREAM_VERSION: u64 = 1;

#[derive(Clone, Copy)]
enum Purpose {
    /// The cards and the first choices of two hands.
    Hands = 0,
    /// Replaces rejected card words of a hand.
    Spare = 1,
    /// The cards of a block of trials.
    Trials = 2,
    /// Replaces rejected words of those.
    TrialsSpare = 3,
    /// What is chosen by weight in them.
    Choices = 4,
    /// The choices of a hand beyond the first.
    MoreChoices = 5,
}

/// `ChaCha8` without a buffer of its own: it makes 64 words at a time.
type ChaCha8 = ChaChaCore<R8, Legacy>;

#[inline]
fn key(seed: u64, number: u64, purpose: Purpose) -> [u8; 32] {
    let mut key = [0; 32];
    key[0..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    key[16..24].copy_from_slice(&(purpose as u64).to_le_bytes());
    key[24..32].copy_from_slice(&STREAM_VERSION.to_le_bytes());
    key
}

/// A whole number below `bound`, each equally likely: Lemire's multiplication. None for the few words
/// that would make some more likely than others.
#[inline]
fn below(word: u32, bound: u32) -> Option<u32> {
    let product = u64::from(word) * u64::from(bound);
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    let fraction = product as u32;
    (fraction >= bound || fraction >= bound.wrapping_neg() % bound).then_some((product >> 32) as u32)
}

/// What replaces the rejected card words of a hand.
fn spare_words(seed: u64, number: u64) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(key(seed, number, Purpose::Spare))
}

/// The first word of a stream that isn't rejected. Nearly never called: kept out of the fast path.
#[cold]
#[inline(never)]
fn another_below(rng: &mut impl Rng, bound: u32) -> u32 {
    loop {
        if let Some(number) = below(rng.next_u32(), bound) {
            return number;
        }
    }
}

/// One of the cards that are left.
#[expect(clippy::cast_possible_truncation, reason = "there are 52")]
fn one_of(rng: &mut impl Rng, left: u32) -> u8 {
    another_below(rng, left) as u8
}

/// How many words the generator makes at a time.
const WORDS: usize = 64;

/// How many of them a hand begins with: the other hand of its pair has the others.
const HALF: usize = WORDS / 2;

/// How many words make cards.
const CARD_WORDS: usize = DECK_SIZE / 4;

/// From what on a word is good for its four cards: as in [`below`], with all ways to draw four for the bound.
const LEAST: [u32; CARD_WORDS] = {
    let mut least = [0; CARD_WORDS];
    let mut word = 0;
    while word < CARD_WORDS {
        #[expect(clippy::cast_possible_truncation, reason = "at most 52")]
        let left = (DECK_SIZE - 4 * word) as u32;
        least[word] = least_of_four(left);
        word += 1;
    }
    least
};

/// Below what the rest of a word that made four draws is too small: some would be more likely than others.
#[inline]
const fn least_of_four(left: u32) -> u32 {
    let ways = left * (left - 1) * (left - 2) * (left - 3);
    ways.wrapping_neg() % ways
}

/// The words of a pair of hands.
#[inline]
fn pair(seed: u64, pair: u64) -> ChaCha8 {
    ChaCha8::from_seed(key(seed, pair, Purpose::Hands))
}

/// The random numbers of one hand: its cards and its choices.
pub struct Streams {
    seed: u64,
    number: u64,
    /// The words of the cards in the upper half, and the next bytes of the choices.
    words: [u32; WORDS],
    /// The place of the next choice among the bytes of the words.
    next: usize,
    /// Makes more choices, once it is there.
    more: Option<ChaCha8>,
}

impl Streams {
    /// Those of hand `number` of `seed`.
    #[must_use]
    #[inline]
    pub fn new(seed: u64, number: u64) -> Self {
        let mut streams = Self { seed, number, words: [0; WORDS], next: 0, more: None };
        streams.restart(number);
        streams
    }

    /// Goes to another hand of the seed, in its place.
    #[inline]
    pub(crate) fn restart(&mut self, number: u64) {
        let mut words = [0; WORDS];
        pair(self.seed, number / 2).generate(&mut words);
        self.begin(number, &words);
    }

    /// Goes to a hand of the pair that has these words.
    #[inline]
    fn begin(&mut self, number: u64, pair: &[u32; WORDS]) {
        let (first, second) = pair.split_at(HALF);
        self.words[HALF..].copy_from_slice(if number.is_multiple_of(2) { first } else { second });
        self.next = 4 * (HALF + CARD_WORDS);
        self.number = number;
        self.more = None;
    }

    /// The cards, of which only the first `count` are shuffled for good: enough where a hand can't
    /// need more.
    #[must_use]
    pub fn cards(&mut self, count: usize) -> [Card; DECK_SIZE] {
        let mut cards = *Deck::ORDERED;
        self.shuffle(&mut cards, count);
        cards
    }

    /// Makes [`Streams::cards`] of the ordered cards, in their place.
    ///
    /// Four cards take one word: what a multiplication leaves below the point is as random as before and goes into the
    /// next (Brackett-Rozinsky and Lemire). About one word in 1,300 is rejected at most.
    #[inline]
    pub(crate) fn shuffle(&mut self, cards: &mut [Card; DECK_SIZE], count: usize) {
        let mut left = 52;
        let mut spare = None;
        for (group, &least) in LEAST.iter().enumerate().take(count.div_ceil(4)) {
            let mut word = self.words[HALF + group];
            let mut ahead = [0; 4];
            for (place, left) in ahead.iter_mut().zip([left, left - 1, left - 2, left - 3]) {
                (*place, word) = split(u64::from(word) * u64::from(left));
            }
            if word < least {
                ahead = self.spare(&mut spare, left);
            }
            for (i, ahead) in (4 * group..).zip(ahead) {
                cards.swap(i, i + usize::from(ahead));
            }
            left -= 4;
        }
    }

    #[cold]
    #[inline(never)]
    fn spare(&self, spare: &mut Option<ChaCha8Rng>, left: u32) -> [u8; 4] {
        let spare = spare.get_or_insert_with(|| spare_words(self.seed, self.number));
        [left, left - 1, left - 2, left - 3].map(|left| one_of(spare, left))
    }

    /// The next choice: a whole number below `bound`, which is from 1 to 256, each equally likely.
    ///
    /// A choice takes one byte, and another where that would make some numbers more likely.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!((1..=256).contains(&bound));
        loop {
            let product = self.byte() * bound;
            let fraction = product & 255;
            if fraction >= bound || fraction >= 256 % bound {
                return product >> 8;
            }
        }
    }

    /// [`Streams::below`] three or two. Both are worked out before it is known which is wanted, and of the
    /// bytes only 0 is refused, by three.
    #[inline]
    pub(crate) fn below_three_or_two(&mut self, three: bool) -> u32 {
        let byte = self.byte();
        if byte == 0 && three {
            return self.below(3);
        }
        select_unpredictable(three, (byte * 3) >> 8, byte >> 7)
    }

    /// The next choice as a number from 0 on and below 1: the upper 53 bits of the next eight bytes, the first
    /// byte the lowest.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        let bits = match (self.next % 4, self.words.get(self.next / 4..)) {
            (0, Some(&[low, high, ..])) => {
                self.next += 8;
                u64::from(low) | u64::from(high) << 32
            }
            _ => (0..8).fold(0, |bits, place| bits | u64::from(self.byte()) << (8 * place)),
        };
        (bits >> 11) as f64 * STEP
    }

    #[inline]
    fn byte(&mut self) -> u32 {
        if self.next == 4 * WORDS {
            self.more_choices();
        }
        let byte = self.words[self.next / 4] >> (self.next % 4 * 8) & 255;
        self.next += 1;
        byte
    }

    #[cold]
    #[inline(never)]
    fn more_choices(&mut self) {
        let Self { seed, number, .. } = *self;
        let more =
            self.more.get_or_insert_with(|| ChaCha8::from_seed(key(seed, number, Purpose::MoreChoices)));
        more.generate(&mut self.words);
        self.next = 0;
    }
}

/// How many pairs of hands have their keys made at once.
const PAIRS: usize = 8;

/// The random numbers of many hands. The processor draws those of a pair while the pair before is played: the
/// generator waits for itself most of the time.
pub(crate) struct Series {
    streams: Streams,
    generators: [ChaCha8; PAIRS],
    words: [[u32; WORDS]; PAIRS],
}

impl Series {
    /// Of hands of this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            streams: Streams::new(seed, 0),
            generators: std::array::from_fn(|_| pair(seed, 0)),
            words: [[0; WORDS]; PAIRS],
        }
    }

    /// Plays the hands whose numbers are so far from `start`.
    #[inline]
    pub fn play(&mut self, start: u64, mut offsets: Range<u64>, mut play: impl FnMut(&mut Streams)) {
        while !offsets.is_empty() {
            let first = start + offsets.start;
            let room = PAIRS as u64 * 2 - first % 2;
            let count = room.min(offsets.end - offsets.start);
            offsets.start += count;
            let last = first + (count - 1);
            // Keys long before words: what has just been written can't be read at once.
            let pairs = (first / 2..=last / 2).zip(&mut self.generators);
            let pairs = pairs.map(|(number, generator)| *generator = pair(self.streams.seed, number)).count();
            self.generators[0].generate(&mut self.words[0]);
            let mut number = first;
            for this in 0..pairs {
                if this + 1 < pairs {
                    self.generators[this + 1].generate(&mut self.words[this + 1]);
                }
                let end = last.min(number | 1);
                for number in number..=end {
                    self.streams.begin(number, &self.words[this]);
                    play(&mut self.streams);
                }
                number = end.wrapping_add(1);
            }
        }
    }
}

/// The random numbers of one block of trials ([`crate::equity`]): many at a time for the cards, and one by one for what is
/// chosen by weight.
#[derive(Debug)]
pub(crate) struct Trials {
    cards: ChaCha8Rng,
    spare: ChaCha8Rng,
    choices: ChaCha8Rng,
}

impl Trials {
    /// Those of block `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Self {
        let [cards, spare, choices] = [Purpose::Trials, Purpose::TrialsSpare, Purpose::Choices]
            .map(|purpose| ChaCha8Rng::from_seed(key(seed, number, purpose)));
        Self { cards, spare, choices }
    }

    /// Draws from `cards` cards without putting them back, in `N` trials side by side: number `i` of each is a place among the
    /// `cards - i` that are left, each equally likely.
    ///
    /// Four draws take one word: what a multiplication leaves below the point is as random as before and goes into the next,
    /// until too little is left (Brackett-Rozinsky and Lemire). About one word in 1,300 is rejected at most.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for what its caller is compiled for")]
    pub fn draw_places<const N: usize>(&mut self, cards: u8, places: &mut [[u8; N]]) {
        let mut left = u32::from(cards);
        for rows in places.chunks_mut(4) {
            let mut words = [[0; 4]; N];
            self.cards.fill_bytes(words.as_flattened_mut());
            let mut words = words.map(u32::from_le_bytes);
            let (first, mut ways) = (left, 1_u32);
            for row in &mut *rows {
                for (place, word) in row.iter_mut().zip(&mut words) {
                    (*place, *word) = split(u64::from(*word) * u64::from(left));
                }
                ways = ways.wrapping_mul(left);
                left = left.wrapping_sub(1);
            }
            // As in `below`, with all ways to draw four cards for the bound.
            let least = ways.wrapping_neg() % ways;
            if words.iter().fold(u32::MAX, |lowest, &word| lowest.min(word)) < least {
                self.draw_again(first, least, &words, rows);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn draw_again<const N: usize>(&mut self, first: u32, least: u32, words: &[u32; N], rows: &mut [[u8; N]]) {
        for (lane, _) in words.iter().enumerate().filter(|&(_, &word)| word < least) {
            for (left, row) in (1..=first).rev().zip(&mut *rows) {
                row[lane] = one_of(&mut self.spare, left);
            }
        }
    }

    /// A whole number below `bound`, each equally likely.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.choices.next_u64()) * u128::from(bound);
            #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
            let fraction = product as u64;
            if fraction >= bound || fraction >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }
}

/// What stands before the point, below 256, and after it: 32 bits each.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the parts are meant")]
const fn split(number: u64) -> (u8, u32) {
    ((number >> 32) as u8, number as u32)
}

/// The cards of hand `number` of `seed`.
#[must_use]
pub fn cards(seed: u64, number: u64) -> [Card; DECK_SIZE] {
    Streams::new(seed, number).cards(DECK_SIZE)
}

/// Returns a seed that is drawn and then told to the user, of bytes which the caller has from the operating system. It has 53
/// bits: JavaScript and jq read no larger number exactly from a record.
#[must_use]
pub const fn drawn_seed(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes) >> (64 - f64::MANTISSA_DIGITS)
}

/// Cards for real play: `ChaCha20` under a key of 256 bits, which the caller has from the operating
/// system.
#[must_use]
pub fn secret_deck(key: [u8; 32]) -> Deck {
    let mut rng = ChaCha20Rng::from_seed(key);
    let mut cards = *Deck::ORDERED;
    for (i, left) in (2..=52).rev().enumerate() {
        cards.swap(i, i + another_below(&mut rng, left) as usize);
    }
    Deck::of_shuffled(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cards: &[Card]) -> String {
        cards.iter().map(ToString::to_string).collect()
    }

    /// Computed by another program: `ChaCha8` after RFC 8439 with four double rounds and a 64-bit
    /// counter.
    #[test]
    fn known_answers() {
        assert_eq!(
            text(&cards(0, 0)),
            "Ah6d8s5h9dAcKs9c2hQc9h2d3dKhJs2cJcKc7s3s3c4s6hKd4c5dTd6sAd8c4d7c9s8h4hJhQsJdQd3h8d7h6cTc7dAs2s5sQhTs5cTh"
        );
        assert_eq!(
            text(&cards(7, 1_000_000_007)),
            "8hJs7h3h3s5d2d4c2sQc3d9s8sKd5sAhAs6cQs9dJc8d4dAdQh4sTh2hJh5cTc7s8c7c6sAc4hQdKc3cJd6h2c9c6dKsKh9hTs7d5hTd"
        );
        // The third word of this hand is rejected.
        assert_eq!(
            text(&cards(7, 735)),
            "JhQc9dJc6d7h5c2hAs6cQs6hKs4c7s5s7c5dJd8c6sTcTs2cKd3s3c8h5h3dJsQdTh3hKh2s2dAh9hTdKc7d4dAdQh4s9sAc8d9c4h8s"
        );
        let mut streams = Streams::new(7, 3);
        assert_eq!([streams.below(3), streams.below(3), streams.below(100)], [1, 0, 13]);
        // The first 76 are the hand's half of a pair's.
        let mut streams = Streams::new(7, 3);
        let choices: Vec<u32> = (0..120).map(|_| streams.below(10)).collect();
        assert_eq!(
            choices,
            [
                6, 1, 1, 1, 3, 5, 3, 4, 8, 7, 1, 9, 0, 1, 0, 9, 2, 1, 4, 4, 2, 5, 3, 0, 4, 4, 2, 7, 2, 5, 0,
                6, 7, 2, 7, 8, 7, 6, 0, 1, 2, 2, 1, 8, 7, 7, 0, 6, 3, 5, 1, 1, 1, 2, 5, 7, 5, 8, 4, 2, 5, 2,
                0, 4, 1, 1, 6, 5, 8, 0, 8, 0, 2, 5, 8, 6, 2, 6, 0, 3, 3, 9, 5, 9, 7, 0, 0, 3, 7, 8, 5, 9, 1,
                4, 3, 1, 5, 5, 7, 2, 7, 9, 4, 5, 3, 1, 1, 9, 9, 7, 6, 4, 7, 3, 2, 6, 1, 9, 0, 0
            ]
        );
        // Of the second 256 bytes beyond those.
        let choices: Vec<u32> = (120..420).map(|_| streams.below(10)).skip(280).collect();
        assert_eq!(choices, [5, 9, 5, 4, 5, 0, 6, 6, 4, 9, 3, 7, 4, 7, 0, 6, 9, 0, 0, 1]);
        let key = (1..33).collect::<Vec<u8>>().try_into().expect("32 bytes");
        assert_eq!(
            text(secret_deck(key).cards()),
            "Tc3hQhTd3s9c7h3c9d6d5h2s4cQs6s4h5s8c3d8hAs2d7sKhJs8dQc2c8sKc7cJc9s2hKsKd6hTsThJh9hAhQd4s5c7dAc4dAd5d6cJd"
        );
    }

    #[test]
    fn drawn_seeds_are_numbers_that_a_float_holds() {
        assert_eq!(drawn_seed([0xff; 8]), (1 << 53) - 1);
        assert_eq!(drawn_seed([0, 8, 0, 0, 0, 0, 0, 0]), 1);
        assert_eq!(drawn_seed([0xff, 7, 0, 0, 0, 0, 0, 0]), 0);
    }

    #[test]
    fn words_that_would_make_some_draws_more_likely_are_rejected() {
        for (group, &least) in (0_u64..).zip(&LEAST) {
            let ways: u64 = (1..=52 - 4 * group).rev().take(4).product();
            assert_eq!(u64::from(least), (1 << 32) % ways);
        }
    }

    #[test]
    fn rejected_words_of_a_hand_take_one_spare_word_after_the_other() {
        let mut streams = Streams::new(7, 3);
        // The word 0 leaves 0, which is never enough. There are 24 ways to draw the last four cards, and 2^32 is 16
        // more than a multiple of 24: 357,913,942 * 24 = 2 * 2^32 + 16 leaves just enough.
        streams.words[HALF] = 0;
        streams.words[HALF + 2] = 0;
        streams.words[HALF + 12] = 357_913_942;
        let mut spare = spare_words(7, 3);
        let mut expected = *Deck::ORDERED;
        for group in 0..CARD_WORDS {
            let mut word = streams.words[HALF + group];
            for (place, left) in (4 * group..).zip((1..=52).rev().skip(4 * group).take(4)) {
                let ahead;
                (ahead, word) = split(u64::from(word) * u64::from(left));
                let ahead = if matches!(group, 0 | 2) { one_of(&mut spare, left) } else { ahead };
                expected.swap(place, place + usize::from(ahead));
            }
        }
        assert_eq!(text(&streams.cards(DECK_SIZE)), text(&expected));
    }

    #[test]
    fn a_unit_is_made_of_the_next_eight_bytes() {
        for skipped in [0, 1, 3, 4, 68, 72, 73, 75] {
            let (mut bytes, mut units) = (Streams::new(7, 3), Streams::new(7, 3));
            for _ in 0..skipped {
                assert_eq!(bytes.byte(), units.byte());
            }
            for _ in 0..70 {
                let bits = (0..8).fold(0, |bits, place| bits | u64::from(bytes.byte()) << (8 * place));
                #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
                let expected = (bits >> 11) as f64 / (1_u64 << 53) as f64;
                assert_eq!(units.unit().to_bits(), expected.to_bits());
            }
        }
        // Computed by another program, from the same bytes as the choices above.
        let mut streams = Streams::new(7, 3);
        let units = [streams.unit(), streams.unit(), streams.unit()];
        let known = [0.458_382_387_222_748_93, 0.933_840_752_578_482_1, 0.013_116_078_788_201_424];
        assert_eq!(units.map(f64::to_bits), known.map(f64::to_bits));
    }

    #[test]
    fn a_part_of_the_shuffle_is_the_beginning_of_the_whole() {
        for number in 0..200 {
            let mut streams = Streams::new(3, number);
            for count in [0, 14, 33, 51, 52, 99] {
                let top = count.min(DECK_SIZE);
                assert_eq!(streams.cards(count)[..top], cards(3, number)[..top]);
            }
        }
    }

    #[test]
    fn a_choice_of_three_or_two_is_a_choice() {
        for number in 0..300 {
            let (mut streams, mut plain) = (Streams::new(3, number), Streams::new(3, number));
            for n in 0..400 {
                let three = (number + n) % 5 < 3;
                assert_eq!(streams.below_three_or_two(three), plain.below(if three { 3 } else { 2 }));
            }
        }
    }

    #[test]
    fn a_series_has_the_streams_of_each_hand() {
        let mut series = Series::new(5);
        for (start, offsets) in
            [(0, 0..0), (0, 0..1), (7, 3..35), (1, 0..2), (6, 0..17), (u64::MAX - 40, 9..41)]
        {
            let count = offsets.end - offsets.start;
            let mut numbers = (start + offsets.start)..=u64::MAX;
            let mut played = 0;
            series.play(start, offsets, |streams| {
                let mut plain = Streams::new(5, numbers.next().unwrap());
                assert_eq!(streams.cards(DECK_SIZE), plain.cards(DECK_SIZE));
                // Into the bytes beyond the pair's, whose other half must stay.
                for _ in 0..100 {
                    assert_eq!(streams.below(200), plain.below(200));
                }
                played += 1;
            });
            assert_eq!(played, count);
        }
    }

    #[test]
    fn every_place_of_the_deck_is_fair() {
        // 52,000 deals: each card comes first about 1,000 times, 5.5 standard deviations are 174.
        let mut first = [0_u32; 52];
        let mut last = [0_u32; 52];
        for number in 0..52_000 {
            let deck = cards(11, number);
            first[usize::from(deck[0].index())] += 1;
            last[usize::from(deck[51].index())] += 1;
        }
        assert!(first.iter().chain(&last).all(|&n| n.abs_diff(1000) < 174), "{first:?} {last:?}");
    }

    /// From the other program too, which draws for one trial after another.
    #[test]
    fn known_answers_of_trials() {
        let mut places = [[0; 8]; 6];
        Trials::new(7, 3).draw_places(52, &mut places);
        assert_eq!(
            places,
            [
                [4, 7, 25, 43, 31, 9, 9, 13],
                [42, 44, 41, 36, 4, 35, 12, 10],
                [23, 30, 10, 24, 0, 30, 18, 22],
                [17, 30, 47, 48, 24, 18, 17, 44],
                [42, 33, 0, 23, 37, 13, 39, 9],
                [39, 21, 11, 2, 10, 11, 25, 32],
            ]
        );
        let mut trials = Trials::new(7, 3);
        let choices: Vec<u64> =
            [10, 10, 10, 10, (1 << 40) + 1, 3].into_iter().map(|bound| trials.below(bound)).collect();
        assert_eq!(choices, [5, 5, 1, 1, 1_078_008_049_862, 2]);
        // A quarter of the words leaves too little for this bound, and another just enough.
        let mut trials = Trials::new(7, 3);
        assert_eq!(
            [(); 5].map(|()| trials.below(3 << 62)),
            [
                1_803_675_573_665_179_463,
                2_436_521_969_277_909_982,
                13_564_480_426_696_619_452,
                12_499_077_785_408_798_335,
                11_943_009_914_122_023_972,
            ]
        );
        // Fifteen words of these are rejected.
        let mut places = vec![[0; 10_000]; 49];
        Trials::new(7, 4).draw_places(52, &mut places);
        let sum = places
            .as_flattened()
            .iter()
            .fold(0_u32, |sum, &place| sum.wrapping_mul(31).wrapping_add(place.into()));
        assert_eq!(sum, 3_324_904_247);
    }

    #[test]
    fn rejected_words_are_drawn_again() {
        // 2^32 = 3 * 1431655765 + 1: for the bound 3 only the word 0 is one too many.
        assert_eq!([below(0, 3), below(1, 3), below(u32::MAX, 3)], [None, Some(0), Some(2)]);
        // What these leave, 2 and 1, is as little as can be and less than the bound.
        assert_eq!([below(0x5555_5556, 3), below(0xAAAA_AAAB, 3)], [Some(1), Some(2)]);
        // Half of the words are too many for the bound 2^31 + 1.
        let bound = (1 << 31) + 1;
        let (mut rng, mut plain) = (spare_words(1, 1), spare_words(1, 1));
        for _ in 0..100 {
            let expected = std::iter::repeat_with(|| plain.next_u32()).find_map(|word| below(word, bound));
            assert_eq!(Some(another_below(&mut rng, bound)), expected);
        }
    }
}
