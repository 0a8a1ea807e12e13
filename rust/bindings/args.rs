//! Arguments of many functions: whole numbers, words, seats, stacks, threads.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::Deref;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyList, PyMapping, PySet, PyString, PyTuple, PyType};
use stud8::hand::SetupError;
use stud8::rules::Chips;
use stud8::seat::{SEATS, Seat};
use stud8::text::clip;

use crate::errors::{IntoPyError, bad_argument, class_of, wrong_type};

/// What `__reduce__` returns: the class, and the arguments to call it with.
pub type Reduced<'py, A> = PyResult<(Bound<'py, PyType>, A)>;

/// The same with a function to call.
pub type Remade<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// Returns whether this is a whole number: neither a boolean nor a float.
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

/// Returns a value as messages show it.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    if let Ok(text) = value.repr() {
        return clip(&text.to_string_lossy(), MOST);
    }
    // Python doesn't write down whole numbers of more than 4,300 digits.
    let bits = value.call_method0("bit_length").and_then(|bits| bits.extract::<u64>());
    bits.map_or_else(|_| format!("<{}>", class_of(value)), |bits| format!("<a number of {bits} bits>"))
}

/// A whole number within bounds, or `InvalidArgumentError` that names it.
pub fn whole(value: &Bound<'_, PyAny>, name: &str, least: u64, most: u64) -> PyResult<u64> {
    let number = if is_whole(value) { value.extract::<u64>().ok() } else { None };
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let most = if most == u64::MAX { "2**64 - 1".to_owned() } else { most.to_string() };
        bad_argument(format!("{name}={} must be a whole number from {least} to {most}", shown(value)))
    })
}

/// As [`whole`], for types of less than 64 bits: their own bounds.
pub fn small<T>(value: &Bound<'_, PyAny>, name: &str, most: T) -> PyResult<T>
where
    T: Copy + TryFrom<u64>,
    u64: From<T>,
{
    let number = whole(value, name, 0, most.into())?;
    T::try_from(number).map_err(|_| bad_argument(format!("{name}={number} is too large")))
}

/// Chips in an action, an event or a pot.
pub fn chips(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Chips> {
    whole(value, name, 0, u64::MAX)
}

/// Reads a seat number, or returns the error that says which seats there are.
pub fn seat(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let number = if is_whole(value) { value.extract::<u8>().ok() } else { None };
    number.and_then(Seat::new).ok_or_else(|| SetupError::NoSeat { number: shown(value) }.into_py(value.py()))
}

/// Reads a seat that is a key of a table: a number, or a text as JSON has it.
pub fn seat_key(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let Ok(text) = value.cast::<PyString>() else { return seat(value) };
    let text = self::text(text);
    let number = text.parse::<u8>().ok();
    number
        .and_then(Seat::new)
        .ok_or_else(|| SetupError::NoSeat { number: clip(&text, 30) }.into_py(value.py()))
}

/// Reads who sits down with how many chips, from a list of stacks or a mapping {seat: stack}.
pub fn stacks(value: &Bound<'_, PyAny>) -> PyResult<Vec<(Seat, Chips)>> {
    let py = value.py();
    // Lists aren't asked whether they are mappings: `isinstance` of an abstract class runs Python, and what is
    // raised there, such as Ctrl-C, would be lost.
    let list = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
    if !list && let Ok(mapping) = value.cast::<PyMapping>() {
        let pair = |item: Bound<'_, PyAny>| {
            let seat = seat(&item.get_item(0)?)?;
            Ok((seat, stack(seat, &item.get_item(1)?)?))
        };
        return mapping.items()?.iter().map(pair).collect();
    }
    let what = "stacks are a list of whole numbers or a mapping {seat: stack}";
    // A set has no order, so nobody knows who would sit where.
    if value.is_instance_of::<PyString>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>()
    {
        return Err(wrong_type(what, value));
    }
    let items = value.try_iter().map_err(|_| wrong_type(what, value))?.collect::<PyResult<Vec<_>>>()?;
    if items.len() > SEATS {
        return Err(SetupError::Players { count: items.len() }.into_py(py));
    }
    Seat::ALL.into_iter().zip(&items).map(|(seat, chips)| Ok((seat, stack(seat, chips)?))).collect()
}

fn stack(seat: Seat, value: &Bound<'_, PyAny>) -> PyResult<Chips> {
    let chips = if is_whole(value) { value.extract::<Chips>().ok() } else { None };
    chips.ok_or_else(|| SetupError::Stack { seat, stack: shown(value) }.into_py(value.py()))
}

/// Reads how many threads to use; None stands for all cores.
pub fn thread_count(threads: Option<&Bound<'_, PyAny>>) -> PyResult<Option<NonZeroUsize>> {
    let Some(value) = threads else { return Ok(None) };
    let count = if is_whole(value) { value.extract::<NonZeroUsize>().ok() } else { None };
    count.map(Some).ok_or_else(|| {
        bad_argument(format!(
            "threads={} must be a whole number from 1 on, or None for all cores",
            shown(value)
        ))
    })
}
