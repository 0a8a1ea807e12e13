//! All starting hands: known rows, laws of the whole table, and the table made again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use stud8::card::{Card, CardSet, Rank};
use stud8::equity::POT;
use stud8::equity::starts::{
    DEALS, Interrupted, MarkedHand, Multiway, OPPONENTS, OutcomeCounts, PARTS, STEPS, StartingHand, make,
    marked_hands, starting_hand, starting_hands, write,
};
use stud8::eval::{Low, LowKind, Path, high, low, low_odds};

fn hand(cards: &str) -> &'static StartingHand {
    starting_hand(cards.parse().unwrap()).unwrap()
}

/// From a program that shares nothing with this crate.
#[test]
fn rows_are_known_to_the_last_count() {
    let table = [
        (
            "Ac Ad Ah",
            [
                [346_326_488_263, 216_941_406, 1_181_840_954_526, 7_437_535_114_832],
                [0, 9_767_547, 269_703, 12_862_692],
                [40_672_272_697, 21_307_431, 168_558_783_707, 439_657_604_316],
            ],
            "0.873159286",
        ),
        (
            "Ac 3c 2c",
            [
                [2_288_515_872_775, 4_318_921_323, 664_200_658_381, 2_367_637_742_063],
                [392_435_046, 948_045_237, 25_062_702, 569_073_465],
                [2_180_475_364_859, 2_505_814_392, 332_026_803_165, 1_773_236_573_712],
            ],
            "0.632710331",
        ),
    ];
    for (cards, counts, equity) in table {
        let hand = hand(cards);
        assert_eq!((hand.to_string().as_str(), hand.counts()), (cards, &counts));
        let billionths = (u128::from(hand.quarters()) * 2_000_000_000 / u128::from(4 * DEALS)).div_ceil(2);
        assert_eq!(format!("0.{billionths}"), equity, "{cards}");
    }
}

#[test]
fn rolled_up_hands_come_first() {
    let names: Vec<String> = starting_hands()[..14].iter().map(StartingHand::to_string).collect();
    let rolled_up = "A 8 7 6 5 4 3 2 K Q J T 9".split(' ').map(|rank| format!("{rank}c {rank}d {rank}h"));
    assert!(names.iter().cloned().eq(rolled_up.chain(["Ac Ad 5c".into()])), "{names:?}");
    let first = hand("Ah As 5h");
    assert_eq!(first.quarters() * 100_000 / (4 * DEALS), 74_696);
}

#[test]
fn ranks_are_in_the_order_of_equities() {
    let hands = starting_hands();
    assert_eq!(hands.len(), 1755);
    assert!(hands.iter().map(StartingHand::rank).eq(1..=1755));
    assert!(hands.is_sorted_by_key(|hand| std::cmp::Reverse((hand.quarters(), hand.scoops(), hand.cards()))));
}

#[test]
fn counts_obey_the_laws_of_sums() {
    let mut sums: OutcomeCounts = [[0; 4]; 3];
    let (mut hands, mut quarters) = (0, 0_u128);
    for hand in starting_hands() {
        assert_eq!(hand.counts().as_flattened().iter().sum::<u64>(), DEALS, "{hand}");
        let versions = u64::from(hand.versions());
        hands += versions;
        quarters += u128::from(versions * hand.quarters());
        for (sum, count) in sums.as_flattened_mut().iter_mut().zip(hand.counts().as_flattened()) {
            *sum += versions * count;
        }
    }
    assert_eq!(hands, 22_100);
    assert_eq!(quarters, u128::from(hands) * u128::from(2 * DEALS), "the mean is one half");
    // Over all hands it is the same for both players.
    let [won, tied, lost] = sums;
    assert_eq!(won, [lost[2], lost[1], lost[0], lost[3]]);
    assert_eq!(tied[0], tied[2]);
}

/// Three cards above the eight make no low, so the opponent makes one as often as if he were alone.
#[test]
fn lows_against_three_high_cards_come_as_often_as_by_the_odds() {
    let mut checked = 0;
    for hand in starting_hands() {
        let is_high = |card: Card| (Rank::Nine..=Rank::King).contains(&card.rank());
        if hand.cards().iter().all(is_high) {
            let odds = low_odds(CardSet::EMPTY, hand.cards()).unwrap();
            let lost: u64 = hand.counts().iter().map(|row| row[2]).sum();
            assert_eq!(lost, odds.eight * (DEALS / odds.deals), "{hand}");
            assert_eq!((hand.low_wins(), hand.low_ties()), (0, 0), "{hand}");
            checked += 1;
        }
    }
    // Three ranks, a pair and another, rolled up.
    assert_eq!(checked, 10 * 5 + 20 * 2 + 5);
}

