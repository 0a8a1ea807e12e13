"""What one seat may know of a hand, or the rail [C08]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import StudError

if TYPE_CHECKING:
    from .hand import Hand

__all__ = ["view_of"]


def view_of(hand: Hand, viewer: int | None) -> dict[str, object]:
    """Returns the view of a seat, or of the rail (None), as plain data to be read only."""
    if viewer is not None and viewer not in hand.seats:
        raise StudError("invalid_seats", f"seat {viewer!r} is not dealt in; these are: {list(hand.seats)}")
    # The seat itself sees its down cards; all see them once the seat has shown.
    open_seats = {*hand.seats_shown, viewer}
    down_cards = {
        str(seat): list(cards) if seat in open_seats else [None] * len(cards)
        for seat, cards in hand.down_cards.items()
    }
    events = [
        event
        if event["kind"] != "deal" or event["up"] or event["seat"] in open_seats
        else {**event, "card": None}
        for event in hand.events
    ]
    actor = hand.actor
    legal = hand.legal_actions if viewer is not None and viewer == actor else []
    return {
        "seat": viewer,
        "street": hand.street,
        "seats": list(hand.seats),
        "seats_in": list(hand.seats_in),
        "stacks": _by_seat(hand.stacks),
        "bets": _by_seat(hand.bets),
        "contributions": _by_seat(hand.contributions),
        "pots": [{"amount": pot.amount, "seats": list(pot.seats)} for pot in hand.pots],
        "up_cards": {str(seat): list(cards) for seat, cards in hand.up_cards.items()},
        "down_cards": down_cards,
        "common_card": hand.common_card,
        "is_over": hand.is_over,
        "stage": hand.stage,
        "current_bet": hand.current_bet,
        "to_call": 0 if viewer is None else hand.to_call_of(viewer),
        "wagers_left": hand.wagers_left,
        "aggressor": hand.aggressor,
        "actor": actor,
        "legal_actions": [{"kind": action.kind, "amount": action.amount} for action in legal],
        "events": events,
    }


def _by_seat(chips: dict[int, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in chips.items()}
