//! Real hands end as they were recorded.
//!
//! They lie outside the project (`../shared/corpora/phh`, see SOURCES.md there); where they are absent
//! these tests say so and pass.

use std::collections::BTreeMap;
use std::path::PathBuf;

use stud8::action::Event;
use stud8::history::{History, Options};
use stud8::record::Game;
use stud8::rules::{AllInRaise, Chips, Draft, Preset};

use crate::{parse, payoffs};

/// The files of the corpus by name; none, with a word about it, where it is absent.
fn corpus() -> BTreeMap<String, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora/phh");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there are no real hands in {}", folder.display());
        return BTreeMap::new();
    };
    let mut files = BTreeMap::new();
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.extension().is_some_and(|extension| extension == "phh") {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            files.insert(name, std::fs::read_to_string(&path).expect("a readable file"));
        }
    }
    files
}

fn high_low() -> impl Iterator<Item = (String, String)> {
    corpus().into_iter().filter(|(name, _)| name.contains("F7S8"))
}

fn stacks(game: &Game) -> Vec<Chips> {
    game.hand().seats().into_iter().map(|seat| game.hand().stacks()[seat.index()]).collect()
}

fn stakes(history: &History) -> Draft {
    Draft {
        ante: Some(history.ante),
        bring_in: Some(history.bring_in),
        small_bet: Some(history.small_bet),
        big_bet: Some(history.big_bet),
        ..Draft::default()
    }
}

#[test]
fn real_hands_end_with_the_recorded_stacks() {
    let mut recorded = 0;
    for (name, text) in high_low() {
        let history = parse(&text);
        let game = history.replay(None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(game.hand().is_over(), "{name}");
        if let Some(finishing) = &history.finishing_stacks {
            assert_eq!(&stacks(&game), finishing, "{name}");
            recorded += 1;
        }
        // The rules of live tournaments as they are written are those that were played.
        let rules = Draft { all_in_raise: Some(AllInRaise::Half), ..stakes(&history) };
        let strict = history.replay(Some(&rules.rules(Some(Preset::Wsop)).expect("good rules")));
        let strict = strict.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(payoffs(&strict), payoffs(&game), "{name}");
    }
    assert!(recorded == 4 || corpus().is_empty(), "{recorded}");
}

#[test]
fn the_odd_chip_of_the_room_went_to_the_high_hand() {
    let files = corpus();
    let Some(text) = files.get("wsop-2023-43-F7S8-02-09-20.phh") else { return };
    let history = parse(text);
    let draft = Draft { unit: Some(25_000), ..stakes(&history) };
    let game = history.replay(Some(&draft.rules(None).expect("good rules"))).expect("a real hand");
    assert_eq!(stacks(&game), [4_550_000, 1_800_000, 14_400_000, 6_075_000, 2_875_000]);
}

#[test]
fn a_short_all_in_makes_a_side_pot() {
    let files = corpus();
    let Some(text) = files.get("wsop-2023-54-F7S8-hand-2.phh") else { return };
    let game = parse(text).replay(None).expect("a real hand");
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
fn stud_for_high_only_and_razz_are_refused_by_name() {
    for (name, text) in corpus() {
        let result = History::parse(&text, Options::default());
        if name.contains("F7S8") {
            assert!(result.is_ok(), "{name}");
            continue;
        }
        let error = result.expect_err(&name);
        let code =
            if name.contains("-FR-") { "\"FR\" (razz)" } else { "\"F7S\" (seven-card stud for high only)" };
        assert_eq!(error.kind(), "history_unsupported");
        assert!(error.to_string().contains(code), "{error}");
    }
}

#[test]
fn a_real_hand_may_end_anywhere() {
    for (name, text) in high_low() {
        let whole = parse(&text);
        for length in 0..whole.actions.len() {
            let mut history = whole.clone();
            history.actions.truncate(length);
            history.replay(None).unwrap_or_else(|error| panic!("{name}, {length} actions: {error}"));
        }
    }
}

#[test]
fn real_hands_are_read_as_they_are_written() {
    for (name, text) in high_low() {
        let history = parse(&text);
        assert_eq!(parse(&history.to_phh()), history, "{name}");
        // A hand replayed and written by us is the same hand.
        let game = history.replay(None).expect("a real hand");
        let ours = History::from_game(&Game::new(game.setup().clone()).expect("a setup")).map(|_| ());
        assert_eq!(ours, Ok(()), "{name}");
        let again = parse(&History::from_game(&game).expect("a hand").to_phh());
        assert_eq!(again.replay(None).expect("our own hand").events(), game.events(), "{name}");
        assert_eq!(again.actions, history.actions, "{name}");
    }
}
