//! `Tables`: many hands in lockstep over numpy arrays.

use std::num::NonZeroUsize;

use numpy::ndarray::IxDyn;
use numpy::prelude::*;
use numpy::{BorrowError, Element, PyArray, PyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use stud8::action::ActionId;
use stud8::observation::SIZE;
use stud8::record::{Game, Setup, Source};
use stud8::rules::Chips;
use stud8::seat::{SEATS, Seat};
use stud8::simulate::{self as core, MOST_START, Rows};

use crate::args::{seat_key, shown, whole};
use crate::errors::{
    IntoPyError, ResultExt, history_step, history_syntax, illegal_action, of_record, unknown_action,
    wrong_type,
};
use crate::hand::{Hand, by_seat, seat_tuple, stacks};
use crate::many::arrays::{kind_of, shown_shape};
use crate::observation;
use crate::rules::Rules;
use crate::simulate::{table, thread_count};
use crate::view::check_format;

/// The name and version of the record.
const FORMAT: &str = "stud8-tables";
const VERSION: u32 = 1;

/// About a gigabyte.
const MOST_TABLES: u64 = 1 << 20;

/// The fields of a `TablesState`, in order.
const FIELDS: [&str; 6] =
    ["observation", "current_player", "legal_action_mask", "rewards", "terminated", "hand_numbers"];

/// Many tables in lockstep, for training: one action at each of them in a call, arrays in and arrays out.
///
/// Table `t` of `n` plays the hands `start + t`, `start + t + n`, … of the seed, each of them
/// `Hand(rules, stacks, seed=seed, number=number)`, and every hand begins with the same stacks. `players` sit in
/// seats 1, 2, 3 …, 8 of them unless `stacks` says otherwise (as for `Hand`; 100 big bets each unless given).
/// `ask_muck` is taken as off. A table always waits for an action: where a step ends a hand, the next is dealt
/// at once (what Gymnasium calls autoreset in the same step), so `rewards` and `terminated` tell of the hand
/// that ended, and `observation`, `current_player` and `legal_action_mask` of the one that began.
///
/// `step` and `state` give a `TablesState`, a named tuple of arrays with a row for each of the n tables, in
/// the order of the tables; p is the number of players:
///
/// ```text
/// observation        OBSERVATION (n,)  what the seat to act may know: see `observe`
/// current_player     int8 (n,)         who is to act, from 0 to p - 1 in the order of the seats
/// legal_action_mask  bool (n, 8)       what may be done, by action id
/// rewards            int64 (n, p)      chips won or lost, where the last step ended a hand; else 0
/// terminated         bool (n,)         whether the last step ended a hand
/// hand_numbers       uint64 (n,)       the hand that is played now
/// ```
///
/// `out` is such a tuple of C-contiguous arrays to be filled and given back; None in the place of one leaves
/// it out. Without it the arrays are new. Nothing depends on `threads` (None: all cores where it helps).
/// Copies and pickles are independent and go on alike; equal tables stand alike. Two threads can't use the
/// same tables at once: give each its own. `repr` tells neither seed nor cards.
///
/// Raises the errors of `Hand` for rules and stacks; `ValueError` for numbers out of range, and for stacks
/// with which nobody could ever act; `TypeError` for `players` and `stacks` that disagree.
///
/// ```python
/// >>> import numpy as np
/// >>> from stud8 import Rules, Tables
/// >>> tables = Tables(Rules.full_tilt(), tables=3, players=2, seed=7)
/// >>> state = tables.state()
/// >>> state.current_player, state.observation["to_call"]
/// (array([1, 0, 0], dtype=int8), array([50, 50, 50]))
/// >>> for _ in range(2):
/// ...     state = tables.step(np.where(state.legal_action_mask[:, 0], 0, 1), out=state)
/// >>> state.terminated, state.hand_numbers
/// (array([ True,  True,  True]), array([3, 4, 5], dtype=uint64))
/// >>> state.rewards
/// array([[-40,  40],
///        [ 40, -40],
///        [ 40, -40]])
///
/// ```
#[pyclass(module = "stud8")]
#[expect(clippy::struct_field_names, reason = "what else are tables made of")]
pub struct Tables {
    /// None once they are closed.
    tables: Option<core::Tables>,
    threads: Option<NonZeroUsize>,
    /// The actions of a step.
    actions: Vec<u8>,
}

/// An array that gets rows, held for writing.
struct Target<'py, T: Element> {
    given: Bound<'py, PyAny>,
    rows: PyReadwriteArrayDyn<'py, T>,
}

