"""Showing, mucking, what is known, declaring: clauses [C60] to [C70], [rules 3.10], [rules 3.14]."""

from __future__ import annotations

import pytest
from engines import (
    Engine,
    Game,
    cards,
    each_engine,
    house,
    kinds,
    legal,
    named,
    pays,
    refused,
    showdown,
    shown,
    view,
)

pytestmark = each_engine

DEEP = 10_000

ACES_FULL = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}
"""Seat 1 wins everything with the better board; seat 2 has nothing."""


def test_c60_payments_name_the_hand_that_won(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 2, ACES_FULL).passive()
    assert named(game.hand, "pay") == [
        {
            "kind": "pay",
            "pot": 0,
            "part": "whole",
            "seat": 1,
            "chips": 60,
            "hand": {"cards": ["Ah", "Ad", "Ac", "Ks", "Kd"], "name": "full house, aces over kings"},
        }
    ]


def test_c60_a_winner_is_never_asked_and_never_mucks(engine: Engine) -> None:
    """The loser bets seventh street and shows first; the winner shows although he could muck by choice."""
    game = Game(engine, house(engine, ask_muck=True), [DEEP] * 2, ACES_FULL).passive(7)
    game.play("1:check 2:bet 1:call")
    assert game.hand.is_over
    assert shown(game.hand) == [("show", 2), ("show", 1)]
    assert pays(game.hand) == [(0, "whole", 1, 460)]


@pytest.mark.parametrize("choice", ["show", "muck"])
def test_c60_a_loser_may_choose_and_nothing_changes_but_what_is_seen(engine: Engine, choice: str) -> None:
    game = (
        Game(engine, house(engine, ask_muck=True), [DEEP] * 2, ACES_FULL).passive(7).play("1:check 2:check")
    )
    assert (game.hand.actor, legal(game.hand)) == (2, [("show", None), ("muck", None)])
    assert shown(game.hand) == [("show", 1)]
    game.play(choice)
    assert shown(game.hand) == [("show", 1), (choice, 2)]
    assert pays(game.hand) == [(0, "whole", 1, 60)]
    seen = view(game.hand, 1)["down_cards"]["2"]
    assert seen == (["Qs", "Jc", "3d"] if choice == "show" else [None] * 3)


BOARDS = {1: "- - 2c 7d 9h Jc", 2: "- - 3c 8d Th Qs", 3: "- - 4c Kd Kh As"}
ORDERS = ("last_aggressor", "river_aggressor", "best_board", "position")
LIMPED = "1:bring_in 2:call 3:call "
CHECKED = "3:check 1:check 2:check "


@pytest.mark.parametrize(
    ("line", "first"),
    [
        (LIMPED + CHECKED * 3 + "3:check 1:check 2:bet 3:call 1:call", (2, 2, 3, 2)),
        (LIMPED + CHECKED * 3 + "3:bet 1:raise 2:call 3:call", (1, 1, 3, 1)),
        (LIMPED + "3:check 1:check 2:bet 3:call 1:call " + CHECKED * 3, (2, 3, 3, 1)),
        ("1:bring_in 2:complete 3:call 1:call " + CHECKED * 4, (2, 3, 3, 1)),
        ("1:complete 2:call 3:call " + CHECKED * 4, (1, 3, 3, 1)),
        (LIMPED + CHECKED * 4, (3, 3, 3, 1)),
        (
            LIMPED + "3:check 1:check 2:bet 3:call 1:call 3:check 1:check 2:fold " + "3:check 1:check " * 2,
            (3, 3, 3, 1),
        ),
    ],
    ids=[
        "river_bet",
        "river_raise",
        "fourth_street_bet",
        "completion",
        "completed_bring_in",
        "bring_in_only",
        "folded",
    ],
)
def test_c61_who_shows_first(engine: Engine, line: str, first: tuple[int, ...]) -> None:
    """The last line lets the only bettor fold an unfaced hand: then the best board shows first."""
    paid = []
    for order, seat in zip(ORDERS, first, strict=True):
        rules = house(engine, show_order=order, fold_unfaced=True)
        game = Game(engine, rules, [DEEP] * 3, BOARDS).play(line)
        assert game.hand.is_over
        assert shown(game.hand)[0] == ("show", seat), order
        paid.append(pays(game.hand))
    assert paid[0] == paid[1] == paid[2] == paid[3]


