//! The one place that makes randomness: (seed, hand number) → that hand's own streams.
//!
//! Hand `i` of seed `s` has the same cards and the same choices on any machine, for any number of
//! threads and in any release: `ChaCha8` keyed by both numbers, one stream for the cards and one for
//! the choices, so that how a hand is played can't change its cards. The known answers at the foot
//! of this file pin the streams; a change of them is a new [`STREAM_VERSION`].

mod quad;
mod row;

use chacha20::{ChaCha8Rng, ChaCha20Rng};
use rand_core::{Rng, SeedableRng};

use crate::card::Card;
use crate::deal::{DECK_SIZE, Deck};

pub(crate) use quad::Streams;

/// Counts the changes of what a seed and a number mean. Part of every key.
pub const STREAM_VERSION: u64 = 1;

#[derive(Clone, Copy)]
enum Purpose {
    Cards = 0,
    Choices = 1,
}

fn stream(seed: u64, number: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[0..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    key[16..24].copy_from_slice(&(purpose as u64).to_le_bytes());
    key[24..32].copy_from_slice(&STREAM_VERSION.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// A whole number below `bound`, each equally likely: Lemire's multiplication, with rejection of
/// the few values that would make some more likely than others.
fn below(mut next: impl FnMut() -> u32, bound: u32) -> u32 {
    loop {
        let product = u64::from(next()) * u64::from(bound);
        #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
        let fraction = product as u32;
        if fraction >= bound || fraction >= bound.wrapping_neg() % bound {
            return (product >> 32) as u32;
        }
    }
}

/// Fisher and Yates, from the first card on.
fn shuffled(rng: &mut impl Rng) -> [Card; DECK_SIZE] {
    let mut cards = Deck::ORDERED;
    let mut left = 52;
    for i in 0..DECK_SIZE - 1 {
        cards.swap(i, i + below(|| rng.next_u32(), left) as usize);
        left -= 1;
    }
    cards
}

/// The cards of hand `number` of `seed`.
#[must_use]
pub fn cards(seed: u64, number: u64) -> [Card; DECK_SIZE] {
    shuffled(&mut stream(seed, number, Purpose::Cards))
}

/// Cards for real play: `ChaCha20` under a key of 256 bits, which the caller has from the operating
/// system.
#[must_use]
pub fn secret_cards(key: [u8; 32]) -> [Card; DECK_SIZE] {
    shuffled(&mut ChaCha20Rng::from_seed(key))
}

/// The random choices of hand `number` of `seed`.
#[derive(Debug)]
pub struct Choices(ChaCha8Rng);

impl Choices {
    /// The stream of this hand, from its beginning.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Self {
        Self(stream(seed, number, Purpose::Choices))
    }

    /// A whole number below `bound` (which is not 0), each equally likely.
    pub fn below(&mut self, bound: u32) -> u32 {
        below(|| self.0.next_u32(), bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cards: &[Card]) -> String {
        cards.iter().map(ToString::to_string).collect()
    }

    /// Computed by another program: `ChaCha8` after RFC 8439 with four double rounds and a 64-bit counter.
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
        let mut choices = Choices::new(7, 3);
        assert_eq!([choices.below(3), choices.below(3), choices.below(1000)], [1, 0, 821]);
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
    fn cards_and_choices_are_streams_apart() {
        let (mut a, mut b) = (stream(1, 2, Purpose::Cards), stream(1, 2, Purpose::Choices));
        assert_ne!(a.next_u64(), b.next_u64());
    }

    #[test]
    fn a_bound_that_does_not_divide_is_still_fair() {
        let mut rng = Choices::new(5, 5);
        let mut counts = [0_u32; 3];
        for _ in 0..30_000 {
            counts[rng.below(3) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 450), "{counts:?}");
    }
}
