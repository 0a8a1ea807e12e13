//! Equities by trials against exact ones: published figures, and every deal of small decks.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use stud8::card::{Card, CardSet};
use stud8::equity::{Common, Goal, Outcome, POT, Pattern, SampleError, Sampled, Spot, Tally, sample};
use stud8::eval::{LowKind, Path, evaluate};

const SEED: u64 = 20_261_129;

/// Players apart by " v ", a player's patterns by "/" with weights after "=".
fn spot_of(players: &str, dead: &str, common: Common, low: LowKind) -> Spot {
    let pattern = |text: &str| {
        let (pattern, weight) = text.split_once('=').unwrap_or((text, "1"));
        (pattern.parse().unwrap(), weight.parse().unwrap())
    };
    let players: Vec<Vec<_>> =
        players.split(" v ").map(|range| range.split('/').map(pattern).collect()).collect();
    Spot::new(&players, dead.parse().unwrap(), common, low).unwrap()
}

fn spot(players: &str, dead: &str) -> Spot {
    spot_of(players, dead, Common::None, LowKind::EightOrBetter)
}

fn trials(spot: &Spot, trials: u64) -> Tally {
    let sampled = sample(Path::best().unwrap(), spot, SEED, Goal::Trials(trials), None, |_| false).unwrap();
    assert!(sampled.finished);
    assert_eq!(sampled.tally.total(), u128::from(trials));
    sampled.tally
}

#[expect(clippy::cast_precision_loss, reason = "compared within an error")]
fn assert_near(found: u128, wanted: f64, trials: u128, what: &str) {
    // Five standard deviations of a binomial count, and something for the rarest.
    let error = 5.0 * (wanted * (1.0 - wanted / trials as f64)).sqrt() + 3.0;
    assert!((found as f64 - wanted).abs() <= error, "{what}: {found}, expected {wanted:.1} ± {error:.1}");
}

fn assert_shares(tally: &Tally, shares: &[f64], what: &str) {
    for ((mean, error), share) in tally.means().iter().zip(tally.standard_errors()).zip(shares) {
        assert!((mean - share).abs() < 4.0 * error + 0.000_51, "{what}: {mean} ± {error}, expected {share}");
        assert!(error > 0.0 && error < 0.001, "{what}: {error}");
    }
}

/// Two independent programs agree on them \[figures].
#[test]
fn published_equities() {
    let table: [(&str, &str, &[f64]); 12] = [
        ("8s6h5c v 2s3h4c", "", &[0.529_117, 0.470_883]),
        ("8s6h5c v As3h4c", "", &[0.487_512, 0.512_488]),
        ("9s9h9d v Ac2c3c", "", &[0.610_600, 0.389_400]),
        ("AsAc2d v KsKcKd", "", &[0.251_958, 0.748_042]),
        ("AsAhTsTh8h8d v KcQcJcTd3c2d", "", &[1114.0 / 1560.0, 446.0 / 1560.0]),
        ("Ac2d3h4s8c v KcKdQhJh9s", "", &[0.618, 0.382]),
        ("Ac2d3h4s8c v KcKdQhJh9s v 7h7d6s5sTh", "", &[0.570, 0.290, 0.141]),
        ("Ac2d3h4sKc v KsKd9hJd2c", "", &[0.507, 0.493]),
        ("Ac2c3c4c v AhAdAs9d", "", &[0.626, 0.374]),
        ("8c7d6h5s v AsAhKcQd", "", &[0.662, 0.338]),
        ("Ac2d3h4s8cKd v KcKsQhJh9s9c", "5d6d7d", &[0.533, 0.467]),
        ("As2s3s4s7d9h v Ad2d3d4d7c9c", "", &[0.502, 0.498]),
    ];
    for (players, dead, shares) in table {
        assert_shares(&trials(&spot(players, dead), 1 << 20), shares, players);
    }
    assert_shares(&trials(&spot("AcAdAh v ", ""), 1 << 20), &[0.873_159_286, 0.126_840_714], "rolled up");
}

