"""Many hands at once: what `evaluate_many`, `evaluate_sets`, `board_many` and `category` say of them."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from many import each_kind, loose, masks_of, random_cards, refusal, same, texts_of
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
    from many import LowKind, Numbers
    from numpy.typing import NDArray


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
    """7,462 highs and 57,344 lows among 2,598,960 hands [figures]; the categories are in any book."""
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
    assert "out must be an array of uint16" in refusal(TypeError, board_many, ["As"], out=np.zeros(1))


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
