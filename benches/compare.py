"""Whole hands of uniformly random legal play, every package in one run: ``python benches/compare.py``.

Needs the test extra. Eight players with 100 big bets each, $2/$4 with $0.40 ante and $0.50 bring-in,
one thread. Machines are noisy: the packages take turns, the best turn of each counts, and the ratios
within one run are what can be quoted. Every timed run asserts its answer.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import stud8
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = 8
RULES = stud8.Rules.full_tilt(ask_muck=False)
STACK = 100 * RULES.big_bet
TURNS = 5

# A measure plays and returns (hands, actions, seconds).
Measure = tuple[int, int, float]


def stud8_simulate(players: int = PLAYERS, hands: int = 200_000) -> Measure:
    """The native loop, one thread."""
    clock = time.perf_counter()
    summary = stud8.simulate(RULES, players=players, hands=hands, seed=7, threads=1)
    seconds = time.perf_counter() - clock
    assert summary.hands == hands
    assert sum(summary.net.values()) == 0
    return hands, summary.actions, seconds


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
    return hands, actions, seconds


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
    return hands, actions, time.perf_counter() - clock


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
    return hands, actions, time.perf_counter() - clock


MEASURES: dict[str, Callable[[], Measure]] = {
    "stud8.simulate": stud8_simulate,
    "stud8.simulate, heads-up": stud8_simulate_heads_up,
    "stud8.Hand, Python loop of calls": stud8_python_loop,
    "stud8.reference": stud8_reference,
    "PokerKit": pokerkit,
}


def processor() -> str:
    """The name of the processor, where the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    """Measure everything in turns and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="how often each is measured")
    turns = parser.parse_args().turns
    best: dict[str, Measure] = {}
    for _ in range(turns):
        for name, measure in MEASURES.items():
            try:
                found = measure()
            except ImportError as error:
                print(f"{name}: left out, {error}")
                continue
            if name not in best or found[0] / found[2] > best[name][0] / best[name][2]:
                best[name] = found
    slow = best.get("PokerKit")
    table = Table("", "hands/s", "actions/s", "hands/s over PokerKit", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, (hands, actions, seconds) in best.items():
        ratio = f"{hands / seconds / (slow[0] / slow[2]):,.1f}" if slow else "–"
        table.add_row(name, f"{hands / seconds:,.0f}", f"{actions / seconds:,.0f}", ratio)
    print(f"{processor()}, Python {platform.python_version()}, best of {turns} turns, one thread")
    Console(highlight=False, soft_wrap=True).print(table)


if __name__ == "__main__":
    main()
