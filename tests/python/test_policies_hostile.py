"""What functions may reach and change: arrays of their own, answers that are read once, dicts that change."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from stud8 import OBSERVATION, IllegalActionError, PolicyError, Rules, simulate
from test_policies import at_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.void]
    Randoms = NDArray[np.float64]

RULES = Rules.full_tilt(ask_muck=False)


def reachable(array: NDArray[Any]) -> list[Any]:
    """All that an array leads to by ``base`` and by a view of its memory."""
    found: list[Any] = []
    left: list[Any] = [array, array.view(np.uint8).data]
    while left:
        found.append(left.pop())
        left += [found[-1].obj] if isinstance(found[-1], memoryview) else []
        left += [found[-1].base] if getattr(found[-1], "base", None) is not None else []
    return [one for one in found if isinstance(one, (np.ndarray, memoryview))]


def test_a_function_reaches_no_rows_but_its_own() -> None:
    """One page for all policies had the hole cards that an opponent was shown a call before."""
    calls = 0

    def peeking(observations: Rows, randoms: Randoms) -> Any:
        nonlocal calls
        calls += 1
        assert len(observations) * OBSERVATION.itemsize == observations.nbytes
        for array in (observations, randoms):
            for other in reachable(array):
                assert other.nbytes == array.nbytes
        return at_random(observations, randoms)

    def other(observations: Rows, randoms: Randoms) -> Any:
        return at_random(observations, randoms)

    simulate(RULES, players=3, hands=40, policies=[peeking, other, "tight"], rotate=True)
    assert calls > 5


def test_what_a_function_keeps_stays_as_it_was() -> None:
    kept: list[tuple[Rows, Rows]] = []

    def keeping(observations: Rows, randoms: Randoms) -> Any:
        kept.append((observations, observations.copy()))
        return at_random(observations, randoms)

    simulate(RULES, players=2, hands=50, policies=keeping)
    assert len(kept) > 5
    assert all(np.array_equal(one, other) for one, other in kept)
    assert len({one.__array_interface__["data"][0] for one, _ in kept}) == len(kept)


def resizing(observations: Rows, randoms: Randoms) -> Any:
    """Does to its arrays all that it can."""
    answers = at_random(observations, randoms)
    arrays: list[Any] = [randoms, observations, randoms.base, observations.base]
    for array in arrays:
        changes: list[Any] = [
            lambda array: array.resize(10**6, refcheck=False),
            lambda array: array.resize(0, refcheck=False),
            lambda array: array.setflags(write=True),
            lambda array: array.fill(0),
            lambda array: array.setflags(write=False),
        ]
        for change in changes:
            try:
                change(array)
            except (ValueError, AttributeError, TypeError):
                continue
            else:
                # Only what changes nothing may succeed.
                assert not array.flags.writeable
                assert array.nbytes in (randoms.nbytes, observations.nbytes)
    return answers


def test_a_function_cannot_change_the_arrays_it_is_shown() -> None:
    ours = simulate(RULES, players=3, hands=500, policies=resizing)
    assert ours.net == simulate(RULES, players=3, hands=500, policies=at_random).net


class Shifty(np.ndarray[Any, Any]):
    """An array that changes while it is read."""

    def astype(self, *_: Any, **__: Any) -> Any:
        """Three numbers, however many there are."""
        return np.ones(3, dtype=np.int64)

    def __getitem__(self, _: Any) -> Any:
        """Nothing that can be printed."""
        raise ZeroDivisionError

    def __array__(self, *_: Any, **__: Any) -> Any:
        """Another one."""
        return np.ones(3, dtype=np.int64)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.int64])
def test_an_answer_is_read_as_the_array_it_is(dtype: Any) -> None:
    """`astype` of a subclass gave fewer answers than hands, and the core panicked."""

    def shifty(observations: Rows, randoms: Randoms) -> Any:
        return at_random(observations, randoms).astype(dtype).view(Shifty)

    ours = simulate(RULES, players=3, hands=300, policies=shifty)
    assert ours.net == simulate(RULES, players=3, hands=300, policies=at_random).net


def test_an_answer_that_is_not_legal_is_named_whatever_its_class() -> None:
    def shifty(observations: Rows, randoms: Randoms) -> Any:
        return np.full(len(observations), 99 + int(randoms[0] * 0), dtype=np.int16).view(Shifty)

    with pytest.raises(IllegalActionError, match="action id 99 in row 0"):
        simulate(RULES, players=3, hands=30, policies=shifty)


def test_an_answer_that_is_resized_is_none() -> None:
    def shrinking(observations: Rows, randoms: Randoms) -> Any:
        answers = at_random(observations, randoms).copy()
        answers.resize(3, refcheck=False)
        return answers

    with pytest.raises(PolicyError, match=r"the shape \[3\]"):
        simulate(RULES, players=3, hands=30, policies=shrinking)
    with pytest.raises(PolicyError, match="must be \\[30\\]"):
        simulate(
            RULES, players=3, hands=30, policies=lambda rows, _: np.ones((len(rows), *[1] * 30), dtype="u1")
        )


class Seat:
    """A key that changes the dict it is in when it is read."""

    def __init__(self, number: int, seats: dict[Any, Any]) -> None:
        """Stand for a seat."""
        self.number, self.seats = number, seats

    def __index__(self) -> int:
        """Put more into the dict."""
        for place in range(50):
            self.seats[f"{self.number} {place}"] = "call"
        gc.collect()
        return self.number


def test_policies_whose_keys_change_them_are_read_as_they_were_given() -> None:
    policies: dict[Any, Any] = {}
    policies[Seat(1, policies)] = "tight"
    policies[Seat(2, policies)] = "call"
    summary = simulate(RULES, players=2, hands=50, policies=policies)
    assert summary == simulate(RULES, players=2, hands=50, policies={1: "tight", 2: "call"})


def test_a_seat_has_one_policy() -> None:
    both: dict[Any, Any] = {1: "tight", "1": "call", 2: "call"}
    with pytest.raises(ValueError, match="policies has seat 1 twice"):
        simulate(RULES, players=2, hands=50, policies=both)


def late(calls: int, kind: type[BaseException], seen: dict[int, int]) -> Any:
    """A policy that fails after so many calls, and says of the hands it was asked about."""

    def failing(observations: Rows, randoms: Randoms) -> Any:
        seen[0] = seen.get(0, 0) + 1
        if seen[0] > calls:
            raise kind
        return at_random(observations, randoms)

    return failing


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_a_function_that_fails_in_its_first_block_leaves_the_hands_before_the_gap(kind: Any) -> None:
    """65,536 hands were one block, and nothing of a block was counted."""
    from stud8 import Interrupted  # noqa: PLC0415 - together with the other

    with pytest.raises((PolicyError, Interrupted)) as caught:
        simulate(RULES, players=3, hands=30_000, start=7, seed=3, policies=late(60, kind, {}))
    error: Any = caught.value
    assert 100 < error.partial.hands == error.start - 7 < 30_000
    whole = simulate(RULES, players=3, hands=error.start - 7, start=7, seed=3, policies=at_random)
    assert error.partial.net == whole.net
    assert error.partial.actions_by_street == whole.actions_by_street
