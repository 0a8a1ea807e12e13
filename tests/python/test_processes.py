"""Processes of the command line: what they find, and how they end."""

# ruff: noqa: S603, S607 - the processes are this Python, and ps

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any

import pytest
from commands import ENVIRONMENT, POSIX
from stud8 import Match, Rules, Summary, match, simulate
from stud8._internal.terminal import processes
from stud8._internal.terminal.processes import NoProcessError

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
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(done.stdout)
    del record["seconds"]
    native = simulate(Rules.full_tilt(), players=2, hands=2000, policies="call")
    assert Summary.from_dict(record).net == native.net


def test_a_match_whose_workers_are_lost_prints_what_was_played(folder: Path) -> None:
    arguments = ["match", "tight", "call", "mine:dying", "--hands", "300", "--processes", "1", "--json"]
    done = subprocess.run(
        [*STUD8, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
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
        encoding="utf-8",
        cwd=folder,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
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
        encoding="utf-8",
        start_new_session=True,
        env=ENVIRONMENT,
    ) as process:
        time.sleep(3)
        for _ in range(times):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.1)
        try:
            out, error = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    if times == 1:
        assert process.returncode == 130
        assert words in out
        assert error.startswith("stud8: interrupted; go on with --start ")


# The pool


def leave(code: int) -> None:
    """End the process that is asked."""
    os._exit(code)


def mistake() -> None:
    """Raise what no two processes can tell each other: it holds a lock."""
    error = ValueError("mine")
    error.lock = threading.Lock()  # type: ignore[attr-defined]
    raise error


def test_processes_answer_and_raise() -> None:
    with processes.processes(2) as pool:
        futures = [pool.submit(math.factorial, number) for number in range(30)]
        assert [future.result() for future in futures] == [math.factorial(number) for number in range(30)]
        failing = pool.submit(math.sqrt, -1)
        with pytest.raises(ValueError, match=r"math domain|nonnegative"):
            failing.result()
        assert "in a process of its own" in failing.exception().__notes__[0]  # type: ignore[union-attr]
        with pytest.raises((TypeError, AttributeError), match="pickle"):
            pool.submit(lambda: 1)
        with pytest.raises(RuntimeError, match="can't be sent back"):
            pool.submit(mistake).result()
        assert pool.submit(os.getpid).result() != os.getpid()
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def test_a_process_that_dies_fails_its_call_alone() -> None:
    with processes.processes(1) as pool:
        first = pool.submit(os.getpid).result()
        with pytest.raises(ChildProcessError, match="exit code 3"):
            pool.submit(leave, 3).result()
        assert pool.submit(os.getpid).result() != first


def test_what_a_function_prints_and_reads_is_no_answer(capfd: Any) -> None:
    with processes.processes(1) as pool:
        assert pool.submit(print, "noise", flush=True).result() is None
        with pytest.raises(RuntimeError, match=r"sys\.stdin"):
            pool.submit(input).result()
        assert pool.submit(abs, -3).result() == 3
    out, error = capfd.readouterr()
    assert (out, "noise" in error) == ("", True)


def test_what_a_process_prints_before_it_is_ready_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('welcome', flush=True)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with processes.processes(1) as pool:
        assert pool.submit(abs, -3).result() == 3


@pytest.mark.parametrize("executable", ["/no/such/python", "", sys.executable])
def test_where_no_process_can_be_begun_that_is_said(executable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if executable == sys.executable:
        monkeypatch.setattr(processes, "PROGRAM", "raise SystemExit(7)")
    else:
        monkeypatch.setattr(processes, "get_executable", lambda: executable)
    with processes.processes(2) as pool:
        for _ in range(2):
            with pytest.raises(NoProcessError, match=r"no process can be begun"):
                pool.submit(abs, -3).result()


def leave_when(path: str) -> None:
    """End the process that is asked when there is a file."""
    while not os.path.exists(path):  # noqa: PTH110 - a text is what is sent
        time.sleep(0.01)
    os._exit(3)


def test_a_process_that_ends_after_calls_were_cancelled_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at Ctrl-C. On Python 3.11 a thread of the standard library's pool raised InvalidStateError."""
    said: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", said.append)
    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt), processes.processes(1) as pool:  # noqa: PT012 - the block ends so
        futures = [pool.submit(leave_when, str(tmp_path / "now")), *(pool.submit(abs, n) for n in range(6))]
        while not futures[0].running():
            time.sleep(0.01)
        # What that pool has in its queue can't be cancelled: it must be full for the fault, and here needn't.
        time.sleep(0.5)
        for future in futures[1:]:
            future.cancel()
        (tmp_path / "now").touch()
        assert isinstance(futures[0].exception(60), (ChildProcessError, BrokenExecutor))
        raise KeyboardInterrupt
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
    assert said == []


def test_ctrl_c_ends_what_is_being_called() -> None:
    with pytest.raises(KeyboardInterrupt), processes.processes(2) as pool:  # noqa: PT012 - the block ends so
        futures = [pool.submit(time.sleep, 1000) for _ in range(5)]
        while not futures[0].running():
            time.sleep(0.01)
        raise KeyboardInterrupt
    assert all(future.cancelled() or isinstance(future.exception(60), OSError) for future in futures)


@POSIX
def test_what_a_process_began_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy's own child keeps the pipe open: Ctrl-C would wait for it."""
    (tmp_path / "parent.py").write_text(
        "import os, time\n"
        "def bear():\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        time.sleep(100)\n"
        "    return child\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import parent  # type: ignore[import-not-found]  # noqa: PLC0415 - just written

    with pytest.raises(KeyboardInterrupt), processes.processes(1) as pool:  # noqa: PT012 - the block ends so
        child = pool.submit(parent.bear).result()
        pool.submit(time.sleep, 100)
        raise KeyboardInterrupt
    _wait_for_the_end_of(child)


def _wait_for_the_end_of(process: int) -> None:
    """Somebody adopts it, and may never bury it."""
    for _ in range(2000):
        if not any(line.startswith(f" {process} ") and " Z" not in line for line in _states()):
            return
        time.sleep(0.01)
    pytest.fail(f"process {process} lives on")


def _states() -> list[str]:
    done = subprocess.run(
        ["ps", "-eo", "pid,stat"], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return [" " + " ".join(line.split()) for line in done.stdout.splitlines()]


@POSIX
def test_processes_end_when_the_one_that_began_them_is_killed(tmp_path: Path) -> None:
    """They wait at a pipe whose other end is gone."""
    program = tmp_path / "program.py"
    program.write_text(
        "import os, signal\n"
        "from stud8._internal.terminal.processes import processes\n"
        "with processes(1) as pool:\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )
    worker = int(done.stdout)
    assert done.returncode == -signal.SIGKILL
    _wait_for_the_end_of(worker)
