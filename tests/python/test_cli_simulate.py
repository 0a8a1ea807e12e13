"""`stud8 simulate`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from commands import refused
from stud8 import RecordingError, Rules, Summary, simulate
from stud8._internal.simulating import filing
from stud8._internal.simulating import spread as spreading
from stud8._internal.simulating.filing import Histories
from stud8._internal.simulating.job import Job

if TYPE_CHECKING:
    from pathlib import Path


def test_simulate_prints_a_table(run: Any) -> None:
    done = run("simulate", "--hands", "3000", "--players", "3", "--seed", "5")
    summary = simulate(Rules.full_tilt(), players=3, hands=3000, seed=5)
    assert (done.code, done.error) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"3,000 hands, {summary.actions:,} actions in ")
    for seat, net in summary.net.items():
        row = next(line for line in lines if line.split()[:1] == [str(seat)])
        assert row.split()[:4] == [
            str(seat),
            f"{net:+,}",
            f"{summary.mean[seat]:+.3f}",
            f"{summary.standard_error[seat]:.3f}",
        ]
    for name, count in (
        ("shown down", summary.showdowns),
        ("a low qualified", summary.lows),
        ("pots split", summary.split),
        ("pots scooped", summary.scooped),
        ("pots quartered", summary.quartered),
    ):
        row = next(line for line in lines if line.startswith(name))
        assert row.split()[-2:] == [f"{count:,}", f"{count / 3000:.4f}"]


def test_simulate_as_json_is_a_summary(run: Any) -> None:
    arguments = ["--hands", "500", "--players", "4", "--seed", "2", "--start", "9", "--threads", "1"]
    record = json.loads(run("simulate", *arguments, "--json").out)
    assert record.pop("seconds") > 0
    assert Summary.from_dict(record) == simulate(Rules.full_tilt(), players=4, hands=500, seed=2, start=9)


@pytest.mark.parametrize("preset", Rules.PRESETS)
def test_simulate_takes_every_rule_book_and_its_settings(run: Any, preset: str) -> None:
    """Those without stakes of their own play 40/50/200/400."""
    settings = ["--set", "ante=60", "--set", "raises=none", "--set", 'rake={"rate": 500, "cap": 100}']
    done = run("simulate", "--rules", preset, "--hands", "200", "--stack", "9000", *settings, "--json")
    assert done.code == 0, done.error
    record = json.loads(done.out)
    del record["seconds"]
    stakes = {} if preset in ("full_tilt", "declare", "hungarian") else {"bring_in": 50, "small_bet": 200}
    if preset == "finnish":
        stakes = {"small_bet": 200, "bring_in": 50}
    rules = getattr(Rules, preset)(**{**stakes, "ante": 60, "raises": None, "rake": stud8.Rake(500, cap=100)})
    assert Summary.from_dict(record) == simulate(rules, stacks=[9000] * 8, hands=200)


def test_simulate_no_hands(run: Any) -> None:
    assert run("simulate", "--hands", "0").code == 0
    assert json.loads(run("simulate", "--hands", "0", "--json").out)["hands"] == 0


def test_simulate_takes_policies_by_seat(run: Any) -> None:
    arguments = [
        "--hands",
        "300",
        "--players",
        "3",
        "--policies",
        "tight, call,uniform",
        "--rotate",
        "--seed",
        "7",
    ]
    done = run("simulate", *arguments)
    assert (done.code, done.error) == (0, "")
    summary = simulate(
        Rules.full_tilt(), players=3, hands=300, policies=["tight", "call", "uniform"], rotate=True, seed=7
    )
    row = next(line for line in done.out.splitlines() if line.startswith("tight"))
    assert row.split()[2] == f"{summary.policy_net['tight']:+,}"
    record = json.loads(run("simulate", *arguments, "--json", "--classes").out)
    del record["seconds"]
    assert record["classes"]["call"]
    record["classes"] = None
    assert Summary.from_dict(record) == summary


def test_simulate_takes_functions_by_their_module(run: Any, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "mine.py").write_text(
        "def stay(observations, randoms):\n    return (randoms < 2).astype('u1')\n"
    )
    monkeypatch.chdir(tmp_path)
    done = run("simulate", "--hands", "50", "--policies", "mine:stay", "--json")
    assert json.loads(done.out)["policies"] == ["stay"] * 8
    refused(run("simulate", "--policies", "mine:go"), "mine:go")
    refused(run("simulate", "--policies", "nothing:stay"), "nothing:stay")


def test_simulate_keeps_a_record_and_says_what_it_would_overwrite(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    arguments = ["--hands", "20", "--players", "2", "--record", str(path)]
    assert run("simulate", *arguments).code == 0
    assert len(stud8.load(path)) == 20
    refused(run("simulate", *arguments), "--overwrite")
    assert run("simulate", *arguments, "--overwrite").code == 0


def test_simulate_in_processes_gives_the_same(run: Any) -> None:
    arguments = ["simulate", "--hands", "600", "--policies", "tight", "--json"]
    one, other = (json.loads(run(*arguments, *more).out) for more in ([], ["--processes", "2"]))
    assert one.pop("seconds") > 0
    assert other.pop("seconds") > 0
    assert one == other


def test_simulate_checks_by_the_reference(run: Any) -> None:
    done = run("simulate", "--hands", "200", "--players", "3", "--check", "0.05")
    assert (done.code, done.error) == (0, "")


def test_a_check_that_finds_a_difference_is_exit_code_1(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of verify: it ran, and found something."""
    honest = Job.record

    def lying(self: Job, *arguments: Any) -> Any:
        summary, columns = honest(self, *arguments)
        columns["net"] = columns["net"] + np.int64(1)
        return summary, columns

    monkeypatch.setattr(Job, "record", lying)
    done = run("simulate", "--hands", "20", "--check", "0.1")
    assert (done.code, done.out) == (1, "")
    assert done.error.startswith("stud8: hand 9 of seed 0: the simulation pays")
    assert done.error.count("\n") == 1


