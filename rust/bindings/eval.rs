//! `evaluate`, `Evaluation`, `High`, `Low`, `Board`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use stud8::card::{self, CardSet};
use stud8::eval::{self as core, LowKind};

use crate::args::{Reduced, Word, formatted, is_whole, shown};
use crate::card::{Card, card_list_or_unknown, card_set, compare, spaced};
use crate::errors::{ResultExt, invalid_card};

/// A Python hash of something hashable.
pub fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Five cards, as Python sees them.
fn five(py: Python<'_>, cards: Option<[card::Card; 5]>) -> PyResult<Option<Bound<'_, PyTuple>>> {
    cards.map(|cards| PyTuple::new(py, cards.map(Card))).transpose()
}

fn from_cards(value: &Bound<'_, PyAny>, what: &str) -> PyResult<CardSet> {
    let set = card_set(value)?;
    if set.len() == 5 {
        return Ok(set);
    }
    Err(invalid_card(value.py(), format!("{what} is made of five cards, not {}", set.len())))
}

fn number_of(value: &Bound<'_, PyAny>, what: &str, least: u16, most: u16) -> PyResult<u16> {
    value.extract::<u16>().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
        PyValueError::new_err(format!("{} is no {what}: they are numbered {least} to {most}", shown(value)))
    })
}

/// The value of five cards for high: greater is better, equal hands are equal.
///
/// `value` is five cards, or the number of a high from 0 (7-5-4-3-2) to 7461 (royal flush), which `int(high)`
/// gives back. `str(high)` names the hand. Only the value counts for `==`, `<` and the hash, not which cards
/// made it. `High.CATEGORIES` are the kinds of hands, the worst first.
///
/// Raises `InvalidCardError` unless there are five cards, `ValueError` for a number that no high has.
///
/// ```python
/// >>> from stud8 import High
/// >>> aces_up, kings = High("As Ad 7c 7h Kd"), High("Ks Kh Kd 3c 2d")
/// >>> kings > aces_up, str(kings), High(7461).category, kings.number
/// (True, 'three of a kind, kings, 3-2', 'straight flush', 5721)
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone, Copy)]
pub struct High {
    pub high: core::High,
    pub cards: Option<[card::Card; 5]>,
}

#[pymethods]
impl High {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if is_whole(value) {
            let number = number_of(value, "high", 0, core::High::COUNT - 1)?;
            let high = core::High::from_number(number);
            return high.map(|high| Self { high, cards: None }).ok_or_else(|| PyValueError::new_err(number));
        }
        let set = from_cards(value, "a high")?;
        Ok(Self { high: core::high(set), cards: Some(core::high_cards(set)) })
    }

    #[classattr]
    #[pyo3(name = "CATEGORIES")]
    fn categories(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, core::Category::WORDS)
    }

    /// The five cards used, greatest first by rank (ace high) and suit; None if it was made from a number.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        five(py, self.cards)
    }

    /// The place among all 7462 highs: 0 is 7-5-4-3-2, 7461 the royal flush. Greater is better.
    #[getter]
    fn number(&self) -> u16 {
        self.high.number()
    }

    /// The number that Cactus Kev's evaluator and its descendants use, where less is better.
    ///
    /// 1 is the royal flush, 7462 is 7-5-4-3-2.
    #[getter]
    fn cactus_kev(&self) -> u16 {
        self.high.cactus_kev()
    }

    /// The kind of hand, from `high card` to `straight flush` (to which the royal flush belongs).
    #[getter]
    fn category(&self) -> &'static str {
        self.high.category().as_str()
    }

    fn __int__(&self) -> u16 {
        self.high.number()
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.high)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let ordering = other.cast::<Self>().ok().map(|other| self.high.cmp(&other.get().high));
        compare(other.py(), ordering, op)
    }

    fn __str__(&self) -> String {
        self.high.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.high, spec)
    }

    fn __repr__(&self) -> String {
        match &self.cards {
            Some(cards) => format!("High('{}')", spaced(cards)),
            None => format!("High({})", self.high.number()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyAny>,))> {
        let argument = cards_or_number(py, self.cards, self.high.number())?;
        Ok((py.get_type::<Self>(), (argument,)))
    }
}

fn cards_or_number(
    py: Python<'_>,
    cards: Option<[card::Card; 5]>,
    number: u16,
) -> PyResult<Bound<'_, PyAny>> {
    Ok(match five(py, cards)? {
        Some(cards) => cards.into_any(),
        None => number.into_pyobject(py)?.into_any(),
    })
}

