"""Many hands at once: `evaluate_many`, `evaluate_sets`, `board_many`, `category`."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Literal

import hypothesis
import numpy as np
import pytest
import stud8
from engines import DECK
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from stud8 import (
    Evaluations,
    High,
    Low,
    board_many,
    category,
    evaluate,
    evaluate_many,
    evaluate_sets,
    reference,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Numbers = NDArray[np.uint8]
    LowKind = Literal["eight_or_better", "five_ranks", "any"]

# What users give is not what the type checker allows: half of it is wrong on purpose.
loose: Any = stud8

KINDS: tuple[LowKind, ...] = ("eight_or_better", "five_ranks", "any")
each_kind = pytest.mark.parametrize("kind", KINDS)
# What is cut into blocks, and what several threads take: 1 << 10 rows, 1 << 15, and more than 1 << 18.
MANY = 300_001


def random_cards(rows: int, k: int, seed: int = 7) -> Numbers:
    """Rows of different cards."""
    keys = np.random.default_rng(seed).random((rows, 52), dtype=np.float32)
    return np.ascontiguousarray(keys.argpartition(k, axis=1)[:, :k].astype(np.uint8))


def masks_of(cards: Numbers) -> NDArray[np.uint64]:
    """The rows as sets."""
    bits: NDArray[np.uint64] = np.left_shift(np.uint64(1), cards.astype(np.uint64))
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=-1)
    return sets


def texts_of(cards: Numbers) -> list[str]:
    """The rows as texts of two characters a card."""
    return ["".join(DECK[card] for card in row) for row in cards.tolist()]


def same(found: Evaluations, expected: Evaluations) -> bool:
    """Whether everything is equal, types and shapes too."""
    return all(
        ours.dtype == theirs.dtype and ours.shape == theirs.shape and bool((ours == theirs).all())
        for ours, theirs in zip(found, expected, strict=True)
    )


def refusal(error: type[Exception], action: Callable[..., object], *arguments: object, **more: object) -> str:
    """The message of an error of this class."""
    with pytest.raises(error) as caught:
        action(*arguments, **more)
    assert type(caught.value) is error
    return str(caught.value)


@pytest.fixture(scope="module")
def cards() -> Numbers:
    """Many hands of seven cards."""
    return random_cards(MANY, 7)


@pytest.fixture(scope="module")
def values(cards: Numbers) -> Evaluations:
    """What they are worth."""
    return evaluate_many(cards)


# The answers


@each_kind
@pytest.mark.parametrize("k", [5, 6, 7])
def test_many_hands_are_worth_what_each_is(kind: LowKind, k: int) -> None:
    hands = random_cards(3000, k, seed=k)
    # Hands of few ranks and of few suits too, which are rare at random.
    hands[:500] %= 12
    hands[500:1000] = hands[500:1000] // 4 * 4 + hands[500:1000] % 2
    hands = hands[[len(set(row)) == k for row in hands.tolist()]]
    found = evaluate_many(hands, low=kind)
    assert isinstance(found, Evaluations)
    assert found.high.dtype == np.uint16
    assert found.low.dtype == (np.uint8 if kind == "eight_or_better" else np.uint16)
    for row, high, low in zip(hands.tolist(), found.high.tolist(), found.low.tolist(), strict=True):
        alone = evaluate(row, low=kind)
        assert (high, low) == (alone.high.number, alone.low.number if alone.low else 0), row
    assert same(evaluate_sets(masks_of(hands), low=kind), found)
    assert same(evaluate_many(texts_of(hands), low=kind), found)


@each_kind
@pytest.mark.parametrize("k", [5, 6, 7])
def test_many_hands_are_worth_what_the_reference_says(kind: LowKind, k: int) -> None:
    hands = random_cards(150, k, seed=50 + k)
    found = evaluate_many(hands, low=kind)
    for row, high, low in zip(texts_of(hands), found.high.tolist(), found.low.tolist(), strict=True):
        slow = reference.evaluate(row, low=kind)
        assert (high, low) == (slow.high.number, slow.low.number if slow.low else 0), row


def test_all_hands_of_five_cards_have_the_known_frequencies() -> None:
    """FIGURES: 7,462 highs and 57,344 lows among 2,598,960 hands; the categories are in any book."""
    first = np.arange(52, dtype=np.uint8)
    grid = np.stack(np.meshgrid(first, first, first, indexing="ij"), axis=-1).reshape(-1, 3)
    threes = grid[(grid[:, 0] < grid[:, 1]) & (grid[:, 1] < grid[:, 2])]
    counts, highs, lows = np.zeros(9, dtype=np.int64), np.zeros(7462, dtype=np.int64), 0
    for fourth in range(52):
        below = threes[threes[:, 2] < fourth]
        for fifth in range(fourth + 1, 52):
            five = np.empty((len(below), 5), dtype=np.uint8)
            five[:, :3], five[:, 3], five[:, 4] = below, fourth, fifth
            found = evaluate_many(five, validate=False)
            counts += np.bincount(category(found.high), minlength=9)
            highs += np.bincount(found.high, minlength=7462)
            lows += int(np.count_nonzero(found.low))
    assert dict(zip(High.CATEGORIES, counts.tolist(), strict=True)) == {
        "high card": 1_302_540,
        "pair": 1_098_240,
        "two pair": 123_552,
        "three of a kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full house": 3_744,
        "four of a kind": 624,
        "straight flush": 40,
    }
    assert highs.all()
    assert lows == 57_344


def test_another_evaluator_puts_hands_in_the_same_order() -> None:
    phevaluator = pytest.importorskip("phevaluator")
    hands = random_cards(20_000, 7, seed=3)
    theirs = np.array([phevaluator.evaluate_cards(*row) for row in hands.tolist()])
    # As Cactus Kev's: 1 is the royal flush, 7462 the worst.
    assert (7462 - theirs == evaluate_many(hands).high).all()


def test_numbers_are_those_of_high_and_low(values: Evaluations) -> None:
    for high, low in zip(values.high[:200], values.low[:200], strict=True):
        assert High(high).number == high
        assert High(high).cactus_kev == 7462 - high
        if low:
            assert Low(low).number == low


def test_evaluations_are_named_tuples(values: Evaluations) -> None:
    high, low = values
    assert values._fields == ("high", "low")
    assert high is values.high
    assert low is values.low
    assert same(pickle.loads(pickle.dumps(values)), values)  # noqa: S301 - our own bytes
    best = np.lexsort(values)[-1]
    assert low[best] == low.max()


# Shapes, strides, threads


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


# What people have


def test_texts_of_any_kind(cards: Numbers) -> None:
    some = cards[:2000]
    expected = evaluate_many(some)
    texts = texts_of(some)
    spaced = [" ".join(text[at : at + 2] for at in range(0, 14, 2)) for text in texts]
    for given in (
        texts,
        tuple(texts),
        spaced,
        [text.upper() for text in texts],
        [text.encode() for text in texts],
        [text.replace("T", "10") for text in texts],
        [stud8.CardSet(text) for text in texts],
        [[stud8.Card(card) for card in row] for row in some.tolist()],
        some.tolist(),
        list(some),
        np.array(texts),
        np.array(texts, dtype="S14"),
        np.array(texts, dtype="S20"),
        np.array(spaced, dtype="S"),
        np.array([text.replace("T", "10") for text in texts], dtype="S"),
        np.array(texts, dtype=object),
        dict.fromkeys(texts),
    ):
        assert same(evaluate_many(given), expected)


def test_a_row_of_an_array_is_a_hand(cards: Numbers) -> None:
    """Arrays look like whole numbers to Python, which they aren't."""
    assert evaluate(cards[5]) == evaluate(cards[5].tolist())
    assert stud8.CardSet(cards[5]) == stud8.CardSet(cards[5].tolist())
    with pytest.raises(TypeError, match="cards are a text"):
        evaluate(cards[5, :1].reshape(()))


