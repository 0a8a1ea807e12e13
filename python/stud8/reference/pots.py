"""Main and side pots (3.9), uncalled chips (3.6) and the division of a pot (3.12): arithmetic alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["Payment", "Pot", "divide", "make_pots", "share_out", "take_rake", "uncalled"]


class Pot(NamedTuple):
    """So many chips, and the seats that can win them, ascending."""

    amount: int
    seats: tuple[int, ...]


class Payment(NamedTuple):
    """What one seat gets of one pot; `part` is "whole", "high" or "low"."""

    part: str
    seat: int
    chips: int


def uncalled(put_in: Mapping[int, int]) -> tuple[int, int] | None:
    """Who put in more than every other, folded ones included, and how much more (C57, 3.6)."""
    seat = max(put_in, key=lambda seat: put_in[seat])
    others = max(chips for other, chips in put_in.items() if other != seat)
    return (seat, put_in[seat] - others) if put_in[seat] > others else None


def make_pots(totals: Mapping[int, int], seats_in: Sequence[int], first_pot: int = 0) -> list[Pot]:
    """The pots from each player's total, main pot first; pots of nothing are left out.

    `first_pot` goes to the first pot on top of its level: all antes under `trim_antes=False`.
    """
    # 3.9: a level is a total of a player who is in; adjacent pots are never merged.
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
    """What each pot bears: the main pot all it can, what is left the next, and so on (3.13)."""
    borne = []
    for pot in pots:
        part = min(rake, pot.amount)
        borne.append(part)
        rake -= part
    return borne


def share_out(amount: int, unit: int, winners: Sequence[int]) -> dict[int, int]:
    """Equal shares; the units left over go one each to the first winners, in the order given (C54, 3.12)."""
    units, rest = divmod(amount, unit)
    assert rest == 0, "pots are multiples of the unit (3.1)"
    each, left = divmod(units, len(winners))
    return {seat: (each + (place < left)) * unit for place, seat in enumerate(winners)}


def divide(amount: int, unit: int, high: Sequence[int], low: Sequence[int]) -> list[Payment]:
    """One pot among the winners of its high and of its low, each listed in the order for odd chips.

    No low winners: all goes to the high, and the other way round (declare, 3.14). The payments
    come high before low and in each part by seat; nothing of 0 is paid (3.13).
    """
    parts: list[tuple[str, int, Sequence[int]]]
    if len(high) > 1 and set(high) == set(low):
        parts = [("whole", amount, high)]  # C55: shared evenly as one
    elif not low:
        parts = [("whole", amount, high)]  # C47
    elif not high:
        parts = [("low", amount, low)]  # only in declare: a low took it, so the part is "low"
    else:
        half = amount // unit // 2 * unit
        parts = [("high", amount - half, high), ("low", half, low)]  # C50: the odd unit goes high
    payments = []
    for part, chips, winners in parts:
        shares = share_out(chips, unit, winners)
        payments += [Payment(part, seat, shares[seat]) for seat in sorted(shares) if shares[seat] > 0]
    return payments
