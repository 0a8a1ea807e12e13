"""The PettingZoo environments pass PettingZoo's own tests, over seeds, players and rules."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import Hand, Rules, features, observe

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import average_total_reward
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    CaptureStdoutWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)
from stud8.adapters.pettingzoo import env, parallel_env

STAKES: dict[str, Any] = {"ante": 40, "bring_in": 50, "small_bet": 200}
RULES = {
    "full_tilt": Rules.full_tilt(),
    "declare": Rules.declare(),
    "finnish": Rules.finnish(**STAKES, raises=None),
    "wsop": Rules.wsop(**STAKES),
}
# What PettingZoo says of every environment with masks that isn't in its own list.
EXPECTED = (
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Observation is not a NumPy array",
    # Once the hand is over nobody has anything to do.
    "Action mask numpy array is all zeros",
)
if TYPE_CHECKING:
    from collections.abc import Iterator

each_rules = pytest.mark.parametrize("rules", RULES)
each_count = pytest.mark.parametrize("players", range(2, 9))


@contextlib.contextmanager
def conforming() -> Iterator[None]:
    """PettingZoo's tests print, and warn of what they don't like: nothing but what is expected."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message=message)
        yield


@each_rules
@each_count
def test_the_environment_conforms(rules: str, players: int) -> None:
    # One hand is over after a few actions, so one call tells little: many hands.
    table = env(RULES[rules], players, stacks=[900 + 700 * n for n in range(players)], render_mode="ansi")
    with conforming():
        for _ in range(12):
            api_test(table, num_cycles=200)


@each_rules
@each_count
def test_the_parallel_environment_conforms(rules: str, players: int) -> None:
    with conforming():
        for _ in range(8):
            parallel_api_test(parallel_env(RULES[rules], players), num_cycles=200)


@each_rules
@each_count
def test_seeds_repeat(rules: str, players: int) -> None:
    with conforming():
        seed_test(lambda: env(RULES[rules], players), num_cycles=50)


@each_rules
def test_seeds_repeat_in_parallel(rules: str) -> None:
    """PettingZoo's test takes actions that aren't legal: those end the hand, which is PettingZoo's way."""

    def table() -> Any:
        return turn_based_aec_to_parallel(TerminateIllegalWrapper(env(RULES[rules], 3), illegal_reward=-1))

    with conforming():
        warnings.filterwarnings("ignore", message=r"\[WARNING\]: Illegal move")
        parallel_seed_test(table, num_cycles=50)


def test_both_ways_of_rendering_conform(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, Rules.full_tilt(), 3))
    assert "seat" in capsys.readouterr().out
    table = env(Rules.full_tilt(), 3, render_mode="human")
    table.reset(seed=1)
    hand = Hand(Rules.full_tilt(), [40000] * 3, seed=1)
    assert capsys.readouterr().out == f"{hand.view(None)}\n"
    table.step(1)
    hand.play(1)
    assert capsys.readouterr().out == f"{hand.view(None)}\n"
    assert table.render() is None
    assert capsys.readouterr().out == f"{hand.view(None)}\n"
    quiet = env(Rules.full_tilt(), 3)
    quiet.reset(seed=1)
    assert (quiet.render(), capsys.readouterr().out) == (None, "")


def test_pettingzoos_wrappers_and_players_can_be_used() -> None:
    table = env("full_tilt", 3)
    with conforming():
        for wrapper in (AssertOutOfBoundsWrapper, OrderEnforcingWrapper):
            for _ in range(5):
                api_test(wrapper(table), num_cycles=50)
        wrapped = TerminateIllegalWrapper(table, illegal_reward=-1)
        warnings.filterwarnings("ignore", message=r"\[WARNING\]: Illegal move")
        assert isinstance(average_total_reward(wrapped, max_episodes=5), float)
    caught = CaptureStdoutWrapper(env("full_tilt", 3, render_mode="human"))
    caught.reset(seed=1)
    assert caught.render() == f"{Hand(Rules.full_tilt(), [40000] * 3, seed=1).view(None)}\n"


def test_an_environment_goes_on_from_its_pickle_and_its_copy() -> None:
    table = env(Rules.full_tilt(), 3)
    for begun in (False, True):
        if begun:
            table.reset(seed=3)
            table.step(1)
        pickled = pickle.loads(pickle.dumps(table))  # noqa: S301 - our own
        for twin in (pickled, copy.deepcopy(table)):
            original = copy.deepcopy(table)
            for _ in range(2):
                if begun:
                    assert data_equivalence(original.last(), twin.last())
                original.reset(seed=None if begun else 5)
                twin.reset(seed=None if begun else 5)
                assert data_equivalence(original.last(), twin.last())
    together = parallel_env(Rules.full_tilt(), 3)
    together.reset(seed=1)
    pickled = pickle.loads(pickle.dumps(together))  # noqa: S301 - our own
    assert data_equivalence(pickled.reset(), together.reset())


