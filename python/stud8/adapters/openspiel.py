"""OpenSpiel: one hand as the game ``python_stud8``, with a chance node for each card.

```python
>>> import pyspiel
>>> import stud8.adapters.openspiel
>>> game = pyspiel.load_game("python_stud8", {"players": 3, "settings": "ante:25;raises:4"})
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> sum(state.returns())
0.0

```

The parameters are texts that OpenSpiel can write down: ``preset`` names a preset of `Rules`, ``settings``
are those that differ, as ``name:value;name:value`` with ``none``, ``true`` and ``false`` and
``rate/cap/unit`` for a rake, and ``stacks`` is ``seat:chips;seat:chips``. `load_game` writes them for rules
that are there already.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from stud8 import FEATURES, Card, Hand, Rake, Rules, features, observe
from stud8.adapters.hands import Deals

try:
    import pyspiel
except ModuleNotFoundError:
    raise ImportError("stud8.adapters.openspiel needs OpenSpiel: pip install 'stud8[openspiel]'") from None

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from stud8 import View

__all__ = ["StudGame", "StudState", "load_game"]

_NAME = "python_stud8"
_DECK = bytes(range(52))
_CARDS = tuple(str(Card(number)) for number in _DECK)
_ACTIONS = 8
_FEATURES = max(group.stop for group in FEATURES.values())
_DEFAULTS = {"players": 0, "preset": "full_tilt", "settings": "none", "stacks": "none"}


def _game_type(*, raked: bool) -> pyspiel.GameType:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=_NAME,
        long_name="Seven-card stud high-low",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if raked else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


# Parameters as texts


def _value(text: str) -> Any:
    words: dict[str, Any] = {"none": None, "true": True, "false": False}
    if text in words:
        return words[text]
    if "/" in text:
        return Rake(*(_value(part) for part in text.split("/")))
    return int(text) if text.isdigit() else text


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "/".join(_text(value[name]) for name in ("rate", "cap", "unit"))
    return str(value)


def _pairs(text: str, what: str) -> dict[str, str]:
    if text == "none":
        return {}
    pairs = [pair.partition(":") for pair in text.split(";")]
    if not all(name and value for name, _, value in pairs):
        raise ValueError(f"{what}={text!r} is not name:value;name:value")
    return {name: value for name, _, value in pairs}


def _deals(parameters: Mapping[str, Any]) -> Deals:
    """What the parameters of a game say."""
    given = {**_DEFAULTS, **parameters}
    if given["preset"] not in Rules.PRESETS:
        raise ValueError(f"preset={given['preset']!r} is unknown: choose one of {', '.join(Rules.PRESETS)}")
    settings = {name: _value(text) for name, text in _pairs(given["settings"], "settings").items()}
    rules = getattr(Rules, given["preset"])(**settings)
    stacks = {_value(seat): _value(chips) for seat, chips in _pairs(given["stacks"], "stacks").items()}
    return Deals(rules, given["players"] or None, stacks or None)


def load_game(
    rules: Rules,
    players: int | None = None,
    stacks: Iterable[int] | Mapping[int, int] | None = None,
) -> StudGame:
    """The game with these rules, players and stacks: the arguments of `Tables`."""
    deals = Deals(rules, players, stacks)
    stakes = {name: getattr(rules, name) for name in ("ante", "bring_in", "small_bet")}
    plain = Rules.eight_or_better(**stakes).to_dict()
    settings = ";".join(
        f"{name}:{_text(value)}"
        for name, value in deals.rules.to_dict().items()
        if name in stakes or value != plain[name]
    )
    parameters = {
        "players": deals.players,
        "preset": "eight_or_better",
        "settings": settings,
        "stacks": ";".join(f"{seat}:{chips}" for seat, chips in deals.stacks.items()),
    }
    return cast("StudGame", pyspiel.load_game(_NAME, parameters))


# The game


def _most_actions(deals: Deals) -> int:
    """A bound on the actions of a hand: RULES 3.5 lets everybody act once after each wager."""
    rules, most = deals.rules, max(deals.stacks.values())
    wagers = most // rules.small_bet + 1
    if rules.raises is not None and rules.heads_up_cap:
        wagers = min(wagers, rules.raises + 1)
    # Each player is all-in once at most, for less than a full wager.
    return 5 * deals.players * (wagers + deals.players + 1) + deals.players


class StudGame(pyspiel.Game):
    """Seven-card stud high-low for OpenSpiel; `load_game` or ``pyspiel.load_game`` makes it.

    Actions are the ids 0 to 7, chance outcomes the numbers of cards. Returns are the chips won or lost.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Look at the parameters."""
        parameters = params or {}
        self.deals = _deals(parameters)
        stacks = self.deals.stacks.values()
        raked = self.deals.rules.rake is not None
        sums = {} if raked else {"utility_sum": 0.0}
        info = pyspiel.GameInfo(
            num_distinct_actions=_ACTIONS,
            max_chance_outcomes=len(_DECK),
            num_players=self.deals.players,
            min_utility=-float(max(stacks)),
            max_utility=float(sum(stacks) - min(stacks)),
            max_game_length=_most_actions(self.deals),
            **sums,
        )
        super().__init__(_game_type(raked=raked), info, parameters)

    def new_initial_state(self) -> StudState:
        """A hand before the first card."""
        return StudState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> StudObserver:
        """What a player sees."""
        return StudObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """All cards."""
        return len(_DECK)


class StudState(pyspiel.State):
    """A hand, dealt card by card. ``hand`` is a `Hand` to look at."""

    def __init__(self, game: StudGame) -> None:
        """Take the antes."""
        super().__init__(game)
        deals = game.deals
        self.hand = Hand(deals.rules, deals.stacks, dealt_by_hand=True)
        # Both are values to `copy.deepcopy`, by which OpenSpiel clones.
        self.seats = bytes(deals.seats)
        self.unseen = _DECK

    def current_player(self) -> int:
        """Who is to act, or chance."""
        actor = self.hand.actor
        if actor is not None:
            return self.seats.index(actor)
        return int(pyspiel.PlayerId.TERMINAL if self.hand.is_over else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.hand.is_over

    def _legal_actions(self, player: int) -> list[int]:
        if self.hand.actor != self.seats[player]:
            return []
        return sorted(action.id for action in self.hand.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each unseen card, equally likely. Burned cards are unseen."""
        return list(zip(self.unseen, itertools.repeat(1 / len(self.unseen)), strict=False))

    def _apply_action(self, action: int) -> None:
        if self.hand.next_card is None:
            self.hand.play(action)
        else:
            self.hand.deal(action)
            self.unseen = self.unseen.replace(bytes((action,)), b"")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {_CARDS[action]}"
        names: dict[int, str] = {legal.id: str(legal) for legal in self.hand.legal_actions}
        return names.get(action, str(action))

    def returns(self) -> list[float]:
        """The chips won or lost, once the hand is over."""
        if not self.hand.is_over:
            return [0.0] * len(self.seats)
        return [float(chips) for chips in self.hand.payoffs.values()]

    def __str__(self) -> str:
        """The table with all cards."""
        return str(self.hand.to_dict())