/// All 18,265,297,050 deals, to the last count: rows are high win, tie, lose for the first, columns low win, tie, lose, none.
#[test]
fn published_joint_counts() {
    let counts: [[f64; 4]; 3] = [
        [2_628_510_730.0, 1_109_427.0, 4_349_745_024.0, 3_720_932_658.0],
        [474_431.0, 3_278_775.0, 1_498_392.0, 44_250.0],
        [2_273_393_728.0, 952_452.0, 2_877_185_952.0, 2_408_171_231.0],
    ];
    let tally = trials(&spot("8s6h5c v 2s3h4c", ""), 1 << 22);
    let found: BTreeMap<_, _> =
        tally.iter().map(|(outcome, count)| ((outcome.high, outcome.low), count)).collect();
    for (high, row) in [1, 3, 2].into_iter().zip(counts) {
        for (low, count) in [1, 3, 2, 0].into_iter().zip(row) {
            let found = found.get(&(high, low)).copied().unwrap_or(0);
            let wanted = count / 18_265_297_050.0 * f64::from(1 << 22);
            assert_near(found, wanted, tally.total(), &format!("high {high}, low {low}"));
        }
    }
}

/// Everything that can be, one after another: the sets of each player by their weights, a common card, the cards unseen.
fn enumerate(spot: &Spot) -> Tally {
    fn choose(cards: &[Card], count: usize, chosen: CardSet, tell: &mut dyn FnMut(CardSet)) {
        if count == 0 {
            return tell(chosen);
        }
        for (i, &card) in cards.iter().enumerate() {
            choose(&cards[i + 1..], count - 1, chosen.with(card), tell);
        }
    }
    fn deal(spot: &Spot, live: CardSet, common: CardSet, weight: u128, hands: &[CardSet], tally: &mut Tally) {
        let Some(holding) = spot.holdings().get(hands.len()) else {
            let hands = hands.iter().map(|&hand| evaluate(hand | common, spot.low()).unwrap());
            let (highs, lows): (Vec<_>, Vec<_>) = hands.map(|hand| (hand.high, hand.low)).unzip();
            let winners = |wins: &dyn Fn(usize) -> bool| {
                (0..highs.len()).filter(|&player| wins(player)).fold(0, |all, player| all | 1 << player)
            };
            let high = winners(&|player| Some(&highs[player]) == highs.iter().max());
            let low = winners(&|player| lows[player].is_some() && Some(&lows[player]) == lows.iter().max());
            return tally.add(Outcome { high, low }, weight);
        };
        for &(set, times) in holding.sets.iter().filter(|&&(set, _)| set - live == CardSet::EMPTY) {
            let cards: Vec<Card> = (live - set).iter().collect();
            choose(&cards, holding.unseen, CardSet::EMPTY, &mut |unseen| {
                let hands = [hands, &[holding.certain | set | unseen]].concat();
                deal(spot, live - set - unseen, common, weight * u128::from(times), &hands, tally);
            });
        }
    }
    let mut tally = Tally::new(spot.holdings().len());
    match spot.common() {
        Common::None => deal(spot, spot.live(), CardSet::EMPTY, 1, &[], &mut tally),
        Common::Given(card) => deal(spot, spot.live(), card.into(), 1, &[], &mut tally),
        Common::ToCome => spot.live().iter().for_each(|card| {
            deal(spot, spot.live() - card.into(), card.into(), 1, &[], &mut tally);
        }),
    }
    tally
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "compared within an error")]
fn all_deals_of_small_decks() {
    let given = Common::Given("7s".parse().unwrap());
    // Players, the cards that are live, a common card, how many deals.
    let table = [
        ("AsAhKc2d v 5s6h7d8d", "Ac2c3c4cTdJd9d3h", Common::None, 560),
        ("AsAhKc2d7c v 5s6h7d8d v 9s9h9d3d3h", "Ac2c3c4cTdJdKd2h", Common::None, 1680),
        ("As2hKc5d7c v 5s6h7d8d8h v 9s9h9dKh3d", "Ac2c3c4cTdJd2d", Common::ToCome, 840),
        ("As2hKc5d7c v 5s6h7d8d8h v 9s9h9dKh", "Ac2c3c4cTdJd2d", given, 420),
        // Players who may hold several sets choose apart.
        ("A?2s3s9s8s v A?2d3d9d7d", "AsAhAd5c8c9cTh", Common::None, 180),
        (
            "AsAhQc6h8h9h/AsKhQd6h8h9h=5/2s3d4d6h8h9h=3 v AdKd7d5c6c7c/AsKd4d5c6c7c=2/2s3c4c5c6c7c=7",
            "AsAhQcKhQd2s3d4dAdKd7d3c4cTd",
            Common::None,
            56 * (8 + 5 * 8 + 3),
        ),
        // Partly known cards and unknown ones together.
        ("A???3s5s7d9d v Kd9h8s7c2s", "AsAh5c8cThJh4d", Common::None, 330),
        // Few choices fit together: they are listed.
        ("A?2s3s4h9s9c v A?2d3dKd8s7s v A?JcTcJd3c9d", "AsAhAd2h5c8cTh", Common::None, 144),
        (
            "A?Kc2d4d5d6d v A?Qd2c4c5c6c v A?Qh3h4h5h6s/2hQh3h4h5h6s=9 v A?QsTs9s8d7h",
            "AsAhAdAc2hKdTd7c",
            Common::ToCome,
            24 * 4 + 9 * 24 * 4,
        ),
        (
            "AsKs4c5c6c/2s3s4c5c6c=3 v AsQs7d8d9d=2/2s4s7d8d9d v JsQs7h8h9h/3s6s7h8h9h=5 v 5s7sTcJcQc/2s5sTcJcQc=100",
            "AsKs2s3sQs4s5s6s7sJsAdKdQdJdTd",
            Common::ToCome,
            6 * 2520,
        ),
    ];
    for (players, live, common, deals) in table {
        let known = |pattern: &str| {
            let pattern: Pattern = pattern.split('=').next().unwrap().parse().unwrap();
            pattern
                .cards()
                .iter()
                .filter(|place| place.len() == 1)
                .fold(CardSet::EMPTY, |all, &card| all | card)
        };
        let mut dead = !live.parse::<CardSet>().unwrap();
        for range in players.split(" v ") {
            dead -= range.split('/').map(known).fold(CardSet::FULL, |all, known| all & known);
        }
        if let Common::Given(card) = common {
            dead -= card.into();
        }
        for low in LowKind::ALL {
            let spot = spot_of(players, &dead.to_string(), common, low);
            let exact = enumerate(&spot);
            assert_eq!(exact.total(), deals, "{players}");
            let tally = trials(&spot, 1 << 18);
            let mut counts: BTreeMap<_, (f64, u128)> = BTreeMap::new();
            for (outcome, count) in exact.iter() {
                counts.entry(outcome).or_default().0 = count as f64 / exact.total() as f64;
            }
            for (outcome, count) in tally.iter() {
                counts.entry(outcome).or_default().1 = count;
            }
            assert!(counts.len() > 1, "{players}");
            for (outcome, (part, count)) in counts {
                assert!(part > 0.0, "{players}, {low}: {outcome:?} can't be");
                let wanted = part * tally.total() as f64;
                assert_near(count, wanted, tally.total(), &format!("{players}, {low}: {outcome:?}"));
            }
        }
    }
}

