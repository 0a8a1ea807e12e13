"""The events with their fields and order, views, and the face of a hand [rules 5]."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from engines import (
    DECK,
    Engine,
    Game,
    Hand,
    cards,
    each_engine,
    events,
    house,
    kinds,
    legal,
    named,
    pots,
    refused,
    showdown,
    stacked,
    state,
    view,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = each_engine

DEEP = 10_000


def told(lines: Iterable[tuple[object, ...]], names: dict[str, tuple[str, ...]]) -> list[dict[str, object]]:
    """Events from short tuples: the kind, then its fields in the order of the table."""
    return [{"kind": line[0], **dict(zip(names[str(line[0])], line[1:], strict=True))} for line in lines]


WAGER = ("seat", "amount", "chips", "all_in")
FIELDS = {
    "ante": ("seat", "chips"),
    "uncalled": ("seat", "chips"),
    "deal": ("seat", "card", "up"),
    "burn": (),
    "common": ("card",),
    "fold": ("seat",),
    "check": ("seat",),
    "bring_in": WAGER,
    "call": WAGER,
    "complete": WAGER,
    "bet": WAGER,
    "raise": WAGER,
    "declare": ("declarations",),
    "show": ("seat", "cards"),
    "muck": ("seat",),
    "rake": ("pot", "chips"),
    "pay": ("pot", "part", "seat", "chips", "hand"),
}
"""The fields of every kind, in order, as the table of section 5 has them."""


def test_the_events_of_a_hand_from_a_deck(engine: Engine) -> None:
    """Three players, burns, a raise, a fold, an all-in call, a showdown with a muck and two pots."""
    deck = stacked("As Kd 9c Ah Kh 9d 2c 3d 4h", "Tc Ad 3c Qs", "Td Ac Jh", "Th 2d 5s", "Ts 8c 7s")
    rules = house(engine, burn=True, rake=engine.Rake(500))
    hand = engine.Hand(rules, [160, DEEP, DEEP], deck=deck)
    for action in ("bring_in", "complete", "raise", "call", "call", "bet", "fold"):
        hand.play(action)
    assert events(hand) == told(
        [
            ("ante", 1, 10),
            ("ante", 2, 10),
            ("ante", 3, 10),
            ("deal", 1, "As", False),
            ("deal", 2, "Kd", False),
            ("deal", 3, "9c", False),
            ("deal", 1, "Ah", False),
            ("deal", 2, "Kh", False),
            ("deal", 3, "9d", False),
            ("deal", 1, "2c", True),
            ("deal", 2, "3d", True),
            ("deal", 3, "4h", True),
            ("bring_in", 1, 20, 20, False),
            ("complete", 2, 100, 100, False),
            ("raise", 3, 200, 200, False),
            ("call", 1, 150, 130, True),
            ("call", 2, 200, 100, False),
            ("burn",),
            ("deal", 1, "Ad", True),
            ("deal", 2, "3c", True),
            ("deal", 3, "Qs", True),
            ("bet", 2, 100, 100, False),
            ("fold", 3),
            ("uncalled", 2, 100),
            ("burn",),
            ("deal", 1, "Ac", True),
            ("deal", 2, "Jh", True),
            ("burn",),
            ("deal", 1, "2d", True),
            ("deal", 2, "5s", True),
            ("burn",),
            ("deal", 1, "8c", False),
            ("deal", 2, "7s", False),
            ("show", 2, ["Kd", "Kh", "3d", "3c", "Jh", "5s", "7s"]),
            ("show", 1, ["As", "Ah", "2c", "Ad", "Ac", "2d", "8c"]),
            ("rake", 0, 29),
            ("pay", 1, "whole", 2, 100, None),
            (
                "pay",
                0,
                "whole",
                1,
                451,
                {"cards": ["As", "Ah", "Ad", "Ac", "8c"], "name": "four of a kind, aces, 8"},
            ),
        ],
        FIELDS,
    )


def test_the_events_of_a_declared_hand_with_a_common_card(engine: Engine) -> None:
    rules = house(engine, ante=10, low="any", declare=True)
    hand = engine.Hand(rules, [10] * 8, deck=DECK)
    assert kinds(hand) == ["ante"] * 8 + ["deal"] * 48 + ["common"]
    assert events(hand)[-1] == {"kind": "common", "card": DECK[48]}
    for seat in range(1, 9):
        assert hand.actor == seat
        hand.play("declare_high" if seat > 1 else "declare_low")
    after = events(hand)[57:]
    declared = {"1": "declare_low", **{str(seat): "declare_high" for seat in range(2, 9)}}
    assert after[0] == {"kind": "declare", "declarations": declared}
    assert [event["kind"] for event in after[1:9]] == ["show"] * 8
    assert {event["kind"] for event in after[9:]} == {"pay"}
    assert all(len(event["cards"]) == 6 for event in after[1:9])


def test_every_kind_has_the_fields_of_the_table_in_their_order(engine: Engine) -> None:
    seen: dict[str, tuple[str, ...]] = {}
    for number in range(60):
        random = Random(number)
        settings: dict[str, Any] = {"burn": number % 2 == 0, "rake": engine.Rake(500)}
        if number % 3 == 0:
            settings |= {"low": "any", "declare": True}
        stacks = [random.choice((10, 150, 2000)) for _ in range(8 - number % 2)]
        hand = engine.Hand(house(engine, **settings), stacks, deck=random.sample(DECK, 52))
        while not hand.is_over:
            options = [kind for kind, _ in legal(hand) if kind != "fold" or random.random() < 0.2]
            hand.play(random.choice(options))
        for event in events(hand):
            fields = tuple(event)
            assert seen.setdefault(event["kind"], fields) == fields
            assert {type(event[key]) for key in event if key in {"up", "all_in"}} <= {bool}
    assert seen == {kind: ("kind", *fields) for kind, fields in FIELDS.items()}


def test_all_in_is_told_with_the_amount_that_went_in(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP, 70, DEEP], {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in 2:complete 3:raise 1:call")
    wagers = named(game.hand, "bring_in", "complete", "raise", "call")
    assert [(event["amount"], event["chips"], event["all_in"]) for event in wagers] == [
        (20, 20, False),
        (60, 60, True),
        (160, 160, False),
        (160, 140, False),
    ]


def test_a_low_is_named_with_the_payees_own_five(engine: Engine) -> None:
    hands = {1: "8c 6d 4h 3s 2c Kd Kh", 2: "8d 6h 4s 3h 2d Qd Qh"}
    paid = named(showdown(engine, hands), "pay")
    assert [(event["part"], event["hand"]) for event in paid] == [
        ("high", {"cards": ["Kh", "Kd", "8c", "6d", "4h"], "name": "pair of kings, 8-6-4"}),
        ("low", {"cards": ["8c", "6d", "4h", "3s", "2c"], "name": "8-6-4-3-2"}),
        ("low", {"cards": ["8d", "6h", "4s", "3h", "2d"], "name": "8-6-4-3-2"}),
    ]


# Chips to call


def to_call(game: Game, seat: int | None) -> int:
    """What the view of a seat says, which is what the hand says of its actor."""
    seen = view(game.hand, seat)
    assert seen["current_bet"] == game.hand.current_bet
    if seat == game.hand.actor:
        assert seen["to_call"] == game.hand.to_call
    return int(seen["to_call"])


def test_to_call_is_what_a_seat_adds(engine: Engine) -> None:
    """Before the bring-in, after it, and after the completion: the opener owes the rest alone."""
    hands = {1: "As Kd 2c", 3: "9c 9d 4h", 4: "Jc Jd 5h"}
    game = Game(engine, house(engine), {1: DEEP, 3: 75, 4: DEEP}, hands)
    assert (game.hand.to_call, game.hand.current_bet) == (20, 0)
    assert [to_call(game, seat) for seat in (None, 1, 3, 4)] == [0, 20, 0, 0]
    game.play("1:bring_in")
    assert (game.hand.to_call, game.hand.current_bet) == (20, 20)
    assert [to_call(game, seat) for seat in (None, 1, 3, 4)] == [0, 0, 20, 20]
    game.play("3:call 4:complete")
    assert (game.hand.to_call, game.hand.current_bet) == (80, 100)
    assert [to_call(game, seat) for seat in (None, 1, 3, 4)] == [0, 80, 45, 0]
    game.play("1:fold")
    assert (game.hand.to_call, game.hand.current_bet) == (45, 100)
    assert [to_call(game, seat) for seat in (None, 1, 3, 4)] == [0, 0, 45, 0]
    game.play("3:call")
    assert (game.hand.to_call, game.hand.current_bet, game.hand.actor) == (0, 0, None)
    assert [to_call(game, seat) for seat in (None, 1, 3, 4)] == [0] * 4


def test_a_short_bring_in_is_what_the_opener_has_and_others_owe_the_whole(engine: Engine) -> None:
    hands = {1: "As Kd 2c", 3: "9c 9d 4h", 4: "Jc Jd 5h"}
    game = Game(engine, house(engine), {1: 15, 3: DEEP, 4: DEEP}, hands)
    # All-in with the ante of 10 or with the 5 that follow: the first who can, opens.
    assert (game.hand.actor, game.hand.to_call, to_call(game, 3)) == (1, 5, 0)
    game.play("1:bring_in")
    assert (game.hand.to_call, game.hand.current_bet) == (20, 20)
    assert [to_call(game, seat) for seat in (None, 1, 3, 4)] == [0, 0, 20, 20]


def test_the_pot_is_all_chips_in_the_middle(engine: Engine) -> None:
    hands = {1: "As Kd 2c", 3: "9c 9d 4h", 4: "Jc Jd 5h"}
    game = Game(engine, house(engine), {1: DEEP, 3: 75, 4: DEEP}, hands)
    assert (game.hand.pot, game.hand.starting_stacks) == (30, {1: DEEP, 3: 75, 4: DEEP})
    game.play("1:bring_in 3:call 4:complete")
    assert game.hand.pot == 170 == sum(pot.amount for pot in game.hand.pots) + sum(game.hand.bets.values())
    game.play("1:fold 3:fold")
    # 80 of the completion were never called.
    assert game.hand.is_over
    assert (game.hand.pot, game.hand.pots) == (90, [])
    assert game.hand.starting_stacks == {1: DEEP, 3: 75, 4: DEEP}


# Views


def test_a_view_on_third_street(engine: Engine) -> None:
    hands = {1: "As Kd 2c", 3: "9c 9d 4h"}
    game = Game(engine, house(engine), {1: DEEP, 3: 500}, hands).play("1:bring_in")
    antes = [{"kind": "ante", "seat": seat, "chips": 10} for seat in (1, 3)]

    def deal(seat: int, card: str | None, *, up: bool = False) -> dict[str, object]:
        return {"kind": "deal", "seat": seat, "card": card, "up": up}

    seen = view(game.hand, 3)
    assert seen == {
        "seat": 3,
        "street": 3,
        "seats": [1, 3],
        "seats_in": [1, 3],
        "stacks": {"1": DEEP - 30, "3": 490},
        "bets": {"1": 20, "3": 0},
        "contributions": {"1": 30, "3": 10},
        "pots": [{"amount": 20, "seats": [1, 3]}],
        "up_cards": {"1": ["2c"], "3": ["4h"]},
        "down_cards": {"1": [None, None], "3": ["9c", "9d"]},
        "common_card": None,
        "is_over": False,
        "stage": "betting",
        "current_bet": 20,
        "to_call": 20,
        "wagers_left": 4,
        "aggressor": None,
        "actor": 3,
        "legal_actions": [
            {"kind": "fold", "amount": None},
            {"kind": "call", "amount": 20},
            {"kind": "complete", "amount": 100},
        ],
        "events": [
            *antes,
            deal(1, None),
            deal(3, "9c"),
            deal(1, None),
            deal(3, "9d"),
            deal(1, "2c", up=True),
            deal(3, "4h", up=True),
            {"kind": "bring_in", "seat": 1, "amount": 20, "chips": 20, "all_in": False},
        ],
    }
    assert list(seen) == [
        "seat",
        "street",
        "seats",
        "seats_in",
        "stacks",
        "bets",
        "contributions",
        "pots",
        "up_cards",
        "down_cards",
        "common_card",
        "is_over",
        "stage",
        "current_bet",
        "to_call",
        "wagers_left",
        "aggressor",
        "actor",
        "legal_actions",
        "events",
    ]
    assert view(game.hand, 1)["legal_actions"] == []
    assert view(game.hand, 1)["actor"] == 3
    assert view(game.hand, None)["seat"] is None
    assert view(game.hand, None)["legal_actions"] == []


def test_shown_cards_are_seen_in_the_deals_too(engine: Engine) -> None:
    hands = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}
    game = Game(engine, house(engine), [DEEP] * 2, hands).passive(7)
    before = view(game.hand, None)
    assert [event["card"] for event in before["events"] if event["kind"] == "deal" and not event["up"]] == [
        None
    ] * 6
    game.passive()
    for seat in (None, 2):
        seen = view(game.hand, seat)
        dealt = [event["card"] for event in seen["events"] if event["kind"] == "deal" and event["seat"] == 1]
        assert dealt == hands[1].split()
        assert seen["down_cards"]["1"] == ["Ac", "Ad", "8d"]
    hidden = [
        event["card"]
        for event in view(game.hand, None)["events"]
        if event["kind"] == "deal" and event["seat"] == 2 and not event["up"]
    ]
    assert hidden == [None] * 3


def swapped(deck: list[str], pairs: list[tuple[int, int]]) -> list[str]:
    """The deck with these places exchanged."""
    other = list(deck)
    for one, two in pairs:
        other[one], other[two] = other[two], other[one]
    return other


@pytest.mark.parametrize("number", range(12))
def test_a_view_does_not_depend_on_what_it_may_not_know(engine: Engine, number: int) -> None:
    """Four players; the down cards of seats 2 and 3 change places with each other's and with undealt cards.

    Places 1 and 5 are seat 2's, 2 and 6 seat 3's, 25 and 26 their seventh cards (only seat 4 may fold),
    40 and on are not dealt.
    """
    deck = Random(number).sample(DECK, 52)
    others = [
        swapped(deck, [(1, 2), (5, 6)]),
        swapped(deck, [(1, 40), (6, 41)]),
        swapped(deck, [(25, 1), (26, 45), (5, 51)]),
    ]
    rules = house(engine)
    hands = [engine.Hand(rules, [DEEP] * 4, deck=some) for some in (deck, *others)]
    random = Random(number)
    while True:
        seats: tuple[int | None, ...] = (1, 4, None)
        for seat in seats:
            first, *rest = (view(hand, seat) for hand in hands)
            assert all(first == other for other in rest), (number, seat)
        options = [kind for kind, _ in legal(hands[0]) if kind != "fold" or hands[0].actor == 4]
        kind = random.choice(options)
        if hands[0].street == 7 and kind in {"check", "call"}:
            break  # the next call or check may end in a showdown, where the cards speak
        for hand in hands:
            hand.play(kind)
        if hands[0].is_over:
            break


def test_a_muck_and_a_fold_reveal_nothing(engine: Engine) -> None:
    """The loser's hidden cards differ, and at the end every other view is still the same."""
    boards = {1: "Ac Ad Ah Ks Kd 9c 8d", 3: "- - 5h 6s"}
    seen = []
    for hidden in ("Qs Jc Td 9h 7s 4c 3d", "Qd 5c Td 9h 7s 4c Jh"):
        game = Game(engine, house(engine), [DEEP] * 3, {**boards, 2: hidden, 3: "2c 2d 5d"})
        game.play("3:bring_in 1:call 2:call").passive(5).play("1:bet 2:call 3:fold").passive()
        assert named(game.hand, "muck") == [{"kind": "muck", "seat": 2}]
        seen.append([view(game.hand, seat) for seat in (1, 3, None)])
    assert seen[0] == seen[1]


