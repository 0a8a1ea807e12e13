"""The chips of one hand: in front of the players, on the street, and in the pots."""

from __future__ import annotations

from collections.abc import Mapping

from .pots import Pot, make_pots, uncalled
from .seats import clockwise

__all__ = ["Chips"]


class Chips:
    """Who is in, and where every chip is."""

    def __init__(self, stacks: Mapping[int, int]) -> None:
        self.seats_in = list(stacks)  # dealt in and not folded
        self.stacks = dict(stacks)
        self.antes = dict.fromkeys(stacks, 0)
        self.bets = dict.fromkeys(stacks, 0)  # put in on the running street, without antes
        self.earlier = dict.fromkeys(stacks, 0)  # put in on the streets before

    def copy(self) -> Chips:
        """Returns an independent copy of the chips."""
        twin = Chips(self.stacks)
        twin.seats_in = list(self.seats_in)
        twin.antes = dict(self.antes)
        twin.bets = dict(self.bets)
        twin.earlier = dict(self.earlier)
        return twin

    def able(self) -> list[int]:
        """Returns the seats that are in and have chips left."""
        return [seat for seat in self.seats_in if self.stacks[seat] > 0]

    def next_able(self, seat: int) -> int:
        """Returns this seat if it is able, else the next able one clockwise [C27], [C32]."""
        return clockwise(self.able(), seat)[0]

    def could_put_in(self, seat: int) -> int:
        """Returns the most that this player can have put in on the street."""
        return self.bets[seat] + self.stacks[seat]

    def pay_ante(self, seat: int, ante: int) -> int:
        """Takes the ante, or all that the player has, and returns what was paid [rules 3.3]."""
        paid = min(ante, self.stacks[seat])
        self.stacks[seat] -= paid
        self.antes[seat] += paid
        return paid

    def put_in(self, seat: int, amount: int) -> int:
        """Raises what the seat has put in on the street to `amount` and returns the chips added."""
        added = amount - self.bets[seat]
        self.stacks[seat] -= added
        self.bets[seat] = amount
        return added

    def return_ante(self) -> tuple[int, int] | None:
        """Gives back the part of an ante that nobody matched and returns its seat and chips [rules 3.3]."""
        return self._give_back(self.antes)

    def end_street(self) -> tuple[int, int] | None:
        """Gives back uncalled chips, returning seat and chips; other bets join the pots [rules 3.6]."""
        back = self._give_back(self.bets)
        for seat, bet in self.bets.items():
            self.earlier[seat] += bet
            self.bets[seat] = 0
        return back

    def _give_back(self, put_in: dict[int, int]) -> tuple[int, int] | None:
        back = uncalled(put_in)
        if back is not None:
            seat, chips = back
            put_in[seat] -= chips
            self.stacks[seat] += chips
        return back

    def contributions(self) -> dict[int, int]:
        """Returns what each player put in during the whole hand, antes included."""
        return {seat: ante + self.earlier[seat] + self.bets[seat] for seat, ante in self.antes.items()}

    def pots(self, *, trim_antes: bool) -> list[Pot]:
        """Returns the pots of antes and finished streets, for the players in now [rules 3.9]."""
        if trim_antes:
            totals = {seat: ante + self.earlier[seat] for seat, ante in self.antes.items()}
            return make_pots(totals, self.seats_in)
        # Levels count bets only; all antes belong to the first pot, whatever each player paid.
        return make_pots(self.earlier, self.seats_in, sum(self.antes.values()))
