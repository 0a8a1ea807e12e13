//! Work that runs detached from the interpreter and still answers Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, Builder, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors::wrong_type;
use crate::face;

/// How long Ctrl-C and the progress bar may wait.
pub const POLL: Duration = Duration::from_millis(50);

/// The argument `progress`: True for a bar, a function that is called with the number done, or neither.
#[derive(Default)]
pub struct Progress(Option<Py<PyAny>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Progress {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if value.is_none() {
            return Ok(Self(None));
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Ok(Self(flag.is_true().then(|| value.to_owned().unbind())));
        }
        if value.is_callable() {
            return Ok(Self(Some(value.to_owned().unbind())));
        }
        Err(wrong_type("progress is True, False or a function of the number done", &value))
    }
}

impl Progress {
    /// Does work that reports how much of a total is done.
    pub fn report<'py, T>(
        &self,
        py: Python<'py>,
        what: &str,
        total: u128,
        work: impl FnOnce(Option<&Bound<'py, PyAny>>) -> T,
    ) -> PyResult<T> {
        let Some(wanted) = &self.0 else { return Ok(work(None)) };
        face::reporting(py, wanted, what, total, work)
    }
}

/// Where work tells how far it is, and hears whether to stop.
#[derive(Default)]
pub struct Watch {
    stop: AtomicBool,
    done: AtomicU64,
    /// Set if no other thread waits for the work: the working thread then looks for Ctrl-C itself.
    here: Option<Here>,
}

struct Here {
    thread: ThreadId,
    state: Mutex<State>,
}

struct State {
    looked: Instant,
    progress: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    fn here(progress: Option<&Bound<'_, PyAny>>) -> Self {
        let progress = progress.map(|tell| tell.clone().unbind());
        let state = Mutex::new(State { looked: Instant::now(), progress, failure: None });
        Self { here: Some(Here { thread: thread::current().id(), state }), ..Self::default() }
    }

    /// Reports how much is done, and returns whether to stop.
    pub fn told(&self, done: u64) -> bool {
        self.done.store(done, Ordering::Relaxed);
        self.stops()
    }

    /// Returns whether to stop. A call takes tens of nanoseconds.
    pub fn stops(&self) -> bool {
        if let Some(here) = &self.here
            && here.thread == thread::current().id()
        {
            let mut state = lock(&here.state);
            if state.looked.elapsed() >= POLL {
                let looked =
                    Python::attach(|py| self.look(py, state.progress.as_ref().map(|tell| tell.bind(py))));
                if let Err(error) = looked {
                    state.failure.get_or_insert(error);
                }
                state.looked = Instant::now();
            }
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Looks for Ctrl-C and tells the bar. An error of either stops the work.
    fn look(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let told =
            || progress.map_or(Ok(()), |tell| tell.call1((self.done.load(Ordering::Relaxed),)).map(drop));
        py.check_signals().and_then(|()| told()).inspect_err(|_| self.stop.store(true, Ordering::Relaxed))
    }
}

/// Runs work on this thread, away from the interpreter. It hears Ctrl-C each time it asks whether to stop. An error stops it;
/// what is done by then is returned with the error.
pub fn here<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> (T, Option<PyErr>) {
    let watch = Watch::here(progress);
    let made = py.detach(|| work(&watch));
    let failure =
        watch.here.and_then(|here| here.state.into_inner().unwrap_or_else(PoisonError::into_inner).failure);
    (made, failure)
}

/// Runs work on a thread of its own and looks for Ctrl-C every 50 ms, however seldom the work asks. Tells the progress
/// callback how much is done. An error of either stops the work; what is done by then is returned with the error. Where the
/// system grants no thread it runs on this one.
pub fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> (T, Option<PyErr>) {
    let watch = Watch::default();
    let (finished, wait) = mpsc::channel::<()>();
    let slot = Mutex::new(Some((work, finished)));
    let take = || slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    thread::scope(|scope| {
        let worker = Builder::new().spawn_scoped(scope, || {
            // Dropping the sender at the end of the work wakes the waiting thread, also after a panic.
            take().map(|(work, _finished)| work(&watch))
        });
        let Ok(worker) = worker else {
            let (work, _) = take().expect("no other thread has it");
            return here(py, progress, work);
        };
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
            if let Err(error) = watch.look(py, progress) {
                failure.get_or_insert(error);
            }
        }
        let outcome = py.detach(|| worker.join());
        let made = outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (made.expect("the thread had the work"), failure)
    })
}

/// Looks for Ctrl-C now and then among many short steps with the interpreter.
#[derive(Default)]
pub struct Steps(u32);

impl Steps {
    /// Counts a step of about a microsecond.
    pub fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0 = self.0.wrapping_add(1);
        if self.0.is_multiple_of(1 << 12) { py.check_signals() } else { Ok(()) }
    }
}
