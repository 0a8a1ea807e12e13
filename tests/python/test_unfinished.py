"""Records that are written beside their names: who may write, what a stop leaves, and how one goes on."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import errno
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import stud8
from stud8 import (
    IllegalActionError,
    Interrupted,
    PolicyError,
    RecordingError,
    Rules,
    load,
    simulate,
)
from stud8._internal.simulating import spread as spreading
from stud8._internal.simulating.footers import end_of, moved
from test_policies import at_random

pq = pytest.importorskip("pyarrow.parquet")

RULES = Rules.full_tilt()
GAME: dict[str, Any] = {"rules": RULES, "players": 3, "hands": 1100, "seed": 7, "start": 5}
KINDS = [("hands.parquet", "hand"), ("hands.parquet", "action"), ("hands.phhs", "hand")]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many parts of few hands."""
    monkeypatch.setattr(spreading, "RECORDED", 200)


def stop_at(hands: int, kind: type[BaseException] = KeyboardInterrupt) -> Any:
    """A progress function that ends a run."""

    def stop(done: int) -> None:
        if done >= hands:
            raise kind

    return stop


def whole(folder: Path, name: str, **more: Any) -> tuple[bytes, stud8.Summary]:
    """The record of a run that nothing stopped."""
    (folder / "whole").mkdir()
    path = folder / "whole" / name
    summary = simulate(**{**GAME, **more}, record=path)
    assert [one.name for one in path.parent.iterdir()] == [name]
    return path.read_bytes(), summary


@pytest.mark.parametrize(("name", "rows"), KINDS)
def test_a_record_that_was_interrupted_is_gone_on_with_to_the_same_bytes(
    tmp_path: Path, name: str, rows: Any
) -> None:
    data, summary = whole(tmp_path, name, rows=rows, classes=True)
    path = tmp_path / name
    more = {**GAME, "rows": rows, "classes": True, "record": path}
    for hands in (400, 800):
        with pytest.raises(Interrupted) as caught:
            simulate(**more, progress=stop_at(hands), resume=True)
        assert caught.value.partial.deals == hands
        assert caught.value.start == 5 + hands
        again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
        assert (str(again), again.unfinished) == (str(caught.value), f"{path}.partial")
        assert not path.exists()
    told: list[int] = []
    assert simulate(**more, resume=True, progress=told.append) == summary
    assert told == [1000, 1100]
    assert path.read_bytes() == data
    assert sorted(one.name for one in tmp_path.iterdir()) == [name, "whole"]


