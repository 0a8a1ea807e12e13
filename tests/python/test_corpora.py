"""Real hands, dealt by others: every one replays, and ends with the stacks that were recorded.

`corpora/SOURCES.md` says where they are from.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from engines import pays
from stud8 import Hand, History, Rules, dumps, load, loads

FOLDER = Path(__file__).resolve().parents[1] / "corpora" / "phh"
# By name, not by looking into the folder: a file that is missing is a failure.
EVENT_43 = [f"wsop-2023-43-hand-{number}" for number in (48, 50, 52, 54)]
EVENT_54 = [f"wsop-2023-54-hand-{number}" for number in (1, 2, 5)]
FILES = [FOLDER / f"{name}.phh" for name in (*EVENT_43, *EVENT_54)]

each_hand = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def only(path: Path) -> History:
    """The one hand of a file."""
    (history,) = load(path)
    return history


def house(history: History, **settings: Any) -> Rules:
    """The rules of the room, live tournaments, with the stakes of a file."""
    stakes: dict[str, Any] = dict(history.stakes)
    return Rules.wsop(**{**stakes, **settings})


def test_the_corpus_is_whole_and_its_sources_are_told() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(FILES)
    told = (FOLDER.parent / "SOURCES.md").read_text(encoding="utf-8")
    assert "`phh/wsop-2023-43-hand-*`" in told
    assert "`phh/wsop-2023-54-hand-*`" in told


@each_hand
def test_a_real_hand_is_in_the_writing_of_this_package(path: Path) -> None:
    assert dumps(only(path)) == path.read_text(encoding="utf-8")


@each_hand
def test_a_real_hand_replays_as_it_was_played(path: Path) -> None:
    history = only(path)
    hand = history.replay()
    assert hand.is_over
    assert sum(hand.payoffs.values()) == 0
    assert hand.seats == history.seats


@each_hand
def test_the_recorded_stacks_come_out_exactly(path: Path) -> None:
    """Halves are recorded exactly, so the unit is 1; hands of the second source record none."""
    recorded = tomllib.loads(path.read_text(encoding="utf-8")).get("finishing_stacks")
    history = only(path)
    assert history.finishing_stacks == (recorded and dict(zip(history.seats, recorded, strict=True)))
    if recorded is None:
        assert "wsop-2023-54" in path.name
        return
    for rules in (None, house(history, unit=1)):
        assert list(history.replay(rules).stacks.values()) == recorded


@each_hand
def test_a_real_hand_is_legal_under_the_rules_of_the_room(path: Path) -> None:
    history = only(path)
    assert history.replay(house(history)).payoffs == history.replay().payoffs


def test_the_odd_chip_of_the_room_went_to_the_high_hand() -> None:
    """Hand 48 of `corpora/SOURCES.md`: the smallest chip was 25,000, and the next hand confirms it [C50]."""
    history = only(FOLDER / "wsop-2023-43-hand-48.phh")
    stacks = history.replay(house(history, unit=25_000)).stacks
    assert (stacks[1], stacks[5]) == (4_550_000, 2_875_000)


def test_a_short_all_in_makes_a_side_pot() -> None:
    """Hand 2 of event 54: the player who was all-in wins nothing of the side pot."""
    history = only(FOLDER / "wsop-2023-54-hand-2.phh")
    hand = history.replay()
    side = [payment for payment in pays(hand) if payment[0] == 1]
    assert sum(chips for *_, chips in side) == 2 * (80_000 + 320_000 + 160_000 + 160_000)
    assert {seat for _, _, seat, _ in side} <= {1, 2}


@each_hand
def test_a_real_hand_reads_back_as_it_is_written(path: Path) -> None:
    history = only(path)
    assert loads(str(history)) == loads(dumps(history)) == [history]
    many = loads(dumps([history, history]))
    assert [str(other) for other in many] == [str(history)] * 2
    hand = history.replay()
    again = only_of(dumps(hand)).replay()
    assert (again.events, again.payoffs) == (hand.events, hand.payoffs)
    assert Hand.from_dict(hand.to_dict()) == hand


def only_of(text: str) -> History:
    """The one hand of a text."""
    (history,) = loads(text)
    return history


@each_hand
def test_nothing_of_the_file_is_lost(path: Path) -> None:
    """Every field of the file is in what we write, with the same value."""
    before = tomllib.loads(path.read_text(encoding="utf-8"))
    assert tomllib.loads(str(only(path))) == before


@each_hand
def test_a_real_hand_can_be_stopped_after_any_of_its_actions(path: Path) -> None:
    before = tomllib.loads(path.read_text(encoding="utf-8"))
    for length in range(len(before["actions"])):
        text = "\n".join(
            f"{name} = {value!r}".replace("True", "true").replace("False", "false")
            for name, value in {**before, "actions": before["actions"][:length]}.items()
            if name not in ("event", "players", "finishing_stacks")
        )
        hand = only_of(text).replay()
        assert not any(event.kind == "pay" for event in hand.events) or hand.is_over
