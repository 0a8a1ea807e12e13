//! `next_card` and `NextCards`.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use stud8::card::{self, Rank, Suit};
use stud8::equity::{ExactError, Method, PATIENCE, Plan, Spot, Tally};

use super::asked::{Asked, Given};
use super::result::{Equity, chance, ratio};
use super::run::{NextRun, Options, find_by, prepared, within_bar};
use super::table::Table;
use crate::args::Word;
use crate::card::Card;
use crate::convert::check_format;
use crate::errors::{ResultExt, history_syntax, of_record};

const FORMAT: &str = "stud8-next-cards";
const VERSION: u32 = 1;

/// The standard error that a sample for each card aims at.
const ERROR: f64 = 0.001;

/// What part of the pot a player will win, for each card that may come to him next. `next_card` makes it.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextCards {
    player: usize,
    now: Equity,
    /// By card, ascending.
    equities: Vec<(card::Card, Equity)>,
}

impl Hash for NextCards {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.player.hash(state);
        self.now.hash(state);
    }
}

impl NextCards {
    fn is_exact(&self) -> bool {
        self.now.seed.is_none() && self.equities.iter().all(|(_, equity)| equity.seed.is_none())
    }

    fn share<'py>(&self, py: Python<'py>, equity: &Equity) -> PyResult<Bound<'py, PyAny>> {
        let (part, whole) = equity.share(self.player);
        chance(py, self.is_exact(), part, whole)
    }

    /// (card, change) in the order of the cards.
    fn differences<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Card, Bound<'py, PyAny>)>> {
        let now = self.share(py, &self.now)?;
        let one =
            |(card, equity): &(card::Card, Equity)| Ok((Card(*card), self.share(py, equity)?.sub(&now)?));
        self.equities.iter().map(one).collect()
    }

    /// Those that change the share in one direction, the greatest change first.
    fn changing<'py>(&self, py: Python<'py>, up: bool) -> PyResult<Bound<'py, PyList>> {
        let (now_part, now_whole) = self.now.share(self.player);
        let (now, mut found) = (ratio(now_part, now_whole), Vec::new());
        for ((card, equity), (_, change)) in self.equities.iter().zip(self.differences(py)?) {
            let wanted = if up { change.gt(0)? } else { change.lt(0)? };
            if wanted {
                let (part, whole) = equity.share(self.player);
                found.push(((ratio(part, whole) - now).abs(), *card, change));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        PyList::new(py, found.into_iter().map(|(_, card, change)| (Card(card), change)))
    }

    fn caption(&self) -> String {
        let label = &self.now.labels[self.player];
        let name = if self.now.seated { "seat" } else { "player" };
        let (part, whole) = self.now.share(self.player);
        let how = if self.is_exact() { "exact" } else { "sampled" };
        let share = ratio(part, whole);
        format!(
            "{name} {}, {}: {share:.4} now; with each card that may come, {how}:",
            label.player, label.hand
        )
    }

    fn table(&self) -> Table {
        let cell = |rank: Rank, suit: Suit| {
            let card = card::Card::new(rank, suit);
            let found = self.equities.iter().find(|&&(other, _)| other == card);
            found.map_or_else(String::new, |(_, equity)| {
                let (part, whole) = equity.share(self.player);
                format!("{:.4}", ratio(part, whole))
            })
        };
        let row = |&rank: &Rank| {
            let cells = Suit::ALL.into_iter().rev().map(|suit| cell(rank, suit));
            std::iter::once(rank.to_string()).chain(cells).collect()
        };
        let suits = Suit::ALL.into_iter().rev().map(|suit| suit.to_string());
        Table {
            columns: std::iter::once(String::new()).chain(suits).collect(),
            rows: Rank::ALL.iter().rev().map(row).collect(),
            left: 1,
        }
    }
}

#[pymethods]
impl NextCards {
    /// Whose next card it is: the index from 0, or the seat of a hand that is being played.
    #[getter]
    fn player(&self) -> u8 {
        self.now.labels[self.player].player
    }

    /// The `Equity` before the card.
    #[getter]
    fn now(&self) -> Equity {
        self.now.clone()
    }

