//! `View`.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple, PyType};
use stud8::action::{ActionKind, Dealt, Legal};
use stud8::card;
use stud8::hand::Stage;
use stud8::pot::Pots;
use stud8::rules::Chips;
use stud8::seat::{SEATS, Seat, SeatSet};
use stud8::view as core;

use crate::action::{Pot, actions};
use crate::args::{seat, seat_key, whole};
use crate::card::{Card, card_list_or_unknown, card_or_unknown};
use crate::equity::{Equity, Options};
use crate::errors::{ResultExt, history_syntax, history_unsupported, of_record};
use crate::event::{Event, card_text, same};
use crate::hand::{by_seat, card_tuple, seat_tuple};
use crate::rules::Rules;

/// The name and version of the record.
const FORMAT: &str = "stud8-view";
const VERSION: u32 = 1;

/// What one seat, or the rail, may know of a hand at one moment. `Hand.view` makes it.
///
/// It is built from what the seat may see, so it differs never between two hands that differ only in what the
/// seat may not know, be it by `repr`, pickle or `==`. Its members are those of `Hand`, of the same types,
/// except as they say. `str` draws the table; `to_dict` is the wire format of a card room.
///
/// ```python
/// >>> from stud8 import Hand, Rules
/// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 2, seed=7)
/// >>> rail = hand.view(None)
/// >>> rail.seat, rail.down_cards, len(rail.legal_actions)
/// (None, {1: (None, None), 2: (None, None)}, 0)
///
/// ```
#[pyclass(frozen, module = "stud8")]
pub struct View(pub core::View);

