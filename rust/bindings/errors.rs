//! Every error of the core, to the Python class of its kind: one map, on one screen.

use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use stud8::action::ActionError;
use stud8::card::CardError;
use stud8::deal::DeckError;
use stud8::equity::{
    ExactError, MethodError, NextCardError, PatternError, SampleError, SeenError, SpotError,
};
use stud8::eval::{EvaluationError, LowKindError, LowOddsError};
use stud8::hand::{DealError, PayoffError, PlayError, SetupError};
use stud8::history::HistoryError;
use stud8::rules::RulesError;
use stud8::text::clip;

/// An error of this class. It is looked up each time: whoever loads `stud8.errors` anew catches the new
/// classes.
fn error(py: Python<'_>, class: &str, message: String) -> PyErr {
    let found =
        py.import("stud8.errors").and_then(|module| Ok(module.getattr(class)?.cast_into::<PyType>()?));
    match found {
        Ok(class) => PyErr::from_type(class, (message,)),
        Err(error) => error,
    }
}

macro_rules! classes {
    ($($name:ident = $class:literal),+ $(,)?) => {
        $(
            pub fn $name(py: Python<'_>, message: impl ToString) -> PyErr {
                error(py, $class, message.to_string())
            }
        )+
    };
}

classes! {
    invalid_card = "InvalidCardError",
    duplicate_card = "DuplicateCardError",
    invalid_deck = "InvalidDeckError",
    invalid_rules = "InvalidRulesError",
    invalid_seats = "InvalidSeatsError",
    invalid_stack = "InvalidStackError",
    unknown_action = "UnknownActionError",
    illegal_action = "IllegalActionError",
    not_acting = "NotActingError",
    not_dealing = "NotDealingError",
    not_over = "NotOverError",
    unknown_cards = "UnknownCardsError",
    policy = "PolicyError",
    invalid_range = "InvalidRangeError",
    impossible_deal = "ImpossibleDealError",
    history_syntax = "HistorySyntaxError",
    history_unsupported = "HistoryUnsupportedError",
    history_step = "HistoryStepError",
}

/// A core error as the Python exception of its kind.
pub trait IntoPyError {
    fn into_py(self, py: Python<'_>) -> PyErr;
}

/// `result.py(py)?`: the error becomes a Python exception.
pub trait ResultExt<T> {
    fn py(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: IntoPyError> ResultExt<T> for Result<T, E> {
    fn py(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.into_py(py))
    }
}

impl IntoPyError for CardError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Duplicate { .. } => duplicate_card(py, self),
            Self::Invalid { .. } => invalid_card(py, self),
        }
    }
}

impl IntoPyError for EvaluationError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        invalid_card(py, self)
    }
}

impl IntoPyError for LowOddsError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Dead { .. } => duplicate_card(py, self),
            Self::CardCount { .. } | Self::Unseen { .. } => invalid_card(py, self),
        }
    }
}

impl IntoPyError for DeckError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Size { .. } => invalid_deck(py, self),
            Self::Duplicate { .. } => duplicate_card(py, self),
        }
    }
}

impl IntoPyError for RulesError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            // In the words of the keyword arguments.
            Self::DeclareLow { low } => {
                invalid_rules(py, format!("declare=True needs low='any', not low='{low}'"))
            }
            _ => invalid_rules(py, self),
        }
    }
}

impl IntoPyError for LowKindError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        invalid_rules(py, self)
    }
}

impl IntoPyError for SetupError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Players { .. } | Self::NoSeat { .. } | Self::SeatTwice { .. } => invalid_seats(py, self),
            Self::Stack { .. } | Self::Multiple { .. } => invalid_stack(py, self),
        }
    }
}

impl IntoPyError for ActionError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        unknown_action(py, self)
    }
}

impl IntoPyError for PlayError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Over | Self::Dealing => not_acting(py, self),
            Self::Turn { .. } | Self::Illegal { .. } => illegal_action(py, self),
        }
    }
}

impl IntoPyError for DealError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::NotDealing { .. } => not_dealing(py, self),
            Self::Duplicate { .. } => duplicate_card(py, self),
        }
    }
}

impl IntoPyError for PayoffError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::NotOver => not_over(py, self),
            Self::UnknownCards { .. } => unknown_cards(py, self),
        }
    }
}

impl IntoPyError for PatternError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Duplicate { .. } => duplicate_card(py, self),
            Self::Invalid { .. } | Self::Span { .. } | Self::CardCount { .. } => invalid_card(py, self),
        }
    }
}

impl IntoPyError for SpotError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::PlayerCount { .. } => invalid_seats(py, self),
            Self::TooManyCards { .. } => invalid_card(py, self),
            Self::Duplicate { .. } => duplicate_card(py, self),
            Self::NoHand { .. }
            | Self::NoWeight { .. }
            | Self::Weights { .. }
            | Self::CardCounts { .. }
            | Self::WeightsDiffer { .. }
            | Self::TooManySets { .. } => invalid_range(py, self),
            Self::NothingFits { .. } | Self::NoDeal | Self::Deck { .. } => impossible_deal(py, self),
            Self::Memory => PyMemoryError::new_err(self.to_string()),
            Self::Stopped => PyKeyboardInterrupt::new_err(self.to_string()),
        }
    }
}

impl IntoPyError for SeenError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Over => impossible_deal(py, self),
            Self::Spot(error) => error.into_py(py),
        }
    }
}

impl IntoPyError for NextCardError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Player { .. } => PyValueError::new_err(self.to_string()),
            Self::Complete { .. } => invalid_card(py, self),
            Self::Spot(error) => error.into_py(py),
        }
    }
}

impl IntoPyError for ExactError {
    fn into_py(self, _py: Python<'_>) -> PyErr {
        match self {
            ExactError::Memory { .. } | ExactError::NoMemory => PyMemoryError::new_err(self.to_string()),
            _ => PyOverflowError::new_err(self.to_string()),
        }
    }
}

impl IntoPyError for SampleError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Goal { .. } => PyValueError::new_err(self.to_string()),
            Self::TooRare => invalid_range(py, self),
            Self::NoMemory => PyMemoryError::new_err(self.to_string()),
            Self::Stopped => PyKeyboardInterrupt::new_err(self.to_string()),
        }
    }
}

impl IntoPyError for MethodError {
    fn into_py(self, _py: Python<'_>) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl IntoPyError for HistoryError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self.kind() {
            "history_syntax" => history_syntax(py, self),
            "history_unsupported" => history_unsupported(py, self),
            _ => history_step(py, self),
        }
    }
}

/// The name of a value's class, for messages.
pub fn class_of(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    value.get_type().name().map_or_else(|_| "?".to_owned(), |name| clip(&name.to_string_lossy(), MOST))
}

/// An argument of the wrong type.
pub fn wrong_type(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{what}, not {}", class_of(given)))
}
