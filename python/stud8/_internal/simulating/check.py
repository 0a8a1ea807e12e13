"""Plays and counts a share of the simulated hands again, in the reference."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from stud8._internal.quoting import quoted
from stud8._internal.simulating.job import KINDS
from stud8._internal.verifying.twins import DECK, Case, played
from stud8._native import Hand, _deck
from stud8.errors import CheckError, IllegalActionError, InvalidArgumentError, PolicyError
from stud8.reference import ACTION_IDS, count, moves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stud8 import reference
    from stud8._internal.simulating.job import Columns, Job, Part
    from stud8._native import Summary

__all__ = ["Checked"]


class Checked:
    """Checks a share of the hands of a job, evenly spread over their numbers.

    The record of a checked hand, and what it adds to every count, must be those of the reference. If all
    hands of a part are checked, their counts must add up to the part's own.
    """

    def __init__(self, job: Job, share: Any, numbers: range) -> None:
        """Checks this share of the hands, from 0 to 1, and the first one whenever it is more than 0."""
        is_number = isinstance(share, Real) and not isinstance(share, bool)
        if not is_number or not 0 <= share <= 1:
            raise InvalidArgumentError(
                f"check={quoted(share)} must be a number from 0 to 1: the part of the hands to check"
            )
        self.job = job
        self.share = Fraction(share) if isinstance(share, Fraction) else Fraction(str(share))
        self.wanted = self.share > 0
        none = numbers.start * self.share // 1 == numbers.stop * self.share // 1
        self.first = numbers.start if none else None

    def _is_chosen(self, number: int) -> bool:
        return number == self.first or (number + 1) * self.share // 1 > number * self.share // 1

    def check(self, part: Part) -> None:
        """Checks hands that have been played. Raises `CheckError` for the first that differs."""
        if not self.wanted:
            return
        columns = part.columns or {}
        numbers = f"{part.numbers.start} to {part.numbers.stop - 1}"
        if not self.job.has_functions:
            # Playing without a record is another path through the native engine: it must count the same.
            quick = self.job.play(len(part.numbers), part.numbers.start)
            if quick != part.summary:
                raise CheckError(f"hands {numbers} come to other counts when they are recorded")
        ends = [0, *columns["ends"].tolist()]
        seats = len(part.summary.seats)
        if columns["number"].tolist() != list(part.numbers):
            raise CheckError(f"hands {numbers} are not those that are recorded")
        total, every = self.job.nothing, True
        for place, number in enumerate(columns["number"].tolist()):
            if not self._is_chosen(number):
                every = False
                continue
            own = slice(ends[place], ends[place + 1])
            kinds, ids = columns["action_kind"][own].tolist(), columns["action_id"][own].tolist()
            net = columns["net"][place * seats : (place + 1) * seats].tolist()
            slow = self._replay(number, kinds, dict(zip(part.summary.seats, net, strict=True)))
            alone = self._alone(number, columns["action_seat"][own].tolist(), ids)
            self._compare_counts(number, alone, slow)
            self._compare_record(number, _recorded(columns, place, own, seats), slow)
            total += alone
        if every and total != part.summary:
            what, one, other = next(_differences(part.summary.to_dict(), total.to_dict()))
            raise CheckError(f"hands {numbers} come to {what} {one}, one by one to {other}")

    def _replay(self, number: int, kinds: list[int], net: dict[int, int]) -> reference.Hand:
        """Plays a hand in both engines and returns that of the reference."""
        given = self.job.given
        what = self._named(number)
        settings = self.job.rules.to_dict()
        hand = Hand(self.job.rules, self.job.stacks, seed=given["seed"], number=number)
        choices = []
        for kind in (KINDS[kind] for kind in kinds):
            legal = [action.kind for action in hand.legal_actions]
            if kind not in legal:
                raise CheckError(f"{what}: {kind} was played, and legal are {', '.join(legal) or 'none'}")
            choices.append(legal.index(kind))
            hand.play(kind)
        if not hand.is_over or hand.payoffs != net:
            raise CheckError(f"{what}: the simulation pays {net}, the hand itself {hand.payoffs}")
        deck = tuple(DECK[card] for card in _deck(int(given["seed"]), number))
        stacks = {seat: hand.stacks[seat] - hand.payoffs[seat] for seat in hand.seats}
        twins, difference = played(Case(settings, stacks, deck, tuple(choices)))
        if difference is not None:
            error = CheckError(f"{what}: {difference}")
            error.difference = difference
            raise error
        if twins is None:
            raise CheckError(f"{what}: neither engine takes it by itself")
        slow: reference.Hand = twins.reference
        return slow

    def _alone(self, number: int, seats: list[int], ids: list[int]) -> Summary:
        """Returns the counts of a hand that is simulated alone, with the answers that functions gave."""
        job = self.job
        if job.has_functions:
            job = copy(job)
            job.given = {**job.given, "policies": self._answers(number, seats, ids)}
        try:
            return job.play(1, number, 1)
        except (IllegalActionError, PolicyError) as error:
            raise CheckError(f"{self._named(number)} can't be played by its record: {error}") from error

    def _answers(self, number: int, seats: list[int], ids: list[int]) -> list[Any]:
        """Returns the policies, where functions are replaced by ones that give the recorded answers."""
        given = self.job.given["policies"]
        in_seats = self.job.nothing.seats
        if hasattr(given, "values"):
            given = [given[seat] for seat in in_seats]
        elif callable(given):
            given = [given] * len(in_seats)
        # The native policies choose again.
        sitting = _rotated(given, self._places(number))
        asked = {seat for seat, policy in zip(in_seats, sitting, strict=True) if callable(policy)}
        answers = iter([action for seat, action in zip(seats, ids, strict=True) if seat in asked])

        def answering(policy: Any) -> Callable[[Any, Any], Any]:
            def answer(_observations: Any, _randoms: Any) -> Any:
                return np.array([next(answers)], dtype=np.uint8)

            name = getattr(policy, "__name__", None)
            answer.__name__ = name if isinstance(name, str) else type(policy).__name__
            return answer

        functions = {id(policy): answering(policy) for policy in given if callable(policy)}
        return [functions.get(id(policy), policy) for policy in given]

    def _compare_counts(self, number: int, summary: Summary, slow: reference.Hand) -> None:
        counts = count(slow, self._seated(number), classes=self.job.given["classes"])
        record = summary.to_dict()
        own = {name: record[name] for name in record if name not in DESCRIBING}
        for what, one, other in _differences(own, counts):
            raise CheckError(
                f"{self._named(number)}: the simulation counts {what} {one}, the reference {other}"
            )

    def _compare_record(self, number: int, record: dict[str, Any], slow: reference.Hand) -> None:

        place = {card: place for place, card in enumerate(DECK)}
        labels, seated = list(dict.fromkeys(self.job.nothing.policies)), self._seated(number)
        cards = []
        for seat in slow.seats:
            down, up = slow.down_cards[seat], slow.up_cards[seat]
            own = [place[str(card)] for card in (*down[:2], *up, *down[2:])]
            cards += own + [NO_CARD] * (7 - len(own))
        played = moves(slow)
        row = {
            "repeat": 0,
            "street": slow.street,
            "showdown": len(slow.seats_in) > 1,
            "pot": sum(slow.contributions.values()),
            "common": place.get(str(slow.common_card), NO_CARD),
            "cards": cards,
            "policy": [labels.index(seated[seat]) for seat in slow.seats],
            "action_street": [move.street for move in played],
            "action_seat": [move.seat for move in played],
            "action_kind": [KINDS.index(move.kind) for move in played],
            "action_id": [ACTION_IDS[move.kind] for move in played],
            "action_amount": [move.amount for move in played],
            "action_chips": [move.chips for move in played],
        }
        for what, one, other in _differences(record, row):
            raise CheckError(f"{self._named(number)}: the record has {what} {one}, the reference {other}")

    def _seated(self, number: int) -> dict[int, str]:
        """Returns the policy in each seat."""
        nothing = self.job.nothing
        sitting = _rotated(list(nothing.policies), self._places(number))
        return dict(zip(nothing.seats, sitting, strict=True))

    def _places(self, number: int) -> int:
        """Returns how many places the policies have moved."""
        nothing = self.job.nothing
        return number % len(nothing.seats) if nothing.rotation == "by_number" else 0

    def _named(self, number: int) -> str:
        return f"hand {number} of seed {self.job.given['seed']}"


# What the record of a summary says beside its counts.
DESCRIBING = ("format", "version", "seats", "policies", "rotation")


# What a record has where no card was dealt.
NO_CARD = 255


def _recorded(columns: Columns, place: int, actions: slice, seats: int) -> dict[str, Any]:
    """Returns the record of a hand from the columns, without its number and result."""
    row: dict[str, Any] = {name: columns[name][place].item() for name in ("repeat", "street", "showdown")}
    row |= {name: columns[name][place].item() for name in ("pot", "common")}
    for name, many in (("cards", 7 * seats), ("policy", seats)):
        row[name] = columns[name][place * many : (place + 1) * many].tolist()
    return row | {name: columns[name][actions].tolist() for name in columns if name.startswith("action_")}


def _rotated(policies: list[Any], places: int) -> list[Any]:
    """Returns who sits in each seat when all have moved this number of places."""
    return policies[len(policies) - places :] + policies[: len(policies) - places]


def _differences(one: dict[str, Any], other: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yields each difference of two records: its name, and the value of each."""
    for name in {**one, **other}:
        mine, yours = one.get(name), other.get(name)
        if isinstance(mine, dict) and isinstance(yours, dict):
            for what, *values in _differences(mine, yours):
                yield f"{name} {what}", *values
        elif mine != yours:
            yield name, mine, yours
