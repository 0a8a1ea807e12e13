"""Equities by enumeration: what each player wins on average, over all deals, one by one.

>>> from stud8.reference import equity
>>> found = equity(["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"])
>>> found.deals, found.shares
(1560, (Fraction(557, 780), Fraction(223, 780)))
>>> found.outcomes[(0,), (1,)], sum(n for (high, low), n in found.outcomes.items() if 0 in high and not low)
(0, 1114)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import gcd, lcm, prod
from typing import TypeAlias

from .cards import DECK, RANKS, SUITS, Card, read_card, read_cards
from .errors import StudError
from .hands import Key, best_high, best_low

__all__ = [
    "COMMON_TO_COME",
    "Equity",
    "Weight",
    "card_sets",
    "equity",
    "read_pattern",
    "seventh_comes_common",
]

Cards: TypeAlias = frozenset[Card]
Weight: TypeAlias = int | str | Fraction
Winners: TypeAlias = tuple[int, ...]  # players, counted from 0
Range: TypeAlias = dict[Cards, int]  # what a player may hold, and how much each counts

COMMON_TO_COME = "to come"

_ANY = frozenset(DECK)
_RANK = r"10|[2-9TJQKA]"
_SUIT = "[cdhs♣♦♥♠]"
_PART = re.compile(
    rf"(?P<rank>\?|{_RANK}|\[(?:(?:{_RANK})(?:-(?:{_RANK}))?)+\])(?P<suit>\?|{_SUIT}|\[{_SUIT}+\])[\s,]*",
    re.IGNORECASE,
)
_SPAN = re.compile(rf"({_RANK})(?:-({_RANK}))?", re.IGNORECASE)
_SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")


@dataclass(frozen=True, slots=True)
class Equity:
    """The number of deals for each outcome."""

    players: int
    outcomes: Counter[
        tuple[Winners, Winners]
    ]  # (the winners of the high, the winners of the low): the number of deals

    @property
    def deals(self) -> int:
        """Returns the number of deals, each counted with the weight of its hands."""
        return self.outcomes.total()

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Returns each player's part of the pot on average.

        High and low win a half each, and equal hands split it [C49]. If nobody has a low, the high takes
        the whole pot [C47].
        """
        return tuple(self._won(player) / self.deals for player in range(self.players))

    def _won(self, player: int) -> Fraction:
        won = Fraction(0)
        for (high, low), times in self.outcomes.items():
            for winners, half in ((high, Fraction(1, 2)), (low or high, Fraction(1, 2))):
                if player in winners:
                    won += times * half / len(winners)
        return won


def equity(
    hands: Sequence[str | Sequence[str] | Mapping[str, Weight]],
    dead: str = "",
    common: str | None = None,
    low: str = "eight_or_better",
) -> Equity:
    """Goes through every deal and counts who wins.

    A player is a pattern, several patterns, or patterns with weights. The patterns of one player have the
    same number of cards. Each set of cards that fits a pattern counts with the weight of the pattern.
    `common` is a card or `COMMON_TO_COME`. Otherwise the seventh card is common only if the deck runs
    short; cards `??` among the dead ones count for that too [C38].

    An unknown card is like a card to come: a player who holds `As ??` has six cards to come. So deals
    count sets of cards, not orders.
    """
    if not 2 <= len(hands) <= 8:
        raise StudError("invalid_equity", f"two to eight players, not {len(hands)}")
    unknown_dead = re.findall(r"\?\?", dead)
    gone = frozenset(read_cards(re.sub(r"\?\?|,", " ", dead)))
    shared: list[Card] = []
    if common not in (None, COMMON_TO_COME):
        shared = [read_card(common)]
        if shared[0] in gone:
            raise StudError("duplicate_card", f"{common} is dead and common")

    players = [_weighted_patterns(hand) for hand in hands]
    sizes = [_size(patterns) for patterns in players]
    comes = common == COMMON_TO_COME
    if common is None:
        comes = seventh_comes_common(sizes, len(gone) + len(unknown_dead))
    own = 6 if comes or shared else 7
    if max(sizes) > own:
        raise StudError("invalid_equity", f"{max(sizes)} cards of {own} that a player may have of his own")

    live = _ANY - gone - frozenset(shared)
    ranges = [_range(patterns, live) for patterns in players]
    outcomes: Counter[tuple[Winners, Winners]] = Counter()
    for held, weight in _holdings(ranges):
        stub = live.difference(*held)
        for dealt, left in _deals(held, own, stub):
            for card in left if comes else [None]:
                board = shared if card is None else [card]
                outcomes[_outcome([cards.union(board) for cards in dealt], low)] += weight
    if not outcomes:
        raise StudError("invalid_equity", "no deal fits")
    return Equity(len(hands), outcomes)


def seventh_comes_common(sizes: Sequence[int], dead: int) -> bool:
    """Returns whether the deck is too short for a seventh card for each player [C38].

    The arguments say how many cards each player has and how many are dead.
    """
    left = len(DECK) - dead - sum(sizes)
    if sum(7 - size for size in sizes) <= left:
        return False
    if max(sizes) < 7 and sum(6 - size for size in sizes) + 1 <= left:
        return True
    raise StudError("invalid_equity", f"{left} cards are left: too few to deal every player a seventh card")


