//! How fast the core is, on one thread. Each benchmark asserts its answer before it is timed: a fast wrong
//! answer is no result.

use std::hint::black_box;
use std::num::NonZeroUsize;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stud8::card::CardSet;
use stud8::eval::{LowKind, evaluate};
use stud8::rng;
use stud8::rules::{Draft, Preset};
use stud8::seat::Seat;
use stud8::simulate::{Plan, Summary, run};

const HANDS: u64 = 10_000;

/// Full Tilt's rules, 100 big bets each.
fn plan(players: usize) -> Plan {
    let rules = Draft::default().rules(Some(Preset::FullTilt)).expect("a preset");
    let stacks: Vec<_> = Seat::ALL.into_iter().take(players).map(|seat| (seat, 40_000)).collect();
    Plan::new(rules, &stacks, 7, 0, HANDS).expect("good stacks")
}

/// Actions, showdowns, split and scooped pots, and what seat 1 won.
fn digest(summary: &Summary) -> (u64, u64, u64, u64, i128) {
    let actions = summary.actions.as_flattened().iter().sum();
    (actions, summary.showdowns, summary.split, summary.scooped, summary.net[0])
}

fn whole_hands(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole hands");
    group.throughput(Throughput::Elements(HANDS));
    let answers = [(2, (54_784, 744, 144, 600, 115_320)), (8, (234_537, 2150, 512, 1638, -133_385))];
    for (players, answer) in answers {
        let plan = plan(players);
        let played = || run(&plan, NonZeroUsize::new(1), |_| false).summary;
        assert_eq!(digest(&played()), answer, "{players} players");
        group.bench_function(format!("{players} players"), |bencher| bencher.iter(|| black_box(played())));
    }
}

fn evaluation(criterion: &mut Criterion) {
    let hands: Vec<CardSet> =
        (0..1024).map(|number| rng::cards(7, number)[..7].iter().copied().collect()).collect();
    let lows = hands.iter().filter_map(|&hand| evaluate(hand, LowKind::EightOrBetter).ok()?.low).count();
    assert_eq!(lows, 196);
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

fn shuffle(criterion: &mut Criterion) {
    assert_eq!(rng::cards(0, 0)[..3].iter().map(ToString::to_string).collect::<String>(), "Ah9c8c");
    let mut number = 0;
    criterion.bench_function("shuffle 52 cards", |bencher| {
        bencher.iter(|| {
            number += 1;
            black_box(rng::cards(7, number))
        });
    });
}

criterion_group!(benches, whole_hands, evaluation, shuffle);
criterion_main!(benches);
