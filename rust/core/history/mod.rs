//! Hand histories in PHH, the poker hand history format (`variant = 'F7S/8'`): read, written, replayed.
//!
//! A file is read into a [`History`], which says what was recorded and nothing about whether it could
//! have happened; [`History::replay`] plays it on a [`Game`](crate::record::Game) and says at which
//! action it can't. [`History::from_game`] goes the other way. Several hands in one text (`.phhs`) are
//! one table each: [`History::parse_many`], [`History::dump_many`].
//!
//! ```
//! use stud8::history::{History, Options};
//!
//! let text = "
//!     variant = 'F7S/8'
//!     antes = [0.40, 0.40]
//!     bring_in = 0.50
//!     small_bet = 2
//!     big_bet = 4
//!     starting_stacks = [20, 20]
//!     actions = ['d dh p1 AcAd2h', 'd dh p2 KcKdKh', 'p1 pb', 'p2 cbr 2.00 # the best of it', 'p1 f']
//! ";
//! let history = History::parse(text, Options { decimals: 2 })?;
//! let game = history.replay(None)?;
//! assert_eq!(game.hand().payoffs()?[..2], [-90, 90]);
//! assert_eq!(History::parse(&history.to_phh(), Options { decimals: 2 })?, history);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The format: <https://phh.readthedocs.io> (version 0.0.2), and its first reader, `PokerKit`, where
//! the standard is silent (`.phhs`).

mod amount;
mod house;
mod notation;
mod phh;
mod record;
mod replay;
mod shown;
mod value;

use crate::rules::{Chips, Draft};
pub use notation::{Line, Move, Shown};
pub use value::{MAX_BYTES, MAX_DEPTH, MAX_TOKENS, Value};

/// The only variant that is read and written.
pub const VARIANT: &str = "F7S/8";

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How many decimal places an amount has in the smallest unit: with 2, `0.40` is 40 and `2` is 200.
    pub decimals: u8,
}

/// One recorded hand. Its players are numbered from 1, the first left of the button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// The key of its table, where it came from a text with several hands.
    pub name: Option<String>,
    /// The decimal places of the amounts in the text; here all amounts are in the smallest unit.
    pub decimals: u8,
    /// What everybody paid before the deal (`antes`, one each in the text).
    pub ante: Chips,
    /// `bring_in`.
    pub bring_in: Chips,
    /// `small_bet`.
    pub small_bet: Chips,
    /// `big_bet`.
    pub big_bet: Chips,
    /// `starting_stacks`, one for each player.
    pub starting_stacks: Vec<Chips>,
    /// `actions`.
    pub actions: Vec<Line>,
    /// `ante_trimming_status`; PHH takes false for granted.
    pub trim_antes: Option<bool>,
    /// `seats`: the players sit there if they ascend from 1 to 8, else in 1, 2, 3 …
    pub seats: Option<Vec<i64>>,
    /// `players`, an empty name where it isn't known.
    pub players: Option<Vec<String>>,
    /// `finishing_stacks`.
    pub finishing_stacks: Option<Vec<Chips>>,
    /// `_stud8_rules`: house rules that PHH can't say. Its stakes and `trim_antes` are those above.
    pub house: Option<Draft>,
    /// Whether `_stud8_rules` says that shows and mucks came in any order; it says nothing without
    /// `house`.
    pub permissive: bool,
    /// All other fields in their order, as they were.
    pub fields: Vec<(String, Value)>,
}

/// What is wrong with a history. Names the value, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryError {
    /// The text can't be read, or isn't PHH.
    #[error("{0}")]
    Syntax(String),
    /// One of its actions can't be read.
    #[error("action {number}, {text:?}: {why}")]
    Action {
        /// Which, from 1.
        number: usize,
        /// As it is written.
        text: String,
        /// What is wrong and what would be right.
        why: String,
    },
    /// It is PHH, but not a game that can be replayed or written here.
    #[error("{0}")]
    Unsupported(String),
    /// One of its actions couldn't have happened.
    #[error("action {number}, {text:?}: {why}")]
    Step {
        /// Which, from 1.
        number: usize,
        /// As it would be written.
        text: String,
        /// Why not, and what would have been legal.
        why: String,
    },
    /// One of several hands is wrong.
    #[error("hand {name:?}: {error}")]
    Hand {
        /// The key of its table.
        name: String,
        /// What is wrong with it.
        error: Box<HistoryError>,
    },
}

impl HistoryError {
    /// `history_syntax`, `history_unsupported` or `history_step`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Syntax(_) | Self::Action { .. } => "history_syntax",
            Self::Unsupported(_) => "history_unsupported",
            Self::Step { .. } => "history_step",
            Self::Hand { error, .. } => error.kind(),
        }
    }

    /// The number of the action that is wrong, from 1.
    #[must_use]
    pub fn action(&self) -> Option<usize> {
        match self {
            Self::Action { number, .. } | Self::Step { number, .. } => Some(*number),
            Self::Hand { error, .. } => error.action(),
            Self::Syntax(_) | Self::Unsupported(_) => None,
        }
    }
}

