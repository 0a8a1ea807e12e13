//! Trials side by side: cards drawn at random, hands made of them, and who wins.
//!
//! Dealing is what costs: a shuffle of each trial's deck takes 2 ns a card. Here no player holds a deck. To draw a card is to draw
//! a place among those that are left, and then the last card moves there; so what lies at a place follows from the places that
//! were drawn before, and those are compared for many trials at once. On one core (Zen 5, AVX-512) a trial of 2, 3, 8 players
//! with three cards each takes 7, 9, 29 ns; a third to a half of it makes random numbers, as much evaluates.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use super::super::spot::{Common, Spot};
use super::SampleError;
use super::choice::Choices;
use crate::card::CardSet;
use crate::eval::{LowKind, Lows, Path, Task, evaluate_sets, perform};
use crate::rng::Trials;

/// How many trials are side by side. What a seed means depends on it.
pub(super) const LANES: usize = 512;

type TrialLanes<T> = [T; LANES];

/// How trials of a spot are dealt.
pub(super) struct Dealer {
    path: Path,
    low: LowKind,
    /// Each player's certain cards with the common one, if known, and the number of cards to deal.
    hands: Vec<(CardSet, usize)>,
    choices: Choices,
    common_to_come: bool,
    /// How many cards there are to draw from.
    cards: u8,
    /// The runs of cards that can't be dealt, ascending: where each begins, and how many they are.
    gaps: Vec<(u8, u8)>,
}

impl Dealer {
    /// # Errors
    /// [`SampleError::TooRare`].
    pub fn new(path: Path, spot: &Spot, stop: &dyn Fn() -> bool) -> Result<Dealer, SampleError> {
        let common = match spot.common() {
            Common::Given(card) => card.into(),
            Common::None | Common::ToCome => CardSet::EMPTY,
        };
        let hands =
            spot.holdings().iter().map(|holding| (holding.certain | common, holding.unseen)).collect();
        let mut gaps: Vec<(u8, u8)> = Vec::new();
        for card in !spot.live() {
            match gaps.last_mut() {
                Some((from, many)) if *from + *many == card.index() => *many += 1,
                _ => gaps.push((card.index(), 1)),
            }
        }
        let choices = Choices::new(spot, stop)?;
        #[expect(clippy::cast_possible_truncation, reason = "at most 52")]
        let cards = (spot.live().len() - choices.cards()) as u8;
        let common_to_come = spot.common() == Common::ToCome;
        Ok(Dealer { path, low: spot.low(), hands, choices, common_to_come, cards, gaps })
    }

    /// How many outcomes there can be: twice a bit for each player.
    pub fn outcomes(&self) -> usize {
        1 << (2 * self.hands.len())
    }

    /// How many cards a trial draws.
    fn draws(&self) -> usize {
        usize::from(self.common_to_come) + self.hands.iter().map(|&(_, unseen)| unseen).sum::<usize>()
    }

    /// Deals trials, as many as there are lanes, and counts the outcomes of the first `many`: those who win high, a bit for
    /// each player, and below them those who win low.
    pub fn deal(&self, trials: &mut Trials, bench: &mut TrialBench, many: usize, counts: &mut [u64]) {
        for (words, (certain, _)) in bench.words.iter_mut().zip(&self.hands) {
            words.fill(certain.bits());
        }
        for lane in 0..LANES {
            self.choices.choose(trials, lane, &mut bench.words, &mut bench.taken);
        }
        perform(self.path, Deal { dealer: self, trials, bench });
        let (high, low) = (bench.high.as_flattened_mut(), Lows::Words(bench.low.as_flattened_mut()));
        evaluate_sets(self.path, bench.words.as_flattened(), self.low, high, low);
        perform(self.path, Compare { bench });
        for &outcome in &bench.outcomes[..many] {
            counts[usize::from(outcome)] += 1;
        }
    }
}

/// Where trials are worked on.
pub(super) struct TrialBench {
    /// For each draw the place that was drawn, and the card that moved there.
    places: Vec<TrialLanes<u8>>,
    moved: Vec<TrialLanes<u8>>,
    /// The cards that were drawn.
    drawn: Vec<TrialLanes<u8>>,
    /// The cards that were chosen, ascending, counted among those that are live.
    taken: Vec<TrialLanes<u8>>,
    /// Each player's cards, and the numbers of the high and the low.
    words: Vec<TrialLanes<u64>>,
    high: Vec<TrialLanes<u16>>,
    low: Vec<TrialLanes<u16>>,
    outcomes: TrialLanes<u16>,
}

impl TrialBench {
    pub fn new(dealer: &Dealer) -> TrialBench {
        let (players, draws) = (dealer.hands.len(), dealer.draws());
        TrialBench {
            places: vec![[0; LANES]; draws],
            moved: vec![[0; LANES]; draws],
            drawn: vec![[0; LANES]; draws],
            taken: vec![[0; LANES]; dealer.choices.cards()],
            words: vec![[0; LANES]; players],
            high: vec![[0; LANES]; players],
            low: vec![[0; LANES]; players],
            outcomes: [0; LANES],
        }
    }
}

/// Draws the cards that are unseen and puts them to the hands.
struct Deal<'a> {
    dealer: &'a Dealer,
    trials: &'a mut Trials,
    bench: &'a mut TrialBench,
}

