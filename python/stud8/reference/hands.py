"""The best high and low of five to seven cards, by trying every choice of five [C41] to [C46]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from .cards import HIGH_RANK, LOW_RANK, Card, highest_first, read_cards
from .errors import StudError

__all__ = ["LOWS", "Evaluation", "High", "Low", "best_high", "best_low", "evaluate", "rank_groups"]

Key: TypeAlias = tuple[int, ...]

LOWS = ("eight_or_better", "five_ranks", "any")  # the settings of `low`

(HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH) = range(9)

# The groups of equal ranks in five cards, largest first, and what they make.
_KINDS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR,
}
_WHEEL = (14, 5, 4, 3, 2)

_LETTER = dict(zip(range(1, 15), "A23456789TJQKA", strict=True))
_WORDS = "deuce three four five six seven eight nine ten jack queen king ace"
_WORD = dict(zip(range(2, 15), _WORDS.split(), strict=True))


@dataclass(frozen=True, order=True, slots=True)
class High:
    """A high hand, ordered by `key`: greater is better, and suits do not count."""

    key: Key
    cards: tuple[Card, ...] = field(compare=False)  # the five used, greatest first [rules 3.11]

    @property
    def name(self) -> str:
        """Returns the name, for example "full house, kings over aces"."""
        return _high_name(self.key)

    @property
    def number(self) -> int:
        """The place among the 7,462 classes of five cards, from 0 (the worst) to 7461 (the royal flush)."""
        return _high_numbers()[self.key]


@dataclass(frozen=True, order=True, slots=True)
class Low:
    """A low hand, ordered by `key`: greater is better, that is, lower cards."""

    key: Key
    cards: tuple[Card, ...] = field(compare=False)  # the five used, greatest first, ace high [rules 3.11]
    kind: str = field(compare=False)  # the setting `low` under which it was found

    @property
    def name(self) -> str:
        """Returns the name, for example "8-6-4-3-2"; with pairs the larger groups come first."""
        groups = rank_groups(tuple(LOW_RANK[card] for card in self.cards))
        return "-".join(_LETTER[rank] for count, rank in groups for _ in range(count))

    @property
    def number(self) -> int:
        """The place among all classes of this kind of low, from 1; 5-4-3-2-A is 56, 1287 or 6175."""
        return _low_numbers(self.kind)[self.key]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What some cards are worth: a high, and a low if there is one."""

    high: High
    low: Low | None


def evaluate(cards: str | Sequence[str], low: str = "eight_or_better") -> Evaluation:
    """Returns the best high and low of five to seven cards; they may share any cards [C46]."""
    known = read_cards(cards)
    if not 5 <= len(known) <= 7:
        raise StudError("invalid_card", f"a hand is made of five to seven cards, not {len(known)}")
    return Evaluation(best_high(known), best_low(known, low))


def best_high(cards: Sequence[Card]) -> High:
    """Returns the best five of the cards for high [C41]."""
    # Cards in falling order give choices in falling order, so of equal
    # choices the first is the greatest from the top, which is the one that counts [rules 3.11].
    choices = combinations(highest_first(cards), 5)
    best: tuple[Card, ...] = ()
    best_key: Key = ()
    for five in choices:
        key = _high_key(_ranks(five), _is_flush(five))
        if key > best_key:
            best, best_key = five, key
    return High(best_key, best)


def best_low(cards: Sequence[Card], kind: str = "eight_or_better") -> Low | None:
    """Returns the best five of the cards for low, or None if no five make one [C42], [C43]."""
    if kind not in LOWS:
        raise StudError("invalid_rules", f"low is one of {LOWS}, not {kind!r}")
    best: tuple[Card, ...] = ()
    best_key: Key | None = None
    for five in combinations(highest_first(cards), 5):  # in falling order, as for high [rules 3.11]
        key = _low_key(_low_ranks(five), kind)
        if key is not None and (best_key is None or key > best_key):
            best, best_key = five, key
    return None if best_key is None else Low(best_key, best, kind)


