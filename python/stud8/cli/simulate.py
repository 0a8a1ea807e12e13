"""``stud8 simulate``: many hands, and what came of them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Literal

import click

import stud8
from stud8._internal.terminal.progress import bar
from stud8.cli.door import interrupted
from stud8.cli.options import rule_book
from stud8.cli.playing import executor_at, find_policy, table_options


@click.command("simulate")
@click.option("--hands", type=click.IntRange(min=0), default=1_000_000, show_default=True, help="How many.")
@click.option("--players", type=click.IntRange(2, 8), default=8, show_default=True, help="At the table.")
@click.option(
    "--policies",
    default="uniform",
    show_default=True,
    help="One for all, or one for each seat with commas between: uniform, call, check_fold, tight, or "
    "module:function.",
)
@click.option("--rotate", is_flag=True, help="The policies move one seat further with each hand.")
@click.option("--classes", is_flag=True, help="Also what came of each starting hand, with --json.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A .parquet or .phhs file for all hands; NAME.partial until it is whole.",
)
@click.option(
    "--rows",
    type=click.Choice(["hand", "action"]),
    default="hand",
    show_default=True,
    help="What a row of the record is.",
)
@click.option("--overwrite", is_flag=True, help="Let the record replace a file, once it is whole.")
@click.option("--resume", is_flag=True, help="Go on with a record that was stopped.")
@click.option(
    "--check",
    type=float,
    default=0.0,
    help="The part of the hands that the reference plays again, one at least if it isn't 0.",
)
@table_options
def simulate_command(
    hands: int,
    players: int,
    policies: str,
    rows: Literal["hand", "action"],
    record: Path | None,
    check: float,
    stack: int | None,
    preset: str,
    settings: tuple[str, ...],
    seed: int,
    start: int,
    threads: int | None,
    processes: int | None,
    dask: str | None,
    *,
    rotate: bool,
    classes: bool,
    overwrite: bool,
    resume: bool,
    as_json: bool,
) -> None:
    """Play many hands, and print what came of them.

    Hand number n of a seed is always the same. Ctrl-C prints what is finished and how to go on, and so does
    SIGTERM. A record that was stopped, even by a kill, is gone on with by the same command with --resume.
    Exit code 1 if --check found a difference.

    Example: stud8 simulate --hands 1000000 --policies tight,call,call --players 3 --rotate --seed 7
    """
    rules = rule_book(preset, settings)
    stacks = None if stack is None else [stack] * players
    seated = [find_policy(name) for name in policies.split(",")]
    clock = time.perf_counter()
    try:
        with bar("hands", hands) as tell, executor_at(processes, dask) as executor:
            summary = stud8.simulate(
                rules,
                players=players,
                stacks=stacks,
                hands=hands,
                policies=seated if len(seated) > 1 else seated[0],
                seed=seed,
                start=start,
                threads=threads,
                progress=tell,
                rotate=rotate,
                classes=classes,
                executor=executor,
                record=record,
                rows=rows,
                overwrite=overwrite,
                resume=resume,
                check=check,
            )
    except stud8.Interrupted as stopped:
        _show_summary(stopped.partial, time.perf_counter() - clock, as_json=as_json)
        if stopped.unfinished is not None:
            raise interrupted(
                f"{stopped.unfinished} has {stopped.partial.deals} hands, and the same command with --resume "
                "goes on with it"
            ) from None
        left = start + hands - stopped.start
        raise interrupted(f"go on with --start {stopped.start} --hands {left}") from None
    except stud8.RecordingError as stopped:
        if stopped.partial is None or stopped.start is None:
            raise click.ClickException(str(stopped)) from None
        _show_summary(stopped.partial, time.perf_counter() - clock, as_json=as_json)
        left = start + hands - stopped.start
        # As the command line says it.
        again = f"go on with --start {stopped.start} --hands {left} and another --record"
        if stopped.unfinished is not None:
            again = "the same command with --resume goes on"
        raise click.ClickException(f"{stopped.failure}; {again}") from None
    except (stud8.LostWorkersError, stud8.PolicyError, stud8.IllegalActionError) as stopped:
        if stopped.partial is not None and stopped.partial.hands > 0:
            _show_summary(stopped.partial, time.perf_counter() - clock, as_json=as_json)
        raise
    _show_summary(summary, time.perf_counter() - clock, as_json=as_json)


def _show_summary(summary: stud8.Summary, seconds: float, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({**summary.to_dict(), "seconds": seconds}))
        return
    hands, rate = summary.hands, max(seconds, 1e-9)
    print(f"{hands:,} hands, {summary.actions:,} actions in {seconds:.2f} s")
    print(f"{hands / rate:,.0f} hands a second, {summary.actions / rate:,.0f} actions a second\n")
    _, _, tables = str(summary).partition("\n\n")
    print(tables)
