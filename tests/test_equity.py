"""Equities as users have them: every kind of input, results, hands and views, starting hands, pictures."""

from __future__ import annotations

import json
import pickle
import signal
import threading
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
import pytest
import stud8
from native import native, refusal
from stud8 import (
    Card,
    CardSet,
    Equity,
    Hand,
    MultiwayEquity,
    NextCards,
    PlayerEquity,
    Rules,
    StartingHand,
    starting_hand,
    starting_hands,
)

# What users write is not what the type checker allows: half of it is wrong on purpose.
equity, next_card, exact_seconds = native.equity, native.next_card, native.exact_seconds

STAKES: dict[str, Any] = {"ante": 10, "bring_in": 20, "small_bet": 100}
RIVER = ["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"]
FIFTH = ["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s"]
MORE = [*FIFTH, "7h 7d 6s 5s Th"]


# FIGURES: exact equities that two independent programs agree on


@pytest.mark.parametrize(
    ("hands", "shares", "scoops"),
    [
        (["8s 6h 5c", "2s 3h 4c"], (".529117", ".470883"), (".347623", ".289366")),
        (["8s 6h 5c", "As 3h 4c"], (".487512", ".512488"), (".299669", ".324564")),
        (["9s 9h 9d", "Ac 2c 3c"], (".610600", ".389400"), (".401825", ".180625")),
        (["As Ac 2d", "Ks Kc Kd"], (".251958", ".748042"), (".145464", ".641547")),
    ],
)
def test_third_street(hands: list[str], shares: tuple[str, str], scoops: tuple[str, str]) -> None:
    found = equity(hands)
    assert (found.exact, found.deals) == (True, 18_265_297_050)
    assert tuple(f"{float(player.share):.6f}"[1:] for player in found.players) == shares
    assert tuple(f"{float(player.scoop):.6f}"[1:] for player in found.players) == scoops
    assert sum(player.share for player in found.players) == 1


def test_the_joint_table() -> None:
    joint = [
        (2628510730, 1109427, 4349745024, 3720932658),
        (474431, 3278775, 1498392, 44250),
        (2273393728, 952452, 2877185952, 2408171231),
    ]
    found = equity(["8s 6h 5c", "2s 3h 4c"])
    assert found.joint == joint
    assert sum(map(sum, found.joint)) == found.deals
    high = {0: (0,), 1: (0, 1), 2: (1,)}
    low = {**high, 3: ()}
    for row, counts in enumerate(joint):
        for column, count in enumerate(counts):
            assert found.outcomes[high[row], low[column]] == count


@pytest.mark.parametrize(
    ("hands", "dead", "deals", "shares"),
    [
        (RIVER, "", 1560, (".714", ".286")),
        (FIFTH, "", 671_580, (".618", ".382")),
        (MORE, "", 209_230_560, (".570", ".290", ".141")),
        (["Ac 2d 3h 4s Kc", "Ks Kd 9h Jd 2c"], "", 671_580, (".507", ".493")),
        (["Ac 2c 3c 4c", "Ah Ad As 9d"], "", 141_181_040, (".626", ".374")),
        (["8c 7d 6h 5s", "As Ah Kc Qd"], "", 141_181_040, (".662", ".338")),
        (["Ac 2d 3h 4s 8c Kd", "Kc Ks Qh Jh 9s 9c"], "5d 6d 7d", 1332, (".533", ".467")),
        (["As 2s 3s 4s 7d 9h", "Ad 2d 3d 4d 7c 9c"], "", 1560, (".502", ".498")),
    ],
)
def test_later_streets(hands: list[str], dead: str, deals: int, shares: tuple[str, ...]) -> None:
    found = equity(hands, dead=dead)
    assert (found.exact, found.deals, found.seed, found.trials) == (True, deals, None, None)
    assert tuple(f"{float(player.share):.3f}"[1:] for player in found.players) == shares


