//! `evaluate_many`, `evaluate_sets`, `board_many`, `category`: numpy arrays in, numpy arrays out.

pub mod arrays;
mod blocks;

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread::{self, Builder};

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::prelude::*;
use numpy::{PyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use stud8::card::CardSet;
use stud8::eval::{Board, High, LowKind, Path};
use stud8::threads;

use crate::args::{Word, thread_count};
use crate::card::{card_list_or_unknown, card_set};
use crate::errors::{ResultExt, wrong_type};
use crate::face;
use crate::watch::{POLL, here};
use arrays::{HandsArgument, Sizes, apart, changed, empty, in_row, numbers, readwrite, target, wrong_count};
use blocks::{BLOCK, Block, CHUNK, Input, LowOutput, Output, Pass, Queue, Scratch, scatter};

/// Rows below which one thread is enough: it takes a fraction of a millisecond, and starting threads does too.
const ALONE: usize = 1 << 16;

/// The arrays that get the answers.
enum OutputArrays<'py> {
    Hands { kind: LowKind, high: PyReadwriteArrayDyn<'py, u16>, low: LowArrays<'py> },
    Boards(PyReadwriteArrayDyn<'py, u16>),
}

enum LowArrays<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Words(PyReadwriteArrayDyn<'py, u16>),
}

impl OutputArrays<'_> {
    fn target(&mut self) -> Output<'_> {
        match self {
            Self::Hands { kind, high, low } => Output::Hands {
                kind: *kind,
                high: high.as_array_mut(),
                low: match low {
                    LowArrays::Bytes(low) => LowOutput::Bytes(low.as_array_mut()),
                    LowArrays::Words(low) => LowOutput::Words(low.as_array_mut()),
                },
            },
            Self::Boards(numbers) => Output::Boards(numbers.as_array_mut()),
        }
    }
}

/// What a user wants besides the answers.
struct Wishes {
    threads: Option<NonZeroUsize>,
    check: bool,
    /// The arrays are the user's, who gets them back as they were if a row is bad.
    keep: bool,
}

impl Wishes {
    /// What is done with all rows, one after the other.
    fn passes(&self) -> PyResult<Vec<Pass>> {
        let path = Path::best().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let pass = |check, write| Pass { path, check, write };
        Ok(match self {
            Wishes { check: true, keep: true, .. } => vec![pass(true, false), pass(false, true)],
            Wishes { check, .. } => vec![pass(*check, true)],
        })
    }

    fn threads(&self, rows: usize) -> usize {
        let is_small = self.threads.is_none() && rows < ALONE;
        // More threads than chunks have nothing to do.
        threads::count(self.threads, if is_small { 1 } else { rows.div_ceil(CHUNK) })
    }
}

fn answer(
    py: Python<'_>,
    given: &HandsArgument<'_>,
    sizes: Sizes,
    answers: &mut OutputArrays<'_>,
    wishes: &Wishes,
) -> PyResult<()> {
    if given.shape().contains(&0) {
        return Ok(());
    }
    for pass in wishes.passes()? {
        // Other threads, and what users' own objects do when they are asked for a number, can give arrays another shape.
        let block = Block { first: 0, source: given.source(sizes)?, target: answers.target() };
        if !block.is_whole() {
            return Err(changed());
        }
        let rows = block.len();
        let threads = wishes.threads(rows);
        let bad = if let HandsArgument::Items { items, shape, .. } = given {
            read_items(items, shape, sizes, block, pass)?;
            None
        } else {
            run(py, block, pass, threads)?
        };
        if let Some(row) = bad {
            return Err(given.error_in(py, row, sizes));
        }
    }
    Ok(())
}

/// Works through the block with this many threads, this one among them, and tells the first bad row. Threads that the system
/// doesn't grant are done without.
fn run(py: Python<'_>, block: Block<'_>, pass: Pass, threads: usize) -> PyResult<Option<usize>> {
    let queue = Queue::new(block, pass, threads);
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| Builder::new().spawn_scoped(scope, || queue.work(None)).ok())
            .collect();
        let mut done = Ok(());
        while done.is_ok() && py.detach(|| queue.work(Some(POLL))) {
            done = py.check_signals();
        }
        if done.is_err() {
            queue.stop();
        }
        let joined = py.detach(|| others.into_iter().try_for_each(|other| other.join().map(drop)));
        joined.unwrap_or_else(|panic| resume_unwind(panic));
        done.map(|()| queue.bad())
    })
}

