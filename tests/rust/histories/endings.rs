//! One hand, many endings.

use stud8::action::Event;
use stud8::hand::PayoffError;
use stud8::history::{History, Transcript};
use stud8::rules::{AllInRaise, Draft};
use stud8::seat::Seat;

use super::payoffs;
use super::three::{THIRD, checked, hand_of, plain_rules, step_error};

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
    let written = Transcript::of(&game);
    assert!(written.players.iter().all(|player| player.finishing_stack.is_none()));
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
    assert!(text.contains("it is not p2's turn: p1 may show or muck (p1 sm CARDS or p1 sm)"), "{text}");
    let must = checked(&["p3 sm QdQcQhJhJd6cQs", "p1 sm", "p2 sm"]);
    let (number, text) = step_error(&must, Some(&rules));
    assert_eq!(number, 33);
    assert!(text.contains("p2 may not muck: the rules demand a showing here"), "{text}");
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
    let again = History::of(&game, true).replay(None).expect("our own hand");
    assert_eq!(again.events(), game.events());
    let lines = ["d dh p1 AcAdKs", "d dh p2 7c5d2c", "d dh p3 ??????", "p3 pb"];
    let (number, text) = step_error(&hand_of("[100, 100, 100]", &lines), None);
    assert_eq!(number, 4);
    assert!(
        text.contains("it is not p3's turn: p2 may bring in for 2 or complete to 4 (p2 pb or p2 cbr 4)"),
        "{text}"
    );
    let lines = ["d dh p1 AcAdKs", "d dh p2 7c5d3h", "d dh p3 ??????", "p3 cbr 8"];
    let (_, text) = step_error(&hand_of("[100, 100, 100]", &lines), None);
    assert!(text.contains("not legal: p3 may bring in for 2 or complete to 4 (p3 pb or p3 cbr 4)"), "{text}");
}

#[test]
fn either_rule_for_short_all_ins_will_do() {
    // All-in for 6 over 4: half a bet and so a raise, the next one is to 10; by the other rule to 8.
    for (next, rule) in [("p2 cbr 10", AllInRaise::Half), ("p2 cbr 8", AllInRaise::Full)] {
        let lines = [&THIRD[..4], &["p3 cbr 4", "p1 cbr 6", next, "p3 cc"]].concat();
        let history = hand_of("[7, 100, 100]", &lines);
        let game = history.replay(None).expect("one of both rules");
        assert_eq!(game.setup().rules.house.all_in_raise, rule);
        for strict in [AllInRaise::Half, AllInRaise::Full] {
            let rules = plain_rules(Draft { all_in_raise: Some(strict), ..Draft::default() });
            assert_eq!(history.replay(Some(&rules)).is_ok(), strict == rule);
        }
    }
    let lines = [&THIRD[..4], &["p3 cbr 4", "p1 cbr 6", "p2 cbr 9"]].concat();
    let (number, text) = step_error(&hand_of("[7, 100, 100]", &lines), None);
    assert_eq!(number, 7);
    assert!(text.contains("p2 may fold, call to 6 or raise to 10 (p2 f, p2 cc or p2 cbr 10)"), "{text}");
}
