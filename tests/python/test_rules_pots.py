"""Pots, odd chips, uncalled chips: clauses [C50] to [C59], [rules 3.6], [rules 3.9], [rules 3.12]."""

from __future__ import annotations

from random import Random

import pytest
from engines import (
    DECK,
    PRESETS,
    Engine,
    Game,
    Pay,
    Setting,
    each_engine,
    house,
    kinds,
    legal,
    named,
    pays,
    pots,
    preset,
    showdown,
)

pytestmark = each_engine

DEEP = 10_000

TIED_STRAIGHTS = {1: "Ac Kd Qh Js Tc 9c 9d", 2: "Ad Kh Qs Jc Td 9h 8c", 3: "As Kc Qd Jh Ts 8d 8h"}
TIED_WHEELS = {1: "As 2d 3h 4s 5c Ac 9d", 2: "Ad 2h 3s 4c 5d 9h Tc"}


@pytest.mark.parametrize("name", PRESETS)
def test_c50_the_odd_unit_between_high_and_low_goes_high(engine: Engine, name: str) -> None:
    """1050 in units of 50: 550 and 500."""
    hands = {1: "Kc Kd Kh Qs Jc Td 9h", 2: "Ac 2d 3h 4s 6c Jd Qd", 3: "Qc Qh Jh Js Ts 9c 9d"}
    stakes = {"ante": 350, "bring_in": 700, "small_bet": 1400, "big_bet": 2800, "unit": 50}
    game = Game(engine, preset(engine, name, **stakes, ask_muck=False), [350] * 3, hands)
    if name == "declare":
        game.play("1:declare_high 2:declare_low 3:declare_high")
    assert pays(game.hand) == [(0, "high", 1, 550), (0, "low", 2, 500)]


def test_c50_one_unit_alone_goes_high(engine: Engine) -> None:
    hands = {1: "Kc Kd Kh Qs Jc Td 9h", 2: "Ac 2d 3h 4s 6c Jd Qd"}
    rules: dict[str, Setting] = {"unit": 5, "bring_in": 5, "small_bet": 10, "big_bet": 20, "ante": 5}
    hand = showdown(engine, hands, {1: 5, 2: 5}, **rules, rake=engine.Rake(10_000, 5, 5))
    assert pays(hand) == [(0, "high", 1, 5)]


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ({1: "Ac Kd Qh Js Tc 9c 9d", 2: "Ad Kh Qs Jc Td 8h 8d"}, 2),
        ({1: "Ad Kd Qh Js Tc 9c 9d", 2: "Ac Kh Qs Jc Td 8h 8d"}, 1),
        ({1: "Ah Kd Qh Js Tc 9c 9d", 2: "As Kh Qs Jc Td 8h 8d"}, 2),
        ({1: "9c 8d 7h 6s 5c Qh Qd", 2: "9d 8h 7s 6c 5d Qs Qc"}, 2),
        ({1: "9c 8d 7h 6s 5c Kh Jd", 2: "9d 8h 7s 6c 5d Qs Qc"}, 1),
    ],
)
def test_c51_tied_high_the_odd_chip_goes_to_the_highest_card_held(
    engine: Engine, hands: dict[int, str], first: int
) -> None:
    """Any of the seven counts, spades before hearts, diamonds and clubs; a rake of one makes the 100 odd."""
    rake = engine.Rake(10_000, 1, 1)
    paid = {seat: chips for _, part, seat, chips in pays(showdown(engine, hands, {1: 50, 2: 50}, rake=rake))}
    assert paid == {first: 50, 3 - first: 49}


COMMON_HIGH = {
    1: "Kd Qd Jh Th 9d 9h",
    2: "Ks Qs Jc Tc 8d 8h",
    3: "2c 2d 3h 3s 4c 5d",
    4: "2h 2s 4d 4h 6c 7d",
    5: "3c 3d 5h 5s 6d 7c",
    6: "4s 5c 6h 7h 8s 9s",
    7: "6s 7s Td Ts Ac Kc",
    8: "8c 9c Jd Js Qc Qh",
}
"""With the ace of spades in common seats 1 and 2 tie for high; the king of spades is their highest card."""


