//! `Action` and `Pot`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use stud8::action::{self as core, ActionError, ActionId, ActionKind};
use stud8::pot;
use stud8::rules::Chips;
use stud8::seat::{Seat, SeatSet};

use crate::args;
use crate::args::{Reduced, Word, chips, formatted, is_whole, seat, shown};
use crate::convert;
use crate::errors::{IntoPyError, ResultExt};

/// Something that a player may do. Immutable and hashable.
///
/// `kind` is one of the twelve names; `amount` is the seat's total put in on this street afterwards, in chips
/// (an all-in for less is the amount that really goes in). Ids are for masks and arrays; at most one kind of
/// an id is legal at any time:
///
/// ```text
/// id  kinds                  amount
/// 0   fold
/// 1   check
///     call, bring_in         yes
/// 2   complete, bet, raise   yes
/// 3   show
/// 4   muck
/// 5   declare_high
/// 6   declare_low
/// 7   declare_both
/// ```
///
/// Legal actions are listed in the order `fold`, `check`, `call`, `bring_in`, `complete`, `bet`, `raise`,
/// `show`, `muck`, `declare_high`, `declare_low`, `declare_both`.
///
/// Raises `UnknownActionError` for another kind.
///
/// ```python
/// >>> from stud8 import Action
/// >>> action = Action("complete", amount=200)
/// >>> str(action), action.id
/// ('complete 200', 2)
///
/// ```
#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(pub core::Action);

#[pymethods]
impl Action {
    #[new]
    #[pyo3(signature = (kind, amount = None))]
    #[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
    fn new(py: Python<'_>, kind: Word<'_>, amount: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let amount = amount.map(|amount| chips(amount, "amount")).transpose()?;
        Ok(Self(core::Action { kind: kind.parse::<ActionKind>().py(py)?, amount }))
    }

    /// The names of all kinds.
    #[classattr]
    #[pyo3(name = "KINDS")]
    fn kinds(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ActionKind::WORDS)
    }

    /// The name of what is done, such as `fold` or `bring_in`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.as_str()
    }

    /// The seat's total put in on this street afterwards, in chips; None where no chips move.
    #[getter]
    fn amount(&self) -> Option<Chips> {
        self.0.amount
    }

    /// The number of the action in masks and arrays, from 0 to 7; the table of `Action` has them all.
    #[getter]
    fn id(&self) -> u8 {
        self.0.kind.id().number()
    }

    /// `{"kind": …, "amount": …}`, for JSON.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.0, spec)
    }

    fn __repr__(&self) -> String {
        match self.0.amount {
            Some(amount) => format!("Action('{}', amount={amount})", self.0.kind),
            None => format!("Action('{}')", self.0.kind),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&'static str, Option<Chips>)) {
        (py.get_type::<Self>(), (self.kind(), self.0.amount))
    }
}

/// An action as the caller names it, before it is known to be legal.
#[derive(Clone, Copy)]
pub enum RequestedAction {
    Kind(ActionKind),
    Id(ActionId),
    Action(core::Action),
}

impl RequestedAction {
    pub fn from_py(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = value.py();
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self::Kind(args::text(text).parse::<ActionKind>().py(py)?));
        }
        if let Ok(action) = value.cast::<Action>() {
            return Ok(Self::Action(action.get().0));
        }
        let id = if is_whole(value) { value.extract::<u8>().ok().and_then(ActionId::new) } else { None };
        id.map(Self::Id).ok_or_else(|| ActionError::Id { text: shown(value) }.into_py(py))
    }

    /// The legal kind that is meant, or why there is none.
    pub fn among(self, legal: core::Legal) -> Result<ActionKind, String> {
        match self {
            Self::Kind(kind) => Ok(kind),
            Self::Id(id) => legal.by_id(id).ok_or_else(|| format!("action id {}", id.number())),
            Self::Action(action) if legal.get(action.kind) == Some(action) => Ok(action.kind),
            Self::Action(action) => Err(action.to_string()),
        }
    }
}

/// Returns the legal actions as a list.
pub fn actions(py: Python<'_>, legal: core::Legal) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, legal.actions().map(Action))
}

/// A main or side pot: its chips, and the seats that can win it. Immutable and hashable.
///
/// Raises `InvalidSeatsError` for a seat outside 1…8.
///
/// ```python
/// >>> from stud8 import Pot
/// >>> Pot(120, seats=[1, 3])
/// Pot(amount=120, seats=(1, 3))
///
/// ```
#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pot {
    amount: Chips,
    seats: SeatSet,
}

impl From<pot::Pot> for Pot {
    fn from(pot: pot::Pot) -> Self {
        Self { amount: pot.amount, seats: pot.seats }
    }
}

#[pymethods]
impl Pot {
    #[new]
    pub fn new(amount: &Bound<'_, PyAny>, seats: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut set = SeatSet::EMPTY;
        for number in seats.try_iter()? {
            set.insert(seat(&number?)?);
        }
        Ok(Self { amount: chips(amount, "amount")?, seats: set })
    }

    /// Its chips.
    #[getter]
    fn amount(&self) -> Chips {
        self.amount
    }

    /// The seats that can win it, ascending: all that are in and have matched it.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.seats.into_iter().map(Seat::number))
    }

    /// `{"amount": …, "seats": […]}`, for JSON.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &pot::Pot { amount: self.amount, seats: self.seats })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Pot(amount={}, seats={})", self.amount, self.seats(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Chips, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>(), (self.amount, self.seats(py)?)))
    }
}