/// The value of five cards for low: greater is better, so 5-4-3-2-A is the greatest of each kind.
///
/// The ace is low; straights and flushes do not count; the highest card is compared first. `kind` says which
/// five cards make a low:
///
/// ```text
/// kind               a low is                                     numbers
/// eight_or_better    five different ranks, none above the eight   1 (8-7-6-5-4) to 56
/// five_ranks         five different ranks                         1 (K-Q-J-T-9) to 1287
/// any                any five cards; no pair beats one pair,      1 to 6175
///                    which beats two pair, and so on
/// ```
///
/// `value` is five cards or a number, which `int(low)` gives back. Lows of different kinds are never equal
/// and have no order.
///
/// Raises `InvalidCardError` if these aren't five cards or no low of the kind, `ValueError` for a number that
/// no low of the kind has, `InvalidRulesError` for an unknown kind.
///
/// ```python
/// >>> from stud8 import Low
/// >>> Low("8c 6d 4h 3s 2c") > Low("8d 7h 4c 2s Ad"), int(Low("5c 4d 3h 2s Ac")), str(Low(1))
/// (True, 56, '8-7-6-5-4')
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone, Copy)]
pub struct Low {
    pub low: core::Low,
    pub cards: Option<[card::Card; 5]>,
}

#[pymethods]
impl Low {
    #[new]
    #[pyo3(signature = (value, kind = Word::EIGHT_OR_BETTER), text_signature = "(value, kind='eight_or_better')")]
    #[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
    fn new(value: &Bound<'_, PyAny>, kind: Word<'_>) -> PyResult<Self> {
        let py = value.py();
        let kind: LowKind = kind.parse().py(py)?;
        if is_whole(value) {
            let number = number_of(value, "low of this kind", 1, kind.count())?;
            let low = core::Low::from_number(kind, number);
            return low.map(|low| Self { low, cards: None }).ok_or_else(|| PyValueError::new_err(number));
        }
        let set = from_cards(value, "a low")?;
        match core::low(set, kind) {
            Some(low) => Ok(Self { low, cards: core::low_cards(set, kind) }),
            None => {
                Err(invalid_card(py, format!("{} is no low of the kind {kind}", CardSet::to_string(&set))))
            }
        }
    }

    /// The five cards used, greatest first by rank (ace high) and suit; None if it was made from a number.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        five(py, self.cards)
    }

    /// The place among all lows of its kind, from 1 to 56, 1287 or 6175 (5-4-3-2-A). Greater is better.
    #[getter]
    fn number(&self) -> u16 {
        self.low.number()
    }

    /// The kind of low: `eight_or_better`, `five_ranks` or `any`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.low.kind().as_str()
    }

    fn __int__(&self) -> u16 {
        self.low.number()
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.low)
    }

    /// Lows of different kinds are never equal and have no order.
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let other_low = other.cast::<Self>().ok().map(|other| other.get().low);
        let ordering = other_low.filter(|low| low.kind() == self.low.kind()).map(|low| self.low.cmp(&low));
        compare(other.py(), ordering, op)
    }

    fn __str__(&self) -> String {
        self.low.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.low, spec)
    }

    fn __repr__(&self) -> String {
        let value = match &self.cards {
            Some(cards) => format!("'{}'", spaced(cards)),
            None => self.low.number().to_string(),
        };
        match self.low.kind() {
            LowKind::EightOrBetter => format!("Low({value})"),
            kind => format!("Low({value}, kind='{kind}')"),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyAny>, &'static str)> {
        let argument = cards_or_number(py, self.cards, self.low.number())?;
        Ok((py.get_type::<Self>(), (argument, self.kind())))
    }
}

/// What a player's cards are worth: the best high, and the best low or None. `evaluate` makes it.
///
/// ```python
/// >>> from stud8 import evaluate
/// >>> hand = evaluate("Kh 8h 5c 4h 3h 2s Ah")
/// >>> str(hand.high), str(hand.low)
/// ('flush, A-K-8-4-3', '5-4-3-2-A')
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone, Copy)]
pub struct Evaluation {
    high: High,
    low: Option<Low>,
}

#[pymethods]
impl Evaluation {
    #[new]
    #[pyo3(signature = (high, low = None))]
    fn new(high: High, low: Option<Low>) -> Self {
        Self { high, low }
    }

    /// The best high.
    #[getter]
    fn high(&self) -> High {
        self.high
    }

