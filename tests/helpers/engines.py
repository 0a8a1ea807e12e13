"""Both engines behind one face, and builders that make a hand short to write down.

Every test of the rule book takes an `engine`: `pytestmark = each_engine` at the top of a file runs the
file over all of them. A hand under test is any object with the members of `stud8.Hand`; what the two
engines spell differently (cards, events, pots, views) is brought to plain Python values here, so that
`==` compares them.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

NATIVE_REQUIRED = True

Hand: TypeAlias = Any
Rules: TypeAlias = Any
Setting: TypeAlias = Any
Stacks: TypeAlias = "Sequence[object] | Mapping[int, object]"
Pay: TypeAlias = tuple[int, str, int, int]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
PRESETS = (
    "eight_or_better",
    "no_qualifier",
    "full_tilt",
    "declare",
    "swedish",
    "finnish",
    "hungarian",
    "wsop",
)
STAKES = {"ante": 10, "bring_in": 20, "small_bet": 100, "big_bet": 200}
PASSIVE = ("check", "call", "bring_in", "muck", "declare_high")


@dataclass(frozen=True)
class Engine:
    """One implementation: its name and the module that holds its classes."""

    name: str
    module: ModuleType

    def __getattr__(self, name: str) -> Any:
        """Rules, Rake, Hand: whatever the module has."""
        return getattr(self.module, name)

    @property
    def error(self) -> type[Exception]:
        """The root of the engine's errors."""
        error: type[Exception] = self.module.StudError
        return error


def _load() -> tuple[Engine, ...]:
    reference = Engine("reference", import_module("stud8.reference"))
    try:
        import_module("stud8._native")
    except ImportError:
        if NATIVE_REQUIRED:
            raise
        return (reference,)
    return (reference, Engine("native", import_module("stud8")))


ENGINES = _load()
each_engine = pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])


# Plain values


def cards(some: Iterable[object]) -> list[str | None]:
    """The cards as strings, unknown ones as None."""
    return [None if card is None or str(card) == "??" else str(card) for card in some]


def events(hand: Hand) -> list[dict[str, Any]]:
    """What happened, as dicts."""
    return [event if isinstance(event, dict) else event.to_dict() for event in hand.events]


def named(hand: Hand, *kinds: str) -> list[dict[str, Any]]:
    """The events of these kinds."""
    return [event for event in events(hand) if event["kind"] in kinds]


def kinds(hand: Hand) -> list[str]:
    """The kinds of all events, in order."""
    return [event["kind"] for event in events(hand)]


def legal(hand: Hand) -> list[tuple[str, int | None]]:
    """The legal actions as (kind, amount)."""
    return [(action.kind, action.amount) for action in hand.legal_actions]


def pots(hand: Hand) -> list[tuple[int, tuple[int, ...]]]:
    """The pots as (amount, seats), main pot first."""
    return [(pot.amount, tuple(pot.seats)) for pot in hand.pots]


def pays(hand: Hand) -> list[Pay]:
    """The payments as (pot, part, seat, chips), in order."""
    return [(event["pot"], event["part"], event["seat"], event["chips"]) for event in named(hand, "pay")]


def shown(hand: Hand) -> list[tuple[str, int]]:
    """What happened at the showdown as (show or muck, seat), in order."""
    return [(event["kind"], event["seat"]) for event in named(hand, "show", "muck")]


def view(hand: Hand, seat: int | None) -> dict[str, Any]:
    """What a seat may know; the native engine's envelope (format, version, rules) is taken off."""
    seen = hand.view(seat)
    plain: dict[str, Any] = seen if isinstance(seen, dict) else seen.to_dict()
    return {key: value for key, value in plain.items() if key not in {"format", "version", "rules"}}


