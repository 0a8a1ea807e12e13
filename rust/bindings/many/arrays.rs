//! Arrays that users give: what they are, whether they fit, and what is wrong with a row of them.

use numpy::ndarray::{ArrayViewD, Axis, IxDyn};
use numpy::prelude::*;
use numpy::{Element, PyArrayDyn, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyEllipsis, PyString, PyTuple};
use stud8::card::{Card, CardSet, parse_cards, parse_cards_or_unknown};
use stud8::eval::EvaluationError;

use super::blocks::{Input, trimmed};
use crate::card::CardSet as PyCardSet;
use crate::errors::{IntoPyError, class_of, invalid_card, wrong_type};

/// Hands or boards as the user gives them.
pub enum HandsArgument<'py> {
    /// Card numbers along the last axis.
    Cards(PyReadonlyArrayDyn<'py, u8>),
    /// Characters along the last axis.
    Text(PyReadonlyArrayDyn<'py, u8>),
    /// Masks.
    Sets(PyReadonlyArrayDyn<'py, u64>),
    /// So many things to iterate over, each of them a hand.
    Items { items: Bound<'py, PyAny>, shape: Vec<usize>, array: Option<Bound<'py, PyAny>> },
}

/// `5 to 7`, or the other sizes of rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    pub least: usize,
    pub most: usize,
}

impl Sizes {
    pub const HANDS: Sizes = Sizes { least: 5, most: 7 };
    pub const BOARDS: Sizes = Sizes { least: 1, most: 4 };
}

const WHAT: &str = "cards are a uint8 array of card numbers, an array of texts or a list of hands";

impl<'py> HandsArgument<'py> {
    pub fn new(value: &Bound<'py, PyAny>, sizes: Sizes) -> PyResult<Self> {
        let py = value.py();
        if let Ok(array) = value.cast::<PyUntypedArray>() {
            return Self::of_array(array, sizes);
        }
        if value.is_instance_of::<PyString>() || value.is_instance_of::<PyCardSet>() {
            return Err(wrong_type(WHAT, value));
        }
        if value.hasattr(intern!(py, "__array__"))? {
            let array = py.import("numpy")?.call_method1("asarray", (value,))?;
            return Self::of_array(array.cast::<PyUntypedArray>()?, sizes);
        }
        let length = value.len().map_err(|_| wrong_type(WHAT, value))?;
        Ok(Self::Items { items: value.clone(), shape: vec![length], array: None })
    }

    fn of_array(array: &Bound<'py, PyUntypedArray>, Sizes { least, most }: Sizes) -> PyResult<Self> {
        let py = array.py();
        if let Ok(cards) = array.cast::<PyArrayDyn<u8>>() {
            if !cards.shape().last().is_some_and(|k| (least..=most).contains(k)) {
                return Err(PyValueError::new_err(format!(
                    "cards has the shape {}, but its last axis must have {least} to {most} cards",
                    shown_shape(py, cards.shape())
                )));
            }
            return Ok(Self::Cards(readonly(cards)?));
        }
        match array.dtype().kind() {
            b'S' => {
                // With an axis of its own each text can be seen as its bytes, whatever the strides.
                let texts = array.get_item((PyEllipsis::get(py), py.None()))?;
                let bytes = texts.call_method1(intern!(py, "view"), (dtype::<u8>(py),))?;
                Ok(Self::Text(readonly(bytes.cast::<PyArrayDyn<u8>>()?)?))
            }
            b'O' | b'U' | b'T' => Ok(Self::Items {
                items: array.getattr(intern!(py, "flat"))?,
                shape: array.shape().to_vec(),
                array: Some(array.as_any().clone()),
            }),
            _ => Err(PyTypeError::new_err(format!(
                "{WHAT}, not an array of {}: cards.astype(np.uint8) makes numbers fit",
                array.dtype()
            ))),
        }
    }

    /// An array of masks.
    pub fn of_masks(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = value.cast::<PyArrayDyn<u64>>() {
            if !array.is_aligned() {
                return Err(PyValueError::new_err("masks isn't aligned in memory: masks.copy() is"));
            }
            return Ok(Self::Sets(readonly(array)?));
        }
        Err(PyTypeError::new_err(format!(
            "masks is a uint64 array of sets of cards, not {}: np.array([set.mask for set in sets], \
             dtype=np.uint64) makes one",
            kind_of(value)
        )))
    }

    /// What can be read away from the interpreter.
    pub fn source(&self, Sizes { least, most }: Sizes) -> PyResult<Input<'_>> {
        Ok(match self {
            Self::Cards(array) => {
                few_axes(array.ndim(), "cards")?;
                if !array.shape().last().is_some_and(|k| (least..=most).contains(k)) {
                    return Err(changed());
                }
                Input::Cards(array.as_array())
            }
            Self::Text(array) => {
                few_axes(array.ndim(), "cards, with its characters as an axis,")?;
                Input::Text(array.as_array())
            }
            Self::Sets(array) => {
                few_axes(array.ndim(), "masks")?;
                Input::Sets(array.as_array())
            }
            Self::Items { .. } => Input::Elsewhere,
        })
    }

    /// The array that lies under it, if there is one.
    pub fn memory(&self) -> Option<&Bound<'py, PyAny>> {
        match self {
            Self::Cards(array) | Self::Text(array) => Some(array.as_any()),
            Self::Sets(array) => Some(array.as_any()),
            Self::Items { array, .. } => array.as_ref(),
        }
    }

    /// What is wrong with a row.
    pub fn error_in(&self, py: Python<'_>, row: usize, sizes: Sizes) -> PyErr {
        if self.source(sizes).is_err() || self.shape().iter().product::<usize>() <= row {
            return changed();
        }
        let error = match self {
            Self::Cards(array) => bad_cards(py, &line(&array.as_array(), self.shape(), row)),
            Self::Text(array) => bad_text(py, &line(&array.as_array(), self.shape(), row), sizes),
            Self::Sets(array) => bad_set(py, array.as_array()[IxDyn(&index_of(self.shape(), row))]),
            Self::Items { .. } => changed(),
        };
        in_row(py, self.shape(), row, &error)
    }

    /// One for each hand.
    pub fn shape(&self) -> &[usize] {
        match self {
            Self::Cards(array) | Self::Text(array) => &array.shape()[..array.shape().len() - 1],
            Self::Sets(array) => array.shape(),
            Self::Items { shape, .. } => shape,
        }
    }
}

