"""Records of hands: Parquet files, hand histories and Arrow batches, and what stops them."""

from __future__ import annotations

import errno
import inspect
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import stud8
from stud8 import (
    CardSet,
    Hand,
    RecordingError,
    Rules,
    load,
    record_batches,
    simulate,
)
from stud8._internal.simulating import filing, unfinished
from stud8._internal.simulating import record as recording
from stud8._internal.simulating import spread as spreading
from stud8._internal.simulating.job import Job, Part
from test_policies import at_random

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

RULES = Rules.full_tilt(ask_muck=False)


def seat_cards(hand: Hand, seat: int) -> str:
    """The cards of a seat in dealt order."""
    down, up = list(hand.down_cards[seat]), list(hand.up_cards[seat])
    return "".join(map(str, [*down[:2], *up, *down[2:]]))


def replayed(row: dict[str, Any], rules: Rules, stacks: Any, seed: int) -> Hand:
    """The hand of a row, played again."""
    hand = Hand(rules, stacks, seed=seed, number=row["number"])
    for action in row["actions"]:
        hand.play(action)
    return hand


@pytest.mark.parametrize("policies", ["uniform", "tight", at_random])
@pytest.mark.parametrize("preset", ["full_tilt", "wsop", "declare"])
def test_a_row_has_all_that_gives_the_hand_again(preset: str, policies: Any) -> None:
    rules = getattr(Rules, preset)(ante=40, bring_in=50, small_bet=200, ask_muck=False)
    stacks = {2: 900, 3: 40_000, 5: 40_000, 8: 300}
    table = record_batches(rules, stacks=stacks, hands=200, seed=3, start=7, policies=policies).read_all()
    rows = table.to_pylist()
    assert [row["number"] for row in rows] == list(range(7, 207))
    for row in rows:
        hand = replayed(row, rules, stacks, 3)
        assert hand.is_over
        assert (row["street"], row["showdown"]) == (hand.street, len(hand.seats_in) > 1)
        assert row["pot"] == sum(hand.contributions.values())
        assert row["common"] == (None if hand.common_card is None else str(hand.common_card))
        for seat in hand.seats:
            assert row[f"net_{seat}"] == hand.payoffs[seat]
            assert row[f"cards_{seat}"] == seat_cards(hand, seat)
            assert row[f"policy_{seat}"] == (policies if isinstance(policies, str) else "at_random")


def test_the_common_card_is_told() -> None:
    rules = Rules.full_tilt(ante=100, bring_in=50, small_bet=200)
    table = record_batches(rules, stacks=[100] * 8, hands=50).read_all()
    assert table.column("common").null_count == 0
    for row in table.to_pylist():
        assert len(CardSet(row["common"])) == 1
        assert len(row["cards_1"]) == 12


def test_a_row_an_action_says_what_was_done() -> None:
    policies: list[Any] = ["tight", "uniform", "uniform"]
    table = record_batches(
        RULES, players=3, hands=200, seed=3, policies=policies, rotate=True, rows="action"
    ).read_all()
    hand, won = None, []
    for row in table.to_pylist():
        if row["action"] == 0:
            assert hand is None or hand.is_over
            hand = Hand(RULES, [40_000] * 3, seed=3, number=row["number"])
        assert hand is not None
        assert (row["seat"], row["street"]) == (hand.actor, hand.street)
        (action,) = (action for action in hand.legal_actions if action.kind == row["kind"])
        assert (action.id, action.amount or 0) == (row["id"], row["amount"])
        assert row["chips"] == (action.amount - hand.bets[row["seat"]] if action.amount else 0)
        assert row["policy"] == policies[(row["seat"] - 1 - row["number"]) % 3]
        hand.play(row["kind"])
        won.append((row["number"], row["seat"], row["net"]))
    hands = [
        simulate(RULES, players=3, hands=1, seed=3, start=n, policies=policies, rotate=True)
        for n in range(200)
    ]
    assert all(net == hands[number].net[seat] for number, seat, net in won)
    assert table.num_rows == sum(summary.actions for summary in hands)
    per_hand = table.filter(pa.compute.equal(table["action"], 0))
    assert len(per_hand) == 200


