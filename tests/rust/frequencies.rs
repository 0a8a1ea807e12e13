//! The evaluator over all hands of five and of seven cards, against known counts, and against a naive twin.
//!
//! The counts were made by brute force over all 21 choices of five cards, by programs that share nothing with this crate.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use stud8::card::{Card, CardSet, Rank};
use stud8::eval::{Category, High, Low, LowKind, evaluate, high, high_cards, low, low_cards};

/// How many hands have each value.
struct Frequencies {
    highs: Vec<u64>,
    /// For each kind of low and each number, 0 for none.
    lows: [Vec<u64>; 3],
    /// Hands with a low, 8 or better, by the category of their high.
    lows_by_category: [u64; 9],
}

impl Frequencies {
    fn new() -> Self {
        let lows = LowKind::ALL.map(|kind| vec![0; usize::from(kind.count()) + 1]);
        Frequencies { highs: vec![0; usize::from(High::COUNT)], lows, lows_by_category: [0; 9] }
    }

    fn count(&mut self, cards: CardSet) {
        let high = high(cards);
        self.highs[usize::from(high.number())] += 1;
        for (kind, lows) in LowKind::ALL.into_iter().zip(&mut self.lows) {
            let low = low(cards, kind);
            lows[usize::from(low.map_or(0, Low::number))] += 1;
            if kind == LowKind::EightOrBetter && low.is_some() {
                self.lows_by_category[usize::from(high.category().index())] += 1;
            }
        }
    }

    fn merge(mut self, other: &Self) -> Self {
        let pairs =
            [(&mut self.highs, &other.highs)].into_iter().chain(self.lows.iter_mut().zip(&other.lows));
        for (into, from) in pairs {
            into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
        }
        self.lows_by_category.iter_mut().zip(other.lows_by_category).for_each(|(into, from)| *into += from);
        self
    }

    /// Over all hands of this many cards.
    fn of_all(cards: u8) -> Self {
        let next = AtomicU8::new(0);
        let work = || {
            let mut counts = Frequencies::new();
            while let Some(first) = Card::from_index(next.fetch_add(1, Ordering::Relaxed)) {
                each_hand(CardSet::from(first), first.index() + 1, cards - 1, &mut |hand| counts.count(hand));
            }
            counts
        };
        thread::scope(|scope| {
            let threads = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let counts = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
            counts.fold(Frequencies::new(), |all, counts| all.merge(&counts))
        })
    }

    fn by_category(&self) -> [u64; 9] {
        let mut counts = [0; 9];
        for (number, count) in (0..).zip(&self.highs) {
            counts[usize::from(High::from_number(number).unwrap().category().index())] += count;
        }
        counts
    }

    /// The counts of the lows of a kind by their highest card, five to king; without pairs.
    fn by_top_rank(&self, kind: LowKind) -> Vec<u64> {
        let mut counts = vec![0; 13];
        for (number, count) in (0..).zip(&self.lows[kind as usize]).skip(1) {
            let name = Low::from_number(kind, number).unwrap().to_string();
            let top = Rank::from_char(name.chars().next().unwrap()).unwrap();
            counts[usize::from(top.index())] += count;
        }
        counts.drain(usize::from(Rank::Five.index())..usize::from(Rank::Ace.index())).collect()
    }
}

/// Calls `visit` with `hand` and each choice of `left` more cards, numbered `from` or above.
fn each_hand(hand: CardSet, from: u8, left: u8, visit: &mut impl FnMut(CardSet)) {
    if left == 0 {
        return visit(hand);
    }
    for index in from..=52 - left {
        let card = Card::from_index(index).unwrap();
        each_hand(hand.with(card), index + 1, left - 1, visit);
    }
}

fn reached(counts: &[u64]) -> usize {
    counts.iter().filter(|&&count| count > 0).count()
}

