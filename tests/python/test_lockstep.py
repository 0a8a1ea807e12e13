# ruff: noqa: D102 - the rules of the state machine are named as laws are
"""The native engine and the reference, one step at a time, everything compared after each.

A Hypothesis state machine looks for hands in which they part; `verify` plays random ones. That
both would find a fault is tested with planted ones.
"""

from __future__ import annotations

import doctest
import importlib
import json
import pickle
import sys
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("hypothesis", reason="hypothesis isn't installed: pip install stud8[test]")

import stud8
import stud8.testing
from engines import state
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from stud8 import Hand, Rules, reference
from stud8._internal.verifying import twins as comparison
from stud8._internal.verifying.twins import DECK, KINDS, Case, Twins
from stud8.testing import cards, check_invariants, decks, hands, rules, stacks

if TYPE_CHECKING:
    from collections.abc import Callable

MACHINE = settings(
    max_examples=max(800, settings.default.max_examples if settings.default else 0),
    stateful_step_count=40,
)
CASES = 1500
SEATS = range(1, 9)
NONSENSE = ("jump", "", "Fold", "all_in", -1, 8, 2**70, True, None, 1.5, b"fold")
NO_CARDS = ("1x", "", "A", "AsKd", "10", "as2")


class Lockstep(RuleBasedStateMachine):
    """A hand in both engines, and copies that were left behind."""

    twins: Twins
    left: list[tuple[Twins, list[dict[str, Any]]]]
    steps = 0

    @initialize(house=rules(), by_hand=st.integers(0, 3).map(lambda n: n == 1), data=st.data())
    def begin(self, house: Rules, by_hand: bool, data: st.DataObject) -> None:  # noqa: FBT001 - drawn
        deck = DECK if by_hand else tuple(str(card) for card in data.draw(decks(), "deck"))
        case = Case(house.to_dict(), data.draw(stacks(house), "stacks"), deck, (), by_hand)
        self.twins = Twins(case)
        self.left = []

    def acting(self) -> bool:
        return self.twins.native.actor is not None

    def dealing(self) -> bool:
        return self.twins.native.next_card is not None

    def going_on(self) -> bool:
        return not self.twins.native.is_over

    # What goes on

    @precondition(acting)
    @rule(choice=st.integers(0, 5), way=st.integers(0, 2))
    def play(self, choice: int, way: int) -> None:
        """Any legal action, by kind, by number or as (kind, amount)."""
        legal = list(self.twins.native.legal_actions)
        action = legal[choice % len(legal)]
        self.twins.play((action.kind, action.id, (action.kind, action.amount))[way])

    @precondition(going_on)
    @rule(times=st.integers(1, 20), random=st.randoms(use_true_random=False))
    def check_or_call(self, times: int, random: Random) -> None:
        """The passive action a few times, cards in between, so that later streets are reached."""
        for _ in range(times):
            hand = self.twins.native
            if self.dealing():
                self.twins.deal(random.choice(self.unseen()))
            elif self.acting():
                kinds = [action.kind for action in hand.legal_actions]
                self.twins.play(next((k for k in kinds if k in ("check", "call", "bring_in")), kinds[-1]))
            self.twins.compare(hand.actor)

    @precondition(acting)
    @rule(times=st.integers(1, 5))
    def bet_or_raise(self, times: int) -> None:
        """Wagers as long as they are legal."""
        for _ in range(times):
            if 2 not in self.twins.native.legal_actions:
                return
            self.twins.play(2)
            self.twins.compare(self.twins.native.actor)

    @precondition(acting)
    @rule()
    def time_out(self) -> None:
        self.twins.play(self.twins.native.default_action.kind)

    @precondition(dealing)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        """The awaited card, known or not."""
        self.twins.deal(data.draw(st.sampled_from((None, "??", *self.unseen())), "card"))

    @precondition(dealing)
    @rule(random=st.randoms(use_true_random=False), unknown=st.sampled_from((0.0, 0.0, 0.2)))
    def deal_all(self, random: Random, unknown: float) -> None:
        """All cards up to the next decision."""
        while self.dealing():
            self.twins.deal(None if random.random() < unknown else random.choice(self.unseen()))
            self.twins.compare(None)

    def unseen(self) -> list[str]:
        hand = self.twins.reference
        return [card for card in DECK if card not in hand._seen]

    # What is refused, unless it happens to be legal

    @rule(kind=st.sampled_from(KINDS), amount=st.none() | st.integers(0, 200))
    def play_with_some_amount(self, kind: str, amount: int | None) -> None:
        self.twins.play((kind, amount))

    @precondition(acting)
    @rule(choice=st.integers(0, 5), by=st.sampled_from((-5, -1, 1, 5)))
    def play_with_another_amount(self, choice: int, by: int) -> None:
        legal = list(self.twins.native.legal_actions)
        action = legal[choice % len(legal)]
        self.twins.play((action.kind, None if action.amount is None else max(0, action.amount + by)))

    @rule(action=st.sampled_from((*KINDS, *range(8))))
    def play_any_kind(self, action: str | int) -> None:
        self.twins.play(action)

    @rule(nonsense=st.sampled_from(NONSENSE))
    def play_nonsense(self, nonsense: object) -> None:
        self.twins.play(nonsense)

    @rule(seat=st.integers(0, 9), choice=st.integers(0, 5))
    def play_as_a_seat(self, seat: int, choice: int) -> None:
        """Out of turn, unless unknown cards let the record be believed [rules 3.15]."""
        kinds = [action.kind for action in self.twins.native.legal_actions] or ["fold"]
        self.twins.play(kinds[choice % len(kinds)], seat=seat)

    @rule(data=st.data())
    def deal_something(self, data: st.DataObject) -> None:
        """No card, or one that is out already, or one that isn't awaited."""
        seen = sorted(set(DECK) - set(self.unseen()))
        self.twins.deal(data.draw(st.sampled_from((*seen, *NO_CARDS, "As", None)), "card"))

    @rule()
    def ask_for_payoffs(self) -> None:
        twins = self.twins
        twins.same(
            "the payoffs", *(comparison._outcome(partial(getattr, hand, "payoffs")) for hand in both(twins))
        )

    @rule(seat=st.integers(-1, 9))
    def ask_for_any_view(self, seat: int) -> None:
        if seat in self.twins.case.stacks:
            self.twins.compare(seat)
        else:
            views = [comparison._outcome(partial(hand.view, seat)) for hand in both(self.twins)]
            self.twins.same("the view of nobody", *views)
            assert views[0] == "error invalid_seats"

    # Copies and records

    @rule()
    def go_on_with_copies(self) -> None:
        """The hands left behind must stay as they are."""
        self.left.append((self.twins, [state(hand) for hand in both(self.twins)]))
        self.twins = self.twins.copied()

    @rule(way=st.integers(0, 2))
    def go_on_with_a_record_read_back(self, way: int) -> None:
        hand = self.twins.native
        ways: list[Callable[[], Hand]] = [
            lambda: Hand.from_dict(hand.to_dict()),
            lambda: Hand.from_dict(json.loads(json.dumps(hand.to_dict()))),
            lambda: pickle.loads(pickle.dumps(hand)),  # noqa: S301 - our own
        ]
        self.twins.native = ways[way]()
        assert self.twins.native == hand

    # What always holds

    @invariant()
    def the_engines_agree(self) -> None:
        viewers = (None, *self.twins.case.stacks)
        self.steps += 1
        self.twins.compare(viewers[self.steps % len(viewers)])
        self.twins.compare_cards()

    def teardown(self) -> None:
        if not hasattr(self, "twins"):
            return
        for viewer in (None, *self.twins.case.stacks):
            self.twins.compare(viewer)
        for twins, before in self.left:
            assert [state(hand) for hand in both(twins)] == before
        check_invariants(self.twins.native)