def rank_groups(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the ranks as (how many, rank): larger groups first, among equal ones the higher rank first."""
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def _ranks(five: tuple[Card, ...]) -> tuple[int, ...]:
    a, b, c, d, e = five
    return HIGH_RANK[a], HIGH_RANK[b], HIGH_RANK[c], HIGH_RANK[d], HIGH_RANK[e]


def _low_ranks(five: tuple[Card, ...]) -> tuple[int, ...]:
    a, b, c, d, e = five
    return LOW_RANK[a], LOW_RANK[b], LOW_RANK[c], LOW_RANK[d], LOW_RANK[e]


def _is_flush(five: tuple[Card, ...]) -> bool:
    a, b, c, d, e = five
    return a[1] == b[1] == c[1] == d[1] == e[1]


@cache
def _high_key(ranks: tuple[int, ...], flush: bool) -> Key:
    """Returns the category and then the ranks that decide, greatest first. `ranks` are in falling order."""
    groups = rank_groups(ranks)
    category = _KINDS[tuple(count for count, _ in groups)]
    if category != HIGH_CARD:
        return (category, *(rank for _, rank in groups))
    if ranks == _WHEEL or ranks[0] - ranks[4] == 4:
        top = 5 if ranks == _WHEEL else ranks[0]
        return (STRAIGHT_FLUSH if flush else STRAIGHT, top)
    return (FLUSH if flush else HIGH_CARD, *ranks)


@cache
def _low_key(ranks: tuple[int, ...], kind: str) -> Key | None:
    """Returns the category and the ranks, negated so that greater is better, or None if it is no low."""
    groups = rank_groups(ranks)
    category = _KINDS[tuple(count for count, _ in groups)]
    if kind != "any" and category != HIGH_CARD:
        return None  # five different ranks [C42]
    if kind == "eight_or_better" and max(ranks) > 8:
        return None  # [C43]
    # The categories rank as for high, the worst high being the best low [C44], [C45], [rules 3.15];
    # inside one the larger groups first, then from the top; straights and flushes do not exist.
    return (-category, *(-rank for _, rank in groups))


def _high_name(key: Key) -> str:
    category, *ranks = key
    letters = [_LETTER[rank] for rank in ranks]
    every, kickers = "-".join(letters), "-".join(letters[1:])
    top, tops = _WORD[ranks[0]], _plural(ranks[0])
    seconds = _plural(ranks[1]) if len(ranks) > 1 else ""
    names = {
        HIGH_CARD: f"high card, {every}",
        PAIR: f"pair of {tops}, {kickers}",
        TWO_PAIR: f"two pair, {tops} and {seconds}, {letters[-1]}",
        THREE: f"three of a kind, {tops}, {kickers}",
        STRAIGHT: f"straight, {top} high",
        FLUSH: f"flush, {every}",
        FULL_HOUSE: f"full house, {tops} over {seconds}",
        FOUR: f"four of a kind, {tops}, {kickers}",
        STRAIGHT_FLUSH: "royal flush" if ranks[0] == 14 else f"straight flush, {top} high",
    }
    return names[category]


def _plural(rank: int) -> str:
    return _WORD[rank] + ("es" if rank == 6 else "s")


@cache
def _high_numbers() -> dict[Key, int]:
    """Returns every class of five cards for high, the worst first, numbered from 0."""
    keys = set()
    for ranks in combinations_with_replacement(range(14, 1, -1), 5):
        if len(set(ranks)) > 1:  # five of a kind does not exist
            keys.add(_high_key(ranks, False))
        if len(set(ranks)) == 5:
            keys.add(_high_key(ranks, True))
    return {key: number for number, key in enumerate(sorted(keys))}


@cache
def _low_numbers(kind: str) -> dict[Key, int]:
    """Returns every class of five cards for this low, the worst first, numbered from 1."""
    fives = combinations_with_replacement(range(13, 0, -1), 5)
    keys = (_low_key(ranks, kind) for ranks in fives if len(set(ranks)) > 1)
    return {key: number for number, key in enumerate(sorted(key for key in keys if key is not None), start=1)}
