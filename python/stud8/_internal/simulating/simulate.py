"""`simulate`: many whole hands, here or wherever an executor runs them."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from stud8._internal.public import public
from stud8._internal.quoting import quoted
from stud8._internal.simulating import spread
from stud8._internal.simulating.job import Job, numbers
from stud8._internal.terminal.progress import reporting
from stud8._internal.terminal.signals import held
from stud8.errors import (
    IllegalActionError,
    Interrupted,
    InvalidArgumentError,
    LostWorkersError,
    PolicyError,
    RecordingError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager
    from os import PathLike
    from typing import Literal, SupportsIndex

    from stud8._internal.simulating.check import Checked
    from stud8._internal.simulating.filing import Sink
    from stud8._internal.simulating.job import Part, Policies, Stacks
    from stud8._internal.terminal.progress import Progress
    from stud8._native import Rules, Summary

__all__ = ["simulate"]


@public
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
    """Plays many whole hands in parallel and counts what happened.

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
    `CheckError`. ``progress`` is True for a bar in a terminal, shown after two seconds; or a function, called
    about every 50 ms with the number of finished hands, which ends the run by raising; or False or None.

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
        raise InvalidArgumentError("resume=True goes on with a record: say which by record=")
    job = Job(rules, players, stacks, policies, "by_number" if rotate else "fixed", seed, classes=classes)
    wanted = numbers(hands, start)
    job.play(0, start, threads)
    with reporting(progress, "hands", wanted.stop - wanted.start) as tell:
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
    """Plays part after part; checks, writes and counts each."""
    record, rows, how = filed
    checked = None
    if check != 0 or isinstance(check, bool):
        from stud8._internal.simulating.check import Checked  # noqa: PLC0415 - loads the reference

        checked = Checked(job, check, numbers)
    recorded = record is not None or (checked is not None and checked.wanted)
    # Checks the arguments before there is a file.
    parts = spread.parts(job, numbers, executor, threads, recorded=recorded)
    run = _Run(job.nothing, numbers, tell)
    sink: AbstractContextManager[filing.Sink | None] = nullcontext()
    if record is not None:
        from stud8._internal.simulating import filing  # noqa: PLC0415 - loads numpy

        sink = run.sink = into = filing.sink(job, record, rows, numbers, **how)
        if into.done is not None:
            run.total = into.done
            left = numbers[into.done.deals :]
            parts = spread.parts(job, left, executor, threads, recorded=recorded)
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

    def play(self, parts: Generator[Part], checked: Checked | None, out: Sink | None) -> None:
        """Checks, writes and counts part after part."""
        try:
            for part in parts:
                if checked is not None and part.columns is not None:
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
        """Returns the error that Ctrl-C becomes."""
        stopped = Interrupted(self.total, self.numbers.start + self.total.deals)
        if self.unfinished is not None:
            stopped.unfinished = self.unfinished
            has = f"{self.unfinished} has {self.total.deals} hands"
            stopped.args = (f"interrupted: {has}; the same call with resume=True goes on with it",)
        return stopped

    def keep(self, error: RecordingError | PolicyError | IllegalActionError) -> None:
        """Adds to an error what was finished before it."""
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