@pytest.mark.parametrize(
    ("rules", "stacks"),
    [("full_tilt", [900, 800]), (Rules.full_tilt().to_dict(), {"1": 900, "2": 800})],
    ids=["name", "dict"],
)
def test_arguments_may_be_what_json_can_hold(rules: Any, stacks: Any) -> None:
    table, twin = env(rules, stacks=stacks), env(Rules.full_tilt(), stacks=[900, 800])
    for each in (table, twin):
        each.reset(seed=4)
    assert data_equivalence(table.last(), twin.last())
    with pytest.raises(stud8.InvalidRulesError, match="rules='holdem' is unknown: choose one of"):
        env("holdem", 2)
    with pytest.raises(stud8.InvalidSeatsError, match="no seat '9'"):
        env("full_tilt", stacks={"1": 900, "9": 800})
    with pytest.raises(TypeError, match="rules=7 must be Rules, the name of a preset"):
        env(7, 2)  # type: ignore[arg-type] # on purpose


def test_nothing_tells_the_state_of_the_hand() -> None:
    table = env(Rules.full_tilt(), 2)
    table.reset(seed=1)
    with pytest.raises(NotImplementedError):
        table.state()


@each_rules
def test_an_episode_is_the_hand_of_its_seed_and_number(rules: str) -> None:
    stacks = {2: 700, 5: 3000, 8: 1500}
    table = env(RULES[rules], stacks=stacks)
    quiet = Rules.from_dict({**RULES[rules].to_dict(), "ask_muck": False})
    rng = np.random.default_rng(3)
    for number in range(20):
        table.reset(seed=9 if number == 0 else None)
        hand = Hand(quiet, stacks, seed=9, number=number)
        for agent in table.agent_iter():
            seen, reward, terminated, truncated, info = table.last()
            seat = hand.seats[int(agent[-1])]
            assert (truncated, info, terminated) == (False, {}, hand.is_over)
            assert (seen["observation"] == features(observe(hand.view(seat)))).all()
            assert seen["action_mask"].dtype == np.int8
            assert reward == (hand.payoffs[seat] if terminated else 0)
            if terminated:
                assert not seen["action_mask"].any()
                table.step(None)
                continue
            assert seat == hand.actor
            others = [other for other in table.agents if other != agent]
            assert not any(table.observe(other)["action_mask"].any() for other in others)
            ids = np.flatnonzero(seen["action_mask"])
            assert ids.tolist() == sorted(action.id for action in hand.legal_actions)
            action = rng.choice(ids)
            hand.play(action)
            table.step(action)
        assert hand.is_over
        assert table.agents == []


def test_what_is_not_legal_is_refused() -> None:
    table = env(Rules.full_tilt(), 2)
    with pytest.raises(RuntimeError, match="reset"):
        table.observe("player_0")
    table.reset(seed=1)
    before = table.last()
    for action, error in ((0, stud8.IllegalActionError), (9, stud8.UnknownActionError)):
        with pytest.raises(error):
            table.step(action)
        assert table.last()[1:] == before[1:]
    with pytest.raises(ValueError, match="render_mode='rgb_array' is unknown: choose human, ansi or None"):
        env(Rules.full_tilt(), 2, render_mode="rgb_array")
    with pytest.raises(TypeError):
        env(Rules.full_tilt(), 3, stacks=[500, 500])
    wrapped = TerminateIllegalWrapper(table, illegal_reward=-1)
    wrapped.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(0)
    assert all(wrapped.terminations.values())


@pytest.mark.parametrize("seed", [-1, 2**64, 1.7, "7", True])
def test_a_bad_seed_changes_nothing(seed: Any) -> None:
    table, twin = (env(Rules.full_tilt(), 2) for _ in range(2))
    table.reset(seed=3)
    twin.reset(seed=3)
    with pytest.raises(ValueError, match="seed="):
        table.reset(seed=seed)
    assert table.render() == twin.render()
    for each in (table, twin):
        each.reset()
    assert (table.last()[0]["observation"] == twin.last()[0]["observation"]).all()
    table.reset(seed=3)


def test_there_is_nothing_to_do_before_the_first_hand_and_after_each() -> None:
    table = env(Rules.full_tilt(), 2)
    for call in (table.last, lambda: table.step(1), lambda: table.observe("player_0")):
        with pytest.raises(RuntimeError, match="no hand has been dealt: reset"):
            call()
    assert (table.agents, table.rewards, table.terminations, table.infos) == ([], {}, {}, {})
    table.reset(seed=1)
    while table.agents:
        table.step(None if table.terminations[table.agent_selection] else 1)
    for call in (table.last, lambda: table.step(None), lambda: table.step(1)):
        with pytest.raises(RuntimeError, match="the hand is over: reset"):
            call()
    table.reset()
    table.close()
    for call in (table.last, lambda: table.step(1)):
        with pytest.raises(RuntimeError, match="no hand has been dealt: reset"):
            call()


def test_unseeded_hands_differ() -> None:
    table = env(Rules.full_tilt(), 2)
    seen: set[Any] = set()
    for _ in range(4):
        table.reset()
        seen.add(table.observe("player_0")["observation"].tobytes())
    assert len(seen) == 4


def test_the_picture_is_the_rails() -> None:
    table = env(Rules.full_tilt(), 2, render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == str(Hand(Rules.full_tilt(), [40000] * 2, seed=1).view(None))
    table.close()