def test_hands_of_different_sizes() -> None:
    texts = ["As 2d 3h 4c 5s", "As 2d 3h 4c 5s Kd", "As 2d 3h 4c 5s Kd Kc"]
    sets = np.array([stud8.CardSet(text).mask for text in texts], dtype=np.uint64)
    for found in (evaluate_many(texts), evaluate_many(np.array(texts, dtype="S")), evaluate_sets(sets)):
        assert (found.high.tolist(), found.low.tolist()) == ([5853] * 3, [56] * 3)


def test_columns_of_a_data_frame() -> None:
    class Column:
        """What a column is to numpy."""

        def __array__(self, dtype: object = None, copy: object = None) -> NDArray[Any]:
            del dtype, copy
            return np.array(["As 2d 3h 4c 5s Kd Kc"], dtype=object)

    assert evaluate_many(Column()).low.tolist() == [56]
    assert board_many(np.array(["As Kd"], dtype=object)).tolist() == [stud8.Board("As Kd").number]


def test_what_is_missing_in_a_column_is_named() -> None:
    column = np.array(["As 2d 3h 4c 5s Kd Kc", None, float("nan")], dtype=object)
    assert refusal(TypeError, evaluate_many, column).startswith("row 1: cards are a text")
    assert refusal(TypeError, evaluate_many, column[[0, 2]]).startswith("row 1: cards are a text")


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
    "exchanged": ((LOW, HIGH), TypeError, "out\\[0\\].* must be a uint16 array, not an array of uint8"),
    "lists": (([0] * 9, [0] * 9), TypeError, "out\\[0\\].* must be a uint16 array, not list"),
    "other endian": ((HIGH.astype(">u2"), LOW), TypeError, "must be a uint16 array, not an array of >u2"),
    "wider lows": (
        (HIGH, HIGH.copy()),
        TypeError,
        "out\\[1\\].* must be a uint8 array, not an array of uint16",
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


# What is wrong


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("place", [0, 1023, 1024, 40_000, MANY - 1])
def test_the_first_bad_row_is_named(cards: Numbers, place: int, threads: int) -> None:
    hands = cards.copy()
    out = (np.full(MANY, 99, np.uint16), np.full(MANY, 99, np.uint8))
    hands[place, 3] = 52
    hands[place + 1 : place + 2000 : 7, 1] = hands[place + 1 : place + 2000 : 7, 5]
    for view in (hands, np.asfortranarray(hands)):
        message = refusal(stud8.InvalidCardError, evaluate_many, view, threads=threads, out=out)
        assert message == f"row {place}: 52 is no card: cards are numbered 0 (2c) to 51 (As)"
    hands[place, 3] = hands[place, 0]
    message = refusal(stud8.DuplicateCardError, evaluate_many, hands, threads=threads, out=out)
    assert message == f"row {place}: {DECK[hands[place, 0]]} comes twice: each card may be used once"
    assert (out[0] == 99).all()
    assert (out[1] == 99).all()


def test_a_bad_row_that_another_thread_finds_later_is_not_the_first() -> None:
    hands = np.full(1 << 17, b"As2d3h4c5sKdKc")
    hands[[20_000, 65_535]] = b"As2d3h4c5sKdKd"
    for threads in [2, 3] * 20:
        message = refusal(stud8.DuplicateCardError, evaluate_many, hands, threads=threads)
        assert message.startswith("row 20000: ")


@pytest.mark.parametrize(("first", "second"), [(a, b) for a in range(7) for b in range(a)])
def test_a_card_that_comes_twice_is_found_in_any_two_places(first: int, second: int) -> None:
    hands = random_cards(200, 7, seed=9)
    hands[77, first] = hands[77, second]
    assert refusal(stud8.DuplicateCardError, evaluate_many, hands).startswith("row 77: ")
    if first < 4:
        assert refusal(stud8.DuplicateCardError, board_many, hands[:, :4]).startswith("row 77: ")


@pytest.mark.parametrize("number", [52, 63, 64, 99, 127, 128, 255])
def test_a_number_that_is_no_card_is_found_in_any_place(number: int) -> None:
    for place in range(7):
        hands = random_cards(10, 7)
        hands[4, place] = number
        assert refusal(stud8.InvalidCardError, evaluate_many, hands.reshape(2, 5, 7)).startswith(
            f"row (0, 4): {number} is no card"
        )
        alone = refusal(stud8.InvalidCardError, evaluate_many, hands[4])
        assert alone == f"{number} is no card: cards are numbered 0 (2c) to 51 (As)"


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (1 << 52 | 31, "4503599627370527 is no mask of cards"),
        (1 << 63 | 31, "is no mask of cards"),
        (0, "five to seven cards can be evaluated, not 0"),
        (15, "five to seven cards can be evaluated, not 4"),
        (255, "five to seven cards can be evaluated, not 8"),
        ((1 << 52) - 1, "five to seven cards can be evaluated, not 52"),
    ],
)
def test_a_mask_that_is_no_hand_is_named(mask: int, message: str) -> None:
    sets = masks_of(random_cards(100, 6))
    sets[[60, 70]] = mask
    assert message in refusal(stud8.InvalidCardError, evaluate_sets, sets)
    assert refusal(stud8.InvalidCardError, evaluate_sets, sets).startswith("row 60: ")


