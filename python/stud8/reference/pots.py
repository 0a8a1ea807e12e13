"""Uncalled chips, main and side pots, and the division of a pot [rules 3.6], [rules 3.9], [rules 3.12]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["Payment", "Pot", "divide", "make_pots", "share_out", "take_rake", "uncalled"]


class Pot(NamedTuple):
    """Chips, and the seats that can win them, ascending."""

    amount: int
    seats: tuple[int, ...]


class Payment(NamedTuple):
    """What one seat gets of one pot; `part` is "whole", "high" or "low"."""

    part: str
    seat: int
    chips: int


def uncalled(put_in: Mapping[int, int]) -> tuple[int, int] | None:
    """Returns who put in more than every other, folded ones included, and the excess [C57], [rules 3.6]."""
    seat = max(put_in, key=lambda seat: put_in[seat])
    others = max(chips for other, chips in put_in.items() if other != seat)
    return (seat, put_in[seat] - others) if put_in[seat] > others else None


def make_pots(totals: Mapping[int, int], seats_in: Sequence[int], first_pot: int = 0) -> list[Pot]:
    """Returns the pots from each player's total, main pot first, without pots of nothing.

    `first_pot` is added to the first pot: all antes under `trim_antes=False`.
    """
    # A level is a total of a player who is in; adjacent pots are never merged [rules 3.9].
    levels = sorted({totals[seat] for seat in seats_in})
    pots = []
    below = 0
    for level in levels:
        amount = first_pot if level == levels[0] else 0
        for total in totals.values():
            # A folded player's chips above the highest level join the top pot.
            reach = total if level == levels[-1] else min(total, level)
            amount += max(reach - below, 0)
        if amount > 0:
            pots.append(Pot(amount, tuple(seat for seat in seats_in if totals[seat] >= level)))
        below = level
    return pots


def take_rake(pots: Sequence[Pot], rake: int) -> list[int]:
    """Returns what each pot bears of the rake: the main pot all it can, the next the rest [rules 3.13]."""
    borne = []
    for pot in pots:
        part = min(rake, pot.amount)
        borne.append(part)
        rake -= part
    return borne


def share_out(amount: int, unit: int, winners: Sequence[int]) -> dict[int, int]:
    """Returns equal shares; the units left over go one each to the first winners [C54], [rules 3.12]."""
    units, rest = divmod(amount, unit)
    assert rest == 0, "pots are multiples of the unit [rules 3.1]"
    each, left = divmod(units, len(winners))
    return {seat: (each + (place < left)) * unit for place, seat in enumerate(winners)}


def divide(amount: int, unit: int, high: Sequence[int], low: Sequence[int]) -> list[Payment]:
    """Divides one pot among the winners of its high and of its low, each in the order for odd chips.

    Without winners of the low all goes to the high; under declare also the other way round [rules 3.14].
    Payments come high before low and in each part by seat; nothing of 0 is paid [rules 3.13].
    """
    parts: list[tuple[str, int, Sequence[int]]]
    if len(high) > 1 and set(high) == set(low):
        parts = [("whole", amount, high)]  # shared evenly as one [C55]
    elif not low:
        parts = [("whole", amount, high)]  # [C47]
    elif not high:
        parts = [("low", amount, low)]  # only under declare: a low took the pot, so the part is "low"
    else:
        half = amount // unit // 2 * unit
        parts = [("high", amount - half, high), ("low", half, low)]  # the odd unit goes high [C50]
    payments = []
    for part, chips, winners in parts:
        shares = share_out(chips, unit, winners)
        payments += [Payment(part, seat, shares[seat]) for seat in sorted(shares) if shares[seat] > 0]
    return payments
