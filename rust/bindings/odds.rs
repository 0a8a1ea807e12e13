//! `low_odds`.

use pyo3::prelude::*;
use stud8::eval as core;

use crate::card::card_set;
use crate::convert::fraction;
use crate::errors::ResultExt;
use crate::face;

/// The exact chance of making each low by seventh street, from the cards so far.
///
/// `cards` are a hand of up to seven cards, `dead` the cards that can't come any more: folded up cards, and
/// whatever else you have seen. Returns a `LowOdds`, a named tuple of `fractions.Fraction`: `eight` for an eight-low
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
    let py = cards.py();
    let dead = dead.map(card_set).transpose()?.unwrap_or_default();
    let odds = core::low_odds(card_set(cards)?, dead).py(py)?;
    let of = |deals| fraction(py, deals, odds.deals);
    face::low_odds(py, (of(odds.eight)?, of(odds.seven)?, of(odds.six)?, of(odds.wheel)?))
}