def test_chances_of_three_players() -> None:
    found = equity(MORE)
    deals = found.deals
    highs = [player.high_win * deals for player in found.players]
    assert highs == [39_252_723, 121_151_376, 48_826_461]
    assert [player.low_win * deals for player in found.players] == [199_222_848, 0, 10_007_712]
    assert found.joint is None
    assert [player.player for player in found.players] == [0, 1, 2]
    assert found.players[1].hand == "Kc Kd Qh Jh 9s"
    assert all(sum(player.shares.values()) == 1 for player in found.players)
    for player in found.players:
        assert sum(part * chance for part, chance in player.shares.items()) == player.share
        assert list(player.shares) == sorted(player.shares, reverse=True)


@pytest.mark.parametrize(
    "hands", [FIFTH, RIVER, ["8s 6h 5c", "2s 3h 4c"], ["As Ac 2d", "Ks Kc Kd", "8h 7h 6h"]]
)
def test_another_program_agrees(hands: list[str]) -> None:
    """poker-equity, exactly where it can and else within the errors of two samples."""
    other = pytest.importorskip("poker_equity")
    texts = [hand.replace(" ", "") for hand in hands]
    theirs = other.exact_from_text("stud_hi_lo", texts)
    ours = equity(hands, trials=500_000, seed=3)
    if theirs is None:
        theirs = other.chunk_from_text("stud_hi_lo", texts, samples=500_000, seed=3)
    else:
        assert theirs["samples"] == ours.deals
    for us, them in zip(ours.players, theirs["players"], strict=True):
        error = 4 * (float(us.standard_error) ** 2 + them["std_error"] ** 2) ** 0.5
        assert abs(float(us.share) - them["equity"]) <= error + 1e-12
        for ourselves, themselves in (
            (us.scoop, "scoop"),
            (us.high_win, "high_win"),
            (us.low_win, "low_win"),
        ):
            assert abs(float(ourselves) - them[themselves]) <= 2 * error + 1e-12


# What an answer is


def test_an_exact_answer_is_made_of_fractions() -> None:
    found = equity(RIVER)
    first = found.players[0]
    assert isinstance(first, PlayerEquity)
    assert first.share == Fraction(1114, 1560)
    for chance in (*first[2:8], *first.shares.values(), *first.shares, first.standard_error):
        assert type(chance) is Fraction
    assert found.standard_error == first.standard_error == 0
    assert found.low == "eight_or_better"


def test_a_sample_says_so() -> None:
    found = equity(FIFTH, method="sample", trials=50_000, seed=7)
    assert (found.exact, found.deals, found.trials, found.seed) == (False, None, 50_000, 7)
    exact = equity(FIFTH)
    for sampled, counted in zip(found.players, exact.players, strict=True):
        assert type(sampled.share) is float
        assert abs(sampled.share - float(counted.share)) < 4 * sampled.standard_error
        assert 0 < sampled.standard_error <= found.standard_error < 0.003
    assert sum(found.outcomes.values()) == 50_000


def test_a_seed_gives_the_same_for_any_number_of_threads() -> None:
    results = {
        equity(["As Ac 2d", "Ks"], method="sample", trials=40_000, seed=5, threads=n) for n in (1, 2, 3)
    }
    assert len(results) == 1
    assert equity(FIFTH, method="sample", trials=1000) != equity(FIFTH, method="sample", trials=1000)


def test_a_target_error_is_reached() -> None:
    found = equity(["", "", ""], target_error=0.001, seed=1)
    assert not found.exact
    assert found.standard_error <= 0.001
    assert abs(found.players[0].share - 1 / 3) < 0.005
    assert equity(["", "", ""], seed=1, target_error=0.0007).trials > found.trials


def test_auto_is_exact_where_that_is_cheap() -> None:
    assert equity(["As Ac 2d", "Ks Kc Kd"], trials=10).exact
    assert not equity(["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"], trials=10).exact
    assert exact_seconds(RIVER) < 0.01
    assert exact_seconds(["As Ac 2d", ""]) == 0
    assert exact_seconds(["", "", "", ""]) > 1e6