def test_c61_then_clockwise(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 3, BOARDS)
    game.play(LIMPED + CHECKED * 3 + "3:check 1:check 2:bet 3:call 1:call")
    assert [seat for _, seat in shown(game.hand)] == [2, 3, 1]


@pytest.mark.parametrize("order", ["last_aggressor", "river_aggressor", "position"])
def test_c61_a_short_bet_counts(engine: Engine, order: str) -> None:
    """Seat 2 bets his last 5 on seventh street, where the bet is 200."""
    rules = house(engine, show_order=order)
    game = Game(engine, rules, [DEEP, 35, DEEP], BOARDS).play(LIMPED + CHECKED * 3)
    game.play("3:check 1:check 2:bet 3:call 1:call")
    assert shown(game.hand)[0] == ("show", 2)


def test_c61_ties_between_boards_go_to_the_lowest_seat(engine: Engine) -> None:
    hands = {1: "- - 2c 7d 9h Jc", 2: "- - Ac Kd 8h 6s", 3: "- - Ad Kc 8s 6h"}
    hand = Game(engine, house(engine, show_order="best_board"), [DEEP] * 3, hands).passive().hand
    assert shown(hand)[0] == ("show", 2)


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("Ac Ad Kh Ks Qc 9d 8h", "Jc Jd Th Ts 9c 7d Qh", "muck"),
        ("Ac Kd Qh Js Tc 9c 9d", "Ad Kh Qs Jc Td 8h 8d", "show"),
        ("Ac Ad Kh Ks Qc 9d 8h", "2c 3d 4h 6s 8c Jd Td", "show"),
        ("Ac 2d 3h 4s 5c Kd Kh", "Ad 2h 3s 4c 7d Qd Jh", "muck"),
        ("Ac 2d 3h 4s 7c Kd Kh", "Ad 2h 3s 4c 7d Qd Jh", "show"),
        ("Ac 2d 3h 4s 5c Kd Kh", "Ad Ah 3s 4c 7d 8d 8s", "muck"),
        ("Ac 2d 3h 4s 7c Kd Kh", "Ad Ah 3s 4c 7d 8d 8s", "show"),
        ("Ac 2d 3h 4s 7c Kd Kh", "Ad 2h 3s 4c 6d Qd Jh", "show"),
    ],
)
def test_c62_better_or_equal_in_one_half_must_show(
    engine: Engine, first: str, second: str, outcome: str
) -> None:
    hand = showdown(engine, {1: first, 2: second}, show_order="position")
    assert shown(hand) == [("show", 1), (outcome, 2)]


def test_c62_against_everything_shown_so_far(engine: Engine) -> None:
    """Seat 3 beats seat 2 but not seat 1; seat 4 has any low, and none was shown; seat 5 has a worse one."""
    hands = {
        1: "Ac Ad Ah Kc Kd Qs Js",
        2: "Qc Qd Jh Td 7s 8s 3c",
        3: "Kh Ks Jc Jd 9c Ts 2c",
        4: "2d 3d 4h 6s 7c Th Qh",
        5: "2h 3h 4s 6c 8d Tc 9d",
    }
    hand = showdown(engine, hands, show_order="position")
    assert shown(hand) == [("show", 1), ("muck", 2), ("muck", 3), ("show", 4), ("muck", 5)]


@pytest.mark.parametrize(
    ("antes", "best", "order"),
    [
        ({1: 50, 2: 50, 3: 20}, 2, [2, 1, 3]),
        ({1: 50, 2: 50, 3: 20}, 3, [1, 2, 3]),
        ({1: 50, 2: 20, 3: 50}, 2, [3, 1, 2]),
        ({1: 20, 2: 50, 3: 50}, 1, [2, 3, 1]),
        ({1: 20, 2: 50, 3: 50}, 3, [3, 2, 1]),
        ({1: 20, 2: 50, 3: 90, 4: 90}, 1, [3, 4, 2, 1]),
        ({1: 90, 2: 50, 3: 20, 4: 90}, 2, [4, 1, 2, 3]),
    ],
)
def test_c62_the_last_side_pot_shows_first(
    engine: Engine, antes: dict[int, int], best: int, order: list[int]
) -> None:
    """3.10: inside a group clockwise from the seat of the first shower, whose board holds the aces."""
    boards = {seat: f"- - 3{suit} 7{suit} 9{suit} J{suit}" for seat, suit in zip(antes, "cdhs", strict=False)}
    boards[best] = "- - Ac Ad Ah As"
    hand = showdown(engine, boards, antes, show_order="best_board")
    assert [seat for _, seat in shown(hand)] == order


