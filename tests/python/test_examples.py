"""The worked examples [rules 4], of a betting round [rules 3.5] and of a short deck [rules 3.7]."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from engines import (
    DECK,
    Engine,
    Game,
    Hand,
    Setting,
    cards,
    each_engine,
    house,
    kinds,
    legal,
    named,
    pays,
    preset,
    showdown,
)

pytestmark = each_engine

DEEP = 100_000


# Section 4, of the pages


def test_s0_chip(engine: Engine) -> None:
    hands = {1: "Kc Kd Kh Qs Jc Td 9h", 2: "Ac 2d 3h 4s 6c Jd Qd", 3: "Qc Qh Jh Js Ts 9c 9d"}
    stakes: dict[str, Setting] = {"ante": 350, "bring_in": 350, "small_bet": 500, "big_bet": 1000, "unit": 50}
    hand = showdown(engine, hands, dict.fromkeys(hands, 350), **stakes)
    assert pays(hand) == [(0, "high", 1, 550), (0, "low", 2, 500)]


def results(hand: Hand) -> list[tuple[str, int, str]]:
    """Who is paid for what, and the name of the hand that won it."""
    return [(event["part"], event["seat"], event["hand"]["name"]) for event in named(hand, "pay")]


NOBODY = "Qc Qs Jc Jh Ts Td 9s"


@pytest.mark.parametrize(
    ("low", "first", "second", "expected"),
    [
        pytest.param(
            low,
            "2c 3d 4h 8c 8d 6h 6s",
            "Ac Ad Kc Kd Kh Js 9c",
            [("high", 2, "full house, kings over aces"), ("low", 1, "8-6-4-3-2")],
            id=f"S0-1-{low}",
        )
        for low in ("eight_or_better", "five_ranks")
    ]
    + [
        pytest.param(
            low,
            "2c 3d 4h 5s 6c Kd Qh",
            "Ac Ad 3h 5c 6d 7s Kc",
            [("high", 1, "straight, six high"), ("low", 1, "6-5-4-3-2")],
            id=f"S0-2-{low}",
        )
        for low in ("eight_or_better", "five_ranks")
    ]
    + [
        pytest.param(
            "eight_or_better",
            "8c 6d 4h 3s 2c Kd Kh",
            "8d 7h 4s 2h Ac Qd Qh",
            [("high", 1, "pair of kings, 8-6-4"), ("low", 1, "8-6-4-3-2")],
            id="S2-low",
        ),
        pytest.param(
            "eight_or_better",
            "6c 5d 3h 2s Ac Kd Kh",
            "8d 4h 3s 2h Ad Qd Qh",
            [("high", 1, "pair of kings, A-6-5"), ("low", 1, "6-5-3-2-A")],
            id="S4-low",
        ),
        pytest.param(
            "eight_or_better",
            "Kh 8h 5c 4h 3h 2s Ah",
            NOBODY,
            [("high", 1, "flush, A-K-8-4-3"), ("low", 1, "5-4-3-2-A")],
            id="S1-hand1",
        ),
        pytest.param(
            "eight_or_better",
            "Ks Qh 8s 7d 6c 5h 4c",
            NOBODY,
            [("high", 1, "straight, eight high"), ("low", 1, "8-7-6-5-4")],
            id="S1-hand2",
        ),
    ],
)
def test_hands_of_the_pages(
    engine: Engine, low: str, first: str, second: str, expected: list[tuple[str, int, str]]
) -> None:
    assert results(showdown(engine, {1: first, 2: second}, low=low)) == expected


def test_s0_2_the_second_hand(engine: Engine) -> None:
    """B of S0-2 alone: high AAK76, low 7653A."""
    hand = showdown(engine, {1: "Ac Ad 3h 5c 6d 7s Kc", 2: "Qc Jd Th 9h 4s 4d 2h"})
    assert results(hand) == [("high", 1, "pair of aces, K-7-6"), ("low", 1, "7-6-5-3-A")]


def test_s1_hand2_uses_the_same_five_cards(engine: Engine) -> None:
    high, low = named(showdown(engine, {1: "Ks Qh 8s 7d 6c 5h 4c", 2: NOBODY}), "pay")
    assert high["hand"]["cards"] == low["hand"]["cards"] == ["8s", "7d", "6c", "5h", "4c"]


def test_s1_bringin(engine: Engine) -> None:
    hands = {1: "- - 2s", 2: "- - 2h", 3: "- - 2d", 4: "- - 3c", 5: "- - Kc"}
    assert Game(engine, engine.Rules.full_tilt(), [DEEP] * 5, hands).hand.actor == 3


def test_s1_cap(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c", 4: "- - 5c"}
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 4, doors)
    game.play("1:bring_in 2:complete 3:raise 4:raise")
    assert legal(game.hand) == [("fold", None), ("call", 600), ("raise", 800)]
    assert legal(game.play("1:raise").hand) == [("fold", None), ("call", 800)]


@pytest.mark.parametrize("boards", [("Ac 2d", "Ah 2s"), ("7c 7d", "7h 7s")])
def test_s1_open(engine: Engine, boards: tuple[str, str]) -> None:
    hands = {3: f"- - {boards[0]}", 6: f"- - {boards[1]}"}
    game = Game(engine, engine.Rules.full_tilt(), {3: DEEP, 6: DEEP}, hands).passive(4)
    assert game.hand.actor == 3
    assert legal(game.hand) == [("check", None), ("bet", 200)]


def test_s4_stakes(engine: Engine) -> None:
    rules = engine.Rules.hungarian()
    game = Game(engine, rules, [DEEP] * 2, {1: "- - 2c 9c", 2: "- - 3c 8d"})
    assert [event["chips"] for event in named(game.hand, "ante")] == [25, 25]
    assert legal(game.hand) == [("bring_in", 50), ("complete", 100)]
    for street, size in ((4, 100), (5, 200), (6, 200), (7, 200)):
        assert legal(game.passive(street).hand) == [("check", None), ("bet", size)]


def test_s3_common(engine: Engine) -> None:
    hand = engine.Hand(engine.Rules.finnish(ante=10, small_bet=100), [DEEP] * 8, deck=DECK)
    while not hand.is_over:
        hand.play(1)
    told = kinds(hand)
    assert told.count("deal") == 48
    assert told.count("common") == 1
    assert not set(told[told.index("common") :]) & {"check", "bet", "fold"}


# Section 4, of the procedure


def test_odd_1(engine: Engine) -> None:
    hands = {1: "Kc Kd Kh Qs Jc Td 8h", 2: "Ac 2d 3h 4s 6c Jd Qd"}
    hand = showdown(engine, hands, {1: 38, 2: 38}, rake=engine.Rake(400))
    assert named(hand, "rake") == [{"kind": "rake", "pot": 0, "chips": 3}]
    assert pays(hand) == [(0, "high", 1, 37), (0, "low", 2, 36)]


ODD_2 = {1: "Ac Kd Qh Js Tc 9c 9d", 2: "Ad Kh Qs Jc Td 9h 8c", 3: "As Kc Qd Jh Ts 8d 8h"}
ODD_3 = {1: "8c 7d 5d 4h 2c 9s Th", 2: "8d 7s 5c 4d 2h 9c Tc", 3: "Kc Kd Kh Qs Qc Js 3s"}
ODD_4 = {1: "Ac 2d 3h 4s 5c 9c 9d", 2: "Ad 2h 3s 4c 5d 9h Tc", 3: "As 2c 3d 4h 5s Td Th"}
ODD_5 = {1: "As 2d 3h 4s 5c Ac 9d", 2: "Ad 2h 3s 4c 5d 9h Tc"}


@pytest.mark.parametrize(
    ("odd_chip", "shares"),
    [("suit_of_seven", (10, 11, 11)), ("suit_of_five", (10, 11, 11)), ("position", (11, 11, 10))],
)
def test_odd_2(engine: Engine, odd_chip: str, shares: tuple[int, ...]) -> None:
    hand = showdown(engine, ODD_2, {1: 11, 2: 11, 3: 10}, odd_chip=odd_chip, trim_antes=False)
    assert pays(hand) == [(0, "whole", seat, chips) for seat, chips in enumerate(shares, 1)]


@pytest.mark.parametrize(
    ("odd_chip", "low"), [("suit_of_seven", (5, 4)), ("suit_of_five", (4, 5)), ("position", (5, 4))]
)
def test_odd_3(engine: Engine, odd_chip: str, low: tuple[int, int]) -> None:
    hand = showdown(engine, ODD_3, {1: 7, 2: 6, 3: 6}, odd_chip=odd_chip, trim_antes=False)
    assert pays(hand) == [(0, "high", 3, 10), (0, "low", 1, low[0]), (0, "low", 2, low[1])]


def test_odd_4(engine: Engine) -> None:
    hand = showdown(engine, ODD_4, {1: 11, 2: 11, 3: 10}, trim_antes=False)
    assert pays(hand) == [(0, "whole", 1, 10), (0, "whole", 2, 11), (0, "whole", 3, 11)]


def test_odd_5(engine: Engine) -> None:
    hand = showdown(engine, ODD_5, {1: 33, 2: 33})
    assert pays(hand) == [(0, "whole", 1, 33), (0, "whole", 2, 33)]


def test_side_1(engine: Engine) -> None:
    hands = {1: "Ac 2d 3h 4s 8c Qd Jd", 2: "Kc Kd Kh 9s 9c 2c Td", 3: "Qc Qh 9d 9h Jc Js Ts", 4: "- - As"}
    rules = house(engine, ante=20, bring_in=10, small_bet=70, big_bet=140)
    game = Game(engine, rules, [20, 50, 90, DEEP], hands)
    game.play("2:bring_in 3:complete 4:fold 2:call")
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 3, "chips": 40}]
    assert pays(game.hand) == [(1, "whole", 2, 60), (0, "high", 2, 40), (0, "low", 1, 40)]


def test_rake_1(engine: Engine) -> None:
    hands = {
        1: "Kc Kd Kh Qs Qc Jd Jh",
        2: "Ac 2d 3h 4s 6c 9d Td",
        3: "As Js 9c 8d 7h 5c 3c",
        4: "Ad Tc 9h 8c 7d 5h 2c",
        5: "Qd Th 8h 7c 6d 4c 2h",
    }
    antes = {1: 2202, 2: 2202, 3: 1702, 4: 1702, 5: 1702}
    hand = showdown(engine, hands, antes, rake=engine.Rake(500, 300, 100))
    assert named(hand, "rake") == [{"kind": "rake", "pot": 0, "chips": 300}]
    assert pays(hand) == [(1, "high", 1, 500), (1, "low", 2, 500), (0, "high", 1, 4105), (0, "low", 2, 4105)]


def test_uncalled(engine: Engine) -> None:
    hands = {seat: f"- - {rank}c" for seat, rank in enumerate("234567", 1)}
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 6, hands)
    game.play("1:bring_in 2:complete 3:fold 4:fold 5:fold 6:fold 1:fold")
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 2, "chips": 150}]
    assert pays(game.hand) == [(0, "whole", 2, 340)]


def on_fourth(engine: Engine, chips: list[int], size: int) -> Game:
    """Fourth street with bets of this size; the seats have these chips left and seat 1 opens."""
    boards = ("Kc Ks", "5c 7d", "6c 8d", "2c 9d")
    hands = {seat: f"- - {board}" for seat, board in zip(range(1, len(chips) + 1), boards, strict=False)}
    rules = house(engine, ante=0, bring_in=1, small_bet=size, big_bet=2 * size)
    return Game(engine, rules, [1 + some for some in chips], hands).passive(4)


FACING = ("fold", None)


def test_short_1(engine: Engine) -> None:
    game = on_fourth(engine, [DEEP, 26, 33, DEEP], 20).play("1:bet 2:raise 3:raise")
    assert [event["amount"] for event in named(game.hand, "bet", "raise")] == [20, 26, 33]
    assert (game.hand.actor, legal(game.hand)) == (4, [FACING, ("call", 33), ("raise", 53)])
    game.play("4:raise 1:raise")  # two wagers before, so these two are the last
    assert (game.hand.actor, legal(game.hand)) == (4, [FACING, ("call", 73)])


def test_short_2(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    rules = house(engine, ante=0, bring_in=125, small_bet=500, big_bet=1000)
    game = Game(engine, rules, [DEEP, 225, DEEP], doors).play("1:bring_in 2:complete")
    assert (game.hand.actor, legal(game.hand)) == (3, [FACING, ("call", 225), ("complete", 500)])
    called = Game(engine, rules, [DEEP, 225, DEEP], doors).play("1:bring_in 2:complete 3:call")
    assert (called.hand.actor, legal(called.hand)) == (1, [FACING, ("call", 225)])
    game.play("3:complete")
    assert (game.hand.actor, legal(game.hand)) == (1, [FACING, ("call", 500), ("raise", 1000)])


def test_short_3(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c", 4: "- - 5c"}
    rules = house(engine, ante=0, bring_in=125, small_bet=500, big_bet=1000)
    game = Game(engine, rules, [DEEP, DEEP, 600, DEEP], doors).play("1:bring_in 2:complete 3:raise")
    assert (game.hand.actor, legal(game.hand)) == (4, [FACING, ("call", 600), ("raise", 1000)])
    game.play("4:call")
    assert (game.hand.actor, legal(game.hand)) == (1, [FACING, ("call", 600), ("raise", 1000)])
    game.play("1:call")
    assert (game.hand.actor, legal(game.hand)) == (2, [FACING, ("call", 600)])


@pytest.mark.parametrize(("all_in_raise", "wager"), [("half", ("raise", 160)), ("full", ("complete", 100))])
def test_short_4(engine: Engine, all_in_raise: str, wager: tuple[str, int]) -> None:
    rules = engine.Rules.hungarian(all_in_raise=all_in_raise)
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, rules, [DEEP, 85, DEEP], doors).play("1:bring_in 2:complete")
    assert named(game.hand, "complete")[0]["amount"] == 60
    assert legal(game.hand) == [FACING, ("call", 60), wager]


def test_short_5(engine: Engine) -> None:
    rules = house(engine, ante=1, bring_in=5, small_bet=10, big_bet=20)
    game = Game(engine, rules, [4, DEEP], {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in")
    assert legal(game.hand) == [FACING, ("call", 5)]
    game.play("2:call")
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 2, "chips": 2}]
    assert sum(chips for *_, chips in pays(game.hand)) == 8


def test_open_1(engine: Engine) -> None:
    hands = {1: "- - Ac As", 2: "- - 2c 3d", 3: "- - Kc Jd"}
    game = Game(engine, house(engine), [110, DEEP, DEEP], hands).play("2:bring_in 3:complete 1:call 2:call")
    assert game.hand.stacks[1] == 0
    assert (game.hand.street, game.hand.actor) == (4, 2)


A75, B76 = "7c 5d 3h 2s Ac Kd Qh", "7d 6h 5s 4c 3d Kc Ks"
NINES, EIGHTS, SIXES = "9c 9d 9h 5c 4d 3s 2h", "8c 5d 3h 2s Ac Kd Qh", "6c 5d 4h 2s Ac Kd Qh"
SAME, KINGS, FLUSH = "7c 6d 5h 4s 3c Qd Qh", "Kc Kd Jc Jd 9h 8c 2d", "7d 6d 5d 4c 3d Kd Ks"
WHEEL = "7c 5h 4s 3c 2h As Qc"
HIGH, LOW, BOTH = "declare_high", "declare_low", "declare_both"


@pytest.mark.parametrize(
    ("declared", "payoffs"),
    [
        pytest.param([(A75, LOW), (B76, BOTH)], (100, -100), id="declare-1"),
        pytest.param([(NINES, HIGH), (B76, BOTH), (EIGHTS, LOW)], (-100, 200, -100), id="declare-2"),
        pytest.param([(NINES, HIGH), (B76, BOTH), (SIXES, LOW)], (50, -100, 50), id="declare-2-better-low"),
        pytest.param(
            [(SAME, BOTH), ("7d 6h 5s 4c 3d Qs Qc", BOTH), (KINGS, HIGH)], (50, 50, -100), id="declare-3"
        ),
        pytest.param([("7c 6h 5s 4h 3c Qs Qc", BOTH), (FLUSH, BOTH)], (-100, 100), id="declare-4"),
        pytest.param([(FLUSH, BOTH), (WHEEL, BOTH)], (0, 0), id="declare-5"),
    ],
)
def test_declare(engine: Engine, declared: list[tuple[str, str]], payoffs: tuple[int, ...]) -> None:
    hands = {seat: cards for seat, (cards, _) in enumerate(declared, 1)}
    rules = preset(engine, "declare", ante=100)
    game = Game(engine, rules, [100] * len(hands), hands)
    game.play(" ".join(f"{seat}:{kind}" for seat, (_, kind) in enumerate(declared, 1)))
    assert tuple(game.hand.payoffs.values()) == payoffs


def test_declare_3_is_shared_as_one_pot_and_declare_5_half_by_half(engine: Engine) -> None:
    rules = preset(engine, "declare", ante=100)
    game = Game(engine, rules, [100] * 2, {1: SAME, 2: "7d 6h 5s 4c 3d Qs Qc"}).play(f"{BOTH} {BOTH}")
    assert pays(game.hand) == [(0, "whole", 1, 100), (0, "whole", 2, 100)]
    game = Game(engine, rules, [100] * 2, {1: FLUSH, 2: WHEEL}).play(f"{BOTH} {BOTH}")
    assert pays(game.hand) == [(0, "high", 1, 100), (0, "low", 2, 100)]


# The examples of a betting round [rules 3.5]


@pytest.mark.parametrize(
    ("chips", "size", "line", "expected"),
    [
        ([DEEP, 35, DEEP], 20, "1:bet 2:raise", [FACING, ("call", 35), ("raise", 55)]),
        ([DEEP, DEEP, 585, DEEP], 200, "1:bet 2:raise 3:raise", [FACING, ("call", 585), ("raise", 785)]),
        ([DEEP, 600, DEEP], 500, "1:bet 2:raise", [FACING, ("call", 600), ("raise", 1000)]),
        ([DEEP, 26, 33, DEEP], 20, "1:bet 2:raise 3:raise", [FACING, ("call", 33), ("raise", 53)]),
        ([DEEP, 30, DEEP], 20, "1:bet 2:raise", [FACING, ("call", 30), ("raise", 50)]),
        ([DEEP, 29, DEEP], 20, "1:bet 2:raise", [FACING, ("call", 29), ("raise", 40)]),
        ([10, DEEP], 20, "1:bet", [FACING, ("call", 10)]),
        ([10, DEEP, DEEP], 20, "1:bet", [FACING, ("call", 10), ("raise", 30)]),
        ([9, DEEP, DEEP], 20, "1:bet", [FACING, ("call", 9), ("complete", 20)]),
    ],
)
def test_what_the_next_player_may_do(
    engine: Engine, chips: list[int], size: int, line: str, expected: list[tuple[str, int | None]]
) -> None:
    assert legal(on_fourth(engine, chips, size).play(line).hand) == expected


@pytest.mark.parametrize("all_in", [30, 29])
def test_a_short_all_in_does_not_reopen_the_betting(engine: Engine, all_in: int) -> None:
    """Bet 20, all-in 30 is full and the bettor may raise; all-in 29 is not and he may not."""
    game = on_fourth(engine, [DEEP, all_in, DEEP], 20).play("1:bet 2:raise 3:call")
    assert game.hand.actor == 1
    raises = [("raise", 50)] if all_in == 30 else []
    assert legal(game.hand) == [FACING, ("call", all_in), *raises]


def test_a_short_all_in_leaves_the_cap_as_it_was(engine: Engine) -> None:
    """Three raises are possible although an all-in of 25 came between: 20, 40 over 25, 60, 80."""
    game = on_fourth(engine, [DEEP, 25, DEEP, DEEP], 20).play("1:bet 2:raise 3:raise 4:raise 1:raise")
    assert [event["amount"] for event in named(game.hand, "raise")] == [25, 40, 60, 80]
    assert legal(game.hand) == [FACING, ("call", 80)]


# The shapes at the end of section 3

COMMON_WITHOUT_BURNS = {
    (8, 7, 7, 7),
    (8, 8, 7, 6),
    (8, 8, 7, 7),
    (8, 8, 8, 5),
    (8, 8, 8, 6),
    (8, 8, 8, 7),
    (8, 8, 8, 8),
}
Shape = tuple[int, int, int, int]


def shapes(dealt: int) -> list[Shape]:
    """Every way for players to see fourth, fifth, sixth and seventh street, two at least to the end."""
    return [(a, b, c, d) for a, b, c, d in combinations_with_replacement(range(dealt, 1, -1), 4)]


def drive(engine: Engine, dealt: int, shape: Shape, *, burn: bool) -> Hand:
    """A hand from DECK, up to seventh street, in which these numbers of players see each street."""
    hand = engine.Hand(house(engine, burn=burn), [DEEP] * dealt, deck=DECK)
    for street, players in zip((3, 4, 5, 6), shape, strict=True):
        while hand.street == street:
            kinds_open = [kind for kind, _ in legal(hand)]
            wanted = (
                ("fold", "bet", "bring_in") if len(hand.seats_in) > players else ("check", "call", "bring_in")
            )
            hand.play(next(kind for kind in wanted if kind in kinds_open))
    return hand


def expected(dealt: int, shape: Shape, *, burn: bool) -> tuple[str, list[str]]:
    """What seventh street does, by counting: dealt, reused or common, and its cards."""
    at, burned = 3 * dealt, []
    for players in shape[:3]:
        if burn:
            burned.append(DECK[at])
            at += 1
        at += players
    stub, players = DECK[at:], shape[3]
    if not burn:
        return ("dealt", stub[:players]) if len(stub) >= players else ("common", stub[:1])
    if len(stub) >= players + 2:
        return "dealt", stub[1 : players + 1]
    stub += burned
    if len(stub) >= players + 2:
        return "reused", stub[1 : players + 1]
    return "common", stub[1:2]


@pytest.mark.parametrize(
    ("dealt", "burn", "reused", "common"),
    [(8, False, 0, 7), (8, True, 32, 18), (7, False, 0, 0), (7, True, 2, 0)],
)
def test_every_shape(engine: Engine, dealt: int, reused: int, common: int, *, burn: bool) -> None:
    counted: dict[str, list[Shape]] = {"dealt": [], "reused": [], "common": []}
    for shape in shapes(dealt):
        how, wanted = expected(dealt, shape, burn=burn)
        counted[how].append(shape)
        hand = drive(engine, dealt, shape, burn=burn)
        told = kinds(hand)
        assert told.count("burn") == (4 if burn else 0), shape
        if how == "common":
            assert told[-2:] == ["burn", "common"] if burn else told[-1] == "common", shape
            assert cards([hand.common_card]) == wanted, shape
            assert told.count("deal") == 3 * dealt + sum(shape[:3]), shape
        else:
            assert hand.common_card is None, shape
            seventh = named(hand, "deal")[-shape[3] :]
            assert cards(event["card"] for event in seventh) == wanted, shape
            assert [event["seat"] for event in seventh] == list(hand.seats_in), shape
            assert told.count("deal") == 3 * dealt + sum(shape), shape
    assert (len(counted["reused"]), len(counted["common"])) == (reused, common)
    if dealt == 8 and not burn:
        assert set(counted["common"]) == COMMON_WITHOUT_BURNS
    if dealt == 7 and burn:
        assert set(counted["reused"]) == {(7, 7, 7, 6), (7, 7, 7, 7)}