impl Task for Deal<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Deal { dealer, trials, bench } = self;
        let TrialBench { places, moved, drawn, taken, words, .. } = bench;
        trials.draw_places(dealer.cards, places);
        find_cards(dealer.cards, places, moved, drawn);
        for drawn in &mut *drawn {
            for taken in &*taken {
                skip(drawn, |lane| taken[lane], 1);
            }
            for &(from, many) in &dealer.gaps {
                skip(drawn, |_| from, many);
            }
        }
        let (common, mut own) = drawn.split_at(usize::from(dealer.common_to_come));
        for (words, &(_, unseen)) in words.iter_mut().zip(&dealer.hands) {
            let cards;
            (cards, own) = own.split_at(unseen);
            for cards in common.iter().chain(cards) {
                for (word, &card) in words.iter_mut().zip(cards) {
                    *word |= 1 << (card & 63);
                }
            }
        }
    }
}

/// What lies at the places that are drawn one after another, when the last card of those left moves to each: numbers below
/// `cards`.
#[inline(always)]
fn find_cards(
    cards: u8,
    places: &[TrialLanes<u8>],
    moved: &mut [TrialLanes<u8>],
    drawn: &mut [TrialLanes<u8>],
) {
    for (i, last) in (0..places.len()).zip((0..cards).rev()) {
        let place = &places[i];
        let (mut card, mut last_card) = (*place, [last; LANES]);
        for (before, moved) in places[..i].iter().zip(&*moved) {
            for lane in 0..LANES {
                // The latest to move to a place is what lies there.
                card[lane] = pick(before[lane] == place[lane], moved[lane], card[lane]);
                last_card[lane] = pick(before[lane] == last, moved[lane], last_card[lane]);
            }
        }
        (drawn[i], moved[i]) = (card, last_card);
    }
}

/// By masks: a branch would not become a vector.
#[inline(always)]
const fn pick(which: bool, yes: u8, no: u8) -> u8 {
    let mask = if which { u8::MAX } else { 0 };
    yes & mask | no & !mask
}

/// Moves the cards from one on up by a number of places.
#[inline(always)]
fn skip(cards: &mut TrialLanes<u8>, from: impl Fn(usize) -> u8, many: u8) {
    for (lane, card) in cards.iter_mut().enumerate() {
        *card = card.wrapping_add(pick(*card >= from(lane), many, 0));
    }
}

/// Finds who wins.
struct Compare<'a> {
    bench: &'a mut TrialBench,
}

impl Task for Compare<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let TrialBench { high, low, outcomes, .. } = self.bench;
        *outcomes = [0; LANES];
        // The worst high is 0 too, but then the best isn't: seven cards hold better ones.
        add_winners(high, outcomes);
        add_winners(low, outcomes);
    }
}

/// Makes room for a bit for each player and sets those of the best; no bit if the best is 0.
#[inline(always)]
fn add_winners(values: &[TrialLanes<u16>], outcomes: &mut TrialLanes<u16>) {
    // 1 at the least, so that 0 is never the best.
    let mut best = [1; LANES];
    for values in values {
        for (best, &value) in best.iter_mut().zip(values) {
            *best = value.max(*best);
        }
    }
    for outcome in &mut *outcomes {
        *outcome <<= values.len();
    }
    for (player, values) in values.iter().enumerate() {
        for lane in 0..LANES {
            outcomes[lane] |= u16::from(values[lane] == best[lane]) << player;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deck for each trial, slowly.
    #[test]
    fn drawn_cards_are_those_of_a_deck() {
        for (cards, draws) in [(52, 49), (28, 25), (5, 5), (1, 1), (46, 8)] {
            let mut places = vec![[0; LANES]; draws];
            Trials::new(5, cards.into()).draw_places(cards, &mut places);
            let (mut moved, mut drawn) = (places.clone(), places.clone());
            find_cards(cards, &places, &mut moved, &mut drawn);
            for lane in 0..LANES {
                let mut deck: Vec<u8> = (0..cards).collect();
                for i in 0..draws {
                    let card = deck.swap_remove(places[i][lane].into());
                    assert_eq!(drawn[i][lane], card, "{cards} cards, draw {i}");
                }
            }
        }
    }

    #[test]
    fn cards_skip_those_that_are_gone() {
        let mut cards = std::array::from_fn(|lane| u8::try_from(lane % 8).unwrap());
        for (from, many) in [(0, 1), (3, 2), (6, 1)] {
            skip(&mut cards, |_| from, many);
        }
        assert_eq!(cards[..8], [1, 2, 5, 7, 8, 9, 10, 11]);
        skip(&mut cards, |lane| u8::try_from(lane % 12).unwrap(), 1);
        assert_eq!(cards[..8], [2, 3, 6, 8, 9, 10, 11, 12]);
        assert_eq!(cards[8..16], [1, 2, 5, 7, 9, 10, 11, 12]);
    }

    #[test]
    fn winners_are_bits_and_nobody_wins_without_a_hand() {
        let mut values = vec![[0; LANES]; 3];
        let table =
            [([5, 7, 7], 0b110), ([0, 0, 0], 0), ([1, 0, 0], 1), ([9, 9, 9], 0b111), ([3, 2, 9], 0b100)];
        for (lane, (hands, _)) in table.iter().enumerate() {
            (0..3).for_each(|player| values[player][lane] = hands[player]);
        }
        let mut outcomes = [1; LANES];
        add_winners(&values, &mut outcomes);
        for (lane, (hands, winners)) in table.iter().enumerate() {
            assert_eq!(outcomes[lane], 0b1000 | winners, "{hands:?}");
        }
    }
}
