"""What OpenSpiel's algorithms use of a game: true information-state tensors, and resampled states."""

from __future__ import annotations

import collections
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import Hand, Rake, Rules

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from stud8.adapters.openspiel import load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STAKES: dict[str, Any] = {"ante": 40, "bring_in": 50, "small_bet": 200}
RULES = {
    "full_tilt": Rules.full_tilt(),
    "declare": Rules.declare(),
    "finnish": Rules.finnish(**STAKES, raises=None, trim_antes=False),
    "wsop": Rules.wsop(**STAKES),
    "raked": Rules.full_tilt(rake=Rake(500, None, 1), low="five_ranks"),
}
each_rules = pytest.mark.parametrize("rules", RULES)
# The longest hands, and those that are soon all-in.
TABLES: tuple[list[int], ...] = ([1500] * 2, [300, 900, 2000], [150] * 5, [90] * 8)


def walk(game: Any, rng: random.Random, folds: float = 0.1) -> Iterator[Any]:
    """The states of one hand; a player seldom folds, so that hands come to the showdown."""
    state = game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        legal = state.legal_actions()
        if not state.is_chance_node() and legal[0] == 0 and rng.random() > folds:
            legal = legal[1:]
        state.apply_action(rng.choice(legal))


def samplers(seed: int) -> Callable[[], float]:
    return random.Random(seed).random


# Information states


def after(game: Any, actions: str, cards: int = 0) -> Any:
    """The same cards, and these actions; `cards` is where the deck begins."""
    state, deck, todo = game.new_initial_state(), iter(range(cards, 52)), list(map(int, actions.split(",")))
    while todo or state.is_chance_node():
        state.apply_action(next(deck) if state.is_chance_node() else todo.pop(0))
    return state


def test_the_betting_of_finished_streets_is_in_the_tensor() -> None:
    """Five actions of third street, and six, lead to the same bets on fourth."""
    game = load_game(Rules.full_tilt(), 3)
    one, other = after(game, "1,2,2,1,1"), after(game, "1,1,2,2,1,1")
    same, fresh = after(game, "1,2,2,1,1"), after(game, "1,2,2,1,1", cards=1)
    assert one.hand.street == other.hand.street == 4
    assert one.hand.contributions == other.hand.contributions
    for player in range(3):
        strings = [state.information_state_string(player) for state in (one, other, same, fresh)]
        tensors = [state.information_state_tensor(player) for state in (one, other, same, fresh)]
        assert (strings[0] == strings[2], tensors[0] == tensors[2]) == (True, True)
        for n in (1, 3):
            assert (strings[0] == strings[n], tensors[0] == tensors[n]) == (False, False)


def test_the_game_type_provides_what_the_game_gives() -> None:
    game = load_game(Rules.full_tilt(), 2)
    kind = game.get_type()
    assert kind.provides_information_state_tensor
    assert kind.provides_factored_observation_string
    assert pyspiel.load_game("python_stud8").get_type().provides_information_state_tensor
    state = game.new_initial_state()
    sizes = [game.information_state_tensor_size(), *game.information_state_tensor_shape()]
    assert set(sizes) == {len(state.information_state_tensor(0))}


@each_rules
def test_tensors_are_equal_exactly_where_the_strings_are(rules: str) -> None:
    """Over all nodes of many hands, those of chance too, from few decks so that much is equal."""
    pairs = 0
    for stacks in TABLES:
        game = load_game(RULES[rules], stacks=stacks)
        found: dict[str, bytes] = {}
        back: dict[bytes, str] = {}
        for seed in range(10):
            rng, deck = random.Random(seed), random.Random(seed % 2)
            for state in walk(game, rng):
                players = range(len(stacks)) if seed < 3 or not state.is_chance_node() else range(0)
                for player in players:
                    text = state.information_state_string(player)
                    tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                    pairs += text in found
                    assert found.setdefault(text, tensor) == tensor
                    assert back.setdefault(tensor, text) == text
                while state.is_chance_node():
                    state.apply_action(deck.choice(state.legal_actions()))
    assert pairs > 50