impl View {
    fn cards<'py, C>(&self, py: Python<'py>, pick: impl Fn(&Dealt) -> C) -> PyResult<Bound<'py, PyDict>>
    where
        C: IntoIterator<Item = Option<card::Card>>,
    {
        let dict = PyDict::new(py);
        for seat in self.0.seats {
            dict.set_item(seat.number(), card_tuple(py, pick(&self.0.dealt[seat.index()]))?)?;
        }
        Ok(dict)
    }

    fn texts<'py, C>(&self, py: Python<'py>, pick: impl Fn(&Dealt) -> C) -> PyResult<Bound<'py, PyDict>>
    where
        C: IntoIterator<Item = Option<card::Card>>,
    {
        let dict = PyDict::new(py);
        for seat in self.0.seats {
            let cards: Vec<_> = pick(&self.0.dealt[seat.index()]).into_iter().map(card_text).collect();
            dict.set_item(seat.to_string(), cards)?;
        }
        Ok(dict)
    }

    fn plain<'py>(&self, py: Python<'py>, amounts: &[Chips; SEATS]) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for seat in self.0.seats {
            dict.set_item(seat.to_string(), amounts[seat.index()])?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl View {
    /// Whose view it is; None is the rail.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.0.seat.map(Seat::number)
    }

    /// The house rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.rules)
    }

    /// The street, 3 to 7.
    #[getter]
    fn street(&self) -> u8 {
        self.0.street
    }

    /// The seats dealt in, ascending.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        seat_tuple(py, self.0.seats)
    }

    /// The seats that have not folded, ascending.
    #[getter]
    fn seats_in<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        seat_tuple(py, self.0.live)
    }

    /// {seat: chips not put in} for all dealt in.
    #[getter]
    fn stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_seat(py, self.0.seats, |seat| self.0.stacks[seat.index()])
    }

    /// {seat: chips put in on the running street} for all dealt in.
    #[getter]
    fn bets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_seat(py, self.0.seats, |seat| self.0.bets[seat.index()])
    }

    /// {seat: chips put in over the whole hand} for all dealt in.
    #[getter]
    fn contributions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_seat(py, self.0.seats, |seat| self.0.contributions[seat.index()])
    }

    /// The main pot and the side pots, without the bets of the running street.
    #[getter]
    fn pots(&self) -> Vec<Pot> {
        self.0.pots.as_slice().iter().map(|&pot| pot.into()).collect()
    }

    /// {seat: up cards in dealt order} for all dealt in; those of folded hands are known dead cards.
    #[getter]
    fn up_cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.cards(py, |dealt| dealt.up().to_vec())
    }

    /// {seat: down cards in dealt order}: the viewer's own, None for those of others until they have shown.
    #[getter]
    fn down_cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.cards(py, |dealt| dealt.down().collect::<Vec<_>>())
    }

    /// The card that is everybody's seventh, or None.
    #[getter]
    fn common_card(&self) -> Option<Card> {
        self.0.common.flatten().map(Card)
    }

    /// Whether the hand is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// What the hand waits for: `betting`, `declaring`, `showing`, `dealing` or, when it is over, `over`.
    #[getter]
    fn stage(&self) -> &'static str {
        self.0.stage.as_str()
    }

    /// The most that anyone has put in on the running street; after the bring-in, the full bring-in.
    #[getter]
    fn to_call(&self) -> Chips {
        self.0.to_call
    }

    /// How many more full wagers the cap allows on the running street; None is no cap.
    #[getter]
    fn wagers_left(&self) -> Option<u64> {
        self.0.wagers_left
    }

    /// The seat of the running street's last wager, or None.
    #[getter]
    fn aggressor(&self) -> Option<u8> {
        self.0.aggressor.map(Seat::number)
    }

    /// The seat to act, or None.
    #[getter]
    fn actor(&self) -> Option<u8> {
        self.0.actor.map(Seat::number)
    }

    /// What the viewer may do, as a tuple of `Action`; empty unless it is his turn.
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Ok(actions(py, self.0.legal)?.to_tuple())
    }

    /// What happened, in order; the down cards that others were dealt are None until they have shown.
    ///
    /// From then on the earlier deal events tell the cards too. Mucked and folded hands stay hidden.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.events.iter().map(|&event| Event(event)))
    }

    /// What part of the pot each player who is in will win: `stud8.equity(view)`, with its options.
    ///
    /// The viewer's own cards and all that were face up are known; the cards of others are any that are left.
    ///
    /// ```python
    /// >>> from stud8 import Hand, Rules
    /// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 2, seed=7)
    /// >>> [player.player for player in hand.view(2).equity(trials=1000, seed=1).players]
    /// [1, 2]
    ///
    /// ```
    #[pyo3(signature = (
        method = "auto", trials = None, target_error = None, seed = None, threads = None, progress = false,
    ))]
    fn equity(
        slf: &Bound<'_, Self>,
        method: &str,
        trials: Option<&Bound<'_, PyAny>>,
        target_error: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: bool,
    ) -> PyResult<Equity> {
        let options = Options::new(slf.py(), method, trials, target_error, seed, threads, progress)?;
        crate::equity::equity_of(slf, &options)
    }

    /// The view as plain data for JSON, with a format name and a version: the wire format of a card room.
    ///
    /// Keys of tables by seat are texts; cards are texts or None.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let view = &self.0;
        let dict = PyDict::new(py);
        dict.set_item("format", FORMAT)?;
        dict.set_item("version", VERSION)?;
        dict.set_item("rules", Rules(view.rules).to_dict(py)?)?;
        dict.set_item("seat", self.seat())?;
        dict.set_item("street", view.street)?;
        dict.set_item("seats", seat_tuple(py, view.seats)?.to_list())?;
        dict.set_item("seats_in", seat_tuple(py, view.live)?.to_list())?;
        dict.set_item("stacks", self.plain(py, &view.stacks)?)?;
        dict.set_item("bets", self.plain(py, &view.bets)?)?;
        dict.set_item("contributions", self.plain(py, &view.contributions)?)?;
        let pots = PyList::empty(py);
        for pot in self.pots() {
            pots.append(pot.to_dict(py)?)?;
        }
        dict.set_item("pots", pots)?;
        dict.set_item("up_cards", self.texts(py, |dealt| dealt.up().to_vec())?)?;
        dict.set_item("down_cards", self.texts(py, |dealt| dealt.down().collect::<Vec<_>>())?)?;
        dict.set_item("common_card", view.common.flatten().map(|card| card.to_string()))?;
        dict.set_item("is_over", self.is_over())?;
        dict.set_item("stage", self.stage())?;
        dict.set_item("to_call", view.to_call)?;
        dict.set_item("wagers_left", view.wagers_left)?;
        dict.set_item("aggressor", self.aggressor())?;
        dict.set_item("actor", self.actor())?;
        let legal = PyList::empty(py);
        for action in view.legal.actions() {
            legal.append(crate::action::Action(action).to_dict(py)?)?;
        }
        dict.set_item("legal_actions", legal)?;
        let events = PyList::empty(py);
        for &event in &view.events {
            events.append(Event(event).to_dict(py)?)?;
        }
        dict.set_item("events", events)?;
        Ok(dict)
    }

    /// The view that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version,
    /// and the error of whatever in it is wrong.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = cls.py();
        let Ok(record) = record.cast::<PyDict>() else {
            return Err(history_syntax(py, "the record of a view is a dict, as View.to_dict() makes it"));
        };
        read(record).map(Self).map_err(|error| of_record(py, "a view", error))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let (a, b) = (&self.0, &other.get().0);
            a.events.len() == b.events.len()
                && a.events.iter().zip(&b.events).all(|(a, b)| same(a, b))
                && core::View { events: Vec::new(), ..a.clone() }
                    == core::View { events: Vec::new(), ..b.clone() }
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("View.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

fn field<'py>(record: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    record.get_item(name)?.ok_or_else(|| PyKeyError::new_err(format!("it has no field {name}")))
}