#[test]
fn random_hands_are_worth_the_same() {
    for (players, common) in [(2, Common::None), (7, Common::None), (8, Common::ToCome)] {
        let spot = spot_of(&vec![""; players].join(" v "), "", common, LowKind::EightOrBetter);
        #[expect(clippy::cast_precision_loss, reason = "at most 8")]
        let share = 1.0 / players as f64;
        let tally = trials(&spot, 1 << 20);
        for (mean, error) in tally.means().iter().zip(tally.standard_errors()) {
            assert!((mean - share).abs() < 4.0 * error, "{players}: {mean} ± {error}");
        }
    }
}

/// Counts, summed in a way that tells them apart.
fn digest(tally: &Tally) -> u64 {
    tally.iter().fold(0, |sum: u64, (Outcome { high, low }, count)| {
        let count = u64::try_from(count).unwrap();
        sum.wrapping_mul(1_000_003).wrapping_add(u64::from(high) << 40 ^ u64::from(low) << 32 ^ count)
    })
}

/// What a seed means stays the same from release to release.
#[test]
fn known_answers() {
    let table = [
        ("AsAc2d v KsKcKd", Common::None, LowKind::EightOrBetter, 4_329_044_907_458_939_748),
        ("AsAc2d v KsKcKd v 5h6h7h", Common::None, LowKind::FiveRanks, 8_480_810_332_445_987_006),
        ("AsAc2d v KsKcKd", Common::None, LowKind::Any, 17_500_015_083_392_110_592),
        (
            "AsAc2d v KsKcKd v 5h6h7h v 8s v  v 3??c v A?A? v ",
            Common::ToCome,
            LowKind::EightOrBetter,
            11_518_952_776_401_427_150,
        ),
        (
            "A?A?/K?K?=3 v A?K?=2/2?2? v [A-5]?[A-5]?",
            Common::None,
            LowKind::EightOrBetter,
            604_075_456_601_690_204,
        ),
        (
            "?s?s?s v ?s?s?s v ?s?s?s v ?s?s?s",
            Common::None,
            LowKind::EightOrBetter,
            7_485_460_926_369_597_206,
        ),
        ("A? v A? v A? v A?", Common::None, LowKind::EightOrBetter, 1_547_904_750_797_788_012),
    ];
    let mut found = Vec::new();
    for (players, common, low, _) in table {
        found.push(digest(&trials(&spot_of(players, "9c", common, low), 20_000)));
    }
    assert_eq!(found, table.map(|(_, _, _, answer)| answer));
}

