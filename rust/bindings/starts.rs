//! `StartingHand`, `starting_hands` and `starting_hand`.

use std::hash::{Hash, Hasher};

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stud8::card::CardSet as Cards;
use stud8::equity::starts::{self as core, MULTIWAY_DEALS, OPPONENTS, PARTS, STEPS};
use stud8::equity::{CHANCES, Chance, Pattern};
use stud8::eval::{LowKind, Path};

use crate::args::{shown, small};
use crate::card::{CardSet, card_set};
use crate::convert;
use crate::equity::query::Query;
use crate::equity::result::{Equity, chance};
use crate::equity::run::{Options, find};
use crate::equity::work::with_progress;
use crate::errors::{ResultExt, bad_argument, invalid_card};
use crate::face;
use crate::watch::Progress;

/// The first three cards of a player up to suits, and what they win against a random hand, eight or better.
///
/// `starting_hands` gives all 1,755, `starting_hand` one. All four cards to come and the seven of the opponent
/// were dealt in all 9,614,852,367,120 ways: chances are exact fractions.
///
/// ```python
/// >>> from stud8 import starting_hand
/// >>> hand = starting_hand("As Ah 5h")
/// >>> print(hand)
/// Ac Ad 5c
/// >>> hand.rank, hand.versions, f"{float(hand.share):.4f}", f"{float(hand.scoop):.4f}"
/// (14, 12, '0.7470', '0.6634')
///
/// ```
#[pyclass(frozen, from_py_object, module = "stud8")]
#[derive(Clone)]
pub struct StartingHand(&'static core::StartingHand);

impl PartialEq for StartingHand {
    fn eq(&self, other: &Self) -> bool {
        self.0.rank() == other.0.rank()
    }
}

impl StartingHand {
    /// One of the chances, by its name.
    fn chance<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let place = CHANCES.iter().position(|other| *other == name).unwrap_or_default();
        chance(py, self.0.chances()[place])
    }
}

#[pymethods]
impl StartingHand {
    /// The cards as text, in the suits that stand for all versions: `Ac Ad 5c`.
    #[getter]
    fn hand(&self) -> String {
        self.0.to_string()
    }

    /// The cards in those suits.
    #[getter]
    fn cards(&self) -> CardSet {
        CardSet(self.0.cards())
    }

    /// The place by equity, from 1 (aces rolled up) to 1,755.
    ///
    /// Of equal equities that with more scoops comes first, then that with greater cards.
    #[getter]
    fn rank(&self) -> u16 {
        self.0.rank()
    }

    /// How many of the 22,100 hands are the same up to suits: 4, 12 or 24.
    #[getter]
    fn versions(&self) -> u8 {
        self.0.versions()
    }

    /// The equity: the part of the pot that it wins, as a fraction.
    #[getter]
    fn share<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.chance(py, "share")
    }

    /// The chance to win the high alone, as a fraction.
    #[getter]
    fn high_win<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.chance(py, "high_win")
    }

    /// The chance to share the high.
    #[getter]
    fn high_tie<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.chance(py, "high_tie")
    }

    /// The chance to win the low alone.
    #[getter]
    fn low_win<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.chance(py, "low_win")
    }

    /// The chance to share the low.
    #[getter]
    fn low_tie<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.chance(py, "low_tie")
    }

    /// The chance to take the whole pot.
    #[getter]
    fn scoop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.chance(py, "scoop")
    }

    /// Counts of deals, 3 rows of 4, as `Equity.joint` of this hand against a random one.
    #[getter]
    fn joint(&self) -> [(u64, u64, u64, u64); 3] {
        self.0.counts().map(|[win, tie, lose, none]| (win, tie, lose, none))
    }

    /// What it wins against two to seven random hands that all stay to the end: a `MultiwayEquity`.
    ///
    /// It was sampled, with a standard error of 0.0005 of a pot or less. With seven there is a common card.
    ///
    /// ```python
    /// >>> from stud8 import starting_hand
    /// >>> f"{starting_hand('As Ah 5h').against(3).share:.3f}"
    /// '0.467'
    ///
    /// ```
    fn against<'py>(&self, py: Python<'py>, opponents: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let count: u8 = small(opponents, "opponents", u8::MAX)?;
        let found = self.0.against(count.into()).ok_or_else(|| {
            bad_argument(format!(
                "opponents={count}: there are estimates for {} to {}, and against one the hand says all itself",
                OPPONENTS.start(),
                OPPONENTS.end()
            ))
        })?;
        let part = |part: u32| Chance { part: part.into(), whole: PARTS.into(), exact: false }.ratio();
        let fields = [found.share, found.error, found.highs, found.lows, found.scoops].map(part);
        face::multiway_equity(py, <(f64, f64, f64, f64, f64)>::from(fields))
    }

    /// All of it as plain data for JSON: fractions are texts.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, self.0)
    }

    /// The table that all of this is read from, counted again from nothing, as text.
    ///
    /// It takes 15 seconds of one core, and with `multiway`, the samples against two to seven hands, 4 minutes.
    /// `progress` is that of `equity`. Ctrl-C raises `KeyboardInterrupt`.
    #[staticmethod]
    #[pyo3(signature = (multiway = false, progress = Progress::default()), text_signature = "(multiway=False, progress=None)")]
    #[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
    fn recompute(py: Python<'_>, multiway: bool, progress: Progress) -> PyResult<String> {
        let path = Path::best().map_err(bad_argument)?;
        let total = if multiway { MULTIWAY_DEALS } else { STEPS };
        let (made, failure) = with_progress(py, &progress, "starting hands", total.into(), |watch| {
            let told = |finished| watch.told(finished);
            if multiway {
                core::make_multiway(path, told).map(|rows| core::write_multiway(&rows))
            } else {
                core::make(path, told).map(|hands| core::write(&hands))
            }
        })?;
        match (made, failure) {
            (_, Some(error)) => Err(error),
            (Ok(text), None) => Ok(text),
            (Err(_), None) => Err(PyKeyboardInterrupt::new_err("the count was stopped")),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self == other.get())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.0.cards().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.hand()
    }

    fn __repr__(&self) -> String {
        format!("starting_hand('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("stud8._native")?.getattr("starting_hand")?, (self.hand(),)))
    }
}

