"""The game, ante and dealing, third street: clauses [C01] to [C28], procedure [rules 3.1] to [rules 3.5]."""

from __future__ import annotations

import pytest
from engines import (
    DECK,
    PRESETS,
    Engine,
    Game,
    cards,
    each_engine,
    events,
    house,
    kinds,
    legal,
    named,
    pays,
    preset,
    refused,
    showdown,
    stacked,
    view,
)

pytestmark = each_engine

DEEP = 10_000


# The game


def test_c01_only_the_division_of_the_pot_differs(engine: Engine) -> None:
    hands = {1: "Ac 2d 3h 4s 5c 9h 9d", 2: "Kc Kd Kh Qs Jc Td 8h"}
    told = []
    for low in ("eight_or_better", "five_ranks", "any"):
        game = Game(engine, house(engine, low=low), [DEEP] * 2, hands)
        game.play("1:bring_in 2:complete 1:call 2:bet 1:raise 2:call").passive()
        told.append(events(game.hand)[: kinds(game.hand).index("show")])
    assert told[0] == told[1] == told[2]
    assert [event["kind"] for event in told[0]].count("deal") == 14


def test_c02_the_number_eight_means_the_qualifier_and_no_number_none(engine: Engine) -> None:
    hands = {1: "Ac 2d 3h 4s 9c 9d Kh", 2: "Qc Qd Qh Js Jc Td Th"}
    with_eight = Game(engine, preset(engine, "eight_or_better", ante=100), [100] * 2, hands)
    without = Game(engine, preset(engine, "no_qualifier", ante=100), [100] * 2, hands)
    assert pays(with_eight.hand) == [(0, "whole", 2, 200)]
    assert pays(without.hand) == [(0, "high", 2, 100), (0, "low", 1, 100)]


@pytest.mark.parametrize("low", ["seven_or_better", "nine_or_better", "8", "none", ""])
def test_c02_only_eight_is_built(engine: Engine, low: str) -> None:
    with refused(engine, "invalid_rules"):
        house(engine, low=low)


def test_c04_one_deck_of_fifty_two_cards(engine: Engine) -> None:
    hand = engine.Hand(house(engine, ante=100), [100] * 7, deck=DECK)
    dealt = [event["card"] for event in named(hand, "deal")]
    assert len(DECK) == 52
    assert cards(dealt) == DECK[:49]


def test_c04_no_card_is_dealt_twice(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)
    hand.deal("As")
    with refused(engine, "duplicate_card", hand):
        hand.deal("As")


@pytest.mark.parametrize("players", range(2, 9))
def test_c05_two_to_eight_players(engine: Engine, players: int) -> None:
    hand = engine.Hand(house(engine), [DEEP] * players, deck=DECK)
    assert tuple(hand.seats) == tuple(hand.seats_in) == tuple(range(1, players + 1))


@pytest.mark.parametrize("players", [0, 1, 9, 10])
def test_c05_no_fewer_and_no_more(engine: Engine, players: int) -> None:
    with refused(engine, "invalid_seats"):
        engine.Hand(house(engine), [DEEP] * players, deck=DECK)


def test_c06_two_down_four_up_and_the_last_down(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 2, {1: "Ac 2d 3h 4s 8c Qd Jd"}).passive()
    own = [(event["card"], event["up"]) for event in named(game.hand, "deal") if event["seat"] == 1]
    assert [card for card, _ in own] == ["Ac", "2d", "3h", "4s", "8c", "Qd", "Jd"]
    assert [up for _, up in own] == [False, False, True, True, True, True, False]
    assert cards(game.hand.down_cards[1]) == ["Ac", "2d", "Jd"]
    assert cards(game.hand.up_cards[1]) == ["3h", "4s", "8c", "Qd"]


@pytest.mark.parametrize("joker", ["Jo", "**", "1s", "Xx", "A", "Asd", ""])
def test_c07_no_wild_cards(engine: Engine, joker: str) -> None:
    with refused(engine, "invalid_card"):
        engine.Hand(house(engine), [DEEP] * 2, deck=[joker, *DECK[1:]])
    hand = engine.Hand(house(engine), [DEEP] * 2, dealt_by_hand=True)
    with refused(engine, "invalid_card", hand):
        hand.deal(joker)


