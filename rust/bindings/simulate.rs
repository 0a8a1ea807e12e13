//! `simulate`, `Summary` and `perft`.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use pyo3::exceptions::{PyKeyboardInterrupt, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use stud8::action::ActionKind;
use stud8::rules::{Chips, Rules as CoreRules};
use stud8::seat::{Seat, SeatSet};
use stud8::simulate::{self as core, Plan, PlanError};

use crate::args::{is_whole, seat, small, whole};
use crate::errors::{IntoPyError, history_syntax, wrong_type};
use crate::hand::{Hand, by_seat, stacks};
use crate::rules::Rules;
use crate::view::check_format;

/// How long Ctrl-C and the progress bar may wait.
const POLL: Duration = Duration::from_millis(50);

const FORMAT: &str = "stud8-summary";
const VERSION: u32 = 1;

/// The policies that `simulate` knows.
const POLICIES: [&str; 1] = ["uniform"];

/// What happened in many hands, as whole numbers. `simulate` makes it.
///
/// Summaries of the same seats add up exactly, in any order, to the summary of all their hands: `a + b`
/// raises `ValueError` for other seats. Equal summaries count the same of everything.
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
    counts: core::Summary,
    seats: SeatSet,
}

impl Summary {
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
        if self.seats != other.seats {
            return Err(PyValueError::new_err("only summaries of the same seats can be added"));
        }
        let counts = self.counts.checked_add(&other.counts);
        let counts =
            counts.ok_or_else(|| PyOverflowError::new_err("these are more hands than can be counted"))?;
        Ok(Self { counts, seats: self.seats })
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
        dict.set_item("seats", self.seats(py)?.to_list())?;
        let plain = |table: Bound<'py, PyDict>| -> PyResult<Bound<'py, PyDict>> {
            let text = PyDict::new(py);
            for (key, value) in table {
                text.set_item(key.str()?, value)?;
            }
            Ok(text)
        };
        dict.set_item("net", plain(self.net(py)?)?)?;
        dict.set_item("net_squares", plain(self.net_squares(py)?)?)?;
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
        Ok(dict)
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

fn read(record: &Bound<'_, PyDict>) -> PyResult<Summary> {
    let py = record.py();
    let get = |name: &str| record.as_any().get_item(name);
    let mut seats = SeatSet::EMPTY;
    for number in get("seats")?.try_iter()? {
        seats.insert(seat(&number?)?);
    }
    let mut counts = core::Summary { hands: get("hands")?.extract()?, ..core::Summary::default() };
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
    Ok(Summary { counts, seats })
}

fn plan(
    rules: CoreRules,
    stacks: &[(Seat, Chips)],
    seed: u64,
    start: u64,
    hands: u64,
    py: Python<'_>,
) -> PyResult<Plan> {
    Plan::new(rules, stacks, seed, start, hands).map_err(|error| match error {
        PlanError::Setup(error) => error.into_py(py),
        PlanError::Numbers { .. } => PyValueError::new_err(error.to_string()),
    })
}

/// How many threads a user wants; `None` for all cores.
pub fn thread_count(threads: Option<&Bound<'_, PyAny>>) -> PyResult<Option<NonZeroUsize>> {
    let Some(value) = threads else { return Ok(None) };
    let count =
        if is_whole(value) { value.extract::<usize>().ok().and_then(NonZeroUsize::new) } else { None };
    count.map(Some).ok_or_else(|| {
        PyValueError::new_err(format!(
            "threads={value} must be a whole number from 1 on, or None for all cores"
        ))
    })
}

/// Play many whole hands in parallel and count what happened.
///
/// `players` sit in seats 1, 2, 3 …, 8 of them unless `stacks` says otherwise (as for `Hand`; 100 big bets
/// each unless given). Every hand begins with the same stacks. `policies` says how they play: `uniform` takes
/// each legal action with the same probability. `ask_muck` is taken as off.
///
/// The hands are those with the numbers `start` to `start + hands - 1` of the seed. Each is the same on every
/// machine, in every release, for any number of `threads` (None: all cores), and its cards are those of
/// `Hand(rules, stacks, seed=seed, number=number)`. `progress` is called with the number of finished hands
/// about every 50 ms; what it raises ends the run.
///
/// Raises `Interrupted` on Ctrl-C: its `partial` is the `Summary` of the finished hands, which have no gaps,
/// and `start` the number to go on from. Raises `InvalidSeatsError` and `InvalidStackError` as `Hand` does,
/// `ValueError` for other values out of range, `TypeError` for `players` and `stacks` that disagree.
///
/// ```python
/// >>> from stud8 import Rules, simulate
/// >>> summary = simulate(Rules.full_tilt(), players=3, hands=1000, seed=7)
/// >>> summary.hands, sum(summary.net.values()), summary.net == simulate(
/// ...     Rules.full_tilt(), players=3, hands=1000, seed=7, threads=2
/// ... ).net
/// (1000, 0, True)
///
/// ```
#[pyfunction]
#[pyo3(signature = (
    rules, players = None, stacks = None, hands = None, policies = "uniform",
    seed = None, start = None, threads = None, progress = None,
), text_signature = "(rules, players=None, stacks=None, hands=1000000, policies='uniform', seed=0, start=0, \
                    threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "they are the user's")]
