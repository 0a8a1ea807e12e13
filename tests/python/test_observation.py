"""Rows of numbers: the layout, and that a row says what its view says."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from hypothesis import given
from hypothesis import strategies as st
from stud8 import FEATURES, OBSERVATION, Hand, Rules, Tables, View, features, observe
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
        "game": (np.dtype("u1"), 67),
        "padding": (np.dtype(("u1", (4,))), 68),
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


def test_rows_that_numpy_joins_are_still_observations() -> None:
    """Whoever keeps rows for later joins them, and numpy packs the fields of what it joins."""
    rows = Tables(Rules.full_tilt(), tables=3, players=4, seed=3).observe()
    single = observe(Hand(Rules.full_tilt(), [20000] * 2, seed=1).view(1))
    for joined in (np.concatenate([rows, rows]), np.stack([rows, rows]), np.append(rows, rows)):
        assert joined.dtype == OBSERVATION
        assert joined.tobytes() == 2 * rows.tobytes()
        assert (features(joined).reshape(2, 3, -1) == features(rows)).all()
    for joined in (
        np.stack([single] * 2),
        np.array([single] * 2),
        np.where([True, False], rows[:2], rows[1:]),
    ):
        assert joined.dtype == OBSERVATION
        assert features(joined).shape == (2, 588)


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
        to_call = min(max(view.current_bet - bet, 0), stack)
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
        "game": 0,
        "padding": np.zeros(4),
        **by_seat,
        "pot": sum(view.contributions.values()),
        "to_call": to_call,
        "wager": wager,
        "small_bet": view.rules.small_bet,
    }


def check_row(view: View) -> NDArray[np.void]:
    row = observe(view)
    assert (row.shape, row.dtype) == ((), OBSERVATION)
    assert (int(row["to_call"]), int(row["pot"])) == (view.to_call, view.pot)
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
    for raises, told in ((None, 255), (10**6, 254), (255, 254), (254, 254), (253, 254), (252, 253), (3, 4)):
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


def test_views_with_impossible_chips_are_refused() -> None:
    """Nobody has them, so no row has to tell them."""
    record = Hand(Rules.full_tilt(), [20000] * 3, seed=1).view(2).to_dict()
    for name in ("stacks", "bets", "contributions"):
        record[name] = dict.fromkeys(record[name], 2**64 - 1)
    record["current_bet"] = record["wagers_left"] = 2**64 - 1
    with pytest.raises(stud8.HistorySyntaxError, match="nobody begins a hand with that"):
        View.from_dict(record)


@pytest.mark.parametrize("other", [None, 5, "As", stud8.Rules.full_tilt()])
def test_only_views_can_be_observed(other: Any) -> None:
    with pytest.raises(TypeError):
        observe(other)
    hand = Hand(Rules.full_tilt(), [20000] * 2, seed=1)
    with pytest.raises(TypeError):
        observe(hand)  # type: ignore[arg-type]


# Features


def slow_features(view: View) -> dict[str, Any]:
    """The groups, from what the view tells in words."""
    seat = view.seat or 1
    seats = [(seat - 1 + n) % 8 + 1 for n in range(8)]

    def cards(some: Any) -> list[float]:
        numbers = {int(card) for card in some if card is not None}
        return [float(number in numbers) for number in range(52)]

    def squashed(chips: int) -> float:
        return chips / (chips + 20 * view.rules.small_bet)

    row = slow_row(view)
    down = {s: view.down_cards[s] if s in view.seats and s != view.seat else () for s in seats}
    up = {s: view.up_cards.get(s, ()) for s in seats}
    left = view.wagers_left
    return {
        "street": [float(view.street == street) for street in range(3, 8)],
        "stage": [float(view.stage == stage) for stage in STAGES[:3]],
        "legal": [float(n in {action.id for action in view.legal_actions}) for n in range(8)],
        "dealt_in": [float(s in view.seats) for s in seats],
        "live": [float(s in view.seats_in) for s in seats],
        "all_in": [float(s in view.seats_in and view.stacks[s] == 0) for s in seats],
        "aggressor": [float(s == view.aggressor) for s in seats],
        "wagers_left": [1.0 if left is None else min(left, 254) / (min(left, 254) + 1)],
        "down_cards": cards(view.down_cards[view.seat] if view.seat else ()),
        "open_cards": [value for s in seats for value in cards((*up[s], *down[s]))],
        "common_card": cards([view.common_card]),
        "stacks": [squashed(view.stacks.get(s, 0)) for s in seats],
        "bets": [squashed(view.bets.get(s, 0)) for s in seats],
        "pot": [squashed(row["pot"])],
        "to_call": [squashed(row["to_call"])],
        "wager": [squashed(row["wager"])],
    }


def check_features(view: View) -> None:
    numbers = features(observe(view))
    assert numbers.shape == (588,)
    assert numbers.dtype == np.float32
    assert ((numbers >= 0) & (numbers <= 1)).all()
    slow = slow_features(view)
    assert list(slow) == list(FEATURES)
    for name, values in slow.items():
        found = numbers[FEATURES[name]]
        assert np.allclose(found, values, rtol=1e-6, atol=0), (name, found, values)


@given(hands() | hands(dealt_by_hand=True))
def test_features_say_what_the_view_says(hand: Hand) -> None:
    for viewer in (None, *hand.seats):
        check_features(hand.view(viewer))


@pytest.mark.parametrize("known", [True, False])
def test_a_common_card_is_in_rows_and_features(known: bool) -> None:  # noqa: FBT001 - a parameter
    """Eight players see seventh street: rarer than what random hands come to."""
    hand = Hand(Rules.full_tilt(ante=10), [10] * 8, dealt_by_hand=True)
    up = (card for card in map(stud8.Card, range(51)))
    for place in range(48):
        hand.deal("??" if place < 16 else str(next(up)))
    hand.deal("As" if known else "??")
    assert any(event.kind == "common" for event in hand.events)
    assert (hand.common_card is None) != known
    for viewer in (None, *hand.seats):
        check_row(hand.view(viewer))
        check_features(hand.view(viewer))


def test_the_documented_features_are_the_features() -> None:
    assert features.__doc__ is not None
    lines = features.__doc__.split("```text\n")[1].split("```")[0].splitlines()
    told = {line[:13].strip(): int(line[13:19]) for line in lines}
    assert told == {name: group.stop - group.start for name, group in FEATURES.items()}
    ends = [group.stop for group in FEATURES.values()]
    assert [group.start for group in FEATURES.values()] == [0, *ends[:-1]]
    assert ends[-1] == 588


def test_features_of_any_shape_and_strides() -> None:
    rows = Tables(Rules.full_tilt(), tables=24, players=5, seed=3).observe()
    plain = features(rows)
    assert plain.shape == (24, 588)
    assert (features(rows.reshape(2, 3, 4)) == plain.reshape(2, 3, 4, 588)).all()
    assert (features(rows[::-2]) == plain[::-2]).all()
    assert features(rows[:0]).shape == (0, 588)
    for n in range(3):
        assert (features(rows[n : n + 1])[0] == plain[n]).all()
    out = np.ones((24, 588), np.float32)
    assert features(rows, out=out) is out
    assert (out == plain).all()


def test_features_of_single_rows_and_of_lists_of_rows() -> None:
    rows = Tables(Rules.full_tilt(), tables=4, players=5, seed=3).observe()
    plain = features(rows)
    assert not isinstance(rows[2], np.ndarray)
    assert features(rows[2]).shape == (588,)
    assert (features(rows[2]) == plain[2]).all()
    out = np.zeros(588, np.float32)
    assert features(rows[2], out=out) is out
    assert (out == plain[2]).all()
    assert (features([row.copy() for row in rows]) == plain).all()
    views = [observe(Hand(Rules.full_tilt(), [20000] * 2, seed=seed).view(1)) for seed in range(3)]
    assert (features(views) == np.stack([features(view) for view in views])).all()


def test_what_is_no_observation_has_no_features() -> None:
    rows = Tables(Rules.full_tilt(), tables=4, players=5, seed=3).observe()
    others: list[Any] = [
        None,
        5,
        [1],
        [],
        [rows[0], 1],
        [[1], 1],
        np.zeros(232, np.uint8),
        np.zeros(3),
        rows.tolist(),
        rows["cards"],
    ]
    for other in others:
        with pytest.raises(TypeError, match="observations is an OBSERVATION array"):
            features(other)
    rows["version"][2] = 9
    with pytest.raises(ValueError, match="row 2: an observation of version 9: this release reads 1"):
        features(rows)
    rows["version"][2] = 1
    outs: list[tuple[Any, type[Exception]]] = [
        (np.zeros((4, 587), np.float32), ValueError),
        (np.zeros((4, 588), np.float64), TypeError),
        (np.zeros((588, 4), np.float32).T, ValueError),
        (np.broadcast_to(np.zeros((1, 588), np.float32), (4, 588)), ValueError),
        ([1], TypeError),
    ]
    for out, error in outs:
        with pytest.raises(error):
            features(rows, out=out)


def test_rows_from_before_the_game_had_a_name_are_read_and_written() -> None:
    """Its byte was padding, and 0: only the names of the dtype differ."""
    fields = dict(OBSERVATION.fields or {})
    del fields["game"]
    fields["padding"] = (np.dtype(("u1", (5,))), 67)
    names = sorted(fields, key=lambda name: fields[name][1])
    earlier = np.dtype(
        {
            "names": names,
            "formats": [fields[name][0] for name in names],
            "offsets": [fields[name][1] for name in names],
            "itemsize": 232,
        }
    )
    assert earlier != OBSERVATION
    tables = Tables(Rules.full_tilt(), tables=4, seed=7)
    rows = tables.observe()
    old = rows.view(earlier)
    assert not old["padding"].any()
    assert np.array_equal(features(old), features(rows))
    assert np.array_equal(tables.observe(out=np.zeros(4, earlier)).view(OBSERVATION), rows)


@pytest.mark.parametrize("shape", [(5000,), (1, 5000), (5000, 1), (3, 1500), (2, 1, 2100)])
def test_features_of_rows_that_do_not_lie_together(shape: tuple[int, ...]) -> None:
    """They are copied piece by piece, so that Ctrl-C is heard."""
    rows = Tables(Rules.full_tilt(), tables=3, players=4, seed=7).observe()
    wide = np.resize(rows, (*shape, 2))[..., 0]
    assert not wide.flags["C_CONTIGUOUS"]
    assert np.array_equal(features(wide), features(wide.copy()))
    spread = np.broadcast_to(rows[0], shape)
    assert np.array_equal(features(spread), features(spread.copy()))
