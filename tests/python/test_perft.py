"""Every sequence of actions of small trees: one counter over both engines, and `stud8.perft`.

A number that moves says that somewhere in the tree another action is legal, or another player's turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import stud8
from engines import STAKES, Engine, Hand, each_engine, legal

TINY: dict[str, Any] = {"ante": 1, "bring_in": 1, "small_bet": 2, "big_bet": 4}


# Any order in which the ways to find the opener give different trees.
CARDS = (
    "7d2s2d6h3d2cTcQc4s5s6d8s7sTsQdTh3c8h9s8c7hKd8d5c3s9cKsAh6cQh3hJs4d9dTd4hAcKh6sAsKc2h9hJcJd4cAd5d7cJh5hQs"
)


def turned(by: int) -> str:
    """The deck cut after so many cards."""
    return CARDS[2 * by :] + CARDS[: 2 * by]


@dataclass(frozen=True)
class Tree:
    """A hand at its beginning and how many sequences of actions there are, to the end or to a depth."""

    name: str
    leaves: int
    stacks: list[int] | dict[int, int]
    settings: dict[str, Any] = field(default_factory=dict)
    depth: int | None = None
    by: int = 0

    def hand(self, engine: Any) -> Hand:
        """The hand in an engine."""
        rules = engine.Rules(**{**TINY, **self.settings})
        return engine.Hand(rules, self.stacks, deck=turned(self.by))


TREES = (
    Tree("two with nine chips", 562, [9, 9]),
    Tree("two, one shorter", 3_222, [18, 14], by=7),
    Tree("two, a large bring-in", 314, [9, 9], {"ante": 0, "bring_in": 2, "small_bet": 3}),
    Tree("two without a cap", 2_182, [13, 13], {"raises": None}),
    Tree("two without raises", 486, [15, 15], {"raises": 0}),
    Tree("two who may fold unfaced", 650, [8, 8], {"fold_unfaced": True}),
    Tree("two who declare", 890, [6, 6], {"low": "any", "declare": True}),
    Tree("two who may muck", 303, [7, 9], {"ask_muck": True}, by=11),
    Tree("three with three depths", 1_090, [4, 6, 8]),
    Tree("three, the highest card opening", 1_066, [4, 6, 8], {"opener": "highest_card"}),
    Tree(
        "three, the highest suit opening", 1_084, [4, 6, 8], {"opener": "highest_card", "opener_tie": "suit"}
    ),
    Tree("three, the newest card opening", 1_096, [4, 6, 8], {"opener": "newest_card"}),
    Tree("three, short all-ins never full", 1_086, [4, 6, 8], {"all_in_raise": "full"}),
    Tree("three in other seats", 1_486, {2: 8, 5: 3, 8: 9}),
    Tree("three who declare", 3_438, [5, 4, 4], {"low": "any", "declare": True}, by=21),
    Tree("three who may muck", 1_817, [7, 5, 6], {"ask_muck": True}, by=17),
    Tree("three, no cap when two begin the round", 332, [8, 9, 2], {"raises": 0, "heads_up_cap": False}),
    Tree("four, two of them all-in for the ante or the bring-in", 464, [1, 2, 8, 9]),
    Tree("eight with betting on the common card", 462, [1] * 6 + [8, 9]),
    Tree("eight without betting on the common card", 310, [1] * 6 + [8, 9], {"common_card_betting": False}),
    Tree("eight with burns that move the up cards", 590, [1] * 5 + [3, 6, 8], {"burn": True}, by=19),
    Tree("deep, to eight actions", 2_044, [10_000] * 4, STAKES, depth=8),
)
DEFAULTS = stud8.Rules(**TINY).to_dict()


def count(hand: Hand, depth: int | None) -> int:
    """Sequences that end, with the hand or at the depth, by copies alone."""
    actions = legal(hand)
    if not actions or depth == 0:
        return 1
    return sum(count(hand.after(kind), None if depth is None else depth - 1) for kind, _ in actions)


@each_engine
@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_every_sequence_of_actions_is_counted(engine: Engine, tree: Tree) -> None:
    assert count(tree.hand(engine), tree.depth) == tree.leaves


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_perft_counts_the_same(tree: Tree) -> None:
    assert stud8.perft(tree.hand(stud8), tree.depth) == tree.leaves


@each_engine
@pytest.mark.parametrize("depth", range(6))
def test_perft_counts_to_any_depth(engine: Engine, depth: int) -> None:
    tree = TREES[0]
    assert stud8.perft(tree.hand(stud8), depth) == count(tree.hand(engine), depth)


@pytest.mark.parametrize(
    "tree", [tree for tree in TREES if set(tree.settings) - {*TINY}], ids=lambda tree: tree.name
)
def test_each_setting_moves_its_count(tree: Tree) -> None:
    for name in tree.settings:
        if name not in {*TINY, "low"}:
            settings = {**tree.settings, name: DEFAULTS[name]}
            assert stud8.perft(replace(tree, settings=settings).hand(stud8), tree.depth) != tree.leaves, name