@pytest.mark.parametrize(("odd_chip", "first"), [("suit_of_seven", 2), ("suit_of_five", 2), ("position", 1)])
def test_c51_the_common_card_is_left_out(engine: Engine, odd_chip: str, first: int) -> None:
    """80 less a rake of 2: 39 for high."""
    antes = dict.fromkeys(COMMON_HIGH, 10)
    rake = engine.Rake(10_000, 2, 1)
    hand = showdown(engine, COMMON_HIGH, antes, common="As", odd_chip=odd_chip, rake=rake)
    paid = {seat: chips for _, part, seat, chips in pays(hand) if part == "high"}
    assert paid == {first: 20, 3 - first: 19}


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ({1: "8c 7d 5d 4h 2c 9s Th", 2: "8d 7s 5c 4d 2h 9c Tc"}, 1),
        ({1: "8c 7d 5d 4h 2d 9s Th", 2: "8d 7s 5c 4d 2c 9c Tc"}, 2),
        ({1: "8c 7d 5d 4h 2h 9s Th", 2: "8d 7s 5c 4d 2s 9c Tc"}, 1),
        ({1: "7d 5d 4h 3h 2s 8c 8h", 2: "7s 5c 4d 3s 2d 2c 8d"}, 2),
        ({1: "7c 6d 5d 4h 3h Ts 9h", 2: "7d 6s 5c 4d 3s 3d 9c"}, 2),
    ],
)
def test_c52_tied_low_the_odd_chip_goes_to_the_lowest_card_held(
    engine: Engine, hands: dict[int, str], first: int
) -> None:
    """Ace low, clubs before diamonds, hearts, spades. Seat 3 wins the high; 102 in all, 51 for low."""
    third = {3: "Kc Kd Kh Ks Qc Js Jh"}
    hand = showdown(engine, {**hands, **third}, dict.fromkeys((1, 2, 3), 34))
    low = {seat: chips for _, part, seat, chips in pays(hand) if part == "low"}
    assert low == {first: 26, 3 - first: 25}


COMMON_LOW = {
    1: "Ad 4h 5h 7h Kd Kh",
    2: "Ac 4d 5d 7d Ks Qs",
    3: "8c 8d 8h 8s 9c 9d",
    4: "6c 6d 6h 6s 9h 9s",
    5: "3c 3d 3h 3s Tc Td",
    6: "Th Ts Jc Jd Jh Js",
    7: "Qc Qd Qh Kc 7c 7s",
    8: "As Ah 4c 4s 5c 5s",
}
"""With the deuce of clubs in common only seats 1 and 2 have a low; the ace of clubs is their lowest card."""


@pytest.mark.parametrize(("odd_chip", "first"), [("suit_of_seven", 2), ("suit_of_five", 1), ("position", 1)])
def test_c52_the_common_card_is_left_out(engine: Engine, odd_chip: str, first: int) -> None:
    """80 less a rake of 1: 39 for low. Among the five used, 7h comes before 7d."""
    antes = dict.fromkeys(COMMON_LOW, 10)
    rake = engine.Rake(10_000, 1, 1)
    hand = showdown(engine, COMMON_LOW, antes, common="2c", odd_chip=odd_chip, rake=rake)
    paid = {seat: chips for _, part, seat, chips in pays(hand) if part == "low"}
    assert paid == {first: 20, 3 - first: 19}


def test_c53_on_the_finnish_page_the_odd_chip_goes_to_the_lowest_seat(engine: Engine) -> None:
    """Seat 2 holds the better cards in both halves; seat 1 gets the odd chip."""
    rake = engine.Rake(10_000, 1, 1)
    rules = preset(engine, "finnish", ante=50, bring_in=50, rake=rake)
    high = Game(engine, rules, [50] * 2, {1: "Ac Kd Qh Js Tc 9c 9d", 2: "Ad Kh Qs Jc Td 8h 8d"}).hand
    assert pays(high) == [(0, "whole", 1, 50), (0, "whole", 2, 49)]
    hands = {4: "8c 7d 5d 4h 2d 9s Th", 6: "8d 7s 5c 4d 2c 9c Tc", 7: "Kc Kd Kh Ks Qc Js Jh"}
    low = Game(engine, preset(engine, "finnish", ante=34, bring_in=50), dict.fromkeys(hands, 34), hands).hand
    assert pays(low) == [(0, "high", 7, 51), (0, "low", 4, 26), (0, "low", 6, 25)]


@pytest.mark.parametrize(
    ("odd_chip", "shares"),
    [("suit_of_seven", [10, 11, 11]), ("suit_of_five", [10, 11, 11]), ("position", [11, 11, 10])],
)
def test_c54_several_odd_chips_one_each(engine: Engine, odd_chip: str, shares: list[int]) -> None:
    """33 less a rake of 1 in three shares: 10 each and two left over."""
    rake = engine.Rake(10_000, 1, 1)
    antes = dict.fromkeys((1, 2, 3), 11)
    hand = showdown(engine, TIED_STRAIGHTS, antes, odd_chip=odd_chip, rake=rake)
    assert [chips for _, _, _, chips in pays(hand)] == shares


