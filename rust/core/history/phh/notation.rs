//! One line of `actions`: `p3 cbr 200 # comment`.

use std::fmt::Write as _;

use super::DECLARED_FIELD;
use crate::action::{Action, ActionKind};
use crate::card::{Card, parse_cards_or_unknown};
use crate::history::replay::{Awaited, either};
use crate::history::transcript::{Entry, SourceLine, Statement};
use crate::history::{amount, clip};
use crate::text::At;

/// Writes a statement, its amounts with this many digits after the point.
fn statement_text(statement: &Statement, decimals: u8) -> String {
    match statement {
        Statement::Deal { player, cards } => format!("d dh p{player} {}", written(cards)),
        Statement::Common { card } => format!("d db {}", written(&[*card])),
        Statement::BringIn { player, .. } => format!("p{player} pb"),
        Statement::Wager { player, total } => format!("p{player} cbr {}", amount::format(*total, decimals)),
        Statement::CheckOrCall { player, .. } => format!("p{player} cc"),
        Statement::Fold { player } => format!("p{player} f"),
        Statement::Muck { player } => format!("p{player} sm"),
        Statement::Show { player, cards: None } => format!("p{player} sm -"),
        Statement::Show { player, cards: Some(cards) } => format!("p{player} sm {}", written(cards)),
    }
}

/// Reads one line of `actions`, or says what is wrong with it.
pub(super) fn parse_line(text: &str, decimals: u8, players: usize) -> Result<Entry, String> {
    let (words, remark) = match text.split_once('#') {
        Some((words, remark)) => (words, Some(remark.trim().to_owned())),
        None => (text, None),
    };
    let words: Vec<&str> = words.split_whitespace().take(6).collect();
    let statement = if words.is_empty() { None } else { Some(parse_statement(&words, decimals, players)?) };
    Ok(Entry { statement, remark, line: SourceLine::default() })
}

/// An entry as a line of `actions`, its amounts with this many digits after the point.
pub(super) fn line_text(entry: &Entry, decimals: u8) -> String {
    let mut text =
        entry.statement.as_ref().map_or_else(String::new, |statement| statement_text(statement, decimals));
    if let Some(remark) = &entry.remark {
        let gap = if text.is_empty() { "" } else { " " };
        // Writing to a string can't fail.
        _ = write!(text, "{gap}# {remark}");
    }
    text.truncate(text.trim_end().len());
    text
}

/// How the notation writes what a hand waits for.
pub(super) fn awaited_text(awaited: Awaited, decimals: u8) -> String {
    let word = |index: usize, action: Action| {
        let player = format!("p{}", index + 1);
        match action.kind {
            ActionKind::Fold => format!("{player} f"),
            ActionKind::Check | ActionKind::Call => format!("{player} cc"),
            ActionKind::BringIn => format!("{player} pb"),
            ActionKind::Show => format!("{player} sm CARDS"),
            ActionKind::Muck => format!("{player} sm"),
            _ => format!("{player} cbr {}", amount::format(action.amount.unwrap_or_default(), decimals)),
        }
    };
    match awaited {
        Awaited::Action(index, legal) => {
            either(&legal.actions().map(|action| word(index, action)).collect::<Vec<_>>())
        }
        Awaited::Declaration(_) => format!("{DECLARED_FIELD} tells it"),
        Awaited::Card(index) => format!("d dh p{} CARDS", index + 1),
        Awaited::Common => "d db CARD".to_owned(),
    }
}

const GRAMMAR: &str =
    "lines are d dh pN CARDS, d db CARD, pN pb, pN cbr TOTAL, pN cc, pN f, pN sm [CARDS or -]";