def test_a_file_has_the_hands_of_the_summary(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    summary = simulate(RULES, hands=40_000, seed=7, record=path)
    assert summary == simulate(RULES, hands=40_000, seed=7)
    table = pq.read_table(path)
    assert table.column("number").to_pylist() == list(range(40_000))
    for seat in summary.seats:
        assert pa.compute.sum(table[f"net_{seat}"]).as_py() == summary.net[seat]
    told = json.loads(table.schema.metadata[b"stud8"])
    assert Rules.from_dict(told["rules"]) == RULES
    assert (told["seed"], told["stacks"]["3"], told["policies"][0]) == (7, 40_000, "uniform")
    assert pq.ParquetFile(path).num_row_groups > 1


def test_batches_go_to_whoever_takes_them() -> None:
    class Taker:
        def __init__(self) -> None:
            self.rows = 0

        def write_batch(self, batch: Any) -> None:
            self.rows += len(batch)

    taker = Taker()
    simulate(RULES, hands=20_000, players=2, record=taker)
    assert taker.rows == 20_000


def test_reading_batches_keeps_few_in_memory() -> None:
    with record_batches(RULES, players=2, hands=10**15) as reader:
        assert len(reader.read_next_batch()) == spreading.RECORDED


def test_histories_are_written_by_number(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    summary = simulate(RULES, players=3, hands=300, seed=7, start=5, record=path, policies="tight")
    histories = load(path)
    assert len(histories) == 300
    net = dict.fromkeys(summary.seats, 0)
    for history in histories:
        for seat, chips in history.replay().payoffs.items():
            net[seat] += chips
    assert net == summary.net


@pytest.mark.parametrize("rules", [Rules.wsop(ante=5, bring_in=10, small_bet=40), Rules.declare()])
def test_hands_of_rooms_that_burn_or_declare_are_written_as_histories(tmp_path: Path, rules: Rules) -> None:
    path = tmp_path / "hands.phhs"
    summary = simulate(rules, players=3, hands=50, seed=7, record=path)
    histories = load(path)
    net = dict.fromkeys(summary.seats, 0)
    for history in histories:
        for seat, chips in history.replay().payoffs.items():
            net[seat] += chips
    assert net == summary.net


@pytest.mark.parametrize("name", ["hands.parquet", "hands.phhs"])
def test_a_file_that_exists_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("mine")
    with pytest.raises(RecordingError, match="exists: another name, or overwrite=True"):
        simulate(RULES, hands=10, record=path)
    assert path.read_text() == "mine"
    simulate(RULES, hands=10, record=path, overwrite=True)
    assert path.stat().st_size > 100


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"record": "hands.csv"}, ValueError, "must end in .parquet or .phhs"),
        ({"record": 5}, TypeError, "write_batch"),
        ({"record": "/no/such/folder/hands.parquet"}, RecordingError, "No such file"),
        ({"record": "/no/such/folder/hands.phhs"}, RecordingError, "No such file"),
        ({"record": "x.parquet", "rows": "pot"}, ValueError, "rows='pot'"),
        ({"record": "x.phhs", "rows": "action"}, ValueError, "rows='action'"),
        ({"check": -0.1}, ValueError, "check=-0.1"),
        ({"check": 1.5}, ValueError, "check=1.5"),
        ({"check": True}, ValueError, "check=True"),
        ({"check": 10**400}, ValueError, "check=1000"),
        ({"record": "x.parquet", "hands": -1}, ValueError, "hands=-1"),
        ({"record": "x.parquet", "hands": 1.5}, ValueError, "hands=1.5"),
        ({"record": "x.parquet", "hands": 10, "start": 2**64 - 5}, ValueError, "too many"),
        ({"record": "x.parquet", "threads": 0}, ValueError, "threads=0"),
    ],
)
def test_bad_input_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: dict[str, Any], error: Any, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=words):
        simulate(RULES, **{"hands": 10, **arguments})
    assert not any(tmp_path.iterdir())