/// Looks at an array that somebody else made.
fn writable<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    if !array.is_c_contiguous() || !array.is_aligned() {
        return Err(PyValueError::new_err(format!(
            "out.{name} must be C-contiguous and aligned: rows are written one after the other"
        )));
    }
    array.try_readwrite().map_err(|error| match error {
        BorrowError::NotWriteable => {
            PyValueError::new_err(format!("out.{name} is read-only: an array that can be written is needed"))
        }
        _ => PyValueError::new_err(format!(
            "out.{name} overlaps another array of the call, or another call is writing to it"
        )),
    })
}

fn wrong_shape(py: Python<'_>, name: &str, found: &[usize], wanted: &[usize]) -> PyErr {
    let [found, wanted] = [found, wanted].map(|shape| shown_shape(py, shape));
    PyValueError::new_err(format!("out.{name} has the shape {found}, but there must be {wanted}"))
}

impl<'py, T: Element> Target<'py, T> {
    /// A new array, or the user's if it fits.
    fn new(out: Option<&Bound<'py, PyAny>>, py: Python<'py>, name: &str, shape: &[usize]) -> PyResult<Self> {
        let array = match out {
            None => PyArray::zeros(py, IxDyn(shape), false),
            Some(out) => {
                let found = kind_of(out);
                let array = out.cast::<PyArrayDyn<T>>().map_err(|_| {
                    PyTypeError::new_err(format!(
                        "out.{name} must be a {} array, not {found}",
                        dtype::<T>(py)
                    ))
                })?;
                if array.shape() != shape {
                    return Err(wrong_shape(py, name, array.shape(), shape));
                }
                array.clone()
            }
        };
        Ok(Self { rows: writable(&array, name)?, given: array.into_any() })
    }

    fn slice(target: &mut Option<Self>) -> PyResult<Option<&mut [T]>> {
        target.as_mut().map(|target| target.rows.as_slice_mut().map_err(Into::into)).transpose()
    }
}

impl<'py> Target<'py, u8> {
    /// An array of observations, seen as its bytes.
    fn observations(out: Option<&Bound<'py, PyAny>>, py: Python<'py>, rows: usize) -> PyResult<Self> {
        let name = FIELDS[0];
        let wanted = observation::dtype(py)?;
        let array = match out {
            None => py.import("numpy")?.call_method1(intern!(py, "zeros"), (rows, &wanted))?,
            Some(out) => out.clone(),
        };
        let Ok(untyped) = array.cast::<PyUntypedArray>() else {
            return Err(wrong_type(&format!("out.{name} is an OBSERVATION array"), &array));
        };
        if !untyped.dtype().eq(&wanted)? {
            return Err(PyTypeError::new_err(format!(
                "out.{name} must be an OBSERVATION array: np.empty({rows}, stud8.OBSERVATION)"
            )));
        }
        if untyped.shape() != [rows] {
            return Err(wrong_shape(py, name, untyped.shape(), &[rows]));
        }
        if !untyped.is_c_contiguous() {
            return Err(PyValueError::new_err(format!(
                "out.{name} must be C-contiguous: rows are written one after the other"
            )));
        }
        let bytes = array.call_method1(intern!(py, "view"), (dtype::<u8>(py),))?;
        Ok(Self { rows: writable(bytes.cast::<PyArrayDyn<u8>>()?, name)?, given: array })
    }
}