def test_c54_in_units(engine: Engine) -> None:
    """3300 less 100 in units of 100: two units left over, to seats 2 and 3."""
    stakes: dict[str, Setting] = {
        "ante": 1100,
        "bring_in": 100,
        "small_bet": 200,
        "big_bet": 400,
        "unit": 100,
    }
    rake = engine.Rake(10_000, 100, 100)
    hand = showdown(engine, TIED_STRAIGHTS, dict.fromkeys((1, 2, 3), 1100), **stakes, rake=rake)
    assert [chips for _, _, _, chips in pays(hand)] == [1000, 1100, 1100]


@pytest.mark.parametrize("name", PRESETS)
def test_c55_the_same_winners_of_both_halves_share_the_pot_as_one(engine: Engine, name: str) -> None:
    game = Game(engine, preset(engine, name, ante=33, ask_muck=False), [33] * 2, TIED_WHEELS)
    if name == "declare":
        game.play("1:declare_both 2:declare_both")
    assert pays(game.hand) == [(0, "whole", 1, 33), (0, "whole", 2, 33)]


def test_c55_pot_by_pot(engine: Engine) -> None:
    """Seats 1 and 2 tie both halves of the side pot; in the main pot seat 3 has the high."""
    hands = {**TIED_WHEELS, 3: "Kc Kd Kh Qs Qc Jd Jh"}
    hand = showdown(engine, hands, {1: 66, 2: 66, 3: 33})
    assert pays(hand) == [
        (1, "whole", 1, 33),
        (1, "whole", 2, 33),
        (0, "high", 3, 50),
        (0, "low", 1, 25),
        (0, "low", 2, 24),
    ]


def test_c55_needs_exactly_the_same_players(engine: Engine) -> None:
    """All three tie for high, two of them for low: two divisions. 96: high 16 each, low 24 each."""
    hands = {1: "9c 8d 7h 6s 5c Kd 4h", 2: "9d 8h 7s 6c 5d Kh 4s", 3: "9h 8s 7c 6d 5h Kc Qd"}
    hand = showdown(engine, hands, dict.fromkeys(hands, 32))
    assert pays(hand) == [
        (0, "high", 1, 16),
        (0, "high", 2, 16),
        (0, "high", 3, 16),
        (0, "low", 1, 24),
        (0, "low", 2, 24),
    ]


def test_c55_odd_chips_in_the_order_for_high(engine: Engine) -> None:
    """100 less a rake of 1: the odd one goes with the ace of spades, the highest card of the fourteen."""
    rake = engine.Rake(10_000, 1, 1)
    hand = showdown(engine, TIED_WHEELS, {1: 50, 2: 50}, rake=rake)
    assert pays(hand) == [(0, "whole", 1, 50), (0, "whole", 2, 49)]
    swapped = {1: TIED_WHEELS[2], 2: TIED_WHEELS[1]}
    hand = showdown(engine, swapped, {1: 50, 2: 50}, rake=rake)
    assert pays(hand) == [(0, "whole", 1, 49), (0, "whole", 2, 50)]


def test_c56_a_side_pot_without_a_low_goes_whole_to_its_best_high(engine: Engine) -> None:
    hands = {1: "Ac 2d 3h 4s 8c Qd Jd", 2: "Kc Kd Kh 9s 9c 2c Td", 3: "Qc Qh 9d 9h Jc Js Ts"}
    hand = showdown(engine, hands, {1: 20, 2: 50, 3: 50})
    assert pays(hand) == [(1, "whole", 2, 60), (0, "high", 2, 30), (0, "low", 1, 30)]


def test_c56_every_pot_has_its_own_low(engine: Engine) -> None:
    """Main 150: seat 1's low; side 100: seat 2's worse low still wins half of it; seat 3 has the high."""
    hands = {1: "Ac 2d 3h 4s 6c Qd Jd", 2: "Ad 2h 3s 4c 8d Jh 9s", 3: "Kc Kd Kh Ts Tc 9c 9d"}
    hand = showdown(engine, hands, {1: 50, 2: 100, 3: 100})
    assert pays(hand) == [
        (1, "high", 3, 50),
        (1, "low", 2, 50),
        (0, "high", 3, 75),
        (0, "low", 1, 75),
    ]


