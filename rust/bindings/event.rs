//! `Event`.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use stud8::action::{self as core, ActionKind, Dealt, Part, Winner};
use stud8::card::CardSet;
use stud8::eval::LowKind;
use stud8::rules::Chips;
use stud8::seat::{SEATS, Seat};
use stud8::text::{At, clip};

use crate::args::{Word, chips, seat, seat_key, shown, small};
use crate::card::{Card, card_list_or_unknown, card_or_unknown};
use crate::errors::{ResultExt, unknown_action, wrong_type};
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

const KINDS: &str = "ante, uncalled, deal, burn, common, fold, check, bring_in, call, complete, bet, raise, \
                     declare, show, muck, rake or pay";

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
        seat(&self.get("seat")?)
    }

    fn chips(&self, name: &str) -> PyResult<Chips> {
        chips(&self.get(name)?, name)
    }

    fn flag(&self, name: &str) -> PyResult<bool> {
        self.get(name)?.extract()
    }

    fn winner(&self, part: Part) -> PyResult<Option<Winner>> {
        let hand = self.get("hand")?;
        if hand.is_none() {
            return Ok(None);
        }
        let low = hand.cast::<Low>().ok();
        if low.is_some() && part != Part::Low || hand.is_instance_of::<High>() && part == Part::Low {
            return Err(PyTypeError::new_err(format!("{hand} can't win the part {:?}", part.as_str())));
        }
        let cards = if low.is_some() || hand.is_instance_of::<High>() {
            hand.getattr("cards")?
        } else {
            hand.get_item("cards")?
        };
        if cards.is_none() {
            return Err(PyTypeError::new_err(format!(
                "{hand} has no cards: a payment names the five that won it"
            )));
        }
        if let Some(low) = low {
            return winner(&cards, true, low.get().low.kind()).map(Some);
        }
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
        .ok_or_else(|| PyTypeError::new_err(format!("part={:?} must be whole, high or low", clip(text, 30))))
}

fn declarations(value: &Bound<'_, PyAny>) -> PyResult<[Option<ActionKind>; SEATS]> {
    let mut said = [None; SEATS];
    for (key, kind) in value.cast::<PyDict>()? {
        let text = kind.extract::<Word<'_>>()?;
        let kind =
            text.parse::<ActionKind>().ok().filter(|kind| kind.id().number() >= 5).ok_or_else(|| {
                let text = clip(&text, 30);
                PyTypeError::new_err(format!(
                    "{text:?} is no declaration: declare_high, declare_low or declare_both"
                ))
            })?;
        said[seat_key(&key)?.index()] = Some(kind);
    }
    Ok(said)
}

#[pymethods]
impl Event {
    #[new]
    #[pyo3(signature = (kind, **fields))]
    #[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
    pub fn new(py: Python<'_>, kind: Word<'_>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        use core::Event as E;
        let kind = &*kind;
        let empty = PyDict::new(py);
        let f = Fields { kind, dict: fields.unwrap_or(&empty) };
        let event = Self(match kind {
            "ante" => E::Ante { seat: f.seat()?, chips: f.chips("chips")? },
            "uncalled" => E::Uncalled { seat: f.seat()?, chips: f.chips("chips")? },
            "deal" => E::Deal { seat: f.seat()?, card: card_or_unknown(&f.get("card")?)?, up: f.flag("up")? },
            "burn" => E::Burn,
            "common" => E::Common { card: card_or_unknown(&f.get("card")?)? },
            "declare" => E::Declare { declarations: declarations(&f.get("declarations")?)? },
            "show" => {
                let cards = card_list_or_unknown(&f.get("cards")?)?;
                CardSet::from_distinct(cards.iter().flatten().copied()).py(py)?;
                let cards = Dealt::from_cards(&cards)
                    .ok_or_else(|| PyTypeError::new_err("a hand has at most seven cards"))?;
                E::Show { seat: f.seat()?, cards }
            }
            "muck" => E::Muck { seat: f.seat()? },
            "rake" => E::Rake { pot: small(&f.get("pot")?, "pot", 7_u8)?, chips: f.chips("chips")? },
            "pay" => {
                let part = part(&f.get("part")?.extract::<Word<'_>>()?)?;
                E::Pay {
                    pot: small(&f.get("pot")?, "pot", 7_u8)?,
                    part,
                    seat: f.seat()?,
                    chips: f.chips("chips")?,
                    hand: f.winner(part)?,
                }
            }
            "fold" | "check" => E::Passed { kind: kind.parse::<ActionKind>().py(py)?, seat: f.seat()? },
            "call" | "bring_in" | "complete" | "bet" | "raise" => E::Put {
                kind: kind.parse::<ActionKind>().py(py)?,
                seat: f.seat()?,
                amount: f.chips("amount")?,
                chips: f.chips("chips")?,
                all_in: f.flag("all_in")?,
            },
            _ => {
                let text = clip(kind, 30);
                return Err(unknown_action(
                    py,
                    format!("{text:?} is no kind of event: {KINDS}{}", At::of_word(&text)),
                ));
            }
        });
        let known = event.fields(py, Form::Plain)?;
        for (name, _) in f.dict {
            if !known.contains(&name)? {
                return Err(PyTypeError::new_err(format!(
                    "the event {kind:?} has no field {}",
                    shown(&name)
                )));
            }
        }
        Ok(event)
    }

    /// The event that `to_dict` wrote down.
    ///
    /// Raises as `Event` does.
    #[classmethod]
    pub fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(record) = record.cast::<PyDict>() else {
            return Err(wrong_type("the record of an event is a dict", record));
        };
        let fields = record.copy()?;
        let kind = fields
            .get_item("kind")?
            .ok_or_else(|| PyTypeError::new_err("an event needs a field \"kind\""))?;
        fields.del_item("kind")?;
        Self::new(cls.py(), kind.extract()?, Some(&fields))
    }

    /// What happened, such as `ante`, `deal` or `pay`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.fields(py, Form::Objects)?.get_item(name)? {
            Some(value) => Ok(value),
            None => {
                Err(PyAttributeError::new_err(format!("the event {:?} has no field {name:?}", self.kind())))
            }
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
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