WRONG_TEXTS = {
    "As 2d 3h 4c": (stud8.InvalidCardError, "row 2: five to seven cards can be evaluated, not 4"),
    "As 2d 3h 4c 5s 6s 7s 8s": (stud8.InvalidCardError, "row 2: five to seven cards can be evaluated, not 8"),
    "": (stud8.InvalidCardError, "row 2: five to seven cards can be evaluated, not 0"),
    "As 2d 3h 4c ??": (stud8.InvalidCardError, 'row 2: "??" is not a card'),
    "As2d3h4c5x": (stud8.InvalidCardError, 'row 2: "5x" is not a card'),
    "As2d3h4cAs": (stud8.DuplicateCardError, "row 2: As comes twice"),
}


@pytest.mark.parametrize("text", WRONG_TEXTS)
@pytest.mark.parametrize("kind", [list, "S", "O", "U"])
def test_a_text_that_is_no_hand_is_named(text: str, kind: Any) -> None:
    error, message = WRONG_TEXTS[text]
    texts = ["As 2d 3h 4c 5s"] * 2 + [text] * 2
    hands = texts if kind is list else np.array(texts, dtype=kind)
    out = (np.full(4, 99, np.uint16), np.full(4, 99, np.uint8))
    assert refusal(error, evaluate_many, hands, out=out).startswith(message)
    # Texts are always looked at, there is no other way to read them.
    assert refusal(error, evaluate_many, hands, validate=False).startswith(message)
    assert (out[0] == 99).all()


