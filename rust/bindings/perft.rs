//! `perft`.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::args::small;
use crate::hand::Hand;
use crate::watch::watched;

/// Count the sequences of legal actions from a position on.
///
/// A sequence ends with the hand, at a card that is dealt by hand, or after `depth` actions (None:
/// never). The number grows about threefold with each action. Two engines that count the same at every depth
/// agree on what is legal everywhere in the tree. Raises `KeyboardInterrupt` on Ctrl-C: no part of the count is
/// of use.
///
/// ```python
/// >>> from stud8 import Hand, Rules, perft
/// >>> hand = Hand(Rules.full_tilt(), stacks=[2000] * 2, seed=7)
/// >>> perft(hand, depth=1), perft(hand, depth=2)
/// (2, 6)
///
/// ```
#[pyfunction]
#[pyo3(signature = (hand, depth = None))]
pub fn perft(hand: &Bound<'_, Hand>, depth: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<u64> {
    let depth = depth.map(|depth| small(depth, "depth", u32::MAX)).transpose()?;
    let start = *hand.try_borrow()?.game.hand();
    let (counts, failure) =
        watched(py, None, |watch| stud8::perft::count(&start, depth, |leaves| watch.told(leaves)));
    match (counts, failure) {
        (_, Some(error)) => Err(error),
        (Some(counts), None) => Ok(counts.leaves),
        (None, None) => Err(PyKeyboardInterrupt::new_err("the count was stopped")),
    }
}
