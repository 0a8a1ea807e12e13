"""Fourth to seventh street: clauses [C29] to [C40], procedure [rules 3.5] to [rules 3.8]."""

from __future__ import annotations

import pytest
from engines import (
    DECK,
    PRESETS,
    Engine,
    Game,
    cards,
    each_engine,
    house,
    kinds,
    legal,
    named,
    preset,
    refused,
    view,
)

pytestmark = each_engine

DEEP = 10_000


def opener(engine: Engine, boards: list[str], **settings: object) -> int:
    """Who opens the street on which these boards, seats 1, 2, 3 …, are complete."""
    hands = {seat: f"- - {board}" for seat, board in enumerate(boards, 1)}
    game = Game(engine, house(engine, **settings), dict.fromkeys(hands, DEEP), hands)
    actor: int = game.passive(street=2 + len(boards[0].split())).hand.actor
    return actor


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d 2h 2s", "Ac Ad Ah Kc"),
        ("3c 3d 3h 3s", "2c 2d 2h 2s"),
        ("2c 2d 2h 3s", "Ac Ad Kc Kd"),
        ("7c 7d 7h 3s", "6c 6d 6h As"),
        ("2c 2d 3c 3d", "Ac Ad Kc Qd"),
        ("Tc Td 2c 2d", "9c 9d 8c 8d"),
        ("Tc Td 8c 8d", "Th Ts 7c 7d"),
        ("2c 2d 3c 4d", "Ac Kd Qc Td"),
        ("Ac Ad 2h 3d", "Kc Kd Qh Js"),
        ("9c 9d Kh 2s", "9h 9s Qc Jd"),
        ("9c 9d Kh 7s", "9h 9s Kc 6d"),
        ("Ac 3d 2h 4s", "Kc Qd Th 9s"),
        ("Ac Kd 3h 2s", "Ad Qc Jh Ts"),
        ("Ac Kd Qh 3s", "Ad Kc Qs 2h"),
        ("2c 2d 3h", "Ac Kd Qh"),
        ("2c 2d 2h", "Ac Ad Kh"),
        ("4c 4d 3h", "4h 4s 2d"),
        ("Ac Kd 9h", "Ad Kc 8h"),
        ("2c 2d", "Ac Kd"),
        ("Ac 2d", "Kc Qd"),
        ("Kc 3d", "Kd 2h"),
    ],
)
def test_c29_the_best_exposed_hand_opens(engine: Engine, better: str, worse: str) -> None:
    assert opener(engine, [better, worse]) == 1
    assert opener(engine, [worse, better]) == 2


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac 3d 2h 5s", "6c 7d 8h 9s"),
        ("Kh Qd Jc 9s", "Ks Qs Js 8s"),
        ("Ac Td 8h 7s", "Ah 5d 3h 2s"),
        ("2c 2d 3h 4s", "Ac Kc Qc Jc"),
    ],
)
def test_c29_straights_and_flushes_do_not_count(engine: Engine, better: str, worse: str) -> None:
    assert opener(engine, [better, worse]) == 1
    assert opener(engine, [worse, better]) == 2


def test_c29_suits_do_not_count(engine: Engine) -> None:
    assert opener(engine, ["Kc Qc Jd 9d", "Ks Qs Js 9s"]) == 1
    assert opener(engine, ["Ks Qs Js 9s", "Kc Qc Jd 9d"]) == 1


def test_c29_the_common_card_does_not_count(engine: Engine) -> None:
    """Seat 5 would have a pair of aces with the common card; seat 3's kings still open seventh street."""
    hands = {
        1: "- - 2c 3c 5c 7d",
        2: "- - 2d 3d 5d 8c",
        3: "- - Kc Kd 4c 6c",
        4: "- - 2h 4d 6d 8d",
        5: "- - Ac Qd Jh 9s",
        6: "- - 2s 4h 6h 9c",
        7: "- - 3h 5h 7h 9d",
        8: "- - 3s 5s 7s 9h",
    }
    game = Game(engine, house(engine), [DEEP] * 8, hands, common="As").passive(7)
    assert cards([game.hand.common_card]) == ["As"]
    assert game.hand.actor == 3


@pytest.mark.parametrize(
    ("setting", "boards", "seat"),
    [
        ("best_board", ["7c 7d", "Ah 2d", "3h Kh"], 1),
        ("highest_card", ["7c 7d", "Ah 2d", "3h Kh"], 2),
        ("newest_card", ["7c 7d", "Ah 2d", "3h Kh"], 3),
        ("best_board", ["2c 3d 4h", "Kc 2d 3h", "2h 2s 5d"], 3),
        ("highest_card", ["2c 3d 4h", "Kc 2d 3h", "2h 2s 5d"], 2),
        ("newest_card", ["2c 3d 6h", "Kc 2d 3h", "2h 2s 5d"], 1),
        ("newest_card", ["2c 3d 4h Ts", "Kc 2d 3h Ah", "2h 2s 5d Ks"], 2),
    ],
)
def test_c30_the_opener_is_a_setting(engine: Engine, setting: str, boards: list[str], seat: int) -> None:
    assert opener(engine, boards, opener=setting) == seat


