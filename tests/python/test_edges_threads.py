"""Processes where the system grants no thread that would wait for them."""

from __future__ import annotations

import threading

import pytest
import stud8
from stud8._internal.terminal.processes import processes


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)


@pytest.mark.usefixtures("no_threads")
def test_verify_plays_here_where_no_thread_can_be_begun() -> None:
    report = stud8.verify(hands=30, processes=2)
    assert (report.ok, report.hands) == (True, 30)


@pytest.mark.usefixtures("no_threads")
def test_a_simulation_says_which_hands_are_missing_where_no_thread_can_be_begun() -> None:
    with processes(2) as pool, pytest.raises(stud8.LostWorkersError, match="can't start new thread") as lost:
        stud8.simulate(stud8.Rules.full_tilt(), hands=100, seed=3, executor=pool)
    assert lost.value.missing == [range(100)]


def test_what_is_closed_takes_nothing() -> None:
    with processes(1) as pool:
        assert pool.submit(abs, -3).result() == 3
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(abs, -3)
