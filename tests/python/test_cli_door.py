"""The end of every command at Ctrl-C and SIGTERM."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import pytest
import stud8
from commands import ENVIRONMENT, POSIX, command
from stud8 import Rules, Summary, simulate
from stud8._internal.terminal import signals
from stud8.cli import door

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@cache
def time_to_start() -> float:
    """How long the command takes to do nothing: longer on a busy machine."""
    begun = time.monotonic()
    subprocess.run(command("simulate", "--hands", "1"), capture_output=True, check=True, env=ENVIRONMENT)
    return time.monotonic() - begun


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command under way, with its imports done: a short wait for that."""
    wait = 0.5 + 3 * time_to_start()
    with subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
    ) as process:
        try:
            time.sleep(wait)
            yield process
        finally:
            process.kill()


def press_ctrl_c(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Interrupt it; what it says then, within some seconds."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=20)


@POSIX
def test_ctrl_c_prints_what_is_finished_and_how_to_go_on() -> None:
    with started("simulate", "--hands", "100000000000", "--start", "7", "--seed", "3", "--json") as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    record = json.loads(out)
    hands = record["hands"]
    assert 0 < hands < 100_000_000_000
    assert error == f"stud8: interrupted; go on with --start {7 + hands} --hands {100_000_000_000 - hands}\n"
    del record["seconds"]
    assert Summary.from_dict(record) == simulate(Rules.full_tilt(), hands=hands, seed=3, start=7)


@POSIX
def test_ctrl_c_prints_the_table_of_what_is_finished() -> None:
    with started("simulate", "--hands", "100000000000") as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    assert "standard error" in out
    assert "Traceback" not in error
    assert error.startswith("stud8: interrupted; go on with --start ")


@POSIX
def test_ctrl_c_prints_what_is_sampled() -> None:
    hands = ("As Ac 2d", "", "Ks")
    with started("equity", *hands, "--trials", "1000000000000", "--seed", "3", "--json") as process:
        out, error = press_ctrl_c(process)
    assert (process.returncode, error) == (130, "stud8: interrupted\n")
    found = stud8.Equity.from_dict(json.loads(out))
    assert found.trials
    assert found == stud8.equity(hands, trials=found.trials, seed=3)


@POSIX
@pytest.mark.parametrize("more", [(), ("--next-card", "0")])
def test_ctrl_c_ends_a_count_with_nothing(more: tuple[str, ...]) -> None:
    with started("equity", "As Ac 2d", "Ks Kc Kd", "Qs Qc Qd", "--exact", *more) as process:
        out, error = press_ctrl_c(process)
    assert (process.returncode, out) == (130, "")
    assert error.endswith("stud8: interrupted\n")
    assert "Traceback" not in error


@POSIX
@pytest.mark.parametrize("processes", ["0", "2"])
def test_ctrl_c_ends_verify_with_what_agreed(processes: str) -> None:
    with started("verify", "--hands", "100000000", "--processes", processes) as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    assert "agree" in out
    assert error.startswith("stud8: interrupted; go on with --start ")
    assert error.count("\n") == 1


@POSIX
def test_ctrl_c_ends_verify_as_json_with_json() -> None:
    """As simulate does: a program reads it."""
    with started("verify", "--hands", "100000000", "--processes", "0", "--json") as process:
        out, _ = press_ctrl_c(process)
    assert process.returncode == 130
    assert json.loads(out)["difference"] is None


@POSIX
def test_ctrl_c_ends_a_match_with_what_is_finished() -> None:
    with started("match", "tight", "call", "--hands", "100000000000", "--json") as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    assert stud8.Match.from_dict(json.loads(out)).pairs["tight", "call"].deals > 0
    left = 100_000_000_000 - stud8.Match.from_dict(json.loads(out)).pairs["tight", "call"].deals
    assert error == (
        f"stud8: interrupted; go on with tight call --start {100_000_000_000 - left} --hands {left}\n"
    )


@POSIX
def test_sigterm_does_what_ctrl_c_does(tmp_path: Path) -> None:
    """Batch systems send it when time is up. The file used to have no end."""
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "hands.parquet"
    with started(
        "simulate", "--hands", "1000000000", "--start", "7", "--record", str(path), "--json"
    ) as process:
        process.send_signal(signal.SIGTERM)
        out, error = process.communicate(timeout=20)
    assert process.returncode == 143
    hands = json.loads(out)["hands"]
    assert hands > 0
    partial = path.with_name("hands.parquet.partial")
    has = f"{partial} has {hands} hands, and the same command with --resume goes on with it"
    assert error == f"stud8: interrupted; {has}\n"
    numbers = pq.read_table(partial, columns=["number"]).column("number")
    assert numbers.to_pylist() == list(range(7, 7 + hands))
    assert not path.exists()


@POSIX
def test_sigterm_counts_once_however_often_it_comes() -> None:
    """And where Ctrl-C is ignored, as in what a script runs in the background."""
    deaf = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    program = f"{deaf}; from stud8.__main__ import main; main()"
    arguments = ["simulate", "--hands", "100000000000", "--processes", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        start_new_session=True,
    ) as process:
        time.sleep(1 + 4 * time_to_start())
        for _ in range(3):
            os.killpg(process.pid, signal.SIGTERM)
            time.sleep(0.02)
        try:
            out, error = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 143
    assert "pots quartered" in out
    assert error.startswith("stud8: interrupted; go on with --start ")


@POSIX
def test_sigterm_waits_for_what_must_not_be_left_half_done() -> None:
    done: list[str] = []

    def write() -> None:
        with signals.held():
            signal.raise_signal(signal.SIGTERM)
            done.append("written")
        done.append("never")

    before = signal.getsignal(signal.SIGTERM)
    try:
        with door.terminable():
            pass
        assert signal.getsignal(signal.SIGTERM) is before
        with door.terminable() as received:
            with pytest.raises(KeyboardInterrupt):
                write()
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert (done, received) == (["written"], [signal.SIGTERM] * 2)
