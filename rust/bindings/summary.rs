//! `Summary`.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use stud8::action::ActionKind;
use stud8::seat::Seat;
use stud8::starts::{class_cards, spelled};
use stud8::statistics::{self as core, AddError, LevelError};

use crate::convert;
use crate::hand::by_seat;

/// What happened in many hands, as whole numbers. `simulate` makes it.
///
/// Summaries of the same seats and policies add up exactly, in any order, to the summary of all their hands:
/// `a + b` raises `ValueError` for others. Equal summaries count the same of everything.
///
/// A summary has counts alone. It knows neither rules and stacks, nor seed and numbers, nor what a function of
/// the same name does: adding doesn't check that both come from one game, or that no hand is in both.
///
/// A pot is *contested* if hands were compared for it: at a showdown, with two or more players who could win
/// it. Each contested pot is either `split` or `scooped`.
///
/// ```python
/// >>> from stud8 import Rules, simulate
/// >>> first = simulate(Rules.full_tilt(), hands=300, seed=7)
/// >>> rest = simulate(Rules.full_tilt(), hands=200, seed=7, start=300)
/// >>> first + rest == simulate(Rules.full_tilt(), hands=500, seed=7)
/// True
///
/// ```
#[pyclass(frozen, from_py_object, eq, module = "stud8")]
#[derive(Clone, PartialEq, Eq)]
pub struct Summary(pub core::Summary);

impl Summary {
    fn by_policy<'py, T>(&self, py: Python<'py>, value: impl Fn(usize) -> T) -> PyResult<Bound<'py, PyDict>>
    where
        T: IntoPyObject<'py>,
    {
        let dict = PyDict::new(py);
        for (place, name) in self.0.policies().into_iter().enumerate() {
            dict.set_item(name, value(place))?;
        }
        Ok(dict)
    }

    fn by_seat<'py, T>(&self, py: Python<'py>, value: impl Fn(Seat) -> T) -> PyResult<Bound<'py, PyDict>>
    where
        T: IntoPyObject<'py>,
    {
        by_seat(py, self.0.seats(), value)
    }
}

