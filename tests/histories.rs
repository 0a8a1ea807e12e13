//! Hand histories: real hands replay to the recorded stacks, our own hands survive being written
//! and read, and wrong files are told what is wrong with them.
//!
//! The real hands lie outside the project (`../shared/corpora/phh`, see SOURCES.md there); where they
//! are absent those tests say so and pass.

use std::collections::BTreeMap;
use std::path::PathBuf;

use stud8::action::{ActionKind, Event};
use stud8::deal::NextCard;
use stud8::eval::LowKind;
use stud8::hand::PayoffError;
use stud8::history::{History, HistoryError, Line, Move, Options, Shown, Value};
use stud8::record::{Game, Setup, Source};
use stud8::rng;
use stud8::rules::{AllInRaise, Chips, Draft, OddChip, Preset, Rake, Rules, ShowOrder};
use stud8::seat::Seat;

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

fn parse(text: &str) -> History {
    History::parse(text, Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn stacks(game: &Game) -> Vec<Chips> {
    game.hand().seats().into_iter().map(|seat| game.hand().stacks()[seat.index()]).collect()
}

fn payoffs(game: &Game) -> Vec<i64> {
    let payoffs = game.hand().payoffs().expect("a decided hand");
    game.hand().seats().into_iter().map(|seat| payoffs[seat.index()]).collect()
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

// ---- real hands ----

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

// ---- our own hands ----

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// Every setting that PHH and our own field can say, a different mixture for each number.
fn mixed_rules(dice: &mut Dice) -> Rules {
    let presets = [
        Preset::EightOrBetter,
        Preset::FullTilt,
        Preset::Swedish,
        Preset::Finnish,
        Preset::Hungarian,
        Preset::Wsop,
    ];
    let mut coin = || dice.below(2) == 0;
    let draft = Draft {
        ante: Some(40),
        bring_in: Some(50),
        small_bet: Some(200),
        big_bet: Some(400),
        unit: Some(if coin() { 10 } else { 1 }),
        heads_up_cap: Some(coin()),
        trim_antes: Some(coin()),
        burn: Some(false),
        ask_muck: Some(coin()),
        all_in_raise: Some(if coin() { AllInRaise::Full } else { AllInRaise::Half }),
        odd_chip: Some(if coin() { OddChip::Position } else { OddChip::SuitOfFive }),
        show_order: Some(if coin() { ShowOrder::BestBoard } else { ShowOrder::Position }),
        rake: Some(Some(Rake { rate: 500, cap: Some(300), unit: 10 }).filter(|_| coin())),
        fold_unfaced: Some(coin()),
        ..Draft::default()
    };
    let preset = presets[usize::try_from(dice.below(6)).expect("small")];
    draft.rules(Some(preset)).expect("good rules")
}

fn random_game(number: u64) -> Game {
    let mut dice = Dice(number);
    let rules = mixed_rules(&mut dice);
    let mut taken: Vec<Seat> = Seat::ALL.into_iter().filter(|_| dice.below(3) > 0).collect();
    if taken.len() < 2 || number.is_multiple_of(5) {
        taken = Seat::ALL.into();
    }
    // Deep, short, and shorter than the ante.
    let stacks = taken
        .into_iter()
        .map(|seat| (seat, [9000, 700, 260, 30][usize::try_from(dice.below(4)).expect("small")]));
    let setup = Setup {
        rules,
        stacks: stacks.collect(),
        source: Source::Seed { seed: 8, number },
        permissive: false,
    };
    let mut game = Game::new(setup.clone()).expect("a hand");
    // A hand that nobody can bet in is over before anybody could show in another order.
    if number.is_multiple_of(3) && !game.hand().is_over() {
        game = Game::new(Setup { permissive: true, ..setup }).expect("a hand");
    }
    // Some hands see few folds, so that all eight stay to the common card.
    let folds = !number.is_multiple_of(5);
    while let Some(actor) = game.hand().actor() {
        let legal = game.hand().legal();
        let count = u64::try_from(legal.len()).expect("small");
        let mut kind = legal.nth(usize::try_from(dice.below(count)).expect("small")).expect("a legal action");
        if kind == ActionKind::Fold && (!folds || dice.below(2) == 0) {
            kind = [ActionKind::Check, ActionKind::Call]
                .into_iter()
                .find(|&kind| legal.contains(kind))
                .expect("a call");
        }
        game.play_from(actor, kind).expect("legal");
    }
    game
}

#[test]
fn our_hands_replay_to_the_same_events() {
    let (mut common, mut mucked, mut raked) = (0, 0, 0);
    for number in 0..3000 {
        let game = random_game(number);
        let mut history = History::from_game(&game).expect("eight or better without burns");
        history.decimals = u8::try_from(number % 3).expect("small");
        let text = history.to_phh();
        let read = History::parse(&text, Options { decimals: history.decimals });
        let read = read.unwrap_or_else(|error| panic!("hand {number}: {error}\n{text}"));
        assert_eq!(read, history, "hand {number}");
        let again = read.replay(None).unwrap_or_else(|error| panic!("hand {number}: {error}\n{text}"));
        assert_eq!(again.events(), game.events(), "hand {number}\n{text}");
        assert_eq!(again.hand().payoffs(), game.hand().payoffs(), "hand {number}");
        assert_eq!(
            History::from_game(&again).map(|history| history.actions),
            Ok(history.actions),
            "hand {number}"
        );
        if !game.setup().permissive {
            let strict = read.replay(Some(&game.setup().rules)).expect("its own rules");
            assert_eq!(strict.events(), game.events(), "hand {number}");
        }
        let has = |wanted: &str| usize::from(game.events().iter().any(|event| event.kind() == wanted));
        (common, mucked, raked) = (common + has("common"), mucked + has("muck"), raked + has("rake"));
    }
    assert!(common > 50 && mucked > 200 && raked > 500, "{common} {mucked} {raked}");
}

#[test]
fn unfinished_hands_replay_to_the_same_point() {
    for number in 0..300 {
        let whole = random_game(number);
        let setup = Setup { source: Source::ByHand, ..whole.setup().clone() };
        let mut cards = rng::cards(8, number).into_iter();
        let mut game = Game::new(setup).expect("a hand");
        let mut steps = whole.steps().iter();
        loop {
            let history = History::from_game(&game).expect("eight or better");
            let again = history.replay(None).unwrap_or_else(|error| panic!("{error}\n{}", history.to_phh()));
            assert_eq!(again.events(), game.events(), "{}", history.to_phh());
            assert_eq!(again.hand(), game.hand(), "{}", history.to_phh());
            if game.hand().next_card().is_some() {
                game.deal(cards.next()).expect("a card");
            } else if let Some(&stud8::record::Step::Play(_, kind)) = steps.next() {
                game.play(kind).expect("as before");
            } else {
                break;
            }
        }
    }
}

#[test]
fn what_phh_cannot_say_is_refused_by_name() {
    for (draft, preset, what) in [
        (Draft::default(), Some(Preset::Declare), "declare=True"),
        (
            Draft { low: Some(LowKind::FiveRanks), ..Draft::default() },
            Some(Preset::FullTilt),
            "low='five_ranks'",
        ),
        (Draft { burn: Some(true), ..Draft::default() }, Some(Preset::FullTilt), "burn=True"),
    ] {
        let rules = draft.rules(preset).expect("good rules");
        let stacks = Seat::ALL.into_iter().map(|seat| (seat, 1000)).collect();
        let setup = Setup { rules, stacks, source: Source::Seed { seed: 1, number: 1 }, permissive: false };
        let error = History::from_game(&Game::new(setup).expect("a hand")).expect_err(what);
        assert_eq!(error.kind(), "history_unsupported");
        let text = error.to_string();
        assert!(text.contains(what) && text.contains("JSON record"), "{text}");
    }
}

// ---- one hand, many endings ----

const HEAD: &str = "variant = 'F7S/8'\nantes = [1, 1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n";

/// A hand of three: dealing and third street, on which p2 brings in and all call.
const THIRD: [&str; 6] =
    ["d dh p1 AcAdKs", "d dh p2 7c5d3h", "d dh p3 ????Qh", "p2 pb", "p3 cc", "p1 cc # one comment"];

/// The streets after it, checked down.
const CHECKED: [&str; 24] = [
    "d dh p1 4d",
    "d dh p2 4s",
    "d dh p3 Jh",
    "p1 cc",
    "p2 cc",
    "p3 cc",
    "d dh p1 9c",
    "d dh p2 2s",
    "d dh p3 Jd",
    "p3 cc",
    "p1 cc",
    "p2 cc",
    "d dh p1 8c",
    "d dh p2 Ts",
    "d dh p3 6c",
    "p3 cc",
    "p1 cc",
    "p2 cc",
    "d dh p1 Tc",
    "d dh p2 Th",
    "d dh p3 ??",
    "p3 cc",
    "p1 cc",
    "p2 cc",
];

fn hand_of(stacks: &str, lines: &[&str]) -> History {
    let quoted: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    parse(&format!("{HEAD}starting_stacks = {stacks}\nactions = [{}]", quoted.join(", ")))
}

/// The checked hand with other last lines.
fn checked(ends: &[&str]) -> History {
    hand_of("[100, 100, 100]", &[&THIRD[..], &CHECKED[..], ends].concat())
}

fn step_error(history: &History, rules: Option<&Rules>) -> (usize, String) {
    let error = history.replay(rules).expect_err("a hand that can't be");
    assert_eq!(error.kind(), "history_step", "{error}");
    (error.action().expect("a number"), error.to_string())
}

fn plain_rules(draft: Draft) -> Rules {
    let draft = Draft { ante: Some(1), bring_in: Some(2), small_bet: Some(4), big_bet: Some(8), ..draft };
    draft.rules(None).expect("good rules")
}

#[test]
fn shown_cards_fill_the_unknown_ones_from_the_deal_on() {
    let history = checked(&["p3 sm QdQcQhJhJd6cQs", "p1 sm", "p2 sm -"]);
    let game = history.replay(None).expect("a hand");
    let dealt: Vec<String> =
        game.hand().dealt(Seat::ALL[2]).cards().iter().flatten().map(ToString::to_string).collect();
    assert_eq!(dealt.join(""), "QdQcQhJhJd6cQs");
    // 9 in the pot: high half 5 to four queens, low half 4 to 7-5-4-3-2.
    assert_eq!(payoffs(&game), [-3, 1, 2]);
    let first = game.events().iter().find_map(|event| match event {
        Event::Deal { seat, card, .. } if seat.number() == 3 => *card,
        _ => None,
    });
    assert_eq!(first.map(|card| card.to_string()).as_deref(), Some("Qd"));
    // In another order they are the same cards.
    let other = checked(&["p3 sm QsQhJhQcJd6cQd", "p1 sm", "p2 sm -"]);
    assert_eq!(payoffs(&other.replay(None).expect("a hand")), [-3, 1, 2]);
}

#[test]
fn a_hand_that_depends_on_unknown_cards_says_so() {
    let game = checked(&["p3 sm -", "p1 sm -", "p2 sm -"]).replay(None).expect("a hand");
    assert!(game.hand().is_over());
    assert_eq!(game.hand().payoffs(), Err(PayoffError::UnknownCards { pot: 0 }));
    assert_eq!(History::from_game(&game).map(|history| history.finishing_stacks), Ok(None));
    // If he mucks nobody needs to know: aces against the low.
    let game = checked(&["p3 sm", "p1 sm -", "p2 sm -"]).replay(None).expect("a hand");
    assert_eq!(payoffs(&game), [2, 1, -3]);
}

#[test]
fn a_showdown_without_showing_is_unfinished_unless_the_rules_finish_it() {
    let shown = checked(&["p3 sm QdQcQhJhJd6cQs"]);
    let game = shown.replay(None).expect("a hand");
    assert!(!game.hand().is_over());
    assert_eq!(game.hand().actor(), Some(Seat::ALL[0]));
    let strict = shown.replay(Some(&plain_rules(Draft::default()))).expect("a hand");
    assert_eq!(payoffs(&strict), [-3, 1, 2]);
    let asked = shown.replay(Some(&plain_rules(Draft { ask_muck: Some(true), ..Draft::default() })));
    assert_eq!(asked.map(|game| game.hand().actor()), Ok(Some(Seat::ALL[0])));
}

#[test]
fn the_rules_say_who_shows_first_and_who_must() {
    let rules = plain_rules(Draft { ask_muck: Some(true), ..Draft::default() });
    // p3 has the best board, J-J; he shows queens, p1 may muck, p2 must show the low.
    let good = checked(&["p3 sm QdQcQhJhJd6cQs", "p1 sm", "p2 sm -"]);
    let kinds: Vec<&str> =
        good.replay(Some(&rules)).expect("a hand").events().iter().map(Event::kind).collect();
    assert_eq!(kinds[kinds.len() - 5..], ["show", "muck", "show", "pay", "pay"]);
    let voluntary = checked(&["p3 sm QdQcQhJhJd6cQs", "p1 sm -", "p2 sm -"]);
    assert_eq!(voluntary.replay(Some(&rules)).map(|game| payoffs(&game)), Ok(vec![-3, 1, 2]));
    // Where the rules let him muck unasked he may have shown.
    assert!(voluntary.replay(Some(&plain_rules(Draft::default()))).is_ok());
    let (number, text) = step_error(&checked(&["p3 sm QdQcQhJhJd6cQs", "p2 sm -", "p1 sm"]), Some(&rules));
    assert_eq!(number, 32);
    assert!(text.contains("it is not p2's turn: p1 may sm CARDS, sm (muck)"), "{text}");
    let must = checked(&["p3 sm QdQcQhJhJd6cQs", "p1 sm", "p2 sm"]);
    let (number, text) = step_error(&must, Some(&rules));
    assert_eq!(number, 33);
    assert!(text.contains("p2 may not muck: he has to show here"), "{text}");
    let late = checked(&["p2 sm -", "p3 sm QdQcQhJhJd6cQs"]);
    let (_, text) = step_error(&late, Some(&plain_rules(Draft::default())));
    assert!(text.contains("p3 shows first"), "{text}");
    // Without rules any order will do, and who mucks has mucked.
    assert_eq!(must.replay(None).map(|game| payoffs(&game)), Ok(vec![-3, -3, 6]));
    assert!(late.replay(None).is_ok());
}

#[test]
fn all_in_players_may_show_before_the_last_cards() {
    let lines = [
        "d dh p1 AcAdKs",
        "d dh p2 7c5d3h",
        "d dh p3 ??????",
        "p2 pb",
        "p3 f",
        "p1 cbr 4",
        "p2 cbr 8",
        "p1 cc",
        "p1 sm AcAdKs",
        "p2 sm 7c5d3h",
        "d dh p1 Kd",
        "d dh p2 4s",
        "d dh p1 9c8c",
        "d dh p2 2s",
        "d dh p2 Ts",
        "d dh p1 Tc",
        "d dh p2 Th",
    ];
    let history = hand_of("[9, 9, 100]", &lines);
    for rules in [None, Some(plain_rules(Draft::default()))] {
        let game = history.replay(rules.as_ref()).expect("a hand");
        assert!(game.hand().is_over());
        assert_eq!(payoffs(&game), [1, 0, -1], "a pot of 19: 10 high, 9 low");
    }
    // Not all cards of the street have come yet.
    for length in 0..lines.len() {
        assert!(hand_of("[9, 9, 100]", &lines[..length]).replay(None).is_ok(), "{length}");
    }
}

#[test]
fn whoever_wins_without_a_showdown_may_show() {
    let folded = [&THIRD[..5], &["p1 cbr 4", "p2 f", "p3 f"]].concat();
    for end in ["p1 sm AcAdKs", "p1 sm", "p1 sm -"] {
        let history = hand_of("[100, 100, 100]", &[&folded[..], &[end]].concat());
        assert_eq!(history.replay(None).map(|game| payoffs(&game)), Ok(vec![6, -3, -3]), "{end}");
    }
}

#[test]
fn the_record_is_believed_about_unknown_door_cards() {
    let lines = ["d dh p1 AcAdKs", "d dh p2 7c5d3h", "d dh p3 ??????", "p3 pb", "p1 cbr 4", "p2 f", "p3 f"];
    let game = hand_of("[100, 100, 100]", &lines).replay(None).expect("p3 may hold a deuce");
    assert_eq!(payoffs(&game), [4, -1, -3]);
    // Written by us it is still p3 who opens.
    let again = History::from_game(&game).expect("a hand").replay(None).expect("our own hand");
    assert_eq!(again.events(), game.events());
    let lines = ["d dh p1 AcAdKs", "d dh p2 7c5d2c", "d dh p3 ??????", "p3 pb"];
    let (number, text) = step_error(&hand_of("[100, 100, 100]", &lines), None);
    assert_eq!(number, 4);
    assert!(text.contains("it is not p3's turn: p2 may pb (to 2), cbr 4 (complete)"), "{text}");
    let lines = ["d dh p1 AcAdKs", "d dh p2 7c5d3h", "d dh p3 ??????", "p3 cbr 8"];
    let (_, text) = step_error(&hand_of("[100, 100, 100]", &lines), None);
    assert!(text.contains("not legal: p3 may cbr 4"), "{text}");
}

#[test]
fn either_rule_for_short_all_ins_will_do() {
    // All-in for 6 over 4: half a bet and so a raise, the next one is to 10; by the other rule to 8.
    for (next, rule) in [("p2 cbr 10", AllInRaise::Half), ("p2 cbr 8", AllInRaise::Full)] {
        let lines = [&THIRD[..4], &["p3 cbr 4", "p1 cbr 6", next, "p3 cc"]].concat();
        let history = hand_of("[7, 100, 100]", &lines);
        let game = history.replay(None).expect("one of both rules");
        assert_eq!(game.setup().rules.all_in_raise, rule);
        for strict in [AllInRaise::Half, AllInRaise::Full] {
            let rules = plain_rules(Draft { all_in_raise: Some(strict), ..Draft::default() });
            assert_eq!(history.replay(Some(&rules)).is_ok(), strict == rule);
        }
    }
    let lines = [&THIRD[..4], &["p3 cbr 4", "p1 cbr 6", "p2 cbr 9"]].concat();
    let (number, text) = step_error(&hand_of("[7, 100, 100]", &lines), None);
    assert_eq!(number, 7);
    assert!(text.contains("p2 may f, cc (call to 6), cbr 10 (raise)"), "{text}");
}

#[test]
fn wrong_actions_are_named_with_what_would_be_legal() {
    let seen = [&THIRD[..], &CHECKED[..3]].concat();
    for (lines, number, why) in [
        (vec!["p1 f"], 1, "a card for p1 on third street comes next, d dh p1 CARDS"),
        (vec!["d db 7h"], 1, "everybody gets a card of his own"),
        (vec!["d dh p1 AcAdKsKd"], 1, "p1 has 0 card(s), and gets 3 on third street"),
        (vec!["d dh p1 AcAdKs", "d dh p2 AcKdKh"], 2, "Ac has been dealt already"),
        (vec!["d dh p1 AcAdAc"], 1, "Ac has been dealt already"),
        ([&THIRD[..1], &["p1 f"]].concat(), 2, "a card for p2 on third street comes next"),
        ([&THIRD[..3], &["p1 pb"]].concat(), 4, "it is not p1's turn: p2 may pb (to 2), cbr 4 (complete)"),
        ([&THIRD[..3], &["p2 cc"]].concat(), 4, "not legal: p2 may pb (to 2), cbr 4 (complete)"),
        ([&THIRD[..3], &["p2 f"]].concat(), 4, "not legal: p2 may pb"),
        ([&THIRD[..4], &["p3 cbr 5"]].concat(), 5, "not legal: p3 may f, cc (call to 2), cbr 4 (complete)"),
        ([&THIRD[..4], &["d dh p3 Jh"]].concat(), 5, "no card is awaited: p3 may f, cc"),
        ([&THIRD[..], &["d dh p1 KdKc"]].concat(), 7, "p1 has 3 card(s), and gets 1 on fourth street"),
        ([&THIRD[..], &["d dh p1 Kd", "p1 cc"]].concat(), 8, "a card for p2 on fourth street comes next"),
        ([&THIRD[..], &["p1 sm AcAdKs"]].concat(), 7, "the showdown has not come: a card for p1"),
        (
            [&seen[..], &["p1 sm -"]].concat(),
            10,
            "the showdown has not come: p1 may f, cc (check), cbr 4 (bet)",
        ),
        ([&THIRD[..5], &["p1 f", "d dh p1 Kd"]].concat(), 7, "p1 has folded and gets no more cards"),
        ([&THIRD[..5], &["p1 f", "p1 sm -"]].concat(), 7, "p1 has folded and has nothing to show"),
        ([&THIRD[..4], &["p3 f", "p1 f", "p2 cc"]].concat(), 7, "no bet is awaited: the hand is over"),
    ] {
        let (found, text) = step_error(&hand_of("[100, 100, 100]", &lines), None);
        assert_eq!(found, number, "{text}");
        assert!(text.contains(why), "{text}");
        assert!(text.starts_with(&format!("action {number}, \"{}\": ", lines[number - 1])), "{text}");
    }
}

#[test]
fn wrong_showings_are_named() {
    for (ends, number, why) in [
        (vec!["p3 sm QdQcQhJhJd6c"], 31, "6 cards are shown, and 7 were dealt"),
        (vec!["p3 sm QdQcQsJhJd6cQs"], 31, "Qh was dealt, and is not among the cards shown"),
        (vec!["p3 sm QdQcQhJhJd6cAc"], 31, "p3 can't show Ac: it is dealt to somebody else"),
        (vec!["p1 sm 2c2d2h3c3d3s4c"], 31, "Ac was dealt, and is not among the cards shown"),
        (vec!["p1 cc"], 31, "no bet is awaited: p3 may sm CARDS, sm (muck)"),
        (vec!["p1 sm", "p1 sm -"], 32, "p1 has shown or mucked already"),
        (vec!["p1 sm", "p2 sm", "p3 sm", "p3 sm"], 34, "p3 has shown or mucked already"),
        (vec!["p1 sm", "p2 sm", "p3 sm", "p3 f"], 34, "no bet is awaited: the hand is over"),
    ] {
        let (found, text) = step_error(&checked(&ends), None);
        assert_eq!(found, number, "{text}");
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn amounts_in_errors_have_their_decimals() {
    let text = "variant = 'F7S/8'\nantes = [0.40, 0.40]\nbring_in = 0.50\nsmall_bet = 2.00\nbig_bet = 4.00\n\
                starting_stacks = [20, 20]\nactions = ['d dh p1 AcAd2h', 'd dh p2 KcKdKh', 'p1 cbr 3']";
    let history = History::parse(text, Options { decimals: 2 }).expect("a hand");
    let (_, text) = step_error(&history, None);
    assert_eq!(text, "action 3, \"p1 cbr 3.00\": not legal: p1 may pb (to 0.50), cbr 2.00 (complete)");
}

#[test]
fn other_stakes_and_other_games_are_no_rules_for_a_file() {
    let history = checked(&[]);
    let rules = plain_rules(Draft { unit: Some(1), ..Draft::default() });
    assert!(history.replay(Some(&rules)).is_ok());
    let bigger = Draft { ante: Some(1), bring_in: Some(2), small_bet: Some(5), ..Draft::default() };
    for (rules, why) in [
        (bigger.rules(None).expect("good rules"), "the rules have small_bet=5, and the file has 4"),
        (plain_rules(Draft { low: Some(LowKind::Any), ..Draft::default() }), "low='any'"),
    ] {
        let error = history.replay(Some(&rules)).expect_err(why);
        assert_eq!(error.kind(), "history_unsupported");
        assert!(error.to_string().contains(why), "{error}");
    }
    let wrong = History { bring_in: 4, ..history };
    assert_eq!(wrong.replay(None).map_err(|error| error.kind()).map(|_| ()), Err("history_unsupported"));
}

#[test]
fn seats_are_used_where_they_ascend() {
    let history = checked(&[]);
    let numbers = |seats: Option<Vec<i64>>| -> Vec<u8> {
        let history = History { seats, ..history.clone() };
        history.replay(None).expect("a hand").hand().seats().into_iter().map(Seat::number).collect()
    };
    assert_eq!(numbers(None), [1, 2, 3]);
    assert_eq!(numbers(Some(vec![2, 5, 8])), [2, 5, 8]);
    for other in [vec![5, 2, 8], vec![2, 2, 8], vec![0, 1, 2], vec![7, 8, 9], vec![-1, 1, 2]] {
        assert_eq!(numbers(Some(other)), [1, 2, 3]);
    }
}

#[test]
fn eight_players_to_the_end_share_a_common_card() {
    let game = (0..)
        .step_by(5)
        .map(random_game)
        .find(|game| !game.setup().permissive && game.events().iter().any(|event| event.kind() == "common"))
        .expect("such a hand");
    let mut history = History::from_game(&game).expect("a hand");
    history.house = None;
    history.replay(None).expect("permissive rules fit too");
    let common = history.actions.iter().position(|line| matches!(line.play, Some(Move::Common { .. })));
    let common = common.expect("a common card");
    let deal = Move::Deal { player: 1, cards: vec![None] };
    history.actions[common].play = Some(deal);
    let (number, text) = step_error(&history, None);
    assert_eq!(number, common + 1);
    assert!(text.contains("one common card comes, d db CARD"), "{text}");
    assert_eq!(game.hand().next_card(), None::<NextCard>);
}

// ---- bad input ----

#[test]
fn bad_input_is_one_clear_error() {
    let good = checked(&[]).to_phh();
    let error = |text: &str| -> HistoryError {
        let error = History::parse(text, Options::default()).expect_err("bad input");
        let many = History::parse_many(text, Options::default()).expect_err("bad input");
        assert_eq!(many.kind(), error.kind());
        let message = error.to_string();
        assert!(message.len() < 400 && !message.contains('\n'), "{message}");
        error
    };
    for (text, kind, why) in [
        ("<html>".to_owned(), "history_syntax", "not TOML in line 1"),
        ("\u{0}".to_owned(), "history_syntax", "not TOML in line 1"),
        (good[..good.len() / 2].to_owned(), "history_syntax", "not TOML in line"),
        (
            good.replace("F7S/8", "NT"),
            "history_unsupported",
            "variant \"NT\" (no-limit Texas hold 'em) is not read",
        ),
        (good.replace("F7S/8", &"x".repeat(100_000)), "history_unsupported", "variant \"xxx"),
        (
            good.replace("p2 pb", "p2 dances"),
            "history_syntax",
            "action 4, \"p2 dances\": \"dances\" is no action",
        ),
        (good.replace("p2 pb", &"p".repeat(100_000)), "history_syntax", "action 4, \"ppp"),
        (format!("a = {}", "[".repeat(100_000)), "history_syntax", "too deep"),
        (format!("{}1{}", "{a=".repeat(9), "}".repeat(9)), "history_syntax", "not TOML"),
        (format!("a{} = 1", ".a".repeat(100_000)), "history_syntax", "too deep"),
        (
            good.replace("[100, 100, 100]", "[100, inf, 100]"),
            "history_unsupported",
            "starting_stacks has inf",
        ),
        (good.replace("[1, 1, 1]", "[0, 0, 1]"), "history_unsupported", "only equal antes"),
        (good.replace("[1, 1, 1]", "[0.25, 0.25, 0.25]"), "history_syntax", "pass decimals=2"),
        (good.replace("bring_in = 2", ""), "history_syntax", "bring_in is missing"),
        (" ".repeat((64 << 20) + 1), "history_syntax", "at most 67108864 (64 MiB)"),
    ] {
        let error = error(&text);
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(
        History::parse("", Options::default()).map_err(|error| error.kind()).map(|_| ()),
        Err("history_syntax")
    );
    assert_eq!(History::decode(&[0xff, 0xfe]).map_err(|error| error.kind()), Err("history_syntax"));
}

#[test]
fn comments_and_unknown_fields_pass_through() {
    let mut history = checked(&["p3 sm ??????????????"]);
    history.actions.push(Line { play: None, comment: Some("a 'quoted' \"remark\" \\ #2 \u{7}".to_owned()) });
    history.actions.push(Line::default());
    history.players = Some(vec!["Ann".to_owned(), String::new(), "Bo\nb".to_owned()]);
    history.fields = vec![
        ("winnings".to_owned(), Value::Array(vec![Value::Float("0.10".to_owned()); 3])),
        (
            "_mine.too".to_owned(),
            Value::Table(vec![("x y".to_owned(), Value::Datetime("12:30:00".to_owned()))]),
        ),
    ];
    let text = history.to_phh();
    assert_eq!(parse(&text), history, "{text}");
    assert!(text.contains("'p1 cc # one comment'"), "{text}");
    assert!(matches!(
        &parse(&text).actions[30].play,
        Some(Move::Show { player: 3, shown: Shown::Cards(cards) }) if cards.len() == 7
    ));
}
