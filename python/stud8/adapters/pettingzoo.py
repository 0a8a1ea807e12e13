"""PettingZoo: one hand an episode, as an AEC or a parallel environment.

```python
>>> from stud8 import Rules
>>> from stud8.adapters.pettingzoo import env
>>> table = env(Rules.full_tilt(), players=3)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     seen, reward, terminated, truncated, info = table.last()
...     table.step(None if terminated else int(seen["action_mask"].argmax()))
>>> table.agents
[]

```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stud8 import FEATURES, features, observe
from stud8._internal.quoting import quoted
from stud8.adapters.hands import Deals, Stacks

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError:
    raise ImportError("stud8.adapters.pettingzoo needs PettingZoo: pip install 'stud8[pettingzoo]'") from None

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv

    from stud8 import Hand, Rules

__all__ = ["StudEnv", "env", "parallel_env"]

_ACTIONS = 8
_FEATURES = max(group.stop for group in FEATURES.values())


class StudEnv(AECEnv[str, dict[str, np.ndarray], int]):
    """One hand of seven-card stud high-low, player by player.

    The agents are ``player_0`` to ``player_7`` in the order of the seats. An observation is a dict of
    ``observation``, the `features` of what the agent may know, and ``action_mask``, int8 (8,), all 0 unless
    it is the agent's turn. Rewards are the chips won or lost, all at the end of the hand; who folds stays an
    agent until then. The seed of `reset` is that of `Hand`: the first hand has number 0, and each `reset`
    without a seed goes on to the next. `render` draws the table as the rail sees it: ``"ansi"`` returns the
    text, ``"human"`` prints it, also after each `reset` and action. There is no `state`, which would tell
    hidden cards.

    An action that isn't legal raises `IllegalActionError`, and nothing has happened; PettingZoo's
    ``TerminateIllegalWrapper`` ends the hand instead.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own way
        "name": "stud8_v1",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        rules: Rules | str | dict[str, Any],
        players: int | None = None,
        stacks: Stacks = None,
        *,
        render_mode: str | None = None,
    ) -> None:
        """Look at the arguments, which are those of `Tables`; `reset` deals.

        ``rules`` may also be the name of a preset or what `Rules.to_dict` gave.
        """
        super().__init__()
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode={quoted(render_mode)} is unknown: choose human, ansi or None")
        self.render_mode = render_mode
        self._deals = Deals(rules, players, stacks)
        self.possible_agents = [f"player_{player}" for player in range(self._deals.players)]
        self._seats = dict(zip(self.possible_agents, self._deals.seats, strict=True))
        self._agents = {seat: agent for agent, seat in self._seats.items()}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (_FEATURES,), np.float32),
                    "action_mask": Box(0, 1, (_ACTIONS,), np.int8),
                },
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(_ACTIONS) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.rewards: dict[str, int] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._cumulative_rewards: dict[str, int] = {}
        self._hand: Hand | None = None

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The action ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next hand; with a seed, hand 0 of it."""
        del options
        if seed is not None:
            self._deals.seed(seed)
        self._hand = self._deals.next()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()
        self._show()

    def _table(self) -> Hand:
        if self._hand is None:
            raise RuntimeError("no hand has been dealt: reset() deals one")
        return self._hand

    def _playing(self) -> Hand:
        hand = self._table()
        if not self.agents:
            raise RuntimeError("the hand is over: reset() deals the next")
        return hand

    def _select(self) -> None:
        actor = self._table().actor
        if actor is not None:
            self.agent_selection = self._agents[actor]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know now."""
        row = observe(self._table().view(self._seats[agent]))
        legal = np.unpackbits(row["legal"], bitorder="little").view(np.int8)
        return {"observation": features(row), "action_mask": legal}

    def last(self, observe: bool = True) -> tuple[Any, int, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002 - PettingZoo's own way
        """What the selected agent sees, what it won or lost since it acted, and whether the hand is over."""
        self._playing()
        found: tuple[Any, int, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def step(self, action: int | None) -> None:
        """Carry out an action of the selected agent; None once the hand is over."""
        hand, agent = self._playing(), self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        hand.play(action)  # type: ignore[arg-type] # None is no action, and refused
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if hand.is_over:
            self.rewards = {self._agents[seat]: chips for seat, chips in hand.payoffs.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        self._show()

    def render(self) -> str | None:
        """Returns the table as the rail sees it, as text, or prints it and returns None."""
        picture = str(self._table().view(None))
        if self.render_mode == "human":
            print(picture)  # noqa: T201 - what PettingZoo means by human
        return picture if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Forget the hand."""
        self._hand = None


def env(
    rules: Rules | str | dict[str, Any],
    players: int | None = None,
    stacks: Stacks = None,
    *,
    render_mode: str | None = None,
) -> StudEnv:
    """The AEC environment: see `StudEnv`."""
    return StudEnv(rules, players, stacks, render_mode=render_mode)


def parallel_env(
    rules: Rules | str | dict[str, Any],
    players: int | None = None,
    stacks: Stacks = None,
    *,
    render_mode: str | None = None,
) -> ParallelEnv[str, dict[str, np.ndarray], int]:
    """The parallel environment: all agents say something in each step, and only who is to act is heard."""
    return turn_based_aec_to_parallel(StudEnv(rules, players, stacks, render_mode=render_mode))
