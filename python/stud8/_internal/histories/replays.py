"""Recorded hands in files: read, replayed, and taken apart action by action."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stud8._internal.histories.files import load
from stud8._native import Hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from stud8._native import History, Rules

__all__ = ["Replay", "frames", "read_phh", "read_record"]

# The record of a hand has some kilobytes: a larger file was given by mistake.
LARGEST_JSON = 1 << 26


@dataclass(frozen=True)
class Replay:
    """A replayed hand, the final stacks that its file records, and the difference of the engines."""

    hand: Hand
    finishing_stacks: dict[int, int] | None = None
    difference: str | None = None

    def agreement(self) -> str | None:
        """Returns whether the hand ends with the stacks that the file records; None if unknown."""
        recorded, stacks = self.finishing_stacks, self.hand.stacks
        if not recorded or not self.hand.is_over:
            return None
        differing = {seat: chips for seat, chips in recorded.items() if chips != stacks[seat]}
        if not differing:
            return "the finishing stacks are those recorded"
        pairs = (f"seat {seat} {stacks[seat]:,}, recorded {chips:,}" for seat, chips in differing.items())
        return "the finishing stacks differ: " + "; ".join(pairs)


def read_phh(file: Path, decimals: int, house: Callable[[History], Rules | None]) -> list[Replay]:
    """Returns the hands of a PHH file. ``house`` gives the rules by which each must be legal, or None."""
    histories = load(file, decimals)
    if not histories:
        raise ValueError(f"{file} holds no hand")
    return [Replay(history.replay(house(history)), _recorded(history)) for history in histories]


def _recorded(history: History) -> dict[int, int] | None:
    """Returns the recorded final stacks of the players whose starting stacks are known."""
    if history.finishing_stacks is None:
        return None
    begun = history.starting_stacks
    ended = history.finishing_stacks.items()
    return {seat: chips for seat, chips in ended if chips is not None and begun[seat] is not None}


def read_record(file: Path) -> list[Replay]:
    """Returns the hand of a JSON record, or that of a difference, which is played again in both engines."""
    record = _json(file)
    if not isinstance(record, dict) or record.get("format") != "stud8-difference":
        return [Replay(Hand.from_dict(record))]
    from stud8._internal.verifying.twins import Case, run  # noqa: PLC0415 - loads the reference

    if record.get("version") != 1:
        raise ValueError(f"version {record.get('version')} of stud8-difference: this release reads 1")
    difference = run(Case.from_dict(record.get("case")))
    if record.get("hand") is None:
        raise ValueError(f"{file} has no hand to show: {difference or 'the engines agree on this case now'}")
    found = str(difference or "the engines agree on this case now")
    return [Replay(Hand.from_dict(record["hand"]), difference=found)]


def _json(file: Path) -> Any:
    if file.stat().st_size > LARGEST_JSON:
        raise ValueError(f"{file} has {file.stat().st_size:,} bytes: no record of a hand is so large")
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except RecursionError:
        raise ValueError(f"{file} is no JSON record: it is nested too deeply") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is no JSON record: {error}") from None
    except ValueError:
        raise ValueError(f"{file} is no JSON record: it has a number of thousands of digits") from None


def frames(hand: Hand) -> Iterator[tuple[str, Hand]]:
    """Yields the hand before its first action and after each, with the action."""
    record = hand.to_dict()
    cards = record.get("dealt", "")
    awaited = iter(cards[at : at + 2] for at in range(0, len(cards), 2))
    begun = {"dealt": ""} if "dealt" in record else {}
    frame = Hand.from_dict({**record, **begun, "actions": []})
    _deal(frame, awaited)
    yield "", frame.copy()
    for words in record["actions"]:
        named, _, kind = words.rpartition(" ")
        seat = int(named) if named else frame.actor
        said = next((action for action in frame.legal_actions if action.kind == kind), kind)
        frame.play(kind, seat=seat)
        _deal(frame, awaited)
        yield f"seat {seat}: {said}", frame.copy()


def _deal(frame: Hand, awaited: Iterator[str]) -> None:
    while frame.next_card is not None:
        card = next(awaited, None)
        if card is None:
            return
        frame.deal(card)
