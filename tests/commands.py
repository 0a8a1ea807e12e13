"""The command `stud8`, run in a process of its own or in this one."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from stud8 import cli

POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX signals and pipes")
ENVIRONMENT = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}


def command(*arguments: str) -> list[str]:
    """The command line as a module."""
    return [sys.executable, "-m", "stud8", *arguments]


def stud8_command(*arguments: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        command(*map(str, arguments)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        input=stdin,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )


class Done:
    """What the command did in this process: exit code, standard output and error."""

    def __init__(self, code: int, out: str, error: str) -> None:
        """Keep them."""
        self.code, self.out, self.error = code, out, error


def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object) -> Done:
    """Run `main` in this process, which is quicker; whatever escapes it is a traceback for the user."""
    monkeypatch.setattr(sys, "argv", ["stud8", *map(str, arguments)])
    capsys.readouterr()
    with pytest.raises(SystemExit) as caught:
        cli.main()
    out, error = capsys.readouterr()
    code = caught.value.code
    return Done(0 if code is None else int(code), out, error)


def refused(done: Any, words: str = "") -> None:
    """Bad input: exit code 2, nothing printed, one line on standard error, in our own words."""
    assert done.code == 2
    assert done.out == ""
    lines = done.error.splitlines()
    assert len(lines) == 1, done.error
    assert lines[0].startswith("stud8: ")
    assert words in lines[0]
    assert len(lines[0]) < 500
    for foreign in ("Traceback", "object is not", "sys.set_int_max_str_digits", "KeyError", "recursion"):
        assert foreign not in lines[0]
