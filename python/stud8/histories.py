"""Hand histories in files: PHH, one hand (``.phh``) or many (``.phhs``) in a text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stud8._native import Hand, History

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from typing import TypeAlias

    Hands: TypeAlias = History | Hand | Iterable[History | Hand]

__all__ = ["dump", "dumps", "load", "loads"]


def loads(text: str | bytes, decimals: int = 0) -> list[History]:
    """Read all hands of a text in PHH (variant F7S/8).

    With ``decimals=2`` amounts have up to two digits after the point, and 0.40 is 40 chips. Raises
    `HistorySyntaxError` for what can't be read and `HistoryUnsupportedError` for other games.
    """
    return History.parse_many(text, decimals)


def load(path: str | PathLike[str], decimals: int = 0) -> list[History]:
    """Read all hands of a file; see `loads`."""
    with Path(path).open("rb") as file:
        # One byte more than is read at all: a huge file is refused without being taken in.
        return loads(file.read(History._MAX_BYTES + 1), decimals)  # noqa: SLF001 - the same package


def dumps(hands: Hands, decimals: int = 0) -> str:
    """Write hands as text: one hand as ``.phh``, several in an iterable as ``.phhs``.

    A `Hand` is written with ``decimals`` digits after the point. Eight-or-better hands without burned
    cards can be written; others raise `HistoryUnsupportedError` (``Hand.to_dict`` keeps them).
    """
    if isinstance(hands, (History, Hand)):
        return str(_history(hands, decimals))
    if not hasattr(hands, "__iter__"):
        raise TypeError(f"what can be written is a Hand, a History or several of them, not {hands!r}")
    return History.dump_many([_history(hand, decimals) for hand in hands])


def dump(hands: Hands, path: str | PathLike[str], decimals: int = 0) -> None:
    """Write hands to a file; see `dumps`. An existing file is replaced."""
    text = dumps(hands, decimals)
    Path(path).write_text(text, encoding="utf-8")


def _history(hand: History | Hand, decimals: int) -> History:
    return hand if isinstance(hand, History) else History.from_hand(hand, decimals)
