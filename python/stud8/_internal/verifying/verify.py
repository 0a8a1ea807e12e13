"""The fast engine against the reference, many hands on all cores."""

from __future__ import annotations

import math
import time
from collections import deque
from dataclasses import dataclass
from multiprocessing import current_process
from os import cpu_count
from random import Random
from typing import TYPE_CHECKING

from stud8._internal.public import public
from stud8._internal.quoting import quoted
from stud8._internal.terminal.processes import NoProcessError
from stud8._internal.terminal.processes import processes as pool_of
from stud8._internal.terminal.progress import reporting
from stud8._internal.verifying.twins import Difference, random_case, run, shrink
from stud8.errors import Interrupted, InvalidArgumentError, LostWorkersError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from concurrent.futures import Future
    from typing import TypeAlias

    from stud8._internal.terminal.progress import Progress

    Answers: TypeAlias = Generator[tuple[int, Difference | None], None, None]

__all__ = ["Report", "verify"]

CHUNK = 100
LONGEST = 10**12


@public
@dataclass(frozen=True)
class Report:
    """What `verify` found: how many hands agreed, and the first difference, if there was one."""

    seed: int
    start: int
    hands: int
    seconds: float
    difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """Whether the engines agreed in every hand."""
        return self.difference is None

    def __str__(self) -> str:
        """One line, or the difference in full."""
        rate = self.hands / self.seconds if self.seconds else 0.0
        which = f"of seed {self.seed} from number {self.start} on"
        text = f"{self.hands:,} hands {which} agree ({rate:,.0f} a second)"
        return text if self.difference is None else f"{text}, then: {self.difference}"


@public
def verify(
    hands: int = 100_000,
    seed: int = 0,
    start: int = 0,
    seconds: float | None = None,
    processes: int | None = None,
    progress: Progress = None,
) -> Report:
    """Plays random hands in both engines and compares everything after every step.

    Hand ``number`` of a ``seed`` is always the same: random rules, stacks (many short ones), cards and
    actions, illegal ones mixed in. Stops at the first difference, which is made as small as can be,
    or after ``seconds``. ``progress`` is that of `simulate`: the number
    done is that of the hands that agreed.

    ``processes`` worker processes share the hands; 0 does all in this process. None is one for each core, and
    0 in a daemonic process, which is a worker itself. The workers never import the main module, so that this
    works in a script as it is, from standard input and in an interactive session. Where no process can be
    begun, all is done in this one.

    Raises ValueError for what is no count, or no time. Raises `Interrupted` on Ctrl-C, with the report so far
    as ``partial`` and the number to go on from as ``start``; `LostWorkersError`, with ``partial`` too and the
    numbers of the hands as ``missing``, if a worker dies.
    """
    for name, value in (("hands", hands), ("seed", seed), ("start", start), ("processes", processes or 0)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise InvalidArgumentError(f"{name}={quoted(value)} must be a whole number from 0 on")
    if seconds is not None and not (_is_number(seconds) and seconds >= 0):
        raise InvalidArgumentError(f"seconds={quoted(seconds)} must be a number from 0 on, or None")
    clock = time.perf_counter()
    done = 0

    def report(difference: Difference | None = None) -> Report:
        return Report(seed, start, done, time.perf_counter() - clock, difference)

    chunks = (range(at, min(at + CHUNK, start + hands)) for at in range(start, start + hands, CHUNK))
    # No clock counts further, and no float holds every whole number.
    deadline = None if seconds is None else clock + min(seconds, LONGEST)
    count = _cores(hands) if processes is None else processes
    answers = _here(seed, chunks, deadline) if count == 0 else _spread(seed, chunks, count, deadline)
    try:
        with reporting(progress, "hands", hands) as tell:
            for agreed, difference in answers:
                done += agreed
                if tell is not None:
                    tell(done)
                if difference is not None:
                    return report(shrink(difference))
    except KeyboardInterrupt:
        raise Interrupted(report(), start + done) from None
    except LostWorkersError as error:
        error.partial = report()
        raise
    finally:
        answers.close()
    return report()


def check(seed: int, numbers: range) -> tuple[int, Difference | None]:
    """Plays these hands; returns how many agreed before the first difference, and the difference."""
    for done, number in enumerate(numbers):
        random = Random(f"{seed}/{number}")  # noqa: S311 - reproducible on purpose
        difference = run(random_case(random), random)
        if difference is not None:
            return done, difference
    return len(numbers), None


def _here(seed: int, chunks: Iterator[range], deadline: float | None) -> Answers:
    for numbers in chunks:
        if deadline is not None and time.perf_counter() > deadline:
            return
        yield check(seed, numbers)


def _spread(seed: int, chunks: Iterator[range], processes: int, deadline: float | None) -> Answers:
    """Answers in the order of the numbers, with few chunks under way."""
    waiting: deque[tuple[range, Future[tuple[int, Difference | None]]]] = deque()
    with pool_of(processes) as pool:
        for numbers in chunks:
            if deadline is not None and time.perf_counter() > deadline:
                break
            waiting.append((numbers, pool.submit(check, seed, numbers)))
            if len(waiting) > 2 * processes:
                yield _answer(seed, *waiting.popleft())
        while waiting:
            yield _answer(seed, *waiting.popleft())


def _answer(
    seed: int, numbers: range, future: Future[tuple[int, Difference | None]]
) -> tuple[int, Difference | None]:
    try:
        return future.result()
    except NoProcessError:
        return check(seed, numbers)
    except ChildProcessError as lost:
        # Not played here: what has ended a process would end this one.
        which = f"hands {numbers.start} to {numbers.stop - 1} of seed {seed}"
        error = LostWorkersError(f"{which} are missing: {lost}")
        error.missing, error.kept = [numbers], []
        raise error from None


def _cores(hands: int) -> int:
    """Returns the default number of processes: 0 for few hands, which one process plays as fast."""
    return 0 if hands <= CHUNK or current_process().daemon else cpu_count() or 1


def _is_number(value: object) -> bool:
    is_nan = isinstance(value, float) and math.isnan(value)
    return isinstance(value, (int, float)) and not isinstance(value, bool) and not is_nan
