"""The kinds of action, their order and their ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from .errors import StudError

__all__ = ["ACTION_IDS", "WAGERS", "Action", "AskedAction", "check_action", "find_action"]

# In the order in which legal actions are listed [rules 3.5], with the id of each.
ACTION_IDS = {
    "fold": 0,
    "check": 1,
    "call": 1,
    "bring_in": 1,
    "complete": 2,
    "bet": 2,
    "raise": 2,
    "show": 3,
    "muck": 4,
    "declare_high": 5,
    "declare_low": 6,
    "declare_both": 7,
}

WAGERS = ("complete", "bet", "raise")


class Action(NamedTuple):
    """One legal action.

    `amount` is the seat's total on this street after the action, or None if no chips move.
    """

    kind: str
    amount: int | None = None

    @property
    def id(self) -> int:
        """Returns the id, 0 to 7; kinds that are never legal together share one."""
        return ACTION_IDS[self.kind]


AskedAction: TypeAlias = str | int | Action  # a kind, a number or an action


def check_action(asked: object) -> None:
    """Raises `unknown_action` for what is no action at all."""
    if isinstance(asked, Action):
        known = isinstance(asked.kind, str) and asked.kind in ACTION_IDS
    elif isinstance(asked, str):
        known = asked in ACTION_IDS
    else:
        known = isinstance(asked, int) and not isinstance(asked, bool) and 0 <= asked <= 7
    if not known:
        raise StudError("unknown_action", f"{asked!r} is no action: {', '.join(ACTION_IDS)} or 0 to 7")


def find_action(asked: AskedAction, legal: Sequence[Action]) -> Action | None:
    """Returns the legal action that is meant, or None."""
    for action in legal:
        if isinstance(asked, Action):
            meant = asked == action
        elif isinstance(asked, str):
            meant = asked == action.kind
        else:
            meant = asked == action.id
        if meant:
            return action
    return None
