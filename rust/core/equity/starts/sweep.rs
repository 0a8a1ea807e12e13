//! How the table is made: all hands of seven cards against all that share no card with them, in one sweep.
//!
//! Dealt one by one that would be 3 × 10^15 pairs. Here hands are put into a table of the sets that they contain, in the order of
//! their highs, and before and after those of one high are put in each of them is asked how many of the hands so far share no
//! card with it: those that it beats, and those that it beats or ties. Inclusion and exclusion over the subsets of its cards
//! answers that, by low at the same time ([`SubsetCounts`]). Each answer is credited to the 35 sets of three cards that the hand
//! may have begun with. All this is the same for hands that become each other when suits change places, so one of them is
//! worked on for up to 24, and the table has rows for sets up to suits alone.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use super::subset_counts::{HandSubsets, LowOutcomes, RankedHand, SubsetCounts};
use super::{OutcomeCounts, StartingHand, ranked};
use crate::arithmetic::choose;
use crate::card::CardSet;
use crate::eval::{LowKind, Lows, Path, Task, evaluate_sets, perform};
use crate::starts::suits::{Numbering, cards, each_canonical, versions};

/// The making was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end")]
pub struct Interrupted;

/// How many steps [`make`] tells of.
pub const STEPS: u64 = 2 * 6_009_159;

/// Counts the outcomes of all starting hands against a random hand, and ranks them: the table of
/// [`starting_hands`](super::starting_hands), from nothing.
///
/// `stop` is told how many of the [`STEPS`] are done, and if it says so no more are begun. It takes 15 seconds of one core with
/// AVX-512 and 240 MB.
///
/// # Errors
/// [`Interrupted`] if `stop` said so.
pub fn make(path: Path, stop: impl Fn(u64) -> bool) -> Result<Vec<StartingHand>, Interrupted> {
    sweep(path, 0x1fff, stop).map(ranked)
}

/// The counts of each canonical set of three cards, in a deck of some ranks alone, at least four.
fn sweep(
    path: Path,
    ranks: u16,
    stop: impl Fn(u64) -> bool,
) -> Result<Vec<(CardSet, OutcomeCounts)>, Interrupted> {
    let numbering = Numbering::new(ranks);
    let mut contained = SubsetCounts::new(&numbering);
    let mut credits = StartCredits { starts: vec![[[0; 4]; 3]; numbering.count(3)] };
    let (mut done, mut bench) = (0, Vec::new());
    let mut begin = |hands: &[RankedHand]| {
        let is_stopped = stop(done);
        done += hands.len() as u64;
        if is_stopped { Err(Interrupted) } else { Ok(()) }
    };
    let hands = hands(path, ranks);
    for hands in hands.chunk_by(|a, b| a.high == b.high) {
        begin(hands)?;
        let (numbering, contained, credits, bench) = (&numbering, &mut contained, &mut credits, &mut bench);
        perform(path, OfOneHigh { hands, numbering, contained, credits, bench });
    }
    let others = choose(4 * ranks.count_ones() as usize - 7, 7) as u64;
    for hands in hands.chunks(1 << 12) {
        begin(hands)?;
        let (numbering, contained, credits) = (&numbering, &contained, &mut credits);
        perform(path, All { hands, numbering, contained, credits, others });
    }
    let mut starts = Vec::new();
    each_canonical(3, ranks, |suits| {
        let sums = credits.starts[numbering.number(3, suits) as usize];
        starts.push((cards(suits), counts(sums, versions(suits).into())));
    });
    Ok(starts)
}

/// The counts of one version, from the rows high win, tie and any of all versions.
fn counts(sums: OutcomeCounts, versions: u64) -> OutcomeCounts {
    let each = sums.map(|row| {
        row.map(|sum| {
            assert_eq!(sum % versions, 0, "as often with each version");
            sum / versions
        })
    });
    let [won, tied, all] = each;
    [won, tied, std::array::from_fn(|low| all[low] - won[low] - tied[low])]
}

/// Every canonical hand of seven cards of these ranks, the lowest high first.
fn hands(path: Path, ranks: u16) -> Vec<RankedHand> {
    let mut all = Vec::new();
    each_canonical(7, ranks, |suits| all.push(suits));
    let mut hands = Vec::with_capacity(all.len());
    for all in all.chunks(1 << 12) {
        let sets: Vec<u64> = all.iter().map(|&suits| cards(suits).bits()).collect();
        let (mut highs, mut lows) = (vec![0; sets.len()], vec![0; sets.len()]);
        evaluate_sets(path, &sets, LowKind::EightOrBetter, &mut highs, Lows::Bytes(&mut lows));
        let hand = |((&suits, high), low)| RankedHand { suits, high, low };
        hands.extend(all.iter().zip(highs).zip(lows).map(hand));
    }
    hands.sort_by_key(|hand| hand.high);
    hands
}