/// The arrays that get a row for each table.
struct Targets<'py> {
    observation: Option<Target<'py, u8>>,
    current_player: Option<Target<'py, i8>>,
    mask: Option<Target<'py, bool>>,
    rewards: Option<Target<'py, i64>>,
    terminated: Option<Target<'py, bool>>,
    numbers: Option<Target<'py, u64>>,
}

impl<'py> Targets<'py> {
    const NONE: Self = Self {
        observation: None,
        current_player: None,
        mask: None,
        rewards: None,
        terminated: None,
        numbers: None,
    };

    fn new(out: Option<&Bound<'py, PyAny>>, py: Python<'py>, tables: &core::Tables) -> PyResult<Self> {
        let what = "out is a TablesState, or a tuple of six arrays like one";
        let given = match out {
            None => None,
            Some(out) => {
                let tuple = out.cast::<PyTuple>().ok().filter(|tuple| tuple.len() == FIELDS.len());
                Some(tuple.ok_or_else(|| wrong_type(what, out))?.clone())
            }
        };
        // None in the place of an array leaves it out.
        let place = |place: usize| match &given {
            None => Ok(Some(None)),
            Some(given) => given.get_item(place).map(|array| (!array.is_none()).then_some(Some(array))),
        };
        let (n, players) = (tables.len(), tables.table().seats().len());
        Ok(Self {
            observation: place(0)?.map(|out| Target::observations(out.as_ref(), py, n)).transpose()?,
            current_player: place(1)?
                .map(|out| Target::new(out.as_ref(), py, FIELDS[1], &[n]))
                .transpose()?,
            mask: place(2)?
                .map(|out| Target::new(out.as_ref(), py, FIELDS[2], &[n, ActionId::COUNT.into()]))
                .transpose()?,
            rewards: place(3)?
                .map(|out| Target::new(out.as_ref(), py, FIELDS[3], &[n, players]))
                .transpose()?,
            terminated: place(4)?.map(|out| Target::new(out.as_ref(), py, FIELDS[4], &[n])).transpose()?,
            numbers: place(5)?.map(|out| Target::new(out.as_ref(), py, FIELDS[5], &[n])).transpose()?,
        })
    }

    fn rows(&mut self) -> PyResult<Rows<'_>> {
        Ok(Rows {
            observations: Target::slice(&mut self.observation)?.map(|bytes| bytes.as_chunks_mut::<SIZE>().0),
            current_players: Target::slice(&mut self.current_player)?,
            legal: Target::slice(&mut self.mask)?.map(|mask| mask.as_chunks_mut().0),
            rewards: Target::slice(&mut self.rewards)?,
            terminated: Target::slice(&mut self.terminated)?,
            numbers: Target::slice(&mut self.numbers)?,
        })
    }

    /// The arrays themselves, as a `TablesState`.
    fn state(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static STATES: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let arrays = (
            self.observation.map(|target| target.given),
            self.current_player.map(|target| target.given),
            self.mask.map(|target| target.given),
            self.rewards.map(|target| target.given),
            self.terminated.map(|target| target.given),
            self.numbers.map(|target| target.given),
        );
        STATES.import(py, "stud8.results", "TablesState")?.call1(arrays)
    }
}

/// Reads an action for each table; what is no id becomes one that is never legal.
fn read_actions(value: &Bound<'_, PyAny>, tables: usize, actions: &mut Vec<u8>) -> PyResult<()> {
    fn copy<T: Element + Copy + TryInto<u8>>(array: &Bound<'_, PyAny>, actions: &mut Vec<u8>) -> bool {
        let Ok(array) = array.cast::<PyArrayDyn<T>>() else { return false };
        let Ok(array) = array.try_readonly() else { return false };
        actions.extend(array.as_array().iter().map(|&id| id.try_into().unwrap_or(u8::MAX)));
        true
    }
    let py = value.py();
    let mut array = match value.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => py.import("numpy")?.call_method1("asarray", (value,))?.cast_into()?,
    };
    if array.shape() != [tables] {
        let found = shown_shape(py, array.shape());
        return Err(PyValueError::new_err(format!(
            "actions has the shape {found}, but there are {tables} tables: an action id for each is needed"
        )));
    }
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "actions is an array of {}, but action ids are whole numbers: actions.astype(np.uint8) makes some",
            array.dtype()
        )));
    }
    if !array.is_aligned() {
        array = array.call_method0("copy")?.cast_into()?;
    }
    actions.clear();
    let known = copy::<u8>(&array, actions) || copy::<i64>(&array, actions) || copy::<i32>(&array, actions);
    if !known && !copy::<i64>(&array.call_method1("astype", (dtype::<i64>(py),))?, actions) {
        return Err(PyValueError::new_err("actions is being written to by another call"));
    }
    Ok(())
}

