"""Many hands at once: what is wrong with them is found, named, and harmless."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hypothesis
import numpy as np
import pytest
import stud8
from engines import DECK
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from many import KINDS, MANY, loose, masks_of, random_cards, refusal, same
from stud8 import board_many, evaluate_many, evaluate_sets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from many import Numbers
    from numpy.typing import NDArray


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("place", [0, 1023, 1024, 40_000, MANY - 1])
def test_the_first_bad_row_is_named(cards: Numbers, place: int, threads: int) -> None:
    hands = cards.copy()
    out = (np.full(MANY, 99, np.uint16), np.full(MANY, 99, np.uint8))
    hands[place, 3] = 52
    hands[place + 1 : place + 2000 : 7, 1] = hands[place + 1 : place + 2000 : 7, 5]
    # Where the caller's arrays must stay as they are the rows are looked at first, else as they pass.
    message = f"row {place}: 52 is no card: cards are numbered 0 (2c) to 51 (As)"
    for view in (hands, np.asfortranarray(hands)):
        for given in (out, None):
            found = refusal(stud8.InvalidCardError, evaluate_many, view, threads=threads, out=given)
            assert found == message
    hands[place, 3] = hands[place, 0]
    message = f"row {place}: {DECK[hands[place, 0]]} comes twice: each card may be used once"
    for arguments in ((hands, "any"), (hands,)):
        assert refusal(stud8.DuplicateCardError, evaluate_many, *arguments, threads=threads) == message
    assert refusal(stud8.DuplicateCardError, evaluate_many, hands, threads=threads, out=out) == message
    for board in (out[0], None):
        found = refusal(stud8.DuplicateCardError, board_many, hands[:, :4], threads=threads, out=board)
        assert found == message
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
    out = (np.full(100, 99, np.uint16), np.full(100, 99, np.uint8))
    for given in (None, out):
        found = refusal(stud8.InvalidCardError, evaluate_sets, sets, out=given)
        assert found.startswith("row 60: ")
        assert message in found
    assert (out[0] == 99).all()


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
            stud8.InvalidArgumentError,
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