def state(hand: Hand) -> dict[str, Any]:
    """Everything a hand tells, for comparing before with after or one engine with the other."""
    action, awaited = hand.default_action, hand.next_card
    return {
        "seats": tuple(hand.seats),
        "seats_in": tuple(hand.seats_in),
        "street": hand.street,
        "stage": hand.stage,
        "current_bet": hand.current_bet,
        "to_call": hand.to_call,
        "wagers_left": hand.wagers_left,
        "aggressor": hand.aggressor,
        "actor": hand.actor,
        "legal": legal(hand),
        "default": None if action is None else (action.kind, action.amount),
        "stacks": dict(hand.stacks),
        "bets": dict(hand.bets),
        "contributions": dict(hand.contributions),
        "starting_stacks": dict(hand.starting_stacks),
        "pot": hand.pot,
        "pots": pots(hand),
        "up_cards": {seat: cards(some) for seat, some in hand.up_cards.items()},
        "down_cards": {seat: cards(some) for seat, some in hand.down_cards.items()},
        "common_card": cards([hand.common_card])[0],
        "next_card": None if awaited is None else tuple(awaited),
        "is_over": hand.is_over,
        "events": events(hand),
    }


def kind_of(error: BaseException) -> str:
    """The stable name of an error."""
    kind: str = getattr(error, "kind", f"no kind: {error!r}")
    return kind


@contextmanager
def refused(engine: Engine, kind: str, hand: Hand = None) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """The block raises an error of this kind, and leaves the hand, if one is given, as it was."""
    before = None if hand is None else state(hand)
    with pytest.raises(engine.error) as caught:
        yield caught
    assert kind_of(caught.value) == kind
    assert before == (None if hand is None else state(hand))


# Hands


def house(engine: Engine, **settings: object) -> Rules:
    """Rules with the defaults of every setting and stakes that are easy to add: 10, 20, 100, 200."""
    return engine.Rules(**{**STAKES, **settings})


def preset(engine: Engine, name: str, **settings: object) -> Rules:
    """A preset with the same easy stakes."""
    return getattr(engine.Rules, name)(**{**STAKES, **settings})


def stacked(*first: str) -> list[str]:
    """A deck that begins with these cards; the others follow in rank order."""
    top = " ".join(first).split()
    return top + [card for card in DECK if card not in top]


class Game:
    """One hand dealt by hand: seat s gets the cards of hands[s] in dealt order.

    "-" and missing cards are fillers: the cards that nothing names, deuces first. "??" is an unknown card.
    """

    def __init__(
        self,
        engine: Engine,
        rules: Rules,
        stacks: Stacks,
        hands: Mapping[int, str] | None = None,
        common: str = "-",
    ) -> None:
        """Pay the antes and deal until a player is to act."""
        self.hand = engine.Hand(rules, stacks, dealt_by_hand=True)
        lists: dict[int | None, list[str]] = {seat: text.split() for seat, text in (hands or {}).items()}
        lists[None] = [common]
        used = {card for some in lists.values() for card in some}
        self._given = {seat: iter(some) for seat, some in lists.items()}
        self._fillers = (card for card in DECK if card not in used)
        self.deal()

    def deal(self) -> None:
        """Answer for every card that is awaited."""
        while self.hand.next_card is not None:
            seat = self.hand.next_card[0]
            card = next(self._given.get(seat, iter(())), "-")
            self.hand.deal(next(self._fillers) if card == "-" else card)

    def play(self, line: str) -> Game:
        """Play a line such as "1:bring_in 2:fold call"; a seat, where given, must be the one to act."""
        for word in line.split():
            seat, _, kind = word.rpartition(":")
            assert not seat or self.hand.actor == int(seat), f"{word}: seat {self.hand.actor} is to act"
            self.hand.play(kind)
            self.deal()
        return self

    def passive(self, street: int = 8) -> Game:
        """Check, call or bring in until this street has begun, or until the end."""
        while self.hand.actor is not None and self.hand.street < street:
            open_to = [kind for kind, _ in legal(self.hand)]
            self.play(next(kind for kind in PASSIVE if kind in open_to))
        return self


def showdown(
    engine: Engine,
    hands: Mapping[int, str],
    antes: Mapping[int, int] | None = None,
    common: str = "-",
    **settings: object,
) -> Hand:
    """A finished hand in which everybody is all-in for the ante: 100 each, or what `antes` says."""
    antes = antes or dict.fromkeys(hands, 100)
    rules = house(engine, **{"ante": max(antes.values()), **settings})
    return Game(engine, rules, antes, hands, common).passive().hand