#[test]
fn threads_and_instructions_change_nothing() {
    let spot = spot_of("A?A?/K?K?=3 v A?K?=2/2?2? v ", "", Common::None, LowKind::FiveRanks);
    for goal in [Goal::Trials(3 * (1 << 14) + 17), Goal::Error(0.0007)] {
        let run =
            |path, threads| sample(path, &spot, 3, goal, NonZeroUsize::new(threads), |_| false).unwrap();
        let one = run(Path::Baseline, 1);
        assert!(one.finished);
        for threads in [1, 2, 5] {
            for path in Path::ALL.into_iter().filter(|path| path.available()) {
                assert_eq!(run(path, threads), one, "{goal:?} {threads} {path}");
            }
        }
    }
}

#[test]
fn an_error_is_reached_and_not_far_surpassed() {
    let spot = spot("8s6h5c v 2s3h4c", "");
    for error in [0.01, 0.0007, 0.0005] {
        let sampled = sample(Path::best().unwrap(), &spot, 1, Goal::Error(error), None, |_| false).unwrap();
        let (found, trials) = (sampled.tally.standard_errors(), sampled.tally.total());
        assert!(sampled.finished && found.iter().all(|&found| found <= error), "{found:?}");
        assert!(trials == 1 << 18 || found[0] > error * 0.7, "{trials}: {found:?}");
        assert_eq!(trials % (1 << 14), 0);
    }
}

#[test]
fn what_is_done_is_the_first_part() {
    let spot = spot("8s6h5c v 2s3h4c", "");
    let path = Path::best().unwrap();
    for goal in [Goal::Trials(1 << 20), Goal::Error(1e-9)] {
        for threads in [1, 3] {
            let looks = AtomicU64::new(0);
            let stop = |_| looks.fetch_add(1, Ordering::Relaxed) >= 20;
            let Sampled { tally, finished } =
                sample(path, &spot, 5, goal, NonZeroUsize::new(threads), stop).unwrap();
            assert!(!finished && tally.total() > 0, "{goal:?}");
            let done = u64::try_from(tally.total()).unwrap();
            let again = sample(path, &spot, 5, Goal::Trials(done), None, |_| false).unwrap();
            assert_eq!(again.tally, tally, "{goal:?} {done}");
        }
    }
    let none = sample(path, &spot, 5, Goal::Trials(1 << 20), None, |_| true).unwrap();
    assert_eq!((none.finished, none.tally.total()), (false, 0));
    let none = sample(path, &spot, 5, Goal::Trials(0), None, |_| false).unwrap();
    assert_eq!((none.finished, none.tally.total()), (true, 0));
}

#[test]
fn progress_is_told() {
    let told = AtomicU64::new(0);
    let tell = |done| {
        told.fetch_max(done, Ordering::Relaxed);
        false
    };
    let spot = spot("8s6h5c v 2s3h4c", "");
    let sampled = sample(Path::best().unwrap(), &spot, 5, Goal::Trials(100_000), NonZeroUsize::new(1), tell);
    assert!(sampled.unwrap().finished);
    assert_eq!(told.into_inner(), 100_000);
}

#[test]
fn what_nothing_comes_of_is_refused() {
    let path = Path::best().unwrap();
    let none = |spot: &Spot, goal| sample(path, spot, 5, goal, None, |_| false).unwrap_err();
    for error in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = none(&spot("As v Ks", ""), Goal::Error(error));
        assert!(matches!(refused, SampleError::Goal { .. }), "{error}");
        assert!(refused.to_string().starts_with(&format!("{error} is no standard error")), "{refused}");
    }
    // 24 of the 26 cards of the majors: of choices for twice three players one in 106,128.
    let refused = none(&spot(&["?[sh]?[sh]?[sh]?[sh]"; 6].join(" v "), ""), Goal::Trials(1));
    assert_eq!(refused, SampleError::TooRare);
}

#[test]
fn shares_of_trials_sum_to_a_pot() {
    let tally = trials(&spot_of(" v A? v ?h?? v As2d v ", "", Common::None, LowKind::Any), 10_000);
    let sum: u128 = tally
        .iter()
        .map(|(outcome, count)| (0..5).map(|player| u128::from(outcome.share(player))).sum::<u128>() * count)
        .sum();
    assert_eq!(sum, tally.total() * u128::from(POT));
}
