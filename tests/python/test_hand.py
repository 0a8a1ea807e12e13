"""The Python face of `Hand`: making one, playing it, copying it, its record, its views."""

from __future__ import annotations

import collections
import copy
import json
import pickle
import sys
import threading
import types
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from engines import DECK, Game, house, kinds, preset, state

if TYPE_CHECKING:
    from collections.abc import Callable

from native import (
    NATIVE,
    RULES,
    Action,
    CardSet,
    Hand,
    Rules,
    View,
    hand_of_seed,
    random_hand,
    refusal,
)

# Making a hand


def test_cards_of_the_operating_system_differ_each_time() -> None:
    hands = [Hand(RULES, [2000] * 2) for _ in range(20)]
    assert len({str(hand.to_dict()["deck"]) for hand in hands}) == 20
    assert all(sorted(CardSet(hand.to_dict()["deck"])) == sorted(CardSet.FULL) for hand in hands)


def test_a_seed_alone_is_its_first_hand() -> None:
    assert Hand(RULES, [2000] * 3, seed=7, number=1) == hand_of_seed() != hand_of_seed(number=0)
    assert Hand(RULES, [2000] * 3, seed=7) == hand_of_seed(number=0)
    assert hand_of_seed(seed=8) != hand_of_seed()


def test_the_cards_do_not_depend_on_rules_or_stacks() -> None:
    first = hand_of_seed().down_cards
    assert Hand(Rules.wsop(ante=1, bring_in=2, small_bet=4), [99] * 3, seed=7, number=1).down_cards == first
    assert Hand(RULES, {2: 500, 3: 600, 8: 700}, seed=7, number=1).down_cards == dict(
        zip((2, 3, 8), first.values(), strict=True)
    )


@pytest.mark.parametrize(
    "deck", [DECK, "".join(DECK), " ".join(DECK), tuple(map(stud8.Card, DECK)), range(52), CardSet.FULL]
)
def test_a_deck_is_taken_from_its_first_card(deck: Any) -> None:
    hand = Hand(RULES, [2000] * 2, deck=deck)
    assert {seat: [str(card) for card in cards] for seat, cards in hand.down_cards.items()} == {
        1: ["2c", "2h"],
        2: ["2d", "2s"],
    }
    assert [str(hand.up_cards[seat][0]) for seat in (1, 2)] == ["3c", "3d"]


def test_only_one_source_of_cards() -> None:
    for sources in (
        {"deck": DECK, "seed": 1},
        {"deck": DECK, "dealt_by_hand": True},
        {"seed": 1, "dealt_by_hand": True},
        {"deck": DECK, "seed": 1, "number": 1, "dealt_by_hand": True},
    ):
        with pytest.raises(TypeError, match="only one of the three"):
            Hand(RULES, [2000] * 2, **sources)
    with pytest.raises(TypeError, match="give seed="):
        Hand(RULES, [2000] * 2, number=3)


@pytest.mark.parametrize("value", [-1, 2**64, True, 1.0, "7", [1]], ids=repr)
@pytest.mark.parametrize("name", ["seed", "number"])
def test_seeds_and_numbers_are_whole(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name}=.* must be a whole number"):
        hand_of_seed(**{name: value})
    assert hand_of_seed(**{name: 2**64 - 1}).actor


@pytest.mark.parametrize(
    "stacks",
    [
        {2: 2000, 5: 900},
        collections.OrderedDict({5: 900, 2: 2000}),
        types.MappingProxyType({2: 2000, 5: 900}),
        collections.UserDict({2: 2000, 5: 900}),
        collections.ChainMap({2: 2000}, {5: 900}),
    ],
    ids=type,
)
def test_any_mapping_says_who_sits_where(stacks: Any) -> None:
    """The keys of a mapping are seats, never stacks."""
    assert Hand(RULES, stacks, seed=1).seats == (2, 5)
    assert Hand(RULES, stacks, seed=1).contributions == {2: 40, 5: 40}
    assert stud8.simulate(RULES, stacks=stacks, hands=1).seats == (2, 5)


