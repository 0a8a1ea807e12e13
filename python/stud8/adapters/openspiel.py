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

States are resampled, so that OpenSpiel's Python IS-MCTS (``open_spiel.python.algorithms.ismcts``) plays.
Algorithms in C++ can't resample games in Python: OpenSpiel doesn't pass that call on.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from stud8 import FEATURES, Card, Hand, NotDealingError, Rake, Rules, features, observe
from stud8._internal.quoting import quoted
from stud8.adapters.hands import Deals

try:
    import pyspiel
except ModuleNotFoundError:
    raise ImportError("stud8.adapters.openspiel needs OpenSpiel: pip install 'stud8[openspiel]'") from None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from stud8 import View

__all__ = ["StudGame", "StudState", "load_game"]

_NAME = "python_stud8"
_DECK = bytes(range(52))
_CARDS = tuple(str(Card(number)) for number in _DECK)
_ACTIONS = 8
_STREETS = 5
# Fold, stay in and wager have the ids 0 to 2, the declarations 5 to 7.
_BETTING = 3
_DECLARED = {5: "high", 6: "low", 7: "both"}
_FEATURES = max(group.stop for group in FEATURES.values())
# A card of each seat, in dealt order, as `OBSERVATION` says it: 0 to 51, 52 hidden, 53 not dealt.
_CARD = np.eye(54, 53, dtype=np.float32)
_DOWN = [0, 1, 6]
# Beyond 64 MiB no information state is written as a tensor.
_MOST_NUMBERS = 2**24
# OpenSpiel adds the cards to it, in 32 bits.
_LONGEST = 2**31 - 1 - len(_DECK)
_DEFAULTS = {"players": 0, "preset": "full_tilt", "settings": "none", "stacks": "none"}


def _game_type(*, raked: bool, tensor: bool) -> pyspiel.GameType:
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
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_DEFAULTS,
    )


def _groups(record: bytes, size: int) -> zip[tuple[int, ...]]:
    """The record of a state in groups of this size."""
    return zip(*[iter(record)] * size, strict=True)


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
        raise ValueError(f"{what}={quoted(text)} is not name:value;name:value")
    return {name: value for name, _, value in pairs}


def _deals(parameters: Mapping[str, Any]) -> Deals:
    """What the parameters of a game say."""
    given = {**_DEFAULTS, **parameters}
    if given["preset"] not in Rules.PRESETS:
        raise ValueError(
            f"preset={quoted(given['preset'])} is unknown: choose one of {', '.join(Rules.PRESETS)}"
        )
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


def _most_rounds(deals: Deals) -> int:
    """A bound on a player's actions on one street: [rules 3.5] lets everybody act once after each wager."""
    rules, most = deals.rules, max(deals.stacks.values())
    wagers = most // rules.small_bet + 1
    if rules.raises is not None and rules.heads_up_cap:
        wagers = min(wagers, rules.raises + 1)
    # Each player is all-in once at most, for less than a full wager.
    return wagers + deals.players + 1


def _shapes(deals: Deals) -> dict[str, tuple[int, ...]]:
    """What an information state has beside the features, with its shape."""
    players = deals.players
    shapes: dict[str, tuple[int, ...]] = {
        "player": (players,),
        "dealt_cards": (players, 7, 53),
        "betting": (_STREETS, players, _most_rounds(deals), _BETTING),
    }
    if deals.rules.declare:
        shapes["declarations"] = (players, 1 + len(_DECLARED))
    return shapes


