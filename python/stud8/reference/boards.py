"""Comparing boards of one to four up cards; an unknown card is below every known one [C29], [rules 3.15]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .cards import HIGH_RANK, MaybeCard, strength
from .hands import rank_groups

__all__ = ["BoardKey", "best_card", "board_key"]

BoardKey: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

_UNKNOWN = 0  # the rank of an unknown card, below the deuce's 2


def board_key(board: Sequence[MaybeCard]) -> BoardKey:
    """Returns what a board is worth against others of as many cards; greater is better.

    The order is four of a kind, three of a kind, two pair, a pair, then high cards, ace high. Straights,
    flushes, suits and the common card do not count [C29].
    """
    groups = rank_groups([HIGH_RANK[card] for card in board if card is not None])
    groups += [(1, _UNKNOWN)] * board.count(None)  # each on its own: two unknown cards are no pair
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def best_card(board: Sequence[MaybeCard]) -> tuple[int, int]:
    """Returns rank and suit of the highest known card, or (0, -1) if no card is known."""
    return max((strength(card) for card in board if card is not None), default=(_UNKNOWN, -1))
