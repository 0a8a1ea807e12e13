//! `Card` and `CardSet`.

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};
use stud8::card::{self as core, parse_cards, parse_cards_or_unknown};
use stud8::deal::Deck;

use crate::args;
use crate::args::{formatted, is_whole, shown};
use crate::errors::{ResultExt, invalid_card, wrong_type};
use crate::watch::Steps;

/// One of the 52 cards.
///
/// `value` is a text of a rank and a suit (`As`, `10h`, `aS`, `A♠`), a number from 0 to 51, or a `Card`.
/// Cards are numbered `4 * rank + suit`: ranks from deuce = 0 to ace = 12; clubs, diamonds, hearts, spades =
/// 0, 1, 2, 3. They are ordered by number and hashable; `int(card)` is the number, `str(card)` two
/// characters.
///
/// Raises `InvalidCardError` for anything else.
///
/// ```python
/// >>> from stud8 import Card
/// >>> Card("10h"), int(Card("As")), Card(0) < Card("2d")
/// (Card('Th'), 51, True)
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone, Copy)]
pub struct Card(pub core::Card);

/// One card from a `Card`, a text or a number 0…51.
pub fn card(value: &Bound<'_, PyAny>) -> PyResult<core::Card> {
    let py = value.py();
    if let Ok(card) = value.cast::<Card>() {
        return Ok(card.get().0);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return args::text(text).parse().py(py);
    }
    if is_whole(value) {
        let index = value.extract::<u8>().ok().and_then(core::Card::from_index);
        return index.ok_or_else(|| {
            invalid_card(py, format!("{} is no card: cards are numbered 0 (2c) to 51 (As)", shown(value)))
        });
    }
    Err(invalid_card(
        py,
        format!("{} is no card: a card is a Card, a text like 'As' or a number 0…51", shown(value)),
    ))
}

/// As [`card`], and `None` for `None` and "??".
pub fn card_or_unknown(value: &Bound<'_, PyAny>) -> PyResult<Option<core::Card>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(text) = value.cast::<PyString>()
        && args::text(text).trim() == "??"
    {
        return Ok(None);
    }
    card(value).map(Some)
}

const CARDS: &str = "cards are a text like 'As Kd', a CardSet or a list of cards";

/// Cards in order, from a text, a `CardSet` or anything that iterates over cards.
pub fn card_list(value: &Bound<'_, PyAny>) -> PyResult<Vec<core::Card>> {
    if let Ok(text) = value.cast::<PyString>() {
        return parse_cards(&args::text(text)).py(value.py());
    }
    if let Ok(set) = value.cast::<CardSet>() {
        return Ok(set.get().0.iter().collect());
    }
    if let Ok(card) = value.cast::<Card>() {
        return Ok(vec![card.get().0]);
    }
    // An array of numbers looks like a whole number too.
    if is_whole(value) && !value.hasattr("__len__")? {
        return Err(wrong_type(CARDS, value));
    }
    let items = value.try_iter().map_err(|_| wrong_type(CARDS, value))?;
    let mut steps = Steps::default();
    items.map(|item| steps.step(value.py()).and_then(|()| card(&item?))).collect()
}

/// Cards in order, where `None` and "??" are unknown ones.
pub fn card_list_or_unknown(value: &Bound<'_, PyAny>) -> PyResult<Vec<Option<core::Card>>> {
    if let Ok(text) = value.cast::<PyString>() {
        return parse_cards_or_unknown(&args::text(text)).py(value.py());
    }
    if value.is_instance_of::<CardSet>() {
        return Ok(card_list(value)?.into_iter().map(Some).collect());
    }
    let items = value.try_iter().map_err(|_| wrong_type(CARDS, value))?;
    let mut steps = Steps::default();
    items.map(|item| steps.step(value.py()).and_then(|()| card_or_unknown(&item?))).collect()
}

/// A set of different cards, from whatever [`card_list`] takes.
pub fn card_set(value: &Bound<'_, PyAny>) -> PyResult<core::CardSet> {
    if let Ok(set) = value.cast::<CardSet>() {
        return Ok(set.get().0);
    }
    core::CardSet::from_distinct(card_list(value)?).py(value.py())
}

/// Reads a deck: 52 different cards in order.
pub fn deck(value: &Bound<'_, PyAny>) -> PyResult<Deck> {
    Deck::from_cards(&card_list(value)?).py(value.py())
}

/// Returns cards as a tuple, with None for unknown ones.
pub fn card_tuple(
    py: Python<'_>,
    cards: impl IntoIterator<Item = Option<core::Card>>,
) -> PyResult<Bound<'_, PyTuple>> {
    let cards: Vec<Option<Card>> = cards.into_iter().map(|card| card.map(Card)).collect();
    PyTuple::new(py, cards)
}

