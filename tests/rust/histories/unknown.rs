//! What a history doesn't know, and what another notation than PHH may tell: stacks, totals, names.

use stud8::history::{
    Awaited, Entry, Labels, Participant, ReplayError, SourceLine, Stack, Statement, Transcript,
};
use stud8::rules::Draft;
use stud8::seat::Seat;

use super::three::{THIRD, checked, hand_of, plain_rules, step_error};
use super::{parse, payoffs};

#[test]
fn unknown_stacks_are_followed_where_nobody_is_all_in() {
    let ends = ["p3 sm QdQcQhJhJd6cQs", "p1 sm", "p2 sm -"];
    let known = checked(&ends);
    let text = known.to_text().expect("known stakes");
    for stacks in ["[inf, inf, inf]", "[100, +inf, 100]"] {
        let history = parse(&text.replace("[100, 100, 100]", stacks));
        for rules in [None, Some(plain_rules(Draft { unit: Some(1), ..Draft::default() }))] {
            let game = history.replay(rules.as_ref()).expect("nobody is all-in");
            assert_eq!(payoffs(&game), payoffs(&known.replay(rules.as_ref()).expect("nobody is all-in")));
        }
        let written = history.to_text().expect("known stakes");
        assert!(written.contains(&format!("starting_stacks = {}", stacks.replace('+', ""))), "{written}");
        assert_eq!(parse(&written), history);
    }
    let stacks = parse(&text.replace("[100, 100, 100]", "[100, inf, 100]")).transcript.players;
    let stacks: Vec<Stack> = stacks.iter().map(|player| player.stack).collect();
    assert_eq!(stacks, [Stack::Known(100), Stack::Unknown, Stack::Known(100)]);
}

#[test]
fn an_all_in_that_an_unknown_stack_hides_is_named_as_the_doubt() {
    // p1 can put in no more than 6: only all-in, and nobody knows whether it was.
    let lines = [&THIRD[..4], &["p3 cbr 4", "p1 cbr 6"]].concat();
    let (number, text) = step_error(&hand_of("[inf, 100, 100]", &lines), None);
    assert_eq!(number, 6);
    assert!(text.contains("p1 may fold, call to 4 or raise to 8"), "{text}");
    assert!(text.ends_with("; the stack of p1 isn't known, so p1 can't be all-in here"), "{text}");
    // A stack that is known and short is followed beside one that isn't known.
    let lines = [&lines[..], &["p2 cbr 10", "p3 cc"]].concat();
    assert!(hand_of("[7, inf, inf]", &lines).replay(None).is_ok());
}

#[test]
fn finishing_stacks_may_be_unknown_too() {
    let text = checked(&[]).to_text().expect("known stakes") + "finishing_stacks = [100, inf, 90]\n";
    let history = parse(&text);
    let stacks: Vec<_> = history.transcript.players.iter().map(|player| player.finishing_stack).collect();
    assert_eq!(stacks, [Some(Stack::Known(100)), Some(Stack::Unknown), Some(Stack::Known(90))]);
    assert!(history.to_text().expect("known stakes").contains("finishing_stacks = [100, inf, 90]"));
}

/// A hand as a site tells it: by names, with totals, and in lines of its own.
fn told_by_names(statements: Vec<Statement>) -> Transcript {
    let player = |(seat, name): (usize, &str)| Participant {
        seat: Seat::ALL[seat],
        stated_seat: None,
        name: Some(name.to_owned()),
        stack: Stack::Known(2000),
        finishing_stack: None,
        declared: None,
    };
    let entry = |(line, statement): (usize, Statement)| Entry {
        line: SourceLine::new(line),
        ..Entry::from(statement)
    };
    Transcript {
        name: Some("30019098221".to_owned()),
        decimals: 2,
        labels: Labels::Names,
        players: [(1, "Seat 4"), (6, "is all-in")].map(player).into(),
        rules: Draft { ante: Some(40), bring_in: Some(50), small_bet: Some(200), ..Draft::default() },
        house_known: false,
        show_in_turn: true,
        entries: (20..).zip(statements).map(entry).collect(),
    }
}

