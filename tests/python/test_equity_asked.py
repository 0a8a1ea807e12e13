"""Everything of which an equity can be asked, and what is said of what can't."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import stud8
from native import refusal
from spots import FIFTH, RIVER, equity, next_card
from stud8 import Card, CardSet

# What can be asked


def same(*questions: Any, **options: Any) -> None:
    """All of them have the same outcomes."""
    answers = [equity(hands, method="exact", **options).outcomes for hands in questions]
    assert all(answer == answers[0] for answer in answers)


def test_a_hand_may_be_written_in_many_ways() -> None:
    cards = CardSet("As Ah Ts Th 8h 8d")
    for first in (
        "AsAhTsTh8h8d",
        "as, AH, 10s 10h 8♥ 8d",
        cards,
        list(cards),
        tuple(cards),
        [int(card) for card in cards],
        np.array([int(card) for card in cards], dtype=np.uint8),
        "As Ah Ts Th 8h 8d ??",
        [*cards, None],
        ["AsAhTsTh8h8d"],
        [cards],
        {"AsAhTsTh8h8d": 5},
    ):
        same(RIVER, [first, RIVER[1]], (first, RIVER[1]), iter([first, RIVER[1]]))
    same(["As 2d", FIFTH[1]], ["As 2d ?? ?? ??", FIFTH[1]])
    same(
        [Card("As"), FIFTH[1]], ["As", FIFTH[1]], dead="Ad Ah Ac 2s 2d 2h 2c 3s 3d 3h 3c 4s 4d 4h 4c 5s 5d 5h"
    )


def test_ranges_are_sums_of_their_hands() -> None:
    other = "Kc Kd Qh Jh 9s"
    hands = {"Ac 2d 3h 4s 8c": 3, "Ad 2d 3h 4s Ts": 1}
    each = {hand: equity([hand, other]) for hand in hands}
    plain = equity([list(hands), other])
    weighted = equity([hands, other])
    assert plain.outcomes == {
        key: sum(found.outcomes.get(key, 0) for found in each.values()) for key in plain.outcomes
    }
    assert weighted.players[0].share == sum(
        Fraction(weight, 4) * each[hand].players[0].share for hand, weight in hands.items()
    )


@pytest.mark.parametrize(
    "weights",
    [
        (3, 1),
        ("0.75", "0.25"),
        (Fraction(1, 2), Fraction(1, 6)),
        ("1/2", "1/6"),
        (Decimal("0.3"), ".1"),
        (np.int64(6), 2),
    ],
)
def test_weights_are_exact(weights: tuple[Any, Any]) -> None:
    hands = ("Ac 2d 3h 4s 8c", "Ad 2d 3h 4s Ts")
    assert equity([dict(zip(hands, weights, strict=True)), FIFTH[1]]) == equity(
        [{hands[0]: 3, hands[1]: 1}, FIFTH[1]]
    )


def test_partly_known_cards_mean_all_sets_that_fit() -> None:
    dead = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s"
    aces = ["As Ad", "As Ah", "As Ac", "Ad Ah", "Ad Ac", "Ah Ac"]
    rest = " Kc Kd Qh Jh"
    other = "9s 9h 8c 8d 7h 7s"
    same(["A?A?" + rest, other], [[pair + rest for pair in aces], other], dead=dead)
    same(["[8-T]h" + rest + " 6c", other], [[f"{rank}h{rest}6c" for rank in "8T"], other], dead=dead)


def test_dead_cards_in_many_ways() -> None:
    dead = "5d 6d 7d"
    plain = equity(FIFTH, dead=dead)
    for other in (
        CardSet(dead),
        dead.split(),
        [Card(card) for card in dead.split()],
        "5d6d7d ?? ??",
        ["5d", "6d", "7d", None],
    ):
        assert equity(FIFTH, dead=other) == plain
    assert equity(FIFTH, dead=Card("5d")) == equity(FIFTH, dead="5d")
    assert equity(FIFTH, dead=dead) != equity(FIFTH)


def test_a_common_card() -> None:
    given = equity([hand[:17] for hand in RIVER], common="2h")
    assert given.deals == 1
    to_come = equity([hand[:17] for hand in RIVER], common="??")
    assert to_come.deals == 40
    eight = equity([f"{rank}s {rank}h" for rank in "23456789"], dead="Ks", trials=1000, seed=1)
    assert eight == equity(
        [f"{rank}s {rank}h" for rank in "23456789"], dead="Ks", common="??", trials=1000, seed=1
    )
    # Unknown dead cards decide nothing but that.
    hands = [f"{rank}s {rank}h {rank}d" for rank in "2345"]
    few = equity(hands, dead=["??"] * 24, trials=1000, seed=1)
    more = equity(hands, dead=["??"] * 25, trials=1000, seed=1)
    assert few == equity(hands, trials=1000, seed=1)
    assert more == equity(hands, common="??", trials=1000, seed=1)
    assert more != few


@pytest.mark.parametrize("low", ["eight_or_better", "five_ranks", "any"])
def test_each_kind_of_low(low: str) -> None:
    found = equity(["As Ah Ts Th 8h 8d", "Kc Qc Jc 9d 3c 2d"], low=low)
    assert found.low == low
    lows = sum(player.low_win for player in found.players)
    assert lows == (1 if low != "eight_or_better" else 0) or 0 < lows < 1


# What can't be asked


@pytest.mark.parametrize(
    ("hands", "options", "kind", "message"),
    [
        (["As Kd", "As"], {}, "duplicate_card", "As is player 0's and player 1's"),
        (["As As", ""], {}, "duplicate_card", "As comes twice"),
        (["As", "Kd"], {"dead": "Kd"}, "duplicate_card", "Kd is dead and player 1's"),
        (["As", "Kd"], {"dead": "2c 2c"}, "duplicate_card", "2c comes twice"),
        (["As", "Kd"], {"common": "As"}, "duplicate_card", "As is the common card and player 0's"),
        (["As", "Kd"], {"common": "2c", "dead": "2c"}, "duplicate_card", "2c is dead and the common card"),
        (["A?", "Kd"], {"dead": "As Ad Ah Ac"}, "impossible_deal", "no cards left fit player 0's A?"),
        (["A?", "A?"], {"dead": "As Ad Ah"}, "impossible_deal", "no"),
        ([[], "Kd"], {}, "invalid_range", "player 0 has no hand"),
        ([{}, "Kd"], {}, "invalid_range", "player 0 has no hand"),
        ([{"As": 0, "Ks": 0}, "Kd"], {}, "invalid_range", "the weights of player 0 are all 0"),
        (["Kd", {"As": -1, "Ks": 1}], {}, "invalid_range", "the hand As: the weight -1 is negative"),
        (["Kd", {"As": "nan"}], {}, "invalid_range", "the hand As: .*nan.* is no weight"),
        (["Kd", {"As": Decimal("inf")}], {}, "invalid_range", "Infinity"),
        (["Kd", {"As": Decimal("1e999999999")}], {}, "invalid_range", "no weight"),
        (["Kd", {"As": "1", "Ks": 2**50}], {}, "invalid_range", "player 1 sum to more than 2.40"),
        (["Kd", {"As": 1, "Ks": Fraction(1, 3**50)}], {}, "invalid_range", "player 1"),
        (["Kd", {"As": 1, "A?": 2}], {}, "invalid_range", "As fits As and A."),
        (["Kd", ["As", "KsQs"]], {}, "invalid_range", "player 1 has As or KsQs"),
        (["As 2s 3s 4s 5s 6s 7s 8s", ""], {}, "invalid_card", "up to seven cards, not 8"),
        (["As 2s 3s 4s 5s 6s 7s", ""], {"common": "2d"}, "invalid_card", "player 0 has 7 cards"),
        (["As"], {}, "invalid_players", "two to eight players, not 1"),
        ([], {}, "invalid_players", "two to eight players, not 0"),
        ([""] * 9, {}, "invalid_players", "two to eight players, not 9"),
        (["As", "Kd"], {"dead": ["??"] * 45}, "impossible_deal", "the deal can't be completed"),
        (["As", "Kx"], {}, "invalid_card", "Kx"),
        (["As", "[8-2]?"], {}, "invalid_card", "8-2 is not a span"),
        (["As", "Kd"], {"dead": "Zz"}, "invalid_card", "Zz"),
        (["As", "Kd"], {"common": "Zz"}, "invalid_card", "Zz"),
        (["As", "Kd"], {"low": "seven"}, "invalid_rules", "seven"),
    ],
)
def test_bad_questions_are_named(hands: Any, options: dict[str, Any], kind: str, message: str) -> None:
    with pytest.raises(stud8.StudError, match=message) as caught:
        equity(hands, **options)
    assert caught.value.kind == kind
    if len(hands) in range(2, 9):
        refusal(kind, lambda: next_card(hands, 0, **options))


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        ("As Kd", {}, "hands are a list"),
        (5, {}, "hands are a list"),
        ({"As": 1, "Kd": 1}, {}, "hands are a list"),
        ([5, "Kd"], {}, "a player's hand is"),
        ([None, "Kd"], {}, "a player's hand is"),
        ([["As", 5], "Kd"], {}, "a player's hand is"),
        ([{"As": 0.5}, "Kd"], {}, "the hand As: its weight 0.5 is a float, which isn't exact"),
        ([{"As": float("nan")}, "Kd"], {}, "nan is a float"),
        ([{"As": np.float32(0.5)}, "Kd"], {}, "is a float32"),
        ([{"As": True}, "Kd"], {}, "is a bool"),
        ([{"As": None}, "Kd"], {}, "is a NoneType"),
        ([{5: 1}, "Kd"], {}, "a player's hand is"),
        (FIFTH, {"trials": 5, "target_error": 0.1}, "give one of them"),
        (FIFTH, {"method": "exact", "trials": 5}, "trials= is for samples"),
        (FIFTH, {"method": "exact", "seed": 5}, "seed= is for samples"),
        (FIFTH, {"progress": "x"}, "progress"),
    ],
)
def test_other_types_are_refused(hands: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        equity(hands, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"method": "guess"},
        {"trials": 0},
        {"trials": 1.5},
        {"target_error": 0},
        {"target_error": -0.1},
        {"target_error": float("nan")},
        {"target_error": "x"},
        {"seed": -1},
        {"seed": 2**64},
        {"threads": 0},
    ],
)
def test_values_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options)).replace("method", "guess")):
        equity(FIFTH, **options)