fn parse_statement(words: &[&str], decimals: u8, players: usize) -> Result<Statement, String> {
    let player = |word: &str| parse_player(word, players);
    match *words {
        ["d", "dh", who, cards] => {
            let player = player(who)?;
            Ok(Statement::Deal { player, cards: parse_cards(cards)? })
        }
        ["d", "db", card] => match parse_cards(card)?[..] {
            [card] => Ok(Statement::Common { card }),
            _ => Err(format!("{} is not one card: the common card is the only card for all", clip(card))),
        },
        ["d", "dh", ..] => {
            Err("dealing to a player is written d dh pN CARDS, like d dh p1 ????2h".to_owned())
        }
        ["d", "db", ..] => Err("dealing the common card is written d db CARD, like d db 2h".to_owned()),
        ["d", verb, ..] => Err(format!("the dealer only deals; {GRAMMAR}{}", At::of_word(verb))),
        ["d"] => Err(format!("the dealer only deals; {GRAMMAR}")),
        [who, "pb"] => Ok(Statement::BringIn { player: player(who)?, total: None }),
        [who, "cc"] => Ok(Statement::CheckOrCall { player: player(who)?, total: None }),
        [who, "f"] => Ok(Statement::Fold { player: player(who)? }),
        [who, "cbr", total] => {
            let player = player(who)?;
            Ok(Statement::Wager { player, total: amount::parse(total, decimals)? })
        }
        [_, "cbr"] => Err("cbr needs the total of the street, like p1 cbr 200".to_owned()),
        [who, "sm"] => Ok(Statement::Muck { player: player(who)? }),
        [who, "sm", "-"] => Ok(Statement::Show { player: player(who)?, cards: None }),
        [who, "sm", cards] => {
            let player = player(who)?;
            Ok(Statement::Show { player, cards: Some(parse_cards(cards)?) })
        }
        [_, "sd", ..] => Err("sd discards, and nothing is drawn in seven-card stud".to_owned()),
        [_, verb @ ("pb" | "cc" | "f" | "cbr" | "sm"), ..] => {
            Err(format!("too many words after {verb}; {GRAMMAR}; a comment begins with #"))
        }
        [who, ..] if player(who).is_err() => {
            Err(format!("{:?} is neither d nor a player; {GRAMMAR}{}", clip(who), At::of_word(who)))
        }
        [_, verb, ..] => Err(format!("{:?} is no action; {GRAMMAR}{}", clip(verb), At::of_word(verb))),
        _ => Err(format!("an action is missing; {GRAMMAR}")),
    }
}

fn parse_player(word: &str, players: usize) -> Result<u8, String> {
    let number = word.strip_prefix('p').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    number
        .and_then(|digits| digits.parse().ok())
        .filter(|&number: &u8| number >= 1 && usize::from(number) <= players)
        .ok_or_else(|| {
            let at = At::of_word(word);
            format!("{:?} is no player of this hand: they are p1 to p{players}{at}", clip(word))
        })
}

fn parse_cards(word: &str) -> Result<Vec<Option<Card>>, String> {
    const MOST: usize = 7;
    let cards = parse_cards_or_unknown(word)
        .map_err(|error| format!("{error}, or ?? for a card that nobody knows; no spaces between them"))?;
    match cards.len() {
        0 => Err(format!("{:?} names no card", clip(word))),
        1..=MOST => Ok(cards),
        count => Err(format!("{count} cards: a player has seven")),
    }
}

/// Cards as PHH writes them.
pub(in crate::history) fn written(cards: &[Option<Card>]) -> String {
    cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Result<Entry, String> {
        parse_line(text, 2, 3)
    }

    #[test]
    fn lines_read_back() {
        for text in [
            "d dh p1 Ac??2h",
            "d db ??",
            "d db 7s",
            "p1 pb",
            "p3 cbr 2.00",
            "p2 cc # calls, \"unhappily\" # twice",
            "p2 f",
            "p1 sm",
            "p1 sm -",
            "p1 sm Ac??2h3h4h5h6h",
            "# Burn card 6s is exposed",
            "p1 f #",
            "#",
            "",
        ] {
            let read = line(text).expect(text);
            assert_eq!(line_text(&read, 2), text);
            assert_eq!(line(&line_text(&read, 2)), Ok(read));
        }
        assert_eq!(
            line("  p2\tcbr  2  #x ").map(|line| line_text(&line, 2)),
            Ok("p2 cbr 2.00 # x".to_owned())
        );
        assert_eq!(line("   "), Ok(Entry::default()));
    }

    #[test]
    fn wrong_lines_say_what_would_be_right() {
        for (text, why) in [
            ("p1 jump", "\"jump\" is no action; lines are d dh pN CARDS"),
            ("p1", "an action is missing; lines are d dh pN CARDS"),
            ("p4 f", "\"p4\" is no player of this hand: they are p1 to p3"),
            ("p0 f", "they are p1 to p3"),
            ("p f", "they are p1 to p3"),
            ("p+1 f", "they are p1 to p3"),
            ("q1 foo", "is neither d nor a player"),
            ("p1 sd", "nothing is drawn"),
            ("p1 cbr", "needs the total"),
            ("p1 cbr 1.234", "pass decimals=3"),
            ("p1 cbr x", "is no number"),
            ("p1 f f", "too many words after f"),
            ("d dh p1", "is written d dh pN CARDS"),
            ("d dh p1 Ac 2h", "is written d dh pN CARDS"),
            ("d dh p1 AcX", "\"X\" is not a card"),
            ("d dh p1 ,", "names no card"),
            ("d dh p1 ????????????????", "8 cards"),
            ("d db AcAd", "is not one card"),
            ("d sm", "the dealer only deals"),
        ] {
            let error = line(text).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
