//! Known counts. They come from two programs that share nothing with this crate.

use stud8::equity::{Outcome, POT};

use super::question::{Question, joint, times, units};

/// Parts of a whole in millionths, as they are printed.
fn millionths(part: u128, whole: u128) -> u128 {
    (2_000_000 * part + whole) / (2 * whole)
}

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
