//! How a result names its players.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A player of a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// His index from 0, or his seat.
    pub player: u8,
    /// His cards, or what is said of them.
    pub hand: String,
}

/// The names of the winners whose bits are set, ascending.
pub fn winners<'py>(py: Python<'py>, labels: &[Label], winners: u8) -> PyResult<Bound<'py, PyTuple>> {
    let names = labels.iter().enumerate().filter(|(i, _)| winners >> i & 1 == 1);
    PyTuple::new(py, names.map(|(_, label)| label.player).collect::<Vec<_>>())
}
