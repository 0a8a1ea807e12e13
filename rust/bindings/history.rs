//! `History`: a recorded hand.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use stud8::history::phh::{Hands, TomlValue};
use stud8::history::{self as core, Format, HistoryError, Options, Stack};
use stud8::rules::Chips;
use stud8::seat::Seat;

use crate::args::{small, text as text_of};
use crate::errors::{ResultExt, wrong_type};
use crate::hand::Hand;
use crate::rules::Rules;

/// One recorded hand, as it was written down in a notation: PHH, the poker hand history format.
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

/// How much is read between two looks for Ctrl-C: some thirty hands.
const PIECE: usize = 1 << 16;

/// How many digits an amount may have after the point; 2^40 has thirteen before it.
const MOST_DECIMALS: u8 = 6;

fn options(
    py: Python<'_>,
    decimals: Option<&Bound<'_, PyAny>>,
    format: Option<&Bound<'_, PyString>>,
) -> PyResult<Options> {
    let decimals = decimals.map_or(Ok(0), |value| small(value, "decimals", MOST_DECIMALS))?;
    let format = format.map(|name| text_of(name).parse::<Format>()).transpose().py(py)?;
    Ok(Options { decimals, format })
}

/// Reads all hands of a string or of UTF-8 bytes.
fn read_text(text: &Bound<'_, PyAny>, options: Options) -> PyResult<Vec<core::History>> {
    let py = text.py();
    let (bytes, whole);
    let bytes = if let Ok(text) = text.cast::<PyString>() {
        whole = text.to_cow().map_err(|_| {
            crate::errors::history_syntax(py, "the text has half a surrogate pair: it is no Unicode")
        })?;
        whole.as_bytes()
    } else {
        bytes = text
            .cast::<PyBytes>()
            .map_err(|_| wrong_type("a history is read from a text or from bytes", text))?;
        bytes.as_bytes()
    };
    let mut pieces = bytes.chunks(PIECE);
    read(py, options, |hands| pieces.next().map(|piece| py.detach(|| hands.feed(piece)).py(py)).transpose())
}

type Found = Vec<core::History>;

/// Feeds the pieces of a text one after another, and looks for Ctrl-C between them.
fn read(
    py: Python<'_>,
    options: Options,
    mut feed: impl FnMut(&mut Hands) -> PyResult<Option<Found>>,
) -> PyResult<Found> {
    let mut hands = Hands::new(options);
    let mut all = Vec::new();
    while let Some(found) = feed(&mut hands)? {
        all.extend(found);
        py.check_signals()?;
    }
    all.extend(py.detach(|| hands.finish()).py(py)?);
    Ok(all)
}

