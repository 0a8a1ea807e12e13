//! Actions that can't be are named, with what would be legal.

use stud8::eval::LowKind;
use stud8::history::{History, Options};
use stud8::rules::Draft;

use super::three::{CHECKED, THIRD, checked, hand_of, plain_rules, step_error};

#[test]
fn wrong_actions_are_named_with_what_would_be_legal() {
    let seen = [&THIRD[..], &CHECKED[..3]].concat();
    for (lines, number, why) in [
        (vec!["p1 f"], 1, "a card for p1 on third street comes next (d dh p1 CARDS)"),
        (vec!["d db 7h"], 1, "every player gets a card, and none is common"),
        (vec!["d dh p1 AcAdKsKd"], 1, "p1 has 0 card(s), and gets 3 on third street"),
        (vec!["d dh p1 AcAdKs", "d dh p2 AcKdKh"], 2, "Ac has been dealt already"),
        (vec!["d dh p1 AcAdAc"], 1, "Ac has been dealt already"),
        ([&THIRD[..1], &["p1 f"]].concat(), 2, "a card for p2 on third street comes next"),
        (
            [&THIRD[..3], &["p1 pb"]].concat(),
            4,
            "it is not p1's turn: p2 may bring in for 2 or complete to 4 (p2 pb or p2 cbr 4)",
        ),
        (
            [&THIRD[..3], &["p2 cc"]].concat(),
            4,
            "not legal: p2 may bring in for 2 or complete to 4 (p2 pb or p2 cbr 4)",
        ),
        ([&THIRD[..3], &["p2 f"]].concat(), 4, "not legal: p2 may bring in"),
        (
            [&THIRD[..4], &["p3 cbr 5"]].concat(),
            5,
            "not legal: p3 may fold, call to 2 or complete to 4 (p3 f, p3 cc or p3 cbr 4)",
        ),
        ([&THIRD[..4], &["d dh p3 Jh"]].concat(), 5, "no card is awaited: p3 may fold, call"),
        ([&THIRD[..], &["d dh p1 KdKc"]].concat(), 7, "p1 has 3 card(s), and gets 1 on fourth street"),
        ([&THIRD[..], &["d dh p1 Kd", "p1 cc"]].concat(), 8, "a card for p2 on fourth street comes next"),
        ([&THIRD[..], &["p1 sm AcAdKs"]].concat(), 7, "the showdown has not come: a card for p1"),
        (
            [&seen[..], &["p1 sm -"]].concat(),
            10,
            "the showdown has not come: p1 may fold, check or bet 4 (p1 f, p1 cc or p1 cbr 4)",
        ),
        ([&THIRD[..5], &["p1 f", "d dh p1 Kd"]].concat(), 7, "p1 has folded and gets no more cards"),
        ([&THIRD[..5], &["p1 f", "p1 sm -"]].concat(), 7, "p1 has folded and has nothing to show"),
        ([&THIRD[..4], &["p3 f", "p1 f", "p2 cc"]].concat(), 7, "no bet is awaited: the hand is over"),
    ] {
        let (found, text) = step_error(&hand_of("[100, 100, 100]", &lines), None);
        assert_eq!(found, number, "{text}");
        assert!(text.contains(why), "{text}");
        assert!(
            text.starts_with(&format!("action {number}, \"{}\" (line 7): ", lines[number - 1])),
            "{text}"
        );
    }
}

#[test]
fn wrong_showings_are_named() {
    for (ends, number, why) in [
        (vec!["p3 sm QdQcQhJhJd6c"], 31, "6 cards are shown, and 7 were dealt"),
        (vec!["p3 sm QdQcQsJhJd6cQs"], 31, "Qh was dealt, and is not among the cards shown"),
        (vec!["p3 sm QdQcQhJhJd6cAc"], 31, "p3 can't show Ac: another player was dealt it"),
        (vec!["p1 sm 2c2d2h3c3d3s4c"], 31, "Ac was dealt, and is not among the cards shown"),
        (vec!["p1 cc"], 31, "no bet is awaited: p3 may show or muck (p3 sm CARDS or p3 sm)"),
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
    let history = History::parse(text, Options { decimals: 2, ..Options::default() }).expect("a hand");
    let (_, text) = step_error(&history, None);
    assert_eq!(
        text,
        "action 3, \"p1 cbr 3.00\" (line 7): not legal: p1 may bring in for 0.50 or complete to 2.00 \
         (p1 pb or p1 cbr 2.00)"
    );
}

#[test]
fn other_stakes_and_other_games_are_no_rules_for_a_file() {
    let history = checked(&[]);
    let rules = plain_rules(Draft { unit: Some(1), ..Draft::default() });
    assert!(history.replay(Some(&rules)).is_ok());
    let bigger = Draft { ante: Some(1), bring_in: Some(2), small_bet: Some(5), ..Draft::default() };
    for (rules, why) in [
        (bigger.rules(None).expect("good rules"), "the rules have small_bet=5, and the history has 4"),
        (plain_rules(Draft { low: Some(LowKind::Any), ..Draft::default() }), "low='any'"),
    ] {
        let error = history.replay(Some(&rules)).expect_err(why);
        assert_eq!(error.kind(), "history_unsupported");
        assert!(error.to_string().contains(why), "{error}");
    }
    let mut wrong = history;
    wrong.transcript.rules.bring_in = Some(4);
    assert_eq!(wrong.replay(None).map_err(|error| error.kind()).map(|_| ()), Err("history_unsupported"));
}
