//! Why a record is refused: which field, and what is wrong with it.

use std::fmt;

use crate::action::ActionError;
use crate::card::CardError;
use crate::deal::DeckError;
use crate::hand::SetupError;
use crate::rules::RulesError;
use crate::text::{At, clip};

/// Why a record is refused. Its text names the field, such as `events[3].chips`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WireError {
    path: String,
    fault: Fault,
}

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It isn't there.
    Missing,
    /// It is none of the values that it can have.
    Value {
        /// The value, clipped.
        found: String,
        /// What it must be, such as "a whole number from 0 to 5".
        right: String,
    },
    /// It contradicts the rest of the record, or the rules of the game.
    Contradiction {
        /// What it says and what would be right.
        why: String,
    },
    /// The record is of another kind.
    Format {
        /// What its field `format` says.
        found: String,
        /// The format that was expected.
        right: &'static str,
    },
    /// The record is of another version.
    Version {
        /// What its field `version` says.
        found: String,
        /// The format.
        format: &'static str,
        /// The version that this release reads.
        right: u32,
    },
    /// An action or a card that could not come here.
    Step {
        /// What came, and why it could not.
        why: String,
    },
    /// No card, or one that comes twice.
    Card(CardError),
    /// No deck.
    Deck(DeckError),
    /// No rules.
    Rules(RulesError),
    /// No seats or no stacks to begin a hand with.
    Setup(SetupError),
    /// No action.
    Action(ActionError),
}

impl WireError {
    /// An error of the field with this path; an empty path is the whole record.
    #[must_use]
    pub fn new(path: impl Into<String>, fault: impl Into<Fault>) -> Self {
        Self { path: path.into(), fault: fault.into() }
    }

    /// The path of the field, such as `events[3].chips`; empty for the whole record.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = clip(&self.path, 80);
        match &self.fault {
            Fault::Missing => write!(f, "it has no field {path}"),
            Fault::Value { .. } if path.is_empty() => self.fault.fmt(f),
            Fault::Value { .. } => write!(f, "{path}={}", self.fault),
            fault if path.is_empty() => fault.fmt(f),
            fault => write!(f, "{path}: {fault}"),
        }
    }
}

impl std::error::Error for WireError {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("a field is missing"),
            Self::Value { found, right } => {
                write!(f, "{found} must be {right}{}", At::of_word(found.trim_matches('"')))
            }
            Self::Contradiction { why } | Self::Step { why } => f.write_str(why),
            Self::Format { found, right } => {
                write!(f, "format={found:?}: a record of this kind has {right:?}")
            }
            Self::Version { found, format, right } => {
                write!(f, "version {found} of {format}: this release reads {right}")
            }
            Self::Card(error) => error.fmt(f),
            Self::Deck(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
            Self::Action(error) => error.fmt(f),
        }
    }
}

macro_rules! faults {
    ($($error:ty => $fault:ident,)+) => {
        $(impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::$fault(error)
            }
        })+
    };
}

faults! {
    CardError => Card,
    DeckError => Deck,
    RulesError => Rules,
    SetupError => Setup,
    ActionError => Action,
}
