"""Matches: policies against each other, every deal played from every seat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from stud8._internal.public import public
from stud8._internal.quoting import quoted
from stud8._internal.simulating.job import Job, numbers
from stud8._internal.simulating.spread import parts
from stud8._internal.terminal.progress import reporting
from stud8._native import Match, Rules
from stud8.errors import (
    IllegalActionError,
    Interrupted,
    InvalidArgumentError,
    LostWorkersError,
    PolicyError,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import Executor
    from typing import SupportsIndex

    from stud8._internal.simulating.job import Policy, Stacks
    from stud8._internal.terminal.progress import Progress
    from stud8._native import Summary

__all__ = ["Match", "match"]


@public
def match(
    policies: Sequence[Policy] | Mapping[str, Policy],
    rules: Rules | None = None,
    players: SupportsIndex | None = None,
    stacks: Stacks | None = None,
    hands: SupportsIndex = 100_000,
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress = None,
    *,
    executor: Executor | None = None,
) -> Match:
    """Plays every two policies against each other, with duplicate deals.

    Each hand number from ``start`` on is played as often as the policies can be seated differently, with the
    same cards and the same random choices: heads-up twice. All policies get the same cards, which makes the
    error much smaller for the same number of hands. At a table of more than two the policies sit by turns.

    ``policies`` is a list of names and functions, or a dict of names and policies; the other arguments are
    those of `simulate` (without ``rules``: `Rules.full_tilt()`). Raises `Interrupted` on Ctrl-C, with the
    match so far, whose last pair has fewer hands, as ``partial`` and the number from which that pair goes on
    as ``start``; so do `PolicyError` and `IllegalActionError`, and `LostWorkersError`, whose ``missing`` are
    those of the last pair. ``players`` are two unless ``stacks`` says otherwise.
    """
    named = _named(policies)
    pairs: dict[tuple[str, str], Summary] = {}
    given = Rules.full_tilt() if rules is None else rules
    wanted = numbers(hands, start)
    # As for `simulate`, but two sit down where nobody says how many.
    given_stacks = list(stacks) if isinstance(stacks, Iterator) else stacks
    players = 2 if players is None and stacks is None else players
    seats = len(Job(given, players, given_stacks, "call", "fixed", seed, classes=False).nothing.seats)
    both = list(combinations(named.items(), 2))
    jobs = {
        (one, two): Job(
            given,
            players,
            given_stacks,
            [(first, second)[seat % 2] for seat in range(seats)],
            "duplicate",
            seed,
            classes=False,
        )
        for (one, first), (two, second) in both
    }
    done = 0
    with reporting(progress, "hands", (wanted.stop - wanted.start) * len(both)) as tell:
        for pair, job in jobs.items():
            job.play(0, start, threads)
            pairs[pair] = job.nothing
            played = parts(job, wanted, executor, threads, recorded=False)
            try:
                for part in played:
                    pairs[pair] += part.summary
                    done += part.summary.deals
                    if tell is not None:
                        tell(done)
            except KeyboardInterrupt:
                raise Interrupted(Match(tuple(named), pairs), wanted.start + pairs[pair].deals) from None
            except LostWorkersError as error:
                for part in error.kept:
                    pairs[pair] += part.summary
                error.partial, error.kept = Match(tuple(named), pairs), []
                raise
            except (PolicyError, IllegalActionError) as error:
                if error.partial is not None:
                    pairs[pair] += error.partial
                error.partial, error.start = Match(tuple(named), pairs), wanted.start + pairs[pair].deals
                raise
            finally:
                played.close()
    return Match(tuple(named), pairs)


def _named(policies: Sequence[Policy] | Mapping[str, Policy]) -> dict[str, Policy]:
    """The policies by their names, of which no two are the same."""
    if isinstance(policies, str) or callable(policies) or not hasattr(policies, "__iter__"):
        raise TypeError("a match is played by a list of policies, or a dict of names and policies")
    named: dict[str, Any] = {}
    pairs: Any
    if hasattr(policies, "items"):
        # A list: a name may be of a class of the user's, which runs Python when it is looked up.
        pairs = list(policies.items())
    else:
        pairs = [(_name(policy), policy) for policy in list(policies)]
    for name, policy in pairs:
        if not isinstance(name, str):
            raise TypeError(f"{quoted(name)} is no name of a policy: names are texts")
        if name in named:
            raise InvalidArgumentError(
                f"two policies are called {quoted(name)}: a dict of names and policies tells them apart"
            )
        named[name] = policy
    if len(named) < 2:
        raise InvalidArgumentError(f"a match is played by two policies or more, not {len(named)}")
    for one, two in combinations(named, 2):
        if named[one] is named[two] or (isinstance(named[one], str) and named[one] == named[two]):
            raise InvalidArgumentError(
                f"{quoted(one)} and {quoted(two)} are the same policy, which can't beat itself"
            )
    return named


def _name(policy: Any) -> str:
    return policy if isinstance(policy, str) else str(getattr(policy, "__name__", type(policy).__name__))
