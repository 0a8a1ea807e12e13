"""`stud8 verify`."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from commands import refused, stud8_command
from stud8 import reference
from stud8._internal.verifying import twins

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def test_verify_agrees(run: Any) -> None:
    done = run("verify", "--hands", "30", "--seed", "2", "--processes", "0")
    assert (done.code, done.error) == (0, "")
    assert done.out.startswith("30 hands of seed 2 from number 0 on agree")
    record = json.loads(run("verify", "--hands", "30", "--processes", "0", "--json").out)
    assert (record["hands"], record["difference"]) == (30, None)
    assert record["seconds"] > 0


def test_verify_in_processes_of_its_own() -> None:
    """`python -m stud8` is what the spawned processes import again: they must not run it."""
    done = stud8_command("verify", "--hands", "120", "--processes", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("120 hands")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--hands", "-1"],
        ["--seed", "-1"],
        ["--start", "-1"],
        ["--seconds", "-1"],
        ["--seconds", "soon"],
        ["--processes", "-1"],
        ["--write", "no/such/folder"],
    ],
    ids=" ".join,
)
def test_verify_refuses_what_cannot_be(run: Any, arguments: Sequence[str]) -> None:
    refused(run("verify", "--hands", "5", "--processes", "0", *arguments), arguments[0])


class Forgetful(reference.Hand):
    """A reference that takes fifth street for fourth."""

    @property
    def street(self) -> int:
        """Wrong on fifth street."""
        return 4 if super().street == 5 else super().street


class Refusing(reference.Hand):
    """A reference that takes no table of eight."""

    def __init__(self, rules: Any, stacks: Any, **how: Any) -> None:
        """Refuse eight players."""
        if len(stacks) == 8:
            raise reference.StudError("invalid_seats", "eight are too many")
        super().__init__(rules, stacks, **how)


class Asserting(reference.Hand):
    """A reference one of whose own laws is broken on fifth street, as `assert` says it."""

    @property
    def street(self) -> int:
        """Break on fifth street."""
        assert super().street != 5, "no fifth street"
        return super().street


def plant(monkeypatch: pytest.MonkeyPatch, hand: type) -> None:
    """Put a wrong reference into lockstep, for this process alone."""
    wrong = SimpleNamespace(**{name: getattr(reference, name) for name in dir(reference)})
    wrong.Hand = hand
    monkeypatch.setattr(twins, "reference", wrong)


@pytest.mark.parametrize("hand", [Forgetful, Refusing, Asserting])
def test_verify_finds_a_difference_and_writes_what_replay_reads(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hand: type
) -> None:
    """Exit code 1, the difference printed, a record written whose name comes last; replay shows the hand.

    A broken law of an engine (`assert`) is a find like any other, not a traceback that loses the case.
    """
    arguments = ["verify", "--hands", "200", "--seed", "4", "--processes", "0", "--write", tmp_path]
    with monkeypatch.context() as planted:
        plant(planted, hand)
        done = run(*arguments)
        (path,) = tmp_path.glob("*.json")
        assert done.code == 1
        assert "the engines differ in" in done.out
        assert f"stud8 replay {path}" in done.error
        assert done.error.count("\n") == 1
        record = json.loads(path.read_text(encoding="utf-8"))
        assert (record["format"], record["version"]) == ("stud8-difference", 1)
        replayed = run("replay", path)
        assert replayed.code == 0, replayed.error
        assert "the engines differ in" in replayed.error
        assert "street" in replayed.out
    mended = run("replay", path, "--step")
    assert mended.code == 0
    assert "the engines agree" in mended.error
    assert run(*arguments).code == 0


def test_a_difference_is_made_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    """Two players, no extra rules, no more choices than lead to fifth street."""
    plant(monkeypatch, Forgetful)
    done = run("verify", "--hands", "200", "--processes", "0", "--write", tmp_path, "--json")
    case = json.loads(done.out)["difference"]["case"]
    assert done.code == 1
    assert len(case["stacks"]) == 2
    assert len(case["choices"]) <= 6
    assert case["settings"]["rake"] is None
    assert case["settings"]["ante"] == 0
    again = json.loads(next(tmp_path.glob("*.json")).read_text(encoding="utf-8"))
    assert again == json.loads(done.out)["difference"]
