//! Policies that are Python functions: batches of observations out, action ids back.

use std::time::Instant;

use numpy::prelude::*;
use numpy::{Element, PyArray1, PyArrayDyn, PyUntypedArray};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use stud8::observation::SIZE;
use stud8::simulate::{Asking, Columns, Plan, Totals};

use crate::args::shown;
use crate::errors::{illegal_action, policy};
use crate::observation::dtype;
use crate::policies::Policies;
use crate::simulate::POLL;

/// How many hands are shown at once: enough that calling Python costs next to nothing, and few enough that they
/// stay in the processor's own memory.
const TABLES: usize = 4096;

/// What became of a run: what is finished, where to go on, and why it ended before its time.
pub struct Asked {
    pub totals: Totals,
    pub next: u128,
    pub failure: Option<PyErr>,
}

/// Plays the hands of a plan whose policies are functions, and records them where that is wanted. What is
/// finished when something goes wrong is whole: nothing of an unfinished block is counted.
pub fn run(
    py: Python<'_>,
    plan: &Plan,
    seed: u64,
    policies: &Policies,
    progress: Option<&Bound<'_, PyAny>>,
    mut columns: Option<&mut Columns>,
) -> PyResult<Asked> {
    let mut asking = Asking::new(plan, TABLES, columns.is_some());
    let page = Page::new(py, asking.tables())?;
    let mut totals = plan.nothing();
    let mut told = Instant::now();
    let failure = loop {
        if !py.detach(|| asking.begin()) {
            break None;
        }
        if let Err(error) = page.block(py, &mut asking, seed, policies) {
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
    Ok(Asked { totals, next, failure })
}

/// The arrays that are shown to the functions, the same ones for every batch.
struct Page<'py> {
    bytes: Bound<'py, PyArray1<u8>>,
    randoms: Bound<'py, PyArray1<f64>>,
    /// The same memory, as the functions see it: not to be written to.
    shown: [Bound<'py, PyAny>; 2],
}

impl<'py> Page<'py> {
    fn new(py: Python<'py>, rows: usize) -> PyResult<Self> {
        let bytes = PyArray1::<u8>::zeros(py, rows * SIZE, false);
        let randoms = PyArray1::<f64>::zeros(py, rows, false);
        let read_only = |array: Bound<'py, PyAny>| -> PyResult<Bound<'py, PyAny>> {
            let kwargs = PyDict::new(py);
            kwargs.set_item("write", false)?;
            array.call_method("setflags", (), Some(&kwargs))?;
            Ok(array)
        };
        let rows = bytes.call_method1(intern!(py, "view"), (dtype(py)?,))?;
        let shown = [read_only(rows)?, read_only(randoms.call_method0(intern!(py, "view"))?)?];
        Ok(Self { bytes, randoms, shown })
    }

    /// Asks until no hand of the block waits.
    fn block(
        &self,
        py: Python<'py>,
        asking: &mut Asking<'_>,
        seed: u64,
        policies: &Policies,
    ) -> PyResult<()> {
        while let Some(place) = asking.asked() {
            py.check_signals()?;
            let (name, function) = &policies.asked[place];
            let Some(function) = function else { break };
            let count = asking.waiting(place).len();
            {
                let mut bytes = self.bytes.try_readwrite()?;
                let mut randoms = self.randoms.try_readwrite()?;
                let (rows, _) = bytes.as_slice_mut()?.as_chunks_mut::<SIZE>();
                let randoms = randoms.as_slice_mut()?;
                py.detach(|| asking.show(place, &mut rows[..count], &mut randoms[..count]));
            }
            let some = PySlice::new(py, 0, isize::try_from(count)?, 1);
            let [rows, randoms] = [self.shown[0].get_item(&some)?, self.shown[1].get_item(&some)?];
            let failed = |error: String| Failure { asking, place, seed, name }.error(py, &error);
            let answer = match function.bind(py).call1((rows, randoms)) {
                Ok(answer) => answer,
                // Ctrl-C and the like are no fault of the policy.
                Err(error) if !error.is_instance_of::<PyException>(py) => return Err(error),
                Err(error) => {
                    let told = failed(format!("raised {}", described(py, &error)));
                    told.set_cause(py, Some(error));
                    return Err(told);
                }
            };
            let ids = action_ids(&answer, count).map_err(failed)?;
            if let Err(error) = py.detach(|| asking.answer(place, &ids)) {
                let told = error.told(answer.get_item(error.row)?.str()?);
                return Err(illegal_action(py, format!("policy {name:?} of seed {seed}: {told}")));
            }
        }
        Ok(())
    }
}

/// `ValueError: what was wrong`.
fn described(py: Python<'_>, error: &PyErr) -> String {
    let class = error.get_type(py).name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    format!("{class}: {}", error.value(py))
}

/// What it takes to say which hands a policy failed in.
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

/// The answers of a policy as bytes; or what is wrong with them.
fn action_ids(answer: &Bound<'_, PyAny>, count: usize) -> Result<Vec<u8>, String> {
    let Ok(array) = answer.cast::<PyUntypedArray>() else {
        return Err(format!("returned {}: it must return an array of action ids", shown(answer)));
    };
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
    if let Some(ids) = bytes_of::<u8>(array, |id| id) {
        return Ok(ids);
    }
    // Whatever no byte can be is no id either.
    if let Some(ids) = bytes_of::<i64>(array, |id| u8::try_from(id).unwrap_or(u8::MAX)) {
        return Ok(ids);
    }
    let py = answer.py();
    let wide = array
        .call_method1(intern!(py, "astype"), (intern!(py, "int64"),))
        .map_err(|error| error.to_string())?;
    let wide = wide.cast::<PyUntypedArray>().map_err(|error| error.to_string())?;
    bytes_of::<i64>(wide, |id| u8::try_from(id).unwrap_or(u8::MAX))
        .ok_or_else(|| "returned what can't be read".to_owned())
}

/// The numbers of an array of this type, if it is one.
fn bytes_of<T: Element + Copy>(array: &Bound<'_, PyUntypedArray>, byte: impl Fn(T) -> u8) -> Option<Vec<u8>> {
    let array = array.cast::<PyArrayDyn<T>>().ok().filter(|array| array.is_aligned())?;
    let array = array.try_readonly().ok()?;
    Some(array.as_array().iter().map(|&id| byte(id)).collect())
}
