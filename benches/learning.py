"""Something learns: a linear player that has only played itself beats the native policies.

``python benches/learning.py`` plays heads-up hands against itself for a minute, with `Tables`, `features` and
numpy alone, and then duplicate matches against `uniform`, `call` and `tight`. It exits with an error unless
it wins each by more than the confidence interval of 99.9 %. ``.ci/run long`` runs it.

The value of an action is linear in what a player notices of his cards, the other board and the pot, with
weights of its own for each street, each action, and whether there is something to call. It is measured from
the chips put in so far, so that to fold is worth 0; least squares fits it to how the hands ended, where the
hands of old weights count less and less. Everybody plays the action that is best by the present weights and
a little chance, or now and then any other.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING, Any

# The products are small: threads of OpenBLAS wait for each other most of the time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import stud8
from stud8 import FEATURES, Rules, Tables, features

if TYPE_CHECKING:
    from numpy.typing import NDArray

RULES = Rules.full_tilt()
OPPONENTS = ("uniform", "call", "tight")
FOLD, STAY, WAGER = 0, 1, 2
# Five streets, facing a bet or not; to stay or to wager.
CELLS = 10


# From sets of cards to how many there are of each rank and suit.
RANKS = np.repeat(np.eye(13, dtype=np.float32), 4, axis=0)
SUITS = np.tile(np.eye(4, dtype=np.float32), (13, 1))


def one_of(values: NDArray[Any], least: int, most: int) -> NDArray[np.bool_]:
    """A row for each whole number from least to most; what lies beyond counts as the nearest."""
    found: NDArray[np.bool_] = np.clip(values, least, most) == np.arange(least, most + 1)[:, None]
    return found


def notice_cards(cards: NDArray[np.float32], most: int) -> tuple[NDArray[Any], ...]:
    """What is to be seen of one player's cards (n, 52), of which there are so many at most; rows (k, n)."""
    ranks, suits = np.ascontiguousarray((cards @ RANKS).T), (cards @ SUITS).T
    order = np.arange(1, 14, dtype=np.float32)[:, None] / 13
    has, pairs, threes, fours = (ranks >= count for count in (1, 2, 3, 4))
    pair = (pairs * order).max(axis=0)
    second = (pairs * order * (order != pair)).max(axis=0)
    three, high = (threes * order).max(axis=0), (has * order).max(axis=0)
    # The ace is the lowest and the highest.
    circle = np.concatenate([has[12:], has])
    lows = circle[:8].sum(axis=0)
    fifth = np.where(lows >= 5, (np.cumsum(circle[:8], axis=0) >= 5).argmax(axis=0), 8)
    runs = np.cumsum(np.concatenate([np.zeros_like(circle[:1]), circle]), axis=0, dtype=np.int8)
    run = (runs[5:] - runs[:-5]).max(axis=0)
    suit = suits.max(axis=0)
    two, any_three = pairs.sum(axis=0) >= 2, threes.any(axis=0)
    kinds = [fours.any(axis=0), any_three & two, suit >= 5, run >= 5, any_three, two, pairs.any(axis=0)]
    made = np.select(kinds, [7, 6, 5, 4, 3, 2, 1], default=0)
    return (
        one_of(made, 1, 7 if most > 4 else 3),
        np.stack([pair, second, three, high, pair * pair, high * high]),
        one_of(lows, 1, min(most, 6)),
        one_of(fifth, 4, 7) & (lows >= 5),
        one_of(run, 2, min(most, 5)),
        one_of(suit, 2, min(most, 5)),
    )


def notice(observations: NDArray[np.void]) -> NDArray[np.float32]:
    """What the player notices, heads-up in the seats 1 and 2 (k, n); a 1 first."""
    numbers = features(observations)
    opened = numbers[:, FEATURES["open_cards"]].reshape(-1, 8, 52)
    mine = notice_cards(numbers[:, FEATURES["down_cards"]] + opened[:, 0], 7)
    # The other sits beside him on one side or the other.
    theirs = notice_cards(opened[:, 1] + opened[:, 7], 4)
    bet = observations["small_bet"].astype(np.float32)
    to_call, pot = observations["to_call"] / bet, observations["pot"] / bet
    left = numbers[:, FEATURES["wagers_left"]][:, 0]
    leads = numbers[:, FEATURES["aggressor"]].T
    money = np.stack([to_call / (to_call + pot), np.log1p(pot), left, leads[0], leads[1] + leads[7]])
    sums = [rows.sum(axis=0, dtype=np.float32) / len(rows) for rows in (*mine[2:], *theirs[2:])]
    strength = np.concatenate([mine[1][:4], theirs[1][:4], np.stack(sums), money])
    crossed = np.concatenate([strength[n] * strength[n:] for n in range(len(strength))])
    always = np.ones((1, len(bet)), np.float32)
    return np.concatenate([always, *mine, *theirs, strength, crossed], dtype=np.float32)


def cell_of(observations: NDArray[np.void]) -> NDArray[np.intp]:
    """Which weights count."""
    return (observations["street"].astype(np.intp) - 3) * 2 + (observations["to_call"] > 0)


