//! The bulk evaluator on every instruction set that this processor has, against the scalar one and against known counts.

use std::ops::Range;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use stud8::card::{Card, CardSet};
use stud8::eval::{Board, Low, LowKind, Lows, Path, high, low};
use stud8::eval::{board_rows, evaluate_rows, evaluate_sets, find_bad_row, find_bad_set};
use stud8::eval::{try_board_rows, try_evaluate_rows, try_evaluate_sets};

fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.available())
}

/// Highs and lows of rows or sets, the lows widened. Where they are bytes, words must say the same.
fn rows(path: Path, cards: &[u8], k: usize, kind: LowKind) -> (Vec<u16>, Vec<u16>) {
    both(kind, cards.len() / k, |high, low| evaluate_rows(path, cards, k, kind, high, low))
}

fn sets(path: Path, sets: &[u64], kind: LowKind) -> (Vec<u16>, Vec<u16>) {
    both(kind, sets.len(), |high, low| evaluate_sets(path, sets, kind, high, low))
}

fn both(kind: LowKind, many: usize, evaluate: impl Fn(&mut [u16], Lows<'_>)) -> (Vec<u16>, Vec<u16>) {
    // Every answer must be written.
    let (mut high, mut low) = (vec![9999; many], vec![9999; many]);
    evaluate(&mut high, Lows::Words(&mut low));
    if kind == LowKind::EightOrBetter {
        let (mut again, mut bytes) = (vec![9999; many], vec![99; many]);
        evaluate(&mut again, Lows::Bytes(&mut bytes));
        assert_eq!((again, bytes.into_iter().map(u16::from).collect()), (high.clone(), low.clone()));
    }
    (high, low)
}

/// The first bad row by looking at rows alone, which must also be found by evaluating them; a row may be a board.
fn bad_row(path: Path, cards: &[u8], k: usize) -> Option<usize> {
    let many = cards.len() / k;
    let (mut high, mut low) = (vec![9999; many], vec![9999; many]);
    let tried = match k {
        5.. => try_evaluate_rows(path, cards, k, LowKind::Any, &mut high, Lows::Words(&mut low)),
        _ => try_board_rows(path, cards, k, &mut high),
    };
    let found = find_bad_row(path, cards, k);
    assert_eq!(tried, found.map_or(Ok(()), Err), "{path}: {cards:?} in rows of {k}");
    // Up to the block with the bad row all answers are there.
    let (mut same, good) = (vec![9999; many], found.unwrap_or(many) / 256 * 256);
    match k {
        5.. => evaluate_rows(path, cards, k, LowKind::Any, &mut same, Lows::Words(&mut low)),
        _ => board_rows(path, cards, k, &mut same),
    }
    assert_eq!(high[..good], same[..good], "{path}");
    assert!(found.is_some() || high == same, "{path}");
    found
}

fn bad_set(path: Path, sets: &[u64]) -> Option<usize> {
    let (mut high, mut low) = (vec![9999; sets.len()], vec![99; sets.len()]);
    let tried = try_evaluate_sets(path, sets, LowKind::EightOrBetter, &mut high, Lows::Bytes(&mut low));
    let found = find_bad_set(path, sets);
    assert_eq!(tried, found.map_or(Ok(()), Err), "{path}: {sets:?}");
    if found.is_none() {
        let low = low.into_iter().map(u16::from).collect();
        assert_eq!((high, low), self::sets(path, sets, LowKind::EightOrBetter), "{path}");
    }
    found
}

/// What the scalar evaluator says for each kind of low.
fn scalar(hands: &[u64]) -> impl Iterator<Item = (LowKind, (Vec<u16>, Vec<u16>))> {
    let hands = hands.iter().map(|&bits| CardSet::from_bits(bits).unwrap());
    let highs: Vec<u16> = hands.clone().map(|hand| high(hand).number()).collect();
    LowKind::ALL.into_iter().map(move |kind| {
        let lows = hands.clone().map(|hand| low(hand, kind).map_or(0, Low::number));
        (kind, (highs.clone(), lows.collect()))
    })
}

/// Rows of the same cards, those of one hand in an order that changes from hand to hand.
fn to_rows(hands: &[u64]) -> Vec<u8> {
    let mut rows = Vec::new();
    for (index, &hand) in hands.iter().enumerate() {
        let row = rows.len();
        rows.extend(CardSet::from_bits(hand).unwrap().iter().map(Card::index));
        let cards = rows.len() - row;
        rows[row..].rotate_left(index % cards);
        rows[row..].swap(index / 7 % cards, index / 49 % cards);
    }
    rows
}

/// How many hands have each value, and a digest of which hands they are: the sum of the hands' hashes times their values.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Counts {
    highs: Vec<u64>,
    lows: Vec<u64>,
    lows_by_category: [u64; 9],
    digest: u64,
}