def test_players_with_other_hidden_cards_or_declarations_have_the_same_tensor() -> None:
    game = load_game(Rules.declare(), 3)
    state = game.new_initial_state()
    rng = random.Random(5)
    while state.is_chance_node() or state.hand.stage != "declaring":
        state.apply_action(rng.choice(state.legal_actions()) if state.is_chance_node() else 1)
    for player in range(3):
        seen = {
            (child.information_state_string(player), tuple(child.information_state_tensor(player)))
            for child in (state.child(action) for action in (5, 6, 7))
        }
        assert len(seen) == (3 if player == 0 else 1), (
            "a player knows what it has declared, and no other does"
        )
        observed = {state.child(action).observation_string(player) for action in (5, 6, 7)}
        assert len(observed) == 1


def test_the_groups_of_the_tensor_are_what_they_say() -> None:
    game = load_game(Rules.full_tilt(), stacks={2: 2000, 5: 3000, 7: 4000})
    seen = make_observation(game, INFO_STATE_OBS_TYPE)
    state = after(game, "1,1,2,1,1")
    for player, seat in enumerate(state.hand.seats):
        seen.set_from(state, player)
        assert seen.tensor.tolist() == state.information_state_tensor(player)
        order = [(player + n) % 3 for n in range(3)]
        assert np.flatnonzero(seen.dict["player"]).tolist() == [player]
        cards = seen.dict["dealt_cards"].argmax(axis=2)
        assert cards.shape == (3, 7)
        down = [int(card) for card in state.hand.down_cards[seat]]
        assert cards[0, :2].tolist() == down
        assert cards[1:, :2].tolist() == [[52, 52]] * 2
        for n, other in enumerate(order):
            up = [int(card) for card in state.hand.up_cards[state.hand.seats[other]]]
            assert cards[n, 2 : 2 + len(up)].tolist() == up
        acted = collections.Counter(other for street, other, _ in done(state) if street == 3)
        betting = seen.dict["betting"]
        for n, other in enumerate(order):
            assert betting[0, n].sum() == acted[other]
        assert not betting[1:].any()
        told = [(other, action) for street, other, action in done(state) if street == 3]
        for n, other in enumerate(order):
            mine = [action for who, action in told if who == other]
            assert betting[0, n].argmax(axis=1)[: len(mine)].tolist() == mine


def done(state: Any) -> list[tuple[int, int, int]]:
    """The street, player and id of each action, from OpenSpiel's own history."""
    twin, found = state.get_game().new_initial_state(), []
    for action in state.history():
        if not twin.is_chance_node():
            found.append((twin.hand.street, twin.current_player(), action))
        twin.apply_action(action)
    return found


def test_a_tensor_of_billions_of_numbers_is_not_promised() -> None:
    game = load_game(Rules(ante=1, bring_in=1, small_bet=2, raises=None), stacks=[2**40] * 2)
    assert not game.get_type().provides_information_state_tensor
    state = game.new_initial_state()
    with pytest.raises(ValueError, match=r"information_state_tensor would have [\d,]+ numbers"):
        state.information_state_tensor(0)
    assert state.information_state_string(0)
    assert len(state.observation_tensor(0)) == 588


def test_public_and_private_information_states_leave_the_rest_out() -> None:
    game = load_game(Rules.full_tilt(), 2)
    single, none = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    private, public, nothing = (
        make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=True, public_info=all_, private_info=who)
        )
        for all_, who in ((False, single), (True, none), (False, none))
    )
    for state in walk(game, random.Random(3)):
        rails = []
        for player, seat in enumerate(state.hand.seats):
            for seen in (private, public, nothing):
                seen.set_from(state, player)
            down = [int(card) for card in state.hand.down_cards[seat]]
            mine = private.dict["dealt_cards"]
            assert mine.argmax(axis=2)[0, [0, 1, 6]][: len(down)].tolist() == down
            assert (mine.sum(), private.tensor.sum()) == (len(down), 2 * len(down))
            assert not nothing.tensor.any()
            assert nothing.string_from(state, player) == ""
            rails.append((public.tensor.tobytes(), public.string_from(state, player)))
        assert rails[0] == rails[1]


# Resampling


