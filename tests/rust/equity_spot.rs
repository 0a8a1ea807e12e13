//! Laws of patterns and spots, against sets of cards tried one by one.

use std::cell::Cell;
use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use stud8::card::{Card, CardSet};
use stud8::equity::{
    Common, Exact, ExactError, Goal, NextCardError, Pattern, Question, Spot, SpotError, sample,
};
use stud8::eval::{LowKind, Path};

/// Places of a pattern: two or three cards in all are enough to meet each other.
const PLACES: [&str; 16] = [
    "As", "Ah", "Ks", "Qd", "A?", "A?", "K?", "[AK]?", "[Q-A]?", "?s", "?h", "?[sd]", "A[sh]", "??", "??",
    "??",
];

/// Aces to queens, and a few more so that seven cards each can be dealt.
const LIVE: &str = "AsAhAdAcKsKhKdKcQsQhQdQc2s3s4s5s6s7s8s9sTs";

/// For each player patterns with weights, and which of the best cards are dead.
type Case = (Vec<Vec<(String, u64)>>, Vec<Card>);

fn cases() -> impl Strategy<Value = Case> {
    let player = |cards: usize| {
        let pattern = vec(select(&PLACES[..]), cards).prop_map(|places| places.concat());
        vec((pattern, select(&[0_u64, 1, 1, 1, 1, 2][..])), 1..=3)
    };
    // Nothing known in part: whether unknown cards are as good as cards to come depends on the other patterns.
    let half_known =
        vec((select(&["As??", "Ah??", "??Ks", "AsKs"][..]).prop_map(str::to_owned), Just(1)), 1..=3);
    // What leaves little for the others.
    let tight = || vec((select(&["A?A?", "A?K?", "K?K?"][..]).prop_map(str::to_owned), Just(1)), 1..=2);
    let players = prop_oneof![
        (player(2), player(2)).prop_map(|(first, second)| vec![first, second]),
        (tight(), tight()).prop_map(|(first, second)| vec![first, second]),
        (half_known, player(1)).prop_map(|(first, second)| vec![first, second]),
        (player(3), player(1)).prop_map(|(first, second)| vec![first, second]),
        (player(1), player(1), player(1)).prop_map(|(first, second, third)| vec![first, second, third]),
    ];
    let best: Vec<Card> = LIVE.parse::<CardSet>().unwrap().iter().rev().take(12).collect();
    (players, subsequence(best, 0..=7))
}

/// All sets of these cards that fit the pattern.
fn fitting(pattern: &Pattern, live: CardSet) -> Vec<CardSet> {
    pattern.cards().iter().fold(vec![CardSet::EMPTY], |sets, &place| {
        let longer = |set: CardSet| ((place & live) - set).iter().map(move |card| set.with(card));
        let mut sets: Vec<CardSet> = sets.into_iter().flat_map(longer).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    })
}

/// What all players hold, with its weight: the product of those of each one's set.
type Together = BTreeMap<Vec<CardSet>, u64>;

fn join(each: &[Vec<(CardSet, u64)>]) -> Together {
    each.iter().fold(BTreeMap::from([(vec![], 1)]), |together, sets| {
        let mut more = Together::new();
        for (held, weight) in &together {
            let gone = held.iter().fold(CardSet::EMPTY, |gone, &set| gone | set);
            for &(set, times) in sets.iter().filter(|&&(set, _)| (set & gone).is_empty()) {
                *more.entry([&held[..], &[set]].concat()).or_default() += weight * times;
            }
        }
        more
    })
}

/// What a set weighs that has two weights: it must not be held together with any other player's.
const TWO_WEIGHTS: u64 = 1 << 16;

/// What is told, slowly, and whether a set has two weights.
fn naive(players: &[Vec<(Pattern, u64)>], live: CardSet) -> (Together, bool) {
    let sets = players.iter().map(|patterns| {
        let mut sets = BTreeMap::new();
        for (pattern, weight) in patterns.iter().filter(|(_, weight)| *weight > 0) {
            for set in fitting(pattern, live) {
                let known = sets.entry(set).or_insert(*weight);
                *known = if known == weight { *weight } else { TWO_WEIGHTS };
            }
        }
        sets.into_iter().collect()
    });
    let each: Vec<Vec<(CardSet, u64)>> = sets.collect();
    let two = each.iter().flatten().any(|&(_, weight)| weight == TWO_WEIGHTS);
    (join(&each), two)
}

