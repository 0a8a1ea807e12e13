//! `next_card` and `NextCards`.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use stud8::card;
use stud8::equity::{self as core, Goal, Spot, Tally, plans_until};

use super::hands::query;
use super::query::{Circumstances, Query};
use super::result::{Equity, chance};
use super::run::{Options, find_by, sweep};
use super::work::prepared;
use crate::args::Word;
use crate::card::Card;
use crate::convert;
use crate::errors::ResultExt;
use crate::watch::Progress;

/// What part of the pot a player will win, for each card that the player may get next. `next_card` makes it.
///
/// `str` and notebooks show a table of ranks and suits. Chances are fractions where all is exact, else floats.
///
/// ```python
/// >>> from stud8 import next_card
/// >>> draw = next_card(["As 2d 3h 4c Kd", "Qs Qc 9h 8d 7c"], player=0)
/// >>> len(draw.cards), draw.exact, [str(card) for card, _ in draw.helps[:4]]
/// (42, True, ['5s', '5h', '5d', '5c'])
///
/// ```
#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NextCards(core::NextCards);

impl NextCards {
    fn share<'py>(&self, py: Python<'py>, equity: &core::Equity) -> PyResult<Bound<'py, PyAny>> {
        chance(py, self.0.share(equity))
    }

    /// (card, change) in the order of the cards.
    fn differences<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Card, Bound<'py, PyAny>)>> {
        let now = self.share(py, self.0.now())?;
        let one = |(card, equity): &(card::Card, core::Equity)| {
            Ok((Card(*card), self.share(py, equity)?.sub(&now)?))
        };
        self.0.equities().iter().map(one).collect()
    }

    /// Those that change the share in one direction, the greatest change first.
    fn changing<'py>(&self, py: Python<'py>, up: bool) -> PyResult<Bound<'py, PyList>> {
        let (now, mut found) = (self.0.share(self.0.now()).ratio(), Vec::new());
        for ((card, equity), (_, change)) in self.0.equities().iter().zip(self.differences(py)?) {
            let wanted = if up { change.gt(0)? } else { change.lt(0)? };
            if wanted {
                found.push(((self.0.share(equity).ratio() - now).abs(), *card, change));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        PyList::new(py, found.into_iter().map(|(_, card, change)| (Card(card), change)))
    }
}

#[pymethods]
impl NextCards {
    /// Whose next card it is: the index from 0, or the seat of a hand that is being played.
    #[getter]
    fn player(&self) -> u8 {
        self.0.player()
    }

    /// The `Equity` before the card.
    #[getter]
    fn now(&self) -> Equity {
        Equity(self.0.now().clone())
    }