@each_rules
def test_resampled_states_have_the_same_information(rules: str) -> None:
    """As OpenSpiel's own `ResampleInfostateTest` asks, at every node."""
    for stacks in TABLES:
        game = load_game(RULES[rules], stacks=stacks)
        sampler = samplers(7)
        for seed in range(4):
            for state in walk(game, random.Random(seed)):
                if state.is_chance_node() and seed:
                    continue
                for player in range(len(stacks)):
                    before = (state.history(), state.hand.copy())
                    other = state.resample_from_infostate(player, sampler)
                    assert other.information_state_string(player) == state.information_state_string(player)
                    assert other.information_state_tensor(player) == state.information_state_tensor(player)
                    assert other.current_player() == state.current_player()
                    assert other.legal_actions() == state.legal_actions() or state.is_chance_node()
                    assert (state.history(), state.hand) == before
                    again = game.new_initial_state()
                    for action in other.history():
                        assert action in again.legal_actions()
                        again.apply_action(action)
                    assert (again.hand, again.unseen) == (other.hand, other.unseen)


def test_hidden_cards_are_resampled_uniformly() -> None:
    game = load_game(Rules.full_tilt(), 2)
    state = after(game, "1,2")
    sampler = samplers(1)
    seat = state.hand.seats[1]
    counts: collections.Counter[int] = collections.Counter()
    pairs, trials = set(), 3000
    for _ in range(trials):
        other = state.resample_from_infostate(0, sampler)
        down = tuple(map(int, other.hand.down_cards[seat]))
        pairs.add(down)
        counts.update(down)
    seen = {int(card) for card in state.hand.down_cards[1]}
    seen |= {int(cards[0]) for cards in state.hand.up_cards.values()}
    assert set(counts) == set(range(52)) - seen
    expected = 2 * trials / 48
    chi2 = sum((count - expected) ** 2 / expected for count in counts.values())
    # 47 degrees of freedom; beyond 90 lies one in 10,000, and the seed is fixed.
    assert chi2 < 90
    assert len(pairs) > 0.6 * 48 * 47


def test_hidden_declarations_are_resampled_and_own_ones_are_kept() -> None:
    game = load_game(Rules.declare(), 3)
    state = game.new_initial_state()
    rng = random.Random(5)
    while state.is_chance_node() or state.hand.stage != "declaring":
        state.apply_action(rng.choice(state.legal_actions()) if state.is_chance_node() else 1)
    state.apply_action(6)
    state.apply_action(5)
    sampler = samplers(2)
    for player, mine in ((0, {(6, id_) for id_ in (5, 6, 7)}), (1, {(id_, 5) for id_ in (5, 6, 7)})):
        told = collections.Counter(
            tuple(state.resample_from_infostate(player, sampler).history()[-2:]) for _ in range(300)
        )
        assert set(told) == mine
        assert min(told.values()) > 60
    both = collections.Counter(
        tuple(state.resample_from_infostate(2, sampler).history()[-2:]) for _ in range(900)
    )
    assert len(both) == 9
    assert min(both.values()) > 60


def test_who_mucked_was_allowed_to() -> None:
    """At the end of a hand the cards of who mucked are such that they could be mucked, and can be others."""
    game = load_game(Rules.full_tilt(), stacks=[60, 70, 80, 80])
    sampler, mucks, others = samplers(3), 0, 0
    for seed in range(40):
        *_, state = walk(game, random.Random(seed), folds=0)
        mucked = [event.to_dict()["seat"] for event in state.hand.events if event.kind == "muck"]
        viewer = next(seat for seat in state.hand.seats if seat not in mucked)
        player = state.hand.seats.index(viewer)
        for _ in range(4 if mucked else 0):
            other = state.resample_from_infostate(player, sampler)
            assert [e.to_dict()["seat"] for e in other.hand.events if e.kind == "muck"] == mucked
            assert other.hand.view(viewer) == state.hand.view(viewer)
            assert other.returns() == state.returns()
            mucks += 1
            others += other.hand != state.hand
    assert mucks > 40
    assert others > 0.9 * mucks


def test_the_same_sampler_gives_the_same_states_and_pyspiels_will_do() -> None:
    game = load_game(Rules.full_tilt(), 3)
    state = after(game, "1,1")
    one, other = (
        state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)) for _ in "ab"
    )
    assert one.history() == other.history()
    assert one.history() != state.resample_from_infostate(0, samplers(1)).history()
    for player in (-1, 3):
        with pytest.raises(ValueError, match=f"player={player}"):
            state.resample_from_infostate(player, samplers(1))
    with pytest.raises(ValueError, match=r"sampler\(\) gave 1.5"):
        state.resample_from_infostate(0, lambda: 1.5)