#[test]
fn all_hands_of_seven_cards() {
    let counts = Frequencies::of_all(7);
    assert_eq!(counts.highs.iter().sum::<u64>(), 133_784_560);
    assert_eq!(
        counts.by_category(),
        [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
    );
    assert_eq!(counts.highs[7461], 4_324, "royal flushes");
    assert_eq!(reached(&counts.highs), 4_824);

    let [eight_or_better, five_ranks, any] = &counts.lows;
    assert_eq!(eight_or_better[0], 109_253_616);
    assert_eq!(eight_or_better[1..].iter().sum::<u64>(), 24_530_944);
    assert_eq!(&eight_or_better[1..36], [376_320; 35], "eight-highs");
    assert_eq!(&eight_or_better[36..51], [495_104; 15], "seven-highs");
    assert_eq!(&eight_or_better[51..56], [630_272; 5], "six-highs");
    assert_eq!(eight_or_better[56], 781_824, "wheels");
    assert_eq!(
        counts.lows_by_category,
        [9_261_840, 9_836_640, 1_179_360, 263_120, 2_991_920, 978_464, 0, 0, 19_600]
    );

    let to_eight = [781_824, 3_151_360, 7_426_560, 13_171_200];
    assert_eq!(counts.by_top_rank(LowKind::EightOrBetter), [&to_eight[..], &[0; 5]].concat());
    let above_eight = [19_174_400, 23_675_904, 24_837_120, 21_457_920, 13_939_200];
    assert_eq!(counts.by_top_rank(LowKind::FiveRanks), [to_eight.as_slice(), &above_eight].concat());
    assert_eq!(five_ranks[1..].iter().sum::<u64>(), 127_615_488);

    assert_eq!(any[0], 0, "any five cards have a low");
    assert_eq!(reached(any), 5_083);
    assert_eq!(any[6175 - 1286..], five_ranks[1..], "the lows of five ranks are the best ones");
}

#[test]
fn all_hands_of_five_cards() {
    let counts = Frequencies::of_all(5);
    assert_eq!(counts.by_category(), [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
    assert_eq!(reached(&counts.highs), 7_462);
    let [eight_or_better, five_ranks, any] = &counts.lows;
    assert_eq!(eight_or_better[1..], [1_024; 56]);
    assert_eq!(eight_or_better[1..].iter().sum::<u64>(), 57_344);
    assert_eq!(five_ranks[1..], [1_024; 1287]);
    assert_eq!((any[0], reached(any)), (0, 6_175));
}

/// The naive twin: a plain ranker of five cards.
mod naive {
    use super::{Card, LowKind, Reverse};

    /// A category like [`super::Category`], then the ranks that decide: larger groups first, then the higher rank.
    pub type High = (u8, [u8; 5]);
    pub type Low = Reverse<(u8, [u8; 5])>;

    fn grouped(mut ranks: [u8; 5]) -> (Vec<usize>, [u8; 5]) {
        let count = |rank| ranks.iter().map(|&other| usize::from(other == rank)).sum::<usize>();
        let mut sizes: Vec<usize> = Vec::new();
        let mut keys = ranks.map(|rank| (count(rank), rank));
        keys.sort_unstable_by_key(|&key| Reverse(key));
        for (place, (size, rank)) in keys.into_iter().enumerate() {
            if place == 0 || keys[place - 1].1 != rank {
                sizes.push(size);
            }
            ranks[place] = rank;
        }
        (sizes, ranks)
    }

    pub fn high(cards: [Card; 5]) -> High {
        let (sizes, mut ranks) = grouped(cards.map(|card| card.rank().index() + 2));
        let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
        if ranks == [14, 5, 4, 3, 2] {
            ranks = [5, 4, 3, 2, 1];
        }
        let straight = ranks.windows(2).all(|pair| pair[0] == pair[1] + 1);
        let category = match (&sizes[..], straight, flush) {
            (_, true, true) => 8,
            ([4, 1], ..) => 7,
            ([3, 2], ..) => 6,
            (_, _, true) => 5,
            (_, true, _) => 4,
            ([3, 1, 1], ..) => 3,
            ([2, 2, 1], ..) => 2,
            ([2, 1, 1, 1], ..) => 1,
            _ => 0,
        };
        (category, ranks)
    }

    pub fn low(cards: [Card; 5], kind: LowKind) -> Option<Low> {
        let ace_low = |card: Card| if card.rank().char() == 'A' { 1 } else { card.rank().index() + 2 };
        let (sizes, ranks) = grouped(cards.map(ace_low));
        let qualifies = match kind {
            LowKind::EightOrBetter => sizes.len() == 5 && ranks[0] <= 8,
            LowKind::FiveRanks => sizes.len() == 5,
            LowKind::Any => true,
        };
        let badness = match sizes[..] {
            [1, 1, 1, 1, 1] => 0,
            [2, 1, 1, 1] => 1,
            [2, 2, 1] => 2,
            [3, 1, 1] => 3,
            [3, 2] => 4,
            _ => 5,
        };
        qualifies.then_some(Reverse((badness, ranks)))
    }

    /// All choices of five of the cards, each from the greatest card to the least.
    pub fn choices(cards: &[Card]) -> Vec<[Card; 5]> {
        let mut cards = cards.to_vec();
        cards.sort_unstable_by_key(|&card| Reverse(card));
        let mut choices = Vec::new();
        for chosen in 0_u32..1 << cards.len() {
            if chosen.count_ones() == 5 {
                let five: Vec<Card> =
                    (0..cards.len()).filter(|i| chosen >> i & 1 == 1).map(|i| cards[i]).collect();
                choices.push(five.try_into().unwrap());
            }
        }
        choices
    }
}

/// Over all hands of five cards: the same number always has the same naive value, and a greater number a greater one. So the
/// numbers are the naive order.
#[test]
fn all_hands_of_five_cards_are_in_the_naive_order() {
    let mut highs = vec![None; usize::from(High::COUNT)];
    let mut lows = LowKind::ALL.map(|kind| vec![None; usize::from(kind.count()) + 1]);
    each_hand(CardSet::EMPTY, 0, 5, &mut |hand| {
        let mut cards = hand.iter();
        let five = std::array::from_fn(|_| cards.next().unwrap());
        let naive = naive::high(five);
        assert_eq!(*highs[usize::from(high(hand).number())].get_or_insert(naive), naive, "{hand}");
        for (kind, lows) in LowKind::ALL.into_iter().zip(&mut lows) {
            let (low, naive) = (low(hand, kind), naive::low(five, kind));
            assert_eq!(low.is_some(), naive.is_some(), "{hand} {kind}");
            assert_eq!(
                *lows[usize::from(low.map_or(0, Low::number))].get_or_insert(naive),
                naive,
                "{hand} {kind}"
            );
        }
    });
    assert!(highs.is_sorted_by(|worse, better| worse.is_some() && worse < better));
    for lows in lows {
        assert!(lows[1..].is_sorted_by(|worse, better| worse.is_some() && worse < better));
    }
}

/// A small generator of random numbers (splitmix64), so that the hands are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ bits >> 31) % limit as u64).unwrap()
    }

    fn hand(&mut self, deck: &[Card], cards: usize) -> Vec<Card> {
        let mut deck = deck.to_vec();
        (0..cards).map(|_| deck.swap_remove(self.below(deck.len()))).collect()
    }
}

/// Decks that make the rare hands frequent: two suits for flushes, few ranks for pairs, neighbours for straights.
fn decks() -> Vec<Vec<Card>> {
    let deck = |keep: fn(Card) -> bool| Card::all().filter(|&card| keep(card)).collect::<Vec<_>>();
    vec![
        deck(|_| true),
        deck(|card| card.suit().index() < 2),
        deck(|card| card.rank().index() % 6 == 0),
        deck(|card| card.rank().index() % 3 == 0),
        deck(|card| card.rank() > Rank::Nine),
        deck(|card| card.rank() < Rank::Seven || card.rank() == Rank::Ace),
        deck(|card| (card.rank() < Rank::Eight || card.rank() == Rank::Ace) && card.suit().index() < 2),
    ]
}

#[test]
fn random_hands_have_the_value_and_the_cards_that_all_choices_give() {
    let mut random = Random(8);
    for deck in decks() {
        for size in 5..=7 {
            let mut previous = None;
            for _ in 0..5_000 {
                let cards = random.hand(&deck, size);
                let set: CardSet = cards.iter().copied().collect();
                let choices = naive::choices(&cards);
                // The greatest value, and of equal ones the cards that are greatest from the top.
                let (naive_high, five) = choices.iter().map(|&five| (naive::high(five), five)).max().unwrap();
                let value = high(set);
                assert_eq!(high_cards(set), five, "high of {set}");
                assert_eq!(value, high(five.into_iter().collect()), "{set}");
                assert_eq!(value.category().index(), naive_high.0, "{set}");
                for kind in LowKind::ALL {
                    let lows = choices.iter().map(|&five| (naive::low(five, kind), five));
                    let best = lows.filter(|(low, _)| low.is_some()).max();
                    assert_eq!(low_cards(set, kind), best.map(|(_, five)| five), "{kind} low of {set}");
                    let of_five = best.and_then(|(_, five)| low(five.into_iter().collect(), kind));
                    assert_eq!(low(set, kind), of_five, "{kind} low of {set}");
                    assert_eq!(evaluate(set, kind).map(|hand| (hand.high, hand.low)), Ok((value, of_five)));
                }
                if let Some((other_set, other_value, other_naive)) = previous {
                    let (fast, naive) = (value.cmp(&other_value), naive_high.cmp(&other_naive));
                    assert_eq!(fast, naive, "{set} against {other_set}");
                }
                previous = Some((set, value, naive_high));
            }
        }
    }
}

#[test]
fn the_decks_of_the_random_hands_make_every_category_and_every_shape_of_low() {
    let mut random = Random(8);
    let (mut highs, mut lows) = ([0; 9], std::collections::BTreeSet::new());
    for deck in decks() {
        for _ in 0..5_000 {
            let set: CardSet = random.hand(&deck, 7).into_iter().collect();
            highs[usize::from(high(set).category().index())] += 1;
            let name = low(set, LowKind::Any).unwrap().to_string();
            let shape: Vec<usize> = name.split('-').map(|rank| name.matches(rank).count()).collect();
            lows.insert(shape);
        }
    }
    for category in Category::ALL {
        assert!(highs[usize::from(category.index())] > 100, "{category}");
    }
    // Seven cards never have to use four of a rank, nor three and two single ones.
    let shapes = [vec![1; 5], vec![2, 2, 1, 1, 1], vec![2, 2, 2, 2, 1], vec![3, 3, 3, 2, 2]];
    assert_eq!(lows.into_iter().collect::<Vec<_>>(), shapes);
}