@pytest.mark.parametrize("stacks", [[2000, 900], (2000, 900), range(2000, 2002), iter([2000, 900])], ids=type)
def test_any_sequence_sits_from_seat_1(stacks: Any) -> None:
    assert Hand(RULES, stacks, seed=1).seats == (1, 2)


@pytest.mark.parametrize("stacks", [None, 5, "2000 2000", 1.5, {2000, 900}], ids=type)
def test_what_is_no_stacks_is_refused(stacks: Any) -> None:
    """A set has no order, so nobody could say who sits where."""
    with pytest.raises(TypeError, match="stacks are a list"):
        Hand(RULES, stacks)


def test_a_seat_that_is_a_text_is_shown_as_one() -> None:
    """That there is no seat 1, since seats are numbered 1 to 8, would be no help at all."""
    assert "'1'" in refusal("invalid_seats", lambda: Hand(RULES, {"1": 2000, "2": 900}))
    assert "'1'" in refusal("invalid_seats", lambda: hand_of_seed().view("1"))


def test_rules_must_be_rules() -> None:
    wrong: tuple[Any, ...] = (None, "full_tilt", {})
    for rules in wrong:
        with pytest.raises(TypeError, match="Rules"):
            Hand(rules, [2000] * 2)


# Legal actions and play


def test_legal_actions_are_a_live_view() -> None:
    hand = hand_of_seed()
    legal = hand.legal_actions
    assert list(legal) == [Action("bring_in", 50), Action("complete", 200)]
    hand.play("bring_in")
    assert list(legal) == [Action("fold"), Action("call", 50), Action("complete", 200)] == legal
    while hand.actor:
        hand.play("fold")
    assert list(legal) == []
    assert not legal
    assert len(legal) == 0


def test_legal_actions_iterate_over_a_snapshot() -> None:
    hand = hand_of_seed()
    kinds_seen = []
    for action in hand.legal_actions:
        kinds_seen.append(action.kind)
        if hand.actor == 1:
            hand.play("bring_in")
    assert kinds_seen == ["bring_in", "complete"]


def test_legal_actions_read_like_english() -> None:
    hand = hand_of_seed()
    legal = hand.legal_actions
    for asked in ("bring_in", 1, Action("bring_in", 50), "complete", 2, Action("complete", 200)):
        assert asked in legal
    for asked in (
        "fold",
        0,
        3,
        Action("bring_in", 51),
        Action("bring_in"),
        "jump",
        "",
        8,
        -1,
        None,
        1.0,
        True,
        [],
    ):
        assert asked not in legal
    assert (legal[0], legal[-1], legal[:1]) == (Action("bring_in", 50), Action("complete", 200), [legal[0]])
    assert str(legal) == "bring_in 50, complete 200"
    assert legal == hand.legal_actions == hand.copy().legal_actions
    with pytest.raises(IndexError):
        _ = legal[2]


def test_legal_actions_keep_their_hand_alive() -> None:
    legal = hand_of_seed().legal_actions
    assert len(legal) == 2


@pytest.mark.parametrize("number", range(30))
def test_names_ids_and_actions_say_the_same(number: int) -> None:
    """Every hand can be played three ways; each ends alike."""
    original = random_hand(number)
    record = original.to_dict()
    if "dealt" in record:
        return
    ways: list[Callable[[Any], Any]] = [lambda action: action.kind, lambda action: action.id, copy.copy]
    for how in ways:
        hand = Hand.from_dict({**record, "actions": []})
        for name in record["actions"]:
            action = next(some for some in hand.legal_actions if some.kind == name)
            hand.play(how(action))
        assert hand == original
        assert hand.events == original.events


def test_every_kind_has_its_id() -> None:
    """The ids of actions are the same everywhere."""
    ids = {
        0: "fold",
        1: "check call bring_in",
        2: "complete bet raise",
        3: "show",
        4: "muck",
        5: "declare_high",
        6: "declare_low",
        7: "declare_both",
    }
    for number, names in ids.items():
        assert all(Action(name).id == number for name in names.split())