@pytest.mark.parametrize("name", PRESETS)
def test_c30_the_opener_of_each_preset(engine: Engine, name: str) -> None:
    hands = {1: "- - 7c 7d", 2: "- - Ah 2d", 3: "- - 3h Kh"}
    game = Game(engine, preset(engine, name), [DEEP] * 3, hands).passive(4)
    assert game.hand.actor == {"finnish": 2, "hungarian": 3}.get(name, 1)


def test_c30_on_seventh_street_the_newest_card_is_that_of_sixth(engine: Engine) -> None:
    hands = {1: "- - 2c 3c 4c Kc 5c", 2: "- - Ac Ad Ah Qd As"}
    game = Game(engine, house(engine, opener="newest_card"), [DEEP] * 2, hands).passive(6)
    assert game.hand.actor == 1
    game.passive(7)
    assert (game.hand.street, game.hand.actor) == (7, 1)


def test_c30_folded_boards_do_not_open(engine: Engine) -> None:
    hands = {1: "- - 2c 3d", 2: "- - 9c 8d", 3: "- - Ac Ad"}
    game = Game(engine, house(engine), [DEEP] * 3, hands).play("1:bring_in 2:call 3:fold")
    assert (game.hand.street, game.hand.actor) == (4, 2)


@pytest.mark.parametrize("setting", ["best_board", "highest_card", "newest_card"])
@pytest.mark.parametrize(
    ("boards", "seat"),
    [
        (["Ac 2d", "Ah 2s"], 1),
        (["7c 7d", "7h 7s"], 1),
        (["6c 2d", "7c 7d", "7h 7s"], 2),
        (["2c 3d", "Kh Qc", "9d 8s", "Ks Qh"], 2),
    ],
)
def test_c31_ties_go_to_the_seat_nearest_the_buttons_left(
    engine: Engine, setting: str, boards: list[str], seat: int
) -> None:
    assert opener(engine, boards, opener=setting) == seat


def test_c31_highest_card_and_newest_card_look_at_nothing_else(engine: Engine) -> None:
    """Seat 2 ties the ace of seat 1 and has the better kicker; only the best single card counts."""
    assert opener(engine, ["Ac 2d", "Ah Kd"], opener="highest_card") == 1
    assert opener(engine, ["2c Ad", "Kh As"], opener="newest_card") == 1


@pytest.mark.parametrize(
    ("stacks", "actor"),
    [
        ([110, DEEP, DEEP], 2),
        ([110, DEEP, DEEP, DEEP], 2),
        ([DEEP, DEEP, 110], 1),
        ([DEEP, 110, 110, DEEP], 4),
    ],
)
def test_c32_an_opener_who_is_all_in_has_checked(engine: Engine, stacks: list[int], actor: int) -> None:
    """The best board is that of the first short stack; the next player clockwise with chips acts first."""
    boards = ["2c 3d", "4c 6d", "7c 9d", "Tc Qd"]
    short = stacks.index(110)
    boards[short] = "As Ah"
    hands = {seat: f"- - {board}" for seat, board in enumerate(boards[: len(stacks)], 1)}
    game = Game(engine, house(engine), stacks, hands).play("complete")
    game.passive(4)
    assert game.hand.stacks[short + 1] == 0
    assert game.hand.actor == actor


def test_c33_five_rounds_small_bet_twice_then_the_big_bet(engine: Engine) -> None:
    hands = {1: "- - 2c 2d 2h 2s", 2: "- - 3c 4d 6h 8s"}
    game = Game(engine, engine.Rules.full_tilt(), [DEEP] * 2, hands).play("1:complete 2:raise 1:call")
    for street, size in ((4, 200), (5, 400), (6, 400), (7, 400)):
        assert game.hand.street == street
        assert legal(game.hand) == [("check", None), ("bet", size)]
        game.play("1:bet")
        assert legal(game.hand) == [("fold", None), ("call", size), ("raise", 2 * size)]
        game.play("2:raise 1:call")
    assert game.hand.is_over
    assert dict(game.hand.contributions) == dict.fromkeys((1, 2), 40 + 2 * (200 + 200 + 400 + 400 + 400))