def test_c07_nothing_is_replaced(engine: Engine) -> None:
    """Deuces are not wild: they make two pair with the nines, and that is all."""
    hand = showdown(engine, {1: "2c 2d 9h 9s Kc Jd 7c", 2: "Ac Ad Th Ts 3c 4d Qc"})
    assert pays(hand) == [(0, "whole", 2, 200)]
    assert named(hand, "pay")[0]["hand"]["name"] == "two pair, aces and tens, Q"


def test_c08_nobody_sees_anothers_down_cards(engine: Engine) -> None:
    hands = {1: "Ac Ad 2c", 2: "Kc Kd 7h", 3: "Qc Qd Jh"}
    game = Game(engine, house(engine), [DEEP] * 3, hands)
    for seat in (1, 2, 3):
        seen = view(game.hand, seat)
        for other in (1, 2, 3):
            mine = hands[seat].split()[:2]
            assert seen["down_cards"][str(other)] == (mine if other == seat else [None, None])
            assert seen["up_cards"][str(other)] == hands[other].split()[2:]
    assert view(game.hand, None)["down_cards"] == {"1": [None] * 2, "2": [None] * 2, "3": [None] * 2}


def test_c08_a_folded_hand_leaves_its_up_cards_and_keeps_its_secret(engine: Engine) -> None:
    hands = {1: "Ac Ad 2c", 2: "Kc Kd 7h", 3: "Qc Qd Jh"}
    game = Game(engine, house(engine), [DEEP] * 3, hands).play("1:bring_in 2:call 3:fold")
    assert tuple(game.hand.seats) == (1, 2, 3)
    assert tuple(game.hand.seats_in) == (1, 2)
    game.passive()
    for seat in (1, 2, None):
        seen = view(game.hand, seat)
        assert seen["up_cards"]["3"] == ["Jh"]
        assert seen["down_cards"]["3"] == [None, None]
        told = [event["card"] for event in seen["events"] if event["kind"] == "deal" and event["seat"] == 3]
        assert told == [None, None, "Jh"]
    assert view(game.hand, 3)["down_cards"]["3"] == ["Qc", "Qd"]


# Ante, seats, dealing


def test_c10_everyone_antes_before_any_card(engine: Engine) -> None:
    hand = engine.Hand(house(engine), {2: DEEP, 5: DEEP, 7: 4}, dealt_by_hand=True)
    assert events(hand) == [
        {"kind": "ante", "seat": 2, "chips": 10},
        {"kind": "ante", "seat": 5, "chips": 10},
        {"kind": "ante", "seat": 7, "chips": 4},
    ]
    assert tuple(hand.next_card) == (2, "down")
    assert dict(hand.stacks) == {2: DEEP - 10, 5: DEEP - 10, 7: 0}


