//! `Equity`.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFloat, PyList, PyString, PyTuple, PyType};
use stud8::equity::{MAX_PLAYERS, Outcome, POT, Tally, Winnings};
use stud8::eval::LowKind;

use super::label::{Label, winners};
use super::table::{Table, thousands};
use crate::convert::check_format;
use crate::errors::{ResultExt, history_syntax, of_record};

const FORMAT: &str = "stud8-equity";
const VERSION: u32 = 1;

/// What part of the pot each player wins, and how often what happens. `equity` makes it.
///
/// An exact result has counted all deals, and its chances are fractions; those of a sample are floats, with a
/// standard error. `str` and notebooks show a table. Equal equities are of the same players and counted the
/// same of everything.
///
/// ```python
/// >>> from stud8 import equity
/// >>> found = equity(["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s", "7h 7d 6s 5s Th"])
/// >>> print(found)
/// exact, 209,230,560 deals, eight_or_better
/// <BLANKLINE>
/// player  hand              equity  high win  high tie   low win   low tie     scoop
/// 0       Ac 2d 3h 4s 8c  0.569887  0.187605  0.000000  0.952169  0.000000  0.182028
/// 1       Kc Kd Qh Jh 9s  0.289516  0.579033  0.000000  0.000000  0.000000  0.000000
/// 2       7h 7d 6s 5s Th  0.140597  0.233362  0.000000  0.047831  0.000000  0.006307
/// >>> sum(player.share for player in found.players)
/// Fraction(1, 1)
///
/// ```
#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equity {
    pub labels: Vec<Label>,
    pub seated: bool,
    pub outcomes: Vec<(Outcome, u128)>,
    pub low: LowKind,
    /// The seed of a sample; none if it is exact.
    pub seed: Option<u64>,
}

impl Hash for Equity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.labels, &self.outcomes, self.seed).hash(state);
    }
}

/// A part of the whole: a fraction if it is exact.
pub fn chance(py: Python<'_>, exact: bool, part: u128, whole: u128) -> PyResult<Bound<'_, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if exact {
        return FRACTION.import(py, "fractions", "Fraction")?.call1((part, whole));
    }
    Ok(PyFloat::new(py, ratio(part, whole)).into_any())
}

/// A chance as JSON has it: `"1/2"`, or a float.
fn plain(chance: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    Ok(if chance.is_instance_of::<PyFloat>() { chance } else { chance.str()?.into_any() })
}

#[expect(clippy::cast_precision_loss, reason = "a ratio for people, or one of a sample")]
pub fn ratio(part: u128, whole: u128) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl Equity {
    pub fn total(&self) -> u128 {
        self.outcomes.iter().map(|(_, count)| count).sum()
    }

    const fn is_exact(&self) -> bool {
        self.seed.is_none()
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::new(self.labels.len());
        for &(outcome, count) in &self.outcomes {
            tally.add(outcome, count);
        }
        tally
    }

    pub fn winnings(&self, player: usize) -> Winnings {
        Winnings::of(player, &self.outcomes)
    }

    /// The part of the pot, as (part, whole).
    pub fn share(&self, player: usize) -> (u128, u128) {
        (self.winnings(player).sum(), u128::from(POT) * self.total())
    }

    fn errors(&self) -> Vec<f64> {
        if self.is_exact() { vec![0.0; self.labels.len()] } else { self.tally().standard_errors() }
    }

    fn error<'py>(&self, py: Python<'py>, error: f64) -> PyResult<Bound<'py, PyAny>> {
        if self.is_exact() { chance(py, true, 0, 1) } else { Ok(PyFloat::new(py, error).into_any()) }
    }

    /// The chances of a player: his share, for high, for low, to scoop.
    fn chances(&self, player: usize) -> [(u128, u128); 6] {
        let (winnings, total) = (self.winnings(player), self.total());
        [
            (winnings.sum(), u128::from(POT) * total),
            (winnings.high_wins, total),
            (winnings.high_ties, total),
            (winnings.low_wins, total),
            (winnings.low_ties, total),
            (winnings.scoops, total),
        ]
    }

    fn shares<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyDict>> {
        let (dict, total) = (PyDict::new(py), self.total());
        for (&share, &count) in self.winnings(player).shares.iter().rev() {
            let part = chance(py, true, share.into(), POT.into())?;
            dict.set_item(part, chance(py, self.is_exact(), count, total)?)?;
        }
        Ok(dict)
    }

    /// One line about all of it.
    pub fn caption(&self) -> String {
        let (total, low) = (thousands(self.total()), self.low);
        match self.seed {
            None => format!("exact, {total} deals, {low}"),
            Some(seed) => {
                let error = self.errors().into_iter().fold(0.0, f64::max);
                format!("sampled, {total} trials, seed {seed}, standard error {error:.5}, {low}")
            }
        }
    }

    fn table(&self) -> Table {
        let first = if self.seated { "seat" } else { "player" };
        let columns = [first, "hand", "equity", "high win", "high tie", "low win", "low tie", "scoop"];
        let digits = if self.is_exact() { 6 } else { 4 };
        let row = |(player, label): (usize, &Label)| {
            let chances =
                self.chances(player).map(|(part, whole)| format!("{:.digits$}", ratio(part, whole)));
            [label.player.to_string(), label.hand.clone()].into_iter().chain(chances).collect()
        };
        Table {
            columns: columns.map(str::to_owned).to_vec(),
            rows: self.labels.iter().enumerate().map(row).collect(),
            left: 2,
        }
    }
}

