"""The Gymnasium vector environment: its spaces, its episodes, its registration."""

from __future__ import annotations

import copy
import gc
import pickle
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import Rake, Rules, Tables, features

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import (
    DictInfoToList,
    NormalizeReward,
    RecordEpisodeStatistics,
    TransformReward,
    VectorizeTransformReward,
)
from stud8.adapters.gymnasium import StudVectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable

STAKES: dict[str, Any] = {"ante": 40, "bring_in": 50, "small_bet": 200}
RULES = {
    "full_tilt": Rules.full_tilt(),
    "declare": Rules.declare(),
    "finnish": Rules.finnish(**STAKES, raises=None),
    "wsop": Rules.wsop(**STAKES),
}
each_rules = pytest.mark.parametrize("rules", RULES)
each_count = pytest.mark.parametrize("players", range(2, 9))


def choose(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    chosen: np.ndarray[Any, Any] = np.where(mask, rng.random(mask.shape), -1).argmax(axis=1)
    return chosen


@each_rules
@each_count
def test_the_environment_keeps_the_contract_of_vector_environments(rules: str, players: int) -> None:
    """What `check_env` asks of single environments, asked of the rows."""
    n = 6
    env = StudVectorEnv(RULES[rules], n, players)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.observation_space == batch_space(env.single_observation_space, n)
    assert env.action_space == batch_space(env.single_action_space, n)
    for seed in range(4):
        rng = np.random.default_rng(seed)
        first = env.reset(seed=seed, options={"an": "option"})
        assert data_equivalence(env.reset(seed=seed), first), "a seed repeats"
        (seen, info), ended = first, 0
        for _ in range(60):
            assert seen in env.observation_space
            player = info["current_player"]
            actions = choose(seen["action_mask"], rng)
            assert actions in env.action_space
            seen, rewards, terminated, truncated, info = env.step(actions)
            for array, dtype in ((rewards, np.float64), (terminated, np.bool_), (truncated, np.bool_)):
                assert array.shape == (n,)
                assert array.dtype == dtype
            assert not truncated.any()
            assert (rewards == info["rewards"][np.arange(n), player]).all()
            assert not info["rewards"][~terminated].any()
            assert (info["rewards"].sum(axis=1) == 0).all()
            ended += int(terminated.sum())
        assert ended > 10
    env.close()
    env.close()


def test_rows_are_those_of_tables() -> None:
    env, tables = StudVectorEnv(Rules.full_tilt(), 5, 4), Tables(Rules.full_tilt(), 5, 4, seed=3)
    seen, _ = env.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(200):
        assert seen["observation"].tobytes() == features(tables.observe()).tobytes()
        actions = choose(seen["action_mask"], rng)
        seen, _, terminated, _, info = env.step(actions)
        state = tables.step(actions)
        assert (terminated == state.terminated).all()
        assert (info["rewards"] == state.rewards).all()


def test_unseeded_resets_go_on_from_the_generator() -> None:
    envs = [StudVectorEnv(Rules.full_tilt(), 2, 2) for _ in range(2)]
    for env in envs:
        env.reset(seed=5)
    one, other = (env.reset() for env in envs)
    assert data_equivalence(one, other)
    assert not data_equivalence(one, envs[0].reset())
    fresh, another = (StudVectorEnv(Rules.full_tilt(), 2, 2).reset() for _ in range(2))
    assert not data_equivalence(fresh, another)


def test_it_is_registered_and_can_be_wrapped() -> None:
    env = gymnasium.make_vec("stud8/Stud-v1", num_envs=3, rules=Rules.full_tilt(), stacks={2: 900, 7: 5000})
    assert env.unwrapped.num_envs == 3
    wrapped = DictInfoToList(RecordEpisodeStatistics(env))
    seen, infos = wrapped.reset(seed=1)
    rng = np.random.default_rng(1)
    episodes = 0
    for _ in range(60):
        seen, _, _, _, infos = wrapped.step(choose(seen["action_mask"], rng))
        episodes += sum("episode" in info for info in infos)
        assert len(infos) == 3
        assert {"current_player", "rewards"} <= set(infos[0])
    assert episodes > 10
    wrapped.close()


def test_its_statistics_are_those_of_whole_hands() -> None:
    env = RecordEpisodeStatistics(StudVectorEnv(Rules.full_tilt(), 8, 3))
    seen, _ = env.reset(seed=3)
    rng = np.random.default_rng(1)
    lengths, hands = np.zeros(8, np.int64), 0
    for _ in range(200):
        seen, rewards, terminated, _, info = env.step(choose(seen["action_mask"], rng))
        lengths += 1
        for row in np.flatnonzero(terminated):
            found = info["episode"]
            assert (found["l"][row], found["r"][row]) == (lengths[row], rewards[row])
        lengths[terminated] = 0
        hands += int(terminated.sum())
    assert hands > 100


def test_wrappers_of_rewards_wrap_and_those_of_observations_say_why_not() -> None:
    wrappers: tuple[Callable[[Any], Any], ...] = (
        NormalizeReward,
        lambda env: TransformReward(env, lambda rewards: rewards / 200),
        lambda env: VectorizeTransformReward(
            env, gymnasium.wrappers.TransformReward, func=lambda reward: reward / 200
        ),
    )
    for wrap in wrappers:
        env = wrap(StudVectorEnv("full_tilt", 4, 3))
        twin = StudVectorEnv("full_tilt", 4, 3)
        seen, _ = env.reset(seed=3)
        twin.reset(seed=3)
        rng = np.random.default_rng(1)
        told: Any = 0
        for _ in range(60):
            actions = choose(seen["action_mask"], rng)
            seen, rewards, *_ = env.step(actions)
            raw = twin.step(actions)[1]
            assert (np.sign(rewards) == np.sign(raw)).all()
            told += np.count_nonzero(rewards)
        assert told > 5
        env.close()
    with pytest.raises(ValueError, match="SAME_STEP"):
        gymnasium.wrappers.vector.FlattenObservation(StudVectorEnv("full_tilt", 4, 3))


ARGUMENTS: list[dict[str, Any]] = [
    {"rules": Rules.declare(), "stacks": {2: np.int64(900), np.int32(7): 5000}, "threads": 1},
    {"rules": "full_tilt", "num_envs": 3, "players": np.int64(4), "render_mode": "ansi"},
    {
        "rules": Rules.wsop(**STAKES, rake=Rake(500, None, 1)).to_dict(),
        "num_envs": 2,
        "stacks": {"1": 700, "3": 800},
    },
    {
        "rules": Rules.full_tilt(rake=Rake(250, 300, 1)),
        "num_envs": np.int32(2),
        "stacks": np.array([900, 800]),
    },
    {"rules": Rules.wsop(**STAKES), "num_envs": 2, "stacks": (900, 800)},
]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=range(len(ARGUMENTS)))
def test_what_was_made_can_be_written_as_json_and_made_again(arguments: dict[str, Any]) -> None:
    env = gymnasium.make_vec("stud8/Stud-v1", **arguments)
    text = env.spec.to_json()
    for again in (
        gymnasium.make_vec(EnvSpec.from_json(text)),
        gymnasium.make_vec(env.spec),
        RecordEpisodeStatistics(gymnasium.make_vec(EnvSpec.from_json(text))),
    ):
        assert again.spec == env.spec
        assert again.spec.to_json() == text
        assert again.num_envs == env.num_envs
        assert data_equivalence(again.reset(seed=4), env.reset(seed=4))
        assert again.unwrapped._tables == env.unwrapped._tables
    assert gymnasium.spec("stud8/Stud-v1").kwargs == {}
    assert StudVectorEnv(Rules.full_tilt()).spec is None
    assert "stud8/Stud-v1" in str(env)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"rules": "holdem"}, stud8.InvalidRulesError, "rules='holdem' is unknown: choose one of"),
        ({"rules": "finnish"}, stud8.InvalidRulesError, "ante is missing"),
        ({"rules": {"ante": 40}}, stud8.InvalidRulesError, "is missing"),
        ({"rules": 7}, TypeError, "rules=7 must be Rules, the name of a preset, or a dict"),
        ({"rules": None}, TypeError, "rules=None must be Rules"),
        ({"rules": "full_tilt", "stacks": {"1": 900, "x": 800}}, stud8.InvalidSeatsError, "no seat 'x'"),
        ({"rules": "full_tilt", "num_envs": 0}, ValueError, "tables=0"),
        ({"rules": "full_tilt", "render_mode": "human"}, ValueError, "render_mode"),
    ],
    ids=str,
)
def test_refused_arguments_say_why_and_nothing_more(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    """Some versions of Gymnasium close what they delete, also where there are no tables yet."""
    with pytest.raises(error, match=message):
        StudVectorEnv(**arguments)
    gc.collect()
    StudVectorEnv.__new__(StudVectorEnv).close_extras()


def test_an_environment_goes_on_from_its_pickle_and_its_copy() -> None:
    env = gymnasium.make_vec("stud8/Stud-v1", num_envs=3, rules="full_tilt", players=3)
    for begun in (False, True):
        pickled = pickle.loads(pickle.dumps(env))  # noqa: S301 - our own
        for twin in (pickled, copy.deepcopy(env)):
            original = copy.deepcopy(env)
            assert twin.spec == original.spec
            if begun:
                actions = np.ones(3, np.int64)
                assert data_equivalence(original.step(actions), twin.step(actions))
            else:
                assert data_equivalence(original.reset(seed=5), twin.reset(seed=5))
            assert data_equivalence(original.reset(), twin.reset())
        env.reset(seed=7)
        env.step(np.ones(3, np.int64))


def test_bad_input() -> None:
    env = StudVectorEnv(Rules.full_tilt(), 3, 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.ones(3, np.int64))
    seen, _ = env.reset(seed=1)
    with pytest.raises(stud8.IllegalActionError, match="row 1"):
        env.step(np.array([1, 0, 1]))
    with pytest.raises(ValueError, match="shape"):
        env.step(np.array([1, 1]))
    assert (env.step(np.array([1, 1, 1]))[0]["observation"] != seen["observation"]).any()
    with pytest.raises(ValueError, match="tables=0"):
        StudVectorEnv(Rules.full_tilt(), 0)


def test_a_closed_environment_stays_closed() -> None:
    for dealt in (True, False):
        env = StudVectorEnv(Rules.full_tilt(), 3, 2, render_mode="ansi")
        if dealt:
            env.reset(seed=1)
        env.close()
        calls: tuple[Callable[[], object], ...] = (
            partial(env.step, np.ones(3, np.int64)),
            env.reset,
            partial(env.reset, seed=1),
            env.render,
        )
        for call in calls:
            with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="closed"):
                call()
        env.close()