/// All 1,755 starting hands up to suits, the best against a random hand first.
///
/// ```python
/// >>> from stud8 import starting_hands
/// >>> hands = starting_hands()
/// >>> len(hands), [hand.hand for hand in hands[:3]]
/// (1755, ['Ac Ad Ah', '8c 8d 8h', '7c 7d 7h'])
///
/// ```
#[pyfunction]
pub fn starting_hands(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, core::starting_hands().iter().map(StartingHand))
}

/// The starting hand that three cards are: a `StartingHand`, whatever their suits are called.
///
/// With `door`, the door card of the opponent: the exact `Equity` of these cards, first, against a hand of which
/// no more is known. It is counted when asked for, in two or three seconds of one core; `threads` and `progress`
/// are those of `equity`. Which of one's own cards is the door card makes no difference.
///
/// Raises `InvalidCardError` for another number of cards and `DuplicateCardError` for a card that comes twice.
///
/// ```python
/// >>> from stud8 import starting_hand
/// >>> starting_hand("5s Ah As")
/// starting_hand('Ac Ad 5c')
///
/// ```
#[pyfunction]
#[pyo3(
    signature = (hand, door = None, threads = None, progress = Progress::default()),
    text_signature = "(hand, door=None, threads=None, progress=None)"
)]
pub fn starting_hand<'py>(
    hand: &Bound<'py, PyAny>,
    door: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Progress,
) -> PyResult<Bound<'py, PyAny>> {
    let py = hand.py();
    if let Ok(start) = hand.cast::<StartingHand>()
        && door.is_none()
    {
        return Ok(start.clone().into_any());
    }
    let cards = match hand.cast::<StartingHand>() {
        Ok(start) => start.get().0.cards(),
        Err(_) => card_set(hand)?,
    };
    let Some(found) = core::starting_hand(cards) else {
        return Err(invalid_card(py, format!("{} is no starting hand: it has three cards", shown(hand))));
    };
    let Some(door) = door else {
        if threads.is_some() {
            return Err(PyTypeError::new_err("threads= is for door=: without it nothing is counted"));
        }
        return Ok(StartingHand(found).into_pyobject(py)?.into_any());
    };
    let options = Options::new(py, "exact", None, None, None, threads, progress)?;
    let own: Vec<_> = cards.iter().rev().map(Some).collect();
    let door = [Some(crate::card::card(door)?)];
    let own = vec![(Pattern::of_cards(&own).py(py)?, 1)];
    let door = vec![(Pattern::of_cards(&door).py(py)?, 1)];
    let query = Query::of_ranges(py, vec![own, door], Cards::EMPTY, 0, None, LowKind::EightOrBetter)?;
    let equity: Equity = find(py, &query, &options)?;
    Ok(equity.into_pyobject(py)?.into_any())
}
