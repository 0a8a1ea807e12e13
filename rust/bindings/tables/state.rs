//! The arrays that a state is written to: new ones, or the user's if they fit.

use numpy::prelude::*;
use numpy::{BorrowError, Element, PyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use stud8::action::ActionId;
use stud8::observation::SIZE;
use stud8::simulate::{self as core, Rows};

use crate::errors::wrong_type;
use crate::face;
use crate::many::arrays::{changed, kind_of, shown_shape, zeros};

/// The fields of a `TablesState`, in order.
pub const STATE_FIELDS: [&str; 6] =
    ["observation", "current_player", "legal_action_mask", "rewards", "terminated", "hand_numbers"];

/// An array that gets rows, held for writing.
pub struct StateArray<'py, T: Element> {
    pub given: Bound<'py, PyAny>,
    rows: PyReadwriteArrayDyn<'py, T>,
    /// How many numbers there must be.
    len: usize,
}

/// Looks at an array that somebody else made.
fn writable<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    if !array.is_c_contiguous() || !array.is_aligned() {
        return Err(PyValueError::new_err(format!(
            "out.{name} must be C-contiguous and aligned: rows are written one after the other"
        )));
    }
    array.try_readwrite().map_err(|error| match error {
        BorrowError::NotWriteable => {
            PyValueError::new_err(format!("out.{name} is read-only: an array that can be written is needed"))
        }
        _ => PyValueError::new_err(format!(
            "out.{name} overlaps another array of the call, or another call is writing to it"
        )),
    })
}

fn wrong_shape(py: Python<'_>, name: &str, found: &[usize], wanted: &[usize]) -> PyErr {
    let [found, wanted] = [found, wanted].map(|shape| shown_shape(py, shape));
    PyValueError::new_err(format!("out.{name} has the shape {found}, but there must be {wanted}"))
}

impl<'py, T: Element> StateArray<'py, T> {
    /// A new array, or the user's if it fits.
    pub fn new(
        out: Option<&Bound<'py, PyAny>>,
        py: Python<'py>,
        name: &str,
        shape: &[usize],
    ) -> PyResult<Self> {
        let array = match out {
            None => zeros(py, shape)?,
            Some(out) => {
                let array = out.cast::<PyArrayDyn<T>>().map_err(|_| {
                    PyTypeError::new_err(format!(
                        "out.{name} must be an array of {}, not {}",
                        dtype::<T>(py),
                        kind_of(out)
                    ))
                })?;
                if array.shape() != shape {
                    return Err(wrong_shape(py, name, array.shape(), shape));
                }
                array.clone()
            }
        };
        let len = shape.iter().product();
        Ok(Self { rows: writable(&array, name)?, len, given: array.into_any() })
    }

    fn slice(target: &mut Option<Self>) -> PyResult<Option<&mut [T]>> {
        let Some(target) = target else { return Ok(None) };
        let slice = target.rows.as_slice_mut()?;
        // Other threads can give arrays another shape.
        if slice.len() == target.len { Ok(Some(slice)) } else { Err(changed()) }
    }
}

impl<'py> StateArray<'py, u8> {
    /// An array of observations, seen as its bytes.
    pub fn observations(out: Option<&Bound<'py, PyAny>>, py: Python<'py>, rows: usize) -> PyResult<Self> {
        let name = STATE_FIELDS[0];
        let array = match out {
            None => py
                .import("numpy")?
                .call_method1(intern!(py, "zeros"), (rows, face::observation_dtype(py)?))?,
            Some(out) => out.clone(),
        };
        let Ok(untyped) = array.cast::<PyUntypedArray>() else {
            return Err(wrong_type(&format!("out.{name} is an OBSERVATION array"), &array));
        };
        if !face::is_observation_dtype(untyped.dtype().as_any())? {
            return Err(PyTypeError::new_err(format!(
                "out.{name} must be an OBSERVATION array: np.empty({rows}, stud8.OBSERVATION)"
            )));
        }
        if untyped.shape() != [rows] {
            return Err(wrong_shape(py, name, untyped.shape(), &[rows]));
        }
        if !untyped.is_c_contiguous() {
            return Err(PyValueError::new_err(format!(
                "out.{name} must be C-contiguous: rows are written one after the other"
            )));
        }
        let bytes = array.call_method1(intern!(py, "view"), (dtype::<u8>(py),))?;
        Ok(Self { rows: writable(bytes.cast::<PyArrayDyn<u8>>()?, name)?, len: rows * SIZE, given: array })
    }
}

