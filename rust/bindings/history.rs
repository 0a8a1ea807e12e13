//! `History`: hands in PHH.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use stud8::history::{self as core, Options, Value};
use stud8::rules::Chips;
use stud8::seat::Seat;

use crate::errors::{ResultExt, wrong_type};
use crate::hand::Hand;
use crate::rules::Rules;

#[pyclass(frozen, from_py_object, eq, module = "stud8")]
#[derive(Clone, PartialEq, Eq)]
pub struct History(core::History);

/// The text of a string or of UTF-8 bytes.
fn text<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<std::borrow::Cow<'a, str>> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow();
    }
    match value.cast::<PyBytes>() {
        Ok(bytes) => core::History::decode(bytes.as_bytes()).py(value.py()).map(Into::into),
        Err(_) => Err(wrong_type("a history is read from a text or from bytes", value)),
    }
}

#[pymethods]
impl History {
    #[classmethod]
    #[pyo3(signature = (text, decimals = 0))]
    fn parse(cls: &Bound<'_, PyType>, text: &Bound<'_, PyAny>, decimals: u8) -> PyResult<Self> {
        let text = self::text(text)?;
        core::History::parse(&text, Options { decimals }).map(Self).py(cls.py())
    }

    #[classmethod]
    #[pyo3(signature = (text, decimals = 0))]
    fn parse_many(cls: &Bound<'_, PyType>, text: &Bound<'_, PyAny>, decimals: u8) -> PyResult<Vec<Self>> {
        let text = self::text(text)?;
        let histories = core::History::parse_many(&text, Options { decimals }).py(cls.py())?;
        Ok(histories.into_iter().map(Self).collect())
    }

    #[staticmethod]
    fn dump_many(histories: Vec<Self>) -> String {
        let histories: Vec<_> = histories.into_iter().map(|history| history.0).collect();
        core::History::dump_many(&histories)
    }

    #[classmethod]
    #[pyo3(signature = (hand, decimals = 0))]
    fn from_hand(cls: &Bound<'_, PyType>, hand: &Bound<'_, Hand>, decimals: u8) -> PyResult<Self> {
        let mut history = core::History::from_game(&hand.try_borrow()?.game).py(cls.py())?;
        history.decimals = decimals;
        Ok(Self(history))
    }

    #[pyo3(signature = (rules = None))]
    fn replay(&self, rules: Option<Rules>, py: Python<'_>) -> PyResult<Hand> {
        self.0.replay(rules.as_ref().map(|rules| &rules.0)).map(|game| Hand { game }).py(py)
    }

    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    #[getter]
    fn decimals(&self) -> u8 {
        self.0.decimals
    }

    #[getter]
    fn stakes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stakes = PyDict::new(py);
        stakes.set_item("ante", self.0.ante)?;
        stakes.set_item("bring_in", self.0.bring_in)?;
        stakes.set_item("small_bet", self.0.small_bet)?;
        stakes.set_item("big_bet", self.0.big_bet)?;
        Ok(stakes)
    }

    #[getter]
    fn trim_antes(&self) -> bool {
        self.0.trim_antes.unwrap_or(false)
    }

    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.player_seats().into_iter().map(Seat::number))
    }

    #[getter]
    fn starting_stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, &self.0.starting_stacks)
    }

    #[getter]
    fn finishing_stacks<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.0.finishing_stacks.as_ref().map(|stacks| self.by_seat(py, stacks)).transpose()
    }

    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(players) = &self.0.players else { return Ok(None) };
        let dict = PyDict::new(py);
        for (seat, name) in self.0.player_seats().into_iter().zip(players) {
            dict.set_item(seat.number(), name)?;
        }
        Ok(Some(dict))
    }

    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.actions.iter().map(|line| line.to_text(self.0.decimals)))
    }

    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        table(py, &self.0.fields)
    }

    fn __str__(&self) -> String {
        self.0.to_phh()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.text()).repr()?;
        Ok(format!("History.parse_many({text}, decimals={})[0]", self.0.decimals))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u8))> {
        Ok((py.get_type::<Self>().getattr("_read")?, (self.text(), self.0.decimals)))
    }

    #[staticmethod]
    fn _read(text: &str, decimals: u8, py: Python<'_>) -> PyResult<Self> {
        let histories = core::History::parse_many(text, Options { decimals }).py(py)?;
        histories
            .into_iter()
            .next()
            .map(Self)
            .ok_or_else(|| crate::errors::history_syntax(py, "the text holds no hand"))
    }
}

impl History {
    /// A text that reads back to the same history, the name of its table too.
    fn text(&self) -> String {
        match self.0.name {
            Some(_) => core::History::dump_many(std::slice::from_ref(&self.0)),
            None => self.0.to_phh(),
        }
    }

    fn by_seat<'py>(&self, py: Python<'py>, chips: &[Chips]) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (seat, chips) in self.0.player_seats().into_iter().zip(chips) {
            dict.set_item(seat.number(), chips)?;
        }
        Ok(dict)
    }
}

fn table<'py>(py: Python<'py>, fields: &[(String, Value)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in fields {
        dict.set_item(name, object(py, value)?)?;
    }
    Ok(dict)
}

/// A TOML value as `tomllib` would give it, decimals as `Decimal`.
fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::String(text) => PyString::new(py, text).into_any(),
        // Integers may be hexadecimal; dates and floats of TOML read like Python's own.
        Value::Integer(text) => py.get_type::<pyo3::types::PyInt>().call1((text, 0))?,
        Value::Float(text) => py.import("decimal")?.getattr("Decimal")?.call1((text,))?,
        Value::Boolean(flag) => pyo3::types::PyBool::new(py, *flag).to_owned().into_any(),
        Value::Datetime(text) => datetime(py, text)?,
        Value::Array(values) => {
            let items = values.iter().map(|value| object(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Table(fields) => table(py, fields)?.into_any(),
    })
}

fn datetime<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("datetime")?;
    let class = match (text.contains(':'), text.contains('-')) {
        (true, true) => "datetime",
        (true, false) => "time",
        (false, _) => "date",
    };
    module.getattr(class)?.call_method1("fromisoformat", (text,))
}
