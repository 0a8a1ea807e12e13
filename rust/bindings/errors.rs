//! Every error of the core, to the Python class of its kind: one map, on one screen.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
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
use stud8::simulate::{PlanError, TablesError, UnknownPolicyError};
use stud8::statistics::{AddError, LevelError};
use stud8::text::clip;

use crate::face::error_class;

/// Makes functions that make an error of a class of `stud8.errors`, with this message.
macro_rules! classes {
    ($($name:ident = $class:literal),+ $(,)?) => {
        $(
            pub fn $name(py: Python<'_>, message: impl ToString) -> PyErr {
                match error_class(py, $class) {
                    Ok(class) => PyErr::from_type(class, (message.to_string(),)),
                    Err(error) => error,
                }
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
    invalid_argument = "InvalidArgumentError",
    invalid_players = "InvalidPlayersError",
    unknown_policy = "UnknownPolicyError",
    history_syntax = "HistorySyntaxError",
    history_unsupported = "HistoryUnsupportedError",
    history_step = "HistoryStepError",
}

/// Makes functions that make an error of a class of Python itself, with this message.
macro_rules! builtins {
    ($($name:ident = $class:ident),+ $(,)?) => {
        $(
            fn $name(_py: Python<'_>, message: impl ToString) -> PyErr {
                $class::new_err(message.to_string())
            }
        )+
    };
}

builtins! {
    memory = PyMemoryError,
    overflow = PyOverflowError,
    stopped = PyKeyboardInterrupt,
}

/// Returns the error of an argument that is out of range, or isn't one of its choices.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub fn bad_argument(message: impl ToString) -> PyErr {
    Python::attach(|py| invalid_argument(py, message.to_string()))
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

/// Maps each error of the core, case by case, to the function that makes the Python exception of its text. An error that
/// `wraps` another becomes what that one becomes.
macro_rules! map {
    ($($error:ident $(wraps $inner:ident)? { $($case:pat => $class:ident),+ $(,)? })+) => {
        $(
            impl IntoPyError for $error {
                fn into_py(self, py: Python<'_>) -> PyErr {
                    match self {
                        $(Self::$inner(error) => error.into_py(py),)?
                        $($case => $class(py, self),)+
                    }
                }
            }
        )+
    };
}

map! {
    CardError {
        Self::Duplicate { .. } => duplicate_card,
        Self::Invalid { .. } => invalid_card,
    }
    DeckError {
        Self::Size { .. } => invalid_deck,
        Self::Duplicate { .. } => duplicate_card,
    }
    EvaluationError { _ => invalid_card }
    LowKindError { _ => invalid_rules }
    LowOddsError {
        Self::Dead { .. } => duplicate_card,
        Self::CardCount { .. } | Self::Unseen { .. } => invalid_card,
    }
    SetupError {
        Self::Players { .. } | Self::NoSeat { .. } | Self::SeatTwice { .. } => invalid_seats,
        Self::Stack { .. } | Self::Multiple { .. } => invalid_stack,
    }
    ActionError { _ => unknown_action }
    PlayError {
        Self::Over | Self::Dealing => not_acting,
        Self::Turn { .. } | Self::Illegal { .. } => illegal_action,
    }
    DealError {
        Self::NotDealing { .. } => not_dealing,
        Self::Duplicate { .. } => duplicate_card,
    }
    PayoffError {
        Self::NotOver => not_over,
        Self::UnknownCards { .. } => unknown_cards,
    }
    PatternError {
        Self::Duplicate { .. } => duplicate_card,
        Self::Invalid { .. } | Self::Span { .. } | Self::CardCount { .. } => invalid_card,
    }
    SpotError {
        Self::PlayerCount { .. } => invalid_players,
        Self::TooManyCards { .. } => invalid_card,
        Self::Duplicate { .. } => duplicate_card,
        Self::NoHand { .. } | Self::NoWeight { .. } | Self::Weights { .. } | Self::CardCounts { .. }
            | Self::WeightsDiffer { .. } | Self::TooManySets { .. } => invalid_range,
        Self::NothingFits { .. } | Self::NoDeal | Self::Deck { .. } => impossible_deal,
        Self::Memory => memory,
        Self::Stopped => stopped,
    }
    SeenError wraps Spot { Self::Over => impossible_deal }
    NextCardError wraps Spot {
        Self::Player { .. } => invalid_argument,
        Self::Complete { .. } => invalid_card,
    }
    MethodError { _ => invalid_argument }
    ExactError {
        Self::Memory { .. } | Self::NoMemory => memory,
        _ => overflow,
    }
    SampleError {
        Self::Goal { .. } => invalid_argument,
        Self::TooRare => invalid_range,
        Self::NoMemory => memory,
        Self::Stopped => stopped,
    }
    UnknownPolicyError { _ => unknown_policy }
    PlanError wraps Setup { Self::Numbers { .. } => invalid_argument }
    TablesError wraps Setup {
        Self::Memory { .. } => memory,
        Self::Stopped => stopped,
        _ => invalid_argument,
    }
    AddError {
        Self::Overflow => overflow,
        _ => invalid_argument,
    }
    LevelError { _ => invalid_argument }
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

impl IntoPyError for HistoryError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self.kind() {
            "history_syntax" => history_syntax(py, self),
            "history_unsupported" => history_unsupported(py, self),
            _ => history_step(py, self),
        }
    }
}

/// Returns `Interrupted` for Ctrl-C, with the finished part and the number to go on from, if there are any. Other errors
/// stay as they are.
pub fn interrupted<'py>(
    py: Python<'py>,
    error: PyErr,
    partial: impl IntoPyObject<'py>,
    start: Option<u128>,
) -> PyErr {
    if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
        return error;
    }
    let build = || {
        Ok(PyErr::from_value(error_class(py, "Interrupted")?.call1((partial.into_bound_py_any(py)?, start))?))
    };
    build().unwrap_or_else(|error: PyErr| error)
}

/// As [`interrupted`]; the error of a policy gets the finished part and the number to go on from too.
pub fn ended_early<'py>(
    py: Python<'py>,
    error: PyErr,
    partial: impl IntoPyObject<'py>,
    start: u128,
) -> PyErr {
    let is_of_a_policy = ["PolicyError", "IllegalActionError"]
        .into_iter()
        .any(|name| error_class(py, name).is_ok_and(|class| error.is_instance(py, &class)));
    if !is_of_a_policy {
        return interrupted(py, error, partial, Some(start));
    }
    let tell = || {
        error.value(py).setattr("partial", partial.into_bound_py_any(py)?)?;
        error.value(py).setattr("start", start)
    };
    tell().err().unwrap_or(error)
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