pub fn simulate(
    rules: Rules,
    players: Option<&Bound<'_, PyAny>>,
    stacks: Option<&Bound<'_, PyAny>>,
    hands: Option<&Bound<'_, PyAny>>,
    policies: &str,
    seed: Option<&Bound<'_, PyAny>>,
    start: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<Summary> {
    if let Some(progress) = progress
        && !progress.is_callable()
    {
        return Err(wrong_type("progress is a function of the number of hands played", progress));
    }
    if !POLICIES.contains(&policies) {
        let known = POLICIES.join(", ");
        return Err(PyValueError::new_err(format!(
            "policies={policies:?} is unknown: choose one of {known}"
        )));
    }
    let stacks = table(py, &rules.0, players, stacks)?;
    let number = |value: Option<&Bound<'_, PyAny>>, name, default| {
        value.map_or(Ok(default), |value| whole(value, name, 0, u64::MAX))
    };
    let hands = number(hands, "hands", 1_000_000)?;
    let plan = plan(rules.0, &stacks, number(seed, "seed", 0)?, number(start, "start", 0)?, hands, py)?;
    let threads = thread_count(threads)?;
    let (run, failure) = watched(py, progress, |stop, done| {
        core::run(&plan, threads, |finished| {
            done.store(finished, Ordering::Relaxed);
            stop.load(Ordering::Relaxed)
        })
    });
    let summary = Summary { counts: run.summary, seats: stacks.iter().map(|(seat, _)| *seat).collect() };
    match failure {
        None => {
            if let Some(tell) = progress {
                tell.call1((hands,))?;
            }
            Ok(summary)
        }
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Err(interrupted(py, summary, run.next))
        }
        Some(error) => Err(error),
    }
}

/// Who sits down: 100 big bets each, unless said otherwise.
pub fn table(
    py: Python<'_>,
    rules: &CoreRules,
    players: Option<&Bound<'_, PyAny>>,
    stacks: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Seat, Chips)>> {
    let count = players.map(|value| whole(value, "players", 0, u64::MAX)).transpose()?;
    if let Some(stacks) = stacks {
        let stacks = self::stacks(stacks)?;
        return match count {
            Some(count) if count != stacks.len() as u64 => Err(PyTypeError::new_err(format!(
                "players={count} but there are {} stacks: leave one of them out",
                stacks.len()
            ))),
            _ => Ok(stacks),
        };
    }
    let count = count.unwrap_or(8);
    if !(2..=8).contains(&count) {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        return Err(stud8::hand::SetupError::Players { count }.into_py(py));
    }
    Ok(Seat::ALL.into_iter().take(usize::try_from(count)?).map(|seat| (seat, 100 * rules.big_bet)).collect())
}

/// Runs work away from the interpreter and looks for Ctrl-C every 50 ms. Tells the progress callback
/// how much is done. An error of either stops the work; what is done by then is returned with it.
pub fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&AtomicBool, &AtomicU64) -> T + Send,
) -> (T, Option<PyErr>) {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let (finished, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            // Dropping the sender at the end of the work wakes the waiting thread, also after a panic.
            let _finished = finished;
            work(&stop, &done)
        });
        let mut failure = None;
        // The receiver goes to and fro: it can't be shared with a thread that is detached.
        let mut wait = Some(wait);
        let mut waited = || {
            let receiver = wait.take();
            let (receiver, outcome) = py.detach(move || {
                let outcome = receiver.as_ref().map(|receiver| receiver.recv_timeout(POLL));
                (receiver, outcome)
            });
            wait = receiver;
            outcome
        };
        while waited() == Some(Err(mpsc::RecvTimeoutError::Timeout)) {
            let told = progress.map_or(Ok(()), |tell| tell.call1((done.load(Ordering::Relaxed),)).map(drop));
            if let Err(error) = py.check_signals().and(told) {
                stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
        }
        let outcome = py.detach(|| worker.join());
        (outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic)), failure)
    })
}

/// `Interrupted` with the finished part and where to go on.
fn interrupted(py: Python<'_>, partial: Summary, start: u128) -> PyErr {
    let build = || -> PyResult<PyErr> {
        let class = py.import("stud8.errors")?.getattr("Interrupted")?;
        Ok(PyErr::from_value(class.call1((partial, start))?))
    };
    build().unwrap_or_else(|error| error)
}

/// Count the sequences of legal actions from a position on.
///
/// A sequence ends with the hand, at a card that somebody has to deal, or after `depth` actions (None:
/// never). The number grows about threefold with each action. Two engines that count the same at every depth
/// agree on what is legal everywhere in the tree. Ctrl-C raises `KeyboardInterrupt`; no part of the count is
/// of use.
///
/// ```python
/// >>> from stud8 import Hand, Rules, perft
/// >>> hand = Hand(Rules.full_tilt(), stacks=[2000] * 2, seed=7)
/// >>> perft(hand, depth=1), perft(hand, depth=2)
/// (2, 6)
///
/// ```
#[pyfunction]
#[pyo3(signature = (hand, depth = None))]
pub fn perft(hand: &Bound<'_, Hand>, depth: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<u64> {
    let depth = depth.map(|depth| small(depth, "depth", u32::MAX)).transpose()?;
    let start = *hand.try_borrow()?.game.hand();
    let (counts, failure) = watched(py, None, |stop, done| {
        stud8::perft::count(&start, depth, |leaves| {
            done.store(leaves, Ordering::Relaxed);
            stop.load(Ordering::Relaxed)
        })
    });
    match (counts, failure) {
        (_, Some(error)) => Err(error),
        (Some(counts), None) => Ok(counts.leaves),
        (None, None) => Err(PyKeyboardInterrupt::new_err("the count was stopped")),
    }
}
