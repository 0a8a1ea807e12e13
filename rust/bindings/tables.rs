//! `Tables`: many hands in lockstep over numpy arrays.

mod actions;
mod record;
mod state;

use std::num::NonZeroUsize;

use numpy::Element;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use stud8::action::ActionId;
use stud8::played::{PlayedHand, Setup, Source};
use stud8::rules::Chips;
use stud8::seat::Seat;
use stud8::simulate::{self as core, MOST_START};

use crate::args::{shown, thread_count, whole};
use crate::convert::{by_seat, seat_tuple};
use crate::errors::{ResultExt, illegal_action, unknown_action};
use crate::hand::Hand;
use crate::rules::Rules;
use crate::simulate::seated;
use crate::watch::here;
use actions::read_actions;
use state::{STATE_FIELDS, StateArray, StateArrays};

/// About 1,400 bytes each.
const MOST_TABLES: u64 = 1 << 20;

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
/// it out. Without it the arrays are new. Nothing depends on `threads` (None: all cores where it helps; never
/// more than 16, or than four for each core). Between steps they stay, and look out for the next one for a
/// tenth of a millisecond before they sleep.
/// Copies and pickles are independent and go on alike; equal tables stand alike. Two threads can't use the
/// same tables at once: give each its own. `repr` tells neither seed nor cards.
///
/// Raises the errors of `Hand` for rules and stacks; `InvalidArgumentError` for numbers out of range, and for
/// stacks with which no player could ever act; `TypeError` for `players` and `stacks` that disagree;
/// `MemoryError` if there isn't room for all tables; `KeyboardInterrupt` on Ctrl-C.
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
    workers: core::Workers,
    /// The actions of a step.
    actions: Vec<u8>,
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

    fn tell(&mut self, py: Python<'_>, targets: &mut StateArrays<'_>) -> PyResult<()> {
        let Self { tables, workers, .. } = self;
        let tables = tables.as_mut().ok_or_else(closed)?;
        let rows = targets.rows()?;
        py.detach(|| tables.tell(rows, workers));
        Ok(())
    }

    /// One array of a state.
    fn field<'py, T: Element>(
        tables: &Bound<'py, Self>,
        place: usize,
        width: impl Fn(&core::Tables) -> Option<usize>,
        put: impl FnOnce(StateArray<'py, T>) -> StateArrays<'py>,
        take: impl FnOnce(StateArrays<'py>) -> Option<StateArray<'py, T>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = tables.py();
        let mut lock = Self::lock(tables)?;
        let shape: Vec<_> = [lock.get()?.len()].into_iter().chain(width(lock.get()?)).collect();
        let mut targets = put(StateArray::new(None, py, STATE_FIELDS[place], &shape)?);
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
        threads = None), text_signature = "(rules, tables=1024, players=None, stacks=None, seed=0, \
                                            start=0, threads=None)")]
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
        let stacks = seated(py, &rules.0, players, stacks)?;
        let count = tables.map_or(Ok(1024), |tables| whole(tables, "tables", 1, MOST_TABLES))?;
        let seed = seed.map_or(Ok(0), |seed| whole(seed, "seed", 0, u64::MAX))?;
        let start = start.map_or(Ok(0), |start| whole(start, "start", 0, MOST_START))?;
        let workers = core::Workers::new(thread_count(threads)?);
        let count = usize::try_from(count)?;
        let (made, failure) = here(py, None, |watch| {
            core::Tables::new_until(rules.0, &stacks, count, seed, start, &|| watch.stops())
        });
        let tables = failure.map_or_else(|| made.py(py), Err)?;
        Ok(Self { tables: Some(tables), workers, actions: Vec::with_capacity(count) })
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
        Ok(Self::read(slf)?.workers.threads().map(NonZeroUsize::get))
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
        let Self { tables, workers, actions: ids } = &mut *lock;
        let tables = tables.as_mut().ok_or_else(closed)?;
        let actions = read_actions(actions, tables.len(), ids)?;
        let mut targets = StateArrays::new(out, py, tables)?;
        let rows = targets.rows()?;
        if let Err(core::StepError { row, number, actor, legal }) =
            py.detach(|| tables.step(ids, rows, workers))
        {
            let asked = shown(&actions.call_method1("item", (row,))?);
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
        let mut targets = StateArrays::new(out, py, lock.get()?)?;
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
        let target = StateArray::observations(out, py, lock.get()?.len())?;
        let mut targets = StateArrays { observation: Some(target), ..StateArrays::NONE };
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
        let put = |target| StateArrays { current_player: Some(target), ..StateArrays::NONE };
        Self::field(slf, 1, |_| None, put, |targets| targets.current_player)
    }

    /// What may be done, by action id: bool (n, 8).
    #[getter]
    fn legal_action_mask<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| StateArrays { mask: Some(target), ..StateArrays::NONE };
        Self::field(slf, 2, |_| Some(ActionId::COUNT.into()), put, |targets| targets.mask)
    }

    /// What each player won or lost in chips where the last step ended a hand, else 0: int64 (n, p).
    #[getter]
    fn rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| StateArrays { rewards: Some(target), ..StateArrays::NONE };
        Self::field(slf, 3, |tables| Some(tables.table().seats().len()), put, |targets| targets.rewards)
    }

    /// Whether the last step ended a hand: bool (n,).
    #[getter]
    fn terminated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| StateArrays { terminated: Some(target), ..StateArrays::NONE };
        Self::field(slf, 4, |_| None, put, |targets| targets.terminated)
    }

    /// The numbers of the hands that are played now: uint64 (n,).
    #[getter]
    fn hand_numbers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let put = |target| StateArrays { numbers: Some(target), ..StateArrays::NONE };
        Self::field(slf, 5, |_| None, put, |targets| targets.numbers)
    }

    /// The hand that a table plays, as a `Hand` of its own, to be looked at. All cards are in it.
    ///
    /// Raises `IndexError` if there is no such table: they are counted from 0 on.
    fn hand(slf: &Bound<'_, Self>, row: &Bound<'_, PyAny>) -> PyResult<Hand> {
        let py = slf.py();
        let lock = Self::read(slf)?;
        let tables = lock.get()?;
        let Ok(row) = row.call_method0("__index__") else {
            let message = format!("row={} must be a whole number", shown(row));
            return Err(PyTypeError::new_err(message));
        };
        let place = row.extract().unwrap_or(usize::MAX);
        let (Some(actions), Some(number)) = (tables.actions(place), tables.numbers().nth(place)) else {
            let last = tables.len() - 1;
            return Err(PyIndexError::new_err(format!(
                "there is no table {}: they are 0 to {last}",
                shown(&row)
            )));
        };
        let setup = Setup {
            rules: *tables.table().rules(),
            stacks: stacks_of(tables),
            source: Source::Seed { seed: tables.seed(), number },
            show_in_turn: true,
        };
        let mut game = PlayedHand::new(setup).py(py)?;
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
        let py = slf.py();
        let (made, failure) = here(py, None, |watch| tables.copy_until(&|| watch.stops()));
        let tables = failure.map_or_else(|| made.py(py), Err)?;
        let workers = core::Workers::new(lock.workers.threads());
        Ok(Self { actions: Vec::with_capacity(tables.len()), tables: Some(tables), workers })
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
        let mut lock = Self::lock(slf)?;
        lock.tables = None;
        lock.workers = core::Workers::new(lock.workers.threads());
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
        record::write(lock.get()?, lock.workers.threads(), py)
    }

    /// The tables that `to_dict` wrote down.
    ///
    /// Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version,
    /// `HistoryStepError` for a hand or an action that couldn't be.
    #[classmethod]
    fn from_dict(_cls: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        record::read(record)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        Ok(Self::read(slf)?.tables == Self::read(other)?.tables)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let Ok(lock) = Self::read(slf) else { return "<Tables: in a step of another thread>".to_owned() };
        match &lock.tables {
            None => "<Tables: closed>".to_owned(),
            Some(tables) => {
                format!("<Tables: {} with {} players each>", tables.len(), tables.table().seats().len())
            }
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type().getattr("from_dict")?, (Self::to_dict(slf)?,)))
    }
}

fn stacks_of(tables: &core::Tables) -> Vec<(Seat, Chips)> {
    let stacks = tables.table().starting_stacks();
    tables.table().seats().into_iter().map(|seat| (seat, stacks[seat.index()])).collect()
}