/// The arrays that get a row for each table.
pub struct StateArrays<'py> {
    pub observation: Option<StateArray<'py, u8>>,
    pub current_player: Option<StateArray<'py, i8>>,
    pub mask: Option<StateArray<'py, bool>>,
    pub rewards: Option<StateArray<'py, i64>>,
    pub terminated: Option<StateArray<'py, bool>>,
    pub numbers: Option<StateArray<'py, u64>>,
}

impl<'py> StateArrays<'py> {
    pub const NONE: Self = Self {
        observation: None,
        current_player: None,
        mask: None,
        rewards: None,
        terminated: None,
        numbers: None,
    };

    pub fn new(out: Option<&Bound<'py, PyAny>>, py: Python<'py>, tables: &core::Tables) -> PyResult<Self> {
        let what = "out is a TablesState, or a tuple of six arrays like one";
        let given = match out {
            None => None,
            Some(out) => {
                let tuple = out.cast::<PyTuple>().ok().filter(|tuple| tuple.len() == STATE_FIELDS.len());
                Some(tuple.ok_or_else(|| wrong_type(what, out))?.clone())
            }
        };
        // None in the place of an array leaves it out.
        let place = |place: usize| match &given {
            None => Ok(Some(None)),
            Some(given) => given.get_item(place).map(|array| (!array.is_none()).then_some(Some(array))),
        };
        let (n, players) = (tables.len(), tables.table().seats().len());
        Ok(Self {
            observation: place(0)?.map(|out| StateArray::observations(out.as_ref(), py, n)).transpose()?,
            current_player: place(1)?
                .map(|out| StateArray::new(out.as_ref(), py, STATE_FIELDS[1], &[n]))
                .transpose()?,
            mask: place(2)?
                .map(|out| StateArray::new(out.as_ref(), py, STATE_FIELDS[2], &[n, ActionId::COUNT.into()]))
                .transpose()?,
            rewards: place(3)?
                .map(|out| StateArray::new(out.as_ref(), py, STATE_FIELDS[3], &[n, players]))
                .transpose()?,
            terminated: place(4)?
                .map(|out| StateArray::new(out.as_ref(), py, STATE_FIELDS[4], &[n]))
                .transpose()?,
            numbers: place(5)?
                .map(|out| StateArray::new(out.as_ref(), py, STATE_FIELDS[5], &[n]))
                .transpose()?,
        })
    }

    pub fn rows(&mut self) -> PyResult<Rows<'_>> {
        Ok(Rows {
            observations: StateArray::slice(&mut self.observation)?
                .map(|bytes| bytes.as_chunks_mut::<SIZE>().0),
            current_players: StateArray::slice(&mut self.current_player)?,
            legal: StateArray::slice(&mut self.mask)?.map(|mask| mask.as_chunks_mut().0),
            rewards: StateArray::slice(&mut self.rewards)?,
            terminated: StateArray::slice(&mut self.terminated)?,
            numbers: StateArray::slice(&mut self.numbers)?,
        })
    }

    /// The arrays themselves, as a `TablesState`.
    pub fn state(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arrays = (
            self.observation.map(|target| target.given),
            self.current_player.map(|target| target.given),
            self.mask.map(|target| target.given),
            self.rewards.map(|target| target.given),
            self.terminated.map(|target| target.given),
            self.numbers.map(|target| target.given),
        );
        face::tables_state(py, arrays)
    }
}
