"""Messages of the face, the adapters and histories: short, and naming the character that looks right."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8._internal.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

# What is given here has the wrong types on purpose.
WILD: Any = stud8
LONG: Any = "8" * 10**6
GREAT: Any = 10**5000
NESTED: Any = [LONG, GREAT]
# Its name is as long as a text, and its code has an address.
ODD: Any = type("Z" * 10**6, (), {})()


class Silent:
    """Has no code."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


def rules() -> Any:
    return WILD.Rules.full_tilt()


def simulate(**given: Any) -> object:
    return WILD.simulate(rules(), hands=1, **given)


DOORS: dict[str, Callable[[Any], object]] = {
    "check": lambda value: simulate(check=value),
    "rotate": lambda value: simulate(rotate=value),
    "rows": lambda value: simulate(record="hands.parquet", rows=value),
    "record_batches": lambda value: next(iter(WILD.record_batches(rules(), hands=1, rows=value))),
    "verify": lambda value: WILD.verify(hands=[value]),
    "verify seconds": lambda value: WILD.verify(hands=1, seconds=[value]),
    "dumps": WILD.dumps,
    "dumps format": lambda value: WILD.dumps([], format=value),
    "match name": lambda value: WILD.match({(value,): "call", "tight": "tight"}),
}


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize(
    "value", [LONG, GREAT, NESTED, ODD, Silent()], ids=lambda value: type(value).__name__[:6]
)
def test_the_face_echoes_no_megabyte(name: str, value: Any) -> None:
    if name in {"rows", "record_batches"}:
        pytest.importorskip("pyarrow")
    if name == "dumps" and value in (LONG, NESTED):
        pytest.skip("an iterable: its first member is refused, which is short")
    with pytest.raises((ValueError, TypeError)) as caught:
        DOORS[name](value)
    assert len(str(caught.value)) < 500
    assert "Exceeds the limit" not in str(caught.value)


def test_two_policies_of_one_long_name_are_told_shortly() -> None:
    with pytest.raises(ValueError, match="are the same policy") as caught:
        WILD.match({LONG: "call", LONG + "9": "call"}, hands=1)
    assert len(str(caught.value)) < 500


def test_adapters_echo_no_megabyte() -> None:
    from stud8.adapters.hands import rules_of, stacks_of  # noqa: PLC0415 - needs no host

    for call in (lambda: rules_of(LONG), lambda: rules_of(NESTED), lambda: stacks_of({LONG: 1})):
        with pytest.raises((ValueError, TypeError)) as caught:
            call()
        assert len(str(caught.value)) < 500


def test_a_record_with_a_name_that_is_too_long_keeps_it_in_the_error() -> None:
    with pytest.raises(ValueError, match="must end in") as caught:
        simulate(record=LONG)
    assert len(str(caught.value)) < 1000
    pytest.importorskip("pyarrow")
    name = f"{LONG}.parquet"
    with pytest.raises(stud8.RecordingError) as refused:
        simulate(record=name)
    assert len(str(refused.value)) < 1000
    assert refused.value.filename == name


def test_seconds_beyond_every_float_are_no_limit() -> None:
    assert WILD.verify(hands=1, seconds=GREAT, processes=0).ok
    assert WILD.verify(hands=1, seconds=float("inf"), processes=0).ok


def test_what_is_quoted_is_code_a_beginning_or_a_kind() -> None:
    assert quoted("as it is") == "'as it is'"
    assert quoted("8" * 100) == "'" + "8" * 59 + "…"
    assert quoted("8" * 100, most=200) == repr("8" * 100)
    assert quoted(GREAT) == "<a number of 16610 bits>"
    assert quoted([GREAT]) == "<list>"
    assert quoted(Silent()) == "<Silent>"
    assert len(quoted(ODD)) <= 61


def test_no_array_has_too_many_axes_for_an_answer() -> None:
    axes = 64 if int(np.__version__.split(".")[0]) >= 2 else 32
    for count in range(3, axes + 1):
        empty = np.empty((3, 0, *(1,) * (count - 3), 7)[:count] if count > 3 else (3, 0, 7), np.uint8)
        assert stud8.evaluate_many(empty).high.shape == empty.shape[:-1]
        full = np.full((1,) * count, 127, np.uint64)
        if count <= 32:
            assert stud8.evaluate_sets(full).high.shape == full.shape
        else:
            with pytest.raises(ValueError, match=f"has {count} axes, and 32 is the most"):
                stud8.evaluate_sets(full)


@pytest.mark.skipif(sys.maxsize < 2**32, reason="needs 64 bits")
@pytest.mark.parametrize("threads", [10**9, 2**31, 2**64 - 1])
def test_any_number_of_threads_gives_the_same_answer(threads: int) -> None:
    cards = np.tile(np.arange(7, dtype=np.uint8), (10_000, 1))
    assert (
        stud8.evaluate_many(cards, threads=threads).high == stud8.evaluate_many(cards, threads=1).high
    ).all()
    one = stud8.simulate(rules(), hands=2000, seed=5, threads=1)
    assert stud8.simulate(rules(), hands=2000, seed=5, threads=threads) == one
