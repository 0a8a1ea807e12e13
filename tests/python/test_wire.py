# ruff: noqa: S603 - the processes are this Python
"""Records: what no hand can have is refused with its field; no object changes one while it is read."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from hypothesis import given
from hypothesis import strategies as st
from stud8 import Event, Hand, Rules, Tables, View, observe
from stud8.testing import hands

if TYPE_CHECKING:
    from collections.abc import Callable

PHH = """
variant = "F7S/8"
antes = [1, 1, 1]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [50, 50, 50]
actions = [
    "d dh p1 ????2c", "d dh p2 ????9d", "d dh p3 ????Kd",
    "p1 pb", "p2 cc", "p3 cc", "d dh p1 4c", "d dh p2 4d", "d dh p3 4h",
    "p3 cc", "p1 cc", "p2 cc", "d dh p1 5c", "d dh p2 5d", "d dh p3 5h",
    "p3 cc", "p1 cc", "p2 cc", "d dh p1 6c", "d dh p2 6d", "d dh p3 6h",
    "p3 cc", "p1 cc", "p2 cc", "d dh p1 ??", "d dh p2 ??", "d dh p3 ??",
    "p3 cc", "p1 cc", "p2 cc", "p2 sm", "p3 sm AsAcKd4h5h6hAh", "p1 sm",
]
"""


def played(hand: Hand, seed: int, actions: int = 1000) -> Hand:
    random = Random(seed)
    while hand.actor is not None and actions:
        kinds = [action.kind for action in hand.legal_actions]
        hand.play(random.choice([*(kind for kind in kinds if kind != "fold"), *kinds]))
        actions -= 1
    return hand


def middle() -> Hand:
    """Three players on fifth street; seat 5 has bet, seat 8 is to act."""
    hand = Hand(Rules.full_tilt(), {2: 20_000, 5: 900, 8: 20_000}, seed=0)
    while hand.street < 5:
        hand.play("complete" if hand.street == 3 and "complete" in hand.legal_actions else 1)
    hand.play(2)
    return hand


def showdown() -> Hand:
    return played(Hand(Rules.eight_or_better(ante=1, bring_in=2, small_bet=5), [60, 80, 100, 120], seed=2), 7)


def record_of(hand: Hand, viewer: int | None) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(hand.view(viewer).to_dict()))
    return record


def deals(record: dict[str, Any], *, up: bool) -> list[dict[str, Any]]:
    return [event for event in record["events"] if event["kind"] == "deal" and event["up"] is up]


def one_card_twice(record: dict[str, Any]) -> None:
    first, second = deals(record, up=True)[:2]
    second["card"] = first["card"]
    record["up_cards"][str(second["seat"])][0] = first["card"]


def own_card_twice(record: dict[str, Any]) -> None:
    mine = str(record["seat"])
    cards = record["down_cards"][mine]
    cards[1] = cards[0]
    for event in deals(record, up=False):
        if str(event["seat"]) == mine:
            event["card"] = cards[0]


def exchanged(record: dict[str, Any], name: str) -> None:
    table = record[name]
    table["2"], table["5"] = table["5"], table["2"]


CONTRADICTIONS: dict[str, tuple[Any, str]] = {
    "one card in two hands": (one_card_twice, "comes twice"),
    "one card twice in a hand": (own_card_twice, "comes twice"),
    "a card in the table alone": (lambda r: r["up_cards"]["5"].__setitem__(0, "2c"), "up_cards.5[0]"),
    "up cards of another seat": (lambda r: exchanged(r, "up_cards"), "up_cards.2[0]"),
    "a hidden card told": (lambda r: r["down_cards"]["5"].__setitem__(0, "2c"), "down_cards.5[0]"),
    "my card unknown": (lambda r: r["down_cards"]["8"].__setitem__(0, None), "down_cards.8[0]"),
    "too few cards": (lambda r: r["up_cards"]["5"].pop(), "up_cards.5"),
    "too many cards": (lambda r: r["up_cards"]["5"].append("2c"), "up_cards.5"),
    "a street too late": (lambda r: r.update(street=6), "street"),
    "seats not dealt in": (lambda r: r["seats_in"].append(1), "seats_in"),
    "nobody is in": (lambda r: r.update(seats_in=[]), "seats_in"),
    "a seat twice": (lambda r: r["seats"].append(2), "comes twice"),
    "a viewer who has no seat": (lambda r: r.update(seat=1), "seat 1 was not dealt in"),
    "chips from nowhere": (lambda r: r["stacks"].update({"2": 2**40}), "stacks"),
    "a stack that nobody can have": (lambda r: r["stacks"].update({"2": 2**64 - 1}), "stacks"),
    "a bet that nobody made": (lambda r: r["bets"].update({"2": 5}), "bets.2"),
    "contributions": (lambda r: r["contributions"].update({"2": 0}), ""),
    "a pot too large": (lambda r: r["pots"][0].update(amount=1), "pots[0].amount"),
    "a pot of other seats": (lambda r: r["pots"][0].update(seats=[2, 5]), "pots[0].seats"),
    "a pot too many": (lambda r: r["pots"].append({"amount": 3, "seats": [2]}), "pots"),
    "another actor": (lambda r: r.update(actor=2), "actor"),
    "another aggressor": (lambda r: r.update(aggressor=8), "aggressor"),
    "another current bet": (lambda r: r.update(current_bet=401), "current_bet"),
    "another amount to call": (lambda r: r.update(to_call=401), "to_call"),
    "other wagers": (lambda r: r.update(wagers_left=4), "wagers_left"),
    "over, with an actor": (lambda r: r.update(stage="over", is_over=True), "is_over"),
    "another stage": (lambda r: r.update(stage="showing"), "stage"),
    "a common card from nowhere": (lambda r: r.update(common_card="2c"), "common_card"),
    "three actions with one id": (
        lambda r: r["legal_actions"].extend(
            [{"kind": "bet", "amount": 1}, {"kind": "complete", "amount": 2}]
        ),
        "legal_actions",
    ),
    "no legal actions": (lambda r: r.update(legal_actions=[]), "legal_actions"),
    "an action at another price": (
        lambda r: r["legal_actions"][1].update(amount=3),
        "legal_actions[1].amount",
    ),
    "an event too few": (lambda r: r["events"].pop(), ""),
    "an event too many": (lambda r: r["events"].append(dict(r["events"][-1])), "events["),
    "events in another order": (lambda r: r["events"].reverse(), "events[0]"),
    "an ante that the rules don't ask": (lambda r: r["events"][0].update(chips=41), "events[0].chips"),
    "rules of another ante": (lambda r: r["rules"].update(ante=41), "events[0].chips"),
    "a seat with two spellings": (lambda r: r["stacks"].update({"02": 5}), "02"),
    "whole numbers as floats": (lambda r: r.update(street=5.0), "street"),
    "a flag as a number": (lambda r: r.update(is_over=0), "is_over"),
}


def version_1(view: View) -> dict[str, Any]:
    """The record of a view as version 1 wrote it: `to_call` was the current bet."""
    record: dict[str, Any] = json.loads(json.dumps(view.to_dict()))
    record["to_call"] = record.pop("current_bet")
    record["version"] = 1
    return record


@pytest.mark.parametrize("seat", [None, 2, 8])
def test_a_view_of_version_1_tells_the_current_bet_as_to_call(seat: int | None) -> None:
    hand = middle()
    view = hand.view(seat)
    assert View.from_dict(version_1(view)) == view
    assert view.current_bet > 0
    for change in ({"to_call": view.current_bet + 1}, {"version": 0}, {"version": 3}):
        with pytest.raises(stud8.StudError, match=next(iter(change))):
            View.from_dict({**version_1(view), **change})
    without = version_1(view)
    del without["to_call"]
    with pytest.raises(stud8.HistorySyntaxError, match="to_call"):
        View.from_dict(without)


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_view_that_no_hand_can_have_is_refused_with_its_field(name: str) -> None:
    change, words = CONTRADICTIONS[name]
    record = record_of(middle(), 8)
    change(record)
    with pytest.raises(stud8.StudError) as caught:
        View.from_dict(record)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert len(message) < 500


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r["events"][-1].update(chips=r["events"][-1]["chips"] + 1), "events["),
        (lambda r: r["events"][-1].update(part="high"), "events["),
        (lambda r: r["events"][-1].update(hand={"cards": ["As", "Ah", "Ad", "Ac", "2c"]}), "events["),
        (lambda r: r["events"].pop(), ""),
        (lambda r: r["stacks"].update({"1": 0}), ""),
        (lambda r: r.update(is_over=False), "is_over"),
    ],
)
def test_a_finished_view_that_no_hand_can_have_is_refused(change: Any, words: str) -> None:
    hand = showdown()
    assert any(event.kind == "muck" for event in hand.events)
    for viewer in (None, *hand.seats):
        record = record_of(hand, viewer)
        change(record)
        with pytest.raises(stud8.StudError) as caught:
            View.from_dict(record)
        assert words in str(caught.value)


def test_up_and_down_cards_are_matched_by_key() -> None:
    """They were paired by position: my hole cards went to another seat."""
    view = middle().view(8)
    record = view.to_dict()
    for name in ("down_cards", "up_cards", "stacks", "bets", "contributions"):
        turned = {**record, name: dict(reversed(record[name].items()))}
        assert View.from_dict(turned) == view
    assert View.from_dict(dict(reversed(record.items()))) == view


def test_a_mucked_winner_needs_a_hand_that_let_it_happen() -> None:
    """By the rules nobody mucks a winning hand, but records of hands played elsewhere tell it."""
    (history,) = stud8.loads(PHH)
    hand = history.replay()
    for viewer in (None, *hand.seats):
        view = hand.view(viewer)
        assert View.from_dict(view.to_dict()) == view


@pytest.mark.parametrize("stacks", [[500] * 3, [60, 200, 500]])
def test_pots_that_everybody_mucked_are_paid_as_the_view_tells(stacks: list[int]) -> None:
    """A hand that lets everybody muck pays them by the cards, which the view may not know."""
    begun = Hand(Rules.eight_or_better(ante=10, bring_in=5, small_bet=20), stacks, seed=3)
    hand = Hand.from_dict({**begun.to_dict(), "permissive": True})
    while hand.actor is not None:
        hand.play("muck" if "muck" in hand.legal_actions else 1)
    assert [event.kind for event in hand.events].count("muck") == 3
    assert hand.payoffs
    for viewer in (None, *hand.seats):
        view = hand.view(viewer)
        assert View.from_dict(view.to_dict()) == view
        record = record_of(hand, viewer)
        record["events"][-1]["chips"] -= 1
        record["stacks"][str(record["events"][-1]["seat"])] -= 1
        with pytest.raises(stud8.HistorySyntaxError):
            View.from_dict(record)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Each table or list in a record, with each of its keys or places."""
    if not isinstance(value, dict | list):
        return []
    pairs: list[tuple[Any, Any]] = list(value.items() if isinstance(value, dict) else enumerate(value))
    return [place for key, item in pairs for place in ((value, key), *places(item))]


