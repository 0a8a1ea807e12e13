"""Cards are two characters, rank and suit, as in "As". An unknown card is None [rules 3.15]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .errors import StudError

__all__ = [
    "DECK",
    "HIGH_RANK",
    "LOW_RANK",
    "RANKS",
    "SUIT",
    "SUITS",
    "Card",
    "MaybeCard",
    "highest_first",
    "low_strength",
    "read_card",
    "read_cards",
    "read_deck",
    "strength",
]

Card: TypeAlias = str
MaybeCard: TypeAlias = str | None

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # clubs lowest, then diamonds, hearts, spades [C18]
DECK: tuple[Card, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)  # [C04]

HIGH_RANK = {card: RANKS.index(card[0]) + 2 for card in DECK}  # deuce 2 … ace 14
LOW_RANK = {card: 1 if card[0] == "A" else HIGH_RANK[card] for card in DECK}  # ace 1 … king 13 [C44]
SUIT = {card: SUITS.index(card[1]) for card in DECK}

_STRENGTH = {card: (HIGH_RANK[card], SUIT[card]) for card in DECK}


def strength(card: Card) -> tuple[int, int]:
    """Returns the rank with the ace high, then the suit with spades highest."""
    return _STRENGTH[card]


def low_strength(card: Card) -> tuple[int, int]:
    """Returns the rank with the ace low, then the suit with spades highest."""
    return LOW_RANK[card], SUIT[card]


def highest_first(cards: Iterable[Card]) -> list[Card]:
    """Returns the cards sorted by rank (ace high) and then suit, greatest first [rules 3.11]."""
    return sorted(cards, key=_STRENGTH.__getitem__, reverse=True)


def read_card(card: object) -> Card:
    """Returns the same card, if it is one; else raises `invalid_card`."""
    if isinstance(card, str) and card in HIGH_RANK:
        return card
    raise StudError("invalid_card", f"{card!r} is no card: a rank of {RANKS}, a suit of {SUITS}, as in 'As'")


def read_cards(cards: str | Sequence[str]) -> list[Card]:
    """Reads cards from a list, or from one string such as "As Kd 2c" or "AsKd2c"."""
    if isinstance(cards, str):
        text = "".join(cards.split())
        cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    known = [read_card(card) for card in cards]
    if len(set(known)) < len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise StudError("duplicate_card", f"{twice} appears more than once")
    return known


def read_deck(deck: str | Sequence[str]) -> list[Card]:
    """Reads a whole deck in its order, each card once; raises `invalid_deck` if it does not have 52 cards."""
    text = "".join(deck.split()) if isinstance(deck, str) else None
    size = len(deck) if text is None else (len(text) + 1) // 2
    if size != len(DECK):
        raise StudError("invalid_deck", f"a deck has 52 cards, not {size}")
    return read_cards(deck)