def test_c63_no_showdown_when_all_but_one_have_folded(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 3, ACES_FULL).play("3:bring_in 1:call 2:call").passive(5)
    dealt = kinds(game.hand).count("deal")
    game.play("1:bet 2:fold 3:fold")
    assert game.hand.is_over
    assert game.hand.street == 5
    assert kinds(game.hand).count("deal") == dealt
    assert shown(game.hand) == []
    assert [(event["part"], event["hand"]) for event in named(game.hand, "pay")] == [("whole", None)]
    for seat in (2, 3, None):
        assert view(game.hand, seat)["down_cards"]["1"] == [None, None]


def test_c64_a_player_all_in_makes_a_showdown(engine: Engine) -> None:
    """Seat 2's bet on seventh street is not called; he shows first all the same, before the better board."""
    hands = {1: "2s 3s 5h 7d Ac Ad 8h", 2: "Kc Ks 6c Jd Td Qc 9s", 3: "- - 9h Tc Jc 4c"}
    game = Game(engine, house(engine), [110, DEEP, DEEP], hands).play("1:complete 2:call 3:call")
    game.passive(7).play("2:bet 3:fold")
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 2, "chips": 200}]
    assert [seat for _, seat in shown(game.hand)] == [2, 1]
    assert sum(chips for *_, chips in pays(game.hand)) == 330


def test_c65_the_hand_itself_keeps_all_cards_for_the_review(engine: Engine) -> None:
    """Mucked cards are hidden in every view but the holder's own, and known to the hand."""
    game = Game(engine, house(engine), [DEEP] * 2, ACES_FULL).passive()
    assert shown(game.hand) == [("show", 1), ("muck", 2)]
    assert cards(game.hand.down_cards[2]) == ["Qs", "Jc", "3d"]
    for seat in (1, None):
        assert view(game.hand, seat)["down_cards"]["2"] == [None] * 3
        assert view(game.hand, seat)["down_cards"]["1"] == ["Ac", "Ad", "8d"]
    assert view(game.hand, 2)["down_cards"]["2"] == ["Qs", "Jc", "3d"]


# Declaring


def declaring(engine: Engine, hands: dict[int, str], **settings: object) -> Game:
    """Everybody all-in for the ante of 100, about to declare."""
    rules = house(engine, ante=100, low="any", declare=True, **settings)
    return Game(engine, rules, dict.fromkeys(hands, 100), hands)


HIGH_AND_LOW = {1: "Kc Kd Kh Qs Qc 9d 8h", 2: "Ac 2d 3h 4s 6c Jd Td", 3: "Ah As Jh Jc 9c 8c 7d"}


def test_c70_after_the_last_round_all_declare_in_seat_order(engine: Engine) -> None:
    rules = house(engine, low="any", declare=True)
    game = Game(engine, rules, {2: DEEP, 5: DEEP, 6: DEEP}).passive(7).play("check check check")
    choice = [("declare_high", None), ("declare_low", None), ("declare_both", None)]
    for seat, kind in ((2, "declare_high"), (5, "declare_both"), (6, "declare_low")):
        assert (game.hand.actor, legal(game.hand)) == (seat, choice)
        assert named(game.hand, "declare", "show", "pay") == []
        game.play(kind)
    assert named(game.hand, "declare") == [
        {
            "kind": "declare",
            "declarations": {"2": "declare_high", "5": "declare_both", "6": "declare_low"},
        }
    ]
    assert {kind for kind, _ in shown(game.hand)} == {"show"}
    told = kinds(game.hand)
    assert told.index("declare") < told.index("show") < told.index("pay")


def test_c70_nobody_learns_a_declaration_before_the_last(engine: Engine) -> None:
    seen = []
    for kind in ("declare_high", "declare_low", "declare_both"):
        game = declaring(engine, HIGH_AND_LOW).play(kind)
        seen.append([view(game.hand, seat) for seat in (1, 2, 3, None)])
    assert seen[0] == seen[1] == seen[2]


