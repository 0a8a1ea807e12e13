"""Which hand wins, and the names of hands: clauses [C41] to [C49], procedure [rules 3.11]."""

from __future__ import annotations

import pytest
from engines import Engine, Setting, each_engine, named, pays, showdown

pytestmark = each_engine


def won(engine: Engine, hands: dict[int, str], part: str, **settings: Setting) -> list[tuple[int, str]]:
    """Who is paid for this part, and with which hand, by name."""
    hand = showdown(engine, hands, **settings)
    return [
        (event["seat"], event["hand"]["name"])
        for event in named(hand, "pay")
        if event["part"] == part or (part == "high" and event["part"] == "whole")
    ]


@pytest.mark.parametrize(
    ("better", "worse", "name"),
    [
        ("Ah Kh Qh Jh Th 2c 3d", "9s 8s 7s 6s 5s 2d 3c", "royal flush"),
        ("9s 8s 7s 6s 5s 2d 3c", "8h 7h 6h 5h 4h As Ad", "straight flush, nine high"),
        ("6c 5c 4c 3c 2c Kd Qd", "5h 4h 3h 2h Ah Ks Qs", "straight flush, six high"),
        ("5s 4s 3s 2s As Kd Qc", "9c 9d 9h 9s Ac 7d 2h", "straight flush, five high"),
        ("2c 2d 2h 2s 7c 8d 9h", "Ac Ad Ah Kc Kd 3s 4s", "four of a kind, deuces, 9"),
        ("8c 8d 8h 8s Kc 7d 2h", "Ac Ad Ah Kd Ks 3c 3s", "four of a kind, eights, K"),
        ("3c 3d 3h 3s 4c 4d 4h", "2c 2d 2h 2s Ac Ad Ah", "four of a kind, threes, 4"),
        ("2c 2d 2h 3c 3d 9s Ts", "Ah Kh Jh 9h 8h 2s 7c", "full house, deuces over threes"),
        ("9c 9d 9h 2c 2d 4s 5s", "8c 8d 8h Ac Ad 4h 5h", "full house, nines over deuces"),
        ("Ac Ad Ah Kc Kd Kh 2s", "Qc Qd Qh Ks Jc Jd Jh", "full house, aces over kings"),
        ("Tc Td Th 4c 4d 9s 9h", "Jc Jd 8h 8s 7c 6d Kh", "full house, tens over nines"),
        ("7h 5h 4h 3h 2h Tc Jd", "Ac Kd Qh Js Th 2c 3d", "flush, 7-5-4-3-2"),
        ("Ah Qh 5h 4h 2h 9c 9d", "Ks Qs Js 9s 8s 2c 3d", "flush, A-Q-5-4-2"),
        ("Ah Kh 4h 3h 2h Tc 9d", "As Qs Js Ts 8s 2c 3d", "flush, A-K-4-3-2"),
        ("Ah Kh Qh 4h 3h 2h 9d", "As Ks Js Ts 9s 2c 3d", "flush, A-K-Q-4-3"),
        ("5c 4d 3h 2s Ac Kd Qd", "Ad Ah As Kc Qh 9s 8s", "straight, five high"),
        ("6c 5d 4h 3s 2c Kd Kh", "5c 4d 3d 2s Ac Kc Qs", "straight, six high"),
        ("Ac Kd Qh Js Tc 9c 8d", "Kc Qd Jh Ts 9s 8c 7d", "straight, ace high"),
        ("2c 2d 2h 7c 8d Ts Qh", "Ac Ad Kc Kd Qs Js 9h", "three of a kind, deuces, Q-T"),
        ("6c 6d 6h Ac Kd 9h 8s", "5c 5d 5h As Kh 9s 8h", "three of a kind, sixes, A-K"),
        ("2c 2d 3c 3d 7h 9s Jh", "Ac Ad Kc Qd 9h 8s 6c", "two pair, threes and deuces, J"),
        ("Ac Ad 7c 7d Kh 3s 2s", "Ah As 7h 7s Qc 3d 2d", "two pair, aces and sevens, K"),
        ("Ac Ad 8c 8d 2h 3s 5s", "Ah As 7h 7s Kc Qd 9d", "two pair, aces and eights, 5"),
        ("Ac Ad 7c 7d 6h 6s Kh", "Ah As 7h 7s Qc 6c 6d", "two pair, aces and sevens, K"),
        ("Kc Kd 3c 3d 2h 2s 4c", "Qc Qd Jh Js Tc Td 4h", "two pair, kings and threes, 4"),
        ("2c 2d 4c 6d 8h Ts Qh", "Ac Kd Qc Jh 9s 7c 5d", "pair of deuces, Q-T-8"),
        ("Jc Jd 4c 6d 8h 9s 2h", "Th Td As Kd Qc 7c 5d", "pair of jacks, 9-8-6"),
        ("Ac Ad Kc Qd 9h 4s 3s", "Ah As Kd Qc 8h 4c 3c", "pair of aces, K-Q-9"),
        ("Ac Kd Qc Jh 9s 4c 3d", "Ad Kc Qd Jc 8s 4h 3h", "high card, A-K-Q-J-9"),
        ("Ac Kd 9h 5s 3c 8d 2h", "Kc Qd Jh 9s 8c 7d 5d", "high card, A-K-9-8-5"),
    ],
)
def test_c41_the_usual_ranking_with_kickers(engine: Engine, better: str, worse: str, name: str) -> None:
    assert won(engine, {1: better, 2: worse}, "high") == [(1, name)]
    assert won(engine, {1: worse, 2: better}, "high") == [(2, name)]