@pytest.mark.parametrize("name", PRESETS)
def test_c34_an_open_pair_does_not_allow_the_big_bet(engine: Engine, name: str) -> None:
    hands = {1: "- - Ac Ad", 2: "- - 3c 4d"}
    game = Game(engine, preset(engine, name), [DEEP] * 2, hands).play("2:bring_in 1:call")
    assert (game.hand.street, game.hand.actor) == (4, 1)
    assert legal(game.hand)[-2:] == [("check", None), ("bet", 100)]
    assert legal(game.play("1:bet").hand)[1:] == [("call", 100), ("raise", 200)]


def test_c35_check_or_bet(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}).passive(4)
    for _ in range(3):
        assert legal(game.hand) == [("check", None), ("bet", 100)]
        game.play("check")
    assert game.hand.street == 5
    assert legal(game.hand) == [("check", None), ("bet", 200)]


def test_c35_every_street_but_third_may_be_checked_around(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in")
    with refused(engine, "illegal_action", game.hand):
        game.hand.play("check")
    game.play("2:call 3:call check check check check check check check check check check check check")
    assert game.hand.is_over
    assert dict(game.hand.contributions) == {1: 30, 2: 30, 3: 30}


def test_c36_after_a_bet_fold_call_or_raise_and_check_raise(engine: Engine) -> None:
    hands = {1: "- - Ac Ad", 2: "- - 3c 4d", 3: "- - 6c 8d"}
    game = Game(engine, house(engine), [DEEP] * 3, hands).passive(4).play("1:check 2:bet")
    assert legal(game.hand) == [("fold", None), ("call", 100), ("raise", 200)]
    game.play("3:call")
    assert (game.hand.actor, legal(game.hand)) == (1, [("fold", None), ("call", 100), ("raise", 200)])
    game.play("1:raise 2:raise 3:fold")
    assert (game.hand.actor, legal(game.hand)) == (1, [("fold", None), ("call", 300), ("raise", 400)])


def test_c37_seventh_street_is_dealt_down(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 2, {1: "- - - - - - As", 2: "- - - - - - Ks"}).passive(7)
    assert named(game.hand, "deal")[-2:] == [
        {"kind": "deal", "seat": 1, "card": "As", "up": False},
        {"kind": "deal", "seat": 2, "card": "Ks", "up": False},
    ]
    assert view(game.hand, 1)["down_cards"]["2"] == [None] * 3
    assert view(game.hand, 1)["down_cards"]["1"][2] == "As"
    assert [event["card"] for event in view(game.hand, None)["events"] if event["kind"] == "deal"][-2:] == [
        None,
        None,
    ]


def test_c38_one_common_card_is_everybodys_seventh(engine: Engine) -> None:
    """Eight players to the end: 48 cards dealt, four left, the 49th is the common card."""
    hand = engine.Hand(house(engine, show_order="position"), [DEEP] * 8, deck=DECK)
    while hand.street < 7:
        hand.play(1)
    assert kinds(hand).count("deal") == 48
    assert named(hand, "common") == [{"kind": "common", "card": DECK[48]}]
    assert kinds(hand)[-1] == "common"
    assert cards([hand.common_card]) == [DECK[48]]
    for seat in (*range(1, 9), None):
        assert view(hand, seat)["common_card"] == DECK[48]
        assert view(hand, seat)["events"][-1] == {"kind": "common", "card": DECK[48]}
    assert {len(hand.up_cards[seat]) for seat in hand.seats} == {4}
    assert {len(hand.down_cards[seat]) for seat in hand.seats} == {2}


def test_c38_the_common_card_is_played_by_everybody(engine: Engine) -> None:
    """Seat 1 makes a flush and seat 2 a low with the five of hearts, which neither of them was dealt."""
    hands = {
        1: "Ah Kh 9h 7h 9c Qc",
        2: "Ac 2c 3d 4s Kd Ks",
        3: "2d 2h 6c 6d Jc Jd",
        4: "3c 3h 7c 7d Tc Td",
        5: "4c 4d 8c 8d Qd Qh",
        6: "5c Kc 9d 9s Jh Js",
        7: "6h 6s Th Ts Ad As",
        8: "7s 8h 8s 4h 3s 2s",
    }
    rules = house(engine, ante=100)
    game = Game(engine, rules, [100] * 8, hands, common="5h")
    paid = named(game.hand, "pay")
    assert [(event["part"], event["seat"], event["chips"]) for event in paid] == [
        ("high", 1, 400),
        ("low", 2, 400),
    ]
    assert paid[0]["hand"] == {"cards": ["Ah", "Kh", "9h", "7h", "5h"], "name": "flush, A-K-9-7-5"}
    assert paid[1]["hand"] == {"cards": ["Ac", "5h", "4s", "3d", "2c"], "name": "5-4-3-2-A"}


def test_c38_folded_cards_never_come_back(engine: Engine) -> None:
    """8-7-7-7: 24 + 8 + 7 + 7 cards dealt, six left for seven players: the 47th is the common card."""
    hand = engine.Hand(house(engine), [DEEP] * 8, deck=DECK)
    while hand.street < 4:
        hand.play(1)
    hand.play("bet")
    hand.play("fold")
    while hand.street < 7:
        hand.play(1)
    dealt = [event["card"] for event in named(hand, "deal")]
    assert cards(dealt) == DECK[:46]
    assert named(hand, "common") == [{"kind": "common", "card": DECK[46]}]


def test_c38_with_enough_cards_everybody_gets_his_own(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [DEEP] * 7, deck=DECK)
    while hand.street < 7:
        hand.play(1)
    assert kinds(hand).count("deal") == 49
    assert hand.common_card is None
    assert named(hand, "common") == []


@pytest.mark.parametrize("name", PRESETS)
def test_c39_no_betting_with_a_common_card_on_the_finnish_page_only(engine: Engine, name: str) -> None:
    hand = engine.Hand(preset(engine, name, burn=False, ask_muck=False), [DEEP] * 8, deck=DECK)
    while not hand.is_over and hand.street < 7:
        hand.play(1)
    assert kinds(hand).count("common") == 1
    if name == "finnish":
        assert hand.is_over
    else:
        assert legal(hand)[-2:] == [("check", None), ("bet", 200)]


def test_c39_without_a_common_card_seventh_street_is_bet_on_as_usual(engine: Engine) -> None:
    hand = engine.Hand(preset(engine, "finnish"), [DEEP] * 7, deck=DECK)
    while hand.street < 7:
        hand.play(1)
    assert legal(hand) == [("check", None), ("bet", 200)]


def test_c40_fewer_than_two_able_players_run_the_cards_out(engine: Engine) -> None:
    game = Game(engine, house(engine), [110, DEEP], {1: "- - 2c", 2: "- - 3c"}).play("1:complete 2:call")
    assert game.hand.is_over
    told = kinds(game.hand)
    assert told[told.index("call") + 1 :][:8] == ["deal"] * 8
    assert set(told[told.index("call") + 9 :]) <= {"show", "muck", "pay"}


def test_c40_two_able_players_bet_on_beside_one_who_is_all_in(engine: Engine) -> None:
    doors = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, house(engine), [110, DEEP, DEEP], doors).play("1:complete 2:call 3:call")
    assert game.hand.street == 4
    assert legal(game.hand) == [("check", None), ("bet", 100)]
    game.play("bet")
    assert legal(game.hand) == [("fold", None), ("call", 100), ("raise", 200)]


