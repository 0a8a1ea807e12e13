//! `observe`, and the table that `stud8.observations` makes a dtype of.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyTuple};
use stud8::observation::{FIELDS, Kind, SIZE, observe_view};

use crate::view::View;

const fn format(kind: Kind) -> &'static str {
    match kind {
        Kind::Byte => "u1",
        Kind::Chips => "<i8",
    }
}

/// Tells the layout: (name, format, offset, shape) of each field, and the size of a row.
pub fn declare(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let field = |field: stud8::observation::Field| {
        let shape = PyTuple::new(py, field.shape)?;
        (field.name, format(field.kind), field.offset, shape).into_pyobject(py)
    };
    let fields = FIELDS.into_iter().map(field).collect::<PyResult<Vec<_>>>()?;
    module.setattr("_OBSERVATION_FIELDS", PyTuple::new(py, fields)?)?;
    module.setattr("_OBSERVATION_SIZE", SIZE)
}

/// The numpy dtype of a row.
pub fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let load = || Ok::<_, PyErr>(py.import("stud8.observations")?.getattr("OBSERVATION")?.unbind());
    Ok(DTYPE.get_or_try_init(py, load)?.bind(py).clone())
}

/// What the viewer may know, as one row of numbers: an array with the dtype `OBSERVATION` and the shape ().
///
/// A row has 232 bytes, the same that `Tables.observe` gives for the seat to act, so that what was trained on
/// tables plays anywhere. Cards are numbers from 0 to 51, 52 for those that were dealt and can't be seen, 53
/// where there is none. Sets of seats are bits, the lowest for seat 1; seats are 1 to 8, and 0 is nobody.
///
/// ```text
/// field        type            what it says
/// version      uint8           1, until the layout changes
/// seat         uint8           whose eyes; 0 is the rail
/// street       uint8           3 to 7
/// stage        uint8           0 betting, 1 declaring, 2 showing or mucking, 3 a card is awaited, 4 over
/// legal        uint8           the ids of the actions that the seat may do now, as bits
/// dealt_in     uint8           who was dealt in
/// live         uint8           who hasn't folded
/// all_in       uint8           who of these has no chips left
/// wagers_left  uint8           full wagers that the cap still allows on this street; 255 without one
/// aggressor    uint8           who made the street's last wager
/// common       uint8           the common card
/// cards        uint8 (8, 7)    the cards of each seat in dealt order: two down, four up, one down
/// stacks       int64 (8,)      chips not bet
/// bets         int64 (8,)      chips put in on this street
/// pot          int64           all that was put in by anybody, this street's bets included
/// to_call      int64           what the seat adds to stay in (action 1)
/// wager        int64           what the seat adds to wager (action 2); 0 if it can't
/// small_bet    int64           the small bet, to measure the others by
/// ```
///
/// ```python
/// >>> from stud8 import Hand, Rules, observe
/// >>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 2, deck=[*range(52)])
/// >>> row = observe(hand.view(1))
/// >>> int(row["street"]), int(row["pot"]), row["cards"][:2, :3].tolist()
/// (3, 80, [[0, 2, 4], [52, 52, 5]])
///
/// ```
#[pyfunction]
pub fn observe<'py>(py: Python<'py>, view: &View) -> PyResult<Bound<'py, PyAny>> {
    let mut row = [0; SIZE];
    observe_view(&view.0, &mut row);
    let rows = py
        .import("numpy")?
        .call_method1(intern!(py, "frombuffer"), (PyByteArray::new(py, &row), dtype(py)?))?;
    rows.call_method1(intern!(py, "reshape"), (PyTuple::empty(py),))
}
