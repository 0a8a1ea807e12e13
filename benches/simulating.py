"""Simulation at scale: ``python benches/compare.py simulate``.

The native policies, a numpy policy in all seats, records in Parquet, and other packages playing their own
games at random: PokerKit the same game, OpenSpiel limit hold'em, RLCard limit hold'em.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import playing
import stud8
from turns import Measure, best_of, heading, show_hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

RULES = playing.RULES
# Action ids that a mask allows, the lowest first, and how many.
IDS = [[number for number in range(8) if mask >> number & 1] for mask in range(256)]
LEGAL = np.array([[*ids, *[0] * (8 - len(ids))] for ids in IDS], dtype=np.uint8)
COUNT = np.array([len(ids) for ids in IDS])


def at_random(observations: NDArray[np.void], randoms: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Each legal action with the same probability."""
    legal = observations["legal"]
    chosen: NDArray[np.uint8] = LEGAL[legal, (randoms * COUNT[legal]).astype(np.intp)]
    return chosen


def native(policies: Any, players: int, hands: int, threads: int) -> Measure:
    """The native loop."""
    clock = time.perf_counter()
    summary = stud8.simulate(RULES, players=players, hands=hands, policies=policies, seed=7, threads=threads)
    seconds = time.perf_counter() - clock
    assert summary.hands == hands
    assert sum(summary.net.values()) == 0
    return Measure(hands, seconds, summary.actions)


def numpy_policy(hands: int = 65_536) -> Measure:
    """A function in all eight seats."""
    return native(at_random, 8, hands, 1)


def recorded(rows: Any, hands: int = 100_000) -> Measure:
    """Every hand, or every action, a row of a Parquet file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.parquet"
        clock = time.perf_counter()
        summary = stud8.simulate(RULES, hands=hands, seed=7, record=path, rows=rows)
        seconds = time.perf_counter() - clock
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

        count = pq.ParquetFile(path).metadata.num_rows
    assert count == (hands if rows == "hand" else summary.actions)
    return Measure(hands, seconds, summary.actions)


def openspiel(hands: int = 2000) -> Measure:
    """OpenSpiel's limit hold'em for two, by its universal poker."""
    import pyspiel  # noqa: PLC0415

    game = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,firstPlayer=2 1 1 1,numSuits=4,"
        "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=2 2 4 4,maxRaises=3 4 4 4)"
    )
    chance = random.Random(7)
    actions = 0
    clock = time.perf_counter()
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            actions += not state.is_chance_node()
            state.apply_action(chance.choice(legal))
        assert sum(state.returns()) == 0
    return Measure(hands, time.perf_counter() - clock, actions)


def rlcard(hands: int = 1000) -> Measure:
    """RLCard's limit hold'em for two."""
    from rlcard.games.limitholdem.game import LimitHoldemGame  # noqa: PLC0415

    chance = random.Random(7)
    actions = 0
    game = LimitHoldemGame()
    clock = time.perf_counter()
    for _ in range(hands):
        game.init_game()
        while not game.is_over():
            game.step(chance.choice(game.get_legal_actions()))
            actions += 1
    return Measure(hands, time.perf_counter() - clock, actions)


MEASURES: dict[str, Callable[[], Measure]] = {
    "uniform, eight-handed, one thread": lambda: native("uniform", 8, 200_000, 1),
    "uniform, eight-handed, two threads": lambda: native("uniform", 8, 400_000, 2),
    "uniform, heads-up, one thread": lambda: native("uniform", 2, 500_000, 1),
    "tight, eight-handed, one thread": lambda: native("tight", 8, 50_000, 1),
    "a numpy policy in all eight seats": numpy_policy,
    "a row a hand to Parquet": lambda: recorded("hand"),
    "a row an action to Parquet": lambda: recorded("action"),
    "PokerKit, eight-handed": playing.pokerkit,
    "OpenSpiel, limit hold'em, heads-up": openspiel,
    "RLCard, limit hold'em, heads-up": rlcard,
}


def compare(turns: int) -> None:
    """Measure everything in turns and print one table."""
    best = best_of(MEASURES, turns)
    print(heading(turns))
    show_hands(best, "PokerKit, eight-handed")
