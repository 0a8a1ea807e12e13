//! `Event`.

use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use serde_json::Map;
use stud8::action::{self as core, Winner};
use stud8::eval::LowKind;
use stud8::seat::Seat;
use stud8::text::clip;
use stud8::wire::{Fault, Value, WireError, from_value, same_event};

use crate::args::Word;
use crate::card::{Card, card_list_or_unknown, card_or_unknown};
use crate::convert;
use crate::errors::unknown_action;
use crate::eval::{High, Low, hash_of, winner};

/// Something that happened in a hand. Immutable and hashable; the fields of its kind are attributes.
///
/// ```text
/// kind                  fields                         when
/// ante                  seat, chips                    by seat, before any card
/// uncalled              seat, chips                    chips that nobody matched go back
/// deal                  seat, card, up                 card by card in dealing order
/// burn                                                 before the cards of a street
/// common                card                           one card for all, on seventh street
/// fold, check           seat
/// bring_in, call,       seat, amount, chips, all_in    amount: total put in on this street;
/// complete, bet, raise                                 chips: what was added now
/// declare               declarations                   {seat: kind}, when the last has declared
/// show                  seat, cards                    all own cards in dealt order
/// muck                  seat
/// rake                  pot, chips                     before any payment
/// pay                   pot, part, seat, chips, hand   pot 0 is the main pot
/// ```
///
/// `card` is a `Card`, or None where unknown or, in a view, hidden. `part` is `whole`, `high` or `low`;
/// `hand` is the winning `High` or `Low`, or None where nothing was compared. A payment of part `whole` is of
/// a pot that one player could win, that had no low, or that is shared as one because the same players tied
/// for both halves. An ante of 0 makes no event, a short one tells what was really paid.
///
/// Raises `UnknownActionError` for an unknown kind, `TypeError` for a field that is missing or that the kind
/// doesn't have, and the error of whichever field is wrong.
///
/// ```python
/// >>> from stud8 import Hand, Rules
/// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 2, seed=7)
/// >>> event = hand.events[0]
/// >>> event, event.chips
/// (Event(kind='ante', seat=1, chips=40), 40)
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Event(pub core::Event);

impl Event {
    /// The fields in the order of the documentation, as Python objects.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        use core::Event as E;
        // Numbers, texts and flags are what the record has.
        let dict = convert::to_dict(py, &self.0)?;
        match self.0 {
            E::Deal { card, .. } | E::Common { card } => dict.set_item("card", card.map(Card))?,
            E::Declare { declarations } => {
                let said = PyDict::new(py);
                for (seat, kind) in Seat::ALL.into_iter().zip(declarations) {
                    let Some(kind) = kind else { continue };
                    said.set_item(seat.number(), kind.as_str())?;
                }
                dict.set_item("declarations", said)?;
            }
            E::Show { cards, .. } => {
                dict.set_item("cards", PyTuple::new(py, cards.cards().iter().map(|card| card.map(Card)))?)?;
            }
            E::Pay { hand, .. } => dict.set_item("hand", winner_object(py, hand)?)?,
            _ => {}
        }
        Ok(dict)
    }
}

fn winner_object(py: Python<'_>, hand: Option<Winner>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let cards = hand.map(|hand| hand.cards());
    Ok(match hand {
        None => None,
        Some(Winner::High(high, _)) => Some(Bound::new(py, High { high, cards })?.into_any()),
        Some(Winner::Low(low, _)) => Some(Bound::new(py, Low { low, cards })?.into_any()),
    })
}

/// The winning hand that somebody gave as a `High` or a `Low`.
fn winner_of(hand: &Bound<'_, PyAny>, part: &str) -> PyResult<Option<Winner>> {
    let low = hand.cast::<Low>().ok();
    if low.is_none() && !hand.is_instance_of::<High>() {
        return Ok(None);
    }
    if low.is_some() != (part == "low") {
        return Err(PyTypeError::new_err(format!("{hand} can't win the part {part:?}")));
    }
    let cards = hand.getattr("cards")?;
    if cards.is_none() {
        return Err(PyTypeError::new_err(format!(
            "{hand} has no cards: a payment names the five that won it"
        )));
    }
    let kind = low.map_or(LowKind::Any, |low| low.get().low.kind());
    winner(&cards, low.is_some(), kind).map(Some)
}

/// A field that somebody gave, as a record has it.
fn plain(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text = |card: Option<stud8::card::Card>| card.map_or(Value::Null, |card| card.to_string().into());
    match name {
        "card" => card_or_unknown(value).map(text),
        "cards" => Ok(Value::Array(card_list_or_unknown(value)?.into_iter().map(text).collect())),
        _ => convert::to_value(value),
    }
}

/// What is wrong with the arguments of `Event`.
fn refused(py: Python<'_>, kind: &str, error: &WireError) -> PyErr {
    match error.fault() {
        Fault::Missing => {
            PyTypeError::new_err(format!("the event {kind:?} needs a field {:?}", error.path()))
        }
        Fault::Value { .. } if error.path() == "kind" => unknown_action(py, error),
        Fault::Contradiction { why } if why.contains("has no such field") => {
            PyTypeError::new_err(format!("the event {kind:?} has no field {}", clip(error.path(), 60)))
        }
        Fault::Value { .. } | Fault::Contradiction { .. } => PyValueError::new_err(error.to_string()),
        _ => convert::refused(py, "an event", error),
    }
}

#[pymethods]
impl Event {
    #[new]
    #[pyo3(signature = (kind, **fields))]
    #[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
    pub fn new(py: Python<'_>, kind: Word<'_>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let kind = &*kind;
        let mut record = Map::new();
        record.insert("kind".to_owned(), kind.into());
        let given = fields.map(PyDictMethods::items);
        let mut winning = None;
        for pair in given.iter().flatten() {
            let (name, value): (String, Bound<'_, PyAny>) = pair.extract()?;
            if name == "hand" && (value.is_instance_of::<High>() || value.is_instance_of::<Low>()) {
                record.insert(name, Value::Null);
                winning = Some(value);
                continue;
            }
            let value = plain(&name, &value)?;
            record.insert(name, value);
        }
        let mut event: core::Event =
            from_value(&Value::Object(record)).map_err(|error| refused(py, kind, &error))?;
        if let (core::Event::Pay { part, hand, .. }, Some(given)) = (&mut event, winning) {
            *hand = winner_of(&given, part.as_str())?;
        }
        Ok(Self(event))
    }

    /// The event that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, and the errors of the cards and seats in it.
    #[classmethod]
    pub fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = cls;
        convert::record(record, "Event").map(Self)
    }

    /// What happened, such as `ante`, `deal` or `pay`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.fields(py)?.get_item(name)? {
            Some(value) => Ok(value),
            None => {
                Err(PyAttributeError::new_err(format!("the event {:?} has no field {name:?}", self.kind())))
            }
        }
    }

    fn __dir__(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let mut names: Vec<String> = slf.get_type().dir()?.extract()?;
        for name in slf.get().fields(slf.py())?.keys() {
            names.push(name.extract()?);
        }
        Ok(names)
    }

    /// `kind`, then the fields in the order of the table of `Event`, as plain data for JSON.
    ///
    /// Cards are texts or None, the seats of `declarations` are texts, and the `hand` of a payment is None or
    /// `{"cards": [five texts], "name": …}`.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| same_event(&self.0, &other.get().0))
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.0.kind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = Vec::new();
        for (name, value) in self.fields(py)? {
            parts.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("Event({})", parts.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}
