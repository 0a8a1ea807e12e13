"""The native engine as a user has it, and random hands of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from engines import DECK, ENGINES, Engine

if TYPE_CHECKING:
    from collections.abc import Callable

# What users write is not what the type checker allows: half of it is wrong on purpose.
native: Any = stud8
Action, CardSet, Hand, Rules, View = native.Action, native.CardSet, native.Hand, native.Rules, native.View
NATIVE: Engine = next(engine for engine in ENGINES if engine.name == "native")
RULES = Rules.full_tilt()


def hand_of_seed(**changes: Any) -> Any:
    """Three players of seed 7, seat 1 to bring in."""
    return Hand(RULES, [2000] * 3, **{"seed": 7, "number": 1, **changes})


def refusal(kind: str, action: Callable[..., object], *arguments: object) -> str:
    """The message of an error of this kind."""
    with pytest.raises(stud8.StudError) as caught:
        action(*arguments)
    assert caught.value.kind == kind
    return str(caught.value)


def random_hand(number: int, *, finish: bool = True) -> Any:
    """Any preset, any stacks, any actions, from any source of cards."""
    random = Random(number)
    name = random.choice(Rules.PRESETS)
    rules = getattr(Rules, name)(ante=5, bring_in=10, small_bet=40, ask_muck=random.random() < 0.5)
    seats = sorted(random.sample(range(1, 9), random.randint(2, 8)))
    stacks = {seat: random.choice((3, 12, 60, 500, 5000)) for seat in seats}
    deck = random.sample(DECK, 52)
    source = random.choice(({"deck": deck}, {"seed": number}, {"dealt_by_hand": True}))
    hand = Hand(rules, stacks, **source)
    left = None if finish else random.randrange(20)
    cards = iter(deck)
    while left != 0 and not hand.is_over:
        if hand.next_card is not None:
            hand.deal(next(cards) if random.random() < 0.97 else None)
        else:
            hand.play(random.choice(list(hand.legal_actions)))
        left = None if left is None else left - 1
    return hand
