"""Every setting of Rules with every value [rules 2], what each preset sets, what is refused [rules 3.1]."""

from __future__ import annotations

import pytest
from engines import (
    DECK,
    STAKES,
    Engine,
    Game,
    each_engine,
    house,
    kinds,
    legal,
    named,
    pays,
    pots,
    refused,
    showdown,
    shown,
)

pytestmark = each_engine

DEEP = 10_000
FACING = ("fold", None)

DEFAULTS = {
    "ante": None,
    "bring_in": None,
    "small_bet": None,
    "big_bet": None,
    "unit": 1,
    "low": "eight_or_better",
    "declare": False,
    "opener": "best_board",
    "opener_tie": "position",
    "raises": 3,
    "heads_up_cap": True,
    "odd_chip": "suit_of_seven",
    "trim_antes": True,
    "common_card_betting": True,
    "burn": False,
    "show_order": "last_aggressor",
    "ask_muck": False,
    "all_in_shows": False,
    "all_in_raise": "half",
    "rake": None,
    "fold_unfaced": False,
}
FULL_TILT = {"ante": 40, "bring_in": 50, "small_bet": 200, "big_bet": 400, "ask_muck": True}
FINNISH = {
    "opener": "highest_card",
    "odd_chip": "position",
    "common_card_betting": False,
    "show_order": "river_aggressor",
}
WSOP = {
    "raises": 4,
    "odd_chip": "suit_of_five",
    "burn": True,
    "show_order": "river_aggressor",
    "all_in_shows": True,
    "fold_unfaced": True,
}
GIVEN = {"ante": 10, "bring_in": 20, "small_bet": 100}


# Presets


@pytest.mark.parametrize(
    ("name", "given", "cells"),
    [
        ("eight_or_better", GIVEN, {**GIVEN, "big_bet": 200}),
        ("no_qualifier", GIVEN, {**GIVEN, "big_bet": 200, "low": "five_ranks"}),
        ("full_tilt", {}, FULL_TILT),
        ("declare", {}, {**FULL_TILT, "low": "any", "declare": True}),
        ("swedish", GIVEN, {**GIVEN, "big_bet": 200}),
        (
            "finnish",
            {"ante": 10, "small_bet": 100},
            {"ante": 10, "bring_in": 20, "small_bet": 100, "big_bet": 200, **FINNISH},
        ),
        ("finnish", {**GIVEN, "bring_in": 30}, {**GIVEN, "bring_in": 30, "big_bet": 200, **FINNISH}),
        (
            "hungarian",
            {},
            {
                "ante": 25,
                "bring_in": 50,
                "small_bet": 100,
                "big_bet": 200,
                "opener": "newest_card",
                "show_order": "best_board",
            },
        ),
        ("wsop", GIVEN, {**GIVEN, "big_bet": 200, **WSOP}),
        ("full_tilt", {"small_bet": 300}, {**FULL_TILT, "small_bet": 300, "big_bet": 600}),
        ("full_tilt", {"big_bet": 500}, {**FULL_TILT, "big_bet": 500}),
        ("full_tilt", {"small_bet": 300, "big_bet": 300}, {**FULL_TILT, "small_bet": 300, "big_bet": 300}),
        ("full_tilt", {"ante": 0, "bring_in": 100}, {**FULL_TILT, "ante": 0, "bring_in": 100}),
        ("full_tilt", {"ask_muck": False, "burn": True}, {**FULL_TILT, "ask_muck": False, "burn": True}),
        ("wsop", {**GIVEN, "raises": None}, {**GIVEN, "big_bet": 200, **WSOP, "raises": None}),
    ],
)
def test_every_cell_of_every_preset(
    engine: Engine, name: str, given: dict[str, object], cells: dict[str, object]
) -> None:
    rules = getattr(engine.Rules, name)(**given)
    assert rules.to_dict() == {**DEFAULTS, **cells}
    assert list(rules.to_dict()) == list(DEFAULTS)
    assert {key: getattr(rules, key) for key in DEFAULTS} == {**DEFAULTS, **cells}


