"""Arrays that nothing should be done with: of too many axes, reshaped meanwhile, or in use."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import Rules, Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TWO = np.lib.NumpyVersion(np.__version__) >= "2.0.0"


def thin(dtype: str, axes: int, last: int = 1) -> Any:
    return np.zeros((1,) * (axes - 1) + (last,), dtype=dtype)


@pytest.mark.skipif(not TWO, reason="numpy 1 has 32 axes at most")
@pytest.mark.parametrize("axes", [33, 40, 64])
@pytest.mark.parametrize(
    "call",
    [
        lambda axes: stud8.evaluate_many(thin("u1", axes, 5)),
        lambda axes: stud8.evaluate_many(thin("S14", axes)[..., 0]),
        lambda axes: stud8.evaluate_sets(thin("u8", axes)),
        lambda axes: stud8.board_many(thin("u1", axes, 3)),
        lambda axes: stud8.board_many(thin("u1", 32, 3), out=thin("u2", axes)),
        lambda axes: stud8.category(thin("u2", axes)),
    ],
)
def test_arrays_of_too_many_axes_are_one_clear_error(call: Callable[[int], object], axes: int) -> None:
    with pytest.raises(ValueError, match=r"axes|dimension|has the shape"):
        call(axes)


@pytest.mark.skipif(not TWO, reason="numpy 1 has 32 axes at most")
def test_features_of_many_axes() -> None:
    rows = Tables(Rules.full_tilt(), tables=1, seed=7).observe()
    assert stud8.features(rows.reshape((1,) * 32)).shape == (1,) * 32 + (588,)
    with pytest.raises(ValueError, match="dimension"):
        stud8.features(rows.reshape((1,) * 64))


def test_features_of_rows_that_are_apart_in_memory() -> None:
    rows = Tables(Rules.full_tilt(), tables=9, seed=7).observe()
    assert (stud8.features(rows[::-2]) == stud8.features(rows)[::-2]).all()
    assert (stud8.features(np.broadcast_to(rows[:1], (3,))) == stud8.features(rows)[0]).all()


class Sneak:
    """A number of threads that gives an array another shape when it is asked for."""

    def __init__(self, array: Any, shape: tuple[int, ...]) -> None:
        """Keep both."""
        self.array, self.shape = array, shape

    def __index__(self) -> int:
        """One, after the change."""
        self.array.resize(self.shape, refcheck=False)
        return 1


def test_arrays_that_change_their_shape_in_the_call_are_no_panic() -> None:
    cards = np.tile(np.arange(6, dtype=np.uint8), (5, 1))
    with pytest.raises(ValueError, match="last axis must have 5 to 7"):
        stud8.evaluate_many(cards, threads=Sneak(cards, (10, 3)))
    high, low = np.zeros(6, dtype=np.uint16), np.zeros(6, dtype=np.uint8)
    with pytest.raises(ValueError, match="has the shape"):
        stud8.evaluate_many(cards.reshape(5, 6), threads=Sneak(high, (2, 3)), out=(high, low))
    assert not high.any()


def test_arrays_that_another_thread_reshapes_are_no_panic() -> None:
    cards = np.tile(np.arange(6, dtype=np.uint8), (4200, 1))
    done = threading.Event()

    def reshape() -> None:
        while not done.is_set():
            cards.resize((5040, 5), refcheck=False)
            cards.resize((4200, 6), refcheck=False)

    other = threading.Thread(target=reshape)
    other.start()
    try:
        for _ in range(300):
            try:
                found = stud8.evaluate_many(cards).high.shape
            except (ValueError, stud8.StudError):
                continue
            assert found in {(4200,), (5040,)}
    finally:
        done.set()
        other.join()


def test_an_array_in_use_by_another_call_is_called_that() -> None:
    out = np.zeros(1, dtype=np.uint16)
    seen: list[str] = []

    class Hand:
        """Cards that are asked for while the answers are being written."""

        def __iter__(self) -> Iterator[str]:
            with pytest.raises(ValueError, match=r"out is in use by another call") as caught:
                stud8.board_many(["As"], out=out)
            seen.append(str(caught.value))
            return iter(["As", "Kd"])

    found = stud8.board_many([Hand()], out=out)
    assert found is out
    assert seen
    with pytest.raises(ValueError, match="overlaps itself or another array"):
        stud8.evaluate_many(np.zeros((1, 5), dtype=np.uint8), out=(out, out.view(np.uint8)[:1]))
