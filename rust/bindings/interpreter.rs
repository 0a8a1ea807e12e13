//! The extension lives in one interpreter of a process.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Refuses to be loaded by a second interpreter. Classes are made once in a process: another interpreter would get
/// those of the first, and its `except` would miss the errors.
pub fn claim(py: Python<'_>) -> PyResult<()> {
    // Each interpreter has a module `sys` of its own.
    static HOME: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let sys = py.import("sys")?;
    if HOME.get_or_init(py, || sys.clone().unbind()).is(&sys) {
        return Ok(());
    }
    Err(PyImportError::new_err(
        "stud8 is loaded by another interpreter of this process, and works in one only: use threads of that one, \
         or another process",
    ))
}
