"""`simulate`: many whole hands, here or wherever an executor runs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from operator import index
from typing import TYPE_CHECKING, Any

from stud8._native import Rules, Summary, _record, _simulate
from stud8.errors import IllegalActionError, Interrupted, LostWorkersError, PolicyError, RecordingError
from stud8.holding import held
from stud8.quoting import quoted
from stud8.spreading import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from os import PathLike
    from typing import Literal, Protocol, SupportsIndex, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from stud8.checking import Checked
    from stud8.filing import Sink
    from stud8.spreading import Part

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
        """Keep the arguments as they are now; the native engine checks them."""
        self.given: dict[str, Any] = {
            "rules": rules,
            "players": _number(players),
            "stacks": _kept(list(stacks) if isinstance(stacks, Iterator) else stacks, _number),
            "policies": _kept(policies),
            "rotation": rotation,
            "classes": classes,
            "seed": _number(seed),
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
    def rules(self) -> Rules:
        """The rules as they are played: nobody is asked to muck."""
        return Rules.from_dict({**self.given["rules"].to_dict(), "ask_muck": False})

    @property
    def has_functions(self) -> bool:
        """Whether Python is asked."""
        given = self.given["policies"]
        every = given.values() if hasattr(given, "values") else [given] if isinstance(given, str) else given
        return callable(given) or any(callable(policy) for policy in every)


def _number(value: Any) -> Any:
    """A whole number as it is now, whatever its type; anything else as it is."""
    return value if isinstance(value, bool) or not hasattr(value, "__index__") else index(value)


def _kept(value: Any, each: Callable[[Any], Any] = lambda one: one) -> Any:
    """A copy of a list or mapping, which nobody can change between two parts; anything else as it is.

    What is played would not be what is recorded.
    """
    if isinstance(value, (list, tuple)):
        return [each(one) for one in value]
    if isinstance(value, Mapping):
        return {key: each(one) for key, one in list(value.items())}
    return value


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
    resume: bool = False,
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
    nothing else plays the same hands everywhere. The arrays are read-only and made anew for each call.
    Functions are called in one thread, and pickled for other processes.

    ``executor`` is any `concurrent.futures.Executor`: the hands are split by their numbers, and the counts
    are the same. Hands of workers that get lost, or that come back as other hands, are played again by
    others; where none are left `LostWorkersError` has the summary of what was played and the numbers that
    weren't. A dask cluster whose workers have all gone is waited for for a minute. One that has had none yet
    is waited for as long as its setting ``distributed.scheduler.no-workers-timeout`` says, which is for ever
    unless given.

    ``classes`` also counts what came of each starting hand. ``check`` is the part of the hands that is played
    and counted again in the slow reference, one hand at least if it is more than 0; what differs raises
    `CheckError`. ``progress`` is True for a bar, or is called with the number of finished hands about every
    50 ms; what it raises ends the run.

    ``record`` is a file that gets all hands: ``.parquet`` with a row for each hand, or for each action with
    ``rows="action"`` (needs the extra ``arrow``; `record_batches` lists the columns), or ``.phhs`` hand
    histories; or anything with a ``write_batch`` method for Arrow batches. A file that exists is refused
    without ``overwrite``, and replaced when the new one is whole.

    Until it is whole ``hands.parquet`` is called ``hands.parquet.partial``, and beside it
    ``hands.parquet.partial.json`` says how far it is good. After Ctrl-C, an error, a full disk or a kill the
    same call with ``resume=True`` goes on with it. The file and the summary are then those of a run that
    wasn't stopped. The call begins the record if there is none yet, may ask for more hands than the first
    one, and knows functions by their names alone: give the same ones. Unless the run was killed, pyarrow or
    `load` can read the unfinished file. `RecordingError` refuses one of other rules, stacks, seed, policies,
    ``rotate``, ``start``, ``rows`` or ``classes``, one that was changed, and one that another run is writing
    (where the system can lock files, as on Linux and macOS). After a full disk it has the summary of the
    hands that are written, and the number after them.

    Raises `Interrupted` on Ctrl-C, with the summary of the finished hands as ``partial`` and the number to go
    on from as ``start``. `PolicyError` and `IllegalActionError` have both too, and name the hands in which a
    function failed.

    >>> from stud8 import Rules, simulate
    >>> players = ["tight", *["call"] * 7]
    >>> summary = simulate(Rules.full_tilt(), hands=1000, seed=7, policies=players, rotate=True)
    >>> summary.policy_mean["tight"] > 0
    True
    """
    flags = {"rotate": rotate, "classes": classes, "overwrite": overwrite, "resume": resume}
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name}={quoted(value)} must be True or False")
    if resume and record is None:
        raise ValueError("resume=True goes on with a record: say which by record=")
    job = Job(rules, players, stacks, policies, "by_number" if rotate else "fixed", seed, classes=classes)
    wanted = numbers(hands, start)
    job.play(0, start, threads)
    with _told(progress, wanted.stop - wanted.start) as tell:
        if executor is None and record is None and check == 0:
            return job.play(hands, start, threads, tell)
        filed = (record, rows, {"overwrite": overwrite, "resume": resume})
        return _by_parts(job, wanted, threads, tell, executor, filed, check)