#[test]
fn chances_follow_from_the_tally() {
    for hand in starting_hands().iter().step_by(50) {
        let tally = hand.tally();
        let sum = |measure: &dyn Fn(u8, u8) -> bool| {
            let counted = tally.iter().filter(|(outcome, _)| measure(outcome.high, outcome.low));
            counted.map(|(_, count)| u64::try_from(count).unwrap()).sum::<u64>()
        };
        assert_eq!(sum(&|_, _| true), DEALS);
        assert_eq!(sum(&|high, _| high == 0b01), hand.high_wins(), "{hand}");
        assert_eq!(sum(&|high, _| high == 0b11), hand.high_ties(), "{hand}");
        assert_eq!(sum(&|_, low| low == 0b01), hand.low_wins(), "{hand}");
        assert_eq!(sum(&|_, low| low == 0b11), hand.low_ties(), "{hand}");
        let scoops = tally.iter().filter(|(outcome, _)| outcome.is_scoop(0));
        assert_eq!(scoops.map(|(_, count)| count).sum::<u128>(), hand.scoops().into(), "{hand}");
        let share: u128 = tally.iter().map(|(outcome, count)| u128::from(outcome.share(0)) * count).sum();
        assert_eq!(share, u128::from(hand.quarters()) * u128::from(POT / 4), "{hand}");
    }
}

#[test]
fn estimates_against_more_hands_fit_together() {
    for opponents in OPPONENTS {
        let fair = 100_000 / (i64::try_from(opponents).unwrap() + 1);
        let mut shares = 0;
        for hand in starting_hands() {
            let &Multiway { share, error, scoops, highs, lows } = hand.against(opponents).unwrap();
            assert!(error <= PARTS / 2000, "{hand} {opponents}: {error}");
            assert!(scoops < share && share < highs + lows && scoops <= highs, "{hand} {opponents}");
            shares += i64::from(hand.versions()) * i64::from(share);
            if let Some(more) = hand.against(opponents + 1) {
                assert!(more.share < share + 3 * error, "{hand}: {opponents} opponents, and one more");
            }
        }
        assert!((shares / 22_100 - fair).abs() <= 5, "{opponents}: {}", shares / 22_100);
    }
    assert_eq!([0, 1, 8].map(|opponents| hand("As Ad 2c").against(opponents)), [None; 3]);
}

