"""Something learns: a linear player that has only played itself beats the native policies.

``python benches/learning.py`` plays heads-up hands against itself for a minute, with `Tables`, `features` and numpy
alone, and then duplicate matches against `uniform`, `call` and `tight`. It exits with an error unless it wins
each by more than the confidence interval of 99.9 %. ``.ci/run long`` runs it.

The value of an action is linear in what a player notices of his cards, the other boards and the pot, with weights
of its own for each street, each action, and whether there is something to call. It is measured from the chips
put in so far, so that to fold is worth 0; least squares fits it to how the hands ended, with the hands of old
weights counting less and less. Everybody plays the best action by the present weights, or now and then another.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

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


def ranks_and_suits(cards: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How many cards of each rank (n, 13) and suit (n, 4), from sets (n, 52)."""
    grid = cards.reshape(-1, 13, 4)
    return grid.sum(axis=2), grid.sum(axis=1)


def one_hot(values: NDArray[Any], least: int, most: int) -> NDArray[np.float32]:
    """A column for each whole number from least to most; what lies beyond counts as the nearest."""
    return (np.clip(values, least, most)[:, None] == np.arange(least, most + 1)).astype(np.float32)


def noticed_cards(cards: NDArray[np.float32], most: int) -> list[NDArray[np.float32]]:
    """What is to be seen of one player's cards, of which there are so many at most."""
    ranks, suits = ranks_and_suits(cards)
    has = ranks > 0
    order = np.arange(1, 14, dtype=np.float32) / 13
    pairs, threes, fours = ranks >= 2, ranks >= 3, ranks >= 4
    pair = (pairs * order).max(axis=1)
    second = np.sort(pairs * order, axis=1)[:, -2]
    three = (threes * order).max(axis=1)
    high = (has * order).max(axis=1)
    # The ace is the lowest and the highest.
    low = np.concatenate([has[:, 12:], has[:, :7]], axis=1)
    lows = low.sum(axis=1)
    fifth = np.where(lows >= 5, np.argmax(np.cumsum(low, axis=1) >= 5, axis=1), 8)
    circle = np.concatenate([has[:, 12:], has], axis=1).astype(np.int8)
    run = np.max([circle[:, n : n + 5].sum(axis=1) for n in range(10)], axis=0)
    suit = suits.max(axis=1)
    made = np.select(
        [
            fours.any(axis=1),
            threes.any(axis=1) & (pairs.sum(axis=1) >= 2),
            suit >= 5,
            run >= 5,
            threes.any(axis=1),
            pairs.sum(axis=1) >= 2,
            pairs.any(axis=1),
        ],
        [7, 6, 5, 4, 3, 2, 1],
        default=0,
    )
    return [
        one_hot(made, 0, 7 if most > 4 else 3)[:, 1:],
        np.stack([pair, second, three, high, pair * pair, high * high], axis=1),
        one_hot(lows, 0, min(most, 6))[:, 1:],
        one_hot(fifth, 4, 8)[:, :-1] if most > 4 else np.zeros((len(cards), 0), np.float32),
        one_hot(run, 1, min(most, 5))[:, 1:],
        one_hot(suit, 1, min(most, 5))[:, 1:],
    ]


def notice(observations: NDArray[np.void]) -> NDArray[np.float32]:
    """What the player notices (n, k), a 1 first."""
    numbers = features(observations)
    opened = numbers[:, FEATURES["open_cards"]].reshape(-1, 8, 52)
    live = numbers[:, FEATURES["live"]]
    own = numbers[:, FEATURES["down_cards"]] + opened[:, 0]
    other = (opened[:, 1:] * live[:, 1:, None]).sum(axis=1)
    mine, theirs = noticed_cards(own, 7), noticed_cards(other, 4)
    bet = observations["small_bet"].astype(np.float32)
    to_call, pot = observations["to_call"] / bet, observations["pot"] / bet
    odds = to_call / (to_call + pot)
    left = numbers[:, FEATURES["wagers_left"]][:, 0]
    aggressor = numbers[:, FEATURES["aggressor"]]
    # Whose pair is higher, and whose lows are more.
    ahead = mine[1] - theirs[1]
    lower = mine[2].sum(axis=1) - theirs[2].sum(axis=1)
    money = np.stack([odds, np.log1p(pot), left, aggressor[:, 0], aggressor[:, 1:].sum(axis=1), lower], axis=1)
    strength = np.stack([mine[1][:, 0], mine[1][:, 3], mine[2].sum(axis=1) / 7], axis=1)
    crossed = (money[:, :2, None] * strength[:, None, :]).reshape(len(money), -1)
    always = np.ones((len(money), 1), np.float32)
    return np.concatenate([always, *mine, *theirs, ahead, money, crossed], axis=1, dtype=np.float32)


