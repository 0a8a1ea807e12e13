//! `Equity`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFloat, PyString, PyTuple, PyType};
use stud8::equity as core;
use stud8::equity::Chance;

use crate::convert;

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Equity(pub core::Equity);

/// A fraction if the chance is exact, else a float.
pub fn chance(py: Python<'_>, chance: Chance) -> PyResult<Bound<'_, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if chance.exact {
        return FRACTION.import(py, "fractions", "Fraction")?.call1((chance.part, chance.whole));
    }
    Ok(PyFloat::new(py, chance.ratio()).into_any())
}

impl Equity {
    fn shares<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (share, times) in self.0.shares(player) {
            dict.set_item(chance(py, share)?, chance(py, times)?)?;
        }
        Ok(dict)
    }

    /// A standard error: the fraction 0 if all deals were counted.
    fn error<'py>(&self, py: Python<'py>, error: f64) -> PyResult<Bound<'py, PyAny>> {
        if self.0.is_exact() {
            return chance(py, Chance { part: 0, whole: 1, exact: true });
        }
        Ok(PyFloat::new(py, error).into_any())
    }
}

#[pymethods]
impl Equity {
    /// A `PlayerEquity` for each player, in the order of the hands, or by seat.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        static PLAYER: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = PLAYER.import(py, "stud8._internal.values.results", "PlayerEquity")?;
        let mut players = Vec::new();
        for ((place, label), error) in self.0.labels().iter().enumerate().zip(self.0.standard_errors()) {
            let mut fields =
                vec![label.player.into_pyobject(py)?.into_any(), PyString::new(py, &label.hand).into_any()];
            for part in self.0.chances(place) {
                fields.push(chance(py, part)?);
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
        for &(outcome, count) in self.0.outcomes() {
            let [high, low] =
                [outcome.high, outcome.low].map(|winners| PyTuple::new(py, self.0.names(winners)));
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
        self.0.tally().joint().map(|table| table.map(|[win, tie, lose, none]| (win, tie, lose, none)))
    }

    /// Whether all deals were counted.
    #[getter]
    fn exact(&self) -> bool {
        self.0.is_exact()
    }

    /// How many deals were counted, with weights times those; None for a sample.
    #[getter]
    fn deals(&self) -> Option<u128> {
        self.0.is_exact().then(|| self.0.total())
    }

    /// How many deals were drawn for a sample; None if it is exact.
    #[getter]
    fn trials(&self) -> Option<u128> {
        (!self.0.is_exact()).then(|| self.0.total())
    }

    /// The largest standard error of the players' shares, as a part of the pot; 0 if it is exact.
    #[getter]
    fn standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.error(py, self.0.standard_error())
    }

    /// The seed of a sample; None if it is exact.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.seed()
    }

    /// The kind of low.
    #[getter]
    fn low(&self) -> &'static str {
        self.0.low().as_str()
    }

    /// All of it as plain data for JSON, with a format name and a version.
    ///
    /// Fractions are texts (`1/2`), counts whole numbers. A standard error that is infinite is None: JSON has no
    /// number for it.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    /// The equity that `to_dict` wrote down: its players and outcomes, from which the rest follows.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, also where something doesn't follow, and
    /// `HistoryUnsupportedError` for another version.
    #[classmethod]
    pub fn from_dict(_cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::record(record, "Equity").map(Self)
    }

    fn _repr_html_(&self) -> String {
        self.0.table().html(&self.0.caption())
    }

    fn __str__(&self) -> String {
        format!("{}\n\n{}", self.0.caption(), self.0.table().text())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Equity.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}
