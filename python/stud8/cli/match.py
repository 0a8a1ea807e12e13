"""``stud8 match``: policies against each other."""

from __future__ import annotations

from itertools import combinations

import click

import stud8
from stud8._internal.terminal.progress import bar
from stud8.cli.door import interrupted, show
from stud8.cli.options import rule_book
from stud8.cli.playing import executor_at, find_policy, table_options


@click.command("match")
@click.argument("policies", nargs=-1, required=True)
@click.option(
    "--hands", type=click.IntRange(min=0), default=100_000, show_default=True, help="How many deals."
)
@click.option("--players", type=click.IntRange(2, 8), default=2, show_default=True, help="At the table.")
@table_options
def match_command(
    policies: tuple[str, ...],
    hands: int,
    players: int,
    stack: int | None,
    preset: str,
    settings: tuple[str, ...],
    seed: int,
    start: int,
    threads: int | None,
    processes: int | None,
    dask: str | None,
    *,
    as_json: bool,
) -> None:
    """Play policies against each other, every two of them, each deal from every seat.

    A policy is uniform, call, check_fold, tight, or module:function.

    Example: stud8 match tight call uniform --hands 100000
    """
    named = {name: find_policy(name) for name in policies}
    if len(named) < len(policies):
        raise ValueError("each policy may be named once")
    rules = rule_book(preset, settings)
    stacks = None if stack is None else [stack] * players
    pairs = len(named) * (len(named) - 1) // 2
    try:
        with bar("deals", hands * pairs) as tell, executor_at(processes, dask) as executor:
            found = stud8.match(
                named,
                rules,
                players,
                stacks,
                hands,
                seed=seed,
                start=start,
                threads=threads,
                progress=tell,
                executor=executor,
            )
    except stud8.Interrupted as stopped:
        show(stopped.partial, as_json=as_json)
        raise interrupted(_left(stopped, list(named), start + hands)) from None
    except (stud8.LostWorkersError, stud8.PolicyError, stud8.IllegalActionError) as stopped:
        if stopped.partial is not None and any(pair.hands for pair in stopped.partial.pairs.values()):
            show(stopped.partial, as_json=as_json)
        raise
    show(found, as_json=as_json)


def _left(stopped: stud8.Interrupted, names: list[str], end: int) -> str:
    """How to play what is missing: the rest of the last pair, and all of those after it."""
    pairs = list(combinations(names, 2))
    begun = len(stopped.partial.pairs)
    one, two = pairs[begun - 1]
    said = f"go on with {one} {two} --start {stopped.start} --hands {end - stopped.start}"
    later = ", ".join(f"{one} {two}" for one, two in pairs[begun:])
    return f"{said}, then with {later}" if later else said
