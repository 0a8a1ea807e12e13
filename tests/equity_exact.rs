//! Exact equities: against known counts, against plain enumeration, and against themselves said in another way.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use proptest::sample::select;
use stud8::card::{Card, CardSet, Suit};
use stud8::equity::{Common, Exact, ExactError, Outcome, POT, Pattern, Spot, Tally};
use stud8::eval::{High, Low, LowKind, Path, high, low};

/// What a player may hold: patterns and their weights.
type Range = Vec<(Pattern, u64)>;

/// What is asked for.
#[derive(Clone, Debug)]
struct Question {
    players: Vec<Range>,
    dead: CardSet,
    common: Common,
    low: LowKind,
}

impl Question {
    /// Players apart by " v ", a player's patterns by "/", their weights after "=".
    fn new(players: &str) -> Question {
        let pattern = |text: &str| {
            let (pattern, weight) = text.split_once('=').unwrap_or((text, "1"));
            (pattern.parse().unwrap(), weight.parse().unwrap())
        };
        let players = players.split(" v ").map(|range| range.split('/').map(pattern).collect());
        let (dead, common, low) = (CardSet::EMPTY, Common::None, LowKind::EightOrBetter);
        Question { players: players.collect(), dead, common, low }
    }

    fn dead(self, cards: &str) -> Question {
        Question { dead: cards.parse().unwrap(), ..self }
    }

    fn common(self, card: &str) -> Question {
        Question { common: Common::Given(card.parse().unwrap()), ..self }
    }

    fn low(self, low: LowKind) -> Question {
        Question { low, ..self }
    }

    fn spot(&self) -> Spot {
        Spot::new(&self.players, self.dead, self.common, self.low).unwrap()
    }

    /// The exact count, on one thread, the fastest way.
    fn count(&self) -> Tally {
        let exact = Exact::new(&self.spot()).unwrap();
        exact.count(fastest(), NonZeroUsize::new(1), |_| false).unwrap()
    }

    /// On every path, on one, two and three threads: always the same.
    fn count_everywhere(&self) -> Tally {
        let exact = Exact::new(&self.spot()).unwrap();
        let tally = self.count();
        for path in paths() {
            for threads in 1..=3 {
                let again = exact.count(path, NonZeroUsize::new(threads), |_| false).unwrap();
                assert_eq!(again, tally, "{path}, {threads} threads");
            }
        }
        tally
    }

    /// The same with a card more for a player.
    fn with_card(&self, player: usize, card: Card) -> Question {
        let mut question = self.clone();
        for (pattern, _) in &mut question.players[player] {
            *pattern = format!("{pattern}{card}").parse().unwrap();
        }
        question
    }
}

fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.available())
}

fn fastest() -> Path {
    paths().last().unwrap()
}

/// How often a player wins what is asked for.
fn times(tally: &Tally, wins: impl Fn(Outcome) -> bool) -> u128 {
    tally.iter().filter(|&(outcome, _)| wins(outcome)).map(|(_, count)| count).sum()
}

/// A player's part of all pots, in units.
fn units(tally: &Tally, player: usize) -> u128 {
    tally.iter().map(|(outcome, count)| u128::from(outcome.share(player)) * count).sum()
}

/// Parts of a whole in millionths, as they are printed.
fn millionths(part: u128, whole: u128) -> u128 {
    (2_000_000 * part + whole) / (2 * whole)
}

/// Of two players, rows high win, tie, lose for the first, columns low win, tie, lose, none.
fn joint(tally: &Tally) -> [[u128; 4]; 3] {
    [1, 3, 2].map(|high| [1, 3, 2, 0].map(|low| times(tally, |outcome| outcome == Outcome { high, low })))
}

// Known counts. They come from two programs that share nothing with this crate.

