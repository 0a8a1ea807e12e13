"""What becomes of an answer on its way out: readers who have gone, full disks, letters that aren't there."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import codecs
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from commands import POSIX, command, environment, in_odd_environments, stud8_command
from stud8 import cli
from stud8.cli import door, streams
from test_cli_verify import Forgetful, plant

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")

# Each kind of answer: short and long ones, tables, pictures, JSON, helps and errors, with their exit codes.
ANSWERS = [
    ("eval AsKsQsJsTs", 0),
    ("eval AsKsQsJsTs --json", 0),
    ("eval As", 2),
    ("equity AsAc2d7h7cKd KsKcQd8h8c9d", 0),
    ("equity AsAc2d7h7cKd KsKcQd8h8c9d --json", 0),
    ("start", 0),
    ("start AsAh5h", 0),
    ("simulate --hands 100", 0),
    ("simulate --hands 100 --policies tight --json", 0),
    ("match tight call --hands 10", 0),
    ("verify --hands 20 --processes 0", 0),
    ("replay hand.phh --step", 0),
    ("replay hands.phhs --json", 0),
    ("--help", 0),
    ("simulate --help", 0),
    ("--version", 0),
    ("", 0),
    ("--zonk", 2),
    ("zonk", 2),
]
each_answer = pytest.mark.parametrize(
    ("what", "code"), ANSWERS, ids=[what or "nothing" for what, _ in ANSWERS]
)
SOME = (
    "eval AsKsQsJsTs",
    "eval As",
    "start AsAh5h",
    "simulate --hands 100",
    "replay hand.phh --step",
    "--help",
)
some_answers = pytest.mark.parametrize(("what", "code"), [pair for pair in ANSWERS if pair[0] in SOME])


def ended(what: str, folder: Path, odd: str = "bare", **where: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command with its output somewhere."""
    return subprocess.run(
        command(*what.split()), cwd=folder, timeout=60, check=False, env=environment(odd), **where
    )


