//! Why a hand, an action, a card or the payoffs are refused. The hand is then as it was.

use crate::action::Legal;
use crate::card::Card;
use crate::rules::{Chips, MAX_CHIPS};
use crate::seat::Seat;

/// Why a hand can't begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SetupError {
    #[error("a hand needs two to eight players, not {count}")]
    Players { count: usize },
    #[error("there is no seat {number}: seats are numbered 1 to 8")]
    NoSeat { number: String },
    #[error("seat {seat} is taken twice")]
    SeatTwice { seat: Seat },
    #[error("the stack of seat {seat} is {stack}: it must be a whole number from 1 to {MAX_CHIPS}")]
    Stack { seat: Seat, stack: String },
    #[error("the stack of seat {seat}, {stack}, is no multiple of the smallest chip, unit={unit}")]
    Multiple { seat: Seat, stack: Chips, unit: Chips },
}

/// Why an action was refused. The hand is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlayError {
    #[error("no action is awaited: the hand is over")]
    Over,
    #[error("no action is awaited: the hand waits for a card")]
    Dealing,
    #[error("it is seat {actor}'s turn, not seat {seat}'s")]
    Turn { seat: Seat, actor: Seat },
    #[error("{asked} is not legal for seat {actor}, who may: {legal}")]
    Illegal { asked: String, actor: Seat, legal: Legal },
}

/// Why a card was refused. The hand is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum DealError {
    #[error("no card is awaited: {why}")]
    NotDealing { why: &'static str },
    #[error("{card} has been dealt already")]
    Duplicate { card: Card },
}

/// Why there are no payoffs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PayoffError {
    #[error("the hand is not over: there are no payoffs yet")]
    NotOver,
    #[error("the payoffs depend on cards that nobody knows: pot {pot} can't be decided")]
    UnknownCards { pot: u8 },
}
