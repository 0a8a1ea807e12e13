//! `Summary`.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use stud8::action::ActionKind;
use stud8::seat::{Seat, SeatSet};
use stud8::simulate::{self as core, CLASSES, Classes, Rotation, class_cards, class_of};

use crate::args::seat;
use crate::convert::check_format;
use crate::errors::{IntoPyError, history_syntax};
use crate::hand::by_seat;

const FORMAT: &str = "stud8-summary";
const VERSION: u32 = 1;

/// What happened in many hands, as whole numbers. `simulate` makes it.
///
/// Summaries of the same seats and policies add up exactly, in any order, to the summary of all their hands:
/// `a + b` raises `ValueError` for others. Equal summaries count the same of everything.
///
/// A summary has counts alone. It knows neither rules and stacks, nor seed and numbers, nor what a function of
/// the same name does: that summaries of one game and of different hands are added, not hands twice, is up to
/// who adds them.
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
pub struct Summary {
    pub counts: core::Summary,
    pub seats: SeatSet,
    /// The name of the policy of each player, in the order of the seats when nothing is rotated.
    pub players: Vec<String>,
    pub rotation: Rotation,
}

impl Summary {
    /// The names of the different policies: in the order of the places that the core counts them by.
    fn labels(&self) -> Vec<&str> {
        let mut labels: Vec<&str> = Vec::new();
        for player in &self.players {
            if !labels.contains(&player.as_str()) {
                labels.push(player);
            }
        }
        labels
    }

    /// In how many seats a policy sits.
    fn seats_of(&self, label: &str) -> u64 {
        self.players.iter().filter(|player| *player == label).count() as u64
    }

    fn by_policy<'py, T>(
        &self,
        py: Python<'py>,
        value: impl Fn(usize, u64) -> T,
    ) -> PyResult<Bound<'py, PyDict>>
    where
        T: IntoPyObject<'py>,
    {
        let dict = PyDict::new(py);
        for (place, label) in self.labels().into_iter().enumerate() {
            dict.set_item(label, value(place, self.seats_of(label)))?;
        }
        Ok(dict)
    }

    fn rotation_name(&self) -> &'static str {
        self.rotation.as_str()
    }

    fn by_seat<'py, T>(&self, py: Python<'py>, value: impl Fn(Seat) -> T) -> PyResult<Bound<'py, PyDict>>
    where
        T: IntoPyObject<'py>,
    {
        by_seat(py, self.seats, value)
    }
}

#[pymethods]
impl Summary {
    /// Hands played.
    #[getter]
    fn hands(&self) -> u64 {
        self.counts.hands
    }