def both(twins: Twins) -> tuple[Any, Any]:
    return twins.native, twins.reference


TestLockstep = Lockstep.TestCase
TestLockstep.settings = MACHINE


def case_of(number: int) -> tuple[Case, Random]:
    random = Random(number)
    return comparison.random_case(random), random


@pytest.mark.parametrize("block", range(3))
def test_the_engines_agree_on_random_hands(block: int) -> None:
    for number in range(block * CASES // 3, (block + 1) * CASES // 3):
        case, tamper = case_of(number)
        difference = comparison.run(case, tamper)
        assert difference is None, f"case_of({number}): {difference}"


def test_a_case_is_written_and_read_back() -> None:
    for number in range(50):
        case, _ = case_of(number)
        assert Case.from_dict(json.loads(json.dumps(case.to_dict()))) == case


# Planted faults


def odd_unit_goes_low(plant: pytest.MonkeyPatch) -> None:
    """The half rounded up is the low half (against [C50])."""
    right = reference.divide

    def wrong(amount: int, unit: int, high: list[int], low: list[int]) -> list[reference.Payment]:
        payments = right(amount, unit, high, low)
        if [payment.part for payment in payments] == ["high", "low"] and payments[0].chips > payments[
            1
        ].chips:
            (part, seat, chips), (other, winner, fewer) = payments
            return [reference.Payment(part, seat, fewer), reference.Payment(other, winner, chips)]
        return payments

    plant.setattr("stud8.reference.hand.divide", wrong)


def short_wagers_count(plant: pytest.MonkeyPatch) -> None:
    """Every all-in reopens the betting (against [rules 3.5])."""

    def wrong(self: Any, seat: int, amount: int) -> None:
        self.current_bet = self.full = amount
        self.wagers += 1
        self.acted = {seat}

    plant.setattr("stud8.reference.betting.BettingRound._wager", wrong)


def pots_of_folded_players(plant: pytest.MonkeyPatch) -> None:
    """A folded player's total is a level too (against [rules 3.9])."""

    def wrong(totals: dict[int, int], seats_in: list[int], first_pot: int = 0) -> list[reference.Pot]:
        pots, below = [], 0
        for level in sorted(set(totals.values())):
            amount = sum(max(min(total, level) - below, 0) for total in totals.values())
            seats = tuple(seat for seat in seats_in if totals[seat] >= level)
            if amount + first_pot:
                pots.append(reference.Pot(amount + first_pot, seats))
            below, first_pot = level, 0
        return pots

    plant.setattr("stud8.reference.chips.make_pots", wrong)


def a_view_tells_too_much(plant: pytest.MonkeyPatch) -> None:
    """Everybody sees the first down card of seat 1 (against [C08])."""
    right = reference.view_of

    def wrong(hand: Any, viewer: int | None) -> dict[str, Any]:
        view = right(hand, viewer)
        down = view["down_cards"]
        assert isinstance(down, dict)
        if 1 in hand.seats and down["1"]:
            down["1"][0] = hand.down_cards[1][0]
        return view

    plant.setattr("stud8.reference.hand.view_of", wrong)


FAULTS = (odd_unit_goes_low, short_wagers_count, pots_of_folded_players, a_view_tells_too_much)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found_and_made_small(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None]
) -> None:
    with monkeypatch.context() as plant:
        fault(plant)
        found = next(
            difference
            for number in range(1000)
            if (difference := comparison.run(case_of(number)[0])) is not None
        )
        small = comparison.shrink(found)
        again = comparison.run(small.case)
        assert again is not None
        assert (again.step, again.what) == (small.step, small.what)
        assert len(small.case.stacks) <= min(len(found.case.stacks), 4)
        assert len(small.case.choices) <= len(found.case.choices)
        needed = {name for name, value in comparison.DEFAULTS.items() if small.case.settings[name] != value}
        assert len(needed - {"ante", "bring_in", "small_bet", "big_bet", "unit"}) <= 1
        assert json.dumps(small.record) in str(small)
    assert comparison.run(small.case) is None
    assert comparison.run(found.case) is None


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_the_state_machine_finds_a_planted_fault(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None]
) -> None:
    fault(monkeypatch)
    quick = settings(MACHINE, max_examples=1000, phases=[Phase.generate], report_multiple_bugs=False)
    with pytest.raises(comparison._Differ):
        run_state_machine_as_test(Lockstep, settings=quick)


