//! Hand histories: what was written down of a hand, replayed, and the notations that write it.
//!
//! A [`Transcript`] says what was recorded, in no notation: players, stakes, cards, actions. It says nothing
//! about whether that could have happened: [`Transcript::replay`] plays it on a [`PlayedHand`]
//! and says at which entry it can't. [`Transcript::of`] goes the other way. A [`History`] is a transcript in a
//! notation, which adds where something stands and how it is written. There is one notation, [`phh`].
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
//! let options = Options { decimals: 2, ..Options::default() };
//! let history = History::parse(text, options)?;
//! let played = history.replay(None)?;
//! assert_eq!(played.hand().payoffs()?[..2], [-90, 90]);
//! assert_eq!(History::parse(&history.to_text()?, options)?, history);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amount;
pub mod phh;
mod replay;
mod shown;
mod transcribe;
mod transcript;

use std::fmt;
use std::str::FromStr;

use crate::played::{PlayedHand, Source};
use crate::rules::Rules;
use phh::{Hands, TomlValue};
pub use replay::{Awaited, ReplayError};
pub use transcript::{Entry, Labels, Participant, SourceLine, Stack, Statement, Transcript};

/// The notations of hand histories.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// PHH, the poker hand history format.
    #[default]
    Phh,
}

impl Format {
    /// Every notation.
    pub const ALL: [Self; 1] = [Self::Phh];

    /// The name that users see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Phh => "phh",
        }
    }

    /// The notation that the name of a file stands for, if it stands for one.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "phh" | "phhs" => Some(Self::Phh),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Format {
    type Err = HistoryError;

    fn from_str(text: &str) -> Result<Self, HistoryError> {
        Self::ALL.into_iter().find(|format| format.as_str() == text).ok_or_else(|| {
            let text = clip(text);
            HistoryError::Unsupported(format!(
                "format={text:?} is no notation that is read: choose one of {}",
                Self::ALL.map(Self::as_str).join(", ")
            ))
        })
    }
}

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How many decimal places an amount has in the smallest unit: with 2, `0.40` is 40 and `2` is 200.
    pub decimals: u8,
    /// The notation; `None` finds it from the text.
    pub format: Option<Format>,
}

/// One recorded hand: a transcript in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// The notation that it is read from and written in.
    pub format: Format,
    /// What was recorded.
    pub transcript: Transcript,
    /// All other fields of a PHH file in their order, as they were.
    pub fields: Vec<(String, TomlValue)>,
}

/// What is wrong with a history. Names the value, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryError {
    /// The text can't be read, or isn't in the notation.
    #[error("{0}")]
    Syntax(String),
    /// One of its actions can't be read.
    #[error("action {number}, {text:?}{}: {why}", InLine(*.line))]
    Action {
        /// Which, from 1.
        number: usize,
        /// As it is written.
        text: String,
        /// Where it stands.
        line: SourceLine,
        /// What is wrong and what would be right.
        why: String,
    },
    /// It is in the notation, but not a game that can be replayed or written here.
    #[error("{0}")]
    Unsupported(String),
    /// One of its actions couldn't have happened.
    #[error("action {number}, {text:?}{}: {why}", InLine(*.line))]
    Step {
        /// Which, from 1.
        number: usize,
        /// As it would be written.
        text: String,
        /// Where it stands.
        line: SourceLine,
        /// Why not, and what would have been legal.
        why: String,
    },
    /// Something in this line is wrong.
    #[error("line {line}: {error}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: Box<HistoryError>,
    },
    /// One of several hands is wrong.
    #[error("hand {name:?}{} {error}", if matches!(**error, HistoryError::Line { .. }) { "," } else { ":" })]
    Hand {
        /// What its source calls it.
        name: String,
        /// What is wrong with it.
        error: Box<HistoryError>,
    },
}

/// A line as a message adds it: ` (line 7)`, or nothing.
struct InLine(SourceLine);

impl fmt::Display for InLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.map_or(Ok(()), |line| write!(f, " (line {line})"))
    }
}

impl HistoryError {
    /// `history_syntax`, `history_unsupported` or `history_step`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Syntax(_) | Self::Action { .. } => "history_syntax",
            Self::Unsupported(_) => "history_unsupported",
            Self::Step { .. } => "history_step",
            Self::Line { error, .. } | Self::Hand { error, .. } => error.kind(),
        }
    }

    /// The number of the action that is wrong, from 1.
    #[must_use]
    pub fn action(&self) -> Option<usize> {
        match self {
            Self::Action { number, .. } | Self::Step { number, .. } => Some(*number),
            Self::Line { error, .. } | Self::Hand { error, .. } => error.action(),
            Self::Syntax(_) | Self::Unsupported(_) => None,
        }
    }

    /// The error with its line, unless it says it already.
    fn in_line(self, line: usize) -> Self {
        match self {
            Self::Syntax(_) | Self::Unsupported(_) => Self::Line { line, error: Box::new(self) },
            other => other,
        }
    }
}

impl History {
    /// Reads a text with one hand (`.phh`).
    ///
    /// # Errors
    /// When it isn't TOML, isn't PHH, isn't a hand of this game, or holds several.
    pub fn parse(text: &str, options: Options) -> Result<Self, HistoryError> {
        Self::only(Self::parse_many(text, options)?)
    }

