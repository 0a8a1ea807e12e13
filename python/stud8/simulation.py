"""`simulate`: many whole hands, here or wherever an executor runs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from stud8._native import Rules, Summary, _record, _simulate
from stud8.errors import IllegalActionError, Interrupted, LostWorkersError, PolicyError, RecordingError
from stud8.holding import held
from stud8.spreading import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from os import PathLike
    from typing import Literal, Protocol, SupportsIndex, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    class Function(Protocol):
        """A policy in Python: observations and random numbers to action ids."""

        def __call__(self, observations: NDArray[np.void], randoms: NDArray[np.float64], /) -> NDArray[Any]:
            """Say what each seat does."""
            ...

    Policy: TypeAlias = Literal["uniform", "call", "check_fold", "tight"] | Function
    Policies: TypeAlias = Policy | Sequence[Policy] | Mapping[int, Policy]
    Stacks: TypeAlias = Sequence[SupportsIndex] | Mapping[int, SupportsIndex]
    Rotation: TypeAlias = Literal["fixed", "by_number", "duplicate"]
    Progress: TypeAlias = Callable[[int], object] | bool | None
    Columns: TypeAlias = dict[str, NDArray[Any]]

__all__ = ["simulate"]


class Job:
    """What is to be played, without the numbers of the hands: small, and the same for every process."""

    def __init__(
        self,
        rules: Rules,
        players: SupportsIndex | None,
        stacks: Stacks | None,
        policies: Policies,
        rotation: Rotation,
        seed: SupportsIndex,
        *,
        classes: bool,
    ) -> None:
        """Keep the arguments; the native engine checks them."""
        self.given: dict[str, Any] = {
            "rules": rules,
            "players": players,
            "stacks": list(stacks) if isinstance(stacks, Iterator) else stacks,
            "policies": policies,
            "rotation": rotation,
            "classes": classes,
            "seed": seed,
        }
        # What can't be played is told before anything begins, and wherever it is to be played.
        self.nothing: Summary = self.play(0, 0)

    def play(
        self,
        hands: SupportsIndex,
        start: SupportsIndex,
        threads: SupportsIndex | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Summary:
        """Play these hands."""
        return _simulate(self.given, hands, start, threads, progress)

    def record(self, hands: int, start: int, threads: SupportsIndex | None = None) -> tuple[Summary, Columns]:
        """Play these hands, and give the record of all of them."""
        return _record(self.given, hands, start, threads)

    @property
    def has_functions(self) -> bool:
        """Whether Python is asked."""
        given = self.given["policies"]
        every = given.values() if hasattr(given, "values") else [given] if isinstance(given, str) else given
        return callable(given) or any(callable(policy) for policy in every)


def simulate(
    rules: Rules,
    players: SupportsIndex | None = None,
    stacks: Stacks | None = None,
    hands: SupportsIndex = 1_000_000,
    policies: Policies = "uniform",
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress = None,
    *,
    rotate: bool = False,
    classes: bool = False,
    executor: Executor | None = None,
    record: str | PathLike[str] | object | None = None,
    rows: Literal["hand", "action"] = "hand",
    overwrite: bool = False,
    check: float = 0,
) -> Summary:
    """Play many whole hands in parallel and count what happened.

    ``players`` sit in seats 1, 2, 3 …, 8 of them unless ``stacks`` says otherwise (as for `Hand`; 100 big
    bets each unless given). Every hand begins with the same stacks. ``ask_muck`` is taken as off.

    The hands are those with the numbers ``start`` to ``start + hands - 1`` of the seed. Each is the same on
    every machine, in every release, for any number of ``threads`` (None: all cores), and its cards are those
    of ``Hand(rules, stacks, seed=seed, number=number)``.

    ``policies`` is one for all, a list with one for each seat, or a dict of seats and policies; with
    ``rotate`` the policies sit ``number`` places further in hand ``number``. The native ones:

    ```text
    uniform      each legal action with the same probability
    call         brings in, checks and calls; never folds or wagers
    check_fold   brings in where it must, checks where it may, and gives up at the first bet
    tight        a sensible player: its own cards, the up cards, the cards that are gone, and the price
    ```

    Any function is a policy too. It is called with an array of observations (dtype `OBSERVATION`, shape (n,):
    what the seat to act of each of n hands may know) and an array of n random numbers (float64, from 0 on and
    below 1), one of each hand's own choices, and returns n action ids (whole numbers). One that decides by
    nothing else plays the same hands everywhere. The arrays are read-only and used again for the next call:
    copy what is to be kept. Functions are called in one thread, and pickled for other processes.

    ``executor`` is any `concurrent.futures.Executor`: the hands are split by their numbers, and the counts
    are the same. Hands of workers that get lost are played again by others; where none are left
    `LostWorkersError` has the summary of what was played and the numbers that weren't. A dask cluster without
    workers is waited for, as long as its setting ``distributed.scheduler.no-workers-timeout`` says, which is
    for ever unless given.

    ``classes`` also counts what came of each starting hand. ``check`` is the part of the hands that is played
    and counted again in the slow reference, one hand at least if it is more than 0; what differs raises
    `CheckError`. ``progress`` is True for a bar, or is called with the number of finished hands about every
    50 ms; what it raises ends the run.

    ``record`` is a file that gets all hands: ``.parquet`` with a row for each hand, or for each action with
    ``rows="action"`` (needs the extra ``arrow``; `record_batches` lists the columns), or ``.phhs`` hand
    histories; or anything with a ``write_batch`` method for Arrow batches. A file that exists is refused
    without ``overwrite``. `RecordingError`, of a full disk for one, has the summary of the hands that are
    written and the number to go on from, in another file.

    Raises `Interrupted` on Ctrl-C, with the summary of the finished hands as ``partial`` and the number to go
    on from as ``start``. `PolicyError` and `IllegalActionError` have both too, and name the hands in which a
    function failed.

    >>> from stud8 import Rules, simulate
    >>> players = ["tight", *["call"] * 7]
    >>> summary = simulate(Rules.full_tilt(), hands=1000, seed=7, policies=players, rotate=True)
    >>> summary.policy_mean["tight"] > 0
    True
    """
    for name, value in (("rotate", rotate), ("classes", classes), ("overwrite", overwrite)):
        if not isinstance(value, bool):
            raise TypeError(f"{name}={value!r} must be True or False")
    job = Job(rules, players, stacks, policies, "by_number" if rotate else "fixed", seed, classes=classes)
    wanted = numbers(hands, start)
    job.play(0, start, threads)
    with _told(progress, wanted.stop - wanted.start) as tell:
        if executor is None and record is None and check == 0:
            return job.play(hands, start, threads, tell)
        return _by_parts(job, wanted, threads, tell, executor, record, rows, check, overwrite=overwrite)


def _by_parts(
    job: Job,
    numbers: range,
    threads: SupportsIndex | None,
    tell: Callable[[int], object] | None,
    executor: Executor | None,
    record: object,
    rows: str,
    check: float,
    *,
    overwrite: bool,
) -> Summary:
    """Play part after part, and do with each what is to be done."""
    from stud8 import checking, recording, spreading  # noqa: PLC0415 - with all they need

    checked = checking.Checked(job, check, numbers)
    recorded = record is not None or checked.wanted
    parts = spreading.parts(job, numbers, executor, threads, recorded=recorded)
    total = job.nothing
    sink: AbstractContextManager[recording.Sink | None] = nullcontext()
    if record is not None:
        sink = recording.sink(job, record, rows, overwrite=overwrite)
    with sink as out:
        try:
            for part in parts:
                if part.columns is not None:
                    checked.check(part)
                # A part is written and counted, or neither.
                with held():
                    if out is not None:
                        out.write(part)
                    total += part.summary
                if tell is not None:
                    tell(total.deals)
        except KeyboardInterrupt:
            raise Interrupted(total, numbers.start + total.deals) from None
        except LostWorkersError as error:
            if out is None:
                total = sum((part.summary for part in error.kept), start=total)
            else:
                # What wasn't written in its order isn't there.
                error.missing = [numbers[total.deals :]]
            error.partial, error.kept = total, []
            raise
        except (RecordingError, PolicyError, IllegalActionError) as error:
            _keep(error, total, numbers.start)
            raise
        finally:
            parts.close()
    return total


def _keep(error: RecordingError | PolicyError | IllegalActionError, total: Summary, first: int) -> None:
    """Let an error have what was finished before it."""
    if error.partial is not None:
        # Of the part that failed, where it isn't recorded.
        total += error.partial
    error.partial, error.start = total, first + total.deals
    if isinstance(error, RecordingError):
        error.failure = f"{error}: {total.deals} hands are written"
        error.args = (f"{error.failure}; go on with start={error.start} in another file",)


@contextmanager
def _told(progress: Progress, hands: int) -> Iterator[Callable[[int], object] | None]:
    """Whom to tell how much is done."""
    if progress is True:
        from stud8.progress import bar  # noqa: PLC0415 - what draws it is loaded by those who want it

        with bar("hands", hands) as tell:
            yield tell
    elif progress is None or progress is False:
        yield None
    elif callable(progress):
        yield progress
    else:
        kind = type(progress).__name__
        raise TypeError(f"progress is True, or a function of the number of hands played, not {kind}")