    /// The seats of the players, ascending.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        crate::hand::seat_tuple(py, self.seats)
    }

    /// Actions of all players on all streets, declarations included.
    #[getter]
    fn actions(&self) -> u64 {
        self.counts.actions.as_flattened().iter().sum()
    }

    /// {street: {kind: count}} for streets 3 to 7; kinds that never came are left out. Declarations are on 7.
    #[getter]
    fn actions_by_street<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let streets = PyDict::new(py);
        for (street, counts) in (3..).zip(&self.counts.actions) {
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
        self.by_seat(py, |seat| self.counts.net[seat.index()])
    }

    /// {seat: the sum of the squares of what it won or lost in each hand}.
    #[getter]
    fn net_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| self.counts.net_squares[seat.index()])
    }

    /// {seat: chips won or lost a hand, on average}; 0 without hands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| self.counts.mean(seat))
    }

    /// {seat: the standard error of its `mean`}, in chips; infinite with fewer than two hands.
    ///
    /// It takes the hands as independent, and their variance as it is estimated from them.
    #[getter]
    fn standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_seat(py, |seat| self.counts.standard_error(seat))
    }

    /// {seat: (least, most)}: the confidence intervals of its `mean`, at a level between 0 and 1.
    ///
    /// `mean` plus and minus so many standard errors as the normal distribution says.
    #[pyo3(signature = (level = 0.95))]
    fn confidence<'py>(&self, py: Python<'py>, level: f64) -> PyResult<Bound<'py, PyDict>> {
        let errors = errors_at(py, level)?;
        self.by_seat(py, |seat| around(self.counts.mean(seat), self.counts.standard_error(seat) * errors))
    }

    /// The name of the policy of each player, in the order of the seats when nothing is rotated.
    #[getter]
    fn policies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.players)
    }

    /// How the policies moved: `"fixed"`, `"by_number"`, or `"duplicate"`.
    ///
    /// By number: in hand `number` each sits `number` places further. Duplicate: each number was played once for
    /// every way to rotate the policies, with the same cards and the same choices, as `match` does.
    #[getter]
    fn rotation(&self) -> &'static str {
        self.rotation_name()
    }

    /// Hand numbers played: as many as `hands`, but with `rotation` `"duplicate"`.
    #[getter]
    fn deals(&self) -> u64 {
        self.counts.deals
    }

    /// {policy: chips won or lost over all hands, in all its seats}.
    #[getter]
    fn policy_net<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place, _| self.counts.policy_net[place])
    }

    /// {policy: the sum of the squares of what it won or lost in each hand, in all its seats together}.
    #[getter]
    fn policy_net_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place, _| self.counts.policy_squares[place])
    }

    /// {policy: the sum of the squares of what it won or lost with each hand number, all rotations together}.
    #[getter]
    fn deal_net_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place, _| self.counts.deal_squares[place])
    }

    /// {policy: chips won or lost a hand and seat, on average}; 0 without hands.
    #[getter]
    fn policy_mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place, seats| self.policy_mean_of(place, seats))
    }

    /// {policy: the standard error of its `policy_mean`}, in chips.
    ///
    /// Deals are independent, the hands of one deal aren't: with `rotation` `"duplicate"` this is the smaller
    /// error that playing the same cards from every seat is done for.
    #[getter]
    fn policy_standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place, seats| self.policy_error_of(place, seats))
    }

    /// {policy: the standard error that its `policy_mean` would have if every hand had cards of its own}.
    #[getter]
    fn unpaired_standard_error<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_policy(py, |place, seats| {
            let (net, squares) = (self.counts.policy_net[place], self.counts.policy_squares[place]);
            core::standard_error(self.counts.hands, net, squares) / of_seats(seats)
        })
    }

    /// {policy: (least, most)}: the confidence intervals of its `policy_mean`, at a level between 0 and 1.
    #[pyo3(signature = (level = 0.95))]
    fn policy_confidence<'py>(&self, py: Python<'py>, level: f64) -> PyResult<Bound<'py, PyDict>> {
        let errors = errors_at(py, level)?;
        self.by_policy(py, |place, seats| {
            around(self.policy_mean_of(place, seats), self.policy_error_of(place, seats) * errors)
        })
    }

    /// What came of each starting hand: {policy: {class: (hands, net, squares)}}; None if not asked for.
    ///
    /// A class is the first three cards up to suits, the door card not marked: `"Ac Ad 5c"`. Of the 1,755 those
    /// that were never dealt are left out.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(classes) = &self.counts.classes else { return Ok(None) };
        let names = class_names();
        let dict = PyDict::new(py);
        for (place, label) in self.labels().into_iter().enumerate() {
            let of_policy = PyDict::new(py);
            for (name, count) in names.iter().zip(classes.of_policy(place)) {
                if count.hands > 0 {
                    of_policy.set_item(name, (count.hands, count.net, count.squares))?;
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
        for (street, &count) in (3..).zip(&self.counts.streets) {
            dict.set_item(street, count)?;
        }
        Ok(dict)
    }

    /// Hands that ended with two or more players in.
    #[getter]
    fn showdowns(&self) -> u64 {
        self.counts.showdowns
    }

    /// Hands in which a low won chips.
    ///
    /// It won a low half, or a pot that the same players shared as one because they tied for both halves.
    /// With declarations, the hands with a payment to a low.
    #[getter]
    fn lows(&self) -> u64 {
        self.counts.lows
    }

    /// Contested pots that were paid to two or more players, as halves or in equal parts.
    #[getter]
    fn split(&self) -> u64 {
        self.counts.split
    }

    /// Contested pots that one player took alone.
    ///
    /// With both hands, or with one where there was none for the other half.
    #[getter]
    fn scooped(&self) -> u64 {
        self.counts.scooped
    }

    /// Contested pots with a high and a low half of which at least one was paid to two or more players.
    #[getter]
    fn quartered(&self) -> u64 {
        self.counts.quartered
    }

    /// Chips that the house took.
    #[getter]
    fn rake(&self) -> i128 {
        self.counts.rake()
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        let refused = |what: &str| Err(PyValueError::new_err(format!("only summaries {what} can be added")));
        if self.seats != other.seats {
            return refused("of the same seats");
        }
        if self.players != other.players || self.rotation != other.rotation {
            return refused("of the same policies, rotated alike,");
        }
        if self.counts.classes.is_some() != other.counts.classes.is_some() {
            return refused("that both have classes, or neither,");
        }
        let counts = self.counts.checked_add(&other.counts);
        let counts =
            counts.ok_or_else(|| PyOverflowError::new_err("these are more hands than can be counted"))?;
        Ok(Self { counts, ..self.clone() })
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
        let counts = &self.counts;
        let dict = PyDict::new(py);
        dict.set_item("format", FORMAT)?;
        dict.set_item("version", VERSION)?;
        dict.set_item("hands", counts.hands)?;
        dict.set_item("deals", counts.deals)?;
        dict.set_item("seats", self.seats(py)?.to_list())?;
        dict.set_item("policies", &self.players)?;
        dict.set_item("rotation", self.rotation_name())?;
        let plain = |table: Bound<'py, PyDict>| -> PyResult<Bound<'py, PyDict>> {
            let text = PyDict::new(py);
            for (key, value) in table {
                text.set_item(key.str()?, value)?;
            }
            Ok(text)
        };
        dict.set_item("net", plain(self.net(py)?)?)?;
        dict.set_item("net_squares", plain(self.net_squares(py)?)?)?;
        dict.set_item("policy_net", self.policy_net(py)?)?;
        dict.set_item("policy_net_squares", self.policy_net_squares(py)?)?;
        dict.set_item("deal_net_squares", self.deal_net_squares(py)?)?;
        dict.set_item("actions", plain(self.actions_by_street(py)?)?)?;
        dict.set_item("streets", plain(self.streets(py)?)?)?;
        for (name, count) in NAMES.into_iter().zip([
            counts.showdowns,
            counts.lows,
            counts.split,
            counts.scooped,
            counts.quartered,
        ]) {
            dict.set_item(name, count)?;
        }
        dict.set_item("classes", self.classes(py)?)?;
        Ok(dict)
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

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        frames(slf.py())?.call_method1(intern!(slf.py(), "html"), (slf,))
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        frames(slf.py())?.call_method1(intern!(slf.py(), "text"), (slf,))
    }

    /// The summary that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(record) = record.cast::<PyDict>() else {
            let message = "the record of a summary is a dict, as Summary.to_dict() makes it";
            return Err(history_syntax(cls.py(), message));
        };
        check_format(record, FORMAT, VERSION)?;
        read(record).map_err(|error| {
            let message = format!("this is no record of a summary: {}", error.value(cls.py()));
            history_syntax(cls.py(), message)
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Summary.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

const NAMES: [&str; 5] = ["showdowns", "lows", "split", "scooped", "quartered"];

fn frames(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("stud8.summaries")
}

impl Summary {
    fn policy_mean_of(&self, place: usize, seats: u64) -> f64 {
        core::mean(self.counts.hands, self.counts.policy_net[place]) / of_seats(seats)
    }

    fn policy_error_of(&self, place: usize, seats: u64) -> f64 {
        let counts = &self.counts;
        let error = core::standard_error(counts.deals, counts.policy_net[place], counts.deal_squares[place]);
        // Of a deal; of one hand it is the less the more hands a deal has.
        let hands = counts.hands.checked_div(counts.deals).unwrap_or(1);
        error / of_seats(hands * seats)
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most 64")]
const fn of_seats(seats: u64) -> f64 {
    seats as f64
}

/// How many standard errors lie to each side at this level of confidence.
fn errors_at(py: Python<'_>, level: f64) -> PyResult<f64> {
    if !(level > 0.0 && level < 1.0) {
        return Err(PyValueError::new_err(format!("level={level} must be between 0 and 1, such as 0.95")));
    }
    let normal = py.import("statistics")?.getattr("NormalDist")?.call0()?;
    normal.call_method1("inv_cdf", (f64::midpoint(1.0, level),))?.extract()
}

fn around(mean: f64, side: f64) -> (f64, f64) {
    (mean - side, mean + side)
}

/// The names of the classes in their order: the greatest rank first, of equal ones clubs first.
fn class_names() -> Vec<String> {
    let name = |set: &stud8::card::CardSet| {
        let mut cards: Vec<_> = set.iter().collect();
        cards.sort_unstable_by_key(|card| (std::cmp::Reverse(card.rank()), card.suit()));
        cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    class_cards().iter().map(name).collect()
}

fn read(record: &Bound<'_, PyDict>) -> PyResult<Summary> {
    let py = record.py();
    let get = |name: &str| record.as_any().get_item(name);
    let mut seats = SeatSet::EMPTY;
    for number in get("seats")?.try_iter()? {
        seats.insert(seat(&number?)?);
    }
    let players: Vec<String> = get("policies")?.extract()?;
    if players.len() != seats.len() {
        return Err(PyValueError::new_err("it has not one policy a seat"));
    }
    let rotation: String = get("rotation")?.extract()?;
    let rotation = rotation.parse().map_err(|_| PyValueError::new_err("its rotation is none"))?;
    let mut counts = core::Summary { hands: get("hands")?.extract()?, ..core::Summary::default() };
    counts.deals = get("deals")?.extract()?;
    for seat in seats {
        let key = seat.to_string();
        counts.net[seat.index()] = get("net")?.get_item(&key)?.extract()?;
        counts.net_squares[seat.index()] = get("net_squares")?.get_item(&key)?.extract()?;
    }
    for (i, street) in ["3", "4", "5", "6", "7"].into_iter().enumerate() {
        counts.streets[i] = get("streets")?.get_item(street)?.extract()?;
        for (kind, count) in get("actions")?.get_item(street)?.cast::<PyDict>()? {
            let kind: ActionKind = kind
                .extract::<String>()?
                .parse()
                .map_err(|error: stud8::action::ActionError| error.into_py(py))?;
            counts.actions[i][kind as usize] = count.extract()?;
        }
    }
    let [showdowns, lows, split, scooped, quartered] = NAMES.map(|name| get(name)?.extract());
    (counts.showdowns, counts.lows, counts.split) = (showdowns?, lows?, split?);
    (counts.scooped, counts.quartered) = (scooped?, quartered?);
    let mut summary = Summary { counts, seats, players, rotation };
    let labels: Vec<String> = summary.labels().into_iter().map(str::to_owned).collect();
    for (place, label) in labels.iter().enumerate() {
        summary.counts.policy_net[place] = get("policy_net")?.get_item(label)?.extract()?;
        summary.counts.policy_squares[place] = get("policy_net_squares")?.get_item(label)?.extract()?;
        summary.counts.deal_squares[place] = get("deal_net_squares")?.get_item(label)?.extract()?;
    }
    let classes = get("classes")?;
    if !classes.is_none() {
        summary.counts.classes = Some(read_classes(&classes, &labels)?);
    }
    Ok(summary)
}

fn read_classes(record: &Bound<'_, PyAny>, labels: &[String]) -> PyResult<Classes> {
    let mut classes = Classes::of(labels.len());
    for (place, label) in labels.iter().enumerate() {
        for (name, counts) in record.get_item(label)?.cast::<PyDict>()? {
            let name: String = name.extract()?;
            let cards = stud8::card::parse_cards(&name).ok().and_then(|cards| cards.try_into().ok());
            let class = cards.map(class_of).filter(|class| *class < CLASSES);
            let count = class.and_then(|class| classes.at(place, class));
            let count =
                count.ok_or_else(|| PyValueError::new_err(format!("{name:?} is no starting hand")))?;
            // A tuple, or what JSON makes of it.
            if counts.len()? != 3 {
                return Err(PyValueError::new_err(format!("{name:?} hasn't three counts")));
            }
            count.hands = counts.get_item(0)?.extract()?;
            count.net = counts.get_item(1)?.extract()?;
            count.squares = counts.get_item(2)?.extract()?;
        }
    }
    Ok(classes)
}