/// Cards for people: "As Kd 2c".
pub fn spaced<'a>(cards: impl IntoIterator<Item = &'a core::Card>) -> String {
    cards.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[pymethods]
impl Card {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        card(value).map(Self)
    }

    /// The rank as one character: 2 to 9, T, J, Q, K or A.
    #[getter]
    fn rank(&self) -> String {
        self.0.rank().to_string()
    }

    /// The suit as one character: c, d, h or s.
    #[getter]
    fn suit(&self) -> String {
        self.0.suit().to_string()
    }

    fn __int__(&self) -> u8 {
        self.0.index()
    }

    fn __index__(&self) -> u8 {
        self.0.index()
    }

    fn __hash__(&self) -> u64 {
        self.0.index().into()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        compare(other.py(), other.cast::<Self>().ok().map(|other| self.0.cmp(&other.get().0)), op)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        formatted(py, &self.0, spec)
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u8,)) {
        (py.get_type::<Self>(), (self.0.index(),))
    }
}

/// A rich comparison from an ordering; none where the types differ.
pub fn compare(py: Python<'_>, ordering: Option<std::cmp::Ordering>, op: CompareOp) -> PyResult<Py<PyAny>> {
    match ordering {
        Some(ordering) => Ok(op.matches(ordering).into_pyobject(py)?.to_owned().into_any().unbind()),
        None => Ok(py.NotImplemented()),
    }
}

/// A set of different cards. Immutable and hashable.
///
/// `cards` is a text (`As Kd 2c` or `AsKd2c`), a `CardSet`, or anything that iterates over cards (each a
/// `Card`, a text or a number). Iteration is in ascending order, `str` in descending order. The operators are
/// those of Python's sets: `|`, `&`, `-`, `^` with whatever makes a set, `~` for all other cards of the deck,
/// `<=`, `<`, `>=`, `>` for subset and superset. `CardSet.FULL` is the whole deck.
///
/// Raises `InvalidCardError` for what is no card, `DuplicateCardError` for a card that comes twice,
/// `TypeError` for other types.
///
/// ```python
/// >>> from stud8 import CardSet
/// >>> hand = CardSet("As Kd 2c")
/// >>> "Kd" in hand, len(~hand), hand - "Kd", [str(card) for card in hand]
/// (True, 49, CardSet('As 2c'), ['2c', 'Kd', 'As'])
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone, Copy)]
pub struct CardSet(pub core::CardSet);

#[pymethods]
impl CardSet {
    #[new]
    #[pyo3(signature = (cards = None))]
    fn new(cards: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        cards.map_or(Ok(core::CardSet::EMPTY), card_set).map(Self)
    }

    /// The set whose cards are the bits of a number: bit `int(card)` for each card.
    ///
    /// Raises `InvalidCardError` unless the mask is a whole number from 0 to 2**52 - 1.
    ///
    /// ```python
    /// >>> from stud8 import CardSet
    /// >>> CardSet.from_mask(0b11)
    /// CardSet('2d 2c')
    ///
    /// ```
    #[staticmethod]
    fn from_mask(py: Python<'_>, mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bits = if is_whole(mask) { mask.extract::<u64>().ok() } else { None };
        bits.and_then(core::CardSet::from_bits).map(Self).ok_or_else(|| {
            let mask = shown(mask);
            invalid_card(py, format!("{mask} is no mask of cards: a whole number from 0 to 2**52 - 1"))
        })
    }

    #[classattr]
    #[pyo3(name = "FULL")]
    fn full() -> Self {
        Self(core::CardSet::FULL)
    }

    /// The set as a number below 2**52, with bit `int(card)` for each card.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.bits()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.contains(card(value)?))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let cards: Vec<Card> = self.0.iter().map(Card).collect();
        Ok(PyTuple::new(py, cards)?.try_iter()?.into_any())
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0 | card_set(other)?))
    }

    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__or__(other)
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0 & card_set(other)?))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0 - card_set(other)?))
    }

    fn __rand__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__and__(other)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(card_set(other)? - self.0))
    }

    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__xor__(other)
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = card_set(other)?;
        Ok(Self((self.0 | other) - (self.0 & other)))
    }

    fn __invert__(&self) -> Self {
        Self(core::CardSet::FULL - self.0)
    }

    /// Equality, and `<=`, `<`, `>=`, `>` as for Python's sets: subset and superset.
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let (mine, theirs) = (self.0, other.get().0);
        let (inside, outside) = ((mine - theirs).is_empty(), (theirs - mine).is_empty());
        let answer = match op {
            CompareOp::Eq => mine == theirs,
            CompareOp::Ne => mine != theirs,
            CompareOp::Le => inside,
            CompareOp::Lt => inside && !outside,
            CompareOp::Ge => outside,
            CompareOp::Gt => outside && !inside,
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        self.0.bits()
    }

    fn __str__(&self) -> String {
        let mut cards: Vec<core::Card> = self.0.iter().collect();
        cards.reverse();
        spaced(&cards)
    }

    fn __repr__(&self) -> String {
        format!("CardSet('{}')", self.__str__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (u64,))> {
        Ok((py.get_type::<Self>().getattr("from_mask")?, (self.0.bits(),)))
    }
}
