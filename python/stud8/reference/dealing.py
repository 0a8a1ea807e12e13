"""The stub and the order of dealing [rules 3.7]."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import NamedTuple

from .cards import DECK, Card, MaybeCard

__all__ = ["Awaited", "Stub", "deal_order", "seventh_is_common"]


class Awaited(NamedTuple):
    """Where the next card goes: "down" or "up" for a seat, "common" for nobody (seat None)."""

    seat: int | None
    where: str


class Stub:
    """The cards not dealt yet: in their order or, when they are dealt by hand, only their number."""

    def __init__(self, deck: Sequence[Card] | None) -> None:
        self.by_hand = deck is None
        self._cards: list[MaybeCard] = [None] * len(DECK) if deck is None else list(deck)
        self._next = 0
        self._burned: list[MaybeCard] = []

    def copy(self) -> Stub:
        """Returns an independent copy of the stub."""
        twin = copy.copy(self)
        twin._cards = list(self._cards)
        twin._burned = list(self._burned)
        return twin

    def __len__(self) -> int:
        return len(self._cards) - self._next

    def take(self) -> MaybeCard:
        """Takes the first card of the stub."""
        card = self._cards[self._next]
        self._next += 1
        return card

    def burn(self) -> None:
        """Burns the first card."""
        self._burned.append(self.take())

    def put_burns_under(self) -> None:
        """Puts the burned cards under the stub, in the order in which they were burned."""
        self._cards += self._burned
        self._burned = []


def deal_order(street: int, seats_in: Sequence[int]) -> list[Awaited]:
    """Returns who gets which card on a street without a common card, from the lowest seat [C14]."""
    if street == 3:  # [C16] one card at a time around the table
        return [Awaited(seat, where) for where in ("down", "down", "up") for seat in seats_in]
    return [Awaited(seat, "down" if street == 7 else "up") for seat in seats_in]


def seventh_is_common(stub: Stub, players: int, *, burn: bool) -> bool:
    """Returns whether seventh street is one common card [C38].

    With burns, the burned cards may go under the stub first [rules 3.7].
    """
    if not burn:
        return len(stub) < players
    if len(stub) < players + 2:
        stub.put_burns_under()  # in their order, not shuffled
    return len(stub) < players + 2
