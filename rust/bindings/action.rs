//! `Action`, `LegalActions`, `Pot` and `Event`.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use stud8::action::{self as core, ActionError, ActionId, ActionKind, Dealt, Part, Winner};
use stud8::eval::LowKind;
use stud8::pot;
use stud8::rules::Chips;
use stud8::seat::{SEATS, Seat, SeatSet};

use crate::card::{Card, card_list_or_unknown, card_or_unknown, is_whole};
use crate::errors::{IntoPyError, ResultExt};
use crate::eval::{High, Low, hash_of, winner};
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
    fn new(py: Python<'_>, kind: &str, amount: Option<Chips>) -> PyResult<Self> {
        Ok(Self(core::Action { kind: kind.parse::<ActionKind>().py(py)?, amount }))
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
        let dict = PyDict::new(py);
        dict.set_item("kind", self.kind())?;
        dict.set_item("amount", self.0.amount)?;
        Ok(dict)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.amount {
            Some(amount) => format!("Action('{}', amount={amount})", self.0.kind),
            None => format!("Action('{}')", self.0.kind),
        }
    }

    fn __getnewargs__(&self) -> (&'static str, Option<Chips>) {
        (self.kind(), self.0.amount)
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
            return Ok(Self::Kind(text.to_cow()?.parse::<ActionKind>().py(py)?));
        }
        if let Ok(action) = value.cast::<Action>() {
            return Ok(Self::Action(action.get().0));
        }
        let id = if is_whole(value) { value.extract::<u8>().ok().and_then(ActionId::new) } else { None };
        id.map(Self::Id).ok_or_else(|| ActionError::Id { text: value.to_string() }.into_py(py))
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
/// `list(...)` keeps them.
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
    fn now(&self, py: Python<'_>) -> core::Legal {
        self.0.borrow(py).game.hand().legal()
    }
}

