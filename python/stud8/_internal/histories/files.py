"""Hand histories in files, one hand (``.phh``) or many (``.phhs``) in a text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stud8._internal.public import public
from stud8._internal.quoting import quoted
from stud8._native import Hand, History
from stud8.errors import HistoryUnsupportedError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from typing import TypeAlias

    Hands: TypeAlias = History | Hand | Iterable[History | Hand]

__all__ = ["dump", "dumps", "load", "loads"]


@public
def loads(text: str | bytes, decimals: int = 0, format: str | None = None) -> list[History]:
    """Reads all hands of a text.

    ``format`` is the notation: "phh" (PHH, the poker hand history format, variant F7S/8) is the only one so
    far. By default it is found from the text. With ``decimals=2`` amounts have up to two digits after the
    point, and 0.40 is 40 chips.

    Raises `HistorySyntaxError` for what can't be read, with the name and the line of the hand, and
    `HistoryUnsupportedError` for other games and notations.
    """
    return History.parse_many(text, decimals, format)


@public
def load(path: str | PathLike[str], decimals: int = 0, format: str | None = None) -> list[History]:
    """Reads all hands of a file of any length; see `loads`. The suffix may tell the notation.

    It keeps one hand in memory at a time, beside those that it returns. Ctrl-C ends it.
    """
    with Path(path).open("rb") as file:
        return History._read_file(file, Path(path).name, decimals, format)  # noqa: SLF001 - the same package


@public
def dumps(hands: Hands, decimals: int = 0, *, seed: bool = True, format: str = "phh") -> str:
    """Writes hands as text: one hand as ``.phh``, several in an iterable as ``.phhs``.

    A `Hand` is written with ``decimals`` digits after the point, finished or not, by any rules. Burned cards
    are left out, and the rules in the file say that they were burned. A hand with declaration, or with
    another low than eight or better, has a variant of its own that other programs refuse.

    A finished hand that was dealt from a seed is written with its seed and number. **Every other hand of that
    seed follows from it**, so write ``seed=False`` wherever other hands of the seed aren't over or their
    hidden cards matter. Hands among people shouldn't be dealt from a seed at all: a short one is found by
    trying from the cards of a single seat. ``Hand(rules, stacks)`` without a seed takes its cards from the
    operating system's random numbers.

    Raises `HistoryUnsupportedError` for an unknown ``format``.
    """
    if format != "phh":
        raise HistoryUnsupportedError(f"format={quoted(format)} is no notation that is written: choose phh")
    if isinstance(hands, (History, Hand)):
        return str(_history(hands, decimals, seed=seed))
    if not hasattr(hands, "__iter__"):
        raise TypeError(f"what can be written is a Hand, a History or several of them, not {quoted(hands)}")
    return History.dump_many([_history(hand, decimals, seed=seed) for hand in hands])


@public
def dump(
    hands: Hands,
    path: str | PathLike[str],
    decimals: int = 0,
    *,
    seed: bool = True,
    format: str = "phh",
) -> None:
    """Writes hands to a file; see `dumps`. An existing file is replaced."""
    text = dumps(hands, decimals, seed=seed, format=format)
    Path(path).write_text(text, encoding="utf-8")


def _history(hand: History | Hand, decimals: int, *, seed: bool) -> History:
    if isinstance(hand, History):
        return hand if seed else hand.without_seed()
    return History.from_hand(hand, decimals, seed=seed)
