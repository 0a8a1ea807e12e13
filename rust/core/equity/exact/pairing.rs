//! Picks the cheapest way to count a case, and estimates its work.

use super::case::Case;
use crate::arithmetic::choose;

/// Which two players meet in a sweep, and who stands outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    pub inserted: usize,
    pub queried: usize,
    pub outside: Vec<usize>,
    unseen: usize,
    sizes: Vec<usize>,
    /// Whether completions count more than once.
    weighted: bool,
}

impl Pairing {
    /// Returns all pairings of a case.
    fn all(case: &Case) -> impl Iterator<Item = Pairing> {
        let unseen = case.live.len();
        let sizes: Vec<_> = case.players.iter().map(|player| player.size).collect();
        let players = sizes.len();
        let weighted = !case.is_known();
        let pairs = (0..players).flat_map(move |a| (0..players).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a != b).map(move |(inserted, queried)| Pairing {
            inserted,
            queried,
            outside: (0..sizes.len()).filter(|&player| player != inserted && player != queried).collect(),
            unseen,
            sizes: sizes.clone(),
            weighted,
        })
    }

    /// Returns the cheapest pairing of a case.
    pub fn of(case: &Case) -> Pairing {
        Pairing::all(case).min_by_key(Pairing::nanoseconds).expect("two players")
    }

    /// Returns the cheapest pairing in which this player is queried.
    pub fn with_queried(case: &Case, queried: usize) -> Pairing {
        let pairing = Pairing::of(case);
        if pairing.queried == queried {
            pairing
        } else {
            Pairing { inserted: pairing.queried, queried, ..pairing }
        }
    }

    /// Returns the number of combinations outside.
    fn combinations(&self) -> u128 {
        let mut left = self.unseen;
        let mut combinations = 1_u128;
        for &player in &self.outside {
            // Sets put together are taken for all that there could be, which may be more than can be counted.
            combinations = combinations.saturating_mul(choose(left, self.sizes[player]) as u128);
            left -= self.sizes[player];
        }
        combinations
    }

    /// Returns the number of unseen cards that are left to the two in a sweep.
    fn left(&self) -> usize {
        self.unseen - self.outside.iter().map(|&player| self.sizes[player]).sum::<usize>()
    }

    /// Returns the number of queries, over all sweeps.
    pub fn queries(&self) -> u128 {
        self.combinations().saturating_mul(3 * choose(self.left(), self.sizes[self.queried]) as u128)
    }

    /// Returns an estimate, rather too high, of the bytes that one thread takes: the completions and the rows.
    pub fn bytes(&self) -> u128 {
        let mut sizes = self.sizes.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let completions: usize = sizes.iter().map(|&size| choose(self.unseen, size)).sum();
        let levels = 0..self.sizes[self.inserted].min(self.sizes[self.queried] + 1);
        let last = levels.end.saturating_sub(1);
        let row = |size: usize| match size {
            _ if self.weighted => 8 * 64 + 24,
            _ if size == last => 64 + 16,
            _ => 4 * 64 + 16,
        };
        let rows: usize = levels.map(|size| choose(self.unseen, size) * row(size)).sum();
        (completions * 24 + rows) as u128
    }