fn closed() -> PyErr {
    PyValueError::new_err("the tables are closed")
}

impl Tables {
    fn get(&self) -> PyResult<&core::Tables> {
        self.tables.as_ref().ok_or_else(closed)
    }

    /// The right to use the tables, which one thread has at a time.
    fn lock<'py>(tables: &Bound<'py, Self>) -> PyResult<PyRefMut<'py, Self>> {
        tables.try_borrow_mut().map_err(|_| busy())
    }

    fn read<'py>(tables: &Bound<'py, Self>) -> PyResult<PyRef<'py, Self>> {
        tables.try_borrow().map_err(|_| busy())
    }

    fn tell(&mut self, py: Python<'_>, targets: &mut Targets<'_>) -> PyResult<()> {
        let threads = self.threads;
        let tables = self.tables.as_mut().ok_or_else(closed)?;
        let rows = targets.rows()?;
        py.detach(|| tables.tell(rows, threads));
        Ok(())
    }

    /// One array of a state.
    fn field<'py, T: Element>(
        tables: &Bound<'py, Self>,
        place: usize,
        width: impl Fn(&core::Tables) -> Option<usize>,
        put: impl FnOnce(Target<'py, T>) -> Targets<'py>,
        take: impl FnOnce(Targets<'py>) -> Option<Target<'py, T>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = tables.py();
        let mut lock = Self::lock(tables)?;
        let shape: Vec<_> = [lock.get()?.len()].into_iter().chain(width(lock.get()?)).collect();
        let mut targets = put(Target::new(None, py, FIELDS[place], &shape)?);
        lock.tell(py, &mut targets)?;
        take(targets).map(|target| target.given).ok_or_else(closed)
    }
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("another thread is using these tables: give each thread tables of its own")
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (rules, tables = None, players = None, stacks = None, seed = None, start = None,
        threads = None), text_signature = "(rules, tables=1024, players=None, stacks=None, seed=0, start=0, \
                                           threads=None)")]
    #[expect(clippy::too_many_arguments, reason = "they are the user's")]
    fn new(
        rules: Rules,
        tables: Option<&Bound<'_, PyAny>>,
        players: Option<&Bound<'_, PyAny>>,
        stacks: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let stacks = table(py, &rules.0, players, stacks)?;
        let count = tables.map_or(Ok(1024), |tables| whole(tables, "tables", 1, MOST_TABLES))?;
        let seed = seed.map_or(Ok(0), |seed| whole(seed, "seed", 0, u64::MAX))?;
        let start = start.map_or(Ok(0), |start| whole(start, "start", 0, MOST_START))?;
        let threads = thread_count(threads)?;
        let count = usize::try_from(count)?;
        let tables = py.detach(|| core::Tables::new(rules.0, &stacks, count, seed, start)).py(py)?;
        Ok(Self { tables: Some(tables), threads, actions: Vec::with_capacity(count) })
    }

    /// The house rules, with `ask_muck` off.
    #[getter]
    fn rules(slf: &Bound<'_, Self>) -> PyResult<Rules> {
        Ok(Rules(*Self::read(slf)?.get()?.table().rules()))
    }

    /// The seats of the players, ascending: player 0 sits in the first.
    #[getter]
    fn seats<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        seat_tuple(slf.py(), Self::read(slf)?.get()?.table().seats())
    }

    /// {seat: chips} with which every hand begins.
    #[getter]
    fn stacks<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let tables = Self::read(slf)?;
        let table = tables.get()?.table();
        by_seat(slf.py(), table.seats(), |seat| table.starting_stacks()[seat.index()])
    }

    /// The seed of the hands.
    #[getter]
    fn seed(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Ok(Self::read(slf)?.get()?.seed())
    }

    /// The number of the first table's first hand.
    #[getter]
    fn start(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Ok(Self::read(slf)?.get()?.start())
    }

    /// How many threads step the tables; None for all cores where it helps.
    #[getter]
    fn threads(slf: &Bound<'_, Self>) -> PyResult<Option<usize>> {
        Ok(Self::read(slf)?.threads.map(NonZeroUsize::get))
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(Self::read(slf)?.get()?.len())
    }

    /// Carry out one action at each table.
    ///
    /// `actions` is an array or list of n whole numbers, action ids from 0 to 7. All of them are looked at
    /// first: an error says which row is wrong, and no table has moved.
    ///
    /// Raises `UnknownActionError` for a number that is no id, `IllegalActionError` for an action that isn't
    /// legal; `TypeError` and `ValueError` for arrays of the wrong type or shape, or that can't be written;
    /// `RuntimeError` while another thread uses the tables; `ValueError` after `close`.
    #[pyo3(signature = (actions, out = None))]
    fn step<'py>(
        slf: &Bound<'py, Self>,
        actions: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mut lock = Self::lock(slf)?;
        let Self { tables, threads, actions: ids } = &mut *lock;
        let tables = tables.as_mut().ok_or_else(closed)?;
        read_actions(actions, tables.len(), ids)?;
        let mut targets = Targets::new(out, py, tables)?;
        let rows = targets.rows()?;
        if let Err(core::StepError { row, number, actor, legal }) =
            py.detach(|| tables.step(ids, rows, *threads))
        {
            let asked = shown(&actions.get_item(row)?.call_method0("__index__")?);
            if ids[row] >= ActionId::COUNT {
                let message = format!("row {row}: {asked} is no action id: they are 0 to 7");
                return Err(unknown_action(py, message));
            }
            let legal: Vec<_> =
                legal.actions().map(|action| format!("{} ({action})", action.kind.id().number())).collect();
            return Err(illegal_action(
                py,
                format!(
                    "row {row}, hand {number}: action {asked} is not legal for seat {actor}, who has {}",
                    legal.join(", ")
                ),
            ));
        }
        targets.state(py)
    }

    /// How the tables stand, without a step: a `TablesState`. `out` is as for `step`.
    #[pyo3(signature = (out = None))]
    fn state<'py>(slf: &Bound<'py, Self>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mut lock = Self::lock(slf)?;
        let mut targets = Targets::new(out, py, lock.get()?)?;
        lock.tell(py, &mut targets)?;
        targets.state(py)
    }

    /// What the seats to act may know: an array with the dtype `OBSERVATION` and the shape (n,).
    ///
    /// `out` is such an array to be filled.
    #[pyo3(signature = (out = None))]
    fn observe<'py>(slf: &Bound<'py, Self>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mut lock = Self::lock(slf)?;
        let target = Target::observations(out, py, lock.get()?.len())?;
        let mut targets = Targets { observation: Some(target), ..Targets::NONE };
        lock.tell(py, &mut targets)?;
        targets.observation.map(|target| target.given).ok_or_else(closed)
    }

    /// What the seats to act may know, as `observe` gives it.
    #[getter]
    fn observation<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::observe(slf, None)
    }

    /// Who is to act: int8 (n,), from 0 to p - 1 in the order of the seats.
    #[getter]
    fn current_player<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| Targets { current_player: Some(target), ..Targets::NONE };
        Self::field(slf, 1, |_| None, put, |targets| targets.current_player)
    }

    /// What may be done, by action id: bool (n, 8).
    #[getter]
    fn legal_action_mask<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| Targets { mask: Some(target), ..Targets::NONE };
        Self::field(slf, 2, |_| Some(ActionId::COUNT.into()), put, |targets| targets.mask)
    }

    /// What each player won or lost in chips where the last step ended a hand, else 0: int64 (n, p).
    #[getter]
    fn rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| Targets { rewards: Some(target), ..Targets::NONE };
        Self::field(slf, 3, |tables| Some(tables.table().seats().len()), put, |targets| targets.rewards)
    }

    /// Whether the last step ended a hand: bool (n,).
    #[getter]
    fn terminated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| Targets { terminated: Some(target), ..Targets::NONE };
        Self::field(slf, 4, |_| None, put, |targets| targets.terminated)
    }

    /// The numbers of the hands that are played now: uint64 (n,).
    #[getter]
    fn hand_numbers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| Targets { numbers: Some(target), ..Targets::NONE };
        Self::field(slf, 5, |_| None, put, |targets| targets.numbers)
    }

    /// The hand that a table plays, as a `Hand` of its own, to be looked at. All cards are in it.
    ///
    /// Raises `IndexError` if there is no such table.
    fn hand(slf: &Bound<'_, Self>, row: &Bound<'_, PyAny>) -> PyResult<Hand> {
        let py = slf.py();
        let lock = Self::read(slf)?;
        let tables = lock.get()?;
        let place = whole(row, "row", 0, u64::MAX).map(usize::try_from)?.unwrap_or(usize::MAX);
        let (Some(actions), Some(number)) = (tables.actions(place), tables.numbers().nth(place)) else {
            return Err(PyIndexError::new_err(format!("there is no table {place} among {}", tables.len())));
        };
        let setup = Setup {
            rules: *tables.table().rules(),
            stacks: stacks_of(tables),
            source: Source::Seed { seed: tables.seed(), number },
            permissive: false,
        };
        let mut game = Game::new(setup).py(py)?;
        for &id in actions {
            let kind = ActionId::new(id).and_then(|id| game.hand().legal().by_id(id));
            game.play(kind.ok_or_else(closed)?).py(py)?;
        }
        Ok(Hand { game })
    }

    /// Independent tables that stand alike. `copy.copy` and `copy.deepcopy` make the same.
    fn copy(slf: &Bound<'_, Self>) -> PyResult<Self> {
        let lock = Self::read(slf)?;
        let tables = lock.get()?;
        let tables = slf.py().detach(|| tables.clone());
        Ok(Self { actions: Vec::with_capacity(tables.len()), tables: Some(tables), threads: lock.threads })
    }

    fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Self> {
        Self::copy(slf)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = memo;
        Self::copy(slf)
    }

    /// Give the memory back. Whatever is asked of the tables afterwards is a `ValueError`, but for `close`.
    fn close(slf: &Bound<'_, Self>) -> PyResult<()> {
        Self::lock(slf)?.tables = None;
        Ok(())
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        Self::read(&slf)?.get()?;
        Ok(slf)
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(slf: &Bound<'_, Self>, _error: &Bound<'_, PyTuple>) -> PyResult<()> {
        Self::close(slf)
    }

    /// The tables as plain data for JSON, with a format name and a version.
    ///
    /// Rules, stacks, seed, and for each table the hand, its actions, and the rewards of the last step.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let py = slf.py();
        let lock = Self::read(slf)?;
        let tables = lock.get()?;
        let dict = PyDict::new(py);
        dict.set_item("format", FORMAT)?;
        dict.set_item("version", VERSION)?;
        dict.set_item("rules", Rules(*tables.table().rules()).to_dict(py)?)?;
        let stacks = PyDict::new(py);
        for (seat, chips) in stacks_of(tables) {
            stacks.set_item(seat.to_string(), chips)?;
        }
        dict.set_item("stacks", stacks)?;
        dict.set_item("seed", tables.seed())?;
        dict.set_item("start", tables.start())?;
        dict.set_item("threads", lock.threads.map(NonZeroUsize::get))?;
        dict.set_item("numbers", tables.numbers().collect::<Vec<_>>())?;
        let rows = 0..tables.len();
        let actions = rows.clone().filter_map(|row| tables.actions(row));
        let digits = actions.map(|ids| ids.iter().map(|id| char::from(b'0' + id)).collect::<String>());
        dict.set_item("actions", digits.collect::<Vec<_>>())?;
        let seats = tables.table().seats();
        let rewards = rows.map(|row| {
            tables.rewards(row).map(|all| seats.into_iter().map(|seat| all[seat.index()]).collect::<Vec<_>>())
        });
        dict.set_item("rewards", rewards.collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// The tables that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version,
    /// `HistoryStepError` for a hand or an action that couldn't be.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = cls.py();
        let Ok(record) = record.cast::<PyDict>() else {
            return Err(history_syntax(py, "the record of tables is a dict, as Tables.to_dict() makes it"));
        };
        read(record).map_err(|error| of_record(py, "tables", error))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        Ok(Self::read(slf)?.tables == Self::read(other)?.tables)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(match Self::read(slf)?.tables.as_ref() {
            None => "<Tables: closed>".to_owned(),
            Some(tables) => {
                format!("<Tables: {} with {} players each>", tables.len(), tables.table().seats().len())
            }
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type().getattr("from_dict")?, (Self::to_dict(slf)?,)))
    }
}