#[pymethods]
impl LegalActions {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.now(py).len()
    }

    fn __contains__(&self, action: &Bound<'_, PyAny>) -> bool {
        let legal = self.now(action.py());
        Asked::from_py(action)
            .is_ok_and(|asked| asked.among(legal).is_ok_and(|kind| legal.contains(kind)))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(actions(py, self.now(py))?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        actions(py, self.now(py))?.as_any().get_item(index)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let mine = actions(py, self.now(py))?;
        match other.cast::<Self>() {
            Ok(other) => Ok(other.get().now(py) == self.now(py)),
            Err(_) => mine.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<LegalActions {}>", actions(py, self.now(py))?.repr()?))
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.now(py).to_string()
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

/// A seat number, or the error that says what seats there are.
pub fn seat(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let number = if is_whole(value) { value.extract::<u8>().ok() } else { None };
    number
        .and_then(Seat::new)
        .ok_or_else(|| stud8::hand::SetupError::NoSeat { number: value.to_string() }.into_py(py))
}

#[pymethods]
impl Pot {
    #[new]
    pub fn new(amount: Chips, seats: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut set = SeatSet::EMPTY;
        for number in seats.try_iter()? {
            set.insert(seat(seats.py(), &number?)?);
        }
        Ok(Self { amount, seats: set })
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
        let dict = PyDict::new(py);
        dict.set_item("amount", self.amount)?;
        dict.set_item("seats", PyList::new(py, self.seats.into_iter().map(Seat::number))?)?;
        Ok(dict)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Pot(amount={}, seats={})", self.amount, self.seats(py)?.repr()?))
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Chips, Bound<'py, PyTuple>)> {
        Ok((self.amount, self.seats(py)?))
    }
}

impl Pot {
    pub fn core(&self) -> pot::Pot {
        pot::Pot { amount: self.amount, seats: self.seats }
    }
}

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
/// Raises `TypeError` for a field that is missing, `UnknownActionError` for an unknown kind, and the error of
/// whichever field is wrong.
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

/// A card as records write it.
pub fn card_text(card: Option<stud8::card::Card>) -> Option<String> {
    card.map(|card| card.to_string())
}

/// Which form the values of an event have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Python objects.
    Objects,
    /// What JSON knows.
    Plain,
}

impl Event {
    /// The fields in the order of the documentation.
    fn fields<'py>(&self, py: Python<'py>, form: Form) -> PyResult<Bound<'py, PyDict>> {
        use core::Event as E;
        let dict = PyDict::new(py);
        dict.set_item("kind", self.0.kind())?;
        let set_card = |card: Option<stud8::card::Card>| match form {
            Form::Objects => dict.set_item("card", card.map(Card)),
            Form::Plain => dict.set_item("card", card_text(card)),
        };
        match self.0 {
            E::Ante { seat, chips } | E::Uncalled { seat, chips } => {
                dict.set_item("seat", seat.number())?;
                dict.set_item("chips", chips)?;
            }
            E::Deal { seat, card, up } => {
                dict.set_item("seat", seat.number())?;
                set_card(card)?;
                dict.set_item("up", up)?;
            }
            E::Burn => {}
            E::Common { card } => set_card(card)?,
            E::Passed { seat, .. } | E::Muck { seat } => dict.set_item("seat", seat.number())?,
            E::Put { seat, amount, chips, all_in, .. } => {
                dict.set_item("seat", seat.number())?;
                dict.set_item("amount", amount)?;
                dict.set_item("chips", chips)?;
                dict.set_item("all_in", all_in)?;
            }
            E::Declare { declarations } => {
                let said = PyDict::new(py);
                for (seat, kind) in Seat::ALL.into_iter().zip(declarations) {
                    let Some(kind) = kind else { continue };
                    match form {
                        Form::Objects => said.set_item(seat.number(), kind.as_str())?,
                        Form::Plain => said.set_item(seat.to_string(), kind.as_str())?,
                    }
                }
                dict.set_item("declarations", said)?;
            }
            E::Show { seat, cards } => {
                dict.set_item("seat", seat.number())?;
                let cards = cards.cards();
                match form {
                    Form::Objects => {
                        dict.set_item("cards", PyTuple::new(py, cards.iter().map(|c| c.map(Card)))?)?;
                    }
                    Form::Plain => {
                        dict.set_item("cards", PyList::new(py, cards.iter().map(|&c| card_text(c)))?)?;
                    }
                }
            }
            E::Rake { pot, chips } => {
                dict.set_item("pot", pot)?;
                dict.set_item("chips", chips)?;
            }
            E::Pay { pot, part, seat, chips, hand } => {
                dict.set_item("pot", pot)?;
                dict.set_item("part", part.as_str())?;
                dict.set_item("seat", seat.number())?;
                dict.set_item("chips", chips)?;
                match form {
                    Form::Objects => dict.set_item("hand", winner_object(py, hand)?)?,
                    Form::Plain => dict.set_item("hand", winner_dict(py, hand)?)?,
                }
            }
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

fn winner_dict(py: Python<'_>, hand: Option<Winner>) -> PyResult<Option<Bound<'_, PyDict>>> {
    let Some(hand) = hand else { return Ok(None) };
    let dict = PyDict::new(py);
    dict.set_item("cards", PyList::new(py, hand.cards().map(|card| card.to_string()))?)?;
    dict.set_item("name", hand.to_string())?;
    Ok(Some(dict))
}

/// The fields of an event that is read back.
struct Fields<'a, 'py> {
    kind: &'a str,
    dict: &'a Bound<'py, PyDict>,
}

impl<'py> Fields<'_, 'py> {
    fn get(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.dict
            .get_item(name)?
            .ok_or_else(|| PyTypeError::new_err(format!("the event {:?} needs a field {name:?}", self.kind)))
    }

    fn seat(&self) -> PyResult<Seat> {
        seat(self.dict.py(), &self.get("seat")?)
    }

    fn chips(&self, name: &str) -> PyResult<Chips> {
        self.get(name)?.extract()
    }

    fn flag(&self, name: &str) -> PyResult<bool> {
        self.get(name)?.extract()
    }

    fn winner(&self, part: Part) -> PyResult<Option<Winner>> {
        let hand = self.get("hand")?;
        if hand.is_none() {
            return Ok(None);
        }
        if let Ok(low) = hand.cast::<Low>() {
            let cards = low.getattr("cards")?;
            return winner(&cards, true, low.get().low.kind()).map(Some);
        }
        if hand.is_instance_of::<High>() {
            return winner(&hand.getattr("cards")?, false, LowKind::Any).map(Some);
        }
        let cards = hand.get_item("cards")?;
        if part != Part::Low {
            return winner(&cards, false, LowKind::Any).map(Some);
        }
        // The narrowest kind that these five cards belong to: the name is the same in all.
        let kinds = LowKind::ALL.into_iter();
        let found = kinds.map(|kind| winner(&cards, true, kind)).find(Result::is_ok);
        found.unwrap_or_else(|| winner(&cards, true, LowKind::Any)).map(Some)
    }
}

fn part(text: &str) -> PyResult<Part> {
    [Part::Whole, Part::High, Part::Low]
        .into_iter()
        .find(|part| part.as_str() == text)
        .ok_or_else(|| PyTypeError::new_err(format!("part={text:?} must be whole, high or low")))
}

fn declarations(value: &Bound<'_, PyAny>) -> PyResult<[Option<ActionKind>; SEATS]> {
    let py = value.py();
    let mut said = [None; SEATS];
    for (key, kind) in value.cast::<PyDict>()? {
        let key = if key.is_instance_of::<PyString>() { py.get_type::<pyo3::types::PyInt>().call1((key,))? } else { key };
        let kind: ActionKind = kind.extract::<String>()?.parse::<ActionKind>().py(py)?;
        said[seat(py, &key)?.index()] = Some(kind);
    }
    Ok(said)
}

#[pymethods]
impl Event {
    #[new]
    #[pyo3(signature = (kind, **fields))]
    pub fn new(py: Python<'_>, kind: &str, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        use core::Event as E;
        let empty = PyDict::new(py);
        let f = Fields { kind, dict: fields.unwrap_or(&empty) };
        Ok(Self(match kind {
            "ante" => E::Ante { seat: f.seat()?, chips: f.chips("chips")? },
            "uncalled" => E::Uncalled { seat: f.seat()?, chips: f.chips("chips")? },
            "deal" => {
                E::Deal { seat: f.seat()?, card: card_or_unknown(&f.get("card")?)?, up: f.flag("up")? }
            }
            "burn" => E::Burn,
            "common" => E::Common { card: card_or_unknown(&f.get("card")?)? },
            "declare" => E::Declare { declarations: declarations(&f.get("declarations")?)? },
            "show" => {
                let cards = Dealt::from_cards(&card_list_or_unknown(&f.get("cards")?)?)
                    .ok_or_else(|| PyTypeError::new_err("a hand has at most seven cards"))?;
                E::Show { seat: f.seat()?, cards }
            }
            "muck" => E::Muck { seat: f.seat()? },
            "rake" => E::Rake { pot: f.get("pot")?.extract()?, chips: f.chips("chips")? },
            "pay" => {
                let part = part(&f.get("part")?.extract::<String>()?)?;
                E::Pay {
                    pot: f.get("pot")?.extract()?,
                    part,
                    seat: f.seat()?,
                    chips: f.chips("chips")?,
                    hand: f.winner(part)?,
                }
            }
            "fold" | "check" => E::Passed { kind: kind.parse::<ActionKind>().py(py)?, seat: f.seat()? },
            _ => E::Put {
                kind: kind.parse::<ActionKind>().py(py)?,
                seat: f.seat()?,
                amount: f.chips("amount")?,
                chips: f.chips("chips")?,
                all_in: f.flag("all_in")?,
            },
        }))
    }

    /// The event that `to_dict` wrote down.
    ///
    /// Raises as `Event` does.
    #[classmethod]
    pub fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyDict>) -> PyResult<Self> {
        let fields = record.copy()?;
        let kind = fields
            .get_item("kind")?
            .ok_or_else(|| PyTypeError::new_err("an event needs a field \"kind\""))?
            .extract::<String>()?;
        fields.del_item("kind")?;
        Self::new(cls.py(), &kind, Some(&fields))
    }

    /// What happened, such as `ante`, `deal` or `pay`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.fields(py, Form::Objects)?.get_item(name)? {
            Some(value) => Ok(value),
            None => Err(PyAttributeError::new_err(format!("the event {:?} has no field {name:?}", self.kind()))),
        }
    }

    /// `kind`, then the fields in the order of the table of `Event`, as plain data for JSON.
    ///
    /// Cards are texts or None, the seats of `declarations` are texts, and the `hand` of a payment is None or
    /// `{"cards": [five texts], "name": …}`.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.fields(py, Form::Plain)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| same(&self.0, &other.get().0))
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.0.kind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = Vec::new();
        for (name, value) in self.fields(py, Form::Objects)? {
            parts.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("Event({})", parts.join(", ")))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

/// Equal as records: of a winning hand the five cards count, not what else the player held.
pub fn same(a: &core::Event, b: &core::Event) -> bool {
    use core::Event as E;
    match (a, b) {
        (
            E::Pay { pot, part, seat, chips, hand },
            E::Pay { pot: pot_b, part: part_b, seat: seat_b, chips: chips_b, hand: hand_b },
        ) => {
            let text = |hand: &Option<Winner>| hand.map(|hand| (hand.cards(), hand.to_string()));
            (pot, part, seat, chips) == (pot_b, part_b, seat_b, chips_b) && text(hand) == text(hand_b)
        }
        _ => a == b,
    }
}