def test_c41_high_needs_no_qualifier(engine: Engine) -> None:
    hands = {1: "Jc 9d 8h 6s 5c 3d 2h", 2: "Tc 9s 8d 6h 5d 3c 2s"}
    assert won(engine, hands, "high") == [(1, "high card, J-9-8-6-5")]


def test_c41_the_sixth_and_seventh_cards_do_not_count(engine: Engine) -> None:
    hands = {1: "Ac Kd Qc Jh 9s 7c 7d", 2: "Ad Kc Qd Jc 9h 8s 6h"}
    assert won(engine, hands, "high") == [(1, "pair of sevens, A-K-Q")]
    hands = {1: "Ac Kd Qc Jh 9s 4c 3d", 2: "Ad Kc Qd Jc 9h 8s 6h"}
    assert [seat for seat, _ in won(engine, hands, "high")] == [1, 2]


def test_c42_a_low_is_five_different_ranks_also_without_a_qualifier(engine: Engine) -> None:
    """Twos, threes and fours paired are four ranks with the eight: no low, so any five ranks win it."""
    hands = {1: "2c 2d 3h 3s 4c 4d 8h", 2: "Kc Qd Jh 9s 8c 5d 5h"}
    assert won(engine, hands, "low", low="five_ranks") == [(2, "Q-J-9-8-5")]


def test_c42_nobody_with_five_different_ranks_means_no_low(engine: Engine) -> None:
    hands = {1: "2c 2d 3h 3s 4c 4d 8h", 2: "Kc Kd Qc Qd Jh Js 9s"}
    assert pays(showdown(engine, hands, low="five_ranks")) == [(0, "whole", 2, 200)]


def test_c42_any_counts_paired_cards_too(engine: Engine) -> None:
    hands = {1: "2c 2d 3h 3s 4c 4d 8h", 2: "Kc Kd Qc Qd Jh Js 9s"}
    assert won(engine, hands, "low", low="any") == [(1, "2-2-8-4-3")]


