//! Policies that are Python functions: batches of observations out, action ids back.

use std::time::Instant;

use numpy::prelude::*;
use numpy::{Element, PyArray1, PyArrayDyn, PyUntypedArray};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stud8::observation::SIZE;
use stud8::simulate::{Asking, Columns, Plan, Totals};

use crate::args::shown;
use crate::errors::{illegal_action, policy};
use crate::face::observation_dtype;
use crate::policies::Policies;
use crate::watch::POLL;

/// How many hands are played side by side: enough that a call of Python costs little for each, and few enough that they
/// stay in the processor's cache.
const TABLES: usize = 4096;

/// The end of a run: what is finished, the number to go on from, and why it ended early.
pub struct BatchRun {
    pub totals: Totals,
    pub next: u128,
    pub failure: Option<PyErr>,
}

/// Plays the hands of a plan whose policies are functions, and records them if there are columns. After an error the hands
/// before the first unfinished one are counted and recorded.
pub fn run(
    py: Python<'_>,
    plan: &Plan,
    seed: u64,
    policies: &Policies,
    progress: Option<&Bound<'_, PyAny>>,
    mut columns: Option<&mut Columns>,
) -> BatchRun {
    let mut asking = Asking::new(plan, TABLES, columns.is_some());
    let mut totals = plan.nothing();
    let mut told = Instant::now();
    let failure = loop {
        if !py.detach(|| asking.begin()) {
            break None;
        }
        if let Err(error) = block(py, &mut asking, seed, policies) {
            let part = py.detach(|| asking.finish_part(&mut totals));
            if let Some(columns) = &mut columns {
                columns.append(&part);
            }
            break Some(error);
        }
        if let Some(columns) = &mut columns {
            columns.append(&asking.columns());
        }
        asking.finish(&mut totals);
        if let Some(progress) = progress
            && told.elapsed() > POLL
        {
            told = Instant::now();
            if let Err(error) = progress.call1((totals.deals,)) {
                break Some(error);
            }
        }
    };
    let next = u128::from(plan.start()) + u128::from(totals.deals);
    BatchRun { totals, next, failure }
}

/// Asks until no hand of the block waits.
fn block(py: Python<'_>, asking: &mut Asking<'_>, seed: u64, policies: &Policies) -> PyResult<()> {
    while let Some(place) = asking.asked() {
        py.check_signals()?;
        let (name, function) = &policies.by_place[place];
        let Some(function) = function else { break };
        let count = asking.waiting(place).len();
        let batch = batch(py, asking, place, count)?;
        let failed = |error: String| Failure { asking, place, seed, name }.error(py, &error);
        let answer = match function.bind(py).call1(batch) {
            Ok(answer) => answer,
            // Ctrl-C and the like are no fault of the policy.
            Err(error) if !error.is_instance_of::<PyException>(py) => return Err(error),
            Err(error) => {
                let told = failed(format!("raised {}", described(py, &error)));
                told.set_cause(py, Some(error));
                return Err(told);
            }
        };
        let (ids, answer) = action_ids(&answer, count).map_err(failed)?;
        if let Err(error) = py.detach(|| asking.answer(place, &ids)) {
            let told = error.told(answer.get_item(error.row)?.str()?);
            return Err(illegal_action(py, format!("policy {name:?} of seed {seed}: {told}")));
        }
    }
    Ok(())
}

/// Returns what a function is shown of a batch: read-only arrays of observations and random numbers.
///
/// Each batch has arrays of its own. A function could keep an array, reach its memory through `base`, and read there the
/// hole cards that another policy is shown later.
fn batch<'py>(
    py: Python<'py>,
    asking: &mut Asking<'_>,
    place: usize,
    count: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (mut rows, mut randoms) = (vec![[0; SIZE]; count], vec![0.0; count]);
    py.detach(|| asking.show(place, &mut rows, &mut randoms));
    let rows = read_only(PyArray1::from_vec(py, rows.into_flattened()).into_any())?;
    let rows = rows.call_method1(intern!(py, "view"), (observation_dtype(py)?,))?;
    Ok((rows, read_only(PyArray1::from_vec(py, randoms).into_any())?))
}

