"""Steps of tables under uniformly random legal play: ``python benches/compare.py tables``.

Eight players with 100 big bets each, actions chosen with numpy. The other packages have no stud: pgx,
EnvPool, RLCard and OpenSpiel play Leduc hold'em (six cards, two players), pokers no-limit hold'em;
OpenSpiel's wrapper of PokerKit plays seven-card stud for high.
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import time
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import stud8
from turns import Measure, best_of, heading, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

PLAYERS = 8
RULES = stud8.Rules.full_tilt(ask_muck=False)
STACK = 100 * RULES.big_bet


class Uniform:
    """Chooses uniformly among legal actions, by a table of six choices for each mask."""

    def __init__(self, rows: int) -> None:
        """Six is a multiple of one, two and three choices."""
        self.choices = np.zeros((256, 6), np.uint8)
        for legal in range(1, 256):
            ids = [action for action in range(8) if legal >> action & 1]
            self.choices[legal] = [ids[n % len(ids)] for n in range(6)]
        self.random = np.random.default_rng(7)
        self.actions = np.empty(rows, np.uint8)
        self.places, self.rolls = np.empty(rows, np.intp), np.empty(rows, np.uint16)

    def __call__(self, legal: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A legal action id for each row."""
        # Thirteen random bits, six times: the upper three bits are then below six.
        rolls = np.frombuffer(self.random.bytes(2 * len(legal)), np.uint16)
        np.multiply(np.right_shift(rolls, 3, out=self.rolls), 6, out=self.rolls)
        np.right_shift(self.rolls, 13, out=self.rolls)
        np.multiply(legal, 6, out=self.places, dtype=np.intp, casting="unsafe")
        np.add(self.places, self.rolls, out=self.places)
        return np.take(self.choices.reshape(-1), self.places, out=self.actions, mode="clip")


def stud8_tables(tables: int = 1024, threads: int = 1, players: int = PLAYERS, steps: int = 400) -> Measure:
    """Choose, step and observe."""
    table = stud8.Tables(RULES, tables, players, seed=7, threads=threads)
    state, choose = table.state(), Uniform(tables)
    legal = state.observation["legal"]
    # All tables begin their first hands together; later there are as many at each point of a hand as ever.
    for _ in range(150):
        table.step(choose(legal), out=state)
    seconds = fastest(lambda: table.step(choose(legal), out=state), steps)
    assert (state.rewards.sum(axis=1) == 0).all()
    assert state.hand_numbers.max() > tables
    return Measure(tables, seconds)


def fastest(step: Callable[[], object], steps: int, block: int = 20) -> float:
    """Seconds a step in the fastest block: another process may have the processor in the others."""
    best = float("inf")
    for _ in range(steps // block):
        clock = time.perf_counter()
        for _ in range(block):
            step()
        best = min(best, time.perf_counter() - clock)
    return best / block


def stud8_openspiel(hands: int = 100) -> Measure:
    """The OpenSpiel game of this package."""
    from stud8.adapters.openspiel import load_game  # noqa: PLC0415

    return openspiel_hands(load_game(RULES, PLAYERS), hands)


def openspiel_pokerkit(hands: int = 5) -> Measure:
    """OpenSpiel's wrapper of PokerKit, at seven-card stud."""
    import pyspiel  # noqa: PLC0415
    from open_spiel.python.games import pokerkit_wrapper  # noqa: PLC0415

    assert pokerkit_wrapper.PokerkitWrapper
    parameters = {
        "variant": "FixedLimitSevenCardStud",
        "num_players": PLAYERS,
        "bring_in": RULES.bring_in,
        "small_bet": RULES.small_bet,
        "big_bet": RULES.big_bet,
        "stack_sizes": " ".join([str(STACK)] * PLAYERS),
    }
    return openspiel_hands(pyspiel.load_game("python_pokerkit_wrapper", parameters), hands)


def openspiel_leduc(hands: int = 2000) -> Measure:
    """OpenSpiel's Leduc hold'em in C++, driven from Python."""
    import pyspiel  # noqa: PLC0415

    return openspiel_hands(pyspiel.load_game("leduc_poker"), hands)


def openspiel_hands(game: Any, hands: int) -> Measure:
    """Plays hands of a game of OpenSpiel; counts the players' steps."""
    chance, steps = random.Random(7), 0
    clock = time.perf_counter()
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        assert sum(state.returns()) == 0
    return Measure(steps, time.perf_counter() - clock, hands)


def pgx_leduc(tables: int = 1024, steps: int = 200) -> Measure:
    """Pgx's Leduc hold'em: compiled by JAX together with the choice, automatic next hand."""
    import jax  # noqa: PLC0415
    import pgx  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make("leduc_holdem")
    step = auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator]
    def turn(state: Any, key: Any) -> Any:
        choice, deal = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choice, logits, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(deal, tables))

    keys = jax.random.split(jax.random.PRNGKey(7), steps + 2)
    state = turn(jax.vmap(env.init)(jax.random.split(keys[0], tables)), keys[1])
    following = iter(keys[2:])

    def play() -> None:
        nonlocal state
        state = turn(state, next(following))
        state.rewards.block_until_ready()

    seconds = fastest(play, steps)
    assert (state.rewards.sum(axis=1) == 0).all()
    return Measure(tables, seconds)


