//! `Hand`, and `LegalActions`, which looks at one.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use stud8::action::{Dealt, Legal};
use stud8::card as cards;
use stud8::deal::NextCard;
use stud8::equity::Seen;
use stud8::hand::PlayError;
use stud8::played::{PlayedHand, Setup, Source, Step};
use stud8::rng;
use stud8::rules::Chips;
use stud8::seat::Seat;

use crate::action::{Action, Pot, RequestedAction, actions};
use crate::args::{Remade, Word, seat, shown, whole};
use crate::card::{Card, card_or_unknown, card_tuple};
use crate::convert::{self, by_seat, seat_tuple};
use crate::entropy::fresh;
use crate::equity::query::Query;
use crate::equity::result::Equity;
use crate::equity::run::{Options, find};
use crate::errors::{IntoPyError, ResultExt, illegal_action, invalid_seats};
use crate::event::Event;
use crate::rules::Rules;
use crate::view::View;

/// One hand of seven-card stud high-low, from the antes to the payments.
///
/// `stacks` are chips: a list (seats 1, 2, 3 …) or a mapping {seat: chips}; two to eight players in seats 1
/// to 8, each with 1 to 2**40 chips, a multiple of the rules' `unit`. The cards come from
///
/// - the operating system's randomness, if nothing is said;
/// - `seed` and `number`: hand `number` (0 unless given) of a seed, both below 2**64, the same on every
///   machine and in every release. A seed gives all its hands away, and a short one is found by trying from
///   the cards of one seat: for simulations, never for hands among people;
/// - `deck`: all 52 cards in order, as a list or one text, used from the first;
/// - `dealt_by_hand=True`: `next_card` says which card is awaited, `deal` deals it. Cards may be unknown.
///
/// Everything that needs no decision happens at once: antes, cards from a deck, ends of rounds, showing
/// without a choice, payments. A call that raises leaves the hand as it was. Equal hands began alike and went
/// alike; hands are mutable and not hashable, copies and pickles are independent. `str` draws the table as
/// the rail sees it, and so do notebooks. `repr` is an expression that makes the hand again, its cards included,
/// where that fits in a few lines; else one line that says where the hand stands, and `to_dict` is its record.
///
/// Raises `InvalidSeatsError`, `InvalidStackError`, `InvalidDeckError`, `DuplicateCardError` or
/// `InvalidCardError`; `ValueError` for a seed or number out of range; `TypeError` if the cards come from two
/// sources.
///
/// ```python
/// >>> from stud8 import Hand, Rules
/// >>> hand = Hand(Rules.full_tilt(), stacks={2: 5000, 5: 900, 7: 20000}, seed=1)
/// >>> while hand.actor:
/// ...     hand.play("call" if "call" in hand.legal_actions else hand.default_action)
/// >>> hand.is_over, sum(hand.payoffs.values())
/// (True, 0)
///
/// ```
#[pyclass(module = "stud8")]
pub struct Hand {
    pub game: PlayedHand,
}

impl Hand {
    fn read(&self) -> &stud8::hand::Hand {
        self.game.hand()
    }