/// The kind of a value that isn't the right one, for a message.
pub fn kind_of(value: &Bound<'_, PyAny>) -> String {
    match value.cast::<PyUntypedArray>() {
        Ok(array) => format!("an array of {}", array.dtype()),
        Err(_) => class_of(value),
    }
}

/// Refuses arrays of more axes than can be read: numpy allows 64 of them since its version 2.
fn few_axes(axes: usize, name: &str) -> PyResult<()> {
    const MOST: usize = 32;
    if axes > MOST {
        let message = format!("{name} has {axes} axes, and {MOST} is the most: reshape it to fewer");
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

fn readonly<'py, T: Element>(array: &Bound<'py, PyArrayDyn<T>>) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    array.try_readonly().map_err(|_| {
        PyValueError::new_err("the array is being written to by another call: wait for it, or give a copy")
    })
}

/// The numbers of highs.
pub fn numbers<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, u16>> {
    let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
    match array.cast::<PyArrayDyn<u16>>() {
        Ok(array) if array.is_aligned() => {
            few_axes(array.ndim(), "high")?;
            readonly(array)
        }
        Ok(_) => Err(PyValueError::new_err("high isn't aligned in memory: high.copy() is")),
        Err(_) => Err(PyTypeError::new_err(format!(
            "high is a uint16 array of the numbers of highs, not {}",
            kind_of(&array)
        ))),
    }
}

/// The array that gets the answers: a new one, or the user's if it fits.
pub fn target<'py, T: Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    name: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(out) = out else { return empty(py, shape) };
    let wanted = dtype::<T>(py);
    let Ok(array) = out.cast::<PyArrayDyn<T>>() else {
        return Err(PyTypeError::new_err(format!(
            "{name} must be an array of {wanted}, not {}",
            kind_of(out)
        )));
    };
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "{name} has the shape {}, but the answers have {}",
            shown_shape(py, array.shape()),
            shown_shape(py, shape)
        )));
    }
    few_axes(array.ndim(), name)?;
    if !array.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
        return Err(PyValueError::new_err(format!(
            "{name} is read-only: an array that can be written is needed"
        )));
    }
    if !array.is_aligned() {
        return Err(PyValueError::new_err(format!("{name} isn't aligned: a plain {wanted} array is")));
    }
    if overlaps_itself(array) {
        return Err(overlap(name));
    }
    Ok(array.clone())
}

/// A new array in which anything may stand: nobody writes zeros that the answers replace, and each thread is the first to
/// touch its own part.
pub fn empty<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let array = EMPTY.import(py, "numpy", "empty")?.call1((PyTuple::new(py, shape)?, dtype::<T>(py)))?;
    Ok(array.cast_into()?)
}

/// A new array of zeros, or `MemoryError`.
pub fn zeros<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    static ZEROS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let array = ZEROS.import(py, "numpy", "zeros")?.call1((PyTuple::new(py, shape)?, dtype::<T>(py)))?;
    Ok(array.cast_into()?)
}

/// Whether two elements may share memory: those of arrays and their slices never do, broadcast ones do.
fn overlaps_itself<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    let mut axes: Vec<_> = array
        .strides()
        .iter()
        .map(|stride| stride.unsigned_abs())
        .zip(array.shape().iter().copied())
        .collect();
    axes.sort_unstable();
    let mut span = size_of::<T>();
    axes.into_iter().filter(|&(_, length)| length > 1).any(|(stride, length)| {
        let overlaps = stride < span;
        span += stride * (length - 1);
        overlaps
    }) && !array.is_empty()
}

