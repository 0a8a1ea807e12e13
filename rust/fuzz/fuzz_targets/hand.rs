//! Whatever rules, stacks, cards and steps come: refused ones change nothing, no chip is lost, every hand ends.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use stud8::action::ActionKind;
use stud8::card::Card;
use stud8::played::{PlayedHand, Setup, Source};
use stud8::rules::{Chips, Draft, MAX_CHIPS, Rake, Rules, SETTINGS, SettingKind, SettingValue};
use stud8::seat::Seat;

fuzz_target!(|data: &[u8]| {
    _ = play(&mut Unstructured::new(data));
});

fn amount(data: &mut Unstructured, unit: Chips) -> Result<Chips> {
    let most = if data.ratio(1, 16)? { MAX_CHIPS + 1 } else { 64 };
    Ok(data.int_in_range(0..=most)? / unit * unit)
}

fn rules(data: &mut Unstructured) -> Result<Option<Rules>> {
    let unit = data.int_in_range(1..=3)?;
    let mut draft = Draft::EMPTY;
    for setting in SETTINGS {
        let value = match setting.kind {
            SettingKind::Amount { .. } if setting.name == "unit" => SettingValue::Number(unit),
            SettingKind::Amount { .. } => SettingValue::Number(amount(data, unit)?),
            SettingKind::Switch => SettingValue::Switch(data.arbitrary()?),
            SettingKind::Word(words) => SettingValue::Word(data.choose(words)?),
            SettingKind::Count if data.arbitrary()? => SettingValue::Number(data.int_in_range(0..=4)?),
            SettingKind::Rake if data.arbitrary()? => SettingValue::Rake(Rake {
                rate: data.int_in_range(0..=10_001)?,
                cap: if data.arbitrary()? { Some(amount(data, unit)?) } else { None },
                unit: amount(data, unit)?,
            }),
            SettingKind::Count | SettingKind::Rake => SettingValue::Nothing,
        };
        draft.set(setting.name, value).expect("a value of the setting");
    }
    Ok(draft.rules(None).ok())
}

fn play(data: &mut Unstructured) -> Result<()> {
    let Some(rules) = rules(data)? else { return Ok(()) };
    let mut stacks = Vec::new();
    for seat in Seat::ALL {
        if data.arbitrary()? {
            stacks.push((seat, amount(data, rules.stakes.unit)?));
        }
    }
    let source = match data.arbitrary()? {
        true => Source::ByHand,
        false => Source::Seed { seed: u64::arbitrary(data)?, number: 0 },
    };
    let Ok(mut game) = PlayedHand::new(Setup { rules, stacks, source, show_in_turn: data.arbitrary()? })
    else {
        return Ok(());
    };
    while !game.hand().is_over() && !data.is_empty() {
        let before = game.clone();
        let (kind, seat) = (*data.choose(&ActionKind::ALL)?, *data.choose(&Seat::ALL)?);
        let card = Card::from_index(data.int_in_range(0..=60)?);
        let accepted = match data.int_in_range(0..=3_u8)? {
            0 => game.deal(card).is_ok(),
            1 => game.play_from(seat, kind).is_ok(),
            _ => game.play(kind).is_ok(),
        };
        if accepted {
            check(&game);
        } else {
            assert_eq!(game, before);
        }
    }
    // With nothing more to say everybody lets his time run out.
    while !game.hand().is_over() {
        match game.hand().default_action() {
            Some(action) => game.play(action.kind).expect("the default action is legal"),
            None => game.deal(None).expect("an unknown card is new"),
        }
        check(&game);
    }
    Ok(())
}

fn check(game: &PlayedHand) {
    let hand = game.hand();
    let all: Chips = hand.starting_stacks().iter().sum();
    let now = hand.stacks().iter().sum::<Chips>() + hand.bets().iter().sum::<Chips>() + hand.pots().total();
    assert!(now == all || now < all && hand.is_over() && hand.rules().house.rake.is_some());
    assert_eq!(hand.legal().is_empty(), hand.actor().is_none());
    assert_eq!(hand.actor().is_none(), hand.is_over() || hand.next_card().is_some());
    if let Ok(payoffs) = hand.payoffs() {
        assert_eq!(payoffs.iter().sum::<i64>(), now.cast_signed() - all.cast_signed());
    }
    for seat in [None].into_iter().chain(Seat::ALL.map(Some)) {
        let view = game.view(seat);
        assert!(hand.seats().into_iter().all(|owner| {
            let open = seat == Some(owner) || hand.shown().contains(owner);
            open || view.dealt[owner.index()].down().all(|card| card.is_none())
        }));
    }
}
