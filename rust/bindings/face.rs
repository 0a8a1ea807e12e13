//! What the extension takes from the Python package above it: errors, named tuples, the dtype of observations, the
//! progress bar and data frames.
//!
//! The package imports the extension. These are the only imports in the other direction, and all of them happen when they
//! are needed, after both are loaded.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Returns a class of `stud8.errors`. It is looked up each time: code that loads the module anew catches the new classes.
pub fn error_class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import("stud8.errors")?.getattr(name)?.cast_into()?)
}

macro_rules! results {
    ($($function:ident = $class:literal),+ $(,)?) => {
        $(
            #[doc = concat!("Makes a `", $class, "`, a named tuple of the package, of its fields in order.")]
            pub fn $function<'py>(py: Python<'py>, fields: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
                static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                CLASS.import(py, "stud8._internal.values.results", $class)?.call1(fields)
            }
        )+
    };
}

results! {
    evaluations = "Evaluations",
    low_odds = "LowOdds",
    multiway_equity = "MultiwayEquity",
    player_equity = "PlayerEquity",
    tables_state = "TablesState",
}

fn observations_attribute<'py>(
    py: Python<'py>,
    kept: &'static PyOnceLock<Py<PyAny>>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let load = || Ok::<_, PyErr>(py.import("stud8._internal.values.row_layouts")?.getattr(name)?.unbind());
    Ok(kept.get_or_try_init(py, load)?.bind(py).clone())
}

/// Returns the numpy dtype of an observation.
pub fn observation_dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    observations_attribute(py, &DTYPE, "OBSERVATION")
}

/// Returns whether rows may have this dtype: `OBSERVATION`, or the one from before the game's byte had a name.
pub fn is_observation_dtype(dtype: &Bound<'_, PyAny>) -> PyResult<bool> {
    static EARLIER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = dtype.py();
    Ok(dtype.eq(observation_dtype(py)?)? || dtype.eq(observations_attribute(py, &EARLIER, "_EARLIER")?)?)
}

/// Does work that reports how much of a total is done: `wanted` is True for a bar, or a function of the number done. The
/// work gets a function that takes the number done.
pub fn reporting<'py, T>(
    py: Python<'py>,
    wanted: &Py<PyAny>,
    title: &str,
    total: u128,
    work: impl FnOnce(Option<&Bound<'py, PyAny>>) -> T,
) -> PyResult<T> {
    let module = py.import("stud8._internal.terminal.progress")?;
    let reporting = module.call_method1("reporting", (wanted, title, total))?;
    let tell = reporting.call_method0("__enter__")?;
    let done = work(Some(&tell));
    reporting.call_method1("__exit__", (py.None(), py.None(), py.None()))?;
    Ok(done)
}

/// Makes a data frame of a summary: `to` is `to_arrow`, `to_polars` or `to_pandas`, `table` the name of the table.
pub fn data_frame<'py>(summary: &Bound<'py, PyAny>, to: &str, table: &str) -> PyResult<Bound<'py, PyAny>> {
    summary.py().import("stud8._internal.values.data_frames")?.call_method1(to, (summary, table))
}
