"""Nothing leaks: two deals that differ only in cards that a seat can't see look alike to it, bytes and all.

In every interface, until the cards are shown. `Tables` and the Gymnasium environment deal from seeds alone,
so there are no such pairs of them; their rows are those of views, byte for byte (`test_tables`,
`test_gymnasium`).
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
import stud8
from stud8 import Hand, Rules, features, observe
from stud8.adapters.hands import Deals

STAKES: dict[str, Any] = {"ante": 40, "bring_in": 50, "small_bet": 200}
RULES = (
    Rules.full_tilt(),
    Rules.declare(),
    Rules.finnish(**STAKES, raises=None),
    Rules.wsop(**STAKES, ask_muck=True),
    Rules.hungarian(),
)
Look = Callable[[Hand, int], Any]


@dataclass(frozen=True)
class Pair:
    """Two decks, what is done with both, and the seat to which they look alike."""

    rules: Rules
    stacks: dict[int, int]
    viewer: int
    decks: tuple[list[int], list[int]]
    actions: list[int]

    def hands(self) -> tuple[Hand, Hand]:
        """Both before the first action."""
        one, other = (Hand(self.rules, self.stacks, deck=deck) for deck in self.decks)
        return one, other

    def last_in(self) -> tuple[int, ...]:
        """Who doesn't fold."""
        hand, _ = self.hands()
        for action in self.actions:
            hand.play(action)
        return hand.seats_in


def is_shown(hand: Hand) -> bool:
    """Whether the showdown has begun: from then on what happens depends on hidden cards."""
    return any(event.kind in {"show", "muck", "declare"} for event in hand.events) or hand.stage == "showing"


def pairs(count: int, *, passive: bool = True, folded: bool = False) -> Iterator[Pair]:
    """Random hands, and each again with the hidden cards exchanged among themselves and with unused ones.

    With ``folded`` only the cards of those who fold are hidden ones: nobody ever sees them.
    """
    rng = random.Random(4)
    for number in range(count):
        seats = rng.sample(range(1, 9), rng.randint(2, 8))
        stacks = {seat: rng.choice((60, 700, 3000, 40000)) for seat in sorted(seats)}
        deck = rng.sample(range(52), 52)
        hand = Hand(RULES[number % len(RULES)], stacks, deck=deck)
        actions: list[int] = []
        while hand.actor is not None:
            ids = [action.id for action in hand.legal_actions]
            calls = passive and number % 2 and 1 in ids and rng.random() < 0.8
            actions.append(1 if calls else rng.choice(ids))
            hand.play(actions[-1])
        viewer = rng.choice(hand.seats)
        used = sum(event.kind in {"deal", "burn", "common"} for event in hand.events)
        others = [seat for seat in hand.seats if seat != viewer and not (folded and seat in hand.seats_in)]
        down = [card for seat in others for card in hand.down_cards[seat]]
        places = [*(deck.index(int(card)) for card in down if card is not None), *range(used, 52)]
        cards = rng.sample([deck[place] for place in places], len(places))
        twin = deck.copy()
        for place, card in zip(places, cards, strict=True):
            twin[place] = card
        yield Pair(hand.rules, stacks, viewer, (deck, twin), actions)


PAIRS = list(pairs(240))
FOLDED = [pair for pair in pairs(240, folded=True) if pair.decks[0] != pair.decks[1]]


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(stud8.StudError) as caught:
        call()
    return f"{type(caught.value)} {caught.value}"


LOOKS: dict[str, Look] = {
    "repr": lambda hand, seat: repr(hand.view(seat)),
    "str": lambda hand, seat: str(hand.view(seat)),
    "picture": lambda hand, seat: hand.view(seat)._repr_svg_(),
    "page": lambda hand, seat: hand.view(seat)._repr_html_(),
    "picture of the hand": lambda hand, _: hand._repr_svg_(),
    "record": lambda hand, seat: json.dumps(hand.view(seat).to_dict()),
    "pickle": lambda hand, seat: pickle.dumps(hand.view(seat)),
    "observation": lambda hand, seat: observe(hand.view(seat)).tobytes(),
    "features": lambda hand, seat: features(observe(hand.view(seat))).tobytes(),
    "error of an action": lambda hand, _: refusal(lambda: hand.play(7 if 7 not in ids(hand) else 0)),
    "error of a word": lambda hand, _: refusal(lambda: hand.play("jump")),  # type: ignore[arg-type]
    "error of a seat": lambda hand, _: refusal(lambda: hand.view(9)),
    "error of a card": lambda hand, _: refusal(lambda: hand.deal("As")),
    "legal actions": lambda hand, _: repr(hand.legal_actions),
}


def ids(hand: Hand) -> list[int]:
    return [action.id for action in hand.legal_actions]


def test_the_pairs_differ_and_end_in_all_ways() -> None:
    ends = [pair.hands()[0] for pair in PAIRS]
    for pair, hand in zip(PAIRS, ends, strict=True):
        assert pair.decks[0] != pair.decks[1]
        for action in pair.actions:
            hand.play(action)
    assert sum(is_shown(hand) for hand in ends) > 30
    assert sum(not is_shown(hand) for hand in ends) > 30


