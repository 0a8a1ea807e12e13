//! Our own hands: written, read and replayed they are the same.

use stud8::action::ActionKind;
use stud8::deal::NextCard;
use stud8::eval::LowKind;
use stud8::history::{History, Options, Statement, Transcript};
use stud8::played::{PlayedHand, Setup, Source};
use stud8::rng;
use stud8::rules::{AllInRaise, Draft, OddChip, Preset, Rake, Rules, ShowOrder};
use stud8::seat::Seat;

use super::three::step_error;

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
    let mut coin = || dice.below(2) == 0;
    let draft = Draft {
        ante: Some(40),
        bring_in: Some(50),
        small_bet: Some(200),
        big_bet: Some(400),
        unit: Some(if coin() { 10 } else { 1 }),
        heads_up_cap: Some(coin()),
        trim_antes: Some(coin()),
        burn: Some(coin()),
        ask_muck: Some(coin()),
        all_in_raise: Some(if coin() { AllInRaise::Full } else { AllInRaise::Half }),
        odd_chip: Some(if coin() { OddChip::Position } else { OddChip::SuitOfFive }),
        show_order: Some(if coin() { ShowOrder::BestBoard } else { ShowOrder::Position }),
        rake: Some(Some(Rake { rate: 500, cap: Some(300), unit: 10 }).filter(|_| coin())),
        fold_unfaced: Some(coin()),
        ..Draft::default()
    };
    let preset = Preset::ALL[usize::try_from(dice.below(8)).expect("small")];
    draft.rules(Some(preset)).expect("good rules")
}

fn random_game(number: u64) -> PlayedHand {
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
        show_in_turn: true,
    };
    let mut game = PlayedHand::new(setup.clone()).expect("a hand");
    // A hand that nobody can bet in is over before anybody could show in another order.
    if number.is_multiple_of(3) && !game.hand().is_over() {
        game = PlayedHand::new(Setup { show_in_turn: false, ..setup }).expect("a hand");
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
        let mut history = History::of(&game, true);
        let decimals = u8::try_from(number % 3).expect("small");
        history.transcript.decimals = decimals;
        let text = history.to_text().expect("known stakes");
        let read = History::parse(&text, Options { decimals, ..Options::default() });
        let read = read.unwrap_or_else(|error| panic!("hand {number}: {error}\n{text}"));
        assert_eq!(read, history, "hand {number}");
        let again = read.replay(None).unwrap_or_else(|error| panic!("hand {number}: {error}\n{text}"));
        assert_eq!(again.events(), game.events(), "hand {number}\n{text}");
        assert_eq!(again.hand().payoffs(), game.hand().payoffs(), "hand {number}");
        assert_eq!(Transcript::of(&again).entries, history.transcript.entries, "hand {number}");
        if game.setup().show_in_turn {
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
        let mut game = PlayedHand::new(setup).expect("a hand");
        let mut steps = whole.steps().iter();
        loop {
            let history = History::of(&game, true);
            let again = history.replay(None).unwrap_or_else(|error| panic!("{error}\n{history:?}"));
            assert_eq!(again.events(), game.events(), "{history:?}");
            assert_eq!(again.hand(), game.hand(), "{history:?}");
            if game.hand().next_card().is_some() {
                game.deal(cards.next()).expect("a card");
            } else if game.hand().actor().is_some() {
                // Where cards are burned the cards of the deck fall to other players, and the hand goes another way.
                let legal = game.hand().legal();
                let told = steps.find_map(|step| match *step {
                    stud8::played::Step::Play(_, kind) => Some(kind),
                    stud8::played::Step::Deal(_) => None,
                });
                let kind = told.filter(|&kind| legal.contains(kind)).or_else(|| legal.nth(0));
                game.play(kind.expect("a legal action")).expect("legal");
            } else {
                break;
            }
        }
    }
}

