"""The showdown: who shows, who wins, and the order for odd chips [rules 3.10], [rules 3.12], [rules 3.14]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .cards import Card, low_strength, strength
from .hands import Evaluation, Low
from .pots import Pot
from .rules import Rules
from .seats import clockwise

__all__ = ["Winners", "declared_winners", "must_show", "odd_chip_order", "showing_order", "spoken_winners"]


class Winners(NamedTuple):
    """The seats that win the two parts of a pot."""

    high: list[int]
    low: list[int]


def showing_order(first: int, pots: Sequence[Pot], seats_in: Sequence[int]) -> list[int]:
    """Returns the order of showing: the last side pot first; inside a pot clockwise from the first shower."""
    order: list[int] = []
    for pot in reversed(pots):
        order += [seat for seat in clockwise(pot.seats, first) if seat not in order]
    # Pots without chips are left out, so a player may be in no pot; those come last.
    return order + [seat for seat in clockwise(seats_in, first) if seat not in order]


def must_show(seat: int, pots: Iterable[Pot], shown: Iterable[int], hands: Mapping[int, Evaluation]) -> bool:
    """Returns whether this player could still win a part of a pot, by the hands shown so far [C62].

    `hands` has the hands that can be compared: those of seats whose cards are all known.
    """
    own = hands[seat]
    compared = [other for other in shown if other in hands]
    for pot in pots:
        if seat not in pot.seats:
            continue
        against = [hands[other] for other in compared if other in pot.seats]
        # Reading: if nothing is shown yet in a pot, nothing must be beaten, so its first player always shows,
        # and so does a player who has a side pot alone.
        if all(own.high >= other.high for other in against):
            return True
        lows = [other.low for other in against if other.low is not None]
        if own.low is not None and all(own.low >= low for low in lows):
            return True
    return False


def best_highs(seats: Iterable[int], hands: Mapping[int, Evaluation]) -> list[int]:
    """Returns the seats with the best high; equal hands split [C49]."""
    highs = {seat: hands[seat].high for seat in seats}
    best = max(highs.values(), default=None)
    return [seat for seat, high in highs.items() if high == best]


def best_lows(seats: Iterable[int], hands: Mapping[int, Evaluation]) -> list[int]:
    """Returns the seats with the best low; empty if nobody has one [C47]."""
    lows: dict[int, Low] = {}
    for seat in seats:
        low = hands[seat].low
        if low is not None:
            lows[seat] = low
    best = max(lows.values(), default=None)
    return [seat for seat, low in lows.items() if low == best]


def spoken_winners(seats: Sequence[int], hands: Mapping[int, Evaluation]) -> Winners:
    """Returns the winners by the cards: cards speak [C60]."""
    return Winners(best_highs(seats, hands), best_lows(seats, hands))


def declared_winners(
    seats: Sequence[int], hands: Mapping[int, Evaluation], declared: Mapping[int, str]
) -> Winners:
    """Returns the winners of a pot of these players after they have declared [rules 3.14]."""
    high_runners = [seat for seat in seats if declared[seat] in ("declare_high", "declare_both")]
    low_runners = [seat for seat in seats if declared[seat] in ("declare_low", "declare_both")]
    best_high, best_low = best_highs(high_runners, hands), best_lows(low_runners, hands)
    # A player who declared both must win or tie both. All are judged at once, against everybody, also
    # those who fail, so what counts is to be among the best of all runners of both kinds.
    failed = [
        seat
        for seat in seats
        if declared[seat] == "declare_both" and not (seat in best_high and seat in best_low)
    ]
    winners = Winners(
        best_highs([seat for seat in high_runners if seat not in failed], hands),
        best_lows([seat for seat in low_runners if seat not in failed], hands),
    )
    if not winners.high and not winners.low:
        return spoken_winners(seats, hands)  # no runner is left at all: as if nothing had been declared
    return winners


def odd_chip_order(
    rules: Rules,
    part: str,
    winners: Iterable[int],
    own: Mapping[int, Sequence[Card]],
    hands: Mapping[int, Evaluation],
) -> list[int]:
    """Returns the winners of one part ("high" or "low") in the order for odd chips [rules 3.12].

    `own` has each player's own cards, without the common card.
    """
    if rules.odd_chip == "position":
        return sorted(winners)  # left of the button first [C53]

    if rules.odd_chip == "suit_of_seven":
        if part == "high":  # the highest card held, ace high, spades first [C51]
            return sorted(winners, key=lambda seat: max(map(strength, own[seat])), reverse=True)
        # the lowest card held, ace low, clubs first [C52]
        return sorted(winners, key=lambda seat: min(map(low_strength, own[seat])))

    def highest_of_five(seat: int) -> tuple[int, int]:
        # `suit_of_five`: the highest own card among the five used, spades first in both halves;
        # ace high in the high half, low in the low half.
        hand = hands[seat].high if part == "high" else hands[seat].low
        assert hand is not None, "a winner of the low half has a low"
        by = strength if part == "high" else low_strength
        return max(by(card) for card in hand.cards if card in own[seat])

    return sorted(winners, key=highest_of_five, reverse=True)
