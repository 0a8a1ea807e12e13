//! The argument `hands` of `equity` and its relatives: hands one by one, or a `Hand` or `View`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use stud8::equity::Seen;

use super::query::{Circumstances, Query};
use crate::errors::ResultExt;
use crate::hand::Hand;
use crate::view::View;

/// Reads what is asked. With a hand in play the other arguments must be left out.
pub fn query(hands: &Bound<'_, PyAny>, given: &Circumstances<'_, '_>) -> PyResult<Query> {
    let py = hands.py();
    let seen = if let Ok(hand) = hands.cast::<Hand>() {
        Seen::of_hand(hand.try_borrow()?.game.hand()).py(py)?
    } else if let Ok(view) = hands.cast::<View>() {
        Seen::of_view(&view.get().0).py(py)?
    } else {
        return Query::of_hands(hands, given);
    };
    let extra =
        [("dead", given.dead.is_some()), ("common", given.common.is_some()), ("low", given.low.is_some())];
    if let Some((name, _)) = extra.into_iter().find(|(_, given)| *given) {
        return Err(PyTypeError::new_err(format!("{name}= is what the hand says itself: leave it out")));
    }
    Query::of_seen(py, seen)
}