def test_a_count_that_memory_cannot_hold_is_refused() -> None:
    hands = ["A? ?? ??", "K? ?? ??"]
    assert exact_seconds(hands) == float("inf")
    with pytest.raises(MemoryError, match="8 is the most: sample it"):
        equity(hands, method="exact")
    assert not equity(hands, trials=1000, seed=1).exact


def test_answers_show_themselves() -> None:
    found = equity(MORE)
    lines = str(found).splitlines()
    assert lines[0] == "exact, 209,230,560 deals, eight_or_better"
    assert lines[2].split() == [
        "player",
        "hand",
        "equity",
        *["high", "win", "high", "tie", "low", "win", "low", "tie", "scoop"],
    ]
    assert lines[3].startswith("0       Ac 2d 3h 4s 8c  0.569")
    html = found._repr_html_()
    assert html.startswith("<table>")
    assert html.count("<tr>") == 4
    assert "0.569" in html
    sample = equity([["AsKs", "AhKh"], "A? ??", ""], method="sample", trials=1000, seed=3)
    assert str(sample).startswith("sampled, 1,000 trials, seed 3, standard error 0.0")
    assert [player.hand for player in sample.players] == ["2 hands", "A? ??", ""]


def test_records_are_json() -> None:
    for found in (
        equity(FIFTH),
        equity(FIFTH, method="sample", trials=1000, seed=3),
        Hand(Rules.full_tilt(), [2000] * 3, seed=7).equity(trials=1000, seed=3),
    ):
        record = json.loads(json.dumps(found.to_dict()))
        again = Equity.from_dict(record)
        assert again == found
        assert hash(again) == hash(found)
        assert again.to_dict() == found.to_dict()
    assert equity(RIVER).to_dict()["players"][0]["share"] == "557/780"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"format": "x"}, "history_syntax"),
        ({"version": 9}, "history_unsupported"),
        ({"players": []}, "history_syntax"),
        ({"outcomes": [{"high": [], "low": [], "count": 1}]}, "history_syntax"),
        ({"outcomes": [{"high": [4], "low": [], "count": 1}]}, "history_syntax"),
        ({"outcomes": [{"high": [0], "low": [], "count": 1 << 120}]}, "history_syntax"),
        ({"low": "x"}, "invalid_rules"),
    ],
)
def test_other_records_are_refused(change: dict[str, Any], kind: str) -> None:
    record = equity(RIVER).to_dict() | change
    refusal(kind, Equity.from_dict, record)
    refusal("history_syntax", native.Equity.from_dict, [])
    refusal(kind, NextCards.from_dict, next_card(RIVER, 0).to_dict() | {"now": record})


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
        (["As Kd", "As"], {}, "duplicate_card", "As is player 1's and player 2's"),
        (["As As", ""], {}, "duplicate_card", "As comes twice"),
        (["As", "Kd"], {"dead": "Kd"}, "duplicate_card", "Kd is dead and player 2's"),
        (["As", "Kd"], {"dead": "2c 2c"}, "duplicate_card", "2c comes twice"),
        (["As", "Kd"], {"common": "As"}, "duplicate_card", "As is the common card and player 1's"),
        (["As", "Kd"], {"common": "2c", "dead": "2c"}, "duplicate_card", "2c is dead and the common card"),
        (["A?", "Kd"], {"dead": "As Ad Ah Ac"}, "impossible_deal", "no cards left fit player 1's A?"),
        (["A?", "A?"], {"dead": "As Ad Ah"}, "impossible_deal", "no"),
        ([[], "Kd"], {}, "invalid_range", "player 1 has no hand"),
        ([{}, "Kd"], {}, "invalid_range", "player 1 has no hand"),
        ([{"As": 0, "Ks": 0}, "Kd"], {}, "invalid_range", "the weights of player 1 are all 0"),
        (["Kd", {"As": -1, "Ks": 1}], {}, "invalid_range", "the hand As: the weight -1 is negative"),
        (["Kd", {"As": "nan"}], {}, "invalid_range", "the hand As: .*nan.* is no weight"),
        (["Kd", {"As": Decimal("inf")}], {}, "invalid_range", "Infinity"),
        (["Kd", {"As": Decimal("1e999999999")}], {}, "invalid_range", "no weight"),
        (["Kd", {"As": "1", "Ks": 2**50}], {}, "invalid_range", "player 2 sum to more than 2.40"),
        (["Kd", {"As": 1, "Ks": Fraction(1, 3**50)}], {}, "invalid_range", "player 2"),
        (["Kd", {"As": 1, "A?": 2}], {}, "invalid_range", "As fits As and A."),
        (["Kd", ["As", "KsQs"]], {}, "invalid_range", "player 2 has As or KsQs"),
        (["As 2s 3s 4s 5s 6s 7s 8s", ""], {}, "invalid_card", "up to seven cards, not 8"),
        (["As 2s 3s 4s 5s 6s 7s", ""], {"common": "2d"}, "invalid_card", "player 1 has 7 cards"),
        (["As"], {}, "invalid_seats", "two to eight players, not 1"),
        ([], {}, "invalid_seats", "two to eight players, not 0"),
        ([""] * 9, {}, "invalid_seats", "two to eight players, not 9"),
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