/// Every three cards, with each of them as the door card.
#[test]
fn all_three_cards_are_some_starting_hand() {
    let deck: Vec<Card> = Card::all().collect();
    let (mut hands, mut marked) = (BTreeMap::new(), BTreeMap::new());
    for (i, &first) in deck.iter().enumerate() {
        for (j, &second) in deck.iter().enumerate().skip(i + 1) {
            for &third in &deck[j + 1..] {
                let cards: CardSet = [first, second, third].into_iter().collect();
                let hand = starting_hand(cards).unwrap();
                *hands.entry(hand.rank()).or_insert(0) += 1;
                for door in cards {
                    let hand = MarkedHand::new(cards - door.into(), door).unwrap();
                    assert_eq!(
                        (hand.door().rank(), hand.unmarked()),
                        (door.rank(), starting_hand(cards).unwrap())
                    );
                    *marked.entry(hand).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!((hands.len(), marked.len()), (1755, 5083));
    for hand in starting_hands() {
        assert_eq!(hands[&hand.rank()], hand.versions(), "{hand}");
    }
    let listed: Vec<MarkedHand> = marked_hands().collect();
    assert_eq!(listed.len(), 5083);
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>().len(), 5083);
    for hand in listed {
        assert_eq!(marked[&hand], hand.versions(), "{hand}");
        assert_eq!(hand.down().with(hand.door()), hand.cards(), "{hand}");
        assert_eq!(MarkedHand::new(hand.down(), hand.door()), Some(hand));
    }
}

#[test]
fn only_three_cards_are_a_starting_hand() {
    for cards in ["", "As", "As Ad", "As Ad Ah Ac"] {
        assert_eq!(starting_hand(cards.parse().unwrap()), None, "{cards}");
    }
    let ace: Card = "As".parse().unwrap();
    for down in ["", "Kd", "As Kd", "Kd Qd Jd", "As Kd Qd"] {
        assert_eq!(MarkedHand::new(down.parse().unwrap(), ace), None, "{down}");
    }
}

#[test]
fn the_table_is_what_is_made() {
    let made = make(Path::best().unwrap(), |_| false).unwrap();
    assert!(made == starting_hands());
    assert_eq!(write(&made), include_str!("../../rust/core/equity/starts/heads_up.csv"));
}

#[test]
fn making_can_be_stopped() {
    let told = std::cell::Cell::new(vec![]);
    let stop = |done| {
        let mut all = told.take();
        all.push(done);
        told.set(all);
        done > 1000
    };
    assert_eq!(make(Path::best().unwrap(), stop), Err(Interrupted));
    let told = told.take();
    assert_eq!(told[0], 0);
    assert!(told.is_sorted() && told.len() > 2 && *told.last().unwrap() < STEPS, "{told:?}");
    assert!(told[..told.len() - 1].iter().all(|&done| done <= 1000), "{told:?}");
}

/// The four cards that complete a starting hand, by the sets of up to three cards that they contain.
///
/// Cards are numbers 0 to 48 here, those that the starting hand leaves.
struct Completions {
    /// For no card to three, for each set of so many: how many completions contain it with no low, with no better low than
    /// number 1, number 2, and so on.
    containing: [Vec<[u32; 57]>; 4],
    /// Of each four cards their place in the order of highs.
    places: Vec<usize>,
    /// In that order, the high and the low of all seven cards.
    values: Vec<(u16, usize)>,
    /// How many are in, from the first.
    inside: usize,
}

fn choose(all: usize, some: usize) -> usize {
    (0..some).fold(1, |ways, i| ways * all.saturating_sub(i) / (i + 1))
}

/// The number of a set among those of its size, by the combinatorial number system.
fn number(set: impl IntoIterator<Item = usize>) -> usize {
    (1..).zip(set).map(|(place, card)| choose(card, place)).sum()
}

/// Every set of so many of the numbers below a limit, each in ascending order.
fn each_set<const N: usize>(limit: usize, mut visit: impl FnMut(&[usize; N])) {
    let mut set: [usize; N] = std::array::from_fn(|i| i);
    loop {
        visit(&set);
        let next = (0..N).find(|&i| set[i] + 1 < set.get(i + 1).copied().unwrap_or(limit));
        let Some(next) = next else { return };
        set[next] += 1;
        (0..next).for_each(|i| set[i] = i);
    }
}

impl Completions {
    /// None is in. The sets of four cards in the order in which they are to be put in.
    fn of(start: CardSet, left: &[Card]) -> (Completions, Vec<[usize; 4]>) {
        let mut sets = vec![];
        each_set(left.len(), |set: &[usize; 4]| {
            let cards = start | set.iter().map(|&card| left[card]).collect();
            let low = low(cards, LowKind::EightOrBetter).map_or(0, |low| usize::from(low.number()));
            sets.push(((high(cards).number(), low), *set));
        });
        sets.sort_unstable();
        let mut places = vec![0; sets.len()];
        for (place, (_, set)) in sets.iter().enumerate() {
            places[number(*set)] = place;
        }
        let containing = std::array::from_fn(|size| vec![[0; 57]; choose(left.len(), size)]);
        let (values, sets) = sets.into_iter().unzip();
        (Completions { containing, places, values, inside: 0 }, sets)
    }

    fn insert(&mut self, set: [usize; 4]) {
        let (_, low) = self.values[self.inside];
        for subset in 0..15_usize {
            let held = (0..4).filter(|i| subset >> i & 1 == 1).map(|i| set[i]);
            let size = subset.count_ones() as usize;
            for count in &mut self.containing[size][number(held)][low..] {
                *count += 1;
            }
        }
        self.inside += 1;
    }

    fn next_high(&self) -> Option<u16> {
        self.values.get(self.inside).map(|&(high, _)| high)
    }

    /// Of the completions that are in and share no card with a hand: how many have a better low, the same, a worse, or nobody
    /// has one.
    fn ask(&self, hand: &Opponent) -> [u64; 4] {
        if self.inside == 0 {
            return [0; 4];
        }
        let low = usize::from(hand.low);
        // With no better low than the next worse, with none better than the same, and all.
        let [mut below, mut up_to, mut all] = [0; 3];
        // For each card of the hand what it adds to the number of a set in which it is the first to the fourth.
        let adds = hand.cards.map(|card| CHOOSE[usize::from(card)]);
        let mut add = |sign: i64, size: usize, number: usize| {
            let count = &self.containing[size][number];
            below += sign * i64::from(count[low.saturating_sub(1)]);
            up_to += sign * i64::from(count[low]);
            all += sign * i64::from(count[56]);
        };
        add(1, 0, 0);
        for d in 0..7 {
            add(-1, 1, adds[d][0]);
            for c in 0..d {
                add(1, 2, adds[c][0] + adds[d][1]);
                for b in 0..c {
                    add(-1, 3, adds[b][0] + adds[c][1] + adds[d][2]);
                }
            }
        }
        // Four cards are contained in one completion, themselves.
        for d in 3..7 {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        let place = self.places[adds[a][0] + adds[b][1] + adds[c][2] + adds[d][3]];
                        if place < self.inside {
                            let (_, its) = self.values[place];
                            below += i64::from(its < low);
                            up_to += i64::from(its <= low);
                            all += 1;
                        }
                    }
                }
            }
        }
        let [better, same, worse] = [all - up_to, up_to - below, below];
        let lows = if low == 0 { [better, 0, 0, up_to] } else { [better, same, worse, 0] };
        lows.map(|count| u64::try_from(count).unwrap())
    }
}

