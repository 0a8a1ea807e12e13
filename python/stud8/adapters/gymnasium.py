"""Gymnasium: `Tables` as a vector environment, registered as ``stud8/Stud-v1``.

```python
>>> import gymnasium
>>> import stud8.adapters.gymnasium
>>> from stud8 import Rules
>>> tables = gymnasium.make_vec("stud8/Stud-v1", num_envs=64, rules=Rules.full_tilt(), players=3)
>>> seen, info = tables.reset(seed=7)
>>> for _ in range(10):
...     seen, rewards, terminated, truncated, info = tables.step(seen["action_mask"].argmax(axis=1))
>>> seen["observation"].shape, info["rewards"].shape
((64, 588), (64, 3))

```

``rules`` may be `Rules`, the name of a preset (``"full_tilt"``) or what `Rules.to_dict` gave, and what
``tables.spec`` holds is JSON: ``gymnasium.make_vec(EnvSpec.from_json(tables.spec.to_json()))`` makes the same
environment.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from stud8 import FEATURES, Rules, Tables, TablesState, features
from stud8._internal.quoting import quoted
from stud8.adapters.hands import Stacks, rules_of, stacks_of

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError:
    raise ImportError("stud8.adapters.gymnasium needs Gymnasium: pip install 'stud8[gymnasium]'") from None

if TYPE_CHECKING:
    from gymnasium.envs.registration import EnvSpec
    from numpy.typing import NDArray

__all__ = ["StudVectorEnv"]

_ACTIONS = 8
_FEATURES = max(group.stop for group in FEATURES.values())
_SEEDS = 2**63

Observations = dict[str, "NDArray[Any]"]


class StudVectorEnv(VectorEnv[Observations, "NDArray[Any]", "NDArray[Any]"]):
    """`Tables` for Gymnasium: in each row acts whoever is to act there, so that a policy plays itself.

    Observations are a dict of ``observation``, the `features` of what the seat to act may know, and
    ``action_mask``, int8 (n, 8). A table's reward is what the player who acted won or lost, in chips,
    where his action ended the hand, and else 0; ``info["rewards"]`` has the same of all players, (n, p),
    and ``info["current_player"]`` who is to act next, (n,). Hands begin anew in the same step
    (``AutoresetMode.SAME_STEP``); nobody acts in a finished hand: there is no last observation of one, and
    Gymnasium's vector wrappers that change observations refuse such environments.

    The seed of `reset` is that of `Tables`; without one the hands are those of a seed that ``np_random``
    makes. `reset` deals at all tables: a ``reset_mask`` of some is refused. `render` draws each table as the
    rail sees it. An action that isn't legal raises `IllegalActionError` with its row, and no table has moved.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own way
        "render_modes": ["ansi"],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    _spec: EnvSpec | None = None

    def __init__(
        self,
        rules: Rules | str | dict[str, Any],
        num_envs: int = 1,
        players: int | None = None,
        stacks: Stacks = None,
        threads: int | None = None,
        *,
        render_mode: str | None = None,
    ) -> None:
        """Look at the arguments, which are those of `Tables`; `reset` deals.

        ``rules`` may also be the name of a preset or what `Rules.to_dict` gave. The seats of ``stacks`` may
        be texts, as the keys of a JSON object are.
        """
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={quoted(render_mode)} is unknown: choose ansi or None")
        self.render_mode = render_mode
        self._threads = threads
        self._tables = Tables(rules_of(rules), num_envs, players, stacks_of(stacks), threads=threads)
        self._rules, self._stacks = self._tables.rules, self._tables.stacks
        # Who acts in each row; none before the first deal.
        self._acting: NDArray[np.intp] | None = None
        self.num_envs = num_envs
        self.single_observation_space = Dict(
            {
                "observation": Box(0, 1, (_FEATURES,), np.float32),
                "action_mask": Box(0, 1, (_ACTIONS,), np.int8),
            },
        )
        self.single_action_space = Discrete(_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal the first hand of each table."""
        self._check_open()
        mask = (options or {}).get("reset_mask")
        if mask is not None and not np.array_equal(mask, np.ones(self.num_envs, np.bool_)):
            raise ValueError(
                "options['reset_mask'] leaves tables out: hands begin anew by themselves, reset() deals all"
            )
        # What isn't a seed is refused before anything changes.
        tables = None if seed is None else self._dealt(seed)
        super().reset(seed=seed, options=options)
        if tables is None:
            tables = self._dealt(int(self.np_random.integers(_SEEDS)))
        self._tables.close()
        self._tables = tables
        state = tables.state()
        # A copy: what is given away may be written to.
        self._acting = state.current_player.astype(np.intp)
        return self._observations(state), self._infos(state)

    def step(
        self,
        actions: NDArray[Any],
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carry out an action at each table."""
        self._check_open()
        acted = self._acting
        if acted is None:
            raise gymnasium.error.ResetNeeded("no hands have been dealt: reset() deals them")
        state = self._tables.step(actions)
        rewards = state.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        self._acting = state.current_player.astype(np.intp)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(state), rewards, state.terminated, truncated, self._infos(state)

    def render(self) -> tuple[str, ...]:
        """Each table as the rail sees it, as text."""
        self._check_open()
        if self.render_mode is None:
            raise ValueError("nothing is drawn: render_mode='ansi' draws the tables")
        if self._acting is None:
            raise gymnasium.error.ResetNeeded("no hands have been dealt: reset() deals them")
        return tuple(str(self._tables.hand(row).view(None)) for row in range(self.num_envs))

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")

    def _dealt(self, seed: int) -> Tables:
        return Tables(self._rules, self.num_envs, stacks=self._stacks, seed=seed, threads=self._threads)

    def _observations(self, state: TablesState) -> Observations:
        return {
            "observation": features(state.observation),
            "action_mask": state.legal_action_mask.view(np.int8),
        }

    def _infos(self, state: TablesState) -> dict[str, Any]:
        return {
            "current_player": state.current_player,
            "_current_player": np.ones(self.num_envs, np.bool_),
            "rewards": state.rewards,
            "_rewards": np.ones(self.num_envs, np.bool_),
        }

    @property
    def spec(self) -> EnvSpec | None:
        """How Gymnasium made the environment, its arguments as JSON has them; None without `make_vec`."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec = copy.deepcopy(spec)
            spec.kwargs = {name: _as_json(value) for name, value in spec.kwargs.items()}
        self._spec = spec

    def close_extras(self, **kwargs: Any) -> None:
        """Give the memory back."""
        del kwargs
        # Gymnasium closes what it deletes, also where the arguments were refused and there are no tables.
        tables = getattr(self, "_tables", None)
        if tables is not None:
            tables.close()


def _as_json(value: Any) -> Any:
    """An argument of the environment as JSON has it."""
    if isinstance(value, Rules):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {
            str(key) if isinstance(key, SupportsIndex) else key: _as_json(one) for key, one in value.items()
        }
    if isinstance(value, list | tuple | np.ndarray):
        return [_as_json(one) for one in value]
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return operator.index(value)
    return value


gymnasium.register(
    "stud8/Stud-v1",
    vector_entry_point="stud8.adapters.gymnasium:StudVectorEnv",
)