def _by_parts(
    job: Job,
    numbers: range,
    threads: SupportsIndex | None,
    tell: Callable[[int], object] | None,
    executor: Executor | None,
    filed: tuple[object, str, dict[str, bool]],
    check: float,
) -> Summary:
    """Play part after part, and do with each what is to be done."""
    from stud8 import checking, filing, spreading  # noqa: PLC0415 - with all they need

    record, rows, how = filed
    checked = checking.Checked(job, check, numbers)
    recorded = record is not None or checked.wanted
    # Checks the arguments before there is a file.
    parts = spreading.parts(job, numbers, executor, threads, recorded=recorded)
    run = _Run(job.nothing, numbers, tell)
    sink: AbstractContextManager[filing.Sink | None] = nullcontext()
    if record is not None:
        sink = run.sink = into = filing.sink(job, record, rows, numbers, **how)
        if into.done is not None:
            run.total = into.done
            left = numbers[into.done.deals :]
            parts = spreading.parts(job, left, executor, threads, recorded=recorded)
    try:
        with sink as out:
            run.play(parts, checked, out)
    except KeyboardInterrupt:
        raise run.interrupted() from None
    except (RecordingError, PolicyError, IllegalActionError) as error:
        run.keep(error)
        raise
    return run.total


class _Run:
    """What is finished of a run: ``total``, and the record that it is in."""

    def __init__(self, nothing: Summary, numbers: range, tell: Callable[[int], object] | None) -> None:
        self.total, self.numbers, self.tell = nothing, numbers, tell
        self.sink: Sink | None = None

    @property
    def unfinished(self) -> str | None:
        """The name of the record that can be gone on with."""
        return None if self.sink is None else self.sink.name

    def play(self, parts: Generator[Part], checked: Checked, out: Sink | None) -> None:
        """Check, write and count part after part."""
        try:
            for part in parts:
                if part.columns is not None:
                    checked.check(part)
                # A part is written and counted, or neither.
                with held():
                    total = self.total + part.summary
                    if out is not None:
                        out.write(part, total)
                    self.total = total
                if self.tell is not None:
                    self.tell(total.deals)
        except LostWorkersError as error:
            if out is None:
                self.total = sum((part.summary for part in error.kept), start=self.total)
            else:
                # What wasn't written in its order isn't there.
                error.missing = [self.numbers[self.total.deals :]]
            error.partial, error.kept = self.total, []
            raise
        finally:
            parts.close()

    def interrupted(self) -> Interrupted:
        """What Ctrl-C becomes."""
        stopped = Interrupted(self.total, self.numbers.start + self.total.deals)
        if self.unfinished is not None:
            stopped.unfinished = self.unfinished
            has = f"{self.unfinished} has {self.total.deals} hands"
            stopped.args = (f"interrupted: {has}; the same call with resume=True goes on with it",)
        return stopped

    def keep(self, error: RecordingError | PolicyError | IllegalActionError) -> None:
        """Let an error have what was finished before it."""
        if error.partial is not None:
            # Of the part that failed, where it isn't recorded.
            self.total += error.partial
        error.partial, error.start = self.total, self.numbers.start + self.total.deals
        if isinstance(error, RecordingError):
            error.failure, error.unfinished = (
                f"{error}: {self.total.deals} hands are written",
                self.unfinished,
            )
            more = f"go on with start={error.start} in another file"
            if self.unfinished is not None:
                more = "the same call with resume=True goes on"
            error.args = (f"{error.failure}; {more}",)


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