# Hands that are being played


def test_a_hand_knows_all_its_cards() -> None:
    hand = Hand(Rules.full_tilt(), [20000] * 3, seed=7)
    hand.play("bring_in")
    hand.play("fold")
    (folded,) = set(hand.seats) - set(hand.seats_in)
    found = hand.equity()
    cards = {seat: [*hand.down_cards[seat], *hand.up_cards[seat]] for seat in hand.seats}
    assert found.exact
    assert [player.player for player in found.players] == list(hand.seats_in)
    expected = equity([cards[seat] for seat in hand.seats_in], dead=cards[folded])
    assert [p.share for p in found.players] == [p.share for p in expected.players]
    assert found == equity(hand) == hand.copy().equity(method="exact")
    assert {player for high, low in found.outcomes for player in (*high, *low)} == set(hand.seats_in)
    assert str(found).splitlines()[2].startswith("seat")


def test_a_view_knows_what_its_seat_sees() -> None:
    hand = Hand(Rules.full_tilt(), [20000] * 3, seed=7)
    hand.play("bring_in")
    hand.play("fold")
    viewer, other = hand.seats_in
    (folded,) = set(hand.seats) - set(hand.seats_in)
    found = hand.view(viewer).equity(trials=20_000, seed=5)
    expected = equity(
        [[*hand.down_cards[viewer], *hand.up_cards[viewer]], [None, None, *hand.up_cards[other]]],
        dead=[*hand.up_cards[folded], None, None],
        trials=20_000,
        seed=5,
    )
    assert [p.share for p in found.players] == [p.share for p in expected.players]
    assert found.players[0].hand.count("?") == 0
    assert found.players[1].hand.startswith("?? ??")
    rail = hand.view(None).equity(trials=1000, seed=5)
    assert all(player.hand.startswith("?? ??") for player in rail.players)


def played(rules: Rules, stop: int, folds: dict[int, int] | None = None) -> Any:
    """Eight players who check and call until a street, some of whom fold on streets before."""
    hand: Any = Hand(rules, [20000] * 8, deck=[*range(52)])
    while hand.street < stop and hand.actor is not None:
        if (folds or {}).get(hand.actor) == hand.street and "fold" in hand.legal_actions:
            hand.play("fold")
            continue
        call = next((kind for kind in ("check", "call", "bring_in") if kind in hand.legal_actions), "call")
        hand.play(call)
    return hand


