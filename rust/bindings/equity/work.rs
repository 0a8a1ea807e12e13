//! The steps of an equity's work: preparing on this thread, counting or drawing with a bar, and what Ctrl-C makes of each.

use pyo3::prelude::*;
use stud8::equity::ExactError;

use crate::errors::{IntoPyError, interrupted};
use crate::watch::{Progress, Watch, here, watched};

/// Does work that reports how far it is and can be stopped.
pub fn with_progress<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    what: &str,
    total: u128,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    progress.report(py, what, total, |tell| watched(py, tell, work))
}

/// Prepares a count or a sample on this thread. Ctrl-C raises `Interrupted`, with nothing in it.
pub fn prepared<T: Send>(py: Python<'_>, work: impl FnOnce(&dyn Fn() -> bool) -> T + Send) -> PyResult<T> {
    let (made, failure) = here(py, None, |watch| work(&|| watch.stops()));
    failure.map_or(Ok(made), |error| Err(interrupted(py, error, py.None(), None)))
}

/// Returns the result of an exact count, or raises. No part of a stopped count is of use.
pub fn finished<T>(py: Python<'_>, counted: Result<T, ExactError>, failure: Option<PyErr>) -> PyResult<T> {
    match (counted, failure) {
        (Ok(counted), None) => Ok(counted),
        (_, Some(error)) => Err(interrupted(py, error, py.None(), None)),
        (Err(error), None) => Err(error.into_py(py)),
    }
}
