"""Many hands as numpy arrays, and how their values are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import pytest
import stud8
from engines import DECK
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from stud8 import Evaluations

Numbers: TypeAlias = NDArray[np.uint8]
LowKind: TypeAlias = Literal["eight_or_better", "five_ranks", "any"]

# What users give is not what the type checker allows: half of it is wrong on purpose.
loose: Any = stud8

KINDS: tuple[LowKind, ...] = ("eight_or_better", "five_ranks", "any")
each_kind = pytest.mark.parametrize("kind", KINDS)
# Many chunks of 1 << 15 rows, which threads take, and a part of one of 1 << 8, which the lanes take.
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