/// The first number of each category, and the number of highs.
const FIRSTS: [u16; 10] = [0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7462];

impl Counts {
    fn new() -> Counts {
        Counts { highs: vec![0; 7462], lows: vec![0; 57], lows_by_category: [0; 9], digest: 0 }
    }

    fn count(&mut self, hands: &[u64], (highs, lows): &(Vec<u16>, Vec<u16>)) {
        for ((hand, &high), &low) in hands.iter().zip(highs).zip(lows) {
            self.highs[usize::from(high)] += 1;
            self.lows[usize::from(low)] += 1;
            let hash = hand.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let hash = (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let value = u64::from(high) * 57 + u64::from(low) + 1;
            self.digest = self.digest.wrapping_add((hash ^ hash >> 32).wrapping_mul(value));
            if low > 0 {
                let category = FIRSTS.iter().rposition(|&first| first <= high).unwrap();
                self.lows_by_category[category] += 1;
            }
        }
    }

    fn merge(mut self, other: &Counts) -> Counts {
        let add = |into: &mut [u64], from: &[u64]| {
            into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
        };
        add(&mut self.highs, &other.highs);
        add(&mut self.lows, &other.lows);
        add(&mut self.lows_by_category, &other.lows_by_category);
        self.digest = self.digest.wrapping_add(other.digest);
        self
    }

    fn by_category(&self) -> Vec<u64> {
        let range = |firsts: &[u16]| usize::from(firsts[0])..usize::from(firsts[1]);
        FIRSTS.windows(2).map(|firsts| self.highs[range(firsts)].iter().sum()).collect()
    }
}

/// Calls `visit` with `hand` and each choice of `left` more cards of `from`.
fn each_hand(hand: u64, from: Range<u8>, left: u8, visit: &mut impl FnMut(u64)) {
    if left == 0 {
        return visit(hand);
    }
    for card in from.start..=from.end - left {
        each_hand(hand | 1 << card, card + 1..from.end, left - 1, visit);
    }
}

/// Every hand of so many cards, from rows and from sets on every path, against the scalar evaluator.
fn every_hand_of(cards: u8) -> Counts {
    let next = AtomicU8::new(0);
    let work = || {
        let (mut counts, mut block) = (Counts::new(), Vec::new());
        let mut check = |block: &mut Vec<u64>| {
            let rows_of = to_rows(block);
            for (kind, expected) in scalar(block) {
                for path in paths() {
                    assert!(sets(path, block, kind) == expected, "sets, {path}, {kind}");
                    // Rows differ from sets in the first stage alone.
                    if kind == LowKind::EightOrBetter || cards < 7 {
                        assert!(rows(path, &rows_of, cards.into(), kind) == expected, "rows, {path}, {kind}");
                    }
                }
                if kind == LowKind::EightOrBetter {
                    counts.count(block, &expected);
                }
            }
            for path in paths() {
                assert_eq!(bad_row(path, &rows_of, cards.into()), None);
                assert_eq!(bad_set(path, block), None);
            }
            block.clear();
        };
        loop {
            let first = next.fetch_add(1, Ordering::Relaxed);
            if first >= 52 {
                break;
            }
            each_hand(1 << first, first + 1..52, cards - 1, &mut |hand| {
                block.push(hand);
                if block.len() == 4096 {
                    check(&mut block);
                }
            });
        }
        check(&mut block);
        counts
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let counts = workers.into_iter().map(|worker| worker.join().expect("no worker fails"));
        counts.fold(Counts::new(), |all, counts| all.merge(&counts))
    })
}