/// Reads hands or boards one by one from whatever iterates over them, and evaluates them block by block.
fn read_items(
    items: &Bound<'_, PyAny>,
    shape: &[usize],
    sizes: Sizes,
    block: Block<'_>,
    pass: Pass,
) -> PyResult<()> {
    let py = items.py();
    let mut items = items.try_iter()?;
    let mut scratch = Scratch::default();
    let mut queue = vec![block];
    while let Some(mut block) = queue.pop() {
        py.check_signals()?;
        while block.len() > BLOCK {
            let (left, right) = block.split();
            queue.push(right);
            block = left;
        }
        let (mut sets, mut numbers) = (Vec::new(), Vec::new());
        for row in block.first..block.first + block.len() {
            let item =
                items.next().ok_or_else(|| PyValueError::new_err("the list changed while it was read"))??;
            let item = match item.cast::<PyBytes>() {
                Ok(bytes) => PyString::new(py, &String::from_utf8_lossy(bytes.as_bytes())).into_any(),
                Err(_) => item,
            };
            let mut read = || -> PyResult<()> {
                if let Output::Hands { .. } = block.target {
                    let set = card_set(&item)?;
                    sets.push(set.bits());
                    wrong_count(py, set.len(), sizes).map_or(Ok(()), Err)
                } else {
                    let cards = card_list_or_unknown(&item)?;
                    CardSet::from_distinct(cards.iter().flatten().copied()).py(py)?;
                    wrong_count(py, cards.len(), sizes).map_or(Ok(()), Err)?;
                    numbers.push(Board::new(&cards).number());
                    Ok(())
                }
            };
            read().map_err(|error| {
                // Other errors come from the user's own objects.
                let ours = error.is_instance_of::<PyTypeError>(py)
                    || error.value(py).hasattr("kind").unwrap_or(false);
                if ours { in_row(py, shape, row, &error) } else { error }
            })?;
        }
        let Block { first, mut target, .. } = block;
        if !pass.write {
            continue;
        }
        if let Output::Boards(target) = &mut target {
            scatter(target, &numbers);
        } else {
            let sets = ArrayViewD::from_shape(IxDyn(target.shape()), &sets);
            let source = Input::Sets(sets.map_err(|error| PyValueError::new_err(error.to_string()))?);
            let done = Block { first, source, target: target.reborrow() }
                .work(Pass { check: false, ..pass }, &mut scratch);
            debug_assert!(done.is_ok(), "nothing was checked");
        }
    }
    Ok(())
}

/// The user's pair of arrays, if there is one.
fn pair<'py>(out: Option<&Bound<'py, PyAny>>) -> PyResult<Option<[Bound<'py, PyAny>; 2]>> {
    let Some(out) = out else { return Ok(None) };
    let pair = out.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
    let pair = pair.ok_or_else(|| wrong_type("out is a tuple of two arrays, (high, low)", out))?;
    Ok(Some([pair.get_item(0)?, pair.get_item(1)?]))
}

fn hands<'py>(
    py: Python<'py>,
    given: &HandsArgument<'py>,
    low: &str,
    wishes: &Wishes,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind: LowKind = low.parse().py(py)?;
    let outs = pair(out)?;
    let [high, low] = outs.as_ref().map_or([None, None], |[high, low]| [Some(high), Some(low)]);
    let high_array = target::<u16>(py, high, "out[0], the highs,", given.shape())?;
    let (low_array, lows) = if kind == LowKind::EightOrBetter {
        let array = target::<u8>(py, low, "out[1], the lows,", given.shape())?;
        apart(out, given.memory(), &[("out[0]", &high_array), ("out[1]", &array)])?;
        (array.clone().into_any(), LowArrays::Bytes(readwrite(&array, "out[1]")?))
    } else {
        let array = target::<u16>(py, low, "out[1], the lows,", given.shape())?;
        apart(out, given.memory(), &[("out[0]", &high_array), ("out[1]", &array)])?;
        (array.clone().into_any(), LowArrays::Words(readwrite(&array, "out[1]")?))
    };
    let mut answers = OutputArrays::Hands { kind, high: readwrite(&high_array, "out[0]")?, low: lows };
    answer(py, given, Sizes::HANDS, &mut answers, wishes)?;
    face::evaluations(py, (high_array, low_array))
}