#[test]
fn hands_that_phh_has_no_word_for_are_written_and_replay_to_the_same_events() {
    for (draft, preset, variant) in [
        (Draft { burn: Some(true), ..Draft::default() }, Preset::FullTilt, "F7S/8"),
        (stakes(), Preset::Wsop, "F7S/8"),
        (Draft::default(), Preset::Declare, "_F7S/HL"),
        (stakes(), Preset::NoQualifier, "_F7S/HL"),
        (Draft { low: Some(LowKind::Any), ..stakes() }, Preset::EightOrBetter, "_F7S/HL"),
    ] {
        let rules = draft.rules(Some(preset)).expect("good rules");
        let (mut showdowns, mut burned) = (0, 0);
        for number in 0..200 {
            let mut dice = Dice(number);
            let stacks = Seat::ALL.into_iter().map(|seat| (seat, [9000, 700, 260][seat.index() % 3]));
            let source = Source::Seed { seed: 3, number };
            let setup = Setup { rules, stacks: stacks.collect(), source, show_in_turn: true };
            let mut game = PlayedHand::new(setup).expect("a hand");
            while !game.hand().legal().is_empty() {
                // Unfinished hands, and hands in which some have declared and some not.
                assert_same(&game);
                let legal = game.hand().legal();
                let count = u64::try_from(legal.len()).expect("small");
                let kind = legal.nth(usize::try_from(dice.below(count)).expect("small"));
                game.play(kind.expect("a legal action")).expect("legal");
            }
            assert_same(&game);
            let text = History::of(&game, true).to_text().expect("known stakes");
            assert!(text.starts_with(&format!("variant = '{variant}'\n")), "{text}");
            let has = |wanted: &str| game.events().iter().any(|event| event.kind() == wanted);
            (showdowns, burned) = (showdowns + u32::from(has("show")), burned + u32::from(has("burn")));
            assert_eq!(text.contains("_stud8_declared"), has("declare"), "{text}");
        }
        assert!(showdowns > 20, "{showdowns}");
        assert_eq!(burned > 20, rules.house.burn, "{burned}");
    }
}

fn stakes() -> Draft {
    Draft { ante: Some(40), bring_in: Some(50), small_bet: Some(200), ..Draft::default() }
}

/// A hand that is written and read replays to the same point.
fn assert_same(game: &PlayedHand) {
    let text = History::of(game, false).to_text().expect("known stakes");
    let again = History::parse(&text, Options::default()).and_then(|history| history.replay(None));
    let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.events(), game.events(), "{text}");
    assert_eq!(again.hand().actor(), game.hand().actor(), "{text}");
    assert_eq!(again.hand().payoffs(), game.hand().payoffs(), "{text}");
}

#[test]
fn a_seed_is_written_or_left_out() {
    let game = random_game(1);
    let text = |seed| History::of(&game, seed).to_text().expect("known stakes");
    assert!(text(true).contains("_stud8_seed = 8\n_stud8_number = 1\n"));
    assert!(!text(false).contains("_stud8_seed") && !text(false).contains("_stud8_number"));
    let read = History::parse(&text(true), Options::default()).expect("a hand").without_seed();
    assert_eq!(read.to_text(), Ok(text(false)));
}

#[test]
fn eight_players_to_the_end_share_a_common_card() {
    let game = (0..)
        .step_by(5)
        .map(random_game)
        .find(|game| game.setup().show_in_turn && game.events().iter().any(|event| event.kind() == "common"))
        .expect("such a hand");
    let mut history = History::of(&game, true);
    history.transcript.house_known = false;
    history.replay(None).expect("the rules of an unknown house fit too");
    let common = history
        .transcript
        .entries
        .iter()
        .position(|entry| matches!(entry.statement, Some(Statement::Common { .. })));
    let common = common.expect("a common card");
    let deal = Statement::Deal { player: 1, cards: vec![None] };
    history.transcript.entries[common].statement = Some(deal);
    let (number, text) = step_error(&history, None);
    assert_eq!(number, common + 1);
    assert!(text.contains("one common card comes (d db CARD)"), "{text}");
    assert_eq!(game.hand().next_card(), None::<NextCard>);
}