def test_a_record_that_fails_says_how_the_command_goes_on(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, written = Histories.write, 0

    def write(self: Histories, part: Any, total: Summary) -> None:
        nonlocal written
        written += 1
        if written > 1:
            raise RecordingError("hands.phhs: No space left on device")
        honest(self, part, total)

    monkeypatch.setattr(Histories, "write", write)
    monkeypatch.setattr(spreading, "RECORDED", 20)
    path = tmp_path / "hands.phhs"
    done = run("simulate", "--hands", "100", "--start", "7", "--record", path, "--json")
    assert done.code == 2
    assert json.loads(done.out)["hands"] == 20
    left = "20 hands are written; the same command with --resume goes on"
    assert done.error == f"stud8: hands.phhs: No space left on device: {left}\n"


@pytest.mark.parametrize("name", ["hands.parquet", "hands.phhs"])
def test_a_record_that_was_stopped_is_gone_on_with_by_the_same_command(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    pytest.importorskip("pyarrow")
    kind: Any = Histories if name.endswith("phhs") else filing.Parquet
    write, written = kind.write, 0

    def stopping(self: Any, part: Any, total: Summary) -> None:
        nonlocal written
        written += 1
        write(self, part, total)
        if written == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(spreading, "RECORDED", 20)
    path = tmp_path / name
    arguments = ["simulate", "--hands", "100", "--players", "2", "--record", str(path), "--json"]
    with monkeypatch.context() as patch:
        patch.setattr(kind, "write", stopping)
        done = run(*arguments)
    assert done.code == 130
    assert json.loads(done.out)["hands"] == 40
    has = f"{path}.partial has 40 hands, and the same command with --resume goes on with it"
    assert done.error == f"stud8: interrupted; {has}\n"
    assert not path.exists()
    refused(run(*arguments), "--resume")
    other = run(*arguments, "--seed", "5", "--resume")
    refused(other, "its seed being 0 and not 5")
    done = run(*arguments, "--resume")
    assert (done.code, done.error) == (0, "")
    record = json.loads(done.out)
    del record["seconds"]
    assert Summary.from_dict(record) == simulate(Rules.full_tilt(), players=2, hands=100)
    refused(run("simulate", "--hands", "10", "--resume"), "resume=True goes on with a record")


def test_a_policy_that_fails_leaves_what_was_played(run: Any, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "failing.py").write_text(
        "calls = 0\n"
        "def late(observations, randoms):\n"
        "    global calls\n"
        "    calls += 1\n"
        "    assert calls < 1500\n"
        "    return (randoms < 2).astype('u1')\n"
    )
    monkeypatch.chdir(tmp_path)
    done = run("simulate", "--hands", "1000000", "--policies", "failing:late", "--json")
    assert done.code == 2
    assert 0 < json.loads(done.out)["hands"] < 1_000_000
    assert 'policy "late" raised AssertionError' in done.error
    assert done.error.count("\n") == 1


def test_the_rule_book_that_is_played_is_told(run: Any) -> None:
    assert "[default: full_tilt" in " ".join(run("simulate", "--help").out.split())
    assert "[default: full_tilt" in " ".join(run("match", "--help").out.split())


NINES = "9" * 5000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--hands", "-1"], "--hands"),
        (["--hands", "many"], "many"),
        (["--hands", str(2**64)], "hands="),
        (["--start", str(2**64 - 1), "--hands", "10"], "too many"),
        (["--players", "9"], "--players"),
        (["--players", "1"], "--players"),
        (["--stack", "0"], "stack"),
        (["--stack", "-5"], "stack"),
        (["--seed", "-1"], "--seed"),
        (["--threads", "0"], "--threads"),
        (["--rules", "zonk"], "full_tilt"),
        (["--set", "ante"], "NAME=VALUE"),
        (["--set", "=5"], "setting"),
        (["--set", "zonk=5"], '"zonk"'),
        (["--set", "ante=x"], "ante"),
        (["--set", "ante=1.5"], "ante"),
        (["--set", "ante=99999999999999999999"], "ante"),
        (["--set", "small_bet=10"], "bring_in < small_bet"),
        (["--set", "burn=perhaps"], "burn"),
        (["--set", "rake=5"], "rake"),
        (["--set", 'rake={"rate":'], "rake"),
        (["--set", 'rake={"zonk": 5}'], "zonk"),
        (["--set", f"ante={NINES}"], "ante"),
        (["--set", f"low={'[' * 50_000}"], "low"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_simulate_refuses_what_cannot_be(run: Any, arguments: list[str], words: str) -> None:
    refused(run("simulate", "--hands", "10", *arguments), words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--policies", "loose"], "choose one of uniform, call, check_fold, tight"),
        (["--policies", "call,call"], "2 for 8 players"),
        (["--record", "hands.csv"], ".parquet"),
        (["--policies", ":f"], "policy ':f' is no function of a module: write module:function"),
        (["--policies", "mine:"], "policy 'mine:' is no function of a module: write module:function"),
        (["--policies", "call,:"], "policy ':' is no function of a module: write module:function"),
        (["--check", "2"], "check=2"),
        (["--processes", "2", "--dask", "tcp://nowhere:1"], "choose one"),
        (["--processes", "1", "--threads", "2"], "leave them out"),
    ],
)
def test_simulate_refuses_what_cannot_be_played(run: Any, arguments: list[str], words: str) -> None:
    refused(run("simulate", "--hands", "10", *arguments), words)