# The testing module


@settings(max_examples=150)
@given(hands())
def test_the_laws_hold_in_every_hand(hand: Hand) -> None:
    check_invariants(hand)


@settings(max_examples=100)
@given(hands(dealt_by_hand=True))
def test_the_laws_hold_in_every_hand_dealt_by_hand(hand: Hand) -> None:
    check_invariants(hand)


@given(cards(), decks())
def test_decks_hold_every_card_once(card: stud8.Card, deck: list[stud8.Card]) -> None:
    assert len(deck) == 52
    assert deck.count(card) == 1


@given(
    st.data(),
    st.fixed_dictionaries(
        {},
        optional={
            "bring_in": st.integers(1, 10),
            "big_bet": st.integers(40, 50),
            "low": st.sampled_from(("any", "eight_or_better")),
            "raises": st.none() | st.integers(0, 9),
        },
    ),
)
def test_rules_are_as_fixed_and_stacks_fit_them(data: st.DataObject, fixed: dict[str, Any]) -> None:
    house = data.draw(rules(**fixed))
    assert {name: house.to_dict()[name] for name in fixed} == fixed
    assert all(chips % house.unit == 0 for chips in data.draw(stacks(house)).values())
    assert len(data.draw(stacks(house, players=3))) == 3


def test_the_laws_notice_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(Rules.full_tilt(), [2000] * 3, deck=list(DECK))
    check_invariants(hand)

    class Wrong:
        """A hand with a chip too many."""

        def __getattr__(self, name: str) -> Any:
            stacks = {**hand.stacks, 1: hand.stacks[1] + 1}
            return stacks if name == "stacks" else getattr(hand, name)

    monkeypatch.setattr(Wrong, "copy", lambda self: self, raising=False)
    with pytest.raises(AssertionError):
        check_invariants(Wrong())  # type: ignore[arg-type]


def test_without_hypothesis_the_testing_module_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "stud8.testing")
    with pytest.raises(ImportError, match=r"pip install 'stud8\[test\]'"):
        importlib.import_module("stud8.testing")


def test_the_examples_of_the_testing_module_run() -> None:
    assert doctest.testmod(stud8.testing).attempted > 0
    assert doctest.testmod(stud8.testing).failed == 0
