"""One hand played by both engines, one step at a time, everything compared after each step.

A `Case` says all that a hand needs: rules, stacks, cards and choices. `run` plays it in the native
engine and in the reference and returns the first `Difference`, or None.
"""

from __future__ import annotations

import json
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from stud8 import reference
from stud8._native import Action, Hand, Rules
from stud8.errors import StudError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
KINDS = tuple(reference.ACTION_IDS)
DEFAULTS: dict[str, Any] = Rules(ante=0, bring_in=1, small_bet=2).to_dict()


@dataclass(frozen=True)
class Case:
    """A hand to play: settings of `Rules`, {seat: stack}, 52 cards, and one number for each choice.

    Choice n picks the legal action number n modulo their count; when they are used up the default
    action is played. With ``by_hand`` the cards are dealt one by one, those at the places in
    ``unknown`` as unknown ones.
    """

    settings: dict[str, Any]
    stacks: dict[int, int]
    deck: tuple[str, ...]
    choices: tuple[int, ...]
    by_hand: bool = False
    unknown: frozenset[int] = field(default_factory=frozenset)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return {
            "format": "stud8-case",
            "version": 1,
            "settings": self.settings,
            "stacks": {str(seat): stack for seat, stack in self.stacks.items()},
            "deck": "".join(self.deck),
            "choices": list(self.choices),
            "by_hand": self.by_hand,
            "unknown": sorted(self.unknown),
        }

    @classmethod
    def from_dict(cls, record: Any) -> Case:
        """The case that `to_dict` wrote. Raises ValueError for what is none."""
        try:
            deck = record["deck"]
            return cls(
                settings=dict(record["settings"]),
                stacks={int(seat): stack for seat, stack in record["stacks"].items()},
                deck=tuple(deck[i : i + 2] for i in range(0, len(deck), 2)),
                choices=tuple(map(int, record["choices"])),
                by_hand=bool(record["by_hand"]),
                unknown=frozenset(record["unknown"]),
            )
        except KeyError as error:
            raise ValueError(f"this is no record of a case: it has no field {error}") from None
        except (AttributeError, TypeError, ValueError):
            raise ValueError(
                "this is no record of a case: a field is not what Case.to_dict() writes"
            ) from None


