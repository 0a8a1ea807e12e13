//! How fast the core is, on one thread. Each benchmark asserts its answer before it is timed: a fast wrong
//! answer is no result.

use std::hint::black_box;
use std::num::NonZeroUsize;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stud8::card::{Card, CardSet};
use stud8::equity::{Common, Goal, Spot, sample};
use stud8::eval::try_evaluate_rows;
use stud8::eval::{
    Board, LowKind, Lows, Path, board_rows, evaluate, evaluate_rows, evaluate_sets, find_bad_row,
};
use stud8::rng;
use stud8::rules::{Draft, Preset};
use stud8::seat::Seat;
use stud8::simulate::{Plan, Totals, run};

const HANDS: u64 = 10_000;

/// Full Tilt's rules, 100 big bets each.
fn plan(players: usize) -> Plan {
    let rules = Draft::default().rules(Some(Preset::FullTilt)).expect("a preset");
    let stacks: Vec<_> = Seat::ALL.into_iter().take(players).map(|seat| (seat, 40_000)).collect();
    Plan::new(rules, &stacks, 7, 0, HANDS).expect("good stacks")
}

/// Actions, showdowns, split and scooped pots, and what seat 1 won.
fn digest(totals: &Totals) -> (u64, u64, u64, u64, i128) {
    let actions = totals.actions.as_flattened().iter().sum();
    (actions, totals.showdowns, totals.split, totals.scooped, totals.net[0])
}

fn whole_hands(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole hands");
    group.throughput(Throughput::Elements(HANDS));
    let answers = [(2, (54_714, 747, 151, 596, 43_040)), (8, (234_834, 2040, 434, 1606, 133_430))];
    for (players, answer) in answers {
        let plan = plan(players);
        let played = || run(&plan, NonZeroUsize::new(1), |_| false).totals;
        assert_eq!(digest(&played()), answer, "{players} players");
        group.bench_function(format!("{players} players"), |bencher| bencher.iter(|| black_box(played())));
    }
}

fn evaluation(criterion: &mut Criterion) {
    let hands: Vec<CardSet> =
        (0..1024).map(|number| rng::cards(7, number)[..7].iter().copied().collect()).collect();
    let lows = hands.iter().filter_map(|&hand| evaluate(hand, LowKind::EightOrBetter).ok()?.low).count();
    assert_eq!(lows, 179);
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(1024));
    group.bench_function("1024 hands of seven cards", |bencher| {
        bencher.iter(|| {
            for &hand in &hands {
                _ = black_box(evaluate(black_box(hand), LowKind::EightOrBetter));
            }
        });
    });
}

