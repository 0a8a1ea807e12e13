"""Where the system grants no thread the calling one does all the work: same answers, and it hears Ctrl-C.

No thread is granted to a process that asks for stacks larger than any address space.
"""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
import stud8
from stud8 import Hand, Rules, Tables

NO_THREADS = {**os.environ, "RUST_MIN_STACK": str(2**50)}
ANSWERS = """
import numpy as np
import stud8
from stud8 import Hand, Rules, Tables

rules = Rules.full_tilt()
rows = np.tile(np.arange(7, dtype=np.uint8), (200_000, 1))
ends = []
for _ in range(2):
    tables = Tables(rules, tables=2000, threads=3, seed=7)
    for _ in range(3):
        state = tables.step(np.ones(2000, dtype=np.uint8))
    ends.append(state.observation.tobytes())
answers = [
    stud8.evaluate_many(rows, threads=4).high.sum(),
    stud8.board_many(rows[:, :3], threads=4).sum(),
    stud8.simulate(rules, hands=9000, seed=7, threads=3).to_dict(),
    stud8.match({"one": "tight", "other": "call"}, rules, hands=300, seed=7).to_dict(),
    stud8.perft(Hand(rules, stacks=[2000] * 2, seed=7), depth=6),
    stud8.equity(["As 2d 3h", "Ks Kc 9d", ""], trials=100_000, seed=7, threads=3).to_dict(),
    stud8.equity(["As Ac 2d", "Ks Kc Kd"], threads=3).to_dict(),
    stud8.next_card(["As 2d 3h 4c Kd", "Qs Qc 9h 8d 7c"], player=0, threads=3).to_dict(),
    hash(ends[0]) == hash(ends[1]),
]
"""


def run(script: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_answers_are_the_same_without_any_thread() -> None:
    names: dict[str, list[object]] = {}
    exec(ANSWERS, names)  # noqa: S102 - the script above
    assert run(ANSWERS + "print(answers)", NO_THREADS).strip() == str(names["answers"])


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_ctrl_c_and_progress_without_any_thread() -> None:
    script = """
import signal
import stud8

signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
told = []
try:
    stud8.simulate(stud8.Rules.full_tilt(), hands=10**12, progress=told.append)
except stud8.Interrupted as error:
    print(0 < error.partial.hands == error.start, bool(told))
"""
    assert run(script, NO_THREADS).split() == ["True", "True"]


def test_threads_beyond_number_are_bounded_and_change_nothing() -> None:
    rules, many = Rules.full_tilt(), 10**9
    assert stud8.simulate(rules, hands=9000, seed=7, threads=many) == stud8.simulate(
        rules, hands=9000, seed=7
    )
    rows = np.tile(np.arange(7, dtype=np.uint8), (200_000, 1))
    assert (stud8.evaluate_many(rows, threads=many).high == stud8.evaluate_many(rows).high).all()
    tables = Tables(rules, tables=600, threads=many, seed=7)
    assert tables.step([1] * 600).terminated.shape == (600,)
    assert tables.threads == many
    known = ["As Ac 2d", "Ks Kc Kd"]
    assert stud8.equity(known, threads=many) == stud8.equity(known)
    assert stud8.perft(Hand(rules, stacks=[2000] * 2, seed=7), depth=2) == 6