class Linear:
    """The player. It is a policy for `simulate` and `match`: called with observations and random numbers."""

    def __init__(self) -> None:
        """Know nothing."""
        size = len(notice(Tables(RULES, 1, 2).observe()))
        self.squares = np.zeros((CELLS, 2, size, size))
        self.products = np.zeros((CELLS, 2, size))
        self.weights = np.zeros((CELLS, 2, size), np.float32)

    def values(self, cells: NDArray[np.intp], seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """What to fold, to stay and to wager are worth (n, 3), in small bets."""
        values = np.zeros((len(cells), 3), np.float32)
        for cell in np.unique(cells):
            rows = np.flatnonzero(cells == cell)
            values[rows, 1:] = (self.weights[cell] @ seen[:, rows]).T
        return values

    def __call__(self, observations: NDArray[np.void], randoms: NDArray[np.float64]) -> NDArray[np.intp]:
        """The best action of each row."""
        del randoms
        values = self.values(cell_of(observations), notice(observations))
        legal = observations["legal"][:, None] >> np.arange(3) & 1
        best: NDArray[np.intp] = np.where(legal, values, -np.inf).argmax(axis=1)
        return best

    def fit(self, forget: float) -> None:
        """New weights from all that was seen, of which the old counts less from now on."""
        for cell in range(CELLS):
            for action in range(2):
                squares = self.squares[cell, action]
                ridge = 1e-3 * np.trace(squares) / len(squares) + 1.0
                np.fill_diagonal(ridged := squares.copy(), squares.diagonal() + ridge)
                self.weights[cell, action] = np.linalg.solve(ridged, self.products[cell, action])
        self.squares *= forget
        self.products *= forget


class Hands:
    """Decisions whose hands aren't over yet, and what came of the others."""

    def __init__(self, player: Linear, tables: Tables) -> None:
        """Begin at the first hands."""
        self.player, self.tables = player, tables
        self.state = tables.state()
        self.kept: list[tuple[NDArray[Any], ...]] = []
        self.ended: list[tuple[NDArray[np.uint64], NDArray[np.int64]]] = []
        self.random = np.random.default_rng(7)

    def play(self, steps: int, stray: float) -> int:
        """Play on and keep what was decided. How many decisions there were."""
        state, random = self.state, self.random
        for _ in range(steps):
            rows = state.observation
            seen, cells = notice(rows), cell_of(rows)
            values = self.player.values(cells, seen)
            noise = random.exponential(stray, values.shape).astype(np.float32)
            legal = state.legal_action_mask[:, :3]
            actions = np.where(legal, values + noise, -np.inf).argmax(axis=1)
            any_way = random.random(len(rows)) < 0.05
            actions = np.where(
                any_way, np.where(legal, random.random(legal.shape), -1).argmax(axis=1), actions
            )
            seats = np.array(self.tables.seats)[state.current_player]
            stacks = rows["stacks"][np.arange(len(rows)), seats - 1]
            numbers, players = state.hand_numbers.copy(), state.current_player.copy()
            self.kept.append((numbers, players, cells, actions, stacks, rows["small_bet"].copy(), seen))
            self.tables.step(actions, out=state)
            over = state.terminated
            self.ended.append((numbers[over], state.rewards[over]))
        return steps * len(state.terminated)

    def learn(self) -> None:
        """Hand the decisions of hands that are over to the player."""
        columns = [np.concatenate(parts, axis=-1) for parts in zip(*self.kept, strict=True)]
        numbers, players, cells, actions, stacks, bets, seen = columns
        ended, rewards = map(np.concatenate, zip(*self.ended, strict=True))
        order = np.argsort(ended)
        place = np.searchsorted(ended, numbers, sorter=order).clip(max=len(ended) - 1)
        hand = order[place]
        over = ended[hand] == numbers
        start = np.array([self.tables.stacks[seat] for seat in self.tables.seats])[players]
        gained = (rewards[hand, players] + start - stacks) / bets
        for cell in range(CELLS):
            for action in (STAY, WAGER):
                rows = np.flatnonzero(over & (cells == cell) & (actions == action))
                some = seen[:, rows]
                self.player.squares[cell, action - 1] += some @ some.T
                self.player.products[cell, action - 1] += some @ gained[rows].astype(np.float32)
        waiting = np.flatnonzero(~over)
        self.kept = [tuple(column[..., waiting] for column in columns)]
        self.ended = []


def train(seconds: float, tables: int = 2048, *, tell: bool = True) -> Linear:
    """A player that has played itself for so long."""
    player = Linear()
    hands = Hands(player, Tables(RULES, tables, 2, seed=1, threads=1))
    clock, decisions, rounds = time.perf_counter(), 0, 0
    total, summed = np.zeros_like(player.weights, np.float64), 0
    while time.perf_counter() - clock < seconds:
        # The first hands are played at random.
        decisions += hands.play(24, stray=10.0 if rounds == 0 else 0.5)
        hands.learn()
        player.fit(forget=0.97)
        rounds += 1
        if time.perf_counter() - clock > seconds / 2:
            # What the last half agrees on: the weights of a round are noisy.
            total += player.weights
            summed += 1
    player.weights = (total / summed).astype(np.float32)
    if tell:
        print(f"{decisions:,} decisions in {time.perf_counter() - clock:.0f} seconds, {rounds} rounds")
    return player


def main() -> None:
    """Train, and play the matches."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it plays itself")
    parser.add_argument("--hands", type=int, default=40_000, help="deals of each match, each played twice")
    given = parser.parse_args()
    player = train(given.seconds)
    beaten = []
    for opponent in OPPONENTS:
        policies: dict[str, Any] = {"learned": player, opponent: opponent}
        result = stud8.match(policies, RULES, hands=given.hands, seed=2)
        (row,) = result.rows()
        margin = 3.29 * row["standard_error"]
        print(f"against {opponent}: {row['mean']:+.1f} ± {margin:.1f} chips a hand")
        beaten.append(row["mean"] > margin)
    if not all(beaten):
        sys.exit("it hasn't learned enough")


if __name__ == "__main__":
    main()