/// Of each card C(card, 1) to C(card, 4).
static CHOOSE: LazyLock<[[usize; 4]; 49]> =
    LazyLock::new(|| std::array::from_fn(|card| std::array::from_fn(|size| choose(card, size + 1))));

/// A hand of the opponent, for all that become it when clubs, diamonds and hearts change places.
struct Opponent {
    high: u16,
    low: u8,
    versions: u8,
    cards: [u8; 7],
}

/// Deuces rolled up the other way around: the completions of the starting hand are put in, and each hand of the opponent asks.
#[test]
fn a_row_by_a_second_method() {
    let start: CardSet = "2c 2d 2h".parse().unwrap();
    let left: Vec<Card> = (!start).iter().collect();
    let mut opponents = vec![];
    each_set(left.len(), |set: &[usize; 7]| {
        let cards: CardSet = set.iter().map(|&card| left[card]).collect();
        let [clubs, diamonds, hearts, _] = cards.suit_masks();
        if clubs >= diamonds && diamonds >= hearts {
            let low = low(cards, LowKind::EightOrBetter).map_or(0, Low::number);
            let versions = match (clubs == diamonds, diamonds == hearts) {
                (true, true) => 1,
                (false, false) => 6,
                _ => 3,
            };
            opponents.push(Opponent {
                high: high(cards).number(),
                low: low.try_into().unwrap(),
                versions,
                cards: set.map(|card| card.try_into().unwrap()),
            });
        }
    });
    opponents.sort_unstable_by_key(|hand| hand.high);
    let (mut completions, sets) = Completions::of(start, &left);
    let mut counts: OutcomeCounts = [[0; 4]; 3];
    let mut add = |row: usize, hand: &Opponent, lows: [u64; 4]| {
        for (sum, count) in counts[row].iter_mut().zip(lows) {
            *sum += u64::from(hand.versions) * count;
        }
    };
    for hands in opponents.chunk_by(|a, b| a.high == b.high) {
        while completions.next_high().is_some_and(|high| high < hands[0].high) {
            completions.insert(sets[completions.inside]);
        }
        let lost: Vec<_> = hands.iter().map(|hand| completions.ask(hand)).collect();
        hands.iter().zip(&lost).for_each(|(hand, &lost)| add(2, hand, lost));
        if completions.next_high() == Some(hands[0].high) {
            while completions.next_high() == Some(hands[0].high) {
                completions.insert(sets[completions.inside]);
            }
            for (hand, lost) in hands.iter().zip(lost) {
                let not_won = completions.ask(hand);
                add(1, hand, std::array::from_fn(|low| not_won[low] - lost[low]));
            }
        }
    }
    while completions.inside < sets.len() {
        completions.insert(sets[completions.inside]);
    }
    for hand in &opponents {
        add(0, hand, completions.ask(hand));
    }
    let [_, tied, lost] = counts;
    counts[0] = std::array::from_fn(|low| counts[0][low] - tied[low] - lost[low]);
    assert_eq!(starting_hand(start).unwrap().counts(), &counts);
}