/// The best highs and lows of many hands, as numbers.
///
/// `cards` is a numpy array of uint8 with the shape (…, k): card numbers, five to seven of them along the last
/// axis. Any strides will do, and nothing is copied. It may also be an array of texts (`S14`, `U14` or
/// objects) or a list of anything that `evaluate` takes, with five to seven cards in each.
///
/// Gives an `Evaluations`, a named tuple of two arrays with the shape (…): `high`, uint16, from 0 (7-5-4-3-2)
/// to 7461 (royal flush), and `low`, uint8, from 0 (none) to 56 (5-4-3-2-A). Where `low` is `five_ranks` or
/// `any` the lows are uint16, up to 1287 or 6175. Greater is better. `High(number)` and `Low(number, kind)` are
/// what a number means.
///
/// `out` is a tuple of two such arrays to be filled. They stay as they are if a row is bad, so all rows are
/// looked at before the first one is evaluated, which new arrays don't need. `threads` is None for all cores
/// where it helps, and more than 16, or than four for each core, are never used; the answers are the same. `validate=False` doesn't look for bad rows in arrays of numbers,
/// and what comes of those means nothing.
///
/// Raises `InvalidCardError` and `DuplicateCardError` with the first bad row, `TypeError` and `ValueError` for
/// arrays of the wrong type or shape, all of them before anything is written to `out`; `InvalidRulesError` for
/// an unknown kind of low; `KeyboardInterrupt` on Ctrl-C, which leaves `out` filled in part.
///
/// ```python
/// >>> import numpy as np
/// >>> from stud8 import High, Low, evaluate_many
/// >>> found = evaluate_many(np.array([[51, 1, 6, 8, 15, 45, 44], [51, 50, 49, 48, 0, 4, 8]], dtype=np.uint8))
/// >>> found.high, found.low
/// (array([5853, 7442], dtype=uint16), array([56,  0], dtype=uint8))
/// >>> print(High(found.high[1]), Low(found.low[0]), sep="; ")
/// four of a kind, aces, 4; 5-4-3-2-A
/// >>> evaluate_many(["As 2d 3h 4c 5s Kd Kc", "AsAhAdAc2c3c4c"]).low
/// array([56,  0], dtype=uint8)
///
/// ```
#[pyfunction]
#[pyo3(signature = (cards, low = Word::EIGHT_OR_BETTER, threads = None, out = None, validate = true),
       text_signature = "(cards, low='eight_or_better', threads=None, out=None, validate=True)")]
#[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
pub fn evaluate_many<'py>(
    cards: &Bound<'py, PyAny>,
    low: Word<'_>,
    threads: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    validate: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let wishes = Wishes { threads: thread_count(threads)?, check: validate, keep: out.is_some() };
    hands(cards.py(), &HandsArgument::new(cards, Sizes::HANDS)?, &low, &wishes, out)
}

/// The best highs and lows of many sets of cards, as numbers.
///
/// `masks` is a numpy array of uint64 with any shape: sets of five to seven cards as bits, as `CardSet.mask`
/// gives them. The sets may have different sizes. The rest is as for `evaluate_many`.
///
/// Raises `InvalidCardError` with the first mask that has a bit above 51, or fewer than five or more than seven
/// cards, and the errors of `evaluate_many`.
///
/// ```python
/// >>> import numpy as np
/// >>> from stud8 import CardSet, evaluate_sets
/// >>> hands = [CardSet("As 2d 3h 4c 5s"), CardSet("As 2d 3h 4c 8s Kd Kc")]
/// >>> evaluate_sets(np.array([hand.mask for hand in hands], dtype=np.uint64)).low
/// array([56, 35], dtype=uint8)
///
/// ```
#[pyfunction]
#[pyo3(signature = (masks, low = Word::EIGHT_OR_BETTER, threads = None, out = None, validate = true),
       text_signature = "(masks, low='eight_or_better', threads=None, out=None, validate=True)")]