@dataclass(frozen=True)
class Difference:
    """Where the engines part: after how many steps, in what, and what each says."""

    case: Case
    step: int
    what: str
    native: object
    reference: object
    # The native hand up to here; None if there is none.
    record: dict[str, Any] | None

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON: the case for both engines, the hand for the native one."""
        return {
            "format": "stud8-difference",
            "version": 1,
            "what": self.what,
            "step": self.step,
            "native": repr(self.native),
            "reference": repr(self.reference),
            "case": self.case.to_dict(),
            "hand": self.record,
        }

    def __str__(self) -> str:
        """The difference and the record that replays the hand up to it."""
        return (
            f"the engines differ in {self.what} after {self.step} steps\n"
            f"  native:    {self.native}\n"
            f"  reference: {self.reference}\n"
            f"  rules:     {self.case.settings}\n"
            f"  record:    {json.dumps(self.record)}"
        )


class _Differ(Exception):  # noqa: N818 - never leaves this file
    def __init__(self, what: str, native: object, reference: object) -> None:
        super().__init__(f"{what}: {native!r} native, {reference!r} in the reference")
        self.what, self.native, self.reference = what, native, reference
        self.hand: Hand | None = None


def _plain(error: BaseException) -> str:
    return str(getattr(error, "kind", f"{type(error).__name__}: {error}"))


def _outcome(action: Callable[[], object]) -> object:
    """What a call gives, or the kind of its error."""
    try:
        return action()
    except (StudError, reference.StudError) as error:
        return f"error {_plain(error)}"


def _native_rules(settings: dict[str, Any]) -> Rules:
    return Rules.from_dict(settings)


class Twins:
    """The same hand in both engines."""

    def __init__(self, case: Case) -> None:
        """Begin the hand; raises the native engine's error if neither engine takes the case."""
        self.case = case
        self.step = 0
        self._heard = 0
        how: dict[str, Any] = {"dealt_by_hand": True} if case.by_hand else {"deck": list(case.deck)}
        native = _outcome(lambda: Hand(_native_rules(case.settings), case.stacks, **how))
        slow = _outcome(
            lambda: reference.Hand(reference.Rules.from_dict(case.settings), case.stacks, **how),
        )
        if isinstance(native, str) or isinstance(slow, str):
            if native == slow:
                raise StudError(native)
            answers = (answer if isinstance(answer, str) else "a hand" for answer in (native, slow))
            differ = _Differ("what the hand begins with", *answers)
            differ.hand = native if isinstance(native, Hand) else None
            raise differ
        self.native: Any = native
        self.reference: Any = slow

    def same(self, what: str, native: object, slow: object) -> None:
        """Insist on equality."""
        if native != slow:
            raise _Differ(what, native, slow)

    def play(self, action: object, seat: int | None = None) -> None:
        """Play in both; errors must be of the same kind."""
        asked = _asked(action)
        native = _outcome(lambda: self.native.play(asked[0], seat=seat))
        slow = _outcome(lambda: self.reference.play(asked[1], seat=seat))
        self.step += 1
        self.same(f"the answer to {action!r}" + (f" of seat {seat}" if seat else ""), native, slow)

    def deal(self, card: str | None) -> None:
        """Deal to both; errors must be of the same kind."""
        native = _outcome(lambda: self.native.deal(card))
        slow = _outcome(lambda: self.reference.deal(card))
        self.step += 1
        self.same(f"the answer to the card {card}", native, slow)

    def copied(self) -> Twins:
        """Copies of both hands, which go on by themselves."""
        twins = copy(self)
        twins.native, twins.reference = self.native.copy(), self.reference.copy()
        return twins

    def compare(self, viewer: int | None) -> None:
        """Everything that both tell, and one view."""
        n, r = self.native, self.reference
        self.same("the actor", n.actor, r.actor)
        legal = [(action.kind, action.amount) for action in n.legal_actions]
        self.same("the legal actions", legal, [(action.kind, action.amount) for action in r.legal_actions])
        default = n.default_action
        self.same("the default action", default and (default.kind, default.amount), r.default_action)
        self.same("the street", n.street, r.street)
        self.same("the stage", n.stage, r.stage)
        self.same("the current bet", n.current_bet, r.current_bet)
        self.same("the chips to call", n.to_call, r.to_call)
        self.same("the wagers left", n.wagers_left, r.wagers_left)
        self.same("the aggressor", n.aggressor, r.aggressor)
        self.same("the seats in", n.seats_in, r.seats_in)
        self.same("the stacks", n.stacks, r.stacks)
        self.same("the bets", n.bets, r.bets)
        self.same("the contributions", n.contributions, r.contributions)
        self.same("the pot", n.pot, r.pot)
        self.same("the starting stacks", n.starting_stacks, r.starting_stacks)
        pots = [(pot.amount, pot.seats) for pot in n.pots]
        self.same("the pots", pots, [(pot.amount, tuple(pot.seats)) for pot in r.pots])
        self.same("the next card", n.next_card, r.next_card)
        self.same("the end", n.is_over, r.is_over)
        events = [event.to_dict() for event in n.events_since(self._heard)]
        self.same("the events", events, r.events[self._heard :])
        self._heard += len(events)
        if n.is_over:
            self.same("the payoffs", _outcome(lambda: n.payoffs), _outcome(lambda: r.payoffs))
            self.same("the number of events", n.event_count, r.event_count)
        view = n.view(viewer).to_dict()
        for key in ("format", "version", "rules"):
            del view[key]
        slow = r.view(viewer)
        if view != slow:
            who = f"seat {viewer}" if viewer else "the rail"
            self.same(f"the fields of the view of {who}", list(view), list(slow))
            for key, value in view.items():
                self.same(f"{key} in the view of {who}", value, slow[key])

    def compare_cards(self) -> None:
        """All cards that have been dealt: no view tells them all."""
        n, r = self.native, self.reference
        self.same("the up cards", _cards_by_seat(n.up_cards), r.up_cards)
        self.same("the down cards", _cards_by_seat(n.down_cards), r.down_cards)
        self.same("the common card", _texts([n.common_card])[0], r.common_card)


