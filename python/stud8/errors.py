"""What can go wrong: one class for each ``kind``, all of them a `StudError`.

Every message names the value, what was wrong with it and what would be right, and nothing has
changed when it is raised.
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
    "InvalidCardError",
    "InvalidDeckError",
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
]


class StudError(Exception):
    """The root of all errors of this package. ``kind`` is a stable name for programs."""

    kind: ClassVar[str] = "stud_error"


class InvalidCardError(StudError, ValueError):
    """Something that is no card, or a number of cards that can't be."""

    kind = "invalid_card"


class DuplicateCardError(StudError, ValueError):
    """A card that is there already."""

    kind = "duplicate_card"


class InvalidDeckError(StudError, ValueError):
    """A deck that hasn't 52 cards."""

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
    """Something that names no action at all."""

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
    """An answer that depends on cards nobody knows."""

    kind = "unknown_cards"


class PolicyError(StudError, RuntimeError):
    """A policy of a simulation that raised, or answered with no action ids.

    The message says of which hands, and how to play them again. ``partial`` is the summary of the hands that
    were finished before, of `match` the match so far, and ``start`` the number after them.
    """

    kind = "policy"
    partial: Any = None
    start: int | None = None
    kept: Any = None


class CheckError(StudError, RuntimeError):
    """A simulated hand that the reference plays otherwise: the engines differ, which no hand should show.

    ``difference`` is what `verify` gives for a difference.
    """

    kind = "check"
    difference: Any = None


class RecordingError(StudError, OSError):
    """A record that can't be begun, written on or gone on with.

    As of any `OSError`, ``errno``, ``strerror`` and ``filename`` say what the system said, and of which file;
    ``errno`` is None where the system had nothing against it. ``partial`` is the summary of the hands that
    were written, ``start`` the number after them; both are None where nothing was begun. ``failure`` is the
    message without how to go on, ``unfinished`` the name of the file that can be gone on with, if there is
    one.
    """

    kind = "recording"
    failure: str = ""
    unfinished: str | None = None
    partial: Any = None
    start: int | None = None

    def __init__(self, message: str = "", number: int | None = None, filename: str | None = None) -> None:
        """Keep the message, the number of the system's error, and the name of the file."""
        super().__init__(message)
        self.errno, self.filename = number, filename
        self.strerror = None if number is None else os.strerror(number)

    def __str__(self) -> str:
        """The message, which names the file."""
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with everything."""
        return type(self), (*self.args, self.errno, self.filename), self.__dict__


class LostWorkersError(StudError, RuntimeError):
    """An executor that takes no more work before all hands are played.

    ``partial`` is the summary of all hands that were played (of `match` the match so far), ``missing`` the
    ranges of numbers that weren't.
    """

    kind = "lost_workers"
    partial: Any = None
    missing: list[range]
    kept: list[Any]


class InvalidRangeError(StudError, ValueError):
    """What a player may hold, said in a way that means nothing: no hand, or weights that can't be."""

    kind = "invalid_range"


class ImpossibleDealError(StudError, ValueError):
    """Cards that no deal goes with: nothing left that fits, or too few; or a hand that is over."""

    kind = "impossible_deal"


class HistorySyntaxError(StudError, ValueError):
    """A record or hand history that can't be read."""

    kind = "history_syntax"


class HistoryUnsupportedError(StudError, ValueError):
    """A hand history of another game, or of what the format can't say."""

    kind = "history_unsupported"


class HistoryStepError(StudError, ValueError):
    """A hand history with a step that can't be; the message says which, why and what could be."""

    kind = "history_step"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a long run, which no script can take for the whole.

    ``partial`` is the result of the finished part, which has no gaps, or None where no part of a result is
    of use; ``start`` is the number to go on from, or None where one can only begin again. ``unfinished`` is
    the name of the unfinished record that ``resume=True`` goes on with, or None without one.
    """

    unfinished: str | None = None
    kept: Any = None

    def __init__(self, partial: Any, start: int | None = None) -> None:
        """Keep what is finished and where to go on."""
        super().__init__("interrupted" if start is None else f"interrupted: go on from start={start}")
        self.partial = partial
        # A number wherever one can go on, which those who can know.
        self.start: Any = start

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with both parts and the message."""
        return type(self), (self.partial, self.start), {**self.__dict__, "args": self.args}