def test_an_action_is_a_value() -> None:
    action = Action("call", 50)
    assert (action.kind, action.amount, action.id) == ("call", 50, 1)
    assert action == Action("call", amount=50) != Action("call")
    assert hash(action) == hash(Action("call", 50))
    assert action.to_dict() == {"kind": "call", "amount": 50}
    assert str(action) == "call 50"
    for other in (copy.copy(action), pickle.loads(pickle.dumps(action)), eval(repr(action), vars(stud8))):  # noqa: S301, S307
        assert other == action
    refusal("unknown_action", lambda: Action("jump"))


def test_default_actions_are_those_of_a_time_out() -> None:
    """Check, else bring in where it is forced, else fold; muck; declare high."""
    hand = hand_of_seed()
    assert hand.default_action == Action("bring_in", 50)
    hand.play("bring_in")
    assert hand.default_action == Action("fold")
    hand.play("call")
    hand.play("call")
    assert hand.default_action == Action("check")
    asked = Game(NATIVE, house(NATIVE, ask_muck=True), [1000] * 2, {1: "Ac Ad Ah", 2: "Qs Jc Td"}).passive(7)
    asked.play("check check")
    assert asked.hand.default_action == Action("muck")
    declaring = Game(NATIVE, preset(NATIVE, "declare"), [1000] * 2).passive(7).play("check check")
    assert declaring.hand.default_action == Action("declare_high")
    assert Hand(RULES, [2000] * 2, dealt_by_hand=True).default_action is None
    while hand.actor:
        hand.play(hand.default_action or "")
    assert hand.default_action is None


def test_a_refusal_names_what_was_wrong_and_what_would_be_right() -> None:
    hand = hand_of_seed()
    message = refusal("illegal_action", lambda: hand.play("check"))
    assert all(word in message for word in ("check", "seat 1", "bring_in 50", "complete 200"))
    message = refusal("unknown_action", lambda: hand.play("allin"))
    assert '"allin"' in message
    assert "bring_in" in message
    message = refusal("illegal_action", hand.play, Action("bring_in", 51))
    assert "bring_in 51 is not legal" in message
    assert "seat 1's turn" in refusal("illegal_action", hand.play, "bring_in", 2)


def test_a_long_unknown_action_is_shortened() -> None:
    assert len(refusal("unknown_action", lambda: hand_of_seed().play("x" * 10_000))) < 400


def test_an_action_that_is_no_unicode_is_unknown() -> None:
    refusal("unknown_action", lambda: hand_of_seed().play("\ud800"))


def test_tables_that_a_hand_gives_are_copies() -> None:
    hand = hand_of_seed()
    before = state(hand)
    for name in ("stacks", "bets", "contributions", "up_cards", "down_cards"):
        getattr(hand, name).clear()
    hand.pots.clear()
    assert state(hand) == before
    with pytest.raises(AttributeError):
        hand.actor = 2


def test_events_since_a_count() -> None:
    hand = hand_of_seed()
    heard = hand.event_count
    assert heard == len(hand.events)
    hand.play("bring_in")
    assert hand.events_since(heard) == hand.events[heard:]
    assert [event.kind for event in hand.events_since(heard)] == ["bring_in"]
    assert hand.events_since(1000) == ()


# Copies


@pytest.mark.parametrize("number", range(40))
def test_copies_are_equal_and_independent(number: int) -> None:
    hand = random_hand(number, finish=False)
    before = state(hand)
    record = json.loads(json.dumps(hand.to_dict()))
    copies = [
        hand.copy(),
        copy.copy(hand),
        copy.deepcopy(hand),
        pickle.loads(pickle.dumps(hand)),  # noqa: S301 - our own
        Hand.from_dict(record),
        copy.deepcopy([hand, hand])[1],
    ]
    for other in copies:
        assert other == hand
        assert state(other) == before
        assert other.events == hand.events
        assert str(other) == str(hand)
        assert other.to_dict() == hand.to_dict()
    for other in copies:
        if other.actor is not None:
            other.play(other.default_action)
            assert other != hand
    assert state(hand) == before