impl History {
    /// Reads a text with one hand (`.phh`).
    ///
    /// # Errors
    /// When it isn't TOML, isn't PHH, or isn't a hand of the one variant.
    pub fn parse(text: &str, options: Options) -> Result<Self, HistoryError> {
        let table = value::parse_table(text)?;
        if is_collection(&table) {
            return Err(HistoryError::Syntax(format!(
                "the text holds {} table(s), one for each hand (.phhs), not one hand: read it as many",
                table.len()
            )));
        }
        phh::read(table, options)
    }

    /// Reads a text with any number of hands, one table each (`.phhs`). A text with one hand and no
    /// table (`.phh`) gives that one.
    ///
    /// # Errors
    /// As [`History::parse`], with the name of the hand.
    pub fn parse_many(text: &str, options: Options) -> Result<Vec<Self>, HistoryError> {
        let table = value::parse_table(text)?;
        if !is_collection(&table) && !table.is_empty() {
            return Ok(vec![phh::read(table, options)?]);
        }
        let mut hands = Vec::with_capacity(table.len());
        for (name, value) in table {
            let Value::Table(fields) = value else { continue };
            match phh::read(fields, options) {
                Ok(history) => hands.push(Self { name: Some(name), ..history }),
                Err(error) => return Err(HistoryError::Hand { name: clip(&name), error: Box::new(error) }),
            }
        }
        Ok(hands)
    }

    /// The text of some bytes, for [`History::parse`].
    ///
    /// # Errors
    /// When there are too many, or they aren't UTF-8.
    pub fn decode(bytes: &[u8]) -> Result<&str, HistoryError> {
        value::check_size(bytes.len())?;
        std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or_default();
            HistoryError::Syntax(format!(
                "byte {at} is 0x{byte:02x}, which is not UTF-8: a PHH file is UTF-8 text"
            ))
        })
    }

    /// The hand as a text of its own (`.phh`). Reading it gives an equal history; of the text that was
    /// once read it lacks what TOML counts as comments and layout, not those inside the actions.
    #[must_use]
    pub fn to_phh(&self) -> String {
        phh::write(self)
    }

    /// Several hands as one text (`.phhs`). Their tables keep their names if all have one and no two
    /// the same; else they are numbered from 1.
    #[must_use]
    pub fn dump_many(histories: &[Self]) -> String {
        let mut names: Vec<&str> = histories.iter().filter_map(|history| history.name.as_deref()).collect();
        names.sort_unstable();
        names.dedup();
        let keep = names.len() == histories.len();
        let table = |(number, history): (usize, &Self)| {
            let name = history.name.clone().filter(|_| keep).unwrap_or_else(|| number.to_string());
            format!("[{}]\n{}", value::key(&name), history.to_phh())
        };
        (1..).zip(histories).map(table).collect::<Vec<_>>().join("\n")
    }

    /// How many players there are.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.starting_stacks.len()
    }
}

fn is_collection(table: &[(String, Value)]) -> bool {
    !table.is_empty() && table.iter().all(|(_, value)| matches!(value, Value::Table(_)))
}

/// The beginning of a text, for messages.
fn clip(text: &str) -> String {
    const MOST: usize = 60;
    crate::text::clip(text, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HAND: &str = "variant = 'F7S/8'\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n\
                        starting_stacks = [50, 60]\nactions = []\n";

    fn parse(text: &str) -> Result<History, HistoryError> {
        History::parse(text, Options::default())
    }

    #[test]
    fn many_hands_keep_their_names_and_order() {
        let text = format!("[b]\n{HAND}\n[a]\n{HAND}_note = 'x'\n");
        let histories = History::parse_many(&text, Options::default()).expect("two hands");
        let names: Vec<_> = histories.iter().filter_map(|history| history.name.as_deref()).collect();
        assert_eq!(names, ["b", "a"]);
        let again = History::parse_many(&History::dump_many(&histories), Options::default());
        assert_eq!(again.as_ref(), Ok(&histories));
        let error = parse(&text).expect_err("two hands are not one");
        assert!(error.to_string().contains("2 table(s)"), "{error}");
        assert_eq!(History::parse_many("", Options::default()), Ok(Vec::new()));
        assert_eq!(History::parse_many(HAND, Options::default()).map(|hands| hands.len()), Ok(1));
    }

    #[test]
    fn hands_without_names_are_numbered() {
        let one = parse(HAND).expect("a hand");
        let text = History::dump_many(&[one.clone(), one]);
        let names: Vec<_> = History::parse_many(&text, Options::default())
            .expect("two hands")
            .into_iter()
            .filter_map(|history| history.name)
            .collect();
        assert_eq!(names, ["1", "2"]);
    }

    #[test]
    fn the_wrong_hand_of_many_is_named() {
        let text = format!("[7]\n{HAND}\n[8]\n{}", HAND.replace("F7S/8", "FR"));
        let error = History::parse_many(&text, Options::default()).expect_err("razz");
        assert_eq!(error.kind(), "history_unsupported");
        assert!(error.to_string().starts_with("hand \"8\": variant"), "{error}");
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        assert_eq!(History::decode(b"ab"), Ok("ab"));
        let error = History::decode(b"ab\xff").expect_err("no UTF-8");
        assert_eq!(error.kind(), "history_syntax");
        assert!(error.to_string().starts_with("byte 2 is 0xff"), "{error}");
    }
}
