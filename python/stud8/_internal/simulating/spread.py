"""Splits hands by their numbers, plays the parts here or by an executor, and collects them in order."""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pickle import PicklingError
from typing import TYPE_CHECKING, Any

from stud8._internal.simulating.job import Part
from stud8._native import Summary
from stud8.errors import IllegalActionError, Interrupted, LostWorkersError, PolicyError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from concurrent.futures import Future
    from typing import SupportsIndex, TypeAlias

    from stud8._internal.simulating.job import Columns, Job

    Played: TypeAlias = tuple[Summary, Columns | None] | Exception

# Hands in a part: about a second of one core, so that sending a part costs little. Most policies take longer
# than uniformly random play.
UNIFORM, NATIVE, ASKING = 500_000, 100_000, 50_000
# A record is kept in memory until it is written: some 10 MB.
RECORDED = 16_384
# Parts that are under way at once: enough for hundreds of workers.
UNDER_WAY = 256
# Fewer if they are recorded, because finished ones wait in memory until they can be written in order.
RECORDED_UNDER_WAY = 32
# Seconds between two looks whether the executor is still there.
LOOK = 1.0
# Seconds to wait for a dask cluster after its last worker has gone: longer than a worker takes to restart.
ALONE = 60.0
# How often a part is submitted when workers get lost.
TRIES = 3
# Raised for a function that can't be pickled, which is no fault of the workers.
UNSENT = (PicklingError, AttributeError, TypeError)


def parts(
    job: Job,
    numbers: range,
    executor: Executor | None,
    threads: SupportsIndex | None,
    *,
    recorded: bool,
) -> Generator[Part]:
    """Returns all hands, part by part in the order of their numbers."""
    uniform = set(job.nothing.policies) == {"uniform"}
    size = RECORDED if recorded else ASKING if job.has_functions else UNIFORM if uniform else NATIVE
    # There may be more hands than `len` can return.
    split = (numbers[at : at + size] for at in range(0, numbers.stop - numbers.start, size))
    if executor is None:
        return _here(job, split, threads, recorded=recorded)
    if not isinstance(executor, Executor) and not hasattr(executor, "submit"):
        kind = type(executor).__name__
        raise TypeError(f"executor is a concurrent.futures.Executor, not {kind}")
    if threads is not None:
        raise TypeError("threads are those of this process: with an executor leave them out")
    return _there(job, numbers, size, executor, recorded=recorded)


def _here(
    job: Job, split: Iterator[range], threads: SupportsIndex | None, *, recorded: bool
) -> Generator[Part]:
    if not recorded:
        for part in split:
            try:
                yield Part(part, job.play(len(part), part.start, threads), None)
            except Interrupted as stopped:
                yield Part(range(part.start, stopped.start), stopped.partial, None)
                raise
    elif job.has_functions:
        # Functions are called by the caller's thread.
        for part in split:
            try:
                played = job.record(len(part), part.start, threads)
            except (Interrupted, PolicyError, IllegalActionError) as stopped:
                yield from _begun(part, stopped)
                raise
            yield Part(part, *played)
    else:
        # The next part is played while this one is written.
        with ThreadPoolExecutor(1) as other:
            ahead: deque[tuple[range, Future[tuple[Summary, Columns]]]] = deque()
            for part in split:
                ahead.append((part, other.submit(job.record, len(part), part.start, threads)))
                if len(ahead) > 1:
                    done, future = ahead.popleft()
                    yield Part(done, *future.result())
            for done, future in ahead:
                yield Part(done, *future.result())


def _begun(part: range, stopped: Any) -> Iterator[Part]:
    """Yields what was recorded of a part before it failed, taken from the error."""
    summary, columns = stopped.partial, stopped.kept
    stopped.partial = stopped.kept = None
    if columns is not None and summary.deals > 0:
        yield Part(part[: summary.deals], summary, columns)


def _settled(
    part: range, answer: Part | PolicyError | IllegalActionError, *, recorded: bool
) -> Iterator[Part]:
    """Yields what was played of a part. Raises the error of its policies."""
    if isinstance(answer, Part):
        yield answer
        return
    if recorded:
        yield from _begun(part, answer)
    raise answer


def play(job: Job, numbers: range, recorded: bool) -> Played:  # noqa: FBT001 - executors pass by place
    """Plays a part in a worker. Errors come back as values: a raised one means that the worker was lost."""
    try:
        if recorded:
            return job.record(len(numbers), numbers.start, 1)
        return job.play(len(numbers), numbers.start, 1), None
    except Exception as error:  # noqa: BLE001 - raised where the hands are wanted
        return error


