//! Whole numbers and seats that users give.

use std::borrow::Cow;
use std::ops::Deref;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyType};
use stud8::hand::SetupError;
use stud8::rules::Chips;
use stud8::seat::Seat;
use stud8::text::clip;

use crate::errors::{IntoPyError, class_of};

/// What `__reduce__` gives: the class, and what to call it with.
pub type Reduced<'py, A> = PyResult<(Bound<'py, PyType>, A)>;

/// The same with a function to call.
pub type Remade<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// Whole numbers that aren't booleans or floats.
pub fn is_whole(value: &Bound<'_, PyAny>) -> bool {
    !value.is_instance_of::<PyBool>() && value.hasattr("__index__").unwrap_or(false)
}

/// The text of a Python string. Half a surrogate pair, which no text has, becomes a mark that no name
/// or card has either.
pub fn text<'a>(value: &'a Bound<'_, PyString>) -> Cow<'a, str> {
    value.to_string_lossy()
}

/// A word that a user gives as an argument, read as by [`text`].
pub struct Word<'a>(Cow<'a, str>);

impl Word<'_> {
    pub const AUTO: Word<'static> = Word(Cow::Borrowed("auto"));
    pub const EIGHT_OR_BETTER: Word<'static> = Word(Cow::Borrowed("eight_or_better"));
}

impl Deref for Word<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Word<'a> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.extract::<&'a str>() {
            return Ok(Self(Cow::Borrowed(text)));
        }
        Ok(Self(Cow::Owned(value.cast::<PyString>()?.to_string_lossy().into_owned())))
    }
}

/// `format(value, spec)`: as Python formats the value's text.
pub fn formatted<'py>(
    py: Python<'py>,
    value: &impl ToString,
    spec: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    PyString::new(py, &value.to_string()).call_method1("__format__", (spec,))
}

/// A value as a message shows it.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    if let Ok(text) = value.repr() {
        return clip(&text.to_string_lossy(), MOST);
    }
    // Python doesn't write down whole numbers of more than 4,300 digits.
    let bits = value.call_method0("bit_length").and_then(|bits| bits.extract::<u64>());
    bits.map_or_else(|_| format!("<{}>", class_of(value)), |bits| format!("<a number of {bits} bits>"))
}

/// A whole number within bounds, or `ValueError` that names it.
pub fn whole(value: &Bound<'_, PyAny>, name: &str, least: u64, most: u64) -> PyResult<u64> {
    let number = if is_whole(value) { value.extract::<u64>().ok() } else { None };
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let most = if most == u64::MAX { "2**64 - 1".to_owned() } else { most.to_string() };
        PyValueError::new_err(format!(
            "{name}={} must be a whole number from {least} to {most}",
            shown(value)
        ))
    })
}

/// As [`whole`], for types of less than 64 bits: their own bounds.
pub fn small<T>(value: &Bound<'_, PyAny>, name: &str, most: T) -> PyResult<T>
where
    T: Copy + TryFrom<u64>,
    u64: From<T>,
{
    let number = whole(value, name, 0, most.into())?;
    T::try_from(number).map_err(|_| PyValueError::new_err(format!("{name}={number} is too large")))
}

/// Chips in an action, an event or a pot.
pub fn chips(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Chips> {
    whole(value, name, 0, u64::MAX)
}

/// A seat number, or the error that says what seats there are.
pub fn seat(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let number = if is_whole(value) { value.extract::<u8>().ok() } else { None };
    number.and_then(Seat::new).ok_or_else(|| SetupError::NoSeat { number: shown(value) }.into_py(value.py()))
}

/// A seat that is a key of a table: a number, or a text as JSON has it.
pub fn seat_key(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let Ok(text) = value.cast::<PyString>() else { return seat(value) };
    let text = self::text(text);
    let number = text.parse::<u8>().ok();
    number
        .and_then(Seat::new)
        .ok_or_else(|| SetupError::NoSeat { number: clip(&text, 30) }.into_py(value.py()))
}