def drop(_: st.DataObject, box: Any, key: Any) -> None:
    del box[key]


def step(data: st.DataObject, box: Any, key: Any) -> None:
    by = data.draw(st.sampled_from((1, -1, 2, -50, 10**6, 2**40, 2**63, 2**64, 2**70)))
    box[key] = (box[key] if isinstance(box[key], int) else 0) + by


def other_card(data: st.DataObject, box: Any, key: Any) -> None:
    box[key] = data.draw(st.sampled_from(("As", "10h", "2c", "7d", "??", "", "Zz", None)))


def rename(data: st.DataObject, box: Any, key: Any) -> None:
    if isinstance(box, dict):
        names = ("1", "2", "8", "01", "9", "", "kind", "seat", "stage", "x")
        box[data.draw(st.sampled_from(names))] = box.pop(key)


def other_type(data: st.DataObject, box: Any, key: Any) -> None:
    old = box[key]
    junk: list[Any] = [None, True, False, 1.5, 0, "", [], {}, [None], {"1": 1}, [[]], [old], {"1": old}]
    box[key] = data.draw(st.sampled_from(junk))


def twice(_: st.DataObject, box: Any, key: Any) -> None:
    if isinstance(box, list):
        box.insert(key, copy.deepcopy(box[key]))


def turn(_: st.DataObject, box: Any, key: Any) -> None:
    if isinstance(box[key], list):
        box[key].reverse()