fn read_only(array: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = array.py();
    let kwargs = PyDict::new(py);
    kwargs.set_item(intern!(py, "write"), false)?;
    array.call_method(intern!(py, "setflags"), (), Some(&kwargs))?;
    Ok(array)
}

/// Returns `ValueError: what was wrong`.
fn described(py: Python<'_>, error: &PyErr) -> String {
    let class = error.get_type(py).name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    format!("{class}: {}", error.value(py))
}

/// What an error of a policy says about its hands.
struct Failure<'a, 'b> {
    asking: &'a Asking<'b>,
    place: usize,
    seed: u64,
    name: &'a str,
}

impl Failure<'_, '_> {
    fn error(&self, py: Python<'_>, what: &str) -> PyErr {
        let count = self.asking.waiting(self.place).len();
        let least = self.asking.waiting(self.place).min().unwrap_or(0);
        let most = self.asking.waiting(self.place).max().unwrap_or(0);
        let hands = if least == most { format!("hand {least}") } else { format!("hands {least} to {most}") };
        let again = u128::from(most - least) + 1;
        let Self { name, seed, .. } = self;
        policy(
            py,
            format!(
                "policy {name:?} {what} (asked about {count} observations, of {hands} of seed {seed}: start={least}, \
                 hands={again} plays them again)"
            ),
        )
    }
}

/// Returns the answers of a policy as bytes, and a copy of the array that they came in; or what is wrong with them.
fn action_ids<'py>(
    answer: &Bound<'py, PyAny>,
    count: usize,
) -> Result<(Vec<u8>, Bound<'py, PyUntypedArray>), String> {
    let Ok(array) = answer.cast::<PyUntypedArray>() else {
        return Err(format!("returned {}: it must return an array of action ids", shown(answer)));
    };
    check_ids(array, count)?;
    // A subclass of arrays may run Python wherever it is asked, and change its shape meanwhile.
    let array = plain(array).map_err(|error| described(answer.py(), &error))?;
    check_ids(&array, count)?;
    if let Some(ids) = bytes_of::<u8>(&array, |id| id) {
        return Ok((ids, array));
    }
    // A number that is no byte is no id either.
    let wide = if array.cast::<PyArrayDyn<i64>>().is_ok() {
        array.clone()
    } else {
        let wide = array.call_method1(intern!(answer.py(), "astype"), (intern!(answer.py(), "int64"),));
        let wide = wide.and_then(|wide| Ok(wide.cast_into::<PyUntypedArray>()?));
        wide.map_err(|error| described(answer.py(), &error))?
    };
    let ids = bytes_of::<i64>(&wide, |id| u8::try_from(id).unwrap_or(u8::MAX));
    ids.map(|ids| (ids, array)).ok_or_else(|| "returned what can't be read".to_owned())
}

/// A copy that is an array and no subclass.
fn plain<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let numpy = array.py().import(intern!(array.py(), "numpy"))?;
    let copy = numpy.getattr(intern!(array.py(), "array"))?.call1((array,))?;
    Ok(copy.cast_into()?)
}

/// Checks that these can be the answers to `count` observations.
fn check_ids(array: &Bound<'_, PyUntypedArray>, count: usize) -> Result<(), String> {
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        return Err(format!(
            "returned an array of {}: action ids are whole numbers, such as np.uint8",
            array.dtype()
        ));
    }
    if array.shape() != [count] {
        return Err(format!(
            "returned the shape {:?}: it must be [{count}], an action id for each observation",
            array.shape()
        ));
    }
    Ok(())
}

/// Returns the numbers of an array as bytes, if the array has this type.
fn bytes_of<T: Element + Copy>(array: &Bound<'_, PyUntypedArray>, byte: impl Fn(T) -> u8) -> Option<Vec<u8>> {
    let array = array.cast::<PyArrayDyn<T>>().ok().filter(|array| array.is_aligned())?;
    let array = array.try_readonly().ok()?;
    Some(array.as_array().iter().map(|&id| byte(id)).collect())
}
