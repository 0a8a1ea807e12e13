//! Why tables can't be, or can't do something.

use super::MOST_START;
use crate::action::Legal;
use crate::hand::SetupError;
use crate::seat::Seat;

/// Why there can be no such tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TablesError {
    /// The seats or stacks can't be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There are no tables.
    #[error("tables=0: there must be one at least")]
    None,
    /// A hand would have no number.
    #[error("start={start} is too large: the first hand has a number up to {MOST_START}")]
    Start {
        /// The first hand.
        start: u64,
    },
    /// All hands would be over before anybody could act.
    #[error("nobody could ever act: after the antes fewer than two players have chips")]
    Silent,
    /// The system has no memory for them.
    #[error("there is no memory for {tables} tables, of about 1,400 bytes each: have fewer")]
    Memory {
        /// How many.
        tables: usize,
    },
    /// Told to stop before all were dealt.
    #[error("it was stopped before all tables were dealt")]
    Stopped,
}

/// Why nothing was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepError {
    /// Which table.
    pub row: usize,
    /// The hand it plays.
    pub number: u64,
    /// Whose turn it is.
    pub actor: Seat,
    /// What he may do.
    pub legal: Legal,
}

/// Why a table can't be put where a record says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResumeError {
    /// It never plays that hand, or comes to it after more hands than anybody can play.
    #[error("table {row} plays hands {first}, {} and so on, not {number}", first.saturating_add(*tables))]
    Number {
        /// Which table.
        row: usize,
        /// The hand it can't play.
        number: u64,
        /// The first hand it plays.
        first: u64,
        /// How many tables there are.
        tables: u64,
    },
    /// An action couldn't be, or the hand was over before it.
    #[error("table {row}, action {place}: {id} is not legal: the ids of the legal actions are {legal:?}")]
    Action {
        /// Which table.
        row: usize,
        /// Which action of its hand, from 1 on.
        place: usize,
        /// What was to be done.
        id: u8,
        /// What could be.
        legal: Vec<u8>,
    },
    /// The hand would be over, and the next begun.
    #[error("table {row}: hand {number} is over, but a table plays the next then")]
    Over {
        /// Which table.
        row: usize,
        /// The hand.
        number: u64,
    },
}