@pytest.mark.parametrize("burn", [False, True])
@pytest.mark.parametrize("street", [3, 5, 6, 7])
def test_eight_players_share_their_seventh_card(street: int, *, burn: bool) -> None:
    hand = played(Rules.full_tilt(burn=burn), street)
    hands = [[*hand.down_cards[seat], *hand.up_cards[seat]] for seat in hand.seats]
    common = hand.common_card if street == 7 else "??"
    assert (hand.common_card is None) == (street < 7)
    found = hand.equity(trials=2000, seed=3)
    expected = equity(hands, common=common, trials=2000, seed=3)
    assert [p.share for p in found.players] == [p.share for p in expected.players]


@pytest.mark.parametrize("street", [4, 5, 6])
@pytest.mark.parametrize("burn", [False, True])
@pytest.mark.parametrize("leavers", [0, 1, 2, 3])
def test_the_common_card_is_foreseen(street: int, leavers: int, *, burn: bool) -> None:
    """What is told on a street before is what happens on seventh street if nobody folds any more."""
    folds = {8 - n: street - 1 for n in range(leavers)}
    rules = Rules.full_tilt(burn=burn, fold_unfaced=True)
    hand = played(rules, street, folds)
    seen = hand.equity(trials=500, seed=3)
    foreseen = [
        [
            p.share
            for p in equity(
                [[*hand.down_cards[seat], *hand.up_cards[seat]] for seat in hand.seats_in],
                dead=[
                    c
                    for seat in hand.seats
                    if seat not in hand.seats_in
                    for c in (*hand.down_cards[seat], *hand.up_cards[seat])
                ],
                common=common,
                trials=500,
                seed=3,
                **extra,
            ).players
        ]
        for common, extra in (("??", {}), (None, {}))
    ]
    last = hand.copy()
    while last.street < 7 and last.actor is not None:
        last.play(next(kind for kind in ("check", "call", "bring_in") if kind in last.legal_actions))
    expected = foreseen[0] if last.common_card is not None else foreseen[1]
    assert [p.share for p in seen.players] == expected


