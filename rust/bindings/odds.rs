//! `low_odds`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use stud8::eval as core;

use crate::card::card_set;
use crate::errors::ResultExt;

/// The exact chance of making each low by seventh street, from the cards so far.
///
/// `cards` are a hand of up to seven cards, `dead` the cards that can't come any more: folded up cards, and
/// whatever else you have seen. Gives a `LowOdds`, a named tuple of `fractions.Fraction`: `eight` for an eight-low
/// or better, `seven`, `six`, and `wheel` for 5-4-3-2-A. They are counted, not sampled.
///
/// Raises `InvalidCardError` for what is no card, for more than seven cards and for fewer cards left than are to
/// come, `DuplicateCardError` for a card that comes twice.
///
/// ```python
/// >>> from stud8 import low_odds
/// >>> odds = low_odds("As 2d 3h")
/// >>> odds.eight, f"{float(odds.eight):.4f}", f"{float(odds.wheel):.4f}"
/// (Fraction(25570, 52969), '0.4827', '0.0715')
/// >>> f"{float(low_odds('As 2d 3h', dead='4c 4d 5h 8s').eight):.4f}"
/// '0.3945'
///
/// ```
#[pyfunction]
#[pyo3(signature = (cards, dead = None), text_signature = "(cards, dead='')")]
pub fn low_odds<'py>(
    cards: &Bound<'py, PyAny>,
    dead: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static LOW_ODDS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = cards.py();
    let dead = dead.map(card_set).transpose()?.unwrap_or_default();
    let odds = core::low_odds(card_set(cards)?, dead).py(py)?;
    let fraction = FRACTION.import(py, "fractions", "Fraction")?;
    let of = |deals: u64| fraction.call1((deals, odds.deals));
    LOW_ODDS.import(py, "stud8._internal.values.results", "LowOdds")?.call1((
        of(odds.eight)?,
        of(odds.seven)?,
        of(odds.six)?,
        of(odds.wheel)?,
    ))
}
