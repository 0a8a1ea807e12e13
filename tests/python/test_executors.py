"""Hands spread over executors: the same counts, and what becomes of lost workers."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pickle import PicklingError
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import LostWorkersError, PolicyError, Rules, simulate
from stud8._internal.simulating import spread as spreading
from stud8.cli.simulate import simulate_command
from test_policies import at_random

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RULES = Rules.full_tilt(ask_muck=False)
POLICIES: list[Any] = ["tight", "uniform", "call", at_random]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many parts of few hands."""
    monkeypatch.setattr(spreading, "UNIFORM", 300)
    monkeypatch.setattr(spreading, "NATIVE", 300)
    monkeypatch.setattr(spreading, "ASKING", 300)
    monkeypatch.setattr(spreading, "RECORDED", 200)


def expected(hands: int = 2000, **more: Any) -> stud8.Summary:
    """The same hands without an executor."""
    return simulate(RULES, players=4, hands=hands, seed=3, policies=POLICIES, rotate=True, **more)


def spread(executor: Executor, hands: int = 2000, **more: Any) -> stud8.Summary:
    """Some hands by an executor."""
    return simulate(
        RULES, players=4, hands=hands, seed=3, policies=POLICIES, rotate=True, executor=executor, **more
    )


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_give_the_same_counts(workers: int) -> None:
    with ThreadPoolExecutor(workers) as pool:
        assert spread(pool) == expected()
        assert spread(pool, classes=True) == expected(classes=True)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_give_the_same_counts(method: str) -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert spread(pool) == expected()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_processes_work_after_the_parent_has_used_threads() -> None:
    """Pools of our own, which no child inherits."""
    simulate(RULES, hands=20_000, threads=4)
    other = threading.Thread(target=lambda: simulate(RULES, hands=20_000, threads=2))
    other.start()
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
        assert spread(pool) == expected()
    other.join()


def test_a_dask_cluster_gives_the_same_counts() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        assert spread(client.get_executor()) == expected()


def lingering(observations: Any, randoms: Any) -> Any:
    """As at_random, but slow enough that a worker can be killed in the middle."""
    time.sleep(0.002)
    return at_random(observations, randoms)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_hands_of_a_killed_dask_worker_are_played_again() -> None:
    distributed = pytest.importorskip("distributed")
    policies: list[Any] = ["tight", "uniform", "call", lingering]
    killed: list[int] = []

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill(done: int) -> None:
            if done >= 1500 and not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        summary = simulate(
            RULES,
            players=4,
            hands=9000,
            seed=3,
            policies=policies,
            rotate=True,
            executor=client.get_executor(),
            progress=kill,
        )
    assert killed
    native = simulate(RULES, players=4, hands=9000, seed=3, policies=POLICIES, rotate=True)
    assert (summary.net, summary.actions_by_street) == (native.net, native.actions_by_street)
    assert list(summary.deal_net_squares.values()) == list(native.deal_net_squares.values())


DASK = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, processes=False, protocol="tcp://", dashboard_address=":0") as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_that_is_gone_is_named() -> None:
    """What a client is given after its scheduler has gone stays pending for ever: nobody may wait for it."""
    distributed = pytest.importorskip("distributed")
    command = [sys.executable, "-c", DASK]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        client = distributed.Client(address, timeout="2s")

        def kill(done: int) -> None:
            if done == 600:
                process.kill()

        with pytest.raises(LostWorkersError, match="lost its workers") as caught:
            simulate(RULES, hands=10**9, executor=client.get_executor(), progress=kill)
        client.close(timeout=0)
    whole = caught.value.partial
    assert 600 <= whole.hands == 10**9 - sum(map(len, caught.value.missing))


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_whose_only_worker_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its scheduler kept the hands for whatever worker might come, and one waited for ever."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(spreading, "ALONE", 1.0)
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:

        def leave(done: int) -> None:
            if done == 600:
                cluster.scale(0)

        with pytest.raises(LostWorkersError, match="has had no workers for 1 s") as caught:
            simulate(RULES, hands=10**9, executor=client.get_executor(), progress=leave)
    whole = caught.value.partial
    assert 600 <= whole.hands == 10**9 - sum(map(len, caught.value.missing))


class Cluster:
    """The client of a cluster: how many workers it has each time it is asked."""

    status = "running"

    def __init__(self, *workers: int) -> None:
        """Say these numbers, and then the last one."""
        self.workers = list(workers)

    def scheduler_info(self) -> dict[str, Any]:
        """Tell."""
        count = self.workers.pop(0) if len(self.workers) > 1 else self.workers[0]
        return {"workers": dict.fromkeys(range(count))}


@pytest.mark.parametrize(
    ("workers", "gone"), [((1, 0), True), ((0, 0), False), ((0, 1, 0), True), ((2, 1), False)]
)
def test_a_cluster_that_has_had_no_worker_yet_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, workers: tuple[int, ...], *, gone: bool
) -> None:
    clock = iter(range(0, 10_000, 10))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    executor = type("Executor", (), {"_client": Cluster(*workers)})()
    watch = spreading._watch(executor)
    looks = 0
    try:
        for _ in range(100):
            watch()
            looks += 1
    except ConnectionError:
        assert looks >= 5
    assert (looks < 100) == gone