#[test]
fn every_hand_of_seven_cards() {
    let counts = every_hand_of(7);
    assert_eq!(
        counts.by_category(),
        [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
    );
    assert_eq!(counts.highs.iter().filter(|&&hands| hands > 0).count(), 4_824);
    assert_eq!(counts.lows[0], 109_253_616);
    assert_eq!(&counts.lows[1..36], [376_320; 35], "eight-highs");
    assert_eq!(&counts.lows[36..51], [495_104; 15], "seven-highs");
    assert_eq!(&counts.lows[51..56], [630_272; 5], "six-highs");
    assert_eq!(counts.lows[56], 781_824, "wheels");
    assert_eq!(
        counts.lows_by_category,
        [9_261_840, 9_836_640, 1_179_360, 263_120, 2_991_920, 978_464, 0, 0, 19_600]
    );
    assert_eq!(counts.digest, 2_249_556_515_879_725_212, "which hand has which values");
}

#[test]
fn every_hand_of_six_and_of_five_cards() {
    assert_eq!(every_hand_of(6).highs.iter().sum::<u64>(), 20_358_520);
    let five = every_hand_of(5);
    assert_eq!(five.by_category(), [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
    assert_eq!(five.lows[1..], [1_024; 56]);
}

#[test]
fn every_board() {
    for k in 1..=4 {
        let mut hands = Vec::new();
        each_hand(0, 0..52, k, &mut |hand| hands.push(hand));
        let cards = to_rows(&hands);
        let board = |row: &[u8]| {
            let cards: Vec<_> = row.iter().map(|&card| Card::from_index(card)).collect();
            Board::new(&cards).number()
        };
        let expected: Vec<u16> = cards.chunks(k.into()).map(board).collect();
        for path in paths() {
            let mut numbers = vec![9999; hands.len()];
            board_rows(path, &cards, k.into(), &mut numbers);
            assert_eq!(numbers, expected, "{path}, {k} cards");
            assert_eq!(bad_row(path, &cards, k.into()), None);
        }
    }
}

/// A small generator of random numbers (splitmix64), so that the cases are the same each time.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.bits() % limit as u64).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.bits().to_le_bytes()[0]
    }

    /// So many cards at the beginning of this.
    fn deck(&mut self, cards: usize) -> [u8; 52] {
        let mut deck = std::array::from_fn(|card| u8::try_from(card).unwrap());
        (0..cards).for_each(|place| deck.swap(place, place + self.below(52 - place)));
        deck
    }

    fn rows(&mut self, rows: usize, k: usize) -> Vec<u8> {
        (0..rows).flat_map(|_| self.deck(k).into_iter().take(k)).collect()
    }

    fn sets(&mut self, sets: usize) -> Vec<u64> {
        let mut set = || {
            let cards = 5 + self.below(3);
            self.deck(cards)[..cards].iter().fold(0, |set, card| set | 1 << card)
        };
        (0..sets).map(|_| set()).collect()
    }
}

/// Around the size of a block, and several.
const LENGTHS: [usize; 13] = [0, 1, 2, 7, 8, 9, 255, 256, 257, 300, 511, 512, 1000];

#[test]
fn any_number_of_hands_and_sets_of_five_to_seven_cards_together() {
    let mut random = Random(1);
    for length in LENGTHS {
        let hands = random.sets(length);
        let cards = random.rows(length, 6);
        let row = |row: &[u8]| row.iter().fold(0, |set, card| set | 1 << card);
        let same: Vec<u64> = cards.chunks(6).map(row).collect();
        for ((kind, of_hands), (_, of_same)) in scalar(&hands).zip(scalar(&same)) {
            for path in paths() {
                assert_eq!(sets(path, &hands, kind), of_hands, "{length} sets, {path}, {kind}");
                assert_eq!(rows(path, &cards, 6, kind), of_same, "{length} rows, {path}, {kind}");
            }
        }
    }
}

#[test]
fn any_bytes_and_any_sets_are_safe() {
    let mut random = Random(2);
    for length in LENGTHS {
        for k in 1..=7 {
            let limit = [256, 64, 52, 4][random.below(4)];
            let cards: Vec<u8> =
                (0..length * k).map(|_| u8::try_from(random.below(limit)).unwrap()).collect();
            let bits: Vec<u64> = (0..length).map(|_| random.bits() & random.bits()).collect();
            let mut answers = Vec::new();
            for path in paths() {
                let mut all = (Vec::new(), vec![0; length]);
                if k >= 5 {
                    all.0.extend(LowKind::ALL.map(|kind| rows(path, &cards, k, kind)));
                }
                if k <= 4 {
                    board_rows(path, &cards, k, &mut all.1);
                }
                for kind in LowKind::ALL {
                    sets(path, &bits, kind);
                }
                answers.push(all);
            }
            // Even without a meaning all say the same of rows.
            assert!(answers.windows(2).all(|two| two[0] == two[1]), "rows of {k}: {cards:?}");
        }
    }
}

#[test]
fn the_first_bad_row_is_found() {
    let mut random = Random(3);
    let is_good =
        |row: &[u8]| row.iter().enumerate().all(|(place, card)| *card < 52 && !row[..place].contains(card));
    let mut found = 0;
    for case in 0..6000 {
        let (k, rows) = (1 + case % 7, LENGTHS[1 + random.below(12)]);
        let mut cards = random.rows(rows, k);
        for _ in 0..random.below(3) {
            let (row, place) = (random.below(rows) * k, random.below(k));
            // A byte that may be good, one just above the cards, one far above, a card of the same row.
            cards[row + place] = match random.below(4) {
                0 => random.byte() % 64,
                1 => 52 + random.byte() % 16,
                2 => random.byte(),
                _ => cards[row + random.below(k)],
            };
        }
        let first = cards.chunks(k).position(|row| !is_good(row));
        found += usize::from(first.is_some());
        for path in paths() {
            assert_eq!(bad_row(path, &cards, k), first, "{path}: {cards:?} in rows of {k}");
        }
    }
    assert!((1000..5000).contains(&found), "{found}");
}

/// Of each byte and each pair of places, and nothing else wrong.
#[test]
fn every_fault_of_a_row_is_found() {
    let good = [0, 5, 13, 26, 38, 44, 51];
    for path in paths() {
        for k in 1..=7 {
            for place in 0..k {
                let mut cards = good[..k].to_vec();
                for byte in 0..=255 {
                    cards[place] = byte;
                    let is_bad = byte > 51 || good[..k].contains(&byte) && byte != good[place];
                    assert_eq!(bad_row(path, &cards, k), is_bad.then_some(0), "{cards:?}");
                }
            }
        }
    }
}

#[test]
fn the_first_bad_set_is_found() {
    let mut random = Random(4);
    for case in 0..600 {
        let length = LENGTHS[1 + random.below(12)];
        let mut hands = random.sets(length);
        let at = random.below(hands.len());
        hands[at] = match case % 6 {
            0 => 1 << 52 | 0b1111,
            1 => 0b1111,
            2 => 0xff,
            3 => u64::MAX,
            4 => 0,
            _ => hands[at],
        };
        let first = (case % 6 < 5).then_some(at);
        for path in paths() {
            assert_eq!(bad_set(path, &hands), first, "{path}: {hands:?}");
        }
    }
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    fn refuses(call: impl FnOnce() + std::panic::UnwindSafe) {
        assert!(catch_unwind(call).is_err());
    }
    const KIND: LowKind = LowKind::EightOrBetter;
    let path = Path::Baseline;
    refuses(move || evaluate_rows(path, &[0; 14], 7, KIND, &mut [0; 1], Lows::Bytes(&mut [0; 1])));
    refuses(move || evaluate_rows(path, &[0; 14], 7, KIND, &mut [0; 2], Lows::Bytes(&mut [0; 1])));
    refuses(move || evaluate_rows(path, &[0; 4], 4, KIND, &mut [0; 1], Lows::Bytes(&mut [0; 1])));
    refuses(move || evaluate_rows(path, &[0; 7], 7, LowKind::Any, &mut [0; 1], Lows::Bytes(&mut [0; 1])));
    refuses(move || _ = try_evaluate_rows(path, &[0; 4], 4, KIND, &mut [0; 1], Lows::Bytes(&mut [0; 1])));
    refuses(move || _ = try_board_rows(path, &[0; 5], 5, &mut [0; 1]));
    refuses(move || evaluate_sets(path, &[0; 2], KIND, &mut [0; 1], Lows::Words(&mut [0; 1])));
    refuses(move || board_rows(path, &[0; 5], 5, &mut [0; 1]));
    refuses(move || board_rows(path, &[0; 5], 4, &mut [0; 1]));
    refuses(move || _ = find_bad_row(path, &[0; 8], 7));
    refuses(move || _ = find_bad_row(path, &[0; 8], 8));
    refuses(move || _ = find_bad_row(path, &[], 0));
}
