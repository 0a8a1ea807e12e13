"""The fast engine against the reference, many hands on all cores."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from os import cpu_count
from random import Random
from typing import TYPE_CHECKING

from stud8.errors import Interrupted
from stud8.lockstep import Difference, random_case, run, shrink
from stud8.processes import processes as pool_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from concurrent.futures import Future
    from typing import TypeAlias

    Answers: TypeAlias = Generator[tuple[int, Difference | None], None, None]

__all__ = ["Report", "verify"]

CHUNK = 100


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


def verify(
    hands: int = 100_000,
    seed: int = 0,
    start: int = 0,
    seconds: float | None = None,
    processes: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Play random hands in both engines, comparing everything after every step.

    Hand ``number`` of a ``seed`` is always the same: random rules, stacks (many short ones), cards and
    actions, illegal ones mixed in. Stops at the first difference, which is made as small as can be,
    or after ``seconds``. ``processes`` worker processes share the hands (None: one for each core);
    0 does all in this process. ``progress`` is called with the number of hands that agreed so far.

    Raises `Interrupted` on Ctrl-C, with the report so far as ``partial``.
    """
    for name, value in (("hands", hands), ("seed", seed), ("start", start), ("processes", processes or 0)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValueError(f"{name}={value!r} must be a whole number from 0 on")
    clock = time.perf_counter()
    done = 0

    def report(difference: Difference | None = None) -> Report:
        return Report(seed, start, done, time.perf_counter() - clock, difference)

    chunks = (range(at, min(at + CHUNK, start + hands)) for at in range(start, start + hands, CHUNK))
    deadline = None if seconds is None else clock + seconds
    count = processes if processes is not None else (cpu_count() or 1)
    answers = _here(seed, chunks, deadline) if count == 0 else _spread(seed, chunks, count, deadline)
    try:
        for agreed, difference in answers:
            done += agreed
            if progress is not None:
                progress(done)
            if difference is not None:
                return report(shrink(difference))
    except KeyboardInterrupt:
        raise Interrupted(report(), start + done) from None
    finally:
        answers.close()
    return report()


def check(seed: int, numbers: range) -> tuple[int, Difference | None]:
    """Play these hands; how many agreed before the first difference."""
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
    """Answers in the order of the numbers, from spawned processes, with few chunks under way."""
    waiting: deque[Future[tuple[int, Difference | None]]] = deque()
    with pool_of(processes) as pool:
        for numbers in chunks:
            if deadline is not None and time.perf_counter() > deadline:
                break
            waiting.append(pool.submit(check, seed, numbers))
            if len(waiting) > 2 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