class StudObserver:
    """What a player may know of a state, as numbers (`features`) and as text.

    Private information alone is the player's own down cards.
    """

    def __init__(self, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None) -> None:
        """Look at what is asked for."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self._kind = kind
        self._own = kind.private_info != pyspiel.PrivateInfoType.NONE
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the private cards of all players")
        self.tensor: NDArray[np.float32] = np.zeros(_FEATURES, np.float32)
        self.dict = {name: self.tensor[group] for name, group in FEATURES.items()}

    def _view(self, state: StudState, player: int) -> View:
        return state.hand.view(state.seats[player] if self._own else None)

    def set_from(self, state: StudState, player: int) -> None:
        """Write the numbers of what the player sees."""
        features(observe(self._view(state, player)), out=self.tensor)
        if not self._kind.public_info:
            for name, group in self.dict.items():
                if name != "down_cards":
                    group[:] = 0

    def string_from(self, state: StudState, player: int) -> str:
        """The table as the player sees it; with perfect recall, all that he saw."""
        view = self._view(state, player)
        if not self._kind.public_info:
            return " ".join(map(str, view.down_cards[view.seat])) if view.seat else ""
        if not self._kind.perfect_recall:
            return str(view)
        return "\n".join([str(view), *(str(event.to_dict()) for event in view.events)])


pyspiel.register_game(_game_type(raked=False), StudGame)
