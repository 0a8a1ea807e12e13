"""Ctrl-C before the command line is loaded: one line and the exit code 130, wherever it comes."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from commands import ENVIRONMENT, POSIX, command
from stud8._internal.terminal import loading

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# Presses Ctrl-C when a module is wanted, or raises what Ctrl-C does.
PRESSING = """
import signal
import sys

class Pressing:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            {what}

sys.meta_path.insert(0, Pressing())
"""
PRESS = "signal.raise_signal(signal.SIGINT)"
SCRIPT = """
import re
import sys
from stud8.__main__ import main
if __name__ == '__main__':
    sys.exit(main())
"""
# From the first thing that the package loads to what a command loads for itself.
EARLY = [
    "stud8._native",
    "stud8.errors",
    "stud8._internal.simulating.simulate",
    "stud8.__main__",
    "stud8.cli",
]
LATE = [
    "click",
    "json",
    "stud8.cli.equity",
    "multiprocessing",
    "stud8._internal.verifying.twins",
    "stud8.cli.verify",
]


def pressed(
    tmp_path: Path, name: str, arguments: Sequence[str], what: str = PRESS
) -> subprocess.CompletedProcess[str]:
    """Run the command, and press Ctrl-C at a module."""
    (tmp_path / "sitecustomize.py").write_text(PRESSING.format(name=name, what=what))
    return subprocess.run(
        arguments,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**ENVIRONMENT, "PYTHONPATH": str(tmp_path)},
    )


@POSIX
@pytest.mark.parametrize("name", EARLY + LATE)
def test_ctrl_c_at_any_import_is_one_line(tmp_path: Path, name: str) -> None:
    """The package itself is loaded before its main module is: that used to be a traceback."""
    done = pressed(tmp_path, name, command("eval", "AsKsQsJsTs"))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stud8: interrupted\n")


@POSIX
@pytest.mark.parametrize("name", EARLY + LATE)
def test_ctrl_c_at_any_import_of_the_installed_script_is_one_line(tmp_path: Path, name: str) -> None:
    script = tmp_path / "stud8-script"
    script.write_text(SCRIPT)
    done = pressed(tmp_path, name, [sys.executable, str(script), "eval", "AsKsQsJsTs"])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stud8: interrupted\n")


@POSIX
def test_what_ctrl_c_raises_while_the_commands_are_loaded_is_one_line(tmp_path: Path) -> None:
    """Where somebody else has taken the signal."""
    done = pressed(tmp_path, "stud8.cli.verify", command("eval", "AsKsQsJsTs"), "raise KeyboardInterrupt")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stud8: interrupted\n")


@POSIX
def test_nobody_else_ends_at_ctrl_c(tmp_path: Path) -> None:
    """A program that imports the package gets its KeyboardInterrupt, and keeps its handler."""
    (tmp_path / "program.py").write_text(
        "import signal\n"
        "try:\n"
        "    import stud8\n"
        "except KeyboardInterrupt:\n"
        "    print('pressed')\n"
        "import stud8\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
    )
    done = pressed(tmp_path, "stud8.errors", [sys.executable, str(tmp_path / "program.py")])
    assert (done.returncode, done.stdout, done.stderr) == (0, "pressed\n", "")


PROGRAM = """
import signal
{before}
from stud8.__main__ import main
import sys
sys.argv = ["stud8", "--version"]
try:
    main()
finally:
    from stud8 import cli
    from stud8._internal.terminal import loading
    print(signal.getsignal(signal.SIGINT) {after})
"""


@POSIX
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "is loading._end"),
        ("signal.signal(signal.SIGINT, signal.SIG_IGN)", "is signal.SIG_IGN"),
        ("mine = lambda number, frame: 1; signal.signal(signal.SIGINT, mine)", "is mine"),
    ],
    ids=["by default", "in the background", "another handler"],
)
def test_only_what_python_does_is_changed(before: str, after: str) -> None:
    """In the end, when all is said, Ctrl-C ends the process as in the beginning."""
    program = PROGRAM.format(before=before, after=after)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "True"


@POSIX
def test_a_command_that_runs_has_the_ctrl_c_of_python(tmp_path: Path) -> None:
    """Or nothing that is finished would be shown."""
    (tmp_path / "asking.py").write_text(
        "import signal\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "def play(observations, randoms):\n"
        "    return (randoms < 2).astype('u1')\n"
    )
    done = subprocess.run(
        command("simulate", "--hands", "2", "--policies", "asking:play"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_only_the_command_line_is_the_command() -> None:
    before = signal.getsignal(signal.SIGINT)
    loading.begun()
    assert signal.getsignal(signal.SIGINT) is before
    assert not loading._is_command()