/// What the spot says, with the unknown cards that it takes as unseen: each set as often as they have orders.
fn told(spot: &Spot, players: &[Vec<(Pattern, u64)>]) -> Together {
    let each: Vec<Vec<_>> = spot
        .holdings()
        .iter()
        .zip(players)
        .map(|(holding, patterns)| {
            let unknown = patterns[0].0.cards().len() - holding.certain.len() - holding.set_size();
            let mut sets: Vec<(CardSet, u64)> =
                holding.sets.iter().map(|&(set, weight)| (set | holding.certain, weight)).collect();
            for _ in 0..unknown {
                let more = |(set, weight): (CardSet, u64)| {
                    (spot.live() - set).iter().map(move |card| (set.with(card), weight))
                };
                sets = sets.into_iter().flat_map(more).collect();
            }
            sets
        })
        .collect();
    join(&each)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn spots_are_what_fits_together((players, dead) in cases()) {
        let players: Vec<Vec<(Pattern, u64)>> = players
            .into_iter()
            .map(|patterns| patterns.into_iter().filter_map(|(text, weight)| Some((text.parse().ok()?, weight))).collect())
            .collect();
        let dead = dead.into_iter().collect::<CardSet>() | !LIVE.parse::<CardSet>().unwrap();
        let spot = Spot::new(&players, dead, Common::None, LowKind::EightOrBetter);
        let (together, two_weights) = naive(&players, !dead);
        match spot {
            Ok(spot) => {
                let sets = || spot.holdings().iter().flat_map(|holding| &holding.sets);
                prop_assert!(sets().all(|&(set, _)| (set - spot.live()).is_empty()));
                prop_assert!(!together.is_empty(), "no deal");
                let told = told(&spot, &players);
                let sums = [&told, &together].map(|all| all.values().copied().map(u128::from).sum::<u128>());
                prop_assert_eq!(told.keys().collect::<Vec<_>>(), together.keys().collect::<Vec<_>>());
                for (told, weight) in told.values().zip(together.values()) {
                    prop_assert_eq!(u128::from(*told) * sums[1], u128::from(*weight) * sums[0]);
                }
            }
            Err(SpotError::WeightsDiffer { .. }) => prop_assert!(two_weights),
            Err(SpotError::NoHand { player }) => prop_assert!(players[player].is_empty()),
            Err(SpotError::NoWeight { player }) => prop_assert!(players[player].iter().all(|&(_, weight)| weight == 0)),
            Err(SpotError::Deck { wanted, left }) => prop_assert!(wanted > left),
            Err(error) => prop_assert!(together.is_empty(), "{}", error),
        }
    }

    #[test]
    fn patterns_are_read_as_they_are_written(places in vec(select(&PLACES[4..]), 0..=7)) {
        let pattern: Pattern = places.join(", ").parse().unwrap();
        prop_assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern);
    }
}

/// How often it is asked whether to stop while these ranges are prepared.
fn asked(players: &[Vec<(Pattern, u64)>]) -> usize {
    let times = Cell::new(0);
    let stop = || {
        times.set(times.get() + 1);
        false
    };
    _ = Spot::new_until(players, CardSet::EMPTY, Common::None, LowKind::EightOrBetter, &stop);
    times.get()
}

/// As many different patterns of five cards and an unknown one.
fn many(count: usize) -> Vec<(Pattern, u64)> {
    let deck: Vec<Card> = Card::all().collect();
    let mut patterns = Vec::new();
    for bits in 0_u64.. {
        if patterns.len() == count {
            break;
        }
        if bits.count_ones() == 5 {
            let cards = (0..52).filter(|card| bits >> card & 1 == 1).map(|card| Some(deck[card]));
            patterns.push((Pattern::of_cards(&cards.chain([None]).collect::<Vec<_>>()).unwrap(), 1));
        }
    }
    patterns
}