@pytest.mark.parametrize(
    ("hand", "low"),
    [
        ("8c 7d 6h 5s 4c Kd Kh", "8-7-6-5-4"),
        ("8c 7d 6h 5s 3c Kd Qh", "8-7-6-5-3"),
        ("8c 4d 3h 2s Ac Kd Kh", "8-4-3-2-A"),
        ("9c 4d 3h 2s Ac Kd Kh", None),
        ("9c 8d 7h 6s 5c 4d Kh", "8-7-6-5-4"),
        ("9c 7d 6h 5s 4c Td Kh", None),
        ("8c 8d 7h 7s 6c 5d 5h", None),
        ("8c 8d 7h 7s 6c 5d 4h", "8-7-6-5-4"),
    ],
)
def test_c43_no_card_above_the_eight(engine: Engine, hand: str, low: str | None) -> None:
    got = won(engine, {1: hand, 2: "Qc Qs Jc Js Ts Th 9s"}, "low")
    assert got == ([] if low is None else [(1, low)])


@pytest.mark.parametrize(
    ("better", "worse", "name"),
    [
        ("Ac 2d 3h 4s 5c Kd Kh", "Ad 2h 3s 4c 6d Qd Qh", "5-4-3-2-A"),
        ("Ac 2c 3c 4c 5c 9d 9h", "Ad 2h 3s 4d 6d Qd Qh", "5-4-3-2-A"),
        ("6c 5d 4h 3s 2c Kd Kh", "7c 4d 3h 2s Ac Kc Ks", "6-5-4-3-2"),
        ("7d 5d 4d 3d Ad Kd Qd", "7c 5s 4s 3s 2s Kc Qc", "7-5-4-3-A"),
        ("8d 4d 3d 2d Ad Kd Kh", "8c 5c 3c 2c Ac Ks Qc", "8-4-3-2-A"),
    ],
)
def test_c44_ace_is_low_and_straights_and_flushes_do_not_count(
    engine: Engine, better: str, worse: str, name: str
) -> None:
    assert won(engine, {1: better, 2: worse}, "low") == [(1, name)]
    assert won(engine, {1: worse, 2: better}, "low") == [(2, name)]


@pytest.mark.parametrize(
    ("better", "worse", "name"),
    [
        ("8c 6d 4h 3s 2c Kd Kh", "8d 7h 4s 2h Ac Qd Qh", "8-6-4-3-2"),
        ("6c 5d 3h 2s Ac Kd Kh", "8d 4h 3s 2h Ad Qd Qh", "6-5-3-2-A"),
        ("7c 6d 5h 4s 3c Kd Kh", "8d 4h 3s 2h Ad Qd Qh", "7-6-5-4-3"),
        ("7c 5d 4h 2s Ac Kd Kh", "7d 5h 4s 3h Ad Qd Qh", "7-5-4-2-A"),
        ("8c 7d 5h 4s 3c Kd Kh", "8d 7h 6s 2h Ad Qd Qh", "8-7-5-4-3"),
        ("8c 7d 6h 4s 3c Kd Kh", "8d 7h 6s 5h Ad Qd Qh", "8-7-6-4-3"),
        ("8c 7d 6h 5s Ac Kd Kh", "8d 7h 6s 5h 2d Qd Qh", "8-7-6-5-A"),
    ],
)
def test_c45_lows_compare_from_the_highest_card_down(
    engine: Engine, better: str, worse: str, name: str
) -> None:
    assert won(engine, {1: better, 2: worse}, "low") == [(1, name)]
    assert won(engine, {1: worse, 2: better}, "low") == [(2, name)]


def test_c45_without_a_qualifier_too(engine: Engine) -> None:
    hands = {1: "Kc 4d 3h 2s Ac Ad Ah", 2: "Qc Jd Th 9s 7c 7d 7h"}
    assert won(engine, hands, "low", low="five_ranks") == [(2, "Q-J-T-9-7")]
    hands = {1: "9c 8d 7h 6s 5c Ad Ah", 2: "Tc 4d 3h 2s Ac 4h 3d"}
    assert won(engine, hands, "low", low="five_ranks") == [(1, "8-7-6-5-A")]


