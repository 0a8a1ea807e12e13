"""`verify`: what it counts, how it splits, what it refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest
from commands import ENVIRONMENT, in_odd_environments, script
from stud8 import Interrupted, LostWorkersError, Report, verify
from stud8._internal.terminal import processes
from stud8._internal.verifying import verify as verifying
from stud8._internal.verifying.verify import CHUNK

if TYPE_CHECKING:
    from pathlib import Path

# As users write it: without asking whether this is the main module.
PLAIN = "from stud8 import verify; print(verify(hands={hands}, processes={processes}))\n"


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


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": -1},
        {"seed": 1.5},
        {"start": True},
        {"processes": -1},
        {"seconds": float("nan")},
        {"seconds": -1},
        {"seconds": True},
        {"seconds": "5"},
    ],
    ids=str,
)
def test_what_is_no_count_is_refused(wrong: dict[str, Any]) -> None:
    ((name, value),) = wrong.items()
    with pytest.raises(ValueError, match=f"{name}={value!r}"):
        verify(**wrong)


def test_no_time_limit_is_none_at_all() -> None:
    assert verify(hands=10, seconds=float("inf"), processes=0).hands == 10


@in_odd_environments
def test_a_script_that_does_not_ask_who_it_is_gets_an_answer(tmp_path: Path, odd: str) -> None:
    """Worker processes used to run it again, and ended in three tracebacks."""
    (tmp_path / "plain.py").write_text(PLAIN.format(hands=2 * CHUNK + 5, processes=2))
    done = script(tmp_path / "plain.py", odd=odd)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{2 * CHUNK + 5} hands of seed 0 from number 0 on agree")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("processes", [None, 2])
@pytest.mark.parametrize(
    "options", [["-"], ["-c", PLAIN], ["-i", "-q"], ["-E", "-s", "-"], ["-W", "error", "-"]], ids=" ".join
)
def test_a_program_without_a_file_gets_an_answer(options: list[str], processes: int | None) -> None:
    """From standard input, from the command line, and in an interactive session."""
    program = PLAIN.format(hands=CHUNK + 5, processes=processes)
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, *(program if option is PLAIN else option for option in options)],
        input=program,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
        env=ENVIRONMENT,
    )
    assert done.returncode == 0, done.stderr
    assert f"{CHUNK + 5} hands of seed 0 from number 0 on agree" in done.stdout
    assert "Traceback" not in done.stderr
    assert "Warning" not in done.stderr


def work(processes: int | None) -> str:
    """Verify in a worker."""
    return str(verify(hands=CHUNK + 5, processes=processes))


@pytest.mark.parametrize("count", [None, 1])
def test_a_daemonic_process_gets_an_answer(count: int | None) -> None:
    """It may have no children of multiprocessing."""
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(work, (count,)).startswith(f"{CHUNK + 5} hands")


def test_where_no_process_can_be_begun_one_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "get_executable", lambda: "/no/such/python")
    assert verify(hands=2 * CHUNK, processes=2).hands == 2 * CHUNK


def die(_seed: int, numbers: range) -> Any:
    """Play the first hands, and end the process at the others."""
    if numbers.start > 0:
        os._exit(9)
    return len(numbers), None


def test_a_worker_that_dies_is_told_with_its_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ended it would end this process too."""
    monkeypatch.setattr(verifying, "check", die)
    with pytest.raises(
        LostWorkersError, match=r"hands 100 to 199 of seed 3 are missing.*exit code 9"
    ) as lost:
        verify(hands=3 * CHUNK, seed=3, processes=1)
    assert (lost.value.partial.hands, lost.value.missing) == (CHUNK, [range(CHUNK, 2 * CHUNK)])