def test_after_leaves_the_hand_as_it_was() -> None:
    hand = hand_of_seed()
    before = state(hand)
    after = [hand.after(action) for action in hand.legal_actions]
    assert [other.bets[1] for other in after] == [50, 200]
    assert state(hand) == before
    refusal("illegal_action", lambda: hand.after("check"))
    refusal("illegal_action", lambda: hand.after("bring_in", seat=2))
    assert hand.after("bring_in", seat=1) == after[0]
    assert state(hand) == before


def test_a_hand_is_no_key() -> None:
    """It changes, so that it can't be hashed."""
    with pytest.raises(TypeError):
        hash(hand_of_seed())
    assert hand_of_seed() != 7


# The record


def test_the_record_is_plain_json_and_says_its_version() -> None:
    hand = hand_of_seed()
    hand.play("bring_in")
    assert hand.to_dict() == {
        "format": "stud8-hand",
        "version": 1,
        "rules": RULES.to_dict(),
        "stacks": {"1": 2000, "2": 2000, "3": 2000},
        "seed": 7,
        "number": 1,
        "actions": ["bring_in"],
    }
    by_hand = Hand(RULES, [2000] * 2, dealt_by_hand=True)
    for card in ("As", None, "Kd"):
        by_hand.deal(card)
    assert by_hand.to_dict()["dealt"] == "As??Kd"
    assert Hand(RULES, [2000] * 2, deck=DECK).to_dict()["deck"] == "".join(DECK)


def test_a_record_names_the_seat_that_was_believed() -> None:
    """3.15: who acted first on a street with unknown cards is part of what happened."""
    game = Game(NATIVE, house(NATIVE), [1000] * 3, {1: "- - ??", 2: "- - Kc", 3: "- - Ac"})
    assert game.hand.actor == 2
    game.hand.play("bring_in", seat=1)
    assert game.hand.to_dict()["actions"] == ["1 bring_in"]
    assert Hand.from_dict(game.hand.to_dict()) == game.hand


RECORD: dict[str, Any] = {**hand_of_seed().after("bring_in").to_dict()}
DROP = object()


def changed(**changes: object) -> dict[str, Any]:
    """A good record with some fields changed or left out."""
    record = {**RECORD, **changes}
    return {name: value for name, value in record.items() if value is not DROP}


@pytest.mark.parametrize(
    ("kind", "record", "words"),
    [
        ("history_syntax", None, "dict"),
        ("history_syntax", [], "dict"),
        ("history_syntax", "{}", "dict"),
        ("history_syntax", {}, "stud8-hand"),
        ("history_syntax", changed(format="stud8-view"), "stud8-view"),
        ("history_unsupported", changed(version=2), "version 2"),
        ("history_unsupported", changed(version=DROP), "version"),
        ("history_syntax", changed(rules=DROP), "rules"),
        ("history_syntax", changed(rules=None), "no record of a hand"),
        ("invalid_rules", changed(rules={}), "missing"),
        ("invalid_rules", changed(rules={**RULES.to_dict(), "ante": -1}), "ante=-1"),
        ("history_syntax", changed(stacks=DROP), "stacks"),
        ("history_syntax", changed(stacks=None), "stacks"),
        ("invalid_seats", changed(stacks={"1": 2000, "9": 2000}), "9"),
        ("invalid_seats", changed(stacks={"x": 2000, "2": 2000}), "x"),
        ("invalid_seats", changed(stacks={"1": 2000}), "two to eight"),
        ("invalid_stack", changed(stacks={"1": "2000", "2": 2000}), '"2000"'),
        ("history_syntax", changed(seed=DROP), "no record of a hand"),
        ("history_syntax", changed(number=DROP), "number"),
        ("history_syntax", changed(seed=-1), "seed"),
        ("history_syntax", changed(seed="7"), "seed"),
        ("history_syntax", changed(number=2**64), "number"),
        ("invalid_deck", changed(seed=DROP, deck="AsKd"), "52"),
        ("duplicate_card", changed(seed=DROP, deck="As" * 52), "As"),
        ("invalid_card", changed(seed=DROP, deck="Zz" * 52), "Zz"),
        ("history_syntax", changed(actions=DROP), "actions"),
        ("history_syntax", changed(actions=None), "actions"),
        ("history_syntax", changed(actions="bring_in"), "actions"),
        ("history_syntax", changed(actions=["bring_in", 1]), "action 2"),
        ("history_step", changed(actions=["bring_in", "jump"]), 'action 2, "jump"'),
        ("history_step", changed(actions=["bring_in", "check"]), "fold, call 50, complete 200"),
        ("history_step", changed(actions=["bring_in", "3 call"]), "seat 2's turn"),
        ("history_step", changed(actions=["bring_in", "9 call"]), "no seat 9"),
        ("history_step", changed(actions=["bring_in", "fold", "fold", "fold"]), "action 4"),
        ("history_step", changed(actions=["bring_in"] * 100_000), "action 2"),
        ("history_step", changed(seed=DROP, dealt="AsKd", actions=["bring_in"]), "waits for a card"),
        ("duplicate_card", changed(seed=DROP, dealt="AsAs", actions=[]), "As"),
        ("invalid_card", changed(seed=DROP, dealt="Zz", actions=[]), "Zz"),
        ("history_step", changed(seed=DROP, dealt="AsKsQsJsTs9s8s7s6s5s", actions=[]), "never awaited"),
    ],
)
def test_what_is_no_record_is_refused_with_one_clear_error(kind: str, record: Any, words: str) -> None:
    message = refusal(kind, lambda: Hand.from_dict(record))
    assert words in message
    assert "\n" not in message
    assert len(message) < 500


