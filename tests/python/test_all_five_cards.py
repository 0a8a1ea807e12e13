"""All 2,598,960 hands of five cards, evaluated in bulk, against the reference.

A hand of five cards is worth what its ranks and the question of a flush make it: 7,462 classes. All hands
of a class must get the same numbers, and one of each class those of the reference, all kinds of low.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from stud8 import evaluate_many, reference

LOWS = ("eight_or_better", "five_ranks", "any")


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """Each hand once, its cards ascending."""
    flat = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.uint8)
    return flat.reshape(-1, 5)


@pytest.fixture(scope="module")
def classes(hands: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each hand the number of its class, and for each class the place of one of its hands."""
    ranks, suits = hands // 4, hands % 4
    flush = (suits == suits[:, :1]).all(axis=1)
    key = flush.astype(np.int64)
    for column in range(5):
        key = key * 13 + ranks[:, column]
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return number, first


@pytest.mark.parametrize("low", LOWS)
def test_every_hand_of_five_cards_is_worth_what_the_reference_says(
    hands: np.ndarray, classes: tuple[np.ndarray, np.ndarray], low: Any
) -> None:
    number, first = classes
    assert (len(hands), len(first)) == (comb(52, 5), 7462)
    found = evaluate_many(hands, low=low)
    assert (found.high == found.high[first][number]).all()
    assert (found.low == found.low[first][number]).all()
    names = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for place in first:
        slow = reference.evaluate([names[card] for card in hands[place]], low)
        assert found.high[place] == slow.high.number
        assert found.low[place] == (0 if slow.low is None else slow.low.number)
    if low == "eight_or_better":
        assert np.unique(found.high).size == 7462
        assert np.count_nonzero(found.low) == 57_344
