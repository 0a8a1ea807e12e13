//! The one place that makes randomness: (seed, hand number) → that hand's own stream.
//!
//! Hand `i` of seed `s` has the same cards and the same choices on any machine, for any number of
//! threads and in any release: `ChaCha8` keyed by both numbers. Its first 52 words make the cards, the
//! bytes from there on the choices, so that how a hand is played can't change its cards; a card word
//! that must be rejected is replaced from a stream apart. The generator makes 256 bytes at a time,
//! which is all that most hands need. The known answers at the foot of this file pin the streams; a
//! change of them is a new [`STREAM_VERSION`].

use chacha20::{ChaCha8Rng, ChaCha20Rng};
use rand_core::{Rng, SeedableRng};

use crate::card::Card;
use crate::deal::{DECK_SIZE, Deck};

/// Counts the changes of what a seed and a number mean. Part of every key.
pub const STREAM_VERSION: u64 = 1;

#[derive(Clone, Copy)]
enum Purpose {
    Hand = 0,
    /// Replaces rejected card words.
    Spare = 1,
}

fn stream(seed: u64, number: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[0..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    key[16..24].copy_from_slice(&(purpose as u64).to_le_bytes());
    key[24..32].copy_from_slice(&STREAM_VERSION.to_le_bytes());
    ChaCha8Rng::from_seed(key)
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

/// How many bytes of the stream make the cards.
const CARD_BYTES: usize = 4 * DECK_SIZE;

/// The random numbers of one hand: its cards and its choices.
#[derive(Debug)]
pub struct Streams {
    seed: u64,
    number: u64,
    /// The words of the cards and the next bytes of the choices, once something was drawn.
    bytes: [u8; 256],
    /// The place of the next choice; 0 before anything was drawn.
    next: usize,
    rng: ChaCha8Rng,
}

impl Streams {
    /// Those of hand `number` of `seed`.
    #[must_use]
    #[inline]
    pub fn new(seed: u64, number: u64) -> Self {
        let rng = stream(seed, number, Purpose::Hand);
        Self { seed, number, bytes: [0; 256], next: 0, rng }
    }

    /// Draws the words of the cards. Not sooner than needed: a value that is moved while its bytes are on
    /// their way to memory waits for them, and this one moves out of `new`.
    #[inline]
    fn begin(&mut self) {
        if self.next == 0 {
            self.rng.fill_bytes(&mut self.bytes);
            self.next = CARD_BYTES;
        }
    }

    #[inline]
    fn card_word(&self, place: usize) -> u32 {
        let bytes = &self.bytes[4 * place..];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The cards, of which only the first `count` are shuffled for good: enough where a hand can't
    /// need more.
    #[must_use]
    pub fn cards(&mut self, count: usize) -> [Card; DECK_SIZE] {
        let mut cards = Deck::ORDERED;
        self.shuffle(&mut cards, count);
        cards
    }

    /// Makes [`Streams::cards`] of the ordered cards, in their place.
    #[inline]
    pub(crate) fn shuffle(&mut self, cards: &mut [Card; DECK_SIZE], count: usize) {
        self.begin();
        let mut left = 52;
        let mut spare = None;
        for i in 0..count.min(DECK_SIZE - 1) {
            let ahead = below(self.card_word(i), left).unwrap_or_else(|| self.spare(&mut spare, left));
            cards.swap(i, i + ahead as usize);
            left -= 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn spare(&self, spare: &mut Option<ChaCha8Rng>, bound: u32) -> u32 {
        another_below(spare.get_or_insert_with(|| stream(self.seed, self.number, Purpose::Spare)), bound)
    }

    /// The next choice: a whole number below `bound`, which is from 1 to 256, each equally likely.
    ///
    /// A choice takes one byte, and another where that would make some numbers more likely.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!((1..=256).contains(&bound));
        self.begin();
        loop {
            if self.next == self.bytes.len() {
                self.more_choices();
            }
            let product = u32::from(self.bytes[self.next]) * bound;
            self.next += 1;
            let fraction = product & 255;
            if fraction >= bound || fraction >= 256 % bound {
                return product >> 8;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn more_choices(&mut self) {
        self.rng.fill_bytes(&mut self.bytes[CARD_BYTES..]);
        self.next = CARD_BYTES;
    }
}

/// The cards of hand `number` of `seed`.
#[must_use]
pub fn cards(seed: u64, number: u64) -> [Card; DECK_SIZE] {
    Streams::new(seed, number).cards(DECK_SIZE)
}

/// Cards for real play: `ChaCha20` under a key of 256 bits, which the caller has from the operating
/// system.
#[must_use]
pub fn secret_cards(key: [u8; 32]) -> [Card; DECK_SIZE] {
    let mut rng = ChaCha20Rng::from_seed(key);
    let mut cards = Deck::ORDERED;
    for (i, left) in (2..=52).rev().enumerate() {
        cards.swap(i, i + another_below(&mut rng, left) as usize);
    }
    cards
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
            "Ah9c8cAc9s6s5c2sKd8sTc5s9h6h7hJsAd3cQsQh4s7s9d4hJh3d4d5h2d2cKhQdQc7dTs7c8h6cAsJdKc4cJc5dTdTh3h2h3s8dKs6d"
        );
        assert_eq!(
            text(&cards(7, 1_000_000_007)),
            "2cTsAd5hQdQsJc2d6cTd7d2h8s3c4sJhAhKcJdTc5c9h8dQh6d9c6h3dKsAs8c7s5s5d4c9d3hJsKd4d6s7hThQc9sKhAc2s7c8h4h3s"
        );
        let mut streams = Streams::new(7, 3);
        assert_eq!([streams.below(3), streams.below(3), streams.below(100)], [2, 2, 30]);
        let mut streams = Streams::new(7, 3);
        let choices: Vec<u32> = (0..60).map(|_| streams.below(10)).collect();
        assert_eq!(
            choices,
            [
                7, 7, 3, 4, 9, 1, 2, 5, 6, 0, 2, 8, 6, 8, 6, 4, 7, 9, 7, 6, 0, 1, 1, 7, 2, 0, 7, 0, 5, 3, 4,
                4, 6, 6, 4, 5, 2, 9, 1, 1, 9, 7, 5, 7, 1, 4, 7, 1, 1, 8, 3, 4, 8, 9, 2, 9, 0, 4, 8, 7
            ]
        );
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

    #[test]
    fn rejected_words_are_drawn_again() {
        // 2^32 = 3 * 1431655765 + 1: for the bound 3 only the word 0 is one too many.
        assert_eq!([below(0, 3), below(1, 3), below(u32::MAX, 3)], [None, Some(0), Some(2)]);
        // Half of the words are too many for the bound 2^31 + 1.
        let bound = (1 << 31) + 1;
        let (mut rng, mut plain) = (stream(1, 1, Purpose::Spare), stream(1, 1, Purpose::Spare));
        for _ in 0..100 {
            let expected = std::iter::repeat_with(|| plain.next_u32()).find_map(|word| below(word, bound));
            assert_eq!(Some(another_below(&mut rng, bound)), expected);
        }
    }
}