    fn cards<'py, C>(&self, py: Python<'py>, pick: impl Fn(&Dealt) -> C) -> PyResult<Bound<'py, PyDict>>
    where
        C: IntoIterator<Item = Option<cards::Card>>,
    {
        let dict = PyDict::new(py);
        for seat in self.read().seats() {
            dict.set_item(seat.number(), card_tuple(py, pick(self.read().dealt(seat)))?)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Hand {
    #[new]
    #[pyo3(signature = (rules, stacks, *, deck = None, seed = None, number = None, dealt_by_hand = false))]
    fn new(
        rules: Rules,
        stacks: &Bound<'_, PyAny>,
        deck: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        number: Option<&Bound<'_, PyAny>>,
        dealt_by_hand: bool,
    ) -> PyResult<Self> {
        let py = stacks.py();
        let given = usize::from(deck.is_some()) + usize::from(seed.is_some()) + usize::from(dealt_by_hand);
        if given > 1 {
            return Err(PyTypeError::new_err(
                "the cards come from a deck, from a seed or by hand: give only one of the three",
            ));
        }
        if number.is_some() && seed.is_none() {
            return Err(PyTypeError::new_err("number= counts the hands of a seed: give seed= too"));
        }
        let stacks = crate::args::stacks(stacks)?;
        let source = match (deck, seed) {
            (Some(deck), _) => Source::Deck(crate::card::deck(deck)?),
            (_, Some(seed)) => Source::Seed {
                seed: whole(seed, "seed", 0, u64::MAX)?,
                number: number.map_or(Ok(0), |number| whole(number, "number", 0, u64::MAX))?,
            },
            _ if dealt_by_hand => Source::ByHand,
            _ => Source::Deck(rng::secret_deck(fresh()?)),
        };
        let setup = Setup { rules: rules.0, stacks, source, show_in_turn: true };
        PlayedHand::new(setup).map(|game| Self { game }).py(py)
    }

    /// The house rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(*self.read().rules())
    }

    /// The seats dealt in, ascending.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        seat_tuple(py, self.read().seats())
    }

    /// The seats that have not folded, ascending.
    #[getter]
    fn seats_in<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        seat_tuple(py, self.read().live())
    }

    /// The street, 3 to 7; it stays where the hand ended.
    #[getter]
    fn street(&self) -> u8 {
        self.read().street()
    }

    /// What the hand waits for: `betting`, `declaring`, `showing`, `dealing` or, when it is over, `over`.
    #[getter]
    fn stage(&self) -> &'static str {
        self.read().stage().as_str()
    }

    /// The most that any player has put in on the running street; after the bring-in, the full bring-in.
    #[getter]
    fn current_bet(&self) -> Chips {
        self.read().current_bet()
    }

    /// What the actor adds by action 1: the call or the bring-in, or all it has if that is less.
    ///
    /// 0 where action 1 is a check, and when nobody is to act.
    #[getter]
    fn to_call(&self) -> Chips {
        self.read().to_call()
    }

    /// How many more full wagers the cap allows on the running street; None is no cap.
    #[getter]
    fn wagers_left(&self) -> Option<u64> {
        self.read().wagers_left()
    }

    /// The seat of the running street's last wager, or None.
    #[getter]
    fn aggressor(&self) -> Option<u8> {
        self.read().aggressor().map(Seat::number)
    }

    /// The seat to act; None when the hand is over or a card is awaited.
    ///
    /// Showing or mucking (with `ask_muck`) and declaring (with `declare`) are actions too.
    #[getter]
    fn actor(&self) -> Option<u8> {
        self.read().actor().map(Seat::number)
    }

    /// What the actor may do: a live `LegalActions`, empty when nobody is to act.
    #[getter]
    fn legal_actions(hand: Bound<'_, Self>) -> LegalActions {
        LegalActions(hand.unbind())
    }

    /// The action of a player who lets his time run out; None when nobody is to act.
    ///
    /// Check if that is free, else the bring-in where it is forced, else fold; at the showdown muck;
    /// declaring, high.
    #[getter]
    fn default_action(&self) -> Option<Action> {
        self.read().default_action().map(Action)
    }

    /// Carry out an action of the actor.
    ///
    /// `action` is a kind such as `call`, an id from 0 to 7, or an `Action`, whose amount must then be right.
    /// `seat` is for records that name who acted: it must be the actor, except at the first action of a
    /// street when unknown up cards leave open who opens; then the record is believed if no known card
    /// contradicts it.
    ///
    /// Raises `UnknownActionError` for what names no action; `NotActingError` when none is awaited;
    /// `IllegalActionError` for one out of turn or not among the legal ones, which the message lists. They
    /// are looked for in that order.
    #[pyo3(signature = (action, seat = None))]
    fn play(
        slf: &Bound<'_, Self>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        // Arguments first: they may be objects that look at the hand.
        let (requested, named) = (RequestedAction::from_py(action)?, seat.map(Named::from_py));
        slf.try_borrow_mut()?.carry_out(action.py(), requested, named)
    }

    /// Deal the awaited card of a hand that is dealt by hand.
    ///
    /// `card` is whatever `Card` takes; None and `??` are an unknown card.
    ///
    /// Raises `NotDealingError` when no card is awaited, `InvalidCardError` for what is no card,
    /// `DuplicateCardError` for one that this hand has seen.
    fn deal(slf: &Bound<'_, Self>, card: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = card.py();
        let card = card_or_unknown(card);
        let mut hand = slf.try_borrow_mut()?;
        if hand.read().next_card().is_none() {
            return Err(stud8::hand::DealError::NotDealing { why: hand.read().why_no_card() }.into_py(py));
        }
        hand.game.deal(card?).py(py)
    }

    /// Whose card is awaited, of a hand that is dealt by hand: (seat, where), or None if none is.
    ///
    /// `where` is `down`, `up` or `common`; the common card is nobody's: `(None, "common")`.
    #[getter]
    fn next_card(&self) -> Option<(Option<u8>, &'static str)> {
        self.read().next_card().map(|next| match next {
            NextCard::Down(seat) => (Some(seat.number()), "down"),
            NextCard::Up(seat) => (Some(seat.number()), "up"),
            NextCard::Common => (None, "common"),
        })
    }

    /// {seat: chips not put in} for all dealt in.
    #[getter]
    fn stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_seat(py, self.read().seats(), |seat| self.read().stacks()[seat.index()])
    }

    /// {seat: chips put in on the running street} for all dealt in; 0 once the round has ended.
    #[getter]
    fn bets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_seat(py, self.read().seats(), |seat| self.read().bets()[seat.index()])
    }

    /// {seat: chips put in over the whole hand} for all dealt in, antes included.
    ///
    /// Uncalled chips are taken off again.
    #[getter]
    fn contributions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let put_in = self.read().contributions();
        by_seat(py, self.read().seats(), |seat| put_in[seat.index()])
    }

    /// {seat: chips before the antes} for all dealt in.
    #[getter]
    fn starting_stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_seat(py, self.read().seats(), |seat| self.read().starting_stacks()[seat.index()])
    }

    /// All chips in the middle: the pots and the bets of the running street, the sum of `contributions`.
    ///
    /// After the end it is still what was played for, uncalled chips taken off, the rake not.
    #[getter]
    fn pot(&self) -> Chips {
        self.read().pot()
    }

    /// The main pot and the side pots, in that order; none once they are paid.
    ///
    /// They hold antes and finished streets: the bets of the running street stand apart. Adjacent pots are
    /// never merged. A pot that can't be paid because cards are unknown stays.
    #[getter]
    fn pots(&self) -> Vec<Pot> {
        self.read().pots().as_slice().iter().map(|&pot| pot.into()).collect()
    }

    /// {seat: up cards in dealt order} for all dealt in, folded ones too; None for an unknown card.
    #[getter]
    fn up_cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.cards(py, |dealt| dealt.up().to_vec())
    }

    /// {seat: down cards in dealt order} for all dealt in: the first two, and on seventh street the third.
    ///
    /// All of them, whoever may see them: what a player may know is `view(seat)`.
    #[getter]
    fn down_cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.cards(py, |dealt| dealt.down().collect::<Vec<_>>())
    }

    /// The card that is everybody's seventh, dealt when too few are left for all.
    ///
    /// None if there is none (yet), or it is unknown.
    #[getter]
    fn common_card(&self) -> Option<Card> {
        self.read().common_card().flatten().map(Card)
    }

    /// Whether the hand is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.read().is_over()
    }

    /// {seat: chips won or lost} for all dealt in, after the end. They sum to minus the rake.
    ///
    /// Raises `NotOverError` before the end, and `UnknownCardsError` if a payment depends on cards nobody
    /// knows.
    #[getter]
    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let payoffs = self.read().payoffs().py(py)?;
        by_seat(py, self.read().seats(), |seat| payoffs[seat.index()])
    }

    /// What happened, in order, as a tuple of `Event`; hidden cards are told.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.game.events().iter().map(|&event| Event(event)))
    }

    /// How many events there are, without making them.
    #[getter]
    fn event_count(&self) -> usize {
        self.game.events().len()
    }

    /// The events after the first `count`: what is new to somebody who has heard so many.
    fn events_since<'py>(&self, count: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = count.py();
        let count = usize::try_from(whole(count, "count", 0, u64::MAX)?).unwrap_or(usize::MAX);
        let events = self.game.events().get(count..).unwrap_or_default();
        PyTuple::new(py, events.iter().map(|&event| Event(event)))
    }

    /// What the player in this seat may know and nothing else; `view(None)` is what the rail sees.
    ///
    /// Raises `InvalidSeatsError` for a seat that was not dealt in.
    ///
    /// ```python
    /// >>> from stud8 import Hand, Rules
    /// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 2, deck=[*range(52)])
    /// >>> hand.view(1).down_cards
    /// {1: (Card('2c'), Card('2h')), 2: (None, None)}
    ///
    /// ```
    fn view(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<View> {
        let Some(number) = seat else { return Ok(View(self.game.view(None))) };
        let py = number.py();
        let seat = crate::args::seat(number)?;
        if !self.read().seats().contains(seat) {
            let seats = seat_tuple(py, self.read().seats())?;
            return Err(invalid_seats(py, format!("seat {seat} was not dealt in: the seats are {seats}")));
        }
        Ok(View(self.game.view(Some(seat))))
    }

    /// What part of the pot each player who is in will win: `stud8.equity(hand)`, with its options.
    ///
    /// All cards that were dealt are known: what a player may know is `view(seat).equity()`.
    ///
    /// ```python
    /// >>> from stud8 import Hand, Rules
    /// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 2, seed=7)
    /// >>> [player.player for player in hand.equity().players]
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
        let known = Seen::of_hand(slf.try_borrow()?.game.hand()).py(slf.py())?;
        find(slf.py(), &Query::of_seen(slf.py(), known)?, &options)
    }

    /// An independent copy. `copy.copy` and `copy.deepcopy` make the same.
    fn copy(&self) -> Self {
        Self { game: self.game.clone() }
    }

    /// A copy in which this action has been carried out. Arguments and errors are those of `play`.
    #[pyo3(signature = (action, seat = None))]
    fn after(&self, action: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut hand = self.copy();
        hand.carry_out(action.py(), RequestedAction::from_py(action)?, seat.map(Named::from_py))?;
        Ok(hand)
    }

    /// The record of the hand as plain data for JSON: rules, stacks, where the cards came from, actions.
    ///
    /// It has a format name and a version, and tells all cards. `from_dict` plays it again.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.game)
    }

    /// The hand that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version,
    /// `HistoryStepError` for an action that couldn't be, with its number, and the errors of `Hand` and
    /// `Rules`.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = cls;
        convert::record(record, "Hand").map(|game| Self { game })
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| other.game == self.game))
    }

    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(text) = self.expression(py)?
            && text.len() <= LONGEST_REPR
        {
            return Ok(text);
        }
        let seats =
            self.read().seats().into_iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ");
        let headline = self.game.view(None).headline();
        Ok(format!("<Hand of seats {seats}: {headline}; to_dict() is its record>"))
    }

    /// The table as a picture for notebooks: `_repr_svg_` in a frame.
    fn _repr_html_(&self) -> String {
        self.game.to_html()
    }

    /// The table as an SVG picture as the rail sees it, with what the actor may do. It stands alone: no scripts, no fonts, nothing to be loaded.
    fn _repr_svg_(&self) -> String {
        self.game.to_svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

impl Hand {
    /// Returns the expression that makes this hand again; `None` for one that was dealt by hand or is replayed as
    /// recorded: no single expression deals cards.
    fn expression(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Setup { rules, stacks, source, show_in_turn } = self.game.setup();
        if !show_in_turn {
            return Ok(None);
        }
        let source = match source {
            Source::Deck(deck) => {
                let cards: String = deck.iter().map(ToString::to_string).collect();
                format!("deck='{cards}'")
            }
            Source::Seed { seed, number: 0 } => format!("seed={seed}"),
            Source::Seed { seed, number } => format!("seed={seed}, number={number}"),
            Source::ByHand => return Ok(None),
        };
        let rules = Rules(*rules).short_repr(py)?;
        let mut text = format!("Hand({rules}, {}, {source})", stacks_repr(stacks));
        for step in self.game.steps() {
            match *step {
                Step::Play(None, kind) => text += &[".after('", kind.as_str(), "')"].concat(),
                Step::Play(Some(seat), kind) => {
                    text += &[".after('", kind.as_str(), "', seat=", &seat.to_string(), ")"].concat();
                }
                Step::Deal(_) => return Ok(None),
            }
        }
        Ok(Some(text))
    }

    fn carry_out(
        &mut self,
        py: Python<'_>,
        requested: RequestedAction,
        named: Option<Named>,
    ) -> PyResult<()> {
        let hand = self.game.hand();
        let Some(actor) = hand.actor() else {
            return Err(if hand.is_over() { PlayError::Over } else { PlayError::Dealing }.into_py(py));
        };
        let seat = named.map_or(Ok(actor), |named| named.seat(py, actor))?;
        // Where a record names another seat than the one to act, it is believed if it can be so.
        let legal = hand.legal_for(seat).ok_or_else(|| PlayError::Turn { seat, actor }.into_py(py))?;
        let kind = requested
            .among(legal)
            .map_err(|asked| PlayError::Illegal { asked, actor: seat, legal }.into_py(py))?;
        if seat == actor { self.game.play(kind) } else { self.game.play_from(seat, kind) }.py(py)
    }
}

/// The longest `repr` of a hand: more than a few lines help nobody.
const LONGEST_REPR: usize = 400;

/// Returns stacks as Python writes them, in the shortest way.
fn stacks_repr(stacks: &[(Seat, Chips)]) -> String {
    let amounts = || stacks.iter().map(|&(_, chips)| chips.to_string());
    if stacks.iter().zip(1..).any(|(&(seat, _), number)| seat.number() != number) {
        let pairs = stacks.iter().map(|(seat, chips)| format!("{seat}: {chips}"));
        return format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "));
    }
    match stacks {
        [(_, first), rest @ ..] if rest.iter().all(|(_, chips)| chips == first) => {
            format!("[{first}] * {}", stacks.len())
        }
        _ => format!("[{}]", amounts().collect::<Vec<_>>().join(", ")),
    }
}

/// Who a record says acts. A seat that isn't at any table is as much out of turn as another.
enum Named {
    Seat(Seat),
    None(String),
}

impl Named {
    fn from_py(value: &Bound<'_, PyAny>) -> Self {
        seat(value).map_or_else(|_| Self::None(shown(value)), Self::Seat)
    }

    fn seat(self, py: Python<'_>, actor: Seat) -> PyResult<Seat> {
        match self {
            Self::Seat(seat) => Ok(seat),
            Self::None(text) => {
                Err(illegal_action(py, format!("it is seat {actor}'s turn, not seat {text}'s")))
            }
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
    fn now(&self, py: Python<'_>) -> PyResult<Legal> {
        Ok(self.0.try_borrow(py)?.game.hand().legal())
    }
}

#[pymethods]
impl LegalActions {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.now(py).map(Legal::len)
    }

    fn __contains__(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(requested) = RequestedAction::from_py(action) else { return Ok(false) };
        let legal = self.now(action.py())?;
        Ok(requested.among(legal).is_ok_and(|kind| legal.contains(kind)))
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
