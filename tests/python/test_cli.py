"""The command `stud8` as such: its helps, its examples, and what is no command."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import stud8
from click.testing import CliRunner
from commands import ENVIRONMENT, refused, stud8_command
from stud8 import cli

COMMANDS = sorted(cli.stud8_command.commands)


def test_the_module_and_the_entry_point_are_the_same() -> None:
    script = Path(sys.executable).with_name("stud8")
    version = f"stud8, version {stud8.__version__}\n"
    assert stud8_command("--version").stdout == version
    if script.exists():
        done = subprocess.run(
            [script, "--version"], capture_output=True, text=True, check=True, env=ENVIRONMENT
        )
        assert done.stdout == version


def test_without_a_command_it_helps(run: Any) -> None:
    done = run()
    assert (done.code, done.error) == (0, "")
    assert done.out.startswith("Usage: ")
    assert all(name in done.out for name in COMMANDS)
    assert run("-h").out == run("--help").out


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_helps_with_an_example(run: Any, name: str) -> None:
    done = run(name, "--help")
    assert (done.code, done.error) == (0, "")
    assert f"Example: stud8 {name} " in " ".join(done.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_each_command_runs(
    run: Any, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    text = " ".join(run(name, "--help").out.split())
    example = text.split(f"Example: stud8 {name} ")[1].split(" Options:")[0]
    small = example.replace("1000000", "500").replace("100000", "20")
    arguments = [*shlex.split(small), *(["--processes", "0"] if name == "verify" else [])]
    done = run(name, *arguments)
    assert (done.code, done.error) == (0, "")
    assert done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["zonk"],
        ["--zonk"],
        ["eval"],
        ["eval", "--zonk"],
        ["equity"],
        ["start", "--zonk"],
        ["replay"],
        ["simulate", "zonk"],
        ["verify", "zonk"],
    ],
    ids=" ".join,
)
def test_what_is_no_command_is_refused(run: Any, arguments: list[str]) -> None:
    refused(run(*arguments))


def test_the_command_is_one_that_click_can_test() -> None:
    """For users who put it into a group of their own."""
    result = CliRunner().invoke(cli.stud8_command, ["eval", "As 2d 3h 4c 5s"])
    assert (result.exit_code, result.exception) == (0, None)
    assert "5-4-3-2-A" in result.output