    /// The cards that may come, ascending.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.equities().iter().map(|&(card, _)| Card(card)))
    }

    /// {card: the `Equity` after it}, cards ascending.
    #[getter]
    fn equities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (card, equity) in self.0.equities() {
            dict.set_item(Card(*card), Equity(equity.clone()))?;
        }
        Ok(dict)
    }

    /// {card: the player's share of the pot after it}, cards ascending.
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (card, equity) in self.0.equities() {
            dict.set_item(Card(*card), self.share(py, equity)?)?;
        }
        Ok(dict)
    }

    /// {card: how much it changes the player's share}, cards ascending; negative where it hurts.
    #[getter]
    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (card, change) in self.differences(py)? {
            dict.set_item(card, change)?;
        }
        Ok(dict)
    }

    /// (card, change) of the cards that raise the player's share, the best first.
    #[getter]
    fn helps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.changing(py, true)
    }

    /// (card, change) of the cards that lower the player's share, the worst first.
    #[getter]
    fn hurts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.changing(py, false)
    }

    /// Whether all of it was counted, not sampled.
    #[getter]
    fn exact(&self) -> bool {
        self.0.is_exact()
    }

    /// All of it as plain data for JSON, with a format name and a version; equities as `Equity.to_dict`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    /// What `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version.
    #[classmethod]
    fn from_dict(_cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::record(record, "NextCards").map(Self)
    }

    fn _repr_html_(&self) -> String {
        self.0.table().html(&self.0.caption())
    }

    fn __str__(&self) -> String {
        format!("{}\n\n{}", self.0.caption(), self.0.table().text())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("NextCards.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

/// What part of the pot a player will win, for each card that the player may get next.
///
/// `player` is the index in `hands` from 0, or of a `Hand` or `View` the seat. The card is the next one that
/// this player gets, or the common card, if that comes next. A card that the player has already, but that is
/// hidden (`??`), is not the next card. The other arguments are those of `equity`; a sample has a standard error of
/// 0.001 of a pot for each card, unless they say otherwise. With two players one exact sweep counts all cards.
///
/// Returns a `NextCards`. Raises what `equity` raises, `InvalidCardError` if no card comes any more, and
/// `InvalidArgumentError` for a player who isn't in the hand.
///
/// ```python
/// >>> from stud8 import Card, next_card
/// >>> draw = next_card(["As 2d 3h", "Ks Kc 9d"], player=0, dead="4s 5c")
/// >>> draw.shares[Card("4c")] > draw.now.players[0].share > draw.shares[Card("Jh")]
/// True
///
/// ```
#[pyfunction]
#[pyo3(signature = (
    hands, player, dead = None, common = None, low = None, method = Word::AUTO, trials = None,
    target_error = None, seed = None, threads = None, progress = Progress::default(),
), text_signature = "(hands, player, dead='', common=None, low='eight_or_better', method='auto', trials=None, \
                    target_error=None, seed=None, threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, clippy::needless_pass_by_value, reason = "they are the user's")]
pub fn next_card(
    hands: &Bound<'_, PyAny>,
    player: &Bound<'_, PyAny>,
    dead: Option<&Bound<'_, PyAny>>,
    common: Option<&Bound<'_, PyAny>>,
    low: Option<Word<'_>>,
    method: Word<'_>,
    trials: Option<&Bound<'_, PyAny>>,
    target_error: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Progress,
) -> PyResult<NextCards> {
    let py = hands.py();
    let query = query(hands, &Circumstances { dead, common, low: low.as_deref() })?;
    let place = query.index(player)?;
    let options = Options::new(py, &method, trials, target_error, seed, threads, progress)?;
    let options = options.or_goal(Goal::BY_NEXT_CARD);
    let after = prepared(py, |stop| query.question.after_next_card_until(place, stop))?.py(py)?;
    match sweep(py, &query, place, &options)? {
        Some(counts) => of_counts(&query, place, &counts),
        None => one_by_one(py, &query, place, &after, options),
    }
}

/// Returns the result of one count by card.
fn of_counts(query: &Query, place: usize, counts: &[(card::Card, Tally)]) -> PyResult<NextCards> {
    let cards = query.spot.holdings()[place].unseen as u128;
    let equity = |tally: &Tally| query.equity(&query.spot, tally, None);
    let found = core::NextCards::of_counts(place, counts, cards, equity);
    found.map(NextCards).ok_or_else(|| PyRuntimeError::new_err("no card was counted"))
}

/// Finds an equity for each card, and one for now, all exact or all with the same seed.
fn one_by_one(
    py: Python<'_>,
    query: &Query,
    player: usize,
    after: &[(card::Card, Spot)],
    options: Options,
) -> PyResult<NextCards> {
    let spots = || std::iter::once(&query.spot).chain(after.iter().map(|(_, spot)| spot));
    let plans = prepared(py, |stop| plans_until(spots(), options.method, stop))?.py(py)?;
    let mut options = options;
    let progress = std::mem::take(&mut options.progress);
    let options = options.of_part()?;
    let mut equities = progress.report(py, "cards", plans.len() as u128, |tell| {
        let mut equities = Vec::new();
        for (spot, plan) in spots().zip(&plans) {
            equities.push(find_by(py, plan, spot, query, &options)?.0);
            tell.map(|tell| tell.call1((equities.len(),))).transpose()?;
        }
        PyResult::Ok(equities)
    })??;
    let now = equities.remove(0);
    let equities = after.iter().map(|&(card, _)| card).zip(equities).collect();
    Ok(NextCards(core::NextCards::new(player, now, equities)))
}