    /// The hand of a text that holds no other.
    ///
    /// # Errors
    /// When the text holds no hand, or a table for each.
    pub fn only(hands: Vec<Self>) -> Result<Self, HistoryError> {
        let count = hands.len();
        match <[Self; 1]>::try_from(hands) {
            Ok([hand]) if hand.transcript.name.is_none() => Ok(hand),
            _ if count == 0 => Err(HistoryError::Syntax("the text holds no hand".to_owned())),
            _ => Err(HistoryError::Syntax(format!(
                "the text holds {count} table(s), one for each hand (.phhs), not one hand: read it as many"
            ))),
        }
    }

    /// Reads a text with any number of hands, one table each (`.phhs`). A text with one hand and no
    /// table (`.phh`) gives that one. See [`Hands`] for texts that come in pieces.
    ///
    /// # Errors
    /// As [`History::parse`], with the name of the hand.
    pub fn parse_many(text: &str, options: Options) -> Result<Vec<Self>, HistoryError> {
        let mut hands = Hands::new(options);
        let mut found = hands.feed(text.as_bytes())?;
        found.extend(hands.finish()?);
        Ok(found)
    }

    /// Writes down a hand, finished or not. What PHH can't say goes into fields that begin with
    /// `_stud8_`, so that the history replays to the same events.
    ///
    /// A finished hand that was dealt from a seed says so if `seed` is true. All other hands of that seed
    /// follow from it.
    #[must_use]
    pub fn of(played: &PlayedHand, seed: bool) -> Self {
        let fields = match played.setup().source {
            Source::Seed { seed: stream, number } if seed && played.hand().is_over() => {
                phh::seed_fields(stream, number)
            }
            _ => Vec::new(),
        };
        Self { format: Format::Phh, transcript: Transcript::of(played), fields }
    }

    /// Leaves out of which seed the hand is: all other hands of that seed follow from it.
    #[must_use]
    pub fn without_seed(mut self) -> Self {
        phh::forget_seed(&mut self.fields);
        self
    }

    /// Plays the hand again: see [`Transcript::replay`].
    ///
    /// # Errors
    /// `history_unsupported` when the rules aren't those of the file, or can't be; `history_step` with
    /// the first action that couldn't have happened, where it stands, why, and what would have been legal.
    pub fn replay(&self, rules: Option<&Rules>) -> Result<PlayedHand, HistoryError> {
        self.transcript.replay(rules).map_err(|error| phh::locate(error, &self.transcript))
    }

    /// The hand as a text of its own (`.phh`). Reading it gives an equal history; of the text that was
    /// once read it lacks what TOML counts as comments and layout, not those inside the actions.
    ///
    /// # Errors
    /// When the notation demands what isn't known: the stakes.
    pub fn to_text(&self) -> Result<String, HistoryError> {
        phh::write(self)
    }

    /// The lines of its actions, as the notation writes them.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        phh::lines(&self.transcript)
    }

    /// Several hands as one text (`.phhs`). Their tables keep their names if all have one and no two
    /// the same; else they are numbered from 1.
    ///
    /// # Errors
    /// As [`History::to_text`].
    pub fn dump_many(histories: &[Self]) -> Result<String, HistoryError> {
        phh::write_many(histories)
    }
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

    fn parse_many(text: &str) -> Result<Vec<History>, HistoryError> {
        History::parse_many(text, Options::default())
    }

    fn dump_many(histories: &[History]) -> String {
        History::dump_many(histories).expect("known stakes")
    }

    fn names(histories: &[History]) -> Vec<&str> {
        histories.iter().filter_map(|history| history.transcript.name.as_deref()).collect()
    }

    #[test]
    fn many_hands_keep_their_names_and_order() {
        let text = format!("[b]\n{HAND}\n[a]\n{HAND}_note = 'x'\n");
        let histories = parse_many(&text).expect("two hands");
        assert_eq!(names(&histories), ["b", "a"]);
        assert_eq!(parse_many(&dump_many(&histories)).as_ref(), Ok(&histories));
        let error = parse(&text).expect_err("two hands are not one");
        assert!(error.to_string().contains("2 table(s)"), "{error}");
        assert_eq!(parse_many(""), Ok(Vec::new()));
        assert_eq!(parse_many(HAND).map(|hands| hands.len()), Ok(1));
    }

    #[test]
    fn hands_without_names_are_numbered() {
        let one = parse(HAND).expect("a hand");
        let text = dump_many(&[one.clone(), one]);
        assert_eq!(names(&parse_many(&text).expect("two hands")), ["1", "2"]);
    }

    #[test]
    fn the_wrong_hand_of_many_is_named_with_its_line() {
        let text = format!("[7]\n{HAND}\n[8]\n{}", HAND.replace("F7S/8", "FR"));
        let error = parse_many(&text).expect_err("razz");
        assert_eq!(error.kind(), "history_unsupported");
        assert!(error.to_string().starts_with("hand \"8\", line 11: variant"), "{error}");
    }

    #[test]
    fn notations_have_names_and_suffixes() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!(Format::of_file("a.b/hands.phhs"), Some(Format::Phh));
        assert_eq!((Format::of_file("hands.txt"), Format::of_file("hands")), (None, None));
        let error = "pgn".parse::<Format>().expect_err("no notation");
        assert_eq!(error.to_string(), "format=\"pgn\" is no notation that is read: choose one of phh");
    }
}