#[pymethods]
impl History {
    /// Read a text (or UTF-8 bytes) with one hand, as in a `.phh` file.
    ///
    /// `decimals` is how many digits after the point amounts may have, `format` the notation ("phh", the only
    /// one so far), found from the text by default. Raises `HistorySyntaxError` for what can't be read or
    /// holds several hands, `HistoryUnsupportedError` for another game or notation.
    #[classmethod]
    #[pyo3(
        signature = (text, decimals = None, format = None),
        text_signature = "(text, decimals=0, format=None)"
    )]
    fn parse(
        cls: &Bound<'_, PyType>,
        text: &Bound<'_, PyAny>,
        decimals: Option<&Bound<'_, PyAny>>,
        format: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Self> {
        let py = cls.py();
        core::History::only(read_text(text, options(py, decimals, format)?)?).map(Self).py(py)
    }

    /// Read a text (or UTF-8 bytes) with any number of hands, one table each, as in a `.phhs` file.
    ///
    /// A text with one hand and no table gives that one. Arguments and errors are those of `parse`, the
    /// message with the name and the line of the hand.
    #[classmethod]
    #[pyo3(
        signature = (text, decimals = None, format = None),
        text_signature = "(text, decimals=0, format=None)"
    )]
    fn parse_many(
        cls: &Bound<'_, PyType>,
        text: &Bound<'_, PyAny>,
        decimals: Option<&Bound<'_, PyAny>>,
        format: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Vec<Self>> {
        let histories = read_text(text, options(cls.py(), decimals, format)?)?;
        Ok(histories.into_iter().map(Self).collect())
    }

    /// All hands of a file that is open for reading bytes; `name` may tell its notation.
    #[staticmethod]
    #[pyo3(signature = (file, name, decimals = None, format = None))]
    fn _read_file(
        file: &Bound<'_, PyAny>,
        name: &str,
        decimals: Option<&Bound<'_, PyAny>>,
        format: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Vec<Self>> {
        let py = file.py();
        let mut options = options(py, decimals, format)?;
        options.format = options.format.or_else(|| Format::of_file(name));
        let found = read(py, options, |hands| {
            let piece = file.call_method1("read", (PIECE,))?;
            let piece = piece.cast::<PyBytes>()?.as_bytes();
            if piece.is_empty() { Ok(None) } else { py.detach(|| hands.feed(piece)).py(py).map(Some) }
        })?;
        Ok(found.into_iter().map(Self).collect())
    }

    /// Write several hands as one text, as in a `.phhs` file.
    ///
    /// Their tables keep their names if all have one and no two the same; else they are numbered from 1.
    #[staticmethod]
    fn dump_many(histories: Vec<Self>, py: Python<'_>) -> PyResult<String> {
        let histories: Vec<_> = histories.into_iter().map(|history| history.0).collect();
        core::History::dump_many(&histories).py(py)
    }

    /// Write a hand down, finished or not, to be printed with `decimals` digits after the point.
    ///
    /// What PHH can't say goes into fields of our own, so that `replay` gives the same events. Burned cards,
    /// which nobody sees, are left out: the rules in the file say that they were burned. A hand with another
    /// low than eight or better, or with declaration, has a variant of our own, which other programs refuse.
    ///
    /// A finished hand that was dealt from a seed is written with its seed and number, unless `seed=False`.
    /// Whoever has the seed can deal every other hand of it.
    #[classmethod]
    #[pyo3(
        signature = (hand, decimals = None, seed = true),
        text_signature = "(hand, decimals=0, seed=True)"
    )]
    fn from_hand(
        cls: &Bound<'_, PyType>,
        hand: &Bound<'_, Hand>,
        decimals: Option<&Bound<'_, PyAny>>,
        seed: bool,
    ) -> PyResult<Self> {
        let options = options(cls.py(), decimals, None)?;
        let mut history = core::History::of(&hand.try_borrow()?.game, seed);
        history.transcript.decimals = options.decimals;
        Ok(Self(history))
    }

    /// The same history without the seed and number of the hand.
    fn without_seed(&self) -> Self {
        Self(self.0.clone().without_seed())
    }

    /// Play the hand again. A record that ends early gives an unfinished hand.
    ///
    /// PHH states no house rules. Without `rules` those in our own field hold; without such a field the
    /// stakes are the file's, and whatever it says is taken as played: no cap, folding when checking is free,
    /// showing and mucking in any order, either rule for short all-ins. With `rules` everything must be legal
    /// as they say. A player whose stack isn't known (`inf`) is played with more chips than anybody can bet,
    /// and so is never all-in: payoffs are right, stacks of that player aren't.
    ///
    /// Raises `HistoryStepError` at the first action that couldn't have happened, with its number and line,
    /// why, and what would have been legal; `HistoryUnsupportedError` if the rules aren't those of the file, or can't
    /// be.
    #[pyo3(signature = (rules = None))]
    fn replay(&self, rules: Option<Rules>, py: Python<'_>) -> PyResult<Hand> {
        self.0.replay(rules.as_ref().map(|rules| &rules.0)).map(|game| Hand { game }).py(py)
    }

    /// The notation: "phh".
    #[getter]
    fn format(&self) -> &'static str {
        self.0.format.as_str()
    }

    /// The name of its table in a text with several hands, or None.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.transcript.name.as_deref()
    }

    /// How many digits after the point its amounts have in the text.
    #[getter]
    fn decimals(&self) -> u8 {
        self.0.transcript.decimals
    }

    /// `{"ante": …, "bring_in": …, "small_bet": …, "big_bet": …}` in chips.
    #[getter]
    fn stakes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = &self.0.transcript.rules;
        let stakes = PyDict::new(py);
        stakes.set_item("ante", rules.ante)?;
        stakes.set_item("bring_in", rules.bring_in)?;
        stakes.set_item("small_bet", rules.small_bet)?;
        stakes.set_item("big_bet", rules.big_bet)?;
        Ok(stakes)
    }

    /// Whether a short ante wins only its part of each ante (`ante_trimming_status`; False unless stated).
    #[getter]
    fn trim_antes(&self) -> bool {
        self.0.transcript.rules.trim_antes.unwrap_or(false)
    }

    /// The seats of the players, in order: as stated if they ascend from 1 to 8, else 1, 2, 3 …
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.transcript.seats().into_iter().map(Seat::number))
    }

    /// {seat: chips before the hand}, None where the record doesn't know (`inf`).
    #[getter]
    fn starting_stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_seat(py, self.0.transcript.players.iter().map(|player| (player.seat, player.stack.known())))
    }

    /// {seat: chips after the hand} as recorded, None for a seat where the record doesn't know; or None.
    #[getter]
    fn finishing_stacks<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let stacks =
            self.0.transcript.players.iter().map(|player| Some((player.seat, player.finishing_stack?)));
        let stacks: Option<Vec<(Seat, Stack)>> = stacks.collect();
        stacks
            .map(|stacks| by_seat(py, stacks.into_iter().map(|(seat, stack)| (seat, stack.known()))))
            .transpose()
    }

    /// {seat: name} as recorded (empty where it isn't known), or None.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let dict = PyDict::new(py);
        for player in &self.0.transcript.players {
            let Some(name) = &player.name else { return Ok(None) };
            dict.set_item(player.seat.number(), name)?;
        }
        Ok(Some(dict))
    }

    /// The lines of the record as texts, such as `d dh p1 AcAd2h` or `p2 cbr 200`.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyList::new(py, self.0.lines().collect::<Vec<_>>()).map(|lines| lines.to_tuple())
    }

    /// All other fields of the record, as `tomllib` would give them, numbers with a point as `Decimal`.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        table(py, &self.0.fields)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.0.to_text().py(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.text().py(py)?).repr()?;
        Ok(format!("History.parse_many({text}, decimals={})[0]", self.0.transcript.decimals))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u8))> {
        Ok((py.get_type::<Self>().getattr("_read")?, (self.text().py(py)?, self.0.transcript.decimals)))
    }

    #[staticmethod]
    fn _read(text: &str, decimals: u8, py: Python<'_>) -> PyResult<Self> {
        let histories = core::History::parse_many(text, Options { decimals, format: None }).py(py)?;
        histories
            .into_iter()
            .next()
            .map(Self)
            .ok_or_else(|| crate::errors::history_syntax(py, "the text holds no hand"))
    }
}

