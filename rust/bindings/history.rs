//! `History`: hands in PHH.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use stud8::history::{self as core, Options, Value};
use stud8::rules::Chips;
use stud8::seat::Seat;

use crate::args::small;
use crate::errors::{ResultExt, wrong_type};
use crate::hand::Hand;
use crate::rules::Rules;

/// One recorded hand in PHH, the poker hand history format (variant `F7S/8`), as it was written down.
///
/// It says what was recorded and nothing about whether it could have happened: `replay` plays it. Amounts are
/// whole chips of the smallest unit: with `decimals=2` a text's 0.40 is 40. Equal histories have equal
/// fields; `str` is the text of a `.phh` file. See `loads`, `load`, `dumps` and `dump`.
///
/// ```python
/// >>> from stud8 import Hand, History, Rules
/// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 2, seed=5)
/// >>> hand.play("bring_in")
/// >>> hand.play("fold")
/// >>> history = History.from_hand(hand)
/// >>> history.stakes, history.replay().payoffs == hand.payoffs
/// ({'ante': 40, 'bring_in': 50, 'small_bet': 200, 'big_bet': 400}, True)
///
/// ```
#[pyclass(frozen, from_py_object, eq, module = "stud8")]
#[derive(Clone, PartialEq, Eq)]
pub struct History(core::History);

/// The text of a string or of UTF-8 bytes.
fn text<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<std::borrow::Cow<'a, str>> {
    if let Ok(text) = value.cast::<PyString>() {
        let lossy = |_| {
            crate::errors::history_syntax(value.py(), "the text has half a surrogate pair: it is no Unicode")
        };
        return text.to_cow().map_err(lossy);
    }
    match value.cast::<PyBytes>() {
        Ok(bytes) => core::History::decode(bytes.as_bytes()).py(value.py()).map(Into::into),
        Err(_) => Err(wrong_type("a history is read from a text or from bytes", value)),
    }
}

/// How many digits an amount may have after the point; 2^40 has thirteen before it.
const MOST_DECIMALS: u8 = 6;

fn options(decimals: Option<&Bound<'_, PyAny>>) -> PyResult<Options> {
    let decimals = decimals.map_or(Ok(0), |value| small(value, "decimals", MOST_DECIMALS))?;
    Ok(Options { decimals })
}

#[pymethods]
impl History {
    /// The most bytes that a text may have.
    #[classattr]
    #[pyo3(name = "_MAX_BYTES")]
    fn max_bytes() -> usize {
        core::MAX_BYTES
    }

    /// Read a text (or UTF-8 bytes) with one hand, as in a `.phh` file.
    ///
    /// `decimals` is how many digits after the point amounts may have. Raises `HistorySyntaxError` for what
    /// can't be read or holds several hands, `HistoryUnsupportedError` for another variant.
    #[classmethod]
    #[pyo3(signature = (text, decimals = None), text_signature = "(text, decimals=0)")]
    fn parse(
        cls: &Bound<'_, PyType>,
        text: &Bound<'_, PyAny>,
        decimals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let text = self::text(text)?;
        core::History::parse(&text, options(decimals)?).map(Self).py(cls.py())
    }

    /// Read a text (or UTF-8 bytes) with any number of hands, one table each, as in a `.phhs` file.
    ///
    /// A text with one hand and no table gives that one. Arguments and errors are those of `parse`, the
    /// message with the name of the hand.
    #[classmethod]
    #[pyo3(signature = (text, decimals = None), text_signature = "(text, decimals=0)")]
    fn parse_many(
        cls: &Bound<'_, PyType>,
        text: &Bound<'_, PyAny>,
        decimals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Self>> {
        let text = self::text(text)?;
        let histories = core::History::parse_many(&text, options(decimals)?).py(cls.py())?;
        Ok(histories.into_iter().map(Self).collect())
    }

    /// Write several hands as one text, as in a `.phhs` file.
    ///
    /// Their tables keep their names if all have one and no two the same; else they are numbered from 1.
    #[staticmethod]
    fn dump_many(histories: Vec<Self>) -> String {
        let histories: Vec<_> = histories.into_iter().map(|history| history.0).collect();
        core::History::dump_many(&histories)
    }

    /// Write a hand down, finished or not, to be printed with so many decimals.
    ///
    /// What PHH can't say goes into fields of our own, so that `replay` gives the same events. Raises
    /// `HistoryUnsupportedError` for other games than eight or better and for hands with burned cards.
    #[classmethod]
    #[pyo3(signature = (hand, decimals = None), text_signature = "(hand, decimals=0)")]
    fn from_hand(
        cls: &Bound<'_, PyType>,
        hand: &Bound<'_, Hand>,
        decimals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut history = core::History::from_game(&hand.try_borrow()?.game).py(cls.py())?;
        history.decimals = options(decimals)?.decimals;
        Ok(Self(history))
    }

    /// Play the hand again. A record that ends early gives an unfinished hand.
    ///
    /// PHH states no house rules. Without `rules` those in our own field hold; without such a field the
    /// stakes are the file's, and whatever it says is taken as played: no cap, folding when checking is free,
    /// showing and mucking in any order, either rule for short all-ins. With `rules` everything must be legal
    /// as they say.
    ///
    /// Raises `HistoryStepError` at the first action that couldn't have happened, with its number, why, and
    /// what would have been legal; `HistoryUnsupportedError` if the rules aren't those of the file, or can't
    /// be.
    #[pyo3(signature = (rules = None))]
    fn replay(&self, rules: Option<Rules>, py: Python<'_>) -> PyResult<Hand> {
        self.0.replay(rules.as_ref().map(|rules| &rules.0)).map(|game| Hand { game }).py(py)
    }

    /// The name of its table in a text with several hands, or None.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// How many digits after the point its amounts have in the text.
    #[getter]
    fn decimals(&self) -> u8 {
        self.0.decimals
    }

    /// `{"ante": …, "bring_in": …, "small_bet": …, "big_bet": …}` in chips.
    #[getter]
    fn stakes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stakes = PyDict::new(py);
        stakes.set_item("ante", self.0.ante)?;
        stakes.set_item("bring_in", self.0.bring_in)?;
        stakes.set_item("small_bet", self.0.small_bet)?;
        stakes.set_item("big_bet", self.0.big_bet)?;
        Ok(stakes)
    }

    /// Whether a short ante wins only its part of each ante (`ante_trimming_status`; False unless stated).
    #[getter]
    fn trim_antes(&self) -> bool {
        self.0.trim_antes.unwrap_or(false)
    }

    /// The seats of the players, in order: as stated if they ascend from 1 to 8, else 1, 2, 3 …
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.player_seats().into_iter().map(Seat::number))
    }

    /// {seat: chips before the hand}.
    #[getter]
    fn starting_stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, &self.0.starting_stacks)
    }

    /// {seat: chips after the hand} as recorded, or None.
    #[getter]
    fn finishing_stacks<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.0.finishing_stacks.as_ref().map(|stacks| self.by_seat(py, stacks)).transpose()
    }

    /// {seat: name} as recorded (empty where it isn't known), or None.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(players) = &self.0.players else { return Ok(None) };
        let dict = PyDict::new(py);
        for (seat, name) in self.0.player_seats().into_iter().zip(players) {
            dict.set_item(seat.number(), name)?;
        }
        Ok(Some(dict))
    }

    /// The lines of the record as texts, such as `d dh p1 AcAd2h` or `p2 cbr 200`.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.actions.iter().map(|line| line.to_text(self.0.decimals)))
    }

    /// All other fields of the record, as `tomllib` would give them, numbers with a point as `Decimal`.
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
