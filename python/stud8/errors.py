"""The errors of this package: one class for each ``kind``, all of them a `StudError`.

Every message names the value, what is wrong with it and what would be right. An error leaves everything as
it was. Arguments of a wrong type raise Python's own ``TypeError``, counts that are too large
``OverflowError`` and ``MemoryError``, and Ctrl-C `Interrupted`, which is a ``KeyboardInterrupt``.
"""

from __future__ import annotations

import os
from typing import Any, ClassVar

__all__ = [
    "CheckError",
    "DuplicateCardError",
    "HistoryStepError",
    "HistorySyntaxError",
    "HistoryUnsupportedError",
    "IllegalActionError",
    "ImpossibleDealError",
    "Interrupted",
    "InvalidArgumentError",
    "InvalidCardError",
    "InvalidDeckError",
    "InvalidPlayersError",
    "InvalidRangeError",
    "InvalidRulesError",
    "InvalidSeatsError",
    "InvalidStackError",
    "LostWorkersError",
    "NotActingError",
    "NotDealingError",
    "NotOverError",
    "PolicyError",
    "RecordingError",
    "StudError",
    "UnknownActionError",
    "UnknownCardsError",
    "UnknownPolicyError",
]


class StudError(Exception):
    """The root of all errors of this package. ``kind`` is a stable name for programs."""

    kind: ClassVar[str] = "stud_error"


class InvalidArgumentError(StudError, ValueError):
    """An argument out of range, or not one of its choices: a seed, a method, a number of threads."""

    kind = "invalid_argument"


class InvalidPlayersError(StudError, ValueError):
    """A number of hands that no equity is asked of: fewer than two, or more than eight."""

    kind = "invalid_players"


class UnknownPolicyError(StudError, ValueError):
    """A name that no native policy has."""

    kind = "unknown_policy"


class InvalidCardError(StudError, ValueError):
    """A value that is no card, or a wrong number of cards."""

    kind = "invalid_card"


class DuplicateCardError(StudError, ValueError):
    """A card that comes twice."""

    kind = "duplicate_card"


class InvalidDeckError(StudError, ValueError):
    """A deck that doesn't have 52 cards."""

    kind = "invalid_deck"


class InvalidRulesError(StudError, ValueError):
    """Settings that are missing, unknown, out of range or out of order."""

    kind = "invalid_rules"


class InvalidSeatsError(StudError, ValueError):
    """Fewer than two or more than eight players, or a seat that isn't at the table."""

    kind = "invalid_seats"


class InvalidStackError(StudError, ValueError):
    """A stack that is no whole number from 1 to 2**40, or no multiple of the smallest chip."""

    kind = "invalid_stack"


class UnknownActionError(StudError, ValueError):
    """A value that names no action."""

    kind = "unknown_action"


class IllegalActionError(StudError, ValueError):
    """An action that isn't legal now, or out of turn. The message lists the legal ones.

    Where a policy of a simulation chose it, ``partial`` and ``start`` are those of `PolicyError`.
    """

    kind = "illegal_action"
    partial: Any = None
    start: int | None = None
    kept: Any = None


class NotActingError(StudError, RuntimeError):
    """An action while none is awaited: the hand waits for a card, or is over."""

    kind = "not_acting"


class NotDealingError(StudError, RuntimeError):
    """A card while none is awaited."""

    kind = "not_dealing"


class NotOverError(StudError, RuntimeError):
    """Payoffs before the end of the hand."""

    kind = "not_over"


class UnknownCardsError(StudError, RuntimeError):
    """A result that depends on unknown cards."""

    kind = "unknown_cards"


class PolicyError(StudError, RuntimeError):
    """A policy of a simulation that raised, or didn't return action ids.

    The message names the hands, and how to play them again. ``partial`` is the summary of the hands that were
    finished before (in `match`, the match so far), and ``start`` the number after them.
    """

    kind = "policy"
    partial: Any = None
    start: int | None = None
    kept: Any = None


class CheckError(StudError, RuntimeError):
    """A simulated hand in which the native engine and the reference differ, which should never happen.

    ``difference`` is that of a `Report`.
    """

    kind = "check"
    difference: Any = None


class RecordingError(StudError, OSError):
    """A recording that can't be started, written or resumed.

    As in any `OSError`, ``errno``, ``strerror`` and ``filename`` are the system's error and its file;
    ``errno`` is None if it wasn't an error of the system. ``partial`` is the summary of the hands that were
    written, ``start`` the number after them; both are None if nothing was written. ``failure`` is the
    message without the advice, ``unfinished`` the name of the file that ``resume=True`` goes on with, or
    None.
    """

    kind = "recording"
    failure: str = ""
    unfinished: str | None = None
    partial: Any = None
    start: int | None = None

    def __init__(self, message: str = "", number: int | None = None, filename: str | None = None) -> None:
        """Keeps the message, the number of the system's error, and the name of the file."""
        super().__init__(message)
        self.errno, self.filename = number, filename
        self.strerror = None if number is None else os.strerror(number)

    def __str__(self) -> str:
        """The message, which names the file."""
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles all attributes."""
        return type(self), (*self.args, self.errno, self.filename), self.__dict__


class LostWorkersError(StudError, RuntimeError):
    """An executor that stopped taking work before all hands were played.

    ``partial`` is the summary of all hands that were played (in `match`, the match so far), ``missing`` the
    ranges of numbers that weren't.
    """

    kind = "lost_workers"
    partial: Any = None
    missing: list[range]
    kept: list[Any]


class InvalidRangeError(StudError, ValueError):
    """A range without a hand, or with impossible weights."""

    kind = "invalid_range"


class ImpossibleDealError(StudError, ValueError):
    """Cards that leave no possible deal, or a hand that is over."""

    kind = "impossible_deal"


class HistorySyntaxError(StudError, ValueError):
    """A record or hand history that can't be read."""

    kind = "history_syntax"


class HistoryUnsupportedError(StudError, ValueError):
    """A hand history of another game, or a hand that the notation can't express."""

    kind = "history_unsupported"


class HistoryStepError(StudError, ValueError):
    """A hand history with an impossible step. The message says which, why, and what would be possible."""

    kind = "history_step"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a long run. A partial result is never returned as if it were complete.

    ``partial`` is the result of the finished part, which has no gaps, or None if no part of a result is of
    use. ``start`` is the number to go on from, or None if the run can't be resumed. ``unfinished`` is the
    name of the unfinished recording that ``resume=True`` goes on with, or None.
    """

    unfinished: str | None = None
    kept: Any = None

    def __init__(self, partial: Any, start: int | None = None) -> None:
        """Keeps the finished part and where to go on."""
        super().__init__("interrupted" if start is None else f"interrupted: go on from start={start}")
        self.partial = partial
        # Any: it is a number if the run can be resumed, which the caller knows.
        self.start: Any = start

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles all attributes and the message."""
        return type(self), (self.partial, self.start), {**self.__dict__, "args": self.args}
