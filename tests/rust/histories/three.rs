//! One hand of three players, to be ended in many ways.

use stud8::history::History;
use stud8::rules::{Draft, Rules};

use super::parse;

const HEAD: &str = "variant = 'F7S/8'\nantes = [1, 1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n";

/// A hand of three: dealing and third street, on which p2 brings in and all call.
pub const THIRD: [&str; 6] =
    ["d dh p1 AcAdKs", "d dh p2 7c5d3h", "d dh p3 ????Qh", "p2 pb", "p3 cc", "p1 cc # one comment"];

/// The streets after it, checked down.
pub const CHECKED: [&str; 24] = [
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

pub fn hand_of(stacks: &str, lines: &[&str]) -> History {
    let quoted: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    parse(&format!("{HEAD}starting_stacks = {stacks}\nactions = [{}]", quoted.join(", ")))
}

/// The checked hand with other last lines.
pub fn checked(ends: &[&str]) -> History {
    hand_of("[100, 100, 100]", &[&THIRD[..], &CHECKED[..], ends].concat())
}

pub fn step_error(history: &History, rules: Option<&Rules>) -> (usize, String) {
    let error = history.replay(rules).expect_err("a hand that can't be");
    assert_eq!(error.kind(), "history_step", "{error}");
    (error.action().expect("a number"), error.to_string())
}

pub fn plain_rules(draft: Draft) -> Rules {
    let draft = Draft { ante: Some(1), bring_in: Some(2), small_bet: Some(4), big_bet: Some(8), ..draft };
    draft.rules(None).expect("good rules")
}
