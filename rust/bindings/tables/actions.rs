//! The actions of a step, as users give them.

use numpy::prelude::*;
use numpy::{Element, PyArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::many::arrays::shown_shape;

/// Reads an action for each table; what is no id becomes one that is never legal.
pub fn read_actions(value: &Bound<'_, PyAny>, tables: usize, actions: &mut Vec<u8>) -> PyResult<()> {
    fn copy<T: Element + Copy + TryInto<u8>>(array: &Bound<'_, PyAny>, actions: &mut Vec<u8>) -> bool {
        let Ok(array) = array.cast::<PyArrayDyn<T>>() else { return false };
        let Ok(array) = array.try_readonly() else { return false };
        actions.extend(array.as_array().iter().map(|&id| id.try_into().unwrap_or(u8::MAX)));
        true
    }
    let py = value.py();
    let mut array = match value.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => py.import("numpy")?.call_method1("asarray", (value,))?.cast_into()?,
    };
    if array.shape() != [tables] {
        let found = shown_shape(py, array.shape());
        return Err(PyValueError::new_err(format!(
            "actions has the shape {found}, but there are {tables} tables: an action id for each is needed"
        )));
    }
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "actions is an array of {}, but action ids are whole numbers: actions.astype(np.uint8) makes some",
            array.dtype()
        )));
    }
    if !array.is_aligned() {
        array = array.call_method0("copy")?.cast_into()?;
    }
    actions.clear();
    let known = copy::<u8>(&array, actions) || copy::<i64>(&array, actions) || copy::<i32>(&array, actions);
    if !known && !copy::<i64>(&array.call_method1("astype", (dtype::<i64>(py),))?, actions) {
        return Err(PyValueError::new_err("actions is being written to by another call"));
    }
    Ok(())
}
