//! Both streams of a hand for simulation, drawn four blocks at a time.
//!
//! The plain streams of the parent module make four blocks each before the first word. A hand of two players
//! needs two of cards and one of choices: here it takes three and one in one go, one block to a
//! lane, and a hand of eight takes a second four. With a shuffle that stops where the hand can't need
//! more cards that makes 70 ns of 200. The words are the same; the tests compare them.

use super::row::Row;
use super::{Purpose, STREAM_VERSION, below};
use crate::card::Card;
use crate::deal::{DECK_SIZE, Deck};

const LANES: usize = 4;

/// How many words a block has.
const WORDS: usize = 16;

/// Four blocks of `ChaCha8`: word by word, the four lanes side by side.
type Quad = [[u32; LANES]; WORDS];

/// The streams of one hand: cards from their beginning, then choices.
pub(crate) struct Streams {
    seed: u64,
    number: u64,
    /// Block 0 of the choices, then blocks 0 to 2 of the cards.
    first: Quad,
    /// Block 3 of the cards, then blocks 1 to 3 of the choices; later four blocks of choices.
    more: Quad,
    /// How often `more` was filled.
    filled: u64,
    /// How many words of choices were drawn.
    drawn: u64,
}

impl Streams {
    /// The streams of hand `number` of `seed`.
    #[inline]
    pub fn new(seed: u64, number: u64) -> Self {
        let first = quad(seed, number, [Purpose::Choices, Purpose::Cards, Purpose::Cards, Purpose::Cards], [0, 0, 1, 2]);
        Self { seed, number, first, more: [[0; LANES]; WORDS], filled: 0, drawn: 0 }
    }

    /// The cards, of which only so many from the top are shuffled: the same as [`super::cards`] there.
    #[inline]
    pub fn cards(&mut self, count: usize) -> [Card; DECK_SIZE] {
        let mut cards = Deck::ORDERED;
        let mut left = 52;
        for i in 0..count.min(DECK_SIZE - 1) {
            let product = u64::from(self.card_word(i)) * left;
            // Nearly never would a word be rejected.
            if product & 0xffff_ffff < left {
                return super::cards(self.seed, self.number);
            }
            cards.swap(i, i + (product >> 32) as usize);
            left -= 1;
        }
        cards
    }

    /// Word number `n` of the cards, below 64.
    #[inline]
    fn card_word(&mut self, n: usize) -> u32 {
        if n < 3 * WORDS {
            return self.first[n % WORDS][1 + n / WORDS];
        }
        if self.filled == 0 {
            self.fill();
        }
        self.more[n % WORDS][0]
    }

    /// A choice, as [`super::Choices::below`].
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        below(|| self.choice_word(), bound)
    }

    #[inline]
    fn choice_word(&mut self) -> u32 {
        let (block, word) = (self.drawn / 16, (self.drawn % 16) as usize);
        self.drawn += 1;
        if block == 0 {
            return self.first[word][0];
        }
        while self.filled <= block / 4 {
            self.fill();
        }
        self.more[word][(block % 4) as usize]
    }

    #[inline(never)]
    fn fill(&mut self) {
        let block = 4 * self.filled;
        let mut purposes = [Purpose::Choices; LANES];
        let mut blocks = [block, block + 1, block + 2, block + 3];
        if self.filled == 0 {
            (purposes[0], blocks[0]) = (Purpose::Cards, 3);
        }
        self.more = quad(self.seed, self.number, purposes, blocks);
        self.filled += 1;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the halves of a word")]
const fn both_halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

/// Block `blocks[i]` of the stream for `purposes[i]`, for each lane `i`.
fn quad(seed: u64, number: u64, purposes: [Purpose; LANES], blocks: [u64; LANES]) -> Quad {
    let same = |word: u32| Row::new([word; LANES]);
    let [seed, number, version] = [seed, number, STREAM_VERSION].map(|word| both_halves(word).map(same));
    let blocks = blocks.map(both_halves);
    let [a, b, c, d] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574].map(same);
    let purposes = Row::new(purposes.map(|purpose| purpose as u32));
    let [low, high] = [0, 1].map(|half| Row::new(blocks.map(|block| block[half])));
    let zero = same(0);
    #[rustfmt::skip]
    let start = [
        a, b, c, d,
        seed[0], seed[1], number[0], number[1],
        purposes, zero, version[0], version[1],
        low, high, zero, zero,
    ];
    let mut rows = start;
    for _ in 0..4 {
        quarter_round::<0, 4, 8, 12>(&mut rows);
        quarter_round::<1, 5, 9, 13>(&mut rows);
        quarter_round::<2, 6, 10, 14>(&mut rows);
        quarter_round::<3, 7, 11, 15>(&mut rows);
        quarter_round::<0, 5, 10, 15>(&mut rows);
        quarter_round::<1, 6, 11, 12>(&mut rows);
        quarter_round::<2, 7, 8, 13>(&mut rows);
        quarter_round::<3, 4, 9, 14>(&mut rows);
    }
    std::array::from_fn(|i| rows[i].plus(start[i]).words())
}

#[inline]
fn quarter_round<const A: usize, const B: usize, const C: usize, const D: usize>(rows: &mut [Row; WORDS]) {
    rows[A] = rows[A].plus(rows[B]);
    rows[D] = rows[D].mixed::<16, 16>(rows[A]);
    rows[C] = rows[C].plus(rows[D]);
    rows[B] = rows[B].mixed::<12, 20>(rows[C]);
    rows[A] = rows[A].plus(rows[B]);
    rows[D] = rows[D].mixed::<8, 24>(rows[A]);
    rows[C] = rows[C].plus(rows[D]);
    rows[B] = rows[B].mixed::<7, 25>(rows[C]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Choices, cards};

    #[test]
    fn the_cards_are_those_of_the_plain_stream() {
        for number in 0..2000_u64 {
            let count = usize::try_from(number % 53).expect("small");
            let seed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut streams = Streams::new(seed, number);
            assert_eq!(streams.cards(count)[..count], cards(seed, number)[..count], "{seed} {number}");
        }
    }

    #[test]
    fn the_choices_are_those_of_the_plain_stream() {
        for number in 0..200 {
            let (mut streams, mut choices) = (Streams::new(11, number), Choices::new(11, number));
            // Whether or not cards were drawn that need the second four blocks.
            if number % 2 == 0 {
                streams.cards(51);
            }
            for bound in (1..=12).cycle().take(300) {
                assert_eq!(streams.below(bound), choices.below(bound), "hand {number}");
            }
        }
    }
}
