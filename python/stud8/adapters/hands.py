"""What the adapters share: the arguments that JSON can hold, who sits where, and which hand comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from stud8 import Hand, InvalidRulesError, InvalidSeatsError, Rules, Tables
from stud8._internal.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Deals", "Stacks", "rules_of", "stacks_of"]

Stacks: TypeAlias = "Iterable[int] | Mapping[int, int] | Mapping[str, int] | None"


def rules_of(rules: Rules | str | dict[str, Any]) -> Rules:
    """Returns the rules that these are: `Rules`, the name of a preset, or what `Rules.to_dict` gave.

    Raises `InvalidRulesError` for a name that is no preset and for settings that `Rules.from_dict` refuses,
    and `TypeError` for anything else.
    """
    if isinstance(rules, str):
        if rules not in Rules.PRESETS:
            raise InvalidRulesError(
                f"rules={quoted(rules)} is unknown: choose one of {', '.join(Rules.PRESETS)}"
            )
        preset: Rules = getattr(Rules, rules)()
        return preset
    if isinstance(rules, dict):
        return Rules.from_dict(rules)
    if not isinstance(rules, Rules):
        raise TypeError(
            f"rules={quoted(rules)} must be Rules, the name of a preset, or a dict of Rules.to_dict()"
        )
    return rules


def stacks_of(stacks: Stacks) -> Iterable[int] | Mapping[int, int] | None:
    """Returns the stacks with whole numbers as seats: the keys of a JSON object are texts."""
    if not isinstance(stacks, dict) or not all(isinstance(seat, str) for seat in stacks):
        return stacks  # type: ignore[return-value] # whatever isn't such a dict is for `Tables` to judge
    seats = {str(seat): seat for seat in range(1, 9)}
    unknown = [seat for seat in stacks if seat not in seats]
    if unknown:
        raise InvalidSeatsError(f"there is no seat {quoted(unknown[0])}: seats are numbered 1 to 8")
    return {seats[seat]: chips for seat, chips in stacks.items()}


class Deals:
    """Hands with the same rules and stacks, one after the other.

    After `seed` they are the hands 0, 1, 2 … of that seed, the same on every machine; before it their cards
    come from the operating system.
    """

    def __init__(
        self,
        rules: Rules | str | dict[str, Any],
        players: int | None = None,
        stacks: Stacks = None,
    ) -> None:
        """Look at everything once, as `Tables` does."""
        with Tables(rules_of(rules), tables=1, players=players, stacks=stacks_of(stacks)) as table:
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