    /// The best low, or None where five cards of the kind can't be found.
    #[getter]
    fn low(&self) -> Option<Low> {
        self.low
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.key() == other.get().key())
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.key())
    }

    fn __str__(&self) -> String {
        match self.low {
            Some(low) => format!("{}; {} low", self.high.high, low.low),
            None => format!("{}; no low", self.high.high),
        }
    }

    fn __repr__(&self) -> String {
        let low = self.low.map_or_else(|| "None".to_owned(), |low| low.__repr__());
        format!("Evaluation(high={}, low={low})", self.high.__repr__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (High, Option<Low>)) {
        (py.get_type::<Self>(), (self.high, self.low))
    }
}

impl Evaluation {
    fn key(&self) -> (core::High, Option<core::Low>) {
        (self.high.high, self.low.map(|low| low.low))
    }
}

/// The best high and the best low of five to seven cards, in whatever order.
///
/// The two may share cards, all five included. `low` says which hands are lows: `eight_or_better`,
/// `five_ranks` or `any` (see `Low`). Of several choices of five equally good cards the one counts that is
/// greatest from the top, by rank and then suit.
///
/// Raises `InvalidCardError` for what is no card or another number of cards, `DuplicateCardError` for a card
/// that comes twice, `InvalidRulesError` for an unknown kind of low.
///
/// ```python
/// >>> from stud8 import evaluate
/// >>> print(evaluate("As 2d 3h 4c 5s Kd Kc"))
/// straight, five high; 5-4-3-2-A low
/// >>> evaluate("As Kd 9h 9c 5s 3d 2c").low is None
/// True
///
/// ```
#[pyfunction]
#[pyo3(signature = (cards, low = Word::EIGHT_OR_BETTER), text_signature = "(cards, low='eight_or_better')")]
#[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
pub fn evaluate(cards: &Bound<'_, PyAny>, low: Word<'_>) -> PyResult<Evaluation> {
    let py = cards.py();
    let kind: LowKind = low.parse().py(py)?;
    let set = card_set(cards)?;
    let found = core::evaluate(set, kind).py(py)?;
    Ok(Evaluation {
        high: High { high: found.high, cards: Some(core::high_cards(set)) },
        low: found.low.map(|low| Low { low, cards: core::low_cards(set, kind) }),
    })
}

/// The value of one to four up cards, which decides who opens and who shows first. Greater is better.
///
/// Four of a kind, three, two pair, pair, then high cards, ace high; straights, flushes and suits do not
/// count. An unknown card (`??` or None) counts below every card and pairs with none; of two boards with the
/// same cards the one with more is greater. Compares and hashes by the value alone.
///
/// Raises `InvalidCardError` for what is no card or for none, `TypeError` for more than four,
/// `DuplicateCardError` for a card that comes twice.
///
/// ```python
/// >>> from stud8 import Board
/// >>> Board("2c 2d 3h") > Board("As Ks Qs"), str(Board("As Kd Ac 7h"))
/// (True, 'pair of aces, K-7')
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone)]
pub struct Board {
    board: core::Board,
    cards: Vec<Option<card::Card>>,
}

#[pymethods]
impl Board {
    #[new]
    fn new(cards: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = cards.py();
        let cards = card_list_or_unknown(cards)?;
        if !(1..=4).contains(&cards.len()) {
            return Err(invalid_card(py, format!("a board has one to four cards, not {}", cards.len())));
        }
        let known: Vec<_> = cards.iter().flatten().copied().collect();
        CardSet::from_distinct(known).py(py)?;
        Ok(Self { board: core::Board::new(&cards), cards })
    }

    /// The place among all 2380 boards: 0 has no known card, 2379 is four aces. Greater is better.
    #[getter]
    fn number(&self) -> u16 {
        self.board.number()
    }

    /// The kind of board: `high card`, `pair`, `two pair`, `three of a kind` or `four of a kind`.
    #[getter]
    fn category(&self) -> &'static str {
        self.board.category().as_str()
    }

    /// The cards as they were given, None where unknown.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.cards.iter().map(|card| card.map(Card)))
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.board)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let ordering = other.cast::<Self>().ok().map(|other| self.board.cmp(&other.get().board));
        compare(other.py(), ordering, op)
    }

    fn __str__(&self) -> String {
        self.board.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.text(),))
    }
}

impl Board {
    fn text(&self) -> String {
        let texts =
            self.cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string()));
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// A low or high from five cards, for payments read back from a record.
pub fn winner(cards: &Bound<'_, PyAny>, low: bool, kind: LowKind) -> PyResult<stud8::action::Winner> {
    let set = from_cards(cards, "a winning hand")?;
    if !low {
        return Ok(stud8::action::Winner::High(core::high(set), set));
    }
    match core::low(set, kind) {
        Some(low) => Ok(stud8::action::Winner::Low(low, set)),
        None => Err(PyTypeError::new_err(format!("{set} is no low of the kind {kind}"))),
    }
}