impl History {
    /// A text that reads back to the same history, the name of its table too.
    fn text(&self) -> Result<String, HistoryError> {
        match self.0.transcript.name {
            Some(_) => core::History::dump_many(std::slice::from_ref(&self.0)),
            None => self.0.to_text(),
        }
    }
}

fn by_seat(
    py: Python<'_>,
    chips: impl Iterator<Item = (Seat, Option<Chips>)>,
) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (seat, chips) in chips {
        dict.set_item(seat.number(), chips)?;
    }
    Ok(dict)
}

fn table<'py>(py: Python<'py>, fields: &[(String, TomlValue)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in fields {
        dict.set_item(name, object(py, value)?)?;
    }
    Ok(dict)
}

/// A TOML value as `tomllib` would give it, decimals as `Decimal`.
fn object<'py>(py: Python<'py>, value: &TomlValue) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        TomlValue::String(text) => PyString::new(py, text).into_any(),
        // Integers may be hexadecimal; dates and floats of TOML read like Python's own.
        TomlValue::Integer(text) => py.get_type::<pyo3::types::PyInt>().call1((text, 0))?,
        TomlValue::Float(text) => py.import("decimal")?.getattr("Decimal")?.call1((text,))?,
        TomlValue::Boolean(flag) => pyo3::types::PyBool::new(py, *flag).to_owned().into_any(),
        TomlValue::Datetime(text) => datetime(py, text)?,
        TomlValue::Array(values) => {
            let items = values.iter().map(|value| object(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        TomlValue::Table(fields) => table(py, fields)?.into_any(),
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