def test_bytes_that_are_no_text_are_no_cards() -> None:
    hands = np.array([b"As2d3h4c5s", b"\xff\xfe\x00d3h4c5s"])
    assert refusal(stud8.InvalidCardError, evaluate_many, hands).startswith("row 1: ")


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (np.zeros((3, 7), np.int64), TypeError, "not an array of int64: cards.astype\\(np.uint8\\)"),
        (np.zeros((3, 7), bool), TypeError, "not an array of bool"),
        (np.zeros((3, 7)), TypeError, "not an array of float64"),
        (
            np.zeros((3, 4), np.uint8),
            ValueError,
            "shape \\(3, 4\\), but its last axis must have 5 to 7 cards",
        ),
        (
            np.zeros((7, 8), np.uint8),
            ValueError,
            "shape \\(7, 8\\), but its last axis must have 5 to 7 cards",
        ),
        (np.zeros((), np.uint8), ValueError, "shape \\(\\), but its last axis"),
        ("As 2d 3h 4c 5s", TypeError, "a list of hands, not str"),
        (stud8.CardSet("As 2d 3h 4c 5s"), TypeError, "a list of hands, not CardSet"),
        (None, TypeError, "a list of hands, not NoneType"),
        (7, TypeError, "a list of hands, not int"),
        (iter([]), TypeError, "a list of hands, not list_iterator"),
        (
            [0, 1, 2, 3, 4],
            TypeError,
            "row 0: cards are a text like 'As Kd', a CardSet or a list of cards, not int",
        ),
    ],
)
def test_what_are_no_hands_is_told_what_are(value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        loose.evaluate_many(value)


@pytest.mark.parametrize(
    "value", [[31], 31, np.array([31]), np.array([31.0]), None, np.array([31], dtype=">u8")]
)
def test_what_are_no_masks_is_told_what_are(value: Any) -> None:
    assert "masks is a uint64 array" in refusal(TypeError, loose.evaluate_sets, value)


def test_masks_that_are_not_aligned_are_refused() -> None:
    sets: Any = np.zeros(3, dtype=[("byte", "u1"), ("set", "u8")])["set"]
    assert "isn't aligned" in refusal(ValueError, evaluate_sets, sets)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_numbers_of_threads_that_cannot_be(cards: Numbers, threads: Any) -> None:
    for function in (loose.evaluate_many, loose.board_many):
        assert "threads=" in refusal(
            ValueError,
            function,
            cards[:5, :4] if function is loose.board_many else cards[:5],
            threads=threads,
        )


def test_an_unknown_kind_of_low() -> None:
    assert "no kind of low" in refusal(stud8.InvalidRulesError, loose.evaluate_many, [], low="seven")


def test_errors_of_the_callers_own_are_left_alone() -> None:
    class Odd:
        """A hand that can't be read."""

        def __iter__(self) -> Iterator[str]:
            yield "As"
            raise ZeroDivisionError("mine")

    assert refusal(ZeroDivisionError, loose.evaluate_many, [Odd()]) == "mine"


# Any bytes without validation


@hypothesis.given(
    arrays(
        np.uint8,
        array_shapes(min_dims=1, max_dims=3, max_side=40).map(lambda shape: (*shape, 5 + shape[0] % 3)),
    )
)
def test_any_bytes_are_safe_and_found_out(given: Numbers) -> None:
    for kind in KINDS:
        found = evaluate_many(given, low=kind, validate=False)
        assert found.high.shape == given.shape[:-1]
    assert board_many(given[..., :4], validate=False).shape == given.shape[:-1]
    rows = given.reshape(-1, given.shape[-1]).tolist()
    bad = next((i for i, row in enumerate(rows) if max(row) > 51 or len({*row}) < len(row)), None)
    if bad is None:
        assert same(evaluate_many(given), evaluate_many(given, validate=False))
    else:
        index = np.unravel_index(bad, given.shape[:-1])
        shown = bad if len(index) == 1 else tuple(int(place) for place in index)
        with pytest.raises(stud8.StudError) as caught:
            evaluate_many(given)
        assert str(caught.value).startswith(f"row {shown}: ")


@hypothesis.given(arrays(np.uint64, st.integers(0, 200)))
def test_any_bits_are_safe(sets: NDArray[np.uint64]) -> None:
    for kind in KINDS:
        assert evaluate_sets(sets, low=kind, validate=False).high.shape == sets.shape


@hypothesis.given(arrays("S14", st.integers(0, 50)))
def test_any_characters_are_safe(texts: NDArray[np.bytes_]) -> None:
    try:
        found = evaluate_many(texts)
    except stud8.StudError:
        return
    assert same(found, evaluate_many(texts.tolist()))


# Boards


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_many_boards_are_worth_what_each_is(cards: Numbers, k: int) -> None:
    boards = cards[:5000, :k].copy()
    boards[:2500] %= 16
    boards = boards[[len({*row}) == k for row in boards.tolist()]]
    found = board_many(boards)
    assert found.dtype == np.uint16
    assert found.tolist() == [stud8.Board(row).number for row in boards.tolist()]
    texts = texts_of(boards)
    for given in (texts, np.array(texts, dtype="S"), np.array(texts)):
        assert (board_many(given) == found).all()


def test_boards_of_unknown_cards_and_of_different_sizes() -> None:
    boards = ["As ??", "2c", "Kd Kc 7h", "??", "As Kd Qc Jh"]
    expected = [stud8.Board(board).number for board in boards]
    assert board_many(boards).tolist() == board_many(np.array(boards, dtype="S")).tolist() == expected
    assert board_many([["As", None], "2c", ["Kd", "Kc", "7h"], [None], "AsKdQcJh"]).tolist() == expected


@pytest.mark.parametrize(
    ("board", "error", "message"),
    [
        ("As As", stud8.DuplicateCardError, "row 1: As comes twice"),
        ("As Kd Qc Jh Th", stud8.InvalidCardError, "row 1: a board has one to four cards, not 5"),
        ("", stud8.InvalidCardError, "row 1: a board has one to four cards, not 0"),
        ("Ax", stud8.InvalidCardError, 'row 1: "Ax" is not a card'),
    ],
)
def test_a_text_that_is_no_board_is_named(board: str, error: type[Exception], message: str) -> None:
    for given in (["As", board], np.array(["As", board], dtype="S16")):
        assert refusal(error, board_many, given).startswith(message)


def test_arrays_that_are_no_boards_are_refused() -> None:
    assert "1 to 4 cards" in refusal(ValueError, board_many, np.zeros((3, 5), np.uint8))
    assert "row 2: 52 is no card" in refusal(
        stud8.InvalidCardError, board_many, np.array([[0], [1], [52]], np.uint8)
    )
    assert "out must be a uint16 array" in refusal(TypeError, board_many, ["As"], out=np.zeros(1))


# Categories


def test_categories_are_those_of_high() -> None:
    numbers = np.arange(7462, dtype=np.uint16)
    found = category(numbers)
    assert found.dtype == np.uint8
    assert [High.CATEGORIES[kind] for kind in found] == [High(number).category for number in numbers]
    assert (category(numbers.reshape(2, -1)[:, ::-1]) == found.reshape(2, -1)[:, ::-1]).all()
    assert category(numbers[7461]).shape == ()
    assert len(High.CATEGORIES) == 9


def test_what_are_no_highs_is_named() -> None:
    numbers = np.zeros((2, 3), np.uint16)
    numbers[1, 1] = 7462
    assert refusal(ValueError, category, numbers).startswith("row (1, 1): 7462 is no high")
    assert "high is a uint16 array" in refusal(TypeError, category, numbers.astype(np.int64))
    assert "high is a uint16 array" in refusal(TypeError, loose.category, "pair")


# Long runs


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own."""
    command = [sys.executable, "-c", program]
    return subprocess.run(  # noqa: S603 - ours
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")
@pytest.mark.parametrize("kind", ["array", "list"])
def test_ctrl_c_is_answered(kind: str) -> None:
    row: Numbers = np.array([51, 1, 6, 8, 15, 45, 44], dtype=np.uint8)
    rows = 1 << 27  # a second, and lists of 1 << 23 take more
    hands: Any = np.broadcast_to(row, (rows, 7)) if kind == "array" else ["As2d3h4c5s"] * (1 << 23)

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        clock = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            evaluate_many(hands, low="any", threads=1)
        assert time.perf_counter() - clock < 0.4
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_array_is_copied_whole() -> None:
    """Beyond input and output less than a megabyte, also where nothing lies in order."""
    program = """if True:
        import numpy as np, stud8, re

        def kilobytes(name):
            return int(re.search(name + r":\\s+(\\d+)", open("/proc/self/status").read())[1])

        def measure(hands, function=stud8.evaluate_many):
            n = len(hands)
            out = np.full(n, 1, np.uint16), np.full(n, 1, np.uint8)
            function(hands[:300000], threads=2)
            open("/proc/self/clear_refs", "w").write("5")  # the peak is now what there is
            before = kilobytes("VmHWM")
            function(hands, out=out, threads=2)
            return kilobytes("VmHWM") - before

        n = 3_000_000
        row = np.array([51, 1, 6, 8, 15, 45, 44], dtype=np.uint8)
        plain = np.tile(row, (n, 1))
        print(measure(plain), measure(np.asfortranarray(plain)), measure(plain[::-1, ::-1]))
        print(measure(np.full(n, b"As2d3h4c5sKdKc")), measure(["As2d3h4c5sKdKc"] * n))
        print(measure(np.full((n, 2), 31, np.uint64)[:, 0], stud8.evaluate_sets))
    """
    done = run(program)
    assert done.returncode == 0, done.stderr
    assert all(int(kilobytes) < 1024 for kilobytes in done.stdout.split()), done.stdout


def test_an_unknown_instruction_set_is_an_error() -> None:
    done = run("import stud8; stud8.evaluate_many(['As2d3h4c5s'])", STUD8_SIMD="abacus")
    assert done.returncode == 1
    assert "ValueError" in done.stderr
    assert "abacus" in done.stderr


@pytest.mark.parametrize("path", ["baseline", "avx2", "avx512"])
def test_every_instruction_set_gives_the_same(path: str) -> None:
    program = """if True:
        import numpy as np, stud8, zlib
        hands = np.random.default_rng(7).random((20000, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
        for low in ("eight_or_better", "five_ranks", "any"):
            print([zlib.crc32(part.tobytes()) for part in stud8.evaluate_many(hands, low=low)])
    """
    plain, done = run(program), run(program, STUD8_SIMD=path)
    if "hasn't got" in done.stderr:
        pytest.skip(f"this processor hasn't got {path}")
    assert (done.returncode, done.stdout) == (0, plain.stdout), done.stderr