def test_a_hand_by_hand_in_the_middle_of_a_street() -> None:
    hand = Hand(Rules.full_tilt(), [2000] * 2, dealt_by_hand=True)
    for card in ("As", None, "Kd", "Ks"):
        hand.deal(card)
    found = hand.equity(trials=1000, seed=1)
    assert sorted(player.hand.count("?") // 2 for player in found.players) == [0, 1]


def test_cards_speak_with_declarations() -> None:
    hand = Hand(Rules.declare(), [2000] * 2, seed=3)
    assert hand.equity(method="sample", trials=100, seed=1).low == "any"


def test_hands_without_an_equity() -> None:
    hand = Hand(Rules.full_tilt(), [2000] * 2, seed=7)
    with pytest.raises(TypeError, match="dead= is what the hand says itself"):
        equity(hand, dead="As")
    with pytest.raises(TypeError, match="low= is what the hand says itself"):
        equity(hand.view(1), low="any")
    hand.play("bring_in")
    hand.play("fold")
    for over in (hand, hand.view(1), hand.view(None)):
        assert "the hand is over" in refusal("impossible_deal", over.equity)
        refusal("impossible_deal", next_card, over, 1)


# The next card


def test_the_next_card_from_one_sweep() -> None:
    found = next_card(FIFTH, 0, dead="5c")
    assert isinstance(found, NextCards)
    assert found.exact
    assert found.now.outcomes == equity(FIFTH, dead="5c").outcomes
    assert found.cards == tuple(sorted(CardSet.FULL - CardSet(" ".join(FIFTH)) - "5c"))
    for card in found.cards[::7]:
        after = equity([f"{FIFTH[0]} {card}", FIFTH[1]], dead="5c")
        assert found.equities[card].players[0].share == found.shares[card] == after.players[0].share
        assert found.changes[card] == after.players[0].share - found.now.players[0].share
    assert sum(found.shares.values()) / len(found.cards) == found.now.players[0].share
    assert {*found.helps, *found.hurts} == {(c, d) for c, d in found.changes.items() if d}
    assert [change for _, change in found.helps] == sorted(
        (d for d in found.changes.values() if d > 0), reverse=True
    )
    assert [change for _, change in found.hurts] == sorted(d for d in found.changes.values() if d < 0)


def test_the_next_card_of_each_player_in_every_way() -> None:
    for hands, player in (
        (MORE, 2),
        (FIFTH, 1),
        (["A? 2d 3h 4s 8c", FIFTH[1]], 0),
        (["Ac 2d 3h 4s 8c ??", FIFTH[1]], 0),
    ):
        found = next_card(
            hands,
            player,
            method="exact" if len(hands) == 2 else "auto",
            **({} if len(hands) == 2 else {"trials": 100, "seed": 2}),
        )
        assert found.player == player
        assert len(found.cards) > 30
    six = [hand[:17] for hand in RIVER]
    assert len(next_card(six, 1, common="??").cards) == 40
    sample = next_card(MORE, 0, method="sample", trials=2000, seed=1)
    assert not sample.exact
    assert sample.now.seed == 1
    assert all(type(share) is float for share in sample.shares.values())
    assert sample == next_card(MORE, 0, method="sample", trials=2000, seed=1, threads=2)


def test_next_cards_show_themselves() -> None:
    found = next_card(FIFTH, 0)
    lines = str(found).splitlines()
    assert lines[0].startswith("player 0, Ac 2d 3h 4s 8c: 0.6182 now")
    assert lines[2].split() == ["s", "h", "d", "c"]
    assert [line[0] for line in lines[3:]] == list("AKQJT98765432")
    assert found._repr_html_().count("<tr>") == 14
    again = NextCards.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again == found
    assert hash(again) == hash(found)


def test_the_next_card_of_a_seat() -> None:
    hand = Hand(Rules.full_tilt(), {2: 2000, 7: 2000}, seed=7)
    found = next_card(hand, 7)
    assert found.player == 7
    assert found.exact
    assert str(found).startswith("seat 7, ")
    with pytest.raises(ValueError, match="player=1 is nobody: the seats that are in are 2, 7"):
        next_card(hand, 1)


def test_no_next_card() -> None:
    assert "all seven are there" in refusal("invalid_card", next_card, ["As 2s 3s 4s 5s 6s 7s", "Kd"], 0)
    for player in (2, -1, "x", 0.0, True):
        with pytest.raises(ValueError, match="is nobody: the players are 0, 1"):
            next_card(["As", "Kd"], player)


# Starting hands


def test_all_starting_hands() -> None:
    hands = starting_hands()
    assert len(hands) == 1755
    assert [hand.rank for hand in hands] == [*range(1, 1756)]
    assert sum(hand.versions for hand in hands) == 22_100
    assert sum(hand.versions * hand.share for hand in hands) / 22_100 == Fraction(1, 2)
    assert all(first.share >= second.share for first, second in pairwise(hands))
    rolled = [hand.hand[0] for hand in hands if len({card.rank for card in hand.cards}) == 1]
    assert "".join(rolled) == "A8765432KQJT9"


def test_one_starting_hand() -> None:
    aces = starting_hand("As Ad Ah")
    assert isinstance(aces, StartingHand)
    assert aces.joint[0] == (346326488263, 216941406, 1181840954526, 7437535114832)
    assert f"{float(aces.share):.9f}" == "0.873159286"
    assert aces.high_win + aces.high_tie < 1
    assert aces.low_win > aces.low_tie > 0
    assert aces.scoop * 9_614_852_367_120 == 346326488263 + 7437535114832
    for version in ("Ah 5h As", "Ac Ad 5d", CardSet("As Ah 5s"), [Card("As"), Card("Ad"), Card("5s")]):
        found = starting_hand(version)
        assert found == starting_hand("Ac Ad 5c")
        assert hash(found) == hash(starting_hand("Ac Ad 5c"))
    assert starting_hand("Ac Ad 5h") != found
    assert starting_hand(found) == found
    against = found.against(7)
    assert isinstance(against, MultiwayEquity)
    assert 0 < against.scoop < against.share < found.share
    assert json.loads(json.dumps(found.to_dict()))["share"] == str(found.share)


def test_starting_hands_answer_at_once() -> None:
    for cards, share in (("As Ad Ah", starting_hand("As Ad Ah").share), ("", Fraction(1, 2))):
        found = equity([cards, ""], method="exact")
        assert found.exact
        assert found.players[0].share == share
        assert equity(["??", cards]).players[1].share == share
    rest = CardSet.FULL - CardSet("As Kd")
    mean = sum(starting_hand(CardSet("As Kd") | [card]).share for card in rest) / len(rest)
    assert equity(["As Kd", ""]).players[0].share == mean
    rest = CardSet.FULL - "As"
    mean = sum(starting_hand(CardSet(["As", *two])).share for two in combinations(rest, 2)) / 1275
    assert equity(["As", ""]).players[0].share == mean


def test_a_starting_hand_against_a_door_card() -> None:
    found = starting_hand("As Ah 5h", door="8h")
    assert isinstance(found, Equity)
    assert found.exact
    assert found.deals == comb(48, 4) * comb(44, 6)
    assert [player.hand for player in found.players] == ["As Ah 5h", "8h"]
    assert found.players[0].share > Fraction(7, 10)


@pytest.mark.parametrize("cards", ["", "As Ad", "As Ad Ah Ac"])
def test_no_starting_hand(cards: str) -> None:
    refusal("invalid_card", starting_hand, cards)
    with pytest.raises(TypeError):
        native.starting_hand("As Ad Ah", threads=2)
    for opponents in (1, 8, -1, "x"):
        with pytest.raises(ValueError, match="opponents="):
            native.starting_hand("As Ad Ah").against(opponents)


# Ctrl-C


def interrupt(run: Any) -> stud8.Interrupted:
    """What comes of Ctrl-C soon after the beginning."""
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(stud8.Interrupted) as caught:
            run()
    finally:
        timer.join()
    return caught.value


def test_ctrl_c_leaves_what_is_sampled() -> None:
    stopped = interrupt(lambda: equity(["", "", ""], trials=2**40, seed=3))
    partial = stopped.partial
    assert partial.trials > 0
    assert partial.seed == 3
    assert partial == equity(["", "", ""], trials=partial.trials, seed=3)
    assert (stopped.start, str(stopped)) == (None, "interrupted")
    again = pickle.loads(pickle.dumps(stopped))  # noqa: S301 - our own bytes
    assert again.partial == partial


def test_ctrl_c_leaves_nothing_of_a_count() -> None:
    hands = ["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"]
    assert interrupt(lambda: equity(hands, method="exact")).partial is None
    assert interrupt(lambda: next_card(hands, 0, method="sample", trials=2**30, seed=1)).partial is None


def test_ctrl_c_ends_the_making_of_the_table() -> None:
    for multiway in (False, True):
        timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            StartingHand.recompute(multiway=multiway)
        timer.join()


# Pictures


def test_pictures() -> None:
    plot = pytest.importorskip("stud8.plot")
    sampled = equity(MORE, method="sample", trials=1000, seed=3)
    for found in (equity(RIVER), sampled):
        axes = plot.equity(found)
        assert axes.get_xlabel() == "part of the pot"
        assert len(axes.get_yticklabels()) == len(found.players)
        assert plot.equity(found, ax=axes) is axes
    axes = plot.next_card(next_card(FIFTH, 0))
    assert len(axes.texts) == 42
    # The river: all or nothing.
    certain = plot.next_card(next_card(["As Ah Ts Th 8h 8d", "Kc Qc Jc 9d 3c 2d 2s"], 0))
    assert {text.get_text() for text in certain.texts} == {"1.00"}
    assert "0.618" in axes.get_title()
    axes.figure.canvas.draw()
