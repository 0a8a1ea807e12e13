"""A part of the simulated hands, played again in the slow reference."""

from __future__ import annotations

from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any

from stud8._native import Hand, Rules, _deck
from stud8.errors import CheckError

if TYPE_CHECKING:
    from stud8.simulation import Job
    from stud8.spreading import Part

__all__ = ["Checked"]


class Checked:
    """Which hands of a job are checked, evenly spread over their numbers, and how."""

    def __init__(self, job: Job, share: Any) -> None:
        """Check so many of all hands, from 0 to 1."""
        is_number = isinstance(share, Real) and not isinstance(share, bool)
        if not is_number or not 0 <= share <= 1:
            raise ValueError(f"check={share!r} must be a number from 0 to 1: the part of the hands to check")
        self.job = job
        self.share = Fraction(share) if isinstance(share, Fraction) else Fraction(str(share))
        self.wanted = self.share > 0

    def check(self, part: Part) -> None:
        """Check hands that have been played; raises `CheckError` for the first that differs."""
        if not self.wanted:
            return
        columns = part.columns or {}
        if not self.job.has_functions:
            # The quick way of playing, which keeps no record, must have come to the same.
            quick = self.job.play(len(part.numbers), part.numbers.start)
            if quick != part.summary:
                numbers = f"{part.numbers.start} to {part.numbers.stop - 1}"
                raise CheckError(f"hands {numbers} come to other counts when they are recorded")
        ends = [0, *columns["ends"].tolist()]
        seats = len(part.summary.seats)
        for place, number in enumerate(columns["number"].tolist()):
            if (number + 1) * self.share // 1 == number * self.share // 1:
                continue
            kinds = columns["action_kind"][ends[place] : ends[place + 1]].tolist()
            net = columns["net"][place * seats : (place + 1) * seats].tolist()
            self._replay(number, kinds, dict(zip(part.summary.seats, net, strict=True)))

    def _replay(self, number: int, kinds: list[int], net: dict[int, int]) -> None:
        from stud8.lockstep import DECK, Case, run  # noqa: PLC0415 - with the reference
        from stud8.recording import KINDS, table  # noqa: PLC0415 - with numpy

        given = self.job.given
        what = f"hand {number} of seed {given['seed']}"
        settings = {**given["rules"].to_dict(), "ask_muck": False}
        hand = Hand(Rules.from_dict(settings), table(self.job), seed=given["seed"], number=number)
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
        difference = run(Case(settings, stacks, deck, tuple(choices)))
        if difference is not None:
            error = CheckError(f"{what}: {difference}")
            error.difference = difference
            raise error