fn overlap(name: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{name} overlaps itself or another array of the call: separate ones are needed"
    ))
}

/// Refuses arrays of the user that share memory with each other or with the cards.
pub fn apart(
    out: Option<&Bound<'_, PyAny>>,
    cards: Option<&Bound<'_, PyAny>>,
    arrays: &[(&str, &Bound<'_, PyAny>)],
) -> PyResult<()> {
    let Some(out) = out else { return Ok(()) };
    let numpy = out.py().import("numpy")?;
    for (place, (name, array)) in arrays.iter().enumerate() {
        for other in cards.iter().copied().chain(arrays[..place].iter().map(|(_, array)| *array)) {
            // The bounds first. Where it takes long to tell, for arrays that no slicing makes, they count as shared.
            let near = numpy.call_method1("may_share_memory", (array, other))?.is_truthy()?;
            let shared = || numpy.call_method1("shares_memory", (array, other, 10_000));
            if near && shared().map_or(Ok(true), |shared| shared.is_truthy())? {
                return Err(overlap(name));
            }
        }
    }
    Ok(())
}

/// The right to write to an array.
pub fn readwrite<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|_| {
        PyValueError::new_err(format!("{name} is in use by another call: an array of its own is needed"))
    })
}

pub fn shown_shape(py: Python<'_>, shape: &[usize]) -> String {
    PyTuple::new(py, shape).map_or_else(|_| format!("{shape:?}"), |shape| shape.to_string())
}

/// The index of a row among all.
fn index_of(shape: &[usize], mut row: usize) -> Vec<usize> {
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|&length| {
            let place = row % length;
            row /= length;
            place
        })
        .collect();
    index.reverse();
    index
}

/// The elements of a row.
fn line(array: &ArrayViewD<'_, u8>, shape: &[usize], row: usize) -> Vec<u8> {
    let index = index_of(shape, row);
    let row = index.iter().fold(array.view(), |array, &place| array.index_axis_move(Axis(0), place));
    row.iter().copied().collect()
}

/// An error with the row it is about.
pub fn in_row(py: Python<'_>, shape: &[usize], row: usize, error: &PyErr) -> PyErr {
    let message = error.value(py);
    let message = match &index_of(shape, row)[..] {
        [] => message.to_string(),
        [row] => format!("row {row}: {message}"),
        index => format!("row {}: {message}", shown_shape(py, index)),
    };
    PyErr::from_type(error.get_type(py), (message,))
}

/// What is wrong with this many cards, if anything is.
pub fn wrong_count(py: Python<'_>, cards: usize, sizes: Sizes) -> Option<PyErr> {
    match sizes {
        Sizes { least, most } if (least..=most).contains(&cards) => None,
        Sizes::HANDS => Some(EvaluationError::CardCount { cards }.into_py(py)),
        _ => Some(invalid_card(py, format!("a board has one to four cards, not {cards}"))),
    }
}

/// The error of card numbers.
fn bad_cards(py: Python<'_>, numbers: &[u8]) -> PyErr {
    let mut cards = Vec::new();
    for &number in numbers {
        let Some(card) = Card::from_index(number) else {
            let message = format!("{number} is no card: cards are numbered 0 (2c) to 51 (As)");
            return invalid_card(py, message);
        };
        cards.push(card);
    }
    twice(py, cards)
}

fn bad_set(py: Python<'_>, mask: u64) -> PyErr {
    match CardSet::from_bits(mask) {
        None => invalid_card(py, format!("{mask} is no mask of cards: a whole number from 0 to 2**52 - 1")),
        Some(set) => wrong_count(py, set.len(), Sizes::HANDS).unwrap_or_else(changed),
    }
}

fn bad_text(py: Python<'_>, text: &[u8], sizes: Sizes) -> PyErr {
    let text = String::from_utf8_lossy(trimmed(text));
    let cards = match sizes {
        Sizes::HANDS => parse_cards(&text).map(|cards| cards.into_iter().map(Some).collect()),
        _ => parse_cards_or_unknown(&text),
    };
    match cards {
        Err(error) => error.into_py(py),
        Ok(cards) => wrong_count(py, cards.len(), sizes)
            .unwrap_or_else(|| twice(py, cards.into_iter().flatten().collect())),
    }
}

/// The error of a card that comes twice.
fn twice(py: Python<'_>, cards: Vec<Card>) -> PyErr {
    CardSet::from_distinct(cards).map_or_else(|error| error.into_py(py), |_| changed())
}

/// Another thread made the row a good one since it was found bad, or gave the array another shape.
pub fn changed() -> PyErr {
    PyValueError::new_err("the cards changed while they were read")
}