#[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
pub fn evaluate_sets<'py>(
    masks: &Bound<'py, PyAny>,
    low: Word<'_>,
    threads: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    validate: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let wishes = Wishes { threads: thread_count(threads)?, check: validate, keep: out.is_some() };
    hands(masks.py(), &HandsArgument::of_masks(masks)?, &low, &wishes, out)
}

/// The values of many boards of one to four up cards, which decide who opens, as numbers.
///
/// `cards` is a numpy array of uint8 with the shape (…, k): card numbers, one to four of them along the last
/// axis; or texts or a list as for `evaluate_many`, in which `??` is an unknown card. Gives uint16 with the shape
/// (…): the numbers of the boards, from 0 to 2379, as `Board.number`. Greater is better. `threads`, `out` (one
/// array) and `validate` are those of `evaluate_many`, and so are the errors.
///
/// ```python
/// >>> import numpy as np
/// >>> from stud8 import board_many
/// >>> up_cards = np.array([[51, 47, 43], [0, 1, 5], [50, 49, 3]], dtype=np.uint8)
/// >>> int(board_many(up_cards).argmax())
/// 2
/// >>> board_many(["As Ks Qs", "2c 2d 3d"])
/// array([1082, 1094], dtype=uint16)
///
/// ```
#[pyfunction]
#[pyo3(signature = (cards, threads = None, out = None, validate = true))]
pub fn board_many<'py>(
    cards: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    validate: bool,
) -> PyResult<Bound<'py, PyArrayDyn<u16>>> {
    let py = cards.py();
    let wishes = Wishes { threads: thread_count(threads)?, check: validate, keep: out.is_some() };
    let given = HandsArgument::new(cards, Sizes::BOARDS)?;
    let array = target::<u16>(py, out, "out", given.shape())?;
    apart(out, given.memory(), &[("out", &array)])?;
    let mut answers = OutputArrays::Boards(readwrite(&array, "out")?);
    answer(py, &given, Sizes::BOARDS, &mut answers, &wishes)?;
    drop(answers);
    Ok(array)
}

/// The kinds of many highs, as numbers to count with.
///
/// `high` is an array of uint16, the numbers of highs as `evaluate_many` gives them. Gives uint8 with the same
/// shape, from 0 (high card) to 8 (straight flush): places in `High.CATEGORIES`.
///
/// Raises `TypeError` for other types of arrays, `ValueError` with the first number that no high has,
/// `KeyboardInterrupt` on Ctrl-C.
///
/// ```python
/// >>> import numpy as np
/// >>> from stud8 import High, category, evaluate_many
/// >>> kinds = category(evaluate_many(["As Ah Kd 7c 2s", "5h 4h 3h 2h Ah", "Qs Qh 7d 3d 2c"]).high)
/// >>> kinds, np.bincount(kinds, minlength=9)
/// (array([1, 8, 1], dtype=uint8), array([0, 2, 0, 0, 0, 0, 0, 0, 1]))
/// >>> High.CATEGORIES[kinds[1]]
/// 'straight flush'
///
/// ```
#[pyfunction]
pub fn category<'py>(high: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let highs = (0..High::COUNT).filter_map(High::from_number);
        highs.map(|high| high.category().index()).collect()
    });
    let py = high.py();
    let highs = numbers(high)?;
    let found = empty::<u8>(py, highs.shape())?;
    if highs.shape().contains(&0) {
        return Ok(found);
    }
    let highs = highs.as_array();
    let mut writable = readwrite(&found, "category")?;
    let mut kinds = writable.as_array_mut();
    let (bad, failure) = here(py, None, |watch| {
        for (row, (&number, kind)) in highs.iter().zip(&mut kinds).enumerate() {
            match table.get(usize::from(number)) {
                Some(&known) => *kind = known,
                None => return Some((row, number)),
            }
            if row.is_multiple_of(1 << 16) && watch.stops() {
                break;
            }
        }
        None
    });
    if let Some(error) = failure {
        return Err(error);
    }
    if let Some((row, number)) = bad {
        let error = format!("{number} is no high: they are numbered 0 to {}", High::COUNT - 1);
        return Err(in_row(py, highs.shape(), row, &PyValueError::new_err(error)));
    }
    drop(writable);
    Ok(found)
}
