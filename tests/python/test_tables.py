"""`Tables`: the hands of a seed in lockstep over arrays."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import copy
import json
import multiprocessing as mp
import os
import pickle
import re
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import OBSERVATION, Hand, Rules, Tables, TablesState, observe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

SHAPES = ("observation", "current_player", "legal_action_mask", "rewards", "terminated", "hand_numbers")
STAKES: dict[str, Any] = {"ante": 40, "bring_in": 50, "small_bet": 200}
CASES: list[tuple[Rules, Any]] = [
    (Rules.full_tilt(), [3000] * 8),
    (Rules.full_tilt(rake=stud8.Rake(500, 300, 1)), {2: 500, 5: 3000, 8: 41}),
    (Rules.declare(), [900, 2000]),
    (Rules.wsop(**STAKES), [700] * 8),
    (Rules.finnish(**STAKES, raises=None), [4000, 5000]),
    (Rules.no_qualifier(**STAKES), {1: 40, 3: 900, 4: 900}),
]
each_case = pytest.mark.parametrize(("rules", "stacks"), CASES, ids=lambda value: str(value)[:24])


def choose(mask: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """One of the legal actions of each row."""
    chosen: NDArray[np.int64] = np.where(mask, rng.random(mask.shape), -1).argmax(axis=1)
    return chosen


def arrays(state: TablesState) -> list[NDArray[Any]]:
    return list(state)


def same(one: TablesState, other: TablesState) -> bool:
    return all(
        a.dtype == b.dtype and a.tobytes() == b.tobytes()
        for a, b in zip(arrays(one), arrays(other), strict=True)
    )


@each_case
def test_every_row_is_the_hand_of_its_number(rules: Rules, stacks: Any) -> None:
    """Each table beside a `Hand` that is made afresh for each number."""
    tables = Tables(rules, tables=5, stacks=stacks, seed=9, start=100)
    quiet = Rules.from_dict({**rules.to_dict(), "ask_muck": False})
    assert tables.rules == quiet
    hands = [Hand(quiet, stacks, seed=9, number=100 + row) for row in range(5)]
    rng = np.random.default_rng(1)
    state, ended = tables.state(), 0
    for _ in range(300):
        for row, hand in enumerate(hands):
            seat = hand.actor
            assert seat is not None
            assert tables.seats[state.current_player[row]] == seat
            assert state.observation[row].tobytes() == observe(hand.view(seat)).tobytes()
            ids = [action.id for action in hand.legal_actions]
            assert np.flatnonzero(state.legal_action_mask[row]).tolist() == sorted(ids)
            assert tables.hand(row) == hand
        actions = choose(state.legal_action_mask, rng)
        state = tables.step(actions)
        for row, hand in enumerate(hands):
            hand.play(int(actions[row]))
            assert state.terminated[row] == hand.is_over
            won = list(hand.payoffs.values()) if hand.is_over else [0] * len(hand.seats)
            assert state.rewards[row].tolist() == won
            if hand.is_over:
                ended += 1
                number = int(state.hand_numbers[row])
                assert number % 5 == (100 + row) % 5
                assert number == hand.to_dict()["number"] + 5
                hands[row] = Hand(quiet, stacks, seed=9, number=number)
    assert ended > 25
    assert tables.stacks == hands[0].stacks | _mapping(stacks)


def _mapping(stacks: Any) -> dict[int, int]:
    return stacks if isinstance(stacks, dict) else dict(enumerate(stacks, start=1))


def test_the_state_has_the_documented_types_and_shapes() -> None:
    tables = Tables(Rules.full_tilt(), tables=6, players=3)
    assert Tables.__doc__ is not None
    told = dict(re.findall(r"^(\w+) +(\S+ \(.*?\))  ", Tables.__doc__, re.MULTILINE))
    assert list(told) == list(SHAPES) == list(TablesState._fields)
    for name, array in zip(TablesState._fields, arrays(tables.state()), strict=True):
        kind = "OBSERVATION" if array.dtype == OBSERVATION else array.dtype.name
        shape = str(array.shape).replace("6", "n").replace("3)", "p)")
        assert told[name] == f"{kind} {shape}"
        alone = getattr(tables, name)
        assert (alone.dtype, alone.tobytes()) == (array.dtype, array.tobytes())
    assert tables.observe().tobytes() == tables.observation.tobytes()
    assert len(tables) == 6
    assert (tables.seed, tables.start, tables.threads, tables.seats) == (0, 0, None, (1, 2, 3))
    assert len(Tables(Rules.full_tilt())) == 1024


def test_threads_and_start_change_nothing() -> None:
    rules = Rules.full_tilt()
    one, two = (Tables(rules, tables=6000, players=8, seed=3, threads=threads) for threads in (1, 2))
    rng = np.random.default_rng(5)
    for _ in range(30):
        actions = choose(one.legal_action_mask, rng)
        assert same(one.step(actions), two.step(actions))
    assert one == two
    later = Tables(rules, tables=1, players=8, seed=3, start=17)
    assert later.observation[0].tobytes() == Tables(rules, tables=18, seed=3).observation[17].tobytes()


def test_callers_arrays_are_filled_and_given_back() -> None:
    tables, twin = (Tables(Rules.full_tilt(), tables=7, players=4, seed=2) for _ in range(2))
    rng = np.random.default_rng(5)
    mine = tables.state()
    for array in mine:
        array.view(np.uint8)[:] = 1
    assert tables.state(out=mine) is not mine
    assert same(mine, twin.state())
    for _ in range(50):
        actions = choose(mine.legal_action_mask, rng)
        given = tables.step(actions, out=mine)
        assert all(a is b for a, b in zip(given, mine, strict=True))
        assert same(mine, twin.step(actions))
    rows = np.zeros(9, OBSERVATION)
    assert tables.observe(out=rows[1:8]).base is rows
    assert rows[1:8].tobytes() == twin.observe().tobytes()
    assert not rows[0].tobytes().strip(b"\0")
    some = tables.state(out=(None, None, mine.legal_action_mask, None, None, None))
    assert [array is None for array in some] == [True, True, False, True, True, True]
    assert some.legal_action_mask is mine.legal_action_mask


@pytest.mark.parametrize(
    "convert",
    [
        lambda a: a.astype(np.uint8),
        lambda a: a.astype(np.int8),
        lambda a: a.astype(np.int32),
        lambda a: a.astype(np.uint64),
        lambda a: a.astype(">i2"),
        lambda a: a.tolist(),
        tuple,
        lambda a: np.repeat(a, 3)[::3],
        lambda a: np.ascontiguousarray(a[::-1])[::-1],
        lambda a: np.frombuffer(b"x" + a.astype("<i8").tobytes(), np.uint8)[1:].view("<i8"),
        lambda a: np.broadcast_to(a, (2, len(a)))[1],
    ],
)
def test_actions_of_any_whole_type_and_strides_work(convert: Any) -> None:
    tables, twin = (Tables(Rules.full_tilt(), tables=7, players=4, seed=2) for _ in range(2))
    actions = np.array([1, 2, 1, 2, 2, 2, 1])
    given = convert(actions)
    if isinstance(given, np.ndarray):
        given.flags.writeable = False
    assert same(tables.step(given), twin.step(actions))


BAD_ACTIONS: list[tuple[Any, type[Exception], str]] = [
    ([1, 1, 1], ValueError, "shape (3,), but there are 4 tables"),
    ([[1, 1, 1, 1]], ValueError, "shape (1, 4)"),
    ([[1], [1], [1], [1]], ValueError, "shape (4, 1)"),
    ([[1, 1]] * 4, ValueError, "shape (4, 2)"),
    (1, ValueError, "shape ()"),
    (None, ValueError, "shape ()"),
    ([], ValueError, "shape (0,)"),
    ([1.0, 1, 1, 1], TypeError, "array of float64, but action ids are whole"),
    ([True, True, True, True], TypeError, "array of bool"),
    (["1", "1", "1", "1"], TypeError, "<U1"),
    ([1, 1, 0, 0], stud8.IllegalActionError, "row 2, hand 2: action 0 is not legal for seat"),
    ([1, 1, 1, 7], stud8.IllegalActionError, "1 (bring_in 50), 2 (complete 200)"),
    ([1, 8, 0, 1], stud8.UnknownActionError, "row 1: 8 is no action id: they are 0 to 7"),
    ([1, 1, -1, 1], stud8.UnknownActionError, "row 2: -1 is no"),
    ([256 + 1, 1, 1, 1], stud8.UnknownActionError, "row 0: 257 is no"),
    ([2**40, 1, 1, 1], stud8.UnknownActionError, "row 0: 1099511627776 is no"),
    (np.array([1, 1, 2**64 - 1, 1], np.uint64), stud8.UnknownActionError, "row 2: 18446744073709551615 is"),
]


@pytest.mark.parametrize(("actions", "error", "message"), BAD_ACTIONS, ids=lambda value: str(value)[:30])
def test_bad_actions_move_no_table(actions: Any, error: type[Exception], message: str) -> None:
    tables = Tables(Rules.full_tilt(), tables=4, players=3, seed=2)
    before, state = tables.copy(), tables.state()
    kept = [array.tobytes() for array in state]
    with pytest.raises(error, match=re.escape(message)):
        tables.step(actions, out=state)
    assert tables == before
    assert [array.tobytes() for array in state] == kept, "the arrays weren't touched"


def bad_outs(good: Any) -> Iterator[tuple[Any, type[Exception], str]]:
    n = len(good.terminated)
    yield good[:5], TypeError, "out is a TablesState"
    yield list(good), TypeError, "out is a TablesState"
    yield (*good, good.terminated), TypeError, "out is a TablesState"
    yield good.observation, TypeError, "out is a TablesState"
    for name in TablesState._fields:
        array = getattr(good, name)
        wide = np.zeros((2 * n, *array.shape[1:]), array.dtype)
        yield good._replace(**{name: wide[::2]}), ValueError, f"out.{name} must be C-contiguous"
        yield good._replace(**{name: wide}), ValueError, f"out.{name} has the shape ({2 * n},"
        deep = np.zeros((*array.shape, 1), array.dtype)
        yield good._replace(**{name: deep}), ValueError, f"out.{name} has the shape ({n}, "
        still = array.copy()
        still.flags.writeable = False
        yield good._replace(**{name: still}), ValueError, f"out.{name} is read-only"
        wrong = np.zeros(array.shape, np.float32)
        yield good._replace(**{name: wrong}), TypeError, f"out.{name} must be a"
        yield good._replace(**{name: 5}), TypeError, f"out.{name}"
    for name in ("legal_action_mask", "rewards"):
        array = getattr(good, name)
        broad = np.zeros((n, array.shape[1] + 1), array.dtype)
        yield good._replace(**{name: broad}), ValueError, f"out.{name} has the shape ({n}, "
    alike = np.zeros(n, "V232")
    yield good._replace(observation=alike), TypeError, "out.observation must be an OBSERVATION array"
    crooked = np.zeros(8 * n + 1, np.uint8)[1:].view(np.uint64)
    yield good._replace(hand_numbers=crooked), ValueError, "aligned"
    shared = np.zeros(n, np.uint8)
    flags: dict[str, Any] = {"terminated": shared.view(bool), "current_player": shared.view(np.int8)}
    yield good._replace(**flags), ValueError, "overlaps another array"


def test_bad_arrays_move_no_table() -> None:
    tables = Tables(Rules.full_tilt(), tables=4, players=3, seed=2)
    before = tables.copy()
    cases = list(bad_outs(tables.state()))
    assert len(cases) > 30
    for out, error, message in cases:
        with pytest.raises(error, match=re.escape(message)):
            tables.step([1] * 4, out=out)
        with pytest.raises(error, match=re.escape(message)):
            tables.state(out=out)
    for out in (np.zeros(3, OBSERVATION), np.zeros(4, np.uint8), [1]):
        with pytest.raises((TypeError, ValueError)):
            tables.observe(out=out)  # type: ignore[arg-type]
    assert tables == before


@each_case
def test_copies_and_records_go_on_alike(rules: Rules, stacks: Any) -> None:
    tables = Tables(rules, tables=4, stacks=stacks, seed=2**64 - 1, threads=1, start=2**63)
    rng = np.random.default_rng(2)
    for step in range(120):
        if step % 7 == 0:
            twins = [
                tables.copy(),
                copy.copy(tables),
                copy.deepcopy(tables),
                Tables.from_dict(json.loads(json.dumps(tables.to_dict()))),
                *(
                    pickle.loads(pickle.dumps(tables, protocol))  # noqa: S301 - our own
                    for protocol in (0, 2, pickle.HIGHEST_PROTOCOL)
                ),
            ]
            assert all(twin == tables and twin is not tables for twin in twins)
            assert all(same(twin.state(), tables.state()) for twin in twins)
            assert all(twin.threads == 1 for twin in twins)
        actions = choose(tables.legal_action_mask, rng)
        state = tables.step(actions)
        assert all(twin != tables for twin in twins) or state.terminated.any()
        assert all(same(twin.step(actions), state) for twin in twins)
        assert all(twin == tables for twin in twins)


def test_records_of_something_else_are_refused() -> None:
    tables = Tables(Rules.full_tilt(), tables=2, players=2)
    tables.step([1, 1])
    record = tables.to_dict()
    for change, error in (
        ({"format": "stud8-hand"}, stud8.HistorySyntaxError),
        ({"version": 2}, stud8.HistoryUnsupportedError),
        ({"stacks": {"9": 5}}, stud8.InvalidSeatsError),
        ({"numbers": [0, 2]}, stud8.HistoryStepError),
        ({"numbers": [0]}, stud8.HistorySyntaxError),
        ({"actions": ["1"]}, stud8.HistorySyntaxError),
        ({"rewards": [None]}, stud8.HistorySyntaxError),
        ({"rewards": [None, None, None]}, stud8.HistorySyntaxError),
        ({"actions": ["1", "1", "1"]}, stud8.HistorySyntaxError),
        ({"numbers": [], "actions": [], "rewards": []}, stud8.HistorySyntaxError),
        ({"actions": ["1", "9"]}, stud8.HistoryStepError),
        ({"actions": ["1", "10"]}, stud8.HistoryStepError),
        ({"actions": ["1", "ä"]}, stud8.HistoryStepError),
        ({"actions": ["1", 1]}, stud8.HistorySyntaxError),
        ({"rewards": [None, [1]]}, stud8.HistorySyntaxError),
        ({"rewards": [None, "x"]}, stud8.HistorySyntaxError),
        ({"threads": 0}, stud8.HistorySyntaxError),
        ({"seed": -1}, stud8.HistorySyntaxError),
    ):
        with pytest.raises(error):
            Tables.from_dict({**record, **change})
        for name in change:
            with pytest.raises(stud8.StudError):
                Tables.from_dict({key: value for key, value in record.items() if key != name})
    with pytest.raises(stud8.HistorySyntaxError):
        Tables.from_dict([])  # type: ignore[arg-type]


BAD_SETUPS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"tables": 0}, ValueError, "tables=0"),
    ({"tables": 2.0}, ValueError, "tables=2.0"),
    ({"tables": 2**60}, ValueError, "from 1 to 1048576"),
    ({"players": 1}, stud8.InvalidSeatsError, "two to eight"),
    ({"players": 9}, stud8.InvalidSeatsError, "two to eight"),
    ({"players": 3, "stacks": [500] * 2}, TypeError, "players=3 but there are 2 stacks"),
    ({"stacks": [500]}, stud8.InvalidSeatsError, "not 1"),
    ({"stacks": [500, 0]}, stud8.InvalidStackError, "seat 2"),
    ({"stacks": "55"}, TypeError, "stacks are"),
    ({"stacks": [40, 40, 500]}, ValueError, "nobody could ever act"),
    ({"seed": -1}, ValueError, "seed=-1"),
    ({"start": 2**63 + 1}, ValueError, "start="),
    ({"threads": 0}, ValueError, "threads=0"),
]


@pytest.mark.parametrize(("setup", "error", "message"), BAD_SETUPS, ids=lambda value: str(value)[:40])
def test_bad_setups_say_why(setup: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Tables(Rules.full_tilt(), **setup)


def test_closed_tables_say_so() -> None:
    with Tables(Rules.full_tilt(), tables=2, players=2) as tables:
        assert repr(tables) == "<Tables: 2 with 2 players each>"
    assert repr(tables) == "<Tables: closed>"
    tables.close()
    calls: tuple[Callable[[], Any], ...] = (
        lambda: tables.step([1, 1]),
        tables.state,
        tables.observe,
        tables.copy,
        tables.to_dict,
        tables.__enter__,
        lambda: pickle.dumps(tables),
        lambda: tables.hand(0),
        lambda: len(tables),
        *(partial(getattr, tables, name) for name in (*SHAPES, "rules", "seats", "stacks", "seed")),
    )
    for call in calls:
        with pytest.raises(ValueError, match="the tables are closed"):
            call()
    assert tables != Tables(Rules.full_tilt(), tables=2, players=2)


def test_two_threads_get_an_error_not_a_crash() -> None:
    tables = Tables(Rules.full_tilt(), tables=200_000, players=2, threads=1)
    ones = np.ones(len(tables), np.uint8)
    errors: list[BaseException] = []

    def work() -> None:
        for _ in range(12):
            try:
                tables.step(np.where(tables.legal_action_mask[:, 1], ones, 5))
            except (RuntimeError, stud8.IllegalActionError) as error:
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any("another thread is using these tables" in str(error) for error in errors)
    assert tables.copy() == tables


def steps(tables: Tables, count: int) -> Tables:
    """Everybody takes the highest action that there is."""
    for _ in range(count):
        tables.step(7 - tables.legal_action_mask[:, ::-1].argmax(axis=1))
    return tables


class Numbers:
    """What numpy makes an array of, and nobody can index."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __array__(self, dtype: Any = None, *, copy: Any = None) -> NDArray[np.int64]:
        return np.array(self.numbers, dtype)