/// The outcomes by the first three cards.
struct StartCredits {
    /// For each three cards with all their versions: rows high win, tie, any.
    starts: Vec<OutcomeCounts>,
}

impl StartCredits {
    #[inline(always)]
    fn add(&mut self, row: usize, subsets: &HandSubsets, hand: &RankedHand, lows: LowOutcomes) {
        let versions = u64::from(versions(hand.suits));
        let lows = lows.map(|count| versions * u64::from(count));
        for &start in subsets.numbers(3) {
            for (sum, count) in self.starts[start as usize][row].iter_mut().zip(lows) {
                *sum += count;
            }
        }
    }
}

/// Asks the hands of one high, puts them in, and asks again.
struct OfOneHigh<'a> {
    hands: &'a [RankedHand],
    numbering: &'a Numbering,
    contained: &'a mut SubsetCounts,
    credits: &'a mut StartCredits,
    bench: &'a mut Vec<(HandSubsets, LowOutcomes)>,
}

impl Task for OfOneHigh<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let OfOneHigh { hands, numbering, contained, credits, bench } = self;
        bench.clear();
        for hand in hands {
            let subsets = HandSubsets::of(hand.suits, numbering);
            let won = contained.disjoint(hand.low, &subsets, false);
            credits.add(0, &subsets, hand, won);
            bench.push((subsets, won));
        }
        for (hand, (subsets, _)) in hands.iter().zip(&*bench) {
            contained.insert(hand.low, subsets);
        }
        for (hand, (subsets, won)) in hands.iter().zip(&*bench) {
            let not_lost = contained.disjoint(hand.low, subsets, true);
            let tied = std::array::from_fn(|low| not_lost[low] - won[low]);
            credits.add(1, subsets, hand, tied);
        }
    }
}

/// Asks hands when all are in.
struct All<'a> {
    hands: &'a [RankedHand],
    numbering: &'a Numbering,
    contained: &'a SubsetCounts,
    credits: &'a mut StartCredits,
    /// How many hands share no card with one.
    others: u64,
}

impl Task for All<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let All { hands, numbering, contained, credits, others } = self;
        for hand in hands {
            let subsets = HandSubsets::of(hand.suits, numbering);
            let all = contained.disjoint(hand.low, &subsets, true);
            assert_eq!(
                all.iter().map(|&count| u64::from(count)).sum::<u64>(),
                others,
                "every hand is counted"
            );
            credits.add(2, &subsets, hand, all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::eval::{Low, high, low};
    use crate::starts::canonical;

    /// Every hand of seven of these cards, with its high and its low.
    fn all_hands(deck: &[Card]) -> Vec<(u64, u16, u16)> {
        fn extend(hand: CardSet, left: usize, deck: &[Card], all: &mut Vec<(u64, u16, u16)>) {
            if left == 0 {
                let low = low(hand, LowKind::EightOrBetter).map_or(0, Low::number);
                all.push((hand.bits(), high(hand).number(), low));
                return;
            }
            for (place, &card) in deck.iter().enumerate() {
                extend(hand.with(card), left - 1, &deck[place + 1..], all);
            }
        }
        let mut all = Vec::new();
        extend(CardSet::EMPTY, 7, deck, &mut all);
        all
    }

    fn enumerate(start: CardSet, hands: &[(u64, u16, u16)]) -> OutcomeCounts {
        let mut counts = [[0; 4]; 3];
        for &(mine, my_high, my_low) in hands.iter().filter(|&&(cards, ..)| start.bits() & !cards == 0) {
            for &(_, high, low) in hands.iter().filter(|&&(cards, ..)| cards & mine == 0) {
                let row = high.cmp(&my_high) as i8 + 1;
                let column = if my_low.max(low) == 0 { 3 } else { low.cmp(&my_low) as i8 + 1 };
                counts[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] += 1;
            }
        }
        counts
    }

    #[test]
    fn a_small_deck_swept_is_the_same_as_enumerated() {
        // Aces, deuces, threes, fives, eights and kings: two lows; and aces to sixes, with straights and straight flushes.
        for (ranks, starts) in [
            (0b1_1000_0100_1011, ["Ac Ad Ah", "Ac 2d 3h", "5c 3c Kd"]),
            (0b1_0000_0001_1111, ["2c 3c 4c", "Ac 2c 3d", "Ac Ad 6h"]),
        ] {
            let deck: Vec<Card> = Card::all().filter(|card| ranks >> card.rank().index() & 1 == 1).collect();
            let hands = all_hands(&deck);
            let made = sweep(Path::best().unwrap(), ranks, |_| false).unwrap();
            for start in starts {
                let start = canonical(start.parse().unwrap());
                let (_, counts) = made.iter().find(|&&(cards, _)| cards == start).unwrap();
                assert_eq!(counts, &enumerate(start, &hands), "{start}");
            }
        }
    }
}