@pytest.mark.parametrize("name", ["eight_or_better", "no_qualifier", "swedish", "finnish", "wsop"])
@pytest.mark.parametrize(
    "given",
    [{}, {"ante": 10}, {"small_bet": 100}, {"bring_in": 20, "small_bet": 100}, {"ante": 10, "bring_in": 20}],
)
def test_presets_without_stakes_of_their_own_must_be_given_them(
    engine: Engine, name: str, given: dict[str, int]
) -> None:
    with refused(engine, "invalid_rules"):
        getattr(engine.Rules, name)(**given)


def test_finnish_doubles_an_ante_only_into_a_valid_bring_in(engine: Engine) -> None:
    for ante, small in ((0, 100), (50, 100), (60, 100)):
        with refused(engine, "invalid_rules"):
            engine.Rules.finnish(ante=ante, small_bet=small)
    assert engine.Rules.finnish(ante=49, small_bet=100).bring_in == 98


# Rules as values


def test_big_bet_defaults_to_twice_the_small_bet(engine: Engine) -> None:
    assert engine.Rules(ante=1, bring_in=2, small_bet=7).big_bet == 14
    assert engine.Rules(ante=1, bring_in=2, small_bet=7, big_bet=7).big_bet == 7


def test_rules_compare_and_hash_by_value(engine: Engine) -> None:
    assert house(engine) == engine.Rules(**STAKES)
    assert hash(house(engine)) == hash(engine.Rules(**STAKES))
    assert house(engine) != house(engine, burn=True)
    assert house(engine, rake=engine.Rake(500)) == house(engine, rake=engine.Rake(500, None, 1))
    assert house(engine, rake=engine.Rake(500)) != house(engine, rake=engine.Rake(501))


@pytest.mark.parametrize("setting", ["ante", "burn", "rake", "low"])
def test_rules_do_not_change(engine: Engine, setting: str) -> None:
    with pytest.raises((AttributeError, TypeError)):
        setattr(house(engine), setting, getattr(house(engine), setting))


def test_rules_to_dict_and_back(engine: Engine) -> None:
    rules = house(engine, rake=engine.Rake(500, 300, 5), raises=None, low="any", declare=True)
    assert rules.to_dict()["rake"] == {"rate": 500, "cap": 300, "unit": 5}
    assert engine.Rules.from_dict(rules.to_dict()) == rules
    assert engine.Rules.from_dict(house(engine).to_dict()) == house(engine)


def test_rake_defaults(engine: Engine) -> None:
    rake = engine.Rake(500)
    assert (rake.rate, rake.cap, rake.unit) == (500, None, 1)


# What is refused [rules 3.1]

TOO_MUCH = 2**40 + 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"ante": -1},
        {"ante": TOO_MUCH},
        {"bring_in": 0},
        {"bring_in": -20},
        {"bring_in": 100},
        {"bring_in": 101},
        {"small_bet": 0},
        {"small_bet": 20},
        {"small_bet": 201},
        {"big_bet": 99},
        {"big_bet": TOO_MUCH},
        {"big_bet": 2**64},
        {"unit": 0},
        {"unit": -1},
        {"unit": 20},
        {"unit": 3},
        {"unit": 5, "ante": 11},
        {"unit": 10, "bring_in": 25},
        {"unit": 10, "small_bet": 105},
        {"unit": 10, "big_bet": 205},
        {"raises": -1},
        {"raises": 2**32},
        {"low": "eight"},
        {"opener": "worst_board"},
        {"opener_tie": "seat"},
        {"odd_chip": "suit"},
        {"show_order": "random"},
        {"all_in_raise": "quarter"},
        {"declare": True},
        {"declare": True, "low": "five_ranks"},
    ],
    ids=str,
)
def test_invalid_rules(engine: Engine, wrong: dict[str, object]) -> None:
    with refused(engine, "invalid_rules"):
        house(engine, **wrong)


@pytest.mark.parametrize("setting", ["ante", "bring_in", "small_bet", "big_bet", "unit", "raises"])
@pytest.mark.parametrize("wrong", [1.5, 2.0, "2", True, float("nan")], ids=str)
def test_amounts_are_whole_numbers(engine: Engine, setting: str, wrong: object) -> None:
    with refused(engine, "invalid_rules"):
        house(engine, **{setting: wrong})


@pytest.mark.parametrize(
    "wrong",
    [(-1,), (10_001,), (500, -1), (500, 300, 0), (500, 300, -5), (5.0,), (True,), (500, 1.5), (500, 3, "1")],
)
def test_invalid_rakes(engine: Engine, wrong: tuple[object, ...]) -> None:
    with refused(engine, "invalid_rules"):
        engine.Rake(*wrong)


