//! What starting hands win in sampled deals, any number of players at once.
//!
//! Whole deals are sampled, and each hand in them counts for each three of its own cards that it may have begun with: 35, or 20
//! where the seventh is common. So one deal of seven hands serves some thousand times.

use super::super::outcome::{Outcome, POT};
use super::estimate::{Multiway, PARTS};
use super::sweep::Interrupted;
use super::{starting_hand, starting_hands};
use crate::card::{Card, CardSet};
use crate::eval::{LowKind, Lows, Path, evaluate_sets};
use crate::rng::Streams;
use crate::starts::{triple_number, triples};

/// How many deals are made at a time.
const BLOCK: u64 = 256;

/// The deals are the first hands of this seed.
const SEED: u64 = 8;

/// What deals gave each starting hand: for two players to eight, for each hand in the order of their ranks.
pub(super) struct Sample(Vec<StartSums>);

impl Sample {
    /// Samples `deals` deals.
    pub fn of(path: Path, deals: u64, stop: impl Fn(u64) -> bool) -> Result<Sample, Interrupted> {
        let mut starts = Starts::new();
        let mut sample = Sample(vec![StartSums::default(); 7 * starting_hands().len()]);
        let mut done = 0;
        while done < deals {
            if stop(done) {
                return Err(Interrupted);
            }
            let next = deals.min(done + BLOCK);
            let decks: Vec<_> = (done..next).map(|number| Streams::new(SEED, number).cards(49)).collect();
            let seven = DealtHands::deal(path, &decks, 7, &mut starts);
            for players in 2..=7 {
                sample.count(&seven, players);
            }
            sample.count(&DealtHands::deal(path, &decks, 8, &mut starts), 8);
            done = next;
        }
        for players in 2..=8 {
            // Every pot has a winner, and counts for each three cards of each winner.
            let beginnings = if players == 8 { 20 } else { 35 };
            let pots = deals * u64::from(POT) * if players == 8 { 1 } else { 7 / players as u64 };
            let shares = (0..starting_hands().len()).map(|start| sample.sums(players, start).shares);
            assert_eq!(shares.sum::<u64>(), pots * beginnings, "{players} players");
        }
        Ok(sample)
    }

    /// Returns what a starting hand won among a number of players.
    pub fn sums(&self, players: usize, start: usize) -> &StartSums {
        &self.0[(players - 2) * starting_hands().len() + start]
    }

    /// Counts tables of `players` players, made of the dealt hands in their order.
    fn count(&mut self, seats: &DealtHands, players: usize) {
        let all = starting_hands().len();
        let sums = &mut self.0[(players - 2) * all..][..all];
        for first in (0..seats.sets.len()).step_by(seats.players) {
            for first in (first..=first + seats.players - players).step_by(players) {
                let outcome = seats.outcome(first, players);
                for player in 0..players {
                    for &(start, times) in seats.beginnings(first + player) {
                        sums[usize::from(start)].add(outcome, player, times.into());
                    }
                }
            }
        }
    }
}

/// The hands of some deals.
struct DealtHands {
    /// How many there are in each deal.
    players: usize,
    sets: Vec<u64>,
    highs: Vec<u16>,
    lows: Vec<u8>,
    /// The starting hands that each may have begun with, and how often.
    beginnings: Vec<(u16, u8)>,
    /// Where those of each hand begin, and where the last end.
    begins: Vec<usize>,
}

impl DealtHands {
    fn deal(path: Path, decks: &[[Card; 52]], players: usize, starts: &mut Starts) -> DealtHands {
        let hands = decks.len() * players;
        let (sets, highs, lows) = (Vec::with_capacity(hands), vec![0; hands], vec![0; hands]);
        let (beginnings, begins) = (Vec::with_capacity(35 * hands), vec![0]);
        let mut dealt = DealtHands { players, sets, highs, lows, beginnings, begins };
        for deck in decks {
            // Eight players have six cards of their own and a common one.
            let (own, rest) = deck.split_at(if players == 8 { 48 } else { 49 });
            for cards in own.chunks(own.len() / players) {
                let mut set: CardSet = cards.iter().copied().collect();
                starts.append_beginnings(set, &mut dealt.beginnings);
                dealt.begins.push(dealt.beginnings.len());
                if players == 8 {
                    set.insert(rest[0]);
                }
                dealt.sets.push(set.bits());
            }
        }
        let (highs, lows) = (&mut dealt.highs, Lows::Bytes(&mut dealt.lows));
        evaluate_sets(path, &dealt.sets, LowKind::EightOrBetter, highs, lows);
        dealt
    }

    fn beginnings(&self, seat: usize) -> &[(u16, u8)] {
        &self.beginnings[self.begins[seat]..self.begins[seat + 1]]
    }

    /// Returns the outcome among `players` hands from the first on.
    fn outcome(&self, first: usize, players: usize) -> Outcome {
        let table = first..first + players;
        Outcome { high: best(&self.highs[table.clone()]), low: best(&self.lows[table]) }
    }
}

/// Returns who has the greatest value, as bits; 0 if all values are 0.
fn best<T: Copy + Ord + Default>(values: &[T]) -> u8 {
    let greatest = values.iter().copied().max().unwrap_or_default();
    let has = |(player, &value): (usize, &T)| u8::from(value == greatest && value > T::default()) << player;
    values.iter().enumerate().map(has).sum()
}

/// For each three cards their starting hand.
struct Starts {
    of: Vec<u16>,
    /// Of each starting hand its place in the list that is being made, from 1; 0 if it isn't in it.
    places: Vec<u8>,
}

