//! `Match`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use stud8::statistics as core;

use crate::convert;
use crate::errors::ResultExt;
use crate::summary::Summary;

/// Who beat whom, and how surely. `match` makes it.
///
/// `pairs` has the `Summary` of each two, by their names. What the first of them won is under the first policy of
/// the summary: `rows` puts it together.
///
/// ```python
/// >>> from stud8 import match
/// >>> result = match(["tight", "call"], hands=500, seed=7)
/// >>> result.ranking[0][0]
/// 'tight'
///
/// ```
#[pyclass(frozen, from_py_object, eq, module = "stud8")]
#[derive(Clone, PartialEq, Eq)]
pub struct Match(core::Match);

#[pymethods]
impl Match {
    /// Puts together the summaries of every two policies: {(name, name): summary}, in the order of the names. Where
    /// a match was interrupted the last pairs are missing.
    ///
    /// Raises `ValueError` for names that aren't different, and for summaries that aren't of two policies with
    /// duplicate deals.
    #[new]
    fn new(names: Vec<String>, pairs: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (mut couples, mut summaries) = (Vec::new(), Vec::new());
        for (couple, summary) in pairs {
            couples.push(couple.extract::<(String, String)>()?);
            summaries.push(summary.extract::<Summary>()?.0);
        }
        let found = core::Match::new(names, summaries);
        let found = found.map_err(|error| PyValueError::new_err(error.to_string()))?;
        if !found
            .pairs()
            .map(|((one, two), _)| (one, two))
            .eq(couples.iter().map(|(one, two)| (&one[..], &two[..])))
        {
            return Err(PyValueError::new_err("the pairs must be those of the names, in their order"));
        }
        Ok(Self(found))
    }

    /// The names of the policies.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.names())
    }

    /// {(name, name): the `Summary` of their hands}.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (couple, summary) in self.0.pairs() {
            dict.set_item(couple, Summary(summary.clone()))?;
        }
        Ok(dict)
    }

    /// A row for each two: what the first won from the second, in chips a hand and seat.
    ///
    /// `standard_error` takes the hands of a deal together, `unpaired_standard_error` is what it would be if each
    /// hand had cards of its own, `saved` how many times as many hands that would take for the same error.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for row in self.0.rows() {
            let dict = PyDict::new(py);
            dict.set_item("first", row.first)?;
            dict.set_item("second", row.second)?;
            dict.set_item("deals", row.deals)?;
            dict.set_item("hands", row.hands)?;
            dict.set_item("mean", row.mean)?;
            dict.set_item("second_mean", row.second_mean)?;
            dict.set_item("standard_error", row.standard_error)?;
            dict.set_item("unpaired_standard_error", row.unpaired_standard_error)?;
            dict.set_item("saved", row.saved)?;
            rows.append(dict)?;
        }
        Ok(rows)
    }

    /// Names and chips won a hand and seat, averaged over all opponents, the best first.
    #[getter]
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.ranking())
    }

    /// All of it as plain data for JSON, with a format name and a version; summaries as `Summary.to_dict`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    /// The match that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version.
    #[classmethod]
    fn from_dict(_cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::record(record, "Match").map(Self)
    }

    /// Both matches as one, of the same policies and other hands.
    fn __add__(&self, other: &Self, py: Python<'_>) -> PyResult<Self> {
        self.0.checked_add(&other.0).map(Self).py(py)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn _repr_html_(&self) -> String {
        self.0.table().html("")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Match.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}