def test_c57_what_nobody_matched_comes_back(engine: Engine) -> None:
    """A fold counts: of the completion to 100 the 20 that the bring-in put in are matched."""
    game = Game(engine, house(engine), [DEEP] * 2, {1: "- - 2c", 2: "- - 3c"}).play(
        "1:bring_in 2:complete 1:fold"
    )
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 2, "chips": 80}]
    assert pays(game.hand) == [(0, "whole", 2, 60)]
    assert dict(game.hand.payoffs) == {1: -30, 2: 30}
    assert dict(game.hand.contributions) == {1: 30, 2: 30}


def test_c57_an_uncalled_raise_over_a_call_comes_back_at_once(engine: Engine) -> None:
    """Three players: 100, raise to 200, short call of 150, fold: 50 come back before the next card."""
    hands = {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"}
    game = Game(engine, house(engine), [DEEP, 160, DEEP], hands)
    game.play("1:complete 2:call 3:raise 1:fold 2:call")
    told = kinds(game.hand)
    last_call = len(told) - 1 - told[::-1].index("call")
    assert told[last_call + 1 : last_call + 3] == ["uncalled", "deal"]
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 3, "chips": 50}]
    assert dict(game.hand.contributions) == {1: 110, 2: 160, 3: 160}


@pytest.mark.parametrize(
    ("stacks", "back", "paid_in"),
    [
        ([4, 100], {"kind": "uncalled", "seat": 2, "chips": 6}, {1: 4, 2: 4}),
        ([100, 7, 7], {"kind": "uncalled", "seat": 1, "chips": 3}, {1: 7, 2: 7, 3: 7}),
        ([5, 9, 3], {"kind": "uncalled", "seat": 2, "chips": 4}, {1: 5, 2: 5, 3: 3}),
    ],
)
def test_c57_the_unmatched_part_of_an_ante_comes_back(
    engine: Engine, stacks: list[int], back: dict[str, object], paid_in: dict[int, int]
) -> None:
    hand = engine.Hand(house(engine), stacks, dealt_by_hand=True)
    assert kinds(hand) == ["ante"] * len(stacks) + ["uncalled"]
    assert named(hand, "uncalled") == [back]
    assert dict(hand.contributions) == paid_in


def test_c57_an_ante_that_two_paid_in_full_stays(engine: Engine) -> None:
    hand = engine.Hand(house(engine), [4, 100, 100], dealt_by_hand=True)
    assert kinds(hand) == ["ante"] * 3
    assert pots(hand) == [(12, (1, 2, 3)), (12, (2, 3))]


def test_c57_a_bring_in_that_nobody_called_comes_back_whole(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in 2:fold 3:fold")
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 1, "chips": 20}]
    assert pays(game.hand) == [(0, "whole", 1, 30)]


FIVE = {
    1: "Ac Ad 2c Ah Kd Kh Qc",
    2: "Ks Kc 5d Qd Qh Ts 9d",
    3: "Js 4h 9h Jc Td 8d 3s",
    4: "- - Tc",
    5: "8h 8s Qs Jd 7d 7c 6c",
}


def test_c58_main_and_side_pots_follow_from_what_each_put_in(engine: Engine) -> None:
    """Totals 60, 160, 210, 210 (folded later) and 210, antes of 10 included."""
    game = Game(engine, house(engine), [60, 160, DEEP, DEEP, DEEP], FIVE)
    assert pots(game.hand) == [(50, (1, 2, 3, 4, 5))]
    game.play("1:bring_in 2:complete")
    assert pots(game.hand) == [(50, (1, 2, 3, 4, 5))]
    assert dict(game.hand.bets) == {1: 20, 2: 100, 3: 0, 4: 0, 5: 0}
    game.play("3:raise 4:call 5:call 1:call 2:call")
    assert dict(game.hand.bets) == dict.fromkeys(range(1, 6), 0)
    assert pots(game.hand) == [(300, (1, 2, 3, 4, 5)), (400, (2, 3, 4, 5)), (150, (3, 4, 5))]
    game.passive(5)
    assert pots(game.hand) == [(300, (1, 2, 3, 4, 5)), (400, (2, 3, 4, 5)), (150, (3, 4, 5))]


