//! `observe` and `features`, and the tables that `stud8._internal.values.row_layouts` makes a dtype and slices of.

use numpy::prelude::*;
use numpy::{PyArrayDyn, PyUntypedArray, dtype as dtype_of};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PySlice, PyTuple};
use stud8::observation::features::{COUNT, FEATURES, features as turn};
use stud8::observation::{FIELDS, FieldKind, SIZE, VERSION, observe_view};

use crate::face::{is_observation_dtype, observation_dtype};
use crate::many::arrays::{apart, in_row, kind_of, readwrite, target};
use crate::view::View;
use crate::watch::here;

/// How many rows are turned to numbers at once: a few milliseconds of work.
const ROWS: usize = 1 << 10;

const fn format(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Byte => "u1",
        FieldKind::Chips => "<i8",
    }
}

/// Tells the layout: (name, format, offset, shape) of each field, and the size of a row; and
/// (name, start, stop) of each group of features.
pub fn declare(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let field = |field: stud8::observation::RowField| {
        let shape = PyTuple::new(py, field.shape)?;
        (field.name, format(field.kind), field.offset, shape).into_pyobject(py)
    };
    let fields = FIELDS.into_iter().map(field).collect::<PyResult<Vec<_>>>()?;
    module.setattr("_OBSERVATION_FIELDS", PyTuple::new(py, fields)?)?;
    module.setattr("_OBSERVATION_SIZE", SIZE)?;
    let groups = FEATURES.map(|group| (group.name, group.start, group.start + group.len));
    module.setattr("_FEATURE_GROUPS", PyTuple::new(py, groups)?)
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
/// game         uint8           0 high-low
/// padding      uint8 (4,)      zeros
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
        .call_method1(intern!(py, "frombuffer"), (PyByteArray::new(py, &row), observation_dtype(py)?))?;
    rows.call_method1(intern!(py, "reshape"), (PyTuple::empty(py),))
}