def test_c10_an_ante_of_nothing_makes_no_event(engine: Engine) -> None:
    hand = engine.Hand(house(engine, ante=0), [DEEP] * 3, deck=DECK)
    assert kinds(hand) == ["deal"] * 9
    assert dict(hand.contributions) == {1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize(
    ("name", "ante", "small", "big"), [("full_tilt", 40, 200, 400), ("hungarian", 25, 100, 200)]
)
def test_c11_the_antes_of_the_pages(engine: Engine, name: str, ante: int, small: int, big: int) -> None:
    rules = getattr(engine.Rules, name)()
    assert (rules.ante, rules.small_bet, rules.big_bet) == (ante, small, big)
    hand = engine.Hand(rules, [DEEP] * 4, deck=DECK)
    assert [event["chips"] for event in named(hand, "ante")] == [ante] * 4
    assert dict(hand.stacks) == dict.fromkeys((1, 2, 3, 4), DEEP - ante)


def test_c12_there_are_no_blinds(engine: Engine) -> None:
    """Wherever a player sits down, the ante is all he owes for being dealt in."""
    hand = engine.Hand(house(engine), {1: DEEP, 4: DEEP, 8: DEEP}, deck=DECK)
    assert kinds(hand) == ["ante"] * 3 + ["deal"] * 9
    assert dict(hand.contributions) == {1: 10, 4: 10, 8: 10}
    assert dict(hand.bets) == {1: 0, 4: 0, 8: 0}
    assert tuple(hand.seats_in) == (1, 4, 8)


@pytest.mark.parametrize("seats", [(1, 2, 3), (2, 5, 8), (6, 7), (8, 1, 4)])
def test_c13_dealing_starts_left_of_the_button_at_seat_eight(engine: Engine, seats: tuple[int, ...]) -> None:
    hand = engine.Hand(house(engine), dict.fromkeys(seats, DEEP), deck=DECK)
    assert [event["seat"] for event in named(hand, "deal")] == sorted(seats) * 3


def test_c14_later_streets_go_to_everybody_still_in(engine: Engine) -> None:
    """Seat 1 is all-in, seat 2 has folded; seats 1, 3 and 4 get cards, in that order, on every street."""
    doors = {1: "- - 2c", 2: "- - 9d", 3: "- - Jh", 4: "- - Ks"}
    game = Game(engine, house(engine), [60, DEEP, DEEP, DEEP], doors)
    game.play("1:complete 2:fold 3:call 4:call")
    for street in (4, 5, 6, 7):
        game.passive(street)
        dealt = [event["seat"] for event in named(game.hand, "deal")]
        assert dealt[12:] == [1, 3, 4] * (street - 3)


def test_c16_third_street_goes_round_three_times(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [DEEP] * 3, deck=DECK)
    dealt = [(event["seat"], event["card"], event["up"]) for event in named(hand, "deal")]
    rounds = [(seat, up) for up in (False, False, True) for seat in (1, 2, 3)]
    assert dealt == [(seat, card, up) for (seat, up), card in zip(rounds, DECK, strict=False)]


# Third street


@pytest.mark.parametrize(
    ("doors", "seat"),
    [
        ("Kc 3d Qh", 2),
        ("Ac 2s 3c", 2),
        ("Ac Kd", 2),
        ("Ac Ks Qd", 3),
        ("5s 6c 7c 8c", 1),
        ("Ts 9s Js", 2),
    ],
)
def test_c17_the_lowest_door_card_brings_in_and_an_ace_is_high(engine: Engine, doors: str, seat: int) -> None:
    hands = {seat: f"- - {door}" for seat, door in enumerate(doors.split(), 1)}
    game = Game(engine, house(engine), dict.fromkeys(hands, DEEP), hands)
    assert game.hand.actor == seat


@pytest.mark.parametrize(
    ("doors", "seat"),
    [("2s 2h 2d 2c", 4), ("2s 2h 2d", 3), ("2s 2h", 2), ("Ac Ad", 1), ("Ks 7h 7d As", 3), ("7s 7h Kc", 2)],
)
def test_c18_suits_decide_between_equal_door_cards_clubs_lowest(
    engine: Engine, doors: str, seat: int
) -> None:
    hands = {seat: f"- - {door}" for seat, door in enumerate(doors.split(), 1)}
    game = Game(engine, house(engine), dict.fromkeys(hands, DEEP), hands)
    assert game.hand.actor == seat


def test_c19_the_bring_in_is_an_amount_of_its_own(engine: Engine) -> None:
    every = {
        50: engine.Rules.full_tilt(),
        51: engine.Rules.full_tilt(bring_in=51),
        52: engine.Rules.finnish(ante=26, small_bet=200),
        25: engine.Rules.hungarian(bring_in=25),
    }
    assert engine.Rules.hungarian().bring_in == 50
    for amount, rules in every.items():
        game = Game(engine, rules, [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in")
        assert named(game.hand, "bring_in")[0]["amount"] == amount
        assert game.hand.bets[1] == amount


def test_c20_the_bring_in_or_the_small_bet_and_nothing_else(engine: Engine) -> None:
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"})
    assert game.hand.actor == 1
    assert legal(game.hand) == [("bring_in", 50), ("complete", 200)]
    for kind in ("fold", "check", "call", "bet", "raise"):
        with refused(engine, "illegal_action", game.hand):
            game.hand.play(kind)


@pytest.mark.parametrize(
    ("stack", "choice"),
    [
        (10, [("bring_in", 10)]),
        (20, [("bring_in", 20)]),
        (21, [("bring_in", 20), ("complete", 21)]),
        (60, [("bring_in", 20), ("complete", 60)]),
        (100, [("bring_in", 20), ("complete", 100)]),
        (101, [("bring_in", 20), ("complete", 100)]),
    ],
)
def test_c20_with_more_than_the_bring_in_he_may_complete_for_what_he_has(
    engine: Engine, stack: int, choice: list[tuple[str, int]]
) -> None:
    game = Game(engine, house(engine), [10 + stack, DEEP], {1: "- - 2c", 2: "- - 3c"})
    assert legal(game.hand) == choice


def test_c21_if_all_others_fold_the_bring_in_wins_the_antes(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 3, doors).play("1:bring_in 2:fold 3:fold")
    assert game.hand.is_over
    assert dict(game.hand.payoffs) == {1: 80, 2: -40, 3: -40}
    assert pays(game.hand) == [(0, "whole", 1, 120)]


def test_c22_facing_the_bring_in_fold_call_or_complete(engine: Engine) -> None:
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in")
    assert legal(game.hand) == [("fold", None), ("call", 50), ("complete", 200)]
    assert legal(game.play("2:call").hand) == [("fold", None), ("call", 50), ("complete", 200)]


def test_c23_facing_a_completion_fold_call_or_raise(engine: Engine) -> None:
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in 2:complete")
    assert legal(game.hand) == [("fold", None), ("call", 200), ("raise", 400)]
    game.play("3:call")
    assert (game.hand.actor, legal(game.hand)) == (1, [("fold", None), ("call", 200), ("raise", 400)])


def test_c24_after_a_raise_the_whole_amount_must_be_matched(engine: Engine) -> None:
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in 2:call 3:complete 1:raise")
    assert (game.hand.actor, legal(game.hand)) == (2, [("fold", None), ("call", 400), ("raise", 600)])
    game.play("2:call")
    assert named(game.hand, "call")[-1] == {
        "kind": "call",
        "seat": 2,
        "amount": 400,
        "chips": 350,
        "all_in": False,
    }
    assert legal(game.hand) == [("fold", None), ("call", 400), ("raise", 600)]


def test_c25_cap_is_bet_and_three_raises(engine: Engine) -> None:
    """Bring-in and completion are one bet together, also when one player puts in both at once."""
    for opening in ("1:bring_in 2:complete 1:raise 2:raise", "1:complete 2:raise 1:raise"):
        game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play(opening)
        assert legal(game.hand) == [("fold", None), ("call", 600), ("raise", 800)]
        game.play("raise")
        assert legal(game.hand) == [("fold", None), ("call", 800)]
        with refused(engine, "illegal_action", game.hand):
            game.hand.play("raise")


def test_c25_the_cap_begins_anew_on_each_street(engine: Engine) -> None:
    hands = {1: "- - 2c 2d 2h 2s", 2: "- - 3c 4d 6h 8s"}
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 2, hands).play("1:bring_in 2:call")
    for size in (200, 400):
        game.play("1:bet 2:raise 1:raise 2:raise")
        assert legal(game.hand) == [("fold", None), ("call", 4 * size)]
        game.play("1:call")
        assert named(game.hand, "call")[-1]["amount"] == 4 * size


def test_c25_nobody_raises_himself(engine: Engine) -> None:
    """When the raise has been called round, the round is over: the raiser is not asked again."""
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, house(engine), [DEEP] * 3, doors).play("1:bring_in 2:complete 3:call 1:call")
    assert game.hand.street == 4


def test_c26_the_bring_in_has_no_option(engine: Engine) -> None:
    hands = {1: "- - 2c 3d", 2: "- - 4c 5d", 3: "- - 6c Kd"}
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 3, hands).play("1:bring_in 2:call 3:call")
    assert game.hand.street == 4
    assert game.hand.actor == 3
    assert dict(game.hand.contributions) == {1: 90, 2: 90, 3: 90}