KILLED = """
import os, signal, sys
from stud8 import Rules, simulate
from stud8._internal.simulating import spread as spreading
spreading.RECORDED = 200
def kill(done):
    if done >= 600:
        os.kill(os.getpid(), signal.SIGKILL)
simulate(Rules.full_tilt(), players=3, hands=1100, seed=7, start=5, record=sys.argv[1], rows=sys.argv[2],
         progress=kill)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
@pytest.mark.parametrize(("name", "rows"), KINDS)
def test_a_record_that_was_killed_never_has_its_name_and_is_gone_on_with(
    tmp_path: Path, name: str, rows: Any
) -> None:
    data, summary = whole(tmp_path, name, rows=rows)
    path = tmp_path / name
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), rows], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not path.exists()
    partial = Path(f"{path}.partial")
    # The kill may come in the middle of a part.
    with partial.open("ab") as file:
        file.write(b"\0[half a hand")
    if path.suffix == ".parquet":
        with pytest.raises(Exception, match=r"(?i)parquet|magic"):
            pq.read_table(partial)
    with pytest.raises(RecordingError, match=r"is an unfinished record: resume=True \(--resume\)") as caught:
        simulate(**GAME, record=path, rows=rows)
    assert caught.value.errno == errno.EEXIST
    assert simulate(**GAME, record=path, rows=rows, resume=True) == summary
    assert path.read_bytes() == data
    assert sorted(one.name for one in tmp_path.iterdir()) == [name, "whole"]


@pytest.mark.parametrize("name", ["hands.parquet", "hands.phhs"])
def test_a_record_by_functions_is_gone_on_with_after_one_failed(tmp_path: Path, name: str) -> None:
    data, summary = whole(tmp_path, name, policies=at_random)
    calls = 0

    def failing(observations: Any, randoms: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 130:
            raise ZeroDivisionError
        return at_random(observations, randoms)

    failing.__name__ = "at_random"
    path = tmp_path / name
    with pytest.raises(PolicyError) as caught:
        simulate(**GAME, policies=failing, record=path)
    partial, start = caught.value.partial, caught.value.start
    assert start is not None
    assert 0 < partial.hands == start - 5 < 1100
    # Of the part that failed the hands before the first gap are written too.
    read: Any = pq.read_table if path.suffix == ".parquet" else load
    assert len(read(f"{path}.partial")) == partial.hands
    expected = simulate(**{**GAME, "hands": partial.hands}, policies=at_random)
    assert partial.net == expected.net
    assert simulate(**GAME, policies=at_random, record=path, resume=True) == summary
    assert path.read_bytes() == data


def test_two_runs_never_write_the_same_record(tmp_path: Path) -> None:
    """Both reported success: they had looked for the file before either wrote it."""
    pytest.importorskip("fcntl")
    path = tmp_path / "hands.parquet"
    refused: list[RecordingError] = []

    def second(_: int) -> None:
        ways: list[dict[str, Any]] = [{}, {"resume": True}, {"overwrite": True}]
        for how in ways:
            with pytest.raises(RecordingError, match="is being written by another run") as caught:
                simulate(**{**GAME, "seed": 8}, record=path, **how)
            refused.append(caught.value)

    summary = simulate(**{**GAME, "hands": 300}, record=path, progress=second)
    assert len(refused) == 6
    assert {error.errno for error in refused} == {errno.EBUSY}
    assert pq.read_table(path).num_rows == summary.hands == 300
    assert pq.read_table(path).column("net_1").to_pylist() == [
        simulate(**{**GAME, "hands": 1, "start": number}).net[1] for number in range(5, 305)
    ]


@pytest.mark.parametrize("name", ["hands.parquet", "hands.phhs"])
def test_of_many_runs_that_begin_at_once_one_wins(tmp_path: Path, name: str) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / name
    start = threading.Barrier(6)
    outcomes: list[stud8.Summary | RecordingError] = []

    def run(seed: int) -> None:
        start.wait()
        try:
            outcomes.append(simulate(**{**GAME, "seed": seed}, record=path, threads=1))
        except RecordingError as error:
            outcomes.append(error)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (winner,) = (one for one in outcomes if isinstance(one, stud8.Summary))
    errors = [one for one in outcomes if isinstance(one, RecordingError)]
    assert len(errors) == 5
    assert {error.errno for error in errors} <= {errno.EBUSY, errno.EEXIST}
    if path.suffix == ".parquet":
        assert sum(pq.read_table(path).column("net_2").to_pylist()) == winner.net[2]
    else:
        assert sum(history.replay().payoffs[2] for history in load(path)) == winner.net[2]


def test_what_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"

    def appear(_: int) -> None:
        path.write_text("mine")

    with pytest.raises(RecordingError, match="has appeared while") as caught:
        simulate(**GAME, record=path, progress=appear)
    assert (caught.value.errno, caught.value.start) == (errno.EEXIST, 1105)
    assert path.read_text() == "mine"
    assert len(load(f"{path}.partial")) == 1100
    summary = simulate(**GAME, record=path, overwrite=True, resume=True)
    assert summary == simulate(**GAME)
    assert len(load(path)) == 1100


def test_overwriting_keeps_the_old_record_until_the_new_one_is_whole(tmp_path: Path) -> None:
    """The file was emptied first: a run that failed at once turned 1,000 hands into none."""

    def broken(*_: object) -> Any:
        raise ZeroDivisionError

    for name in ("hands.parquet", "hands.phhs"):
        path = tmp_path / name
        simulate(**GAME, record=path)
        path.chmod(0o640)
        old = path.read_bytes()
        with pytest.raises(PolicyError):
            simulate(**GAME, policies=broken, record=path, overwrite=True)
        assert path.read_bytes() == old
        assert not Path(f"{path}.partial").exists()
        with pytest.raises(Interrupted):
            simulate(**{**GAME, "seed": 9}, record=path, overwrite=True, progress=stop_at(400))
        assert path.read_bytes() == old
        simulate(**{**GAME, "seed": 9}, record=path, overwrite=True)
        assert path.read_bytes() != old
        assert path.stat().st_mode & 0o777 == 0o640
        assert not Path(f"{path}.partial").exists()


def test_a_link_to_nowhere_is_not_written_through(tmp_path: Path) -> None:
    path, target = tmp_path / "hands.phhs", tmp_path / "elsewhere.phhs"
    path.symlink_to(target)
    with pytest.raises(RecordingError, match="exists: another name") as caught:
        simulate(**GAME, record=path)
    assert caught.value.errno == errno.EEXIST
    assert not target.exists()
    # Who says that a file may be replaced means the one that a link names.
    simulate(**GAME, record=path, overwrite=True)
    assert path.is_symlink()
    assert len(load(target)) == 1100
    partial = tmp_path / "other.phhs.partial"
    partial.symlink_to(target)
    with pytest.raises(RecordingError):
        simulate(**GAME, record=tmp_path / "other.phhs")
    assert len(load(target)) == 1100


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"seed": 8}, "its seed being 7 and not 8"),
        ({"start": 6}, "its start being 5 and not 6"),
        ({"rules": Rules.full_tilt(raises=2)}, "its rules being"),
        ({"stacks": [900, 900, 900]}, "its stacks being"),
        ({"policies": "tight"}, "its policies being"),
        ({"rotate": True}, 'its rotation being "fixed" and not "by_number"'),
        ({"rows": "action"}, 'its rows being "hand" and not "action"'),
        ({"classes": True}, "its classes being false and not true"),
        ({"hands": 300}, "has 400 hands already, more than hands=300"),
    ],
)
def test_a_record_of_something_else_is_not_gone_on_with(
    tmp_path: Path, more: dict[str, Any], words: str
) -> None:
    path = tmp_path / "hands.parquet"
    with pytest.raises(Interrupted):
        simulate(**GAME, record=path, progress=stop_at(400))
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    with pytest.raises(RecordingError) as caught:
        simulate(**{**GAME, **more}, record=path, resume=True)
    assert words in str(caught.value)
    assert caught.value.partial is None
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before
    assert simulate(**GAME, record=path, resume=True) == simulate(**GAME)


def test_more_hands_may_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    with pytest.raises(Interrupted):
        simulate(**GAME, record=path, progress=stop_at(400))
    summary = simulate(**{**GAME, "hands": 2000}, record=path, resume=True)
    assert summary == simulate(**{**GAME, "hands": 2000})
    assert pq.read_table(path).column("number").to_pylist() == list(range(5, 2005))


@pytest.mark.parametrize("damage", ["cut", "changed", "state", "old state", "no state", "not a part"])
def test_an_unfinished_record_that_was_changed_is_not_gone_on_with(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "hands.parquet"
    partial, state = Path(f"{path}.partial"), Path(f"{path}.partial.json")
    with pytest.raises(Interrupted):
        simulate(**GAME, record=path, progress=stop_at(400))
    data = partial.read_bytes()
    if damage == "cut":
        partial.write_bytes(data[: len(data) // 2])
    elif damage == "changed":
        partial.write_bytes(data[:50] + bytes([data[50] ^ 1]) + data[51:])
    elif damage == "state":
        state.write_text("{")
    elif damage == "old state":
        state.write_text(json.dumps({**json.loads(state.read_text()), "version": 0}))
    elif damage == "no state":
        state.unlink()
    else:
        state.write_text(json.dumps({**json.loads(state.read_text()), "end": 30}))
    if damage == "no state":
        # It can't be told from one that was stopped before its first part.
        assert simulate(**GAME, record=path, resume=True) == simulate(**GAME)
        assert pq.read_table(path).num_rows == 1100
        return
    with pytest.raises(RecordingError, match=r"can't be gone on with.*overwrite=True"):
        simulate(**GAME, record=path, resume=True)
    assert simulate(**GAME, record=path, overwrite=True) == simulate(**GAME)
    assert pq.read_table(path).num_rows == 1100


def test_resuming_what_was_not_begun_begins_and_what_is_whole_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    assert simulate(**GAME, record=path, resume=True) == simulate(**GAME)
    with pytest.raises(RecordingError, match="exists: it is whole"):
        simulate(**GAME, record=path, resume=True)
    with pytest.raises(ValueError, match="resume=True goes on with a record"):
        simulate(**GAME, resume=True)
    with pytest.raises(TypeError, match="resume=1 must be True or False"):
        simulate(**GAME, record=path, resume=1)  # type: ignore[arg-type, unused-ignore]
    taker = type("Taker", (), {"write_batch": print})()
    with pytest.raises(TypeError, match="resume=True is for a record in a file"):
        simulate(**GAME, record=taker, resume=True)


@pytest.mark.parametrize("name", ["hands.parquet", "hands.phhs"])
def test_a_record_of_no_hands_is_whole(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    simulate(**{**GAME, "hands": 0}, record=path)
    assert [one.name for one in tmp_path.iterdir()] == [name]
    if path.suffix == ".parquet":
        assert pq.read_table(path).num_rows == 0


def test_an_error_of_a_record_is_that_of_the_system(tmp_path: Path) -> None:
    """`errno` was None, though it is an OSError."""
    (tmp_path / "folder.phhs").mkdir()
    (tmp_path / "there.phhs").write_text("mine")
    cases: list[tuple[str, dict[str, Any], int]] = [
        ("no/such/folder/hands.phhs", {}, errno.ENOENT),
        ("there.phhs", {}, errno.EEXIST),
        ("folder.phhs", {"overwrite": True}, errno.EISDIR),
        (f"{'n' * 300}.phhs", {}, errno.ENAMETOOLONG),
    ]
    for name, more, number in cases:
        with pytest.raises(RecordingError) as caught:
            simulate(**GAME, record=tmp_path / name, **more)
        error = caught.value
        assert (error.errno, error.strerror) == (number, os.strerror(number))
        assert error.filename is not None
        assert error.filename.startswith(str(tmp_path / name))
        assert str(tmp_path / name) in str(error)
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
        assert (again.errno, again.filename, str(again)) == (number, error.filename, str(error))


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = os.open

    def refuse(path: Any, *more: Any, **others: Any) -> int:
        if str(path).startswith(str(tmp_path)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return honest(path, *more, **others)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(RecordingError, match="Permission denied") as caught:
            simulate(**GAME, record=tmp_path / "hands.phhs")
    assert caught.value.errno == errno.EACCES
    assert not any(tmp_path.iterdir())


FULL = """
import resource, signal, sys
from stud8 import RecordingError, Rules, simulate
from stud8._internal.simulating import spread as spreading
spreading.RECORDED = 200
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    simulate(Rules.full_tilt(), players=3, hands=1100, seed=7, start=5, record=sys.argv[1])
except RecordingError as error:
    print(error.errno, error.start, error.partial.hands)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of files")