def test_views_refuse_seats_that_were_not_dealt_in(engine: Engine) -> None:
    hand = engine.Hand(house(engine), {2: DEEP, 5: DEEP}, deck=DECK)
    for seat in (0, 1, 8, 9, -1):
        with refused(engine, "invalid_seats", hand):
            hand.view(seat)


# The face of a hand


def test_seats_and_stacks_by_list_or_by_mapping(engine: Engine) -> None:
    listed = engine.Hand(house(engine), [100, 200, 300], deck=DECK)
    mapped = engine.Hand(house(engine), {3: 300, 1: 100, 2: 200}, deck=DECK)
    assert state(listed) == state(mapped)
    assert dict(listed.stacks) == {1: 90, 2: 190, 3: 290}
    assert list(engine.Hand(house(engine), {7: 100, 2: 200}, deck=DECK).stacks) == [2, 7]


def test_a_deck_may_be_a_list_or_one_string(engine: Engine) -> None:
    listed = engine.Hand(house(engine), [DEEP] * 2, deck=DECK)
    text = engine.Hand(house(engine), [DEEP] * 2, deck="".join(DECK))
    assert state(listed) == state(text)


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("1:bring_in 2:call 2:check 1:bet 2:raise 1:fold", (1, 1, 1, 2, 2, 0)),
        ("1:complete 2:raise 1:call 2:bet 1:call", (2, 2, 1, 2, 1)),
        ("1:bring_in 2:complete 1:fold", (1, 2, 0)),
    ],
)
def test_actions_by_kind_by_id_or_as_such(engine: Engine, line: str, ids: tuple[int, ...]) -> None:
    hands = {1: "- - 2c 3d", 2: "- - Kc Qd"}
    by_kind, by_id, as_such = (Game(engine, house(engine), [DEEP] * 2, hands) for _ in range(3))
    for word, number in zip(line.split(), ids, strict=True):
        kind = word.partition(":")[2]
        by_kind.play(word)
        by_id.hand.play(number)
        by_id.deal()
        (action,) = (action for action in as_such.hand.legal_actions if action.kind == kind)
        as_such.hand.play(action)
        as_such.deal()
        assert state(by_kind.hand) == state(by_id.hand) == state(as_such.hand)