@pytest.mark.parametrize(
    ("doors", "stacks", "actor"),
    [
        ("2c 7d 8h", [10, DEEP, DEEP], 2),
        ("2c 7d 8h", [4, DEEP, DEEP], 2),
        ("Kc 7d 2h", [DEEP, DEEP, 10], 1),
        ("Kc 2d 8h 9s", [DEEP, 10, 10, DEEP], 4),
        ("Kc Qd 8h 2s", [10, DEEP, DEEP, 10], 2),
    ],
)
def test_c27_a_low_card_all_in_for_the_ante_passes_the_bring_in_on(
    engine: Engine, doors: str, stacks: list[int], actor: int
) -> None:
    hands = {seat: f"- - {door}" for seat, door in enumerate(doors.split(), 1)}
    game = Game(engine, house(engine), stacks, hands)
    assert game.hand.actor == actor
    assert legal(game.hand) == [("bring_in", 20), ("complete", 100)]


def test_c28_a_short_bring_in_must_be_met_in_full(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, engine.Rules.full_tilt(), [70, DEEP, DEEP], doors).play("1:bring_in")
    assert named(game.hand, "bring_in") == [
        {"kind": "bring_in", "seat": 1, "amount": 30, "chips": 30, "all_in": True}
    ]
    assert legal(game.hand) == [("fold", None), ("call", 50), ("complete", 200)]
    game.play("2:call 3:call")
    assert dict(game.hand.contributions) == {1: 70, 2: 90, 3: 90}