fn stacks_of(tables: &core::Tables) -> Vec<(Seat, Chips)> {
    let stacks = tables.table().starting_stacks();
    tables.table().seats().into_iter().map(|seat| (seat, stacks[seat.index()])).collect()
}

fn read(record: &Bound<'_, PyDict>) -> PyResult<Tables> {
    let py = record.py();
    check_format(record, FORMAT, VERSION)?;
    let get = |name: &str| {
        record.get_item(name)?.ok_or_else(|| PyKeyError::new_err(format!("it has no field {name}")))
    };
    let list = |name: &str| Ok::<_, PyErr>(get(name)?.cast::<PyList>()?.clone());
    let rules = py.get_type::<Rules>().call((), Some(get("rules")?.cast::<PyDict>()?))?;
    let numbered = PyDict::new(py);
    for (key, chips) in get("stacks")?.cast::<PyDict>()? {
        numbered.set_item(seat_key(&key)?.number(), chips)?;
    }
    let threads = get("threads")?;
    let (numbers, actions, rewards) = (list("numbers")?, list("actions")?, list("rewards")?);
    if actions.len() != numbers.len() || rewards.len() != numbers.len() {
        return Err(history_syntax(py, "there must be as many numbers as actions and rewards"));
    }
    let count = numbers.len();
    let mut tables = core::Tables::new(
        rules.cast::<Rules>()?.get().0,
        &stacks(&numbered)?,
        count,
        whole(&get("seed")?, "seed", 0, u64::MAX)?,
        whole(&get("start")?, "start", 0, MOST_START)?,
    )
    .py(py)?;
    let seats = tables.table().seats();
    for row in 0..count {
        let number = whole(&numbers.get_item(row)?, "number", 0, u64::MAX)?;
        let ids: Vec<u8> = actions
            .get_item(row)?
            .cast::<PyString>()?
            .to_string_lossy()
            .bytes()
            .map(|digit| digit.wrapping_sub(b'0'))
            .collect();
        let won = rewards.get_item(row)?.extract::<Option<Vec<i64>>>()?;
        let won = match won {
            None => None,
            Some(won) if won.len() == seats.len() => {
                let mut all = [0; SEATS];
                seats.into_iter().zip(won).for_each(|(seat, chips)| all[seat.index()] = chips);
                Some(all)
            }
            Some(_) => return Err(history_syntax(py, format!("table {row} has rewards of other players"))),
        };
        tables.resume(row, number, &ids, won).map_err(|error| history_step(py, error))?;
    }
    let threads = thread_count(Some(&threads).filter(|threads| !threads.is_none()))?;
    Ok(Tables { tables: Some(tables), threads, actions: Vec::with_capacity(count) })
}

impl IntoPyError for core::TablesError {
    fn into_py(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Setup(error) => error.into_py(py),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}
