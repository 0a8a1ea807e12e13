//! Observations as numbers from 0 to 1: what networks read.

use super::{BETS_AT, CARDS, CARDS_AT, NO_CAP, POT_AT, SIZE, STACKS_AT};
use crate::action::ActionId;
use crate::deal::DECK_SIZE;
use crate::seat::SEATS;

/// One group of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// Where it begins.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

const STREETS: usize = 5;
const STAGES: usize = 3;
const IDS: usize = ActionId::COUNT as usize;

/// Each after the one before.
const fn layout<const N: usize>(groups: [(&'static str, usize); N]) -> [Feature; N] {
    let mut features = [Feature { name: "", start: 0, len: 0 }; N];
    let (mut n, mut start) = (0, 0);
    while n < N {
        let (name, len) = groups[n];
        features[n] = Feature { name, start, len };
        start += len;
        n += 1;
    }
    features
}

/// The groups in their order. Arrays by seat begin with the row's own seat and go on clockwise over all
/// eight; sets of cards have a 1 at the number of each card.
///
/// | group | what it says |
/// | --- | --- |
/// | `street`, `stage` | a 1 at third to seventh street, and at betting, declaring or showing |
/// | `legal` | a 1 at the id of each legal action |
/// | `dealt_in`, `live`, `all_in`, `aggressor` | by seat |
/// | `wagers_left` | n / (n + 1) of the wagers left, 1 without a cap |
/// | `down_cards` | the own down cards, as a set |
/// | `open_cards` | the cards that everybody sees, a set for each seat; of the own ones those face up |
/// | `common_card` | as a set |
/// | `stacks`, `bets`, `pot`, `to_call`, `wager` | x / (x + 20 small bets) of chips, the first two by seat |
pub const FEATURES: [Feature; 16] = layout([
    ("street", STREETS),
    ("stage", STAGES),
    ("legal", IDS),
    ("dealt_in", SEATS),
    ("live", SEATS),
    ("all_in", SEATS),
    ("aggressor", SEATS),
    ("wagers_left", 1),
    ("down_cards", DECK_SIZE),
    ("open_cards", SEATS * DECK_SIZE),
    ("common_card", DECK_SIZE),
    ("stacks", SEATS),
    ("bets", SEATS),
    ("pot", 1),
    ("to_call", 1),
    ("wager", 1),
]);

/// How many features a row has.
pub const COUNT: usize = {
    let last = FEATURES[FEATURES.len() - 1];
    last.start + last.len
};

/// Turns a row into features. Bytes that no observation has count for nothing.
pub fn features(row: &[u8; SIZE], features: &mut [f32; COUNT]) {
    let &[_, seat, street, stage, legal, ref sets @ .., wagers_left, aggressor, common] = &row[..CARDS_AT]
    else {
        return;
    };
    features.fill(0.0);
    // The rail has no seat of its own: it begins with the first.
    let own = usize::from(seat.wrapping_sub(1));
    let first = if own < SEATS { own } else { 0 };
    let chips = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&row[at..at + 8]);
        i64::from_le_bytes(bytes).max(0)
    };
    let scale = chips(POT_AT + 24).max(1);
    let mut groups = Groups { features, next: 0 };
    groups.one_of(STREETS, street.wrapping_sub(3));
    groups.one_of(STAGES, stage);
    groups.push((0..IDS).map(|id| bit(legal, id)));
    let relative = |n: usize| (first + n) % SEATS;
    for &set in sets {
        groups.push((0..SEATS).map(|n| bit(set, relative(n))));
    }
    let wagered = usize::from(aggressor.wrapping_sub(1));
    groups.push((0..SEATS).map(|n| f32::from(u8::from(relative(n) == wagered))));
    let left = f32::from(wagers_left);
    groups.push([if wagers_left == NO_CAP { 1.0 } else { left / (left + 1.0) }]);
    let cards = |seat: usize| &row[CARDS_AT + CARDS * seat..][..CARDS];
    let is_own_down = |seat: usize, n: usize| seat == own && !crate::action::Dealt::is_up(n);
    groups.set(cards(first).iter().enumerate().filter(|&(n, _)| is_own_down(first, n)).map(|(_, card)| card));
    for seat in (0..SEATS).map(relative) {
        let open = cards(seat).iter().enumerate().filter(|&(n, _)| !is_own_down(seat, n));
        groups.set(open.map(|(_, card)| card));
    }
    groups.set([&common]);
    for at in [STACKS_AT, BETS_AT] {
        groups.push((0..SEATS).map(|n| squashed(chips(at + 8 * relative(n)), scale)));
    }
    groups.push([POT_AT, POT_AT + 8, POT_AT + 16].map(|at| squashed(chips(at), scale)));
    debug_assert_eq!(groups.next, COUNT);
}

fn bit(set: u8, n: usize) -> f32 {
    f32::from(set >> n & 1)
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "networks read floats")]
fn squashed(chips: i64, small_bet: i64) -> f32 {
    let chips = chips as f64;
    (chips / (chips + 20.0 * small_bet as f64)) as f32
}

/// Writes group after group.
struct Groups<'a> {
    features: &'a mut [f32; COUNT],
    next: usize,
}

impl Groups<'_> {
    fn push(&mut self, values: impl IntoIterator<Item = f32>) {
        for value in values {
            self.features[self.next] = value;
            self.next += 1;
        }
    }

    /// A 1 among so many zeros, if there is such a place.
    fn one_of(&mut self, count: usize, place: u8) {
        if usize::from(place) < count {
            self.features[self.next + usize::from(place)] = 1.0;
        }
        self.next += count;
    }

    /// A 1 for each card that can be seen.
    fn set<'c>(&mut self, cards: impl IntoIterator<Item = &'c u8>) {
        for &card in cards {
            if usize::from(card) < DECK_SIZE {
                self.features[self.next + usize::from(card)] = 1.0;
            }
        }
        self.next += DECK_SIZE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bytes_are_too_strange() {
        for byte in 0..=255 {
            let mut numbers = [7.0; COUNT];
            features(&[byte; SIZE], &mut numbers);
            assert!(numbers.iter().all(|number| (0.0..=1.0).contains(number)), "{byte}");
        }
        assert_eq!(COUNT, 588);
    }
}