def gone() -> int:
    """The writing end of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def closing(what: str, closed: str) -> list[str]:
    """The command in a shell that closes some of its files."""
    return ["sh", "-c", f'"$0" -m stud8 {what} {closed}', sys.executable]


# A reader who has gone


@POSIX
@each_answer
def test_a_reader_who_has_gone_changes_nothing_but_the_answer(what: str, code: int, folder: Path) -> None:
    """A short answer sits in the buffer until the end, where Python itself complained: exit code 120."""
    writing = gone()
    done = ended(what, folder, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.returncode == code
    assert done.stderr.count(b"\n") == (1 if code else 0)


@POSIX
@some_answers
def test_nobody_reads_either_of_them(what: str, code: int, folder: Path) -> None:
    writing = gone()
    done = ended(what, folder, stdout=writing, stderr=writing)
    os.close(writing)
    assert done.returncode == code


@POSIX
def test_a_difference_is_written_though_nobody_reads_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command ran to its end: exit code 1, and the record that `stud8 replay` reads."""
    plant(monkeypatch, Forgetful)
    with os.fdopen(gone(), "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "argv", ["stud8", "verify", "--hands", "200", "--seed", "4"])
        sys.argv += ["--processes", "0", "--write", str(tmp_path)]
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert sys.stdout is out
    assert caught.value.code == 1
    assert len(list(tmp_path.glob("*.json"))) == 1


@POSIX
def test_a_long_answer_ends_with_its_reader(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of `yes | head`: what nobody reads isn't drawn."""
    drawn: list[int] = []

    def show(*_: Any, **__: Any) -> None:
        drawn.append(1)
        print("x" * 10_000)  # noqa: T201 - more than a buffer

    monkeypatch.setattr("stud8.cli.replay._show_replay", show)
    with os.fdopen(gone(), "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "argv", ["stud8", "replay", str(folder / "hands.phhs")])
        with pytest.raises(SystemExit) as caught:
            cli.main()
    assert caught.value.code == 0
    assert drawn == [1]


@POSIX
def test_a_broken_pipe_of_the_commands_own_is_told(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Click takes each for its output, and ends without a word."""

    @click.group(cls=door.Group)
    def group() -> None:
        pass

    @group.command()
    def breaking() -> None:
        os.write(writing, b"x")

    writing = gone()
    monkeypatch.setattr(sys, "argv", ["stud8", "breaking"])
    assert door.run(group) == 2
    os.close(writing)
    assert capsys.readouterr().err == "stud8: [Errno 32] Broken pipe\n"


# A disk that is full


@needs_full
@each_answer
def test_a_full_disk_is_one_line_and_an_exit_code(what: str, code: int, folder: Path) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        done = ended(what, folder, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == (code or 2)
    assert done.stderr.count(b"\n") == 1
    if code == 0:
        assert done.stderr == b"stud8: the answer can't be written: No space left on device\n"


@needs_full
@some_answers
def test_a_full_disk_for_what_is_no_answer_costs_none(what: str, code: int, folder: Path) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        done = ended(what, folder, stdout=subprocess.PIPE, stderr=full)
    assert done.returncode == code
    assert bool(done.stdout) == (code == 0)


# Streams that are closed


@POSIX
@pytest.mark.parametrize(
    "what",
    [
        "eval AsKsQsJsTs",
        "equity AsAc2d7h7cKd KsKcQd8h8c9d",
        'equity AsAc2d KsKcKd "" --trials 1000 --seed 3 --json',
        "simulate --hands 100",
        "simulate --hands 100 --processes 2 --json",
        "match tight call --hands 10",
        "verify --hands 20",
        "verify --hands 220 --processes 2",
        'start "As Ac 2d" --door Ks',
        "--version",
    ],
)
def test_an_answer_is_not_lost_for_a_closed_standard_error(what: str, folder: Path) -> None:
    """No bar and no remark: the answer, and the exit code 0."""
    done = subprocess.run(
        closing(what, "2>&-"), capture_output=True, cwd=folder, timeout=60, check=False, env=environment()
    )
    assert done.returncode == 0
    assert done.stdout
    if "--json" in what:
        json.loads(done.stdout)


@POSIX
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
@some_answers
def test_closed_streams_leave_the_exit_code(what: str, code: int, closed: str, folder: Path) -> None:
    done = subprocess.run(
        closing(what, closed), capture_output=True, cwd=folder, timeout=60, check=False, env=environment()
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") <= 1


@POSIX
def test_a_complaint_does_not_go_to_standard_output() -> None:
    """Where `print` writes what is for a stream that is None."""
    done = subprocess.run(
        closing("eval As", "2>&-"), capture_output=True, timeout=60, check=False, env=environment()
    )
    assert (done.returncode, done.stdout) == (2, b"")


@POSIX
def test_a_record_does_not_get_what_is_meant_for_a_closed_stream(tmp_path: Path) -> None:
    """The next file that is opened would be standard output."""
    what = "simulate --hands 3 --players 2 --policies noisy:play --record hands.phhs"
    (tmp_path / "noisy.py").write_text(
        "import os\n"
        "def play(observations, randoms):\n"
        "    try:\n"
        "        os.write(1, b'noise')\n"
        "        os.write(2, b'noise')\n"
        "    except OSError:\n"
        "        pass\n"
        "    return (randoms < 2).astype('u1')\n"
    )
    done = subprocess.run(
        closing(what, ">&- 2>&-"),
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
        env=environment(),
    )
    assert done.returncode == 0
    assert "noise" not in (tmp_path / "hands.phhs").read_text(encoding="utf-8")


@pytest.mark.parametrize("what", ["simulate --hands 100", "match tight call --hands 10", "verify --hands 20"])
def test_streams_that_are_none_are_no_fault(what: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """As of pythonw on Windows."""
    monkeypatch.setattr(sys, "argv", ["stud8", *what.split()])
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 0
    assert capsys.readouterr().out
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 0


# Letters that the encoding lacks


@in_odd_environments
@some_answers
def test_no_answer_is_lost_for_its_letters(what: str, code: int, odd: str, folder: Path) -> None:
    """cp1252 is the encoding of a file on Windows: a replay printed nothing and simulate lost its table."""
    done = ended(what, folder, odd, capture_output=True)
    assert done.returncode == code
    assert (done.stdout if code == 0 else done.stderr).count(b"\n") >= 1
    assert b"Traceback" not in done.stderr
    if code == 0 and what:
        assert done.stderr == b""


def test_a_picture_in_ascii_has_its_columns(folder: Path) -> None:
    one = stud8_command("replay", folder / "hand.json", odd="bare").stdout
    other = stud8_command("replay", folder / "hand.json", odd="ascii").stdout
    assert "▒▒ ▒▒" in one
    assert "## ##" in other
    assert [len(line) for line in one.splitlines()] == [len(line) for line in other.splitlines()]
    assert one.translate(str.maketrans("▒▶–·", "#>-|")) == other


def test_a_table_in_latin_1_is_whole() -> None:
    lines = stud8_command(
        "simulate", "--hands", "200", "--policies", "tight", odd="latin-1"
    ).stdout.splitlines()
    assert sum(" ... " in line for line in lines) == 9
    assert lines[-1].startswith("pots quartered")


def test_what_is_no_drawing_is_written_by_its_number() -> None:
    """Of names above all: nothing is lost that somebody chose."""
    assert "Gr▒ße 牌\udcff".encode("ascii", streams.SUBSTITUTE) == rb"Gr#\xdfe \u724c\udcff"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", streams.SUBSTITUTE)
    assert codecs.lookup_error(streams.SUBSTITUTE) is streams.substitute


def test_who_chose_another_way_gets_it(folder: Path) -> None:
    done = subprocess.run(
        command("replay", "hand.json"),
        capture_output=True,
        cwd=folder,
        timeout=60,
        check=False,
        env={**environment(), "PYTHONIOENCODING": "ascii:xmlcharrefreplace"},
    )
    assert b"&#9618;&#9618;" in done.stdout


# Streams of other kinds


def test_a_pipe_that_does_not_block_gets_everything() -> None:
    """As of a parent that reads when it likes."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    read: list[bytes] = []

    def drain() -> None:
        with os.fdopen(reading, "rb") as pipe:
            read.append(pipe.read())

    text = "a line of the answer\n" * 100_000
    reader = threading.Thread(target=drain)
    with os.fdopen(writing, "wb", buffering=0) as raw:
        outlet = streams.Outlet(raw)
        out = io.TextIOWrapper(io.BufferedWriter(outlet), encoding="utf-8")
        reader.start()
        out.write(text)
        out.flush()
    reader.join()
    assert (outlet.is_gone, outlet.failure) == (False, None)
    assert b"".join(read).decode() == text


def test_a_stream_that_somebody_has_closed_is_gone() -> None:
    raw = io.FileIO(os.devnull, "w")
    raw.close()
    outlet = streams.Outlet(raw)
    assert outlet.write(b"abc") == 3
    assert outlet.is_gone


def test_streams_are_given_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever runs the command in its own process goes on printing."""
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "argv", ["stud8", "--version"])
        print("before")  # noqa: T201 - that is it
        with pytest.raises(SystemExit):
            cli.main()
        print("after")  # noqa: T201 - that is it
    lines = (tmp_path / "out").read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("before", "after", 3)


def test_an_error_that_nobody_foresaw_is_one_line(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def failing() -> None:
        raise LookupError("over the rainbow")

    monkeypatch.setattr(sys, "argv", ["stud8"])
    assert door.run(failing) == 2
    assert capsys.readouterr().err == "stud8: LookupError: over the rainbow\n"
    monkeypatch.setattr(
        door, "sys", SimpleNamespace(**{**vars(sys), "flags": SimpleNamespace(dev_mode=True)})
    )
    with pytest.raises(LookupError):
        door.run(failing)