/// Whether a record names this format and a version that can be read.
pub fn check_format(record: &Bound<'_, PyDict>, format: &str, version: u32) -> PyResult<()> {
    let py = record.py();
    let found = record.get_item("format")?.map(|format| format.to_string()).unwrap_or_default();
    if found != format {
        return Err(history_syntax(py, format!("format={found:?}: a record of this kind has {format:?}")));
    }
    let found = record.get_item("version")?.and_then(|version| {
        if crate::args::is_whole(&version) { version.extract::<u32>().ok() } else { None }
    });
    if found != Some(version) {
        let found = found.map_or_else(|| "none".to_owned(), |version| version.to_string());
        return Err(history_unsupported(
            py,
            format!("version {found} of {format}: this release reads {version}"),
        ));
    }
    Ok(())
}

fn seats(value: &Bound<'_, PyAny>) -> PyResult<SeatSet> {
    let mut set = SeatSet::EMPTY;
    for number in value.try_iter()? {
        set.insert(seat(&number?)?);
    }
    Ok(set)
}

/// (seat, value) of a table whose keys are numbers, or texts as JSON has them.
fn rows<'py>(value: &Bound<'py, PyAny>) -> PyResult<Vec<(Seat, Bound<'py, PyAny>)>> {
    let row = |(key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>)| Ok((seat_key(&key)?, value));
    value.cast::<PyDict>()?.iter().map(row).collect()
}

fn amounts(value: &Bound<'_, PyAny>) -> PyResult<[Chips; SEATS]> {
    let mut amounts = [0; SEATS];
    for (seat, chips) in rows(value)? {
        amounts[seat.index()] = crate::args::chips(&chips, "chips")?;
    }
    Ok(amounts)
}

fn read(record: &Bound<'_, PyDict>) -> PyResult<core::View> {
    let py = record.py();
    check_format(record, FORMAT, VERSION)?;
    let get = |name: &str| field(record, name);
    let optional_seat = |name: &str| -> PyResult<Option<Seat>> {
        let value = get(name)?;
        if value.is_none() { Ok(None) } else { seat(&value).map(Some) }
    };
    let mut dealt = [Dealt::default(); SEATS];
    let up: Vec<_> = rows(&get("up_cards")?)?;
    let down: Vec<_> = rows(&get("down_cards")?)?;
    for ((owner, up), (_, down)) in up.into_iter().zip(down) {
        let (up, down) = (card_list_or_unknown(&up)?, card_list_or_unknown(&down)?);
        let (first, last) = down.split_at(down.len().min(2));
        let cards: Vec<_> = first.iter().chain(&up).chain(last).copied().collect();
        dealt[owner.index()] = Dealt::from_cards(&cards)
            .ok_or_else(|| history_syntax(py, format!("seat {owner} has more than seven cards")))?;
    }
    let pots = get("pots")?.try_iter()?.map(|pot| {
        let pot = pot?;
        Ok(Pot::new(&pot.get_item("amount")?, &pot.get_item("seats")?)?.core())
    });
    let pots = pots.collect::<PyResult<Vec<_>>>()?;
    if pots.len() > SEATS {
        return Err(history_syntax(py, format!("{} pots: there can be eight", pots.len())));
    }
    let pots: Pots = pots.into_iter().collect();
    let mut legal = Legal::NONE;
    for action in get("legal_actions")?.try_iter()? {
        let action = action?;
        let kind = action.get_item("kind")?.extract::<String>()?.parse::<ActionKind>().py(py)?;
        legal = legal.including(kind, action.get_item("amount")?.extract()?);
    }
    let events = get("events")?.try_iter()?.map(|event| {
        let event = event?;
        Ok(Event::from_dict(&py.get_type::<Event>(), &event)?.0)
    });
    let events: Vec<_> = events.collect::<PyResult<_>>()?;
    let stage = get("stage")?.extract::<String>()?;
    let stage = stage.parse::<Stage>().ok();
    let stage = stage
        .filter(|stage| get("is_over").is_ok_and(|over| over.is(PyBool::new(py, *stage == Stage::Over))));
    let stage =
        stage.ok_or_else(|| history_syntax(py, "stage and is_over don't say what the hand waits for"))?;
    // Whether a common card that nobody knows is out, only the events tell.
    let common = card_or_unknown(&get("common_card")?)?;
    let out = events.iter().any(|event| matches!(event, stud8::action::Event::Common { .. }));
    Ok(core::View {
        seat: optional_seat("seat")?,
        rules: py
            .get_type::<Rules>()
            .call((), Some(get("rules")?.cast::<PyDict>()?))?
            .cast::<Rules>()?
            .get()
            .0,
        street: whole(&get("street")?, "street", 3, 7)?.try_into()?,
        seats: seats(&get("seats")?)?,
        live: seats(&get("seats_in")?)?,
        stacks: amounts(&get("stacks")?)?,
        bets: amounts(&get("bets")?)?,
        contributions: amounts(&get("contributions")?)?,
        pots,
        dealt,
        common: out.then_some(common),
        stage,
        to_call: crate::args::chips(&get("to_call")?, "to_call")?,
        wagers_left: get("wagers_left")?.extract()?,
        aggressor: optional_seat("aggressor")?,
        actor: optional_seat("actor")?,
        legal,
        events,
    })
}