/// Observations as numbers from 0 to 1, for networks.
///
/// `observations` is an array with the dtype `OBSERVATION` and the shape (…), as `Tables.observe` and `observe`
/// give it; one row of such an array or a list of rows will do. Gives float32 with the shape (…, 588); `out` is
/// such an array to be filled. `FEATURES` names the groups: `features(rows)[..., FEATURES["pot"]]`. Arrays by
/// seat begin with the row's own seat and go on clockwise over all eight; sets of cards have a 1 at the number
/// of each card.
///
/// ```text
/// street        5    a 1 at the street, third to seventh
/// stage         3    a 1 at betting, declaring or showing
/// legal         8    a 1 at the id of each legal action
/// dealt_in      8    by seat
/// live          8    by seat: who hasn't folded
/// all_in        8    by seat
/// aggressor     8    by seat: a 1 at who made the street's last wager
/// wagers_left   1    n / (n + 1) of the wagers left; 1 without a cap
/// down_cards    52   the own down cards, as a set
/// open_cards    416  the cards that everybody sees, a set for each seat; of the own ones those face up
/// common_card   52   as a set
/// stacks        8    by seat: x / (x + 20 small bets) of the chips not bet
/// bets          8    by seat: the same of the chips put in on this street
/// pot           1    the same of all that was put in
/// to_call       1    the same of what the seat adds to stay in
/// wager         1    the same of what it adds to wager
/// ```
///
/// Raises `TypeError` for another dtype, `ValueError` for observations of another version and for an `out` that
/// doesn't fit, `MemoryError` where there is no room for the numbers, 2,352 bytes a row; `KeyboardInterrupt` on
/// Ctrl-C, which leaves `out` filled in part.
///
/// ```python
/// >>> from stud8 import FEATURES, Rules, Tables, features
/// >>> numbers = features(Tables(Rules.full_tilt(), tables=4, seed=7).observe())
/// >>> numbers.shape, numbers[:, FEATURES["street"]][0]
/// ((4, 588), array([1., 0., 0., 0., 0.], dtype=float32))
///
/// ```
#[pyfunction]
#[pyo3(signature = (observations, out = None))]
pub fn features<'py>(
    observations: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let py = observations.py();
    let what = "observations is an OBSERVATION array, as Tables.observe() and observe(view) make it";
    // One row of an array is none itself, and lists of rows are none yet.
    let array = if let Ok(array) = observations.cast::<PyUntypedArray>() {
        Some(array.clone())
    } else {
        let array = py.import("numpy")?.call_method1(intern!(py, "asarray"), (observations,));
        array.ok().and_then(|array| array.cast_into::<PyUntypedArray>().ok())
    };
    let array = array.filter(|array| is_observation_dtype(array.dtype().as_any()).unwrap_or(false));
    let array =
        array.ok_or_else(|| PyTypeError::new_err(format!("{what}, not {}", kind_of(observations))))?;
    let mut shape = array.shape().to_vec();
    // As plain bytes rows are copied many times as fast as field by field.
    let plain = array.call_method1(intern!(py, "view"), (format!("V{SIZE}"),))?;
    let bytes = contiguous(plain)?
        .call_method1(intern!(py, "reshape"), (-1,))?
        .call_method1(intern!(py, "view"), (dtype_of::<u8>(py),))?;
    let bytes = bytes.cast::<PyArrayDyn<u8>>()?.try_readonly();
    let bytes =
        bytes.map_err(|_| PyValueError::new_err("observations is being written to by another call"))?;
    let rows = bytes.as_slice()?.as_chunks::<SIZE>().0;
    if let Some(row) = rows.iter().position(|row| row[0] != VERSION) {
        let error = format!("an observation of version {}: this release reads {VERSION}", rows[row][0]);
        return Err(in_row(py, &shape, row, &PyValueError::new_err(error)));
    }
    shape.push(COUNT);
    let given = array.into_any();
    let array = target::<f32>(py, out, "out", &shape)?;
    apart(out, Some(&given), &[("out", &array)])?;
    let mut writable = readwrite(&array, "out")?;
    if array.is_c_contiguous() {
        let numbers = writable.as_slice_mut()?.as_chunks_mut::<COUNT>().0;
        let ((), failure) = here(py, None, |watch| {
            for (rows, numbers) in rows.chunks(ROWS).zip(numbers.chunks_mut(ROWS)) {
                rows.iter().zip(numbers).for_each(|(row, numbers)| turn(row, numbers));
                if watch.stops() {
                    break;
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
    } else {
        return Err(PyValueError::new_err("out must be C-contiguous: rows are written one after the other"));
    }
    drop(writable);
    Ok(array)
}

/// Returns rows as they are if they lie one after another, else a copy. Ctrl-C is heard between pieces of the copy.
fn contiguous(rows: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = rows.py();
    if rows.getattr("flags")?.get_item("C_CONTIGUOUS")?.is_truthy()? {
        return Ok(rows);
    }
    let numpy = py.import("numpy")?;
    let copy = numpy.call_method1("empty", (rows.getattr("shape")?, rows.getattr("dtype")?))?;
    copy_in_pieces(&numpy.getattr("copyto")?, &copy, &rows)?;
    Ok(copy)
}

fn copy_in_pieces(copyto: &Bound<'_, PyAny>, to: &Bound<'_, PyAny>, from: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = to.py();
    py.check_signals()?;
    let size: usize = from.getattr("size")?.extract()?;
    if size <= ROWS {
        return copyto.call1((to, from)).map(drop);
    }
    // More than one row, so that there is an axis.
    let length = from.len()?;
    let together = (ROWS * length / size).max(1);
    for first in (0..length).step_by(together) {
        let piece = PySlice::new(py, first.try_into()?, (first + together).min(length).try_into()?, 1);
        let (to, from) = (to.get_item(&piece)?, from.get_item(&piece)?);
        if length == 1 || together == 1 {
            copy_in_pieces(copyto, &to.get_item(0)?, &from.get_item(0)?)?;
        } else {
            copy_in_pieces(copyto, &to, &from)?;
        }
    }
    Ok(())
}
