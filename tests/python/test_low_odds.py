"""`low_odds`: the published table, and all deals of the cards to come."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
import stud8
from engines import DECK
from hypothesis import given
from hypothesis import strategies as st
from stud8 import LowOdds, evaluate_many, low_odds

# Cards so far; 8 or better, 7-low, 6-low, wheel: published, and recomputed by brute force [figures].
TABLE = {
    "": (".1834", ".0849", ".0294", ".0058"),
    "As 2d 3h": (".4827", ".3325", ".1895", ".0715"),
    "As 2d 3h Kc": (".3238", ".2091", ".1119", ".0398"),
    "As 2d 3h Kc Qc": (".1480", ".0888", ".0444", ".0148"),
    "As 2d Kc": (".1963", ".1072", ".0465", ".0125"),
    "As 2d Kc Qc": (".0740", ".0370", ".0148", ".0037"),
    "As Kc Qc": (".0423", ".0181", ".0060", ".0012"),
    "As 2d 3h 4c Kc": (".5698", ".4496", ".3145", ".1647"),
}


@pytest.mark.parametrize("cards", TABLE)
def test_the_published_table_to_the_last_digit(cards: str) -> None:
    assert tuple(f"{float(chance):.4f}"[1:] for chance in low_odds(cards)) == TABLE[cards]


def dealt(cards: list[str], dead: list[str]) -> LowOdds:
    """The odds by dealing everything that may come."""
    rest = [card for card in DECK if card not in cards and card not in dead]
    lows = evaluate_many([[*cards, *more] for more in combinations(rest, 7 - len(cards))]).low
    # Of the 56 lows the best is five-high, then 5 are six-high, 15 seven-high and 35 eight-high.
    eight, seven, six, wheel = (Fraction(int((lows >= least).sum()), len(lows)) for least in (1, 36, 51, 56))
    return LowOdds(eight, seven, six, wheel)


@given(st.permutations(DECK), st.integers(4, 7), st.integers(0, 45))
def test_the_odds_are_those_of_all_deals(deck: list[str], size: int, dead: int) -> None:
    cards, gone = deck[:size], deck[size : size + dead]
    odds = low_odds(cards, dead=gone)
    assert odds == dealt(cards, gone)
    assert odds.eight >= odds.seven >= odds.six >= odds.wheel >= 0


def test_one_hand_of_three_cards_by_all_deals() -> None:
    gone = [card for card in DECK if card[0] in "9TJQ"]
    assert low_odds("8s 4d 2h", dead=gone) == dealt(["8s", "4d", "2h"], gone)


def test_the_odds_before_a_card_are_the_mean_of_those_after_it() -> None:
    seen = stud8.CardSet("As 2d Kc 8h")
    for before in (
        stud8.CardSet(),
        stud8.CardSet("As"),
        stud8.CardSet("As 2d 2c"),
        stud8.CardSet("7s 8d Kc Kd"),
    ):
        dead = seen - before
        after = [low_odds(before | [card], dead) for card in ~(before | dead)]
        for name in LowOdds._fields:
            mean = sum(getattr(odds, name) for odds in after) / len(after)
            assert getattr(low_odds(before, dead), name) == mean


def test_seven_cards_have_a_low_or_not() -> None:
    assert [*low_odds("As 2d 3h 4c 6s Kd Kc")] == [1, 1, 1, 0]
    assert [*low_odds(stud8.CardSet("As 2d 3h 4c 9s Kd Kc"), dead=[])] == [0, 0, 0, 0]


def test_dead_cards_do_not_come() -> None:
    """Four fours gone: A-2-3-5 can still become a six-low with a six, of which there are four among 44."""
    odds = low_odds("As 2d 3h 5c", dead="4c 4d 4h 4s")
    assert odds.wheel == 0
    assert odds.six == 1 - Fraction(40 * 39 * 38, 44 * 43 * 42)
    assert low_odds("As 2d 3h 4c", dead="5c").eight < low_odds("As 2d 3h 4c", dead="Kc").eight


def test_odds_are_fractions_with_names() -> None:
    odds = low_odds("As 2d 3h 4c 8s Kd")
    assert isinstance(odds, LowOdds)
    assert all(isinstance(chance, Fraction) for chance in odds)
    assert repr(odds) == (
        "LowOdds(eight=Fraction(1, 1), seven=Fraction(6, 23), six=Fraction(4, 23), wheel=Fraction(2, 23))"
    )
    assert pickle.loads(pickle.dumps(odds)) == odds  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    ("cards", "dead", "kind", "message"),
    [
        ("As 2d 3h 4c 5s 6d 7c 8c", "", "invalid_card", "no card to seven cards, not 8"),
        ("As 2d 2d", "", "duplicate_card", "2d comes twice"),
        ("As 2d", "2d Kc", "duplicate_card", "2d is in the hand and dead"),
        ("As 2x", "", "invalid_card", "2x"),
        ("As", [*range(50)], "invalid_card", "6 cards are to come, but 1 are unseen"),
    ],
)
def test_what_has_no_odds_is_named(cards: str, dead: Any, kind: str, message: str) -> None:
    with pytest.raises(stud8.StudError, match=message) as caught:
        low_odds(cards, dead=dead)
    assert caught.value.kind == kind


@pytest.mark.parametrize("value", [None, 51, 1.5])
def test_other_types_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="cards are a text"):
        low_odds(value)
