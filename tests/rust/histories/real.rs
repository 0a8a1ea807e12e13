//! Real hands end as they were recorded. `tests/corpora/SOURCES.md` says where they are from.

use std::path::PathBuf;

use stud8::action::Event;
use stud8::history::{History, Transcript};
use stud8::played::PlayedHand;
use stud8::rules::{AllInRaise, Chips, Draft, Preset};

use super::{parse, payoffs};

const NAMES: [&str; 7] = [
    "wsop-2023-43-hand-48",
    "wsop-2023-43-hand-50",
    "wsop-2023-43-hand-52",
    "wsop-2023-43-hand-54",
    "wsop-2023-54-hand-1",
    "wsop-2023-54-hand-2",
    "wsop-2023-54-hand-5",
];

fn file(name: &str) -> History {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpora/phh");
    let path = folder.join(name).with_extension("phh");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse(&text)
}

fn corpus() -> impl Iterator<Item = (&'static str, History)> {
    NAMES.into_iter().map(|name| (name, file(name)))
}

fn stacks(game: &PlayedHand) -> Vec<Chips> {
    game.hand().seats().into_iter().map(|seat| game.hand().stacks()[seat.index()]).collect()
}

/// The stakes of a history, and nothing else of its rules.
fn stakes(history: &History) -> Draft {
    let Draft { ante, bring_in, small_bet, big_bet, .. } = history.transcript.rules;
    Draft { ante, bring_in, small_bet, big_bet, ..Draft::default() }
}

#[test]
fn real_hands_end_with_the_recorded_stacks() {
    let mut recorded = 0;
    for (name, history) in corpus() {
        let game = history.replay(None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(game.hand().is_over(), "{name}");
        let finishing = history.transcript.players.iter().map(|player| player.finishing_stack?.known());
        if let Some(finishing) = finishing.collect::<Option<Vec<_>>>() {
            assert_eq!(stacks(&game), finishing, "{name}");
            recorded += 1;
        }
        // The rules of live tournaments as they are written are those that were played.
        let rules = Draft { all_in_raise: Some(AllInRaise::Half), ..stakes(&history) };
        let strict = history.replay(Some(&rules.rules(Some(Preset::Wsop)).expect("good rules")));
        let strict = strict.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(payoffs(&strict), payoffs(&game), "{name}");
    }
    assert_eq!(recorded, 4);
}

#[test]
fn the_odd_chip_of_the_room_went_to_the_high_hand() {
    let history = file("wsop-2023-43-hand-48");
    let draft = Draft { unit: Some(25_000), ..stakes(&history) };
    let game = history.replay(Some(&draft.rules(None).expect("good rules"))).expect("a real hand");
    assert_eq!(stacks(&game), [4_550_000, 1_800_000, 14_400_000, 6_075_000, 2_875_000]);
}

#[test]
fn a_short_all_in_makes_a_side_pot() {
    let game = file("wsop-2023-54-hand-2").replay(None).expect("a real hand");
    let paid: Vec<(u8, u8, Chips)> = game
        .events()
        .iter()
        .filter_map(|event| match *event {
            Event::Pay { pot, seat, chips, .. } => Some((pot, seat.number(), chips)),
            _ => None,
        })
        .collect();
    // Main pot 7 × 20,000 + 20,000 + 3 × 225,000; side pot 2 × (80 + 320 + 160 + 160) thousand.
    assert_eq!(paid.iter().map(|&(_, _, chips)| chips).sum::<Chips>(), 835_000 + 1_440_000);
    assert_eq!(
        paid.iter().filter(|&&(pot, ..)| pot == 1).map(|&(_, _, chips)| chips).sum::<Chips>(),
        1_440_000
    );
    assert!(paid.iter().all(|&(pot, seat, _)| pot == 0 || seat != 7), "{paid:?}");
}

#[test]
fn a_real_hand_may_end_anywhere() {
    for (name, whole) in corpus() {
        for length in 0..whole.transcript.entries.len() {
            let mut history = whole.clone();
            history.transcript.entries.truncate(length);
            history.replay(None).unwrap_or_else(|error| panic!("{name}, {length} actions: {error}"));
        }
    }
}

#[test]
fn real_hands_are_read_as_they_are_written() {
    let written = |history: &History| parse(&history.to_text().expect("known stakes"));
    for (name, history) in corpus() {
        assert_eq!(written(&history), history, "{name}");
        // A hand that is replayed and written by us is the same hand.
        let game = history.replay(None).expect("a real hand");
        let again = written(&History::of(&game, true));
        assert_eq!(again.replay(None).expect("our own hand").events(), game.events(), "{name}");
        assert_eq!(again.transcript.entries, history.transcript.entries, "{name}");
        let begun = PlayedHand::new(game.setup().clone()).expect("a setup");
        assert_eq!(Transcript::of(&begun).players.len(), history.transcript.players.len(), "{name}");
    }
}
