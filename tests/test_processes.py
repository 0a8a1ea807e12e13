"""Processes of the command line: what they find, and how they end."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from stud8 import Match, Rules, Summary, match, simulate

if TYPE_CHECKING:
    from pathlib import Path

# As the installed command: the folder one is in is not where Python looks for modules.
STUD8 = [sys.executable, "-P", "-c", "from stud8.cli import main; main()"]
COMMAND = [*STUD8, "simulate"]

POLICY = """
import os
import numpy as np

def caller(observations, randoms):
    return np.where(observations["legal"] & 2, 1, 3)

def dying(observations, randoms):
    os._exit(1)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a policy, and with a module that can't be read."""
    (tmp_path / "mine.py").write_text(POLICY)
    (tmp_path / "broken.py").write_text("def (")
    (tmp_path / "raising.py").write_text("raise RuntimeError('not today')")
    return tmp_path


def test_processes_find_the_policy_that_the_command_found(folder: Path) -> None:
    arguments = [
        "--hands",
        "2000",
        "--players",
        "2",
        "--policies",
        "mine:caller",
        "--processes",
        "2",
        "--json",
    ]
    done = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, cwd=folder, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(done.stdout)
    del record["seconds"]
    native = simulate(Rules.full_tilt(), players=2, hands=2000, policies="call")
    assert Summary.from_dict(record).net == native.net


def test_a_match_whose_workers_are_lost_prints_what_was_played(folder: Path) -> None:
    arguments = ["match", "tight", "call", "mine:dying", "--hands", "300", "--processes", "1", "--json"]
    done = subprocess.run(
        [*STUD8, *arguments], capture_output=True, text=True, cwd=folder, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "hands 0 to 299 are missing" in done.stderr
    partial = Match.from_dict(json.loads(done.stdout))
    whole = match(["tight", "call"], hands=300)
    assert partial.pairs["tight", "call"] == whole.pairs["tight", "call"]


@pytest.mark.parametrize(("module", "why"), [("broken", "invalid syntax"), ("raising", "not today")])
def test_a_module_that_fails_is_named_in_one_line(folder: Path, module: str, why: str) -> None:
    done = subprocess.run(
        [*COMMAND, "--policies", f"{module}:f"],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"stud8: policy '{module}:f' can't be loaded: ")
    assert why in line


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C as POSIX does")
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(("what", "words"), [("simulate", "pots quartered"), ("verify", "agree")])
def test_ctrl_c_ends_processes_at_once_however_often_it_is_pressed(what: str, words: str, times: int) -> None:
    """Twice, for those who can't wait: the command used to hang for ever."""
    with subprocess.Popen(
        [*STUD8, what, "--hands", "10000000000", "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(3)
        clock = time.perf_counter()
        for _ in range(times):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.1)
        try:
            out, error = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert time.perf_counter() - clock < 5
    if times == 1:
        assert process.returncode == 130
        assert words in out
        assert error.startswith("stud8: interrupted; go on with --start ")