def test_c28_completing_over_a_short_bring_in_is_the_small_bet(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, engine.Rules.full_tilt(), [70, DEEP, DEEP], doors).play("1:bring_in 2:complete")
    assert named(game.hand, "complete")[0]["amount"] == 200
    assert legal(game.hand) == [("fold", None), ("call", 200), ("raise", 400)]


@pytest.mark.parametrize(
    ("chips", "choice"),
    [
        (15, [("fold", None), ("call", 15)]),
        (20, [("fold", None), ("call", 20)]),
        (70, [("fold", None), ("call", 20), ("complete", 70)]),
    ],
)
def test_c28_a_short_caller_calls_with_what_he_has(
    engine: Engine, chips: int, choice: list[tuple[str, int | None]]
) -> None:
    game = Game(engine, house(engine), [DEEP, 10 + chips], {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in")
    assert legal(game.hand) == choice


def test_c28_nobody_may_complete_against_players_who_cannot_put_in_more(engine: Engine) -> None:
    """3.5 (d): the bring-in is all-in with exactly the bring-in and nobody else is left."""
    game = Game(engine, house(engine), [30, DEEP], {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in")
    assert legal(game.hand) == [("fold", None), ("call", 20)]


@pytest.mark.parametrize("name", PRESETS)
def test_c20_to_c26_hold_in_every_preset(engine: Engine, name: str) -> None:
    """Whatever opens the later streets, third street belongs to the lowest door card."""
    hands = {1: "- - Kc", 2: "- - 2d", 3: "- - As"}
    hand = Game(engine, preset(engine, name), [DEEP] * 3, hands).hand
    assert (hand.actor, legal(hand)) == (2, [("bring_in", 20), ("complete", 100)])
    hand.play("bring_in")
    assert legal(hand) == [("fold", None), ("call", 20), ("complete", 100)]


def test_c13_the_lowest_seat_gets_the_first_card_of_a_given_deck(engine: Engine) -> None:
    hand = engine.Hand(house(engine), {4: DEEP, 6: DEEP}, deck="".join(stacked("As Kd Qh Jc Ts 9d")))
    assert cards(hand.down_cards[4]) == ["As", "Qh"]
    assert cards(hand.down_cards[6]) == ["Kd", "Jc"]
    assert cards(hand.up_cards[4]) == ["Ts"]
    assert cards(hand.up_cards[6]) == ["9d"]