def test_c70_one_wins_only_the_half_declared(engine: Engine) -> None:
    """Seat 1 has the best high but declares low; seat 3's aces and jacks are the best declared for high."""
    game = declaring(engine, HIGH_AND_LOW).play("1:declare_low 2:declare_low 3:declare_high")
    assert pays(game.hand) == [(0, "high", 3, 150), (0, "low", 2, 150)]


def test_c70_a_half_nobody_declared_goes_to_the_other(engine: Engine) -> None:
    """3.13: without a low runner there is no low: `whole`; without a high runner all of it is `low`."""
    high = declaring(engine, HIGH_AND_LOW).play("1:declare_high 2:declare_high 3:declare_high").hand
    assert pays(high) == [(0, "whole", 1, 300)]
    low = declaring(engine, HIGH_AND_LOW).play("1:declare_low 2:declare_low 3:declare_low").hand
    assert pays(low) == [(0, "low", 2, 300)]


def test_c70_there_is_no_qualifier_and_pairs_can_win_low(engine: Engine) -> None:
    hands = {1: "Kc Kd Kh Qs Qc Qd 9h", 2: "7c 7d 7h 5s 5c 3d 3c"}
    game = declaring(engine, hands).play("1:declare_high 2:declare_low")
    assert pays(game.hand) == [(0, "high", 1, 100), (0, "low", 2, 100)]
    assert named(game.hand, "pay")[1]["hand"] == {
        "cards": ["7h", "5s", "5c", "3d", "3c"],
        "name": "5-5-3-3-7",
    }


def test_c70_pot_by_pot(engine: Engine) -> None:
    """Seat 3 fails with both in the main pot, where seat 1 has the better high; he takes the side pot."""
    hands = {1: "Kc Kd Kh Qs Qc 9d 8h", 2: "Jc Jd 9s 8s 7c 6d 2c", 3: "Ac 2d 3h 4s 5c Td Th"}
    rules = house(engine, ante=100, low="any", declare=True)
    game = Game(engine, rules, {1: 50, 2: 100, 3: 100}, hands)
    game.play("1:declare_high 2:declare_low 3:declare_both")
    assert pays(game.hand)[:2] == [(1, "high", 3, 50), (1, "low", 3, 50)]
    assert pays(game.hand)[2:] == [(0, "high", 1, 75), (0, "low", 2, 75)]


def test_c70_who_folds_does_not_declare_and_one_alone_does_not_either(engine: Engine) -> None:
    rules = house(engine, low="any", declare=True)
    game = Game(engine, rules, [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in 2:fold 3:call").passive(7).play("check check")
    game.play("1:declare_high 3:declare_low")
    assert named(game.hand, "declare")[0]["declarations"] == {"1": "declare_high", "3": "declare_low"}
    game = Game(engine, rules, [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play("1:bring_in 2:fold")
    assert game.hand.is_over
    assert named(game.hand, "declare") == []


def test_c70_a_pot_with_one_player_is_his_whatever_he_declared(engine: Engine) -> None:
    """Seat 3 fails everywhere, but what he and the folded seat 2 put in beyond seat 1 is his alone."""
    hands = {1: "Kc Kd 3h Kh Qs Qc 9d", 2: "- - Js 4c", 3: "Jc Jd Th Ts 9c 8c 7d"}
    rules = house(engine, low="any", declare=True)
    game = Game(engine, rules, [60, DEEP, DEEP], hands)
    game.play("1:bring_in 2:complete 3:call 1:call 3:bet 2:fold 1:declare_high 3:declare_high")
    assert pays(game.hand)[0] == (1, "whole", 3, 100)
    assert [(pot, seat, chips) for pot, _, seat, chips in pays(game.hand)[1:]] == [(0, 1, 180)]


@pytest.mark.parametrize("low", ["eight_or_better", "five_ranks"])
def test_c70_declaring_needs_any_low(engine: Engine, low: str) -> None:
    with refused(engine, "invalid_rules"):
        house(engine, declare=True, low=low)
    with refused(engine, "invalid_rules"):
        engine.Rules.declare(low=low)


def test_c70_without_declare_any_low_is_judged_by_the_cards(engine: Engine) -> None:
    hand = showdown(engine, HIGH_AND_LOW, low="any")
    assert pays(hand) == [(0, "high", 1, 150), (0, "low", 2, 150)]