def test_ids_of_the_showdown(engine: Engine) -> None:
    loser_last = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}
    for number, kind in ((3, "show"), (4, "muck")):
        game = (
            Game(engine, house(engine, ask_muck=True), [DEEP] * 2, loser_last).passive(7).play("check check")
        )
        game.hand.play(number)
        assert kinds(game.hand)[-2] == kind
    rules = house(engine, ante=100, low="any", declare=True)
    hand = engine.Hand(rules, [100] * 3, deck=DECK)
    for number in (5, 6, 7):
        hand.play(number)
    declared = {"1": "declare_high", "2": "declare_low", "3": "declare_both"}
    assert named(hand, "declare")[0]["declarations"] == declared


def test_default_action(engine: Engine) -> None:
    """A time-out checks, brings in where that is forced, else folds; mucks; declares high."""
    game = Game(engine, house(engine), [DEEP] * 2, {1: "- - 2c Kc", 2: "- - 3c Qd"})

    def default(hand: Hand) -> tuple[str, int | None]:
        return (hand.default_action.kind, hand.default_action.amount)

    assert default(game.hand) == ("bring_in", 20)
    assert default(game.play("1:bring_in").hand) == ("fold", None)
    assert default(game.play("2:call").hand) == ("check", None)
    assert default(game.play("1:bet").hand) == ("fold", None)
    assert game.play("2:fold").hand.default_action is None
    unfaced = Game(engine, house(engine, fold_unfaced=True), [DEEP] * 2).passive(4)
    assert default(unfaced.hand) == ("check", None)
    loser_last = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}
    asked = Game(engine, house(engine, ask_muck=True), [DEEP] * 2, loser_last).passive(7).play("check check")
    assert default(asked.hand) == ("muck", None)
    declaring = engine.Hand(house(engine, ante=100, low="any", declare=True), [100] * 2, deck=DECK)
    assert default(declaring) == ("declare_high", None)
    assert engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True).default_action is None