def _there(job: Job, numbers: range, size: int, executor: Executor, *, recorded: bool) -> Generator[Part]:
    ahead = numbers
    waiting: deque[tuple[range, Future[Played] | BaseException]] = deque()

    def submit(part: range) -> Future[Played] | BaseException:
        try:
            return executor.submit(play, job, part, recorded)
        except UNSENT:
            raise
        except Exception as error:  # noqa: BLE001 - each kind of executor has its own
            # A pool that has lost its workers, or was shut down, takes no more.
            return error

    check, watch = partial(_checked, job, recorded=recorded), _watch(executor)
    most = RECORDED_UNDER_WAY if recorded else UNDER_WAY
    try:
        while True:
            while len(waiting) < most and ahead:
                waiting.append((ahead[:size], submit(ahead[:size])))
                ahead = ahead[size:]
            if not waiting:
                return
            part, future = waiting.popleft()
            answer = _answer(part, future, submit, check, watch)
            if isinstance(answer, (Part, PolicyError, IllegalActionError)):
                yield from _settled(part, answer, recorded=recorded)
            else:
                raise _lost([part, *(part for part, _ in waiting), ahead], waiting, check, answer)
    finally:
        for _, future in waiting:
            if hasattr(future, "cancel"):
                future.cancel()


def _answer(
    part: range, future: Any, submit: Any, check: Callable[..., Part], watch: Callable[[], None]
) -> Part | BaseException:
    """Returns a part, the error of its policies, or the reason why no worker will play it."""
    for left in range(TRIES - 1, -1, -1):
        if isinstance(future, BaseException):
            return future
        try:
            played = _result(future, watch)
            if not isinstance(played, Exception):
                return check(part, played=played)
        except KeyboardInterrupt:
            future.cancel()
            raise
        except UNSENT:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever ends a worker
            if left == 0 or isinstance(error, _GoneError):
                return error
            future = submit(part)
            continue
        if isinstance(played, (PolicyError, IllegalActionError)):
            return played
        raise played
    raise AssertionError("the last try answers")


def _checked(job: Job, part: range, *, recorded: bool, played: Any) -> Part:
    """Returns a part if its hands are those that were asked for. Raises ValueError for anything else."""
    which = f"hands {part.start} to {part.stop - 1} came back"
    if not isinstance(played, tuple) or len(played) != 2 or not isinstance(played[0], Summary):
        raise ValueError(f"{which} as {type(played).__name__}")
    summary, columns = played
    try:
        _ = job.nothing + summary
    except ValueError as error:
        raise ValueError(f"{which} as those of another table: {error}") from None
    if summary.deals != len(part):
        raise ValueError(f"{which} as {summary.deals} hands")
    if isinstance(columns, dict) != recorded:
        raise ValueError(f"{which} {'without a' if recorded else 'with a'} record")
    if recorded and columns["number"].tolist() != list(part):
        raise ValueError(f"{which} with the record of other hands")
    return Part(part, summary, columns)


class _GoneError(ConnectionError):
    """A cluster that is closed, or has lost all workers."""


def _watch(executor: Any) -> Callable[[], None]:
    """Returns a function to call while waiting, which raises if the executor can't answer any more."""
    client = getattr(executor, "_client", None)
    seen, since = bool(_workers(client)), None

    def watch() -> None:
        nonlocal seen, since
        # A call that a dask client gets after its scheduler has gone stays pending for ever.
        if getattr(client, "status", None) == "closed":
            raise _GoneError("the client of the cluster is closed")
        workers = _workers(client)
        if workers is None:
            return
        if workers > 0:
            seen, since = True, None
        elif seen:
            now = time.monotonic()
            since = now if since is None else since
            if now - since >= ALONE:
                raise _GoneError(f"the cluster has had no workers for {ALONE:.0f} s")

    return watch


def _workers(client: Any) -> int | None:
    """Returns the number of workers of a dask client's cluster; None if it isn't known."""
    if client is None or not hasattr(client, "scheduler_info"):
        return None
    try:
        told = client.scheduler_info()
        # Some versions leave the workers out, and only say how many they are.
        return int(told["n_workers"]) if "n_workers" in told else len(told["workers"])
    except (OSError, KeyError, TypeError, TimeoutError):
        return None


def _result(future: Any, watch: Callable[[], None]) -> Played:
    """Returns the result of a future, as long as the executor is there."""
    while True:
        try:
            played: Played = future.result(LOOK)
        except TimeoutError:
            if future.done():
                # The task raised TimeoutError itself, or has just finished.
                return future.result()  # type: ignore[no-any-return]
            watch()
        else:
            return played


def _lost(
    missing: list[range], waiting: Any, check: Callable[..., Part], why: BaseException
) -> LostWorkersError:
    """Returns the error that names the missing hands. It keeps the parts that are finished."""
    kept = []
    for part, future in waiting:
        if isinstance(future, BaseException) or not future.done() or future.cancelled():
            continue
        if future.exception() is None and not isinstance(played := future.result(), Exception):
            with suppress(ValueError):
                kept.append(check(part, played=played))
    finished = {part.numbers for part in kept}
    ranges = _joined([part for part in missing if part not in finished])
    which = ", ".join(f"{part.start} to {part.stop - 1}" for part in ranges)
    error = LostWorkersError(f"the executor has lost its workers ({why}): hands {which} are missing")
    error.missing, error.kept = ranges, kept
    error.__cause__ = why
    return error


def _joined(parts: list[range]) -> list[range]:
    joined: list[range] = []
    for part in filter(None, parts):
        if joined and joined[-1].stop == part.start:
            joined[-1] = range(joined[-1].start, part.stop)
        else:
            joined.append(part)
    return joined