const CHANCES: [&str; 6] = ["share", "high_win", "high_tie", "low_win", "low_tie", "scoop"];

#[pymethods]
impl Equity {
    /// A `PlayerEquity` for each player, in the order of the hands, or by seat.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        static PLAYER: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = PLAYER.import(py, "stud8.results", "PlayerEquity")?;
        let mut players = Vec::new();
        for ((place, label), error) in self.labels.iter().enumerate().zip(self.errors()) {
            let mut fields =
                vec![label.player.into_pyobject(py)?.into_any(), PyString::new(py, &label.hand).into_any()];
            for (part, whole) in self.chances(place) {
                fields.push(chance(py, self.is_exact(), part, whole)?);
            }
            fields.push(self.shares(py, place)?.into_any());
            fields.push(self.error(py, error)?);
            players.push(class.call1(PyTuple::new(py, fields)?)?);
        }
        PyTuple::new(py, players)
    }

    /// {(high winners, low winners): count} of all that can happen; a tuple of players each.
    ///
    /// Players are named as in `players`. Nobody wins a low that nobody makes. The counts are whole numbers of
    /// deals or trials; with weights, of deals times whole weights.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for &(outcome, count) in &self.outcomes {
            let [high, low] =
                [outcome.high, outcome.low].map(|winners| self::winners(py, &self.labels, winners));
            dict.set_item((high?, low?), count)?;
        }
        Ok(dict)
    }

    /// Counts of two players: 3 rows of 4; None with more.
    ///
    /// Rows: the first wins the high, they tie, he loses it. Columns: he wins the low, they tie, he loses it,
    /// nobody has one.
    #[getter]
    fn joint(&self) -> Option<[(u128, u128, u128, u128); 3]> {
        self.tally().joint().map(|table| table.map(|[win, tie, lose, none]| (win, tie, lose, none)))
    }

    /// Whether all deals were counted.
    #[getter]
    fn exact(&self) -> bool {
        self.is_exact()
    }

    /// How many deals were counted, with weights times those; None for a sample.
    #[getter]
    fn deals(&self) -> Option<u128> {
        self.is_exact().then(|| self.total())
    }

    /// How many deals were drawn for a sample; None if it is exact.
    #[getter]
    fn trials(&self) -> Option<u128> {
        (!self.is_exact()).then(|| self.total())
    }

    /// The largest standard error of the players' shares, as a part of the pot; 0 if it is exact.
    #[getter]
    fn standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.error(py, self.errors().into_iter().fold(0.0, f64::max))
    }

    /// The seed of a sample; None if it is exact.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The kind of low.
    #[getter]
    fn low(&self) -> &'static str {
        self.low.as_str()
    }

    /// All of it as plain data for JSON, with a format name and a version.
    ///
    /// Fractions are texts (`1/2`), counts whole numbers.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("format", FORMAT)?;
        dict.set_item("version", VERSION)?;
        dict.set_item("low", self.low())?;
        dict.set_item("exact", self.exact())?;
        dict.set_item("deals", self.deals())?;
        dict.set_item("trials", self.trials())?;
        dict.set_item("seed", self.seed)?;
        dict.set_item("standard_error", plain(self.standard_error(py)?)?)?;
        dict.set_item("seated", self.seated)?;
        let players = PyList::empty(py);
        for ((place, label), error) in self.labels.iter().enumerate().zip(self.errors()) {
            let player = PyDict::new(py);
            player.set_item("player", label.player)?;
            player.set_item("hand", &label.hand)?;
            for (name, (part, whole)) in CHANCES.into_iter().zip(self.chances(place)) {
                player.set_item(name, plain(chance(py, self.is_exact(), part, whole)?)?)?;
            }
            let shares = PyDict::new(py);
            for (share, chance) in self.shares(py, place)? {
                shares.set_item(share.str()?, plain(chance)?)?;
            }
            player.set_item("shares", shares)?;
            player.set_item("standard_error", plain(self.error(py, error)?)?)?;
            players.append(player)?;
        }
        dict.set_item("players", players)?;
        let outcomes = PyList::empty(py);
        for &(outcome, count) in &self.outcomes {
            let record = PyDict::new(py);
            record.set_item("high", winners(py, &self.labels, outcome.high)?.to_list())?;
            record.set_item("low", winners(py, &self.labels, outcome.low)?.to_list())?;
            record.set_item("count", count)?;
            outcomes.append(record)?;
        }
        dict.set_item("outcomes", outcomes)?;
        Ok(dict)
    }

    /// The equity that `to_dict` wrote down: its players and outcomes, from which the rest follows.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version.
    #[classmethod]
    pub fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = cls.py();
        let Ok(record) = record.cast::<PyDict>() else {
            return Err(history_syntax(
                py,
                "the record of an equity is a dict, as Equity.to_dict() makes it",
            ));
        };
        check_format(record, FORMAT, VERSION)?;
        read(record).map_err(|error| of_record(py, "an equity", error))
    }

    fn _repr_html_(&self) -> String {
        self.table().html(&self.caption())
    }

    fn __str__(&self) -> String {
        format!("{}\n\n{}", self.caption(), self.table().text())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Equity.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

fn read(record: &Bound<'_, PyDict>) -> PyResult<Equity> {
    let py = record.py();
    let get = |name: &str| record.as_any().get_item(name);
    let mut labels = Vec::new();
    for player in get("players")?.try_iter()? {
        let player = player?;
        labels.push(Label {
            player: player.get_item("player")?.extract()?,
            hand: player.get_item("hand")?.extract()?,
        });
    }
    if !(2..=MAX_PLAYERS).contains(&labels.len()) {
        return Err(history_syntax(py, format!("{} players: there are two to eight", labels.len())));
    }
    let winners = |names: Bound<'_, PyAny>| -> PyResult<u8> {
        let mut winners = 0;
        for name in names.try_iter()? {
            let name = name?.extract::<u8>()?;
            let place = labels.iter().position(|label| label.player == name);
            let place = place.ok_or_else(|| history_syntax(py, format!("there is no player {name}")))?;
            winners |= 1 << place;
        }
        Ok(winners)
    };
    let mut tally = Tally::new(labels.len());
    for outcome in get("outcomes")?.try_iter()? {
        let outcome = outcome?;
        let (high, low) = (winners(outcome.get_item("high")?)?, winners(outcome.get_item("low")?)?);
        if high == 0 {
            return Err(history_syntax(py, "somebody wins the high"));
        }
        let count = outcome.get_item("count")?.extract::<u128>()?;
        // Far more than there are deals, and sums of all outcomes in units of a pot can still be made.
        if count > 1 << 96 {
            return Err(history_syntax(py, format!("count={count} is too great")));
        }
        tally.add(Outcome { high, low }, count);
    }
    let outcomes = tally.iter().collect();
    Ok(Equity {
        seated: get("seated")?.extract()?,
        outcomes,
        low: get("low")?.extract::<String>()?.parse().py(py)?,
        seed: get("seed")?.extract()?,
        labels,
    })
}
