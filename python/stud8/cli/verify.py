"""``stud8 verify``: the fast engine against the slow reference."""

from __future__ import annotations

import json
from pathlib import Path

import click

import stud8
from stud8._internal.terminal.progress import bar
from stud8._internal.verifying.verify import Report, verify
from stud8.cli.door import DIFFERENCE, interrupted, say
from stud8.cli.options import as_json_option


@click.command("verify")
@click.option("--hands", type=click.IntRange(min=0), default=100_000, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--start", type=click.IntRange(min=0), default=0, show_default=True, help="First hand.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so many seconds.")
@click.option("--processes", type=click.IntRange(min=0), help="How many processes.  [default: all cores]")
@click.option(
    "--write",
    "folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=Path(),
    help="Where the record of a difference goes.  [default: here]",
)
@as_json_option
def verify_command(
    hands: int,
    seed: int,
    start: int,
    seconds: float | None,
    processes: int | None,
    folder: Path,
    *,
    as_json: bool,
) -> None:
    """The fast engine against the slow reference, in lockstep.

    Random rules, stacks, cards and actions, illegal ones included; everything is compared after every
    step. A difference is made as small as can be, printed, and written as JSON for "stud8 replay".
    Exit code 1 if there was one.

    Example: stud8 verify --hands 100000 --seed 1 --seconds 60
    """
    try:
        with bar("hands", hands) as tell:
            report = verify(hands, seed, start, seconds, processes, progress=tell)
    except stud8.Interrupted as stopped:
        _show_report(stopped.partial, as_json=as_json)
        left = start + hands - stopped.start
        raise interrupted(f"go on with --start {stopped.start} --hands {left}") from None
    except stud8.LostWorkersError as stopped:
        _show_report(stopped.partial, as_json=as_json)
        raise
    _show_report(report, as_json=as_json)
    if report.difference is not None:
        path = folder / f"stud8-difference-{seed}-{start + report.hands}.json"
        path.write_text(json.dumps(report.difference.to_dict(), indent=2) + "\n", encoding="utf-8")
        say(f"written to {path}; see it with: stud8 replay {path}")
        raise click.exceptions.Exit(DIFFERENCE)


def _show_report(report: Report, *, as_json: bool) -> None:
    if not as_json:
        print(report)
        return
    found = report.difference and report.difference.to_dict()
    print(json.dumps({"hands": report.hands, "seconds": report.seconds, "difference": found}))