#[test]
fn ranges_take_steps_in_proportion_to_their_length() {
    fn same(count: usize) -> Vec<(Pattern, u64)> {
        vec![("As Ks ??".parse().unwrap(), 1); count]
    }
    let nothing = || vec![("".parse::<Pattern>().unwrap(), 1)];
    for range in [same as fn(usize) -> Vec<(Pattern, u64)>, many] {
        let [few, more] = [1 << 14, 1 << 16].map(|count| asked(&[range(count), nothing()]));
        assert!(more <= 6 * few + 10, "{few} {more}");
    }
}

#[test]
fn what_is_stopped_is_no_spot() {
    let random = || vec![("".parse::<Pattern>().unwrap(), 1)];
    let wide = || vec![("[2-9]? ?? ?? ??".parse::<Pattern>().unwrap(), 1)];
    let players = [wide(), random()];
    let all = asked(&players);
    assert!(all > 10);
    for most in 0..all {
        let left = Cell::new(most);
        let stop = || left.replace(left.get().saturating_sub(1)) == 0;
        let spot = Spot::new_until(&players, CardSet::EMPTY, Common::None, LowKind::EightOrBetter, &stop);
        assert_eq!(spot, Err(SpotError::Stopped), "{most} of {all}");
    }
    let question = Question {
        players: vec![wide(), random()],
        dead: CardSet::EMPTY,
        common: Common::None,
        low: LowKind::EightOrBetter,
    };
    let left = Cell::new(2 * all);
    let stop = || left.replace(left.get().saturating_sub(1)) == 0;
    assert_eq!(question.after_next_card_until(0, &stop), Err(NextCardError::Spot(SpotError::Stopped)));
    let spot = question.spot().unwrap();
    assert!(matches!(
        Exact::new_until(&spot, &|| true),
        Ok(_) | Err(ExactError::Stopped | ExactError::Memory { .. })
    ));
    let sampled = sample(Path::best().unwrap(), &spot, 1, Goal::Trials(9), None, |_| true).unwrap();
    assert_eq!((sampled.finished, sampled.tally.total()), (false, 0));
}

#[test]
fn many_texts_fit_together_as_few_do() {
    // The players' hands leave each other two of five aces and kings, or nothing.
    let pairs = |cards: &str| {
        let cards: Vec<Card> = cards.parse::<CardSet>().unwrap().iter().collect();
        let mut patterns = Vec::new();
        for (place, &one) in cards.iter().enumerate() {
            for &other in &cards[..place] {
                patterns.push((Pattern::of_cards(&[Some(one), Some(other)]).unwrap(), 1));
            }
        }
        patterns
    };
    let deck = |dead: &str| dead.parse::<CardSet>().unwrap();
    // More than 256 of each: all pairs of 24 cards.
    let large = "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js Jh Jd Jc Ts Th Td Tc 9s 9h 9d 9c";
    assert!(pairs(large).len() > 256);
    let spot = |players: &[Vec<(Pattern, u64)>], dead| Spot::new(players, dead, Common::None, LowKind::Any);
    let dead = deck("Qs Qh Qd Qc Js Jh Jd Jc Ts Th Td Tc 9s 9h 9d 9c Kc Kd Kh Ks Ac");
    let found = spot(&[pairs(large), pairs(large)], dead);
    assert_eq!(found.err(), Some(SpotError::NoDeal), "three aces are left");
    let found = spot(&[pairs(large), pairs(large)], dead - deck("Ac")).unwrap();
    assert_eq!(found.holdings()[0].sets.len(), 6, "four aces are left");
    let few = vec![("A?A?".parse::<Pattern>().unwrap(), 1)];
    assert_eq!(spot(&[pairs(large), few.clone()], dead).err(), Some(SpotError::NoDeal));
    assert!(spot(&[few, pairs(large)], dead - deck("Ac")).is_ok());
}