def test_c58_a_folded_players_chips_stay_in(engine: Engine) -> None:
    """On fourth street seat 4 folds to a bet: his seat leaves the pots at once, his chips stay."""
    game = Game(engine, house(engine), [60, 160, DEEP, DEEP, DEEP], FIVE)
    game.play("1:bring_in 2:complete 3:raise 4:call 5:call 1:call 2:call")
    game.play("3:bet 4:fold")
    assert pots(game.hand) == [(300, (1, 2, 3, 5)), (400, (2, 3, 5)), (150, (3, 5))]
    game.play("5:fold")
    assert named(game.hand, "uncalled") == [{"kind": "uncalled", "seat": 3, "chips": 100}]
    assert pays(game.hand) == [(2, "whole", 3, 150), (1, "whole", 2, 400), (0, "whole", 1, 300)]
    assert [event["hand"] is None for event in named(game.hand, "pay")] == [True, False, False]
    assert pots(game.hand) == []


def test_c58_a_fold_merges_levels_that_only_the_folder_made(engine: Engine) -> None:
    """3.9: the levels are those of the players in. Totals 30 (folded), 110 and 110: one pot of 250."""
    game = Game(engine, house(engine), [DEEP] * 3, {1: "- - 2c", 2: "- - 3c", 3: "- - 4c"})
    game.play("1:bring_in 2:complete 3:call 1:fold")
    assert pots(game.hand) == [(250, (2, 3))]


def test_c58_a_pot_with_one_player_is_his_without_comparison(engine: Engine) -> None:
    """Seat 3 called 100 and folded later: what he and seat 2 put in beyond seat 1's 60 is seat 2's alone."""
    hands = {1: "Ac Ad Ah 2c", 2: "Kc Kd 9h Ks", 3: "- - Th 3s"}
    game = Game(engine, house(engine), [60, DEEP, DEEP], hands)
    game.play("2:complete 3:call 1:call 2:bet 3:fold")
    assert game.hand.is_over
    first = named(game.hand, "pay")[0]
    assert (first["pot"], first["part"], first["seat"], first["chips"]) == (1, "whole", 2, 100)
    assert first["hand"] is None


def test_c58_pots_of_single_chips(engine: Engine) -> None:
    """Antes of 1, 2 and 2: three in the main pot, two beside it; untrimmed, one pot."""
    hand = engine.Hand(house(engine, ante=2), [1, DEEP, DEEP], dealt_by_hand=True)
    assert pots(hand) == [(3, (1, 2, 3)), (2, (2, 3))]
    untrimmed = engine.Hand(house(engine, ante=2, trim_antes=False), [1, DEEP], dealt_by_hand=True)
    assert pots(untrimmed) == [(3, (1, 2))]


def play_at_random(engine: Engine, number: int) -> list[Pay]:
    """One hand with random cards, stacks and actions; chips are counted after every action."""
    random = Random(number)
    deck = random.sample(DECK, 52)
    players = random.randint(2, 8)
    stacks = [random.choice((5, 10, 25, 60, 130, 400, 2000)) for _ in range(players)]
    rake = random.choice((None, engine.Rake(500, 30, 1)))
    settings = {
        "low": random.choice(("eight_or_better", "five_ranks", "any")),
        "odd_chip": random.choice(("suit_of_seven", "suit_of_five", "position")),
        "trim_antes": random.random() < 0.7,
        "fold_unfaced": random.random() < 0.3,
        "burn": random.random() < 0.3,
        "rake": rake,
    }
    hand = engine.Hand(house(engine, **settings), stacks, deck=deck)
    while not hand.is_over:
        in_play = (
            sum(hand.stacks.values()) + sum(hand.bets.values()) + sum(amount for amount, _ in pots(hand))
        )
        assert in_play == sum(stacks), number
        hand.play(random.choice(legal(hand))[0])
    raked = sum(event["chips"] for event in named(hand, "rake"))
    assert pots(hand) == []
    assert sum(hand.stacks.values()) == sum(stacks) - raked, number
    assert sum(hand.payoffs.values()) == -raked, number
    assert dict(hand.payoffs) == {seat: hand.stacks[seat] - stacks[seat - 1] for seat in hand.seats}
    assert sum(chips for *_, chips in pays(hand)) == sum(hand.contributions.values()) - raked, number
    assert all(chips > 0 for *_, chips in pays(hand)), number
    return pays(hand)


def test_c59_no_chip_is_lost_or_made(engine: Engine) -> None:
    paid = [play_at_random(engine, number) for number in range(150)]
    assert any(pot > 1 for hand in paid for pot, *_ in hand)
    assert any(part == "low" for hand in paid for _, part, *_ in hand)
