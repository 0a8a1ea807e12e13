"""Many hands at once: shapes, strides, threads, and arrays of the caller for the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from many import KINDS, each_kind, masks_of, random_cards, refusal, same, texts_of
from stud8 import Evaluations, board_many, category, evaluate_many, evaluate_sets

if TYPE_CHECKING:
    from collections.abc import Callable

    from many import LowKind, Numbers


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_the_answers_do_not_depend_on_threads(cards: Numbers, values: Evaluations, threads: int) -> None:
    assert same(evaluate_many(cards, threads=threads), values)
    assert same(evaluate_sets(masks_of(cards), threads=threads), values)
    turned = np.asfortranarray(cards)
    assert same(evaluate_many(turned, threads=threads), values)


@pytest.mark.parametrize(
    "shape", [(), (1,), (6,), (2, 3), (3, 1, 5), (1, 1, 7, 1), (30, 70), (3, 5000), (1, 2000)]
)
def test_arrays_of_any_shape(shape: tuple[int, ...]) -> None:
    rows = int(np.prod(shape, dtype=int))
    flat = random_cards(rows, 7, seed=rows)
    expected = evaluate_many(flat)
    expected = Evaluations(expected.high.reshape(shape), expected.low.reshape(shape))
    assert same(evaluate_many(flat.reshape(*shape, 7)), expected)
    assert same(evaluate_sets(masks_of(flat).reshape(shape)), expected)
    texts = np.array(texts_of(flat)).reshape(shape)
    for kind in ("S", "U", "O"):
        assert same(evaluate_many(texts.astype(kind)), expected)
    for boards in (1, 2, 3, 4):
        part = flat[:, :boards]
        assert (board_many(part.reshape(*shape, boards)) == board_many(part).reshape(shape)).all()


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0, 2)])
@each_kind
def test_arrays_without_rows(shape: tuple[int, ...], kind: LowKind) -> None:
    given = [np.empty((*shape, 7), dtype=np.uint8), np.empty(shape, dtype="S14")]
    for found in (
        *(evaluate_many(empty, low=kind) for empty in given),
        evaluate_sets(np.empty(shape, np.uint64), kind),
    ):
        assert found.high.shape == found.low.shape == shape
    assert board_many(np.empty((*shape, 3), dtype=np.uint8)).shape == shape
    assert category(np.empty(shape, dtype=np.uint16)).shape == shape
    assert evaluate_many([]).high.shape == (0,)


STRIDES: dict[str, Callable[[Any], Any]] = {
    "every other": lambda array: array[::2],
    "backwards": lambda array: array[::-1],
    "by columns": np.asfortranarray,
    "cards backwards": lambda array: array[..., ::-1],
    "part of wider rows": lambda array: np.repeat(array, 2, axis=-1)[..., ::2],
    "one row again and again": lambda array: np.broadcast_to(array[3], array.shape),
    "turned": lambda array: array[:5000].reshape(50, 100, array.shape[-1]).swapaxes(0, 1),
    "four dimensions": lambda array: array[:6000].reshape(3, 4, 5, 100, array.shape[-1])[::-1, ::2, :, ::3],
    "read-only": lambda array: (array.setflags(write=False), array)[1],
    "not aligned": lambda array: np.frombuffer(b"\0" + array.tobytes(), np.uint8, offset=1).reshape(
        array.shape
    ),
}


@pytest.mark.parametrize("name", STRIDES)
def test_strides_change_nothing(cards: Numbers, name: str) -> None:
    view = STRIDES[name](cards[:20_000].copy())
    plain = np.ascontiguousarray(view)
    for kind in KINDS:
        assert same(evaluate_many(view, low=kind), evaluate_many(plain, low=kind))
    assert (board_many(view[..., :4]) == board_many(plain[..., :4].copy())).all()


@pytest.mark.parametrize("name", ["every other", "backwards", "turned", "by columns"])
def test_strides_of_masks_texts_and_answers_change_nothing(cards: Numbers, name: str) -> None:
    some = cards[:20_000]
    for flat, whole in (
        (masks_of(some), evaluate_sets),
        (np.array(texts_of(some), dtype="S14"), evaluate_many),
    ):
        function: Any = whole
        view = STRIDES[name](np.stack([flat, flat], axis=-1))
        expected = function(np.ascontiguousarray(view))
        assert same(function(view), expected)
        out = tuple(
            STRIDES[name](np.empty((20_000, 2), dtype=dtype)).reshape(-1)[: view.size].reshape(view.shape)
            if name == "turned"
            else STRIDES[name](np.empty((20_000, 2), dtype=dtype))
            for dtype in (np.uint16, np.uint8)
        )
        assert same(function(view, out=out), expected)


# out


@each_kind
def test_answers_go_where_the_caller_wants(cards: Numbers, kind: LowKind) -> None:
    expected = evaluate_many(cards, low=kind)
    out: Any = tuple(np.full_like(part, 99) for part in expected)
    found = evaluate_many(cards, low=kind, out=out)
    assert found.high is out[0]
    assert found.low is out[1]
    assert same(found, expected)
    assert same(evaluate_sets(masks_of(cards), low=kind, out=Evaluations(*out), threads=2), expected)
    assert same(
        evaluate_many(texts_of(cards[:2000]), low=kind, out=(out[0][:2000], out[1][:2000])),
        Evaluations(expected.high[:2000], expected.low[:2000]),
    )
    records: Any = np.zeros(len(cards), dtype=np.dtype([("high", "u2"), ("low", out[1].dtype)], align=True))
    evaluate_many(cards, low=kind, out=(records["high"], records["low"]))
    assert same(Evaluations(records["high"].copy(), records["low"].copy()), expected)


def test_boards_go_where_the_caller_wants(cards: Numbers) -> None:
    boards = cards[:, :4].copy()
    out = np.full(len(cards), 99, dtype=np.uint16)
    assert board_many(boards, out=out, threads=2) is out
    assert (out == board_many(boards)).all()


HIGH, LOW = np.zeros(9, np.uint16), np.zeros(9, np.uint8)
FROZEN = np.zeros(9, np.uint16)
FROZEN.setflags(write=False)
REPEATED = np.lib.stride_tricks.as_strided(np.zeros(9, np.uint16), (9,), (0,))
UNALIGNED = np.zeros(9, dtype=[("byte", "u1"), ("high", "u2")])["high"]

WRONG_OUTS: dict[str, tuple[Any, type[Exception], str]] = {
    "one array": (HIGH, TypeError, "out is a tuple of two arrays, \\(high, low\\), not ndarray"),
    "three arrays": ((HIGH, LOW, LOW), TypeError, "out is a tuple of two arrays"),
    "exchanged": ((LOW, HIGH), TypeError, "out\\[0\\].* must be an array of uint16, not an array of uint8"),
    "lists": (([0] * 9, [0] * 9), TypeError, "out\\[0\\].* must be an array of uint16, not list"),
    "other endian": ((HIGH.astype(">u2"), LOW), TypeError, "must be an array of uint16, not an array of >u2"),
    "wider lows": (
        (HIGH, HIGH.copy()),
        TypeError,
        "out\\[1\\].* must be an array of uint8, not an array of uint16",
    ),
    "too few": (
        (HIGH[:8], LOW),
        ValueError,
        "out\\[0\\].*has the shape \\(8,\\), but the answers have \\(9,\\)",
    ),
    "another shape": ((HIGH, LOW.reshape(3, 3)), ValueError, "out\\[1\\].*has the shape \\(3, 3\\)"),
    "read-only": ((FROZEN, LOW), ValueError, "out\\[0\\].* is read-only"),
    "repeated": ((REPEATED, LOW), ValueError, "out\\[0\\].* overlaps itself"),
    "not aligned": ((UNALIGNED, LOW), ValueError, "out\\[0\\].* isn't aligned"),
}


@pytest.mark.parametrize("name", WRONG_OUTS)
def test_arrays_that_cannot_take_the_answers_are_refused(name: str) -> None:
    out, error, message = WRONG_OUTS[name]
    with pytest.raises(error, match=message):
        evaluate_many(random_cards(9, 7), out=out)


def test_arrays_that_share_memory_are_refused() -> None:
    memory = np.zeros(2000, np.uint8)
    hands = memory[:70].reshape(10, 7)
    hands[:] = random_cards(10, 7)
    before = memory.copy()
    other: Any = np.frombuffer(memory.data, np.uint8)
    high = np.zeros(10, np.uint16)
    for low in (memory[:10], memory[60:70], other[30:40], memory[:20:2]):
        assert "overlaps" in refusal(ValueError, evaluate_many, hands, out=(high, low))
    words = memory[100:140].view(np.uint16)
    assert "overlaps" in refusal(ValueError, evaluate_many, hands, low="any", out=(words[:10], words[5:15]))
    assert "overlaps" in refusal(ValueError, board_many, hands[:, :4], out=memory[:20].view(np.uint16))
    texts = np.array(texts_of(hands))
    for given in (texts, texts.astype("S")):
        inside: Any = given.view(np.uint16)
        assert "overlaps" in refusal(ValueError, evaluate_many, given, out=(inside[:10], memory[:10]))
    assert (memory == before).all()
    evaluate_many(hands, out=(high, memory[70:80]))
    evaluate_many(hands, low="any", out=(words[:20:2], words[1:20:2]))