def test_a_missing_field_is_named_without_python_quotes() -> None:
    """`str(KeyError)` puts the whole sentence into quotes."""
    message = refusal("history_syntax", lambda: Hand.from_dict(changed(rules=DROP)))
    assert "'it has no field" not in message


def test_a_record_has_one_source_of_cards() -> None:
    """As in the constructor: nobody could say which of the two it would be."""
    refusal("history_syntax", lambda: Hand.from_dict(changed(deck="".join(DECK))))
    refusal("history_syntax", lambda: Hand.from_dict(changed(dealt="As")))


@pytest.mark.parametrize("number", range(20))
def test_records_with_anything_changed_never_do_worse_than_a_stud_error(number: int) -> None:
    random = Random(number)
    record = random_hand(number).to_dict()
    junk: list[Any] = [None, -1, 2**70, 1.5, "", "As", [], {}, [None], {"1": None}, "\0", True, [[]], {"": 0}]
    for _ in range(100):
        broken = copy.deepcopy(record)
        place = random.choice((broken, broken["rules"], broken["stacks"]))
        place[random.choice(list(place))] = random.choice(junk)
        try:
            hand = Hand.from_dict(broken)
        except stud8.StudError:
            continue
        assert Hand.from_dict(hand.to_dict()) == hand


# Reprs


def check_repr(hand: Hand) -> bool:
    """Whether the repr makes the hand again; else it is one line that says how to."""
    text = repr(hand)
    assert len(text) <= 400
    if text.startswith("<"):
        seats = " ".join(map(str, hand.seats))
        assert text.startswith(f"<Hand of seats {seats}: {STREETS[hand.street]} street, pot {hand.pot:,}, ")
        assert text.endswith("; to_dict() is its record>")
        return False
    again = eval(text, vars(stud8))  # noqa: S307 - our own
    assert again == hand
    assert repr(again) == text
    return True


STREETS = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


@pytest.mark.parametrize("number", range(40))
def test_the_repr_of_a_hand_makes_it_again_or_says_how(number: int) -> None:
    check_repr(random_hand(number, finish=number % 2 == 0))


@pytest.mark.parametrize("preset", stud8.Rules.PRESETS)
def test_the_repr_of_a_hand_of_a_seed_is_short(preset: str) -> None:
    """With the stakes of a preset, with others, and with customs of another house."""
    make = getattr(stud8.Rules, preset)
    stakes = {"ante": 10, "bring_in": 20, "small_bet": 100}
    variants = [make(**stakes), make(**stakes, big_bet=150, unit=5), make(**stakes, raises=None, burn=True)]
    variants.append(make(**stakes, rake=stud8.Rake(500, cap=30)))
    for rules in variants:
        hand = Hand(rules, {2: 900, 5: 700}, seed=7, number=3)
        assert check_repr(hand)
        hand.play("bring_in")
        assert check_repr(hand)