def cell_of(observations: NDArray[np.void]) -> NDArray[np.intp]:
    """Which weights count."""
    return (observations["street"].astype(np.intp) - 3) * 2 + (observations["to_call"] > 0)


class Linear:
    """The player. It is a policy for `simulate` and `match`: called with observations and random numbers."""

    def __init__(self) -> None:
        """Know nothing."""
        size = notice(Tables(RULES, 1, 2).observe()).shape[1]
        self.squares = np.zeros((CELLS, 2, size, size))
        self.products = np.zeros((CELLS, 2, size))
        self.weights = np.zeros((CELLS, 2, size), np.float32)

    def values(self, cells: NDArray[np.intp], seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """What to fold, to stay and to wager are worth (n, 3), in small bets."""
        values = np.zeros((len(seen), 3), np.float32)
        for cell in np.unique(cells):
            rows = np.flatnonzero(cells == cell)
            values[rows, 1:] = seen[rows] @ self.weights[cell].T
        return values

    def __call__(self, observations: NDArray[np.void], randoms: NDArray[np.float64]) -> NDArray[np.intp]:
        """The best action of each row."""
        del randoms
        values = self.values(cell_of(observations), notice(observations))
        legal = observations["legal"][:, None] >> np.arange(3) & 1
        return np.where(legal, values, -np.inf).argmax(axis=1)

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
            actions = np.where(any_way, np.where(legal, random.random(legal.shape), -1).argmax(axis=1), actions)
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
        numbers, players, cells, actions, stacks, bets, seen = map(np.concatenate, zip(*self.kept, strict=True))
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
                some = seen[rows]
                self.player.squares[cell, action - 1] += some.T @ some
                self.player.products[cell, action - 1] += some.T @ gained[rows].astype(np.float32)
        waiting = np.flatnonzero(~over)
        self.kept = [
            tuple(array[waiting] for array in (numbers, players, cells, actions, stacks, bets, seen))
        ]
        self.ended = []


def train(seconds: float, tables: int = 2048, *, tell: bool = True) -> Linear:
    """A player that has played itself for so long."""
    player = Linear()
    hands = Hands(player, Tables(RULES, tables, 2, seed=1))
    clock, decisions, rounds = time.perf_counter(), 0, 0
    while time.perf_counter() - clock < seconds:
        # The first hands are played at random.
        decisions += hands.play(24, stray=10.0 if rounds == 0 else 0.5)
        hands.learn()
        player.fit(forget=0.9)
        rounds += 1
    if tell:
        print(f"{decisions:,} decisions in {time.perf_counter() - clock:.0f} seconds, {rounds} rounds")
    return player


def main() -> None:
    """Train, and play the matches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it plays itself")
    parser.add_argument("--hands", type=int, default=20_000, help="deals of each match, each played twice")
    given = parser.parse_args()
    player = train(given.seconds)
    beaten = []
    for opponent in OPPONENTS:
        result = stud8.match({"learned": player, opponent: opponent}, RULES, hands=given.hands, seed=2)
        (row,) = result.rows()
        margin = 3.29 * row["standard_error"]
        print(f"against {opponent}: {row['mean']:+.1f} ± {margin:.1f} chips a hand")
        beaten.append(row["mean"] > margin)
    if not all(beaten):
        sys.exit("it hasn't learned enough")


if __name__ == "__main__":
    main()