#[test]
fn third_street() {
    let table = [
        ("8s 6h 5c v 2s 3h 4c", [529_117, 470_883], [347_623, 289_366]),
        ("8s 6h 5c v As 3h 4c", [487_512, 512_488], [299_669, 324_564]),
        ("9s 9h 9d v Ac 2c 3c", [610_600, 389_400], [401_825, 180_625]),
        ("As Ac 2d v Ks Kc Kd", [251_958, 748_042], [145_464, 641_547]),
    ];
    for (players, equities, scoops) in table {
        let tally = Question::new(players).count();
        assert_eq!(tally.total(), 18_265_297_050, "{players}");
        for player in 0..2 {
            let found = millionths(units(&tally, player), tally.total() * u128::from(POT));
            assert_eq!(found, equities[player], "{players}");
            let scoop = times(&tally, |outcome| outcome.is_scoop(player));
            assert_eq!(millionths(scoop, tally.total()), scoops[player], "{players}");
        }
    }
}

#[test]
fn third_street_to_the_last_count() {
    let expected = [
        [2_628_510_730, 1_109_427, 4_349_745_024, 3_720_932_658],
        [474_431, 3_278_775, 1_498_392, 44_250],
        [2_273_393_728, 952_452, 2_877_185_952, 2_408_171_231],
    ];
    assert_eq!(joint(&Question::new("8s 6h 5c v 2s 3h 4c").count_everywhere()), expected);
}