CHANGES = (drop, step, other_card, rename, other_type, twice, turn)


def mutate(data: st.DataObject, record: Any) -> None:
    """Change something somewhere in a record, or put one thing in the place of another."""
    found = places(record)
    if not found:
        return
    box, key = data.draw(st.sampled_from(found))
    change = data.draw(st.sampled_from((*CHANGES, None)))
    if change is not None:
        change(data, box, key)
        return
    other_box, other_key = data.draw(st.sampled_from(found))
    box[key], other_box[other_key] = copy.deepcopy(other_box[other_key]), copy.deepcopy(box[key])


def refused(call: Callable[[], Any]) -> Any:
    """What a call returns, or None where it is refused with one clear error."""
    try:
        return call()
    except stud8.StudError as error:
        message = str(error)
    assert "\n" not in message
    assert len(message) < 600
    return None


@given(st.data(), st.booleans())
def test_every_view_reads_back(data: st.DataObject, dealt_by_hand: bool) -> None:  # noqa: FBT001
    hand = data.draw(hands(dealt_by_hand=dealt_by_hand))
    for viewer in (None, *hand.seats):
        view = hand.view(viewer)
        again = View.from_dict(json.loads(json.dumps(view.to_dict())))
        assert again == view
        assert again.to_dict() == view.to_dict()
        assert str(again) == str(view)