@pytest.mark.parametrize(("name", "limit"), [("hands.parquet", 150_000), ("hands.phhs", 400_000)])
def test_a_disk_that_is_full_leaves_what_was_written_and_the_record_is_gone_on_with(
    tmp_path: Path, name: str, limit: int
) -> None:
    data, summary = whole(tmp_path, name)
    path = tmp_path / name
    command = [sys.executable, "-c", FULL, str(path), str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    number, start, hands = map(int, done.stdout.split())
    assert (number, start) == (errno.EFBIG, 5 + hands)
    assert 0 < hands < 1100
    read: Any = pq.read_table if path.suffix == ".parquet" else load
    assert len(read(f"{path}.partial")) == hands
    assert simulate(**GAME, record=path, resume=True) == summary
    assert path.read_bytes() == data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
@pytest.mark.parametrize("name", ["hands.parquet", "hands.phhs"])
def test_a_pipe_is_written_to_straight_away(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    got: list[bytes] = []
    os.mkfifo(path)
    with pytest.raises(RecordingError, match="exists"):
        simulate(**GAME, record=path)
    with pytest.raises(RecordingError, match="is a device or a pipe"):
        simulate(**GAME, record=path, overwrite=True, resume=True)
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    summary = simulate(**GAME, record=path, overwrite=True)
    reader.join()
    assert [one.name for one in tmp_path.iterdir()] == [name]
    if path.suffix == ".parquet":
        assert sum(pq.read_table(io.BytesIO(got[0])).column("net_1").to_pylist()) == summary.net[1]
    else:
        assert len(stud8.loads(got[0])) == 1100


def test_the_end_of_a_part_is_moved_and_nothing_else_of_it(tmp_path: Path) -> None:
    for rows in ("hand", "action"):
        path = tmp_path / f"{rows}.parquet"
        simulate(**{**GAME, "hands": 150}, record=path, rows=rows)
        end = end_of(path.read_bytes())
        assert end_of(moved(end, 0)) == end
        there, moved_on = pq.read_metadata(path), pq.read_metadata(io.BytesIO(moved(end, 10**12)))
        assert moved_on.schema == there.schema
        assert moved_on.metadata == there.metadata
        for column in range(there.num_columns):
            one, other = (file.row_group(0).column(column).to_dict() for file in (there, moved_on))
            for name in ("data_page_offset", "dictionary_page_offset"):
                assert other[name] == (one[name] + 10**12 if one[name] else one[name])
                other[name] = one[name]
            assert other == one
    with pytest.raises(ValueError, match="no end of a Parquet file"):
        end_of(b"PAR1 and nothing else")


def test_other_readers_read_what_was_written_in_parts(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "hands.parquet"
    with pytest.raises(Interrupted):
        simulate(**GAME, record=path, progress=stop_at(600))
    summary = simulate(**GAME, record=path, resume=True)
    frame = polars.read_parquet(path)
    assert frame["number"].to_list() == list(range(5, 1105))
    assert frame["net_3"].sum() == summary.net[3]
    assert pq.ParquetFile(path).num_row_groups == 6


# What is recorded is what was played


@pytest.mark.parametrize("name", ["hands.parquet", "hands.phhs"])
def test_the_rules_of_a_record_are_those_that_were_played(tmp_path: Path, name: str) -> None:
    """`ask_muck` was told as on: four of five hands that were played again stopped at the showdown."""
    path = tmp_path / name
    assert RULES.ask_muck
    simulate(**{**GAME, "hands": 100}, record=path)
    if path.suffix == ".phhs":
        assert all(not history.replay().rules.ask_muck for history in load(path))
        return
    table = pq.read_table(path)
    told = json.loads(table.schema.metadata[b"stud8"])
    assert told["rules"]["ask_muck"] is False
    for row in table.to_pylist():
        hand = stud8.Hand(
            Rules.from_dict(told["rules"]),
            {int(seat): chips for seat, chips in told["stacks"].items()},
            seed=told["seed"],
            number=row["number"],
        )
        for action in row["actions"]:
            hand.play(action)
        assert hand.is_over
        assert hand.payoffs[1] == row["net_1"]


def test_what_is_changed_while_it_is_played_changes_nothing(tmp_path: Path) -> None:
    """Later parts were played with the new stacks and policies, and recorded with the old ones."""
    stacks: dict[int, Any] = {1: 900, 2: 40_000, 3: 5000}
    policies: list[Any] = ["tight", "call", "uniform"]
    expected = simulate(RULES, stacks=dict(stacks), policies=list(policies), hands=1100, seed=7)

    def change(_: int) -> None:
        stacks.update({1: 40_000, 2: 500})
        policies[:] = ["call"] * 3

    path = tmp_path / "hands.parquet"
    summary = simulate(
        RULES, stacks=stacks, policies=policies, hands=1100, seed=7, record=path, progress=change
    )
    assert summary == expected
    told = json.loads(pq.read_table(path).schema.metadata[b"stud8"])
    assert told["stacks"] == {"1": 900, "2": 40_000, "3": 5000}
    assert told["policies"] == ["tight", "call", "uniform"]


def test_a_seed_is_asked_for_its_number_once() -> None:
    class Seed:
        asked = 6

        def __index__(self) -> int:
            self.asked += 1
            return self.asked

    summary = simulate(RULES, players=3, hands=1100, seed=Seed(), check=0.001)
    assert summary == simulate(RULES, players=3, hands=1100, seed=7)


def test_an_answer_that_is_not_legal_leaves_a_record_too(tmp_path: Path) -> None:
    calls = 0

    def wrong(observations: Any, randoms: Any) -> Any:
        nonlocal calls
        calls += 1
        answers = at_random(observations, randoms)
        answers[0] = 99 if calls == 130 else answers[0]
        return answers

    path = tmp_path / "hands.parquet"
    with pytest.raises(IllegalActionError) as caught:
        simulate(**GAME, policies=wrong, record=path)
    assert pq.read_table(f"{path}.partial").num_rows == caught.value.partial.hands > 0


def test_ctrl_c_at_the_very_end_or_beginning_names_no_file_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hands.phhs"
    honest = os.fsync

    def press(number: int) -> None:
        honest(number)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", press)
        with pytest.raises(Interrupted) as caught:
            simulate(**GAME, record=path)
    assert (caught.value.unfinished, caught.value.start) == (None, 1105)
    assert caught.value.partial == simulate(**GAME)
    assert len(load(path)) == 1100

    def pressing(*_: object) -> Any:
        raise KeyboardInterrupt

    other = tmp_path / "other.phhs"
    with pytest.raises(Interrupted, match="go on from start=5") as caught:
        simulate(**GAME, policies=pressing, record=other)
    assert caught.value.unfinished is None
    assert [one.name for one in tmp_path.iterdir()] == ["hands.phhs"]