    /// Returns a rough estimate of the nanoseconds on one thread, from measurements with AVX-512.
    pub fn nanoseconds(&self) -> u128 {
        let (inserted, queried) = (self.sizes[self.inserted], self.sizes[self.queried]);
        let levels = 0..inserted.min(queried + 1);
        let rows = |cards: usize| -> usize { levels.clone().map(|size| choose(cards, size)).sum() };
        let table: usize = levels.clone().map(|size| choose(self.unseen, size)).sum();
        // Rows come from the second-level cache, or the third, or memory.
        let row = match table {
            ..10_000 => 1,
            10_000..300_000 => 3,
            _ => 12,
        };
        let completions: usize = self.sizes.iter().map(|&size| choose(self.unseen, size)).sum();
        let insert = choose(self.left(), inserted) * rows(inserted) * row;
        let each = 12 + rows(queried) * row + choose(queried, inserted) * 2;
        let query = 3 * choose(self.left(), queried) * each;
        let sweep =
            (insert + query + 20_000) as u128 + if self.outside.is_empty() { 0 } else { completions as u128 };
        self.combinations().saturating_mul(sweep).saturating_add(10 * completions as u128)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::case::CasePlayer;
    use super::super::cases::apart;
    use super::super::completions::Subsets;
    use super::super::enumeration::{Clock, Enumeration, Joints};
    use super::super::lane::Lane;
    use super::*;
    use crate::card::{Card, CardSet};
    use crate::equity::outcome::{Outcome, Tally};
    use crate::eval::{LowKind, Path, high, low};

    /// Every deal of a case, one by one.
    fn enumerate(case: &Case) -> Tally {
        fn deal(case: &Case, hands: &mut Vec<CardSet>, stub: CardSet, times: u128, tally: &mut Tally) {
            let Some(player) = case.players.get(hands.len()) else {
                return tally.add(outcome(hands, case.low), times);
            };
            let cards: Vec<Card> = stub.iter().collect();
            for numbers in Subsets::new(cards.len(), player.size) {
                let dealt = numbers[..player.size].iter().map(|&number| cards[usize::from(number)]);
                let dealt = dealt.fold(CardSet::EMPTY, CardSet::with);
                let sets = player.sets.iter().filter(|(set, _)| (*set - dealt).is_empty());
                let weight: u64 = sets.map(|&(_, weight)| weight).sum();
                if weight > 0 {
                    hands.push(player.certain | dealt);
                    deal(case, hands, stub - dealt, times * u128::from(weight), tally);
                    hands.pop();
                }
            }
        }
        let mut tally = Tally::new(case.players.len());
        deal(case, &mut Vec::new(), case.live, case.times, &mut tally);
        tally
    }

    fn outcome(hands: &[CardSet], kind: LowKind) -> Outcome {
        let highs: Vec<_> = hands.iter().map(|&hand| high(hand)).collect();
        let lows: Vec<_> = hands.iter().map(|&hand| low(hand, kind)).collect();
        let mut outcome = Outcome { high: 0, low: 0 };
        for (player, (high, low)) in highs.iter().zip(&lows).enumerate() {
            outcome.high |= u8::from(high == highs.iter().max().expect("players")) << player;
            outcome.low |= u8::from(low.is_some() && low == lows.iter().max().expect("players")) << player;
        }
        outcome
    }

    fn count<L: Lane>(case: &Case, pairing: Pairing) -> Tally {
        let table = Enumeration::new(Path::Baseline, case, pairing, &|| false).unwrap();
        let clock = Clock { answered: AtomicU64::new(0), stop: |_| false };
        let joints = Joints { players: case.players.len() };
        table
            .count_in::<L, _>(Path::Baseline, std::num::NonZeroUsize::new(1), &clock, joints)
            .expect("no stop")
    }

    /// How many cards the players have to come.
    const SIZES: [&[usize]; 10] = [
        &[4, 4],
        &[0, 4],
        &[4, 0],
        &[7, 1],
        &[2, 5],
        &[0, 0],
        &[3, 2, 2],
        &[0, 3, 3],
        &[2, 0, 0],
        &[1, 2, 1, 2],
    ];

    /// A case of two to four players with some thousand deals; `weighted` with sets that are known in part.
    fn small_case(weighted: bool) -> impl Strategy<Value = Case> {
        let deck = Just(Card::all().collect::<Vec<_>>()).prop_shuffle();
        let sizes = select(&SIZES[..]);
        let sets = prop::collection::vec((any::<u8>(), 1..=3_u64), 1..=6);
        let rest = (select(&LowKind::ALL[..]), 0..=3_usize, any::<bool>(), 0..=2_usize);
        (deck, sizes, sets, rest).prop_map(
            move |(mut deck, sizes, sets, (low, more, low_cards, set_size))| {
                if low_cards {
                    // Many lows, many ties.
                    deck.sort_by_key(|card| std::cmp::Reverse((card.rank().index() + 1) % 13 / 7));
                }
                let live = deck.split_off(52 - sizes.iter().sum::<usize>() - more);
                let players = sizes
                    .iter()
                    .map(|&size| {
                        let certain = (size..7)
                            .map(|_| deck.pop().expect("a card"))
                            .fold(CardSet::EMPTY, CardSet::with);
                        let set_size = if weighted { set_size.min(size) } else { 0 };
                        let mut fitting: Vec<(CardSet, u64)> = vec![(CardSet::EMPTY, 1)];
                        if set_size > 0 {
                            fitting = sets
                                .iter()
                                .map(|&(at, weight)| {
                                    let cards =
                                        (0..set_size).map(|i| live[(usize::from(at) + i * 3) % live.len()]);
                                    (cards.fold(CardSet::EMPTY, CardSet::with), weight)
                                })
                                .filter(|(set, _)| set.len() == set_size)
                                .collect();
                            fitting.sort_unstable();
                            fitting.dedup_by_key(|(set, _)| *set);
                            if fitting.is_empty() {
                                fitting = vec![(
                                    live[..set_size].iter().fold(CardSet::EMPTY, |set, &card| set.with(card)),
                                    1,
                                )];
                            }
                        }
                        CasePlayer { certain, sets: fitting, size }
                    })
                    .collect();
                let live = live.iter().fold(CardSet::EMPTY, |live, &card| live.with(card));
                Case { players, live, low, times: 3 }
            },
        )
    }

    fn cases(cases: u32) -> ProptestConfig {
        ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
    }

    proptest! {
        #![proptest_config(cases(100))]

        #[test]
        fn whoever_is_outside_and_however_wide_the_lanes(case in small_case(false)) {
            let expected = enumerate(&case);
            for pairing in Pairing::all(&case) {
                prop_assert_eq!(&count::<u16>(&case, pairing.clone()), &expected, "u16 {:?}", pairing);
                prop_assert_eq!(&count::<u32>(&case, pairing.clone()), &expected, "u32 {:?}", pairing);
                prop_assert_eq!(&count::<u64>(&case, pairing.clone()), &expected, "u64 {:?}", pairing);
            }
        }

        #[test]
        fn together_or_apart(case in small_case(true)) {
            let expected = enumerate(&case);
            for pairing in Pairing::all(&case) {
                prop_assert_eq!(&count::<u64>(&case, pairing.clone()), &expected, "{:?}", pairing);
            }
            for suits_matter in [false, true] {
                let mut tally = Tally::new(case.players.len());
                for known in apart(&case, suits_matter, &|| false).unwrap() {
                    tally.merge(&count::<u32>(&known, Pairing::of(&known)));
                }
                // A case counts as often as it says, which is in its tally.
                prop_assert_eq!(&tally, &expected, "{}", suits_matter);
            }
        }
    }
}