@given(st.data(), st.booleans())
def test_a_changed_view_is_refused_or_a_view_of_some_hand(
    data: st.DataObject,
    dealt_by_hand: bool,  # noqa: FBT001
) -> None:
    """Settings left out have their defaults, unknown fields are left out, cards have one spelling."""
    hand = data.draw(hands(dealt_by_hand=dealt_by_hand))
    if data.draw(st.booleans()):
        hand = played(hand, data.draw(st.integers(0, 99)))
    record = record_of(hand, data.draw(st.sampled_from((None, *hand.seats))))
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(data, record)
    view = refused(lambda: View.from_dict(record))
    if view is None:
        return
    again = view.to_dict()
    assert View.from_dict(again) == view
    told = {name: record[name] for name in again}
    assert Rules.from_dict(told.pop("rules")).to_dict() == again.pop("rules")
    spelled = json.dumps(told).replace('"10h"', '"Th"').replace('"??"', "null")
    assert json.loads(spelled) == again
    repr(view)
    str(view)
    observe(view)
    refused(lambda: view.equity(trials=1, seed=1))


@given(st.data(), st.booleans())
def test_a_changed_hand_is_refused_or_a_hand(data: st.DataObject, dealt_by_hand: bool) -> None:  # noqa: FBT001
    hand = data.draw(hands(dealt_by_hand=dealt_by_hand))
    record = json.loads(json.dumps(hand.to_dict()))
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(data, record)
    again = refused(lambda: Hand.from_dict(record))
    if again is None:
        return
    assert Hand.from_dict(again.to_dict()) == again
    assert Hand.from_dict(again.to_dict()).to_dict() == again.to_dict()
    for viewer in (None, *again.seats):
        assert View.from_dict(again.view(viewer).to_dict()) == again.view(viewer)


@given(st.data())
def test_a_changed_event_is_refused_or_an_event(data: st.DataObject) -> None:
    events = showdown().events
    record = json.loads(json.dumps(data.draw(st.sampled_from(events)).to_dict()))
    mutate(data, record)
    event = refused(lambda: Event.from_dict(record))
    if event is not None:
        assert Event.from_dict(event.to_dict()) == event
        assert event.to_dict()["kind"] == record["kind"]
        repr(event)


def test_an_event_of_an_unknown_kind_is_an_unknown_action() -> None:
    with pytest.raises(stud8.UnknownActionError, match='kind="zzz" must be ante'):
        Event("zzz")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match='needs a field "chips"'):
        Event("ante", seat=1)
    with pytest.raises(TypeError, match="has no field jump"):
        Event("burn", jump=1)


def test_the_name_of_a_winning_hand_is_that_of_its_cards() -> None:
    (pay,) = (event for event in showdown().events[-1:])
    record = json.loads(json.dumps(pay.to_dict()))
    assert record["hand"]
    with pytest.raises(stud8.HistorySyntaxError, match=r"hand\.name"):
        Event.from_dict({**record, "hand": {**record["hand"], "name": "royal flush"}})


# Objects that change what they stand in


class Number:
    """A whole number that changes a table whenever it is asked for."""

    def __init__(self, number: int, table: dict[Any, Any]) -> None:
        self.number = number
        self.table = table

    def __index__(self) -> int:
        for more in range(100):
            self.table[object(), more] = more
        return self.number


class Name(str):
    """A text that clears a table whenever it is compared."""

    __slots__ = ("table",)
    table: dict[Any, Any]

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        getattr(self, "table", {}).clear()
        return str.__eq__(self, str(other))