def envpool_leduc(tables: int = 1024, steps: int = 200) -> Measure:
    """EnvPool's Leduc hold'em on one thread, automatic next hand."""
    import envpool  # noqa: PLC0415

    env = envpool.make("LeducHoldem-v1", env_type="gymnasium", num_envs=tables, num_threads=1, seed=7)
    _, info = env.reset()
    choices = np.array(
        [
            [
                [n for n in range(3) if mask >> n & 1][roll % max(mask.bit_count(), 1)] if mask else 0
                for roll in range(6)
            ]
            for mask in range(8)
        ],
        np.int32,
    )
    rng = np.random.default_rng(7)

    def play() -> None:
        nonlocal info
        masks = info["legal_action_mask"] @ np.array([1, 2, 4])
        *_, info = env.step(choices[masks, rng.integers(0, 6, tables)])

    return Measure(tables, fastest(play, steps))


def rlcard_leduc(hands: int = 500) -> Measure:
    """RLCard's Leduc hold'em with its random agents."""
    import rlcard  # noqa: PLC0415
    from rlcard.agents import RandomAgent  # noqa: PLC0415

    env = rlcard.make("leduc-holdem")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    steps = 0
    clock = time.perf_counter()
    for _ in range(hands):
        trajectories, _ = env.run(is_training=False)
        steps += sum(len(player) // 2 for player in trajectories)
    return Measure(steps, time.perf_counter() - clock, hands)


def pokers_holdem(hands: int = 500) -> Measure:
    """pokers: no-limit hold'em with eight players; folds, checks and calls."""
    import pokers  # noqa: PLC0415

    chance, steps = random.Random(7), 0
    kinds = pokers.ActionEnum
    clock = time.perf_counter()
    with silence():
        for number in range(hands):
            state = pokers.State.from_seed(n_players=8, button=0, sb=1.0, bb=2.0, stake=200.0, seed=number)
            while not state.final_state:
                ways = [kind for kind in state.legal_actions if kind != kinds.Raise]
                state = state.apply_action(pokers.Action(chance.choice(ways)))
                steps += 1
    return Measure(steps, time.perf_counter() - clock, hands)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Without what native code prints: pokers tells the winner of every hand."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def hand_copy(copies: int = 20_000) -> Measure:
    """`Hand.copy` from Python, eight players on third street."""
    hand = stud8.Hand(RULES, [STACK] * PLAYERS, seed=7)
    copy = hand.copy
    clock = time.perf_counter()
    for _ in range(copies):
        copy()
    seconds = time.perf_counter() - clock
    assert copy() == hand
    return Measure(copies, seconds)


MEASURES: dict[str, Callable[[], Measure]] = {
    "stud8.Tables, 1,024 tables": stud8_tables,
    "stud8.Tables, 8,192 tables": lambda: stud8_tables(8192, steps=100),
    "stud8.Tables, 8,192 tables, two threads": lambda: stud8_tables(8192, threads=2, steps=100),
    "stud8.Tables, 1,024 tables, heads-up": lambda: stud8_tables(players=2),
    "stud8.Hand.copy (copies)": hand_copy,
    "pgx, Leduc, 1,024 tables": pgx_leduc,
    "EnvPool, Leduc, 1,024 tables": envpool_leduc,
    "stud8 in OpenSpiel": stud8_openspiel,
    "OpenSpiel's PokerKit wrapper, stud high": openspiel_pokerkit,
    "OpenSpiel, Leduc in C++": openspiel_leduc,
    "RLCard, Leduc": rlcard_leduc,
    "pokers, no-limit hold'em": pokers_holdem,
}


def compare(turns: int) -> None:
    """Measure everything in turns and print one table."""
    warnings.simplefilter("ignore")
    best = best_of(MEASURES, turns)
    rows = [
        (
            name,
            f"{run.rate:,.0f}",
            f"{1e9 / run.rate:,.0f}",
            f"{run.actions / run.seconds:,.0f}" if run.actions else "–",
        )
        for name, run in best.items()
    ]
    print(heading(turns))
    show(("", "steps/s", "ns a step", "hands/s"), rows)