def _cards_by_seat(table: dict[int, tuple[object, ...]]) -> dict[int, tuple[str | None, ...]]:
    return {seat: _texts(cards) for seat, cards in table.items()}


def _texts(cards: Iterable[object]) -> tuple[str | None, ...]:
    return tuple(None if card is None else str(card) for card in cards)


def _asked(action: object) -> tuple[object, object]:
    """An action for each engine: names and ids as they are, (kind, amount) as its Action."""
    if isinstance(action, tuple):
        kind, amount = action
        return Action(kind, amount), reference.Action(kind, amount)
    return action, action


def run(case: Case, tamper: Random | None = None) -> Difference | None:
    """Play a case in both engines. ``tamper`` mixes in steps that must be refused."""
    return played(case, tamper)[1]


def played(case: Case, tamper: Random | None = None) -> tuple[Twins | None, Difference | None]:
    """As `run`, with both hands as they are at the end; without them where they can't begin."""
    try:
        twins = Twins(case)
    except _Differ as differ:
        record = None if differ.hand is None else differ.hand.to_dict()
        return None, Difference(case, 0, differ.what, differ.native, differ.reference, record)
    except StudError:
        # Neither engine takes the case, for the same reason.
        return None, None
    try:
        _play(twins, tamper)
    except _Differ as differ:
        what, native, slow = differ.what, differ.native, differ.reference
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # noqa: BLE001 - a broken law of an engine, panics too, is a find
        what, native, slow = "what they survive", "see the reference", repr(error)
        if not isinstance(error, Exception):
            native, slow = repr(error), "see the native engine"
    else:
        return twins, None
    return twins, Difference(case, twins.step, what, native, slow, twins.native.to_dict())


def _play(twins: Twins, tamper: Random | None) -> None:
    case = twins.case
    cards = iter(enumerate(case.deck))
    choices = iter(case.choices)
    seats: list[int | None] = [None, *case.stacks]
    step = 0
    while True:
        twins.compare(seats[step % len(seats)])
        step += 1
        if tamper is not None and tamper.random() < 0.15:
            _refuse(twins, tamper)
        if twins.native.next_card is not None:
            place, card = next(cards)
            twins.deal(None if place in case.unknown else card)
        elif twins.native.actor is not None:
            legal = list(twins.native.legal_actions)
            choice = next(choices, None)
            action = twins.native.default_action if choice is None else legal[choice % len(legal)]
            # Three ways to say the same thing.
            twins.play((action.kind, action.id, (action.kind, action.amount))[step % 3])
        else:
            break
    for seat in seats:
        twins.compare(seat)
    twins.compare_cards()


def _refuse(twins: Twins, tamper: Random) -> None:
    """Something that is refused, unless the dice hit on something legal."""
    pick = tamper.randrange(6)
    if pick == 0:
        twins.deal(tamper.choice(DECK) if tamper.random() < 0.5 else "1x")
    elif pick == 1:
        twins.play(tamper.choice((*KINDS, "jump", 8, -1)))
    elif pick == 2:
        twins.play(tamper.randrange(8))
    elif pick == 3:
        twins.play(tamper.choice(KINDS), seat=tamper.randrange(1, 9))
    elif pick == 4:
        twins.play((tamper.choice(KINDS), tamper.randrange(500)))
    else:
        twins.same(
            "early payoffs", _outcome(lambda: twins.native.payoffs), _outcome(lambda: twins.reference.payoffs)
        )
    twins.compare(None)


# Random cases


def random_case(random: Random) -> Case:
    """A hand with any rules, many short stacks, any deck."""
    settings = random_settings(random)
    unit = settings["unit"]
    players = random.randint(2, 8)
    seats = sorted(random.sample(range(1, 9), players)) if random.random() < 0.3 else range(1, players + 1)
    stacks = {seat: random_stack(random, settings) * unit for seat in seats}
    deck = list(DECK)
    random.shuffle(deck)
    by_hand = random.random() < 0.2
    unknown = (
        frozenset(random.sample(range(52), random.randint(1, 12)))
        if by_hand and random.random() < 0.5
        else frozenset()
    )
    return Case(settings, stacks, tuple(deck), tuple(random_choices(random)), by_hand, unknown)