@pytest.mark.parametrize("made", [list, tuple, np.array, Numbers, lambda ids: np.array(ids, ">i8")])
def test_a_refused_action_is_named_as_it_was_given(made: Any) -> None:
    tables = Tables(Rules.full_tilt(), tables=3, players=2)
    with pytest.raises(stud8.IllegalActionError, match=r"row 1, .*: action 6 is not legal"):
        tables.step(made([1, 6, 2]))
    with pytest.raises(stud8.UnknownActionError, match="row 2: -7 is no action id"):
        tables.step(made([1, 2, -7]))


ENDING = """
import sys, time
from pathlib import Path
from stud8 import Rules, Tables

def threads():
    names = [task.joinpath("comm").read_text() for task in Path("/proc/self/task").iterdir()]
    return sum(name.startswith("stud8 tables") for name in names)

def wait_for(number):
    while True:
        try:
            if threads() == number:
                return
        except FileNotFoundError:  # one ends right now
            pass
        time.sleep(0.01)

tables = Tables(Rules.full_tilt(), tables=2000, players=3, threads=3)
tables.observe()
wait_for(2)
tables.observe()
wait_for(2)
exec(sys.argv[1])
wait_for(0)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no list of threads")
@pytest.mark.parametrize("end", ["tables.close()", "tables.__exit__(None, None, None)", "del tables"])
def test_the_threads_of_tables_end_with_them(end: str) -> None:
    subprocess.run([sys.executable, "-c", ENDING, end], check=True, timeout=60)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_steps_share_threads_in_a_forked_process_too() -> None:
    """Threads don't live on there; those of the parent are left alone."""
    tables = Tables(Rules.full_tilt(), tables=2000, players=3, seed=4, threads=3)
    alone = Tables(Rules.full_tilt(), tables=2000, players=3, seed=4, threads=1)
    for one in (tables, alone):
        steps(one, 5)
    here, there = mp.Pipe()
    child = mp.get_context("fork").Process(target=lambda: there.send(steps(tables, 20)))
    child.start()
    assert here.poll(60)
    answer = here.recv()
    child.join(60)
    assert child.exitcode == 0
    steps(tables, 20)
    steps(alone, 20)
    assert answer == tables == alone
    assert tables.threads == 3


@pytest.mark.parametrize(
    ("row", "error"),
    [(2, IndexError), (-1, IndexError), (2**70, IndexError), ("x", TypeError), (1.0, TypeError)],
)
def test_there_is_no_other_table(row: Any, error: type[Exception]) -> None:
    message = f"there is no table {row}: they are 0 to 1" if error is IndexError else f"row={row!r} must"
    with pytest.raises(error, match=re.escape(message)):
        Tables(Rules.full_tilt(), tables=2, players=2).hand(row)


def test_a_looked_at_hand_is_its_own() -> None:
    tables = Tables(Rules.full_tilt(), tables=2, players=2, seed=5)
    before = tables.copy()
    hand = tables.hand(1)
    hand.play("bring_in")
    assert tables == before
