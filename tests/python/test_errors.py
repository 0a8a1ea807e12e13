"""The errors of rules, cards and hands, each leaving the hand as it was [rules 5.3]."""

from __future__ import annotations

from typing import Any

import pytest
from engines import (
    DECK,
    Engine,
    Game,
    Hand,
    each_engine,
    house,
    kind_of,
    legal,
    refused,
    state,
)

pytestmark = each_engine

DEEP = 10_000


def third_street(engine: Engine, **settings: object) -> Hand:
    """Three players, seat 1 to bring in."""
    return Game(engine, house(engine, **settings), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}).hand


# Decks and cards


@pytest.mark.parametrize("deck", [[], DECK[:51], DECK[:1], [*DECK, "2c"], DECK * 2, ""], ids=len)
def test_invalid_deck_of_the_wrong_size(engine: Engine, deck: Any) -> None:
    with refused(engine, "invalid_deck"):
        engine.Hand(house(engine), [DEEP] * 2, deck=deck)


@pytest.mark.parametrize(("place", "card"), [(0, "2d"), (51, "2c"), (30, "As")])
def test_duplicate_card_in_a_deck(engine: Engine, place: int, card: str) -> None:
    deck = list(DECK)
    deck[place] = card
    with refused(engine, "duplicate_card"):
        engine.Hand(house(engine), [DEEP] * 2, deck=deck)
    with refused(engine, "duplicate_card"):
        engine.Hand(house(engine), [DEEP] * 2, deck="".join(deck))


@pytest.mark.parametrize("card", ["1c", "Ax", "A", "Asx", "", " ", "joker", "cA", "0s"])
def test_invalid_card(engine: Engine, card: str) -> None:
    with refused(engine, "invalid_card"):
        engine.Hand(house(engine), [DEEP] * 2, deck=[*DECK[:51], card])
    hand = engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)
    hand.deal("As")
    with refused(engine, "invalid_card", hand):
        hand.deal(card)


def test_duplicate_card_dealt_by_hand(engine: Engine) -> None:
    """Up, down and common cards, and those of players who have folded."""
    game = Game(engine, house(engine), [DEEP] * 3, {1: "As Ks 2c", 2: "- - 3c", 3: "Qs - 4c"})
    for action in ("bring_in", "call", "fold"):
        game.hand.play(action)
    for card in ("As", "2c", "Qs", "4c"):
        with refused(engine, "duplicate_card", game.hand):
            game.hand.deal(card)
    game.hand.deal("Js")
    with refused(engine, "duplicate_card", game.hand):
        game.hand.deal("Js")


def test_an_unknown_card_is_no_duplicate(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)
    hand.deal(None)
    hand.deal("??")
    hand.deal(None)
    assert tuple(hand.next_card) == (2, "down")


# Not dealing


def test_not_dealing_while_a_player_is_to_act(engine: Engine) -> None:
    hand = third_street(engine)
    for card in ("As", "2c", "Xx", None):
        with refused(engine, "not_dealing", hand):
            hand.deal(card)


def test_not_dealing_after_the_end(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in 2:fold")
    with refused(engine, "not_dealing", game.hand):
        game.hand.deal("As")


def test_not_dealing_a_card_too_many(engine: Engine) -> None:
    """One card was awaited; the second of the same street is not."""
    game = Game(engine, house(engine), [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in")
    game.hand.play("call")
    game.hand.deal("As")
    game.hand.deal("Ks")
    with refused(engine, "not_dealing", game.hand):
        game.hand.deal("Qs")


def test_not_dealing_when_the_cards_come_from_a_deck(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [DEEP] * 2, deck=DECK)
    assert hand.next_card is None
    with refused(engine, "not_dealing", hand):
        hand.deal("As")


# Seats and stacks


@pytest.mark.parametrize(
    "stacks",
    [
        [],
        [DEEP],
        [DEEP] * 9,
        [DEEP] * 52,
        {},
        {1: DEEP},
        {0: DEEP, 1: DEEP},
        {8: DEEP, 9: DEEP},
        {-1: DEEP, 2: DEEP},
        dict.fromkeys(range(1, 10), DEEP),
    ],
    ids=str,
)
def test_invalid_seats(engine: Engine, stacks: Any) -> None:
    with refused(engine, "invalid_seats"):
        engine.Hand(house(engine), stacks, deck=DECK)


@pytest.mark.parametrize(
    "stack", [0, -1, -DEEP, 1.5, 100.0, "100", True, None, 2**40 + 1, 2**63, 2**64, 2**100], ids=str
)
def test_invalid_stack(engine: Engine, stack: object) -> None:
    with refused(engine, "invalid_stack"):
        engine.Hand(house(engine), [DEEP, stack], deck=DECK)
    with refused(engine, "invalid_stack"):
        engine.Hand(house(engine), {3: stack, 5: DEEP}, dealt_by_hand=True)


def test_invalid_stack_that_is_no_multiple_of_the_unit(engine: Engine) -> None:
    for stack in (1, 5, DEEP + 1):
        with refused(engine, "invalid_stack"):
            engine.Hand(house(engine, unit=10), [DEEP, stack], deck=DECK)
    assert engine.Hand(house(engine, unit=10), [DEEP, 10], deck=DECK).is_over


def test_stacks_up_to_the_bound_are_valid(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [2**40, 1], deck=DECK)
    assert hand.is_over
    assert sum(hand.stacks.values()) == 2**40 + 1


# Rules (test_rules_settings.py has the long table)


def test_invalid_rules(engine: Engine) -> None:
    for wrong in ({"bring_in": 100}, {"ante": -1}, {"unit": 7}, {"low": "x"}):
        with refused(engine, "invalid_rules"):
            house(engine, **wrong)
    assert house(engine, ante=25).ante > house(engine, ante=25).bring_in


# Actions


@pytest.mark.parametrize(
    "action",
    ["", "Fold", "allin", "bring-in", "check ", "post", 8, -1, 99, 2**40, None, 1.0, 1.5, True, [], "1"],
    ids=repr,
)
def test_unknown_action(engine: Engine, action: object) -> None:
    hand = third_street(engine)
    with refused(engine, "unknown_action", hand):
        hand.play(action)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "fold check call bet raise show muck declare_high declare_low declare_both"),
        ("1:bring_in", "check bring_in bet raise show muck declare_high"),
        ("1:bring_in 2:complete", "check bring_in complete bet show muck"),
        ("1:complete 2:raise 1:raise 2:raise", "check bring_in complete bet raise"),
        ("1:bring_in 2:call 3:call", "fold call bring_in complete raise show"),
        ("1:bring_in 2:call 3:call check check bet", "check bring_in complete bet muck"),
    ],
)
def test_illegal_action(engine: Engine, line: str, wrong: str) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"} if "3:" in line else {1: "- - 2c", 2: "- - 3c"}
    hand = Game(engine, house(engine), [DEEP] * len(doors), doors).play(line).hand
    for action in wrong.split():
        with refused(engine, "illegal_action", hand) as caught:
            hand.play(action)
        for kind, _ in legal(hand):
            assert kind in str(caught.value)