def test_reprs_are_what_one_would_type() -> None:
    hand = Hand(stud8.Rules.full_tilt(), [20000] * 3, seed=7)
    assert repr(hand) == "Hand(Rules.full_tilt(), [20000] * 3, seed=7)"
    hand.play("bring_in")
    assert repr(hand) == "Hand(Rules.full_tilt(), [20000] * 3, seed=7).after('bring_in')"
    actor = hand.actor
    assert repr(hand.view(1)) == (
        f"<View of seat 1: third street, pot 170, seat {actor} to act; to_dict() is its record>"
    )
    assert repr(hand.view(None)).startswith("<View of the rail: third street")
    by_hand = Hand(stud8.Rules.full_tilt(small_bet=300), [500, 700], dealt_by_hand=True)
    assert repr(by_hand) == (
        "<Hand of seats 1 2: third street, pot 80, a card is awaited; to_dict() is its record>"
    )
    over = Hand(stud8.Rules.full_tilt(), [40, 40], seed=1)
    assert repr(over.view(None)).endswith(", pot 80, over; to_dict() is its record>")


# Views


@pytest.mark.parametrize("number", range(25))
def test_views_copy_pickle_and_travel_as_json(number: int) -> None:
    hand = random_hand(number, finish=number % 2 == 0)
    for seat in (None, *hand.seats):
        view = hand.view(seat)
        for other in (
            copy.copy(view),
            copy.deepcopy(view),
            pickle.loads(pickle.dumps(view)),  # noqa: S301 - our own
            View.from_dict(json.loads(json.dumps(view.to_dict()))),
        ):
            assert other == view
            assert other.to_dict() == view.to_dict()
            assert str(other) == str(view)


def test_a_view_says_nothing_that_its_seat_may_not_know() -> None:
    """Two hands that differ in seat 2's down cards alone look the same to all others, in every way."""
    hands = [
        Game(NATIVE, house(NATIVE), [1000] * 3, {1: "As Ks 4c", 2: f"{down} 5c", 3: "Qd Jd 6c"}).hand
        for down in ("Ac Ad", "7h 8h")
    ]
    for seat in (1, 3, None):
        one, other = (hand.view(seat) for hand in hands)
        assert one == other
        assert (repr(one), str(one), pickle.dumps(one)) == (repr(other), str(other), pickle.dumps(other))
        assert (one.to_dict(), one._repr_svg_()) == (other.to_dict(), other._repr_svg_())
    assert hands[0].view(2) != hands[1].view(2)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "stud8-hand"},
        {"street": None},
        {"street": 300},
        {"street": -1},
        {"seat": 77},
        {"seats": 5},
        {"seats_in": None},
        {"stacks": {"1": -5}},
        {"stacks": {"1": 2**70}},
        {"stacks": {"9": 5}},
        {"pots": [{"amount": 3}]},
        {"pots": [{"amount": 3, "seats": [1, 2]}] * 50},
        {"up_cards": {"1": ["As"] * 9}},
        {"up_cards": {"1": ["Zz"]}},
        {"legal_actions": [{"kind": "jump", "amount": 3}]},
        {"events": [{}]},
        {"events": [{"kind": "ante", "seat": 1, "chips": -1}]},
        {"events": [{"kind": "pay"}]},
        {"events": [5]},
        {"rules": {}},
        {"actor": "x"},
        {"stage": "jumping"},
        {"stage": "over"},
        {"is_over": 1},
        {"current_bet": -1},
        {"to_call": -1},
        {"wagers_left": "x"},
        {"aggressor": 9},
    ],
    ids=lambda change: str(change)[:50],
)
def test_what_is_no_record_of_a_view_is_a_stud_error(change: dict[str, Any]) -> None:
    record = hand_of_seed().view(1).to_dict()
    with pytest.raises(stud8.StudError):
        View.from_dict({**record, **change})
    for name in change:
        with pytest.raises(stud8.StudError):
            View.from_dict({key: value for key, value in record.items() if key != name})


