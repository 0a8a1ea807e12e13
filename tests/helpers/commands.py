"""The command `stud8`, run in a process of its own or in this one."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from stud8 import cli

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX signals and pipes")

# What every shell has. Whatever makes Python friendlier stays outside: with PYTHONUNBUFFERED an answer never
# sits in a buffer until the end, with PYTHONIOENCODING or PYTHONUTF8 every character can be written.
KEPT = ("HOME", "PATH", "PYTHONDONTWRITEBYTECODE", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
# Other places in which users run the command.
ODD: dict[str, dict[str, str]] = {
    "bare": {},
    "C": {"LC_ALL": "C"},
    "C-as-it-was": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "unbuffered": {"PYTHONUNBUFFERED": "1"},
}
in_odd_environments = pytest.mark.parametrize("odd", ODD)


def environment(odd: str = "bare") -> dict[str, str]:
    """The environment of a user, or one of the odd ones."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "COLUMNS": "100", **ODD[odd]}


ENVIRONMENT = environment()


def command(*arguments: str) -> list[str]:
    """The command line as a module."""
    return [sys.executable, "-m", "stud8", *arguments]


def stud8_command(
    *arguments: object, stdin: str | None = None, odd: str = "bare"
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as a user does."""
    return subprocess.run(
        command(*map(str, arguments)),
        capture_output=True,
        text=True,
        encoding="latin-1" if odd in {"latin-1", "cp1252"} else "utf-8",
        input=stdin,
        timeout=60,
        check=False,
        env=environment(odd),
    )


def script(path: Path, *, odd: str = "bare", options: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run a plain script, as a user does."""
    return subprocess.run(
        [sys.executable, *options, path.name],
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        cwd=path.parent,
        timeout=100,
        check=False,
        env=environment(odd),
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