fn bulk_evaluation(criterion: &mut Criterion) {
    const MANY: u64 = 1 << 15;
    const KIND: LowKind = LowKind::EightOrBetter;
    const SUMS: (u64, u64) = (110_429_857, 189_741);
    let hands: Vec<[Card; 7]> =
        (0..MANY).map(|number| *rng::cards(7, number).first_chunk().unwrap()).collect();
    let rows: Vec<u8> = hands.iter().flatten().map(|card| card.index()).collect();
    let boards: Vec<u8> = hands.iter().flat_map(|hand| &hand[..4]).map(|card| card.index()).collect();
    let one_by_one =
        boards.as_chunks::<4>().0.iter().map(|cards| Board::new(&cards.map(Card::from_index)).number());
    let one_by_one: u64 = one_by_one.map(u64::from).sum();
    let sets: Vec<u64> = hands.iter().map(|hand| hand.iter().copied().collect::<CardSet>().bits()).collect();
    let (mut high, mut low) = (vec![0; hands.len()], vec![0; hands.len()]);
    let sums = |high: &[u16], low: &[u8]| {
        (high.iter().copied().map(u64::from).sum::<u64>(), low.iter().copied().map(u64::from).sum::<u64>())
    };
    let mut group = criterion.benchmark_group("evaluate many");
    group.throughput(Throughput::Elements(MANY));
    for path in Path::ALL.into_iter().filter(|path| path.available()) {
        evaluate_rows(path, &rows, 7, KIND, &mut high, Lows::Bytes(&mut low));
        assert_eq!(sums(&high, &low), SUMS, "rows, {path}");
        group.bench_function(format!("rows of seven cards, {path}"), |bencher| {
            bencher.iter(|| evaluate_rows(path, black_box(&rows), 7, KIND, &mut high, Lows::Bytes(&mut low)));
        });
        assert_eq!(try_evaluate_rows(path, &rows, 7, KIND, &mut high, Lows::Bytes(&mut low)), Ok(()));
        assert_eq!(sums(&high, &low), SUMS, "checked rows, {path}");
        group.bench_function(format!("checked rows of seven cards, {path}"), |bencher| {
            bencher.iter(|| {
                try_evaluate_rows(path, black_box(&rows), 7, KIND, &mut high, Lows::Bytes(&mut low))
            });
        });
        evaluate_sets(path, &sets, KIND, &mut high, Lows::Bytes(&mut low));
        assert_eq!(sums(&high, &low), SUMS, "sets, {path}");
        group.bench_function(format!("sets of seven cards, {path}"), |bencher| {
            bencher.iter(|| evaluate_sets(path, black_box(&sets), KIND, &mut high, Lows::Bytes(&mut low)));
        });
        assert_eq!(find_bad_row(path, &rows, 7), None);
        group.bench_function(format!("look for a bad row, {path}"), |bencher| {
            bencher.iter(|| find_bad_row(path, black_box(&rows), 7));
        });
        board_rows(path, &boards, 4, &mut high);
        assert_eq!(sums(&high, &[]).0, one_by_one, "boards, {path}");
        group.bench_function(format!("boards of four cards, {path}"), |bencher| {
            bencher.iter(|| board_rows(path, black_box(&boards), 4, &mut high));
        });
    }
}

fn sampling(criterion: &mut Criterion) {
    const TRIALS: u64 = 1 << 18;
    let mut group = criterion.benchmark_group("sample equities");
    group.throughput(Throughput::Elements(TRIALS));
    let hands = ["AsAc2d", "KsKcKd", "3s4d5c", "6s7d8c", "9sTdJc", "2s5d6c", "8d9hTc", "3d4s7c"];
    let random = [""; 8];
    // The share of the first in units of which a pot is 1680.
    let spots = [
        ("2 players", &hands[..2], Common::None, 110_273_520),
        ("3 players", &hands[..3], Common::None, 79_161_180),
        ("8 players", &hands[..], Common::ToCome, 51_176_160),
        ("8 random hands", &random[..], Common::ToCome, 55_019_580),
        ("a range", &["A?A?", "[2-8]?[2-8]?[2-8]?"][..], Common::None, 275_291_940),
    ];
    for (name, hands, common, answer) in spots {
        let players: Vec<_> = hands.iter().map(|hand| vec![(hand.parse().expect("a pattern"), 1)]).collect();
        let spot = Spot::new(&players, CardSet::EMPTY, common, LowKind::EightOrBetter).expect("a spot");
        for path in Path::ALL.into_iter().filter(|path| path.available()) {
            let sampled = || sample(path, &spot, 7, Goal::Trials(TRIALS), NonZeroUsize::new(1), |_| false);
            let tally = sampled().expect("trials").tally;
            let share: u128 = tally.iter().map(|(outcome, count)| u128::from(outcome.share(0)) * count).sum();
            assert_eq!(share, answer, "{name}, {path}");
            group.bench_function(format!("{name}, {path}"), |bencher| bencher.iter(|| black_box(sampled())));
        }
    }
}

fn shuffle(criterion: &mut Criterion) {
    assert_eq!(rng::cards(0, 0)[..3].iter().map(ToString::to_string).collect::<String>(), "Ah6d8s");
    let mut number = 0;
    criterion.bench_function("shuffle 52 cards", |bencher| {
        bencher.iter(|| {
            number += 1;
            black_box(rng::cards(7, number))
        });
    });
}

criterion_group!(benches, whole_hands, evaluation, bulk_evaluation, sampling, shuffle);
criterion_main!(benches);