def test_workers_that_come_back_are_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000, 25))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    watch = spreading._watch(type("Executor", (), {"_client": Cluster(*[1, 0, 0, 1, 0, 0, 1])})())
    for _ in range(100):
        watch()


@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("wrong", ["fewer", "others", "none", "no record", "seats"])
def test_a_part_that_comes_back_as_other_hands_is_played_again(
    tmp_path: Path, wrong: str, *, recorded: bool
) -> None:
    """It was counted, and nobody was told."""
    pytest.importorskip("pyarrow")

    class Lying(Losing):
        def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
            job, part, kept = args
            lies = part.start == 600 and self.tries.get(600, 0) < self.most
            if not lies:
                return super().submit(fn, *args, **more)
            future: Future[Any] = Future()
            self.tries[600] = self.tries.get(600, 0) + 1
            summary, columns = fn(job, part, kept)
            if wrong == "fewer":
                summary, columns = fn(job, part[:-1], kept)
            elif wrong == "others":
                if not kept:
                    summary, columns = fn(job, part[:100], kept)
                else:
                    columns = {**columns, "number": columns["number"] + np.uint64(1)}
            elif wrong == "no record":
                columns = None if kept else {}
            elif wrong == "seats":
                summary = simulate(RULES, players=3, hands=len(part))
            future.set_result(None if wrong == "none" else (summary, columns))
            return future

        most = 2

    more: dict[str, Any] = {"record": tmp_path / "hands.parquet"} if recorded else {}
    executor = Lying(lambda _, __: False)
    assert spread(executor, **more) == expected()
    assert executor.tries[600] == 3
    executor = Lying(lambda _, __: False)
    executor.most = 9
    more = {**more, "overwrite": True} if recorded else {}
    with pytest.raises(LostWorkersError, match=r"hands 600 to \d+ came back ") as caught:
        spread(executor, **more)
    assert caught.value.partial.hands == 2000 - sum(map(len, caught.value.missing))


def test_few_recorded_parts_wait_to_be_written() -> None:
    """Some 10 MB each: 256 of them would be gigabytes."""

    class Counting(Losing):
        written = 0
        most = 0

        def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
            future = super().submit(fn, *args, **more)
            self.most = max(self.most, self.taken - self.written)
            return future

        def write_batch(self, _: Any) -> None:
            self.written += 1

    pytest.importorskip("pyarrow")
    executor = Counting(lambda _, __: False)
    spread(executor, hands=20_000, record=executor)
    assert executor.written == 100
    assert executor.most <= 40


