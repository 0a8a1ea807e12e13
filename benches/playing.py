"""Whole hands of uniformly random legal play: ``python benches/compare.py``.

Eight players with 100 big bets each, $2/$4 with $0.40 ante and $0.50 bring-in, one thread.
"""

from __future__ import annotations

import random
import time
import warnings
from typing import TYPE_CHECKING

import stud8
from turns import Measure, best_of, heading, show_hands

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = 8
RULES = stud8.Rules.full_tilt(ask_muck=False)
STACK = 100 * RULES.big_bet


def stud8_simulate(players: int = PLAYERS, hands: int = 200_000) -> Measure:
    """The native loop, one thread."""
    clock = time.perf_counter()
    summary = stud8.simulate(RULES, players=players, hands=hands, seed=7, threads=1)
    seconds = time.perf_counter() - clock
    assert summary.hands == hands
    assert sum(summary.net.values()) == 0
    return Measure(hands, seconds, summary.actions)


def stud8_simulate_heads_up() -> Measure:
    """The native loop with two players."""
    return stud8_simulate(players=2)


def stud8_python_loop(hands: int = 4000) -> Measure:
    """The Python loop ``while hand.actor: hand.play(ids[i % n])`` with ids that are always legal."""
    table = [stud8.Hand(RULES, [STACK] * PLAYERS, seed=7, number=number) for number in range(hands)]
    ids, n = [1] * 97, 97
    actions = 0
    clock = time.perf_counter()
    for hand in table:
        i = 0
        while hand.actor:
            hand.play(ids[i % n])
            i += 1
        actions += i
    seconds = time.perf_counter() - clock
    assert all(hand.is_over and sum(hand.payoffs.values()) == 0 for hand in table)
    return Measure(hands, seconds, actions)


def stud8_reference(hands: int = 60) -> Measure:
    """The slow twin in plain Python."""
    from stud8 import reference  # noqa: PLC0415

    rules = reference.Rules.from_dict(RULES.to_dict())
    chance = random.Random(7)
    deck = [str(card) for card in stud8.CardSet.FULL]
    actions = 0
    clock = time.perf_counter()
    for _ in range(hands):
        chance.shuffle(deck)
        hand = reference.Hand(rules, [STACK] * PLAYERS, deck=deck)
        while hand.actor is not None:
            hand.play(chance.choice(hand.legal_actions))
            actions += 1
        assert sum(hand.payoffs.values()) == 0
    return Measure(hands, time.perf_counter() - clock, actions)


def pokerkit(hands: int = 60) -> Measure:
    """PokerKit's seven-card stud high-low split-eight or better, the same game."""
    from pokerkit import (  # noqa: PLC0415
        Automation,
        FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    )

    warnings.simplefilter("ignore")
    chance = random.Random(7)
    game = FixedLimitSevenCardStudHighLowSplitEightOrBetter(
        tuple(Automation),
        True,  # noqa: FBT003 - ante trimming
        RULES.ante,
        RULES.bring_in,
        RULES.small_bet,
        RULES.big_bet,
    )
    actions = 0
    clock = time.perf_counter()
    for _ in range(hands):
        state = game(STACK, PLAYERS)
        while state.status:
            ways: list[Callable[[], object]] = []
            if state.can_post_bring_in():
                ways.append(state.post_bring_in)
            if state.can_fold() and state.checking_or_calling_amount:
                ways.append(state.fold)
            if state.can_check_or_call():
                ways.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                ways.append(state.complete_bet_or_raise_to)
            chance.choice(ways)()
            actions += 1
        assert sum(state.stacks) == STACK * PLAYERS
    return Measure(hands, time.perf_counter() - clock, actions)


MEASURES: dict[str, Callable[[], Measure]] = {
    "stud8.simulate": stud8_simulate,
    "stud8.simulate, heads-up": stud8_simulate_heads_up,
    "stud8.Hand, Python loop of calls": stud8_python_loop,
    "stud8.reference": stud8_reference,
    "PokerKit": pokerkit,
}


def compare(turns: int) -> None:
    """Measure everything in turns and print one table."""
    best = best_of(MEASURES, turns)
    print(f"{heading(turns)}, one thread")
    show_hands(best, "PokerKit")