def test_a_full_disk_says_what_was_written_and_where_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room for the end of the file is asked for beforehand: what was written can be read."""
    path, granted = tmp_path / "hands.parquet", 0

    def allocate(*_: object) -> None:
        nonlocal granted
        granted += 1
        if granted > 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", allocate)
    with pytest.raises(
        RecordingError, match=r"No space left on device.*the same call with resume=True goes on"
    ) as caught:
        simulate(RULES, hands=10**9, seed=7, start=3, record=path)
    assert not path.exists()
    error, numbers = caught.value, pq.read_table(f"{path}.partial").column("number").to_pylist()
    assert (error.errno, error.filename) == (errno.ENOSPC, f"{path}.partial")
    assert error.start is not None
    assert numbers == list(range(3, error.start))
    assert error.partial == simulate(RULES, hands=len(numbers), seed=7, start=3)


def test_a_disk_that_is_full_from_the_beginning_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def allocate(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "hands.parquet"
    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", allocate)
        with pytest.raises(RecordingError, match="No space left"):
            simulate(RULES, hands=10, record=path)
        assert not any(tmp_path.iterdir())
    simulate(RULES, hands=10, record=path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_stops_histories_too(tmp_path: Path) -> None:
    path = tmp_path / "full.phhs"
    path.symlink_to("/dev/full")
    with pytest.raises(RecordingError, match="No space left"):
        simulate(RULES, players=2, hands=10, record=path, overwrite=True)


def test_hands_that_are_written_in_part_are_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    job = Job(RULES, 2, None, "uniform", "fixed", 7, classes=False)
    first, second = (Part(range(n, n + 20), *job.record(20, n)) for n in (0, 20))
    with filing.sink(job, path, "hand", range(40)) as out:
        out.write(first, first.summary)
        out.file.file = Small(out.file.file)  # type: ignore[attr-defined]
        with pytest.raises(RecordingError, match="No space left"):
            out.write(second, first.summary + second.summary)
    assert len(load(path)) == 20


class Small:
    """A file on a disk with little room."""

    def __init__(self, file: Any) -> None:
        """Stand for the file."""
        self.file, self.room = file, 500

    def write(self, data: memoryview) -> int:
        """Write what there is room for."""
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written: int = self.file.write(data[: self.room])
        self.room -= written
        return written

    def __getattr__(self, name: str) -> Any:
        """Everything else is the file's."""
        return getattr(self.file, name)


def test_ctrl_c_leaves_a_file_of_what_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"

    def stop(done: int) -> None:
        if done > 40_000:
            raise KeyboardInterrupt

    with pytest.raises(stud8.Interrupted, match="the same call with resume=True goes on with it") as caught:
        simulate(RULES, players=2, hands=10**9, record=path, progress=stop)
    assert caught.value.unfinished == f"{path}.partial"
    assert not path.exists()
    assert pq.read_table(f"{path}.partial").num_rows == caught.value.start == caught.value.partial.hands


class Pressing:
    """A file in the middle of whose writing somebody presses Ctrl-C."""

    def __init__(self, file: Any, when: int) -> None:
        """Stand for the file."""
        self.file, self.when = file, when

    def write(self, data: Any) -> int:
        """Write it all."""
        written: int = self.file.write(data[: max(len(data) // 2, 1)])
        self.when -= 1
        if self.when == 0:
            signal.raise_signal(signal.SIGINT)
        return written

    def __getattr__(self, name: str) -> Any:
        """Everything else is the file's."""
        return getattr(self.file, name)


@pytest.mark.parametrize("when", [1, 2, 3])
def test_ctrl_c_in_the_middle_of_writing_leaves_no_half_row_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: int
) -> None:
    """A row group without its last columns, and a file without an end, were what half of all Ctrl-C left."""
    path, honest = tmp_path / "hands.parquet", unfinished.Unfinished._claimed
    monkeypatch.setattr(unfinished.Unfinished, "_claimed", lambda self: Pressing(honest(self), when))
    with pytest.raises(stud8.Interrupted) as caught:
        simulate(RULES, players=2, hands=10**9, record=path)
    numbers = pq.read_table(f"{path}.partial").column("number").to_pylist()
    assert numbers == list(range(caught.value.start))
    assert caught.value.partial == simulate(RULES, players=2, hands=len(numbers))


def test_what_is_handed_on_is_counted_whenever_ctrl_c_comes() -> None:
    class Taker:
        def __init__(self) -> None:
            self.rows = 0

        def write_batch(self, batch: Any) -> None:
            self.rows += len(batch)
            signal.raise_signal(signal.SIGINT)

    taker = Taker()
    with pytest.raises(stud8.Interrupted) as caught:
        simulate(RULES, players=2, hands=10**9, record=taker)
    assert taker.rows == caught.value.start == caught.value.partial.hands > 0


def test_what_reads_batches_is_known_to_type_checkers() -> None:
    """It was a class of pyarrow, which has no types: pyright told in strict mode that nothing was known."""
    reader = record_batches(RULES, players=2, hands=100)
    assert inspect.signature(record_batches).return_annotation == "BatchReader"
    assert inspect.signature(recording.schema).return_annotation == "Any"
    promised = [name for name in vars(recording.BatchReader) if not name.startswith("_")]
    assert {"read_all", "read_next_batch", "schema"} <= {*promised}
    for name in (*promised, "__iter__", "__enter__", "__exit__", "__arrow_c_stream__"):
        assert hasattr(reader, name), name
    with reader as batches:
        assert sum(len(batch) for batch in batches) == 100