@pytest.mark.parametrize(
    "asked",
    [
        {"seed": -1},
        {"seed": 2**64},
        {"seed": [1, 2, 3]},
        {"seed": "1"},
        {"options": {"reset_mask": np.array([True, False, True])}},
        {"seed": 3, "options": {"reset_mask": np.array([False, False, False])}},
        {"options": {"reset_mask": "all"}},
    ],
    ids=str,
)
def test_a_bad_reset_changes_nothing(asked: dict[str, Any]) -> None:
    env, twin = (StudVectorEnv(Rules.full_tilt(), 3, 2) for _ in range(2))
    for each in (env, twin):
        each.reset(seed=5)
    with pytest.raises((ValueError, gymnasium.error.Error)):
        env.reset(**asked)
    ones = np.ones(3, np.int64)
    assert data_equivalence(env.step(ones), twin.step(ones))
    assert data_equivalence(env.reset(), twin.reset())


def test_a_reset_of_all_tables_may_be_written_as_a_mask() -> None:
    env = StudVectorEnv(Rules.full_tilt(), 3, 2)
    everywhere = {"reset_mask": np.ones(3, np.bool_)}
    assert data_equivalence(env.reset(seed=5, options=everywhere), env.reset(seed=5))


def test_what_was_given_away_may_be_written_to() -> None:
    env, twin = (StudVectorEnv(Rules.full_tilt(), 4, 3) for _ in range(2))
    rng = np.random.default_rng(1)
    env.reset(seed=5)
    seen, _ = twin.reset(seed=5)
    for _ in range(60):
        actions = choose(seen["action_mask"], rng)
        found = twin.step(actions)
        mine = env.step(actions)
        assert data_equivalence(mine, found)
        seen = found[0]
        for array in (*mine[0].values(), *mine[1:4], *mine[4].values()):
            array[:] = 1


def test_the_pictures_are_the_rails() -> None:
    stacks = {2: 900, 7: 5000}
    env = gymnasium.make_vec(
        "stud8/Stud-v1", num_envs=3, rules=Rules.full_tilt(), stacks=stacks, render_mode="ansi"
    )
    assert (env.render_mode, env.metadata["render_modes"]) == ("ansi", ["ansi"])
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.render()
    env.reset(seed=4)
    hands = [stud8.Hand(Rules.full_tilt(), stacks, seed=4, number=number) for number in range(3)]
    assert env.render() == tuple(str(hand.view(None)) for hand in hands)
    quiet = StudVectorEnv(Rules.full_tilt(), 3, render_mode=None)
    assert quiet.render_mode is None
    quiet.reset(seed=4)
    with pytest.raises(ValueError, match="render_mode='ansi'"):
        quiet.render()
    with pytest.raises(ValueError, match="render_mode='human' is unknown: choose ansi or None"):
        StudVectorEnv(Rules.full_tilt(), 3, render_mode="human")