#[test]
fn a_transcript_of_any_notation_replays_and_errors_speak_in_its_words() {
    let cards = |text: &str| stud8::card::parse_cards_or_unknown(text).expect("cards");
    let begin = [
        Statement::Deal { player: 1, cards: cards("AcAd2h") },
        Statement::Deal { player: 2, cards: cards("????Kh") },
        Statement::BringIn { player: 1, total: Some(50) },
    ];
    let with = |more: &[Statement]| told_by_names([&begin[..], more].concat()).replay(None);
    let game = with(&[
        Statement::Wager { player: 2, total: 200 },
        Statement::CheckOrCall { player: 1, total: Some(200) },
        Statement::Deal { player: 1, cards: cards("3c") },
        Statement::Deal { player: 2, cards: cards("3d") },
        Statement::CheckOrCall { player: 2, total: Some(0) },
        Statement::Wager { player: 1, total: 200 },
        Statement::Fold { player: 2 },
    ]);
    assert_eq!(game.map(|game| payoffs(&game)), Ok(vec![240, -240]));
    let step = |result| match result {
        Err(ReplayError::Step { entry, why, awaited, doubt: None, .. }) => (entry, why, awaited),
        other => panic!("{other:?}"),
    };
    let (entry, why, awaited) = step(with(&[Statement::CheckOrCall { player: 2, total: Some(60) }]));
    assert_eq!(entry, 3);
    assert_eq!(why, "not legal: is all-in may fold, call to 0.50 or complete to 2.00");
    assert!(matches!(awaited, Some(Awaited::Action(1, _))), "{awaited:?}");
    let (_, why, _) = step(with(&[Statement::Fold { player: 1 }]));
    assert_eq!(why, "it is not Seat 4's turn: is all-in may fold, call to 0.50 or complete to 2.00");
    let (_, why, awaited) = step(told_by_names(vec![begin[0].clone(), begin[0].clone()]).replay(None));
    assert_eq!((why.as_str(), awaited), ("Seat 4 has 3 card(s), and gets 0 on third street", None));
    let error = told_by_names(vec![Statement::BringIn { player: 1, total: None }]).replay(None);
    assert_eq!(
        error.expect_err("no cards yet").to_string(),
        "entry 1 (line 20): no bet is awaited: a card for Seat 4 on third street comes next"
    );
}

#[test]
fn stakes_that_nobody_tells_are_named() {
    let mut transcript = told_by_names(Vec::new());
    transcript.rules.small_bet = None;
    let error = transcript.replay(None).expect_err("no small bet");
    assert!(error.to_string().contains("small_bet is missing"), "{error}");
    let history =
        stud8::history::History { format: stud8::history::Format::Phh, transcript, fields: Vec::new() };
    let error = history.to_text().expect_err("no small bet");
    assert_eq!(error.kind(), "history_unsupported");
    assert!(error.to_string().contains("small_bet isn't known"), "{error}");
}

#[test]
fn declarations_are_held_against_the_rules_and_the_hand() {
    let text = checked(&[]).to_text().expect("known stakes");
    let declared = "_stud8_declared = ['high', '', 'low']\n";
    let error = parse(&(text.clone() + declared)).replay(None).expect_err("no declarations");
    assert!(error.to_string().contains("the rules have no declarations"), "{error}");
    let own = text.replace("'F7S/8'", "'_F7S/HL'") + "_stud8_rules = {low = 'any', declare = true}\n";
    let game = parse(&(own.clone() + declared)).replay(None).expect("one has declared");
    assert_eq!(game.hand().actor(), Some(Seat::ALL[1]));
    let both = parse(&(own + "_stud8_declared = ['high', 'both', 'low']\n"));
    // p3 has cards that nobody knows.
    assert!(both.replay(None).is_ok_and(|game| game.hand().is_over()));
    let folded = parse(
        &(text.replace("'F7S/8'", "'_F7S/HL'").replace("'p1 cc # one comment'", "'p1 f'")
            + "_stud8_rules = {low = 'any', declare = true}\n_stud8_declared = ['high', '', '']\n"),
    );
    let mut folded = folded;
    folded.transcript.entries.truncate(6);
    let error = folded.replay(None).expect_err("p1 has folded");
    assert!(error.to_string().contains("p1 is told, and this player has folded"), "{error}");
}
