"""`verify`: what it counts, how it splits, what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from stud8 import Interrupted, Report, verify
from stud8.verification import CHUNK


def test_the_engines_agree_and_the_report_says_how_often() -> None:
    report = verify(hands=250, seed=11, processes=0)
    assert isinstance(report, Report)
    assert report.ok
    assert (report.seed, report.start, report.hands, report.difference) == (11, 0, 250, None)
    assert str(report).startswith("250 hands of seed 11 from number 0 on agree")


def test_progress_is_told_after_each_chunk() -> None:
    told: list[int] = []
    verify(hands=2 * CHUNK + 7, seed=3, processes=0, progress=told.append)
    assert told == [CHUNK, 2 * CHUNK, 2 * CHUNK + 7]


def test_spawned_processes_give_the_same() -> None:
    report = verify(hands=3 * CHUNK, seed=5, start=1000, processes=2)
    assert (report.hands, report.start, report.ok) == (3 * CHUNK, 1000, True)


def test_it_stops_when_the_time_is_up() -> None:
    report = verify(hands=10**9, seconds=0.2, processes=0)
    assert 0 < report.hands < 10**6
    assert report.hands % CHUNK == 0


def test_ctrl_c_keeps_what_agreed() -> None:
    def press(done: int) -> None:
        if done >= 2 * CHUNK:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        verify(hands=10**6, start=50, processes=0, progress=press)
    assert stopped.value.start == 50 + 2 * CHUNK
    assert stopped.value.partial.hands == 2 * CHUNK


@pytest.mark.parametrize("wrong", [{"hands": -1}, {"seed": 1.5}, {"start": True}, {"processes": -1}])
def test_what_is_no_count_is_refused(wrong: dict[str, Any]) -> None:
    ((name, value),) = wrong.items()
    with pytest.raises(ValueError, match=f"{name}={value}"):
        verify(**wrong)