RECORDS: dict[str, tuple[Any, Callable[[], dict[str, Any]]]] = {
    "View": (View, partial(record_of, middle(), 8)),
    "Hand": (Hand, lambda: json.loads(json.dumps(middle().to_dict()))),
    "Rules": (Rules, lambda: Rules.full_tilt(rake=stud8.Rake(500)).to_dict()),
    "Event": (Event, middle().events[0].to_dict),
    "Tables": (Tables, lambda: Tables(Rules.full_tilt(), tables=3, players=3, seed=1).to_dict()),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_that_changes_while_it_is_read_is_no_panic(name: str) -> None:
    """A panic is no `Exception`: `except Exception` would miss it."""
    kind, make = RECORDS[name]

    def tables(value: Any) -> list[dict[Any, Any]]:
        if isinstance(value, list):
            return [found for item in value for found in tables(item)]
        if not isinstance(value, dict):
            return []
        return [value, *(found for item in value.values() for found in tables(item))]

    for place in range(len(tables(make()))):
        for how in ("key", "value", "name"):
            record = make()
            table = tables(record)[place]
            if not table:
                continue
            key = next(iter(table))
            if how == "key":
                table[Number(1, table)] = table.pop(key)
            elif how == "value":
                table[key] = Number(1, table)
            else:
                named = Name(key)
                table[named] = table.pop(key)
                named.table = table
            with suppress(stud8.StudError, TypeError):
                kind.from_dict(record)


def test_stacks_that_change_while_they_are_read_are_no_panic() -> None:
    stacks: dict[Any, Any] = {}
    stacks[Number(1, stacks)] = 500
    stacks[Number(2, stacks)] = Number(600, stacks)
    assert Hand(Rules.full_tilt(), stacks, seed=1).seats == (1, 2)
    rake: dict[str, Any] = {}
    rake["rate"] = Number(500, rake)
    assert Rules.full_tilt(rake=rake).rake == stud8.Rake(500)


def test_a_record_that_has_no_end_is_refused() -> None:
    record = middle().to_dict()
    record["stacks"] = [record]
    with pytest.raises(stud8.HistorySyntaxError, match="nested"):
        Hand.from_dict(record)


def test_one_key_twice_is_refused() -> None:
    record = middle().to_dict()
    stacks: dict[Any, Any] = {**record["stacks"], 2: 700}
    with pytest.raises(stud8.HistorySyntaxError, match="comes twice"):
        Hand.from_dict({**record, "stacks": stacks})
    with pytest.raises(stud8.InvalidSeatsError, match="02"):
        Hand.from_dict({**record, "stacks": {**record["stacks"], "02": 700}})


def test_whole_numbers_may_be_keys_of_tables_by_seat() -> None:
    hand = middle()
    record = hand.to_dict()
    stacks = {int(seat): chips for seat, chips in record["stacks"].items()}
    assert Hand.from_dict({**record, "stacks": stacks}) == hand


# Interpreters and classes loaded anew


SECOND = '''
import stud8
code = """
try:
    import stud8
except ImportError as error:
    text = str(error)
    assert chr(10) not in text and "interpreter" in text, text
    print("refused")
else:
    print("loaded")
"""
doors = 0
try:
    import _interpreters
except ImportError:
    pass
else:
    doors += 1
    assert _interpreters.run_string(_interpreters.create("legacy"), code) is None
try:
    import _xxsubinterpreters
except ImportError:
    pass
else:
    import sys
    doors += 1
    how = {"isolated": False} if sys.version_info >= (3, 12) else {}
    _xxsubinterpreters.run_string(_xxsubinterpreters.create(**how), code)
try:
    import _testcapi
except ImportError:
    pass
else:
    doors += 1
    assert _testcapi.run_in_subinterp(code) == 0
try:
    stud8.Card("xx")
except stud8.StudError:
    print("caught", doors)
'''

ANEW = """
import importlib, sys, stud8
old = stud8.StudError
try:
    stud8.Card("xx")
except old:
    pass
errors = importlib.reload(sys.modules["stud8.errors"])
assert errors.StudError is not old
try:
    stud8.Card("xx")
except errors.StudError:
    print("caught")
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_second_interpreter_is_refused_with_one_line() -> None:
    """It was given the classes of the first, whose errors its `except StudError` missed."""
    lines = run(SECOND).split("\n")
    doors = int(lines[-2].removeprefix("caught "))
    assert doors > 0
    assert lines[:-2] == ["refused"] * doors


def test_errors_are_of_the_classes_that_are_loaded_now() -> None:
    assert run(ANEW) == "caught\n"