# What else a state owes


def test_only_chance_has_chance_outcomes() -> None:
    game = load_game(Rules.full_tilt(), 2)
    for state in walk(game, random.Random(1)):
        if state.is_chance_node():
            assert len(state.chance_outcomes()) == len(state.legal_actions())
        else:
            with pytest.raises(stud8.NotDealingError, match="no card is awaited"):
                state.chance_outcomes()


@each_rules
def test_masks_names_and_rewards_agree_with_the_legal_actions(rules: str) -> None:
    game = load_game(RULES[rules], stacks=[900, 1500, 700])
    for seed in range(5):
        for state in walk(game, random.Random(seed)):
            assert state.rewards() == state.returns()
            assert state.is_terminal() or not any(state.returns())
            if state.is_terminal():
                assert game.min_utility() <= min(state.returns())
                assert max(state.returns()) <= game.max_utility()
                break
            legal = state.legal_actions()
            names = [state.action_to_string(action) for action in legal]
            assert [state.string_to_action(name) for name in names] == legal
            if state.is_chance_node():
                continue
            for player in range(3):
                mask = np.flatnonzero(state.legal_actions_mask(player)).tolist()
                assert mask == (legal if player == state.current_player() else [])


def test_what_is_refused_changes_nothing() -> None:
    game = load_game(Rules.full_tilt(), 2)
    state = after(game, "1")
    before = (state.hand.copy(), state.history(), state.unseen)
    with pytest.raises(stud8.StudError):
        state.apply_action(4)
    state.apply_action(2)
    state.apply_action(1)
    assert state.is_chance_node()
    middle = (state.hand.copy(), state.history(), state.unseen)
    for card in (state.history()[0], 52, 99):
        with pytest.raises(stud8.StudError):
            state.apply_action(card)
        assert (state.hand, state.history(), state.unseen) == middle
    assert before != middle


# Algorithms

SMALL: dict[str, Any] = {"ante": 60, "bring_in": 20, "small_bet": 40, "big_bet": 40, "raises": 1}


def small(**more: Any) -> Any:
    return load_game(Rules.full_tilt(**SMALL, **more), stacks=[180] * 2)


@pytest.mark.parametrize(
    "game", [small(), load_game(Rules.declare(**SMALL), stacks=[180] * 3)], ids=["two", "declare"]
)
def test_is_mcts_plays(game: Any) -> None:
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        ismcts.ISMCTSBot(game, evaluator, 100.0, 8, random_state=rng, max_world_samples=samples)
        for samples in (-1, 3, -1)
    ]
    decisions = 0
    for seed in range(2):
        state, chance = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
        assert sum(state.returns()) == 0
    assert decisions > 4


@pytest.mark.parametrize(
    "solver",
    [external_sampling_mccfr.ExternalSamplingSolver, outcome_sampling_mccfr.OutcomeSamplingSolver],
    ids=["external", "outcome"],
)
def test_mccfr_iterates(solver: Any) -> None:
    np.random.seed(1)  # noqa: NPY002 - what OpenSpiel draws from
    game = small()
    found = solver(game)
    for _ in range(2):
        found.iteration()
    policy = found.average_policy()
    for seed in range(3):
        for state in walk(game, random.Random(seed)):
            if state.is_terminal() or state.is_chance_node():
                continue
            chances = policy.action_probabilities(state)
            assert set(chances) <= set(state.legal_actions())
            assert sum(chances.values()) == pytest.approx(1)


def test_the_learning_environment_uses_information_states() -> None:
    game = small()
    learning = rl_environment.Environment(game)
    assert not learning.use_observation
    learning.seed(1)
    step = learning.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == game.information_state_tensor_size()
        step = learning.step([step.observations["legal_actions"][player][-1]])
    assert sum(step.rewards) == 0


def test_hands_dealt_by_hand_are_the_games_of_their_history() -> None:
    """A resampled state is no copy of the true one: its hand was dealt anew."""
    game = load_game(Rules.full_tilt(), 2)
    state = after(game, "1,2,1")
    other = state.resample_from_infostate(1, samplers(9))
    hand = Hand(game.deals.rules, game.deals.stacks, dealt_by_hand=True)
    for action in other.history():
        if hand.next_card is None:
            hand.play(action)
        else:
            hand.deal(action)
    assert other.hand == hand
