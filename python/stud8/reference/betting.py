"""One betting round: what may be done, by whom, and what it changes [rules 3.4], [rules 3.5]."""

from __future__ import annotations

import copy

from .actions import WAGERS, Action
from .chips import Chips
from .rules import Rules
from .seats import clockwise

__all__ = ["BettingRound"]


class BettingRound:
    """The three numbers of a round and who has acted [rules 3.5]; the chips themselves are in `Chips`."""

    def __init__(self, rules: Rules, street: int, able: int) -> None:
        self.third = street == 3
        self.size = rules.size(street)
        self.bring_in = rules.bring_in
        self.short_is_full = rules.all_in_raise == "half"
        self.fold_unfaced = rules.fold_unfaced
        self.raises = rules.raises  # None: no cap
        if not rules.heads_up_cap and able == 2:
            self.raises = None
        self.current_bet = 0  # the most anyone has put in; after the bring-in all of it [rules 3.4]
        self.full = 0  # the amount of the last full wager
        self.wagers = 0  # the number of full wagers
        self.acted: set[int] = (
            set()
        )  # the seats that acted since the last full wager, or since the round began
        self.begun = False  # whether anybody has acted in this round

    def copy(self) -> BettingRound:
        """Returns an independent copy of the round."""
        twin = copy.copy(self)
        twin.acted = set(self.acted)
        return twin

    def legal(self, seat: int, chips: Chips) -> list[Action]:
        """Returns what this able player may do when asked, in the order of legal actions [rules 3.5]."""
        if self.third and not self.begun:
            return self._opening(chips.stacks[seat])
        legal = []
        most = chips.could_put_in(seat)
        if chips.bets[seat] < self.current_bet:
            legal.append(Action("fold"))
            legal.append(Action("call", min(self.current_bet, most)))
        else:
            # Never on third street: there current_bet is at least the bring-in, and who has put that in
            # without owing more is only the bring-in player, who has acted [C26].
            if self.fold_unfaced:
                legal.append(Action("fold"))
            legal.append(Action("check"))
        if self._may_wager(seat, chips):
            legal.append(Action(self._wager_name(), min(self.full + self.size, most)))
        return legal

    def to_call(self, seat: int, chips: Chips, *, acting: bool) -> int:
        """Returns what this player adds to stay in; the opener adds the bring-in [rules 3.4]."""
        owed = self.bring_in if acting and self.third and not self.begun else self.current_bet
        return min(max(owed - chips.bets[seat], 0), chips.stacks[seat])

    def _opening(self, stack: int) -> list[Action]:
        """Returns what the bring-in player may do: neither fold nor check [C20], [rules 3.4]."""
        # Reading: the right to complete rests on [rules 3.4] alone. Nothing is to call yet, so condition
        # (d) holds already because a round has two able players.
        legal = [Action("bring_in", min(self.bring_in, stack))]
        if stack > self.bring_in:
            legal.append(Action("complete", min(self.size, stack)))
        return legal

    def _may_wager(self, seat: int, chips: Chips) -> bool:
        return (
            seat not in self.acted  # (a)
            and (self.raises is None or self.wagers <= self.raises)  # (b) [C25]
            and chips.could_put_in(seat) > self.current_bet  # (c)
            and self._could_be_answered(seat, chips)  # (d)
        )

    def _could_be_answered(self, seat: int, chips: Chips) -> bool:
        """Whether some other player who is in could put in more than the call."""
        return any(chips.could_put_in(other) > self.current_bet for other in chips.seats_in if other != seat)

    def _wager_name(self) -> str:
        if self.current_bet == 0:
            return "bet"
        return "complete" if self.wagers == 0 else "raise"

    def act(self, seat: int, action: Action, chips: Chips) -> dict[str, object]:
        """Carries out a legal action and returns its event."""
        self.begun = True
        self.acted.add(seat)
        if action.kind == "fold":
            chips.seats_in.remove(seat)
        if action.amount is None:
            return {"kind": action.kind, "seat": seat}
        added = chips.put_in(seat, action.amount)
        if action.kind == "bring_in":
            self.current_bet = self.bring_in  # the full bring-in, even if he put in less [C28]
        elif action.kind in WAGERS:
            self._wager(seat, action.amount)
        return {
            "kind": action.kind,
            "seat": seat,
            "amount": action.amount,
            "chips": added,
            "all_in": chips.stacks[seat] == 0,
        }

    def _wager(self, seat: int, amount: int) -> None:
        self.current_bet = amount
        growth = amount - self.full
        if growth == self.size or (self.short_is_full and 2 * growth >= self.size):
            self.full = amount
            self.wagers += 1
            self.acted = {seat}  # everybody else may wager again
        # A short wager leaves the cap, the rights to wager and the next full amount as they were.

    def next_to_act(self, last: int, chips: Chips) -> int | None:
        """Returns the first due player clockwise from the last one, or None when the round is over."""
        if len(chips.seats_in) == 1:
            return None
        able = chips.able()
        for seat in clockwise(able, last + 1):
            behind = chips.bets[seat] < self.current_bet
            if behind or (seat not in self.acted and len(able) > 1):
                return seat
        return None
