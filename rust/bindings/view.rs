//! `View`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use stud8::action::Dealt;
use stud8::card;
use stud8::equity::Seen;
use stud8::rules::Chips;
use stud8::seat::Seat;
use stud8::view as core;
use stud8::wire::same_event;

use crate::action::{Pot, actions};
use crate::args::Word;
use crate::card::{Card, card_tuple};
use crate::convert::{self, by_seat, seat_tuple};
use crate::equity::query::Query;
use crate::equity::result::Equity;
use crate::equity::run::{Options, find};
use crate::errors::ResultExt;
use crate::event::Event;
use crate::rules::Rules;

/// What one seat, or the rail, may know of a hand at one moment. `Hand.view` makes it.
///
/// It is built from what the seat may see: two hands that differ only in what the seat may not know give equal
/// views, also as records, pictures and pickles. Its members are those of `Hand`, of the same types,
/// except as they say. `str` draws the table, and so do notebooks;
/// `repr` is one line, `to_dict` the wire format of a card room.
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

    /// All chips in the middle: the pots and the bets of the running street, the sum of `contributions`.
    ///
    /// After the end it is still what was played for.
    #[getter]
    fn pot(&self) -> Chips {
        self.0.pot()
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

    /// The most that any player has put in on the running street; after the bring-in, the full bring-in.
    #[getter]
    fn current_bet(&self) -> Chips {
        self.0.current_bet
    }

    /// What the viewer adds by action 1, or would add if it were the viewer's turn now: at most the stack.
    ///
    /// 0 for the rail, a folded player and one without chips. `observe` gives the same number.
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
        method = Word::AUTO, trials = None, target_error = None, seed = None, threads = None,
        progress = crate::watch::Progress::default(),
    ), text_signature = "($self, method='auto', trials=None, target_error=None, seed=None, threads=None, progress=None)")]
    #[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
    fn equity(
        slf: &Bound<'_, Self>,
        method: Word<'_>,
        trials: Option<&Bound<'_, PyAny>>,
        target_error: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: crate::watch::Progress,
    ) -> PyResult<Equity> {
        let options = Options::new(slf.py(), &method, trials, target_error, seed, threads, progress)?;
        let known = Seen::of_view(&slf.get().0).py(slf.py())?;
        find(slf.py(), &Query::of_seen(slf.py(), known)?, &options)
    }

    /// The view as plain data for JSON, with a format name and a version: the wire format of a card room.
    ///
    /// Keys of tables by seat are texts; cards are texts or None.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    /// The view that `to_dict` wrote down.
    ///
    /// The hand is played again from the rules, the stacks and the events: a view that no hand gives is refused.
    /// Settings that are left out have their defaults, unknown fields are passed over, and whole numbers may be
    /// keys of tables by seat.
    ///
    /// Raises `HistorySyntaxError`, with the field, for what is no such record or contradicts itself,
    /// `HistoryUnsupportedError` for another version, and the errors of cards, seats and rules.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = cls;
        convert::record(record, "View").map(Self)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let (a, b) = (&self.0, &other.get().0);
            a.events.len() == b.events.len()
                && a.events.iter().zip(&b.events).all(|(a, b)| same_event(a, b))
                && core::View { events: Vec::new(), ..a.clone() }
                    == core::View { events: Vec::new(), ..b.clone() }
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let eyes = self.0.seat.map_or_else(|| "the rail".to_owned(), |seat| format!("seat {seat}"));
        format!("<View of {eyes}: {}; to_dict() is its record>", self.0.headline())
    }

    /// The table as a picture for notebooks: `_repr_svg_` in a frame.
    fn _repr_html_(&self) -> String {
        self.0.to_html()
    }

    /// The table as an SVG picture, as `str` draws it as text. It stands alone: no scripts, no fonts, nothing to be loaded.
    fn _repr_svg_(&self) -> String {
        self.0.to_svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}
