"""Matches: policies against each other, every deal played from every seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, Any

from stud8._native import Rules, Summary
from stud8.errors import (
    HistorySyntaxError,
    HistoryUnsupportedError,
    IllegalActionError,
    Interrupted,
    LostWorkersError,
    PolicyError,
)
from stud8.simulation import Job, _told
from stud8.spreading import numbers, parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import Executor
    from typing import SupportsIndex

    from stud8.simulation import Policy, Progress, Stacks
    from stud8.summaries import Table

__all__ = ["Match", "match"]

FORMAT, VERSION = "stud8-match", 1


@dataclass(frozen=True)
class Match:
    """Who beat whom, and how surely. `match` makes it.

    ``pairs`` has the `Summary` of each two, by their names. What the first of them won is under the first
    policy of the summary: `rows` puts it together.

    >>> from stud8 import match
    >>> result = match(["tight", "call"], hands=500, seed=7)
    >>> result.ranking[0][0]
    'tight'
    """

    names: tuple[str, ...]
    pairs: dict[tuple[str, str], Summary]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each two: what the first won from the second, in chips a hand and seat.

        ``standard_error`` takes the hands of a deal together, ``unpaired_standard_error`` is what it would be
        if each hand had cards of its own, ``saved`` how many times as many hands that would take for the same
        error.
        """
        return [_row(one, two, summary) for (one, two), summary in self.pairs.items()]

    @property
    def ranking(self) -> list[tuple[str, float]]:
        """Names and chips a hand and seat, averaged over all opponents, the best first."""
        totals = dict.fromkeys(self.names, 0.0)
        for row in self.rows():
            totals[row["first"]] += row["mean"]
            # What one side wins a seat the other need not lose a seat: they may sit in more.
            totals[row["second"]] += row["second_mean"]
        opponents = max(len(self.names) - 1, 1)
        return sorted(
            ((name, total / opponents) for name, total in totals.items()), key=lambda pair: -pair[1]
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "names": list(self.names),
            "pairs": [
                {"first": one, "second": two, "summary": summary.to_dict()}
                for (one, two), summary in self.pairs.items()
            ],
        }

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Match:
        """The match that `to_dict` wrote down.

        Raises `HistorySyntaxError` for what is no such record, `HistoryUnsupportedError` for another version.
        """
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise HistorySyntaxError("the record of a match is a dict, as Match.to_dict() makes it")
        if record.get("version") != VERSION:
            version = record.get("version")
            raise HistoryUnsupportedError(f"this reads version {VERSION} of {FORMAT}, not {version!r}")
        try:
            names = tuple(map(str, record["names"]))
            pairs = {
                (pair["first"], pair["second"]): Summary.from_dict(pair["summary"])
                for pair in record["pairs"]
            }
        except (KeyError, TypeError) as error:
            raise HistorySyntaxError(f"this is no record of a match: {error}") from None
        # A match that was interrupted has the first of them.
        if list(pairs) != list(combinations(names, 2))[: len(pairs)]:
            raise HistorySyntaxError("this is no record of a match: its pairs aren't those of its names")
        return cls(names, pairs)

    def __add__(self, other: Match) -> Match:
        """Both matches as one, of the same policies and other hands."""
        if not isinstance(other, Match):
            return NotImplemented
        if self.names != other.names or self.pairs.keys() != other.pairs.keys():
            raise ValueError("only matches of the same policies can be added")
        return Match(self.names, {pair: summary + other.pairs[pair] for pair, summary in self.pairs.items()})

    def _table(self) -> Table:
        head = (
            "first",
            "second",
            "deals",
            "hands",
            "net a hand",
            "standard error",
            "unpaired",
            "hands saved",
        )
        return [
            head,
            *(
                (
                    row["first"],
                    row["second"],
                    f"{row['deals']:,}",
                    f"{row['hands']:,}",
                    f"{row['mean']:+.3f}",
                    f"{row['standard_error']:.3f}",
                    f"{row['unpaired_standard_error']:.3f}",
                    f"{row['saved']:.1f} times",
                )
                for row in self.rows()
            ),
        ]

    def __str__(self) -> str:
        """A table for the terminal."""
        from stud8.summaries import aligned  # noqa: PLC0415 - for those who print

        ranking: Table = [("policy", "net a hand")]
        ranking += [(name, f"{net:+.3f}") for name, net in self.ranking]
        return f"{aligned(self._table(), texts=2)}\n\n{aligned(ranking, texts=1)}"

    def _repr_html_(self) -> str:
        """A table for a notebook."""
        head, *body = self._table()
        header = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in body)
        drawn = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table><thead><tr>{header}</tr></thead><tbody>{drawn}</tbody></table>"


def _row(one: str, two: str, summary: Summary) -> dict[str, Any]:
    first, second = dict.fromkeys(summary.policies)
    paired, unpaired = summary.policy_standard_error[first], summary.unpaired_standard_error[first]
    return {
        "first": one,
        "second": two,
        "deals": summary.deals,
        "hands": summary.hands,
        "mean": summary.policy_mean[first],
        "second_mean": summary.policy_mean[second],
        "standard_error": paired,
        "unpaired_standard_error": unpaired,
        "saved": (unpaired / paired) ** 2 if 0 < paired < float("inf") else 1.0,
    }


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
    """Play every two policies against each other, with duplicate deals.

    Each hand number from ``start`` on is played as often as the policies can be seated differently, with the
    same cards and the same random choices: heads-up twice. What luck the cards bring, all have, which leaves
    a much smaller error for the same number of hands. At a table of more than two the policies sit by turns.

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
    with _told(progress, (wanted.stop - wanted.start) * len(both)) as tell:
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
            raise TypeError(f"{name!r} is no name of a policy: names are texts")
        if name in named:
            raise ValueError(
                f"two policies are called {name!r}: a dict of names and policies tells them apart"
            )
        named[name] = policy
    if len(named) < 2:
        raise ValueError(f"a match is played by two policies or more, not {len(named)}")
    for one, two in combinations(named, 2):
        if named[one] is named[two]:
            raise ValueError(f"{one!r} and {two!r} are the same policy, which can't beat itself")
    return named


def _name(policy: Any) -> str:
    return policy if isinstance(policy, str) else str(getattr(policy, "__name__", type(policy).__name__))
