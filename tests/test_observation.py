"""Rows of numbers: the layout, and that a row says what its view says."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from hypothesis import given
from hypothesis import strategies as st
from stud8 import OBSERVATION, Hand, Rules, View, observe
from stud8.testing import hands

if TYPE_CHECKING:
    from numpy.typing import NDArray

STAGES = ("betting", "declaring", "showing", "dealing", "over")


def test_the_layout_is_pinned() -> None:
    """Players that were trained keep rows: a change of this is a new version."""
    assert OBSERVATION.itemsize == 232
    assert OBSERVATION.fields is not None
    assert {name: field[:2] for name, field in OBSERVATION.fields.items()} == {
        "version": (np.dtype("u1"), 0),
        "seat": (np.dtype("u1"), 1),
        "street": (np.dtype("u1"), 2),
        "stage": (np.dtype("u1"), 3),
        "legal": (np.dtype("u1"), 4),
        "dealt_in": (np.dtype("u1"), 5),
        "live": (np.dtype("u1"), 6),
        "all_in": (np.dtype("u1"), 7),
        "wagers_left": (np.dtype("u1"), 8),
        "aggressor": (np.dtype("u1"), 9),
        "common": (np.dtype("u1"), 10),
        "cards": (np.dtype(("u1", (8, 7))), 11),
        "stacks": (np.dtype(("<i8", (8,))), 72),
        "bets": (np.dtype(("<i8", (8,))), 136),
        "pot": (np.dtype("<i8"), 200),
        "to_call": (np.dtype("<i8"), 208),
        "wager": (np.dtype("<i8"), 216),
        "small_bet": (np.dtype("<i8"), 224),
    }
    assert pickle.loads(pickle.dumps(OBSERVATION)) == OBSERVATION  # noqa: S301 - our own


def test_the_documented_layout_is_the_layout() -> None:
    assert OBSERVATION.names is not None
    assert observe.__doc__ is not None
    lines = observe.__doc__.split("```text\n")[1].split("```")[0].splitlines()[1:]
    told = {line[:13].strip(): line[13:29].strip() for line in lines}
    assert told == {
        name: f"{field.base.name} {field.shape or ''}".strip()
        for name, field in ((name, OBSERVATION[name]) for name in OBSERVATION.names)
    }


def bits(seats: tuple[int, ...] | list[int]) -> int:
    return sum(1 << seat - 1 for seat in seats)


def slow_row(view: View) -> dict[str, Any]:
    """The fields of a row, from what the view tells in words."""
    cards = np.full((8, 7), 53)
    for seat in view.seats:
        down, up = view.down_cards[seat], view.up_cards[seat]
        for place, card in enumerate((*down[:2], *up, *down[2:])):
            cards[seat - 1, place] = 52 if card is None else int(card)
    by_seat = {name: np.zeros(8, dtype=int) for name in ("stacks", "bets")}
    for name, table in by_seat.items():
        for seat, chips in getattr(view, name).items():
            table[seat - 1] = chips
    is_common_out = any(event.kind == "common" for event in view.events)
    hidden = 52 if is_common_out else 53
    to_call = wager = 0
    if view.seat in view.seats_in:
        assert view.seat is not None
        bet, stack = view.bets[view.seat], view.stacks[view.seat]
        to_call = min(max(view.to_call - bet, 0), stack)
        for action in view.legal_actions:
            if action.id == 1:
                to_call = 0 if action.amount is None else action.amount - bet
            elif action.id == 2:
                assert action.amount is not None
                wager = action.amount - bet
    return {
        "version": 1,
        "seat": view.seat or 0,
        "street": view.street,
        "stage": STAGES.index(view.stage),
        "legal": sum(1 << action.id for action in view.legal_actions),
        "dealt_in": bits(view.seats),
        "live": bits(view.seats_in),
        "all_in": bits([seat for seat in view.seats_in if view.stacks[seat] == 0]),
        "wagers_left": 255 if view.wagers_left is None else min(view.wagers_left, 254),
        "aggressor": view.aggressor or 0,
        "common": hidden if view.common_card is None else int(view.common_card),
        "cards": cards,
        **by_seat,
        "pot": sum(view.contributions.values()),
        "to_call": to_call,
        "wager": wager,
        "small_bet": view.rules.small_bet,
    }


def check_row(view: View) -> NDArray[np.void]:
    row = observe(view)
    assert (row.shape, row.dtype) == ((), OBSERVATION)
    for name, value in slow_row(view).items():
        assert (row[name] == value).all(), (name, row[name], value)
    return row


@given(hands() | hands(dealt_by_hand=True))
def test_a_row_says_what_its_view_says(hand: Hand) -> None:
    for viewer in (None, *hand.seats):
        row = check_row(hand.view(viewer))
        again = View.from_dict(hand.view(viewer).to_dict())
        assert observe(again).tobytes() == row.tobytes()


def test_no_cap_and_huge_caps_fit() -> None:
    for raises, told in ((None, 255), (10**6, 254), (3, 4)):
        hand = Hand(Rules.full_tilt(raises=raises), [20000] * 3, seed=1)
        assert int(observe(hand.view(1))["wagers_left"]) == told


@given(hands(), st.data())
def test_a_row_tells_nothing_hidden(hand: Hand, data: st.DataObject) -> None:
    """The hidden cards exchanged for others: the same bytes."""
    record = hand.to_dict()
    deck = [record["deck"][place : place + 2] for place in range(0, 104, 2)]
    viewer = data.draw(st.sampled_from((None, *hand.seats)))
    if hand.is_over or any(event.kind in {"show", "muck", "common"} for event in hand.events):
        return
    dealt = sum(event.kind in {"deal", "burn"} for event in hand.events)
    hidden = [str(card) for seat in hand.seats if seat != viewer for card in hand.down_cards[seat]]
    places = [deck.index(card) for card in hidden] + list(range(dealt, 52))
    cards = data.draw(st.permutations([deck[place] for place in places]))
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    twin = Hand.from_dict({**record, "deck": "".join(deck)})
    assert observe(twin.view(viewer)).tobytes() == observe(hand.view(viewer)).tobytes()


@pytest.mark.parametrize("other", [None, 5, "As", stud8.Rules.full_tilt()])
def test_only_views_can_be_observed(other: Any) -> None:
    with pytest.raises(TypeError):
        observe(other)
    hand = Hand(Rules.full_tilt(), [20000] * 2, seed=1)
    with pytest.raises(TypeError):
        observe(hand)  # type: ignore[arg-type]