/// The Python exception for summaries that can't be added.
pub fn unaddable(error: AddError) -> PyErr {
    match error {
        AddError::Overflow => PyOverflowError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

fn wrong_level(error: LevelError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Summary {
    /// Hands played.
    #[getter]
    fn hands(&self) -> u64 {
        self.0.totals().hands
    }

    /// The seats of the players, ascending.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        crate::hand::seat_tuple(py, self.0.seats())
    }

    /// Actions of all players on all streets, declarations included.
    #[getter]
    fn actions(&self) -> u128 {
        self.0.actions()
    }

    /// {street: {kind: count}} for streets 3 to 7; kinds that never came are left out. Declarations are on 7.
    #[getter]
    fn actions_by_street<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let streets = PyDict::new(py);
        for (street, counts) in (3..).zip(&self.0.totals().actions) {
            let kinds = PyDict::new(py);
            for (kind, &count) in ActionKind::ALL.into_iter().zip(counts) {
                if count > 0 {
                    kinds.set_item(kind.as_str(), count)?;
                }
            }
            streets.set_item(street, kinds)?;
        }
        Ok(streets)
    }

    /// {seat: chips won or lost over all hands}. Without a rake they sum to 0.
    #[getter]
    fn net<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| self.0.totals().net[seat.index()])
    }

    /// {seat: the sum of the squares of what it won or lost in each hand}.
    #[getter]
    fn net_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| self.0.totals().net_squares[seat.index()])
    }

    /// {seat: chips won or lost a hand, on average}; 0 without hands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| self.0.totals().mean(seat))
    }

    /// {seat: the standard error of its `mean`}, in chips; infinite with fewer than two hands.
    ///
    /// It takes the hands as independent, and their variance as it is estimated from them.
    #[getter]
    fn standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| self.0.totals().standard_error(seat))
    }

    /// {seat: (least, most)}: the confidence intervals of its `mean`, at a level between 0 and 1.
    ///
    /// `mean` plus and minus so many standard errors as the normal distribution says.
    #[pyo3(signature = (level = 0.95))]
    fn confidence<'py>(&self, py: Python<'py>, level: f64) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for seat in self.0.seats() {
            dict.set_item(seat.number(), self.0.confidence(seat, level).map_err(wrong_level)?)?;
        }
        Ok(dict)
    }

    /// The name of the policy of each player, in the order of the seats when nothing is rotated.
    #[getter]
    fn policies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.players())
    }

    /// How the policies moved: `"fixed"`, `"by_number"`, or `"duplicate"`.
    ///
    /// By number: in hand `number` each sits `number` places further. Duplicate: each number was played once for
    /// every way to rotate the policies, with the same cards and the same choices, as `match` does.
    #[getter]
    fn rotation(&self) -> &'static str {
        self.0.rotation().as_str()
    }

    /// Hand numbers played: as many as `hands`, but with `rotation` `"duplicate"`.
    #[getter]
    fn deals(&self) -> u64 {
        self.0.totals().deals
    }

    /// {policy: chips won or lost over all hands, in all its seats}.
    #[getter]
    fn policy_net<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place| self.0.totals().policy_net[place])
    }

    /// {policy: the sum of the squares of what it won or lost in each hand, in all its seats together}.
    #[getter]
    fn policy_net_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place| self.0.totals().policy_squares[place])
    }

    /// {policy: the sum of the squares of what it won or lost with each hand number, all rotations together}.
    #[getter]
    fn deal_net_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place| self.0.totals().deal_squares[place])
    }

    /// {policy: chips won or lost a hand and seat, on average}; 0 without hands.
    #[getter]
    fn policy_mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place| self.0.policy_mean(place))
    }

    /// {policy: the standard error of its `policy_mean`}, in chips.
    ///
    /// Deals are independent, the hands of one deal aren't: with `rotation` `"duplicate"` this is the smaller
    /// error that playing the same cards from every seat is done for.
    #[getter]
    fn policy_standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place| self.0.policy_standard_error(place))
    }

    /// {policy: the standard error that its `policy_mean` would have if every hand had cards of its own}.
    #[getter]
    fn unpaired_standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place| self.0.unpaired_standard_error(place))
    }

    /// {policy: (least, most)}: the confidence intervals of its `policy_mean`, at a level between 0 and 1.
    #[pyo3(signature = (level = 0.95))]
    fn policy_confidence<'py>(&self, py: Python<'py>, level: f64) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (place, name) in self.0.policies().into_iter().enumerate() {
            dict.set_item(name, self.0.policy_confidence(place, level).map_err(wrong_level)?)?;
        }
        Ok(dict)
    }

    /// What came of each starting hand: {policy: {class: (hands, net, squares)}}; None if not asked for.
    ///
    /// A class is the first three cards up to suits, the door card not marked: `"Ac Ad 5c"`. Of the 1,755 those
    /// that were never dealt are left out.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.0.totals().classes.is_none() {
            return Ok(None);
        }
        let dict = PyDict::new(py);
        for (place, label) in self.0.policies().into_iter().enumerate() {
            let of_policy = PyDict::new(py);
            for (&cards, count) in class_cards().iter().zip(self.0.classes_of(place).unwrap_or_default()) {
                if count.hands > 0 {
                    of_policy.set_item(spelled(cards), (count.hands, count.net, count.squares))?;
                }
            }
            dict.set_item(label, of_policy)?;
        }
        Ok(Some(dict))
    }

    /// {street: hands in which cards of it were dealt} for streets 3 to 7, whether or not there was betting.
    #[getter]
    fn streets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (street, &count) in (3..).zip(&self.0.totals().streets) {
            dict.set_item(street, count)?;
        }
        Ok(dict)
    }

    /// Hands that ended with two or more players in.
    #[getter]
    fn showdowns(&self) -> u64 {
        self.0.totals().showdowns
    }

    /// Hands in which a low won chips.
    ///
    /// It won a low half, or a pot that the same players shared as one because they tied for both halves.
    /// With declarations, the hands with a payment to a low.
    #[getter]
    fn lows(&self) -> u64 {
        self.0.totals().lows
    }

    /// Contested pots that were paid to two or more players, as halves or in equal parts.
    #[getter]
    fn split(&self) -> u64 {
        self.0.totals().split
    }

    /// Contested pots that one player took alone.
    ///
    /// With both hands, or with one where there was none for the other half.
    #[getter]
    fn scooped(&self) -> u64 {
        self.0.totals().scooped
    }

    /// Contested pots with a high and a low half of which at least one was paid to two or more players.
    #[getter]
    fn quartered(&self) -> u64 {
        self.0.totals().quartered
    }

    /// Chips that the house took.
    #[getter]
    fn rake(&self) -> i128 {
        self.0.totals().rake()
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        self.0.checked_add(&other.0).map(Self).map_err(unaddable)
    }

    /// `sum(summaries)` begins with 0.
    fn __radd__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let py = other.py();
        match other.eq(0) {
            Ok(true) => self
                .clone()
                .into_pyobject(py)
                .map_or_else(|_| py.NotImplemented(), |sum| sum.into_any().unbind()),
            _ => py.NotImplemented(),
        }
    }

    /// The counts as plain data for JSON, with a format name and a version.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    /// A table of it for data frames: a `pyarrow.Table`, which needs the extra `arrow`.
    ///
    /// `"seats"` and `"policies"` have a row for each, `"actions"` one for each street and kind, `"classes"` one
    /// for each policy and starting hand. Counts are int64, sums of squares, which may be larger, float64.
    #[pyo3(signature = (table = "seats"))]
    fn to_arrow<'py>(slf: &Bound<'py, Self>, table: &str) -> PyResult<Bound<'py, PyAny>> {
        frames(slf.py())?.call_method1(intern!(slf.py(), "to_arrow"), (slf, table))
    }

    /// As `to_arrow`, as a `polars.DataFrame`: needs the extra `polars`.
    #[pyo3(signature = (table = "seats"))]
    fn to_polars<'py>(slf: &Bound<'py, Self>, table: &str) -> PyResult<Bound<'py, PyAny>> {
        frames(slf.py())?.call_method1(intern!(slf.py(), "to_polars"), (slf, table))
    }

    /// As `to_arrow`, as a `pandas.DataFrame`: needs the extra `pandas`.
    #[pyo3(signature = (table = "seats"))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, table: &str) -> PyResult<Bound<'py, PyAny>> {
        frames(slf.py())?.call_method1(intern!(slf.py(), "to_pandas"), (slf, table))
    }

    fn _repr_html_(&self) -> String {
        let tables: String = self.0.tables().iter().map(|table| table.html("")).collect();
        format!("<p>{}</p>{tables}", self.0.caption())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// The summary that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, also where the counts can't be those of any hands,
    /// and `HistoryUnsupportedError` for another version.
    #[classmethod]
    fn from_dict(_cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::record(record, "Summary").map(Self)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Summary.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

fn frames(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("stud8._internal.values.data_frames")
}