def test_illegal_action_by_id(engine: Engine) -> None:
    hand = third_street(engine)
    for number in (0, 3, 4, 5, 6, 7):
        with refused(engine, "illegal_action", hand):
            hand.play(number)


def test_illegal_action_out_of_turn(engine: Engine) -> None:
    hand = third_street(engine)
    for seat in (2, 3, 4, 8, 9, 0):
        with refused(engine, "illegal_action", hand):
            hand.play("bring_in", seat=seat)
    hand.play("bring_in", seat=1)
    for seat in (1, 3):
        with refused(engine, "illegal_action", hand):
            hand.play("call", seat=seat)
    hand.play("call", seat=2)
    assert hand.actor == 3


def test_not_acting_while_a_card_is_awaited(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)
    for action in ("check", "fold", 1):
        with refused(engine, "not_acting", hand):
            hand.play(action)
    with refused(engine, "not_acting", hand):
        hand.play("check", seat=1)


def test_not_acting_after_the_end(engine: Engine) -> None:
    hand = Game(engine, house(engine), [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in 2:fold").hand
    for action in ("check", "fold", "show", 0):
        with refused(engine, "not_acting", hand):
            hand.play(action)


def test_an_unknown_action_is_told_before_anything_else(engine: Engine) -> None:
    waiting = engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)
    with refused(engine, "unknown_action", waiting):
        waiting.play("allin")
    with refused(engine, "unknown_action", third_street(engine)):
        third_street(engine).play("allin", seat=3)


# Payoffs


def test_not_over(engine: Engine) -> None:
    for hand in (third_street(engine), engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)):
        with refused(engine, "not_over", hand):
            _ = hand.payoffs


def test_not_over_while_a_player_decides_whether_to_show(engine: Engine) -> None:
    loser_last = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}
    game = Game(engine, house(engine, ask_muck=True), [DEEP] * 2, loser_last).passive(7).play("check check")
    with refused(engine, "not_over", game.hand):
        _ = game.hand.payoffs
    assert dict(game.play("muck").hand.payoffs) == {1: 30, 2: -30}


def test_unknown_cards(engine: Engine) -> None:
    game = Game(engine, house(engine, ante=100), [100] * 2, {1: "?? - -", 2: "Ac Ad Ah"})
    assert game.hand.is_over
    with refused(engine, "unknown_cards", game.hand):
        _ = game.hand.payoffs


# All of them


def test_a_refused_hand_goes_on_as_if_nothing_had_been_asked(engine: Engine) -> None:
    hands = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}
    plain, pestered = (Game(engine, house(engine), [DEEP] * 2, hands) for _ in range(2))
    line = "2:bring_in 1:complete 2:raise 1:call 1:check 2:bet 1:call 1:bet 2:fold"
    for action in line.split():
        for wrong in ("show", "allin", 9):
            with pytest.raises(engine.error):
                pestered.hand.play(wrong)
        with pytest.raises(engine.error):
            pestered.hand.deal("2c")
        plain.play(action)
        pestered.play(action)
        assert state(plain.hand) == state(pestered.hand)
    assert dict(plain.hand.payoffs) == dict(pestered.hand.payoffs)


def test_errors_are_stud_errors_with_a_kind_and_a_message(engine: Engine) -> None:
    with pytest.raises(engine.error) as caught:
        third_street(engine).play("check")
    assert kind_of(caught.value) == "illegal_action"
    assert isinstance(caught.value, Exception)
    assert len(str(caught.value)) > 10
