//! Between Python objects and the values of the core: JSON of `stud8::wire`, and tables by seat.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use serde::Serialize;
use serde_json::{Map, Number};
use stud8::seat::{Seat, SeatSet};
use stud8::wire::{Fault, Record, Value, WireError};

use crate::args::{is_whole, shown, text};
use crate::errors::{IntoPyError, class_of, history_step, history_syntax, history_unsupported};
use crate::watch::Steps;

/// Records are some five levels deep; a list that contains itself has no end.
const DEEPEST: usize = 32;

/// Returns a record as plain Python data: dicts, lists, texts, numbers, booleans and None.
pub fn to_python<'py>(py: Python<'py>, record: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, record)?)
}

/// As [`to_python`], for a record that is a table.
pub fn to_dict<'py>(py: Python<'py>, record: &impl Serialize) -> PyResult<Bound<'py, PyDict>> {
    Ok(to_python(py, record)?.cast_into()?)
}

/// Returns plain Python data as a JSON value. Whole numbers that are keys become texts, as JSON has them.
///
/// Everything is copied before any of it is used: keys and numbers may be objects whose methods change the table that they
/// are in.
pub fn to_value(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    value(object, DEEPEST, &mut Steps::default())
}

fn value(object: &Bound<'_, PyAny>, deepest: usize, steps: &mut Steps) -> PyResult<Value> {
    // Records of many tables have millions of values.
    steps.step(object.py())?;
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::String(self::text(text).into_owned()));
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    let deeper = || {
        deepest.checked_sub(1).ok_or_else(|| PyValueError::new_err("it is nested more than 32 levels deep"))
    };
    // These copies run no code of the user, so nothing can change what is read here.
    if let Ok(dict) = object.cast::<PyDict>() {
        return table(&dict.items(), deeper()?, steps);
    }
    if let Ok(list) = object.cast::<PyList>() {
        return items(&list.to_tuple(), deeper()?, steps);
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return items(tuple, deeper()?, steps);
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        let number = Number::from_f64(number.value());
        return number
            .map(Value::Number)
            .ok_or_else(|| PyValueError::new_err(format!("{} is no number that JSON has", shown(object))));
    }
    if is_whole(object) {
        return number(object).map(Value::Number);
    }
    let class = class_of(object);
    Err(PyTypeError::new_err(format!(
        "it holds an object of the class {class}: records are made of dicts, lists, texts, numbers, True, \
         False and None"
    )))
}

fn table(pairs: &Bound<'_, PyList>, deepest: usize, steps: &mut Steps) -> PyResult<Value> {
    let mut table = Map::with_capacity(pairs.len());
    for pair in pairs {
        let (key, item): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let name = match key.cast::<PyString>() {
            Ok(key) => text(key).into_owned(),
            Err(_) if is_whole(&key) => number(&key)?.to_string(),
            Err(_) => {
                return Err(PyTypeError::new_err(format!("the key {} is no text", shown(&key))));
            }
        };
        // Earlier releases wrote `Infinity` where one trial leaves no error to estimate.
        let endless =
            name == "standard_error" && item.cast::<PyFloat>().is_ok_and(|item| item.value().is_infinite());
        let item = if endless { Value::Null } else { value(&item, deepest, steps)? };
        if table.insert(name, item).is_some() {
            return Err(PyValueError::new_err(format!("the key {} comes twice", shown(&key))));
        }
    }
    Ok(Value::Object(table))
}

fn items(items: &Bound<'_, PyTuple>, deepest: usize, steps: &mut Steps) -> PyResult<Value> {
    items.iter().map(|item| value(&item, deepest, steps)).collect::<PyResult<_>>().map(Value::Array)
}

fn number(object: &Bound<'_, PyAny>) -> PyResult<Number> {
    // Converted once: an object may return another number each time.
    let number = match object.cast::<PyInt>() {
        Ok(number) => number.clone(),
        Err(_) => object.call_method0("__index__")?.cast_into::<PyInt>()?,
    };
    if let Ok(small) = number.extract::<i64>() {
        return Ok(small.into());
    }
    let signed = number.extract::<i128>().ok().and_then(Number::from_i128);
    let unsigned = || number.extract::<u128>().ok().and_then(Number::from_u128);
    signed.or_else(unsigned).ok_or_else(|| {
        PyValueError::new_err(format!("{} is too large: no number has more than 128 bits", shown(&number)))
    })
}

/// Returns an exact `fractions.Fraction`.
pub fn fraction<'py>(
    py: Python<'py>,
    part: impl IntoPyObject<'py>,
    whole: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION
        .import(py, "fractions", "Fraction")?
        .call1((part.into_bound_py_any(py)?, whole.into_bound_py_any(py)?))
}

/// Returns {seat: value} for the seats, ascending.
pub fn by_seat<'py, T>(
    py: Python<'py>,
    seats: SeatSet,
    value: impl Fn(Seat) -> T,
) -> PyResult<Bound<'py, PyDict>>
where
    T: IntoPyObject<'py>,
{
    let dict = PyDict::new(py);
    for seat in seats {
        dict.set_item(seat.number(), value(seat))?;
    }
    Ok(dict)
}

/// Returns the numbers of the seats, ascending.
pub fn seat_tuple(py: Python<'_>, seats: SeatSet) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, seats.into_iter().map(Seat::number))
}

/// Reads a record by `read`. `what` is what the record is of, such as "a hand", for the error.
pub fn read<T>(
    object: &Bound<'_, PyAny>,
    what: &str,
    read: impl FnOnce(&Value) -> Result<T, WireError>,
) -> PyResult<T> {
    let py = object.py();
    let value = to_value(object).map_err(|error| {
        // Ctrl-C is no fault of the record.
        if error.is_instance_of::<PyException>(py) { no_record(py, what, error.value(py)) } else { error }
    })?;
    read(&value).map_err(|error| refused(py, what, &error))
}

/// As [`read`], of a table that `to_dict` of this class wrote.
pub fn record<T: Record>(object: &Bound<'_, PyAny>, class: &str) -> PyResult<T> {
    if !object.is_instance_of::<PyDict>() {
        let what = T::WHAT;
        let message = format!("the record of {what} is a dict, as {class}.to_dict() makes it");
        return Err(history_syntax(object.py(), message));
    }
    read(object, T::WHAT, stud8::wire::from_value)
}

/// Returns the Python exception for a record that was refused.
pub fn refused(py: Python<'_>, what: &str, error: &WireError) -> PyErr {
    match error.fault().clone() {
        Fault::Missing | Fault::Value { .. } | Fault::Contradiction { .. } => no_record(py, what, error),
        Fault::Format { .. } => history_syntax(py, error),
        Fault::Version { .. } => history_unsupported(py, error),
        Fault::Step { .. } => history_step(py, error),
        Fault::Card(fault) => fault.into_py(py),
        Fault::Deck(fault) => fault.into_py(py),
        Fault::Rules(fault) => fault.into_py(py),
        Fault::Setup(fault) => fault.into_py(py),
        Fault::Action(fault) => fault.into_py(py),
    }
}

fn no_record(py: Python<'_>, what: &str, why: &impl ToString) -> PyErr {
    history_syntax(py, format!("this is no record of {what}: {}", why.to_string()))
}