def random_choices(random: Random) -> Iterator[int]:
    """Uniform choices, or mostly calls so that many see the showdown."""
    passive = random.random() < 0.4
    for _ in range(120):
        yield 1 if passive and random.random() < 0.8 else random.randrange(60)


def random_stack(random: Random, settings: dict[str, Any]) -> int:
    """In units: all-in for the ante, the bring-in, a bet, or deep."""
    small = settings["small_bet"] // settings["unit"]
    ante = settings["ante"] // settings["unit"]
    most = random.choice(
        (
            1,
            ante or 1,
            ante + settings["bring_in"] // settings["unit"],
            small,
            3 * small,
            12 * small,
            60 * small,
        )
    )
    return random.randint(1, max(1, most) + 1)


def random_settings(random: Random) -> dict[str, Any]:
    """Any settings, each mostly at random."""
    unit = random.choice((1, 1, 1, 5, 25))
    small = random.randint(2, 30)
    bring_in = random.randint(1, small - 1)
    declare = random.random() < 0.15
    low = random.choice(("eight_or_better", "eight_or_better", "five_ranks", "any"))
    flag = random.choice
    settings: dict[str, Any] = {
        "ante": random.choice((0, random.randint(0, 6), random.randint(0, small))) * unit,
        "bring_in": bring_in * unit,
        "small_bet": small * unit,
        "big_bet": (2 * small if random.random() < 0.8 else random.randint(small, 3 * small)) * unit,
        "unit": unit,
        "low": "any" if declare else low,
        "declare": declare,
        "opener": random.choice(("best_board", "best_board", "highest_card", "newest_card")),
        "opener_tie": flag(("position", "suit")),
        "raises": random.choice((0, 1, 3, 3, 4, None)),
        "heads_up_cap": flag((True, False)),
        "odd_chip": random.choice(("suit_of_seven", "suit_of_five", "position")),
        "trim_antes": flag((True, True, False)),
        "common_card_betting": flag((True, False)),
        "burn": flag((False, True)),
        "show_order": random.choice(("last_aggressor", "river_aggressor", "best_board", "position")),
        "ask_muck": flag((False, True)),
        "all_in_shows": flag((False, True)),
        "all_in_raise": flag(("half", "full")),
        "rake": None,
        "fold_unfaced": flag((False, True)),
    }
    if random.random() < 0.3:
        settings["rake"] = {
            "rate": random.choice((0, 100, 500, 2500, 10_000)),
            "cap": random.choice((None, 0, unit, 7 * unit)),
            "unit": unit * random.choice((1, 1, 2, 3)),
        }
    return settings


# Smaller cases


def shrink(difference: Difference, tries: int = 2000) -> Difference:
    """The smallest case found by leaving things out that still shows some difference."""
    smallest = difference
    improved = True
    while improved and tries > 0:
        improved = False
        for case in _smaller(smallest.case):
            tries -= 1
            found = run(case)
            if found is not None:
                smallest, improved = found, True
                break
            if tries <= 0:
                break
    return smallest


def _smaller(case: Case) -> Iterator[Case]:
    if len(case.choices) > 0:
        yield replace(case, choices=case.choices[: len(case.choices) // 2])
        yield replace(case, choices=case.choices[:-1])
    if len(case.stacks) > 2:
        for seat in case.stacks:
            yield replace(case, stacks={s: stack for s, stack in case.stacks.items() if s != seat})
    yield from _plainer_rules(case)
    if case.unknown:
        yield replace(case, unknown=frozenset())
    if case.by_hand:
        yield replace(case, by_hand=False, unknown=frozenset())
    deep = 100 * case.settings["big_bet"]
    for seat, stack in case.stacks.items():
        if stack != deep:
            yield replace(case, stacks={**case.stacks, seat: deep})
    for n, choice in enumerate(case.choices):
        for less in range(min(choice, 2)):
            yield replace(case, choices=(*case.choices[:n], less, *case.choices[n + 1 :]))


def _plainer_rules(case: Case) -> Iterator[Case]:
    for name, value in DEFAULTS.items():
        if name not in ("ante", "bring_in", "small_bet", "big_bet", "unit") and case.settings[name] != value:
            yield replace(case, settings={**case.settings, name: value})
    if case.settings["ante"]:
        yield replace(case, settings={**case.settings, "ante": 0})