def test_copies_are_independent(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}).play("1:bring_in")
    before = state(game.hand)
    twin = game.hand.copy()
    assert state(twin) == before
    twin.play("complete")
    assert state(game.hand) == before
    after = game.hand.after("complete")
    assert state(game.hand) == before
    assert state(after) == state(twin)
    with refused(engine, "illegal_action", game.hand):
        game.hand.after("check")
    waiting = engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)
    other = waiting.copy()
    other.deal("As")
    assert cards(waiting.down_cards[1]) == []
    waiting.deal("Ks")
    assert cards(other.down_cards[1]) == ["As"]


def test_dealt_by_hand_asks_for_players_cards_and_the_common_card_only(engine: Engine) -> None:
    hand = engine.Hand(house(engine, burn=True), [10] * 8, dealt_by_hand=True)
    asked = []
    for card in DECK:
        if hand.next_card is None:
            break
        asked.append(tuple(hand.next_card))
        hand.deal(card)
    wanted = [(seat, "down") for _ in range(2) for seat in range(1, 9)]
    wanted += [(seat, "up") for _ in range(4) for seat in range(1, 9)]
    assert asked == [*wanted, (None, "common")]
    assert kinds(hand).count("burn") == 4
    assert hand.is_over


def test_street_and_pots_before_the_first_bet(engine: Engine) -> None:
    """The street is 3 from the start; a pot of nothing is no pot."""
    for ante, wanted in ((10, [(20, (1, 2))]), (0, [])):
        hand = engine.Hand(house(engine, ante=ante), [DEEP] * 2, dealt_by_hand=True)
        for card in DECK[:6]:
            assert (hand.street, pots(hand)) == (3, wanted)
            hand.deal(card)
        assert (hand.street, pots(hand)) == (3, wanted)


def test_a_burn_is_told_as_soon_as_the_round_before_has_ended(engine: Engine) -> None:
    hand = engine.Hand(house(engine, burn=True), [DEEP] * 2, dealt_by_hand=True)
    for card in DECK[:6]:
        hand.deal(card)
    hand.play(1)
    assert kinds(hand)[-1] == "bring_in"
    hand.play(1)
    assert kinds(hand)[-2:] == ["call", "burn"]
    assert hand.street == 4
    assert hand.actor is None
    assert tuple(hand.next_card) == (1, "up")


def test_bets_move_to_the_pots_when_the_round_ends(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in 2:complete")
    assert dict(game.hand.bets) == {1: 20, 2: 100}
    assert dict(game.hand.contributions) == {1: 30, 2: 110}
    assert dict(game.hand.stacks) == {1: DEEP - 30, 2: DEEP - 110}
    assert pots(game.hand) == [(20, (1, 2))]
    game.play("1:call")
    assert dict(game.hand.bets) == {1: 0, 2: 0}
    assert pots(game.hand) == [(220, (1, 2))]
    game.passive()
    assert pots(game.hand) == []
    assert dict(game.hand.bets) == {1: 0, 2: 0}
    assert dict(game.hand.contributions) == {1: 110, 2: 110}