def test_the_unit_of_the_rake_is_a_multiple_of_the_unit(engine: Engine) -> None:
    with refused(engine, "invalid_rules"):
        house(engine, unit=10, rake=engine.Rake(500, None, 5))
    assert house(engine, unit=10, rake=engine.Rake(500, None, 20)).rake.unit == 20


@pytest.mark.parametrize(
    "right",
    [
        {"ante": 0},
        {"ante": 21},
        {"ante": 500},
        {"bring_in": 1},
        {"bring_in": 99},
        {"big_bet": 100},
        {"big_bet": 2**40},
        {"ante": 2**40},
        {"unit": 10},
        {"unit": 5},
        {"raises": 0},
        {"raises": None},
        {"raises": 2**32 - 1},
    ],
    ids=str,
)
def test_valid_rules(engine: Engine, right: dict[str, object]) -> None:
    rules = house(engine, **right)
    assert {key: getattr(rules, key) for key in right} == right


# What each setting does


def test_the_four_amounts(engine: Engine) -> None:
    rules = engine.Rules(ante=3, bring_in=7, small_bet=11, big_bet=13)
    game = Game(engine, rules, [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"})
    assert [event["chips"] for event in named(game.hand, "ante")] == [3, 3]
    assert legal(game.hand) == [("bring_in", 7), ("complete", 11)]
    for street, size in ((4, 11), (5, 13), (6, 13), (7, 13)):
        assert legal(game.passive(street).hand) == [("check", None), ("bet", size)]


def test_unit_is_the_smallest_chip(engine: Engine) -> None:
    with refused(engine, "invalid_stack"):
        engine.Hand(house(engine, unit=10), [DEEP, DEEP + 5], deck=DECK)
    hands = {1: "Kc Kd Kh Qs Jc Td 8h", 2: "Ac 2d 3h 4s 6c Jd Qd", 3: "Qc Qh Jh Js Ts 9c 9d"}
    for unit, shares in ((10, (20, 10)), (2, (16, 14)), (1, (15, 15))):
        hand = showdown(engine, hands, dict.fromkeys(hands, 10), unit=unit)
        assert pays(hand) == [(0, "high", 1, shares[0]), (0, "low", 2, shares[1])]


@pytest.mark.parametrize(
    ("low", "expected"),
    [
        ("eight_or_better", [(0, "whole", 1, 300)]),
        ("five_ranks", [(0, "high", 1, 150), (0, "low", 3, 150)]),
        ("any", [(0, "high", 1, 150), (0, "low", 3, 150)]),
    ],
)
def test_low(engine: Engine, low: str, expected: list[tuple[int, str, int, int]]) -> None:
    """A nine-low does not qualify; without a qualifier it does; a pair is worse than no pair."""
    hands = {1: "Kc Kd Kh Ks Qc Qd Qh", 2: "Ac Ad 2c 2d 3c 3d 4c", 3: "9c 7d 6h 5s 3h Ts Js"}
    assert pays(showdown(engine, hands, low=low)) == expected


@pytest.mark.parametrize("low", ["eight_or_better", "five_ranks"])
def test_low_of_paired_cards_only_with_any(engine: Engine, low: str) -> None:
    hands = {1: "Kc Kd Kh Ks Qc Qd Qh", 2: "Ac Ad 2c 2d 3c 3d 4c"}
    assert pays(showdown(engine, hands, low=low)) == [(0, "whole", 1, 200)]
    assert pays(showdown(engine, hands, low="any")) == [(0, "high", 1, 100), (0, "low", 2, 100)]


@pytest.mark.parametrize(
    ("better", "worse", "name"),
    [
        ("Kc Qd Jh 9s 8c Kd Qh", "Ac Ad 2c 2d 3c 3d 4c", "K-Q-J-9-8"),
        ("Ac Ad 2c 2d 3c 3d 4c", "2h 2s 3h 3s 4d 4h 5c", "A-A-4-3-2"),
        ("2h 2s 3h 3s 4d 4h 5c", "2c 2d 3c 3d 5d 5h 9c", "2-2-5-4-3"),
        ("Kc Kd Qc Qd Jc Jd Th", "Ac Ad 2c 2d 3c 3d Ah", "J-J-K-Q-T"),
        ("Ac Ad Ah 2c 2d 3c 3d", "5c 5d 5h 6c 6d 7c 7d", "2-2-A-A-3"),
        ("5c 5d 5h 6c 6d Tc Td", "2c 2d 2h 7c 7d 8c 8d", "6-6-5-5-T"),
        ("Kc Kd Qc Qd Qh Jc Jd", "Ac Ad Ah As 2c 2d 2h", "Q-Q-J-J-K"),
        ("Ac Ad Ah As Kc Kd Kh", "2c 2d 2h 2s Qc Qd Qh", "A-A-A-K-K"),
        ("2c 2d 2h 2s Qc Qd Qh", "3c 3d 3h 3s 4c 4d 4h", "2-2-2-Q-Q"),
    ],
)
def test_low_order_of_any(engine: Engine, better: str, worse: str, name: str) -> None:
    for seats in ((1, 2), (2, 1)):
        hand = showdown(engine, dict(zip(seats, (better, worse), strict=True)), low="any")
        (low,) = (event for event in named(hand, "pay") if event["part"] in {"low", "whole"})
        assert (low["seat"], low["hand"]["name"]) == (seats[0], name)


def test_declare(engine: Engine) -> None:
    hands = {1: "Kc Kd Kh Qs Qc 9d 8h", 2: "Ac 2d 3h 4s 6c Jd Td"}
    asked = Game(engine, house(engine, ante=100, low="any", declare=True), [100] * 2, hands).hand
    assert [kind for kind, _ in legal(asked)] == ["declare_high", "declare_low", "declare_both"]
    assert showdown(engine, hands, low="any", declare=False).is_over


BOARDS = {1: "- - 7c 7d", 2: "- - Ah 2d", 3: "- - 3h Kh"}


@pytest.mark.parametrize(("opener", "seat"), [("best_board", 1), ("highest_card", 2), ("newest_card", 3)])
def test_opener(engine: Engine, opener: str, seat: int) -> None:
    game = Game(engine, house(engine, opener=opener), [DEEP] * 3, BOARDS).passive(4)
    assert game.hand.actor == seat


@pytest.mark.parametrize(
    ("opener", "boards", "by_position", "by_suit"),
    [
        ("best_board", ["Ac 2d", "Ah 2s"], 1, 2),
        ("best_board", ["Ah 2d", "As 2c", "Ac 2h"], 1, 2),
        ("best_board", ["7c 7d", "7h 7s"], 1, 2),
        ("best_board", ["7c 7s", "7h 7d"], 1, 1),
        ("best_board", ["7c 7d Ac", "7h 7s Ad"], 1, 2),
        ("best_board", ["7h 7s Ac", "7c 7d Ad"], 1, 2),
        ("highest_card", ["Ac 2d", "3h Ad"], 1, 2),
        ("highest_card", ["As 2d", "3h Ad"], 1, 1),
        ("newest_card", ["Ac Kd", "3h Ks"], 1, 2),
        ("newest_card", ["Ac 5h", "As 5d", "Kc 5s"], 1, 3),
    ],
)
def test_opener_tie(engine: Engine, opener: str, boards: list[str], by_position: int, by_suit: int) -> None:
    hands = {seat: f"- - {board}" for seat, board in enumerate(boards, 1)}
    street = 2 + len(boards[0].split())
    for tie, seat in (("position", by_position), ("suit", by_suit)):
        game = Game(engine, house(engine, opener=opener, opener_tie=tie), [DEEP] * len(hands), hands)
        assert game.passive(street).hand.actor == seat, tie


@pytest.mark.parametrize("raises", [0, 1, 3, 4, 7])
def test_raises(engine: Engine, raises: int) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, house(engine, raises=raises), [DEEP] * 3, doors).play("1:bring_in 2:complete")
    for number in range(1, raises + 1):
        assert legal(game.hand)[-1] == ("raise", 100 * (number + 1))
        game.play("raise")
    assert legal(game.hand) == [FACING, ("call", 100 * (raises + 1))]


def test_raises_none_is_no_cap(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, house(engine, raises=None), [DEEP] * 3, doors).play("1:bring_in 2:complete")
    for number in range(2, 51):
        assert legal(game.hand)[-1] == ("raise", 100 * number)
        game.play("raise")


def test_heads_up_cap(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c"}
    for capped in (True, False):
        game = Game(engine, house(engine, heads_up_cap=capped), [DEEP] * 2, doors)
        game.play("1:bring_in 2:complete 1:raise 2:raise 1:raise")
        assert legal(game.hand) == [FACING, ("call", 400), *([] if capped else [("raise", 500)])]


def test_heads_up_cap_counts_the_able_when_the_round_begins(engine: Engine) -> None:
    """Three begin third street: capped, though one folds. Two able and one all-in begin fourth: no cap."""
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    rules = house(engine, heads_up_cap=False)
    game = Game(engine, rules, [DEEP] * 3, doors).play("1:bring_in 2:complete 3:fold 1:raise 2:raise 1:raise")
    assert legal(game.hand) == [FACING, ("call", 400)]
    game = Game(engine, rules, [110, DEEP, DEEP], doors).play("1:complete 2:call 3:call")
    game.play("bet raise raise raise")
    assert legal(game.hand) == [FACING, ("call", 400), ("raise", 500)]


@pytest.mark.parametrize(
    ("odd_chip", "high", "low"),
    [("suit_of_seven", (10, 11, 11), 1), ("suit_of_five", (10, 11, 11), 2), ("position", (11, 11, 10), 1)],
)
def test_odd_chip(engine: Engine, odd_chip: str, high: tuple[int, ...], low: int) -> None:
    tied_high = {1: "Ac Kd Qh Js Tc 9c 9d", 2: "Ad Kh Qs Jc Td 9h 8c", 3: "As Kc Qd Jh Ts 8d 8h"}
    hand = showdown(engine, tied_high, {1: 11, 2: 11, 3: 10}, odd_chip=odd_chip, trim_antes=False)
    assert tuple(chips for *_, chips in pays(hand)) == high
    tied_low = {1: "8c 7d 5d 4h 2c 9s Th", 2: "8d 7s 5c 4d 2h 9c Tc", 3: "Kc Kd Kh Qs Qc Js 3s"}
    hand = showdown(engine, tied_low, {1: 7, 2: 6, 3: 6}, odd_chip=odd_chip, trim_antes=False)
    assert pays(hand)[1:] == [(0, "low", 1, 5 if low == 1 else 4), (0, "low", 2, 5 if low == 2 else 4)]


def test_odd_chip_suit_of_five_takes_aces_low_for_low_and_only_cards_used(engine: Engine) -> None:
    """Low: 7d before 7c, though seat 1 uses As, low here. High: the unused king of spades does not count."""
    lows = {1: "As 2d 3h 4s 7c 9c Th", 2: "Ac 2h 3s 4c 7d 9d Tc", 3: "Kc Kd Kh Qs Qc Js Jh"}
    hand = showdown(engine, lows, {1: 7, 2: 6, 3: 6}, odd_chip="suit_of_five", trim_antes=False)
    assert pays(hand)[1:] == [(0, "low", 1, 4), (0, "low", 2, 5)]
    highs = {1: "9c 8d 7h 6s 5c Ks Jd", 2: "9d 8h 7s 6c 5d Kh Qc"}
    for odd_chip, shares in (("suit_of_seven", (50, 49)), ("suit_of_five", (49, 50))):
        rake = engine.Rake(10_000, 1, 1)
        hand = showdown(engine, highs, {1: 50, 2: 50}, odd_chip=odd_chip, rake=rake)
        assert tuple(chips for *_, chips in pays(hand)) == shares


def test_trim_antes(engine: Engine) -> None:
    """Antes of 10 from stacks of 4, 100 and 7: trimmed, levels, and 3 go back; untrimmed, one pot of 21."""
    trimmed = engine.Hand(house(engine), [4, 100, 7], dealt_by_hand=True)
    assert named(trimmed, "uncalled") == [{"kind": "uncalled", "seat": 2, "chips": 3}]
    assert pots(trimmed) == [(12, (1, 2, 3)), (6, (2, 3))]
    whole = engine.Hand(house(engine, trim_antes=False), [4, 100, 7], dealt_by_hand=True)
    assert named(whole, "uncalled") == []
    assert pots(whole) == [(21, (1, 2, 3))]


def test_trim_antes_false_counts_levels_by_bets_alone(engine: Engine) -> None:
    """Seat 1 is in for 4 of 10; the bets of 100 by the others make a side pot of their own."""
    hands = {1: "Ac Ad Ah Kc Kd Qs Js", 2: "Qc Qd Jc Jd 9h 9s 8h", 3: "Th Ts 7c 7d 6c 6d 5c"}
    for trim, main, side in ((True, 12, 212), (False, 24, 200)):
        game = Game(engine, house(engine, trim_antes=trim), [4, DEEP, DEEP], hands)
        game.play("3:complete 2:call").passive()
        assert pays(game.hand) == [(1, "whole", 2, side), (0, "whole", 1, main)]


def test_common_card_betting(engine: Engine) -> None:
    for betting in (True, False):
        hand = engine.Hand(house(engine, common_card_betting=betting), [DEEP] * 8, deck=DECK)
        while not hand.is_over and hand.street < 7:
            hand.play(1)
        assert hand.is_over is not betting
        assert kinds(hand).count("common") == 1


def test_burn(engine: Engine) -> None:
    """One card before each street from fourth on, four in all: three players get 9, 3, 3, 3 and 3 cards."""
    for burn, streets in ((False, [9, 12, 15, 18]), (True, [10, 14, 18, 22])):
        hand = engine.Hand(house(engine, burn=burn), [DEEP] * 3, deck=DECK)
        while not hand.is_over:
            hand.play(1)
        dealt = [event["card"] for event in named(hand, "deal")]
        assert [str(card) for card in dealt] == DECK[:9] + [
            card for start in streets for card in DECK[start : start + 3]
        ]
        told = [kind for kind in kinds(hand) if kind in {"deal", "burn"}]
        assert told == ["deal"] * 9 + [*(["burn"] if burn else []), *["deal"] * 3] * 4
        assert all(event == {"kind": "burn"} for event in named(hand, "burn"))


SHOWING = {1: "- - 2c 7d 9h Jc", 2: "- - 3c 8d Th Qs", 3: "- - 4c Kd Kh As"}


@pytest.mark.parametrize(
    ("order", "unbet", "bet_on_fourth"),
    [("last_aggressor", 3, 2), ("river_aggressor", 3, 3), ("best_board", 3, 3), ("position", 1, 1)],
)
def test_show_order(engine: Engine, order: str, unbet: int, bet_on_fourth: int) -> None:
    rules = house(engine, show_order=order)
    game = Game(engine, rules, [DEEP] * 3, SHOWING).passive()
    assert shown(game.hand)[0] == ("show", unbet)
    game = Game(engine, rules, [DEEP] * 3, SHOWING).passive(4).play("3:check 1:check 2:bet").passive()
    assert shown(game.hand)[0] == ("show", bet_on_fourth)


LOSER_LAST = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}


def test_ask_muck(engine: Engine) -> None:
    game = Game(engine, house(engine, ask_muck=False), [DEEP] * 2, LOSER_LAST).passive()
    assert shown(game.hand) == [("show", 1), ("muck", 2)]
    game = Game(engine, house(engine, ask_muck=True), [DEEP] * 2, LOSER_LAST).passive(7).play("check check")
    assert (game.hand.actor, legal(game.hand)) == (2, [("show", None), ("muck", None)])
    assert shown(game.play("show").hand) == [("show", 1), ("show", 2)]


def test_all_in_shows(engine: Engine) -> None:
    for ask in (False, True):
        rules = house(engine, all_in_shows=True, ask_muck=ask)
        game = Game(engine, rules, [110, DEEP], LOSER_LAST).play("2:bring_in 1:complete 2:call")
        assert shown(game.hand) == [("show", 1), ("show", 2)]
    hand = showdown(engine, LOSER_LAST, all_in_shows=True)
    assert shown(hand) == [("show", 1), ("show", 2)]
    assert shown(showdown(engine, LOSER_LAST)) == [("show", 1), ("muck", 2)]
    nobody_all_in = Game(engine, house(engine, all_in_shows=True), [DEEP] * 2, LOSER_LAST).passive().hand
    assert shown(nobody_all_in) == [("show", 1), ("muck", 2)]


@pytest.mark.parametrize(
    ("all_in_raise", "stack", "wager"),
    [
        ("half", 49, ("complete", 100)),
        ("half", 50, ("raise", 150)),
        ("half", 99, ("raise", 199)),
        ("full", 50, ("complete", 100)),
        ("full", 99, ("complete", 100)),
        ("full", 100, ("raise", 200)),
    ],
)
def test_all_in_raise(engine: Engine, all_in_raise: str, stack: int, wager: tuple[str, int]) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    rules = house(engine, all_in_raise=all_in_raise)
    game = Game(engine, rules, [DEEP, 10 + stack, DEEP], doors).play("1:bring_in 2:complete")
    assert legal(game.hand) == [FACING, ("call", stack), wager]


@pytest.mark.parametrize(
    ("rake", "antes", "events", "paid"),
    [
        ((500, None, 1), {1: 100, 2: 100}, [(0, 10)], [190]),
        ((499, None, 1), {1: 100, 2: 100}, [(0, 9)], [191]),
        ((500, 7, 1), {1: 100, 2: 100}, [(0, 7)], [193]),
        ((500, None, 4), {1: 100, 2: 100}, [(0, 8)], [192]),
        ((500, None, 20), {1: 100, 2: 100}, [], [200]),
        ((0, None, 1), {1: 100, 2: 100}, [], [200]),
        ((500, 0, 1), {1: 100, 2: 100}, [], [200]),
        ((10_000, None, 1), {1: 100, 2: 100}, [(0, 200)], []),
        ((500, None, 1), {1: 100, 2: 100, 3: 20}, [(0, 11)], [160, 49]),
        ((6000, None, 1), {1: 40, 2: 40, 3: 20}, [(0, 60)], [40]),
        ((8000, None, 1), {1: 40, 2: 40, 3: 20}, [(0, 60), (1, 20)], [20]),
    ],
)
def test_rake(
    engine: Engine,
    rake: tuple[int, int | None, int],
    antes: dict[int, int],
    events: list[tuple[int, int]],
    paid: list[int],
) -> None:
    """Once a hand: from all pots together, first out of the main pot, what it can't bear out of the next."""
    hands = {1: "Ac Ad Ah Kc Kd Qs Js", 2: "Qc Qd Jc Jd 9h 9s 8h", 3: "Th Ts 7c 7d 6c 6d 5c"}
    hand = showdown(engine, {seat: hands[seat] for seat in antes}, antes, rake=engine.Rake(*rake))
    assert [(event["pot"], event["chips"]) for event in named(hand, "rake")] == events
    assert [chips for *_, chips in pays(hand)] == paid
    assert sum(hand.payoffs.values()) == -sum(chips for _, chips in events)


def test_rake_of_a_hand_that_ends_early_leaves_uncalled_chips_alone(engine: Engine) -> None:
    """5 % of 60, not of 140."""
    rules = house(engine, rake=engine.Rake(500))
    game = Game(engine, rules, [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in 2:complete 1:fold")
    assert named(game.hand, "rake") == [{"kind": "rake", "pot": 0, "chips": 3}]
    assert pays(game.hand) == [(0, "whole", 2, 57)]


def test_fold_unfaced(engine: Engine) -> None:
    hands = {1: "- - Ac", 2: "- - Kc", 3: "- - 2c"}
    for may in (False, True):
        game = Game(engine, house(engine, fold_unfaced=may), [DEEP] * 3, hands)
        assert legal(game.hand) == [("bring_in", 20), ("complete", 100)]
        game.passive(4)
        assert legal(game.hand) == [*([FACING] if may else []), ("check", None), ("bet", 100)]
        if not may:
            with refused(engine, "illegal_action", game.hand):
                game.hand.play("fold")


def test_fold_unfaced_gets_no_more_cards_and_leaves_the_last_one_the_pot(engine: Engine) -> None:
    hands = {1: "- - Ac Ad", 2: "- - Kc Qd", 3: "- - 2c 3d"}
    game = Game(engine, house(engine, fold_unfaced=True), [DEEP] * 3, hands).passive(4)
    game.play("1:fold 2:check 3:check")
    assert [event["seat"] for event in named(game.hand, "deal")][12:] == [2, 3]
    game.play("2:fold")
    assert game.hand.is_over
    assert pays(game.hand) == [(0, "whole", 3, 90)]
