"""The OpenSpiel game passes OpenSpiel's own tests, over players and rules, and is the game of `Hand`."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest
from stud8 import FEATURES, Hand, Rake, Rules, features, observe

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from stud8.adapters.openspiel import StudGame, load_game

STAKES: dict[str, Any] = {"ante": 40, "bring_in": 50, "small_bet": 200}
RULES = {
    "full_tilt": Rules.full_tilt(),
    "declare": Rules.declare(),
    "finnish": Rules.finnish(**STAKES, raises=None, trim_antes=False),
    "wsop": Rules.wsop(**STAKES, heads_up_cap=False),
    "raked": Rules.full_tilt(rake=Rake(500, None, 1), low="five_ranks", all_in_raise="full"),
    "one bet": Rules(**STAKES, raises=0, opener="newest_card", show_order="best_board"),
}
each_rules = pytest.mark.parametrize("rules", RULES)


def play(state: Any, rng: random.Random, nodes: int | None = None) -> int:
    """Plays at random to the end, or so many nodes; tells how many player nodes there were."""
    count = 0
    while not state.is_terminal() and nodes != 0:
        count += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
        nodes = None if nodes is None else nodes - 1
    return count


@each_rules
@pytest.mark.parametrize("players", range(2, 9))
def test_the_game_conforms(rules: str, players: int) -> None:
    stacks = [40 + 350 * n * n for n in range(players, 0, -1)]
    for game in (load_game(RULES[rules], players), load_game(RULES[rules], stacks=stacks)):
        pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@each_rules
def test_long_hands_have_few_enough_actions(rules: str) -> None:
    for stacks in ([900] * 2, [3000] * 3, [700, 900, 5000, 5001]):
        game = load_game(RULES[rules], stacks=stacks)
        for seed in range(60):
            state, rng = game.new_initial_state(), random.Random(seed)
            actions = 0
            while not state.is_terminal():
                legal = state.legal_actions()
                actions += not state.is_chance_node()
                # The longest hands: nobody folds.
                state.apply_action(rng.choice(legal) if state.is_chance_node() else legal[-1])
            assert actions <= game.max_game_length()


@each_rules
def test_serialised_states_and_games_come_back(rules: str) -> None:
    rng = random.Random(1)
    for stacks in ({1: 900, 2: 800}, {2: 500, 5: 9000, 8: 77}):
        game = load_game(RULES[rules], stacks=stacks)
        again = pyspiel.load_game(str(game))
        assert (str(again), again.deals.rules, again.deals.stacks) == (
            str(game),
            game.deals.rules,
            game.deals.stacks,
        )
        assert game.deals.rules == Rules.from_dict({**RULES[rules].to_dict(), "ask_muck": False})
        for nodes in range(0, 40, 3):
            state = game.new_initial_state()
            play(state, rng, nodes)
            text = pyspiel.serialize_game_and_state(game, state)
            _, twin = pyspiel.deserialize_game_and_state(text)
            assert twin.hand == state.hand
            assert twin.history() == state.history()
            assert (twin.seats, twin.unseen) == (state.seats, state.unseen)


def test_clones_are_independent() -> None:
    game = load_game(Rules.full_tilt(), 4)
    rng = random.Random(2)
    for nodes in range(0, 60, 4):
        state = game.new_initial_state()
        play(state, rng, nodes)
        twins = [state.clone(), copy.deepcopy(state)]
        before = state.hand.copy()
        for twin in twins:
            assert twin.hand == state.hand
            assert twin.history() == state.history()
            play(twin, rng)
        assert state.hand == before


@each_rules
def test_a_game_is_the_hand_of_its_cards(rules: str) -> None:
    rng = random.Random(3)
    for players in (2, 5, 8):
        game = load_game(RULES[rules], players)
        for _ in range(6):
            state, cards, actions = game.new_initial_state(), [], []
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
                    assert state.current_player() == pyspiel.PlayerId.CHANCE
                    cards.append(rng.choice(outcomes)[0])
                    assert state.action_to_string(cards[-1]).startswith("deal ")
                    state.apply_action(cards[-1])
                else:
                    actions.append(rng.choice(state.legal_actions()))
                    assert state.action_to_string(actions[-1]) in {str(a) for a in state.hand.legal_actions}
                    state.apply_action(actions[-1])
            if game.deals.rules.burn:
                continue  # the burned cards lie between those
            rest = [card for card in range(52) if card not in cards]
            hand = Hand(game.deals.rules, game.deals.stacks, deck=[*cards, *rest])
            for action in actions:
                hand.play(action)
            assert list(hand.payoffs.values()) == state.returns()


def test_observations_are_features_and_texts_of_the_view() -> None:
    game = load_game(Rules.full_tilt(), stacks={3: 900, 7: 4000})
    rng = random.Random(4)
    for nodes in range(40):
        state = game.new_initial_state()
        play(state, rng, nodes)
        for player, seat in enumerate((3, 7)):
            view = state.hand.view(seat)
            numbers = features(observe(view))
            assert np.array_equal(state.observation_tensor(player), numbers)
            assert state.observation_string(player) == str(view)
            assert str(view) in state.information_state_string(player)
            seen = make_observation(game)
            seen.set_from(state, player)
            assert np.array_equal(seen.dict["pot"], numbers[FEATURES["pot"]])
            kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
            public = make_observation(game, kind)
            assert public.string_from(state, player) == str(state.hand.view(None))


def private_only(private: Any) -> Any:
    return pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=private)


def test_private_observations_tell_what_nobody_else_knows() -> None:
    game = load_game(Rules.full_tilt(), 2)
    single, none = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    private = make_observation(game, private_only(single))
    nothing = make_observation(game, private_only(none))
    rng = random.Random(6)
    for nodes in range(0, 40, 3):
        state = game.new_initial_state()
        play(state, rng, nodes)
        for player, seat in enumerate((1, 2)):
            down = [card for card in state.hand.down_cards[seat] if card is not None]
            assert private.string_from(state, player) == " ".join(str(card) for card in down)
            private.set_from(state, player)
            told = dict(private.dict)
            assert np.flatnonzero(told.pop("down_cards")).tolist() == sorted(int(card) for card in down)
            assert not any(group.any() for group in told.values())
            nothing.set_from(state, player)
            assert (nothing.string_from(state, player), nothing.tensor.any()) == ("", False)


def test_players_with_the_same_history_have_the_same_information() -> None:
    """Two hands that differ in hidden cards alone."""
    game = load_game(Rules.full_tilt(), 2)
    one, other = game.new_initial_state(), game.new_initial_state()
    for mine, theirs in ((0, 0), (1, 5), (2, 2), (3, 9), (11, 11), (20, 20)):
        one.apply_action(mine)
        other.apply_action(theirs)
    while not one.is_terminal():
        for kind in ("information_state_string", "observation_string"):
            assert getattr(one, kind)(0) == getattr(other, kind)(0)
            assert getattr(one, kind)(1) != getattr(other, kind)(1)
        if one.is_chance_node() and one.hand.street == 7:
            break
        action = one.legal_actions()[-1 if one.is_chance_node() else 0]
        action = action if one.is_chance_node() else 1
        one.apply_action(action)
        other.apply_action(action)


def test_playthroughs_run() -> None:
    game = str(load_game(Rules.full_tilt(), 2))
    text, again = (generate_playthrough.playthrough(game, action_sequence=None, seed=5) for _ in range(2))
    assert text == again
    assert 'GameType.short_name = "python_stud8"' in text.splitlines()
    assert "IsTerminal() = True" in text.splitlines()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"preset": "x"}, "preset='x' is unknown"),
        ({"settings": "ante"}, "name:value"),
        ({"settings": "raises:x"}, "raises"),
        ({"settings": "jumps:3"}, "jumps"),
        ({"players": 9}, "two to eight"),
        ({"stacks": "1:5000"}, "two to eight"),
        ({"stacks": "9:5000;1:20"}, "9"),
        ({"stacks": "1:40;2:40"}, "nobody could ever act"),
    ],
    ids=str,
)
def test_bad_parameters_say_why(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        StudGame(parameters)


def test_other_players_cards_are_not_to_be_had() -> None:
    game = load_game(Rules.full_tilt(), 2)
    everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody)
    with pytest.raises(ValueError, match="private cards of all"):
        make_observation(game, kind)
    with pytest.raises(ValueError, match="not supported"):
        make_observation(game, params={"a": 1})
