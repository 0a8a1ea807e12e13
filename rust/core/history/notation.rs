//! One line of `actions`: `p3 cbr 200 # comment`.

use std::fmt::Write as _;

use super::{amount, clip};
use crate::card::{Card, parse_cards_or_unknown};
use crate::rules::Chips;

/// What a line of `actions` says; players are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// `d dh pN cards`: a player's own cards, on third street all three.
    Deal {
        /// Who gets them.
        player: u8,
        /// Down, down, up on third street; unknown ones are `None`.
        cards: Vec<Option<Card>>,
    },
    /// `d db card`: the common card.
    Common {
        /// Which, if it is known.
        card: Option<Card>,
    },
    /// `pN pb`: the bring-in.
    BringIn {
        /// Whose.
        player: u8,
    },
    /// `pN cbr TOTAL`: completes, bets or raises.
    Wager {
        /// Who does.
        player: u8,
        /// His total of the street.
        total: Chips,
    },
    /// `pN cc`: checks or calls.
    CheckOrCall {
        /// Who does.
        player: u8,
    },
    /// `pN f`: folds.
    Fold {
        /// Who does.
        player: u8,
    },
    /// `pN sm`: shows or mucks.
    Show {
        /// Who does.
        player: u8,
        /// What he shows.
        shown: Shown,
    },
}

/// What follows `sm`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Nothing: he mucked.
    Muck,
    /// `-`: he showed the cards that he was dealt.
    AsDealt,
    /// The cards that he showed, unknown ones as `None`.
    Cards(Vec<Option<Card>>),
}

/// One line: what happened, and a comment. Either may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// What happened.
    pub play: Option<Move>,
    /// What follows `#`, without the spaces around it.
    pub comment: Option<String>,
}

impl Move {
    /// The number of the player that it is about.
    #[must_use]
    pub const fn player(&self) -> Option<u8> {
        match *self {
            Self::Common { .. } => None,
            Self::Deal { player, .. }
            | Self::BringIn { player }
            | Self::Wager { player, .. }
            | Self::CheckOrCall { player }
            | Self::Fold { player }
            | Self::Show { player, .. } => Some(player),
        }
    }

    /// The notation, with amounts in so many decimal places.
    #[must_use]
    pub fn to_text(&self, decimals: u8) -> String {
        match self {
            Self::Deal { player, cards } => format!("d dh p{player} {}", written(cards)),
            Self::Common { card } => format!("d db {}", written(&[*card])),
            Self::BringIn { player } => format!("p{player} pb"),
            Self::Wager { player, total } => format!("p{player} cbr {}", amount::format(*total, decimals)),
            Self::CheckOrCall { player } => format!("p{player} cc"),
            Self::Fold { player } => format!("p{player} f"),
            Self::Show { player, shown: Shown::Muck } => format!("p{player} sm"),
            Self::Show { player, shown: Shown::AsDealt } => format!("p{player} sm -"),
            Self::Show { player, shown: Shown::Cards(cards) } => format!("p{player} sm {}", written(cards)),
        }
    }
}

impl Line {
    /// Reads one line, or says what is wrong with it.
    pub(super) fn parse(text: &str, decimals: u8, players: usize) -> Result<Self, String> {
        let (play, comment) = match text.split_once('#') {
            Some((play, comment)) => (play, Some(comment.trim().to_owned())),
            None => (text, None),
        };
        let words: Vec<&str> = play.split_whitespace().take(6).collect();
        let play = if words.is_empty() { None } else { Some(parse_move(&words, decimals, players)?) };
        Ok(Self { play, comment })
    }

    /// The notation, with amounts in so many decimal places.
    #[must_use]
    pub fn to_text(&self, decimals: u8) -> String {
        let mut text = self.play.as_ref().map_or_else(String::new, |play| play.to_text(decimals));
        if let Some(comment) = &self.comment {
            let gap = if text.is_empty() { "" } else { " " };
            // Writing to a string can't fail.
            _ = write!(text, "{gap}# {comment}");
        }
        text.truncate(text.trim_end().len());
        text
    }
}

const GRAMMAR: &str =
    "lines are d dh pN CARDS, d db CARD, pN pb, pN cbr TOTAL, pN cc, pN f, pN sm [CARDS or -]";

fn parse_move(words: &[&str], decimals: u8, players: usize) -> Result<Move, String> {
    let player = |word: &str| parse_player(word, players);
    match *words {
        ["d", "dh", who, cards] => {
            let player = player(who)?;
            Ok(Move::Deal { player, cards: parse_cards(cards)? })
        }
        ["d", "db", card] => match parse_cards(card)?[..] {
            [card] => Ok(Move::Common { card }),
            _ => Err(format!("{} is not one card: the common card is the only card for all", clip(card))),
        },
        ["d", "dh", ..] => {
            Err("dealing to a player is written d dh pN CARDS, like d dh p1 ????2h".to_owned())
        }
        ["d", "db", ..] => Err("dealing the common card is written d db CARD, like d db 2h".to_owned()),
        ["d", ..] => Err(format!("the dealer only deals; {GRAMMAR}")),
        [who, "pb"] => Ok(Move::BringIn { player: player(who)? }),
        [who, "cc"] => Ok(Move::CheckOrCall { player: player(who)? }),
        [who, "f"] => Ok(Move::Fold { player: player(who)? }),
        [who, "cbr", total] => {
            let player = player(who)?;
            Ok(Move::Wager { player, total: amount::parse(total, decimals)? })
        }
        [_, "cbr"] => Err("cbr needs the total of the street, like p1 cbr 200".to_owned()),
        [who, "sm"] => Ok(Move::Show { player: player(who)?, shown: Shown::Muck }),
        [who, "sm", "-"] => Ok(Move::Show { player: player(who)?, shown: Shown::AsDealt }),
        [who, "sm", cards] => {
            let player = player(who)?;
            Ok(Move::Show { player, shown: Shown::Cards(parse_cards(cards)?) })
        }
        [_, "sd", ..] => Err("sd discards, and nothing is drawn in seven-card stud".to_owned()),
        [_, verb @ ("pb" | "cc" | "f" | "cbr" | "sm"), ..] => {
            Err(format!("too many words after {verb}; {GRAMMAR}; a comment begins with #"))
        }
        [who, ..] if player(who).is_err() => {
            Err(format!("{:?} is neither d nor a player; {GRAMMAR}", clip(who)))
        }
        [_, verb, ..] => Err(format!("{:?} is no action; {GRAMMAR}", clip(verb))),
        _ => Err(format!("an action is missing; {GRAMMAR}")),
    }
}

fn parse_player(word: &str, players: usize) -> Result<u8, String> {
    let number = word.strip_prefix('p').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    number
        .and_then(|digits| digits.parse().ok())
        .filter(|&number: &u8| number >= 1 && usize::from(number) <= players)
        .ok_or_else(|| format!("{:?} is no player of this hand: they are p1 to p{players}", clip(word)))
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
pub(super) fn written(cards: &[Option<Card>]) -> String {
    cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Result<Line, String> {
        Line::parse(text, 2, 3)
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
            assert_eq!(read.to_text(2), text);
            assert_eq!(line(&read.to_text(2)), Ok(read));
        }
        assert_eq!(line("  p2\tcbr  2  #x ").map(|line| line.to_text(2)), Ok("p2 cbr 2.00 # x".to_owned()));
        assert_eq!(line("   "), Ok(Line::default()));
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
