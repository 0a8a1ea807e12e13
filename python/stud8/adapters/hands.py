"""What the adapters of single hands share: who sits where, and which hand comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stud8 import Hand, Rules, Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Deals"]


class Deals:
    """Hands with the same rules and stacks, one after the other.

    After `seed` they are the hands 0, 1, 2 … of that seed, the same on every machine; before it their cards
    come from the operating system.
    """

    def __init__(
        self,
        rules: Rules,
        players: int | None = None,
        stacks: Iterable[int] | Mapping[int, int] | None = None,
    ) -> None:
        """Look at everything once, as `Tables` does."""
        with Tables(rules, tables=1, players=players, stacks=stacks) as table:
            self.rules, self.stacks, self.seats = table.rules, table.stacks, table.seats
        self.players = len(self.seats)
        self._seed: int | None = None
        self._number = 0

    def seed(self, seed: int) -> None:
        """Begin with hand 0 of this seed; what is none changes nothing."""
        Hand(self.rules, self.stacks, seed=seed)
        self._seed, self._number = seed, 0

    def next(self) -> Hand:
        """The next hand."""
        if self._seed is None:
            return Hand(self.rules, self.stacks)
        hand = Hand(self.rules, self.stacks, seed=self._seed, number=self._number)
        self._number += 1
        return hand