    /// The cards that may come, ascending.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.equities.iter().map(|&(card, _)| Card(card)))
    }

    /// {card: the `Equity` after it}, cards ascending.
    #[getter]
    fn equities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (card, equity) in &self.equities {
            dict.set_item(Card(*card), equity.clone())?;
        }
        Ok(dict)
    }

    /// {card: the player's share of the pot after it}, cards ascending.
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (card, equity) in &self.equities {
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
        self.is_exact()
    }

    /// All of it as plain data for JSON, with a format name and a version; equities as `Equity.to_dict`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("format", FORMAT)?;
        dict.set_item("version", VERSION)?;
        dict.set_item("player", self.player())?;
        dict.set_item("now", self.now.to_dict(py)?)?;
        let cards = PyDict::new(py);
        for (card, equity) in &self.equities {
            cards.set_item(card.to_string(), equity.to_dict(py)?)?;
        }
        dict.set_item("cards", cards)?;
        Ok(dict)
    }

    /// What `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = cls.py();
        let Ok(record) = record.cast::<PyDict>() else {
            return Err(history_syntax(
                py,
                "the record of next cards is a dict, as NextCards.to_dict() makes it",
            ));
        };
        check_format(record, FORMAT, VERSION)?;
        read(record).map_err(|error| of_record(py, "next cards", error))
    }

    fn _repr_html_(&self) -> String {
        self.table().html(&self.caption())
    }

    fn __str__(&self) -> String {
        format!("{}\n\n{}", self.caption(), self.table().text())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("NextCards.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

fn read(record: &Bound<'_, PyDict>) -> PyResult<NextCards> {
    let py = record.py();
    let class = py.get_type::<Equity>();
    let get = |name: &str| record.as_any().get_item(name);
    let now = Equity::from_dict(&class, &get("now")?)?;
    let mut equities = Vec::new();
    for (card, equity) in get("cards")?.cast::<PyDict>()? {
        let equity = Equity::from_dict(&class, &equity)?;
        if equity.labels.len() != now.labels.len() {
            return Err(history_syntax(py, "there are as many players after a card as before it"));
        }
        equities.push((crate::card::card(&card)?, equity));
    }
    equities.sort_by_key(|&(card, _)| card);
    let name = get("player")?.extract::<u8>()?;
    let player = now.labels.iter().position(|label| label.player == name);
    let player = player.ok_or_else(|| history_syntax(py, format!("there is no player {name}")))?;
    Ok(NextCards { player, now, equities })
}

/// What part of the pot a player will win, for each card that may come to him next.
///
/// `player` is the index in `hands` from 0, or of a `Hand` or `View` the seat. The card is the next one that
/// this player gets, or the common card, if that comes next. Hidden cards of the player himself, `??` in his
/// hand, are not the next card. The other arguments are those of `equity`; a sample has a standard error of
/// 0.001 of a pot for each card, unless they say otherwise. With two players one exact sweep counts all cards.
///
/// Gives a `NextCards`. Raises what `equity` raises, `InvalidCardError` if no card comes any more, and
/// `ValueError` for a player who isn't there.
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
    target_error = None, seed = None, threads = None, progress = false,
), text_signature = "(hands, player, dead='', common=None, low='eight_or_better', method='auto', trials=None, \
                    target_error=None, seed=None, threads=None, progress=False)")]
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
    progress: bool,
) -> PyResult<NextCards> {
    let py = hands.py();
    let asked = Asked::new(hands, &Given { dead, common, low: low.as_deref() })?;
    let place = asked.index(player)?;
    let options = Options::new(py, &method, trials, target_error, seed, threads, progress)?.or_error(ERROR);
    let after = prepared(py, |stop| asked.question.after_next_card_until(place, stop))?.py(py)?;
    let run = NextRun { asked: &asked, player: place, options: &options };
    match run.sweep(py)? {
        Some(counts) => Ok(of_counts(&asked, place, &counts)),
        None => one_by_one(py, &asked, place, &after, options),
    }
}

/// Each deal is counted once for each card that the player gets in it.
fn of_counts(asked: &Asked, player: usize, counts: &[(card::Card, Tally)]) -> NextCards {
    let equity = |tally: &Tally, times: u128| Equity {
        labels: asked.labels.clone(),
        seated: asked.seated,
        outcomes: tally.iter().map(|(outcome, count)| (outcome, count / times)).collect(),
        low: asked.spot.low(),
        seed: None,
    };
    let mut sum = Tally::new(asked.labels.len());
    for (_, tally) in counts {
        sum.merge(tally);
    }
    let cards = asked.spot.holdings()[player].unseen as u128;
    let equities = counts.iter().map(|(card, tally)| (*card, equity(tally, 1))).collect();
    NextCards { player, now: equity(&sum, cards), equities }
}

/// An equity for each card, and one for now, all exact or all with the same seed.
fn one_by_one(
    py: Python<'_>,
    asked: &Asked,
    player: usize,
    after: &[(card::Card, Spot)],
    options: Options,
) -> PyResult<NextCards> {
    let spots = || std::iter::once(&asked.spot).chain(after.iter().map(|(_, spot)| spot));
    let plans = |method| -> PyResult<Vec<Plan>> {
        let all = |stop: &dyn Fn() -> bool| spots().map(|spot| Plan::new_until(spot, method, stop)).collect();
        let all: Result<_, ExactError> = prepared(py, all)?;
        all.py(py)
    };
    let plans = match options.method {
        Method::Auto => {
            let plans = plans(Method::Auto)?;
            let all = plans.iter().map(|plan| match plan {
                Plan::Known(_) => Some(0),
                Plan::Exact(exact) => Some(exact.nanoseconds()),
                Plan::Sample => None,
            });
            let is_cheap = all.sum::<Option<u128>>().is_some_and(|all| all <= PATIENCE);
            if is_cheap { plans } else { vec![Plan::Sample; plans.len()] }
        }
        method => plans(method)?,
    };
    let (progress, options) = (options.progress, options.of_part()?);
    let mut equities = within_bar(py, progress, "cards", plans.len() as u128, |tell| {
        let mut equities = Vec::new();
        for (spot, plan) in spots().zip(&plans) {
            equities.push(find_by(py, plan, spot, &asked.labels, asked.seated, &options)?);
            tell.map(|tell| tell.call1((equities.len(),))).transpose()?;
        }
        PyResult::Ok(equities)
    })??;
    let now = equities.remove(0);
    let equities = after.iter().map(|&(card, _)| card).zip(equities).collect();
    Ok(NextCards { player, now, equities })
}