def read_pattern(text: str) -> list[Cards]:
    """Returns which cards each part of a pattern may be: `As`, `A?`, `?h`, `[A-8T]?`, `[23][hs]`, `??`."""
    cards = []
    rest = text.strip(" \t\n,")
    while rest:
        part = _PART.match(rest)
        if part is None:
            raise StudError("invalid_card", f"{rest!r} is no card, nor one known in part")
        ranks, suits = _ranks(part["rank"].upper()), _suits(part["suit"].lower())
        cards.append(frozenset(rank + suit for rank in ranks for suit in suits))
        rest = rest[part.end() :]
    return cards


def card_sets(pattern: Sequence[Cards], live: Iterable[Card] = DECK) -> set[Cards]:
    """Returns all sets of different live cards that fit a pattern in some order."""
    alive = frozenset(live)
    sets: set[Cards] = {frozenset()}
    for part in pattern:
        sets = {some | {card} for some in sets for card in (part & alive) - some}
    return sets


def _ranks(text: str) -> set[str]:
    if text == "?":
        return set(RANKS)
    found = set()
    upwards = "A" + RANKS  # an ace begins it and an ace ends it
    for first, last in _SPAN.findall(text):
        low = first.replace("10", "T")
        high = (last or first).replace("10", "T")
        span = upwards[upwards.index(low) : upwards.rindex(high) + 1] if last else low
        if last and (len(span) < 2 or low == high):
            raise StudError("invalid_card", f"{first}-{last} is no span upwards")
        found |= set(span)
    return found


def _suits(text: str) -> set[str]:
    return set(SUITS) if text == "?" else set(text.translate(_SYMBOLS)) & set(SUITS)


def _weighted_patterns(hand: str | Sequence[str] | Mapping[str, Weight]) -> list[tuple[list[Cards], int]]:
    """Returns a player's patterns with whole weights in their lowest terms, without those of weight 0."""
    if isinstance(hand, str):
        hand = [hand]
    weights = hand if isinstance(hand, Mapping) else dict.fromkeys(hand, 1)
    exact = [Fraction(weight) for weight in weights.values()]
    if any(weight < 0 for weight in exact) or not any(exact):
        raise StudError("invalid_equity", "weights are not negative, and not all zero")
    unit = Fraction(
        gcd(*(weight.numerator for weight in exact)), lcm(*(weight.denominator for weight in exact))
    )
    return [
        (read_pattern(text), int(weight / unit))
        for text, weight in zip(weights, exact, strict=True)
        if weight
    ]


def _size(patterns: Sequence[tuple[list[Cards], int]]) -> int:
    sizes = {len(pattern) for pattern, _ in patterns}
    if len(sizes) > 1:
        raise StudError("invalid_equity", f"the hands of one player have as many cards, not {sorted(sizes)}")
    return sizes.pop()


def _range(patterns: Sequence[tuple[list[Cards], int]], live: Cards) -> Range:
    """Returns the sets of cards that a player may hold, each with its weight."""
    if len(patterns) == 1 and all(len(part) == 1 or part == _ANY for part in patterns[0][0]):
        pattern, weight = patterns[0]
        patterns = [([part for part in pattern if part != _ANY], weight)]
    weights: Range = {}
    for pattern, weight in patterns:
        for cards in card_sets(pattern, live):
            if weights.setdefault(cards, weight) != weight:
                raise StudError("invalid_equity", f"{' '.join(sorted(cards))} has two weights")
    return weights


def _holdings(ranges: Sequence[Range]) -> Iterator[tuple[list[Cards], int]]:
    """Yields every way for the players to hold cards of their ranges, no card twice, with its weight."""

    def rest(held: list[Cards]) -> Iterator[list[Cards]]:
        if len(held) == len(ranges):
            yield held
            return
        for cards in ranges[len(held)]:
            if all(cards.isdisjoint(others) for others in held):
                yield from rest([*held, cards])

    for held in rest([]):
        yield held, prod(weights[cards] for weights, cards in zip(ranges, held, strict=True))


def _deals(held: Sequence[Cards], own: int, stub: Cards) -> Iterator[tuple[list[Cards], Cards]]:
    """Yields every way to deal each player up to `own` cards, with what is left of the stub."""
    if not held:
        yield [], stub
        return
    first, *others = held
    for dealt in combinations(sorted(stub), own - len(first)):
        for rest, left in _deals(others, own, stub.difference(dealt)):
            yield [first.union(dealt), *rest], left


def _outcome(hands: Sequence[Cards], low: str) -> tuple[Winners, Winners]:
    worth = [_worth(hand, low) for hand in hands]
    highs = [high for high, _ in worth]
    lows = [low for _, low in worth if low is not None]
    best_low = max(lows, default=None)
    return (
        tuple(player for player, high in enumerate(highs) if high == max(highs)),
        tuple(player for player, (_, low) in enumerate(worth) if low is not None and low == best_low),
    )


@cache
def _worth(seven: Cards, kind: str) -> tuple[Key, Key | None]:
    """Returns how good seven cards are for high and for low."""
    cards = sorted(seven)
    assert len(cards) == 7, cards
    low = best_low(cards, kind)
    return best_high(cards).key, None if low is None else low.key