def test_records_come_in_order(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "hands.parquet"
    with ThreadPoolExecutor(3) as pool:
        assert spread(pool, record=path) == expected()
    assert pq.read_table(path).column("number").to_pylist() == list(range(2000))


def test_progress_is_told_part_by_part() -> None:
    told: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        spread(pool, progress=told.append)
    assert told == [300, 600, 900, 1200, 1500, 1800, 2000]


def test_there_may_be_more_hands_than_a_length_can_be() -> None:
    def stop(done: int) -> None:
        assert done
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool:
        for run in (
            lambda: spread(pool, hands=2**64 - 1, start=1, progress=stop),
            lambda: stud8.match(["call", "tight"], hands=2**64 - 1, progress=stop),
        ):
            with pytest.raises(stud8.Interrupted):
                run()


def test_no_hands_are_nothing() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert spread(pool, hands=0) == expected(0)


def test_an_error_of_a_policy_comes_out_as_it_is() -> None:
    def broken(observations: Any, randoms: Any) -> Any:
        if len(randoms) == len(observations):
            raise ZeroDivisionError
        return np.zeros(0, dtype=np.uint8)

    with ThreadPoolExecutor(2) as pool, pytest.raises(PolicyError, match="ZeroDivisionError") as caught:
        simulate(RULES, hands=2000, policies=broken, executor=pool)
    assert (caught.value.partial.hands, caught.value.start) == (0, 0)


def test_an_error_of_a_policy_has_what_was_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole parts, and what is finished of the part that failed: some 65,000 hands are one block."""
    monkeypatch.setattr(spreading, "ASKING", 100_000)
    calls, most = 0, 10**9

    def failing(observations: Any, randoms: Any) -> Any:
        nonlocal calls
        del randoms
        calls += 1
        if calls > most:
            raise ZeroDivisionError
        return np.where(observations["legal"] & 2, 1, 3)

    given: dict[str, Any] = {"players": 2, "start": 9, "policies": failing}
    simulate(RULES, hands=100_000, **given)
    calls, most = 0, calls * 18 // 10
    with ThreadPoolExecutor(1) as pool, pytest.raises(PolicyError) as caught:
        simulate(RULES, hands=10**6, **given, executor=pool)
    partial, start = caught.value.partial, caught.value.start
    assert start is not None
    assert 100_000 < partial.hands == start - 9 < 200_000
    calls = -(10**9)
    assert partial == simulate(RULES, hands=start - 9, **given)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"executor": 5}, TypeError, "Executor"),
        ({"executor": ThreadPoolExecutor(1), "threads": 2}, TypeError, "leave them out"),
        ({"executor": ThreadPoolExecutor(1), "hands": -1}, ValueError, "hands=-1"),
        ({"executor": ThreadPoolExecutor(1), "policies": "loose"}, ValueError, "choose one of"),
        ({"executor": ThreadPoolExecutor(1), "hands": 5, "start": 2**64 - 1}, ValueError, "too many"),
    ],
)
def test_bad_input_is_named_before_anything_is_sent(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        simulate(RULES, **{"hands": 10, **arguments})


def test_a_function_that_cannot_be_sent_is_no_lost_worker() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool,
        pytest.raises((AttributeError, PicklingError), match=r"pickle|local object"),
    ):
        simulate(RULES, hands=600, policies=lambda _, randoms: np.ones(len(randoms), "u1"), executor=pool)


def test_a_dask_cluster_plays_for_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0")
    with cluster, distributed.Client(cluster):
        arguments = ["simulate", "--hands", "1000", "--policies", "tight", "--json"]
        simulate_command.main([*arguments[1:], "--dask", cluster.scheduler_address], standalone_mode=False)
    record = json.loads(capsys.readouterr().out)
    del record["seconds"]
    assert stud8.Summary.from_dict(record) == simulate(Rules.full_tilt(), hands=1000, policies="tight")


# Lost workers


class Losing(Executor):
    """Plays parts here and now, and loses those that it is told to lose."""

    def __init__(self, lose: Callable[[int, int], bool], shut_at: int = 10**9) -> None:
        """Lose a part of this start at this try; from so many parts on take none."""
        self.lose, self.shut_at = lose, shut_at
        self.tries: dict[int, int] = {}
        self.taken = 0

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        """Play it, or lose it."""
        self.taken += 1
        if self.taken > self.shut_at:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[Any] = Future()
        start = args[1].start
        self.tries[start] = self.tries.get(start, 0) + 1
        if self.lose(start, self.tries[start]):
            future.set_exception(EOFError("the worker has gone"))
        else:
            future.set_result(fn(*args, **more))
        return future


def test_a_part_whose_worker_was_lost_is_played_again() -> None:
    executor = Losing(lambda start, tried: start in (0, 900) and tried < 3)
    assert spread(executor) == expected()
    assert executor.tries[0] == executor.tries[900] == 3
    assert executor.tries[300] == 1


def test_what_nobody_plays_is_named_and_the_rest_is_kept() -> None:
    executor = Losing(lambda start, _: start in (600, 900, 1500))
    with pytest.raises(LostWorkersError, match="hands 600 to 1199, 1500 to 1799 are missing") as caught:
        spread(executor)
    error = caught.value
    assert error.missing == [range(600, 1200), range(1500, 1800)]
    whole = error.partial
    for missing in error.missing:
        whole += simulate(
            RULES,
            players=4,
            hands=len(missing),
            start=missing.start,
            seed=3,
            policies=POLICIES,
            rotate=True,
        )
    assert whole == expected()


def test_an_executor_that_takes_no_more_work_is_named() -> None:
    executor = Losing(lambda _, __: False, shut_at=3)
    with pytest.raises(
        LostWorkersError, match=r"after shutdown.*hands 900 to 999999999999 are missing"
    ) as caught:
        spread(executor, hands=10**12)
    assert caught.value.partial == expected(900)
    assert caught.value.missing == [range(900, 10**12)]


def test_a_record_ends_where_a_part_is_missing(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "hands.parquet"
    with pytest.raises(LostWorkersError) as caught:
        spread(Losing(lambda start, _: start == 400), record=path)
    assert caught.value.missing == [range(400, 2000)]
    assert pq.read_table(f"{path}.partial").num_rows == caught.value.partial.hands == 400
    assert spread(Losing(lambda *_: False), record=path, resume=True) == expected()
    assert pq.read_table(path).column("number").to_pylist() == list(range(2000))


def dying(observations: Any, randoms: Any) -> Any:
    """Ends the process that plays it, without a word."""
    assert len(observations) == len(randoms)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_a_pool_whose_process_was_killed_is_named() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool,
        pytest.raises(LostWorkersError, match="hands 0 to 599 are missing"),
    ):
        simulate(RULES, hands=600, policies=dying, executor=pool)


def test_ctrl_c_gives_the_finished_part_and_forgets_the_rest() -> None:
    def stop(done: int) -> None:
        if done >= 600:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as pool, pytest.raises(stud8.Interrupted) as caught:
        spread(pool, hands=10**12, progress=stop)
    assert caught.value.start == 600
    assert caught.value.partial == expected(600)