/// What is counted of later streets: scoops, highs and lows of each player, and highs and lows that are tied.
#[derive(Default)]
struct Counts {
    deals: u128,
    scoops: Option<&'static [u128]>,
    high: Option<&'static [u128]>,
    high_ties: u128,
    low: Option<&'static [u128]>,
    low_ties: u128,
    thousandths: &'static [u128],
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn later_streets() {
    let table = [
        (
            Question::new("As Ah Ts Th 8h 8d v Kc Qc Jc Td 3c 2d"),
            Counts {
                deals: 1_560,
                scoops: Some(&[1_114, 446]),
                thousandths: &[714, 286],
                ..Counts::default()
            },
        ),
        (
            Question::new("Ac 2d 3h 4s 8c v Kc Kd Qh Jh 9s"),
            Counts {
                deals: 671_580,
                scoops: Some(&[158_820, 0]),
                high: Some(&[158_820, 512_760]),
                low: Some(&[671_580, 0]),
                thousandths: &[618, 382],
                ..Counts::default()
            },
        ),
        (
            Question::new("Ac 2d 3h 4s 8c v Kc Kd Qh Jh 9s v 7h 7d 6s 5s Th"),
            Counts {
                deals: 209_230_560,
                high: Some(&[39_252_723, 121_151_376, 48_826_461]),
                low: Some(&[199_222_848, 0, 10_007_712]),
                thousandths: &[570, 290, 141],
                ..Counts::default()
            },
        ),
        (
            Question::new("Ac 2d 3h 4s Kc v Ks Kd 9h Jd 2c"),
            Counts {
                deals: 671_580,
                high: Some(&[200_405, 471_169]),
                high_ties: 6,
                low: Some(&[418_080, 0]),
                thousandths: &[507, 493],
                ..Counts::default()
            },
        ),
        (
            Question::new("Ac 2c 3c 4c v Ah Ad As 9d"),
            Counts {
                deals: 141_181_040,
                high: Some(&[59_872_466, 81_307_833]),
                high_ties: 741,
                low: Some(&[106_258_880, 0]),
                thousandths: &[626, 374],
                ..Counts::default()
            },
        ),
        (
            Question::new("8c 7d 6h 5s v As Ah Kc Qd"),
            Counts {
                deals: 141_181_040,
                high: Some(&[68_323_092, 72_857_948]),
                low: Some(&[97_901_440, 0]),
                thousandths: &[662, 338],
                ..Counts::default()
            },
        ),
        (
            Question::new("Ac 2d 3h 4s 8c Kd v Kc Ks Qh Jh 9s 9c").dead("5d 6d 7d"),
            Counts {
                deals: 1_332,
                scoops: Some(&[87, 0]),
                low: Some(&[1_332, 0]),
                thousandths: &[533, 467],
                ..Counts::default()
            },
        ),
        (
            Question::new("As 2s 3s 4s 7d 9h v Ad 2d 3d 4d 7c 9c"),
            Counts {
                deals: 1_560,
                high: Some(&[754, 739]),
                high_ties: 67,
                low: Some(&[272, 272]),
                low_ties: 1_016,
                thousandths: &[502, 498],
                ..Counts::default()
            },
        ),
    ];
    for (question, expected) in table {
        let tally = question.count_everywhere();
        let players = question.players.len();
        let of_each = |wins: &dyn Fn(Outcome, usize) -> bool| -> Vec<u128> {
            (0..players).map(|player| times(&tally, |outcome| wins(outcome, player))).collect()
        };
        assert_eq!(tally.total(), expected.deals, "{question:?}");
        let scoops = of_each(&|outcome, player| outcome.is_scoop(player));
        assert_eq!(expected.scoops.unwrap_or(&scoops), scoops, "{question:?}");
        let highs = of_each(&|outcome, player| outcome.high == 1 << player);
        assert_eq!(expected.high.unwrap_or(&highs), highs, "{question:?}");
        let lows = of_each(&|outcome, player| outcome.low == 1 << player);
        assert_eq!(expected.low.unwrap_or(&lows), lows, "{question:?}");
        let high_ties = times(&tally, |outcome| outcome.high.count_ones() > 1);
        let low_ties = times(&tally, |outcome| outcome.low.count_ones() > 1);
        if expected.high.is_some() {
            assert_eq!(high_ties, expected.high_ties, "{question:?}");
        }
        if expected.low.is_some() {
            assert_eq!(low_ties, expected.low_ties, "{question:?}");
        }
        let whole = tally.total() * u128::from(POT);
        let shares: Vec<u128> =
            (0..players).map(|player| (2000 * units(&tally, player) + whole) / (2 * whole)).collect();
        assert_eq!(shares, expected.thousandths, "{question:?}");
    }
}

// Plain enumeration: every deal, one by one.

/// All sets that fit a range, with their weights; cards of which nothing is known are left out where a single pattern says
/// nothing else but known cards.
fn sets(range: &Range, live: CardSet) -> Vec<(CardSet, u64)> {
    fn fill(places: &[CardSet], set: CardSet, live: CardSet, found: &mut Vec<CardSet>) {
        let Some((&place, rest)) = places.split_first() else { return found.push(set) };
        for card in (place & live) - set {
            fill(rest, set.with(card), live, found);
        }
    }
    let mut all = Vec::new();
    for (pattern, weight) in range.iter().filter(|&&(_, weight)| weight > 0) {
        // Weights count in their lowest terms.
        let weight = if range.len() == 1 { 1 } else { *weight };
        let mut places = pattern.cards().to_vec();
        if range.len() == 1 && places.iter().all(|place| place.len() == 1 || *place == CardSet::FULL) {
            places.retain(|place| place.len() == 1);
        }
        let mut found = Vec::new();
        fill(&places, CardSet::EMPTY, live, &mut found);
        all.extend(found.into_iter().map(|set| (set, weight)));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Calls back with every set of so many of the cards.
fn subsets(cards: CardSet, size: usize, found: &mut dyn FnMut(CardSet)) {
    fn go(cards: &[Card], size: usize, set: CardSet, found: &mut dyn FnMut(CardSet)) {
        if size == 0 {
            return found(set);
        }
        for (i, &card) in cards.iter().enumerate() {
            go(&cards[i + 1..], size - 1, set.with(card), found);
        }
    }
    go(&cards.iter().collect::<Vec<_>>(), size, CardSet::EMPTY, found);
}

fn outcome(hands: &[CardSet], kind: LowKind) -> Outcome {
    let highs: Vec<High> = hands.iter().map(|&hand| high(hand)).collect();
    let lows: Vec<Option<Low>> = hands.iter().map(|&hand| low(hand, kind)).collect();
    let winners = |wins: &dyn Fn(usize) -> bool| {
        (0..hands.len()).fold(0, |winners, player| winners | u8::from(wins(player)) << player)
    };
    let best = lows.iter().max().unwrap();
    Outcome {
        high: winners(&|player| highs[player] == *highs.iter().max().unwrap()),
        low: winners(&|player| lows[player].is_some() && lows[player] == *best),
    }
}

impl Question {
    fn enumerate(&self) -> Tally {
        let (shared, own) = match self.common {
            Common::None => (CardSet::EMPTY, 7),
            Common::Given(card) => (card.into(), 6),
            Common::ToCome => (CardSet::EMPTY, 6),
        };
        let live = CardSet::FULL - self.dead - shared;
        let ranges: Vec<_> = self.players.iter().map(|range| sets(range, live)).collect();
        let mut tally = Tally::new(self.players.len());
        hold(&ranges, &mut Vec::new(), live, 1, &mut |held, stub, weight| {
            self.deal(own, shared, &mut held.to_vec(), 0, stub, &mut |outcome| tally.add(outcome, weight));
        });
        tally
    }

    fn deal(
        &self,
        own: usize,
        shared: CardSet,
        hands: &mut Vec<CardSet>,
        player: usize,
        stub: CardSet,
        found: &mut dyn FnMut(Outcome),
    ) {
        if player == hands.len() {
            let boards = match self.common {
                Common::ToCome => stub.iter().map(CardSet::from).collect(),
                _ => vec![shared],
            };
            for board in boards {
                let all: Vec<_> = hands.iter().map(|&hand| hand | board).collect();
                found(outcome(&all, self.low));
            }
            return;
        }
        let held = hands[player];
        subsets(stub, own - held.len(), &mut |dealt| {
            hands[player] = held | dealt;
            self.deal(own, shared, hands, player + 1, stub - dealt, found);
        });
        hands[player] = held;
    }
}

/// Calls back with all ways to hold cards of each range.
fn hold(
    ranges: &[Vec<(CardSet, u64)>],
    held: &mut Vec<CardSet>,
    stub: CardSet,
    weight: u128,
    found: &mut dyn FnMut(&[CardSet], CardSet, u128),
) {
    let Some(range) = ranges.get(held.len()) else { return found(held, stub, weight) };
    for &(set, times) in range.iter().filter(|&&(set, _)| (set - stub).is_empty()) {
        held.push(set);
        hold(ranges, held, stub - set, weight * u128::from(times), found);
        held.pop();
    }
}

/// Whether one tally is a multiple of the other.
fn is_proportional(one: &Tally, other: &Tally) -> bool {
    let scaled = |tally: &Tally, by: u128| -> Vec<_> {
        tally.iter().map(|(outcome, count)| (outcome, count * by)).collect()
    };
    scaled(one, other.total()) == scaled(other, one.total())
}

/// How a card is written in a pattern.
fn written(card: Card, form: u8) -> String {
    let text = card.to_string();
    let (rank, suit) = text.split_at(1);
    match form {
        0..=11 => text,
        12 => format!("{rank}?"),
        13 => format!("?{suit}"),
        14 => format!("[{rank}3-6]?"),
        15 => format!("{rank}[{suit}h]"),
        _ => "??".into(),
    }
}

/// What small questions are made of.
#[derive(Clone, Debug)]
struct Draft {
    deck: Vec<Card>,
    players: usize,
    sizes: [usize; 4],
    /// How each card is written: those of each player in a row of seven, those of his other patterns after that.
    forms: Vec<u8>,
    /// How many other patterns each player has, and all weights.
    others: [usize; 4],
    weights: [u64; 12],
    low: LowKind,
    common: u8,
    /// Which cards of the deck are left when the others are dead.
    order: u8,
}

/// More deals are not enumerated.
const MOST_DEALS: usize = 1500;

impl Draft {
    /// A question with few enough deals, made so by dead cards. None if two weights differ.
    fn question(&self) -> Option<Question> {
        let own = if self.common == 0 { 7 } else { 6 };
        let mut deck = self.deck.clone();
        let mut players = Vec::new();
        let mut known = CardSet::EMPTY;
        for player in 0..self.players {
            let size = self.sizes[player].min(own);
            let cards = deck.split_off(deck.len() - size);
            known = cards.iter().fold(known, |known, &card| known.with(card));
            let forms = &self.forms[14 * player..];
            // At most two in part, so that all that fits can be found naively.
            let text = |cards: &[Card], forms: &[u8]| -> String {
                let forms = forms.iter().scan(2, |left, &form| {
                    let form = if *left == 0 { 0 } else { form };
                    *left -= u8::from(form > 11);
                    Some(form)
                });
                cards.iter().zip(forms).map(|(&card, form)| written(card, form)).collect()
            };
            let mut range: Range = vec![(text(&cards, forms).parse().unwrap(), self.weights[player])];
            for other in 0..self.others[player] {
                let cards = &self.deck[3 * other + 5 * player..][..size];
                let weight = self.weights[4 + 2 * player + other];
                range.push((text(cards, &forms[7..]).parse().unwrap(), weight));
            }
            players.push(range);
        }
        match self.order {
            0 => {}
            1 => deck.sort_by_key(|card| card.rank()),
            2 => deck.sort_by_key(|card| card.suit()),
            _ => deck.sort_by_key(|card| (card.rank().index() % 3, card.suit())),
        }
        let common = match self.common {
            0 => Common::None,
            1 => {
                let card = deck.pop().unwrap();
                known.insert(card);
                Common::Given(card)
            }
            _ => Common::ToCome,
        };
        let mut question = Question { players, dead: CardSet::EMPTY, common, low: self.low };
        let wanted =
            self.sizes[..self.players].iter().map(|&size| own - size.min(own)).sum::<usize>() + self.players;
        while deck.len() > wanted && question.most_deals(known) > MOST_DEALS {
            question.dead.insert(deck.pop().unwrap());
        }
        if question.most_deals(known) > 20 * MOST_DEALS {
            return None;
        }
        match Spot::new(&question.players, question.dead, question.common, question.low) {
            Ok(_) => Some(question),
            Err(stud8::equity::SpotError::WeightsDiffer { .. }) => None,
            Err(error) => panic!("{question:?}: {error}"),
        }
    }
}

impl Question {
    /// At most so many deals are enumerated.
    fn most_deals(&self, known: CardSet) -> usize {
        let live = CardSet::FULL - self.dead;
        let mut left = (live - known).len();
        let mut deals = 1_usize;
        for range in &self.players {
            let sets = sets(range, live);
            let own = if self.common == Common::None { 7 } else { 6 };
            let mut ways = sets.len();
            for nth in 1..=own - sets.first().map_or(0, |(set, _)| set.len()) {
                ways = ways * left.max(1) / nth;
                left = left.saturating_sub(1);
            }
            deals = deals.saturating_mul(ways);
        }
        if self.common == Common::ToCome { deals.saturating_mul(left) } else { deals }
    }
}

/// Small questions: known cards alone with `forms` of 12, everything with 17.
fn questions(
    forms: u8,
    others: usize,
    players: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Question> {
    let deck = Just(Card::all().collect::<Vec<_>>()).prop_shuffle();
    let sizes = prop::array::uniform4(4..=7_usize);
    let forms = prop::collection::vec(0..forms, 14 * 4);
    let ranges = (prop::array::uniform4(0..=others), prop::array::uniform12(1..=3_u64));
    let rest = (select(&LowKind::ALL[..]), 0..=2_u8, 0..=3_u8);
    (deck, players, sizes, forms, ranges, rest).prop_filter_map(
        "weights differ, or too many deals",
        |(deck, players, sizes, forms, (others, weights), (low, common, order))| {
            Draft { deck, players, sizes, forms, others, weights, low, common, order }.question()
        },
    )
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn known_cards(question in questions(12, 0, 2..=4)) {
        prop_assert_eq!(question.count_everywhere(), question.enumerate());
    }

    #[test]
    fn cards_known_in_part(question in questions(17, 0, 2..=4)) {
        prop_assert_eq!(question.count_everywhere(), question.enumerate());
    }

    /// Weights count in their lowest terms, and cards of which nothing is known may be cards to come.
    #[test]
    fn ranges(question in questions(17, 2, 2..=4)) {
        let (counted, enumerated) = (question.count_everywhere(), question.enumerate());
        prop_assert!(is_proportional(&counted, &enumerated), "{:?} {:?}", counted, enumerated);
    }
}

// The same said in another way.

fn relabelled(question: &Question, suits: [char; 4]) -> Question {
    // Ranks are written with capitals.
    let text = |text: String| -> String {
        text.chars().map(|c| "cdhs".find(c).map_or(c, |suit| suits[suit])).collect()
    };
    let range = |range: &Range| {
        let patterns = range.iter().map(|(of, weight)| (text(of.to_string()).parse().unwrap(), *weight));
        patterns.collect()
    };
    let common = match question.common {
        Common::Given(card) => Common::Given(text(card.to_string()).parse().unwrap()),
        other => other,
    };
    let dead = text(question.dead.to_string()).parse().unwrap();
    Question { players: question.players.iter().map(range).collect(), dead, common, low: question.low }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn suits_have_no_order(question in questions(17, 1, 2..=4), suits in Just(['c', 'd', 'h', 's']).prop_shuffle()) {
        prop_assert_eq!(relabelled(&question, suits).count(), question.count());
    }

    #[test]
    fn players_have_no_order(question in questions(17, 1, 2..=4), turn in 0..4_usize) {
        let players = question.players.len();
        let order: Vec<usize> = (0..players).map(|player| (player + turn) % players).collect();
        let mut turned = question.clone();
        for (range, &to) in question.players.iter().zip(&order) {
            turned.players[to].clone_from(range);
        }
        prop_assert_eq!(turned.count(), question.count().reordered(&order));
    }

    /// With each card that may come next, what is counted by it is what is counted with it.
    #[test]
    fn the_next_card_is_a_card_more(question in questions(12, 0, 2..=2), player in 0..2_usize) {
        prop_assume!(question.common != Common::ToCome);
        let spot = question.spot();
        let unseen = spot.holdings()[player].unseen as u128;
        let exact = Exact::by_next_card(&spot).unwrap();
        let whole = question.count();
        let mut all = Tally::new(2);
        for path in paths() {
            all = Tally::new(2);
            let cards = exact.count_by_next_card(path, player, NonZeroUsize::new(2), |_| false).unwrap();
            prop_assert_eq!(cards.len(), if unseen == 0 { 0 } else { spot.live().len() });
            for (card, tally) in cards {
                prop_assert_eq!(&tally, &question.with_card(player, card).count(), "{}", card);
                all.merge(&tally);
            }
        }
        prop_assert_eq!(all.total(), unseen * whole.total());
        for (outcome, count) in all.iter() {
            prop_assert_eq!(count, unseen * times(&whole, |other| other == outcome));
        }
    }
}

/// Thousands of lows share the lanes, and the counts don't fit in 16 bits.
#[test]
fn the_next_card_on_third_street() {
    for low in LowKind::ALL {
        let question = Question::new("8s 6h 5c v As 3h 4c").dead("Kd Kh").low(low);
        let whole = question.count();
        let exact = Exact::by_next_card(&question.spot()).unwrap();
        for player in 0..2 {
            let cards = exact.count_by_next_card(fastest(), player, NonZeroUsize::new(2), |_| false).unwrap();
            let mut all = Tally::new(2);
            for (card, tally) in &cards {
                if card.suit() == Suit::Spades && card.rank().index() % 3 == 0 {
                    assert_eq!(*tally, question.with_card(player, *card).count(), "{card} {low}");
                }
                all.merge(tally);
            }
            assert_eq!((cards.len(), all.total()), (44, 4 * whole.total()));
            assert_eq!(joint(&all), joint(&whole).map(|row| row.map(|count| 4 * count)), "{low}");
        }
    }
}

/// What may be known in part is counted together, or in a few cases; set by set it must be the same.
#[test]
fn a_pattern_is_all_that_fits_it() {
    let patterns = [
        "[A-8]? 2d 7h Jc 9s v Ks Kc Kd 9h 8s",
        "[A-8]? [2-9]? 2d 7h Jc 9s v Ks Kc Kd 9h 8s",
        "[A-8]? [2-9]? 2d 7h Jc v K? [QK]? Ks Kd 9h 8s",
    ];
    for (text, low) in patterns.into_iter().flat_map(|text| LowKind::ALL.map(|low| (text, low))) {
        let question = Question::new(text).low(low).dead("Th Td Ts Tc Jh Js Jd 9c");
        let live = CardSet::FULL - question.dead;
        let mut sum = Tally::new(2);
        let [first, second] = [0, 1].map(|player| sets(&question.players[player], live));
        for (a, b) in first.iter().flat_map(|a| second.iter().map(move |b| (a.0, b.0))) {
            if (a & b).is_empty() {
                let players = [a, b].map(|cards| vec![(cards.to_string().parse().unwrap(), 1)]).to_vec();
                sum.merge(&Question { players, ..question.clone() }.count());
            }
        }
        assert_eq!(question.count_everywhere(), sum, "{text}, {low}");
    }
}

#[test]
fn few_cards_and_complete_hands() {
    let seven = "As 2s 3s 4s 7d 9h Kc v Ad 2d 3d 4d 7c 9c Kd";
    let table = [
        (Question::new(seven), 1),
        (Question::new(&format!("{seven} v Ac 2c 3c 4c 5h 9d Kh")), 1),
        (Question::new("As 2s 3s 4s 7d 9h v Ad 2d 3d 4d 7c 9c").common("5h"), 1),
        (Question::new("As 2s 3s 4s 7d 9h v Ad 2d 3d 4d 7c 9c v Ac 2c 3c 4c Th Td").common("5h"), 1),
        // One complete, one not.
        (Question::new("As 2s 3s 4s 7d 9h Kc v Ad 2d 3d"), 111_930),
        (Question::new("Ad 2d 3d v As 2s 3s 4s 7d 9h Kc"), 111_930),
        (Question::new("As 2s 3s 4s 7d 9h Kc v Ad 2d 3d v 6c 6d 6h 6s 7h 8h 9c").dead("Ts Td"), 40_920),
        // More lows than lanes, and somebody outside whose low ties with one.
        (
            Question::new("As 2s 3s 4s 7d 9h Kc v Ad 2d 3d 8c Jh v 5c 6c 7h 8h Qd").dead("Kd Kh Ks Qc Qh"),
            164_430,
        ),
        // Of ten cards two are left over; of eight none.
        (
            Question::new("As 2s 3s v Ad 2d 3d").dead(
                "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th Ts 9c 9d 9h 9s 8c 8d 8h 8s 7c 7d 7h 7s 6c 6d 6h 6s \
                 5c 5d 5h 5s",
            ),
            3_150,
        ),
        (
            Question::new("As 2s 3s v Ad 2d 3d").dead(
                "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th Ts 9c 9d 9h 9s 8c 8d 8h 8s 7c 7d 7h 7s 6c 6d 6h 6s \
                 5c 5d 5h 5s 4h 4s",
            ),
            70,
        ),
    ];
    for (question, deals) in table {
        for low in LowKind::ALL {
            let question = question.clone().low(low);
            let tally = question.count_everywhere();
            assert_eq!(tally.total(), deals, "{question:?}");
            assert_eq!(tally, question.enumerate(), "{question:?}");
        }
    }
}

/// Eight players on seventh street, four cards left.
#[test]
fn eight_players_and_a_common_card() {
    let hands = "As 2s 3s 4s 7d 9h v Ad 2d 3d 4d 7c 9c v Ac 2c 3c 4c Th Td v 6s 6d 6h 6c Kh Kd v 5s 5d 5h 5c Kc Ks v \
                 Qs Qd Qh Qc 8h 8d v Js Jd Jh Jc 8c 8s v Ah 2h 3h 4h 7h 9d";
    for low in LowKind::ALL {
        let question = Question { common: Common::ToCome, ..Question::new(hands).low(low) };
        let tally = question.count_everywhere();
        assert_eq!((tally.total(), &tally), (4, &question.enumerate()));
    }
}

/// Seven million hands against two hundred thousand: a lane holds more than 16 bits.
#[test]
fn a_door_card() {
    let tally = Question::new("As Ac 2d v Ks").count();
    assert_eq!(tally.total(), 7_059_052 * 194_580);
    assert_eq!(units(&tally, 0) + units(&tally, 1), tally.total() * u128::from(POT));
}

#[test]
fn a_count_that_is_stopped_has_no_result() {
    let exact = Exact::new(&Question::new("8s 6h 5c v As 3h 4c").spot()).unwrap();
    for threads in 1..=3 {
        let threads = NonZeroUsize::new(threads);
        assert_eq!(exact.count(fastest(), threads, |_| true), Err(ExactError::Stopped));
        assert_eq!(exact.count(fastest(), threads, |answered| answered > 100_000), Err(ExactError::Stopped));
        assert!(exact.count(fastest(), threads, |answered| u128::from(answered) > exact.queries()).is_ok());
    }
    let exact = Exact::by_next_card(&Question::new("8s 6h 5c v As 3h 4c").spot()).unwrap();
    assert_eq!(exact.count_by_next_card(fastest(), 0, None, |_| true), Err(ExactError::Stopped));
}

#[test]
fn more_than_can_be_counted_is_an_error() {
    let random = Question { common: Common::ToCome, ..Question::new(" v  v  v  v  v  v  v ") };
    assert_eq!(Exact::new(&random.spot()).err(), Some(ExactError::TooGreat));
    let heavy = "As Ah 2c=1099511627775/Ks Kh 2c v 3s=1099511627775/4s v 5s=1099511627775/6s";
    assert_eq!(Exact::new(&Question::new(heavy).spot()).err(), Some(ExactError::TooGreat));
    assert!(Exact::new(&Question::new("As Ah=1099511627775/Ks Kh v 3s Qd 2c").spot()).is_ok());
}

#[test]
fn more_than_fits_in_memory_is_an_error() {
    let error = Exact::new(&Question::new("A? ?? ?? v K? ?? ??").spot()).unwrap_err();
    assert!(matches!(error, ExactError::Memory { gib: 9..40 }), "{error}");
    assert!(Exact::new(&Question::new(" v ").spot()).is_ok());
}

/// Their hands put together would stand for more combinations than 128 bits hold; apart they are few enough.
#[test]
fn work_that_is_not_done_need_not_be_countable() {
    let hands = "As Ks Qs Js Ts/9s 8s 7s 6s 5s v Ah Kh Qh Jh Th/9h 8h 7h 6h 5h v Ad Kd Qd Jd Td/9d 8d 7d 6d 5d v \
                 Ac Kc Qc Jc Tc/9c 8c 7c 6c 5c v 4s 3s 2s 4h 3h/2h 4d 3d 2d 4c v 4s 3s 2s 4h 2c/2h 4d 3d 2d 3c";
    let exact = Exact::new(&Question::new(hands).spot()).unwrap();
    assert!(exact.nanoseconds() > 1_000_000_000);
}