def test_c40_the_last_able_player_must_still_answer_a_bet(engine: Engine) -> None:
    """Seat 2 bets his last 60; seat 3, the only one with chips, may fold or call and then acts no more."""
    hands = {1: "- - 2c 3d", 2: "- - Kc Kd", 3: "- - 4c 6d"}
    game = Game(engine, house(engine), [110, 170, DEEP], hands).play("1:complete 2:call 3:call 2:bet")
    assert named(game.hand, "bet") == [{"kind": "bet", "seat": 2, "amount": 60, "chips": 60, "all_in": True}]
    assert (game.hand.actor, legal(game.hand)) == (3, [("fold", None), ("call", 60)])
    assert game.play("3:call").hand.is_over


def test_c40_everybody_all_in_for_the_ante(engine: Engine) -> None:
    """3.3: with fewer than two able players after the antes there is no bring-in and no betting at all."""
    for stacks in ([10, 10, 10], [10, 10, DEEP], [4, DEEP]):
        hand = engine.Hand(house(engine), stacks, deck=DECK)
        assert hand.is_over
        assert set(kinds(hand)) <= {"ante", "uncalled", "deal", "show", "muck", "pay"}
        assert kinds(hand).count("deal") == 7 * len(stacks)


def test_c40_who_is_left_alone_with_chips_is_not_asked(engine: Engine) -> None:
    """Seat 1 is all-in, seat 2 folds an unfaced hand: seat 3 need not act, the cards are run out."""
    hands = {1: "- - 2c 3d", 2: "- - Kc Kd", 3: "- - 4c 6d"}
    rules = house(engine, fold_unfaced=True)
    game = Game(engine, rules, [110, DEEP, DEEP], hands).play("1:complete 2:call 3:call 2:fold")
    assert game.hand.is_over
    assert named(game.hand, "check") == []
    assert kinds(game.hand).count("show") >= 1


def test_c40_one_chip_is_enough_to_be_able(engine: Engine) -> None:
    game = Game(engine, house(engine), [11, DEEP], {1: "- - 2c", 2: "- - 3c"})
    assert (game.hand.actor, legal(game.hand)) == (1, [("bring_in", 1)])