class StudGame(pyspiel.Game):
    """Seven-card stud high-low for OpenSpiel; `load_game` or ``pyspiel.load_game`` makes it.

    Actions are the ids 0 to 7, chance outcomes the numbers of cards. Returns are the chips won or lost.
    An information state is described at `StudObserver`. Where its tensor would have more than 2**24 numbers
    (without a cap, and with very deep stacks), the game type doesn't provide it, and asking for it raises
    `ValueError`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Look at the parameters."""
        parameters = params or {}
        self.deals = _deals(parameters)
        stacks = self.deals.stacks.values()
        raked = self.deals.rules.rake is not None
        self.shapes = _shapes(self.deals)
        self.numbers = _FEATURES + sum(map(math.prod, self.shapes.values()))
        sums = {} if raked else {"utility_sum": 0.0}
        info = pyspiel.GameInfo(
            num_distinct_actions=_ACTIONS,
            max_chance_outcomes=len(_DECK),
            num_players=self.deals.players,
            min_utility=-float(max(stacks)),
            max_utility=float(sum(stacks) - min(stacks)),
            max_game_length=min(_LONGEST, self.deals.players * (_STREETS * _most_rounds(self.deals) + 1)),
            **sums,
        )
        super().__init__(_game_type(raked=raked, tensor=self.numbers <= _MOST_NUMBERS), info, parameters)

    def new_initial_state(self) -> StudState:
        """A hand before the first card."""
        return StudState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> StudObserver:
        """What a player sees."""
        return StudObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

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
        # Bytes are values to `copy.deepcopy`, by which OpenSpiel clones.
        self.seats = bytes(deals.seats)
        self.unseen = _DECK
        # Street, player and id of each action of the betting; player and id of each declaration.
        self.betting = b""
        self.declared = b""

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
        """Each unseen card, equally likely. Burned cards are unseen.

        Raises `NotDealingError` where no card is awaited.
        """
        if self.hand.next_card is None:
            raise NotDealingError(f"no card is awaited: the hand is at the stage {self.hand.stage}")
        return list(zip(self.unseen, itertools.repeat(1 / len(self.unseen)), strict=False))

    def _apply_action(self, action: int) -> None:
        if self.hand.next_card is not None:
            self.hand.deal(action)
            self.unseen = self.unseen.replace(bytes((action,)), b"")
            return
        stage, street, player = self.hand.stage, self.hand.street, self.current_player()
        self.hand.play(action)
        if stage == "declaring":
            self.declared += bytes((player, action))
        else:
            self.betting += bytes((street, player, action))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> StudState:
        """Returns a state that this player can't tell from this one, all of them equally likely.

        Cards that the player hasn't seen are drawn anew from those that it hasn't seen, and so are the
        declarations of others that haven't been told. At the end of a hand, whoever mucked has cards that
        could be mucked: states in which they couldn't are drawn again, so that an ending which comes up once
        in n hands takes about n draws. Nothing is assumed of how the others play.

        ``sampler()`` is a random number from 0 up to 1, as ``pyspiel.UniformProbabilitySampler(0.0, 1.0)``
        and ``random.Random(seed).random`` give. Raises `ValueError` for any other number, and for a player
        that isn't in the game.
        """
        if not 0 <= player < len(self.seats):
            raise ValueError(f"player={player} is not in the game: players are 0 to {len(self.seats) - 1}")
        view = self.hand.view(self.seats[player])
        while True:
            state = self._redrawn(player, view, sampler)
            if state.hand.view(self.seats[player]) == view:
                return state

    def _redrawn(self, player: int, view: View, sampler: Callable[[], float]) -> StudState:
        """This history with other cards and declarations where the player can't see them."""

        def draw(choices: list[int]) -> int:
            chance = sampler()
            if not 0 <= chance < 1:
                raise ValueError(f"sampler() gave {chance}: numbers from 0 up to 1 are wanted")
            return choices.pop(int(chance * len(choices)))

        seen = {
            int(card)
            for cards in (*view.up_cards.values(), *view.down_cards.values())
            for card in cards
            if card
        }
        if view.common_card is not None:
            seen.add(int(view.common_card))
        unseen = [card for card in _DECK if card not in seen]
        state: StudState = self.get_game().new_initial_state()
        for true in self.history():
            action = true
            if state.hand.next_card is not None:
                action = true if true in seen else draw(unseen)
            elif self.hand.stage == state.hand.stage == "declaring" and state.current_player() != player:
                action = draw(state.legal_actions())
            state.apply_action(action)
        return state

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
    """What a player may know of a state, as numbers and as text.

    Without perfect recall the numbers are those of `features`. With perfect recall these groups follow, so
    that two tensors are equal exactly where the texts are. Players begin with the player itself, and go on
    clockwise:

    - ``player``, (p,): a 1 at the number of the player;
    - ``dealt_cards``, (p, 7, 53): a 1 at each card of each player in dealt order (down, down, up, up, up, up,
      down), at 52 where the player can't see it, and nothing where none has been dealt;
    - ``betting``, (5, p, r, 3): on third to seventh street, a 1 at what each player did when it acted for the
      first, second, … time: 0 fold, 1 check, call or bring in, 2 complete, bet or raise;
    - ``declarations``, (p, 4), in a game with declarations: a 1 at 0 for each player that has declared, and a
      1 at 1 to 3 for high, low or both, of others once all have declared.

    All are float32. Private information alone is the player's own down cards, and with perfect recall its own
    declaration; public information alone is what the rail sees, from player 0 on.
    """

    def __init__(
        self, game: StudGame, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None
    ) -> None:
        """Look at what is asked for."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self._kind = kind
        self._own = kind.private_info != pyspiel.PrivateInfoType.NONE
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the private cards of all players")
        self._numbers = game.numbers if kind.perfect_recall else _FEATURES
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._numbers > _MOST_NUMBERS:
            return
        self.tensor = np.zeros(self._numbers, np.float32)
        self.dict = {name: self.tensor[group] for name, group in FEATURES.items()}
        start = _FEATURES
        for name, shape in game.shapes.items() if kind.perfect_recall else ():
            end = start + math.prod(shape)
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def _view(self, state: StudState, player: int) -> View:
        return state.hand.view(state.seats[player] if self._own else None)

    def set_from(self, state: StudState, player: int) -> None:
        """Write the numbers of what the player sees."""
        if self.tensor is None:
            raise ValueError(
                f"information_state_tensor would have {self._numbers:,} numbers, over {_MOST_NUMBERS:,}: "
                "observation_tensor has fewer, and so has a game with a cap or smaller stacks"
            )
        row = observe(self._view(state, player))
        features(row, out=self.tensor[:_FEATURES])
        if self._kind.perfect_recall:
            self._recall(state, player, row["cards"])
        if not self._kind.public_info:
            self._keep_private()

    def _recall(self, state: StudState, player: int, cards: NDArray[np.uint8]) -> None:
        """Write the groups of perfect recall."""
        players = len(state.seats)
        first = player if self._own else 0
        for name in ("player", "betting", "declarations"):
            if name in self.dict:
                self.dict[name].fill(0)
        if self._own:
            self.dict["player"][player] = 1
        order = [state.seats[(first + n) % players] - 1 for n in range(players)]
        self.dict["dealt_cards"][:] = _CARD[cards[order]]
        rounds: dict[tuple[int, int], int] = {}
        for street, actor, action in _groups(state.betting, 3):
            which = rounds[street, actor] = rounds.get((street, actor), -1) + 1
            self.dict["betting"][street - 3, (actor - first) % players, which, action] = 1
        for actor, action in _groups(state.declared, 2):
            told = self.dict["declarations"][(actor - first) % players]
            told[0] = 1
            if state.hand.stage != "declaring" or self._knows(player, actor):
                told[action - min(_DECLARED) + 1] = 1

    def _knows(self, player: int, actor: int) -> bool:
        """Whether what an actor did unseen is known to the player."""
        return self._own and actor == player

    def _keep_private(self) -> None:
        """Leave nothing but what the player alone knows."""
        for name, group in self.dict.items():
            kept = np.zeros_like(group)
            if self._own and name == "down_cards":
                kept[:] = group
            elif self._own and name == "dealt_cards":
                kept[0, _DOWN] = group[0, _DOWN]
            elif self._own and name == "declarations":
                kept[0] = group[0]
            group[:] = kept

    def string_from(self, state: StudState, player: int) -> str:
        """The table as the player sees it; with perfect recall, all that it saw and did."""
        view = self._view(state, player)
        declared = [
            f"declared {_DECLARED[action]}"
            for actor, action in _groups(state.declared, 2)
            if self._kind.perfect_recall and self._knows(player, actor)
        ]
        if not self._kind.public_info:
            own = map(str, view.down_cards[view.seat]) if view.seat else ()
            return " ".join([*own, *declared])
        if not self._kind.perfect_recall:
            return str(view)
        return "\n".join([str(view), *(str(event.to_dict()) for event in view.events), *declared])


pyspiel.register_game(_game_type(raked=False, tensor=True), StudGame)