def test_what_is_no_dict_is_no_record_of_a_view() -> None:
    values: tuple[Any, ...] = (None, [], "{}")
    for value in values:
        refusal("history_syntax", View.from_dict, value)


# Threads, and objects that look back


def in_threads(count: int, work: Callable[[], None]) -> list[BaseException]:
    """Run the same in several threads that change places as often as can be; what went wrong."""
    wrong: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - that is what is looked for
            wrong.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=guarded) for _ in range(count)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    return wrong


def test_threads_may_play_on_one_hand() -> None:
    """Each action is one step, whoever plays it: a clear error or a legal hand, never a crash."""
    refused: list[str] = []
    for number in range(40):
        hand = Hand(RULES, [20_000] * 8, seed=1, number=number)

        def play(hand: Any = hand) -> None:
            while (action := hand.default_action) is not None:
                try:
                    hand.play(action if hand.street % 2 else action.id)
                except stud8.StudError as error:
                    refused.append(error.kind)
                except RuntimeError as error:
                    refused.append(str(error))

        assert in_threads(3, play) == []
        assert hand.is_over
        assert sum(hand.payoffs.values()) == 0
        assert Hand.from_dict(hand.to_dict()) == hand
    allowed = {"illegal_action", "not_acting", "Already borrowed", "Already mutably borrowed"}
    assert set(refused) <= allowed


def test_threads_may_look_while_one_plays() -> None:
    hand = Hand(RULES, [20_000] * 8, seed=3)
    total = sum(hand.stacks.values()) + sum(hand.contributions.values())
    first = True

    def work() -> None:
        nonlocal first
        playing, first = first, False
        while not hand.is_over:
            if playing:
                hand.play("call" if "call" in hand.legal_actions else hand.default_action or "")
            other = hand.copy()
            if not other.is_over:
                assert sum(other.stacks.values()) + sum(other.contributions.values()) == total
            for look in (str, repr, list):
                look(hand.legal_actions)
            str(hand.view(1))

    wrong = [error for error in in_threads(3, work) if "borrowed" not in str(error)]
    assert wrong == []


class Nosy:
    """A number that looks at the hand when it is asked what it is."""

    def __init__(self, look: Callable[[], object]) -> None:
        """Look like this."""
        self.look = look

    def __index__(self) -> int:
        """Bring in, after a look."""
        self.look()
        return 1


@pytest.mark.parametrize(
    "look",
    [
        lambda hand: hand.street,
        str,
        lambda hand: hand.play("bring_in"),
        lambda hand: hand == hand.copy(),
        lambda hand: len(hand.legal_actions),
        lambda hand: list(hand.legal_actions),
        lambda hand: "call" in hand.legal_actions,
        lambda hand: stud8.perft(hand, 1),
    ],
    ids=["street", "str", "play", "copy", "len", "list", "in", "perft"],
)
def test_an_action_that_looks_at_the_hand_never_panics(look: Callable[[Any], object]) -> None:
    """A panic is no Exception and passes every `except Exception`; an error or the right answer will do."""
    hand = hand_of_seed()
    with suppress(stud8.StudError, RuntimeError):
        hand.play(Nosy(lambda: look(hand)))
    # Where the look was an action itself, the number meant the next player's call.
    assert kinds(hand)[-1] in ("bring_in", "deal", "call")
    assert Hand.from_dict(hand.to_dict()) == hand


def test_a_list_of_stacks_is_read_without_asking_python() -> None:
    """What is raised while Python is asked whether a list is a mapping, such as Ctrl-C, is lost."""
    asked: list[str] = []
    sys.setprofile(lambda frame, event, _: asked.append(frame.f_code.co_name) if event == "call" else None)
    try:
        for stacks in ([900] * 2, (900,) * 2, {1: 900, 2: 900}):
            Hand(Rules.full_tilt(), stacks, seed=1)
    finally:
        sys.setprofile(None)
    assert not asked