impl Starts {
    fn new() -> Starts {
        let start =
            |cards: [Card; 3]| starting_hand(cards.into_iter().collect()).map_or(0, |hand| hand.rank() - 1);
        let of = triples().map(start).collect();
        Starts { of, places: vec![0; starting_hands().len()] }
    }

    /// The starting hands that cards may have begun with, each once, with the number of ways.
    fn append_beginnings(&mut self, cards: CardSet, beginnings: &mut Vec<(u16, u8)>) {
        let begin = beginnings.len();
        for (third, c) in cards.iter().enumerate() {
            for (second, b) in cards.iter().enumerate().take(third) {
                for a in cards.iter().take(second) {
                    let start = self.of[triple_number([a, b, c])];
                    let place = &mut self.places[usize::from(start)];
                    if *place == 0 {
                        beginnings.push((start, 0));
                        *place = u8::try_from(beginnings.len() - begin).expect("35 at most");
                    }
                    beginnings[begin + usize::from(*place) - 1].1 += 1;
                }
            }
        }
        for &(start, _) in &beginnings[begin..] {
            self.places[usize::from(start)] = 0;
        }
    }
}

/// What the hands that may have begun with the same cards won. A hand counts as often as it may.
#[derive(Clone, Default)]
pub(super) struct StartSums {
    times: u64,
    /// Parts of pots, in units of [`POT`].
    shares: u64,
    scoops: u64,
    highs: u64,
    lows: u64,
    /// Squares of the times of each hand: alone, with its share, and with the square of that.
    squares: [u64; 3],
}

impl StartSums {
    #[inline]
    fn add(&mut self, outcome: Outcome, player: usize, times: u64) {
        let share = u64::from(outcome.share(player));
        self.times += times;
        self.shares += times * share;
        self.scoops += times * u64::from(outcome.is_scoop(player));
        self.highs += times * u64::from(outcome.high >> player & 1);
        self.lows += times * u64::from(outcome.low >> player & 1);
        for (sum, share) in self.squares.iter_mut().zip([1, share, share * share]) {
            *sum += times * times * share;
        }
    }

    /// The squared standard error of the share, over the fourth power of the times: that of a ratio of two sums over hands
    /// that don't depend on each other.
    fn squared_error(&self) -> u128 {
        let [times, shares, ones, with_share, with_square] =
            [self.times, self.shares, self.squares[0], self.squares[1], self.squares[2]].map(u128::from);
        times * times * with_square + shares * shares * ones - 2 * times * shares * with_share
    }

    pub fn estimate(&self) -> Multiway {
        let part = |sum: u64, whole: u64| {
            let parts = (2 * u128::from(PARTS) * u128::from(sum) / u128::from(whole)).div_ceil(2);
            u32::try_from(parts).expect("a part of the whole")
        };
        let times = u128::from(self.times);
        let error = u128::from(PARTS) * self.squared_error().isqrt();
        Multiway {
            share: part(self.shares, self.times * u64::from(POT)),
            error: u32::try_from(error / (times * times * u128::from(POT)) + 1).expect("a part of the whole"),
            scoops: part(self.scoops, self.times),
            highs: part(self.highs, self.times),
            lows: part(self.lows, self.times),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::starts::DEALS;

    /// The squares of what each estimate is off by, in standard errors, sum to about as many as there are hands: against one
    /// hand, where the equities are known, and against more, where they are those of the longer sample.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "far more exact than the estimates")]
    fn estimates_are_within_their_errors() {
        let sample = Sample::of(Path::best().unwrap(), 100_000, |_| false).unwrap();
        for players in 2..=8 {
            let (mut squares, mut beyond) = (0.0, 0);
            for (start, hand) in starting_hands().iter().enumerate() {
                let sums = sample.sums(players, start);
                let expected = match hand.against(players - 1) {
                    Some(estimate) => f64::from(estimate.share) / f64::from(PARTS),
                    None => hand.quarters() as f64 / (4 * DEALS) as f64,
                };
                let [times, shares] = [sums.times, sums.shares].map(|sum| sum as f64);
                let error = (sums.squared_error() as f64).sqrt() / times.powi(2);
                let off = (shares / times - expected * f64::from(POT)) / error;
                squares += off * off;
                beyond += u32::from(off.abs() > 2.0);
            }
            // A standard deviation of the sum is 59; of the number beyond two errors, about 80, it is 9.
            assert!((squares - 1755.0).abs() < 240.0, "{players}: {squares}");
            assert!((45..115).contains(&beyond), "{players}: {beyond}");
        }
    }

    #[test]
    fn sampling_can_be_stopped() {
        let stopped = Sample::of(Path::best().unwrap(), 10_000, |done| done >= 1000);
        assert!(stopped.is_err());
    }

    #[test]
    fn a_hand_counts_for_each_beginning() {
        let mut starts = Starts::new();
        let mut beginnings = vec![];
        starts.append_beginnings("As Ad 2c 2d".parse().unwrap(), &mut beginnings);
        let mut named: Vec<_> = beginnings
            .iter()
            .map(|&(start, times)| (starting_hands()[usize::from(start)].to_string(), times))
            .collect();
        named.sort();
        // Of A-A-2 one deuce has the suit of an ace and one has not; so it is with the aces of A-2-2.
        let expected = ["Ac 2c 2d", "Ac 2d 2h", "Ac Ad 2c", "Ac Ad 2h"].map(|name| (name.to_string(), 1));
        assert_eq!(named, expected);
        beginnings.clear();
        starts.append_beginnings("Ks Kd Kc Kh 3h".parse().unwrap(), &mut beginnings);
        let mut times: Vec<_> = beginnings.into_iter().map(|(_, times)| times).collect();
        times.sort_unstable();
        assert_eq!(times, [3, 3, 4]);
    }
}
