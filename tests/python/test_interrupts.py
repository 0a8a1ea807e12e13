"""Ctrl-C is heard while ranges are prepared and arrays are worked through, not after.

The work of each case ends in an error of its own, or fills an array to its last row. So a signal heard too
late is told from one heard in time, without a clock.
"""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from stud8 import FEATURES, Rules, Tables, category, equity, exact_seconds, features, next_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX signals")

# A set that both texts fit has two weights, which shows when millions of sets are sorted.
TWO_WEIGHTS: list[Any] = [{"[2-9]? ?? ?? ?? ??": 1, "[3-T]? ?? ?? ?? ??": 2}, ""]
# A million sets for each of many texts: all of them more than can be held, which shows late.
MANY_TEXTS: list[Any] = [
    [f"{rank}? {suit} ?? ?? ??" for rank in "23456789TJQKA" for suit in ("?s", "?h", "?d", "?c")],
    "",
]


@contextmanager
def ctrl_c(seconds: float) -> Iterator[None]:
    """Raise `KeyboardInterrupt` in this thread after some time, as Ctrl-C does."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "call",
    [
        lambda: equity(TWO_WEIGHTS),
        lambda: exact_seconds(TWO_WEIGHTS),
        lambda: next_card(TWO_WEIGHTS, 0),
        lambda: equity(MANY_TEXTS),
    ],
)
def test_ctrl_c_is_heard_while_ranges_are_prepared(call: Callable[[], object]) -> None:
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.06):
        call()


def test_ctrl_c_is_heard_while_categories_are_looked_up() -> None:
    column = np.zeros((1000, 1), dtype=np.uint16)
    column[-1] = 9999
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.06):
        category(np.broadcast_to(column, (1000, 200_000)))


def test_ctrl_c_is_heard_while_features_are_made() -> None:
    row = Tables(Rules.full_tilt(), tables=1, seed=7).observe()
    rows = np.broadcast_to(row, (300_000,))
    out = np.zeros((len(rows), 588), dtype=np.float32)
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.2):
        features(rows, out=out)
    # What was made stays, and the last row was never come to.
    assert not out[-1].any()
    assert features(row)[0, FEATURES["street"]].any()