@pytest.mark.parametrize("look", LOOKS)
def test_a_seat_cannot_tell_hidden_cards(look: str) -> None:
    for pair in PAIRS:
        one, other = pair.hands()
        for action in (*pair.actions, None):
            if is_shown(one):
                break
            assert LOOKS[look](one, pair.viewer) == LOOKS[look](other, pair.viewer), pair
            if action is not None:
                one.play(action)
                other.play(action)
        else:
            assert one.is_over
            assert one.payoffs == other.payoffs
            assert one.view(None).to_dict() == other.view(None).to_dict()


@pytest.mark.parametrize("look", LOOKS)
def test_nobody_can_ever_tell_folded_cards(look: str) -> None:
    """To the end of the hand: what is shown is alike, and what was folded never is."""
    shown = 0
    for pair in FOLDED:
        one, other = pair.hands()
        viewers = {pair.viewer, *pair.last_in()}
        for action in (*pair.actions, None):
            for seat in viewers:
                assert LOOKS[look](one, seat) == LOOKS[look](other, seat), pair
            if action is not None:
                one.play(action)
                other.play(action)
        assert one.payoffs == other.payoffs
        assert one.view(None).to_dict() == other.view(None).to_dict()
        shown += is_shown(one)
    assert shown > 20


@pytest.mark.parametrize("look", LOOKS)
def test_nobody_can_tell_what_others_declare(look: str) -> None:
    """Everybody declares at once: until the last has, nobody knows what the others have declared."""
    rng = random.Random(8)
    compared = 0
    for seed in range(40):
        one = Hand(Rules.declare(), [40000] * rng.randint(2, 6), seed=seed)
        while one.stage == "betting":
            one.play(1)
        other, declared = one.copy(), set()
        while one.stage == "declaring":
            declared.add(one.actor)
            one.play(rng.choice((5, 6, 7)))
            other.play(rng.choice((5, 6, 7)))
            if one.stage != "declaring":
                break
            for seat in set(one.seats) - declared:
                assert LOOKS[look](one, seat) == LOOKS[look](other, seat)
                compared += 1
            assert one.view(None).to_dict() == other.view(None).to_dict()
    assert compared > 80


def test_a_look_that_leaks_is_found() -> None:
    """The test of the test: what tells all cards does differ."""
    for some in (PAIRS, FOLDED):
        differences = 0
        for pair in some:
            one, other = pair.hands()
            differences += one.to_dict() != other.to_dict()
        assert differences == len(some)


def test_a_pettingzoo_agent_cannot_tell_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from stud8.adapters.pettingzoo import env, parallel_env  # noqa: PLC0415 - it may be missing

    for pair in PAIRS:
        if pair.rules.ask_muck or any(chips <= 40 for chips in pair.stacks.values()):
            continue
        tables, parallels = [], []
        for hand in pair.hands():
            monkeypatch.setattr(Deals, "next", lambda _, hand=hand: hand.copy())
            tables.append(env(pair.rules, stacks=pair.stacks, render_mode="ansi"))
            parallels.append(parallel_env(pair.rules, stacks=pair.stacks))
            tables[-1].reset()
            parallels[-1].reset()
        agent = f"player_{list(pair.stacks).index(pair.viewer)}"
        for action in pair.actions:
            looks = []
            for table in tables:
                seen = table.observe(agent)
                looks.append(
                    (
                        {name: array.tobytes() for name, array in seen.items()},
                        table.infos,
                        table.rewards,
                        table.terminations,
                        table.agent_selection,
                        table.render(),
                        str(table),
                        refusal(partial(table.step, 9)),
                    )
                )
            assert looks[0] == looks[1]
            for table in tables:
                table.step(action)
            if is_shown(tables[0]._table()):
                break
            steps = [parallel.step(dict.fromkeys(parallel.agents, action)) for parallel in parallels]
            one, other = (
                (
                    {name: array.tobytes() for name, array in seen[agent].items()},
                    rewards,
                    terminated,
                    truncated,
                    infos,
                )
                for seen, rewards, terminated, truncated, infos in steps
            )
            assert one == other


def test_an_openspiel_player_cannot_tell_hidden_cards() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from stud8.adapters.openspiel import load_game  # noqa: PLC0415 - it may be missing

    for pair in PAIRS:
        if pair.rules.ask_muck or pair.rules.burn:
            continue
        game = load_game(pair.rules, stacks=pair.stacks)
        states, decks = [game.new_initial_state() for _ in range(2)], [iter(deck) for deck in pair.decks]
        player = list(pair.stacks).index(pair.viewer)
        actions = iter(pair.actions)
        while True:
            if states[0].is_chance_node():
                for state, deck in zip(states, decks, strict=True):
                    state.apply_action(next(deck))
            elif (action := next(actions, None)) is not None:
                for state in states:
                    state.apply_action(action)
            if is_shown(states[0].hand):
                break
            looks = [
                (
                    state.information_state_string(player),
                    state.information_state_tensor(player),
                    state.observation_string(player),
                    state.observation_tensor(player),
                    [] if state.is_chance_node() else state.legal_actions(),
                    state.current_player(),
                    state.returns(),
                )
                for state in states
            ]
            assert looks[0] == looks[1]
            if states[0].is_terminal():
                break
