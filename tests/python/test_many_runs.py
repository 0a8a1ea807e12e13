"""Many hands at once: Ctrl-C, memory, and every instruction set."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from stud8 import evaluate_many

if TYPE_CHECKING:
    from many import Numbers


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own."""
    command = [sys.executable, "-c", program]
    return subprocess.run(  # noqa: S603 - ours
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")
@pytest.mark.parametrize(("kind", "threads"), [("array", 1), ("array", 2), ("list", 1)])
def test_ctrl_c_is_answered(kind: str, threads: int) -> None:
    row: Numbers = np.array([51, 1, 6, 8, 15, 45, 44], dtype=np.uint8)
    rows = threads << 27  # a second, and lists of 1 << 23 take more
    hands: Any = np.broadcast_to(row, (rows, 7)) if kind == "array" else ["As2d3h4c5s"] * (1 << 23)

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        clock = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            evaluate_many(hands, low="any", threads=threads)
        assert time.perf_counter() - clock < 0.4
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_array_is_copied_whole() -> None:
    """Beyond input and output less than a megabyte, also where nothing lies in order."""
    program = """if True:
        import numpy as np, stud8, re

        def kilobytes(name):
            return int(re.search(name + r":\\s+(\\d+)", open("/proc/self/status").read())[1])

        def measure(hands, function=stud8.evaluate_many):
            n = len(hands)
            out = np.full(n, 1, np.uint16), np.full(n, 1, np.uint8)
            function(hands[:300000], threads=2)
            open("/proc/self/clear_refs", "w").write("5")  # the peak is now what there is
            before = kilobytes("VmHWM")
            function(hands, out=out, threads=2)
            return kilobytes("VmHWM") - before

        n = 3_000_000
        row = np.array([51, 1, 6, 8, 15, 45, 44], dtype=np.uint8)
        plain = np.tile(row, (n, 1))
        print(measure(plain), measure(np.asfortranarray(plain)), measure(plain[::-1, ::-1]))
        print(measure(np.full(n, b"As2d3h4c5sKdKc")), measure(["As2d3h4c5sKdKc"] * n))
        print(measure(np.full((n, 2), 31, np.uint64)[:, 0], stud8.evaluate_sets))
    """
    done = run(program)
    assert done.returncode == 0, done.stderr
    assert all(int(kilobytes) < 1024 for kilobytes in done.stdout.split()), done.stdout


def test_an_unknown_instruction_set_is_an_error() -> None:
    done = run("import stud8; stud8.evaluate_many(['As2d3h4c5s'])", STUD8_SIMD="abacus")
    assert done.returncode == 1
    assert "ValueError" in done.stderr
    assert "abacus" in done.stderr


@pytest.mark.parametrize("path", ["baseline", "avx2", "avx512"])
def test_every_instruction_set_gives_the_same(path: str) -> None:
    program = """if True:
        import numpy as np, stud8, zlib
        hands = np.random.default_rng(7).random((20000, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
        for low in ("eight_or_better", "five_ranks", "any"):
            print([zlib.crc32(part.tobytes()) for part in stud8.evaluate_many(hands, low=low)])
    """
    plain, done = run(program), run(program, STUD8_SIMD=path)
    if "hasn't got" in done.stderr:
        pytest.skip(f"this processor hasn't got {path}")
    assert (done.returncode, done.stdout) == (0, plain.stdout), done.stderr