def test_c46_high_and_low_may_share_all_five_cards(engine: Engine) -> None:
    hand = showdown(engine, {1: "Ks Qh 8s 7d 6c 5h 4c", 2: "Ac Ad Kc Kd Jh Js 9h"})
    assert [event["hand"] for event in named(hand, "pay")] == [
        {"cards": ["8s", "7d", "6c", "5h", "4c"], "name": "straight, eight high"},
        {"cards": ["8s", "7d", "6c", "5h", "4c"], "name": "8-7-6-5-4"},
    ]


def test_c46_or_some_of_them(engine: Engine) -> None:
    hand = showdown(engine, {1: "Kh 8h 5c 4h 3h 2s Ah", 2: "Qc Qd Qs Kc Kd Js 9c"}, low="eight_or_better")
    low = named(hand, "pay")[-1]
    assert low["hand"] == {"cards": ["Ah", "5c", "4h", "3h", "2s"], "name": "5-4-3-2-A"}


def test_c47_no_qualifying_low_and_the_best_high_takes_the_whole_pot(engine: Engine) -> None:
    hand = showdown(engine, {1: "Ac 2d 3h 4s 9c Td Jd", 2: "Kc Kd Qh Qs Jc 9d 8h"})
    assert pays(hand) == [(0, "whole", 2, 200)]


def test_c48_one_player_may_take_both_halves(engine: Engine) -> None:
    hand = showdown(engine, {1: "Ac 2d 3h 4s 5c Kd Kh", 2: "Ad 2h 3s 4c 7d Qd Qh"})
    assert pays(hand) == [(0, "high", 1, 100), (0, "low", 1, 100)]
    assert dict(hand.payoffs) == {1: 100, 2: -100}


@pytest.mark.parametrize("seats", [(1, 2), (2, 1)])
def test_c49_equal_hands_split(engine: Engine, seats: tuple[int, int]) -> None:
    first, second = seats
    hand = showdown(engine, {first: "Ac Kd Qh Js Tc 9c 9d", second: "Ad Kh Qs Jc Td 8h 8d"})
    assert pays(hand) == [(0, "whole", 1, 100), (0, "whole", 2, 100)]
    hands = {first: "8c 6d 4h 3s 2c Kd Kh", second: "8d 6h 4s 3h 2d Qd Qh"}
    assert pays(showdown(engine, hands)) == [
        (0, "high", first, 100),
        *((0, "low", seat, 50) for seat in (1, 2)),
    ]


def test_c49_suits_do_not_decide(engine: Engine) -> None:
    hands = {1: "Ah Kh Qh 9h 7h 2c 3d", 2: "As Ks Qs 9s 7s 2d 3c", 3: "Kc Kd 8c 8d Jc Jd 9c"}
    assert pays(showdown(engine, hands)) == [(0, "whole", 1, 150), (0, "whole", 2, 150)]


@pytest.mark.parametrize(
    ("hand", "part", "used"),
    [
        ("8c 8d 4h 3s 2c Ah Kd", "low", "Ah 8d 4h 3s 2c"),
        ("5c 5s 4h 4d 3c 2d Ac", "low", "Ac 5s 4h 3c 2d"),
        ("9c 9s 8h 7d 6c 6d 5h", "high", "9s 8h 7d 6d 5h"),
        ("Ac Ad Ah Kc Kd Kh 2s", "high", "Ah Ad Ac Kh Kd"),
        ("7c 7d 7h 7s Kc Kd 2s", "high", "Kd 7s 7h 7d 7c"),
        ("Ac Ad 7c 7d Kh Ks 2s", "high", "Ad Ac Ks Kh 7d"),
    ],
)
def test_c49_of_equal_choices_the_greatest_cards_count(
    engine: Engine, hand: str, part: str, used: str
) -> None:
    """3.11, as the payment names them: by rank with the ace high, then suit."""
    done = showdown(engine, {1: hand, 2: "Qc Td Jh 9h 3h 4s Jc"})
    paid = [event for event in named(done, "pay") if event["part"] in {part, "whole"}]
    assert [event["hand"]["cards"] for event in paid] == [used.split()]
