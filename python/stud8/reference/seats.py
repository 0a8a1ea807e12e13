"""Seats and stacks: who sits where, and in which order seats follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .errors import StudError
from .rules import MOST_CHIPS, is_whole

__all__ = ["clockwise", "read_stacks"]


def clockwise(seats: Sequence[int], start: int) -> list[int]:
    """Returns these seats in ascending order from `start` on, then from the lowest."""
    return [seat for seat in seats if seat >= start] + [seat for seat in seats if seat < start]


def read_stacks(stacks: Sequence[int] | Mapping[int, int], unit: int) -> dict[int, int]:
    """Reads stacks by seat: a list sits in seats 1, 2, 3 …, a mapping names its seats [rules 3.2]."""
    seated: dict[int, int] = dict(stacks) if isinstance(stacks, Mapping) else dict(enumerate(stacks, start=1))
    if not 2 <= len(seated) <= 8:  # [C05]
        raise StudError("invalid_seats", f"two to eight players, not {len(seated)}")
    for seat in seated:
        if not is_whole(seat, 1, 8):
            raise StudError("invalid_seats", f"a seat is a number from 1 to 8, not {seat!r}")
    for seat, stack in seated.items():
        if not is_whole(stack, 1, MOST_CHIPS):
            raise StudError(
                "invalid_stack", f"seat {seat}: a stack is a number from 1 to 2**40, not {stack!r}"
            )
        if stack % unit:
            raise StudError("invalid_stack", f"seat {seat}: {stack} is no multiple of the unit {unit}")
    return dict(sorted(seated.items()))
