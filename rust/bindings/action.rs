//! `Action`, `LegalActions` and `Pot`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use stud8::action::{self as core, ActionError, ActionId, ActionKind};
use stud8::pot;
use stud8::rules::Chips;
use stud8::seat::{Seat, SeatSet};

use crate::args;
use crate::args::Remade;
use crate::args::{Reduced, Word, chips, formatted, is_whole, seat, shown};
use crate::convert;
use crate::errors::{IntoPyError, ResultExt};
use crate::hand::Hand;

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

/// What somebody asked for, before it is known to be legal.
#[derive(Clone, Copy)]
pub enum Asked {
    Kind(ActionKind),
    Id(ActionId),
    Action(core::Action),
}

impl Asked {
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

/// What the actor of a hand may do: a live view, always of the hand as it stands when it is asked.
///
/// Sized and indexed, in the order of `Action`; empty when no action is awaited. Iteration goes over a
/// snapshot, so the hand may be played meanwhile. `in` takes whatever `Hand.play` takes: a kind, an id, or an
/// `Action`, whose amount must then be the right one. Equal to another view or a list with the same actions;
/// `list(...)` keeps them. `copy.copy` gives another view of the same hand; deep copies and pickles take a copy
/// of the hand along.
///
/// ```python
/// >>> from stud8 import Hand, Rules
/// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 3, seed=7)
/// >>> print(*hand.legal_actions, sep=", ")
/// bring_in 50, complete 200
/// >>> "fold" in hand.legal_actions, 2 in hand.legal_actions, len(hand.legal_actions)
/// (False, True, 2)
///
/// ```
#[pyclass(frozen, module = "stud8")]
pub struct LegalActions(pub Py<Hand>);

impl LegalActions {
    fn now(&self, py: Python<'_>) -> PyResult<core::Legal> {
        Ok(self.0.try_borrow(py)?.game.hand().legal())
    }
}

#[pymethods]
impl LegalActions {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.now(py).map(core::Legal::len)
    }

    fn __contains__(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(asked) = Asked::from_py(action) else { return Ok(false) };
        let legal = self.now(action.py())?;
        Ok(asked.among(legal).is_ok_and(|kind| legal.contains(kind)))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let actions = actions(py, self.now(py)?)?;
        actions.reverse()?;
        Ok(actions.try_iter()?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(actions(py, self.now(py)?)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        actions(py, self.now(py)?)?.as_any().get_item(index)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let mine = actions(py, self.now(py)?)?;
        match other.cast::<Self>() {
            Ok(other) => Ok(other.get().now(py)? == self.now(py)?),
            Err(_) if other.is_instance_of::<PyTuple>() => mine.to_tuple().eq(other),
            Err(_) => mine.eq(other),
        }
    }

    /// A copy looks at the same hand, as the view does; a deep copy or pickle at a copy of the hand.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py, (Py<Hand>, &'static str)> {
        Ok((py.import("builtins")?.getattr("getattr")?, (self.0.clone_ref(py), "legal_actions")))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<LegalActions {}>", actions(py, self.now(py)?)?.repr()?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.now(py)?.to_string())
    }
}

/// A snapshot of legal actions.
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
